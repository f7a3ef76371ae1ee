/* The wiring of all parties at one time, to come back to. */
#ifndef LW_ROUTE_STATE_H
#define LW_ROUTE_STATE_H

#include "route/table.h"

typedef struct lw_state {
    lw_edge **edges; /* by party */
    uint32_t *edge_count;
    bool **used;
    uint32_t open;
    uint64_t cost;
} lw_state;

/* The first save of a zeroed state makes room. */
void lw_state_save(lw_table *table, lw_state *state);
void lw_state_restore(lw_table *table, const lw_state *state);
void lw_state_free(lw_table *table, lw_state *state);

#endif
