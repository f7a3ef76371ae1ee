/* Straightens the copper that a run has written. */
#ifndef LW_ROUTE_SMOOTH_H
#define LW_ROUTE_SMOOTH_H

#include "route/table.h"

/* Where a track takes several pieces, off the lattice as well, one or two at multiples of 45
 * degrees do that are shorter, or fewer and no longer, if they keep all clearances. */
void lw_table_smooth(lw_table *table);

#endif
