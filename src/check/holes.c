/*
 * Copper keeps away from holes without copper, and every two drills from each other: the board
 * between them breaks whatever nets they are of.
 */
#include "check/judge.h"

static bool wants(const lw_judge *judge, const lw_piece *a, const lw_piece *b)
{
    return lw_judge_wants(judge, &judge->items.at[a->item], &judge->items.at[b->item]);
}

static void judge_copper(lw_judge *judge, const lw_pieces *holes, uint32_t number)
{
    const lw_piece *piece = &judge->copper.list.at[number];
    lw_nm required = judge->board->rules.hole;
    lw_cursor cursor =
        lw_index_find(holes->index, lw_box_grow(judge->copper.boxes[number], required));
    for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
        const lw_piece *hole = &holes->list.at[k];
        if (wants(judge, piece, hole) && lw_judge_near(judge, piece, hole, required))
            lw_judge_pair(judge, LW_RULE_HOLE, piece, hole, required);
    }
}

static bool is_drilled(const lw_judge *judge, uint32_t number)
{
    const lw_item *item = &judge->items.at[number];
    if (item->kind == LW_ITEM_HOLE)
        return !judge->board->holes.at[item->index].milled;
    return (item->kind == LW_ITEM_PAD || item->kind == LW_ITEM_VIA) && item->drill > 0 &&
           lw_item_is_first(judge, number);
}

static lw_pieces drills_new(lw_judge *judge)
{
    lw_pieces drills = {0};
    for (uint32_t i = 0; i < judge->items.count; i++) {
        const lw_item *item = &judge->items.at[i];
        if (is_drilled(judge, i)) {
            lw_shape shape =
                item->kind == LW_ITEM_HOLE ? item->shape : lw_disc(&item->at, item->drill / 2);
            *lw_list_add(judge->arena, &drills.list) = (lw_piece){i, shape};
        }
    }
    lw_pieces_index(judge, &drills);
    return drills;
}

/* Blind vias of different layers never meet; all other drills go through. */
static bool share_depth(const lw_item *a, const lw_item *b)
{
    return a->kind != LW_ITEM_VIA || b->kind != LW_ITEM_VIA || (a->layers & b->layers);
}

static void judge_drills(lw_judge *judge)
{
    lw_pieces drills = drills_new(judge);
    lw_nm required = judge->board->rules.drill;
    for (uint32_t i = 0; i < drills.list.count && !judge->full; i++) {
        const lw_piece *a = &drills.list.at[i];
        lw_cursor cursor = lw_index_find(drills.index, lw_box_grow(drills.boxes[i], required));
        for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
            const lw_piece *b = &drills.list.at[k];
            if (b > a && share_depth(&judge->items.at[a->item], &judge->items.at[b->item]) &&
                wants(judge, a, b) && lw_judge_near(judge, a, b, required))
                lw_judge_pair(judge, LW_RULE_HOLE_TO_HOLE, a, b, required);
        }
    }
    lw_pieces_free(&drills);
}

void lw_judge_holes(lw_judge *judge)
{
    lw_pieces holes = lw_pieces_new(judge, LW_KIND_SET(LW_ITEM_HOLE));
    for (uint32_t i = 0; i < judge->copper.list.count && !judge->full; i++) {
        if (judge->items.at[judge->copper.list.at[i].item].kind != LW_ITEM_COPPER)
            judge_copper(judge, &holes, i);
    }
    judge_drills(judge);
    lw_pieces_free(&holes);
}
