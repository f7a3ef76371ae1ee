#include "leeway/check.h"
#include "leeway/route.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/heap.h"
#include "check_leaks.h"
#include "grid/brute.h"
#include "leeway/io.h"

#define MM 1000000

static bool same(lw_point a, lw_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* One of the waves, or NEGOTIATED. */
#define NEGOTIATED    LW_WAVE_COUNT
#define WAYS_TO_ROUTE (LW_WAVE_COUNT + 1)

static lw_routes *route(const lw_board *board, lw_wave wave, lw_route_log **log)
{
    lw_route_options options = lw_route_options_default();
    lw_routes *routes;
    options.strategy = wave == NEGOTIATED ? LW_NEGOTIATED : LW_SEQUENTIAL;
    options.wave = wave == NEGOTIATED ? LW_WAVE_SINGLE : wave;
    cr_assert_eq(lw_route(board, &options, &routes, log, NULL), LW_OK);
    return routes;
}

/* Every piece of new copper against everything else. */
static void expect_legal(const lw_board *board, const lw_routes *routes)
{
    lw_item_list items = lw_items_new(board, routes);
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *t = &routes->tracks.at[i];
        cr_expect_not(same(t->ends[0], t->ends[1]), "track %u has no length", i);
        cr_expect(is_legal(board, &items, t->net, (int)t->layer, t->ends, 2, false),
                  "track %u of net %d: %d, %d to %d, %d on layer %u", i, t->net, t->ends[0].x,
                  t->ends[0].y, t->ends[1].x, t->ends[1].y, t->layer);
    }
    for (uint32_t i = 0; i < routes->vias.count; i++) {
        lw_routes others = *routes;
        lw_via *rest = lw_alloc(routes->vias.count, sizeof *rest);
        others.vias.at = rest;
        others.vias.count = 0;
        for (uint32_t k = 0; k < routes->vias.count; k++)
            if (k != i)
                rest[others.vias.count++] = routes->vias.at[k];
        lw_item_list without = lw_items_new(board, &others);
        const lw_via *v = &routes->vias.at[i];
        cr_expect(is_legal(board, &without, v->net, -1, &v->at, 1, false), "via %u", i);
        lw_items_free(&without);
        free(rest);
    }
    lw_items_free(&items);
}

/* ---- joined by ends alone: as programs see it that look at end points ---- */

typedef struct lw_spot {
    lw_point at;
    lw_layers layers;
    uint32_t group;
} lw_spot;

static void merge(lw_spot *spots, uint32_t count, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < count; i++)
        if (spots[i].group == from)
            spots[i].group = to;
}

/* Groups of pads of a net that its new copper leaves. */
static uint32_t groups_by_ends(const lw_board *board, const lw_routes *routes, lw_net_id net)
{
    const lw_net *n = &board->nets.at[net];
    uint32_t room = n->pads.count + routes->tracks.count * 2 + routes->vias.count;
    lw_spot *spots = lw_alloc(room + 1, sizeof *spots);
    uint32_t count = 0, groups = 0;
    for (uint32_t i = 0; i < n->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[n->pads.at[i]];
        spots[count] = (lw_spot){pad->at, pad->layers, count};
        count++;
    }
    for (uint32_t i = 0; i < routes->vias.count; i++)
        if (routes->vias.at[i].net == net) {
            spots[count] = (lw_spot){routes->vias.at[i].at, routes->vias.at[i].layers, count};
            count++;
        }
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *t = &routes->tracks.at[i];
        for (int k = 0; k < 2 && t->net == net; k++) {
            uint32_t group = k ? spots[count - 1].group : count;
            spots[count++] = (lw_spot){t->ends[k], LW_LAYER(t->layer), group};
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (same(spots[i].at, spots[k].at) && (spots[i].layers & spots[k].layers))
                merge(spots, count, spots[i].group, spots[k].group);
    for (uint32_t i = 0; i < n->pads.count; i++) {
        bool first = true;
        for (uint32_t k = 0; k < i; k++)
            first &= spots[k].group != spots[i].group;
        groups += first;
    }
    free(spots);
    return groups;
}

static uint32_t open_by_ends(const lw_board *board, const lw_routes *routes)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (board->nets.at[i].pads.count > 0)
            open += groups_by_ends(board, routes, (lw_net_id)i) - 1;
    return open;
}

/* ---- tests ---- */

