/*
 * Copper stays on the board and keeps away from its edge.
 *
 * A point is on the board when a ray from it to the right crosses the loops of the outline an odd
 * number of times; the index finds the segments that the ray can meet. Points on the outline itself
 * are left to the edge rule. Copper with a point outside is told once, as outside.
 */
#include "check/judge.h"

/* Positive when c lies left of the way from a to b. Coordinates are at most a metre: no overflow.
 */
static int64_t turn(lw_point a, lw_point b, lw_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static bool is_loop(const lw_judge *judge, const lw_item *edge)
{
    return edge->index < judge->board->outline.count;
}

static bool is_outside(lw_judge *judge, const lw_pieces *edges, lw_point point)
{
    lw_box ray = {point.x, point.y, INT32_MAX, point.y};
    bool inside = false;
    lw_cursor cursor = lw_index_find(edges->index, ray);
    for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
        const lw_piece *piece = &edges->list.at[k];
        if (!is_loop(judge, &judge->items.at[piece->item]))
            continue;
        lw_point a = piece->shape.points[0], b = piece->shape.points[piece->shape.count - 1];
        int64_t side = turn(a, b, point);
        lw_box box = lw_box_add(lw_box_add(lw_box_empty(), a), b);
        if (side == 0 && lw_box_meets(box, (lw_box){point.x, point.y, point.x, point.y}))
            return false;
        if ((a.y > point.y) != (b.y > point.y) && (side > 0) == (b.y > a.y))
            inside = !inside;
    }
    return !inside;
}

static bool judge_outside(lw_judge *judge, const lw_pieces *edges, uint32_t item)
{
    uint32_t count;
    const lw_point *points =
        lw_item_anchors(judge->board, judge->routes, &judge->items.at[item], &count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_outside(judge, edges, points[i]) && !judge->full) {
            lw_judge_one(judge, LW_RULE_OUTSIDE, item, points[i], 0, 0);
            return true;
        }
    }
    return false;
}

static void judge_edge(lw_judge *judge, const lw_pieces *edges, uint32_t number)
{
    const lw_piece *piece = &judge->copper.list.at[number];
    lw_nm required = judge->board->rules.edge;
    lw_cursor cursor =
        lw_index_find(edges->index, lw_box_grow(judge->copper.boxes[number], required));
    for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
        const lw_piece *edge = &edges->list.at[k];
        if (lw_judge_near(judge, piece, edge, required))
            lw_judge_pair(judge, LW_RULE_EDGE, piece, edge, required);
    }
}

void lw_judge_bounds(lw_judge *judge)
{
    lw_pieces edges = lw_pieces_new(judge, LW_KIND_SET(LW_ITEM_EDGE));
    bool *outside = LW_NEW_MANY(judge->arena, bool, judge->object_count);
    for (uint32_t i = 0; i < judge->items.count && judge->board->outline.count && !judge->full;
         i++) {
        if (lw_item_is_first(judge, i))
            outside[judge->objects[i]] = judge_outside(judge, &edges, i);
    }
    for (uint32_t i = 0; i < judge->copper.list.count && !judge->full; i++) {
        uint32_t item = judge->copper.list.at[i].item;
        if (judge->items.at[item].kind != LW_ITEM_COPPER && !outside[judge->objects[item]])
            judge_edge(judge, &edges, i);
    }
    lw_pieces_free(&edges);
}
