#include "scene.h"
#include "check/judge.h"

/* Things one millimetre wide, left and right rim at x - 0.5 mm and x + 0.5 mm. */
typedef enum thing { TRACK, VIA, ROUND, SQUARE, PLAIN, THING_COUNT } thing;

static const char *const thing_names[] = {"track", "via", "round pad", "square pad",
                                          "plain copper"};
static const lw_kind kind_of[] = {LW_TRACK, LW_VIA, LW_PAD, LW_PAD, LW_TRACK};

static void lay(lw_board *board, thing what, lw_net_id net, lw_nm x)
{
    lw_point at = P(x, MM(50));
    switch (what) {
    case TRACK:
        old_track(board, track_of(net, 0, MM(1), P(x, MM(40)), P(x, MM(60))));
        break;
    case VIA:
        old_via(board, via_of(board, net, at, MM(1), MM(0.4)));
        break;
    case ROUND:
        round_pad(board, net, at, MM(0.5), LW_LAYER(0));
        break;
    case SQUARE:
        box_pad(board, net, P(x - MM(0.5), MM(49.5)), P(x + MM(0.5), MM(50.5)), LW_LAYER(0));
        break;
    default:
        *lw_list_add(board->arena, &board->copper) =
            (lw_plain_copper){.copper = {LW_LAYER(0), shape_of(board, &at, 1, false, MM(0.5))}};
    }
}

static const lw_nm table[3][3] = {
    {200000, 210000, 220000}, {210000, 230000, 240000}, {220000, 240000, 250000}};

static lw_board *board_with_table(void)
{
    lw_board *board = new_board(2);
    memcpy(board->rules.clearance, table, sizeof table);
    return board;
}

Test(check, two_nets_may_be_just_as_close_as_the_rule_of_their_kinds_says)
{
    static const struct {
        lw_nm off; /* from the rule */
        const char *told;
    } steps[] = {{-1, "clearance"}, {0, ""}, {1, ""}};
    for (thing a = 0; a < THING_COUNT; a++) {
        for (thing b = 0; b < THING_COUNT; b++) {
            for (size_t i = 0; i < 3 && (a != PLAIN || b != PLAIN); i++) {
                lw_board *board = board_with_table();
                lw_nm rule = table[kind_of[a]][kind_of[b]];
                lay(board, a, a == PLAIN ? LW_NO_NET : GND, MM(20));
                lay(board, b, b == PLAIN ? LW_NO_NET : VCC, MM(21) + rule + steps[i].off);
                expect_broken(board, NULL, steps[i].told, "%s, %s, %+d nm", thing_names[a],
                              thing_names[b], steps[i].off);
                lw_board_free(board);
            }
        }
    }
}

