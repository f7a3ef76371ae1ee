#include "route/region.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/entry.h"
#include "route/groups.h"

#define SEVERAL UINT32_MAX

/* Of a net with very many groups not all are looked at. */
#define WORK_MOST ((uint64_t)100 * LW_REGION_MOST)

typedef struct lw_survey {
    lw_run *run;
    lw_net_id net;
    lw_field field;
    lw_groups groups;
    const lw_item **items;
    lw_entries entries;
    const lw_item **pads;  /* by root of a group: its first pad, NULL: it has none */
    uint32_t *first_entry; /* by root: the places in entry_order that are its own end before the
                              next one's */
    uint32_t *entry_order;
    uint64_t work;      /* nodes that were looked at, for all groups */
    uint32_t *group_at; /* by node: the group whose entry it is, from 1; SEVERAL */
    uint8_t *seen;      /* by node */
    LW_LIST(int32_t) queue;
    lw_arena *arena;
} lw_survey;

static void add_gates(lw_survey *survey, uint32_t thing, lw_point anchor)
{
    const lw_item *item = survey->items[thing];
    const lw_board *board = survey->run->board;
    for (uint32_t layer = 0; layer < board->layers.count; layer++) {
        lw_gate gate = {
            .net = survey->net,
            .layer = layer,
            .width = board->classes.at[lw_net_class(board, survey->net)].width,
            .neck = lw_run_neck_width(survey->run, item),
            .anchor = anchor,
            .copper = &item->shape,
            .copper_count = 1,
            .thing = thing,
        };
        if (item->layers & LW_LAYER(layer))
            lw_entries_of_gate(survey->run->lattice, &survey->field, &gate, survey->arena,
                               &survey->entries);
    }
}

static void add_entries(lw_survey *survey, uint32_t thing)
{
    const lw_item *item = survey->items[thing];
    const lw_board *board = survey->run->board;
    if (item->kind != LW_ITEM_TRACK) {
        add_gates(survey, thing, item->at);
        return;
    }
    const lw_track *track = lw_run_track(survey->run, item);
    add_gates(survey, thing, track->ends[0]);
    add_gates(survey, thing, track->ends[1]);
    lw_entries_of_track(survey->run->lattice, &survey->field, track,
                        board->classes.at[lw_net_class(board, survey->net)].width, thing,
                        survey->arena, &survey->entries);
}

static void mark_entries(lw_survey *survey)
{
    for (uint32_t i = 0; i < survey->groups.count && !lw_run_stop_asked(survey->run); i++)
        add_entries(survey, i);
    for (uint32_t i = 0; i < survey->entries.count; i++) {
        uint32_t *at = &survey->group_at[survey->entries.at[i].node];
        uint32_t group = lw_groups_find(&survey->groups, survey->entries.at[i].thing) + 1;
        *at = *at == 0 || *at == group ? group : SEVERAL;
    }
}

/* ---- the flood ---- */

static bool may_enter(const lw_field *field, uint16_t owner)
{
    return owner == LW_CELL_FREE || owner == field->net;
}

static void add(lw_survey *survey, int32_t node)
{
    if (survey->seen[node] || !may_enter(&survey->field, survey->field.owner[node]))
        return;
    survey->seen[node] = 1;
    *lw_list_add(survey->arena, &survey->queue) = node;
}

static void add_neighbours(lw_survey *survey, int32_t node)
{
    const lw_field *field = &survey->field;
    const int32_t up = field->stride, place = node % field->plane;
    const int32_t steps[LW_STEPS] = {1, 1 + up, up, up - 1, -1, -1 - up, -up, 1 - up};
    for (int d = 0; d < LW_STEPS; d++)
        if (!(field->closed && field->closed[node] >> d & 1))
            add(survey, node + steps[d]);
    for (int32_t layer = 0;
         field->via_owner && may_enter(field, field->via_owner[place]) && layer < field->layers;
         layer++)
        add(survey, layer * field->plane + place);
}

/* Whether the group reaches another one, or too far to tell; how many nodes it took. */
static bool reaches(lw_survey *survey, uint32_t group, uint32_t *nodes)
{
    bool reached = false;
    survey->queue.count = 0;
    for (uint32_t i = survey->first_entry[group]; i < survey->first_entry[group + 1]; i++)
        add(survey, survey->entries.at[survey->entry_order[i]].node);
    for (*nodes = 0; *nodes < survey->queue.count && !reached; ++*nodes) {
        int32_t node = survey->queue.at[*nodes];
        uint32_t met = survey->group_at[node];
        reached = (met != 0 && met != group + 1) || *nodes >= LW_REGION_MOST;
        add_neighbours(survey, node);
    }
    for (uint32_t i = 0; i < survey->queue.count; i++)
        survey->seen[survey->queue.at[i]] = 0;
    survey->work += survey->queue.count;
    return reached;
}

static void find_pads(lw_survey *survey)
{
    uint32_t count = survey->groups.count;
    survey->pads = LW_NEW_MANY(survey->arena, const lw_item *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t root = lw_groups_find(&survey->groups, i);
        if (!survey->pads[root] && survey->items[i]->kind == LW_ITEM_PAD)
            survey->pads[root] = survey->items[i];
    }
}

static uint32_t root_of_entry(lw_survey *survey, uint32_t entry)
{
    return lw_groups_find(&survey->groups, survey->entries.at[entry].thing);
}

/* Counted, then put in their places, group after group. */
static void sort_entries(lw_survey *survey)
{
    size_t roots = survey->groups.count;
    uint32_t count = survey->entries.count;
    uint32_t *first = LW_NEW_MANY(survey->arena, uint32_t, roots + 2);
    survey->entry_order = LW_NEW_MANY(survey->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++)
        first[root_of_entry(survey, i) + 2]++;
    for (size_t i = 2; i < roots + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < count; i++)
        survey->entry_order[first[root_of_entry(survey, i) + 1]++] = i;
    survey->first_entry = first;
}

static lw_shut_in look_around(lw_survey *survey)
{
    lw_shut_in least = {.nodes = UINT32_MAX};
    mark_entries(survey);
    find_pads(survey);
    sort_entries(survey);
    for (uint32_t i = 0;
         i < survey->groups.count && survey->work < WORK_MOST && !lw_run_stop_asked(survey->run);
         i++) {
        uint32_t nodes;
        const lw_item *pad = survey->pads[i];
        if (pad && !reaches(survey, i, &nodes) && nodes < least.nodes)
            least = (lw_shut_in){pad, nodes};
    }
    return least;
}

lw_shut_in lw_shut_in_find(lw_run *run, lw_net_id net)
{
    lw_arena_reset(run->scratch);
    lw_survey survey = {.run = run, .net = net, .arena = run->scratch};
    survey.field = lw_lattice_field(run->lattice, net, 1);
    survey.groups = lw_groups_of_net(run, net, survey.arena);
    survey.items = LW_NEW_MANY(survey.arena, const lw_item *, (size_t)survey.groups.count + 1);
    for (uint32_t i = 0; i < survey.groups.count; i++)
        survey.items[i] = &run->items.at[run->net_items[run->net_first[net] + i]];
    size_t nodes = (size_t)survey.field.plane * (size_t)survey.field.layers;
    survey.group_at = lw_try_alloc(nodes, sizeof *survey.group_at);
    survey.seen = lw_try_alloc(nodes, sizeof *survey.seen);
    lw_shut_in found = {0};
    if (survey.group_at && survey.seen)
        found = look_around(&survey);
    free(survey.group_at);
    free(survey.seen);
    return found;
}
