/*
 * One net: which of its things (pads, copper that is there) are joined, and the tree that joins the
 * rest.
 */
#ifndef LW_ROUTE_NET_H
#define LW_ROUTE_NET_H

#include "route/run.h"

typedef struct lw_net_result {
    uint32_t open; /* groups of pads that remain, less one */
    uint32_t pad;  /* first pad that was not joined */
} lw_net_result;

/* Connections that the net still needs. */
uint32_t lw_net_missing(lw_run *run, lw_net_id net);
/* Joins what can be joined; the copper goes to routes and lattice. */
lw_net_result lw_net_route(lw_run *run, lw_net_id net);

#endif
