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
#include "wave/trial.h"

#include <stdlib.h>

/* False: there is no step that leads there, or the run has to give up. */
static bool walk(lw_run *run, int32_t *cell, int32_t there)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    if (!lw_run_expand(run, 0, *cell, run->trial->count - 1))
        return false;
    int count = lw_map_steps(run->map, *cell, steps);
    int i = 0;
    while (i < count && steps[i].cell != there)
        i++;
    if (i == count) {
        run->trial->outcome = LW_FAILED;
        return false;
    }
    *cell = there;
    return lw_run_walk(run, there);
}

static bool change_layer(lw_run *run, int32_t *cell)
{
    const lw_map *map = run->map;
    int32_t way = run->to / map->plane - run->from / map->plane;
    if (way == 0)
        return true;
    if (map->rules.through)
        return walk(run, cell, *cell + way * map->plane);
    int32_t step = way > 0 ? map->plane : -map->plane;
    for (int32_t left = abs(way); left > 0; left--)
        if (!walk(run, cell, *cell + step))
            return false;
    return true;
}

/* A step by one column and, or, one row. */
static bool step_by(lw_run *run, int32_t *cell, int32_t across, int32_t along)
{
    if (run->map->rules.directions == LW_STEPS || !across || !along)
        return walk(run, cell, *cell + across + along);
    return walk(run, cell, *cell + across) && walk(run, cell, *cell + along);
}

static bool draw_line(lw_run *run, int32_t *cell)
{
    lw_map_spot from = lw_map_place(run->map, run->from), to = lw_map_place(run->map, run->to);
    int32_t width = abs(to.x - from.x), height = abs(to.y - from.y);
    int32_t right = to.x > from.x ? 1 : -1;
    int32_t down = to.y > from.y ? run->map->stride : -run->map->stride;
    int64_t error = (int64_t)width - height;
    while (*cell != run->to) {
        bool x_moves = 2 * error > -height, y_moves = 2 * error < width;
        error += (y_moves ? width : 0) - (x_moves ? height : 0);
        if (!step_by(run, cell, x_moves ? right : 0, y_moves ? down : 0))
            return false;
    }
    return true;
}

void lw_bresenham(lw_run *run)
{
    int32_t cell = run->from;
    if (lw_run_walk(run, cell) && change_layer(run, &cell) && draw_line(run, &cell))
        run->trial->outcome = LW_FOUND;
}
