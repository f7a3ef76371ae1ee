/* Which things of a net are joined already: union-find over copper that overlaps. */
#ifndef LW_ROUTE_GROUPS_H
#define LW_ROUTE_GROUPS_H

#include "route/run.h"

typedef struct lw_groups {
    uint32_t count;     /* things: the net's items in order */
    lw_islands islands; /* of its planes, sets of their own behind the things */
    uint32_t *parent;
} lw_groups;

lw_groups lw_groups_of_net(const lw_run *run, lw_net_id net, lw_arena *arena);
uint32_t lw_groups_find(lw_groups *groups, uint32_t thing);
void lw_groups_join(lw_groups *groups, uint32_t a, uint32_t b);

#endif
