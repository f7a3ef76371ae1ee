/*
 * What a lesson is held on: a map, made from whatever file one has, and the two cells between which
 * a way is sought.
 *
 *     lw_lesson_options options = lw_lesson_options_default();
 *     status = lw_lesson_load("maze.txt", &options, &lesson, &err);
 *     lw_query query = {.from = lesson->from, .to = lesson->to};
 *     if (!status) status = lw_algorithm_try(algorithm, lesson->map, &query, &trial, &err);
 *
 * A text maze is lines of equal length: '#' a wall, '.' or a blank a free cell, a digit from 1 a
 * cell that costs so much, S and T (at most once each) the ends; a line "-" stands before the next
 * layer. Other files are recognised as lw_load() does, and maps of games (MovingAI, `type octile`)
 * with the scenarios beside them.
 */
#ifndef LEEWAY_LESSON_H
#define LEEWAY_LESSON_H

#include "leeway/family.h"
#include "leeway/problem.h"

typedef enum lw_lesson_kind {
    LW_LESSON_MAZE,
    LW_LESSON_OCTILE,  /**< a map of a game: eight directions, no corner is cut */
    LW_LESSON_PROBLEM, /**< a field problem as one of its nets sees it: other nets' pins are closed,
                            its own are open; nothing is routed */
    LW_LESSON_BOARD,   /**< the lattice over a board as one of its nets sees it */
    LW_LESSON_KIND_COUNT
} lw_lesson_kind;

/** Two ends that the file names. */
typedef struct lw_lesson_pair {
    const char *name; /**< of the net; the number of a field problem's net, or of a scenario */
    /** Not of boards, whose pads become cells when the pair is chosen. Of a pin that goes through
     * all layers the first layer counts. */
    lw_map_spot ends[2];
    int64_t length; /**< published of a scenario, in hundred-millionths of a straight step; -1 */
} lw_lesson_pair;

enum { LW_NO_PAIR = -1 };

/** Owns all that it points to. */
typedef struct lw_lesson {
    const char *path;
    const char *beside_path; /**< of a file that was read as well; NULL: none */
    lw_lesson_kind kind;
    lw_map *map;      /**< as the pair sees it */
    int32_t from, to; /**< cells; without a pair the free ones nearest to opposite corners */
    int32_t pair;     /**< that was chosen, or LW_NO_PAIR */
    LW_LIST(lw_lesson_pair) pairs;
    const struct lw_board *board; /**< of LW_LESSON_BOARD; else NULL */
    const lw_problem *problem;    /**< of LW_LESSON_PROBLEM; else NULL */
    lw_point origin;              /**< of a board: where the centre of cell (0, 0) is */
    lw_nm pitch;                  /**< of a board: from centre to centre; 0: there is no board */
    struct lw_lesson_work *work;
    struct lw_arena *arena;
} lw_lesson;

/** A place as people give it: in millionths of a cell, which must come to whole cells, or of a
 * board in nanometres, where the nearest free cell is meant. */
typedef struct lw_spot {
    int64_t x, y;
    int32_t layer; /**< from 0 */
} lw_spot;

typedef struct lw_lesson_options {
    const char *net;          /**< name of the pair; NULL: the first, if there is any */
    const lw_spot *from, *to; /**< in place of the pair's ends; NULL: those */
    uint8_t directions;       /**< 4 or 8; 0: 8 on maps of games, else 4 */
    lw_weighing weighing;     /**< LW_WEIGH_BOTH: (a + b) * 5 / 4 straight, * 7 / 4 diagonally */
    int32_t bend, via; /**< in place of the file's, in units; -1: those. Of a board 0 and 10 */
    lw_problem_reading reading;
    lw_nm pitch;         /**< of a board's lattice; 0: a cell where it is measured in cells, else
                            fitted */
    size_t memory_limit; /**< bytes of a board's lattice */
} lw_lesson_options;

LW_API lw_lesson_options lw_lesson_options_default(void);

/**
 * Reads a file and chooses a pair.
 *
 * Steps cost 1 for each unit of the cell that is entered; with 8 directions 5 straight and 7
 * diagonally, in fifths. On maps of games they are 5741 : 8119, so that counts of straight and
 * diagonal steps tell exact lengths.
 *
 * @param path     "-" is standard input
 * @param options  NULL: the defaults
 * @param out      set to the lesson, or NULL on failure; free with lw_lesson_free()
 */
LW_API lw_status lw_lesson_load(const char *path, const lw_lesson_options *options, lw_lesson **out,
                                lw_error *err) LW_MUST_CHECK;
/** The same from memory; what stands beside a file of this name is read as well. */
LW_API lw_status lw_lesson_parse(const char *name, const char *text, size_t size,
                                 const lw_lesson_options *options, lw_lesson **out,
                                 lw_error *err) LW_MUST_CHECK;
LW_API void lw_lesson_free(lw_lesson *lesson);

/** Whether a file is one that lw_lesson_load() reads and lw_load() does not: a maze or a map. */
LW_API bool lw_lesson_recognise(const char *text, size_t size, lw_lesson_kind *kind);

/** Index of a pair by its name, or LW_NO_PAIR. */
LW_API int32_t lw_lesson_find(const lw_lesson *lesson, const char *name);
/** Makes the map what another pair sees, and its ends the lesson's. LW_ERR_OPTION where the pair
 * has none: a net of a single pad, a pad without a free cell. */
LW_API lw_status lw_lesson_choose(lw_lesson *lesson, uint32_t pair, lw_error *err) LW_MUST_CHECK;
/** The cell that a spot means: inside of the map, free. */
LW_API lw_status lw_lesson_cell(const lw_lesson *lesson, const lw_spot *spot, int32_t *cell,
                                lw_error *err) LW_MUST_CHECK;
/** The spot of a cell, as people give it. */
LW_API lw_spot lw_lesson_spot(const lw_lesson *lesson, int32_t cell);

#endif
