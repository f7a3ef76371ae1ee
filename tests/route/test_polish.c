#include "route/polish.h"
#include "route/smooth.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include "base/heap.h"
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
Test(polish, pushes_a_net_aside_that_forces_another_to_dive)
{
    lw_bench bench;
    bench_open(&bench, corridor(2));
    wire(&bench, 0,
         (lw_stop[]){{16, 20, 0}, {12, 20, 0}, {12, 20, 1}, {32, 20, 1}, {32, 20, 0}, {68, 20, 0}},
         6);
    wire_across_corridor(&bench);
    lw_table_polish(&bench.table, PASSES, nodes_enough);
    cr_expect_eq(vias_of(&bench, 0) + vias_of(&bench, 1), 0);
    cr_expect_eq(length_of(&bench, 0), 13 * MM);
    /* 3.25 mm is the nearest column to the pad's left; 12 straight and 4 diagonal steps. */
    cr_expect_eq(length_of(&bench, 1), 12 * PITCH + INT64_C(4) * 141421 * PITCH / 100000);
    expect_legal(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

/* ---- random boards ---- */

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

static lw_board *random_board(uint64_t *seed)
{
    enum { ACROSS = 7, NETS = 10 };
    lw_board *board = make_board(2, NETS, ACROSS * 2 * MM + MM, ACROSS * 2 * MM + MM);
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        lw_point at = {MM + 500000 + i % ACROSS * 2 * MM + pick(seed, -200000, 200000),
                       MM + 500000 + i / ACROSS * 2 * MM + pick(seed, -200000, 200000)};
        make_round_pad(board, pick(seed, -1, NETS - 1), 1u << pick(seed, 0, 1), at, 0, 900000);
    }
    return board;
}

/* Net after net, each with those before it fixed: legal, and far from the best. */
static void wire_in_turn(lw_bench *bench)
{
    uint32_t order[NETS_MOST];
    for (uint32_t i = 0; i < bench->table.count; i++)
        order[i] = i;
    lw_table_close_tolls(&bench->table);
    for (uint32_t i = 0; i < bench->table.count; i++)
        lw_party_reroute(&bench->table, &bench->table.parties[i]);
    lw_table_legalise(&bench->table, order);
}

Test(polish, makes_nothing_worse_and_breaks_no_rule)
{
    uint32_t better = 0, boards = 12;
    for (uint64_t seed = 1; seed <= boards; seed++) {
        uint64_t state = seed;
        lw_bench bench;
        bench_open(&bench, random_board(&state));
        wire_in_turn(&bench);
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

/* ---- straightening ---- */

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
    emit(&bench);
    lw_table_smooth(&bench.table);
    cr_expect_gt(bench.run.routes->tracks.count, 2);
    cr_expect_lt(bench.run.routes->tracks.count, 12);
    lw_report *report = judge(&bench);
    cr_expect_eq(report->open, 0);
    lw_report_free(report);
    bench_close(&bench);
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
    emit(&bench);
    lw_table_smooth(&bench.table);
    cr_expect_lt(bench.run.routes->tracks.count, 12);
    lw_report *report = judge(&bench);
    cr_expect_eq(report->open, 0);
    lw_report_free(report);
    bench_close(&bench);
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

/* Of a net of three pads in a row, the right part crosses another net. */
Test(contest, clears_the_board_where_nets_cross)
{
    lw_board *board = make_board(1, 2, 20 * MM, 10 * MM);
    for (int i = 0; i < 3; i++)
        make_round_pad(board, 0, 1, (lw_point){(2 + 8 * i) * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){14 * MM, 2 * MM}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){14 * MM, 8 * MM}, 0, MM);
    lw_bench bench;
    bench_open(&bench, board);
    lw_table *table = &bench.table;
    lw_party *across = &table->parties[0], *up = &table->parties[1];
    wire(&bench, 1, (lw_stop[]){{56, 8, 0}, {56, 32, 0}}, 2);
    for (int i = 0; i < 2; i++) {
        const lw_stop ends[] = {{8 + 32 * i, 20, 0}, {40 + 32 * i, 20, 0}};
        for (int32_t node = node_of(&bench, ends[0]); node < node_of(&bench, ends[1]); node++)
            lw_party_add_edge(across, node, node + 1);
        use_entry(across, node_of(&bench, ends[0]));
        use_entry(across, node_of(&bench, ends[1]));
    }
    lw_party_put(table, across);
    lw_party_count_open(table, across);
    cr_assert_eq(across->open, 0);

    lw_window box = lw_party_conflicts(table, across);
    int32_t crossing = lw_table_place(table, node_of(&bench, (lw_stop){56, 20, 0}));
    int32_t col = crossing % table->terrain.stride, row = crossing / table->terrain.stride;
    cr_expect(box.col1 < col && box.col2 > col && box.col2 - box.col1 < 8);
    cr_expect(box.row1 == row && box.row2 == row);
    lw_party_clear(table, across, &box, 1);
    cr_expect_eq(across->edge_count, 32, "%u", across->edge_count);
    cr_expect_eq(across->open, 1);
    cr_expect_eq(lw_party_conflicts(table, across).col2, -1);
    cr_expect_eq(lw_party_conflicts(table, up).col2, -1);
    lw_party_clear(table, up, &box, 1);
    cr_expect_eq(up->edge_count, 0);
    cr_expect_eq(up->open, 1);
    bench_close(&bench);
    lw_test_no_leaks();
}
