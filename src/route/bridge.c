/*
 * A pad has no entry where no neck leads out to a place that has room for the full width. Another
 * pad of its net that is no farther off than necks go may still be reached, straight or by one
 * bend, by a track that need not widen at all. It lies off the lattice and can be nowhere else, so
 * it is laid before the nets take their ways.
 */
#include "route/bridge.h"

#include <stdlib.h>
#include "geom/index.h"
#include "geom/point.h"
#include "route/entry.h"
#include "route/groups.h"

/* The nearest pads that are tried. */
enum { NEIGHBOURS_MOST = 16 };

typedef struct lw_neighbour {
    int64_t distance2;
    uint32_t thing;
} lw_neighbour;

typedef struct lw_bridging {
    lw_run *run;
    lw_net_id net;
    lw_nm width;
    lw_groups groups;
    const lw_item **items;
    lw_index *index; /* of things that are pads */
    bool *wanted;    /* of a group's leading thing: a pad of another one is next to the group */
    bool *way_out;   /* likewise: there is an entry, or copper that is no pad */
    LW_LIST(lw_neighbour) near;
    uint32_t count; /* of the bridges */
    lw_arena *arena;
} lw_bridging;

static bool is_pad(const lw_bridging *b, uint32_t thing)
{
    return b->items[thing]->kind == LW_ITEM_PAD;
}

static uint32_t group_of(lw_bridging *b, uint32_t thing)
{
    return lw_groups_find(&b->groups, thing);
}

/* ---- who needs a bridge ---- */

/* Whether the two may be joined, as far as they are concerned. */
static bool are_neighbours(lw_bridging *b, uint32_t thing, uint32_t other)
{
    const lw_item *one = b->items[thing], *two = b->items[other];
    return (one->layers & two->layers) && group_of(b, thing) != group_of(b, other) &&
           lw_shape_closer(one->shape, two->shape, LW_NECK_REACH);
}

static lw_cursor look_around(const lw_bridging *b, uint32_t thing)
{
    return lw_index_find(b->index,
                         lw_box_grow(lw_shape_box(b->items[thing]->shape), LW_NECK_REACH));
}

static void want_bridges(lw_bridging *b)
{
    for (uint32_t i = 0; i < b->groups.count && !lw_run_stop_asked(b->run); i++) {
        bool *wanted = &b->wanted[group_of(b, i)];
        if (!is_pad(b, i) || *wanted)
            continue;
        lw_cursor near = look_around(b, i);
        for (uint32_t other; !*wanted && lw_index_next(&near, &other);)
            *wanted = are_neighbours(b, i, other);
    }
}

static lw_gate gate_of(const lw_bridging *b, uint32_t thing, uint32_t layer)
{
    const lw_item *item = b->items[thing];
    return (lw_gate){
        .net = b->net,
        .layer = layer,
        .width = b->width,
        .neck = lw_run_neck_width(b->run, item),
        .anchor = item->at,
        .copper = &item->shape,
        .copper_count = 1,
        .thing = thing,
    };
}

static bool has_entry(const lw_bridging *b, const lw_field *field, uint32_t thing)
{
    lw_entries entries = {0};
    for (uint32_t layer = 0; layer < b->run->board->layers.count && entries.count == 0; layer++) {
        lw_gate gate = gate_of(b, thing, layer);
        if (b->items[thing]->layers & LW_LAYER(layer))
            lw_entries_of_gate(b->run->lattice, field, &gate, b->arena, &entries);
    }
    return entries.count > 0;
}

static void find_ways_out(lw_bridging *b)
{
    lw_field field = lw_lattice_field(b->run->lattice, b->net, 1);
    for (uint32_t i = 0; i < b->groups.islands.count; i++)
        b->way_out[group_of(b, b->groups.count + i)] = true;
    for (uint32_t i = 0; i < b->groups.count && !lw_run_stop_asked(b->run); i++) {
        uint32_t group = group_of(b, i);
        if (b->wanted[group] && !b->way_out[group])
            b->way_out[group] = !is_pad(b, i) || has_entry(b, &field, i);
    }
}

/* ---- bridges ---- */

/* Necks do not go far from pads. */
static bool may_bend(const lw_bridging *b, lw_point at, const lw_item *one, const lw_item *two)
{
    lw_shape zone = {&at, 1, false, LW_NECK_REACH + b->width / 2};
    return lw_shape_closer(zone, one->shape, 1) || lw_shape_closer(zone, two->shape, 1);
}

static bool lay(lw_bridging *b, const lw_point *points, uint32_t legs, uint32_t layer, lw_nm width)
{
    lw_run *run = b->run;
    for (uint32_t i = 0; i < legs; i++)
        if (!lw_lattice_track_fits(run->lattice, b->net, layer, points[i], points[i + 1], width))
            return false;
    for (uint32_t i = 0; i < legs; i++) {
        lw_track track = {
            .net = b->net,
            .layer = layer,
            .width = width,
            .ends = {points[i], points[i + 1]},
        };
        *lw_list_add(run->before->arena, &run->before->tracks) = track;
        lw_lattice_add_track(run->lattice, &track);
    }
    return true;
}

