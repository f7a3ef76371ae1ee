/* Nets with planes: what a via or a plated hole joins, and what happens when planes are cut. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "base/heap.h"
#include "check_leaks.h"
#include "grid/brute.h"
#include "leeway/check.h"
#include "leeway/route.h"

#define MM 1000000

static void add_plane(lw_board *board, lw_net_id net, lw_layers layers, lw_box box)
{
    const lw_point corners[] = {
        {box.x1, box.y1}, {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}};
    *lw_list_add(board->arena, &board->pours) =
        (lw_pour){.net = net,
                  .layers = layers,
                  .shape = make_shape(board, corners, 4, true, 0),
                  .plane = true};
}

/* No tracks on these layers, as on those of type "power". */
static void close_layers(lw_board *board, lw_layers layers)
{
    const lw_point corners[] = {{-MM, -MM}, {101 * MM, -MM}, {101 * MM, 101 * MM}, {-MM, 101 * MM}};
    *lw_list_add(board->arena, &board->keepouts) = (lw_keepout){
        .layers = layers, .shape = make_shape(board, corners, 4, true, 0), .tracks = true};
}

typedef struct lw_result {
    lw_routes *routes;
    lw_route_log *log;
    lw_report *report;
} lw_result;

static void count_rounds(void *context, const lw_progress *progress)
{
    *(uint32_t *)context += progress->net == NULL;
}

static lw_result route(lw_board *board, lw_strategy strategy)
{
    lw_route_options options = lw_route_options_default();
    uint32_t rounds = 0;
    options.strategy = strategy;
    options.progress = count_rounds;
    options.context = &rounds;
    lw_result result;
    lw_board_finish(board);
    cr_assert_eq(lw_route(board, &options, &result.routes, &result.log, NULL), LW_OK);
    cr_assert_eq(lw_check(board, result.routes, NULL, &result.report, NULL), LW_OK);
    cr_expect_eq(result.report->violations, 0);
    cr_expect_eq(result.report->open, result.log->open_connections);
    cr_expect_eq(result.log->rounds, rounds, "%u rounds, %u told", result.log->rounds, rounds);
    return result;
}

static void drop(lw_board *board, lw_result *result)
{
    lw_report_free(result->report);
    lw_route_log_free(result->log);
    lw_routes_free(result->routes);
    lw_board_free(board);
}

Test(planes, join_plated_holes_without_a_track)
{
    for (int strategy = 0; strategy < LW_STRATEGY_COUNT; strategy++) {
        lw_board *board = make_board(4, 1, 40 * MM, 20 * MM);
        add_plane(board, 0, LW_LAYER(1), (lw_box){0, 0, 40 * MM, 20 * MM});
        close_layers(board, LW_LAYER(1));
        for (int i = 0; i < 3; i++)
            make_round_pad(board, 0, 15, (lw_point){(5 + 15 * i) * MM, 10 * MM}, MM, 2 * MM);
        lw_result result = route(board, (lw_strategy)strategy);
        cr_expect_eq(result.report->open, 0);
        cr_expect_eq(result.routes->tracks.count, 0);
        cr_expect_eq(result.routes->vias.count, 0);
        drop(board, &result);
    }
    lw_test_no_leaks();
}

/* Each of six pads on both sides needs a via of its own: it is at least 0.5 + 0.35 mm away from the
 * pad's centre, and a track of 1.5 mm is enough to reach it. */
Test(planes, join_surface_pads_by_a_via_beside_each)
{
    lw_board *board = make_board(4, 2, 60 * MM, 20 * MM);
    add_plane(board, 0, LW_LAYER(1), (lw_box){0, 0, 60 * MM, 20 * MM});
    close_layers(board, LW_LAYER(1) | LW_LAYER(2));
    for (int i = 0; i < 6; i++)
        make_rectangle_pad(board, 0, i % 2 ? 1 : 8, (lw_point){(5 + 10 * i) * MM, 10 * MM}, MM, MM);
    make_round_pad(board, 1, 15, (lw_point){2 * MM, 3 * MM}, MM, 2 * MM);
    make_round_pad(board, 1, 15, (lw_point){58 * MM, 3 * MM}, MM, 2 * MM);
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 0);
    cr_expect_eq(result.report->nets[0].vias, 6);
    cr_expect_gt(result.report->nets[0].length, 6 * 800000);
    cr_expect_lt(result.report->nets[0].length, 6 * 1500000);
    cr_expect_eq(result.report->nets[1].vias, 0);
    for (uint32_t i = 0; i < result.routes->tracks.count; i++)
        cr_expect(result.routes->tracks.at[i].layer % 3 == 0, "none in the planes");
    drop(board, &result);
    lw_test_no_leaks();
}

/* The plane ends at 30 mm. The pad at 50 is joined by a track, to the via of the other pad or to
 * one of its own: not by a via where the plane is not. */
