#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_leaks.h"
#include "io/damage.h"
#include "io/dsn_make.h"
#include "io/format.h"
#include "io/real.h"
#include "random.h"

/* ---- strangers' files ---- */

static const char likely[] = "0123456789()\"-. e\nE";

/* Loads it or says why not; what loads can be written, and what is written can be read. */
static void survive(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_format_dsn.read("x.dsn", text, size, &board, &err);
    cr_assert((status == LW_OK) == (board != NULL));
    cr_assert(status == LW_OK || *err.text);
    if (board) {
        lw_sexpr_file session;
        char *written = session_of(board, NULL);
        cr_expect_eq(
            lw_sexpr_parse("x.ses", written, strlen(written), LW_SEXPR_SPECCTRA, &session, &err),
            LW_OK, "%s:\n%s", err.text, written);
        lw_sexpr_free(&session);
        free(written);
    }
    lw_board_free(board);
}

Test(dsn, damaged_files_do_no_harm, .timeout = 280)
{
    char *text = document((parts){
        .structure = TWO_LAYERS
        "(boundary (qarc pcb 0 1000 0 0 1000 0 0) (path pcb 0 0 1000 0 0 1000 0)) (via "
        "\"Via[0-1]_800:400_um\") (rule (width 25) (clearance 20 (type smd_pin)) (clearance 10)) "
        "(keepout \"\" (polygon signal 0 1 1 9 1 9 9)) (plane A (rect F.Cu 0 0 9 9) (window (rect "
        "F.Cu 1 1 2 2)))",
        .placement = "(component I (place U1 10 20 back 33.3 (PN 7)) (place U2 1 2 front 0))",
        .images = "(image I (outline (path signal 12 0 0 5 5)) (pin Smd (rotate 45) 1 0 0) (pin "
                  "Round 2 0 2) (keepout \"\" (circle F.Cu 5 1 1)))" SMD ROUND VIA,
        .network = "(net A (pins U1-1 \"U2\"-2)) (net \"B C\" (pins U2-\"1\" U1-2)) (class k A "
                   "(circuit (use_via \"Via[0-1]_800:400_um\")) (rule (width 30) (clearance 5)))"
                   "(class_class (classes k k) (rule (clearance 7)))",
        .wiring = "(wire (path F.Cu 25 0 0 10 0 10 10) (net A) (type protect)) (via "
                  "\"Via[0-1]_800:400_um\" 9 9 (net \"B C\") (type fix))",
    });
    damage(text, strlen(text), 3000, likely, survive);
    free(text);
    lw_test_no_leaks();
}

Test(dsn, damaged_sessions_do_no_harm, .timeout = 280)
{
    static const char session[] =
        "(session x.ses (base_design x.dsn) (routes (resolution um 10) (parser (host_cad \"L\")) "
        "(library_out) (network_out (net A (wire (path F.Cu 250 0 0 100 0 100 -1e2)) (via "
        "\"Via[0-1]_800:400_um\" 90 90 (type protect))))))";
    char *design =
        document((parts){.network = "(net A)", .wiring = "(wire (path F.Cu 9 0 0 1 0))"});
    char text[sizeof session];
    uint64_t state = 1;
    for (size_t i = 0; i < 4 * sizeof session; i++) {
        lw_board *board;
        memcpy(text, session, sizeof session);
        size_t size = i < sizeof session ? i : sizeof session - 1;
        for (int k = 0; i >= sizeof session && k < 3; k++)
            text[random_next(&state) % size] = "() \"90-.eA"[random_next(&state) % 10];
        text[size] = '\0';
        lw_status status =
            ses_read("x.dsn", design, strlen(design), "x.ses", text, size, &board, NULL);
        cr_expect_eq(status == LW_OK, board != NULL);
        cr_expect(!board || board->nets.count == 1);
        lw_board_free(board);
    }
    free(design);
    lw_test_no_leaks();
}

