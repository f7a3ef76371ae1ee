#include <criterion/criterion.h>
#include <stdio.h>

#include "check_leaks.h"
#include "io/eagle_make.h"

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
