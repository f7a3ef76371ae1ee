#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check_leaks.h"
#include "io/eagle.h"
#include "io/format.h"
#include "leeway/io.h"

#define MM 1000000

/* ---- boards made of parts ---- */

typedef struct parts {
    const char *rules, *plain, *packages, *classes, *elements, *signals;
} parts;

static const char *const frame = "<rectangle x1=\"0\" y1=\"0\" x2=\"40\" y2=\"30\" layer=\"20\"/>";

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

/* Each part has a line to itself: rules are line 5, plain 6, packages 7, classes 8, elements 9,
 * signals 10. The caller frees the text. */
static char *document(parts p)
{
    lw_buffer out = {0};
    lw_buffer_print(&out,
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                    "<!DOCTYPE eagle SYSTEM \"eagle.dtd\">\n"
                    "<eagle version=\"7.5.0\"><drawing>\n"
                    "<board>\n"
                    "<designrules name=\"d\">%s</designrules>\n"
                    "<plain>%s</plain>\n"
                    "<libraries><library name=\"L\"><packages>%s</packages></library></libraries>\n"
                    "<classes>%s</classes>\n"
                    "<elements>%s</elements>\n"
                    "<signals>%s</signals>\n"
                    "</board>\n"
                    "</drawing></eagle>\n",
                    or_nothing(p.rules), p.plain ? p.plain : frame, or_nothing(p.packages),
                    or_nothing(p.classes), or_nothing(p.elements), or_nothing(p.signals));
    return out.at;
}

static lw_board *parse(const char *text)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.brd", text, strlen(text), &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s", lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static lw_board *board_of(parts p)
{
    char *text = document(p);
    lw_board *board = parse(text);
    free(text);
    return board;
}

static lw_box copper_box(const lw_pad *pad, uint32_t layer)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if (pad->copper.at[i].layers & LW_LAYER(layer))
            box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

static bool copper_holds(const lw_pad *pad, uint32_t layer, lw_nm x, lw_nm y)
{
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if ((pad->copper.at[i].layers & LW_LAYER(layer)) &&
            lw_shape_holds(pad->copper.at[i].shape, (lw_point){x, y}))
            return true;
    return false;
}

/* Corners in micrometres. */
#define expect_box(what, box, left, low, right, high)                                              \
    cr_expect(near((box).x1, left) && near((box).y1, low) && near((box).x2, right) &&              \
                  near((box).y2, high),                                                            \
              "%s: %d %d %d %d nm", what, (box).x1, (box).y1, (box).x2, (box).y2)

/* Curves may stand out by the error of arcs, and have it in their radius. */
static bool near(lw_nm value, int micrometres)
{
    return abs(value - micrometres * 1000) <= 2 * LW_ARC_ERROR + 1;
}

/* ---- rules and classes ---- */

Test(eagle, rules_have_units_and_defaults)
{
    lw_board *board = board_of((parts){.rules = "<param name=\"mdWireWire\" value=\"8mil\"/>"
                                                "<param name=\"mdWirePad\" value=\"0.2mm\"/>"
                                                "<param name=\"mdWireVia\" value=\"250mic\"/>"
                                                "<param name=\"mdPadPad\" value=\"0.01inch\"/>"
                                                "<param name=\"mdViaVia\" value=\"0.3\"/>"
                                                "<param name=\"mdDrill\" value=\"0mil\"/>"
                                                "<param name=\"msWidth\" value=\"6mil\"/>"
                                                "<param name=\"rlMinViaOuter\" value=\"7mil\"/>"
                                                "<param name=\"whatever\" value=\"blue\"/>"});
    const lw_rules *rules = &board->rules;
    const struct {
        const char *name;
        lw_nm is, expected;
    } table[] = {
        {"mdWireWire", rules->clearance[LW_TRACK][LW_TRACK], 203200},
        {"mdWirePad", rules->clearance[LW_TRACK][LW_PAD], 200000},
        {"mdWirePad, other way", rules->clearance[LW_PAD][LW_TRACK], 200000},
        {"mdWireVia", rules->clearance[LW_TRACK][LW_VIA], 250000},
        {"mdWireVia, other way", rules->clearance[LW_VIA][LW_TRACK], 250000},
        {"mdPadPad", rules->clearance[LW_PAD][LW_PAD], 254000},
        {"mdViaVia", rules->clearance[LW_VIA][LW_VIA], 300000},
        {"mdPadVia, usual", rules->clearance[LW_PAD][LW_VIA], 203200},
        {"mdCopperDimension, usual", rules->edge, 1016000},
        {"mdCopperDimension to holes", rules->hole, 1016000},
        {"mdDrill", rules->drill, 0},
        {"msWidth", rules->min_width, 152400},
        {"msDrill, usual", rules->min_drill, 609600},
        {"rlMinViaOuter", rules->min_ring, 177800},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, table[i].expected, "%s: %d", table[i].name, table[i].is);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, restring_lies_between_its_limits_and_given_diameters_only_enlarge)
{
    const eagle_ring ring = {.least = 250000, .share = 250000, .most = 500000};
    const struct {
        lw_nm drill, given, diameter;
    } table[] = {
        {500000, 0, 1000000},        /* a quarter is 0.125: the least, 0.25 */
        {1200000, 0, 1800000},       /* 0.3 */
        {4000000, 0, 5000000},       /* 1.0: the most, 0.5 */
        {1200000, 1000000, 1800000}, /* smaller than the rule */
        {1200000, 3000000, 3000000},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(lw_eagle_diameter(ring, table[i].drill, table[i].given), table[i].diameter,
                     "drill %d", table[i].drill);
}

Test(eagle, classes_may_be_sparse_or_missing)
{
    lw_board *board = board_of(
        (parts){.rules = "<param name=\"msWidth\" value=\"0.2mm\"/>"
                         "<param name=\"msDrill\" value=\"0.35mm\"/>"
                         "<param name=\"rlMinViaOuter\" value=\"0.25mm\"/>"
                         "<param name=\"rlMinViaInner\" value=\"0.3mm\"/>",
                .classes = "<class number=\"3\" name=\"power\" width=\"0.8\" drill=\"0.6\">"
                           "<clearance class=\"0\" value=\"0.5\"/>"
                           "<clearance class=\"3\" value=\"0.4\"/>"
                           "<clearance class=\"7\" value=\"0.9\"/></class>",
                .signals = "<signal name=\"A\"/><signal name=\"B\" class=\"3\"/>"
                           "<signal name=\"C\" class=\"5\"/>"});
    cr_assert_eq(board->classes.count, 3);
    const struct {
        const char *name;
        lw_nm width, drill, diameter;
    } table[] = {
        {"default", 200000, 350000, 950000}, /* rings inside are 0.3, wider than outside */
        {"power", 800000, 600000, 1200000},
        {"class5", 200000, 350000, 950000},
    };
    for (uint32_t i = 0; i < 3; i++) {
        const lw_class *class = &board->classes.at[i];
        cr_expect_str_eq(class->name, table[i].name);
        cr_expect_eq(class->width, table[i].width, "%s: %d", class->name, class->width);
        cr_expect_eq(class->via_drill, table[i].drill, "%s: %d", class->name, class->via_drill);
        cr_expect_eq(class->via_diameter, table[i].diameter, "%s: %d", class->name,
                     class->via_diameter);
        cr_expect_eq(board->nets.at[i].class_id, i);
    }
    const lw_nm matrix[9] = {0, 500000, 0, 500000, 400000, 0, 0, 0, 0};
    cr_expect_arr_eq(board->class_clearance, matrix, sizeof matrix);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 1), 500000);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 2), 203200);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 1, LW_TRACK, 2), 400000);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, a_width_that_is_a_placeholder_gives_a_sensible_track)
{
    lw_board *board = board_of((parts){.rules = "<param name=\"msWidth\" value=\"0.0051mm\"/>"});
    cr_expect_eq(board->rules.min_width, 5100);
    cr_expect_eq(board->classes.at[0].width, 200000);
    lw_board_free(board);
}

