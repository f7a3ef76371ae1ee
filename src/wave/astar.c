/*
 * A* (P. E. Hart, N. J. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of
 * Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics 4, 1968). The weighted
 * wave, but aimed: the next cell is the one for which its value, what it costs from the start, and
 * an estimate of what is left to the target (estimate.h) are together least.
 *
 * Always: the estimate is never too large, and consistent. So the sums of the cells that are done
 * never fall, the value of a done cell is final, and when the target is done its path is a cheapest
 * one: every other path has a cell that waits with a sum that is no less. With an estimate of 0
 * this is Dijkstra's wave; the better the estimate, the fewer cells are done.
 *
 * Of equal sums, the largest value goes first: it is nearer to the target.
 */
#include "wave/estimate.h"
#include "wave/priority.h"
#include "wave/weighted.h"

typedef struct search {
    lw_attempt *attempt;
    lw_weighted wave;
    uint64_t *sum; /* of value and estimate */
    lw_estimate left;
    lw_priority queue;
} search;

static void reach(search *s, int32_t cell, uint64_t value)
{
    lw_weighted *wave = &s->wave;
    if (wave->state[cell] != LW_UNTOUCHED && value >= wave->value[cell])
        return;
    bool first = wave->state[cell] == LW_UNTOUCHED;
    (first ? lw_attempt_label : lw_attempt_better)(s->attempt, 0, cell, value);
    wave->state[cell] = LW_IN_PROGRESS;
    wave->value[cell] = value;
    s->sum[cell] = value + lw_estimate_from(&s->left, cell);
    lw_priority_put(&s->queue, (uint32_t)cell);
}

static void spread(search *s, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell, steps);
    for (int i = 0; i < count; i++)
        reach(s, steps[i].cell, s->wave.value[cell] + steps[i].cost);
}

static bool open_search(search *s)
{
    lw_attempt *attempt = s->attempt;
    attempt->trial->counts.bits = 64 + 8 + 64 + LW_PRIORITY_BITS;
    return (s->wave.value = lw_attempt_cells(attempt, sizeof *s->wave.value)) &&
           (s->wave.state = lw_attempt_cells(attempt, sizeof *s->wave.state)) &&
           (s->sum = lw_attempt_cells(attempt, sizeof *s->sum)) &&
           lw_priority_open(attempt, &s->queue, (size_t)lw_map_size(attempt->map), s->sum,
                            s->wave.value);
}

void lw_astar(lw_attempt *attempt)
{
    search s = {.attempt = attempt,
                .wave = {.start = attempt->from},
                .left = lw_estimate_costs(attempt->map, attempt->to)};
    if (!open_search(&s))
        return;
    reach(&s, attempt->from, 0);
    uint64_t sum = s.sum[attempt->from];
    while (s.queue.waiting) {
        int32_t cell = (int32_t)lw_priority_take(&s.queue);
        s.wave.state[cell] = LW_DONE;
        if (s.sum[cell] != sum && !lw_attempt_step(attempt, sum = s.sum[cell]))
            return;
        if (!lw_attempt_expand(attempt, 0, cell, s.wave.value[cell]))
            return;
        if (cell == attempt->to) {
            lw_weighted_backtrace(attempt, &s.wave, cell);
            return;
        }
        spread(&s, cell);
    }
}
