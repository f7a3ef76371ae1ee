#include "route/polish.h"

#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/bench.h"

enum { PASSES = 6 };
static const uint64_t nodes_enough = 10000000;

static uint32_t vias_of(lw_bench *bench, uint32_t number)
{
    lw_wiring_vias(&bench->table, &bench->table.parties[number]);
    return bench->table.vias.count;
}

/* Straight pieces of track. */
static uint32_t runs_of(lw_bench *bench, uint32_t number)
{
    lw_wiring_runs(&bench->table, &bench->table.parties[number], NULL);
    return bench->table.runs.count;
}

static lw_board *two_pads(void)
{
    lw_board *board = make_board(2, 1, 20 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM, 5 * MM}, 0, MM);
    return board;
}

Test(polish, takes_out_a_detour)
{
    lw_bench bench;
    bench_open(&bench, two_pads());
    wire(&bench, 0, (lw_stop[]){{20, 20, 0}, {20, 32, 0}, {60, 32, 0}, {60, 20, 0}}, 4);
    cr_expect_eq(length_of(&bench, 0), 16 * MM);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    cr_expect_eq(length_of(&bench, 0), 10 * MM);
    cr_expect_eq(runs_of(&bench, 0), 1);
    expect_legal(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

Test(polish, takes_out_a_pair_of_vias)
{
    lw_bench bench;
    bench_open(&bench, two_pads());
    wire(&bench, 0,
         (lw_stop[]){{20, 20, 0}, {32, 20, 0}, {32, 20, 1}, {48, 20, 1}, {48, 20, 0}, {60, 20, 0}},
         6);
    cr_expect_eq(vias_of(&bench, 0), 2);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    cr_expect_eq(vias_of(&bench, 0), 0);
    cr_expect_eq(length_of(&bench, 0), 10 * MM);
    expect_legal(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

/* A wall on the first layer, from the lower edge up to so many nm; the net dives below it, where a
 * via is worth 1 mm. Around its end it is 20 mm with a rise and a fall, and diagonals count 1.4. */
static uint32_t vias_left_below_a_wall(lw_nm height)
{
    lw_bench bench;
    lw_board *board = make_board(2, 1, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){25 * MM, 5 * MM}, 0, MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){15 * MM, height / 2}, 500000,
                       height - 1000000);
    bench_open(&bench, board);
    bench.options.via_cost = MM;
    wire(&bench, 0,
         (lw_stop[]){{20, 20, 0}, {52, 20, 0}, {52, 20, 1}, {68, 20, 1}, {68, 20, 0}, {100, 20, 0}},
         6);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    uint32_t vias = vias_of(&bench, 0);
    expect_legal(&bench);
    bench_close(&bench);
    return vias;
}

Test(polish, goes_around_for_twice_what_a_via_is_worth)
{
    cr_expect_eq(vias_left_below_a_wall(9500000), 0);  /* up by 4.5 mm: 3.6 mm for two vias */
    cr_expect_eq(vias_left_below_a_wall(10250000), 2); /* up by 5.25 mm: 4.2 mm */
    lw_test_no_leaks();
}

Test(polish, leaves_alone_what_has_no_passes_or_no_nodes)
{
    for (uint32_t passes = 0; passes < 2; passes++) {
        lw_bench bench;
        bench_open(&bench, two_pads());
        wire(&bench, 0, (lw_stop[]){{20, 20, 0}, {20, 32, 0}, {60, 32, 0}, {60, 20, 0}}, 4);
        lw_table_polish(&bench.table, passes, passes ? 0 : nodes_enough);
        cr_expect_eq(length_of(&bench, 0), 16 * MM);
        bench_close(&bench);
    }
    lw_test_no_leaks();
}

/* Net 1 stands across the top layer's corridor, and net 0 dives below it. Neither gains anything
 * alone. */
static void dive_below_net_1(lw_bench *bench)
{
    wire(bench, 0,
         (lw_stop[]){{16, 20, 0}, {12, 20, 0}, {12, 20, 1}, {32, 20, 1}, {32, 20, 0}, {68, 20, 0}},
         6);
    wire_across_corridor(bench);
}

static void expect_net_1_aside(lw_bench *bench)
{
    cr_expect_eq(vias_of(bench, 0) + vias_of(bench, 1), 0);
    cr_expect_eq(length_of(bench, 0), 13 * MM);
    /* 3.25 mm is the nearest column to the pad's left; 12 straight and 4 diagonal steps. */
    cr_expect_eq(length_of(bench, 1), 12 * PITCH + INT64_C(4) * 141421 * PITCH / 100000);
    expect_legal(bench);
}

Test(polish, pushes_a_net_aside_that_forces_another_to_dive)
{
    lw_bench bench;
    bench_open(&bench, corridor(2));
    dive_below_net_1(&bench);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    expect_net_1_aside(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

/* To cross net 1 costs some 11 mm: more than the two vias that avoid it, but not than what they
 * cost a net that is to do without. To go aside costs net 1 no more than 2 mm. */
Test(polish, pushes_a_net_aside_for_vias_that_cost_less_than_to_cross_it)
{
    lw_bench bench;
    bench_open(&bench, corridor(2));
    bench.options.via_cost = 3 * MM; /* half as much again at first, twice at last */
    dive_below_net_1(&bench);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    expect_net_1_aside(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

typedef struct lw_worth {
    uint64_t open, cost;
} lw_worth;

/* Vias, length and five for each straight piece. */
static lw_worth worth_of(lw_bench *bench)
{
    lw_worth worth = {0, 0};
    for (uint32_t i = 0; i < bench->table.count; i++) {
        worth.open += bench->table.parties[i].open;
        worth.cost +=
            lw_party_cost(&bench->table, &bench->table.parties[i]) + 5 * runs_of(bench, i);
    }
    return worth;
}

Test(polish, makes_nothing_worse_and_breaks_no_rule)
{
    uint32_t better = 0, boards = 12;
    for (uint64_t seed = 1; seed <= boards; seed++) {
        uint64_t state = seed;
        lw_bench bench;
        bench_open(&bench, random_board(&state));
        wire_in_turn(&bench);
        lw_table_forget(&bench.table); /* prices as they are when it is polished */
        lw_table_price_vias(&bench.table, 4);
        lw_worth before = worth_of(&bench);
        lw_table_polish(&bench.table, 1 + seed % 3, seed % 4 ? nodes_enough : 5000);
        lw_worth after = worth_of(&bench);
        cr_expect(after.open < before.open ||
                      (after.open == before.open && after.cost <= before.cost),
                  "board %d", (int)seed);
        better += after.open < before.open || after.cost < before.cost;
        expect_legal(&bench);
        bench_close(&bench);
    }
    cr_expect_gt(better, boards / 2);
    lw_test_no_leaks();
}