Test(planes, are_reached_only_where_they_are)
{
    lw_board *board = make_board(4, 1, 60 * MM, 20 * MM);
    add_plane(board, 0, LW_LAYER(1), (lw_box){0, 0, 30 * MM, 20 * MM});
    close_layers(board, LW_LAYER(1) | LW_LAYER(2));
    make_round_pad(board, 0, 15, (lw_point){5 * MM, 10 * MM}, MM, 2 * MM);
    make_rectangle_pad(board, 0, 1, (lw_point){50 * MM, 10 * MM}, MM, MM);
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 0);
    cr_expect_eq(result.report->vias, 1);
    cr_expect_gt(result.report->length, 20 * MM);
    cr_expect_lt(result.report->length, 21 * MM);
    drop(board, &result);
    lw_test_no_leaks();
}

/* Two planes over each other, one net each, two pads each: one via a pad. */
Test(planes, of_two_nets_keep_them_apart)
{
    lw_board *board = make_board(4, 2, 60 * MM, 20 * MM);
    for (int net = 0; net < 2; net++) {
        add_plane(board, net, LW_LAYER(1 + net), (lw_box){0, 0, 60 * MM, 20 * MM});
        for (int i = 0; i < 2; i++)
            make_rectangle_pad(board, net, 1, (lw_point){(10 + 40 * i) * MM, (8 + 4 * net) * MM},
                               MM, MM);
    }
    close_layers(board, LW_LAYER(1) | LW_LAYER(2));
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 0);
    cr_expect_eq(result.report->nets[0].vias, 2);
    cr_expect_eq(result.report->nets[1].vias, 2);
    drop(board, &result);
    lw_test_no_leaks();
}

/* Both nets' pads are on the bottom alone, where a's plane is: b's only way cuts it in two, so that
 * a's pads, which the plane joined before, need a way around by two vias. */
Test(planes, are_joined_again_when_a_track_cuts_them)
{
    lw_board *board = make_board(2, 2, 40 * MM, 20 * MM);
    add_plane(board, 0, LW_LAYER(1), (lw_box){0, 0, 40 * MM, 20 * MM});
    make_rectangle_pad(board, 0, 2, (lw_point){10 * MM, 10 * MM}, MM, MM);
    make_rectangle_pad(board, 0, 2, (lw_point){30 * MM, 10 * MM}, MM, MM);
    make_rectangle_pad(board, 1, 2, (lw_point){20 * MM, MM}, MM, MM);
    make_rectangle_pad(board, 1, 2, (lw_point){20 * MM, 19 * MM}, MM, MM);
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 0);
    cr_expect_eq(result.report->nets[0].vias, 2);
    cr_expect_eq(result.report->nets[1].vias, 0);
    cr_expect_lt(result.report->nets[0].length, 22 * MM);
    drop(board, &result);
    lw_test_no_leaks();
}

/* The same with one layer: the second net's track leaves no way around. */
Test(planes, that_are_cut_for_good_count_as_open)
{
    lw_board *board = make_board(1, 2, 40 * MM, 20 * MM);
    add_plane(board, 0, LW_LAYER(0), (lw_box){0, 0, 40 * MM, 20 * MM});
    make_rectangle_pad(board, 0, 1, (lw_point){10 * MM, 10 * MM}, MM, MM);
    make_rectangle_pad(board, 0, 1, (lw_point){30 * MM, 10 * MM}, MM, MM);
    *lw_list_add(board->arena, &board->tracks) =
        (lw_track){.net = 1, .width = 250000, .ends = {{20 * MM, MM / 2}, {20 * MM, 39 * MM / 2}}};
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 1);
    cr_assert_eq(result.log->open.count, 1);
    cr_expect_eq(result.log->open.at[0].net, 0);
    drop(board, &result);
    lw_test_no_leaks();
}

/* Each net's pads are at opposite edges, so that one is open whatever is tried: first to join the
 * pieces of the plane, then to begin with tracks for both. Those rounds count as well. */
Test(planes, that_are_cut_by_the_run_for_good_count_as_open)
{
    lw_board *board = make_board(1, 2, 40 * MM, 20 * MM);
    add_plane(board, 0, LW_LAYER(0), (lw_box){0, 0, 40 * MM, 20 * MM});
    make_rectangle_pad(board, 0, 1, (lw_point){MM / 2, 10 * MM}, MM, MM);
    make_rectangle_pad(board, 0, 1, (lw_point){79 * MM / 2, 10 * MM}, MM, MM);
    make_rectangle_pad(board, 1, 1, (lw_point){20 * MM, MM / 2}, MM, MM);
    make_rectangle_pad(board, 1, 1, (lw_point){20 * MM, 39 * MM / 2}, MM, MM);
    lw_result result = route(board, LW_NEGOTIATED);
    cr_expect_eq(result.report->open, 1);
    cr_expect_gt(result.log->rounds, 2);
    drop(board, &result);
    lw_test_no_leaks();
}
