/* How lessons are made: a reader a kind of file. */
#ifndef LW_LESSON_LESSON_H
#define LW_LESSON_LESSON_H

#include "base/arena.h"
#include "io/problem.h"
#include "leeway/grid.h"
#include "leeway/lesson.h"

/* What a lesson needs to choose another pair. */
typedef struct lw_lesson_work {
    lw_lesson_options options; /* texts are not kept */
    lw_board *board;
    lw_problem *problem;
    lw_lattice *lattice;
    uint32_t *nets; /* of a board, by pair */
    uint32_t (*pads)[2];
} lw_lesson_work;

/* A file in memory. */
typedef struct lw_lesson_text {
    const char *path, *text;
    size_t size;
} lw_lesson_text;

/* Without a byte order mark. */
lw_lesson_text lw_text_of(const char *path, const char *text, size_t size);

/* The name of its file, without the folder; "Waves" where there is none. */
const char *lw_lesson_title(const lw_lesson *lesson);

bool lw_is_maze(const lw_lesson_text *text);
bool lw_is_octile(const lw_lesson_text *text);
bool lw_is_scenarios(const lw_lesson_text *text);

/* Readers: map and pairs of an empty lesson. */
lw_status lw_read_maze(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err) LW_MUST_CHECK;
/* With the scenarios beside it, where there are any. */
lw_status lw_read_octile(const lw_lesson_text *text, lw_lesson *lesson,
                         lw_error *err) LW_MUST_CHECK;
/* The scenarios, with the map beside them. */
lw_status lw_read_scenarios(const lw_lesson_text *text, lw_lesson *lesson,
                            lw_error *err) LW_MUST_CHECK;
/* The lesson takes the problem, or the board. */
lw_status lw_read_problem(lw_problem *problem, lw_lesson *lesson, lw_error *err) LW_MUST_CHECK;
lw_status lw_read_board(lw_board *board, lw_lesson *lesson, lw_error *err) LW_MUST_CHECK;

/* The map as a pair sees it, and the ends. */
lw_status lw_choose_net(lw_lesson *lesson, uint32_t pair, lw_error *err) LW_MUST_CHECK;
lw_status lw_choose_pads(lw_lesson *lesson, uint32_t pair, lw_error *err) LW_MUST_CHECK;

lw_lesson_pair *lw_lesson_add_pair(lw_lesson *lesson, const char *name);

/* Straight and diagonal steps of maps of games: as 1 to the root of 2, nearer than a path can be
 * long without repeating cells by the millions. */
enum { LW_OCTILE_STRAIGHT = 5741, LW_OCTILE_DIAGONAL = 8119 };

/* Whether a way comes to its cell i by a change of layer, or leaves it by one. */
bool lw_changes_layer(const lw_map *map, const int32_t *path, uint32_t count, uint32_t i);

/* The free cell of a layer that is nearest to a place, the first of several; -1: there is none. */
int32_t lw_nearest_free(const lw_map *map, int64_t x, int64_t y, int32_t layer);

/* Lines of a text. */
typedef struct lw_row {
    const char *at;
    size_t length; /* without the end of the line */
} lw_row;
/* Text mazes: a letter of a cell, and a row that stands before the next layer. */
bool lw_is_maze_letter(char c);
bool lw_is_dash(lw_row row);
/* The row that begins at *at, which moves behind it; false at the end of the text. */
bool lw_next_row(const char **at, const char *end, lw_row *row);

#endif
