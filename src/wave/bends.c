/*
 * The weighted wave where bends cost (Dijkstra 1959, on states). What the next step costs depends
 * on the one before, so a cell alone is not a state; a cell and the step that led to it are. Each
 * cell has a value for each of its directions, and one for a via, behind which every direction is
 * as good; the start counts as reached by a via.
 *
 * Always: of all states that wait the cheapest is final, as of all cells where bends are free. A
 * cell gets several values, and when the first bucket that holds the target is reached, the
 * cheapest of the target's is the cost of a cheapest path. Back, the smallest sum of value, step
 * and bend leads from state to state. A state that is dearer than another of its cell by a bend or
 * more can win nothing and never waits.
 */
#include "wave/buckets.h"

enum { UNTOUCHED, IN_PROGRESS, DONE };

typedef struct states {
    lw_attempt *attempt;
    uint32_t ways; /* states a cell */
    uint64_t *value;
    uint8_t *state;
    uint64_t *least; /* of a cell: the least value of its states */
    lw_buckets buckets;
} states;

static uint32_t node_of(const states *s, int32_t cell, uint8_t step)
{
    uint32_t via = s->ways - 1;
    return (uint32_t)cell * s->ways + (step == LW_MAP_VIA ? via : step * via / LW_STEPS);
}

static uint8_t step_of(const states *s, uint32_t node)
{
    uint32_t via = s->ways - 1, way = node % s->ways;
    return (uint8_t)(way == via ? LW_MAP_VIA : way * LW_STEPS / via);
}

static int32_t cell_of(const states *s, uint32_t node)
{
    return (int32_t)(node / s->ways);
}

static uint32_t bend(const states *s, uint8_t before, uint8_t step)
{
    bool bends = before != LW_MAP_VIA && step != LW_MAP_VIA && before != step;
    return bends ? s->attempt->map->rules.bend : 0;
}

/* Whether another state of the cell, and a bend, leads on at no more cost. */
static bool is_idle(const states *s, uint32_t node, uint64_t value)
{
    int32_t cell = cell_of(s, node);
    return s->least[cell] && value >= s->least[cell] + s->attempt->map->rules.bend;
}

static void reach(states *s, uint32_t node, uint64_t value)
{
    if (is_idle(s, node, value))
        return;
    uint64_t *least = &s->least[cell_of(s, node)];
    if (!*least || value < *least)
        *least = value;
    if (s->state[node] == UNTOUCHED) {
        lw_attempt_label(s->attempt, 0, cell_of(s, node), value);
    } else if (value < s->value[node]) {
        lw_buckets_drop(&s->buckets, node, s->value[node]);
        lw_attempt_better(s->attempt, 0, cell_of(s, node), value);
    } else {
        return;
    }
    s->state[node] = IN_PROGRESS;
    s->value[node] = value;
    lw_buckets_add(&s->buckets, node, value);
}

static void spread(states *s, uint32_t node)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(s->attempt->map, cell_of(s, node), steps);
    for (int i = 0; i < count; i++)
        reach(s, node_of(s, steps[i].cell, steps[i].step),
              s->value[node] + steps[i].cost + bend(s, step_of(s, node), steps[i].step));
}

/* The state before: of a neighbour from which the step of this one comes. */
static uint32_t state_before(const states *s, uint32_t node)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps_to(s->attempt->map, cell_of(s, node), steps);
    uint64_t least = UINT64_MAX;
    uint32_t best = node;
    for (int i = 0; i < count; i++) {
        if (steps[i].step != step_of(s, node))
            continue;
        uint32_t first = (uint32_t)steps[i].cell * s->ways;
        for (uint32_t before = first; before < first + s->ways; before++) {
            uint64_t sum =
                s->value[before] + steps[i].cost + bend(s, step_of(s, before), steps[i].step);
            if (s->state[before] != UNTOUCHED && sum < least) {
                least = sum;
                best = before;
            }
        }
    }
    return best;
}

/* Of the target's states; a bucket holds values that differ a little. */
static uint32_t cheapest_end(const states *s)
{
    uint32_t first = (uint32_t)s->attempt->to * s->ways, best = first;
    for (uint32_t node = first; node < first + s->ways; node++)
        if (s->state[node] != UNTOUCHED &&
            (s->state[best] == UNTOUCHED || s->value[node] < s->value[best]))
            best = node;
    return best;
}

static void backtrace(states *s, uint32_t start)
{
    uint32_t node = cheapest_end(s);
    lw_attempt_add(s->attempt, cell_of(s, node));
    while (node != start) {
        node = state_before(s, node);
        lw_attempt_add(s->attempt, cell_of(s, node));
    }
    lw_attempt_turn(s->attempt);
    s->attempt->trial->outcome = LW_FOUND;
}

static bool open_states(states *s)
{
    lw_map_range range = lw_map_measure(s->attempt->map);
    size_t count = (size_t)lw_map_size(s->attempt->map) * s->ways;
    s->attempt->trial->counts.bits = 64 + s->ways * (64 + 8 + LW_BUCKETS_BITS);
    return (s->value = lw_attempt_array(s->attempt, count, sizeof *s->value)) &&
           (s->state = lw_attempt_array(s->attempt, count, sizeof *s->state)) &&
           (s->least = lw_attempt_cells(s->attempt, sizeof *s->least)) &&
           lw_buckets_open(s->attempt, &s->buckets, count, range.cheapest,
                           range.dearest + s->attempt->map->rules.bend);
}

void lw_bends(lw_attempt *attempt)
{
    states s = {.attempt = attempt, .ways = attempt->map->rules.directions + 1u};
    if (!open_states(&s))
        return;
    uint32_t start = node_of(&s, attempt->from, LW_MAP_VIA);
    reach(&s, start, 0);
    uint64_t bucket = 0;
    while (s.buckets.waiting) {
        uint32_t node = lw_buckets_take(&s.buckets);
        s.state[node] = DONE;
        if (s.buckets.at != bucket &&
            !lw_attempt_step(attempt, (bucket = s.buckets.at) * s.buckets.width))
            return;
        if (!lw_attempt_expand(attempt, 0, cell_of(&s, node), s.value[node]))
            return;
        if (cell_of(&s, node) == attempt->to) {
            backtrace(&s, start);
            return;
        }
        spread(&s, node);
    }
}
