#include <criterion/criterion.h>

#include "board/links.h"
#include "board/make.h"
#include "check_leaks.h"

static uint32_t add_area(lw_board *board, lw_net_id net, lw_layers layers, lw_nm low, lw_nm high,
                         bool cutout)
{
    const lw_point corners[] = {{low, low}, {high, low}, {high, high}, {low, high}};
    *lw_list_add(board->arena, &board->pours) =
        (lw_pour){.net = net,
                  .layers = layers,
                  .shape = make_shape(board, corners, 4, true, 0),
                  .cutout = cutout};
    return board->pours.count - 1;
}

Test(links, knows_pours_and_jumpers_by_net)
{
    lw_board *board = make_board(2);
    lw_net_id a = make_net(board, "A"), b = make_net(board, "B"), c = make_net(board, "C");
    add_area(board, b, 1, 0, 10, false);
    add_area(board, a, 1, 0, 10, true);
    add_area(board, a, 1, 0, 10, false);
    add_area(board, LW_NO_NET, 1, 0, 10, false);
    add_area(board, b, 2, 0, 10, false);
    *lw_list_add(board->arena, &board->jumpers) = (lw_jumper){.net = c};
    *lw_list_add(board->arena, &board->jumpers) = (lw_jumper){.net = a};
    lw_links *links = lw_links_new(board);
    cr_assert_eq(lw_links_pours(links, a).count, 1);
    cr_expect_eq(lw_links_pours(links, a).at[0], 2);
    cr_assert_eq(lw_links_pours(links, b).count, 2);
    cr_expect_eq(lw_links_pours(links, b).at[0], 0);
    cr_expect_eq(lw_links_pours(links, b).at[1], 4);
    cr_expect_eq(lw_links_pours(links, c).count, 0);
    cr_expect_eq(lw_links_pours(links, LW_NO_NET).count, 0);
    cr_assert_eq(lw_links_jumpers(links, a).count, 1);
    cr_expect_eq(lw_links_jumpers(links, a).at[0], 1);
    cr_assert_eq(lw_links_jumpers(links, c).count, 1);
    cr_expect_eq(lw_links_jumpers(links, c).at[0], 0);
    cr_expect_eq(lw_links_jumpers(links, b).count, 0);
    lw_links_free(links);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(links, a_pour_reaches_its_area_without_what_stays_free)
{
    lw_board *board = make_board(2);
    lw_net_id net = make_net(board, "A");
    uint32_t pour = add_area(board, net, 3, 0, 100, false);
    add_area(board, LW_NO_NET, 1, 40, 60, true);
    add_area(board, LW_NO_NET, 2, 50, 80, true);
    lw_links *links = lw_links_new(board);
    static const struct {
        lw_nm x, y;
        lw_layers asked, reached;
    } table[] = {
        {10, 10, 3, 3}, {10, 10, 2, 2}, {10, 10, 4, 0}, {101, 10, 3, 0}, {100, 10, 3, 3},
        {45, 45, 3, 2}, {40, 40, 3, 2}, {55, 55, 3, 0}, {55, 55, 1, 0},  {70, 70, 3, 1},
        {45, 39, 3, 3}, {80, 80, 3, 1}, {81, 81, 3, 3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_point at = {table[i].x, table[i].y};
        cr_expect_eq(lw_pour_reach(links, pour, table[i].asked, at), table[i].reached, "%d, %d",
                     at.x, at.y);
    }
    lw_links_free(links);
    lw_board_free(board);
}

Test(links, a_pour_joins_a_track_by_any_of_its_points)
{
    lw_board *board = make_board(1);
    lw_net_id net = make_net(board, "A");
    uint32_t pour = add_area(board, net, 1, 0, 100, false);
    const lw_point arc[] = {{-50, -50}, {50, 50}, {150, -50}};
    lw_track *track = lw_list_add(board->arena, &board->tracks);
    *track = (lw_track){.net = net, .width = 10, .ends = {{-50, 50}, {150, 50}}};
    lw_item item = {.kind = LW_ITEM_TRACK, .net = net, .layers = 1};
    lw_links *links = lw_links_new(board);
    cr_expect_not(lw_pour_joins(links, pour, &item, NULL), "it only passes");
    track->ends[1].x = 100;
    cr_expect(lw_pour_joins(links, pour, &item, NULL));
    track->ends[1].x = 150;
    track->arc = arc;
    track->arc_count = 3;
    cr_expect(lw_pour_joins(links, pour, &item, NULL));
    lw_item pad = {.kind = LW_ITEM_PAD, .net = net, .layers = 1, .at = {101, 0}};
    cr_expect_not(lw_pour_joins(links, pour, &pad, NULL));
    pad.at.x = 100;
    cr_expect(lw_pour_joins(links, pour, &pad, NULL));
    pad.kind = LW_ITEM_HOLE;
    cr_expect_not(lw_pour_joins(links, pour, &pad, NULL));
    lw_links_free(links);
    lw_board_free(board);
}
