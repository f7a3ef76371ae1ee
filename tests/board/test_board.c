#include <criterion/criterion.h>

#include "board/make.h"
#include "check_leaks.h"

Test(board, starts_with_one_class_and_its_text)
{
    char text[] = "<board/>";
    lw_board *board = lw_board_new("b.xml", text, 8);
    text[0] = 'x';
    cr_expect_str_eq(board->source, "<board/>");
    cr_expect_eq(board->source_size, 8);
    cr_expect_str_eq(board->path, "b.xml");
    cr_expect_eq(board->classes.count, 1);
    cr_expect_str_eq(board->classes.at[0].name, "default");
    cr_expect_eq(lw_board_layers(board), 0);
    cr_expect_eq(lw_board_connections(board), 0);
    cr_expect(lw_board_box(board).x1 > lw_board_box(board).x2);
    cr_expect_eq(lw_clearance_most(board), 0);
    lw_board_finish(board);
    lw_board_free(board);
    lw_board_free(NULL);
    lw_test_no_leaks();
}

Test(board, knows_its_nets_and_pads)
{
    lw_board *board = make_board(2);
    lw_element *element = lw_list_add(board->arena, &board->elements);
    element->name = "U1";
    lw_net_id gnd = make_net(board, "GND"), vcc = make_net(board, "VCC");
    board->nets.at[vcc].class_id = 3;
    make_net(board, "EMPTY");
    for (int i = 0; i < 4; i++)
        make_pad(board, gnd, i, 0, 1, LW_LAYER(1));
    make_pad(board, vcc, 9, 9, 2, 3);
    char name[32];
    cr_expect_str_eq(lw_pad_name(board, 2, name, sizeof name), "U1.p");
    cr_expect_str_eq(lw_pad_name(board, 2, name, 3), "U1");
    cr_expect_eq(lw_board_net(board, "VCC"), vcc);
    cr_expect_eq(lw_board_net(board, "vcc"), LW_NO_NET);
    cr_expect_str_eq(lw_net_name(board, gnd), "GND");
    cr_expect_str_eq(lw_net_name(board, LW_NO_NET), "(no net)");
    cr_expect_eq(lw_net_class(board, vcc), 3);
    cr_expect_eq(lw_net_class(board, LW_NO_NET), 0);
    cr_expect_eq(lw_board_connections(board), 3);
    cr_expect_eq(lw_board_layers(board), 3);
    cr_expect_not(lw_pad_on(&board->pads.at[0], 0));
    cr_expect(lw_pad_on(&board->pads.at[0], 1));
    lw_box box = lw_board_box(board);
    cr_expect(box.x1 == -1 && box.y1 == -1 && box.x2 == 11 && box.y2 == 11, "of the pads");
    *lw_list_add(board->arena, &board->edges) = make_segment(board, -5, 0, 20, 0, 0);
    box = lw_board_box(board);
    cr_expect(box.x1 == -5 && box.x2 == 20 && box.y2 == 11, "of pads and edges");
    const lw_point loop[] = {{0, 0}, {7, 0}, {7, 8}};
    *lw_list_add(board->arena, &board->outline) = make_shape(board, loop, 3, true, 0);
    box = lw_board_box(board);
    cr_expect(box.x1 == 0 && box.x2 == 7 && box.y2 == 8, "of the outline alone");
    lw_board_free(board);

    board = make_board(LW_MAX_LAYERS);
    cr_expect_eq(lw_board_layers(board), UINT32_MAX);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(board, keeps_the_largest_clearance_that_anything_asks_for)
{
    lw_board *board = make_board(1);
    lw_list_add(board->arena, &board->classes);
    lw_list_add(board->arena, &board->classes);
    board->rules.clearance[LW_TRACK][LW_TRACK] = 100;
    board->rules.clearance[LW_TRACK][LW_PAD] = board->rules.clearance[LW_PAD][LW_TRACK] = 200;
    board->classes.at[1].clearance = 150;
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 0), 100);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 1), 150);
    cr_expect_eq(lw_clearance(board, LW_PAD, 1, LW_TRACK, 0), 200);
    cr_expect_eq(lw_clearance_most(board), 200);
    lw_board_finish(board);
    cr_assert_not_null(board->class_clearance);
    cr_expect_eq(lw_clearance_most(board), 200);
    board->class_clearance[0 * 3 + 2] = 300; /* one half of the matrix is enough */
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 2), 300);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 2, LW_PAD, 0), 300);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 2, LW_PAD, 1), 200);
    cr_expect_eq(lw_clearance_most(board), 300);
    lw_board_free(board);
}

