/* Joins what is open in a legal state, at the cost of few neighbours' ways. */
#ifndef LW_ROUTE_CLOSING_H
#define LW_ROUTE_CLOSING_H

#include "route/table.h"

/*
 * The wiring must be legal on the lattice and stays so; no more is open than before, and nothing
 * changes where no less is. `nodes` may be expanded for it. The history is forgotten, the tolls are
 * closed.
 */
void lw_table_close_gaps(lw_table *table, uint64_t nodes);

#endif
