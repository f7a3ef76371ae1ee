#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/font.h"
#include "draw/paint.h"
#include "check_leaks.h"
#include "small.h"

/* ---- help ---- */

static lw_buffer drawn(const lw_board *board, const lw_draw_options *options, lw_picture picture)
{
    lw_buffer out = {0};
    lw_error err = {0};
    lw_scene *scene = lw_scene_new(board, NULL, NULL, options);
    cr_assert_eq(lw_render(scene, options, picture, &out, &err), LW_OK, "%s", err.text);
    lw_scene_free(scene);
    return out;
}

/* Ten pixels a millimetre: the page is 24 mm x 14 mm, the board's corner at (2, 2) of it. */
enum { PER_MM = 10, WIDTH = 24 * PER_MM, HEIGHT = 14 * PER_MM };

static cairo_surface_t *image_of(const lw_board *board, const lw_routes *routes,
                                 const lw_report *report, const lw_draw_options *options)
{
    lw_scene *scene = lw_scene_new(board, routes, report, options);
    cairo_surface_t *image = lw_render_image(scene, options->theme, WIDTH, HEIGHT);
    cr_assert_not_null(image);
    cairo_surface_flush(image);
    lw_scene_free(scene);
    return image;
}

/* 0xRRGGBB at a place of the board in millimetres. */
static unsigned probe(cairo_surface_t *image, double x, double y)
{
    int column = (int)((x + 2) * PER_MM), row = (int)((12 - y) * PER_MM);
    const unsigned char *bytes =
        cairo_image_surface_get_data(image) + row * cairo_image_surface_get_stride(image);
    uint32_t pixel;
    memcpy(&pixel, bytes + 4 * column, 4);
    return pixel & 0xFFFFFF;
}

static bool same(unsigned a, unsigned b)
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
static unsigned over(unsigned colour, unsigned alpha, unsigned ground)
{
    unsigned mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        unsigned c = colour >> shift & 0xFF, g = ground >> shift & 0xFF;
        mixed |= (c * alpha + g * (255 - alpha) + 127) / 255 << shift;
    }
    return mixed;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

/* ---- what lies behind ---- */

/* A line of the bottom's silkscreen over the track of the bottom. */
Test(draw, what_is_printed_on_the_bottom_lies_behind_the_copper_unless_it_is_shown_alone)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_point ends[] = {{MM(5), MM(1)}, {MM(5), MM(3)}};
    *lw_list_add(board->arena, &board->drawings) =
        (lw_drawing){.ink = LW_SILK, .bottom = true, .shape = {ends, 2, false, MM(0.2)}};
    cairo_surface_t *both = image_of(board, NULL, NULL, &options);
    options.layers = LW_LAYER(1);
    cairo_surface_t *alone = image_of(board, NULL, NULL, &options);
    expect_colour(both, 5, 2, over(0x0077BB, 0xC0, 0xA6B4C6), "track over the silkscreen");
    expect_colour(both, 5, 3, 0xA6B4C6, "silkscreen of the bottom");
    expect_colour(alone, 5, 2, 0x202020, "silkscreen over the track");
    cairo_surface_destroy(both);
    cairo_surface_destroy(alone);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- size and scale ---- */

Test(draw, an_svg_is_as_large_in_millimetres_as_the_board_and_its_margin)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_buffer svg = drawn(board, &options, LW_SVG);
    xmlDoc *doc = xmlReadMemory(svg.at, (int)svg.count, "svg", NULL, XML_PARSE_NONET);
    cr_assert_not_null(doc);
    xmlNode *root = xmlDocGetRootElement(doc);
    static const char *const expected[][2] = {
        {"width", "24mm"}, {"height", "14mm"}, {"viewBox", "0 0 24000 14000"}};
    for (int i = 0; i < 3; i++) {
        xmlChar *value = xmlGetProp(root, (const xmlChar *)expected[i][0]);
        cr_expect_str_eq((const char *)value, expected[i][1]);
        xmlFree(value);
    }
    xmlFreeDoc(doc);
    lw_buffer_free(&svg);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* What the scene is told to be seen: corner to corner. */
static void expect_page(const char *what, const lw_board *board, lw_box expected)
{
    lw_draw_options options = lw_draw_options_default();
    for (int silk = 0; silk < 2; silk++) {
        options.silk = silk;
        lw_scene *scene = lw_scene_new(board, NULL, NULL, &options);
        lw_box page = scene->page;
        cr_expect(memcmp(&page, &expected, sizeof page) == 0, "%s: from %d, %d to %d, %d", what,
                  page.x1, page.y1, page.x2, page.y2);
        lw_scene_free(scene);
    }
}

