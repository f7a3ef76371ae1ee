/* Mazes as files. Texts are laid out in one piece of the size that they will have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "leeway/problem.h"
#include "lesson/lesson.h"
#include "lesson/maze.h"

static const char *const endings[LW_MAZE_FORMAT_COUNT] = {
    [LW_MAZE_TEXT] = ".txt", [LW_MAZE_XML] = ".xml", [LW_MAZE_GRID] = ".grid",
    [LW_MAZE_SVG] = ".svg",  [LW_MAZE_PDF] = ".pdf", [LW_MAZE_PNG] = ".png"};

bool lw_maze_format_of(const char *path, lw_maze_format *format)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < LW_MAZE_FORMAT_COUNT; i++)
        if (strcmp(dot, endings[i]) == 0) {
            *format = (lw_maze_format)i;
            return true;
        }
    return false;
}

/* A map's cells before the rim is reached: walls and free ones of a row. */
static const uint16_t *row_of(const lw_map *map, int32_t y)
{
    return &map->cost[lw_map_cell(map, 0, y, 0)];
}

static lw_status write_piece(char *piece, size_t size, const char *path, lw_error *err)
{
    lw_status status = lw_file_write(path, piece, size, err);
    free(piece);
    return status;
}

static char *new_piece(size_t size, lw_status *status, lw_error *err)
{
    char *piece = lw_try_alloc(size, 1);
    *status = piece ? LW_OK : lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the maze");
    return piece;
}

static lw_status save_text(const lw_map *map, const char *path, lw_error *err)
{
    lw_status status;
    size_t size = ((size_t)map->cols + 1) * (size_t)map->rows;
    char *piece = new_piece(size, &status, err), *at = piece;
    if (status)
        return status;
    for (int32_t y = 0; y < map->rows; y++) {
        const uint16_t *cost = row_of(map, y);
        for (int32_t x = 0; x < map->cols; x++)
            *at++ = cost[x] ? '.' : '#';
        *at++ = '\n';
    }
    return write_piece(piece, size, path, err);
}

/* ---- the ends ---- */

typedef struct corners {
    lw_map_spot from, to;
} corners;

static lw_status find_corners(const lw_map *map, corners *ends, lw_error *err)
{
    int32_t from = lw_nearest_free(map, 0, 0, 0);
    if (from < 0)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there is no free cell");
    ends->from = lw_map_place(map, from);
    ends->to = lw_map_place(map, lw_nearest_free(map, map->cols - 1, map->rows - 1, 0));
    return LW_OK;
}

/* ---- a course's grid ---- */

enum { GRID_LAYERS = 2 };

static char *add_grid_row(char *at, const uint16_t *cost, int32_t cols)
{
    for (int32_t x = 0; x < cols; x++) {
        bool blocked = !cost || !cost[x];
        at = memcpy(at, blocked ? "-1 " : "1 ", 3);
        at += blocked ? 3 : 2;
    }
    at[-1] = '\n';
    return at;
}

static lw_status save_cells(const lw_map *map, const char *path, lw_error *err)
{
    lw_status status;
    size_t room = (size_t)map->cols * (size_t)map->rows * GRID_LAYERS * 3 + 64;
    char *piece = new_piece(room, &status, err), *at = piece;
    if (status)
        return status;
    at += snprintf(piece, 64, "%d %d 0 1\n", map->cols, map->rows);
    for (int32_t layer = 0; layer < GRID_LAYERS; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            at = add_grid_row(at, layer == 0 ? row_of(map, y) : NULL, map->cols);
    return write_piece(piece, (size_t)(at - piece), path, err);
}

static lw_status save_nets(const corners *ends, const char *path, lw_error *err)
{
    lw_buffer text = {0}, beside = {0};
    lw_buffer_print(&text, "1\n1 1 %d %d 1 %d %d\n", ends->from.x, ends->from.y, ends->to.x,
                    ends->to.y);
    lw_buffer_add(&beside, path, strlen(path) - strlen(endings[LW_MAZE_GRID]));
    lw_buffer_text(&beside, ".nl");
    lw_status status = lw_file_write(beside.at, text.at, text.count, err);
    lw_buffer_free(&text);
    lw_buffer_free(&beside);
    return status;
}

static lw_status save_grid(const lw_map *map, const char *path, lw_error *err)
{
    corners ends;
    lw_maze_format format;
    if (!lw_maze_format_of(path, &format) || format != LW_MAZE_GRID)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0,
                       "the nets go to a file beside the grid, so its name has to end in .grid");
    if ((int64_t)map->cols * map->rows > LW_PROBLEM_CELLS_MAX / GRID_LAYERS)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0,
                       "a course's grid has at most %d cells in two layers", LW_PROBLEM_CELLS_MAX);
    lw_status status = find_corners(map, &ends, err);
    if (!status)
        status = save_cells(map, path, err);
    return status ? status : save_nets(&ends, path, err);
}

