#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/ways.h"

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
