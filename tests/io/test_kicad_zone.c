#include <criterion/criterion.h>

#include "check_leaks.h"
#include "io/kicad_make.h"

Test(kicad, zones_are_pours_or_keepouts)
{
#define SQUARE(a, b)                                                                               \
    "(polygon (pts (xy " a " " a ") (xy " b " " a ") (xy " b " " b ") (xy " a " " b ")))"
    lw_board *board = board_of(
        20211014,
        "(zone (net 2) (net_name \"VCC 5\") (layers F&B.Cu) (hatch edge 0.5)"
        " (fill yes (thermal_gap 0.5)) " SQUARE("0", "10") SQUARE("4", "6") SQUARE(
            "7",
            "8") " (filled_polygon (layer F.Cu) (pts (xy 0 0) (xy 1 1) (xy 1 0))))"
                 "(zone (net 0) (net_name \"\") (layer B.Cu) (keepout (tracks not_allowed) (vias "
                 "allowed)"
                 " (pads allowed) (copperpour not_allowed) (footprints allowed)) " SQUARE(
                     "20",
                     "30") ")"
                           "(zone (net 0) (net_name \"\") (layers *.Cu) (keepout (tracks allowed) "
                           "(vias not_allowed)"
                           " (pads allowed) (copperpour allowed)) " SQUARE(
                               "40",
                               "50") ")"
                                     "(zone (net 1) (layer F.Cu) (attr (teardrop (type "
                                     "padvia))) " SQUARE(
                                         "0",
                                         "1") ")"
                                              "(footprint X (layer F.Cu) (at 100 100 45) (zone "
                                              "(net 0) (layer F.Cu) (keepout"
                                              " (tracks not_allowed) (vias not_allowed)) " SQUARE(
                                                  "60", "70") "))");
    cr_assert_eq(board->pours.count, 2);
    const lw_pour *pour = &board->pours.at[0];
    cr_expect(pour->net == 1 && pour->layers == 3 && !pour->cutout);
    static const struct {
        int x, y;
        bool poured;
    } points[] = {{2000, -2000, true}, {4500, -5500, false},  {7000, -4000, true},
                  {9000, -9000, true}, {11000, -5000, false}, {7700, -7300, false}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        cr_expect_eq(
            lw_shape_holds(pour->shape, (lw_point){points[i].x * 1000, points[i].y * 1000}),
            points[i].poured, "%d %d", points[i].x, points[i].y);
    cr_expect(board->pours.at[1].cutout && board->pours.at[1].layers == 2);
    cr_assert_eq(board->keepouts.count, 3);
    static const struct {
        lw_layers layers;
        bool tracks, vias;
        int box[4];
    } keepouts[] = {{1, true, true, {60000, -70000, 70000, -60000}}, /* footprints are read first */
                    {2, true, false, {20000, -30000, 30000, -20000}},
                    {3, false, true, {40000, -50000, 50000, -40000}}};
    for (size_t i = 0; i < 3; i++) {
        const lw_keepout *keepout = &board->keepouts.at[i];
        cr_expect(keepout->layers == keepouts[i].layers && keepout->tracks == keepouts[i].tracks &&
                      keepout->vias == keepouts[i].vias,
                  "%zu", i);
        expect_box(lw_shape_box(keepout->shape), keepouts[i].box, "keepout");
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, drawn_copper_is_copper_and_silk_is_drawn)
{
    lw_board *board = board_of(
        20211014, "(gr_line (start 0 0) (end 4 0) (layer F.Cu) (width 1))"
                  "(gr_circle (center 10 10) (end 12 10) (layer B.Cu) (width 1) (fill solid))"
                  "(gr_circle (center 20 10) (end 22 10) (layer B.Cu) (width 1) (fill none))"
                  "(gr_text \"AB\" (at 40 10) (layer F.Cu) (effects (font (size 1 1) "
                  "(thickness 0.2))))"
                  "(gr_line (start 0 0) (end 4 0) (layer B.SilkS) (width 0.1))"
                  "(gr_text \"hi\" (at 1 2 90) (layer B.SilkS) (effects (font (size 2 1)) "
                  "(justify left mirror)))"
                  "(gr_line (start 0 0) (end 4 0) (layer Eco1.User) (width 0.1))");
    cr_assert_eq(board->copper.count, 4);
    expect_box(lw_shape_box(board->copper.at[0].copper.shape), (int[]){-500, -500, 4500, 500},
               "line");
    cr_expect(lw_shape_holds(board->copper.at[1].copper.shape, (lw_point){10 * MM, -10 * MM}));
    cr_expect(!lw_shape_holds(board->copper.at[2].copper.shape, (lw_point){20 * MM, -10 * MM}));
    cr_expect_eq(board->copper.at[1].copper.layers, 2);
    /* two letters of a millimetre around the middle */
    cr_expect(lw_shape_holds(board->copper.at[3].copper.shape, (lw_point){39100000, -9500000}));
    cr_expect(lw_shape_holds(board->copper.at[3].copper.shape, (lw_point){40900000, -10500000}));
    cr_assert_eq(board->drawings.count, 1);
    cr_expect(board->drawings.at[0].bottom && board->drawings.at[0].ink == LW_SILK);
    cr_assert_eq(board->texts.count, 1);
    const lw_text *text = &board->texts.at[0];
    cr_expect_str_eq(text->text, "hi");
    cr_expect(text->bottom && text->placement.mirrored && text->height == 2 * MM &&
              text->align_x == 0 && text->align_y == 1 && text->placement.angle == 270 * LW_DEGREE);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* KiCad's check takes letters for copper of no net, whatever lies below them. */
Test(kicad, letters_never_become_part_of_a_pad)
{
    lw_board *board = footprint_of(
        "F.Cu", "90",
        "(fp_text user AB (at 0 0 90) (layer F.Cu) (effects (font (size 1 1) (thickness 0.2))))"
        "(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (net 1 GND))");
    cr_assert_eq(board->copper.count, 1);
    cr_expect_eq(board->copper.at[0].nets.count, 0);
    cr_expect_eq(board->pads.at[0].copper.count, 1);
    /* the angle of the text is that on the board */
    lw_shape letters = board->copper.at[0].copper.shape;
    cr_expect(lw_shape_holds(letters, (lw_point){9600000, -19100000}));
    cr_expect(lw_shape_holds(letters, (lw_point){10400000, -20900000}));
    cr_expect(!lw_shape_holds(letters, (lw_point){8800000, -20000000}));
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, text_boxes_of_copper_are_kept_clear)
{
    lw_board *board =
        footprint_of("F.Cu", "90",
                     "(fp_text_box \"AB\" (start -1 -2) (end 1 2) (layer F.Cu) (border yes) "
                     "(stroke (width 0.2) (type solid)))"
                     "(fp_text_box \"AB\" (start -1 -2) (end 1 2) (layer F.SilkS) (border yes) "
                     "(stroke (width 0.2) (type solid)))");
    cr_assert_eq(board->copper.count, 1);
    expect_box(lw_shape_box(board->copper.at[0].copper.shape), (int[]){7900, -21100, 12100, -18900},
               "in a footprint");
    lw_board_free(board);
    board = board_of(20241229, "(gr_text_box \"AB\" (pts (xy 0 0) (xy 2 2) (xy 0 4) (xy -2 2)) "
                               "(layer B.Cu) (border no))");
    cr_assert_eq(board->copper.count, 1);
    cr_expect_eq(board->copper.at[0].copper.layers, 2);
    cr_expect(lw_shape_holds(board->copper.at[0].copper.shape, (lw_point){0, -2 * MM}));
    cr_expect(!lw_shape_holds(board->copper.at[0].copper.shape, (lw_point){MM + 1, -MM + 1}));
    lw_board_free(board);
    lw_test_no_leaks();
}

static uint32_t letters_over(const lw_board *board, lw_point at)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->copper.count; i++)
        count += lw_shape_holds(board->copper.at[i].copper.shape, at);
    return count;
}

/* All measure from (10, 10) to (20, 10) of the file, with a crossbar 5 mm below. */
Test(kicad, dimensions_on_copper_are_kept_clear)
{
    static const char *const cases[] = {
        "(dimension (type aligned) (layer F.Cu) (pts (xy 10 10) (xy 20 10)) (height 5) "
        "(style (thickness 0.2) (extension_height 0.5)))",
        "(dimension (type orthogonal) (layer F.Cu) (pts (xy 10 10) (xy 20 12)) (height 5) "
        "(orientation 0) (style (thickness 0.2) (extension_height 0.5)))",
        "(dimension 10 (width 0.2) (layer F.Cu) (feature1 (pts (xy 10 10) (xy 10 15.5))) "
        "(feature2 (pts (xy 20 10) (xy 20 15.5))) (crossbar (pts (xy 10 15) (xy 20 15))))",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = board_of(20211014, cases[i]);
        cr_assert_eq(board->copper.count, 3, "%s", cases[i]);
        cr_expect_eq(letters_over(board, (lw_point){15 * MM, -15 * MM}), 1, "%s", cases[i]);
        cr_expect_eq(letters_over(board, (lw_point){10 * MM, -12 * MM}), 1, "%s", cases[i]);
        cr_expect_eq(letters_over(board, (lw_point){20 * MM, -15400000}), 1, "%s", cases[i]);
        cr_expect_eq(letters_over(board, (lw_point){15 * MM, -10 * MM}), 0, "%s", cases[i]);
        cr_expect_eq(letters_over(board, (lw_point){10 * MM, -15700000}), 0, "%s", cases[i]);
        lw_board_free(board);
    }
    lw_board *board =
        board_of(20211014,
                 "(dimension (type leader) (layer F.Cu) (pts (xy 40 10) (xy 42 10)) (gr_text \"\" "
                 "(at 42 15)) (style (thickness 0.2)))(dimension (type center) (layer B.Cu) (pts "
                 "(xy 10 10) (xy 12 10)) (style "
                 "(thickness 0.2)))(dimension (type aligned) (layer Dwgs.User) (pts (xy 0 0) (xy 9 "
                 "0)) (height 5))");
    cr_assert_eq(board->copper.count, 4);
    cr_expect_eq(letters_over(board, (lw_point){42 * MM, -12 * MM}), 1);
    cr_expect_eq(letters_over(board, (lw_point){10 * MM, -8 * MM}), 1);
    cr_expect_eq(letters_over(board, (lw_point){8 * MM, -10 * MM}), 1);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, copper_that_is_not_read_is_told)
{
    lw_board *board =
        board_of(20241229, "(table (column_count 1) (layer F.Cu))(table (layer Dwgs.User))");
    const char *told = "";
    for (uint32_t i = 0; i < board->warnings.count; i++)
        if (strstr(board->warnings.at[i].text, "table"))
            told = *told ? "twice" : board->warnings.at[i].text;
    cr_expect_str_eq(told, "a table on a layer of copper is not read");
    lw_board_free(board);
    lw_test_no_leaks();
}
