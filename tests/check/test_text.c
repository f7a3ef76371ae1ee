#include "scene.h"

/* The only fault of the board in words. */
static void expect_text(const lw_board *board, const lw_routes *routes, const char *expected)
{
    char told[256];
    lw_report *report = judge(board, routes);
    cr_assert_eq(report->faults.count, 1, "%s", expected);
    cr_expect_eq(lw_violation_text(board, &report->faults.at[0], told, sizeof told), told);
    cr_expect_str_eq(told, expected);
    lw_report_free(report);
}

Test(check, faults_read_as_sentences)
{
    lw_board *board = new_board(2);
    all_clearances(board, MM(0.2));
    round_pad(board, VCC, P(MM(12.7), MM(30.48)), MM(0.5), LW_LAYER(0));
    old_track(board, track_of(GND, 0, MM(0.4), P(MM(13.552), MM(20)), P(MM(13.552), MM(40))));
    expect_text(board, NULL,
                "clearance: track of GND and pad U1.1 (VCC), 0.152 mm instead of 0.2 mm, top, at "
                "13.276, 30.48");
    lw_board_free(board);

    board = new_board(2);
    old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(0.8), MM(0.4)));
    drilled_pad(board, LW_NO_NET, P(MM(21), MM(20)), MM(0.8), MM(0.4));
    expect_text(board, NULL, "short: via of GND and pad U1.1 touch, top/bottom, at 20.3, 20");
    lw_board_free(board);

    board = new_board(4);
    board->rules.hole = MM(0.25);
    old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(0.8), MM(0.4)));
    add_hole(board, P(MM(21), MM(20)), MM(0.5), false);
    expect_text(board, NULL,
                "hole: via of GND and hole, 0.1 mm instead of 0.25 mm, all layers, at 20.45, 20");
    lw_board_free(board);

    board = new_board(1);
    old_track(board, track_of(GND, 0, MM(1), P(MM(20), MM(0.25)), P(MM(30), MM(0.25))));
    expect_text(board, NULL, "edge: track of GND and edge overlap, top, at 20, 0");
    lw_board_free(board);

    board = new_board(1);
    old_track(board, track_of(GND, 0, MM(1), P(MM(20), MM(-5)), P(MM(30), MM(-5))));
    expect_text(board, NULL, "outside: track of GND leaves the board, top, at 20, -5");
    board->y_down = true; /* as KiCad has it */
    expect_text(board, NULL, "outside: track of GND leaves the board, top, at 20, 5");
    lw_board_free(board);

    board = new_board(2);
    board->rules.min_drill = 300000;
    old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(0.8), 299999));
    expect_text(board, NULL, "drill: via of GND, 0.2999 mm instead of 0.3 mm, at 20, 20");
    lw_board_free(board);

    board = new_board(2);
    lw_routes *routes = lw_routes_new(board);
    new_via(routes, via_of(board, GND, P(MM(20), MM(20)), MM(0.8), MM(0.3)));
    expect_text(board, routes, "dangling: via of GND joins no two layers, top/bottom, at 20, 20");
    lw_routes_free(routes);
    lw_board_free(board);
    no_leaks();
}

Test(check, a_sentence_is_cut_to_its_buffer)
{
    lw_board *board = new_board(1);
    old_track(board, track_of(GND, 0, MM(1), P(MM(20), MM(-5)), P(MM(30), MM(-5))));
    lw_report *report = judge(board, NULL);
    for (size_t size = 0; size <= 20; size++) {
        char told[24];
        memset(told, '#', sizeof told);
        lw_violation_text(board, &report->faults.at[0], told, size);
        cr_expect_eq(told[size], '#', "nothing is written beyond %zu bytes", size);
        if (size)
            cr_expect_eq(strlen(told), size - 1);
    }
    lw_report_free(report);
    lw_board_free(board);
}
