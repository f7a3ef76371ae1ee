#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_leaks.h"
#include "io/eagle_make.h"

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
