#include "route/smooth.h"

#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/bench.h"

/* Six steps of 0.5 mm to the right, each followed by one of 0.25 mm up. */
static void wire_stairs(lw_bench *bench)
{
    lw_stop stops[13] = {{20, 20, 0}};
    for (int i = 0; i < 6; i++) {
        stops[2 * i + 1] = (lw_stop){stops[2 * i].x + 2, stops[2 * i].y, 0};
        stops[2 * i + 2] = (lw_stop){stops[2 * i + 1].x, stops[2 * i + 1].y + 1, 0};
    }
    wire(bench, 0, stops, 13);
}

static lw_board *pads_beside_stairs(bool blocked)
{
    lw_board *board = make_board(1, 2, 20 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, 400000);
    make_round_pad(board, 0, 1, (lw_point){8 * MM, 6500000}, 0, 400000);
    if (blocked) { /* 0.7 mm above and below the middle of the stairs: both ways round the corner */
        make_round_pad(board, LW_NO_NET, 1, (lw_point){6500000, 6450000}, 0, 400000);
        make_round_pad(board, LW_NO_NET, 1, (lw_point){6500000, 5050000}, 0, 400000);
    }
    return board;
}

/* How many pieces of track are left of what is wired, which stays joined. The bench is closed. */
static uint32_t smooth_pieces(lw_bench *bench)
{
    emit(bench);
    lw_table_smooth(&bench->table);
    uint32_t pieces = bench->run.routes->tracks.count;
    lw_report *report = judge(bench);
    cr_expect_eq(report->open, 0);
    lw_report_free(report);
    bench_close(bench);
    return pieces;
}

Test(smooth, makes_stairs_one_slant_and_one_straight_piece)
{
    lw_bench bench;
    bench_open(&bench, pads_beside_stairs(false));
    wire_stairs(&bench);
    emit(&bench);
    cr_expect_eq(bench.run.routes->tracks.count, 12);
    lw_table_smooth(&bench.table);
    cr_assert_eq(bench.run.routes->tracks.count, 2);
    lw_report *report = judge(&bench);
    cr_expect_eq(report->open, 0);
    /* 1.5 mm straight, and 1.5 mm to the right while 1.5 mm up */
    cr_expect_eq(report->length, 1500000 + 2121320);
    lw_report_free(report);
    bench_close(&bench);
    lw_test_no_leaks();
}

Test(smooth, stays_clear_of_what_stands_beside_the_stairs)
{
    lw_bench bench;
    bench_open(&bench, pads_beside_stairs(true));
    wire_stairs(&bench);
    uint32_t pieces = smooth_pieces(&bench);
    cr_expect(pieces > 2 && pieces < 12, "%u", pieces);
    lw_test_no_leaks();
}

/* The other net dips towards the place where the slant would end; a pad keeps it there, and one the
 * slant from the other way round. */
Test(smooth, stays_clear_of_other_new_copper)
{
    lw_bench bench;
    lw_board *board = pads_beside_stairs(false);
    make_round_pad(board, 1, 1, (lw_point){5 * MM, 8 * MM}, 0, 400000);
    make_round_pad(board, 1, 1, (lw_point){8 * MM, 8 * MM}, 0, 400000);
    make_round_pad(board, LW_NO_NET, 1, (lw_point){6500000, 8 * MM}, 0, 400000);
    make_round_pad(board, LW_NO_NET, 1, (lw_point){6750000, 5 * MM}, 0, 400000);
    bench_open(&bench, board);
    wire_stairs(&bench);
    wire(&bench, 1, (lw_stop[]){{20, 32, 0}, {25, 27, 0}, {27, 27, 0}, {32, 32, 0}}, 4);
    cr_expect_lt(smooth_pieces(&bench), 12);
    lw_test_no_leaks();
}

Test(smooth, makes_nothing_longer_and_breaks_no_rule)
{
    uint32_t fewer = 0, boards = 8;
    for (uint64_t seed = 1; seed <= boards; seed++) {
        uint64_t state = seed + 100;
        lw_bench bench;
        bench_open(&bench, random_board(&state));
        wire_in_turn(&bench);
        emit(&bench);
        lw_report *before = judge(&bench);
        uint32_t pieces = bench.run.routes->tracks.count;
        lw_table_smooth(&bench.table);
        lw_report *after = judge(&bench);
        cr_expect_eq(after->open, before->open);
        cr_expect_leq(after->length, before->length + 1000, "board %d", (int)seed);
        cr_expect_leq(bench.run.routes->tracks.count, pieces);
        fewer += bench.run.routes->tracks.count < pieces;
        lw_report_free(before);
        lw_report_free(after);
        bench_close(&bench);
    }
    cr_expect_gt(fewer, boards / 2);
    lw_test_no_leaks();
}
