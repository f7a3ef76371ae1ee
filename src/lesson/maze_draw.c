/*
 * Mazes as pictures: of moderate size as drawings of their walls, larger ones as images.
 */
#include "base/fail.h"
#include "base/file.h"
#include "draw/render.h"
#include "lesson/maze.h"

enum {
    DRAWN_MOST = 100000, /* cells of a drawing; more are an image */
    CELL = 5000000,      /* side of a cell, unless the page would become too large */
};

/* ---- walls ---- */

static bool is_wall(const lw_map *map, int32_t x, int32_t y)
{
    return !map->cost[lw_map_cell(map, x, y, 0)];
}

static bool in_row(const lw_map *map, int32_t x, int32_t y)
{
    return (x > 0 && is_wall(map, x - 1, y)) || (x + 1 < map->cols && is_wall(map, x + 1, y));
}

void lw_maze_walls(const lw_map *map, lw_maze_wall *wall, void *context)
{
    for (int32_t y = 0; y < map->rows; y++)
        for (int32_t x = 0, first = 0; x < map->cols; x++) {
            bool ends = x + 1 == map->cols || !is_wall(map, x + 1, y);
            if (!is_wall(map, x, y)) {
                first = x + 1;
            } else if (ends && x > first) {
                wall(context, first, y, x, y);
            }
        }
    for (int32_t x = 0; x < map->cols; x++)
        for (int32_t y = 0, first = -1; y < map->rows; y++) {
            if (!is_wall(map, x, y)) {
                first = -1;
                continue;
            }
            if (first < 0)
                first = y;
            bool ends = y + 1 == map->rows || !is_wall(map, x, y + 1);
            if (ends && (y > first || !in_row(map, x, y)))
                wall(context, x, first, x, y);
        }
}

/* ---- drawings ---- */

typedef struct drawing {
    const lw_map *map;
    bool thin;
    lw_nm cell;
    lw_scene *scene;
    lw_stratum *walls;
} drawing;

static void add_shape(drawing *d, const lw_point *points, uint32_t count, bool filled, lw_nm radius)
{
    const lw_point *own = lw_arena_copy(d->scene->arena, points, count, sizeof *points);
    *lw_list_add(d->scene->arena, &d->walls->shapes) =
        (lw_shape){.points = own, .count = count, .filled = filled, .radius = radius};
}

static void draw_block(void *context, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    drawing *d = context;
    lw_nm left = x1 * d->cell, right = (x2 + 1) * d->cell;
    lw_nm high = (d->map->rows - y1) * d->cell, low = (d->map->rows - 1 - y2) * d->cell;
    add_shape(d, (lw_point[]){{left, low}, {right, low}, {right, high}, {left, high}}, 4, true, 0);
}

/* What lies behind the last even column or row has no room. */
static void draw_line(void *context, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    drawing *d = context;
    int32_t down = lw_maze_extent(d->map->rows, true);
    x1 = (x1 + 1) / 2, y1 = (y1 + 1) / 2, x2 /= 2, y2 /= 2;
    if (x1 > x2 || y1 > y2)
        return;
    lw_point ends[] = {{x1 * d->cell, (down - y1) * d->cell},
                       {x2 * d->cell, (down - y2) * d->cell}};
    bool dot = x1 == x2 && y1 == y2;
    add_shape(d, ends, dot ? 1 : 2, false, d->cell / 16);
}

static lw_scene *scene_of(const lw_map *map, bool thin)
{
    lw_arena *arena = lw_arena_new();
    lw_scene *scene = LW_NEW(arena, lw_scene);
    int32_t across = lw_maze_extent(map->cols, thin), down = lw_maze_extent(map->rows, thin);
    int32_t side = across > down ? across : down;
    drawing d = {.map = map, .thin = thin, .scene = scene};
    d.cell = side > LW_MAZE_PAGE / CELL ? LW_MAZE_PAGE / side : CELL;
    scene->arena = arena;
    scene->layer_count = 1;
    scene->title = "Maze";
    scene->summary = lw_arena_print(arena, "A maze of %d x %d cells.", map->cols, map->rows);
    scene->page = lw_box_grow((lw_box){0, 0, across * d.cell, down * d.cell}, d.cell / 2);
    d.walls = lw_list_add(arena, &scene->strata);
    *d.walls = (lw_stratum){.role = LW_ROLE_WALL, .layer = LW_LAYER_SHARED};
    lw_maze_walls(map, thin ? draw_line : draw_block, &d);
    return scene;
}

static lw_status draw(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
                      lw_buffer *out, lw_error *err)
{
    lw_draw_options options = lw_draw_options_default();
    options.theme = saving->theme;
    options.width = saving->width;
    if (picture == LW_PNG && !options.width)
        options.width = LW_MAZE_PIXELS;
    lw_scene *scene = scene_of(map, saving->thin);
    lw_status status = lw_render(scene, &options, picture, out, err);
    lw_scene_free(scene);
    return status;
}

/* In a maze a cell with two odd numbers is free, but for the last column and row of an even size.
 */
static bool has_rooms(const lw_map *map)
{
    for (int32_t y = 1; y + 1 < map->rows; y += 2)
        for (int32_t x = 1; x + 1 < map->cols; x += 2)
            if (!map->cost[lw_map_cell(map, x, y, 0)])
                return false;
    return map->cols > 2 && map->rows > 2;
}

lw_status lw_maze_draw(const lw_map *map, const lw_maze_saving *saving, const char *path,
                       lw_error *err)
{
    static const lw_picture pictures[LW_MAZE_FORMAT_COUNT] = {
        [LW_MAZE_SVG] = LW_SVG, [LW_MAZE_PDF] = LW_PDF, [LW_MAZE_PNG] = LW_PNG};
    lw_picture picture = pictures[saving->format];
    lw_buffer out = {0};
    if (saving->thin && !has_rooms(map))
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0,
                       "walls can be thin in a maze only, whose rooms are all free");
    bool large = (int64_t)map->cols * map->rows > DRAWN_MOST;
    lw_status status = large ? lw_maze_render(map, saving, picture, &out, err)
                             : draw(map, saving, picture, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}
