#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/eagle_make.h"
#include "io/format.h"

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