Test(draw, the_page_is_the_board_and_what_is_printed_just_beside_it)
{
    const lw_box plain = {MM(-2), MM(-2), MM(22), MM(12)};
    lw_board *board = small_board();
    board->outline.at[0].radius = 5000;
    expect_page("the error of arcs is no part of the board", board, plain);
    small_text(board, "AB", MM(29), MM(5));
    expect_page("too far away", board, plain);
    lw_text *text = small_text(board, "AB", MM(21), MM(5));
    expect_page("letters as wide as high", board, (lw_box){MM(-2), MM(-2), MM(23.5), MM(12)});
    text->placement.angle = 90 * LW_DEGREE;
    text->align_y = 2;
    expect_page("upwards, top to the right", board, (lw_box){MM(-2), MM(-2), MM(22.5), MM(12)});
    text->ink = LW_DOCUMENT;
    expect_page("a note is not printed", board, plain);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_note_that_the_page_would_cut_is_left_out)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    small_text(board, "100nF", MM(10), MM(5))->ink = LW_DOCUMENT;
    small_text(board, "CERAMIC", MM(18), MM(5))->ink = LW_DOCUMENT;
    lw_buffer svg = drawn(board, &options, LW_SVG);
    cr_expect_eq(count_of(svg.at, ">100nF</text>"), 1);
    cr_expect_eq(count_of(svg.at, ">CERAMIC</text>"), 0);
    lw_buffer_free(&svg);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_pdf_page_is_as_large_in_points)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_buffer pdf = drawn(board, &options, LW_PDF);
    const char *box = NULL;
    for (size_t i = 0; i + 9 < pdf.count && !box; i++)
        if (memcmp(pdf.at + i, "/MediaBox", 9) == 0)
            box = pdf.at + i;
    double size[4] = {0};
    cr_assert_not_null(box);
    cr_assert_eq(sscanf(box, "/MediaBox [ %lf %lf %lf %lf", &size[0], &size[1], &size[2], &size[3]),
                 4);
    /* 24 mm and 14 mm, 72 points an inch */
    cr_expect_float_eq(size[2], 68.031496, 1e-5);
    cr_expect_float_eq(size[3], 39.685039, 1e-5);
    lw_buffer_free(&pdf);
    lw_board_free(board);
    lw_test_no_leaks();
}

static uint32_t u32_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

Test(draw, a_png_has_the_pixels_that_dpi_or_width_ask_for_and_says_its_scale)
{
    static const struct {
        double dpi;
        uint32_t width, expect_width, expect_height, per_metre;
    } cases[] = {
        {0, 0, 284, 166, 11811}, /* 300 dpi: 283.5 x 165.4 */
        {254, 0, 240, 140, 10000},
        {0, 480, 480, 280, 20000},
        {72, 480, 480, 280, 20000},
    };
    lw_board *board = small_board();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_draw_options options = lw_draw_options_default();
        options.dpi = cases[i].dpi;
        options.width = cases[i].width;
        lw_buffer png = drawn(board, &options, LW_PNG);
        cr_expect_eq(u32_at(png.at + 16), cases[i].expect_width);
        cr_expect_eq(u32_at(png.at + 20), cases[i].expect_height);
        cr_expect_eq(memcmp(png.at + 37, "pHYs", 4), 0);
        cr_expect_eq(u32_at(png.at + 41), cases[i].per_metre, "%u", u32_at(png.at + 41));
        cr_expect_eq(u32_at(png.at + 45), cases[i].per_metre);
        lw_buffer_free(&png);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_png_that_would_be_too_large_says_what_would_do)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_scene *scene = lw_scene_new(board, NULL, NULL, &options);
    lw_buffer out = {0};
    lw_error err = {0};
    options.dpi = 20000;
    cr_expect_eq(lw_render(scene, &options, LW_PNG, &out, &err), LW_ERR_OPTION);
    /* 16384 pixels on 24 mm are 17339 dpi, 100 million pixels on 24 x 14 mm only 13855. */
    cr_expect_str_eq(err.text, "a picture of 18898 x 11024 pixels is too large (at most 16384 a "
                               "side and 100 million in all); 13855 dpi, which is 13092 pixels "
                               "wide, would do");
    options.dpi = 0;
    options.width = 4000000000u;
    cr_expect_eq(lw_render(scene, &options, LW_PNG, &out, NULL), LW_ERR_OPTION);
    options.width = 0;
    static const double wrong[] = {-1, 1e9, 0.0 / 0.0};
    for (int i = 0; i < 3; i++) {
        options.dpi = wrong[i];
        cr_expect_eq(lw_render(scene, &options, LW_PNG, &out, NULL), LW_ERR_OPTION);
    }
    cr_expect_eq(out.count, 0);
    lw_scene_free(scene);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_track_of_five_millimetres_measures_five_and_its_width)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    unsigned ground = probe(image, 1, 2);
    int along = 0, across = 0;
    for (int i = 0; i < 8 * PER_MM; i++)
        along += probe(image, (i + 0.5) / PER_MM + 0.5, 1.95) != ground;
    for (int i = 0; i < 2 * PER_MM; i++)
        across += probe(image, 4.55, 1 + (i + 0.5) / PER_MM) != ground;
    /* 5.5 mm from round end to round end; the ends fall inside a pixel */
    cr_expect(along >= 55 && along <= 57, "%d", along);
    cr_expect(across >= 5 && across <= 6, "%d", across);
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- what is seen ---- */

