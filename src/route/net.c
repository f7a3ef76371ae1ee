/*
 * A net grows as a tree. Its things are its items on the board: shapes of pads, tracks, vias. The
 * tree starts at one group of joined things; each wave runs from all nodes of the tree to the
 * entries of all groups that are not joined, and what it reaches becomes part of the tree. When a
 * wave dies the tree is closed, and another one starts at the groups that are left.
 *
 * New copper is kept as lines on the lattice until the net is done: where a later branch starts on
 * one it is cut in two, so that ends meet ends.
 */
#include "route/net.h"

#include "geom/point.h"
#include "route/entry.h"
#include "route/groups.h"

typedef struct lw_line {
    lw_point a, b;
    uint32_t layer;
    lw_nm width;
} lw_line;

/* A node of new copper and the thing that it belongs to. */
typedef struct lw_tree_node {
    int32_t node;
    uint32_t thing;
} lw_tree_node;

typedef struct lw_points {
    LW_LIST(lw_point) list;
    uint32_t layer;
    lw_nm width;
} lw_points;

typedef struct lw_growth {
    lw_run *run;
    lw_net_id net;
    lw_nm width;
    lw_field field;
    const lw_item **items;
    lw_groups groups;
    bool *closed; /* of a group's leading thing: no way leads out of it */
    lw_entries entries;
    LW_LIST(lw_tree_node) tree;
    LW_LIST(lw_line) lines;
    lw_arena *arena;
} lw_growth;

typedef LW_LIST(int32_t) lw_nodes;

/* ---- entries ---- */

static void add_gate(lw_growth *growth, uint32_t thing, lw_point anchor)
{
    const lw_item *item = growth->items[thing];
    const lw_board *board = growth->run->board;
    for (uint32_t layer = 0; layer < board->layers.count; layer++) {
        if (!(item->layers & LW_LAYER(layer)))
            continue;
        lw_gate gate = {
            .net = growth->net,
            .layer = layer,
            .width = growth->width,
            .neck = lw_run_neck_width(growth->run, item),
            .anchor = anchor,
            .copper = &item->shape,
            .copper_count = 1,
            .thing = thing,
        };
        lw_entries_of_gate(growth->run->lattice, &growth->field, &gate, growth->arena,
                           &growth->entries);
    }
}

static void find_entries(lw_growth *growth)
{
    lw_run *run = growth->run;
    for (uint32_t i = 0; i < growth->groups.count && !lw_run_stop_asked(run); i++) {
        const lw_item *item = growth->items[i];
        if (item->kind != LW_ITEM_TRACK) {
            add_gate(growth, i, item->at);
            continue;
        }
        const lw_track *track = lw_run_track(run, item);
        add_gate(growth, i, track->ends[0]);
        add_gate(growth, i, track->ends[1]);
        lw_entries_of_track(run->lattice, &growth->field, track, growth->width, i, growth->arena,
                            &growth->entries);
    }
}

/* ---- copper ---- */

/* Cuts the line that runs through the point, if there is one, in two. */
static void cut_at(lw_growth *growth, lw_point at, uint32_t layer)
{
    for (uint32_t i = 0; i < growth->lines.count; i++) {
        lw_line *line = &growth->lines.at[i];
        if (line->layer != layer || lw_same_point(line->a, at) || lw_same_point(line->b, at))
            continue;
        int64_t ux = (int64_t)line->b.x - line->a.x, uy = (int64_t)line->b.y - line->a.y;
        int64_t vx = (int64_t)at.x - line->a.x, vy = (int64_t)at.y - line->a.y;
        int64_t along = ux * vx + uy * vy;
        if (ux * vy != uy * vx || along <= 0 || along >= ux * ux + uy * uy)
            continue;
        lw_line rest = {at, line->b, layer, line->width};
        line->b = at;
        *lw_list_add(growth->arena, &growth->lines) = rest;
        return;
    }
}

static void add_point(lw_growth *growth, lw_points *points, lw_point at)
{
    uint32_t count = points->list.count;
    if (count > 0 && lw_same_point(points->list.at[count - 1], at))
        return;
    if (count > 1 && lw_straight_on(points->list.at[count - 2], points->list.at[count - 1], at))
        points->list.at[count - 1] = at;
    else
        *lw_list_add(growth->arena, &points->list) = at;
}

