#include <criterion/criterion.h>
#include <stdio.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/kicad_make.h"
#include "io/kicad_pads.h"
#include "io/leeway.h"

Test(kicad, pads_have_the_shape_and_place_that_the_file_says)
{
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++) {
        char text[600];
        snprintf(text, sizeof text, "(pad 1 %s (net 1 GND))", pads[i].pad);
        lw_board *board = footprint_of(pads[i].side, pads[i].angle, text);
        cr_assert_eq(board->pads.count, 1, "%s", text);
        const lw_pad *pad = &board->pads.at[0];
        cr_expect(pad->at.x == pads[i].at[0] * 1000 && pad->at.y == pads[i].at[1] * 1000,
                  "%s: at %d %d", text, pad->at.x, pad->at.y);
        expect_box(copper_box(pad), pads[i].box, text);
        cr_expect(copper_holds(pad, pads[i].inside), "%s: inside", text);
        cr_expect(!copper_holds(pad, pads[i].outside), "%s: outside", text);
        cr_expect_eq(pad->layers, pads[i].layers, "%s: layers %u", text, pad->layers);
        cr_expect_eq(pad->drill, pads[i].drill, "%s: drill %d", text, pad->drill);
        cr_expect_eq(pad->net, 0, "%s", text);
        cr_expect_str_eq(board->elements.at[0].name, "R1");
        cr_expect_str_eq(board->elements.at[0].value, "4k7");
        cr_expect_eq(board->elements.at[0].placement.mirrored, *pads[i].side == 'B');
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, what_has_no_copper_is_a_hole_or_nothing)
{
    static const struct {
        const char *pad;
        uint32_t pads, holes;
        int box[4];
    } cases[] = {
        {"np_thru_hole circle (at 0 0) (size 3 3) (drill 3) (layers *.Cu *.Mask)",
         0,
         1,
         {8500, -21500, 11500, -18500}},
        {"np_thru_hole oval (at 0 0 90) (size 3 2) (drill oval 3 2) (layers *.Cu)",
         0,
         1,
         {9000, -21500, 11000, -18500}},
        {"np_thru_hole circle (at 0 0) (size 1 1) (drill 1) (layers F.Mask)",
         0,
         1,
         {9500, -20500, 10500, -19500}},
        {"np_thru_hole circle (at 0 0) (size 3 3) (drill 2) (layers *.Cu)", 1, 0, {0}},
        {"thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Mask)",
         0,
         1,
         {9500, -20500, 10500, -19500}},
        {"smd rect (at 0 0) (size 1 1) (layers F.Paste)", 0, 0, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, "(pad \"\" %s (net 1 GND))", cases[i].pad);
        lw_board *board = footprint_of("F.Cu", "", text);
        cr_expect_eq(board->pads.count, cases[i].pads, "%s", text);
        cr_expect_eq(board->holes.count, cases[i].holes, "%s", text);
        if (board->holes.count == 1)
            expect_box(lw_shape_box(board->holes.at[0].shape), cases[i].box, text);
        cr_expect_eq(tells(board, "pad \"\": without copper it is in no net"),
                     board->holes.count > 0, "%s", text);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* Holes keep 0.25 mm: a ring of 0.1 mm leaves 0.15 mm to ask for. */
Test(kicad, pads_ask_for_what_they_and_their_holes_need)
{
    static const struct {
        const char *parts;
        lw_nm clearance;
    } cases[] = {
        {"(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))", 0},
        {"(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (clearance 0.5))", 500000},
        {"(clearance 0.4) (pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))", 400000},
        {"(clearance 0.4) (pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (clearance 0.3))",
         300000},
        {"(pad 1 thru_hole circle (at 0 0) (size 1 1) (drill 0.8) (layers *.Cu))", 150000},
        {"(pad 1 thru_hole circle (at 0 0) (size 2 2) (drill 0.8) (layers *.Cu))", 0},
        {"(pad 1 thru_hole rect (at 0 0) (size 3 1) (drill 0.8) (layers *.Cu) (clearance 0.1))",
         150000},
        {"(pad 1 thru_hole rect (at 0 0) (size 1 2) (drill 0.6 (offset 0 -0.6)) (layers *.Cu))",
         150000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = footprint_of("F.Cu", "", cases[i].parts);
        lw_nm is = board->pads.at[0].clearance;
        cr_expect_eq(is > 0 ? is : 0, cases[i].clearance, "%s: %d", cases[i].parts, is);
        cr_expect_eq(board->pad_clearance, cases[i].clearance, "%s", cases[i].parts);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* Micrometres around the pad's place, which is (10000, -20000). */
Test(kicad, a_padstack_says_the_copper_of_each_layer)
{
    static const struct {
        const char *side, *padstack;
        int boxes[2][4];
        lw_nm clearance;
    } cases[] = {
        {"F.Cu",
         "(padstack (mode front_inner_back) (layer \"Inner\" (shape circle) (size 9 9))"
         "(layer \"B.Cu\" (shape rect) (size 4 3) (offset 1 0.5)))",
         {{-500, -500, 500, 500}, {-1000, -2000, 3000, 1000}},
         0},
        {"B.Cu",
         "(padstack (mode custom) (layer \"B.Cu\" (shape custom) (size 1 1) (options (anchor rect))"
         "(primitives (gr_line (start 0 0) (end 0 2) (width 0.2)))))",
         {{-500, -500, 500, 500}, {-500, -2100, 500, 500}},
         0},
        /* a ring of 0.05 mm on the back alone */
        {"F.Cu",
         "(padstack (mode front_inner_back) (layer \"B.Cu\" (size 0.5 0.5)))",
         {{-500, -500, 500, 500}, {-250, -250, 250, 250}},
         200000},
        {"F.Cu", "(padstack (mode custom))", {{-500, -500, 500, 500}, {-500, -500, 500, 500}}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "(pad 1 thru_hole circle (at 0 0) (size 1 1) (drill 0.4) (layers *.Cu) %s)",
                 cases[i].padstack);
        lw_board *board = footprint_of(cases[i].side, "", text);
        const lw_pad *pad = &board->pads.at[0];
        cr_expect_eq(pad->layers, 3, "%s", text);
        cr_expect_eq(pad->clearance, cases[i].clearance, "%s: %d", text, pad->clearance);
        for (uint32_t layer = 0; layer < 2; layer++) {
            lw_box box = lw_box_empty();
            for (uint32_t k = 0; k < pad->copper.count; k++)
                if (pad->copper.at[k].layers & LW_LAYER(layer))
                    box = lw_box_join(box, lw_shape_box(pad->copper.at[k].shape));
            const int *b = cases[i].boxes[layer];
            expect_box(box, (int[]){10000 + b[0], -20000 + b[1], 10000 + b[2], -20000 + b[3]},
                       text);
        }
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, a_hole_is_kept_clear_where_its_pad_has_no_copper)
{
    lw_board *board = footprint_of(
        "B.Cu", "", "(pad 1 thru_hole circle (at 1 0) (size 2 2) (drill 1) (layers B.Cu))");
    cr_assert_eq(board->keepouts.count, 1);
    const lw_keepout *keepout = &board->keepouts.at[0];
    cr_expect_eq(keepout->layers, LW_LAYER(0));
    cr_expect(keepout->tracks && keepout->vias);
    expect_box(lw_shape_box(keepout->shape), (int[]){10250, -20750, 11750, -19250}, "hole");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* It is kept, for its net ends there; as a document of Leeway's own as well. */
Test(kicad, a_pad_that_its_drill_takes_away_is_told_and_kept)
{
    static const struct {
        const char *pad;
        lw_nm drill;
        bool told;
    } cases[] = {
        {"thru_hole circle (at 0 0) (size 2 2) (drill 3)", 3 * MM, true},
        {"thru_hole rect (at 0 0) (size 2 2) (drill 3)", 3 * MM, true},
        {"thru_hole oval (at 0 0 90) (size 3 2) (drill 2.5)", 5 * MM / 2, true},
        {"thru_hole oval (at 0 0) (size 3 3) (drill oval 4 2)", 2 * MM, false},
        {"thru_hole circle (at 0 0) (size 2 2) (drill 2)", 2 * MM, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "(pad 1 %s (layers *.Cu))", cases[i].pad);
        lw_board *board = footprint_of("F.Cu", "", text), *again;
        cr_assert_eq(board->pads.count, 1, "%s", text);
        cr_expect_eq(board->pads.at[0].drill, cases[i].drill, "%s", text);
        cr_expect_eq(tells(board, "pad \"1\": its drill is larger than its copper"), cases[i].told,
                     "%s", text);
        lw_buffer made = {0};
        lw_error err = {0};
        leeway_make(board, NULL, &made);
        lw_status status = lw_board_parse("again.xml", made.at, made.count, &again, &err);
        cr_assert_eq(status, LW_OK, "%s: %s", text, err.text);
        cr_expect_eq(again->pads.at[0].drill, cases[i].drill, "%s", text);
        lw_buffer_free(&made);
        lw_board_free(again);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, names_that_come_again_are_told_apart)
{
    lw_board *board = board_of(20171130, "(module X (layer F.Cu) (at 0 0)"
                                         "(fp_text reference R1 (at 0 0) (layer F.SilkS))"
                                         "(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))"
                                         "(pad 1 smd rect (at 2 0) (size 1 1) (layers F.Cu))"
                                         "(pad \"\" smd rect (at 4 0) (size 1 1) (layers F.Cu))"
                                         "(pad 1 smd rect (at 6 0) (size 1 1) (layers F.Cu)))"
                                         "(module X (layer F.Cu) (at 9 0)"
                                         "(fp_text reference R1 (at 0 0) (layer F.SilkS)))"
                                         "(module X (layer F.Cu) (at 9 9))"
                                         "(module X (layer F.Cu) (at 9 18))");
    static const char *const pad_names[] = {"1", "1@1", "@1", "1@2"};
    static const char *const elements[] = {"R1", "R1@1", "@1", "@2"};
    for (uint32_t i = 0; i < 4; i++) {
        cr_expect_str_eq(board->pads.at[i].name, pad_names[i]);
        cr_expect_str_eq(board->elements.at[i].name, elements[i]);
    }
    cr_expect_eq(board->packages.count, 3, "%u", board->packages.count);
    cr_expect_eq(board->elements.at[2].package, board->elements.at[3].package);
    lw_board_free(board);
    lw_test_no_leaks();
}
