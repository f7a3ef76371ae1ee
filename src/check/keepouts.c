/*
 * Tracks and vias stay out of keepouts, except where a keepout has a window: copper that lies
 * wholly inside one window is free.
 */
#include "check/judge.h"

/* Whether all of the copper lies in the window. Its skeleton starts inside and, with its radius,
 * never reaches across the window's border. */
static bool lies_inside(lw_shape copper, lw_shape window)
{
    if (!lw_polygon_holds(window.points, window.count, copper.points[0]))
        return false;
    for (uint32_t i = 0; i < window.count; i++) {
        lw_point side[2] = {window.points[i], window.points[(i + 1) % window.count]};
        if (lw_shape_closer(copper, (lw_shape){.points = side, .count = 2}, 0))
            return false;
    }
    return true;
}

static bool is_blocked(const lw_keepout *keepout, const lw_item *item, lw_shape copper)
{
    bool blocks = item->kind == LW_ITEM_TRACK ? keepout->tracks : keepout->vias;
    if (!blocks || !(item->layers & keepout->layers) || !lw_shape_closer(copper, keepout->shape, 0))
        return false;
    for (uint32_t i = 0; i < keepout->windows.count; i++) {
        if (lies_inside(copper, keepout->windows.at[i]))
            return false;
    }
    return true;
}

void lw_judge_keepouts(lw_judge *judge)
{
    lw_pieces keepouts = lw_pieces_new(judge, LW_KIND_SET(LW_ITEM_KEEPOUT));
    for (uint32_t i = 0; i < judge->copper.list.count && !judge->full; i++) {
        const lw_piece *piece = &judge->copper.list.at[i];
        const lw_item *item = &judge->items.at[piece->item];
        if (item->kind != LW_ITEM_TRACK && item->kind != LW_ITEM_VIA)
            continue;
        lw_cursor cursor = lw_index_find(keepouts.index, judge->copper.boxes[i]);
        for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
            const lw_piece *area = &keepouts.list.at[k];
            const lw_keepout *keepout =
                &judge->board->keepouts.at[judge->items.at[area->item].index];
            lw_judge_work(judge, keepout->windows.count);
            if (is_blocked(keepout, item, piece->shape))
                lw_judge_pair(judge, LW_RULE_KEEPOUT, piece, area, 0);
        }
    }
    lw_pieces_free(&keepouts);
}