Test(route, draws_a_straight_line_from_centre_to_centre)
{
    lw_board *board = make_board(1, 1, 20 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){3 * MM + 17, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM + 4, 5 * MM}, 0, MM);
    lw_board_finish(board);
    for (int wave = 0; wave < WAYS_TO_ROUTE; wave++) {
        lw_route_log *log;
        lw_routes *routes = route(board, (lw_wave)wave, &log);
        cr_assert_eq(routes->tracks.count, 1);
        lw_track t = routes->tracks.at[0];
        cr_expect(same(t.ends[0], board->pads.at[0].at) || same(t.ends[1], board->pads.at[0].at));
        cr_expect(same(t.ends[0], board->pads.at[1].at) || same(t.ends[1], board->pads.at[1].at));
        cr_expect_eq(t.width, 250000);
        cr_expect_eq(routes->vias.count, 0);
        cr_expect_eq(log->open.count, 0);
        lw_routes_free(routes);
        lw_route_log_free(log);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(route, splits_a_track_where_another_one_begins)
{
    lw_board *board = make_board(1, 1, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){25 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM, 17 * MM + 1}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){11 * MM, 3 * MM + 7}, 0, MM);
    lw_board_finish(board);
    lw_routes *routes = route(board, LW_WAVE_SINGLE, NULL);
    cr_expect_eq(open_by_ends(board, routes), 0);
    cr_expect_geq(routes->tracks.count, 4);
    expect_legal(board, routes);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(route, changes_layers_where_a_wall_stands)
{
    lw_board *board = make_board(2, 1, 20 * MM, 10 * MM);
    make_round_pad(board, 0, 1, (lw_point){3 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){17 * MM, 5 * MM}, 0, MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){10 * MM, 5 * MM}, MM, 10 * MM);
    lw_board_finish(board);
    lw_routes *routes = route(board, LW_WAVE_DOUBLE, NULL);
    cr_expect_eq(routes->vias.count, 2);
    cr_expect_eq(open_by_ends(board, routes), 0);
    expect_legal(board, routes);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Two pads and a wall between them on one of two layers, with a gate 30 mm away. */
static uint32_t vias_beside_a_gate(lw_strategy strategy, lw_nm via_cost)
{
    lw_board *board = make_board(2, 1, 60 * MM, 40 * MM);
    make_round_pad(board, 0, 1, (lw_point){20 * MM, 4 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){40 * MM, 4 * MM}, 0, MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){30 * MM, 17 * MM}, MM, 34 * MM);
    lw_board_finish(board);
    lw_route_options options = lw_route_options_default();
    options.strategy = strategy;
    options.via_cost = via_cost;
    lw_routes *routes;
    cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
    uint32_t vias = routes->vias.count;
    cr_expect_eq(open_by_ends(board, routes), 0);
    lw_routes_free(routes);
    lw_board_free(board);
    return vias;
}

Test(route, goes_far_around_where_vias_are_dearer)
{
    static const lw_strategy strategies[] = {LW_SEQUENTIAL, LW_NEGOTIATED};
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(vias_beside_a_gate(strategies[i], 5 * MM), 2);
        cr_expect_eq(vias_beside_a_gate(strategies[i], 80 * MM), 0);
    }
    lw_test_no_leaks();
}

/* Pads of a random board stand on a coarse raster with random shifts, so that none overlap. */
static lw_board *random_board(uint64_t *seed)
{
    enum { ACROSS = 9, NETS = 14 };
    lw_board *board = make_board(2, NETS, ACROSS * 2500000 + MM, ACROSS * 2500000 + MM);
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        lw_point at = {MM + 700000 + i % ACROSS * 2500000 + pick(seed, -150000, 150000),
                       MM + 700000 + i / ACROSS * 2500000 + pick(seed, -150000, 150000)};
        lw_net_id net = pick(seed, -1, NETS * 2);
        if (net >= NETS)
            continue;
        switch (pick(seed, 0, 2)) {
        case 0:
            make_round_pad(board, net, 3, at, 700000, 1300000);
            break;
        case 1:
            make_rectangle_pad(board, net, 1u << pick(seed, 0, 1), at, 1200000, 500000);
            break;
        case 2:
            make_pad(board, net, 1, at, 0,
                     make_polygon(board, at, 600000, 4, pick(seed, 0, 89) * LW_DEGREE, 50000));
        }
    }
    lw_board_finish(board);
    return board;
}

