/*
 * Places of a lesson. On a board they are points, in nanometres, as the board's file has them, and
 * stand for the free cell that is nearest; elsewhere they are the numbers of a column and a row, in
 * millionths.
 */
#include <stdlib.h>
#include "base/fail.h"
#include "base/number.h"
#include "lesson/lesson.h"

enum { MILLION = 1000000 };

lw_lesson_pair *lw_lesson_add_pair(lw_lesson *lesson, const char *name)
{
    lw_lesson_pair *pair = lw_list_add(lesson->arena, &lesson->pairs);
    pair->name = name;
    pair->length = -1;
    return pair;
}

/* Distance from a place to the nearest cell of a row, or -1. */
static int64_t nearest_in_row(const lw_map *map, int64_t x, int32_t y, int32_t layer,
                              int64_t within, int32_t *cell)
{
    const uint16_t *row = &map->cost[lw_map_cell(map, 0, y, layer)];
    for (int64_t away = 0; away <= within; away++) {
        int64_t sides[] = {x - away, x + away};
        for (int i = 0; i < 2; i++)
            if (sides[i] >= 0 && sides[i] < map->cols && row[sides[i]]) {
                *cell = lw_map_cell(map, (int32_t)sides[i], y, layer);
                return away;
            }
    }
    return -1;
}

int32_t lw_nearest_free(const lw_map *map, int64_t x, int64_t y, int32_t layer)
{
    int32_t best = -1;
    int64_t least = INT64_MAX, reach = (int64_t)map->cols + llabs(x);
    for (int64_t away = 0; away < map->rows + llabs(y) && away * away < least; away++)
        for (int side = -1; side <= (away > 0); side += 2) {
            int64_t row = y + side * away;
            int32_t cell;
            if (row < 0 || row >= map->rows)
                continue;
            int64_t across = nearest_in_row(map, x, (int32_t)row, layer, reach, &cell);
            if (across < 0 || across * across + away * away >= least)
                continue;
            least = across * across + away * away;
            reach = across;
            best = cell;
        }
    return best;
}

static lw_status cell_of_point(const lw_lesson *lesson, const lw_spot *spot, int32_t *cell,
                               lw_error *err)
{
    int64_t half = lesson->pitch / 2, up = lw_board_file_y(lesson->board, spot->y);
    int64_t x = (spot->x - lesson->origin.x + half) / lesson->pitch;
    int64_t y = (up - lesson->origin.y + half) / lesson->pitch;
    if (spot->x < lesson->origin.x - half || up < lesson->origin.y - half ||
        x >= lesson->map->cols || y >= lesson->map->rows)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "%s,%s is outside of the board",
                       lw_mm(spot->x).text, lw_mm(spot->y).text);
    *cell = lw_nearest_free(lesson->map, x, y, spot->layer);
    if (*cell < 0)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "layer %d has no free cell",
                       spot->layer + 1);
    return LW_OK;
}

static lw_status cell_of_place(const lw_lesson *lesson, const lw_spot *spot, int32_t *cell,
                               lw_error *err)
{
    const lw_map *map = lesson->map;
    int64_t x = spot->x / MILLION, y = spot->y / MILLION;
    if (spot->x % MILLION || spot->y % MILLION)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "%s,%s is no cell: whole numbers",
                       lw_mm(spot->x).text, lw_mm(spot->y).text);
    if (x < 0 || y < 0 || x >= map->cols || y >= map->rows)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0,
                       "%lld,%lld is outside of the map, which goes from 0,0 to %d,%d",
                       (long long)x, (long long)y, map->cols - 1, map->rows - 1);
    *cell = lw_map_cell(map, (int32_t)x, (int32_t)y, spot->layer);
    if (map->cost[*cell])
        return LW_OK;
    int32_t near = lw_nearest_free(map, x, y, spot->layer);
    lw_map_spot place = lw_map_place(map, near < 0 ? 0 : near);
    if (near < 0)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "%lld,%lld is blocked", (long long)x,
                       (long long)y);
    return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0,
                   "%lld,%lld is blocked; the nearest free cell is %d,%d", (long long)x,
                   (long long)y, place.x, place.y);
}

lw_status lw_lesson_cell(const lw_lesson *lesson, const lw_spot *spot, int32_t *cell, lw_error *err)
{
    *cell = -1;
    if (spot->layer < 0 || spot->layer >= lesson->map->layers)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "there is no layer %d: it has %d",
                       spot->layer + 1, lesson->map->layers);
    return lesson->pitch ? cell_of_point(lesson, spot, cell, err)
                         : cell_of_place(lesson, spot, cell, err);
}

lw_spot lw_lesson_spot(const lw_lesson *lesson, int32_t cell)
{
    lw_map_spot place = lw_map_place(lesson->map, cell);
    if (!lesson->pitch)
        return (lw_spot){(int64_t)place.x * MILLION, (int64_t)place.y * MILLION, place.layer};
    return (lw_spot){
        lesson->origin.x + (int64_t)place.x * lesson->pitch,
        lw_board_file_y(lesson->board, lesson->origin.y + (int64_t)place.y * lesson->pitch),
        place.layer};
}

bool lw_changes_layer(const lw_map *map, const int32_t *path, uint32_t count, uint32_t i)
{
    int32_t layer = lw_map_place(map, path[i]).layer;
    return (i > 0 && lw_map_place(map, path[i - 1]).layer != layer) ||
           (i + 1 < count && lw_map_place(map, path[i + 1]).layer != layer);
}
