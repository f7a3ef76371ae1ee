#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_leaks.h"
#include "io/damage.h"
#include "io/eagle_make.h"
#include "io/format.h"
#include "io/real.h"

/* ---- real boards ---- */

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
    char *text = real_file("eagle", name, &size);
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
    int boards = each_real_board("eagle", expect_board);
    if (boards < 0)
        cr_skip_test("real boards are not here");
    cr_expect_geq(boards, 60);
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
        char *text = real_file("eagle", table[i].name, &size);
        if (!text)
            cr_skip_test("real boards are not here");
        expect_error(table[i].name, text, size, table[i].expected);
        free(text);
    }
}

/* ---- strangers' files ---- */

static const char likely[] = "0123456789<>/\"=-. eE";

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
    damage(text, strlen(text), 3000, likely, survive);
    free(text);
    lw_test_no_leaks();
}

Test(eagle, damaged_real_files_do_no_harm, .timeout = 280)
{
    static const char *const names[] = {"sat-micro.brd", "sf-bmp180.brd"};
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        char *text = real_file("eagle", names[i], &size);
        if (!text)
            cr_skip_test("real boards are not here");
        damage(text, size, 200, likely, survive);
        free(text);
    }
    lw_test_no_leaks();
}
