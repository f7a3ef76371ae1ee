#include "scene.h"

#define TOP LW_LAYER(0)

static void pads_at(lw_board *board, lw_net_id net, const lw_point *at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        round_pad(board, net, at[i], MM(0.5), TOP);
}

static uint32_t open_of(const lw_board *board, const lw_routes *routes, bool pours)
{
    lw_report *report = judge_with(board, routes, pours);
    uint32_t open = report->open;
    lw_report_free(report);
    return open;
}

Test(check, a_net_is_routed_when_all_its_pads_hang_together)
{
    /* Three pads in a row; the tracks meet at the middle one. */
    lw_board *board = new_board(2);
    pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(20), MM(10)), P(MM(30), MM(10))}, 3);
    lw_routes *routes = lw_routes_new(board);
    lw_report *report = judge(board, routes);
    cr_expect_eq(report->connections, 2);
    cr_expect_eq(report->open, 2);
    cr_expect_eq(report->open_nets, 1);
    cr_expect_eq(report->nets[GND].groups, 3);
    cr_expect_eq(report->nets[GND].open_pads.count, 2);
    cr_expect_eq(report->nets[VCC].groups, 0);
    lw_report_free(report);

    new_track(routes, track_of(GND, 0, MM(0.2), P(MM(20), MM(10)), P(MM(30), MM(10))));
    report = judge(board, routes);
    cr_expect_eq(report->open, 1);
    cr_expect_eq(report->nets[GND].open_pads.count, 1);
    cr_expect_eq(report->nets[GND].open_pads.at[0], 0, "the first pad hangs on none of the others");
    cr_assert_eq(report->ratsnest.count, 1);
    cr_expect_eq(report->ratsnest.at[0].net, GND);
    cr_expect_eq(report->ratsnest.at[0].a.x + report->ratsnest.at[0].b.x, MM(30));
    lw_report_free(report);

    new_track(routes, track_of(GND, 0, MM(0.2), P(MM(10), MM(10)), P(MM(20), MM(10))));
    report = judge(board, routes);
    cr_expect_eq(report->open, 0);
    cr_expect_eq(report->open_nets, 0);
    cr_expect_eq(report->nets[GND].groups, 1);
    cr_expect_eq(report->ratsnest.count, 0);
    cr_expect_eq(report->length, MM(20));
    cr_expect_eq(report->nets[GND].length, MM(20));
    cr_expect_eq(report->tracks, 2);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    no_leaks();
}

/* Seen elsewhere: a clean-up pass removes a via and leaves the net on two layers. */
Test(check, layers_are_joined_by_vias_and_drilled_pads_alone)
{
    enum { VIA = 1, DRILLED = 2 };
    for (int how = 0; how < 3; how++) {
        lw_board *board = new_board(2);
        round_pad(board, GND, P(MM(10), MM(10)), MM(0.5), LW_LAYER(0));
        round_pad(board, GND, P(MM(30), MM(10)), MM(0.5), LW_LAYER(1));
        old_track(board, track_of(GND, 0, MM(0.2), P(MM(10), MM(10)), P(MM(20), MM(10))));
        old_track(board, track_of(GND, 1, MM(0.2), P(MM(20), MM(10)), P(MM(30), MM(10))));
        if (how == VIA)
            old_via(board, via_of(board, GND, P(MM(20), MM(10)), MM(0.8), MM(0.4)));
        if (how == DRILLED)
            drilled_pad(board, GND, P(MM(20), MM(10)), MM(0.8), MM(0.4));
        cr_expect_eq(open_of(board, NULL, false), how == 0, "how %d", how);
        lw_board_free(board);
    }
}

