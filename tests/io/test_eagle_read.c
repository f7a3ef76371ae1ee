#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "check_leaks.h"
#include "io/eagle_make.h"

/* ---- signals ---- */

Test(eagle, signals_bring_contacts_tracks_vias_and_pours)
{
    static const char signals[] =
        "<signal name=\"GND\"><contactref element=\"U1\" pad=\"2\" route=\"any\" routetag=\"x\"/>"
        "<contactref element=\"U1\" pad=\"1\"/><contactref element=\"U1\" pad=\"1\"/>"
        "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0.3\" layer=\"16\" style=\"dashdot\" "
        "cap=\"flat\"/>"
        "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0.4\" layer=\"1\" curve=\"-180\"/>"
        "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0\" layer=\"19\" extent=\"1-16\"/>"
        "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0\" layer=\"21\"/>"
        "<via x=\"8\" y=\"9\" extent=\"1-16\" drill=\"0.6\"/>"
        "<via x=\"9\" y=\"9\" extent=\"1-2\" drill=\"0.6\" diameter=\"2\" shape=\"square\"/>"
        "<via x=\"9\" y=\"9\" extent=\"2-15\" drill=\"0.6\" diameter=\"2\" shape=\"octagon\"/>"
        "<polygon width=\"0.2\" layer=\"1\" isolate=\"0.3\" rank=\"2\"><vertex x=\"0\" y=\"0\"/>"
        "<vertex x=\"5\" y=\"0\"/><vertex x=\"5\" y=\"5\"/></polygon>"
        "<polygon width=\"0.2\" layer=\"16\" pour=\"cutout\"><vertex x=\"0\" y=\"0\"/>"
        "<vertex x=\"5\" y=\"0\"/><vertex x=\"5\" y=\"5\"/></polygon></signal>"
        "<signal name=\"_OUTLINES_\"><wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0.3\" "
        "layer=\"16\"/></signal>"
        "<signal name=\"EMPTY\"/>";
    lw_board *board =
        board_of((parts){.rules = "<param name=\"layerSetup\" value=\"(1*2*15*16)\"/>",
                         .packages = two_pads,
                         .elements = ELEMENT_AT("R0"),
                         .signals = signals});
    cr_assert_eq(board->nets.count, 2, "milling paths are no signal");
    cr_expect_str_eq(board->nets.at[1].name, "EMPTY");
    cr_assert_eq(board->nets.at[0].pads.count, 2, "a contact that stands twice counts once");
    cr_expect_eq(board->nets.at[0].pads.at[0], 0);
    cr_expect_eq(board->nets.at[0].pads.at[1], 1);
    cr_expect_eq(board->pads.at[1].net, 0);
    cr_assert_eq(board->tracks.count, 2);
    cr_expect_eq(board->tracks.at[0].layer, 3);
    cr_expect_eq(board->tracks.at[0].width, 300000);
    cr_expect_null(board->tracks.at[0].arc);
    cr_expect_eq(board->tracks.at[1].curve, -180 * LW_DEGREE);
    /* clockwise from the left: over the top, up to y = 3, half the width above */
    expect_box("arc", lw_shape_box(lw_track_shape(&board->tracks.at[1])), 800, 1800, 3200, 3200);
    cr_expect_eq(board->airwires.count, 1);
    cr_assert_eq(board->vias.count, 3);
    static const struct {
        lw_nm diameter;
        lw_layers layers;
    } vias[] = {
        {1108000, 15}, /* 0.6 + 2 * 0.254 */
        {2828428, 3},  /* 2 * sqrt 2, up */
        {2164785, 6},  /* 2 / cos 22.5°, up */
    };
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect_eq(board->vias.at[i].diameter, vias[i].diameter, "%u: %d", i,
                     board->vias.at[i].diameter);
        cr_expect_eq(board->vias.at[i].layers, vias[i].layers, "%u", i);
        cr_expect_eq(board->vias.at[i].drill, 600000);
    }
    cr_assert_eq(board->pours.count, 2);
    cr_expect(!board->pours.at[0].cutout && board->pours.at[1].cutout);
    cr_expect_eq(board->pours.at[0].layers, 1u);
    cr_expect_eq(board->pours.at[1].layers, 8u);
    cr_expect_eq(board->pours.at[0].shape.radius, 100000);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- what is wrong ---- */

