#include <criterion/criterion.h>

#include "board/make.h"
#include "check_leaks.h"
#include "random.h"

/* ---- finishing ---- */

Test(finish, sorts_the_pads_of_nets_and_takes_each_once)
{
    lw_board *board = make_board(1);
    lw_net_id net = make_net(board, "A");
    static const uint32_t given[] = {5, 2, 9, 2, 5, 5, 0}, expected[] = {0, 2, 5, 9};
    for (int i = 0; i < 10; i++)
        make_pad(board, LW_NO_NET, 1000 * i, 0, 10, 1);
    for (int i = 0; i < 7; i++)
        *lw_list_add(board->arena, &board->nets.at[net].pads) = given[i];
    make_net(board, "EMPTY");
    lw_board_finish(board);
    cr_assert_eq(board->nets.at[net].pads.count, 4);
    cr_expect_arr_eq(board->nets.at[net].pads.at, expected, sizeof expected);
    lw_board_free(board);
}

/*
 * Pads of radius 100 at 0 (net A), 1000 (net A), 2000 (net B), 3000 (no net), 4000 (no net); pieces
 * of copper are segments of radius 50 on the layer, 900 apart from the edge of a pad at their side.
 */
static const struct {
    const char *name;
    struct {
        lw_nm x1, y1, x2, y2;
        lw_layers layers;
    } pieces[3];
    uint32_t pieces_of_pad[5];
    uint32_t left;      /* that stay plain */
    uint32_t nets_left; /* nets of the first of them */
} heaps[] = {
    {"touching nothing", {{0, 500, 0, 600, 1}}, {0}, 1, 0},
    {"touching one pad", {{0, 0, 0, 600, 1}}, {1}, 0, 0},
    {"a nanometre from a pad", {{0, 151, 0, 600, 1}}, {0}, 1, 0},
    {"just touching a pad", {{0, 150, 0, 600, 1}}, {1}, 0, 0},
    {"over a pad on the other layer", {{0, 0, 0, 600, 2}}, {0}, 1, 0},
    {"touching two pads of one net", {{0, 0, 1000, 0, 1}}, {1}, 0, 0},
    {"touching pads of two nets", {{1000, 0, 2000, 0, 1}}, {0}, 1, 2},
    {"touching a pad without a net", {{3000, 0, 3000, 500, 1}}, {0, 0, 0, 1}, 0, 0},
    {"touching two pads without a net", {{3000, 0, 4000, 0, 1}}, {0, 0, 0, 1}, 0, 0},
    {"touching a net and none", {{2000, 0, 3000, 0, 1}}, {0, 0, 1}, 0, 0},
    {"touching each other and a pad",
     {{0, 0, 0, 300, 1}, {0, 400, 0, 700, 1}, {0, 799, 500, 799, 3}},
     {3},
     0,
     0},
    {"in line, but not touching", {{0, 0, 0, 300, 1}, {0, 401, 0, 700, 1}}, {1}, 1, 0},
    {"joining two nets together",
     {{1000, 0, 1000, 300, 1}, {2000, 0, 2000, 300, 1}, {1000, 300, 2000, 300, 1}},
     {0},
     3,
     2},
    {"on two layers, crossing", {{0, 0, 0, 300, 1}, {-200, 300, 200, 300, 2}}, {1}, 1, 0},
};

