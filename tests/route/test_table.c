#include "route/polish.h"

#include "check_leaks.h"
#include "route/bench.h"

/* What steps cost along x and along y, and a via. */
typedef struct prices {
    uint32_t x, y, via;
} prices;

static void expect_prices(const lw_bench *bench, int32_t layer, prices expected)
{
    const lw_terrain *terrain = &bench->table.terrain;
    const uint16_t *cost = terrain->step_cost[layer];
    cr_expect_eq(cost[LW_E], expected.x, "layer %d: %u", layer, cost[LW_E]);
    cr_expect_eq(cost[LW_N], expected.y, "layer %d: %u", layer, cost[LW_N]);
    cr_expect(cost[LW_W] == cost[LW_E] && cost[LW_S] == cost[LW_N], "layer %d", layer);
    for (int d = 1; d < LW_STEPS; d += 2)
        cr_expect_eq(cost[d], 14, "layer %d: %u", layer, cost[d]);
    cr_expect_eq(terrain->via_cost, expected.via, "%u", terrain->via_cost);
}

/* Two layers on which tracks along x are cheaper: by itself, and since the board asks for it. A via
 * is worth 40 steps of 10. */
static void open_table(lw_bench *bench)
{
    lw_board *board = make_board(2, 1, 10 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){3 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){7 * MM, 5 * MM}, 0, MM);
    board->layers.at[1].direction = LW_HORIZONTAL;
    bench_open(bench, board);
    cr_assert_eq(bench->options.via_cost, 40 * PITCH);
}

Test(table, of_a_crowded_board_has_cheap_vias_and_strict_directions_until_it_is_polished)
{
    lw_bench bench;
    open_table(&bench);
    expect_prices(&bench, 0, (prices){10, 12, 400});
    expect_prices(&bench, 1, (prices){10, 12, 400});
    lw_table_crowd(&bench.table);
    expect_prices(&bench, 0, (prices){10, 15, 200});
    expect_prices(&bench, 1, (prices){10, 15, 200});
    lw_table_polish(&bench.table, 0, 0);
    expect_prices(&bench, 0, (prices){10, 10, 800});
    expect_prices(&bench, 1, (prices){10, 12, 800});
    bench_close(&bench);
    lw_test_no_leaks();
}

/* Neither has a layer of its own a direction, nor is a via ever free. */
Test(table, of_a_crowded_board_has_prices_at_the_edge_too)
{
    lw_bench bench;
    lw_board *board = make_board(1, 1, 10 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){3 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){7 * MM, 5 * MM}, 0, MM);
    bench_open(&bench, board);
    bench.options.via_cost = 1;
    lw_table_crowd(&bench.table);
    expect_prices(&bench, 0, (prices){10, 10, 1});
    bench_close(&bench);
    lw_test_no_leaks();
}

Test(table, prices_vias_by_the_strategy_where_nobody_says_what_they_are_worth)
{
    lw_bench bench;
    open_table(&bench);
    bench.options.via_cost = 0;
    lw_table_price_vias(&bench.table, 2);
    expect_prices(&bench, 0, (prices){10, 12, 560});
    bench.options.strategy = LW_SEQUENTIAL;
    cr_expect_eq(lw_run_via_cost(&bench.run), 10 * MM);
    bench_close(&bench);
    lw_test_no_leaks();
}
