#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_leaks.h"
#include "io/eagle_make.h"

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
