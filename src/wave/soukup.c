/*
 * Soukup's wave (J. Soukup, "Fast Maze Router", Proceedings of the 15th Design Automation
 * Conference, 1978). Lee's wave spreads around the start; but whenever a step leads nearer to the
 * target, a line is run on from there as long as a step leads nearer, straight on where it can.
 * Where it is hindered, the wave spreads again from all of its cells, and so gets around what is in
 * the way.
 *
 * Always: each cell found waits until its neighbours have been looked at, so a path is found when
 * there is one. On open maps that takes a small part of the cells that Lee looks at. But lines find
 * cells out of turn, so the path need not be a shortest one.
 */
#include "wave/estimate.h"
#include "wave/attempt.h"

typedef struct search {
    lw_attempt *attempt;
    lw_estimate left;
    uint32_t *from; /* 1 + the cell before; 0: not found */
    lw_queue found; /* and waiting */
    uint64_t ring;
} search;

static bool is_nearer(const search *s, int32_t cell, int32_t there)
{
    return lw_estimate_from(&s->left, there) < lw_estimate_from(&s->left, cell);
}

static void reach(search *s, int32_t from, int32_t cell)
{
    s->from[cell] = (uint32_t)from + 1;
    lw_attempt_label(s->attempt, 0, cell, s->ring);
    lw_queue_add(&s->found, cell);
}

/* A cell not found yet that is nearer, straight on rather than aside; `cell` itself: none is. */
static int32_t ahead(const search *s, int32_t cell, uint8_t *step)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell, steps);
    int32_t best = cell;
    for (int i = 0; i < count; i++) {
        if (s->from[steps[i].cell] || !is_nearer(s, cell, steps[i].cell))
            continue;
        if (best == cell || steps[i].step == *step)
            best = steps[i].cell;
    }
    for (int i = 0; i < count; i++)
        if (steps[i].cell == best)
            *step = steps[i].step;
    return best;
}

/* Runs on from a cell just found. Where the line was hindered the wave goes on first. */
static void run_line(search *s, int32_t cell, uint8_t step)
{
    uint32_t first = s->found.count - 1;
    for (int32_t next; (next = ahead(s, cell, &step)) != cell; cell = next)
        reach(s, cell, next);
    for (uint32_t last = s->found.count; first + 1 < last; first++) {
        int32_t *a = lw_queue_at(&s->found, first), *b = lw_queue_at(&s->found, --last);
        int32_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

static void spread(search *s, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell, steps);
    for (int i = 0; i < count && !s->from[s->attempt->to]; i++) {
        int32_t there = steps[i].cell;
        if (s->from[there])
            continue;
        reach(s, cell, there);
        if (is_nearer(s, cell, there))
            run_line(s, there, steps[i].step);
    }
}

void lw_soukup(lw_attempt *attempt)
{
    search s = {.attempt = attempt, .left = lw_estimate_steps(attempt->map, attempt->to)};
    attempt->trial->counts.bits = 32;
    s.from = lw_attempt_cells(attempt, sizeof *s.from);
    if (!s.from || !lw_queue_open(attempt, &s.found))
        return;
    reach(&s, attempt->from, attempt->from);
    uint32_t left = 0; /* in the ring */
    while (lw_queue_waits(&s.found) && !s.from[attempt->to]) {
        if (left == 0) {
            left = s.found.count;
            if (!lw_attempt_step(attempt, ++s.ring))
                return;
        }
        left--;
        int32_t cell = lw_queue_take(&s.found);
        if (!lw_attempt_expand(attempt, 0, cell, s.ring - 1))
            return;
        spread(&s, cell);
    }
    if (s.from[attempt->to])
        lw_attempt_back(attempt, s.from);
}