static void expect_equal(const lw_routes *a, const lw_routes *b)
{
    cr_assert_eq(a->tracks.count, b->tracks.count);
    cr_assert_eq(a->vias.count, b->vias.count);
    for (uint32_t i = 0; i < a->tracks.count; i++)
        cr_expect(same(a->tracks.at[i].ends[0], b->tracks.at[i].ends[0]) &&
                  same(a->tracks.at[i].ends[1], b->tracks.at[i].ends[1]));
    for (uint32_t i = 0; i < a->vias.count; i++)
        cr_expect(same(a->vias.at[i].at, b->vias.at[i].at));
}

static uint32_t open_in_log(const lw_route_log *log, const lw_board *board, const lw_routes *routes)
{
    for (uint32_t i = 0; i < log->open.count; i++)
        cr_expect_gt(groups_by_ends(board, routes, log->open.at[i].net), 1);
    return log->open.count;
}

Test(route, joins_random_boards_without_breaking_a_rule)
{
    uint32_t connections = 0, open = 0;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        lw_wave way = (lw_wave)(seed % WAYS_TO_ROUTE);
        uint64_t state = seed;
        lw_board *board = random_board(&state);
        lw_route_log *log, *again_log;
        lw_routes *routes = route(board, way, &log);
        lw_routes *again = route(board, way, &again_log);
        expect_legal(board, routes);
        expect_equal(routes, again);
        connections += lw_board_connections(board);
        uint32_t missing = open_by_ends(board, routes);
        cr_expect_eq(open_in_log(log, board, routes) == 0, missing == 0);
        open += missing;
        lw_routes_free(routes);
        lw_routes_free(again);
        lw_route_log_free(log);
        lw_route_log_free(again_log);
        lw_board_free(board);
    }
    cr_expect_geq(connections, 100);
    cr_expect_leq(open, connections / 20, "%u of %u are open", open, connections);
    lw_test_no_leaks();
}

/* ---- why a net stays open ---- */

static void joins_the_other_pads_when_one_is_walled_in_by(lw_wave way)
{
    lw_board *board = make_board(1, 2, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){25 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM, 4 * MM}, 0, MM);
    /* four pads of another net, too near to the first one to let a track pass */
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){14250000, 10 * MM}, 200000, 2 * MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){15750000, 10 * MM}, 200000, 2 * MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){15 * MM, 9250000}, 1400000, 200000);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){15 * MM, 10750000}, 1400000, 200000);
    lw_board_finish(board);
    lw_route_log *log;
    lw_routes *routes = route(board, way, &log);
    cr_assert_eq(log->open.count, 1);
    cr_expect_eq(log->open.at[0].net, 0);
    cr_expect_eq(log->open.at[0].pad, 1);
    cr_expect_eq(log->open.at[0].reason, LW_OPEN_WALLED_IN);
    cr_expect_eq(open_by_ends(board, routes), 1);
    lw_routes_free(routes);
    lw_route_log_free(log);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(route, joins_the_other_pads_when_one_is_walled_in)
{
    for (int way = 0; way < WAYS_TO_ROUTE; way++)
        joins_the_other_pads_when_one_is_walled_in_by((lw_wave)way);
}

/* The hole in the middle of the board lies within its box, but not on it. */
static void says_that_a_pad_in_a_cut_out_is_off_the_board_by(lw_wave way)
{
    lw_board *board = make_board(1, 1, 30 * MM, 20 * MM);
    const lw_point hole[] = {
        {18 * MM, 6 * MM}, {26 * MM, 6 * MM}, {26 * MM, 14 * MM}, {18 * MM, 14 * MM}};
    *lw_list_add(board->arena, &board->outline) = make_shape(board, hole, 4, true, 0);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){22 * MM, 10 * MM}, 0, MM);
    lw_board_finish(board);
    lw_route_log *log;
    lw_routes *routes = route(board, way, &log);
    cr_assert_eq(log->open.count, 1);
    cr_expect_eq(log->open.at[0].pad, 1);
    cr_expect_eq(log->open.at[0].reason, LW_OPEN_OFF_BOARD);
    lw_routes_free(routes);
    lw_route_log_free(log);
    lw_board_free(board);
}