static lw_track track_of(const lw_growth *growth, lw_line line)
{
    return (lw_track){
        .net = growth->net,
        .layer = line.layer,
        .width = line.width,
        .ends = {line.a, line.b},
    };
}

/*
 * New copper may meet things of its net by the way. They are joined when an end lies in their
 * copper, or the line runs over their centre: so do other programs see it.
 */
static void join_met(lw_growth *growth, const lw_track *track, uint32_t thing)
{
    lw_shape line = lw_track_shape(track);
    lw_box box = lw_shape_box(line);
    for (uint32_t i = 0; i < growth->groups.count; i++) {
        const lw_item *item = growth->items[i];
        if (!(item->layers & LW_LAYER(track->layer)) || item->kind == LW_ITEM_TRACK ||
            !lw_box_meets(box, lw_shape_box(item->shape)))
            continue;
        if (!lw_shape_holds(item->shape, track->ends[0]) &&
            !lw_shape_holds(item->shape, track->ends[1]) && !lw_shape_holds(line, item->at))
            continue;
        lw_groups_join(&growth->groups, thing, i);
        growth->closed[lw_groups_find(&growth->groups, thing)] = false;
    }
}

/* The points become lines; the list starts anew. */
static void end_points(lw_growth *growth, lw_points *points, uint32_t thing)
{
    for (uint32_t i = 0; i + 1 < points->list.count; i++) {
        lw_line line = {points->list.at[i], points->list.at[i + 1], points->layer, points->width};
        lw_track track = track_of(growth, line);
        *lw_list_add(growth->arena, &growth->lines) = line;
        lw_lattice_add_track(growth->run->lattice, &track);
        join_met(growth, &track, thing);
    }
    points->list.count = 0;
}

static void add_via(lw_growth *growth, lw_point at)
{
    const lw_board *board = growth->run->board;
    const lw_class *class = &board->classes.at[lw_net_class(board, growth->net)];
    lw_via *via = lw_list_add(growth->run->routes->arena, &growth->run->routes->vias);
    *via = (lw_via){
        .net = growth->net,
        .at = at,
        .diameter = class->via_diameter,
        .drill = class->via_drill,
        .layers = lw_board_layers(board),
    };
    lw_lattice_add_via(growth->run->lattice, via);
}

static void emit_lines(lw_growth *growth)
{
    lw_routes *routes = growth->run->routes;
    for (uint32_t i = 0; i < growth->lines.count; i++)
        *lw_list_add(routes->arena, &routes->tracks) = track_of(growth, growth->lines.at[i]);
}

/* ---- waves ---- */

static uint32_t group_of(lw_growth *growth, uint32_t thing)
{
    return lw_groups_find(&growth->groups, thing);
}

/* Nodes of one group, or of all other groups that are still to be reached. */
static lw_nodes collect_nodes(lw_growth *growth, uint32_t group, bool others)
{
    lw_nodes nodes = {0};
    for (uint32_t i = 0; i < growth->entries.count; i++) {
        uint32_t of = group_of(growth, growth->entries.at[i].thing);
        if (others ? of != group && !growth->closed[of] : of == group)
            *lw_list_add(growth->run->ends, &nodes) = growth->entries.at[i].node;
    }
    for (uint32_t i = 0; i < growth->tree.count; i++) {
        uint32_t of = group_of(growth, growth->tree.at[i].thing);
        if (others ? of != group && !growth->closed[of] : of == group)
            *lw_list_add(growth->run->ends, &nodes) = growth->tree.at[i].node;
    }
    return nodes;
}

/* The thing that is met at the end of a path, and its stub where it has one. */
static uint32_t thing_at(lw_growth *growth, int32_t node, uint32_t group, bool others,
                         const lw_entry **stub)
{
    *stub = NULL;
    for (uint32_t i = 0; i < growth->tree.count; i++) {
        const lw_tree_node *at = &growth->tree.at[i];
        uint32_t of = group_of(growth, at->thing);
        if (at->node == node && (others ? of != group && !growth->closed[of] : of == group))
            return at->thing;
    }
    for (uint32_t i = 0; i < growth->entries.count; i++) {
        const lw_entry *entry = &growth->entries.at[i];
        uint32_t of = group_of(growth, entry->thing);
        if (entry->node == node && (others ? of != group && !growth->closed[of] : of == group)) {
            *stub = entry;
            return entry->thing;
        }
    }
    return 0; /* not reached: paths end at nodes that were given */
}

