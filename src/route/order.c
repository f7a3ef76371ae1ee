#include "route/order.h"

#include <stdlib.h>
#include "base/heap.h"

static int by_turn(const void *a, const void *b)
{
    const lw_turn *x = a, *y = b;
    if (x->failures != y->failures)
        return x->failures > y->failures ? -1 : 1;
    int64_t length = x->half_perimeter - y->half_perimeter;
    int64_t pads = (int64_t)x->pads - y->pads;
    int64_t keys[2] = {0, 0};
    switch (x->order) {
    case LW_ORDER_SHORT:
        keys[0] = length, keys[1] = pads;
        break;
    case LW_ORDER_LONG:
        keys[0] = -length, keys[1] = -pads;
        break;
    case LW_ORDER_FEW:
        keys[0] = pads, keys[1] = length;
        break;
    case LW_ORDER_FILE:
    case LW_ORDER_COUNT:
        break;
    }
    for (int i = 0; i < 2; i++)
        if (keys[i] != 0)
            return keys[i] < 0 ? -1 : 1;
    return (x->net > y->net) - (x->net < y->net);
}

void lw_turns_sort(lw_turn *turns, uint32_t count)
{
    qsort(turns, count, sizeof *turns, by_turn);
}

lw_turn *lw_turns_new(const lw_board *board, lw_order order)
{
    lw_turn *turns = lw_alloc((size_t)board->nets.count + 1, sizeof *turns);
    for (uint32_t i = 0; i < board->nets.count; i++) {
        const lw_net *net = &board->nets.at[i];
        lw_box box = lw_box_empty();
        for (uint32_t k = 0; k < net->pads.count; k++)
            box = lw_box_add(box, board->pads.at[net->pads.at[k]].at);
        int64_t half = net->pads.count ? (int64_t)box.x2 - box.x1 + box.y2 - box.y1 : 0;
        turns[i] = (lw_turn){(lw_net_id)i, 0, half, net->pads.count, order};
    }
    lw_turns_sort(turns, board->nets.count);
    return turns;
}