Test(board, lets_necks_be_as_narrow_as_the_rules_or_else_the_narrowest_class)
{
    static const struct {
        lw_nm min_width, neck, asked, expected; /* of class 1; class 0 is 250, class 1 is 800 */
    } cases[] = {
        {0, 0, 0, 250},   {200, 0, 0, 200},   {900, 0, 0, 800},     {200, 800, 0, 800},
        {0, 0, 150, 150}, {200, 0, 150, 200}, {200, 800, 300, 300}, {0, 0, 900, 800},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = make_board(1);
        lw_list_add(board->arena, &board->classes);
        board->classes.at[0].width = 250;
        board->classes.at[1].width = 800;
        board->classes.at[1].neck = cases[i].neck;
        board->rules.min_width = cases[i].min_width;
        lw_board_finish(board);
        cr_expect_eq(lw_neck_width(board, 1, cases[i].asked), cases[i].expected, "case %zu", i);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(board, makes_copper_of_tracks_and_vias_never_too_small)
{
    lw_track track = {.width = 201, .ends = {{0, 0}, {5, 5}}};
    cr_expect_eq(lw_track_shape(&track).radius, 101);
    cr_expect_eq(lw_track_shape(&track).count, 2);
    cr_expect_eq(lw_track_shape(&track).points, track.ends);
    track.width = 200;
    cr_expect_eq(lw_track_shape(&track).radius, 100);
    const lw_point arc[] = {{0, 0}, {3, 2}, {5, 5}};
    track.arc = arc;
    track.arc_count = 3;
    cr_expect_eq(lw_track_shape(&track).count, 3);
    cr_expect_eq(lw_track_shape(&track).radius, 100 + LW_ARC_ERROR);
    lw_via via = {.at = {4, 5}, .diameter = 601};
    cr_expect_eq(lw_via_shape(&via).radius, 301);
    cr_expect_eq(lw_via_shape(&via).points, &via.at);
}

Test(board, collects_warnings)
{
    lw_board *board = make_board(1);
    lw_board_warn(board, 3, 7, "unknown attribute \"%s\"", "foo");
    cr_assert_eq(board->warnings.count, 1);
    cr_expect_eq(board->warnings.at[0].line, 3);
    cr_expect_eq(board->warnings.at[0].column, 7);
    cr_expect_str_eq(board->warnings.at[0].text, "unknown attribute \"foo\"");
    lw_board_free(board);
}

/* ---- placing ---- */

/* Pads at (1, 0) and (0, 2), the first on the top layer, the second on all. */
static void fill_package(lw_board *board, lw_package *package)
{
    static const lw_point at[] = {{1000, 0}, {0, 2000}};
    for (uint32_t i = 0; i < 2; i++) {
        lw_package_pad *pad = lw_list_add(board->arena, &package->pads);
        pad->name = i ? "2" : "1";
        pad->at = at[i];
        pad->drill = i ? 800 : 0;
        *lw_list_add(board->arena, &pad->copper) = (lw_copper){
            i ? lw_board_layers(board) : LW_LAYER(0), make_shape(board, &at[i], 1, false, 500)};
    }
    lw_list_add(board->arena, &package->holes)->shape = make_spot(board, 3000, 0, 100);
    lw_list_add(board->arena, &package->copper)->copper =
        (lw_copper){LW_LAYER(1), make_segment(board, 0, 0, 10, 0, 5)};
    const lw_point square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    lw_keepout *keepout = lw_list_add(board->arena, &package->keepouts);
    keepout->layers = LW_LAYER(0);
    keepout->vias = true;
    keepout->shape = make_shape(board, square, 4, true, 0);
    *lw_list_add(board->arena, &keepout->windows) = make_shape(board, square, 3, true, 0);
    *lw_list_add(board->arena, &package->outline) = make_segment(board, 0, 0, 500, 0, 0);
    lw_list_add(board->arena, &package->drawings)->shape = make_segment(board, 0, 0, 0, 7, 1);
    static const char *const texts[] = {">NAME", ">value", ">NAMES"};
    for (uint32_t i = 0; i < 3; i++) {
        lw_text *text = lw_list_add(board->arena, &package->texts);
        text->text = texts[i];
        text->placement = (lw_placement){{100, 0}, 30 * LW_DEGREE, false};
    }
}

static lw_board *placed_board(lw_placement placement)
{
    lw_board *board = make_board(4);
    fill_package(board, lw_list_add(board->arena, &board->packages));
    for (int i = 0; i < 2; i++) {
        lw_element *element = lw_list_add(board->arena, &board->elements);
        element->name = i ? "R2" : "R1";
        element->value = "10k";
        element->placement = placement;
    }
    lw_board_place(board);
    return board;
}

static void expect_at(lw_point p, lw_nm x, lw_nm y, const char *what)
{
    cr_expect(p.x == x && p.y == y, "%s is at %d,%d instead of %d,%d", what, p.x, p.y, x, y);
}

Test(place, turns_parts_on_the_top)
{
    lw_board *board = placed_board((lw_placement){{10000, 20000}, 90 * LW_DEGREE, false});
    cr_expect_eq(board->pads.count, 4);
    cr_expect_eq(board->elements.at[1].first_pad, 2);
    const lw_pad *pad = &board->pads.at[2];
    cr_expect(pad->element == 1 && pad->net == LW_NO_NET && pad->drill == 0);
    cr_expect_str_eq(pad->name, "1");
    cr_expect_eq(pad->layers, LW_LAYER(0));
    expect_at(pad->at, 10000, 21000, "pad 1");
    expect_at(pad->copper.at[0].shape.points[0], 10000, 21000, "copper of pad 1");
    cr_expect_eq(pad->copper.at[0].shape.radius, 500);
    expect_at(board->pads.at[3].at, 8000, 20000, "pad 2");
    cr_expect_eq(board->pads.at[3].layers, 15);
    cr_expect_eq(board->pads.at[3].drill, 800);
    expect_at(board->holes.at[0].shape.points[0], 10000, 23000, "hole");
    expect_at(board->copper.at[1].copper.shape.points[1], 10000, 20010, "plain copper");
    cr_expect_eq(board->copper.at[0].copper.layers, LW_LAYER(1));
    cr_expect_eq(board->keepouts.count, 2);
    cr_expect(board->keepouts.at[1].vias && !board->keepouts.at[1].tracks);
    expect_at(board->keepouts.at[1].shape.points[1], 10000, 20009, "keepout");
    expect_at(board->keepouts.at[1].windows.at[0].points[2], 9991, 20009, "window");
    expect_at(board->drawings.at[0].shape.points[1], 9993, 20000, "drawing");
    cr_expect_not(board->drawings.at[0].bottom);
    expect_at(board->texts.at[0].placement.at, 10000, 20100, "text");
    cr_expect_eq(board->texts.at[0].placement.angle, 120 * LW_DEGREE);
    cr_expect_str_eq(board->texts.at[3].text, "R2");
    cr_expect_str_eq(board->texts.at[4].text, "10k");
    cr_expect_str_eq(board->texts.at[5].text, ">NAMES");
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(place, mirrors_parts_on_the_bottom)
{
    lw_board *board = placed_board((lw_placement){{10000, 20000}, 90 * LW_DEGREE, true});
    expect_at(board->pads.at[0].at, 10000, 21000, "pad 1");
    cr_expect_eq(board->pads.at[0].layers, LW_LAYER(3), "top and bottom are swapped");
    cr_expect_eq(board->pads.at[0].copper.at[0].layers, LW_LAYER(3));
    expect_at(board->pads.at[1].at, 12000, 20000, "pad 2");
    cr_expect_eq(board->pads.at[1].layers, 15);
    cr_expect_eq(board->copper.at[0].copper.layers, LW_LAYER(2), "inner layers as well");
    cr_expect_eq(board->keepouts.at[0].layers, LW_LAYER(3));
    cr_expect(board->drawings.at[0].bottom);
    cr_expect(board->texts.at[0].bottom);
    cr_expect(board->texts.at[0].placement.mirrored);
    lw_board_free(board);
}

Test(place, joins_placements_so_that_points_stay_where_they_are)
{
    static const lw_angle angles[] = {0, 90 * LW_DEGREE, 180 * LW_DEGREE, 270 * LW_DEGREE};
    for (int i = 0; i < 4 * 4 * 4; i++) {
        lw_board *board = make_board(2);
        lw_package *package = lw_list_add(board->arena, &board->packages);
        lw_text *text = lw_list_add(board->arena, &package->texts);
        text->text = "x";
        text->placement = (lw_placement){{11, -5}, angles[i % 4], i & 4};
        lw_element *element = lw_list_add(board->arena, &board->elements);
        element->placement = (lw_placement){{-3, 70}, angles[i / 8 % 4], i & 32};
        lw_board_place(board);
        lw_point p = {7, 2}, joined = lw_place(board->texts.at[0].placement, p);
        lw_point stepwise = lw_place(element->placement, lw_place(text->placement, p));
        expect_at(joined, stepwise.x, stepwise.y, "the point");
        lw_board_free(board);
    }
}

Test(place, gives_the_outline_that_is_in_packages)
{
    lw_board *board = placed_board((lw_placement){{1000, 0}, 180 * LW_DEGREE, false});
    lw_arena *arena = lw_arena_new();
    lw_shape first = make_segment(board, 1, 2, 3, 4, 0), *lines = &first;
    uint32_t count = 1;
    lw_board_package_outline(board, arena, &lines, &count);
    cr_assert_eq(count, 3);
    expect_at(lines[0].points[1], 3, 4, "the line that was there");
    expect_at(lines[2].points[0], 1000, 0, "begin");
    expect_at(lines[2].points[1], 500, 0, "end");
    lw_arena_free(arena);
    lw_board_free(board);
    lw_test_no_leaks();
}
