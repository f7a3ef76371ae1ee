/* All rules but clearance. */
#include "scene.h"

static void one_track(lw_board *board, lw_nm width, lw_point a, lw_point b)
{
    old_track(board, track_of(GND, 0, width, a, b));
}

Test(check, copper_keeps_from_the_edge_what_the_edge_rule_says)
{
    for (int off = -1; off <= 1; off++) {
        const char *told = off < 0 ? "edge" : "";
        lw_nm at = MM(1) + off; /* 0.5 mm rule, 0.5 mm radius */
        lw_board *board = new_board(1);
        board->rules.edge = MM(0.5);
        one_track(board, MM(1), P(at, MM(10)), P(at, MM(90)));
        expect_broken(board, NULL, told, "track, %+d nm", off);
        lw_board_free(board);

        board = new_board(1);
        board->rules.edge = MM(0.5);
        old_via(board, via_of(board, GND, P(MM(50), MM(100) - at), MM(1), MM(0.4)));
        expect_broken(board, NULL, told, "via, %+d nm", off);
        lw_board_free(board);

        board = new_board(1);
        board->rules.edge = MM(0.5);
        box_pad(board, GND, P(MM(0.5) + off, MM(5)), P(MM(2), MM(8)), LW_LAYER(0));
        lw_report *report = judge(board, NULL);
        cr_expect_eq(report->preexisting, off < 0, "pad, %+d nm", off);
        cr_expect_eq(report->violations, 0, "nobody routed the pad");
        lw_report_free(report);
        lw_board_free(board);
    }
}

Test(check, without_an_edge_rule_only_an_overlap_counts)
{
    for (int off = -1; off <= 0; off++) {
        lw_board *board = new_board(1);
        one_track(board, MM(1), P(MM(0.5) + off, MM(10)), P(MM(0.5) + off, MM(90)));
        expect_broken(board, NULL, off ? "edge" : "", "%+d nm", off);
        lw_board_free(board);
    }
}

/* Seen elsewhere: round cut-outs forgotten. */
Test(check, cut_outs_and_loose_edge_lines_are_edges_too)
{
    for (int off = -1; off <= 0; off++) {
        lw_board *board = new_board(2);
        board->rules.edge = MM(0.5);
        lw_point circle[200];
        uint32_t count = lw_circle_points(P(MM(50), MM(50)), MM(10), circle, 200);
        cr_assert(count > 8 && count <= 200);
        outline_of(board, circle, count);
        /* The first point of the circle is (60, 50) mm: the nearest to the via. */
        old_via(board, via_of(board, GND, P(MM(61) + off, MM(50)), MM(1), MM(0.4)));
        expect_broken(board, NULL, off ? "edge" : "", "cut-out, %+d nm", off);
        lw_board_free(board);

        board = new_board(2);
        board->rules.edge = MM(0.5);
        lw_point line[] = {P(MM(20), MM(20)), P(MM(30), MM(20)), P(MM(30), MM(30))};
        *lw_list_add(board->arena, &board->edges) = shape_of(board, line, 3, false, 0);
        old_via(board, via_of(board, GND, P(MM(31) + off, MM(25)), MM(1), MM(0.4)));
        expect_broken(board, NULL, off ? "edge" : "", "loose line, %+d nm", off);
        lw_board_free(board);
    }
}

