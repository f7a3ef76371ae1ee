/*
 * The straight line (J. E. Bresenham, "Algorithm for computer control of a digital plotter", IBM
 * Systems Journal 4, 1965): what one would draw by hand if nothing were in the way. It looks at no
 * cell but the next one, and fails at the first that is blocked. Where only 4 directions are
 * allowed, a diagonal step is made as two; where the target is on another layer, the layer is
 * changed at the start.
 *
 * Always: `error` is twice as far as the walker is off the line, times the longer side; the step
 * that is made is the one that keeps it smallest. No cell is kept in memory.
 */
#include "wave/attempt.h"

#include <stdlib.h>

/* False: there is no step that leads there, or the attempt has to give up. */
static bool walk(lw_attempt *attempt, int32_t *cell, int32_t there)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    if (!lw_attempt_expand(attempt, 0, *cell, attempt->trial->count - 1))
        return false;
    int count = lw_map_steps(attempt->map, *cell, steps);
    int i = 0;
    while (i < count && steps[i].cell != there)
        i++;
    if (i == count) {
        attempt->trial->outcome = LW_FAILED;
        return false;
    }
    *cell = there;
    return lw_attempt_walk(attempt, there);
}

static bool change_layer(lw_attempt *attempt, int32_t *cell)
{
    const lw_map *map = attempt->map;
    int32_t way = attempt->to / map->plane - attempt->from / map->plane;
    if (way == 0)
        return true;
    if (map->rules.through)
        return walk(attempt, cell, *cell + way * map->plane);
    int32_t step = way > 0 ? map->plane : -map->plane;
    for (int32_t left = abs(way); left > 0; left--)
        if (!walk(attempt, cell, *cell + step))
            return false;
    return true;
}

/* A step by one column and, or, one row. */
static bool step_by(lw_attempt *attempt, int32_t *cell, int32_t across, int32_t along)
{
    if (attempt->map->rules.directions == LW_STEPS || !across || !along)
        return walk(attempt, cell, *cell + across + along);
    return walk(attempt, cell, *cell + across) && walk(attempt, cell, *cell + along);
}

static bool draw_line(lw_attempt *attempt, int32_t *cell)
{
    lw_map_spot from = lw_map_place(attempt->map, attempt->from),
                to = lw_map_place(attempt->map, attempt->to);
    int32_t width = abs(to.x - from.x), height = abs(to.y - from.y);
    int32_t right = to.x > from.x ? 1 : -1;
    int32_t down = to.y > from.y ? attempt->map->stride : -attempt->map->stride;
    int64_t error = (int64_t)width - height;
    while (*cell != attempt->to) {
        bool x_moves = 2 * error > -height, y_moves = 2 * error < width;
        error += (y_moves ? width : 0) - (x_moves ? height : 0);
        if (!step_by(attempt, cell, x_moves ? right : 0, y_moves ? down : 0))
            return false;
    }
    return true;
}

void lw_bresenham(lw_attempt *attempt)
{
    int32_t cell = attempt->from;
    if (lw_attempt_walk(attempt, cell) && change_layer(attempt, &cell) && draw_line(attempt, &cell))
        attempt->trial->outcome = LW_FOUND;
}
