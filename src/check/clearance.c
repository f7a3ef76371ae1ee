/*
 * Copper of different nets keeps apart. Every pair of pieces is looked at once, from the earlier
 * one.
 *
 * Copper without a net keeps clear of all nets. Two of that sort are compared only when both are
 * pads: those may get nets of their own one day, while lettering and antennas touch as they are
 * drawn.
 */
#include "check/judge.h"

static bool may_touch(const lw_plain_copper *copper, lw_net_id net)
{
    for (uint32_t i = 0; i < copper->nets.count; i++) {
        if (copper->nets.at[i] == net)
            return true;
    }
    return false;
}

static bool keep_apart(const lw_judge *judge, const lw_item *a, const lw_item *b)
{
    if (a->net == LW_NO_NET && b->net == LW_NO_NET)
        return a->kind == LW_ITEM_PAD && b->kind == LW_ITEM_PAD && a->index != b->index;
    if (a->kind == LW_ITEM_COPPER)
        return !may_touch(&judge->board->copper.at[a->index], b->net);
    if (b->kind == LW_ITEM_COPPER)
        return !may_touch(&judge->board->copper.at[b->index], a->net);
    return a->net != b->net;
}

static lw_nm larger(lw_nm a, lw_nm b)
{
    return a > b ? a : b;
}

static void compare(lw_judge *judge, const lw_piece *a, const lw_piece *b)
{
    const lw_board *board = judge->board;
    const lw_item *x = &judge->items.at[a->item], *y = &judge->items.at[b->item];
    if (!(x->layers & y->layers) || !keep_apart(judge, x, y) || !lw_judge_wants(judge, x, y))
        return;
    lw_nm required =
        lw_clearance(board, lw_item_clearance_kind(x->kind), lw_net_class(board, x->net),
                     lw_item_clearance_kind(y->kind), lw_net_class(board, y->net));
    required = larger(required, larger(x->clearance, y->clearance));
    /* A mere touch is a short, even where no clearance is asked for. */
    if (lw_judge_near(judge, a, b, required > 0 ? required : 1))
        lw_judge_pair(judge, LW_RULE_CLEARANCE, a, b, required);
}

void lw_judge_clearance(lw_judge *judge)
{
    const lw_pieces *copper = &judge->copper;
    lw_nm reach = lw_clearance_most(judge->board);
    for (uint32_t i = 0; i < copper->list.count && !judge->full; i++) {
        lw_cursor cursor = lw_index_find(copper->index, lw_box_grow(copper->boxes[i], reach));
        for (uint32_t k; lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
            if (k > i)
                compare(judge, &copper->list.at[i], &copper->list.at[k]);
        }
    }
}
