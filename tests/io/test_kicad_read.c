#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_leaks.h"
#include "io/kicad_make.h"

/* ---- layers and nets ---- */

Test(kicad, layers_stand_in_the_order_of_the_stack)
{
    static const struct {
        const char *layers;
        const char *names[4];
    } cases[] = {
        {"(version 20171130) (layers (31 Sole power) (2 Mid jumper) (0 Face signal) (36 B.SilkS "
         "user))",
         {"Face", "Mid", "Sole"}},
        {"(version 20221018) (layers (0 \"F.Cu\" signal) (2 \"In2.Cu\" power \"Plane\") (1 "
         "\"In1.Cu\" signal) (31 \"B.Cu\" mixed \"F.Cu\"))",
         {"F.Cu", "In1.Cu", "Plane", "F.Cu@1"}},
        {"(version 20241229) (layers (0 \"F.Cu\" signal) (2 \"B.Cu\" signal) (4 \"In1.Cu\" "
         "signal) (6 \"In2.Cu\" signal) (5 \"F.SilkS\" user))",
         {"F.Cu", "In1.Cu", "In2.Cu", "B.Cu"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "(kicad_pcb %s)", cases[i].layers);
        lw_board *board = parse_with(text, NULL);
        for (uint32_t k = 0; k < 4 && cases[i].names[k]; k++)
            cr_expect(k < board->layers.count &&
                          !strcmp(board->layers.at[k].name, cases[i].names[k]),
                      "%s: %u", text, k);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, nets_go_by_name_where_they_have_no_number)
{
    lw_board *board = parse_with(BY_NAME ")", NULL);
    cr_assert_eq(board->nets.count, 2);
    cr_expect_str_eq(board->nets.at[0].name, "A \"B\"");
    cr_expect_str_eq(board->nets.at[1].name, "C");
    cr_expect_eq(board->pads.at[0].net, 0);
    cr_expect_eq(board->pads.at[1].net, LW_NO_NET);
    cr_expect_eq(board->tracks.at[0].net, 1);
    cr_expect_str_eq(board->elements.at[0].name, "U1");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- tracks and vias ---- */

Test(kicad, locks_have_many_spellings)
{
    static const struct {
        const char *words;
        bool locked;
    } cases[] = {{"", false},
                 {"(status 40000)", true},
                 {"(status 400)", false},
                 {"(status 1C0000)", true},
                 {"(status xyz)", false},
                 {"locked", true},
                 {"(locked)", true},
                 {"(locked yes)", true},
                 {"(locked no)", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "(segment %s (start 1 2) (end 3 4) (width 0.25) (layer B.Cu) (net 2))"
                 "(via %s (at 5 6) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 1))"
                 "(arc %s (start 1 0) (mid 0 -1) (end -1 0) (width 0.25) (layer F.Cu) (net 1))",
                 cases[i].words, cases[i].words, cases[i].words);
        lw_board *board = board_of(20221018, text);
        cr_assert(board->tracks.count == 2 && board->vias.count == 1, "%s", text);
        const lw_track *track = &board->tracks.at[0], *arc = &board->tracks.at[1];
        const lw_via *via = &board->vias.at[0];
        cr_expect(track->locked == cases[i].locked && via->locked == cases[i].locked &&
                      arc->locked == cases[i].locked,
                  "%s", cases[i].words);
        cr_expect(track->ends[0].x == 1 * MM && track->ends[0].y == -2 * MM &&
                  track->ends[1].x == 3 * MM && track->ends[1].y == -4 * MM && track->layer == 1 &&
                  track->net == 1 && track->width == 250000);
        cr_expect(via->at.x == 5 * MM && via->at.y == -6 * MM && via->diameter == 800000 &&
                  via->drill == 400000 && via->layers == 3 && via->net == 0);
        cr_expect(arc->arc_count > 2 && abs(arc->curve - 180 * LW_DEGREE) < 100);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* One item in the group, one in a group of that group, one in neither. */
Test(kicad, a_locked_group_locks_what_it_has)
{
    static const struct {
        const char *groups;
        bool locked;
    } cases[] = {
        {"(group \"a\" (uuid \"G1\") (members \"S1\" \"G2\"))"
         "(group \"b\" (uuid \"G2\") (members \"V1\"))",
         false},
        {"(group \"b\" (uuid \"G2\") (members \"V1\" \"G1\"))"
         "(group \"a\" (uuid \"G1\") (locked yes) (members \"S1\" \"G2\"))",
         true},
        {"(group a locked (id G1) (members S1 V1 V1 S9))", true},
        {"(generated (uuid \"G1\") (type tuning_pattern) (locked yes) (members \"S1\" \"V1\"))",
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "(segment (start 1 2) (end 3 4) (width 0.25) (layer B.Cu) (net 2) (tstamp S1))"
                 "(segment (start 1 2) (end 3 4) (width 0.25) (layer B.Cu) (net 2) (uuid \"S2\"))"
                 "(via (at 5 6) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 1) (uuid \"V1\"))"
                 "%s",
                 cases[i].groups);
        lw_board *board = board_of(20240108, text);
        cr_assert(board->tracks.count == 2 && board->vias.count == 1, "%s", text);
        cr_expect_eq(board->tracks.at[0].locked, cases[i].locked, "%s", cases[i].groups);
        cr_expect(!board->tracks.at[1].locked, "%s", cases[i].groups);
        cr_expect_eq(board->vias.at[0].locked, cases[i].locked, "%s", cases[i].groups);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, a_via_is_as_wide_as_its_widest_layer)
{
    lw_board *board = board_of(
        20241229, "(via (at 5 6) (size 0.6) (drill 0.3) (layers F.Cu B.Cu) (net 1) (padstack (mode "
                  "front_inner_back) (layer \"Inner\" (size 0.5)) (layer \"B.Cu\" (size 0.9))))");
    cr_expect_eq(board->vias.at[0].diameter, 900000);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, vias_reach_the_layers_that_their_kind_says)
{
    static const struct {
        const char *via;
        lw_layers layers;
        lw_nm drill;
    } cases[] = {
        {"(via (at 0 0) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"B.Cu\") (net 1))", 15, 400000},
        {"(via blind (at 0 0) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"In1.Cu\") (net 1))", 3,
         400000},
        {"(via blind (at 0 0) (size 0.8) (layers \"B.Cu\" \"In1.Cu\") (net 1))", 14, 300000},
        {"(via micro (at 0 0) (size 0.3) (drill 0.1) (layers \"In2.Cu\" \"B.Cu\") (net 1))", 12,
         100000},
        {"(via buried (at 0 0) (size 0.3) (drill 0.1) (layers \"In1.Cu\" \"In2.Cu\") (net 1))", 6,
         100000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "(kicad_pcb (version 20221018) (layers (0 \"F.Cu\" signal) (1 \"In1.Cu\" signal)"
                 "(2 \"In2.Cu\" signal) (31 \"B.Cu\" signal)) (net 0 \"\") (net 1 \"A\") %s)",
                 cases[i].via);
        lw_board *board = parse_with(text, NULL);
        cr_expect_eq(board->vias.at[0].layers, cases[i].layers, "%s", cases[i].via);
        cr_expect_eq(board->vias.at[0].drill, cases[i].drill, "%s", cases[i].via);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}
