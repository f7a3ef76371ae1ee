/*
 * Mazes as pictures: of moderate size as drawings of their walls, larger ones as images of one bit
 * a pixel, inside of SVG and PDF as well, whose size stays sane.
 */
#include <cairo-pdf.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/number.h"
#include "draw/paint.h"
#include "lesson/maze.h"

enum {
    DRAWN_MOST = 100000,   /* cells of a drawing; more are an image */
    CELL = 5000000,        /* side of a cell, unless the page would become too large */
    PAGE_SIDE = 300000000, /* then */
    PIXELS = 1600,         /* of a side of an image, where there are not more cells */
    PIXELS_MOST = 16384,
    THIN_ROOM = 3, /* pixels of a room and one of its walls */
};

static const double points_per_nm = 72 / 25400000.0;

/* ---- drawings ---- */

typedef struct drawing {
    const lw_map *map;
    bool thin;
    lw_nm cell;
    lw_scene *scene;
    lw_stratum *walls;
} drawing;

/* Cells of the drawing across: between thin walls every second one. */
static int32_t extent(int32_t cells, bool thin)
{
    return thin ? (cells - 1) / 2 : cells;
}

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
    int32_t down = extent(d->map->rows, true);
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
    int32_t across = extent(map->cols, thin), down = extent(map->rows, thin);
    int32_t side = across > down ? across : down;
    drawing d = {.map = map, .thin = thin, .scene = scene};
    d.cell = side > PAGE_SIDE / CELL ? PAGE_SIDE / side : CELL;
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
        options.width = PIXELS;
    lw_scene *scene = scene_of(map, saving->thin);
    lw_status status = lw_render(scene, &options, picture, out, err);
    lw_scene_free(scene);
    return status;
}

/* ---- images ---- */

/* Where the pixels of each column or row of cells begin; count + 1 of them. */
typedef struct maze_raster {
    int32_t wall, room; /* pixels of an even and of an odd column or row */
    int width, height;
} maze_raster;

static int begin_of(const maze_raster *raster, int32_t index)
{
    return index / 2 * (raster->wall + raster->room) + (index % 2 ? raster->wall : 0);
}

static bool measure(const lw_map *map, const lw_maze_saving *saving, maze_raster *raster)
{
    int32_t across = extent(map->cols, saving->thin), down = extent(map->rows, saving->thin);
    int32_t side = across > down ? across : down;
    int32_t scale = (int32_t)(saving->width ? saving->width / (uint32_t)across
                                            : (uint32_t)PIXELS / (uint32_t)side);
    scale = scale < 1 ? 1 : scale;
    raster->wall = saving->thin ? 1 : scale;
    raster->room = saving->thin ? (scale > THIN_ROOM ? scale - 1 : THIN_ROOM - 1) : scale;
    raster->width = begin_of(raster, saving->thin ? 2 * across + 1 : map->cols);
    raster->height = begin_of(raster, saving->thin ? 2 * down + 1 : map->rows);
    return raster->width <= PIXELS_MOST && raster->height <= PIXELS_MOST;
}

/* Bits of a row lie in words of the machine, the first at its lowest end or its highest. */
static void set_bits(unsigned char *row, int begin, int end)
{
    const uint32_t one = 1;
    bool little = *(const unsigned char *)&one;
    for (int x = begin; x < end; x++) {
        uint32_t word, bit = little ? one << x % 32 : 0x80000000u >> x % 32;
        memcpy(&word, row + x / 32 * 4, sizeof word);
        word |= bit;
        memcpy(row + x / 32 * 4, &word, sizeof word);
    }
}

static void set_row(const lw_map *map, const maze_raster *raster, int32_t y, bool walls,
                    unsigned char *row)
{
    const uint16_t *cost = &map->cost[lw_map_cell(map, 0, y, 0)];
    for (int32_t x = 0; x < map->cols; x++) {
        int end = begin_of(raster, x + 1);
        if ((cost[x] == 0) == walls)
            set_bits(row, begin_of(raster, x), end < raster->width ? end : raster->width);
    }
}

/* Set where there is a wall, or where there is none; an image writes what is set as white. */
static cairo_surface_t *image_of(const lw_map *map, const maze_raster *raster, bool walls)
{
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_A1, raster->width, raster->height);
    if (cairo_surface_status(image))
        return image;
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    unsigned char *bits = cairo_image_surface_get_data(image);
    for (int32_t y = 0; y < map->rows; y++) {
        int begin = begin_of(raster, y), end = begin_of(raster, y + 1);
        for (int line = begin; line < end && line < raster->height; line++) {
            if (line == begin)
                set_row(map, raster, y, walls, bits + (size_t)line * stride);
            else
                memcpy(bits + (size_t)line * stride, bits + (size_t)begin * stride, stride);
        }
    }
    cairo_surface_mark_dirty(image);
    return image;
}