Test(check, a_blind_via_joins_only_the_layers_it_reaches)
{
    for (uint32_t layer = 0; layer < 4; layer++) {
        lw_board *board = new_board(4);
        round_pad(board, GND, P(MM(10), MM(10)), MM(0.5), LW_LAYER(1));
        round_pad(board, GND, P(MM(10), MM(10)), MM(0.5), LW_LAYER(layer));
        lw_via via = via_of(board, GND, P(MM(10), MM(10)), MM(0.8), MM(0.4));
        via.layers = LW_LAYER(1) | LW_LAYER(2);
        old_via(board, via);
        cr_expect_eq(open_of(board, NULL, false), layer != 1 && layer != 2, "layer %u", layer);
        lw_board_free(board);
    }
}

Test(check, copper_of_another_net_joins_nothing)
{
    lw_board *board = new_board(1);
    pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(30), MM(10))}, 2);
    old_track(board, track_of(VCC, 0, MM(0.2), P(MM(10), MM(10)), P(MM(30), MM(10))));
    cr_expect_eq(open_of(board, NULL, false), 1);
    lw_board_free(board);
}

Test(check, copper_is_joined_where_it_overlaps_and_a_mere_touch_is_not_relied_on)
{
    static const struct {
        lw_point a, b;
        bool joined;
    } cases[] = {
        {{MM(20), MM(10)}, {MM(20), MM(30)}, true},     /* T: ends on the centre line */
        {{MM(20), MM(11) - 1}, {MM(20), MM(30)}, true}, /* T: a nanometre of overlap */
        {{MM(20), MM(11)}, {MM(20), MM(30)}, false},    /* T: rims touch */
        {{MM(20), MM(5)}, {MM(20), MM(30)}, true},      /* X: crosses and goes on */
        {{MM(30), MM(10)}, {MM(30), MM(30)}, true},     /* L: end to end */
        {{MM(15), MM(11) - 1}, {MM(25), MM(11)}, true}, /* side by side */
        {{MM(15), MM(11)}, {MM(25), MM(11)}, false},
        {{MM(8.5) - 1, MM(5)}, {MM(8.5), MM(15)}, false}, /* past the first pad */
        {{MM(8.5) + 2, MM(5)}, {MM(8.5) + 2, MM(15)}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(1);
        round_pad(board, GND, P(MM(10), MM(10)), MM(1), TOP);
        round_pad(board, GND, cases[i].b, MM(0.05), TOP);
        old_track(board, track_of(GND, 0, MM(1), P(MM(10), MM(10)), P(MM(30), MM(10))));
        old_track(board, track_of(GND, 0, MM(1), cases[i].a, cases[i].b));
        cr_expect_eq(open_of(board, NULL, false), !cases[i].joined, "case %zu", i);
        lw_board_free(board);
    }
}

Test(check, pads_of_a_net_are_joined_when_they_overlap)
{
    for (lw_nm off = -1; off <= 1; off++) {
        lw_board *board = new_board(1);
        pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(11) + off, MM(10))}, 2);
        box_pad(board, VCC, P(MM(50), MM(50)), P(MM(52), MM(52)), TOP);
        box_pad(board, VCC, P(MM(51), MM(51)), P(MM(53), MM(53)), TOP);
        cr_expect_eq(open_of(board, NULL, false), off >= 0 ? 1u : 0u, "%d nm", off);
        lw_board_free(board);
    }
}

Test(check, shapes_of_a_pad_are_one_piece_of_copper)
{
    lw_board *board = new_board(2);
    uint32_t pad = bare_pad(board, GND, P(MM(10), MM(10)), 0);
    lw_point left = P(MM(10), MM(10)), right = P(MM(20), MM(10));
    pad_shape(board, pad, LW_LAYER(0), shape_of(board, &left, 1, false, MM(0.5)));
    pad_shape(board, pad, LW_LAYER(1), shape_of(board, &right, 1, false, MM(0.5)));
    round_pad(board, GND, left, MM(0.5), LW_LAYER(0));
    round_pad(board, GND, right, MM(0.5), LW_LAYER(1));
    cr_expect_eq(open_of(board, NULL, false), 0);
    lw_board_free(board);
}

