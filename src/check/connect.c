/*
 * Which pads are joined: a union-find over objects whose copper overlaps.
 *
 * Nodes are the objects of the judge (all shapes of a pad are one), then the board's jumpers, the
 * islands of its planes, and its pours. Two nodes of one net are joined when their copper overlaps
 * on a common layer; a mere touch of rims is not relied on. A jumper joins what lies under its
 * ends. Plain copper joins nothing: what belongs to a pad is part of that pad already, the rest
 * ties several nets together.
 *
 * Pours come last, on a copy, since what they join is told apart.
 */
#include <stdlib.h>
#include <string.h>
#include "base/union.h"
#include "check/judge.h"
#include "geom/flood.h"

typedef struct lw_nodes {
    uint32_t *up;
    uint32_t count;
    uint32_t jumpers, islands, pours; /* first of them */
} lw_nodes;

static bool conducts(const lw_item *item)
{
    return item->net != LW_NO_NET &&
           (item->kind == LW_ITEM_PAD || item->kind == LW_ITEM_TRACK || item->kind == LW_ITEM_VIA);
}

/* Numbers of the pieces that conduct, those of net n from first[n] on. */
typedef struct lw_sorted {
    uint32_t *first, *pieces;
} lw_sorted;

static lw_sorted sort_pieces(lw_judge *judge)
{
    uint32_t nets = judge->board->nets.count, count = judge->copper.list.count;
    lw_sorted sorted = {LW_NEW_MANY(judge->arena, uint32_t, (size_t)nets + 2),
                        LW_NEW_MANY(judge->arena, uint32_t, count)};
    uint32_t *next = sorted.first + 1;
    for (uint32_t i = 0; i < count; i++) {
        const lw_item *item = &judge->items.at[judge->copper.list.at[i].item];
        if (conducts(item))
            next[item->net + 1]++;
    }
    for (uint32_t i = 0; i < nets; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < count; i++) {
        const lw_item *item = &judge->items.at[judge->copper.list.at[i].item];
        if (conducts(item))
            sorted.pieces[next[item->net]++] = i;
    }
    return sorted;
}

typedef struct lw_net_copper {
    const lw_judge *judge;
    const uint32_t *pieces;
} lw_net_copper;

static bool pieces_join(const void *context, uint32_t a, uint32_t b)
{
    const lw_net_copper *copper = context;
    const lw_judge *judge = copper->judge;
    const lw_piece *x = &judge->copper.list.at[copper->pieces[a]];
    const lw_piece *y = &judge->copper.list.at[copper->pieces[b]];
    return (judge->items.at[x->item].layers & judge->items.at[y->item].layers) &&
           lw_overlap(x->shape, y->shape);
}

static uint32_t object_of(const lw_judge *judge, uint32_t piece)
{
    return judge->objects[judge->copper.list.at[piece].item];
}

static void join_copper(lw_judge *judge, lw_nodes *nodes)
{
    lw_sorted sorted = sort_pieces(judge);
    lw_box *boxes = LW_NEW_MANY(judge->arena, lw_box, judge->copper.list.count);
    uint32_t *up = LW_NEW_MANY(judge->arena, uint32_t, judge->copper.list.count);
    for (uint32_t net = 0; net < judge->board->nets.count; net++) {
        const uint32_t *pieces = sorted.pieces + sorted.first[net];
        uint32_t count = sorted.first[net + 1] - sorted.first[net];
        for (uint32_t i = 0; i < count; i++)
            boxes[i] = judge->copper.boxes[pieces[i]];
        lw_union_clear(up, count);
        lw_flood(boxes, count, pieces_join, &(lw_net_copper){judge, pieces}, up);
        for (uint32_t i = 0; i < count; i++)
            lw_union_join(nodes->up, object_of(judge, pieces[i]),
                          object_of(judge, pieces[lw_union_root(up, i)]));
    }
}

static void join_jumper(lw_judge *judge, lw_nodes *nodes, uint32_t number)
{
    const lw_jumper *jumper = &judge->board->jumpers.at[number];
    for (int end = 0; end < 2; end++) {
        lw_point at = jumper->ends[end];
        lw_cursor cursor = lw_index_find(judge->copper.index, (lw_box){at.x, at.y, at.x, at.y});
        for (uint32_t k; lw_index_next(&cursor, &k);) {
            const lw_piece *piece = &judge->copper.list.at[k];
            const lw_item *item = &judge->items.at[piece->item];
            if (conducts(item) && item->net == jumper->net && lw_shape_holds(piece->shape, at))
                lw_union_join(nodes->up, nodes->jumpers + number, judge->objects[piece->item]);
        }
    }
}