/* With the diagonal part first or last, square, or else as the crow flies. */
static bool lay_one(lw_bridging *b, const lw_item *one, const lw_item *two, uint32_t layer,
                    lw_nm width)
{
    lw_point from = one->at, to = two->at;
    lw_nm dx = to.x - from.x, dy = to.y - from.y, part = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    lw_nm x = dx < 0 ? -part : part, y = dy < 0 ? -part : part;
    const lw_point bends[] = {
        {from.x + x, from.y + y}, {to.x - x, to.y - y}, {to.x, from.y}, {from.x, to.y}};
    bool plain = part == 0 || abs(dx) == abs(dy);
    for (size_t i = 0; i < sizeof bends / sizeof *bends && !plain; i++) {
        lw_point way[] = {from, bends[i], to};
        if (may_bend(b, bends[i], one, two) && lay(b, way, 2, layer, width))
            return true;
    }
    return !lw_same_point(from, to) && lay(b, (lw_point[]){from, to}, 1, layer, width);
}

static bool holds_its_centre(const lw_item *item)
{
    return lw_shape_holds(item->shape, item->at);
}

static bool join(lw_bridging *b, uint32_t thing, uint32_t other)
{
    const lw_item *one = b->items[thing], *two = b->items[other];
    lw_gate gate = gate_of(b, thing, 0);
    lw_nm widths[1 + LW_NECK_WIDTHS] = {b->width};
    uint32_t count = 1 + lw_neck_widths(&gate, widths + 1);
    if (!holds_its_centre(one) || !holds_its_centre(two))
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t layer = 0; layer < b->run->board->layers.count; layer++)
            if ((one->layers & two->layers & LW_LAYER(layer)) &&
                lay_one(b, one, two, layer, widths[i]))
                return true;
    return false;
}

static int by_distance(const void *a, const void *b)
{
    const lw_neighbour *x = a, *y = b;
    if (x->distance2 != y->distance2)
        return x->distance2 < y->distance2 ? -1 : 1;
    return (x->thing > y->thing) - (x->thing < y->thing);
}

static void find_neighbours(lw_bridging *b, uint32_t thing)
{
    lw_point from = b->items[thing]->at;
    lw_cursor near = look_around(b, thing);
    b->near.count = 0;
    for (uint32_t other; lw_index_next(&near, &other);) {
        lw_point to = b->items[other]->at;
        int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
        if (are_neighbours(b, thing, other))
            *lw_list_add(b->arena, &b->near) = (lw_neighbour){dx * dx + dy * dy, other};
    }
    if (b->near.count > 1)
        qsort(b->near.at, b->near.count, sizeof *b->near.at, by_distance);
}

static bool needs_bridge(lw_bridging *b, uint32_t thing)
{
    uint32_t group = group_of(b, thing);
    return is_pad(b, thing) && b->wanted[group] && !b->way_out[group];
}

/* From the thing until there is a way out. */
static void bridge_from(lw_bridging *b, uint32_t thing)
{
    find_neighbours(b, thing);
    for (uint32_t i = 0; i < b->near.count && i < NEIGHBOURS_MOST && needs_bridge(b, thing); i++) {
        uint32_t other = b->near.at[i].thing, group = group_of(b, other);
        if (group == group_of(b, thing) || !join(b, thing, other))
            continue;
        bool way_out = b->way_out[group];
        lw_groups_join(&b->groups, thing, other);
        group = group_of(b, thing);
        b->wanted[group] = true;
        b->way_out[group] = way_out;
        b->count++;
    }
}

/* ---- nets ---- */

static bool is_joined(lw_bridging *b)
{
    for (uint32_t i = 1; i < b->groups.count; i++)
        if (group_of(b, i) != group_of(b, 0))
            return false;
    return true;
}

static uint32_t bridge_net(lw_run *run, lw_net_id net)
{
    lw_arena_reset(run->scratch);
    lw_bridging b = {.run = run, .net = net, .arena = run->scratch};
    b.width = run->board->classes.at[lw_net_class(run->board, net)].width;
    b.groups = lw_groups_of_net(run, net, b.arena);
    if (is_joined(&b))
        return 0;
    size_t sets = (size_t)b.groups.count + b.groups.islands.count;
    b.items = LW_NEW_MANY(b.arena, const lw_item *, sets);
    b.wanted = LW_NEW_MANY(b.arena, bool, sets);
    b.way_out = LW_NEW_MANY(b.arena, bool, sets);
    b.index = lw_index_new(lw_board_box(run->board), b.groups.count);
    for (uint32_t i = 0; i < b.groups.count; i++) {
        b.items[i] = &run->items.at[run->net_items[run->net_first[net] + i]];
        if (is_pad(&b, i))
            lw_index_add(b.index, i, lw_shape_box(b.items[i]->shape));
    }
    want_bridges(&b);
    find_ways_out(&b);
    for (uint32_t i = 0; i < b.groups.count && !lw_run_stop_asked(run); i++)
        if (needs_bridge(&b, i))
            bridge_from(&b, i);
    lw_index_free(b.index);
    return b.count;
}

uint32_t lw_run_bridge(lw_run *run)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->board->nets.count && !lw_run_stop_asked(run); i++)
        if (lw_run_wants(run, (lw_net_id)i))
            count += bridge_net(run, (lw_net_id)i);
    if (count > 0)
        lw_run_look_again(run);
    return count;
}
