/* The wiring of a party, or of all, at one time, to come back to. */
#ifndef LW_ROUTE_STATE_H
#define LW_ROUTE_STATE_H

#include "route/table.h"

typedef struct lw_sketch {
    lw_edge *edges;
    uint32_t edge_count;
    bool *used; /* by entry */
    uint32_t open;
} lw_sketch;

typedef struct lw_state {
    lw_sketch *sketches; /* by party */
    uint32_t open;
    uint64_t cost;
} lw_state;

/* Into a zeroed sketch, or one from before. */
void lw_sketch_save(lw_sketch *sketch, const lw_party *party);
/* Stamps off. */
void lw_sketch_restore(const lw_sketch *sketch, lw_party *party);
void lw_sketch_free(lw_sketch *sketch);
/* The box of the steps that only one of both has; col2 < 0: there are none. */
lw_window lw_sketch_difference(const lw_table *table, const lw_sketch *sketch,
                               const lw_party *party);
/* Gives each of the parties, by number, its sketch, all at once. Stamps on. */
void lw_sketches_put(lw_table *table, const lw_sketch *sketches, const uint32_t *parties,
                     uint32_t count);

/* Gives the twin the wiring, banned entries and prices that the table has; history and what is
 * hopeless must be the same still. Stamps on. */
void lw_table_follow(lw_table *twin, const lw_table *table);

/* The first save of a zeroed state makes room. */
void lw_state_save(lw_table *table, lw_state *state);
void lw_state_restore(lw_table *table, const lw_state *state);
void lw_state_free(lw_table *table, lw_state *state);

#endif
