/*
 * The weighted wave with a backtrace that fails: from the target to the neighbour of the smallest
 * value, and so on, as one does it on Lee's labels. It comes back to the start, for values fall
 * with each step, but not always on a cheapest path.
 *
 * Why: a small value says that a cell is near to the start; it does not say what the step from it
 * costs. On Lee's map all steps cost the same, and the smallest value has the smallest sum. Where
 * they differ, a neighbour in a swamp, or one that touches a corner only, may be nearer to the
 * start than the one that the wave came from, and leaving it may cost more than it is nearer.
 */
#include "wave/weighted.h"

static int32_t smallest(const lw_attempt *attempt, const lw_weighted *wave, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_weighted_steps_back(attempt, wave, cell, steps);
    int32_t best = cell;
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (wave->state[there] != LW_UNTOUCHED && wave->value[there] < wave->value[best])
            best = there;
    }
    return best;
}

void lw_weighted_value(lw_attempt *attempt)
{
    lw_weighted wave;
    int32_t goal;
    lw_weighted_ends(attempt, &wave, &goal);
    if (!lw_weighted_wave(attempt, &wave, goal) || wave.state[goal] != LW_DONE)
        return;
    lw_attempt_add(attempt, goal);
    for (int32_t cell = goal; cell != wave.start;) {
        cell = smallest(attempt, &wave, cell);
        lw_attempt_add(attempt, cell);
    }
    lw_attempt_found(attempt);
}
