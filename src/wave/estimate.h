/*
 * What is left to the target at least, were nothing in the way: the estimate by which searches are
 * aimed. As large as can be said of any map by its rules and its cheapest cell.
 *
 * It is consistent: one step never lowers it by more than the step costs. So on any path estimate
 * and cost together never fall.
 */
#ifndef LW_WAVE_ESTIMATE_H
#define LW_WAVE_ESTIMATE_H

#include "leeway/map.h"

typedef struct lw_estimate {
    const lw_map *map;
    lw_map_spot to;
    uint64_t straight, diagonal; /* for a column or row alone; for both at once */
    uint64_t via;
} lw_estimate;

/* Of what steps cost, bends aside. */
lw_estimate lw_estimate_costs(const lw_map *map, int32_t to);
/* Of how many there are. */
lw_estimate lw_estimate_steps(const lw_map *map, int32_t to);

uint64_t lw_estimate_from(const lw_estimate *estimate, int32_t cell);

#endif
