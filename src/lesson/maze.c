#include "leeway/maze.h"

#include <stdlib.h>
#include "base/fail.h"
#include "base/heap.h"
#include "lesson/chance.h"

enum { SIDE_LEAST = 3, SIDE_MOST = 10000 };

lw_maze_options lw_maze_options_default(void)
{
    return (lw_maze_options){.cols = 41, .rows = 31, .seed = 1, .density = 30};
}

const char *lw_maze_kind_name(lw_maze_kind kind)
{
    static const char *const names[] = {"grown", "dug", "field"};
    return kind < LW_MAZE_KIND_COUNT ? names[kind] : NULL;
}

typedef struct maze_builder {
    lw_map *map;
    uint64_t chance;
    int32_t across, down; /* steps of two cells from a wall of the rim to the opposite one */
    int32_t step[4];      /* to the next cell: right, down, left, up */
} maze_builder;

/* The cell with the numbers 2 x + odd, 2 y + odd. */
static int32_t cell_of(const maze_builder *maze, int32_t x, int32_t y, int odd)
{
    return lw_map_cell(maze->map, 2 * x + odd, 2 * y + odd, 0);
}

static void shuffle(uint64_t *chance, int32_t *list, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = lw_chance_below(chance, i);
        int32_t moved = list[i - 1];
        list[i - 1] = list[other];
        list[other] = moved;
    }
}

static void fill(maze_builder *maze, uint16_t cost)
{
    for (int32_t y = 0; y < maze->map->rows; y++)
        for (int32_t x = 0; x < maze->map->cols; x++)
            maze->map->cost[lw_map_cell(maze->map, x, y, 0)] = cost;
}

/* ---- walls that grow ---- */

static void wall_around(maze_builder *maze)
{
    const lw_map *map = maze->map;
    for (int32_t y = 0; y < map->rows; y++)
        for (int32_t x = 0; x < map->cols; x++)
            if (x == 0 || y == 0 || x >= 2 * maze->across || y >= 2 * maze->down)
                map->cost[lw_map_cell(map, x, y, 0)] = 0;
}

static void build_wall(maze_builder *maze, int32_t base)
{
    uint16_t *cost = maze->map->cost;
    int32_t step = maze->step[lw_chance_below(&maze->chance, 4)];
    for (int32_t at = base; cost[at]; at += step)
        cost[at] = 0;
}

/*
 * Walls always hang together with the rim or with a base that was a wall from the start, and never
 * close a ring: each new one is loose until it ends at another wall. So there are as many walls
 * that hang on nothing, and as many loops around them, as there were such bases.
 */
static lw_status grow(maze_builder *maze, uint32_t ease, lw_error *err)
{
    uint32_t count = (uint32_t)(maze->across - 1) * (uint32_t)(maze->down - 1), next = 0;
    int32_t *bases = lw_try_alloc(count ? count : 1, sizeof *bases);
    if (!bases)
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the maze");
    for (int32_t y = 1; y < maze->down; y++)
        for (int32_t x = 1; x < maze->across; x++)
            bases[next++] = cell_of(maze, x, y, 0);
    shuffle(&maze->chance, bases, count);
    wall_around(maze);
    for (uint32_t i = 0; i < count && i < ease; i++)
        maze->map->cost[bases[i]] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (maze->map->cost[bases[i]])
            build_wall(maze, bases[i]);
    free(bases);
    return LW_OK;
}

/* ---- ways that are dug ---- */

/* The directions that lead to a cell of the ways which is wall yet. */
static int unvisited(const maze_builder *maze, int32_t cell, int32_t steps[4])
{
    lw_map_spot at = lw_map_place(maze->map, cell);
    const bool inside[4] = {at.x / 2 + 1 < maze->across, at.y / 2 + 1 < maze->down, at.x > 1,
                            at.y > 1};
    int count = 0;
    for (int d = 0; d < 4; d++)
        if (inside[d] && !maze->map->cost[cell + 2 * maze->step[d]])
            steps[count++] = maze->step[d];
    return count;
}