static void says_why_a_pad_cannot_be_reached_by(lw_wave way)
{
    lw_board *board = make_board(1, 3, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){35 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){5 * MM, 10 * MM}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){15 * MM, 10 * MM}, 0, 100000);
    make_round_pad(board, LW_NO_NET, 1, (lw_point){15200000, 10 * MM}, 0, 100000);
    make_round_pad(board, 2, 1, (lw_point){5 * MM, 15 * MM}, 0, MM);
    make_round_pad(board, 2, 1, (lw_point){25 * MM, 15 * MM}, 0, MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){20 * MM, 10 * MM}, MM, 19500000);
    lw_board_finish(board);
    lw_route_log *log;
    lw_routes *routes = route(board, way, &log);
    static const lw_open_reason reasons[] = {LW_OPEN_OFF_BOARD, LW_OPEN_TOO_NEAR,
                                             LW_OPEN_WALLED_IN};
    cr_assert_eq(log->open.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect_eq(log->open.at[i].net, (lw_net_id)i);
        cr_expect_eq(log->open.at[i].reason, reasons[i], "net %u: %s", i, log->open.at[i].text);
    }
    cr_expect_eq(log->open.at[0].pad, 1);
    cr_expect_eq(routes->tracks.count, 0);
    lw_routes_free(routes);
    lw_route_log_free(log);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(route, says_that_a_pad_in_a_cut_out_is_off_the_board)
{
    for (int way = 0; way < WAYS_TO_ROUTE; way++)
        says_that_a_pad_in_a_cut_out_is_off_the_board_by((lw_wave)way);
}

Test(route, says_why_a_pad_cannot_be_reached)
{
    for (int way = 0; way < WAYS_TO_ROUTE; way++)
        says_why_a_pad_cannot_be_reached_by((lw_wave)way);
}

typedef struct lw_case {
    const char *what;
    void (*build)(lw_board *board); /* around the pad at 15, 10 mm, which is 0.3 mm wide */
    lw_nm pitch;
    lw_open_reason reason;
    const char *text;
} lw_case;

static void cover_by_keepout(lw_board *board)
{
    lw_point at = {14 * MM, 11 * MM};
    *lw_list_add(board->arena, &board->keepouts) = (lw_keepout){
        .layers = 1, .shape = make_shape(board, &at, 1, false, 2 * MM), .tracks = true};
}

/* 0.1 mm from the pad, where 0.2 mm are asked for, on both sides, so that no track fits. */
static void crowd(lw_board *board)
{
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){14650000, 10 * MM}, 200000, 2 * MM)->name =
        "L";
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){15350000, 10 * MM}, 200000, 2 * MM)->name =
        "R";
}

/* A corridor with a corner: up from the pad and then to the right, 1 mm wide. */
static void lead_around_a_corner(lw_board *board)
{
    static const lw_nm walls[][4] = {{14500000, 10500000, 200000, 2600000},
                                     {15500000, 10000000, 200000, 1400000},
                                     {15000000, 9200000, 1200000, 200000},
                                     {15900000, 11800000, 3000000, 200000},
                                     {16400000, 10700000, 2000000, 200000}};
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
        make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){walls[i][0], walls[i][1]}, walls[i][2],
                           walls[i][3]);
}

static void put_hole_near(lw_board *board)
{
    lw_point at = {15 * MM, 9 * MM};
    *lw_list_add(board->arena, &board->holes) =
        (lw_hole){.shape = make_shape(board, &at, 1, false, 900000)};
}

static const lw_case cases[] = {
    {"a keepout", cover_by_keepout, 0, LW_OPEN_KEEPOUT, "the keepout around 14, 11 mm covers P.1"},
    {"pads too near", crowd, 0, LW_OPEN_TOO_NEAR,
     "P.1 and P.L are 0.1 mm apart, the clearance is 0.2 mm"},
    {"a hole", put_hole_near, 0, LW_OPEN_WALLED_IN,
     "P.1 is too near to a hole: a track 0.25 mm wide has to keep 0.22 mm away from it"},
    {"a grid too coarse", lead_around_a_corner, 3 * MM, LW_OPEN_GRID,
     "no track can enter P.1 on a grid of 3 mm; one of 0.225 mm would do"},
};

Test(route, names_what_keeps_tracks_out_of_a_pad)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int strategy = 0; strategy < LW_STRATEGY_COUNT; strategy++) {
            lw_board *board = make_board(1, 1, 30 * MM, 20 * MM);
            make_round_pad(board, 0, 1, (lw_point){5 * MM, 10 * MM}, 0, MM);
            make_rectangle_pad(board, 0, 1, (lw_point){15 * MM, 10 * MM}, 300000, 300000);
            cases[i].build(board);
            lw_board_finish(board);
            lw_route_options options = lw_route_options_default();
            options.strategy = (lw_strategy)strategy;
            options.pitch = cases[i].pitch;
            lw_routes *routes;
            lw_route_log *log;
            cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
            cr_assert_eq(log->open.count, 1, "%s", cases[i].what);
            cr_expect_eq(log->open.at[0].reason, cases[i].reason, "%s", cases[i].what);
            cr_expect_str_eq(log->open.at[0].text, cases[i].text, "%s: %s", cases[i].what,
                             log->open.at[0].text);
            cr_expect_eq(log->open.at[0].pad, 1, "%s", cases[i].what);
            lw_routes_free(routes);
            lw_route_log_free(log);
            lw_board_free(board);
        }
    lw_test_no_leaks();
}

