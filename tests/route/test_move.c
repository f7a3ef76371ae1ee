#include "route/move.h"

#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/bench.h"

enum { PADS = 14 }; /* too many for the net to be lifted as a whole */

/* A row of pads 2 mm apart, joined one by one; between the first two and the last two the way goes
 * 1 mm aside. */
static lw_board *row_of_pads(uint32_t layers)
{
    lw_board *board = make_board(layers, 1, 32 * MM, 10 * MM);
    for (int i = 0; i < PADS; i++)
        make_round_pad(board, 0, 1, (lw_point){(2 + 2 * i) * MM, 5 * MM}, 0, MM);
    return board;
}

static void wire_row(lw_bench *bench)
{
    for (int32_t i = 0; i + 1 < PADS; i++) {
        int32_t x = 8 + 8 * i, aside = i == 0 || i + 2 == PADS ? 24 : 20;
        add_way(bench, 0, (lw_stop[]){{x, 20, 0}, {x, aside, 0}, {x + 8, aside, 0}, {x + 8, 20, 0}},
                4);
    }
    put_wired(bench, 0);
}

static int64_t length_after(lw_bench *bench, const lw_move *move)
{
    lw_sketches_put(&bench->table, move->after, move->member, move->count);
    return length_of(bench, 0);
}

/* What is left of 30 mm when a move looks at these columns. */
static int64_t improved(const lw_window *at, uint32_t count, bool *gains)
{
    lw_bench bench;
    bench_open(&bench, row_of_pads(1));
    wire_row(&bench);
    lw_move move = {.number = 0, .focus = {at, count, 2}, .limit = UINT64_MAX};
    lw_move_improve(&bench.table, &move);
    *gains = move.gains;
    cr_expect_eq(length_of(&bench, 0), 30 * MM, "the table is as before");
    int64_t after = move.gains ? length_after(&bench, &move) : length_of(&bench, 0);
    expect_legal(&bench);
    lw_move_free(&move);
    bench_close(&bench);
    return after;
}

/* Between the first two pads and the next two the way dives below the board's first layer. */
static void wire_diving_row(lw_bench *bench)
{
    for (int32_t i = 0; i + 1 < PADS; i++) {
        int32_t x = 8 + 8 * i;
        if (i < 2)
            add_way(bench, 0,
                    (lw_stop[]){{x, 20, 0},
                                {x + 2, 20, 0},
                                {x + 2, 20, 1},
                                {x + 6, 20, 1},
                                {x + 6, 20, 0},
                                {x + 8, 20, 0}},
                    6);
        else
            add_way(bench, 0, (lw_stop[]){{x, 20, 0}, {x + 8, 20, 0}}, 2);
    }
    put_wired(bench, 0);
}

static lw_window around(int32_t x)
{
    return (lw_window){x - 2, 16, x + 2, 28};
}

Test(move, tries_branches_where_something_changed)
{
    bool gains;
    lw_window at[2] = {around(12), around(8 + 8 * (PADS - 2) + 4)};
    cr_expect_eq(improved(at, 2, &gains), 26 * MM);
    cr_expect(gains);
    cr_expect_eq(improved(at, 1, &gains), 28 * MM);
    cr_expect_eq(improved(&at[1], 1, &gains), 28 * MM);
    cr_expect_eq(improved(at, 0, &gains), 30 * MM);
    cr_expect_not(gains);
    lw_test_no_leaks();
}

/* What came too late to be taken up can so be tried again. */
Test(move, that_spares_vias_ends_with_the_step_that_gains)
{
    lw_bench bench;
    bench_open(&bench, row_of_pads(2));
    wire_diving_row(&bench);
    lw_table_price_vias(&bench.table, LW_LAST_VIA_PRICE);
    lw_move move = {.number = 0, .limit = UINT64_MAX};
    lw_move_spare(&bench.table, &move);
    cr_expect(move.gains && move.more);
    uint32_t step = move.step;
    lw_move_spare(&bench.table, &move);
    cr_expect(move.gains);
    cr_expect_eq(move.step, step);
    lw_move_free(&move);
    bench_close(&bench);
    lw_test_no_leaks();
}