static void dig_from(maze_builder *maze, int32_t *stack)
{
    uint16_t *cost = maze->map->cost;
    uint32_t depth = 1;
    while (depth > 0) {
        int32_t cell = stack[depth - 1], steps[4];
        int count = unvisited(maze, cell, steps);
        if (count == 0) {
            depth--;
            continue;
        }
        int32_t step = steps[lw_chance_below(&maze->chance, (uint32_t)count)];
        cost[cell + step] = cost[cell + 2 * step] = 1;
        stack[depth++] = cell + 2 * step;
    }
}

/* Walls between two cells of the ways, in a random order, as far as the list has room. */
static uint32_t find_walls(const maze_builder *maze, int32_t *walls)
{
    uint32_t count = 0;
    for (int32_t y = 0; y < maze->down; y++)
        for (int32_t x = 0; x < maze->across; x++) {
            int32_t cell = cell_of(maze, x, y, 1);
            if (x + 1 < maze->across && !maze->map->cost[cell + maze->step[0]])
                walls[count++] = cell + maze->step[0];
            if (y + 1 < maze->down && !maze->map->cost[cell + maze->step[1]])
                walls[count++] = cell + maze->step[1];
        }
    return count;
}

/* The list holds the cells of the ways, then the walls that are left between them, which are fewer:
 * one for each cell that is not in the first column or row. */
static lw_status dig(maze_builder *maze, uint32_t ease, lw_error *err)
{
    uint32_t cells = (uint32_t)maze->across * (uint32_t)maze->down;
    int32_t *list = lw_try_alloc((size_t)cells + 1, sizeof *list);
    if (!list)
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the maze");
    fill(maze, 0);
    /* Compilers are free to choose which argument of a call is reckoned first. */
    int32_t down = (int32_t)lw_chance_below(&maze->chance, (uint32_t)maze->down);
    int32_t across = (int32_t)lw_chance_below(&maze->chance, (uint32_t)maze->across);
    list[0] = cell_of(maze, across, down, 1);
    maze->map->cost[list[0]] = 1;
    dig_from(maze, list);
    if (ease > 0) {
        uint32_t walls = find_walls(maze, list);
        shuffle(&maze->chance, list, walls);
        for (uint32_t i = 0; i < walls && i < ease; i++)
            maze->map->cost[list[i]] = 1;
    }
    free(list);
    return LW_OK;
}

/* ---- fields ---- */

static void scatter(maze_builder *maze, uint32_t density)
{
    for (int32_t y = 0; y < maze->map->rows; y++)
        for (int32_t x = 0; x < maze->map->cols; x++)
            if (lw_chance_below(&maze->chance, 100) < density)
                maze->map->cost[lw_map_cell(maze->map, x, y, 0)] = 0;
}

static lw_status check(const lw_maze_options *options, lw_error *err)
{
    int32_t least = options->kind == LW_MAZE_FIELD ? 1 : SIDE_LEAST;
    if ((unsigned)options->kind >= LW_MAZE_KIND_COUNT)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there is no such kind of maze");
    if (options->cols < least || options->rows < least || options->cols > SIDE_MOST ||
        options->rows > SIDE_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "a maze has from %d to %d columns and rows, not %d x %d", least, SIDE_MOST,
                       options->cols, options->rows);
    if (options->density > 100)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "at most 100 cells in a hundred are blocked");
    return LW_OK;
}

lw_status lw_maze_new(const lw_maze_options *options, lw_map **out, lw_error *err)
{
    *out = NULL;
    maze_builder maze = {.chance = options->seed,
                         .across = (options->cols - 1) / 2,
                         .down = (options->rows - 1) / 2};
    lw_status status = check(options, err);
    if (!status)
        status = lw_map_new(options->cols, options->rows, 1, &maze.map, err);
    if (status)
        return status;
    const int32_t steps[4] = {1, maze.map->stride, -1, -maze.map->stride};
    for (int d = 0; d < 4; d++)
        maze.step[d] = steps[d];
    if (options->kind == LW_MAZE_FIELD)
        scatter(&maze, options->density);
    else
        status = options->kind == LW_MAZE_DUG ? dig(&maze, options->ease, err)
                                              : grow(&maze, options->ease, err);
    if (status)
        lw_map_free(maze.map);
    else
        *out = maze.map;
    return status;
}
