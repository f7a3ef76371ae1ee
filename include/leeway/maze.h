/*
 * Mazes: maps of one layer, walls one cell wide, made from a seed that gives the same maze on every
 * machine.
 *
 *     lw_maze_options options = lw_maze_options_default();
 *     options.cols = 61, options.rows = 41, options.seed = 7;
 *     status = lw_maze_new(&options, &map, &err);
 *     if (!status) status = lw_maze_save(map, &saving, "maze.txt", &err);
 *
 * Base points are the cells with two even numbers, counted from 0, and a wall runs around. Where
 * the last column or row has an odd number (the size is even) it is wall as well.
 */
#ifndef LEEWAY_MAZE_H
#define LEEWAY_MAZE_H

#include "leeway/draw.h"
#include "leeway/map.h"

typedef enum lw_maze_kind {
    /** Walls grown from base points: a random base of those that are left, a random direction; the
     * wall is built until it meets another one; until no base is left. */
    LW_MAZE_GROWN,
    /** Ways dug by a recursive backtracker: to a random neighbour that was not visited, back where
     * there is none. Long ways, few dead ends. */
    LW_MAZE_DUG,
    LW_MAZE_FIELD, /**< no maze: each cell is blocked by chance, and no wall runs around */
    LW_MAZE_KIND_COUNT
} lw_maze_kind;

/** "grown", "dug", "field" */
LW_API const char *lw_maze_kind_name(lw_maze_kind kind);

typedef struct lw_maze_options {
    int32_t cols, rows; /**< 3 .. 10000; of a field from 1 */
    lw_maze_kind kind;
    uint64_t seed;
    /**
     * How many loops the maze has; 0: it is perfect, exactly one way leads from any free cell to
     * any other. Of grown walls that many bases, or all if there are fewer, are walls from the
     * start: what is built may end at them, so each is the root of walls of its own that one can
     * walk around. Of dug ways that many walls between two of their cells are broken through.
     */
    uint32_t ease;
    uint32_t density; /**< of a field: blocked cells in a hundred, 0 .. 100 */
} lw_maze_options;

LW_API lw_maze_options lw_maze_options_default(void);

/** LW_ERR_OPTION when the size is out of range, LW_ERR_MEMORY. */
LW_API lw_status lw_maze_new(const lw_maze_options *options, lw_map **out,
                             lw_error *err) LW_MUST_CHECK;

typedef enum lw_maze_format {
    LW_MAZE_TEXT, /**< '#' and '.', a line a row */
    LW_MAZE_XML,  /**< a board in cells, walls as keepouts, a pad in each of two corners */
    LW_MAZE_GRID, /**< a course's grid, its second layer blocked, and the `.nl` beside it */
    LW_MAZE_SVG,
    LW_MAZE_PDF,
    LW_MAZE_PNG,
    LW_MAZE_FORMAT_COUNT
} lw_maze_format;

enum { LW_MAZE_XML_CELLS_MOST = 1 << 18 };

/** By the ending of a file's name: .txt, .xml, .grid, .svg, .pdf, .png. */
LW_API bool lw_maze_format_of(const char *path, lw_maze_format *format);

typedef struct lw_maze_saving {
    lw_maze_format format;
    bool
        thin; /**< pictures: columns and rows with even numbers have no width, so walls are lines */
    lw_theme theme;
    uint32_t width; /**< of a PNG, pixels at most; 0: what is pleasant */
} lw_maze_saving;

/**
 * Writes a map of one layer, costs left out but 0: the ends are the free cells nearest to the
 * corners. LW_ERR_OPTION when the format has no room for so many cells. Pictures of large mazes are
 * images of a pixel or a few a cell, also inside of SVG and PDF.
 */
LW_API lw_status lw_maze_save(const lw_map *map, const lw_maze_saving *saving, const char *path,
                              lw_error *err) LW_MUST_CHECK;

#endif