Test(check, copper_off_the_board_is_outside_and_told_once)
{
    static const struct {
        lw_point at;
        const char *told;
    } cases[] = {
        {{MM(50), MM(50)}, "outside"}, /* in the cut-out */
        {{MM(30), MM(50)}, ""},
        {{MM(-1), MM(50)}, "outside"},
        {{MM(101), MM(50)}, "outside"},
        {{MM(50), MM(-900)}, "outside"},
        {{MM(50), MM(150)}, "outside"},
        {{MM(-5), MM(0)}, "outside"}, /* level with corners */
        {{MM(-5), MM(100)}, "outside"},
        {{MM(5), MM(40)}, ""},
        {{MM(5), MM(60)}, ""},
        {{MM(0), MM(50)}, "edge"}, /* on the outline: the edge's matter */
        {{MM(40), MM(50)}, "edge"},
        {{MM(100), MM(100)}, "edge"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(2);
        outline_of(board,
                   (lw_point[]){P(MM(40), MM(40)), P(MM(60), MM(40)), P(MM(60), MM(60)),
                                P(MM(40), MM(60))},
                   4);
        old_via(board, via_of(board, GND, cases[i].at, MM(1), MM(0.4)));
        expect_broken(board, NULL, cases[i].told, "case %zu", i);
        lw_board_free(board);
    }
}

/* Seen elsewhere: a straight segment leaves a concave board and comes back. */
Test(check, a_track_that_cuts_a_corner_of_a_concave_board_crosses_the_edge)
{
    /*  ##  ##
        ######   a U: the track runs from arm to arm */
    lw_board *board = bare_board(1);
    outline_of(board,
               (lw_point[]){P(0, 0), P(MM(30), 0), P(MM(30), MM(20)), P(MM(20), MM(20)),
                            P(MM(20), MM(10)), P(MM(10), MM(10)), P(MM(10), MM(20)), P(0, MM(20))},
               8);
    one_track(board, MM(1), P(MM(5), MM(15)), P(MM(25), MM(15)));
    expect_broken(board, NULL, "edge", "over the gap");
    one_track(board, MM(1), P(MM(5), MM(5)), P(MM(25), MM(5)));
    expect_broken(board, NULL, "edge", "and through the base");
    one_track(board, MM(1), P(MM(5), MM(5)), P(MM(15), MM(12)));
    expect_broken(board, NULL, "edge outside", "and into the gap");
    lw_board_free(board);
}

Test(check, a_board_without_an_outline_has_no_outside)
{
    lw_board *board = bare_board(1);
    one_track(board, MM(1), P(MM(-5), MM(15)), P(MM(25), MM(15)));
    expect_broken(board, NULL, "", "no loop at all");
    lw_board_free(board);
}

/* Seen elsewhere: a hole or slot that blocks nothing, in the tool and in its checker. */
Test(check, copper_keeps_from_holes_and_slots_without_copper)
{
    for (int off = -1; off <= 1; off++) {
        for (int milled = 0; milled < 2; milled++) {
            for (uint32_t layer = 0; layer < 4; layer++) {
                lw_board *board = new_board(4);
                board->rules.hole = MM(0.25);
                lw_point slot[] = {P(MM(20), MM(20)), P(MM(20), MM(30))};
                *lw_list_add(board->arena, &board->holes) =
                    (lw_hole){.shape = shape_of(board, slot, 2, false, MM(1)), .milled = milled};
                lw_nm x = MM(21.75) + off;
                old_track(board, track_of(GND, layer, MM(1), P(x, MM(5)), P(x, MM(80))));
                expect_broken(board, NULL, off < 0 ? "hole" : "", "slot, layer %u, %+d nm", layer,
                              off);
                lw_board_free(board);
            }
        }
        lw_board *board = new_board(2);
        board->rules.hole = MM(0.25);
        add_hole(board, P(MM(20), MM(20)), MM(1), true);
        old_via(board, via_of(board, GND, P(MM(20), MM(21.75) + off), MM(1), MM(0.4)));
        expect_broken(board, NULL, off < 0 ? "hole" : "", "via, %+d nm", off);
        lw_board_free(board);
    }
}

Test(check, a_ring_around_a_mounting_hole_was_there_before_and_a_pads_own_drill_is_no_such_hole)
{
    lw_board *board = new_board(2);
    board->rules.hole = MM(0.25);
    drilled_pad(board, GND, P(MM(20), MM(20)), MM(1), MM(1));
    expect_broken(board, NULL, "", "a plain pad");
    add_hole(board, P(MM(50), MM(50)), MM(1.6), true);
    round_pad(board, GND, P(MM(50), MM(50)), MM(3), LW_LAYER(0));
    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->violations, 0);
    cr_expect_eq(report->preexisting, 1);
    lw_report_free(report);
    lw_board_free(board);
}

