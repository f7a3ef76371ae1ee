#include "route/closing.h"

#include "check_leaks.h"
#include "route/bench.h"

static const uint64_t nodes_enough = 10000000;

/* Net 1 stands across the only layer, and net 0 is open. `shut` closes the corridor's ends, so that
 * net 1 cannot go elsewhere; so many of nets 1 and 2 stand across. */
static void open_corridor(lw_bench *bench, bool shut, int across)
{
    lw_board *board = corridor(1);
    if (shut) {
        make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){2 * MM, 5 * MM}, 3 * MM, 500000);
        make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){18500000, 5 * MM}, 2 * MM, 500000);
    }
    for (int i = 0; i < 2 && across > 1; i++)
        make_round_pad(board, 2, 1, (lw_point){12 * MM, 4250000 + i * 1500000}, 0, 500000);
    bench_open(bench, board);
    wire_across_corridor(bench);
    if (across > 1)
        wire(bench, 2, (lw_stop[]){{48, 17, 0}, {48, 23, 0}}, 2);
    lw_party_count_open(&bench->table, &bench->table.parties[0]);
}

static void expect_as_before(const lw_bench *bench)
{
    const lw_party *across = &bench->table.parties[0], *wired = &bench->table.parties[1];
    cr_expect_eq(across->edge_count, 0);
    cr_expect_eq(across->open, 1);
    cr_expect_eq(wired->edge_count, 6);
    cr_expect_eq(wired->open, 0);
    cr_expect_eq(length_of(bench, 1), 6 * PITCH);
}

/* Net 1 is in no conflict, so that nobody else asks it to move. */
Test(closing, moves_a_neighbour_that_only_stands_in_the_way)
{
    lw_bench bench;
    open_corridor(&bench, false, 1);
    lw_table_legalise(&bench.table, (uint32_t[]){0, 1});
    expect_as_before(&bench);
    lw_table_close_gaps(&bench.table, nodes_enough);
    cr_expect_eq(bench.table.parties[0].open, 0);
    cr_expect_eq(bench.table.parties[1].open, 0);
    cr_expect_eq(length_of(&bench, 0), 13 * MM);
    cr_expect_not(lw_party_contested(&bench.table, &bench.table.parties[0]));
    cr_expect_not(lw_party_contested(&bench.table, &bench.table.parties[1]));
    expect_legal(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

Test(closing, opens_no_more_than_it_closes)
{
    lw_bench bench;
    open_corridor(&bench, true, 2);
    lw_table_close_gaps(&bench.table, nodes_enough);
    const lw_party *parties = bench.table.parties;
    cr_expect_gt(bench.table.expanded, 0);
    cr_expect_eq(parties[0].open, 1);
    cr_expect_eq(parties[1].open + parties[2].open, 0);
    expect_legal(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}

typedef struct patience {
    int asked, most;
} patience;

static bool stop_after(void *context)
{
    patience *left = context;
    return left->asked++ >= left->most;
}

/* Until it is closed the gap is where it was, or has moved. */
Test(closing, leaves_what_is_legal_whenever_it_is_stopped)
{
    int closed = 0;
    for (int most = 0; most < 40; most++) {
        lw_bench bench;
        patience left = {.most = most};
        open_corridor(&bench, false, 1);
        bench.options.stop = stop_after;
        bench.options.context = &left;
        lw_table_close_gaps(&bench.table, nodes_enough);
        uint32_t open = bench.table.parties[0].open + bench.table.parties[1].open;
        cr_expect_leq(open, 1);
        closed += open == 0;
        expect_legal(&bench);
        bench_close(&bench);
    }
    cr_expect(closed > 0 && closed < 40, "%d", closed);
    lw_test_no_leaks();
}

/* The one that stands in the way cannot go elsewhere, but it is one for one; the next pass may move
 * the gap back. */
Test(closing, lets_a_gap_move)
{
    int moved = 0;
    for (int most = 0; most < 40; most++) {
        lw_bench bench;
        patience left = {.most = most};
        open_corridor(&bench, true, 1);
        bench.options.stop = stop_after;
        bench.options.context = &left;
        lw_table_close_gaps(&bench.table, nodes_enough);
        uint32_t open = bench.table.parties[0].open;
        cr_expect_eq(open + bench.table.parties[1].open, 1);
        moved += open == 0;
        expect_legal(&bench);
        bench_close(&bench);
    }
    cr_expect(moved > 0 && moved < 40, "%d", moved);
    lw_test_no_leaks();
}

Test(closing, without_nodes_changes_nothing)
{
    lw_bench bench;
    open_corridor(&bench, false, 1);
    lw_table_close_gaps(&bench.table, 0);
    expect_as_before(&bench);
    bench_close(&bench);
    lw_test_no_leaks();
}