Test(draw, every_theme_shows_copper_holes_board_and_paper_where_they_are)
{
    static const struct {
        lw_theme theme;
        unsigned paper, board, top, top_alpha, bottom, bottom_alpha, pad, drill;
    } cases[] = {
        {LW_THEME_LIGHT, 0xFFFFFF, 0xF1F4E9, 0xCC3311, 0xC0, 0x0077BB, 0xC0, 0xC09A2B, 0xFFFFFF},
        {LW_THEME_DARK, 0x14161A, 0x262B31, 0xE8553A, 0xC8, 0x3E9BE0, 0xC8, 0xDDB94C, 0x14161A},
        {LW_THEME_PRINT, 0xFFFFFF, 0xFFFFFF, 0x707070, 0xFF, 0xC8C8C8, 0xFF, 0x303030, 0xFFFFFF},
    };
    lw_board *board = small_board();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_draw_options options = lw_draw_options_default();
        options.theme = cases[i].theme;
        options.silk = false;
        cairo_surface_t *image = image_of(board, NULL, NULL, &options);
        expect_colour(image, -1, 5, cases[i].paper, "margin");
        expect_colour(image, 1, 9, cases[i].board, "board");
        expect_colour(image, 5, 5.7, cases[i].pad, "ring of the pad");
        expect_colour(image, 5, 5, cases[i].drill, "drill");
        expect_colour(image, 10, 2, cases[i].paper, "hole");
        cr_expect_neq(probe(image, 11.02, 2), cases[i].board, "rim of the hole");
        unsigned top = over(cases[i].top, cases[i].top_alpha, cases[i].board);
        expect_colour(image, 10, 5.3, top, "track on top");
        expect_colour(image, 10, 8.2, top, "smd pad");
        cr_expect_neq(probe(image, 4, 2), cases[i].board, "track on the bottom");
        cairo_surface_destroy(image);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, y_points_up_and_x_to_the_right)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    unsigned ground = probe(image, 1, 9);
    cr_expect_neq(probe(image, 10.5, 8), ground, "S1 is in the upper half");
    cr_expect_neq(probe(image, 3, 2), ground, "the bottom track is left below");
    cr_expect_eq(probe(image, 17, 2), ground, "and not mirrored to the right");
    cr_expect_eq(probe(image, 3, 8), ground, "or upwards");
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, copper_of_two_layers_shows_both)
{
    lw_board *board = small_board();
    lw_track *across = lw_list_add(board->arena, &board->tracks);
    *across = (lw_track){.net = 1, .layer = 1, .width = MM(1)};
    across->ends[0] = (lw_point){MM(10), MM(3.5)};
    across->ends[1] = (lw_point){MM(10), MM(7)};
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    unsigned bottom = over(0x0077BB, 0xC0, 0xF1F4E9);
    expect_colour(image, 10, 6.5, bottom, "bottom alone");
    expect_colour(image, 10, 5, over(0xCC3311, 0xC0, bottom), "top over bottom");
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, copper_that_overlaps_on_one_layer_is_no_darker_there)
{
    lw_board *board = small_board();
    for (int i = 0; i < 2; i++) {
        lw_track *again = lw_list_add(board->arena, &board->tracks);
        *again = board->tracks.at[0];
        again->ends[i] = (lw_point){MM(10), MM(5)};
    }
    lw_draw_options options = lw_draw_options_default();
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    expect_colour(image, 10, 5.3, over(0xCC3311, 0xC0, 0xF1F4E9), "three tracks");
    expect_colour(image, 8, 5.3, over(0xCC3311, 0xC0, 0xF1F4E9), "two tracks");
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_great_many_tracks_look_like_one_where_they_lie_upon_each_other)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    cairo_surface_t *few[LW_THEME_COUNT];
    for (lw_theme theme = 0; theme < LW_THEME_COUNT; theme++) {
        options.theme = theme;
        few[theme] = image_of(board, NULL, NULL, &options);
    }
    for (int i = 0; i < 12000; i++)
        *lw_list_add(board->arena, &board->tracks) = board->tracks.at[i & 1];
    for (lw_theme theme = 0; theme < LW_THEME_COUNT; theme++) {
        options.theme = theme;
        cairo_surface_t *many = image_of(board, NULL, NULL, &options);
        for (double x = 7; x < 13; x += 0.1)
            expect_colour(many, x, 5.3, probe(few[theme], x, 5.3), lw_theme_name(theme));
        for (double x = 2; x < 7; x += 0.1)
            expect_colour(many, x, 2, probe(few[theme], x, 2), lw_theme_name(theme));
        cairo_surface_destroy(many);
        cairo_surface_destroy(few[theme]);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, polygons_of_one_layer_stay_apart)
{
    static const lw_point places[] = {{MM(2), MM(8)}, {MM(17), MM(8)}};
    lw_board *board = small_board();
    for (int i = 0; i < 2; i++) {
        lw_plain_copper *copper = lw_list_add(board->arena, &board->copper);
        lw_point *corners = LW_NEW_MANY(board->arena, lw_point, 3);
        corners[0] = places[i];
        corners[1] = (lw_point){places[i].x + MM(1), places[i].y};
        corners[2] = (lw_point){places[i].x, places[i].y + MM(1)};
        copper->copper = (lw_copper){LW_LAYER(0), {corners, 3, true, 0}};
    }
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    for (double y = 7; y < 9.7; y += 0.1)
        for (double x = 4; x < 8; x += 0.1)
            cr_expect_eq(probe(image, x, y), 0xF1F4E9, "%g, %g", x, y);
    cr_expect_neq(probe(image, 17.2, 8.2), 0xF1F4E9);
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, only_the_layers_asked_for_are_seen)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    const unsigned ground = 0xF1F4E9;
    for (uint32_t layer = 0; layer < 2; layer++) {
        options.layers = LW_LAYER(layer);
        cairo_surface_t *image = image_of(board, NULL, NULL, &options);
        cr_expect_eq(probe(image, 10, 5.3) != ground, layer == 0, "track on top");
        cr_expect_eq(probe(image, 10.6, 8.3) != ground, layer == 0, "smd on top");
        cr_expect_eq(probe(image, 4, 2) != ground, layer == 1, "track on the bottom");
        expect_colour(image, 5, 5.7, 0xC09A2B, "pad on both");
        cairo_surface_destroy(image);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_legend_names_the_layers_that_are_shown)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_buffer plain = drawn(board, &options, LW_SVG);
    cr_expect_eq(count_of(plain.at, ">top</text>"), 0);
    options.legend = true;
    lw_buffer both = drawn(board, &options, LW_SVG);
    options.layers = LW_LAYER(1);
    lw_buffer bottom = drawn(board, &options, LW_SVG);
    cr_expect_eq(count_of(both.at, ">top</text>"), 1);
    cr_expect_eq(count_of(both.at, ">bottom</text>"), 1);
    cr_expect_eq(count_of(both.at, ">through all layers</text>"), 1);
    cr_expect_eq(count_of(bottom.at, ">top</text>"), 0);
    cr_expect_eq(count_of(bottom.at, ">bottom</text>"), 1);
    lw_buffer_free(&plain);
    lw_buffer_free(&both);
    lw_buffer_free(&bottom);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_legend_lies_below_the_page_in_the_colours_of_the_layers)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    options.legend = true;
    lw_scene *scene = lw_scene_new(board, NULL, NULL, &options);
    int rows = 0;
    for (uint32_t i = 0; i < scene->strata.count; i++) {
        const lw_stratum *stratum = &scene->strata.at[i];
        if (stratum->faint || (stratum->role != LW_ROLE_COPPER && stratum->role != LW_ROLE_PLATED))
            continue;
        /* The margin is 2 mm, and a row 2.5 mm high. */
        lw_point at = stratum->shapes.at[stratum->shapes.count - 1].points[0];
        uint32_t row = stratum->role == LW_ROLE_PLATED ? 2 : stratum->layer;
        cr_expect_eq(at.x, 0);
        cr_expect_eq(at.y, -MM(3.25) - (lw_nm)row * MM(2.5), "%u", row);
        rows++;
    }
    cr_expect_eq(rows, 3);
    cr_expect_lt(scene->page.y1, -MM(9.5));
    cr_expect_eq(scene->page.x1, -MM(2));
    cr_expect_eq(scene->page.y2, MM(12));
    lw_scene_free(scene);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_highlighted_net_leaves_the_others_faint)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    options.highlight = 0;
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    expect_colour(image, 10, 5.3, over(0xCC3311, 0xC0, 0xF1F4E9), "track of A");
    expect_colour(image, 5, 5.7, 0xC09A2B, "pad of A");
    expect_colour(image, 10.6, 8.3, over(0xCC3311, 0xC0 * 56 / 256, 0xF1F4E9), "pad of B");
    expect_colour(image, 5, 5, 0xFFFFFF, "drill");
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, cut_outs_are_holes_in_the_board)
{
    lw_board *board = small_board();
    static const lw_point corners[] = {
        {MM(1), MM(7)}, {MM(3), MM(7)}, {MM(3), MM(9)}, {MM(1), MM(9)}};
    *lw_list_add(board->arena, &board->outline) = (lw_shape){corners, 4, true, 0};
    lw_draw_options options = lw_draw_options_default();
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    expect_colour(image, 2, 8, 0xFFFFFF, "cut-out");
    expect_colour(image, 4, 8, 0xF1F4E9, "board beside it");
    cr_expect_neq(probe(image, 1, 8), 0xF1F4E9, "its rim");
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, keepouts_are_hatched_but_not_in_their_windows)
{
    lw_board *board = small_board();
    static const lw_point area[] = {{0, 0}, {MM(20), 0}, {MM(20), MM(10)}, {0, MM(10)}};
    static const lw_point hole[] = {
        {MM(16), MM(6)}, {MM(19), MM(6)}, {MM(19), MM(9)}, {MM(16), MM(9)}};
    lw_keepout *keepout = lw_list_add(board->arena, &board->keepouts);
    *keepout = (lw_keepout){.layers = LW_LAYER(0), .shape = {area, 4, true, 0}, .tracks = true};
    *lw_list_add(board->arena, &keepout->windows) = (lw_shape){hole, 4, true, 0};
    lw_draw_options options = lw_draw_options_default();
    options.silk = false;
    cairo_surface_t *image = image_of(board, NULL, NULL, &options);
    int inside = 0, window = 0;
    for (double y = 6.2; y < 8.8; y += 0.1)
        for (double x = 0.2; x < 2.8; x += 0.1) {
            inside += probe(image, x + 1, y) != 0xF1F4E9;
            window += probe(image, x + 16, y) != 0xF1F4E9;
        }
    cr_expect(inside > 100 && inside < 600, "%d of 676 pixels", inside);
    cr_expect_eq(window, 0);
    cairo_surface_destroy(image);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, ratsnest_and_violations_are_marked)
{
    lw_board *board = small_board();
    lw_ratline line = {.net = 1, .a = {MM(7), MM(2)}, .b = {MM(7), MM(9)}};
    lw_violation faults[] = {{.rule = LW_RULE_SHORT, .at = {MM(2), MM(8)}},
                             {.rule = LW_RULE_EDGE, .at = {MM(17), MM(8)}, .preexisting = true}};
    lw_report report = {.ratsnest = {&line, 1, 1}, .faults = {faults, 2, 2}};
    lw_draw_options options = lw_draw_options_default();
    cairo_surface_t *image = image_of(board, NULL, &report, &options);
    cr_expect_neq(probe(image, 7, 8), 0xF1F4E9, "ratsnest");
    cr_expect_neq(probe(image, 2, 8), 0xF1F4E9, "cross");
    cr_expect_neq(probe(image, 2.7, 8), 0xF1F4E9, "ring");
    expect_colour(image, 17, 8, 0xF1F4E9, "an old fault has no cross");
    cr_expect_neq(probe(image, 17.7, 8), 0xF1F4E9, "but a ring");
    cairo_surface_destroy(image);
    lw_scene *scene = lw_scene_new(board, NULL, &report, &options);
    lw_buffer svg = {0};
    cr_assert_eq(lw_render(scene, &options, LW_SVG, &svg, NULL), LW_OK);
    cr_expect_eq(count_of(svg.at, ">short</text>"), 1);
    cr_expect_eq(count_of(svg.at, ">edge</text>"), 0);
    lw_buffer_free(&svg);
    lw_scene_free(scene);
    lw_board_free(board);
    lw_test_no_leaks();
}

