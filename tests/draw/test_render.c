#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "draw/paint.h"
#include "draw/picture.h"

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
    put_away(board, image);
}
