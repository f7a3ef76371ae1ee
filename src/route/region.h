/*
 * What is within reach on a lattice without new copper: the nodes that hang together with the
 * entries of a group of a net's things, until those of another group are met.
 */
#ifndef LW_ROUTE_REGION_H
#define LW_ROUTE_REGION_H

#include "route/run.h"

/* Larger regions are not followed to their end. */
enum { LW_REGION_MOST = 100000 };

/* A group of things of a net that nothing else can be joined to. */
typedef struct lw_shut_in {
    const lw_item *pad; /* the first one in it; NULL: every group can reach another */
    uint32_t nodes;     /* within reach, up to LW_REGION_MOST */
} lw_shut_in;

/* The one with the fewest nodes around it. */
lw_shut_in lw_shut_in_find(lw_run *run, lw_net_id net);

#endif
