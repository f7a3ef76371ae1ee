/*
 * Iterative deepening A* (R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree
 * Search", Artificial Intelligence 27, 1985). Goes depth first along all paths whose cost and
 * estimate (estimate.h) are together within a bound. When none of them comes to the target, the
 * bound becomes the least sum that was above it, everything is forgotten, and it starts anew.
 *
 * Always: no path has a sum below the bound but those tried in vain. So the first path found is a
 * cheapest one. It remembers the path it is on and nothing else, but for one bit a cell that says
 * which cells are on it; and pays with time: whatever many paths lead to is looked at from each of
 * them, in each round. On open maps with something in the way that is more than anyone can wait
 * for: give it a limit.
 */
#include "wave/estimate.h"
#include "wave/attempt.h"

typedef struct spot {
    uint64_t value;
    int32_t cell;
    int next; /* of the steps from the cell, the one to try */
} spot;

typedef struct search {
    lw_attempt *attempt;
    lw_estimate left;
    spot *path;
    uint32_t depth, room;
    uint8_t *on_path; /* a bit a cell */
    uint64_t bound, above;
} search;

static void turn_bit(search *s, int32_t cell)
{
    s->on_path[cell / 8] ^= (uint8_t)(1 << cell % 8);
}

static bool is_on_path(const search *s, int32_t cell)
{
    return s->on_path[cell / 8] >> cell % 8 & 1;
}

static bool enter(search *s, int32_t cell, uint64_t value)
{
    lw_trial_counts *counts = &s->attempt->trial->counts;
    if (s->depth == s->room) {
        spot *more =
            lw_attempt_widen(s->attempt, s->path, s->room, 2 * (size_t)s->room, sizeof *more);
        if (!more)
            return false;
        s->path = more;
        s->room *= 2;
    }
    s->path[s->depth++] = (spot){value, cell, 0};
    turn_bit(s, cell);
    if (counts->frontier < s->depth)
        counts->frontier = s->depth;
    lw_attempt_label(s->attempt, 0, cell, value);
    return lw_attempt_expand(s->attempt, 0, cell, value);
}

/* The next step from the end of the path that is within the bound; false: there is none. */
static bool next_step(search *s, lw_map_step *step)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    spot *end = &s->path[s->depth - 1];
    int count = lw_map_steps(s->attempt->map, end->cell, steps);
    while (end->next < count) {
        *step = steps[end->next++];
        if (is_on_path(s, step->cell))
            continue;
        uint64_t sum = end->value + step->cost + lw_estimate_from(&s->left, step->cell);
        if (sum <= s->bound)
            return true;
        if (sum < s->above)
            s->above = sum;
    }
    return false;
}

/* Tries all paths within the bound. False when the attempt has ended, by a path or otherwise. */
static bool deepen(search *s)
{
    const lw_attempt *attempt = s->attempt;
    s->above = UINT64_MAX;
    if (!enter(s, attempt->from, 0))
        return false;
    while (s->depth) {
        lw_map_step step;
        const spot *end = &s->path[s->depth - 1];
        if (end->cell == attempt->to) {
            attempt->trial->outcome = LW_FOUND;
            return false;
        }
        if (!next_step(s, &step))
            turn_bit(s, s->path[--s->depth].cell);
        else if (!enter(s, step.cell, end->value + step.cost))
            return false;
    }
    return true;
}

void lw_iterative(lw_attempt *attempt)
{
    search s = {
        .attempt = attempt, .left = lw_estimate_costs(attempt->map, attempt->to), .room = 64};
    attempt->trial->counts.bits = 1;
    if (!(s.path = lw_attempt_array(attempt, s.room, sizeof *s.path)) ||
        !(s.on_path = lw_attempt_array(attempt, (size_t)lw_map_size(attempt->map) / 8 + 1, 1)))
        return;
    s.bound = lw_estimate_from(&s.left, attempt->from);
    while (lw_attempt_step(attempt, s.bound) && deepen(&s) && s.above != UINT64_MAX) {
        s.bound = s.above;
        lw_attempt_forget(attempt);
    }
    for (uint32_t i = 0; attempt->trial->outcome == LW_FOUND && i < s.depth; i++)
        lw_attempt_add(attempt, s.path[i].cell);
}
