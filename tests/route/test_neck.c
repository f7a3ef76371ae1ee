/*
 * A row of pads 0.2 mm wide, 0.4 mm from centre to centre, and tracks of 0.3 mm that keep 0.18 mm:
 * straight out of a pad one lies 0.4 - 0.1 - 0.15 = 0.15 mm from the next pad. One as wide as the
 * pad lies 0.2 mm from it.
 */
#include "leeway/check.h"
#include "leeway/route.h"

#include <criterion/criterion.h>
#include "check_leaks.h"
#include "grid/brute.h"

#define MM 1000000

enum { PADS = 6 };

static lw_board *row_of_pads(void)
{
    lw_board *board = make_board(1, PADS, 20 * MM, 20 * MM);
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            board->rules.clearance[a][b] = 180000;
    board->classes.at[0].width = 300000;
    for (lw_net_id i = 0; i < PADS; i++)
        make_rectangle_pad(board, i, 1, (lw_point){9 * MM + i * 400000, 5 * MM}, 200000, MM);
    for (lw_net_id i = 0; i < PADS; i++)
        make_round_pad(board, i, 1, (lw_point){5 * MM + i * 2 * MM, 15 * MM}, 0, MM);
    return board;
}

static lw_report *judge(const lw_board *board, const lw_routes *routes, lw_nm neck_width)
{
    lw_report *report;
    lw_check_options options = {.neck_width = neck_width};
    cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
    return report;
}

typedef struct lw_outcome {
    uint32_t open, violations, necks;
} lw_outcome;

/* Narrow tracks are as wide as the pad or as narrow as they may be, and start at the row. */
static void expect_necks_at_the_row(const lw_routes *routes, lw_nm least)
{
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *track = &routes->tracks.at[i];
        if (track->width == 300000)
            continue;
        cr_expect(track->width == 200000 || track->width == least, "%d", track->width);
        /* 0.5 mm to the end of the pad, 1.5 mm and half of 0.3 mm beyond it */
        for (int end = 0; end < 2; end++)
            cr_expect_leq(abs(track->ends[end].y - 5 * MM), 500000 + 1500000 + 150000);
    }
}

static lw_outcome outcome(const lw_board *board, const lw_route_options *options)
{
    lw_routes *routes;
    cr_assert_eq(lw_route(board, options, &routes, NULL, NULL), LW_OK);
    lw_report *report = judge(board, routes, options->neck_width);
    lw_outcome out = {report->open, report->violations, report->necks};
    expect_necks_at_the_row(routes, options->neck_width ? options->neck_width : 150000);
    lw_report_free(report);
    lw_routes_free(routes);
    return out;
}

