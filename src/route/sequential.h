/*
 * Sequential routing: nets one after the other, each on what the earlier ones left, by Lee waves.
 */
#ifndef LW_ROUTE_SEQUENTIAL_H
#define LW_ROUTE_SEQUENTIAL_H

#include "route/run.h"

/* Joins all nets as far as they can be joined; copper goes to run->routes, what stays open to the
 * log. */
lw_status lw_route_sequentially(lw_run *run, lw_route_log *log, lw_error *err) LW_MUST_CHECK;

/* Bytes that it takes beside the lattice. */
size_t lw_sequential_size(const lw_grid_plan *plan);

#endif