/* Seen elsewhere: vias too close to each other's holes. */
Test(check, drills_keep_apart_also_within_one_net)
{
    for (int off = -1; off <= 1; off++) {
        for (int other = 0; other < 4; other++) {
            lw_board *board = new_board(2);
            board->rules.drill = MM(0.5);
            old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(0.6), MM(0.4)));
            lw_nm x = MM(20.9) + off; /* 0.2 mm + 0.5 mm + 0.2 mm */
            if (other == 0)
                old_via(board, via_of(board, GND, P(x, MM(20)), MM(0.6), MM(0.4)));
            else if (other == 1)
                drilled_pad(board, GND, P(x, MM(20)), MM(0.3), MM(0.4));
            else if (other == 2)
                add_hole(board, P(x, MM(20)), MM(0.2), false);
            else
                add_hole(board, P(x, MM(20)), MM(0.2), true); /* milled: no drill */
            expect_broken(board, NULL, off < 0 && other < 3 ? "hole-to-hole" : "",
                          "other %d, %+d nm", other, off);
            lw_board_free(board);
        }
    }
}

Test(check, two_drills_at_one_place_are_told_and_count_once_a_pad)
{
    lw_board *board = new_board(2);
    board->rules.drill = MM(0.1);
    uint32_t pad = drilled_pad(board, GND, P(MM(20), MM(20)), MM(0.5), MM(0.4));
    lw_point off = P(MM(21), MM(20));
    pad_shape(board, pad, LW_LAYER(0), shape_of(board, &off, 1, false, MM(0.3)));
    expect_broken(board, NULL, "", "two shapes, one drill");
    old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(1), MM(0.4)));
    expect_broken(board, NULL, "hole-to-hole", "a via in the pad's hole");
    lw_board_free(board);
}

Test(check, blind_vias_of_different_layers_may_lie_over_each_other)
{
    for (int shared = 0; shared < 2; shared++) {
        lw_board *board = new_board(4);
        board->rules.drill = MM(0.1);
        lw_via upper = via_of(board, GND, P(MM(20), MM(20)), MM(0.6), MM(0.4)), lower = upper;
        upper.layers = LW_LAYER(0) | LW_LAYER(1) | (shared ? LW_LAYER(2) : 0);
        lower.layers = LW_LAYER(2) | LW_LAYER(3);
        old_via(board, upper);
        old_via(board, lower);
        expect_broken(board, NULL, shared ? "hole-to-hole" : "", "shared %d", shared);
        lw_board_free(board);
    }
}

static const lw_point area[] = {
    {MM(20), MM(20)}, {MM(40), MM(20)}, {MM(40), MM(40)}, {MM(20), MM(40)}};

Test(check, keepouts_block_what_they_say_on_their_layers)
{
    for (int flags = 0; flags < 4; flags++) {
        bool tracks = flags & 1, vias = flags & 2;
        for (int off = -1; off <= 0; off++) {
            lw_nm x = MM(40.5) + off; /* overlaps by a nanometre, or touches */
            for (uint32_t layer = 0; layer < 2; layer++) {
                lw_board *board = new_board(2);
                add_keepout(board, LW_LAYER(1), area, 4, tracks, vias);
                old_track(board, track_of(GND, layer, MM(1), P(x, MM(5)), P(x, MM(90))));
                expect_broken(board, NULL, tracks && layer && off ? "keepout" : "",
                              "track, flags %d, layer %u, %d nm", flags, layer, off);
                lw_board_free(board);
            }
            lw_board *board = new_board(2);
            add_keepout(board, LW_LAYER(1), area, 4, tracks, vias);
            old_via(board, via_of(board, GND, P(x, MM(30)), MM(1), MM(0.4)));
            expect_broken(board, NULL, vias && off ? "keepout" : "", "via, flags %d, %d nm", flags,
                          off);
            lw_board_free(board);
        }
    }
}

Test(check, copper_inside_a_keepout_is_caught_without_touching_its_rim)
{
    lw_board *board = new_board(2);
    add_keepout(board, LW_LAYER(0), area, 4, true, true);
    one_track(board, MM(0.2), P(MM(29), MM(30)), P(MM(31), MM(30)));
    round_pad(board, GND, P(MM(30), MM(30)), MM(0.2), LW_LAYER(0)); /* pads are not meant */
    expect_broken(board, NULL, "keepout", "deep inside");
    lw_board_free(board);
}