/* A stub of another width is a line of its own. */
static void add_stub(lw_growth *growth, lw_points *points, const lw_entry *entry, bool inward,
                     uint32_t thing)
{
    if (!entry)
        return;
    bool neck = entry->width < growth->width;
    if (neck)
        end_points(growth, points, thing);
    points->width = entry->width;
    for (uint32_t i = 0; i < entry->stub_count; i++)
        add_point(growth, points, entry->stub[inward ? entry->stub_count - 1 - i : i]);
    if (neck)
        end_points(growth, points, thing);
    points->width = growth->width;
}

static void lay_path(lw_growth *growth, const lw_wave_path *path, const lw_entry *start,
                     const lw_entry *end, uint32_t thing)
{
    const lw_lattice *lattice = growth->run->lattice;
    lw_points points = {
        .layer = lw_lattice_layer(lattice, path->nodes[0]),
        .width = growth->width,
    };
    if (!start)
        cut_at(growth, lw_lattice_point(lattice, path->nodes[0]), points.layer);
    int32_t last = path->nodes[path->count - 1];
    if (!end)
        cut_at(growth, lw_lattice_point(lattice, last), lw_lattice_layer(lattice, last));
    add_stub(growth, &points, start, false, thing);
    for (uint32_t i = 0; i < path->count; i++) {
        lw_point at = lw_lattice_point(lattice, path->nodes[i]);
        uint32_t layer = lw_lattice_layer(lattice, path->nodes[i]);
        if (layer != points.layer) {
            end_points(growth, &points, thing);
            points.layer = layer;
            add_via(growth, at);
        }
        add_point(growth, &points, at);
        *lw_list_add(growth->arena, &growth->tree) = (lw_tree_node){path->nodes[i], thing};
    }
    add_stub(growth, &points, end, true, thing);
    end_points(growth, &points, thing);
}

/* One wave from a group to the nearest other one; false when it died. */
static bool join_nearest(lw_growth *growth, uint32_t group)
{
    lw_run *run = growth->run;
    lw_arena_reset(run->ends);
    lw_nodes sources = collect_nodes(growth, group, false);
    lw_nodes targets = collect_nodes(growth, group, true);
    if (sources.count == 0 || targets.count == 0)
        return false;
    lw_wave_query query = {
        .sources = sources.at,
        .source_count = sources.count,
        .targets = targets.at,
        .target_count = targets.count,
        .stop = lw_run_stop,
        .stop_context = run,
    };
    lw_wave_path path = lw_wave_find(run->options->wave, &growth->field, run->space, &query);
    run->expanded += path.counts.expanded;
    if (path.count == 0)
        return false;
    const lw_entry *start, *end;
    uint32_t a = thing_at(growth, path.nodes[0], group, false, &start);
    uint32_t b = thing_at(growth, path.nodes[path.count - 1], group, true, &end);
    lay_path(growth, &path, start, end, a);
    lw_groups_join(&growth->groups, a, b);
    return true;
}

/* ---- the whole net ---- */

static bool is_pad(const lw_growth *growth, uint32_t thing)
{
    return growth->items[thing]->kind == LW_ITEM_PAD;
}

/* Leading things of groups that are not closed, with a pad; the number of them. */
static uint32_t open_groups(lw_growth *growth, uint32_t *first)
{
    uint32_t count = 0;
    for (uint32_t i = growth->groups.count; i-- > 0;)
        if (group_of(growth, i) == i && !growth->closed[i]) {
            *first = i;
            count++;
        }
    return count;
}

/* The group to begin with: one end of the shortest line between two of them. */
static uint32_t starting_group(lw_growth *growth, uint32_t otherwise)
{
    enum { LOOK_AT = 400 };
    uint32_t best = otherwise;
    int64_t least = INT64_MAX;
    uint32_t count = growth->groups.count < LOOK_AT ? growth->groups.count : LOOK_AT;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            uint32_t a = group_of(growth, i), b = group_of(growth, k);
            if (a == b || growth->closed[a] || growth->closed[b])
                continue;
            lw_point p = growth->items[i]->at, q = growth->items[k]->at;
            int64_t dx = (int64_t)p.x - q.x, dy = (int64_t)p.y - q.y;
            if (dx * dx + dy * dy < least) {
                least = dx * dx + dy * dy;
                best = a;
            }
        }
    return best;
}

