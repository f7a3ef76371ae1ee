#include <criterion/criterion.h>

#include "check_leaks.h"
#include "leeway/check.h"
#include "route/ways.h"

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