Test(check, copper_wholly_inside_a_window_of_a_keepout_is_free)
{
    static const lw_point window[] = {
        {MM(25), MM(25)}, {MM(35), MM(25)}, {MM(35), MM(35)}, {MM(25), MM(35)}};
    static const struct {
        lw_point at;
        const char *told;
    } cases[] = {
        {{MM(30), MM(30)}, ""},
        {{MM(34.5), MM(30)}, ""}, /* touches the border from inside */
        {{MM(34.5) + 1, MM(30)}, "keepout"},
        {{MM(35), MM(30)}, "keepout"},
        {{MM(22), MM(30)}, "keepout"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(2);
        lw_keepout *keepout = add_keepout(board, LW_LAYER(0), area, 4, true, true);
        *lw_list_add(board->arena, &keepout->windows) = shape_of(board, window, 4, true, 0);
        old_via(board, via_of(board, GND, cases[i].at, MM(1), MM(0.4)));
        expect_broken(board, NULL, cases[i].told, "case %zu", i);
        lw_board_free(board);
    }
    lw_board *board = new_board(2);
    lw_keepout *keepout = add_keepout(board, LW_LAYER(0), area, 4, true, true);
    *lw_list_add(board->arena, &keepout->windows) = shape_of(board, window, 4, true, 0);
    one_track(board, MM(1), P(MM(30), MM(30)), P(MM(60), MM(30)));
    expect_broken(board, NULL, "keepout", "from the window out of the keepout");
    lw_board_free(board);
}

Test(check, tracks_and_vias_are_as_large_as_the_rules_say)
{
    for (int off = -1; off <= 1; off++) {
        const bool small = off < 0;
        lw_board *board = new_board(2);
        board->rules.min_width = 200000;
        one_track(board, 200000 + off, P(MM(10), MM(10)), P(MM(20), MM(10)));
        expect_broken(board, NULL, small ? "width" : "", "width, %+d nm", off);
        lw_board_free(board);

        board = new_board(2);
        board->rules.min_drill = 300000;
        old_via(board, via_of(board, GND, P(MM(20), MM(20)), MM(1), 300000 + off));
        expect_broken(board, NULL, small ? "drill" : "", "drill, %+d nm", off);
        lw_board_free(board);

        board = new_board(2);
        board->rules.min_ring = 150000;
        old_via(board, via_of(board, GND, P(MM(20), MM(20)), 700000 + off, 400000));
        lw_report *report = judge(board, NULL);
        cr_expect_eq(report->by_rule[LW_RULE_RING], small, "ring, %+d nm", off);
        if (small)
            cr_expect_eq(report->faults.at[0].actual, 149999);
        lw_report_free(report);
        lw_board_free(board);
    }
}

Test(check, new_tracks_have_the_width_of_their_class_and_old_ones_that_of_the_rules)
{
    for (int added = 0; added < 2; added++) {
        lw_board *board = new_board(1);
        board->rules.min_width = 200000;
        board->classes.at[0].width = 400000;
        lw_routes *routes = lw_routes_new(board);
        lw_track thin = track_of(GND, 0, 399999, P(MM(10), MM(10)), P(MM(20), MM(10)));
        if (added) {
            round_pad(board, GND, thin.ends[0], MM(1), LW_LAYER(0));
            round_pad(board, GND, thin.ends[1], MM(1), LW_LAYER(0));
            new_track(routes, thin);
        } else {
            old_track(board, thin);
        }
        expect_broken(board, routes, added ? "width" : "", "added %d", added);
        lw_routes_free(routes);
        lw_board_free(board);
    }
}

/* The pad ends at 11 mm; a track of 0.4 mm has its full width 1.5 + 0.2 mm farther. */
Test(check, new_tracks_are_narrower_only_next_to_pads_of_their_net)
{
    static const struct {
        lw_nm width, end;
        lw_net_id pad;
        lw_nm neck;  /* of the class */
        lw_nm asked; /* of the judge */
        bool broken;
    } cases[] = {
        {300000, 12700000, GND, 300000, 0, false},
        {299999, 12700000, GND, 300000, 0, true},
        {300000, 12700001, GND, 300000, 0, true},
        {300000, 12700000, VCC, 300000, 0, true},
        {300000, 12700000, GND, 400000, 0, true},
        {300000, 12700000, GND, 400000, 300000, false},
        {150000, 12700000, GND, 400000, 150000, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(1);
        board->rules.min_width = 200000;
        board->classes.at[0].width = 400000;
        board->classes.at[0].neck = cases[i].neck;
        round_pad(board, cases[i].pad, P(MM(10), MM(10)), MM(1), LW_LAYER(0));
        round_pad(board, GND, P(MM(20), MM(10)), MM(1), LW_LAYER(0));
        lw_routes *routes = lw_routes_new(board);
        new_track(routes,
                  track_of(GND, 0, cases[i].width, P(MM(10), MM(10)), P(cases[i].end, MM(10))));
        new_track(routes, track_of(GND, 0, 400000, P(cases[i].end, MM(10)), P(MM(20), MM(10))));
        lw_check_options options = {.neck_width = cases[i].asked};
        lw_report *report;
        cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
        cr_expect_eq(report->by_rule[LW_RULE_WIDTH], cases[i].broken, "case %zu", i);
        cr_expect_eq(report->necks, 1, "case %zu", i);
        lw_report_free(report);
        lw_routes_free(routes);
        lw_board_free(board);
    }
    no_leaks();
}

/* Seen elsewhere: a clean-up that leaves stubs, vias that join nothing, segments of no length. */
Test(check, new_copper_leads_from_copper_to_copper)
{
    enum { WAY = 1, STUB = 2, VIA = 4, ONWARD = 8, ZERO = 16, FOREIGN = 32 };
    static const struct {
        int parts;
        const char *told;
    } cases[] = {
        {WAY, ""},
        {STUB, "dangling"},
        {WAY | ZERO, "dangling"},
        {WAY | STUB, "dangling"},
        {WAY | VIA, "dangling"},          /* copper on one layer only */
        {WAY | VIA | ONWARD, "dangling"}, /* the track beyond the via ends in nothing */
        {STUB | FOREIGN, "short dangling"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(2);
        round_pad(board, GND, P(MM(20), MM(20)), MM(0.5), LW_LAYER(0));
        round_pad(board, GND, P(MM(40), MM(20)), MM(0.5), LW_LAYER(0));
        lw_routes *routes = lw_routes_new(board);
        int parts = cases[i].parts;
        if (parts & WAY)
            new_track(routes, track_of(GND, 0, MM(0.2), P(MM(20), MM(20)), P(MM(40), MM(20))));
        if (parts & STUB)
            new_track(routes, track_of(GND, 0, MM(0.2), P(MM(20), MM(20)), P(MM(20), MM(30))));
        if (parts & VIA)
            new_via(routes, via_of(board, GND, P(MM(30), MM(20)), MM(0.6), MM(0.3)));
        if (parts & ONWARD)
            new_track(routes, track_of(GND, 1, MM(0.2), P(MM(30), MM(20)), P(MM(30), MM(30))));
        if (parts & ZERO)
            new_track(routes, track_of(GND, 0, MM(0.2), P(MM(20), MM(20)), P(MM(20), MM(20))));
        if (parts & FOREIGN)
            round_pad(board, VCC, P(MM(20), MM(30)), MM(0.5), LW_LAYER(0));
        expect_broken(board, routes, cases[i].told, "case %zu", i);
        lw_routes_free(routes);
        lw_board_free(board);
    }
}

Test(check, old_copper_may_end_in_nothing)
{
    lw_board *board = new_board(2);
    one_track(board, MM(1), P(MM(20), MM(20)), P(MM(30), MM(20)));
    lw_routes *routes = lw_routes_new(board);
    expect_broken(board, NULL, "", "alone");
    expect_broken(board, routes, "", "in a run that added nothing");
    lw_routes_free(routes);
    lw_board_free(board);
}

Test(check, each_rule_has_a_name_of_its_own)
{
    for (lw_rule a = 0; a < LW_RULE_COUNT; a++) {
        cr_assert_not_null(lw_rule_name(a));
        for (lw_rule b = 0; b < a; b++)
            cr_expect_str_neq(lw_rule_name(a), lw_rule_name(b));
    }
}
