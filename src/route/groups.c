#include "route/groups.h"

#include "base/union.h"
#include "geom/flood.h"
#include "geom/index.h"

uint32_t lw_groups_find(lw_groups *groups, uint32_t thing)
{
    return lw_union_root(groups->parent, thing);
}

void lw_groups_join(lw_groups *groups, uint32_t a, uint32_t b)
{
    lw_union_join(groups->parent, a, b);
}

static const lw_item *item_of(const lw_run *run, lw_net_id net, uint32_t thing)
{
    return &run->items.at[run->net_items[run->net_first[net] + thing]];
}

/* As the judge counts it: rims that merely touch are not relied on. */
static bool overlap(const lw_item *a, const lw_item *b)
{
    return (a->layers & b->layers) &&
           lw_shape_closer(a->shape, b->shape, a->shape.radius || b->shape.radius ? 0 : 1);
}

typedef struct net_things {
    const lw_run *run;
    lw_net_id net;
} net_things;

static bool things_overlap(const void *context, uint32_t a, uint32_t b)
{
    const net_things *things = context;
    return overlap(item_of(things->run, things->net, a), item_of(things->run, things->net, b));
}

static void join_overlapping(const lw_run *run, lw_net_id net, lw_groups *groups,
                             const lw_box *boxes)
{
    lw_flood(boxes, groups->count, things_overlap, &(net_things){run, net}, groups->parent);
}

/* Shapes of one pad belong together even where they do not touch. */
static void join_pad_shapes(const lw_run *run, lw_net_id net, lw_groups *groups)
{
    for (uint32_t i = 1; i < groups->count; i++) {
        const lw_item *a = item_of(run, net, i - 1), *b = item_of(run, net, i);
        if (a->kind == LW_ITEM_PAD && b->kind == LW_ITEM_PAD && a->index == b->index)
            lw_groups_join(groups, i - 1, i);
    }
}

static void join_by_jumper(const lw_run *run, lw_net_id net, lw_groups *groups,
                           const lw_index *index, const lw_jumper *jumper)
{
    uint32_t first = groups->count;
    for (int end = 0; end < 2; end++) {
        lw_point at = jumper->ends[end];
        lw_cursor cursor = lw_index_find(index, (lw_box){at.x, at.y, at.x, at.y});
        for (uint32_t i; lw_index_next(&cursor, &i);) {
            if (!lw_shape_holds(item_of(run, net, i)->shape, at))
                continue;
            first = first == groups->count ? i : first;
            lw_groups_join(groups, first, i);
        }
    }
}

static void join_by_pour(const lw_run *run, lw_net_id net, lw_groups *groups, const lw_index *index,
                         uint32_t pour)
{
    uint32_t first = groups->count;
    lw_cursor cursor = lw_index_find(index, lw_shape_box(run->board->pours.at[pour].shape));
    for (uint32_t i; lw_index_next(&cursor, &i);) {
        bool apart =
            first == groups->count || lw_groups_find(groups, first) != lw_groups_find(groups, i);
        if (!apart || !lw_pour_joins(run->links, pour, item_of(run, net, i), run->before))
            continue;
        first = first == groups->count ? i : first;
        lw_groups_join(groups, first, i);
    }
}

/* What joins without being copper. */
static void join_by_links(const lw_run *run, lw_net_id net, lw_groups *groups, const lw_box *boxes)
{
    lw_numbers jumpers = lw_links_jumpers(run->links, net);
    lw_numbers pours = lw_links_pours(run->links, net);
    if (!run->options->pours)
        pours.count = 0;
    if (jumpers.count + pours.count == 0)
        return;
    lw_index *index = lw_index_new(lw_board_box(run->board), groups->count);
    for (uint32_t i = 0; i < groups->count; i++)
        lw_index_add(index, i, boxes[i]);
    for (uint32_t i = 0; i < jumpers.count; i++)
        join_by_jumper(run, net, groups, index, &run->board->jumpers.at[jumpers.at[i]]);
    for (uint32_t i = 0; i < pours.count; i++)
        join_by_pour(run, net, groups, index, pours.at[i]);
    lw_index_free(index);
}

typedef struct lw_landing {
    lw_groups *groups;
    uint32_t thing;
} lw_landing;

static void join_island(void *context, uint32_t island)
{
    lw_landing *landing = context;
    lw_groups *groups = landing->groups;
    lw_groups_join(groups, landing->thing, groups->count + island - groups->islands.first);
}

static void join_by_planes(const lw_run *run, lw_net_id net, lw_groups *groups)
{
    for (uint32_t i = 0; i < groups->count && groups->islands.count > 0; i++)
        lw_planes_touch(run->planes, run->before, item_of(run, net, i), join_island,
                        &(lw_landing){groups, i});
}

lw_groups lw_groups_of_net(const lw_run *run, lw_net_id net, lw_arena *arena)
{
    lw_groups groups = {.count = run->net_first[net + 1] - run->net_first[net],
                        .islands = lw_run_islands(run, net)};
    uint32_t sets = groups.count + groups.islands.count;
    groups.parent = LW_NEW_MANY(arena, uint32_t, (size_t)sets + 1);
    lw_union_clear(groups.parent, sets);
    lw_box *boxes = LW_NEW_MANY(arena, lw_box, groups.count);
    for (uint32_t i = 0; i < groups.count; i++)
        boxes[i] = lw_shape_box(item_of(run, net, i)->shape);
    join_pad_shapes(run, net, &groups);
    join_overlapping(run, net, &groups, boxes);
    join_by_links(run, net, &groups, boxes);
    join_by_planes(run, net, &groups);
    return groups;
}