/* ---- copper that is there ---- */

static void add_track(lw_board *board, lw_net_id net, lw_point a, lw_point b, bool locked)
{
    *lw_list_add(board->arena, &board->tracks) =
        (lw_track){.net = net, .width = 300000, .ends = {a, b}, .locked = locked};
}

static lw_board *half_routed_board(void)
{
    lw_board *board = make_board(1, 1, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){25 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){15 * MM, 9 * MM}, 0, MM);
    add_track(board, 0, (lw_point){5 * MM, 5 * MM}, (lw_point){15 * MM, 5 * MM + 1111}, true);
    add_track(board, 0, (lw_point){15 * MM, 5 * MM + 1111}, (lw_point){25 * MM, 5 * MM}, false);
    lw_board_finish(board);
    return board;
}

static void adds_only_what_is_missing_by(lw_wave way)
{
    lw_board *board = half_routed_board();
    lw_routes *routes = route(board, way, NULL);
    cr_assert_eq(routes->tracks.count, 1);
    const lw_track *t = &routes->tracks.at[0];
    lw_point corner = {15 * MM, 5 * MM + 1111};
    cr_expect(same(t->ends[0], corner) || same(t->ends[1], corner));
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(route, adds_only_what_is_missing)
{
    for (int way = 0; way < WAYS_TO_ROUTE; way++)
        adds_only_what_is_missing_by((lw_wave)way);
}

/* From (12, 8) it is 2.8 mm across or 4 mm along an axis to the slanting track; its ends are 7.6 mm
 * away and more. */
static void joins_to_the_middle_of_a_slanting_track_by(lw_wave way, lw_nm askew)
{
    lw_board *board = make_board(1, 1, 20 * MM, 20 * MM);
    lw_point a = {5 * MM, 5 * MM}, b = {15 * MM, 15 * MM - askew};
    make_round_pad(board, 0, 1, a, 0, MM);
    make_round_pad(board, 0, 1, b, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){12 * MM, 8 * MM}, 0, MM);
    add_track(board, 0, a, b, true);
    lw_board_finish(board);
    lw_routes *routes = route(board, way, NULL);
    lw_report *report;
    cr_assert_eq(lw_check(board, routes, NULL, &report, NULL), LW_OK);
    cr_expect_eq(report->open, 0);
    cr_expect_eq(report->violations, 0);
    cr_expect_lt(report->nets[0].length, 4100000);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
}

Test(route, joins_to_the_middle_of_a_slanting_track)
{
    for (int way = 0; way < WAYS_TO_ROUTE; way++) {
        joins_to_the_middle_of_a_slanting_track_by((lw_wave)way, 0);
        joins_to_the_middle_of_a_slanting_track_by((lw_wave)way, 1234567);
    }
    lw_test_no_leaks();
}

Test(route, rips_up_all_but_locked_copper)
{
    lw_board *board = half_routed_board();
    lw_route_options options = lw_route_options_default();
    lw_routes *routes;
    options.from_scratch = true;
    cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
    cr_assert_not_null(routes->track_gone);
    cr_expect_not(routes->track_gone[0]);
    cr_expect(routes->track_gone[1]);
    cr_expect_geq(routes->tracks.count, 2);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Tracks of a net of two pads whose pour covers both; a free area, if any, lies over the second. */
static uint32_t tracks_with_pour(bool pours, lw_layers free_on)
{
    lw_board *board = make_board(1, 1, 30 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){25 * MM, 5 * MM}, 0, MM);
    *lw_list_add(board->arena, &board->pours) = (lw_pour){
        .net = 0,
        .layers = 1,
        .shape = make_polygon(board, (lw_point){15 * MM, 10 * MM}, 18 * MM, 8, 0, 0),
    };
    *lw_list_add(board->arena, &board->pours) = (lw_pour){
        .net = LW_NO_NET,
        .layers = free_on,
        .shape = make_polygon(board, (lw_point){25 * MM, 5 * MM}, 2 * MM, 4, 0, 0),
        .cutout = true,
    };
    lw_board_finish(board);
    lw_route_options options = lw_route_options_default();
    options.pours = pours;
    lw_routes *routes;
    cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
    uint32_t tracks = routes->tracks.count;
    lw_routes_free(routes);
    lw_board_free(board);
    return tracks;
}