/* ---- real boards ---- */

static uint32_t on_the_back(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->elements.count; i++)
        count += board->elements.at[i].placement.mirrored;
    return count;
}

static uint32_t pins_of(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (board->nets.at[i].pads.count > 1)
            count += board->nets.at[i].pads.count;
    return count;
}

static uint32_t drilled(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->pads.count; i++)
        count += board->pads.at[i].drill > 0;
    return count;
}

static void expect_numbers(const char *name, const lw_board *board, char *const columns[])
{
    const struct {
        const char *what;
        int column;
        uint32_t is;
    } table[] = {
        {"layers", 3, board->layers.count},       {"nets of two pins", 4, nets_of_two(board)},
        {"pins of them", 5, pins_of(board)},      {"connections", 6, lw_board_connections(board)},
        {"components", 7, board->elements.count}, {"of them on the back", 8, on_the_back(board)},
        {"pads", 9, board->pads.count},           {"drilled pads", 10, drilled(board)},
        {"classes", 13, board->classes.count},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, (uint32_t)atoi(columns[table[i].column]), "%s: %u %s, not %s",
                     name, table[i].is, table[i].what, columns[table[i].column]);
    lw_box box = lw_board_box(board);
    cr_expect_float_eq((box.x2 - box.x1) / 1e6, atof(columns[14]), 0.011, "%s", name);
    cr_expect_float_eq((box.y2 - box.y1) / 1e6, atof(columns[15]), 0.011, "%s", name);
}

static lw_board *load(const char *name, const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    cr_expect_eq(lw_board_parse(name, text, size, &board, &err), LW_OK, "%s",
                 lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static void expect_board(char *line)
{
    char *columns[32] = {0}, name[200];
    int count = 0;
    for (char *field; count < 32 && (field = strsep(&line, "\t"));)
        columns[count++] = field;
    cr_assert_geq(count, 20, "a line of the index");
    snprintf(name, sizeof name, "%.190s.dsn", columns[0]);
    size_t size;
    char *text = real_file("dsn", name, &size);
    cr_assert_not_null(text, "%s", name);
    lw_board *board = load(name, text, size);
    expect_numbers(name, board, columns);
    lw_board_free(board);
    survive(text, size);
    damage(text, size, 6, likely, survive);
    free(text);
}

Test(dsn, real_boards_load_with_all_they_hold, .timeout = 280)
{
    int boards = each_real_board("dsn", expect_board);
    if (boards < 0)
        cr_skip_test("real boards are not here");
    cr_expect_geq(boards, 100);
    lw_test_no_leaks();
}

Test(dsn, odd_real_boards_load_or_say_why_not, .timeout = 280)
{
    /* Planes, fixed wires, odd names, units of mils, quotes inside references. */
    static const char *const names[] = {
        "issue143-rpi_splitter.dsn",
        "issue145-smoothieboard.dsn",
        "issue289-autorouter_pcb_fht-vga_2024-03-25.dsn",
        "issue313-fasttest.dsn",
        "issue732-royalblue54l-feather.dsn",
        "issue756-minimal-hang.dsn",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        char *text = real_file("dsn-reports", names[i], &size);
        if (!text)
            cr_skip_test("real boards are not here");
        survive(text, size);
        lw_board *board = load(names[i], text, size);
        cr_expect_gt(board->layers.count, 1);
        lw_board_free(board);
        free(text);
    }
    size_t size;
    char *text = real_file("dsn-reports", "issue006-lpc18xx_43xx_sch.dsn", &size);
    cr_assert_not_null(text);
    lw_board *board;
    lw_error err = {0};
    cr_expect_eq(lw_board_parse("x.dsn", text, size, &board, &err), LW_ERR_INPUT);
    cr_expect(strstr(err.text, "this is no board that can be read") == err.text, "%s", err.text);
    free(text);
    lw_test_no_leaks();
}