typedef struct lw_landing {
    lw_nodes *nodes;
    uint32_t object;
} lw_landing;

static void join_island(void *context, uint32_t island)
{
    lw_landing *landing = context;
    lw_union_join(landing->nodes->up, landing->nodes->islands + island, landing->object);
}

static void join_planes(lw_judge *judge, lw_nodes *nodes)
{
    for (uint32_t i = 0; i < judge->items.count && judge->planes; i++) {
        lw_landing landing = {nodes, judge->objects[i]};
        if (conducts(&judge->items.at[i]))
            lw_planes_touch(judge->planes, judge->routes, &judge->items.at[i], join_island,
                            &landing);
    }
}

static void join_pour(lw_judge *judge, lw_nodes *nodes, uint32_t number)
{
    const lw_pour *pour = &judge->board->pours.at[number];
    if (pour->cutout || pour->net == LW_NO_NET)
        return;
    uint32_t node = nodes->pours + number;
    lw_cursor cursor = lw_index_find(judge->copper.index, lw_shape_box(pour->shape));
    for (uint32_t k; lw_index_next(&cursor, &k);) {
        uint32_t at = judge->copper.list.at[k].item, object = judge->objects[at];
        const lw_item *item = &judge->items.at[at];
        if (conducts(item) && item->net == pour->net &&
            lw_union_root(nodes->up, node) != lw_union_root(nodes->up, object) &&
            lw_pour_joins(judge->links, number, item, judge->routes))
            lw_union_join(nodes->up, node, object);
    }
}

static lw_nodes nodes_new(lw_judge *judge)
{
    const lw_board *board = judge->board;
    lw_nodes nodes = {.jumpers = judge->object_count,
                      .islands = judge->object_count + board->jumpers.count};
    nodes.pours = nodes.islands + lw_planes_count(judge->planes);
    nodes.count = nodes.pours + board->pours.count;
    nodes.up = LW_NEW_MANY(judge->arena, uint32_t, nodes.count);
    lw_union_clear(nodes.up, nodes.count);
    return nodes;
}

static uint32_t pad_node(const lw_judge *judge, uint32_t pad)
{
    return judge->first[LW_ITEM_PAD][0] + pad;
}

/* Numbers the groups of every net's pads from 0, at their roots; LW_NO_ITEM elsewhere. Returns how
 * many each net has. */
static uint32_t *number_groups(lw_judge *judge, lw_nodes *nodes, uint32_t *group_of)
{
    const lw_board *board = judge->board;
    uint32_t *groups = LW_NEW_MANY(judge->arena, uint32_t, board->nets.count);
    for (uint32_t i = 0; i < nodes->count; i++)
        group_of[i] = LW_NO_ITEM;
    for (uint32_t net = 0; net < board->nets.count; net++) {
        for (uint32_t i = 0; i < board->nets.at[net].pads.count; i++) {
            uint32_t root =
                lw_union_root(nodes->up, pad_node(judge, board->nets.at[net].pads.at[i]));
            if (group_of[root] == LW_NO_ITEM)
                group_of[root] = groups[net]++;
        }
    }
    return groups;
}

/* The first pad of every group but the largest. */
static void list_open_pads(lw_judge *judge, lw_nodes *nodes, const uint32_t *group_of,
                           const lw_net *net, uint32_t groups, lw_net_report *out, lw_arena *arena)
{
    uint32_t *size = LW_NEW_MANY(judge->arena, uint32_t, groups);
    uint32_t *pads = LW_NEW_MANY(judge->arena, uint32_t, groups);
    uint32_t largest = 0;
    for (uint32_t i = 0; i < net->pads.count; i++) {
        uint32_t pad = net->pads.at[i];
        uint32_t group = group_of[lw_union_root(nodes->up, pad_node(judge, pad))];
        if (size[group]++ == 0)
            pads[group] = pad;
    }
    out->apart = pads[1];
    for (uint32_t group = 1; group < groups; group++)
        largest = size[group] > size[largest] ? group : largest;
    for (uint32_t group = 0; group < groups; group++) {
        if (group != largest)
            *lw_list_add(arena, &out->open_pads) = pads[group];
    }
}

typedef struct lw_net_anchor {
    lw_net_id net;
    lw_anchor anchor;
} lw_net_anchor;

typedef LW_LIST(lw_net_anchor) lw_net_anchors;

