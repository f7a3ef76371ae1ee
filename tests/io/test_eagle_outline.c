#include <criterion/criterion.h>
#include <stdio.h>

#include "check_leaks.h"
#include "io/eagle_make.h"

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
