#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/ways.h"

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