static int by_net_and_place(const void *a, const void *b)
{
    const lw_net_anchor *x = a, *y = b;
    if (x->net != y->net)
        return x->net < y->net ? -1 : 1;
    if (x->anchor.at.x != y->anchor.at.x)
        return x->anchor.at.x < y->anchor.at.x ? -1 : 1;
    if (x->anchor.at.y != y->anchor.at.y)
        return x->anchor.at.y < y->anchor.at.y ? -1 : 1;
    return (x->anchor.group > y->anchor.group) - (x->anchor.group < y->anchor.group);
}

/* Anchors of the open nets' copper, as far as it hangs on a pad, sorted. */
static lw_net_anchors collect_anchors(lw_judge *judge, lw_nodes *nodes, const uint32_t *group_of,
                                      const uint32_t *groups)
{
    lw_net_anchors all = {0};
    for (uint32_t i = 0; i < judge->items.count; i++) {
        const lw_item *item = &judge->items.at[i];
        if (!conducts(item) || groups[item->net] < 2)
            continue;
        uint32_t count, group = group_of[lw_union_root(nodes->up, judge->objects[i])];
        const lw_point *points = lw_item_anchors(judge->board, judge->routes, item, &count);
        for (uint32_t k = 0; k < count && group != LW_NO_ITEM; k++)
            *lw_list_add(judge->arena, &all) = (lw_net_anchor){item->net, {points[k], group}};
    }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, by_net_and_place);
    return all;
}

static void draw_ratsnest(lw_judge *judge, lw_nodes *nodes, const uint32_t *group_of,
                          const uint32_t *groups, lw_report *report)
{
    lw_net_anchors all = collect_anchors(judge, nodes, group_of, groups);
    lw_anchor *anchors = LW_NEW_MANY(judge->arena, lw_anchor, all.count);
    for (uint32_t begin = 0, end = 0; begin < all.count; begin = end) {
        lw_net_id net = all.at[begin].net;
        for (; end < all.count && all.at[end].net == net; end++)
            anchors[end - begin] = all.at[end].anchor;
        lw_ratsnest(judge->arena, net, anchors, end - begin, groups[net], report);
    }
}

static void report_net(lw_judge *judge, lw_nodes *nodes, const uint32_t *group_of, lw_net_id id,
                       uint32_t groups, lw_report *report)
{
    const lw_net *net = &judge->board->nets.at[id];
    lw_net_report *out = &report->nets[id];
    out->pads = net->pads.count;
    out->groups = groups;
    out->left_out = judge->nets && !judge->nets[id];
    if (out->left_out) {
        report->left_out_nets += out->pads > 1;
        return;
    }
    report->connections += out->pads > 1 ? out->pads - 1 : 0;
    if (groups < 2)
        return;
    report->open += groups - 1;
    report->open_nets++;
    list_open_pads(judge, nodes, group_of, net, groups, out, report->arena);
}

void lw_judge_nets(lw_judge *judge, lw_report *report)
{
    const lw_board *board = judge->board;
    lw_nodes nodes = nodes_new(judge), poured = nodes_new(judge);
    join_copper(judge, &nodes);
    for (uint32_t i = 0; i < board->jumpers.count; i++)
        join_jumper(judge, &nodes, i);
    join_planes(judge, &nodes);
    memcpy(poured.up, nodes.up, nodes.count * sizeof *nodes.up);
    for (uint32_t i = 0; i < board->pours.count; i++)
        join_pour(judge, &poured, i);

    uint32_t *bare_group = LW_NEW_MANY(judge->arena, uint32_t, nodes.count);
    uint32_t *poured_group = LW_NEW_MANY(judge->arena, uint32_t, nodes.count);
    uint32_t *bare = number_groups(judge, &nodes, bare_group);
    uint32_t *with_pours = number_groups(judge, &poured, poured_group);
    lw_nodes *told = judge->pours ? &poured : &nodes;
    uint32_t *group_of = judge->pours ? poured_group : bare_group;
    uint32_t *groups = judge->pours ? with_pours : bare;

    for (uint32_t i = 0; i < board->pours.count; i++) {
        const lw_pour *pour = &board->pours.at[i];
        if (!pour->cutout && pour->net != LW_NO_NET)
            report->nets[pour->net].poured = true;
    }
    for (uint32_t net = 0; net < board->nets.count; net++) {
        report_net(judge, told, group_of, (lw_net_id)net, groups[net], report);
        report->nets[net].joined_by_pour = bare[net] > 1 && with_pours[net] == 1;
        report->poured_nets += report->nets[net].poured;
    }
    draw_ratsnest(judge, told, group_of, groups, report);
}
