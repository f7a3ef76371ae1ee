/*
 * Greedy, and around what is in the way (V. J. Lumelsky and A. A. Stepanov, "Path-planning
 * strategies for a point mobile automaton moving amidst unknown obstacles of arbitrary shape",
 * Algorithmica 2, 1987; on graphs in the plane P. Bose, P. Morin, I. Stojmenović and J. Urrutia,
 * "Routing with guaranteed delivery in ad hoc wireless networks", 1999). Walks to the neighbour
 * nearest to the target until none is nearer; then, with its left hand on the obstacle that stopped
 * it, along it, until it comes to a cell nearer to the target than where it was stopped.
 *
 * Always: each time that it is stopped, it is nearer to the target than the time before; so it
 * ends. And it finds a way if there is one: steps that do not cross are lines of a graph in the
 * plane, and the walk goes around the face of that graph on which the line of sight to the target
 * begins. Where the line of sight leaves the face it crosses a step, and an end of that step lies
 * in the rectangle between here and the target, so it is nearer. If the whole round shows no such
 * cell, the line of sight never leaves what the steps from here can reach: there is no way.
 *
 * Leaving at the first nearer cell is best around single obstacles, but in a maze it may walk the
 * same round for every dead end. When it has made more steps than the map has cells, it becomes
 * patient, as Lumelsky and Stepanov's first robot: it walks the whole round, and leaves at the
 * nearest cell of all. So it comes to no face a second time, and the walk is as long as a few times
 * all faces together.
 *
 * It keeps no marks in cells. But it needs a plane: it does not run on several layers, nor where
 * single steps are closed and diagonal ones may be the only ones left, as those may cross.
 */
#include "wave/attempt.h"

typedef struct stance {
    int32_t cell;
    int direction; /* of the next step */
} stance;

/* Where the steps from a cell lead, by direction; 0: nowhere. */
typedef struct ways {
    int32_t to[LW_STEPS];
} ways;

static ways ways_from(const lw_attempt *attempt, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    ways found = {{0}};
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++)
        found.to[steps[i].step] = steps[i].cell;
    return found;
}

/* A diagonal step between two free cells is left out: another one crosses it, and it is not needed,
 * as two straight ones lead to the same cell. */
static ways ways_that_do_not_cross(const lw_attempt *attempt, int32_t cell)
{
    ways found = ways_from(attempt, cell);
    for (int d = LW_NE; d < LW_STEPS; d += 2)
        if (found.to[d - 1] || found.to[(d + 1) % LW_STEPS])
            found.to[d] = 0;
    return found;
}

/* The step that is next, clockwise, from a direction; false: there is none at all. */
static bool turn_clockwise(const lw_attempt *attempt, stance *at)
{
    ways open = ways_that_do_not_cross(attempt, at->cell);
    for (int turn = 0; turn < LW_STEPS; turn++) {
        int d = (at->direction + LW_STEPS - turn) % LW_STEPS;
        if (open.to[d]) {
            at->direction = d;
            return true;
        }
    }
    return false;
}

/* The last of the eight directions that the line of sight to the target has passed. */
static int sight(const lw_map *map, int32_t cell, int32_t target)
{
    lw_map_spot a = lw_map_place(map, cell), b = lw_map_place(map, target);
    int32_t x = b.x - a.x, y = b.y - a.y;
    int quarter = 0;
    while (x <= 0 || y < 0) { /* turned clockwise until it looks into the first one */
        int32_t old = x;
        x = y;
        y = -old;
        quarter++;
    }
    return 2 * quarter + (y >= x);
}

static bool arrive(lw_attempt *attempt, int32_t cell)
{
    return lw_attempt_walk(attempt, cell) &&
           (cell == attempt->to || lw_attempt_expand(attempt, 0, cell, attempt->trial->count - 1));
}

/* One step, with the face on the left. */
static bool step_along(lw_attempt *attempt, stance *at)
{
    at->cell = ways_from(attempt, at->cell).to[at->direction];
    at->direction = (at->direction + LW_STEPS / 2 - 1) % LW_STEPS;
    if (!arrive(attempt, at->cell))
        return false;
    turn_clockwise(attempt, at);
    return true;
}

/* More steps than cells: it has been to some again and again. */
static bool is_patient(const lw_attempt *attempt)
{
    return attempt->trial->count > (uint32_t)lw_map_size(attempt->map);
}

static bool is_nearer(const lw_attempt *attempt, int32_t a, int32_t b)
{
    return lw_greedy_distance(attempt->map, a, attempt->to) <
           lw_greedy_distance(attempt->map, b, attempt->to);
}

/* Around the face that is in the way, to a cell nearer to the target. False when the whole round
 * has shown none, or when the attempt has to give up. */
static bool go_round(lw_attempt *attempt, int32_t *cell)
{
    stance at = {*cell, sight(attempt->map, *cell, attempt->to)};
    if (!turn_clockwise(attempt, &at))
        return false;
    const stance first = at;
    const bool patient = is_patient(attempt);
    int32_t nearest = *cell;
    do {
        if (!step_along(attempt, &at))
            return false;
        if (!is_nearer(attempt, at.cell, nearest))
            continue;
        nearest = at.cell;
        if (!patient || nearest == attempt->to) {
            *cell = nearest;
            return true;
        }
    } while (at.cell != first.cell || at.direction != first.direction);
    if (nearest == *cell)
        return false;
    while (at.cell != nearest)
        if (!step_along(attempt, &at))
            return false;
    *cell = nearest;
    return true;
}

void lw_greedy_round(lw_attempt *attempt)
{
    const lw_map *map = attempt->map;
    int32_t cell = attempt->from;
    if (map->layers > 1 || (map->closed && map->rules.directions == LW_STEPS)) {
        attempt->trial->outcome = LW_UNFIT;
        return;
    }
    bool goes_on = arrive(attempt, cell);
    while (goes_on && cell != attempt->to) {
        int32_t next = lw_greedy_next(attempt, cell);
        if (next != cell)
            goes_on = arrive(attempt, cell = next);
        else
            goes_on = go_round(attempt, &cell);
    }
    if (goes_on)
        attempt->trial->outcome = LW_FOUND;
}