static void takes_necks_only_where_they_are_allowed_by(lw_strategy strategy)
{
    static const struct {
        lw_nm min_width; /* of the rules */
        lw_nm asked;
        bool off;
        bool joins;
    } cases[] = {
        {150000, 0, false, true},  {150000, 0, true, false},       {0, 0, false, false},
        {0, 200000, false, true},  {300000, 150000, false, false}, {200000, 0, false, true},
        {0, 250000, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = row_of_pads();
        board->rules.min_width = cases[i].min_width;
        lw_board_finish(board);
        lw_route_options options = lw_route_options_default();
        options.strategy = strategy;
        options.neck_down = !cases[i].off;
        options.neck_width = cases[i].asked;
        lw_outcome got = outcome(board, &options);
        cr_expect_eq(got.violations, 0, "case %zu: %u", i, got.violations);
        cr_expect_eq(got.open == 0, cases[i].joins, "case %zu: %u open", i, got.open);
        cr_expect_eq(got.necks > 0, cases[i].joins, "case %zu: %u necks", i, got.necks);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(neck, is_taken_only_where_it_is_allowed)
{
    takes_necks_only_where_they_are_allowed_by(LW_NEGOTIATED);
    takes_necks_only_where_they_are_allowed_by(LW_SEQUENTIAL);
}

/* From the centre of the second pad (net b) it is 0.3 mm to the first one, of which 0.18 mm stay
 * free. */
Test(neck, is_proposed_where_it_would_help)
{
    lw_board *board = row_of_pads();
    lw_board_finish(board);
    lw_routes *routes;
    lw_route_log *log;
    cr_assert_eq(lw_route(board, NULL, &routes, &log, NULL), LW_OK);
    cr_assert_gt(log->open.count, 0);
    cr_expect_eq(log->open.at[0].net, 1);
    cr_expect_str_eq(log->open.at[0].text, "P.1 (a) is too near to P.1 for a track 0.3 mm wide; "
                                           "one of 0.24 mm would fit (--neck-width)");
    lw_route_log_free(log);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/*
 * Pads whose centre is too near to a hole are reached at their free ends. Columns of the lattice
 * are 0.4 mm apart, so that at most one of the two holds nodes.
 */
static void leaves_a_pad_by_its_free_end_by(lw_strategy strategy)
{
    lw_board *board = make_board(1, 1, 20 * MM, 20 * MM);
    for (int i = 0; i < 2; i++) {
        lw_point at = {10200000 + i * 4200000, 5200000}, hole = {at.x + 630000, at.y};
        make_rectangle_pad(board, 0, 1, at, 180000, 2 * MM);
        *lw_list_add(board->arena, &board->holes) =
            (lw_hole){.shape = make_shape(board, &hole, 1, false, 400000)};
    }
    make_round_pad(board, 0, 1, (lw_point){10 * MM, 15 * MM}, 0, MM);
    lw_board_finish(board);
    lw_route_options options = lw_route_options_default();
    options.strategy = strategy;
    options.pitch = 400000;
    lw_routes *routes;
    cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
    lw_report *report = judge(board, routes, 0);
    cr_expect_eq(report->open, 0);
    cr_expect_eq(report->violations, 0);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(neck, is_not_needed_where_a_pad_has_a_free_end)
{
    leaves_a_pad_by_its_free_end_by(LW_NEGOTIATED);
    leaves_a_pad_by_its_free_end_by(LW_SEQUENTIAL);
}

/*
 * A row of pads near the board's edge, between pads of nets b and c two of net a, which is 2 mm
 * wide. That has 2.25 mm from the edge to the pads, but asks for 0.25 + 2 + 0.18; and less than
 * 2 mm from there to the bar of net d. So no neck can widen.
 */
static lw_board *row_behind_a_bar(void)
{
    lw_board *board = make_board(1, PADS, 20 * MM, 20 * MM);
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            board->rules.clearance[a][b] = 180000;
    board->rules.min_width = 150000;
    *lw_list_add(board->arena, &board->classes) = board->classes.at[0];
    board->classes.at[1].width = 2 * MM;
    board->nets.at[0].class_id = 1;
    static const lw_net_id nets[] = {1, 0, 0, 2};
    for (int i = 0; i < 4; i++)
        make_rectangle_pad(board, nets[i], 1, (lw_point){9 * MM + i * 400000, 2750000}, 200000, MM);
    make_rectangle_pad(board, 3, 1, (lw_point){10 * MM, 5 * MM}, 16 * MM, 200000);
    return board;
}

static void joins_pads_that_no_neck_leads_out_of_by(lw_strategy strategy)
{
    for (int off = 0; off < 2; off++) {
        lw_board *board = row_behind_a_bar();
        lw_board_finish(board);
        lw_route_options options = lw_route_options_default();
        options.strategy = strategy;
        options.neck_down = !off;
        lw_routes *routes;
        cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
        lw_report *report = judge(board, routes, 0);
        cr_expect_eq(report->open, (uint32_t)off);
        cr_expect_eq(report->violations, 0);
        cr_assert_eq(routes->tracks.count, (uint32_t)!off);
        for (uint32_t i = 0; i < routes->tracks.count; i++) {
            const lw_track *track = &routes->tracks.at[i];
            cr_expect_eq(track->width, 200000);
            cr_expect_eq(abs(track->ends[0].x - track->ends[1].x), 400000);
            cr_expect_eq(track->ends[0].y, 2750000);
            cr_expect_eq(track->ends[1].y, 2750000);
        }
        lw_report_free(report);
        lw_routes_free(routes);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(neck, joins_neighbours_that_no_neck_leads_out_of)
{
    joins_pads_that_no_neck_leads_out_of_by(LW_NEGOTIATED);
    joins_pads_that_no_neck_leads_out_of_by(LW_SEQUENTIAL);
}
