/* Images of mazes, in SVG and PDF as well, whose size stays sane. */
#include <cairo-pdf.h>
#include <string.h>
#include "base/fail.h"
#include "base/number.h"
#include "lesson/maze.h"

enum {
    PIXELS_MOST = 16384, /* of a side */
    THIN_ROOM = 3,       /* pixels of a room and one of its walls */
};

static const double points_per_nm = 72 / 25400000.0;

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
    int32_t across = lw_maze_extent(map->cols, saving->thin),
            down = lw_maze_extent(map->rows, saving->thin);
    int32_t side = across > down ? across : down;
    int32_t scale = (int32_t)(saving->width ? saving->width / (uint32_t)across
                                            : (uint32_t)LW_MAZE_PIXELS / (uint32_t)side);
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
    return (double)LW_MAZE_PAGE / (raster->width > raster->height ? raster->width : raster->height);
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

lw_status lw_maze_render(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
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
