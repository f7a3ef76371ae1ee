/* Why nets stay open, told once a run is over. */
#ifndef LW_ROUTE_REASON_H
#define LW_ROUTE_REASON_H

#include "leeway/route.h"

/* Fills reason and text of all open nets of the log, by the lattice that the run had. */
void lw_reasons_find(const lw_board *board, const lw_route_options *options, lw_route_log *log);

#endif