/* ---- a board ---- */

/* A track runs along the middles of cells, a part of a cell away from the walls beside it. */
static const char board_head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<board xmlns=\"urn:leeway:board:1\" name=\"maze\" units=\"cell\">\n"
    "  <layers> <layer name=\"top\"/> </layers>\n"
    "  <rules width=\"0.4\" clearance=\"0.2\" edge=\"0.1\" via=\"0.6\" drill=\"0.3\"/>\n"
    "  <outline> <rectangle x1=\"0\" y1=\"0\" x2=\"%d\" y2=\"%d\"/> </outline>\n";

static const char board_tail[] =
    "  <package name=\"END\"> <smd name=\"1\" x=\"0\" y=\"0\" dx=\"0.6\" dy=\"0.6\"/> </package>\n"
    "  <element name=\"S\" package=\"END\" x=\"%d.5\" y=\"%d.5\"/>\n"
    "  <element name=\"T\" package=\"END\" x=\"%d.5\" y=\"%d.5\"/>\n"
    "  <net name=\"way\"> <contactref element=\"S\" pad=\"1\"/> <contactref element=\"T\" "
    "pad=\"1\"/> "
    "</net>\n"
    "</board>\n";

static void add_keepout(lw_buffer *out, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    lw_buffer_print(out,
                    "  <keepout> <rectangle x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/> </keepout>\n",
                    x1, y1, x2, y2);
}

typedef struct board_writer {
    lw_buffer out;
    int32_t rows;
} board_writer;

/* Rows of a board go up. */
static void write_wall(void *context, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    board_writer *writer = context;
    add_keepout(&writer->out, x1, writer->rows - 1 - y2, x2 + 1, writer->rows - y1);
}

static lw_status save_board(const lw_map *map, const char *path, lw_error *err)
{
    corners ends;
    board_writer writer = {.rows = map->rows};
    if ((int64_t)map->cols * map->rows > LW_MAZE_XML_CELLS_MOST)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0,
                       "a board of more than %d cells is too large to work with; .txt takes any",
                       LW_MAZE_XML_CELLS_MOST);
    lw_status status = find_corners(map, &ends, err);
    if (status)
        return status;
    lw_buffer_print(&writer.out, board_head, map->cols, map->rows);
    lw_maze_walls(map, write_wall, &writer);
    lw_buffer_print(&writer.out, board_tail, ends.from.x, map->rows - 1 - ends.from.y, ends.to.x,
                    map->rows - 1 - ends.to.y);
    status = lw_file_write(path, writer.out.at, writer.out.count, err);
    lw_buffer_free(&writer.out);
    return status;
}

lw_status lw_maze_save(const lw_map *map, const lw_maze_saving *saving, const char *path,
                       lw_error *err)
{
    if (map->layers != 1)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0, "a maze has one layer");
    switch (saving->format) {
    case LW_MAZE_TEXT:
        return save_text(map, path, err);
    case LW_MAZE_GRID:
        return save_grid(map, path, err);
    case LW_MAZE_XML:
        return save_board(map, path, err);
    default:
        return lw_maze_draw(map, saving, path, err);
    }
}
