/*
 * Greedy, step by step: always to the neighbour that is nearest to the target as the crow flies,
 * as long as that is nearer than here (geographic routing; G. G. Finn, "Routing and Addressing
 * Problems in Large Metropolitan-scale Internetworks", 1987). It remembers nothing, and fails in
 * the first dead end: where no neighbour is nearer.
 *
 * Always: each cell of the walk is nearer to the target than the one before; so it never comes to a
 * cell twice, and ends.
 */
#include "wave/attempt.h"

/* The square of the distance, which orders alike. */
uint64_t lw_greedy_distance(const lw_map *map, int32_t a, int32_t b)
{
    lw_map_spot p = lw_map_place(map, a), q = lw_map_place(map, b);
    int64_t x = p.x - q.x, y = p.y - q.y, layer = p.layer - q.layer;
    return (uint64_t)(x * x + y * y + layer * layer);
}

int32_t lw_greedy_next(const lw_attempt *attempt, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    int32_t best = cell;
    uint64_t least = lw_greedy_distance(attempt->map, cell, attempt->to);
    for (int i = 0; i < count; i++) {
        uint64_t distance = lw_greedy_distance(attempt->map, steps[i].cell, attempt->to);
        if (distance < least) {
            least = distance;
            best = steps[i].cell;
        }
    }
    return best;
}

void lw_greedy(lw_attempt *attempt)
{
    int32_t cell = attempt->from;
    if (!lw_attempt_walk(attempt, cell))
        return;
    while (cell != attempt->to) {
        if (!lw_attempt_expand(attempt, 0, cell, attempt->trial->count - 1))
            return;
        int32_t next = lw_greedy_next(attempt, cell);
        if (next == cell) {
            attempt->trial->outcome = LW_FAILED;
            return;
        }
        if (!lw_attempt_walk(attempt, cell = next))
            return;
    }
    attempt->trial->outcome = LW_FOUND;
}
