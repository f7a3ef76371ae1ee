/*
 * Small boards with nets that a test wires itself, to see what becomes of them.
 */
#ifndef LW_TESTS_ROUTE_BENCH_H
#define LW_TESTS_ROUTE_BENCH_H

#include <criterion/criterion.h>
#include "grid/brute.h"
#include "leeway/check.h"
#include "route/table.h"

#define MM 1000000

enum { PITCH = 250000, NETS_MOST = 16 };

/* A board whose nets are wired by hand. */
typedef struct lw_bench {
    lw_board *board;
    lw_route_options options;
    lw_run run;
    lw_table table;
} lw_bench;

static inline void bench_open(lw_bench *bench, lw_board *board)
{
    lw_net_id nets[NETS_MOST];
    lw_board_finish(board);
    cr_assert_leq(board->nets.count, NETS_MOST);
    for (uint32_t i = 0; i < board->nets.count; i++)
        nets[i] = (lw_net_id)i;
    *bench = (lw_bench){.board = board, .options = lw_route_options_default()};
    bench->options.pitch = PITCH;
    bench->options.via_cost = 10 * MM;
    bench->run = (lw_run){.board = board, .options = &bench->options};
    cr_assert_eq(lw_run_open(&bench->run, NULL), LW_OK);
    bench->run.routes = lw_routes_copy(board, bench->run.before);
    cr_assert_eq(lw_table_open(&bench->table, &bench->run, nets, board->nets.count, NULL), LW_OK);
}

/*
 * A corridor 3 mm wide on the first layer, shut above and below by pads of no net. Net 0 has a pad
 * near each end, net 1 one to each side of the way between them, so that wired straight it stands
 * across. Net 1 can go behind net 0's left pad instead; net 0 has no other way on this layer. Net 2
 * has no pads.
 */
static inline lw_board *corridor(uint32_t layers)
{
    lw_board *board = make_board(layers, 3, 20 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){4 * MM, 5 * MM}, 0, 500000);
    make_round_pad(board, 0, 1, (lw_point){17 * MM, 5 * MM}, 0, 500000);
    make_round_pad(board, 1, 1, (lw_point){5 * MM, 4250000}, 0, 500000);
    make_round_pad(board, 1, 1, (lw_point){5 * MM, 5750000}, 0, 500000);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){10 * MM, 3250000}, 19400000, 500000);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){10 * MM, 6750000}, 19400000, 500000);
    return board;
}

static inline void bench_close(lw_bench *bench)
{
    lw_table_close(&bench->table);
    lw_routes_free(bench->run.routes);
    lw_run_close(&bench->run);
    lw_board_free(bench->board);
}

/* A party is wired along such points of the board, straight from each to the next; a change of
 * layer makes a via. The first and the last are pads. */
typedef struct lw_stop {
    int32_t x, y; /* in pitches */
    uint32_t layer;
} lw_stop;

static inline int32_t node_of(const lw_bench *bench, lw_stop stop)
{
    lw_point at = {stop.x * PITCH, stop.y * PITCH};
    int32_t node = lw_lattice_node(bench->run.lattice, at, stop.layer);
    lw_point there = lw_lattice_point(bench->run.lattice, node);
    cr_assert(there.x == at.x && there.y == at.y, "%d, %d is no node", stop.x, stop.y);
    return node;
}

static inline void use_entry(lw_party *party, int32_t node)
{
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->entries.at[i].node == node) {
            party->used[i] = true;
            return;
        }
    cr_assert_fail("no pad there");
}

static inline void add_way(lw_bench *bench, uint32_t number, const lw_stop *stops, int count)
{
    lw_party *party = &bench->table.parties[number];
    const lw_terrain *terrain = &bench->table.terrain;
    for (int i = 0; i + 1 < count; i++) {
        int32_t from = node_of(bench, stops[i]), to = node_of(bench, stops[i + 1]);
        if (stops[i].layer != stops[i + 1].layer) {
            lw_party_add_edge(party, from, to);
            continue;
        }
        int32_t dx = (stops[i + 1].x > stops[i].x) - (stops[i + 1].x < stops[i].x);
        int32_t dy = (stops[i + 1].y > stops[i].y) - (stops[i + 1].y < stops[i].y);
        for (int32_t step = dy * terrain->stride + dx; from != to; from += step)
            lw_party_add_edge(party, from, from + step);
    }
    use_entry(party, node_of(bench, stops[0]));
    use_entry(party, node_of(bench, stops[count - 1]));
}

static inline void put_wired(lw_bench *bench, uint32_t number)
{
    lw_party *party = &bench->table.parties[number];
    lw_party_count_open(&bench->table, party);
    cr_assert_eq(party->open, 0);
    lw_party_put(&bench->table, party);
}

static inline void wire(lw_bench *bench, uint32_t number, const lw_stop *stops, int count)
{
    add_way(bench, number, stops, count);
    put_wired(bench, number);
}

/* Net 1 straight across the corridor. */
static inline void wire_across_corridor(lw_bench *bench)
{
    wire(bench, 1, (lw_stop[]){{20, 17, 0}, {20, 23, 0}}, 2);
}

static inline int64_t length_of(const lw_bench *bench, uint32_t number)
{
    return lw_party_length(&bench->table, &bench->table.parties[number]);
}

static inline void emit(lw_bench *bench)
{
    for (uint32_t i = 0; i < bench->table.count; i++)
        lw_party_emit(&bench->table, &bench->table.parties[i]);
}

static inline lw_report *judge(const lw_bench *bench)
{
    lw_report *report;
    cr_assert_eq(lw_check(bench->board, bench->run.routes, NULL, &report, NULL), LW_OK);
    cr_expect_eq(report->violations, 0);
    return report;
}

static inline void expect_legal(lw_bench *bench)
{
    emit(bench);
    lw_report_free(judge(bench));
}

static inline lw_board *random_board(uint64_t *seed)
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
static inline void wire_in_turn(lw_bench *bench)
{
    uint32_t order[NETS_MOST];
    for (uint32_t i = 0; i < bench->table.count; i++)
        order[i] = i;
    lw_table_close_tolls(&bench->table);
    for (uint32_t i = 0; i < bench->table.count; i++)
        lw_party_reroute(&bench->table, &bench->table.parties[i]);
    lw_table_legalise(&bench->table, order);
}

#endif