Test(route, joins_by_a_pour_only_when_asked_and_where_it_reaches)
{
    cr_expect_eq(tracks_with_pour(false, 0), 1);
    cr_expect_eq(tracks_with_pour(true, 0), 0);
    cr_expect_eq(tracks_with_pour(true, 2), 0, "a free area on another layer");
    cr_expect_eq(tracks_with_pour(true, 1), 1, "the second pad stays free");
    lw_test_no_leaks();
}

/* ---- real boards ---- */

Test(route, keeps_the_rules_of_real_boards)
{
    static const struct {
        const char *name;
        uint32_t open; /* at most */
    } boards[] = {
        {"sat-grbl", 0}, {"sf-bmp180", 0},     {"rj-radio-v32", 0},
        {"wat-rtc", 1},  {"ada-flora-gps", 3},
    };
    const char *folder = getenv("LEEWAY_BOARDS");
    char path[4096];
    snprintf(path, sizeof path, "%s/eagle", folder ? folder : "");
    if (!folder || access(path, R_OK) != 0)
        cr_skip_test("LEEWAY_BOARDS has no folder eagle");
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        lw_board *board;
        lw_routes *routes;
        lw_report *report;
        lw_route_options options = lw_route_options_default();
        options.from_scratch = true;
        options.wave = (lw_wave)(i % 2);
        snprintf(path, sizeof path, "%s/eagle/%s.brd", folder, boards[i].name);
        cr_assert_eq(lw_board_load(path, &board, NULL), LW_OK);
        cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
        cr_assert_eq(lw_check(board, routes, NULL, &report, NULL), LW_OK);
        cr_expect_eq(report->violations, 0, "%s: %u violations", boards[i].name,
                     report->violations);
        cr_expect_leq(report->open, boards[i].open, "%s: %u open", boards[i].name, report->open);
        lw_report_free(report);
        lw_routes_free(routes);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* ---- rounds ---- */

/* The short net's straight way closes the mouth of the pocket in which the other net has a pad. */
static lw_board *pocket_board(void)
{
    lw_board *board = make_board(1, 2, 20 * MM, 20 * MM);
    make_round_pad(board, 0, 1, (lw_point){10 * MM, 8 * MM}, 0, MM);
    make_round_pad(board, 0, 1, (lw_point){10 * MM, 17 * MM}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){6500000, 12400000}, 0, MM);
    make_round_pad(board, 1, 1, (lw_point){13500000, 12400000}, 0, MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){8 * MM, 8 * MM}, 200000, 8 * MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){12 * MM, 8 * MM}, 200000, 8 * MM);
    make_rectangle_pad(board, LW_NO_NET, 1, (lw_point){10 * MM, 4 * MM}, 4 * MM, 200000);
    lw_board_finish(board);
    return board;
}