/* Groups with pads that remain, and the first pad outside of the largest of them. */
static lw_net_result judge(lw_growth *growth)
{
    lw_net_result result = {0};
    uint32_t count = growth->groups.count;
    uint32_t *pads = LW_NEW_MANY(growth->arena, uint32_t, count + 1);
    uint32_t groups = 0, largest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_pad(growth, i) && pads[group_of(growth, i)]++ == 0)
            groups++;
    for (uint32_t i = 0; i < count; i++)
        if (pads[i] > pads[largest])
            largest = i;
    result.open = groups ? groups - 1 : 0;
    for (uint32_t i = 0; i < count && result.open > 0; i++)
        if (is_pad(growth, i) && group_of(growth, i) != largest) {
            result.pad = growth->items[i]->index;
            break;
        }
    return result;
}

static void report(lw_run *run, lw_net_id net, uint32_t joined)
{
    const lw_route_options *options = run->options;
    if (run->round > 0)
        return;
    run->progress.done += joined ? joined : 1;
    run->progress.open += !joined;
    run->progress.net = lw_net_name(run->board, net);
    if (options->progress)
        options->progress(options->context, &run->progress);
}

/* Copper without a pad is joined to by the way, but nothing is routed for its sake. */
static void close_groups_without_pads(lw_growth *growth)
{
    uint32_t count = growth->groups.count;
    bool *has_pad = LW_NEW_MANY(growth->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++)
        has_pad[group_of(growth, i)] |= is_pad(growth, i);
    for (uint32_t i = 0; i < count; i++)
        growth->closed[i] = !has_pad[group_of(growth, i)];
}

static void grow(lw_growth *growth)
{
    uint32_t group = 0;
    uint32_t left = open_groups(growth, &group);
    if (left < 2)
        return;
    group = starting_group(growth, group);
    while (left > 1 && !lw_run_stop_asked(growth->run)) {
        uint32_t before = left, other = group;
        bool joined = join_nearest(growth, group);
        growth->closed[group_of(growth, group)] = !joined;
        left = open_groups(growth, &other);
        report(growth->run, growth->net, joined ? before - left : 0);
        group = joined ? group_of(growth, group) : other;
    }
}

static lw_growth growth_of_net(lw_run *run, lw_net_id net)
{
    lw_arena_reset(run->scratch);
    lw_growth growth = {.run = run, .net = net, .arena = run->scratch};
    growth.groups = lw_groups_of_net(run, net, run->scratch);
    growth.items = LW_NEW_MANY(run->scratch, const lw_item *, growth.groups.count + 1);
    growth.closed = LW_NEW_MANY(run->scratch, bool, growth.groups.count + 1);
    for (uint32_t i = 0; i < growth.groups.count; i++)
        growth.items[i] = &run->items.at[run->net_items[run->net_first[net] + i]];
    close_groups_without_pads(&growth);
    return growth;
}

uint32_t lw_net_missing(lw_run *run, lw_net_id net)
{
    lw_growth growth = growth_of_net(run, net);
    uint32_t first, groups = open_groups(&growth, &first);
    return groups ? groups - 1 : 0;
}

/* The preferred direction of a layer costs a fifth less than the other one. */
static void prefer_directions(const lw_board *board, lw_field *field)
{
    if (board->layers.count < 2)
        return;
    for (uint32_t layer = 0; layer < board->layers.count; layer++) {
        bool vertical = board->layers.at[layer].direction == LW_VERTICAL ||
                        (board->layers.at[layer].direction == LW_ANY_WAY && layer % 2 == 1);
        uint16_t *cost = field->step_cost[layer];
        int across = vertical ? LW_E : LW_N;
        cost[across] = cost[across ^ 4] = (uint16_t)(cost[across] * 12 / 10);
    }
}

lw_net_result lw_net_route(lw_run *run, lw_net_id net)
{
    const lw_board *board = run->board;
    lw_growth growth = growth_of_net(run, net);
    lw_nm pitch = lw_lattice_pitch(run->lattice);
    growth.width = board->classes.at[lw_net_class(board, net)].width;
    growth.field = lw_lattice_field(run->lattice, net, run->via_cost / pitch);
    prefer_directions(board, &growth.field);
    if (!lw_run_stop_asked(run))
        find_entries(&growth);
    grow(&growth);
    emit_lines(&growth);
    return judge(&growth);
}
