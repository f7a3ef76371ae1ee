/* Field problems as one net sees them. */
#include "lesson/lesson.h"

#include <string.h>
#include "leeway/problem.h"

static void copy_costs(const lw_problem *problem, lw_map *map)
{
    for (int32_t layer = 0; layer < problem->layers; layer++)
        for (int32_t y = 0; y < problem->rows; y++)
            memcpy(&map->cost[lw_map_cell(map, 0, y, layer)],
                   &problem->cost[lw_problem_cell(problem, 0, y, layer)],
                   (size_t)problem->cols * sizeof *map->cost);
}

static void set_pin(const lw_problem *problem, lw_map *map, lw_pin pin, bool open)
{
    bool every = pin.layer == LW_EVERY_LAYER;
    int32_t last = every ? problem->layers - 1 : pin.layer;
    for (int32_t layer = every ? 0 : pin.layer; layer <= last; layer++) {
        uint16_t cost = problem->cost[lw_problem_cell(problem, pin.x, pin.y, layer)];
        map->cost[lw_map_cell(map, pin.x, pin.y, layer)] = !open ? 0 : cost ? cost : 1;
    }
}

lw_status lw_choose_net(lw_lesson *lesson, uint32_t pair, lw_error *err)
{
    (void)err;
    const lw_problem *problem = lesson->problem;
    copy_costs(problem, lesson->map);
    for (uint32_t i = 0; i < problem->nets.count; i++)
        for (int p = 0; p < 2; p++)
            set_pin(problem, lesson->map, problem->nets.at[i].pin[p], false);
    for (int p = 0; p < 2; p++)
        set_pin(problem, lesson->map, problem->nets.at[pair].pin[p], true);
    return LW_OK;
}

static lw_map_spot place_of(lw_pin pin)
{
    return (lw_map_spot){pin.x, pin.y, pin.layer == LW_EVERY_LAYER ? 0 : pin.layer};
}

lw_status lw_read_problem(lw_problem *problem, lw_lesson *lesson, lw_error *err)
{
    lesson->kind = LW_LESSON_PROBLEM;
    lesson->problem = lesson->work->problem = problem;
    lesson->beside_path = problem->nets_path;
    lw_status status = lw_map_new(problem->cols, problem->rows, problem->layers, &lesson->map, err);
    if (status)
        return status;
    lesson->map->rules.start_counts = true;
    lesson->map->rules.bend = problem->bend;
    lesson->map->rules.via = problem->via;
    copy_costs(problem, lesson->map);
    for (uint32_t i = 0; i < problem->nets.count; i++) {
        const lw_wish *wish = &problem->nets.at[i];
        lw_lesson_pair *pair =
            lw_lesson_add_pair(lesson, lw_arena_print(lesson->arena, "%u", wish->number));
        pair->ends[0] = place_of(wish->pin[0]);
        pair->ends[1] = place_of(wish->pin[1]);
    }
    return LW_OK;
}