Test(route, lets_nets_that_stayed_open_go_first_in_later_rounds)
{
    lw_board *board = pocket_board();
    for (uint32_t rounds = 1; rounds <= 6; rounds += 5) {
        lw_route_options options = lw_route_options_default();
        lw_routes *routes;
        lw_route_log *log;
        options.strategy = LW_SEQUENTIAL;
        options.rounds = rounds;
        cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
        cr_expect_eq(log->open.count, rounds == 1);
        cr_expect_eq(open_by_ends(board, routes), rounds == 1);
        cr_expect_leq(log->rounds, rounds);
        expect_legal(board, routes);
        lw_routes_free(routes);
        lw_route_log_free(log);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- stop and progress ---- */

typedef struct lw_watch {
    uint32_t calls, done, total, rounds;
} lw_watch;

static bool stop_soon(void *context)
{
    return ((lw_watch *)context)->calls > 1;
}

static void watch(void *context, const lw_progress *progress)
{
    lw_watch *seen = context;
    if (!progress->net) {
        cr_expect_eq(progress->round, ++seen->rounds);
        cr_expect_gt(progress->length, 0);
        cr_expect_gt(progress->pitch, 0);
        return;
    }
    seen->calls++;
    cr_expect_eq(progress->done, seen->calls);
    seen->done = progress->done;
    seen->total = progress->total;
}

Test(route, tells_how_far_it_is_and_stops_when_asked)
{
    uint64_t state = 3;
    lw_board *board = random_board(&state);
    for (int stop = 0; stop < 2; stop++) {
        lw_watch seen = {0};
        lw_route_options options = lw_route_options_default();
        options.strategy = LW_SEQUENTIAL;
        options.context = &seen;
        options.progress = watch;
        options.stop = stop ? stop_soon : NULL;
        lw_routes *routes;
        lw_route_log *log;
        cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
        cr_expect_eq(log->stopped, stop);
        cr_expect_eq(seen.total, lw_board_connections(board));
        cr_expect_leq(seen.done, seen.total);
        cr_expect_eq(seen.rounds, log->rounds);
        if (stop) {
            cr_expect_gt(log->open.count, 3);
            cr_expect_eq(log->open.at[0].reason, LW_OPEN_STOPPED);
        }
        expect_legal(board, routes);
        lw_routes_free(routes);
        lw_route_log_free(log);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Says yes from the `most`-th question on. */
typedef struct lw_patience {
    uint32_t polls, most;
} lw_patience;

static bool lose_patience(void *context)
{
    lw_patience *patience = context;
    return ++patience->polls > patience->most;
}

Test(route, keeps_to_its_memory_by_either_strategy)
{
    /* Of more than 255 nets a cell takes more. */
    for (size_t limit = 1 << 20; limit < (size_t)4 << 20; limit += limit / 10)
        for (int way = 0; way < 2; way++) {
            lw_board *board = make_board(2, 300, 60 * MM, 50 * MM);
            make_round_pad(board, 0, 3, (lw_point){5 * MM, 5 * MM}, 700000, 1300000);
            make_round_pad(board, 0, 3, (lw_point){9 * MM, 5 * MM}, 700000, 1300000);
            lw_board_finish(board);
            lw_route_options options = lw_route_options_default();
            options.strategy = way ? LW_SEQUENTIAL : LW_NEGOTIATED;
            options.memory_limit = limit;
            lw_routes *routes;
            lw_route_log *log;
            cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
            cr_expect_gt(log->memory, 0);
            cr_expect_leq(log->memory, limit, "%zu of %zu", log->memory, limit);
            lw_routes_free(routes);
            lw_route_log_free(log);
            lw_board_free(board);
        }
    lw_test_no_leaks();
}

Test(route, tells_grid_and_memory_beforehand)
{
    for (int way = 0; way < 2; way++) {
        uint64_t state = 3;
        lw_board *board = random_board(&state);
        lw_route_options options = lw_route_options_default();
        options.strategy = way ? LW_SEQUENTIAL : LW_NEGOTIATED;
        options.pitch = 400000;
        lw_nm pitch;
        size_t memory, less;
        lw_routes *routes;
        lw_route_log *log;
        cr_assert_eq(lw_route_plan(board, &options, &pitch, &memory, NULL), LW_OK);
        cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
        cr_expect_eq(pitch, log->pitch);
        cr_expect_eq(memory, log->memory);
        lw_routes_free(routes);
        lw_route_log_free(log);
        options.memory_limit = memory - 1;
        cr_expect_eq(lw_route_plan(board, &options, &pitch, &less, NULL), LW_ERR_OPTION);
        options.memory_limit = memory;
        cr_expect_eq(lw_route_plan(board, &options, &pitch, &less, NULL), LW_OK);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(route, stops_at_any_moment_with_what_is_legal)
{
    for (int way = 0; way < 2; way++)
        for (uint32_t most = 0; most < 4000; most += 1 + most / 3) {
            uint64_t state = 3;
            lw_board *board = random_board(&state);
            lw_patience patience = {0, most};
            lw_route_options options = lw_route_options_default();
            options.strategy = way ? LW_SEQUENTIAL : LW_NEGOTIATED;
            options.context = &patience;
            options.stop = lose_patience;
            lw_routes *routes;
            lw_route_log *log;
            cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
            cr_expect_eq(log->stopped, patience.polls > most);
            cr_expect_eq(patience.polls > most, patience.polls == most + 1, "asked on after yes");
            if (most == 0)
                cr_expect_eq(routes->tracks.count + routes->vias.count, 0);
            expect_legal(board, routes);
            lw_routes_free(routes);
            lw_route_log_free(log);
            lw_board_free(board);
        }
    lw_test_no_leaks();
}

Test(route, leaves_boards_alone_that_have_nothing_to_join)
{
    lw_board *empty = make_board(2, 0, 10 * MM, 10 * MM);
    lw_board *single = make_board(2, 2, 10 * MM, 10 * MM);
    make_round_pad(single, 0, 3, (lw_point){5 * MM, 5 * MM}, 500000, MM);
    lw_board *both = make_board(2, 1, 10 * MM, 10 * MM);
    make_round_pad(both, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    make_round_pad(both, 0, 1, (lw_point){5 * MM, 5 * MM}, 0, MM);
    lw_board *nothing = make_board(1, 0, 0, 0);
    nothing->outline.count = 0;
    lw_board *boards[] = {empty, single, both, nothing};
    for (int i = 0; i < 4; i++) {
        lw_board_finish(boards[i]);
        lw_route_log *log;
        lw_routes *routes = route(boards[i], LW_WAVE_DOUBLE, &log);
        cr_expect_eq(routes->tracks.count, 0);
        cr_expect_eq(log->open.count, 0);
        lw_routes_free(routes);
        lw_route_log_free(log);
        lw_board_free(boards[i]);
    }
    lw_test_no_leaks();
}

/* An old track that merely touches the pad is not relied on; judge and router agree. */
Test(route, joins_what_the_judge_calls_open)
{
    lw_board *board = make_board(1, 1, 20 * MM, 20 * MM);
    lw_point at[] = {{4 * MM, 10 * MM}, {16 * MM, 10 * MM}};
    make_round_pad(board, 0, 1, at[0], 0, MM);
    make_round_pad(board, 0, 1, at[1], 0, MM);
    lw_point beside = {at[0].x + MM / 2 + 125000, at[0].y};
    *lw_list_add(board->arena, &board->tracks) =
        (lw_track){.net = 0, .width = 250000, .ends = {beside, at[1]}};
    lw_board_finish(board);
    lw_routes *routes = route(board, LW_WAVE_SINGLE, NULL);
    lw_report *report;
    lw_check_options options = lw_check_options_default();
    cr_assert_eq(lw_check(board, NULL, &options, &report, NULL), LW_OK);
    cr_expect_eq(report->open, 1, "before");
    lw_report_free(report);
    cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
    cr_expect_eq(report->open, 0, "after");
    cr_expect_eq(report->violations, 0);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* A row of pads 0.25 mm wide that stands askew, 0.5 mm from pad to pad, with tracks that take 0.499
 * mm: each has to leave straight along its pad. */
Test(route, leaves_a_row_of_pads_turned_by_45_degrees)
{
    enum { PADS = 8 };
    static char text[1 << 14];
    int at = snprintf(text, sizeof text,
                      "<board xmlns=\"urn:leeway:board:1\" name=\"b\" units=\"mm\">"
                      "<layers><layer name=\"top\"/></layers>"
                      "<rules width=\"0.25\" clearance=\"0.249\" edge=\"0.2\"/>"
                      "<outline><rectangle x1=\"0\" y1=\"0\" x2=\"20\" y2=\"20\"/></outline>"
                      "<package name=\"dot\"><smd name=\"1\" x=\"0\" y=\"0\" dx=\"0.5\" "
                      "dy=\"0.5\"/></package><package name=\"row\">");
    for (int i = 0; i < PADS; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<smd name=\"%d\" x=\"0\" y=\"%d.%d\" dx=\"1\" dy=\"0.25\"/>", i, i / 2,
                       i % 2 * 5);
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "</package><element name=\"U\" package=\"row\" x=\"6\" y=\"7\" rot=\"R45\"/>");
    for (int i = 0; i < PADS; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<element name=\"P%d\" package=\"dot\" x=\"%d.%d\" y=\"%d.%d\"/>"
                       "<net name=\"n%d\"><contactref element=\"U\" pad=\"%d\"/>"
                       "<contactref element=\"P%d\" pad=\"1\"/></net>",
                       i, 9 + i * 11 / 10, i * 11 % 10, (15 + i * 19) / 10, (15 + i * 19) % 10, i,
                       i, i);
    at += snprintf(text + at, sizeof text - (size_t)at, "</board>");
    lw_board *board;
    lw_error err;
    cr_assert_eq(lw_board_parse("b.xml", text, (size_t)at, &board, &err), LW_OK, "%s", err.text);
    lw_routes *routes;
    cr_assert_eq(lw_route(board, NULL, &routes, NULL, NULL), LW_OK);
    expect_legal(board, routes);
    cr_expect_eq(open_by_ends(board, routes), 0);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}
