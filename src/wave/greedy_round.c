/*
 * Greedy, and around what is in the way (V. J. Lumelsky and A. A. Stepanov, "Path-planning
 * strategies for a point mobile automaton moving amidst unknown obstacles of arbitrary shape",
 * Algorithmica 2, 1987; on graphs in the plane P. Bose, P. Morin, I. Stojmenović and J. Urrutia,
 * "Routing with guaranteed delivery in ad hoc wireless networks", 1999). Walks to the neighbour
 * nearest to the target until none is nearer; then, with its left hand on the obstacle that it was
 * stopped by, along it, until it comes to a cell nearer to the target than where it was stopped.
 *
 * Always: each time that it is stopped, it is nearer to the target than the time before; so it
 * ends. And it finds a way if there is one: steps that do not cross are lines of a graph in the
 * plane, and the walk goes around the face of that graph on which the line of sight to the target
 * begins. Where the line of sight leaves the face it crosses a step, and an end of that step lies
 * in the rectangle between here and the target, so it is nearer. If the whole round shows no such
 * cell, the line of sight never leaves what the steps from here can reach: there is no way.
 *
 * It keeps no marks in cells. But it needs a plane: it does not run on several layers, nor where
 * single steps are closed and diagonal ones may be the only ones left, as those may cross.
 */
#include "wave/trial.h"

typedef struct stance {
    int32_t cell;
    int direction; /* of the next step */
} stance;

/* Where the steps from a cell lead, by direction; 0: nowhere. */
typedef struct ways {
    int32_t to[LW_STEPS];
} ways;

static ways ways_from(const lw_run *run, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    ways found = {{0}};
    int count = lw_map_steps(run->map, cell, steps);
    for (int i = 0; i < count; i++)
        found.to[steps[i].step] = steps[i].cell;
    return found;
}

/* A diagonal step between two free cells is left out: another one crosses it, and it is not needed,
 * as two straight ones lead to the same cell. */
static ways ways_that_do_not_cross(const lw_run *run, int32_t cell)
{
    ways found = ways_from(run, cell);
    for (int d = LW_NE; d < LW_STEPS; d += 2)
        if (found.to[d - 1] || found.to[(d + 1) % LW_STEPS])
            found.to[d] = 0;
    return found;
}

/* The step that is next, clockwise, from a direction; false: there is none at all. */
static bool turn_clockwise(const lw_run *run, stance *at)
{
    ways open = ways_that_do_not_cross(run, at->cell);
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

/* Along the face on the left, to a cell nearer to the target. False when the walk came around and
 * there was none, or when the run has to give up. */
static bool go_round(lw_run *run, int32_t *cell)
{
    uint64_t stopped = lw_greedy_distance(run->map, *cell, run->to);
    stance at = {*cell, sight(run->map, *cell, run->to)};
    if (!turn_clockwise(run, &at))
        return false;
    const stance first = at;
    do {
        at.cell = ways_from(run, at.cell).to[at.direction];
        if (!lw_run_walk(run, at.cell))
            return false;
        if (lw_greedy_distance(run->map, at.cell, run->to) < stopped) {
            *cell = at.cell;
            return true;
        }
        if (!lw_run_expand(run, 0, at.cell, run->trial->count - 1))
            return false;
        at.direction = (at.direction + LW_STEPS / 2 - 1) % LW_STEPS;
        turn_clockwise(run, &at);
    } while (at.cell != first.cell || at.direction != first.direction);
    return false;
}

static bool step_nearer(lw_run *run, int32_t *cell)
{
    *cell = lw_greedy_next(run, *cell);
    return lw_run_walk(run, *cell);
}

void lw_greedy_round(lw_run *run)
{
    const lw_map *map = run->map;
    int32_t cell = run->from;
    if (map->layers > 1 || (map->closed && map->rules.directions == LW_STEPS)) {
        run->trial->outcome = LW_UNFIT;
        return;
    }
    if (!lw_run_walk(run, cell))
        return;
    while (cell != run->to) {
        if (!lw_run_expand(run, 0, cell, run->trial->count - 1))
            return;
        bool stopped = lw_greedy_next(run, cell) == cell;
        if (!(stopped ? go_round(run, &cell) : step_nearer(run, &cell)))
            return;
    }
    run->trial->outcome = LW_FOUND;
}
