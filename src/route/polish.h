/* Makes a finished wiring shorter, straighter and poorer in vias. */
#ifndef LW_ROUTE_POLISH_H
#define LW_ROUTE_POLISH_H

#include "route/table.h"

/*
 * So many passes at most over all parties, whose wiring must be legal and stays so. `nodes` may be
 * expanded for it. Nothing gets worse: neither what is open nor, at the same number of open
 * connections, the sum of vias, length and bends; of that vias have a larger part at last. The
 * history is forgotten.
 */
void lw_table_polish(lw_table *table, uint32_t passes, uint64_t nodes);

#endif