static size_t svg_size(const lw_board *board, lw_violation *faults, uint32_t count)
{
    lw_report report = {.faults = {faults, count, count}};
    lw_draw_options options = lw_draw_options_default();
    lw_scene *scene = lw_scene_new(board, NULL, &report, &options);
    lw_buffer svg = {0};
    cr_assert_eq(lw_render(scene, &options, LW_SVG, &svg, NULL), LW_OK);
    size_t size = svg.count;
    lw_buffer_free(&svg);
    lw_scene_free(scene);
    return size;
}

Test(draw, faults_at_one_place_have_one_mark)
{
    lw_board *board = small_board();
    lw_violation faults[] = {{.rule = LW_RULE_SHORT, .at = {MM(2), MM(8)}},
                             {.rule = LW_RULE_SHORT, .at = {MM(2), MM(8)}},
                             {.rule = LW_RULE_SHORT, .at = {MM(2), MM(8)}, .preexisting = true}};
    size_t one = svg_size(board, faults, 1);
    cr_expect_eq(svg_size(board, faults, 2), one);
    cr_expect_gt(svg_size(board, faults, 3), one, "an old one is another mark");
    lw_board_free(board);
}

Test(draw, of_faults_side_by_side_that_are_alike_one_has_a_label)
{
    lw_board *board = small_board();
    lw_violation faults[] = {{.rule = LW_RULE_SHORT, .at = {MM(2), MM(8)}},
                             {.rule = LW_RULE_SHORT, .at = {MM(2), MM(4)}},
                             {.rule = LW_RULE_SHORT, .at = {MM(2), MM(1)}},
                             {.rule = LW_RULE_DRILL, .at = {MM(2), MM(6)}}};
    lw_report report = {.faults = {faults, 4, 4}};
    lw_draw_options options = lw_draw_options_default();
    lw_scene *scene = lw_scene_new(board, NULL, &report, &options);
    lw_buffer svg = {0};
    cr_assert_eq(lw_render(scene, &options, LW_SVG, &svg, NULL), LW_OK);
    cr_expect_eq(count_of(svg.at, ">short</text>"), 2, "the third is 7 mm from the first");
    cr_expect_eq(count_of(svg.at, ">drill</text>"), 1, "another rule");
    lw_buffer_free(&svg);
    lw_scene_free(scene);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, routes_add_copper_and_take_it_away)
{
    lw_board *board = small_board();
    lw_routes *routes = lw_routes_rip_up(board);
    lw_track *track = lw_list_add(routes->arena, &routes->tracks);
    *track = (lw_track){.net = 1, .layer = 0, .width = MM(0.5)};
    track->ends[0] = (lw_point){MM(10), MM(8)};
    track->ends[1] = (lw_point){MM(16), MM(8)};
    lw_draw_options options = lw_draw_options_default();
    cairo_surface_t *image = image_of(board, routes, NULL, &options);
    expect_colour(image, 10, 5.3, 0xF1F4E9, "ripped up");
    expect_colour(image, 14, 8, over(0xCC3311, 0xC0, 0xF1F4E9), "new");
    cairo_surface_destroy(image);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- names ---- */

Test(draw, a_line_of_text_stands_where_its_placement_puts_it)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 8, 8);
    cairo_t *cr = cairo_create(surface);
    static const lw_angle angles[] = {0, 45, 90, 270, 315};
    for (size_t i = 0; i < 10; i++) {
        lw_text text = {.height = MM(1.2), .text = "H"};
        text.placement = (lw_placement){{MM(3), MM(-4)}, angles[i % 5] * LW_DEGREE, i >= 5};
        for (uint8_t align = 0; align < 3; align++) {
            text.align_x = text.align_y = align;
            lw_line line = lw_line_place(cr, &text);
            /* H is 4 of 6 units wide: 0.8 mm. Its top right corner as seen from the anchor: */
            lw_point corner = {MM(0.8) - align * MM(0.4), MM(1.2) - align * MM(0.6)};
            lw_point expected = lw_place(text.placement, corner);
            double x = 4, y = 6;
            cairo_matrix_transform_point(&line.matrix, &x, &y);
            cr_expect_float_eq(x, expected.x, 2);
            cr_expect_float_eq(y, expected.y, 2);
        }
    }
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}

