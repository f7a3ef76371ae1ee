/*
 * The weighted wave (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische
 * Mathematik 1, 1959), with circular buckets as its queue (buckets.h). Each cell is in one of three
 * states. Untouched: no wave has come to it. In progress: it has a value, the cost of the cheapest
 * path found so far, and waits. Done: it left the cheapest bucket of all that wait, so its value is
 * final, and its neighbours have been looked at.
 *
 * Always: a path to a cell that is not done leads through one that waits, and on from there costs
 * more than any that is done. So no later path can make a done cell better; and the target is not
 * at its cheapest when it is first touched, but when it is done.
 *
 * Back: of all neighbours, the one is on a cheapest path whose value and the step from it are
 * together least, namely the value of the cell itself. No pointers need to be kept.
 */
#include "wave/weighted.h"

#include "wave/buckets.h"

static int steps_on(const lw_attempt *attempt, const lw_weighted *wave, int32_t cell,
                    lw_map_step *steps)
{
    return wave->backward ? lw_map_steps_to(attempt->map, cell, steps)
                          : lw_map_steps(attempt->map, cell, steps);
}

int lw_weighted_steps_back(const lw_attempt *attempt, const lw_weighted *wave, int32_t cell,
                           lw_map_step steps[LW_MAP_STEPS_MOST])
{
    return wave->backward ? lw_map_steps(attempt->map, cell, steps)
                          : lw_map_steps_to(attempt->map, cell, steps);
}

static void reach(lw_attempt *attempt, lw_weighted *wave, lw_buckets *buckets, int32_t cell,
                  uint64_t value)
{
    if (wave->state[cell] == LW_UNTOUCHED) {
        lw_attempt_label(attempt, 0, cell, value);
    } else if (value < wave->value[cell]) {
        lw_buckets_drop(buckets, (uint32_t)cell, wave->value[cell]);
        lw_attempt_better(attempt, 0, cell, value);
    } else {
        return;
    }
    wave->state[cell] = LW_IN_PROGRESS;
    wave->value[cell] = value;
    lw_buckets_add(buckets, (uint32_t)cell, value);
}

static void spread(lw_attempt *attempt, lw_weighted *wave, lw_buckets *buckets, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = steps_on(attempt, wave, cell, steps);
    for (int i = 0; i < count; i++)
        reach(attempt, wave, buckets, steps[i].cell, wave->value[cell] + steps[i].cost);
}

bool lw_weighted_wave(lw_attempt *attempt, lw_weighted *wave, int32_t goal)
{
    lw_buckets buckets;
    lw_map_range range = lw_map_measure(attempt->map);
    wave->value = lw_attempt_cells(attempt, sizeof *wave->value);
    wave->state = wave->value ? lw_attempt_cells(attempt, sizeof *wave->state) : NULL;
    if (!wave->state || !lw_buckets_open(attempt, &buckets, (size_t)lw_map_size(attempt->map),
                                         range.cheapest, range.dearest))
        return false;
    attempt->trial->counts.bits = 64 + 8 + LW_BUCKETS_BITS;

    reach(attempt, wave, &buckets, wave->start, 0);
    uint64_t bucket = 0;
    while (buckets.waiting) {
        int32_t cell = (int32_t)lw_buckets_take(&buckets);
        wave->state[cell] = LW_DONE;
        if (buckets.at != bucket &&
            !lw_attempt_step(attempt, (bucket = buckets.at) * buckets.width))
            return false;
        if (!lw_attempt_expand(attempt, 0, cell, wave->value[cell]))
            return false;
        if (cell == goal)
            break;
        spread(attempt, wave, &buckets, cell);
    }
    return true;
}

static int32_t cheapest_way_back(const lw_attempt *attempt, const lw_weighted *wave, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_weighted_steps_back(attempt, wave, cell, steps);
    uint64_t least = UINT64_MAX;
    int32_t best = cell;
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (wave->state[there] != LW_UNTOUCHED && wave->value[there] + steps[i].cost < least) {
            least = wave->value[there] + steps[i].cost;
            best = there;
        }
    }
    return best;
}

void lw_weighted_backtrace(lw_attempt *attempt, const lw_weighted *wave, int32_t cell)
{
    lw_attempt_add(attempt, cell);
    while (cell != wave->start) {
        cell = cheapest_way_back(attempt, wave, cell);
        lw_attempt_add(attempt, cell);
    }
    if (!wave->backward)
        lw_attempt_turn(attempt);
    attempt->trial->outcome = LW_FOUND;
}

void lw_weighted_ends(const lw_attempt *attempt, lw_weighted *wave, int32_t *goal)
{
    bool backward = attempt->query->backward;
    wave->backward = backward;
    wave->start = backward ? attempt->to : attempt->from;
    *goal = backward ? attempt->from : attempt->to;
}

void lw_weighted_run(lw_attempt *attempt)
{
    lw_weighted wave;
    int32_t goal;
    lw_weighted_ends(attempt, &wave, &goal);
    if (lw_weighted_wave(attempt, &wave, goal) && wave.state[goal] == LW_DONE)
        lw_weighted_backtrace(attempt, &wave, goal);
}
