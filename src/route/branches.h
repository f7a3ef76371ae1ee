/*
 * The branches of a wiring: ways between pads, forks and loose ends, through vias.
 */
#ifndef LW_ROUTE_BRANCHES_H
#define LW_ROUTE_BRANCHES_H

#include "route/table.h"

typedef struct lw_branches {
    uint32_t *of; /* by edge of the party: its branch */
    uint32_t count;
} lw_branches;

lw_branches lw_branches_new(lw_table *table, const lw_party *party);
void lw_branches_free(lw_branches *branches);

#endif