Test(draw, text_never_stands_on_its_head)
{
    static const struct {
        int angle, upright;
        int align_x, align_y;
    } cases[] = {{0, 0, 0, 0},    {90, 90, 0, 0},   {91, 271, 2, 2}, {180, 0, 2, 2},
                 {270, 90, 2, 2}, {271, 271, 0, 0}, {359, 359, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = small_board();
        lw_text *text = small_text(board, "one", MM(5), MM(8));
        text->placement.angle = cases[i].angle * LW_DEGREE;
        lw_draw_options options = lw_draw_options_default();
        lw_scene *scene = lw_scene_new(board, NULL, NULL, &options);
        const lw_text *drawn = NULL;
        for (uint32_t k = 0; k < scene->strata.count; k++)
            for (uint32_t t = 0; t < scene->strata.at[k].texts.count; t++)
                if (!strcmp(scene->strata.at[k].texts.at[t].text, "one"))
                    drawn = &scene->strata.at[k].texts.at[t];
        cr_assert_not_null(drawn);
        cr_expect_eq(drawn->placement.angle, cases[i].upright * LW_DEGREE, "%d", cases[i].angle);
        cr_expect_eq(drawn->align_x, cases[i].align_x, "%d", cases[i].angle);
        cr_expect_eq(drawn->align_y, cases[i].align_y, "%d", cases[i].angle);
        lw_scene_free(scene);
        lw_board_free(board);
    }
}

Test(draw, names_can_be_searched_for_in_an_svg)
{
    lw_board *board = small_board();
    small_text(board, "10k\n\xC2\xB5 < \xC3\xA9", MM(1), MM(1));
    lw_draw_options options = lw_draw_options_default();
    lw_buffer svg = drawn(board, &options, LW_SVG);
    static const char *const names[] = {"R1", "R2", "S1", "10k", "\xC2\xB5 &lt; \xC3\xA9"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[64];
        snprintf(text, sizeof text, ">%s</text>", names[i]);
        cr_expect_eq(count_of(svg.at, text), 1, "%s", names[i]);
    }
    cr_expect_eq(count_of(svg.at, "<title>small</title>"), 1);
    lw_buffer_free(&svg);
    options.silk = false;
    svg = drawn(board, &options, LW_SVG);
    cr_expect_eq(count_of(svg.at, "<text"), 0);
    lw_buffer_free(&svg);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, names_can_be_searched_for_in_a_pdf)
{
    if (system("command -v pdftotext >/dev/null 2>&1"))
        cr_skip_test("no pdftotext here");
    lw_board *board = small_board();
    small_text(board, "\xC2\xB5 \xE2\x84\xA6 \xC3\xA9", MM(1), MM(1));
    static const char *const turned[] = {"UP", "DOWN", "BACK", "ROUND"};
    static const int angles[] = {90, 270, 90, 180};
    for (int i = 0; i < 4; i++) {
        lw_text *text = small_text(board, turned[i], MM(6 + 3 * i), MM(3 - i));
        text->height = MM(0.5);
        text->placement.angle = angles[i] * LW_DEGREE;
        text->placement.mirrored = text->bottom = i == 2;
    }
    lw_draw_options options = lw_draw_options_default();
    char path[] = "/tmp/leeway-draw-XXXXXX", command[128], line[256], text[1024] = "";
    close(mkstemp(path));
    cr_assert_eq(lw_draw(board, NULL, NULL, &options, LW_PDF, path, NULL), LW_OK);
    snprintf(command, sizeof command, "pdftotext %s -", path);
    FILE *pipe = popen(command, "r");
    while (fgets(line, sizeof line, pipe) && strlen(text) + sizeof line < sizeof text)
        strcat(text, line);
    pclose(pipe);
    unlink(path);
    static const char *const names[] = {"R1", "R2",   "S1",    "\xC2\xB5", "\xC3\xA9",
                                        "UP", "DOWN", "ROUND", "BACK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_eq(count_of(text, names[i]), 1, "%s in %s", names[i], text);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, hostile_text_does_no_harm)
{
    static const char *const texts[] = {"</text><script>alert(1)</script>",
                                        "\x01\x02\x1B[31m\x7F",
                                        "\xFF\xFE\xC0\x80 \xED\xA0\x80",
                                        "\xEF\xBF\xBF\xEF\xBF\xBE",
                                        "&amp; ]]> <!-- -->",
                                        "\xF0\x9F\x98\x80",
                                        "\xE2\x80\xAEzyx",
                                        "",
                                        "\n\n\n",
                                        "\xC2\x85",
                                        "%s%n",
                                        "\xF4\x90\x80\x80",
                                        "\xE4"};
    lw_board *board = small_board();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        small_text(board, texts[i], MM(1), MM(1));
    char *long_text = lw_arena_alloc(board->arena, 10001, 1);
    memset(long_text, 'x', 10000);
    small_text(board, long_text, MM(1), MM(1))->height = LW_NM_MAX;
    board->name = texts[0];
    board->elements.at[0].name = texts[1];
    lw_draw_options options = lw_draw_options_default();
    lw_buffer svg = drawn(board, &options, LW_SVG);
    xmlDoc *doc = xmlReadMemory(svg.at, (int)svg.count, "svg", NULL, XML_PARSE_NONET);
    cr_expect_not_null(doc);
    xmlFreeDoc(doc);
    cr_expect_eq(count_of(svg.at, "<script"), 0);
    cr_expect(svg.count < 300000, "%zu", svg.count);
    lw_buffer_free(&svg);
    for (lw_picture picture = LW_PDF; picture <= LW_PNG; picture++) {
        lw_buffer file = drawn(board, &options, picture);
        lw_buffer_free(&file);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, text_is_cut_at_whole_characters)
{
    lw_arena *arena = lw_arena_new();
    static const struct {
        const char *text;
        size_t most;
        const char *expected;
    } cases[] = {
        {"abc", 3, "abc"},
        {"abcdef", 5, "ab..."},
        {"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 5, "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"},
        {"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4, "\xC3\xA9..."},
        {"a\tb\x80", 9, "a?b?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(lw_clean_text(arena, cases[i].text, strlen(cases[i].text), cases[i].most),
                         cases[i].expected);
    lw_arena_free(arena);
}

Test(draw, the_font_has_all_of_ascii_and_knows_how_wide_it_is)
{
    for (uint32_t c = 32; c < 127; c++) {
        const char *strokes = lw_font_strokes(c);
        cr_assert_not_null(strokes, "%c", (char)c);
        cr_expect(strlen(strokes) % 3 == (c == ' ' ? 0 : 2), "%c", (char)c);
        for (; *strokes; strokes += strokes[2] ? 3 : 2)
            cr_expect(strchr("01234", strokes[0]) && strchr("0123456789", strokes[1]) &&
                          strchr(" /", strokes[2]),
                      "%c", (char)c);
    }
    cr_expect_null(lw_font_strokes(0xE9));
    cr_expect_null(lw_font_strokes(127));
    cr_expect_eq(lw_font_width("H"), 4);
    cr_expect_eq(lw_font_width("HH"), 10);
    cr_expect_eq(lw_font_width(""), 0);
    cr_expect_eq(lw_font_width("H\xC3\xA9"), -1);
}

/* ---- always the same ---- */

Test(draw, the_same_board_gives_the_same_bytes_later_and_in_any_locale)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_buffer first[LW_PICTURE_COUNT];
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++)
        first[picture] = drawn(board, &options, picture);
    sleep(1); /* a date in the file would show now */
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        cr_log_info("no locale with a decimal comma here");
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
        lw_buffer again = drawn(board, &options, picture);
        cr_expect(again.count == first[picture].count &&
                      memcmp(again.at, first[picture].at, again.count) == 0,
                  "picture %d", (int)picture);
        lw_buffer_free(&again);
        lw_buffer_free(&first[picture]);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_hundred_thousand_tracks_are_drawn)
{
    lw_board *board = small_board();
    for (int i = 0; i < 100000; i++) {
        lw_track *track = lw_list_add(board->arena, &board->tracks);
        *track = (lw_track){.net = 1, .layer = (uint32_t)i & 1, .width = MM(0.02)};
        track->ends[0] = (lw_point){MM(0.06) * (i % 300), MM(0.025) * (i / 300)};
        track->ends[1] = (lw_point){track->ends[0].x + MM(0.03), track->ends[0].y};
    }
    lw_draw_options options = lw_draw_options_default();
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
        lw_buffer file = drawn(board, &options, picture);
        cr_expect(file.count > 10000);
        lw_buffer_free(&file);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, tiny_and_empty_boards_are_pictures_too)
{
    lw_board *board = lw_board_new("empty.xml", "", 0);
    board->name = "";
    lw_list_add(board->arena, &board->layers)->name = "top";
    lw_board_finish(board);
    lw_draw_options options = lw_draw_options_default();
    for (lw_theme theme = 0; theme < LW_THEME_COUNT; theme++)
        for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
            options.theme = theme;
            lw_buffer file = drawn(board, &options, picture);
            cr_expect(file.count > 0);
            lw_buffer_free(&file);
        }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, wrong_options_and_paths_are_refused)
{
    lw_board *board = small_board();
    static const struct {
        lw_draw_options options;
        const char *path;
        lw_status status;
    } cases[] = {
        {{.theme = 7, .highlight = LW_NO_NET}, "/tmp/never", LW_ERR_OPTION},
        {{.layers = LW_LAYER(2), .highlight = LW_NO_NET}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = 2}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = -2}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = 1}, "/nowhere/at/all.svg", LW_ERR_WRITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error err = {0};
        cr_expect_eq(lw_draw(board, NULL, NULL, &cases[i].options, LW_SVG, cases[i].path, &err),
                     cases[i].status, "%zu: %s", i, err.text);
        cr_expect(*err.text != '\0');
        cr_expect_neq(access("/tmp/never", F_OK), 0);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, themes_have_names)
{
    cr_expect_str_eq(lw_theme_name(LW_THEME_LIGHT), "light");
    cr_expect_str_eq(lw_theme_name(LW_THEME_DARK), "dark");
    cr_expect_str_eq(lw_theme_name(LW_THEME_PRINT), "print");
    cr_expect_null(lw_theme_name(LW_THEME_COUNT));
}
