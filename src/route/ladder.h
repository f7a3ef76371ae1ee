/*
 * Lattices one after the other, each finer than the one before, while connections stay open. The
 * next one may be tried by another thread while the run before it is in trouble; whether its result
 * is taken depends on the results alone.
 */
#ifndef LW_ROUTE_LADDER_H
#define LW_ROUTE_LADDER_H

#include "route/outcome.h"

lw_status lw_ladder_climb(const lw_board *board, const lw_route_options *options, lw_outcome *best,
                          lw_error *err) LW_MUST_CHECK;

#endif
