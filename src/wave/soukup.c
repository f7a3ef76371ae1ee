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
#include "wave/trial.h"

typedef struct search {
    lw_run *run;
    lw_estimate left;
    uint32_t *from; /* 1 + the cell before; 0: not found */
    lw_line line;
    uint64_t ring;
} search;

static bool is_nearer(const search *s, int32_t cell, int32_t there)
{
    return lw_estimate_from(&s->left, there) < lw_estimate_from(&s->left, cell);
}

static void reach(search *s, int32_t from, int32_t cell)
{
    s->from[cell] = (uint32_t)from + 1;
    lw_run_label(s->run, 0, cell, s->ring);
    lw_line_add(&s->line, cell);
}

/* A cell not found yet that is nearer, straight on rather than aside; `cell` itself: none is. */
static int32_t ahead(const search *s, int32_t cell, uint8_t *step)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->run->map, cell, steps);
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
    uint32_t first = s->line.last - 1;
    for (int32_t next; (next = ahead(s, cell, &step)) != cell; cell = next)
        reach(s, cell, next);
    for (uint32_t last = s->line.last; first + 1 < last; first++) {
        int32_t swap = s->line.cells[first];
        s->line.cells[first] = s->line.cells[--last];
        s->line.cells[last] = swap;
    }
}

static void spread(search *s, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->run->map, cell, steps);
    for (int i = 0; i < count && !s->from[s->run->to]; i++) {
        int32_t there = steps[i].cell;
        if (s->from[there])
            continue;
        reach(s, cell, there);
        if (is_nearer(s, cell, there))
            run_line(s, there, steps[i].step);
    }
}

void lw_soukup(lw_run *run)
{
    search s = {.run = run, .left = lw_estimate_steps(run->map, run->to)};
    run->trial->counts.bits = 32 + 32;
    s.from = lw_run_cells(run, sizeof *s.from);
    if (!s.from || !lw_line_open(run, &s.line, (size_t)lw_map_size(run->map)))
        return;
    reach(&s, run->from, run->from);
    uint32_t ring_end = 0;
    while (lw_line_waits(&s.line) && !s.from[run->to]) {
        if (s.line.first == ring_end) {
            ring_end = s.line.last;
            if (!lw_run_step(run, ++s.ring))
                return;
        }
        int32_t cell = lw_line_take(&s.line);
        if (!lw_run_expand(run, 0, cell, s.ring - 1))
            return;
        spread(&s, cell);
    }
    if (s.from[run->to])
        lw_run_back(run, s.from);
}
