#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check_leaks.h"
#include "leeway/check.h"
#include "leeway/io.h"
#include "route/ways.h"

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
        cr_skip_test("real boards are not here");
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

/* From drilled pads the other layer is there; from surface pads of the closed one nothing is. */
static void expect_no_tracks_on_top(lw_strategy strategy, lw_layers pads)
{
    static const uint8_t ways[] = {LW_NO_TRACKS, LW_OWN_WAY};
    lw_board *board = make_board(2, 1, 30 * MM, 20 * MM);
    lw_nm drill = pads == 3 ? 500000 : 0;
    make_round_pad(board, 0, pads, (lw_point){5 * MM, 10 * MM}, drill, MM);
    make_round_pad(board, 0, pads, (lw_point){25 * MM, 10 * MM}, drill, MM);
    lw_board_finish(board);
    lw_route_options options = lw_route_options_default();
    options.strategy = strategy;
    options.ways = ways;
    lw_routes *routes;
    lw_route_log *log;
    cr_assert_eq(lw_route(board, &options, &routes, &log, NULL), LW_OK);
    cr_expect_eq(open_by_ends(board, routes), pads == 3 ? 0 : 1);
    cr_expect_eq(routes->tracks.count, pads == 3 ? 1 : 0);
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        cr_expect_eq(routes->tracks.at[i].layer, 1);
    if (log->open.count > 0) {
        cr_expect_eq(log->open.at[0].reason, LW_OPEN_KEEPOUT);
        cr_expect(strstr(log->open.at[0].text, "no layer of "), "%s", log->open.at[0].text);
    }
    cr_expect_eq(board->keepouts.count, 0);
    lw_route_log_free(log);
    lw_routes_free(routes);
    lw_board_free(board);
}

Test(route, lays_no_track_on_layers_that_are_closed)
{
    static const lw_strategy strategies[] = {LW_SEQUENTIAL, LW_NEGOTIATED};
    for (int i = 0; i < 2; i++) {
        expect_no_tracks_on_top(strategies[i], 3);
        expect_no_tracks_on_top(strategies[i], 1);
    }
    lw_test_no_leaks();
}
