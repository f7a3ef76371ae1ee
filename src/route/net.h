/*
 * One net: which of its things (pads, copper that is there) are joined, and the tree that joins the
 * rest.
 */
#ifndef LW_ROUTE_NET_H
#define LW_ROUTE_NET_H

#include "base/arena.h"
#include "leeway/grid.h"
#include "leeway/route.h"

/* What all nets of a run share. */
typedef struct lw_run {
    const lw_board *board;
    const lw_route_options *options;
    lw_lattice *lattice;
    lw_wave_space *space;
    lw_routes *before;   /* no new copper: tells what stays of the board's */
    lw_routes *routes;   /* of this round */
    lw_item_list items;  /* the board with the copper that stays */
    uint32_t *net_first; /* net n has items net_items[net_first[n] .. net_first[n + 1]) */
    uint32_t *net_items;
    lw_arena *scratch; /* reset between nets */
    lw_arena *ends;    /* of one wave */
    uint32_t round;    /* from 0 */
    lw_nm via_cost;    /* of this round */
    uint64_t expanded;
    bool stopped;
    lw_progress progress;
} lw_run;

typedef struct lw_net_result {
    uint32_t open; /* groups of pads that remain, less one */
    uint32_t pad;  /* first pad that was not joined */
    lw_open_reason reason;
} lw_net_result;

/* Connections that the net still needs. */
uint32_t lw_net_missing(lw_run *run, lw_net_id net);
/* Joins what can be joined; the copper goes to routes and lattice. */
lw_net_result lw_net_route(lw_run *run, lw_net_id net);

#endif
