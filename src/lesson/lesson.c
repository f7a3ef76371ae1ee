#include "lesson/lesson.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "base/nearest.h"
#include "io/problem.h"
#include "leeway/io.h"

lw_lesson_options lw_lesson_options_default(void)
{
    return (lw_lesson_options){.bend = -1, .via = -1, .memory_limit = (size_t)400 << 20};
}

const char *lw_lesson_title(const lw_lesson *lesson)
{
    const char *slash = strrchr(lesson->path, '/');
    bool nameless = strcmp(lesson->path, "-") == 0 || !*lesson->path;
    return nameless ? "Waves" : slash && slash[1] ? slash + 1 : lesson->path;
}

/* ---- pairs ---- */

int32_t lw_lesson_find(const lw_lesson *lesson, const char *name)
{
    for (uint32_t i = 0; i < lesson->pairs.count; i++)
        if (strcmp(lesson->pairs.at[i].name, name) == 0)
            return (int32_t)i;
    return LW_NO_PAIR;
}

lw_status lw_lesson_choose(lw_lesson *lesson, uint32_t pair, lw_error *err)
{
    lw_status status = LW_OK;
    if (pair >= lesson->pairs.count)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "there is no such pair of ends");
    if (lesson->kind == LW_LESSON_PROBLEM)
        status = lw_choose_net(lesson, pair, err);
    if (lesson->kind == LW_LESSON_BOARD)
        status = lw_choose_pads(lesson, pair, err);
    if (status)
        return status;
    const lw_map_spot *ends = lesson->pairs.at[pair].ends;
    lesson->pair = (int32_t)pair;
    lesson->from = lw_map_cell(lesson->map, ends[0].x, ends[0].y, ends[0].layer);
    lesson->to = lw_map_cell(lesson->map, ends[1].x, ends[1].y, ends[1].layer);
    return LW_OK;
}

/* ---- rules ---- */

static void set_steps(lw_lesson *lesson, const lw_lesson_options *options)
{
    lw_map_rules *rules = &lesson->map->rules;
    bool game = lesson->kind == LW_LESSON_OCTILE, both = options->weighing == LW_WEIGH_BOTH;
    rules->directions = options->directions ? options->directions : game ? 8 : 4;
    rules->corners =
        lesson->kind == LW_LESSON_BOARD; /* there the lattice closes what is too near */
    rules->weighing = options->weighing;
    if (both || rules->directions == 8) {
        rules->straight = 5;
        rules->diagonal = 7;
        rules->unit = both ? 4 : 5;
        rules->start_counts = false;
    }
    if (game && !both) {
        rules->straight = rules->unit = LW_OCTILE_STRAIGHT;
        rules->diagonal = LW_OCTILE_DIAGONAL;
    }
}

static lw_status set_rules(lw_lesson *lesson, const lw_lesson_options *options, lw_error *err)
{
    lw_map_rules *rules = &lesson->map->rules;
    if (options->directions != 0 && options->directions != 4 && options->directions != 8)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there are 4 directions or 8, not %u",
                       options->directions);
    set_steps(lesson, options);
    uint64_t bend = options->bend >= 0 ? (uint64_t)options->bend : rules->bend;
    uint64_t via = options->via >= 0 ? (uint64_t)options->via : rules->via;
    bend *= rules->unit;
    via *= rules->unit;
    if (via == 0 && rules->weighing == LW_WEIGH_BOTH)
        via = 1;
    if (bend > LW_MAP_FACTOR_MAX || via > LW_MAP_FACTOR_MAX)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "a bend or a via costs %u at most",
                       LW_MAP_FACTOR_MAX / rules->unit);
    rules->bend = (uint32_t)bend;
    rules->via = (uint32_t)via;
    return LW_OK;
}

/* ---- ends ---- */

static lw_status no_such_net(const lw_lesson *lesson, const char *name, lw_error *err)
{
    lw_nearest near = lw_nearest_to(name);
    char hint[80];
    for (uint32_t i = 0; i < lesson->pairs.count; i++)
        lw_nearest_try(&near, lesson->pairs.at[i].name);
    return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "there is no net \"%s\" with two ends%s",
                   name, lw_nearest_hint(&near, hint, sizeof hint));
}

