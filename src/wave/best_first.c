/*
 * Best first, the greedy search (J. E. Doran and D. Michie, "Experiments with the Graph Traverser
 * Program", Proceedings of the Royal Society A 294, 1966). The next cell is the one that seems
 * nearest to the target, whatever it cost to come there; of equal ones the last to be found. A cell
 * keeps the way by which it was found first.
 *
 * Always: all cells found have been looked at or wait, so it finds a path when there is one. What
 * the path costs it never asks: in a dead end open to the start it fills the end first, and the
 * way out that it finds may be long.
 */
#include "wave/estimate.h"
#include "wave/priority.h"

typedef struct search {
    lw_attempt *attempt;
    uint64_t *left;  /* the estimate */
    uint64_t *found; /* the how manieth cell it was */
    uint32_t *from;  /* 1 + the cell before; 0: not found */
    lw_estimate estimate;
    lw_priority queue;
} search;

static void reach(search *s, int32_t from, int32_t cell)
{
    if (s->from[cell])
        return;
    s->left[cell] = lw_estimate_from(&s->estimate, cell);
    lw_attempt_label(s->attempt, 0, cell, s->left[cell]);
    s->found[cell] = s->attempt->trial->counts.labelled;
    s->from[cell] = (uint32_t)from + 1;
    lw_priority_put(&s->queue, (uint32_t)cell);
}

static void spread(search *s, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell, steps);
    for (int i = 0; i < count; i++)
        reach(s, cell, steps[i].cell);
}

static bool open_search(search *s)
{
    lw_attempt *attempt = s->attempt;
    attempt->trial->counts.bits = 64 + 64 + 32 + LW_PRIORITY_BITS;
    return (s->left = lw_attempt_cells(attempt, sizeof *s->left)) &&
           (s->found = lw_attempt_cells(attempt, sizeof *s->found)) &&
           (s->from = lw_attempt_cells(attempt, sizeof *s->from)) &&
           lw_priority_open(attempt, &s->queue, (size_t)lw_map_size(attempt->map), s->left,
                            s->found);
}

void lw_best_first(lw_attempt *attempt)
{
    search s = {.attempt = attempt, .estimate = lw_estimate_costs(attempt->map, attempt->to)};
    if (!open_search(&s))
        return;
    reach(&s, attempt->from, attempt->from);
    while (s.queue.waiting && !s.from[attempt->to]) {
        int32_t cell = (int32_t)lw_priority_take(&s.queue);
        if (!lw_attempt_step(attempt, s.left[cell]) ||
            !lw_attempt_expand(attempt, 0, cell, s.left[cell]))
            return;
        spread(&s, cell);
    }
    if (s.from[attempt->to])
        lw_attempt_back(attempt, s.from);
}