Test(check, a_pad_may_ask_for_more_but_not_for_less_than_the_rules)
{
    static const struct {
        lw_nm own, gap; /* the rule of track and pad says 0.22 mm */
        const char *told;
    } cases[] = {
        {0, 220000, ""},      {500000, 499999, "clearance"}, {500000, 500000, ""},
        {100000, 220000, ""}, {100000, 219999, "clearance"}, {0, 219999, "clearance"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = board_with_table();
        lay(board, ROUND, GND, MM(20));
        lay(board, TRACK, VCC, MM(21) + cases[i].gap);
        board->pads.at[0].clearance = cases[i].own;
        lw_board_finish(board);
        expect_broken(board, NULL, cases[i].told, "own %d, gap %d", cases[i].own, cases[i].gap);
        lw_board_free(board);
    }
}

Test(check, a_touch_is_a_short_and_a_nanometre_is_not)
{
    static const struct {
        lw_nm gap;
        const char *told;
    } steps[] = {{-1, "short"}, {0, "short"}, {1, "clearance"}};
    for (thing a = 0; a < THING_COUNT; a++) {
        for (thing b = a; b < THING_COUNT && b != PLAIN; b++) {
            for (size_t i = 0; i < 3; i++) {
                lw_board *board = board_with_table();
                lay(board, a, GND, MM(20));
                lay(board, b, VCC, MM(21) + steps[i].gap);
                expect_broken(board, NULL, steps[i].told, "%s, %s, %d nm", thing_names[a],
                              thing_names[b], steps[i].gap);
                lw_board_free(board);
            }
        }
    }
    lw_board *board = new_board(2); /* where no clearance is asked for, a touch is a short still */
    lay(board, TRACK, GND, MM(20));
    lay(board, TRACK, VCC, MM(21));
    expect_broken(board, NULL, "short", "touch without a rule");
    lw_board_free(board);
}

Test(check, a_fault_tells_how_much_there_is_how_much_is_asked_for_and_where)
{
    lw_board *board = board_with_table();
    lay(board, ROUND, GND, MM(20));
    lay(board, TRACK, VCC, MM(21.1));
    lw_report *report = judge(board, NULL);
    cr_assert_eq(report->faults.count, 1);
    const lw_violation *fault = &report->faults.at[0];
    cr_expect_eq(fault->actual, 100000);
    cr_expect_eq(fault->required, 220000);
    cr_expect_eq(fault->at.x, MM(20.55));
    cr_expect_eq(fault->at.y, MM(50));
    cr_expect_eq(fault->layers, LW_LAYER(0));
    cr_expect_eq(fault->a.kind, LW_ITEM_TRACK, "the track is to blame");
    cr_expect_eq(fault->b.kind, LW_ITEM_PAD);
    cr_expect_not(fault->preexisting);
    lw_report_free(report);
    lw_board_free(board);
    no_leaks();
}

Test(check, copper_of_one_net_never_conflicts)
{
    lw_board *board = board_with_table();
    for (thing a = 0; a < PLAIN; a++)
        lay(board, a, GND, MM(20));
    expect_broken(board, NULL, "", "all of GND at one place");
    lw_board_free(board);
}

Test(check, copper_without_a_net_keeps_clear_of_every_net)
{
    lw_board *board = board_with_table();
    lay(board, ROUND, LW_NO_NET, MM(20));
    lay(board, TRACK, GND, MM(21.1));
    lay(board, TRACK, LW_NO_NET, MM(40));
    lay(board, TRACK, VCC, MM(41.1));
    expect_broken(board, NULL, "clearance clearance", "a pad and a track without net");
    lw_board_free(board);

    board = board_with_table(); /* different pads are different nets, drawn lines are not */
    lay(board, ROUND, LW_NO_NET, MM(20));
    lay(board, ROUND, LW_NO_NET, MM(21.1));
    lay(board, TRACK, LW_NO_NET, MM(40));
    lay(board, TRACK, LW_NO_NET, MM(41));
    lay(board, PLAIN, LW_NO_NET, MM(41));
    lay(board, PLAIN, LW_NO_NET, MM(20.5));
    expect_broken(board, NULL, "clearance", "no nets at all");
    lw_board_free(board);
}

Test(check, plain_copper_may_touch_the_nets_it_belongs_to_and_no_other)
{
    for (lw_net_id net = 0; net < NET_COUNT; net++) {
        lw_board *board = board_with_table();
        lay(board, PLAIN, LW_NO_NET, MM(20));
        lw_plain_copper *copper = &board->copper.at[0];
        *lw_list_add(board->arena, &copper->nets) = GND;
        *lw_list_add(board->arena, &copper->nets) = SIG;
        lay(board, TRACK, net, MM(20.5));
        expect_broken(board, NULL, net == VCC ? "short" : "", "net %d", net);
        lw_board_free(board);
    }
}

Test(check, layers_keep_copper_apart)
{
    static const struct {
        uint32_t track;
        lw_layers pad;
        const char *told;
    } cases[] = {{0, LW_LAYER(1), ""},
                 {1, LW_LAYER(1), "clearance"},
                 {2, LW_LAYER(1), ""},
                 {2, LW_LAYER(0) | LW_LAYER(3), ""},
                 {3, LW_LAYER(0) | LW_LAYER(3), "clearance"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = new_board(4);
        all_clearances(board, MM(0.2));
        round_pad(board, GND, P(MM(20), MM(50)), MM(0.5), cases[i].pad);
        old_track(board,
                  track_of(VCC, cases[i].track, MM(1), P(MM(21.1), MM(50)), P(MM(30), MM(50))));
        expect_broken(board, NULL, cases[i].told, "case %zu", i);
        lw_board_free(board);
    }
}

Test(check, a_via_meets_copper_of_all_its_layers_and_no_others)
{
    for (uint32_t layer = 0; layer < 4; layer++) {
        lw_board *board = new_board(4);
        all_clearances(board, MM(0.2));
        lw_via via = via_of(board, GND, P(MM(20), MM(20)), MM(1), MM(0.4));
        via.layers = LW_LAYER(1) | LW_LAYER(2) | LW_LAYER(3);
        old_via(board, via);
        old_track(board, track_of(VCC, layer, MM(0.2), P(MM(20.6), MM(0.5)), P(MM(20.6), MM(99))));
        expect_broken(board, NULL, layer == 0 ? "" : "short", "layer %u", layer);
        lw_board_free(board);
    }
}

Test(check, the_larger_of_two_classes_holds_and_a_pair_of_classes_may_ask_for_more)
{
    static const struct {
        uint32_t a, b;
        lw_nm rule;
    } cases[] = {{0, 0, 200000}, {0, 1, 500000}, {1, 1, 500000},
                 {0, 2, 300000}, {1, 2, 900000}, {2, 2, 300000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int off = -1; off <= 0; off++) {
            lw_board *board = new_board(1);
            all_clearances(board, 200000);
            lw_list_add(board->arena, &board->classes)->clearance = 500000;
            lw_list_add(board->arena, &board->classes)->clearance = 300000;
            board->class_clearance = LW_NEW_MANY(board->arena, lw_nm, 9);
            board->class_clearance[1 * 3 + 2] = board->class_clearance[2 * 3 + 1] = 900000;
            board->nets.at[GND].class_id = cases[i].a;
            board->nets.at[VCC].class_id = cases[i].b;
            lay(board, TRACK, GND, MM(20));
            lay(board, TRACK, VCC, MM(21) + cases[i].rule + off);
            expect_broken(board, NULL, off ? "clearance" : "", "classes %u and %u, %d nm",
                          cases[i].a, cases[i].b, off);
            lw_board_free(board);
        }
    }
}

/* 3-4-5: from (3, 4) mm to the origin are 5 mm. */
Test(check, slanted_gaps_are_exact)
{
    for (int off = -1; off <= 1; off++) {
        lw_board *board = new_board(1);
        all_clearances(board, MM(4) + off);
        round_pad(board, GND, P(MM(20), MM(20)), MM(0.5), LW_LAYER(0));
        round_pad(board, VCC, P(MM(23), MM(24)), MM(0.5), LW_LAYER(0));
        expect_broken(board, NULL, off > 0 ? "clearance" : "", "pads, %+d nm", off);
        lw_board_free(board);

        /* The line from (0, 25) to (100/3, 0) mm falls 3 for 4: 20 mm from the origin. */
        board = new_board(1);
        all_clearances(board, MM(19) + off);
        round_pad(board, GND, P(MM(20), MM(20)), MM(0.5), LW_LAYER(0));
        old_track(board, track_of(VCC, 0, MM(1), P(MM(20), MM(45)), P(MM(40), MM(30))));
        expect_broken(board, NULL, off > 0 ? "clearance" : "", "pad and slanted track, %+d nm",
                      off);
        lw_board_free(board);
    }
}

/* Seen elsewhere: a wide class beside a narrow one, and the diagonal between them. */
Test(check, a_wide_slanted_track_keeps_the_clearance_of_its_class)
{
    for (int off = -1; off <= 1; off++) {
        lw_board *board = new_board(1);
        all_clearances(board, MM(0.2));
        lw_list_add(board->arena, &board->classes)->clearance = MM(18.5) + off;
        board->class_clearance = LW_NEW_MANY(board->arena, lw_nm, 4);
        board->nets.at[VCC].class_id = 1;
        round_pad(board, GND, P(MM(20), MM(20)), MM(0.5), LW_LAYER(0));
        /* As above: centre line 20 mm away, less radii of 0.5 mm and 1 mm. */
        old_track(board, track_of(VCC, 0, MM(2), P(MM(20), MM(45)), P(MM(40), MM(30))));
        expect_broken(board, NULL, off > 0 ? "clearance" : "", "%+d nm", off);
        lw_board_free(board);
    }
}

Test(check, an_arc_is_judged_along_its_way_and_not_along_its_chord)
{
    for (int off = -1; off <= 0; off++) {
        lw_board *board = new_board(1);
        all_clearances(board, MM(0.5));
        static const lw_point arc[] = {
            {MM(20), MM(20)}, {MM(22), MM(24)}, {MM(28), MM(24)}, {MM(30), MM(20)}};
        lw_track track = track_of(GND, 0, MM(1), arc[0], arc[3]);
        track.arc = arc;
        track.arc_count = 4;
        old_track(board, track);
        round_pad(board, SIG, P(MM(25), MM(20)), MM(1), LW_LAYER(0)); /* on the chord */
        round_pad(board, VCC, P(MM(25), MM(26) + LW_ARC_ERROR + off), MM(1), LW_LAYER(0));
        expect_broken(board, NULL, off ? "clearance" : "", "%+d nm", off);
        lw_board_free(board);
    }
}

Test(check, a_pair_of_things_is_told_once_by_its_worst_place)
{
    lw_board *board = new_board(2);
    all_clearances(board, MM(0.5));
    uint32_t pad = bare_pad(board, GND, P(MM(20), MM(20)), 0);
    for (int i = 0; i < 4; i++) {
        lw_point at = P(MM(20 + i), MM(20));
        pad_shape(board, pad, i < 3 ? LW_LAYER(0) : lw_board_layers(board),
                  shape_of(board, &at, 1, false, MM(0.5) + i * 10000));
    }
    old_track(board, track_of(VCC, 0, MM(1), P(MM(18), MM(21.2)), P(MM(25), MM(21.2))));
    lw_report *report = judge(board, NULL);
    cr_assert_eq(report->faults.count, 1);
    cr_expect_eq(report->faults.at[0].actual, 170000, "the fourth shape is the nearest");
    cr_expect_eq(report->faults.at[0].at.x, MM(23));
    cr_expect_eq(report->faults.at[0].layers, LW_LAYER(0));
    lw_report_free(report);
    lw_board_free(board);
}

Test(check, shapes_of_one_pad_never_conflict)
{
    lw_board *board = new_board(2);
    all_clearances(board, MM(0.5));
    uint32_t pad = bare_pad(board, LW_NO_NET, P(MM(20), MM(20)), 0);
    for (int i = 0; i < 3; i++) {
        lw_point at = P(MM(20) + i * 300000, MM(20));
        pad_shape(board, pad, LW_LAYER(0), shape_of(board, &at, 1, false, MM(0.1)));
    }
    expect_broken(board, NULL, "", "three shapes");
    lw_board_free(board);
}

Test(check, a_thing_inside_another_is_a_short)
{
    lw_board *board = new_board(1);
    box_pad(board, GND, P(MM(20), MM(20)), P(MM(40), MM(40)), LW_LAYER(0));
    old_via(board, via_of(board, VCC, P(MM(30), MM(30)), MM(1), MM(0.4)));
    expect_broken(board, NULL, "short", "a via in the middle of a large pad");
    lw_board_free(board);
}

Test(check, what_the_run_did_not_lay_was_there_before)
{
    lw_board *board = board_with_table();
    lay(board, ROUND, GND, MM(20)); /* two pads too close */
    lay(board, ROUND, VCC, MM(21.1));
    lay(board, TRACK, GND, MM(40)); /* two tracks too close */
    lay(board, TRACK, VCC, MM(41.1));
    lw_report *report = judge(board, NULL);
    cr_expect_eq(report->violations, 1, "the tracks");
    cr_expect_eq(report->preexisting, 1, "the pads");
    cr_expect_eq(report->by_rule[LW_RULE_CLEARANCE], 1);
    lw_report_free(report);

    lw_routes *routes = lw_routes_new(board);
    new_track(routes, track_of(SIG, 0, MM(1), P(MM(42.2), MM(40)), P(MM(42.2), MM(60))));
    new_track(routes, track_of(SIG, 0, MM(1), P(MM(42.2), MM(50)), P(MM(42.2), MM(60))));
    report = judge(board, routes);
    cr_expect_eq(report->by_rule[LW_RULE_CLEARANCE], 2, "each new one and the old track beside it");
    cr_expect_eq(report->preexisting, 2);
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_violation *fault = &report->faults.at[i];
        cr_expect_eq(fault->preexisting, !fault->a.added);
        cr_expect_not(fault->b.added, "the new one comes first");
    }
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    no_leaks();
}

Test(check, copper_that_was_ripped_up_is_not_judged)
{
    lw_board *board = board_with_table();
    lay(board, TRACK, GND, MM(40));
    lay(board, TRACK, VCC, MM(41.1));
    lw_routes *routes = lw_routes_rip_up(board);
    expect_broken(board, routes, "", "all gone");
    lw_report *report = judge(board, routes);
    cr_expect_eq(report->tracks, 0);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
}

Test(check, a_flood_of_old_faults_is_cut_short_and_hides_no_new_one)
{
    lw_board *board = new_board(1);
    for (int i = 0; i < 1000; i++) /* 250,000 pairs of two nets */
        round_pad(board, i % 2 ? GND : VCC, P(MM(50), MM(50)), MM(0.5), LW_LAYER(0));
    round_pad(board, SIG, P(MM(70), MM(70)), MM(0.5), LW_LAYER(0));
    old_track(board, track_of(GND, 0, MM(1), P(MM(70), MM(60)), P(MM(70), MM(80))));
    lw_report *report = judge(board, NULL);
    cr_expect(report->cut_short);
    cr_expect_eq(report->violations, 1);
    cr_expect_eq(report->preexisting, LW_HITS_MAX - 1);
    lw_report_free(report);
    lw_board_free(board);
}