Test(finish, gives_plain_copper_to_the_pads_it_touches)
{
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
        lw_board *board = make_board(2);
        lw_net_id a = make_net(board, "A"), b = make_net(board, "B");
        const lw_net_id nets[] = {a, a, b, LW_NO_NET, LW_NO_NET};
        for (int k = 0; k < 5; k++)
            make_pad(board, nets[k], 1000 * k, 0, 100, 1);
        for (int k = 0; k < 3 && heaps[i].pieces[k].layers; k++)
            make_plain_copper(board, heaps[i].pieces[k].layers,
                              make_segment(board, heaps[i].pieces[k].x1, heaps[i].pieces[k].y1,
                                           heaps[i].pieces[k].x2, heaps[i].pieces[k].y2, 50));
        lw_board_finish(board);
        for (int k = 0; k < 5; k++)
            cr_expect_eq(board->pads.at[k].copper.count, 1 + heaps[i].pieces_of_pad[k],
                         "%s: pad %d has %u", heaps[i].name, k, board->pads.at[k].copper.count);
        cr_expect_eq(board->copper.count, heaps[i].left, "%s", heaps[i].name);
        for (uint32_t k = 0; k < board->copper.count; k++) {
            cr_expect_eq(board->copper.at[k].nets.count, heaps[i].nets_left, "%s", heaps[i].name);
            for (uint32_t n = 0; n < board->copper.at[k].nets.count; n++)
                cr_expect_eq(board->copper.at[k].nets.at[n], (lw_net_id)n);
        }
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(finish, adds_the_layers_of_copper_that_a_pad_takes)
{
    lw_board *board = make_board(3);
    make_pad(board, make_net(board, "A"), 0, 0, 100, 1);
    make_plain_copper(board, 5, make_segment(board, 0, 0, 500, 0, 50));
    lw_board_finish(board);
    cr_expect_eq(board->pads.at[0].layers, 5);
    lw_board_free(board);
}

/* Lettering of thousands of strokes: must be no matter of the square of their number. */
Test(finish, is_quick_with_much_lettering, .timeout = 120)
{
    lw_board *board = make_board(2);
    lw_net_id net = make_net(board, "A");
    for (int i = 0; i < 200; i++)
        make_pad(board, net, 400000 * i, 0, 100, 1);
    for (int i = 0; i < 20000; i++)
        make_plain_copper(board, 1,
                          make_segment(board, 4000 * i, 3000, 4000 * i + 1000, 9000, 500));
    for (int i = 0; i < 20000; i++)
        make_plain_copper(board, 1, make_segment(board, i * 10, 50000, i * 10 + 10, 50000, 50));
    lw_board_finish(board);
    cr_expect_eq(board->copper.count, 40000);
    lw_board_free(board);
}

/* ---- routes and items ---- */

static lw_board *board_with_everything(void)
{
    lw_board *board = make_board(2);
    lw_net_id net = make_net(board, "A");
    make_pad(board, net, 0, 0, 100, 3);
    board->pads.at[0].drill = 80;
    *lw_list_add(board->arena, &board->pads.at[0].copper) =
        (lw_copper){2, make_segment(board, 0, 0, 9, 0, 7)};
    for (int i = 0; i < 3; i++) {
        lw_track *track = lw_list_add(board->arena, &board->tracks);
        track->net = net;
        track->layer = 1;
        track->width = 10;
        track->locked = i == 1;
        lw_via *via = lw_list_add(board->arena, &board->vias);
        via->net = net;
        via->at = (lw_point){i, i};
        via->diameter = 20;
        via->drill = 8;
        via->layers = 3;
        via->locked = i == 2;
    }
    make_plain_copper(board, 2, make_spot(board, 7000, 0, 5));
    lw_list_add(board->arena, &board->holes)->shape = make_spot(board, 8000, 0, 5);
    const lw_point loop[] = {{0, 0}, {900, 0}, {900, 500}};
    *lw_list_add(board->arena, &board->outline) = make_shape(board, loop, 3, true, 2);
    *lw_list_add(board->arena, &board->edges) = make_shape(board, loop, 3, false, 3);
    lw_keepout *keepout = lw_list_add(board->arena, &board->keepouts);
    keepout->layers = 1;
    keepout->shape = make_shape(board, loop, 3, true, 0);
    return board;
}

static void expect_kinds(const lw_item_list *items, const char *expected)
{
    static const char letter[] = "PTVCHEK";
    char text[100];
    uint32_t n = 0;
    for (uint32_t i = 0; i < items->count; i++) {
        if (items->at[i].added)
            text[n++] = '+';
        text[n++] = letter[items->at[i].kind];
        text[n++] = (char)('0' + items->at[i].index);
    }
    text[n] = '\0';
    cr_expect_str_eq(text, expected);
}

Test(items, are_all_there_in_a_fixed_order)
{
    lw_board *board = board_with_everything();
    lw_item_list items = lw_items_new(board, NULL);
    expect_kinds(&items, "P0P0T0T1T2V0V1V2C0H0E0E0E0E1E1K0");
    const lw_item *at = items.at;
    cr_expect(at[0].net == 0 && at[0].layers == 3 && at[0].drill == 80 && at[0].at.x == 0);
    cr_expect(at[1].layers == 2 && at[1].shape.radius == 7);
    cr_expect(at[2].net == 0 && at[2].layers == 2 && at[2].shape.radius == 5);
    cr_expect(at[7].layers == 3 && at[7].drill == 8 && at[7].at.x == 2);
    cr_expect(at[8].net == LW_NO_NET && at[8].layers == 2);
    cr_expect(at[9].net == LW_NO_NET && at[9].layers == 3);
    cr_expect(at[15].layers == 1 && at[15].shape.filled);
    lw_items_free(&items);
    cr_expect_null(items.at);
    lw_items_free(&items);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(items, are_the_segments_of_loops_and_edge_lines)
{
    lw_board *board = board_with_everything();
    lw_item_list items = lw_items_new(board, NULL);
    static const lw_nm expected[][5] = {{0, 0, 900, 0, 2},
                                        {900, 0, 900, 500, 2},
                                        {900, 500, 0, 0, 2},
                                        {0, 0, 900, 0, 3},
                                        {900, 0, 900, 500, 3}};
    for (uint32_t i = 0; i < 5; i++) {
        const lw_item *item = &items.at[10 + i];
        const lw_point *p = item->shape.points;
        cr_expect(item->shape.count == 2 && !item->shape.filled && item->layers == 3);
        cr_expect(p[0].x == expected[i][0] && p[0].y == expected[i][1] &&
                      p[1].x == expected[i][2] && p[1].y == expected[i][3] &&
                      item->shape.radius == expected[i][4],
                  "segment %u", i);
    }
    lw_items_free(&items);
    lw_board_free(board);
}

Test(items, leave_out_what_was_ripped_up_and_add_what_was_routed)
{
    lw_board *board = board_with_everything();
    lw_routes *routes = lw_routes_rip_up(board);
    lw_track *track = lw_list_add(routes->arena, &routes->tracks);
    track->net = 0;
    lw_list_add(routes->arena, &routes->vias)->layers = 1;
    lw_item_list items = lw_items_new(board, routes);
    expect_kinds(&items, "P0P0T1V2C0H0E0E0E0E1E1K0+T0+V0");
    lw_items_free(&items);
    lw_routes_free(routes);

    routes = lw_routes_new(board);
    items = lw_items_new(board, routes);
    expect_kinds(&items, "P0P0T0T1T2V0V1V2C0H0E0E0E0E1E1K0");
    lw_items_free(&items);
    lw_routes_free(routes);
    lw_routes_free(NULL);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(items, have_the_clearances_of_their_kind)
{
    cr_expect_eq(lw_item_clearance_kind(LW_ITEM_PAD), LW_PAD);
    cr_expect_eq(lw_item_clearance_kind(LW_ITEM_VIA), LW_VIA);
    cr_expect_eq(lw_item_clearance_kind(LW_ITEM_TRACK), LW_TRACK);
    cr_expect_eq(lw_item_clearance_kind(LW_ITEM_COPPER), LW_TRACK);
}