Test(eagle, layer_setups_name_the_copper_layers)
{
    static const struct {
        const char *setup;
        int count, numbers[6];
    } table[] = {
        {"(1*16)", 2, {1, 16}},
        {"1", 1, {1}},
        {"16", 1, {16}},
        {"(1+16)", 2, {1, 16}},
        {"(1*2+15*16)", 4, {1, 2, 15, 16}},
        {"(1+2*16)", 3, {1, 2, 16}},
        {"[2:1+((2*3)+(14*15))+16:15]", 6, {1, 2, 3, 14, 15, 16}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char rules[200];
        snprintf(rules, sizeof rules, "<param name=\"layerSetup\" value=\"%s\"/>", table[i].setup);
        lw_board *board = board_of((parts){.rules = rules});
        cr_expect_eq(board->layers.count, (uint32_t)table[i].count, "%s", table[i].setup);
        for (uint32_t k = 0; k < board->layers.count && k < (uint32_t)table[i].count; k++)
            cr_expect_eq(board->layers.at[k].number, table[i].numbers[k], "%s", table[i].setup);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(eagle, an_inner_layer_that_is_not_active_is_none_unless_it_has_copper)
{
    static const struct {
        const char *layers, *copper;
        uint32_t count;
    } table[] = {
        {"<layer number=\"2\" name=\"GND\" active=\"no\"/>", "", 2},
        {"<layer number=\"2\" name=\"GND\" active=\"yes\"/>", "", 3},
        {"<layer number=\"2\" name=\"GND\"/>", "", 3},
        {"<layer number=\"1\" name=\"A\" active=\"no\"/><layer number=\"16\" name=\"B\" "
         "active=\"no\"/>",
         "", 3},
        {"<layer number=\"2\" name=\"GND\" active=\"no\"/>",
         "<signal name=\"A\"><wire x1=\"1\" y1=\"1\" x2=\"5\" y2=\"1\" width=\"0.3\" "
         "layer=\"2\"/></signal>",
         3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_buffer text = {0};
        lw_buffer_print(&text,
                        "<eagle version=\"7.5.0\"><drawing><layers>%s</layers><board>"
                        "<designrules><param name=\"layerSetup\" value=\"(1+2*16)\"/></designrules>"
                        "<plain>%s</plain><signals>%s</signals></board></drawing></eagle>",
                        table[i].layers, frame, table[i].copper);
        lw_board *board = parse(text.at);
        cr_expect_eq(board->layers.count, table[i].count, "%u", (unsigned)i);
        lw_board_free(board);
        lw_buffer_free(&text);
    }
}

Test(eagle, copper_on_a_layer_without_setup_makes_the_layer)
{
    lw_board *board =
        board_of((parts){.signals = "<signal name=\"A\"><wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" "
                                    "width=\"0.3\" layer=\"3\"/></signal>"});
    cr_assert_eq(board->layers.count, 3);
    cr_expect_str_eq(board->layers.at[0].name, "Top");
    cr_expect_str_eq(board->layers.at[1].name, "Route3");
    cr_expect_str_eq(board->layers.at[2].name, "Bottom");
    cr_expect_eq(board->tracks.at[0].layer, 1);
    cr_assert_eq(board->warnings.count, 1);
    cr_expect_eq(board->warnings.at[0].line, 10);
    lw_board_free(board);
}

/* ---- pads ---- */

#define ELEMENT_AT(rot)                                                                            \
    "<element name=\"U1\" library=\"L\" package=\"P\" value=\"V\" x=\"10\" y=\"10\" rot=\"" rot    \
    "\"/>"

Test(eagle, pads_have_the_size_that_rules_and_package_make)
{
    static const char rings[] = "<param name=\"rlMinPadTop\" value=\"0.25mm\"/>"
                                "<param name=\"rlMinPadBottom\" value=\"0.3mm\"/>"
                                "<param name=\"rlMinPadInner\" value=\"0.2mm\"/>"
                                "<param name=\"layerSetup\" value=\"(1*2*16)\"/>";
    /* Boxes in micrometres around the pad's point; the pad is drilled 0.8. */
    static const struct {
        const char *rules, *attributes;
        int top[4], inner[4], bottom[4];
    } table[] = {
        {"", "", {-650, -650, 650, 650}, {-650, -650, 650, 650}, {-700, -700, 700, 700}},
        {"",
         "diameter=\"1.6\"",
         {-800, -800, 800, 800},
         {-800, -800, 800, 800},
         {-800, -800, 800, 800}},
        {"",
         "diameter=\"1.6\" shape=\"square\" rot=\"R45\"",
         {-1131, -1131, 1131, 1131},
         {-1131, -1131, 1131, 1131},
         {-1131, -1131, 1131, 1131}},
        {"",
         "diameter=\"1.6\" shape=\"long\"",
         {-1600, -800, 1600, 800},
         {-1600, -800, 1600, 800},
         {-1600, -800, 1600, 800}},
        {"<param name=\"psElongationLong\" value=\"60\"/>",
         "diameter=\"1.6\" shape=\"long\" rot=\"R90\"",
         {-800, -1280, 800, 1280},
         {-800, -1280, 800, 1280},
         {-800, -1280, 800, 1280}},
        {"",
         "diameter=\"1.6\" shape=\"offset\"",
         {-800, -800, 2400, 800},
         {-800, -800, 2400, 800},
         {-800, -800, 2400, 800}},
        {"",
         "diameter=\"1.6\" shape=\"offset\" rot=\"R90\"",
         {-800, -800, 800, 2400},
         {-800, -800, 800, 2400},
         {-800, -800, 800, 2400}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char rules[600], package[300];
        snprintf(rules, sizeof rules, "%s%s", rings, table[i].rules);
        snprintf(package, sizeof package,
                 "<package name=\"P\"><pad name=\"1\" x=\"1\" y=\"2\" drill=\"0.8\" %s/></package>",
                 table[i].attributes);
        lw_board *board =
            board_of((parts){.rules = rules, .packages = package, .elements = ELEMENT_AT("R0")});
        cr_assert_eq(board->pads.count, 1);
        const lw_pad *pad = &board->pads.at[0];
        const int *faces[3] = {table[i].top, table[i].inner, table[i].bottom};
        for (uint32_t layer = 0; layer < 3; layer++) {
            const int *f = faces[layer];
            expect_box(table[i].attributes, copper_box(pad, layer), 11000 + f[0], 12000 + f[1],
                       11000 + f[2], 12000 + f[3]);
        }
        cr_expect_eq(pad->at.x, 11 * MM);
        cr_expect_eq(pad->at.y, 12 * MM);
        cr_expect_eq(pad->drill, 800000);
        cr_expect_eq(pad->layers, 7u);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* Points of a pad of 1.6 mm around its centre that tell the shapes apart, in micrometres. A round
 * one ends at 566 on the diagonal, an octagon at (800 + 331) / 2 = 565.7 there and at 800, 331. */
Test(eagle, rules_can_change_the_shape_of_pads)
{
    static const struct {
        const char *rules, *attributes;
        char top, bottom;
    } table[] = {
        {"", "", 'o', 'o'},
        {"", "shape=\"square\"", 's', 's'},
        {"", "shape=\"octagon\"", '8', '8'},
        {"<param name=\"psTop\" value=\"0\"/>", "", 's', 'o'},
        {"<param name=\"psTop\" value=\"0\"/><param name=\"psBottom\" value=\"2\"/>", "", 's', '8'},
        {"<param name=\"psTop\" value=\"1\"/>", "shape=\"square\"", 'o', 's'},
        {"<param name=\"psFirst\" value=\"0\"/>", "", 'o', 'o'},
        {"<param name=\"psFirst\" value=\"0\"/>", "first=\"yes\"", 's', 's'},
        {"<param name=\"psFirst\" value=\"2\"/>", "first=\"yes\" shape=\"square\"", '8', '8'},
        {"<param name=\"psFirst\" value=\"-1\"/>", "first=\"yes\" shape=\"square\"", 's', 's'},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[300];
        snprintf(package, sizeof package,
                 "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.6\" "
                 "diameter=\"1.6\" %s/></package>",
                 table[i].attributes);
        lw_board *board = board_of(
            (parts){.rules = table[i].rules, .packages = package, .elements = ELEMENT_AT("R0")});
        for (uint32_t layer = 0; layer < 2; layer++) {
            const lw_pad *pad = &board->pads.at[0];
            bool corner = copper_holds(pad, layer, 10790000, 10790000);
            bool edge = copper_holds(pad, layer, 10795000, 10325000);
            char shape = corner ? 's' : edge ? '8' : 'o';
            cr_expect_eq(shape, layer ? table[i].bottom : table[i].top, "%s %s layer %u: %c",
                         table[i].rules, table[i].attributes, layer, shape);
        }
        lw_board_free(board);
    }
}

Test(eagle, smds_have_round_corners_as_package_and_rules_say)
{
    static const struct {
        const char *rules, *attributes;
        lw_nm radius;
        int box[4];
    } table[] = {
        {"", "", 0, {9000, 9500, 11000, 10500}},
        {"", "rot=\"R90\"", 0, {9500, 9000, 10500, 11000}},
        {"", "roundness=\"50\"", 250000, {9000, 9500, 11000, 10500}},
        {"", "roundness=\"100\"", 500000, {9000, 9500, 11000, 10500}},
        {"<param name=\"srMinRoundness\" value=\"0.1mm\"/>"
         "<param name=\"srMaxRoundness\" value=\"0.2mm\"/>",
         "",
         100000,
         {9000, 9500, 11000, 10500}},
        {"<param name=\"srRoundness\" value=\"0.9\"/>"
         "<param name=\"srMaxRoundness\" value=\"0.2mm\"/>",
         "",
         200000,
         {9000, 9500, 11000, 10500}},
        {"<param name=\"srRoundness\" value=\"0.1\"/>"
         "<param name=\"srMaxRoundness\" value=\"0.2mm\"/>",
         "roundness=\"8\"",
         50000,
         {9000, 9500, 11000, 10500}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[300];
        snprintf(package, sizeof package,
                 "<package name=\"P\"><smd name=\"1\" x=\"0\" y=\"0\" dx=\"2\" dy=\"1\" "
                 "layer=\"1\" %s/></package>",
                 table[i].attributes);
        lw_board *board = board_of(
            (parts){.rules = table[i].rules, .packages = package, .elements = ELEMENT_AT("R0")});
        const lw_pad *pad = &board->pads.at[0];
        cr_expect_eq(pad->layers, 1u);
        cr_expect_eq(pad->copper.at[0].shape.radius, table[i].radius, "%s %s: %d", table[i].rules,
                     table[i].attributes, pad->copper.at[0].shape.radius);
        const int *b = table[i].box;
        expect_box(table[i].attributes, copper_box(pad, 0), b[0], b[1], b[2], b[3]);
        lw_board_free(board);
    }
}

Test(eagle, elements_turn_before_they_are_mirrored)
{
    static const struct {
        const char *rot;
        int x, y; /* where (1, 2) goes, nanometres from the element */
        lw_layers layers;
    } table[] = {
        {"R0", 1000000, 2000000, 1},      {"R90", -2000000, 1000000, 1},
        {"R180", -1000000, -2000000, 1},  {"MR0", -1000000, 2000000, 2},
        {"MR90", 2000000, 1000000, 2},    {"SMR180", 1000000, -2000000, 2},
        {"MR270", -2000000, -1000000, 2}, {"R45", -707107, 2121320, 1},
        {"MR45", 707107, 2121320, 2},     {"SR22.5", 158513, 2230442, 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char element[300];
        snprintf(element, sizeof element,
                 "<element name=\"U1\" library=\"L\" package=\"P\" value=\"\" x=\"10\" y=\"10\" "
                 "rot=\"%s\"/>",
                 table[i].rot);
        lw_board *board = board_of((parts){
            .packages = "<package name=\"P\"><smd name=\"1\" x=\"1\" y=\"2\" dx=\"1\" dy=\"1\" "
                        "layer=\"1\"/></package>",
            .elements = element});
        const lw_pad *pad = &board->pads.at[0];
        cr_expect(abs(pad->at.x - 10 * MM - table[i].x) <= 1 &&
                      abs(pad->at.y - 10 * MM - table[i].y) <= 1,
                  "%s: %d %d", table[i].rot, pad->at.x, pad->at.y);
        cr_expect_eq(pad->layers, table[i].layers, "%s", table[i].rot);
        lw_board_free(board);
    }
}

Test(eagle, a_board_of_one_layer_has_the_pads_of_its_side)
{
    static const struct {
        const char *setup, *rot;
        lw_layers smd, bottom_smd;
    } table[] = {{"1", "R0", 1, 0}, {"1", "MR0", 0, 1}, {"16", "R0", 0, 1}, {"16", "MR0", 1, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char rules[100], element[200];
        snprintf(rules, sizeof rules, "<param name=\"layerSetup\" value=\"%s\"/>", table[i].setup);
        snprintf(element, sizeof element,
                 "<element name=\"U1\" library=\"L\" package=\"P\" value=\"\" x=\"1\" y=\"1\" "
                 "rot=\"%s\"/>",
                 table[i].rot);
        lw_board *board = board_of(
            (parts){.rules = rules,
                    .packages = "<package name=\"P\">"
                                "<smd name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"1\"/>"
                                "<smd name=\"2\" x=\"2\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"16\"/>"
                                "<pad name=\"3\" x=\"4\" y=\"0\" drill=\"0.8\"/></package>",
                    .elements = element});
        cr_assert_eq(board->pads.count, 3, "no pad is dropped");
        cr_expect_eq(board->pads.at[0].layers, table[i].smd, "%s %s", table[i].setup, table[i].rot);
        cr_expect_eq(board->pads.at[1].layers, table[i].bottom_smd);
        cr_expect_eq(board->pads.at[2].layers, 1u);
        lw_board_free(board);
    }
}

Test(eagle, packages_of_one_name_are_told_apart_by_library_and_urn)
{
    static const char text[] =
        "<eagle version=\"9.0\"><drawing><board><plain/>\n"
        "<libraries>"
        "<library name=\"L\" urn=\"u:1\"><packages><package name=\"P\">"
        "<pad name=\"one\" x=\"0\" y=\"0\" drill=\"1\"/></package></packages></library>"
        "<library name=\"L\" urn=\"u:2\"><packages><package name=\"P\">"
        "<pad name=\"two\" x=\"0\" y=\"0\" drill=\"1\"/></package></packages></library>"
        "<library name=\"M\"><packages><package name=\"P\">"
        "<pad name=\"three\" x=\"0\" y=\"0\" drill=\"1\"/></package>"
        "<package name=\"P\"><pad name=\"four\" x=\"0\" y=\"0\" drill=\"1\"/></package>"
        "</packages></library></libraries>\n"
        "<elements>"
        "<element name=\"A\" library=\"L\" library_urn=\"u:2\" package=\"P\" x=\"1\" y=\"1\"/>"
        "<element name=\"B\" library=\"L\" library_urn=\"u:1\" package=\"P\" x=\"9\" y=\"1\"/>"
        "<element name=\"C\" library=\"L\" package=\"P\" x=\"1\" y=\"9\"/>"
        "<element name=\"D\" library=\"L\" library_urn=\"u:9\" package=\"P\" x=\"9\" y=\"9\"/>"
        "<element name=\"E\" library=\"M\" package=\"P\" x=\"5\" y=\"5\"/>"
        "</elements></board></drawing></eagle>";
    lw_board *board = parse(text);
    static const char *const pads[] = {"two", "one", "one", "one", "three"};
    cr_assert_eq(board->pads.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        cr_expect_str_eq(board->pads.at[i].name, pads[i]);
    cr_expect_eq(board->packages.count, 3);
    cr_expect_neq(board->packages.at[0].name, board->packages.at[1].name, "names are unique");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- outline ---- */

#define LINE(x1, y1, x2, y2, more)                                                                 \
    "<wire x1=\"" #x1 "\" y1=\"" #y1 "\" x2=\"" #x2 "\" y2=\"" #y2                                 \
    "\" width=\"0.2\" layer=\"20\"" more "/>"

Test(eagle, outlines_are_what_is_drawn_on_layer_20)
{
    static const struct {
        const char *what, *plain, *package;
        uint32_t loops, edges, warnings;
        int box[4];
        const char *says; /* the first warning */
    } table[] = {
        {"wires",
         LINE(0, 0, 20, 0, "") LINE(20, 0, 20, 10, "") LINE(0, 10, 20, 10, "")
             LINE(0, 10, 0, 0, ""),
         "",
         1,
         0,
         0,
         {0, 0, 20000, 10000},
         NULL},
        {"a circle of two arcs",
         LINE(0, 0, 10, 0, " curve=\"180\"") LINE(10, 0, 0, 0, " curve=\"180\""),
         "",
         1,
         0,
         0,
         {0, -5000, 10000, 5000},
         NULL},
        {"a circle and a hole in it",
         "<circle x=\"5\" y=\"5\" radius=\"5\" width=\"0.1\" layer=\"20\"/>"
         "<circle x=\"5\" y=\"5\" radius=\"1\" width=\"0\" layer=\"20\"/>",
         "",
         2,
         0,
         0,
         {0, 0, 10000, 10000},
         NULL},
        {"a polygon",
         "<polygon width=\"0.5\" layer=\"20\"><vertex x=\"0\" y=\"0\"/><vertex x=\"9\" y=\"0\"/>"
         "<vertex x=\"0\" y=\"9\"/></polygon>",
         "",
         1,
         0,
         0,
         {0, 0, 9000, 9000},
         NULL},
        {"in a package",
         "",
         LINE(0, 0, 4, 0, "") LINE(4, 0, 0, 3, "") LINE(0, 3, 0, 0, ""),
         1,
         0,
         0,
         {10000, 10000, 14000, 13000},
         NULL},
        {"in a package and once more in plain",
         LINE(10, 10, 14, 10, "") LINE(14, 10, 10, 13, "") LINE(10, 13, 10, 10, ""),
         LINE(0, 0, 4, 0, "") LINE(4, 0, 0, 3, "") LINE(0, 3, 0, 0, ""),
         1,
         0,
         0,
         {10000, 10000, 14000, 13000},
         NULL},
        {"a side is missing",
         LINE(0, 0, 20, 0, "") LINE(20, 0, 20, 10, "") LINE(20, 10, 0, 10, ""),
         "",
         1,
         0,
         1,
         {0, 0, 20000, 10000},
         "the outline is open on layer 20: a loose end at 0, 0 mm, the nearest other at 0, 10 mm; "
         "it is closed by straight lines"},
        {"a side is missing, but there is a cut-out",
         LINE(0, 0, 20, 0, "") LINE(20, 0, 20, 10, "") LINE(
             20, 10, 0, 10, "") "<circle x=\"5\" y=\"5\" radius=\"1\" width=\"0\" layer=\"20\"/>",
         "",
         2,
         0,
         1,
         {0, 0, 20000, 10000},
         "the outline is open on layer 20: a loose end at 0, 0 mm, the nearest other at 0, 10 mm; "
         "it is closed by straight lines"},
        {"a line across",
         LINE(0, 0, 20, 0, "") LINE(20, 0, 20, 10, "") LINE(20, 10, 0, 10, "") LINE(0, 10, 0, 0, "")
             LINE(5, 1, 5, 9, ""),
         "",
         1,
         1,
         1,
         {0, 0, 20000, 10000},
         "lines belong to no outline on layer 20: a loose end at 5, 1 mm, the nearest other at 5, "
         "9 mm; copper keeps away from them"},
        /* pad of 1.3 mm at 10, 10 and 1.016 mm to the edge */
        {"nothing",
         "<text x=\"0\" y=\"0\" size=\"1\" layer=\"20\">20</text>",
         "",
         1,
         0,
         1,
         {8334, 8334, 11666, 11666},
         "the board has no outline on layer 20; the box around everything is taken"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[1000];
        snprintf(package, sizeof package,
                 "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\" "
                 "diameter=\"1.3\"/>%s</package>",
                 table[i].package);
        lw_board *board = board_of(
            (parts){.plain = table[i].plain, .packages = package, .elements = ELEMENT_AT("R0")});
        cr_expect_eq(board->outline.count, table[i].loops, "%s: %u loops", table[i].what,
                     board->outline.count);
        cr_expect_eq(board->edges.count, table[i].edges, "%s: %u edges", table[i].what,
                     board->edges.count);
        cr_expect_eq(board->warnings.count, table[i].warnings, "%s: %u warnings", table[i].what,
                     board->warnings.count);
        if (table[i].says && board->warnings.count > 0)
            cr_expect_str_eq(board->warnings.at[0].text, table[i].says, "%s: %s", table[i].what,
                             board->warnings.at[0].text);
        const int *b = table[i].box;
        expect_box(table[i].what, lw_board_box(board), b[0], b[1], b[2], b[3]);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* ---- holes and milling ---- */

#define MILL(x1, y1, x2, y2, width)                                                                \
    "<wire x1=\"" #x1 "\" y1=\"" #y1 "\" x2=\"" #x2 "\" y2=\"" #y2 "\" width=\"" #width            \
    "\" layer=\"46\"/>"
#define SLOT_RIM                                                                                   \
    MILL(-1, -0.5, 1, -0.5, 0)                                                                     \
    MILL(1, -0.5, 1, 0.5, 0) MILL(1, 0.5, -1, 0.5, 0) MILL(-1, 0.5, -1, -0.5, 0)

Test(eagle, milled_areas_are_holes_or_slots_of_a_pad)
{
    static const struct {
        const char *what, *package;
        uint32_t holes;
        bool milled, filled;
        int box[4];          /* of the hole */
        uint32_t pad_shapes; /* of the first pad */
    } table[] = {
        {"a drill",
         "<hole x=\"1\" y=\"2\" drill=\"3\"/>",
         1,
         false,
         false,
         {9500, 10500, 12500, 13500},
         0},
        {"a slot", MILL(0, 0, 4, 0, 2), 1, true, false, {9000, 9000, 15000, 11000}, 0},
        {"a rim", SLOT_RIM, 1, true, true, {9000, 9500, 11000, 10500}, 0},
        {"a hairline circle",
         "<circle x=\"0\" y=\"0\" radius=\"0.5\" width=\"0.001\" layer=\"46\"/>",
         1,
         true,
         false,
         {9500, 9500, 10500, 10500},
         0},
        {"an open line", MILL(0, 0, 4, 0, 0), 1, true, false, {10000, 10000, 14000, 10000}, 0},
        {"a rim around a drilled pad",
         "<pad name=\"1\" x=\"0.5\" y=\"0\" drill=\"0.8\"/>" SLOT_RIM,
         0,
         false,
         false,
         {0},
         2},
        {"a rim that the pad covers",
         "<pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\" diameter=\"1.5\" shape=\"long\"/>" SLOT_RIM,
         0,
         false,
         false,
         {0},
         1},
        {"a rim under an smd",
         "<smd name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"1\"/>" SLOT_RIM,
         1,
         true,
         true,
         {9000, 9500, 11000, 10500},
         1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[1000];
        snprintf(package, sizeof package, "<package name=\"P\">%s</package>", table[i].package);
        lw_board *board = board_of((parts){.packages = package, .elements = ELEMENT_AT("R0")});
        cr_expect_eq(board->holes.count, table[i].holes, "%s: %u holes", table[i].what,
                     board->holes.count);
        if (board->holes.count == 1) {
            const lw_hole *hole = &board->holes.at[0];
            const int *b = table[i].box;
            cr_expect_eq(hole->milled, table[i].milled, "%s", table[i].what);
            cr_expect_eq(hole->shape.filled, table[i].filled, "%s", table[i].what);
            expect_box(table[i].what, lw_shape_box(hole->shape), b[0], b[1], b[2], b[3]);
        }
        if (board->pads.count > 0)
            cr_expect_eq(board->pads.at[0].copper.count, table[i].pad_shapes, "%s: %u shapes",
                         table[i].what, board->pads.at[0].copper.count);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* ---- keepouts, copper and drawings ---- */

Test(eagle, restrict_layers_become_keepouts_of_their_side)
{
    static const char package[] =
        "<package name=\"P\">"
        "<rectangle x1=\"-1\" y1=\"-1\" x2=\"1\" y2=\"1\" layer=\"41\"/>"
        "<circle x=\"0\" y=\"0\" radius=\"2\" width=\"0\" layer=\"42\"/>"
        "<circle x=\"0\" y=\"0\" radius=\"2\" width=\"0.5\" layer=\"43\"/>"
        "<polygon width=\"1\" layer=\"41\"><vertex x=\"0\" y=\"0\"/><vertex x=\"3\" y=\"0\"/>"
        "<vertex x=\"0\" y=\"3\"/></polygon>"
        "<wire x1=\"0\" y1=\"0\" x2=\"4\" y2=\"0\" width=\"1\" layer=\"42\"/></package>";
    static const struct {
        lw_layers layers, mirrored;
        bool tracks, filled;
        uint32_t points; /* 0: many */
        lw_nm radius;
    } table[] = {
        {1, 2, true, true, 4, 0},
        {2, 1, true, false, 1, 2000000},
        {3, 3, false, false, 0, 250000 + LW_ARC_ERROR},
        {1, 2, true, true, 3, 500000},
        {2, 1, true, false, 2, 500000},
    };
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        lw_board *board = board_of((parts){
            .packages = package, .elements = mirrored ? ELEMENT_AT("MR0") : ELEMENT_AT("R0")});
        cr_assert_eq(board->keepouts.count, 5);
        for (uint32_t i = 0; i < 5; i++) {
            const lw_keepout *keepout = &board->keepouts.at[i];
            cr_expect_eq(keepout->layers, mirrored ? table[i].mirrored : table[i].layers, "%u", i);
            cr_expect_eq(keepout->tracks, table[i].tracks, "%u", i);
            cr_expect(keepout->vias, "%u", i);
            cr_expect_eq(keepout->shape.filled, table[i].filled, "%u", i);
            cr_expect_eq(keepout->shape.radius, table[i].radius, "%u", i);
            if (table[i].points)
                cr_expect_eq(keepout->shape.count, table[i].points, "%u", i);
        }
        lw_board_free(board);
    }
}

Test(eagle, copper_that_touches_a_pad_is_the_pads)
{
    lw_board *board = board_of((parts){
        .plain = "<rectangle x1=\"0\" y1=\"0\" x2=\"40\" y2=\"30\" layer=\"20\"/>"
                 "<wire x1=\"30\" y1=\"5\" x2=\"35\" y2=\"5\" width=\"0.5\" layer=\"16\"/>"
                 "<wire x1=\"30\" y1=\"9\" x2=\"35\" y2=\"9\" width=\"0\" layer=\"16\"/>"
                 "<wire x1=\"30\" y1=\"9\" x2=\"35\" y2=\"9\" width=\"1\" layer=\"7\"/>",
        .packages = "<package name=\"P\">"
                    "<smd name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"1\"/>"
                    "<wire x1=\"0\" y1=\"0\" x2=\"3\" y2=\"0\" width=\"0.4\" layer=\"1\"/>"
                    "<rectangle x1=\"2.9\" y1=\"-1\" x2=\"4\" y2=\"1\" layer=\"1\"/></package>",
        .elements = ELEMENT_AT("R0")});
    cr_assert_eq(board->pads.count, 1);
    cr_expect_eq(board->pads.at[0].copper.count, 3, "smd, wire and the rectangle behind it");
    expect_box("pad", copper_box(&board->pads.at[0], 0), 9500, 9000, 14000, 11000);
    cr_assert_eq(board->copper.count, 1);
    cr_expect_eq(board->copper.at[0].copper.layers, 2u);
    lw_board_free(board);
}

Test(eagle, corners_of_drawn_copper_keep_their_points)
{
    /* The farthest that copper reaches left and right of the part, in micrometres: a dot of 1 µm on
     * what the pen's corner makes. Straight corners stand out 1.414 pens; a point of 45 degrees
     * 1 / tan 22.5° = 2.4142; beyond 11.48 degrees it is cut at one pen. */
    static const struct {
        const char *what, *polygon;
        uint32_t points;
        lw_nm left, right;
    } table[] = {
        {"45 degrees",
         "width=\"0.2\" layer=\"1\"><vertex x=\"0\" y=\"3\"/><vertex x=\"0\" y=\"0\"/><vertex "
         "x=\"3\" y=\"0\"/>",
         3, -500, 3242},
        {"a thin pen",
         "width=\"0.01\" layer=\"1\"><vertex x=\"-1\" y=\"-1\"/><vertex x=\"1\" y=\"-1\"/><vertex "
         "x=\"1\" y=\"1\"/><vertex x=\"-1\" y=\"1\"/>",
         4, -1006, 1006},
        {"clockwise",
         "width=\"0.01\" layer=\"1\"><vertex x=\"-1\" y=\"-1\"/><vertex x=\"-1\" y=\"1\"/><vertex "
         "x=\"1\" y=\"1\"/><vertex x=\"1\" y=\"-1\"/>",
         4, -1006, 1006},
        {"too sharp for a point",
         "width=\"0.2\" layer=\"1\"><vertex x=\"0\" y=\"-0.1\"/><vertex x=\"3\" "
         "y=\"0\"/><vertex x=\"0\" y=\"0.1\"/>",
         3, -500, 3101},
        {"round",
         "width=\"0.2\" layer=\"1\"><vertex x=\"-1\" y=\"0\" curve=\"180\"/><vertex x=\"1\" "
         "y=\"0\" curve=\"180\"/>",
         0, -1102, 1102},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[600];
        snprintf(package, sizeof package,
                 "<package name=\"P\"><smd name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" "
                 "layer=\"1\"/><polygon %s</polygon></package>",
                 table[i].polygon);
        lw_board *board = board_of((parts){.packages = package, .elements = ELEMENT_AT("R0")});
        const lw_pad *pad = &board->pads.at[0];
        cr_expect_eq(pad->copper.count, 2 + table[i].points, "%s: smd, polygon and %u points",
                     table[i].what, pad->copper.count - 2);
        lw_box box = copper_box(pad, 0);
        cr_expect_leq(abs(box.x1 - 10000000 - 1000 * table[i].left), 500, "%s: %d", table[i].what,
                      box.x1);
        cr_expect_leq(abs(box.x2 - 10000000 - 1000 * table[i].right), 500, "%s: %d", table[i].what,
                      box.x2);
        lw_board_free(board);
    }
}

Test(eagle, points_of_drawn_copper_lie_on_its_side)
{
    lw_board *board = board_of((parts){
        .packages = "<package name=\"P\">"
                    "<smd name=\"1\" x=\"0\" y=\"0\" dx=\"1\" dy=\"1\" layer=\"1\"/>"
                    "<polygon width=\"0.2\" layer=\"1\"><vertex x=\"0\" y=\"3\"/><vertex x=\"0\" "
                    "y=\"0\"/><vertex x=\"3\" y=\"0\"/></polygon>"
                    "<polygon width=\"0.2\" layer=\"1\"><vertex x=\"0\" y=\"-0.1\"/><vertex "
                    "x=\"-3\" y=\"0\"/><vertex x=\"0\" y=\"0.1\"/></polygon></package>",
        .elements = ELEMENT_AT("R0")});
    const lw_pad *pad = &board->pads.at[0];
    /* 45 degrees: the point lies 0.1 / sin 22.5° = 0.2613 from the corner, 22.5° off the side. */
    cr_expect(copper_holds(pad, 0, 13240000, 9900000));
    cr_expect(!copper_holds(pad, 0, 13240000, 9990000));
    /* The cut is 0.2 * tan 44.05° = 0.1934 wide, all of it 0.1 before the corner. */
    cr_expect(copper_holds(pad, 0, 6900000, 10096000));
    cr_expect(copper_holds(pad, 0, 6900000, 9904000));
    cr_expect(!copper_holds(pad, 0, 6900000, 10099000));
    cr_expect(!copper_holds(pad, 0, 6898000, 10000000));
    lw_board_free(board);
}

Test(eagle, letters_in_copper_keep_an_area_free)
{
    /* 3 letters of at most 0.95 and air of 0.1 on each side: of size 2, 0.2 + 5.7 + 0.2. */
    static const struct {
        const char *what, *plain, *package, *elements;
        int box[4];
        lw_layers layers;
    } table[] = {
        {"plain",
         "<text x=\"10\" y=\"10\" size=\"2\" layer=\"1\">ABC</text>",
         "",
         "",
         {9800, 9800, 15900, 12320},
         1},
        {"turned",
         "<text x=\"10\" y=\"10\" size=\"2\" layer=\"16\" rot=\"R90\">ABC</text>",
         "",
         "",
         {7680, 9800, 10200, 15900},
         2},
        {"right top",
         "<text x=\"10\" y=\"10\" size=\"2\" layer=\"1\" align=\"top-right\">ABC</text>",
         "",
         "",
         {4100, 7800, 10200, 10320},
         1},
        {"with a tail",
         "<text x=\"10\" y=\"10\" size=\"2\" layer=\"1\">ABg</text>",
         "",
         "",
         {9800, 9300, 15900, 12320},
         1},
        {"two lines",
         "<text x=\"10\" y=\"10\" size=\"2\" layer=\"1\">ABC\nAB</text>",
         "",
         "",
         {9800, 9800, 15900, 15560},
         1},
        {"the name of an element",
         "",
         "<text x=\"0\" y=\"0\" size=\"2\" layer=\"1\">&gt;NAME</text>",
         "<element name=\"ABC\" library=\"L\" package=\"P\" value=\"\" x=\"10\" y=\"10\"/>",
         {9800, 9800, 15900, 12320},
         1},
        {"the name of an element below",
         "",
         "<text x=\"0\" y=\"0\" size=\"2\" layer=\"1\">&gt;name</text>",
         "<element name=\"ABC\" library=\"L\" package=\"P\" value=\"\" x=\"10\" y=\"10\" "
         "rot=\"MR0\"/>",
         {4100, 9800, 10200, 12320},
         2},
        {"a smashed name",
         "",
         "<text x=\"0\" y=\"0\" size=\"2\" layer=\"25\">&gt;NAME</text>",
         "<element name=\"ABC\" library=\"L\" package=\"P\" value=\"\" x=\"0\" y=\"0\" "
         "smashed=\"yes\"><attribute name=\"NAME\" x=\"10\" y=\"10\" size=\"2\" layer=\"16\"/>"
         "</element>",
         {9800, 9800, 15900, 12320},
         2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char package[300], plain[400];
        snprintf(package, sizeof package, "<package name=\"P\">%s</package>", table[i].package);
        snprintf(plain, sizeof plain, "%s%s", frame, table[i].plain);
        lw_board *board =
            board_of((parts){.plain = plain, .packages = package, .elements = table[i].elements});
        cr_expect_eq(board->copper.count, 1, "%s: %u", table[i].what, board->copper.count);
        if (board->copper.count == 1) {
            const lw_copper *copper = &board->copper.at[0].copper;
            const int *b = table[i].box;
            expect_box(table[i].what, lw_shape_box(copper->shape), b[0], b[1], b[2], b[3]);
            cr_expect_eq(copper->layers, table[i].layers, "%s", table[i].what);
        }
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(eagle, silkscreen_and_names_are_drawn_where_the_file_has_them)
{
    static const char package[] =
        "<package name=\"P\"><wire x1=\"0\" y1=\"0\" x2=\"1\" y2=\"0\" width=\"0.2\" layer=\"21\"/>"
        "<circle x=\"0\" y=\"0\" radius=\"1\" width=\"0.1\" layer=\"51\"/>"
        "<rectangle x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\" layer=\"39\"/>"
        "<text x=\"1\" y=\"2\" size=\"1.5\" layer=\"25\">&gt;NAME</text>"
        "<text x=\"1\" y=\"4\" size=\"1\" layer=\"27\">&gt;Value</text>"
        "<text x=\"1\" y=\"4\" size=\"1\" layer=\"27\">&gt;PART</text></package>";
    lw_board *board = board_of((parts){
        .plain = "<rectangle x1=\"0\" y1=\"0\" x2=\"40\" y2=\"30\" layer=\"20\"/>"
                 "<text x=\"5\" y=\"5\" size=\"1\" layer=\"22\" rot=\"R180\">top right</text>",
        .packages = package,
        .elements = ELEMENT_AT("R0") "<element name=\"U2\" library=\"L\" package=\"P\" "
                                     "value=\"10k\" x=\"20\" y=\"10\" "
                                     "smashed=\"yes\" rot=\"MR0\"><attribute name=\"NAME\" "
                                     "x=\"21\" y=\"22\" size=\"2\" "
                                     "layer=\"26\" rot=\"MR90\" align=\"center\"/>"
                                     "<attribute name=\"VALUE\" x=\"1\" y=\"2\" size=\"1\" "
                                     "layer=\"28\" display=\"off\"/>"
                                     "</element>"});
    cr_expect_eq(board->drawings.count, 4, "%u", board->drawings.count);
    cr_expect_eq(board->drawings.at[0].ink, LW_SILK);
    cr_expect_eq(board->drawings.at[1].ink, LW_DOCUMENT);
    cr_expect(!board->drawings.at[1].bottom && board->drawings.at[3].bottom);
    static const struct {
        const char *text;
        bool bottom;
        lw_nm x, y, height;
        lw_angle angle;
        int align_x, align_y;
    } table[] = {
        {"top right", true, 5 * MM, 5 * MM, 1 * MM, 0, 2, 2},
        {"U1", false, 11 * MM, 12 * MM, 1500000, 0, 0, 0},
        {"V", false, 11 * MM, 14 * MM, 1 * MM, 0, 0, 0},
        {"U2", true, 21 * MM, 22 * MM, 2 * MM, 90 * LW_DEGREE, 1, 1},
        {"", true, 19 * MM, 14 * MM, 1 * MM, 0, 0, 0},
    };
    cr_assert_eq(board->texts.count, 5, "%u", board->texts.count);
    for (uint32_t i = 0; i < 5; i++) {
        const lw_text *text = &board->texts.at[i];
        cr_expect_str_eq(text->text, table[i].text);
        cr_expect_eq(text->bottom, table[i].bottom, "%u", i);
        cr_expect_eq(text->placement.at.x, table[i].x, "%u: %d", i, text->placement.at.x);
        cr_expect_eq(text->placement.at.y, table[i].y, "%u: %d", i, text->placement.at.y);
        cr_expect_eq(text->height, table[i].height, "%u", i);
        cr_expect_eq(text->placement.angle, table[i].angle, "%u: %d", i, text->placement.angle);
        cr_expect_eq(text->align_x, table[i].align_x, "%u", i);
        cr_expect_eq(text->align_y, table[i].align_y, "%u", i);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- signals ---- */

static const char two_pads[] = "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\"/>"
                               "<pad name=\"2\" x=\"5\" y=\"0\" drill=\"0.8\"/></package>";

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

static void expect_error(const char *what, const char *text, size_t size, const char *expected)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    lw_status status = lw_board_parse("x.brd", text, size, &board, &err);
    cr_expect_eq(status, LW_ERR_INPUT, "%s: status %d", what, status);
    cr_expect_null(board, "%s", what);
    lw_error_text(&err, buffer, sizeof buffer);
    cr_expect_str_eq(buffer, expected, "%s:\n%s\n%s", what, buffer, expected);
}

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

/* ---- writing ---- */

static char *write_text(const lw_board *board, const lw_routes *routes)
{
    lw_buffer out = {0};
    lw_error err = {0};
    cr_assert_eq(lw_format_eagle.write(board, routes, &out, &err), LW_OK, "%s", err.text);
    return out.at;
}

/* A drawing of one outline, an element with two pads and these signals. */
#define DOCUMENT(signals)                                                                          \
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n"                                               \
    "<!DOCTYPE eagle SYSTEM \"eagle.dtd\">\n"                                                      \
    "<eagle version=\"7.5.0\">\n<drawing>\n<board>\n"                                              \
    "<plain><rectangle x1=\"0\" y1=\"0\" x2=\"9\" y2=\"9\" layer=\"20\"/></plain>\n"               \
    "<libraries><library name=\"L\"><packages><package name=\"P\">\n"                              \
    "<pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\"/><pad name=\"2\" x=\"5\" y=\"0\" "              \
    "drill=\"0.8\"/></package></packages></library></libraries>\n"                                 \
    "<elements><element name=\"U1\" library=\"L\" package=\"P\" value='a \"b\"' x=\"2\" "          \
    "y=\"2\"/></elements>\n"                                                                       \
    "<signals>\n" signals "</signals>\n</board>\n</drawing>\n</eagle>\n"

Test(eagle, writing_without_changes_gives_the_very_bytes)
{
    static const char text[] = DOCUMENT("<signal name=\"A\"/>\n  <!-- odd -->\n");
    lw_board *board = parse(text);
    lw_routes *routes = lw_routes_new(board);
    char *plain = write_text(board, NULL), *unchanged = write_text(board, routes);
    cr_expect_str_eq(plain, text);
    cr_expect_str_eq(unchanged, text);
    free(plain);
    free(unchanged);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, writing_cuts_ripped_copper_and_stale_airwires_and_adds_the_new)
{
    static const char before[] = DOCUMENT(
        "<signal name=\"A\">\n"
        "<contactref element=\"U1\" pad=\"1\"/>\n"
        "<wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" width=\"0.3\" layer=\"1\"/>\n"
        "<wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" width=\"0\" layer=\"19\"/>\n"
        "  <via x=\"2\" y=\"1\" extent=\"1-16\" drill=\"0.6\"></via>\t\r\n"
        "</signal>\n"
        "<signal name=\"B\">\n"
        "<wire x1=\"3\" y1=\"3\" x2=\"4\" y2=\"3\" width=\"0.3\" layer=\"1\"/>"
        "<!-- kept --><wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" width=\"0\" layer=\"19\"/>\n"
        "</signal>\n"
        "<signal name=\"C\" class=\"0\"/>\n"
        "<signal name=\"D\"></signal>\n");
    static const char after[] = DOCUMENT(
        "<signal name=\"A\">\n"
        "<contactref element=\"U1\" pad=\"1\"/>\n"
        "<wire x1=\"1.5\" y1=\"-0.000001\" x2=\"2.54\" y2=\"3\" width=\"0.254\" "
        "layer=\"16\"/>\r\n"
        "<wire x1=\"0\" y1=\"0\" x2=\"1\" y2=\"0\" width=\"0.3\" layer=\"1\" "
        "curve=\"-90.5\"/>\r\n"
        "<via x=\"2.54\" y=\"3\" extent=\"1-16\" drill=\"0.35\" diameter=\"0.858\"/>\r\n"
        "</signal>\n"
        "<signal name=\"B\">\n"
        "<!-- kept --><wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" width=\"0\" layer=\"19\"/>\n"
        "</signal>\n"
        "<signal name=\"C\" class=\"0\">\r\n"
        "<via x=\"1\" y=\"1\" extent=\"1-16\" drill=\"0.35\" diameter=\"0.858\"/>\r\n"
        "</signal>\n"
        "<signal name=\"D\"><via x=\"5\" y=\"1\" extent=\"1-16\" drill=\"0.35\" "
        "diameter=\"0.858\"/>\r\n</signal>\n");
    lw_board *board = parse(before);
    lw_routes *routes = lw_routes_rip_up(board);
    *lw_list_add(routes->arena, &routes->tracks) = (lw_track){
        .net = 0, .layer = 1, .width = 254000, .ends = {{1500000, -1}, {2540000, 3000000}}};
    *lw_list_add(routes->arena, &routes->tracks) = (lw_track){
        .net = 0, .layer = 0, .width = 300000, .ends = {{0, 0}, {1000000, 0}}, .curve = -90500000};
    static const struct {
        lw_net_id net;
        lw_point at;
    } vias[] = {{0, {2540000, 3000000}}, {2, {1000000, 1000000}}, {3, {5000000, 1000000}}};
    for (size_t i = 0; i < 3; i++)
        *lw_list_add(routes->arena, &routes->vias) = (lw_via){
            .net = vias[i].net, .at = vias[i].at, .diameter = 858000, .drill = 350000, .layers = 3};
    char *text = write_text(board, routes);
    cr_expect_str_eq(text, after, "%s", text);
    lw_board *again = parse(text);
    cr_expect_eq(again->tracks.count, 2);
    cr_expect_eq(again->vias.count, 3);
    cr_expect_eq(again->airwires.count, 1);
    free(text);
    lw_board_free(again);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, vias_are_written_with_the_layers_that_they_join)
{
    static const struct {
        const char *setup;
        lw_layers layers;
        const char *extent;
    } table[] = {{"(1*2*15*16)", 15, "1-16"},
                 {"(1*2*15*16)", 6, "2-15"},
                 {"(1*2*15*16)", 3, "1-2"},
                 {"1", 1, "1-16"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char rules[100], expected[40];
        snprintf(rules, sizeof rules, "<param name=\"layerSetup\" value=\"%s\"/>", table[i].setup);
        snprintf(expected, sizeof expected, "extent=\"%s\"", table[i].extent);
        lw_board *board = board_of((parts){.rules = rules, .signals = "<signal name=\"A\"/>"});
        lw_routes *routes = lw_routes_new(board);
        *lw_list_add(routes->arena, &routes->vias) =
            (lw_via){.net = 0, .diameter = 900000, .drill = 500000, .layers = table[i].layers};
        char *text = write_text(board, routes);
        cr_expect(strstr(text, expected), "%s:\n%s", table[i].extent, text);
        free(text);
        lw_routes_free(routes);
        lw_board_free(board);
    }
}

Test(eagle, a_board_of_another_format_cannot_be_written)
{
    lw_board *board = board_of((parts){.signals = ""});
    board->format = LW_FORMAT_XML;
    lw_buffer out = {0};
    lw_error err = {0};
    cr_expect_eq(lw_format_eagle.write(board, NULL, &out, &err), LW_ERR_OPTION);
    cr_expect_str_eq(err.text, "only what was read as EAGLE can be written as it; "
                               "write leeway-xml (.xml)");
    lw_buffer_free(&out);
    lw_board_free(board);
}

/* ---- real boards ---- */

/* NULL, and the test is skipped, where they are not. */
static char *boards_file(const char *name, size_t *size)
{
    const char *folder = getenv("LEEWAY_BOARDS");
    char path[1000], *text;
    snprintf(path, sizeof path, "%s/eagle/%s", folder ? folder : "", name);
    if (!folder || lw_file_read(path, LW_FILE_LIMIT, &text, size, NULL))
        return NULL;
    return text;
}

static uint32_t nets_of_two(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        count += board->nets.at[i].pads.count > 1;
    return count;
}

static uint32_t occurrences(const char *text, const char *word)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

/* Whether a board has what a line of the index counts. Its contacts count those that stand twice.
 */
static void expect_numbers(const char *name, const lw_board *board, char *const columns[])
{
    const struct {
        const char *what;
        int column;
        uint32_t is;
    } table[] = {
        {"elements", 8, board->elements.count},
        {"signals", 9, board->nets.count},
        {"signals of two pads", 10, nets_of_two(board)},
        {"contacts", 11, occurrences(board->source, "<contactref ")},
        {"connections", 12, lw_board_connections(board)},
        {"wires", 15, board->tracks.count},
        {"airwires", 16, board->airwires.count},
        {"vias", 17, board->vias.count},
        {"polygons", 18, board->pours.count},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, (uint32_t)atoi(columns[table[i].column]), "%s: %u %s, not %s",
                     name, table[i].is, table[i].what, columns[table[i].column]);
}

static void expect_same_pads(const char *name, const lw_board *a, const lw_board *b)
{
    cr_assert_eq(a->pads.count, b->pads.count, "%s", name);
    cr_assert_eq(a->nets.count, b->nets.count, "%s", name);
    bool same = true;
    for (uint32_t i = 0; i < a->pads.count; i++) {
        const lw_pad *p = &a->pads.at[i], *q = &b->pads.at[i];
        same &= strcmp(p->name, q->name) == 0 && p->net == q->net && p->at.x == q->at.x &&
                p->at.y == q->at.y && p->layers == q->layers && p->copper.count == q->copper.count;
    }
    cr_expect(same, "%s: pads differ", name);
    for (uint32_t i = 0; i < a->nets.count; i++)
        cr_expect_str_eq(a->nets.at[i].name, b->nets.at[i].name, "%s", name);
}

static void rip_up_and_read_again(const char *name, const lw_board *board)
{
    lw_routes *ripped = lw_routes_rip_up(board);
    char *text = write_text(board, ripped);
    lw_board *again = parse(text);
    cr_expect_eq(again->tracks.count, 0, "%s", name);
    cr_expect_eq(again->vias.count, 0, "%s", name);
    cr_expect_eq(again->pours.count, board->pours.count, "%s", name);
    cr_expect_eq(again->airwires.count, board->airwires.count, "%s", name);
    expect_same_pads(name, board, again);
    lw_board_free(again);
    free(text);
    lw_routes_free(ripped);
}

static void expect_board(char *line)
{
    char *columns[32] = {0}, name[200];
    int count = 0;
    for (char *field; count < 32 && (field = strsep(&line, "\t"));)
        columns[count++] = field;
    cr_assert_geq(count, 19, "a line of the index");
    snprintf(name, sizeof name, "%s.brd", columns[0]);
    size_t size;
    char *text = boards_file(name, &size);
    cr_assert_not_null(text, "%s", name);
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    lw_status status = lw_board_parse(name, text, size, &board, &err);
    cr_assert_eq(status, LW_OK, "%s", lw_error_text(&err, buffer, sizeof buffer));
    expect_numbers(name, board, columns);
    char *same = write_text(board, NULL);
    cr_expect(strlen(same) == size && memcmp(same, text, size) == 0, "%s: other bytes", name);
    free(same);
    rip_up_and_read_again(name, board);
    lw_board_free(board);
    free(text);
}

Test(eagle, real_boards_load_with_all_they_hold_and_are_written_back, .timeout = 280)
{
    size_t size;
    char *index = boards_file("INDEX.tsv", &size);
    if (!index)
        cr_skip_test("LEEWAY_BOARDS has no EAGLE boards");
    char *rest = index;
    strsep(&rest, "\n"); /* headings */
    int boards = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (*line) {
            expect_board(line);
            boards++;
        }
    }
    cr_expect_geq(boards, 60);
    free(index);
    lw_test_no_leaks();
}

Test(eagle, bad_real_boards_have_messages_of_their_own)
{
    static const struct {
        const char *name, *expected;
    } table[] = {
        {"bad/bad-binary-simon-pth.brd", "x.brd: error: this is a binary EAGLE board from before "
                                         "version 6; open and save it with EAGLE "
                                         "6 or later"},
        {"bad/bad-xml-emontx32.brd",
         "x.brd:6156:18: error: byte 0xB5 is not UTF-8; save the file with the encoding UTF-8"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t size;
        char *text = boards_file(table[i].name, &size);
        if (!text)
            cr_skip_test("LEEWAY_BOARDS has no EAGLE boards");
        expect_error(table[i].name, text, size, table[i].expected);
        free(text);
    }
}

/* ---- strangers' files ---- */

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Loads it or says why not; what loads can be written. */
static void survive(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_format_eagle.read("x.brd", text, size, &board, &err);
    cr_assert((status == LW_OK) == (board != NULL));
    cr_assert(status == LW_OK || *err.text);
    if (board) {
        lw_routes *ripped = lw_routes_rip_up(board);
        free(write_text(board, ripped));
        lw_routes_free(ripped);
    }
    lw_board_free(board);
}

static void damage(const char *text, size_t size, int times)
{
    static const char likely[] = "0123456789<>/\"=-. eE";
    uint64_t state = 1;
    char *copy = malloc(size + 1);
    for (int i = 0; i < times; i++) {
        memcpy(copy, text, size);
        size_t length = i % 3 == 0 ? next_random(&state) % size : size;
        for (uint32_t flips = 1 + next_random(&state) % 4; flips > 0 && i % 3 != 0; flips--) {
            uint32_t random = next_random(&state);
            copy[next_random(&state) % size] =
                i % 3 == 1 ? likely[random % (sizeof likely - 1)] : (char)random;
        }
        copy[length] = '\0';
        survive(copy, length);
    }
    free(copy);
}

Test(eagle, damaged_files_do_no_harm, .timeout = 280)
{
    char *text = document((parts){
        .rules = "<param name=\"layerSetup\" value=\"(1*2*16)\"/>",
        .packages = two_pads,
        .classes = "<class number=\"1\" width=\"0.5\"><clearance class=\"0\" value=\"1\"/></class>",
        .elements = ELEMENT_AT("MR45"),
        .signals = "<signal name=\"A\" class=\"1\"><contactref element=\"U1\" pad=\"1\"/>"
                   "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"2\" width=\"0.4\" layer=\"1\" "
                   "curve=\"-180\"/><via x=\"8\" y=\"9\" extent=\"1-16\" drill=\"0.6\"/>"
                   "<polygon width=\"0.2\" layer=\"1\"><vertex x=\"0\" y=\"0\" curve=\"9\"/>"
                   "<vertex x=\"5\" y=\"0\"/><vertex x=\"5\" y=\"5\"/></polygon></signal>"});
    damage(text, strlen(text), 3000);
    free(text);
    lw_test_no_leaks();
}

Test(eagle, damaged_real_files_do_no_harm, .timeout = 280)
{
    static const char *const names[] = {"sat-micro.brd", "sf-bmp180.brd"};
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        char *text = boards_file(names[i], &size);
        if (!text)
            cr_skip_test("LEEWAY_BOARDS has no EAGLE boards");
        damage(text, size, 200);
        free(text);
    }
    lw_test_no_leaks();
}
