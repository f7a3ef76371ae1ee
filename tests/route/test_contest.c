#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/bench.h"

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
