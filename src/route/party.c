/*
 * A net as a party of the negotiation: its things, how they can be entered, and whose turn comes
 * first.
 */
#include "route/table.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "route/apart.h"

/* Whether a track covers more than the shape in one direction. */
static bool is_narrow(lw_shape shape, lw_nm width)
{
    lw_box box = lw_shape_box(shape);
    return (int64_t)box.x2 - box.x1 < width || (int64_t)box.y2 - box.y1 < width;
}

static void add_gates(lw_table *table, lw_party *party, const lw_field *field, uint32_t thing)
{
    const lw_item *item = party->items[thing];
    const lw_board *board = table->run->board;
    const lw_track *track = item->kind == LW_ITEM_TRACK ? lw_run_track(table->run, item) : NULL;
    lw_point anchors[2] = {item->at, item->at};
    if (track)
        memcpy(anchors, track->ends, sizeof anchors);
    for (uint32_t layer = 0; layer < board->layers.count; layer++)
        for (int end = 0; end < (track ? 2 : 1); end++) {
            lw_gate gate = {
                .net = party->net,
                .layer = layer,
                .width = party->width,
                .neck = lw_run_neck_width(table->run, item),
                .anchor = anchors[end],
                .copper = &item->shape,
                .copper_count = 1,
                .thing = thing,
                .both_sides = true,
            };
            if (!(item->layers & LW_LAYER(layer)))
                continue;
            uint32_t before = party->entries.count;
            lw_entries_of_gate(table->run->lattice, field, &gate, table->arena, &party->entries);
            if (party->entries.count > before && is_narrow(item->shape, party->width))
                lw_entries_beside_centre(table->run->lattice, field, &gate, table->arena,
                                         &party->entries);
        }
    if (track)
        lw_entries_of_track(table->run->lattice, field, track, party->width, thing, table->arena,
                            &party->entries);
}

/* Corners of the lattice's squares that the stub passes; those of the node itself are left out. */
static void find_stub_nodes(const lw_table *table, const lw_entry *entry, lw_stub_nodes *nodes)
{
    const lw_lattice *lattice = table->run->lattice;
    lw_nm pitch = lw_lattice_pitch(lattice);
    uint32_t layer = lw_lattice_layer(lattice, entry->node);
    for (uint32_t i = 0; i + 1 < entry->stub_count; i++) {
        lw_point a = entry->stub[i], b = entry->stub[i + 1];
        nodes->cost += (uint32_t)((int64_t)lw_distance(a, b) * LW_STRAIGHT / pitch);
        int32_t steps = lw_distance(a, b) / pitch + 1;
        for (int32_t k = 0; k < steps; k++) {
            lw_point at = {a.x + (lw_nm)((int64_t)(b.x - a.x) * k / steps),
                           a.y + (lw_nm)((int64_t)(b.y - a.y) * k / steps)};
            int32_t node = lw_lattice_node(lattice, at, layer);
            bool known = node < 0 || node == entry->node || nodes->count == LW_STUB_NODES;
            for (uint32_t n = 0; n < nodes->count && !known; n++)
                known = nodes->at[n] == node;
            if (!known)
                nodes->at[nodes->count++] = node;
        }
    }
}

static lw_surrounding surrounding_of(lw_table *table, const lw_party *party, const lw_entry *entry)
{
    lw_stub_line legs[sizeof entry->stub / sizeof *entry->stub];
    uint32_t count = 0;
    for (uint32_t k = 0; k + 1 < entry->stub_count; k++)
        legs[count++] =
            (lw_stub_line){entry->stub[k], entry->stub[k + 1],
                           lw_lattice_layer(table->run->lattice, entry->node), entry->width};
    return lw_occupancy_around(table->occupancy, party->class_id, legs, count, table->arena);
}

typedef struct lw_near {
    int64_t distance2;
    uint32_t thing;
} lw_near;

static int by_distance(const void *a, const void *b)
{
    const lw_near *x = a, *y = b;
    if (x->distance2 != y->distance2)
        return x->distance2 < y->distance2 ? -1 : 1;
    return (x->thing > y->thing) - (x->thing < y->thing);
}

/* By thing: to the nearest one of another group. */
static int64_t *distances(lw_party *party)
{
    uint32_t n = party->groups.count;
    lw_member *members = lw_alloc((size_t)n + 1, sizeof *members);
    int64_t *distance2 = lw_alloc((size_t)n + 1, sizeof *distance2);
    for (uint32_t i = 0; i < n; i++)
        members[i] = (lw_member){party->items[i]->at, lw_groups_find(&party->groups, i), i};
    lw_apart(members, n, distance2);
    free(members);
    return distance2;
}

/* Things of which each stands for a group, in the order of their distance to the next group. */
static void take_turns(lw_table *table, lw_party *party)
{
    uint32_t n = party->groups.count;
    lw_near *near = lw_alloc((size_t)n + 1, sizeof *near);
    int64_t *distance2 = distances(party);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (party->items[i]->kind == LW_ITEM_PAD)
            near[count++] = (lw_near){distance2[i], i};
    qsort(near, count, sizeof *near, by_distance);
    party->turn = LW_NEW_MANY(table->arena, uint32_t, (size_t)n + 1);
    for (uint32_t i = 0; i < count; i++)
        party->turn[i] = near[i].thing;
    party->turns = count;
    free(distance2);
    free(near);
}

bool lw_party_new(lw_table *table, lw_party *party, lw_net_id net)
{
    const lw_run *run = table->run;
    *party = (lw_party){.net = net, .open = 1, .box = LW_WINDOW_NONE};
    party->groups = lw_groups_of_net(run, net, table->arena);
    uint32_t n = party->groups.count;
    party->things = n + party->groups.islands.count;
    bool apart = false;
    for (uint32_t i = 1; i < n; i++)
        apart = apart || lw_groups_find(&party->groups, i) != lw_groups_find(&party->groups, 0);
    if (!apart)
        return false;
    party->items = LW_NEW_MANY(table->arena, const lw_item *, n);
    for (uint32_t i = 0; i < n; i++)
        party->items[i] = &run->items.at[run->net_items[run->net_first[net] + i]];
    party->class_id = lw_occupancy_class(table->occupancy, net);
    party->width = run->board->classes.at[lw_net_class(run->board, net)].width;
    party->hopeless = LW_NEW_MANY(table->arena, bool, n);
    lw_field field = lw_lattice_field(run->lattice, net, 1);
    for (uint32_t i = 0; i < n && !lw_run_stop_asked(table->run); i++)
        add_gates(table, party, &field, i);
    party->used = LW_NEW_MANY(table->arena, bool, (size_t)party->entries.count + 1);
    party->banned = LW_NEW_MANY(table->arena, bool, (size_t)party->entries.count + 1);
    party->stub_nodes = LW_NEW_MANY(table->arena, lw_stub_nodes, (size_t)party->entries.count + 1);
    party->around = LW_NEW_MANY(table->arena, lw_surrounding, (size_t)party->entries.count + 1);
    for (uint32_t i = 0; i < party->entries.count; i++) {
        find_stub_nodes(table, &party->entries.at[i], &party->stub_nodes[i]);
        party->around[i] = surrounding_of(table, party, &party->entries.at[i]);
    }
    lw_party_find_landings(table, party);
    take_turns(table, party);
    return party->turns > 1;
}

void lw_party_count_open(lw_table *table, lw_party *party)
{
    lw_web_open(&table->web, party);
    party->open = lw_web_groups(&table->web, party) - 1;
    lw_web_close(&table->web);
}
