/* Random exercises: a field, and two ends of it that are worth a wave. */
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "base/fail.h"
#include "base/heap.h"
#include "leeway/maze.h"
#include "leeway/worksheet.h"
#include "lesson/chance.h"

enum { SIDE_LEAST = 3, SIDE_MOST = 100, DENSITY_MOST = 60, TRIES = 200, DEAR_IN = 3 };

typedef struct exercise {
    const lw_exercise_options *options;
    lw_map *map;
    uint64_t chance;
    int32_t from, to;
} exercise;

/* A free cell of the columns from `left` on; the first try that is free, or -1. */
static int32_t draw_end(exercise *e, int32_t left, int32_t width)
{
    for (int i = 0; i < TRIES; i++) {
        int32_t x = left + (int32_t)lw_chance_below(&e->chance, (uint32_t)width);
        int32_t y = (int32_t)lw_chance_below(&e->chance, (uint32_t)e->map->rows);
        int32_t cell = lw_map_cell(e->map, x, y, 0);
        if (e->map->cost[cell])
            return cell;
    }
    return -1;
}

static bool is_worth_it(const exercise *e)
{
    lw_trial trial;
    lw_query query = {.from = e->from, .to = e->to};
    if (e->from < 0 || e->to < 0 || e->from == e->to ||
        lw_algorithm_try(lw_algorithm_named("lee"), e->map, &query, &trial, NULL) != LW_OK)
        return false;
    bool good = trial.outcome == LW_FOUND &&
                trial.path.steps >= (uint32_t)(e->map->cols + e->map->rows) / 2 &&
                (trial.path.bends > 1 || e->options->density == 0);
    lw_trial_free(&trial);
    return good;
}

static char letter_of(exercise *e, int32_t cell)
{
    if (cell == e->from || cell == e->to)
        return cell == e->from ? 'S' : 'T';
    if (!e->map->cost[cell])
        return '#';
    bool dear = e->options->costs && lw_chance_below(&e->chance, DEAR_IN) == 0;
    return dear ? (char)('2' + lw_chance_below(&e->chance, 4)) : '.';
}

static char *print(exercise *e)
{
    lw_buffer out = {0};
    for (int32_t y = 0; y < e->map->rows; y++) {
        for (int32_t x = 0; x < e->map->cols; x++)
            lw_buffer_add(&out, &(char){letter_of(e, lw_map_cell(e->map, x, y, 0))}, 1);
        lw_buffer_text(&out, "\n");
    }
    return out.at;
}

static lw_status try_once(exercise *e, uint64_t seed, char **text, lw_error *err)
{
    lw_maze_options options = lw_maze_options_default();
    int32_t third = (e->options->cols + 2) / 3;
    options.kind = LW_MAZE_FIELD;
    options.cols = e->options->cols;
    options.rows = e->options->rows;
    options.density = e->options->density;
    options.seed = e->chance = seed;
    lw_status status = lw_maze_new(&options, &e->map, err);
    if (status)
        return status;
    e->from = draw_end(e, 0, third);
    e->to = draw_end(e, e->options->cols - third, third);
    if (is_worth_it(e))
        *text = print(e);
    lw_map_free(e->map);
    return LW_OK;
}

lw_status lw_exercise_new(const lw_exercise_options *options, char **text, lw_error *err)
{
    exercise e = {.options = options};
    uint64_t seeds = options->seed;
    lw_status status = LW_OK;
    *text = NULL;
    if (options->cols < SIDE_LEAST || options->rows < SIDE_LEAST || options->cols > SIDE_MOST ||
        options->rows > SIDE_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "an exercise has from %d to %d columns and rows, not %d x %d", SIDE_LEAST,
                       SIDE_MOST, options->cols, options->rows);
    if (options->density > DENSITY_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "of an exercise at most %d cells in a hundred are blocked", DENSITY_MOST);
    for (int i = 0; i < TRIES && !status && !*text; i++)
        status = try_once(&e, lw_chance(&seeds), text, err);
    if (!status && !*text)
        status = lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                         "no exercise of this size and density has a way that is worth it");
    return status;
}
