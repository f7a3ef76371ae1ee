#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/ways.h"

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
