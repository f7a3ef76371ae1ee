/* Mazes as pictures. */
#ifndef LW_LESSON_MAZE_H
#define LW_LESSON_MAZE_H

#include "base/buffer.h"
#include "leeway/maze.h"

/* A straight wall from a cell to a cell, both included. */
typedef void lw_maze_wall(void *context, int32_t x1, int32_t y1, int32_t x2, int32_t y2);

/* Calls for walls that together are all: rows of two cells or more, then columns, and what stands
 * alone. */
void lw_maze_walls(const lw_map *map, lw_maze_wall *wall, void *context);

enum {
    LW_MAZE_PAGE = 300000000, /* nm: the longest side of a picture */
    LW_MAZE_PIXELS = 1600,    /* of the longer side, where there are not more cells */
};

/* Cells of a picture across: between thin walls every second one. */
static inline int32_t lw_maze_extent(int32_t cells, bool thin)
{
    return thin ? (cells - 1) / 2 : cells;
}

lw_status lw_maze_draw(const lw_map *map, const lw_maze_saving *saving, const char *path,
                       lw_error *err) LW_MUST_CHECK;

/* The maze as an image of one bit a pixel, the bytes of its file appended to out. */
lw_status lw_maze_render(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
                         lw_buffer *out, lw_error *err) LW_MUST_CHECK;

#endif