static cairo_status_t collect(void *buffer, const unsigned char *bytes, unsigned count)
{
    lw_buffer_add(buffer, (const char *)bytes, count);
    return CAIRO_STATUS_SUCCESS;
}

static lw_status to_status(cairo_status_t status, lw_error *err)
{
    if (!status)
        return LW_OK;
    return lw_fail(err, status == CAIRO_STATUS_NO_MEMORY ? LW_ERR_MEMORY : LW_ERR_WRITE, "", 0, 0,
                   "the picture cannot be drawn: %s", cairo_status_to_string(status));
}

static lw_status add_png(const lw_map *map, const maze_raster *raster, lw_buffer *out,
                         lw_error *err)
{
    cairo_surface_t *image = image_of(map, raster, false);
    cairo_status_t status = cairo_surface_write_to_png_stream(image, collect, out);
    cairo_surface_destroy(image);
    return to_status(status, err);
}

static void add_base64(lw_buffer *out, const lw_buffer *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes->count; i += 3) {
        size_t rest = bytes->count - i;
        uint32_t three = 0;
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (k < rest ? (unsigned char)bytes->at[i + k] : 0u);
        char four[4];
        for (int k = 0; k < 4; k++)
            four[k] = digits[three >> (18 - 6 * k) & 63];
        for (size_t k = rest + 1; k < 4; k++)
            four[k] = '=';
        lw_buffer_add(out, four, 4);
    }
}

/* The longer side is as long as a page allows. */
static double nm_per_pixel(const maze_raster *raster)
{
    return (double)PAGE_SIDE / (raster->width > raster->height ? raster->width : raster->height);
}

static lw_status add_svg(const lw_map *map, const maze_raster *raster, lw_buffer *out,
                         lw_error *err)
{
    lw_buffer png = {0};
    lw_status status = add_png(map, raster, &png, err);
    if (!status) {
        double scale = nm_per_pixel(raster);
        lw_buffer_print(out,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" "
                        "width=\"%smm\" height=\"%smm\" viewBox=\"0 0 %d %d\">\n"
                        "<title>Maze</title>\n<desc>A maze of %d x %d cells.</desc>\n"
                        "<image width=\"%d\" height=\"%d\" style=\"image-rendering: pixelated\" "
                        "xlink:href=\"data:image/png;base64,",
                        lw_mm((int64_t)(raster->width * scale)).text,
                        lw_mm((int64_t)(raster->height * scale)).text, raster->width,
                        raster->height, map->cols, map->rows, raster->width, raster->height);
        add_base64(out, &png);
        lw_buffer_text(out, "\"/>\n</svg>\n");
    }
    lw_buffer_free(&png);
    return status;
}

static lw_status add_pdf(const lw_map *map, const maze_raster *raster, lw_buffer *out,
                         lw_error *err)
{
    double scale = nm_per_pixel(raster) * points_per_nm;
    cairo_surface_t *image = image_of(map, raster, true);
    cairo_surface_t *page = cairo_pdf_surface_create_for_stream(collect, out, raster->width * scale,
                                                                raster->height * scale);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_TITLE, "Maze");
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATOR, "Leeway " LW_VERSION);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
    cairo_t *cr = cairo_create(page);
    cairo_scale(cr, scale, scale);
    cairo_pattern_t *mask = cairo_pattern_create_for_surface(image);
    cairo_pattern_set_filter(mask, CAIRO_FILTER_NEAREST);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_mask(cr, mask);
    cairo_status_t status = cairo_status(cr);
    cairo_pattern_destroy(mask);
    cairo_destroy(cr);
    cairo_surface_finish(page);
    if (!status)
        status = cairo_surface_status(page);
    cairo_surface_destroy(page);
    cairo_surface_destroy(image);
    return to_status(status, err);
}

/* ---- the whole ---- */

static lw_status add_image(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
                           lw_buffer *out, lw_error *err)
{
    maze_raster raster;
    if (!measure(map, saving, &raster))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "a picture has at most %d pixels a side",
                       PIXELS_MOST);
    return picture == LW_PNG   ? add_png(map, &raster, out, err)
           : picture == LW_SVG ? add_svg(map, &raster, out, err)
                               : add_pdf(map, &raster, out, err);
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
    lw_status status =
        large ? add_image(map, saving, picture, &out, err) : draw(map, saving, picture, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}
