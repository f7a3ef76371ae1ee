/*
 * Hadlock's detour numbers (F. O. Hadlock, "A Shortest Path Algorithm for Grid Graphs", Networks 7,
 * 1977). Without diagonals, a path is as long as the distance of its ends plus twice its detours,
 * the steps that lead away from the target. So instead of its length each cell is labelled with the
 * detours on the way to it, and cells with few go first; of equal ones the last to be found, which
 * heads straight for the target until it is hindered.
 *
 * Always: no step lowers the detours, so the first path to come to the target has the fewest, and
 * is a shortest one. Where nothing is in the way, only cells along that path are looked at.
 *
 * On maps with diagonals or vias to any layer some steps lead neither nearer nor away: half a
 * detour. Labels count halves there.
 */
#include "wave/buckets.h"
#include "wave/estimate.h"

typedef struct search {
    lw_attempt *attempt;
    lw_estimate left;
    uint32_t *label; /* 1 + detours; 0: not found */
    uint32_t *from;  /* 1 + the cell before */
    lw_buckets queue;
    uint32_t whole; /* halves that the labels count as one */
} search;

static uint64_t detours(const search *s, int32_t cell)
{
    return (s->label[cell] - 1) / s->whole;
}

static void reach(search *s, int32_t from, int32_t cell, uint32_t label)
{
    if (s->label[cell] && s->label[cell] <= label)
        return;
    bool first = !s->label[cell];
    if (!first)
        lw_buckets_drop(&s->queue, (uint32_t)cell, s->label[cell]);
    s->label[cell] = label;
    s->from[cell] = (uint32_t)from + 1;
    (first ? lw_attempt_label : lw_attempt_better)(s->attempt, 0, cell, detours(s, cell));
    lw_buckets_push(&s->queue, (uint32_t)cell, label);
}

/* A step nearer to the target costs nothing; one away, two halves. */
static void spread(search *s, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell, steps);
    uint64_t here = lw_estimate_from(&s->left, cell);
    for (int i = 0; i < count; i++) {
        uint64_t there = lw_estimate_from(&s->left, steps[i].cell);
        reach(s, cell, steps[i].cell, s->label[cell] + (uint32_t)(1 + there - here));
    }
}

static bool open_search(search *s)
{
    lw_attempt *attempt = s->attempt;
    attempt->trial->counts.bits = 32 + 32 + LW_BUCKETS_BITS;
    return (s->label = lw_attempt_cells(attempt, sizeof *s->label)) &&
           (s->from = lw_attempt_cells(attempt, sizeof *s->from)) &&
           lw_buckets_open(attempt, &s->queue, (size_t)lw_map_size(attempt->map), 1, 2);
}

void lw_hadlock(lw_attempt *attempt)
{
    const lw_map_rules *rules = &attempt->map->rules;
    bool halves = rules->directions == LW_STEPS || (rules->through && attempt->map->layers > 2);
    search s = {.attempt = attempt,
                .left = lw_estimate_steps(attempt->map, attempt->to),
                .whole = halves ? 1 : 2};
    if (!open_search(&s))
        return;
    reach(&s, attempt->from, attempt->from, 1);
    uint64_t label = 1;
    while (s.queue.waiting) {
        int32_t cell = (int32_t)lw_buckets_take(&s.queue);
        if (s.label[cell] != label &&
            !lw_attempt_step(attempt, ((label = s.label[cell]) - 1) / s.whole))
            return;
        if (!lw_attempt_expand(attempt, 0, cell, detours(&s, cell)))
            return;
        if (cell == attempt->to) {
            lw_attempt_back(attempt, s.from);
            return;
        }
        spread(&s, cell);
    }
}
