#include "wave/estimate.h"

#include <stdlib.h>

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/*
 * Without diagonals, a column and a row cost two steps. With them, one diagonal step; or two
 * straight ones, where those are cheaper. And by diagonal steps to and fro one comes straight on.
 */
static lw_estimate make(const lw_map *map, int32_t to, uint64_t straight, uint64_t diagonal,
                        uint64_t via)
{
    lw_estimate made = {map, lw_map_place(map, to), straight, 2 * straight, via};
    if (map->rules.directions == LW_STEPS) {
        made.straight = smaller(straight, diagonal);
        made.diagonal = smaller(2 * straight, diagonal);
    }
    return made;
}

lw_estimate lw_estimate_costs(const lw_map *map, int32_t to)
{
    const lw_map_rules *rules = &map->rules;
    bool both = rules->weighing == LW_WEIGH_BOTH;
    uint64_t least = lw_map_measure(map).least, step = both ? 2 * least : least;
    return make(map, to, step * rules->straight, step * rules->diagonal,
                rules->via + (both ? 0 : least));
}

lw_estimate lw_estimate_steps(const lw_map *map, int32_t to)
{
    return make(map, to, 1, 1, 1);
}

uint64_t lw_estimate_from(const lw_estimate *estimate, int32_t cell)
{
    lw_map_spot at = lw_map_place(estimate->map, cell), to = estimate->to;
    uint64_t cols = (uint64_t)abs(at.x - to.x), rows = (uint64_t)abs(at.y - to.y);
    uint64_t layers = (uint64_t)abs(at.layer - to.layer), least = smaller(cols, rows);
    if (estimate->map->rules.through)
        layers = layers > 0;
    return least * estimate->diagonal + (cols + rows - 2 * least) * estimate->straight +
           layers * estimate->via;
}
