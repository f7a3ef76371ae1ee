/*
 * The weighted wave that adds what bends cost without making them part of the state: a common
 * mistake. Each cell keeps one value and the step that led to it; a step in another direction costs
 * a bend more.
 *
 * Why it fails: Dijkstra's wave may forget all but the cheapest way to a cell only because whatever
 * follows costs the same behind each of them. Here it does not: the cheapest way may come from the
 * side and have to bend, while a dearer one runs straight on and is cheaper one cell later. It was
 * forgotten. bends.c keeps both.
 */
#include "wave/buckets.h"

enum { UNTOUCHED, IN_PROGRESS, DONE };

typedef struct cells {
    lw_attempt *attempt;
    uint64_t *value;
    uint8_t *state;
    uint8_t *step;  /* that led to a cell ... */
    uint32_t *from; /* ... from another, + 1 */
    lw_buckets buckets;
} cells;

static void reach(cells *c, int32_t from, lw_map_step step, uint64_t value)
{
    int32_t cell = step.cell;
    if (c->state[cell] == UNTOUCHED) {
        lw_attempt_label(c->attempt, 0, cell, value);
    } else if (c->state[cell] == IN_PROGRESS && value < c->value[cell]) {
        lw_buckets_drop(&c->buckets, (uint32_t)cell, c->value[cell]);
        lw_attempt_better(c->attempt, 0, cell, value);
    } else {
        return;
    }
    c->state[cell] = IN_PROGRESS;
    c->value[cell] = value;
    c->step[cell] = step.step;
    c->from[cell] = (uint32_t)from + 1;
    lw_buckets_add(&c->buckets, (uint32_t)cell, value);
}

static void spread(cells *c, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(c->attempt->map, cell, steps);
    uint8_t before = c->step[cell];
    for (int i = 0; i < count; i++) {
        bool bends = before != LW_MAP_VIA && steps[i].step != LW_MAP_VIA && before != steps[i].step;
        reach(c, cell, steps[i],
              c->value[cell] + steps[i].cost + (bends ? c->attempt->map->rules.bend : 0));
    }
}

static bool open_cells(cells *c)
{
    lw_attempt *attempt = c->attempt;
    lw_map_range range = lw_map_measure(attempt->map);
    attempt->trial->counts.bits = 64 + 8 + 8 + 32 + LW_BUCKETS_BITS;
    return (c->value = lw_attempt_cells(attempt, sizeof *c->value)) &&
           (c->state = lw_attempt_cells(attempt, sizeof *c->state)) &&
           (c->step = lw_attempt_cells(attempt, sizeof *c->step)) &&
           (c->from = lw_attempt_cells(attempt, sizeof *c->from)) &&
           lw_buckets_open(attempt, &c->buckets, (size_t)lw_map_size(attempt->map), range.cheapest,
                           range.dearest + attempt->map->rules.bend);
}

void lw_bends_naive(lw_attempt *attempt)
{
    cells c = {.attempt = attempt};
    if (!open_cells(&c))
        return;
    reach(&c, attempt->from, (lw_map_step){attempt->from, LW_MAP_VIA, 0}, 0);
    uint64_t bucket = 0;
    while (c.buckets.waiting) {
        int32_t cell = (int32_t)lw_buckets_take(&c.buckets);
        c.state[cell] = DONE;
        if (c.buckets.at != bucket &&
            !lw_attempt_step(attempt, (bucket = c.buckets.at) * c.buckets.width))
            return;
        if (!lw_attempt_expand(attempt, 0, cell, c.value[cell]))
            return;
        if (cell == attempt->to) {
            lw_attempt_back(attempt, c.from);
            return;
        }
        spread(&c, cell);
    }
}