Test(check, a_jumper_joins_what_lies_at_its_ends)
{
    for (uint32_t off = 0; off <= 1; off++) {
        lw_board *board = new_board(1);
        pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(30), MM(10))}, 2);
        round_pad(board, VCC, P(MM(30), MM(10)), MM(0.1), TOP);
        *lw_list_add(board->arena, &board->jumpers) =
            (lw_jumper){.net = GND, .ends = {P(MM(10.5) + (lw_nm)off, MM(10)), P(MM(30), MM(10))}};
        lw_report *report = judge(board, NULL);
        cr_expect_eq(report->open, off, "%u nm off the rim", off);
        cr_expect_eq(report->jumpers, 1);
        lw_report_free(report);
        lw_board_free(board);
    }
}

/* Seen elsewhere: a pad that was dropped made 17 of 17 out of 17 of 23. */
Test(check, pads_that_nothing_can_reach_are_counted)
{
    lw_board *board = new_board(1);
    pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(-20), MM(10))}, 2); /* off the board */
    bare_pad(board, GND, P(MM(50), MM(50)), 0);                                  /* no copper */
    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->nets[GND].pads, 3);
    cr_expect_eq(report->connections, 2);
    cr_expect_eq(report->open, 2);
    lw_report_free(report);
    lw_board_free(board);
}

static void add_pour(lw_board *board, lw_net_id net, lw_layers layers, lw_nm low, lw_nm high,
                     bool cutout)
{
    lw_point corners[] = {P(low, low), P(high, low), P(high, high), P(low, high)};
    *lw_list_add(board->arena, &board->pours) =
        (lw_pour){.net = net,
                  .layers = layers,
                  .shape = shape_of(board, corners, 4, true, 0),
                  .cutout = cutout};
}

Test(check, a_pour_joins_only_when_asked_and_only_what_it_covers)
{
    /* Pads at 10, 20, 30, 40 mm; the pour covers the first three, a hole in it the third. */
    lw_board *board = new_board(2);
    for (int i = 1; i <= 4; i++)
        round_pad(board, GND, P(MM(10 * i), MM(10 * i)), MM(0.5), TOP);
    round_pad(board, GND, P(MM(11), MM(15)), MM(0.5), LW_LAYER(1)); /* other layer */
    round_pad(board, VCC, P(MM(15), MM(15)), MM(0.5), TOP);         /* other net */
    round_pad(board, VCC, P(MM(15), MM(12)), MM(0.5), TOP);
    add_pour(board, GND, TOP, MM(9), MM(31), false);
    add_pour(board, VCC, LW_LAYER(1), MM(10), MM(11), true); /* other layer: no matter */
    add_pour(board, VCC, TOP, MM(29), MM(35), true);

    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->nets[GND].groups, 5);
    cr_expect_eq(report->poured_nets, 1);
    cr_expect(report->nets[GND].poured);
    cr_expect_not(report->nets[VCC].poured, "a cut-out is no pour");
    cr_expect_not(report->nets[GND].joined_by_pour);
    lw_report_free(report);

    report = judge_with(board, NULL, true);
    cr_expect_eq(report->nets[GND].groups, 4, "the first two are joined");
    cr_expect_eq(report->nets[VCC].groups, 2);
    lw_report_free(report);
    lw_board_free(board);
}

Test(check, what_a_pour_would_join_is_told_either_way)
{
    for (int asked = 0; asked < 2; asked++) {
        lw_board *board = new_board(1);
        pads_at(board, GND, (lw_point[]){P(MM(10), MM(10)), P(MM(20), MM(20))}, 2);
        pads_at(board, VCC, (lw_point[]){P(MM(12), MM(15)), P(MM(12), MM(15))}, 2);
        add_pour(board, GND, TOP, MM(9), MM(21), false);
        add_pour(board, VCC, TOP, MM(9), MM(21), false);
        lw_report *report = judge_with(board, NULL, asked);
        cr_expect_eq(report->open, asked ? 0 : 1);
        cr_expect(report->nets[GND].joined_by_pour);
        cr_expect_not(report->nets[VCC].joined_by_pour, "joined without");
        cr_expect_eq(report->poured_nets, 2);
        lw_report_free(report);
        lw_board_free(board);
    }
}

