/* Mazes as pictures. */
#ifndef LW_LESSON_MAZE_H
#define LW_LESSON_MAZE_H

#include "leeway/maze.h"

/* A straight wall from a cell to a cell, both included. */
typedef void lw_maze_wall(void *context, int32_t x1, int32_t y1, int32_t x2, int32_t y2);

/* Calls for walls that together are all: rows of two cells or more, then columns, and what stands
 * alone. */
void lw_maze_walls(const lw_map *map, lw_maze_wall *wall, void *context);

lw_status lw_maze_draw(const lw_map *map, const lw_maze_saving *saving, const char *path,
                       lw_error *err) LW_MUST_CHECK;

#endif
