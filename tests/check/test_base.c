#include "scene.h"

#define TOP LW_LAYER(0)

/* A track of GND crosses one of VCC, a third runs beside; two vias touch. */
static lw_board *clashing(void)
{
    lw_board *board = new_board(2);
    all_clearances(board, MM(0.2));
    board->rules.drill = MM(0.2);
    old_track(board, track_of(GND, 0, MM(0.2), P(MM(10), MM(10)), P(MM(20), MM(20))));
    old_track(board, track_of(VCC, 0, MM(0.2), P(MM(10), MM(20)), P(MM(20), MM(10))));
    old_via(board, via_of(board, GND, P(MM(30), MM(10)), MM(0.8), MM(0.4)));
    old_via(board, via_of(board, VCC, P(MM(30.5), MM(10)), MM(0.8), MM(0.4)));
    return board;
}

static lw_report *judge_against(const lw_board *board, const lw_board *base)
{
    lw_check_options options = lw_check_options_default();
    options.base = base;
    lw_report *report = NULL;
    cr_assert_eq(lw_check(board, NULL, &options, &report, NULL), LW_OK);
    return report;
}

static void expect_faults(const char *what, const lw_board *board, const lw_board *base,
                          uint32_t violations, uint32_t preexisting)
{
    lw_report *report = judge_against(board, base);
    cr_expect_eq(report->violations, violations, "%s: %u violations", what, report->violations);
    cr_expect_eq(report->preexisting, preexisting, "%s: %u old", what, report->preexisting);
    lw_report_free(report);
}

Test(base, faults_that_it_has_are_told_apart)
{
    lw_board *board = clashing(), *base = clashing();
    expect_faults("no base", board, NULL, 3, 0); /* tracks, vias, their drills */
    expect_faults("the same board", board, base, 0, 3);
    old_track(board, track_of(SIG, 0, MM(0.2), P(MM(5), MM(15)), P(MM(25), MM(15))));
    lw_report *report = judge_against(board, base);
    cr_expect_eq(report->by_rule[LW_RULE_SHORT], 2, "the new track crosses both");
    cr_expect_eq(report->by_rule[LW_RULE_DANGLING], 1, "and leads nowhere");
    cr_expect_eq(report->violations, 3);
    cr_expect_eq(report->preexisting, 3);
    cr_expect_eq(report->nets[SIG].length, MM(20));
    cr_expect_eq(report->nets[GND].length, 0, "nothing new");
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_violation *fault = &report->faults.at[i];
        cr_expect(fault->preexisting || fault->a.net == SIG, "the new one is to blame");
    }
    lw_report_free(report);
    lw_board_free(board);
    lw_board_free(base);
    no_leaks();
}

Test(base, copper_is_the_same_by_what_it_is)
{
    const lw_point low = {MM(10), MM(20)}, high = {MM(20), MM(10)};
    const struct {
        const char *what;
        lw_track second;
        bool same;
    } table[] = {
        {"from the other end", {.net = VCC, .width = MM(0.2), .ends = {high, low}}, true},
        {"another width", {.net = VCC, .width = MM(0.3), .ends = {low, high}}, false},
        {"another net", {.net = SIG, .width = MM(0.2), .ends = {low, high}}, false},
        {"no net", {.net = LW_NO_NET, .width = MM(0.2), .ends = {low, high}}, false},
        {"longer", {.net = VCC, .width = MM(0.2), .ends = {low, {MM(21), MM(9)}}}, false},
        {"curved", {.net = VCC, .width = MM(0.2), .ends = {low, high}, .curve = 1}, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_board *board = clashing(), *base = clashing();
        board->tracks.at[1] = table[i].second;
        lw_report *report = judge_against(board, base);
        cr_expect_eq(report->by_rule[LW_RULE_SHORT], table[i].same ? 0 : 1, "%s", table[i].what);
        lw_report_free(report);
        lw_board_free(board);
        lw_board_free(base);
    }
    /* The lower net's number, another order of layers and of copper make no difference. */
    lw_board *board = clashing(), *base = new_board(2);
    base->nets.at[GND].name = "VCC";
    base->nets.at[VCC].name = "GND";
    base->layers.at[0].name = "bottom";
    base->layers.at[1].name = "top";
    for (int i = 1; i >= 0; i--) {
        lw_track track = board->tracks.at[i];
        track.net = track.net == GND ? VCC : GND;
        track.layer = 1;
        old_track(base, track);
        lw_via via = board->vias.at[i];
        via.net = via.net == GND ? VCC : GND;
        old_via(base, via);
    }
    expect_faults("other numbers", board, base, 0, 3);
    base->vias.at[0].drill++;
    base->vias.at[1].diameter++;
    expect_faults("other vias", board, base, 4, 1); /* both join nothing */
    lw_board_free(board);
    lw_board_free(base);
    no_leaks();
}

Test(base, a_run_says_what_is_new_itself)
{
    lw_board *board = clashing(), *base = new_board(2);
    lw_routes *routes = lw_routes_new(board);
    lw_check_options options = lw_check_options_default();
    options.base = base;
    lw_report *report = NULL;
    cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
    cr_expect_eq(report->violations, 0);
    cr_expect_eq(report->preexisting, 3);
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_board_free(base);
}