Test(check, an_end_in_a_pour_dangles_unless_pours_count)
{
    for (int asked = 0; asked < 2; asked++) {
        lw_board *board = new_board(1);
        round_pad(board, GND, P(MM(5), MM(15)), MM(0.5), TOP);
        add_pour(board, GND, TOP, MM(9), MM(21), false);
        lw_routes *routes = lw_routes_new(board);
        new_track(routes, track_of(GND, 0, MM(0.2), P(MM(5), MM(15)), P(MM(15), MM(15))));
        lw_report *report = judge_with(board, routes, asked);
        cr_expect_eq(report->by_rule[LW_RULE_DANGLING], asked ? 0 : 1);
        lw_report_free(report);
        lw_routes_free(routes);
        lw_board_free(board);
    }
}

Test(check, what_a_run_made_is_counted_apart_from_what_is_there)
{
    lw_board *board = new_board(2);
    old_track(board, track_of(GND, 0, MM(0.2), P(MM(10), MM(10)), P(MM(13), MM(14))));
    old_track(board, track_of(GND, 0, MM(0.2), P(MM(40), MM(10)), P(MM(41), MM(10))));
    old_via(board, via_of(board, GND, P(MM(10), MM(10)), MM(0.8), MM(0.4)));
    lw_routes *routes = lw_routes_new(board);
    new_track(routes, track_of(GND, 1, MM(0.2), P(MM(10), MM(10)), P(MM(20), MM(10))));
    new_via(routes, via_of(board, GND, P(MM(20), MM(10)), MM(0.8), MM(0.4)));
    routes->track_gone = LW_NEW_MANY(routes->arena, bool, board->tracks.count);
    routes->track_gone[1] = true;

    lw_report *report = judge(board, routes);
    cr_expect_eq(report->tracks, 2);
    cr_expect_eq(report->vias, 2);
    cr_expect_eq(report->length, MM(15));
    cr_expect_eq(report->nets[GND].vias, 1);
    cr_expect_eq(report->nets[GND].length, MM(10));
    lw_report_free(report);

    report = judge(board, NULL);
    cr_expect_eq(report->nets[GND].vias, 1);
    cr_expect_eq(report->nets[GND].length, MM(6));
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
}

Test(check, empty_boards_are_judged_too)
{
    lw_board *board = lw_board_new("empty", "", 0);
    lw_list_add(board->arena, &board->layers)->name = "top";
    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->connections, 0);
    cr_expect_eq(report->faults.count, 0);
    lw_report_free(report);
    lw_board_free(board);

    board = new_board(1);
    old_track(board, track_of(GND, 0, MM(0.2), P(MM(10), MM(10)), P(MM(13), MM(14))));
    report = judge(board, NULL);
    cr_expect_eq(report->connections, 0);
    cr_expect_eq(report->nets[GND].groups, 0);
    cr_expect_eq(report->length, MM(5));
    lw_report_free(report);
    lw_board_free(board);
    lw_report_free(NULL);
    no_leaks();
}

Test(check, a_net_of_thousands_of_pads_has_its_ratsnest_at_once)
{
    lw_board *board = new_board(1);
    for (uint32_t i = 0; i < 10000; i++)
        round_pad(board, GND,
                  P(MM(1) + (lw_nm)(i % 100) * 900000, MM(1) + (lw_nm)(i / 100) * 900000), 1000,
                  TOP);
    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->ratsnest.count, 9999);
    for (uint32_t i = 0; i < report->ratsnest.count; i++) {
        lw_ratline line = report->ratsnest.at[i];
        cr_assert_eq(lw_distance(line.a, line.b), 900000);
    }
    lw_report_free(report);
    lw_board_free(board);
}
