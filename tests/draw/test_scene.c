#include <criterion/criterion.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "draw/paint.h"
#include "draw/picture.h"

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
    put_away(board, image);
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
    put_away(board, image);
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
    put_away(board, image);
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
    put_away(board, image);
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
    put_away(board, image);
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
    put_away(board, image);
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
    put_away(board, image);
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
    lw_buffer svg = drawn_with(board, &report, &options, LW_SVG);
    cr_expect_eq(count_of(svg.at, ">short</text>"), 1);
    cr_expect_eq(count_of(svg.at, ">edge</text>"), 0);
    lw_buffer_free(&svg);
    lw_board_free(board);
    lw_test_no_leaks();
}

static size_t svg_size(const lw_board *board, lw_violation *faults, uint32_t count)
{
    lw_report report = {.faults = {faults, count, count}};
    lw_draw_options options = lw_draw_options_default();
    lw_buffer svg = drawn_with(board, &report, &options, LW_SVG);
    size_t size = svg.count;
    lw_buffer_free(&svg);
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
    lw_buffer svg = drawn_with(board, &report, &options, LW_SVG);
    cr_expect_eq(count_of(svg.at, ">short</text>"), 2, "the third is 7 mm from the first");
    cr_expect_eq(count_of(svg.at, ">drill</text>"), 1, "another rule");
    lw_buffer_free(&svg);
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