Test(eagle, what_is_no_eagle_board_is_told_apart)
{
    static const struct {
        const char *text;
        size_t size; /* 0: to its end */
        const char *expected;
    } table[] = {
        {"\x10\x80\x02\x00", 4,
         "x.brd: error: this is a binary EAGLE board from before version 6; open and save it with "
         "EAGLE "
         "6 or later"},
        {"\x10\x00\x02\x00", 4,
         "x.brd: error: this is a binary EAGLE board from before version 6; open and save it with "
         "EAGLE "
         "6 or later"},
        {"PCBNEW-BOARD Version 1", 0,
         "x.brd: error: this is a board of KiCad from before version 4, no EAGLE board; open and "
         "save "
         "it "
         "with KiCad 4 or 5"},
        {"<eagle version=\"5.9\"><drawing/></eagle>", 0,
         "x.brd:1:8: error: version \"5.9\" is older than EAGLE 6; open and save it with EAGLE 6 "
         "or "
         "later"},
        {"<eagle version=\"6.0\">\n</eagle>", 0, "x.brd:1:1: error: <eagle> has no <drawing>"},
        {"<eagle version=\"6.0\">\n<drawing/></eagle>", 0,
         "x.brd:2:1: error: <drawing> has no <board>"},
        {"<eagle version=\"6.0\">\n <drawing><schematic/></drawing></eagle>", 0,
         "x.brd:2:2: error: this is an EAGLE schematic; routing needs the board, the .brd beside "
         "it"},
        {"<eagle version=\"6.0\">\n <drawing><library/></drawing></eagle>", 0,
         "x.brd:2:2: error: this is an EAGLE library, not a board"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect_error(table[i].expected, table[i].text,
                     table[i].size ? table[i].size : strlen(table[i].text), table[i].expected);
    lw_test_no_leaks();
}

Test(eagle, mistakes_are_named_with_their_place)
{
    static const struct {
        const char *what;
        parts parts;
        const char *expected;
    } table[] = {
        {"a rule without a number",
         {.rules = "<param name=\"mdDrill\" value=\"8 mill\"/>"},
         "x.brd:5:45: error: design rule mdDrill: \"8 mill\" is not a number"},
        {"a negative rule",
         {.rules = "<param name=\"mdDrill\" value=\"-8mil\"/>"},
         "x.brd:5:45: error: design rule mdDrill: \"-8mil\" is out of range"},
        {"no copper layer",
         {.rules = "<param name=\"layerSetup\" value=\"none\"/>"},
         "x.brd:4:1: error: the layer setup \"none\" has no copper layer"},
        {"a wire without an end",
         {.plain = "<wire x1=\"0\" y1=\"0\" x2=\"1\" width=\"0\" layer=\"20\"/>"},
         "x.brd:6:8: error: <wire> needs the attribute \"y2\""},
        {"a decimal comma",
         {.plain = "<wire x1=\"0\" y1=\"0\" x2=\"1,5\" y2=\"1\" width=\"0\" layer=\"20\"/>"},
         "x.brd:6:28: error: <wire>: x2=\"1,5\" is not a number; the decimal point is written as "
         "\".\""},
        {"not a number",
         {.plain = "<wire x1=\"0\" y1=\"0\" x2=\"NaN\" y2=\"1\" width=\"0\" layer=\"20\"/>"},
         "x.brd:6:28: error: <wire>: x2=\"NaN\" is not a number"},
        {"too far away",
         {.plain = "<wire x1=\"0\" y1=\"0\" x2=\"1000.1\" y2=\"1\" width=\"0\" layer=\"20\"/>"},
         "x.brd:6:28: error: <wire>: x2=\"1000.1\" is out of range: the largest length is 1 m"},
        {"a layer that is no number",
         {.plain = "<wire layer=\"top\"/>"},
         "x.brd:6:14: error: <wire>: layer=\"top\" is not a number"},
        {"a class out of range",
         {.signals = "<signal name=\"A\" class=\"256\"/>"},
         "x.brd:10:27: error: <signal>: class=\"256\" is out of range: it goes from 0 to 255"},
        {"a class width",
         {.classes = "<class number=\"0\" width=\"wide\"/>"},
         "x.brd:8:28: error: <class>: width=\"wide\" is not a number"},
        {"a package that is not there",
         {.elements = ELEMENT_AT("R0")},
         "x.brd:9:42: error: library \"L\" has no package \"P\""},
        {"a rotation",
         {.packages = two_pads, .elements = ELEMENT_AT("90")},
         "x.brd:9:78: error: <element>: rot=\"90\" is not a rotation; it reads like R90, or MR90 "
         "for mirrored"},
        {"an element twice",
         {.packages = two_pads, .elements = ELEMENT_AT("R0") ELEMENT_AT("R90")},
         "x.brd:9:97: error: element \"U1\" is there twice"},
        {"a pad twice",
         {.packages = "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"1\"/><smd "
                      "name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"1\"/></package>",
          .elements = ELEMENT_AT("R0")},
         "x.brd:7:100: error: package P has two pads \"1\""},
        {"a pad shape",
         {.packages = "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"1\" "
                      "shape=\"star\"/></package>",
          .elements = ELEMENT_AT("R0")},
         "x.brd:7:94: error: <pad>: shape=\"star\" is not known; it may be \"square\", "
         "\"round\", \"octagon\", \"long\" or \"offset\""},
        {"a contact of no element",
         {.signals = "<signal name=\"A\"><contactref element=\"U9\" pad=\"1\"/></signal>"},
         "x.brd:10:39: error: signal A: there is no element \"U9\""},
        {"a contact of no pad",
         {.packages = two_pads,
          .elements = ELEMENT_AT("R0"),
          .signals = "<signal name=\"A\"><contactref element=\"U1\" pad=\"9\"/></signal>"},
         "x.brd:10:52: error: signal A: element \"U1\" has no pad \"9\""},
        {"a pad in two signals",
         {.packages = two_pads,
          .elements = ELEMENT_AT("R0"),
          .signals = "<signal name=\"A\"><contactref element=\"U1\" pad=\"1\"/></signal>"
                     "<signal name=\"B\"><contactref element=\"U1\" pad=\"1\"/></signal>"},
         "x.brd:10:112: error: signal B: pad U1.1 is in signal A already"},
        {"a signal twice",
         {.signals = "<signal name=\"A\"/><signal name=\"A\"/>"},
         "x.brd:10:36: error: signal \"A\" is there twice"},
        {"a signal without a name",
         {.signals = "<signal/>"},
         "x.brd:10:10: error: <signal> needs the attribute \"name\""},
        {"an extent",
         {.signals = "<signal name=\"A\"><via x=\"1\" y=\"1\" drill=\"1\" extent=\"16-1\"/>"
                     "</signal>"},
         "x.brd:10:54: error: <via>: extent=\"16-1\" is not like 1-16"},
        {"a drill below nothing",
         {.signals = "<signal name=\"A\"><via x=\"1\" y=\"1\" drill=\"-1\" extent=\"1-16\"/>"
                     "</signal>"},
         "x.brd:10:44: error: <via>: drill=\"-1\" must not be negative"},

    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text = document(table[i].parts);
        expect_error(table[i].what, text, strlen(text), table[i].expected);
        free(text);
    }
    lw_test_no_leaks();
}

Test(eagle, polygons_without_area_are_left_out_with_a_warning_but_two_arcs_are_a_circle)
{
    lw_board *board = board_of(
        (parts){.plain = "<rectangle x1=\"0\" y1=\"0\" x2=\"40\" y2=\"30\" layer=\"20\"/>"
                         "<polygon width=\"1\" layer=\"41\"/>",
                .signals = "<signal name=\"A\"><polygon width=\"1\" layer=\"1\"><vertex x=\"0\" "
                           "y=\"0\"/><vertex x=\"1\" y=\"1\"/></polygon>"
                           "<polygon width=\"0\" layer=\"1\"><vertex x=\"5\" y=\"9\" "
                           "curve=\"180\"/><vertex x=\"7\" y=\"9\" curve=\"180\"/></polygon>"
                           "</signal>"});
    cr_assert_eq(board->pours.count, 1);
    expect_box("circle", lw_shape_box(board->pours.at[0].shape), 5000, 8000, 7000, 10000);
    cr_expect_eq(board->keepouts.count, 0);
    cr_assert_eq(board->warnings.count, 2);
    cr_expect_eq(board->warnings.at[0].line, 6);
    cr_expect_eq(board->warnings.at[1].line, 10);
    lw_board_free(board);
}