static lw_status choose_first(lw_lesson *lesson, const char *name, lw_error *err)
{
    if (name) {
        int32_t pair = lw_lesson_find(lesson, name);
        return pair == LW_NO_PAIR ? no_such_net(lesson, name, err)
                                  : lw_lesson_choose(lesson, (uint32_t)pair, err);
    }
    if (lesson->pairs.count > 0)
        return lw_lesson_choose(lesson, 0, err);
    lesson->from = lw_nearest_free(lesson->map, 0, 0, 0);
    lesson->to = lw_nearest_free(lesson->map, lesson->map->cols - 1, lesson->map->rows - 1, 0);
    if (lesson->from >= 0)
        return LW_OK;
    return lw_fail(err, LW_ERR_INPUT, lesson->path, 0, 0, "there is no free cell");
}

static lw_status set_ends(lw_lesson *lesson, const lw_lesson_options *options, lw_error *err)
{
    lw_status status = choose_first(lesson, options->net, err);
    if (!status && options->from)
        status = lw_lesson_cell(lesson, options->from, &lesson->from, err);
    if (!status && options->to)
        status = lw_lesson_cell(lesson, options->to, &lesson->to, err);
    return status;
}

/* ---- reading ---- */

static lw_status read_other(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    lw_board *board;
    lw_problem *problem;
    lw_status status = lw_load_text(text->path, text->text, text->size,
                                    &lesson->work->options.reading, &board, &problem, err);
    if (status)
        return status;
    return board ? lw_read_board(board, lesson, err) : lw_read_problem(problem, lesson, err);
}

lw_lesson_text lw_text_of(const char *path, const char *text, size_t size)
{
    size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (lw_lesson_text){path, text + mark, size - mark};
}

bool lw_lesson_recognise(const char *text, size_t size, lw_lesson_kind *kind)
{
    lw_lesson_text from = lw_text_of("", text, size);
    bool octile = lw_is_octile(&from) || lw_is_scenarios(&from);
    *kind = octile ? LW_LESSON_OCTILE : LW_LESSON_MAZE;
    return octile || lw_is_maze(&from);
}

static lw_status read_any(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    if (lw_is_octile(text))
        return lw_read_octile(text, lesson, err);
    if (lw_is_scenarios(text))
        return lw_read_scenarios(text, lesson, err);
    if (lw_is_maze(text))
        return lw_read_maze(text, lesson, err);
    if (lw_text_is_known(text->text, text->size))
        return read_other(text, lesson, err);
    return lw_fail(err, LW_ERR_INPUT, text->path, 0, 0,
                   "this is no maze, map of a game, graph or field problem (course grid, Lee-TM "
                   "circuit, labyrinth), nor a board (Leeway XML, EAGLE 6 or later, KiCad 4 or "
                   "later, Specctra design)");
}

static lw_lesson *empty(const char *path, const lw_lesson_options *options)
{
    lw_arena *arena = lw_arena_new();
    lw_lesson *lesson = LW_NEW(arena, lw_lesson);
    lesson->arena = arena;
    lesson->path = lw_arena_text(arena, path, strlen(path));
    lesson->pair = LW_NO_PAIR;
    lesson->work = LW_NEW(arena, lw_lesson_work);
    lesson->work->options = *options;
    return lesson;
}

lw_status lw_lesson_parse(const char *name, const char *text, size_t size,
                          const lw_lesson_options *options, lw_lesson **out, lw_error *err)
{
    lw_lesson_options defaults = lw_lesson_options_default();
    if (!options)
        options = &defaults;
    *out = NULL;
    lw_lesson *lesson = empty(name, options);
    lw_lesson_text from = lw_text_of(name, text, size);
    lw_status status = read_any(&from, lesson, err);
    if (!status)
        status = set_rules(lesson, options, err);
    if (!status)
        status = set_ends(lesson, options, err);
    if (status)
        lw_lesson_free(lesson);
    else
        *out = lesson;
    return status;
}

lw_status lw_lesson_load(const char *path, const lw_lesson_options *options, lw_lesson **out,
                         lw_error *err)
{
    char *text;
    size_t size;
    *out = NULL;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (!status)
        status = lw_lesson_parse(path, text, size, options, out, err);
    free(text);
    return status;
}

void lw_lesson_free(lw_lesson *lesson)
{
    if (!lesson)
        return;
    lw_map_free(lesson->map);
    lw_lattice_free(lesson->work->lattice);
    lw_board_free(lesson->work->board);
    lw_problem_free(lesson->work->problem);
    lw_arena_free(lesson->arena);
}
