/* Whose turn it is: nets in the order in which they are routed. */
#ifndef LW_ROUTE_ORDER_H
#define LW_ROUTE_ORDER_H

#include "leeway/route.h"

/* A net and what its place depends on. */
typedef struct lw_turn {
    lw_net_id net;
    uint32_t failures; /* in earlier rounds */
    int64_t half_perimeter;
    uint32_t pads;
    lw_order order;
} lw_turn;

/* All nets of the board in order, the caller's to free(). */
lw_turn *lw_turns_new(const lw_board *board, lw_order order);
/* Puts them in order again, those with more failures first. */
void lw_turns_sort(lw_turn *turns, uint32_t count);

#endif
