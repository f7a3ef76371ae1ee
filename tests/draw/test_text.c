#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "draw/font.h"
#include "draw/paint.h"
#include "draw/picture.h"

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
