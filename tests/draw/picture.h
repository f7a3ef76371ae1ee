/* Pictures of boards, and what is seen in them. */
#ifndef LW_TEST_DRAW_PICTURE_H
#define LW_TEST_DRAW_PICTURE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "draw/paint.h"
#include "draw/small.h"

/* The bytes of a file; report: NULL, there is none. */
static inline lw_buffer drawn_with(const lw_board *board, const lw_report *report,
                                   const lw_draw_options *options, lw_picture picture)
{
    lw_buffer out = {0};
    lw_error err = {0};
    lw_scene *scene = lw_scene_new(board, NULL, report, options);
    cr_assert_eq(lw_render(scene, options, picture, &out, &err), LW_OK, "%s", err.text);
    lw_scene_free(scene);
    return out;
}

static inline lw_buffer drawn(const lw_board *board, const lw_draw_options *options,
                              lw_picture picture)
{
    return drawn_with(board, NULL, options, picture);
}

/* Ten pixels a millimetre: the page is 24 mm x 14 mm, the board's corner at (2, 2) of it. */
enum { PER_MM = 10, WIDTH = 24 * PER_MM, HEIGHT = 14 * PER_MM };

static inline cairo_surface_t *image_of(const lw_board *board, const lw_routes *routes,
                                        const lw_report *report, const lw_draw_options *options)
{
    lw_scene *scene = lw_scene_new(board, routes, report, options);
    cairo_surface_t *image = lw_render_image(scene, options->theme, WIDTH, HEIGHT);
    cr_assert_not_null(image);
    cairo_surface_flush(image);
    lw_scene_free(scene);
    return image;
}

/* Ends a test that has nothing else. */
static inline void put_away(lw_board *board, cairo_surface_t *image)
{
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* 0xRRGGBB at a place of the board in millimetres. */
static inline unsigned probe(cairo_surface_t *image, double x, double y)
{
    int column = (int)((x + 2) * PER_MM), row = (int)((12 - y) * PER_MM);
    const unsigned char *bytes =
        cairo_image_surface_get_data(image) + row * cairo_image_surface_get_stride(image);
    uint32_t pixel;
    memcpy(&pixel, bytes + 4 * column, 4);
    return pixel & 0xFFFFFF;
}

static inline bool same(unsigned a, unsigned b)
{
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF)) > 1)
            return false;
    return true;
}

#define expect_colour(image, x, y, colour, what)                                                   \
    cr_expect(same(probe(image, x, y), colour), "%s at %g, %g: %06X instead of %06X", what,        \
              (double)(x), (double)(y), probe(image, x, y), (unsigned)(colour))

/* Colour with the opacity of 256ths over a ground. */
static inline unsigned over(unsigned colour, unsigned alpha, unsigned ground)
{
    unsigned mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        unsigned c = colour >> shift & 0xFF, g = ground >> shift & 0xFF;
        mixed |= (c * alpha + g * (255 - alpha) + 127) / 255 << shift;
    }
    return mixed;
}

static inline int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

#endif
