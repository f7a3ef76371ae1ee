#include "grid/lattice.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "check_leaks.h"
#include "leeway/io.h"

typedef struct text {
    char at[1 << 14];
    size_t count;
} text;

static void add(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->count += (size_t)vsnprintf(t->at + t->count, sizeof t->at - t->count, format, args);
    va_end(args);
    cr_assert_lt(t->count, sizeof t->at);
}

/* A board of 20 mm with one part of so many pads that `shape` draws at the places of a grid; each
 * of the first half makes a net with one of the second. */
static lw_board *board_of(const char *rules, const char *shape, int cols, int rows, double apart,
                          const char *rot)
{
    text t = {.count = 0};
    add(&t, "<board xmlns=\"urn:leeway:board:1\" name=\"b\" units=\"mm\"><rules %s/>", rules);
    add(&t, "<outline><rectangle x1=\"0\" y1=\"0\" x2=\"20\" y2=\"20\"/></outline>");
    add(&t, "<package name=\"p\">");
    for (int i = 0; i < cols * rows; i++)
        add(&t, "<smd name=\"%d\" x=\"%.4f\" y=\"%.4f\" %s/>", i, i % cols * apart,
            i / cols * apart, shape);
    add(&t, "</package><element name=\"U\" package=\"p\" x=\"7.013\" y=\"6.1071\" rot=\"%s\"/>",
        rot);
    for (int i = 0, half = cols * rows / 2; i < half; i++)
        add(&t,
            "<net name=\"n%d\"><contactref element=\"U\" pad=\"%d\"/>"
            "<contactref element=\"U\" pad=\"%d\"/></net>",
            i, i, i + half);
    add(&t, "</board>");
    lw_board *board;
    lw_error err;
    cr_assert_eq(lw_board_parse("b.xml", t.at, t.count, &board, &err), LW_OK, "%s", err.text);
    return board;
}

static lw_lattice *fitted(const lw_board *board)
{
    lw_lattice *lattice;
    cr_assert_eq(lw_lattice_new(board, NULL, NULL, &lattice, NULL), LW_OK);
    return lattice;
}

/* From a place to the nearest of the lines that lie a pitch apart. */
static lw_nm off_line(int64_t at, int64_t line, lw_nm pitch)
{
    int64_t off = llabs(at - line) % pitch;
    return (lw_nm)(off < pitch - off ? off : pitch - off);
}

/* 0.5 mm from pad to pad are 1 um more than the pads need to be left side by side. Along a diagonal
 * x - y is the same, and 1 um across it changes that by the root of 2. */
Test(fit, leads_a_diagonal_through_each_pad_of_a_row_that_is_turned)
{
    lw_board *board =
        board_of("width=\"0.25\" clearance=\"0.249\"", "dx=\"1\" dy=\"0.25\"", 1, 8, 0.5, "R45");
    lw_lattice *lattice = fitted(board);
    lw_point node = lw_lattice_point(lattice, 0);
    for (uint32_t i = 0; i < board->pads.count; i++) {
        lw_point at = board->pads.at[i].at;
        lw_nm off =
            off_line((int64_t)at.x - at.y, (int64_t)node.x - node.y, lw_lattice_pitch(lattice));
        cr_expect_leq(off, 1414, "pad %u: %d", i, off);
    }
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Balls of 0.4 mm leave 0.4001 mm between them, where tracks need 0.39 mm. */
Test(fit, leads_a_line_between_balls_that_just_let_a_track_pass)
{
    lw_board *board = board_of("width=\"0.13\" clearance=\"0.13\"",
                               "dx=\"0.4\" dy=\"0.4\" roundness=\"100\"", 6, 6, 0.8001, "R0");
    lw_lattice *lattice = fitted(board);
    lw_point node = lw_lattice_point(lattice, 0);
    for (uint32_t i = 0; i < board->pads.count; i++) {
        lw_point at = board->pads.at[i].at;
        lw_nm x = off_line(at.x + 400050, node.x, lw_lattice_pitch(lattice));
        lw_nm y = off_line(at.y + 400050, node.y, lw_lattice_pitch(lattice));
        cr_expect(x <= 5050 && y <= 5050, "pad %u: %d, %d", i, x, y);
    }
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* No multiple of a pitch lies on these boards, and none of the lines that their pads would like. */
Test(fit, finds_a_line_on_boards_that_are_narrower_than_any_pitch)
{
    static const char *const outlines[] = {
        "x1=\"2.94311\" y1=\"25.11511\" x2=\"2.94312\" y2=\"25.11512\"",
        "x1=\"7.531\" y1=\"-34.549143\" x2=\"8.531\" y2=\"-34.549142\"",
        "x1=\"7.531001\" y1=\"-3\" x2=\"7.531002\" y2=\"30\"",
    };
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++) {
        text t = {.count = 0};
        add(&t, "<board xmlns=\"urn:leeway:board:1\" name=\"b\" units=\"mm\">"
                "<rules width=\"0.1\" clearance=\"0.2\"/>");
        add(&t, "<outline check=\"no\"><rectangle %s/></outline>", outlines[i]);
        add(&t, "<package name=\"p\"><smd name=\"1\" x=\"0\" y=\"0\" dx=\"2\" dy=\"3\"/>"
                "<smd name=\"2\" x=\"0.01\" y=\"0.01\" dx=\"2\" dy=\"3\"/></package>");
        add(&t, "<element name=\"U\" package=\"p\" x=\"7.53\" y=\"0.2\"/>"
                "<net name=\"n\"><contactref element=\"U\" pad=\"1\"/>"
                "<contactref element=\"U\" pad=\"2\"/></net></board>");
        lw_board *board;
        lw_error err;
        cr_assert_eq(lw_board_parse("b.xml", t.at, t.count, &board, &err), LW_OK, "%s", err.text);
        lw_lattice *lattice;
        cr_assert_eq(lw_lattice_new(board, NULL, NULL, &lattice, &err), LW_OK, "%zu: %s", i,
                     err.text);
        lw_lattice_free(lattice);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}
