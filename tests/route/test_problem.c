#include "leeway/problem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include "check_leaks.h"
#include "problem_make.h"
#include "random.h"

typedef struct routed {
    lw_solution *solution;
    lw_problem_log *log;
    lw_solution_report *report;
} routed;

static routed route_with(const lw_problem *problem, const lw_problem_options *options)
{
    routed r;
    cr_assert_eq(lw_problem_route(problem, options, &r.solution, &r.log, NULL), LW_OK);
    cr_assert_eq(lw_solution_check(problem, r.solution, &r.report, NULL), LW_OK);
    return r;
}

static void routed_free(routed *r)
{
    lw_solution_free(r->solution);
    lw_problem_log_free(r->log);
    lw_solution_report_free(r->report);
}

/* What the paths of a picture cost in all, or -1 when some net is open. */
static int64_t cost_of(const char *const *rows, int layers, int rows_of_a_layer, uint32_t bend,
                       uint32_t via)
{
    lw_problem *problem = problem_from(rows, layers, rows_of_a_layer, bend, via);
    routed r = route_with(problem, NULL);
    cr_expect_eq(r.report->violations, 0);
    int64_t cost = r.report->routed == r.report->nets ? (int64_t)r.report->sum.cost : -1;
    routed_free(&r);
    lw_problem_free(problem);
    return cost;
}

Test(problem, costs_what_was_worked_out_by_hand)
{
    /* straight: five cells */
    cr_expect_eq(cost_of((const char *const[]){"a111a"}, 1, 1, 9, 9), 5);
    /* one bend: five cells + 9 */
    cr_expect_eq(cost_of((const char *const[]){"a11", "111", "11a"}, 1, 3, 9, 9), 14);
    /* two vias are cheaper than a bend: seven cells + 2 * 1 */
    cr_expect_eq(
        cost_of((const char *const[]){"a11", "111", "11a", "111", "111", "111"}, 2, 3, 9, 1), 9);
    /* around the dear cell by the other row: seven cells and two bends of 1 */
    cr_expect_eq(cost_of((const char *const[]){"a191a", "11111"}, 1, 2, 1, 0), 9);
    /* through it: 4 + 9, as two bends of 4 would cost more */
    cr_expect_eq(cost_of((const char *const[]){"a191a", "11111"}, 1, 2, 4, 0), 13);
    /* from layer to layer: three cells, one via */
    cr_expect_eq(cost_of((const char *const[]){"a1", "#a"}, 2, 1, 5, 4), 7);
    /* a path of one cell */
    cr_expect_eq(cost_of((const char *const[]){"1a1"}, 1, 1, 5, 4), 1);
    /* blocked pins cost 1, and only their net comes through */
    cr_expect_eq(cost_of((const char *const[]){"A1B1AB", "111111"}, 1, 2, 0, 0), -1);
    lw_test_no_leaks();
}

Test(problem, a_cell_marked_when_first_reached_would_be_wrong)
{
    /* All ways down are seven cells long; one of them has a single bend, of 5. */
    cr_expect_eq(cost_of((const char *const[]){"a1##", //
                                               "11##", //
                                               "1111", //
                                               "111a"},
                         1, 4, 5, 0),
                 12);
}

Test(problem, a_net_gives_way_to_another)
{
    /* Each alone would take the middle row; b has no other way. */
    static const char *const rows[] = {
        "1111111", //
        "a#b#b#a", //
        "1111111", //
    };
    cr_expect_eq(cost_of(rows, 1, 3, 0, 0), 5 + 9);
}

Test(problem, says_why_a_net_is_open)
{
    static const char *const rows[] = {
        "#b#a", //
        "c1c#", //
        "#b#a", //
    };
    lw_problem *problem = problem_from(rows, 1, 3, 0, 0);
    routed r = route_with(problem, NULL);
    cr_expect_eq(r.report->violations, 0);
    cr_expect_eq(r.report->routed, 1);
    for (uint32_t i = 0; i < problem->nets.count; i++) {
        bool is_a = problem->nets.at[i].number == 1;
        if (r.solution->paths[i].count == 0)
            cr_expect_eq(r.log->reasons[i], is_a ? LW_UNJOINED_ALONE : LW_UNJOINED_CROWD);
        else
            cr_expect_not(is_a);
    }
    routed_free(&r);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

/* A problem by chance of up to 8 nets, pins on cells of their own. */
static lw_problem *problem_by_chance(uint64_t *seed, uint32_t nets)
{
    lw_problem *problem = lw_problem_new("chance", LW_PROBLEM_LABYRINTH);
    problem->cols = (int32_t)random_between(seed, 2, 9);
    problem->rows = (int32_t)random_between(seed, 2, 9);
    problem->layers = (int32_t)random_between(seed, 1, 3);
    problem->bend = (uint32_t)random_between(seed, 0, 12);
    problem->via = (uint32_t)random_between(seed, 0, 12);
    size_t count = lw_problem_cell(problem, 0, 0, problem->layers);
    uint16_t *cells = lw_problem_cells(problem);
    int64_t dear = random_between(seed, 1, 9), clutter = random_between(seed, 0, 3);
    for (size_t i = 0; i < count; i++)
        cells[i] =
            random_between(seed, 0, 9) < clutter ? 0 : (uint16_t)random_between(seed, 1, dear);
    for (uint32_t i = 0; i < nets; i++) {
        lw_wish *wish = lw_list_add(problem->arena, &problem->nets);
        wish->number = i + 1;
        for (int p = 0; p < 2; p++)
            wish->pin[p] = (lw_pin){(int32_t)random_between(seed, 0, problem->cols - 1),
                                    (int32_t)random_between(seed, 0, problem->rows - 1),
                                    (int32_t)random_between(seed, -1, problem->layers - 1)};
    }
    return problem;
}

static bool same_paths(const lw_solution *a, const lw_solution *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->paths[i].count != b->paths[i].count)
            return false;
        for (uint32_t k = 0; k < a->paths[i].count; k++) {
            lw_path_cell x = a->paths[i].cells[k], y = b->paths[i].cells[k];
            if (x.x != y.x || x.y != y.y || x.layer != y.layer || x.via != y.via)
                return false;
        }
    }
    return true;
}

Test(problem, the_judge_agrees_and_a_second_run_too)
{
    uint64_t seed = 3;
    uint32_t routed_nets = 0;
    for (int round = 0; round < 1500; round++) {
        lw_problem *problem = problem_by_chance(&seed, (uint32_t)random_between(&seed, 0, 8));
        routed r = route_with(problem, NULL), again = route_with(problem, NULL);
        cr_assert_eq(r.report->violations, 0, "round %d", round);
        cr_assert_geq(r.report->sum.cost, r.log->bound, "round %d", round);
        cr_assert(same_paths(r.solution, again.solution), "round %d", round);
        routed_nets += r.report->routed;
        routed_free(&r);
        routed_free(&again);
        lw_problem_free(problem);
    }
    cr_expect_gt(routed_nets, 2000);
    lw_test_no_leaks();
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static bool soon(void *context)
{
    return --*(int *)context < 0;
}

Test(problem, what_is_stopped_is_legal_and_as_good_as_it_was)
{
    uint64_t seed = 4;
    for (int round = 0; round < 300; round++) {
        lw_problem *problem = problem_by_chance(&seed, 8);
        int left = (int)random_between(&seed, 0, 40);
        lw_problem_options options = lw_problem_options_default();
        options.stop = soon;
        options.context = &left;
        routed r = route_with(problem, &options);
        cr_assert_eq(r.report->violations, 0, "round %d", round);
        cr_expect_eq(r.log->stopped, left < 0);
        routed_free(&r);
        options.stop = at_once;
        r = route_with(problem, &options);
        cr_expect_eq(r.report->routed, 0);
        for (uint32_t i = 0; i < problem->nets.count; i++)
            cr_expect_eq(r.log->reasons[i], LW_UNJOINED_STOPPED);
        routed_free(&r);
        lw_problem_free(problem);
    }
    lw_test_no_leaks();
}

Test(problem, more_memory_than_allowed_is_refused)
{
    lw_problem *problem = problem_from((const char *const[]){"a111a"}, 1, 1, 9, 9);
    lw_problem_options options = lw_problem_options_default();
    lw_error err = {0};
    lw_solution *solution;
    options.memory_limit = 100;
    cr_expect_eq(lw_problem_route(problem, &options, &solution, NULL, &err), LW_ERR_MEMORY);
    cr_expect_null(solution);
    cr_expect_str_eq(err.text, "the search would take 1 MB, more than the 0 MB allowed");
    lw_problem_free(problem);
    lw_test_no_leaks();
}

/* Reference figures of the course's problems: the first four are proved to be least. */
Test(problem, joins_the_nets_of_real_problems)
{
    static const struct {
        const char *file;
        uint32_t nets;
        uint64_t least, most; /* least: the bound that the run proves */
    } table[] = {
        {"course/bench1.grid", 20, 352, 352},
        {"course/bench2.grid", 20, 1760, 1760},
        {"course/bench3.grid", 16, 419, 419},
        {"course/bench4.grid", 15, 1703, 1703},
        {"course/bench5.grid", 128, 9018, 10700},
        {"course/fract2.grid", 125, 8694, 10100},
        {"leetm/nokia/testBoard.txt", 203, 0, 3400},
        {"labyrinth/random-x32-y32-z3-n64.txt", 64, 0, 1600},
    };
    const char *folder = getenv("LEEWAY_BOARDS");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char path[1024];
        lw_problem *problem;
        snprintf(path, sizeof path, "%s/%s", folder ? folder : "", table[i].file);
        lw_error err = {0};
        lw_status status = lw_problem_load(path, NULL, &problem, &err);
        if (status == LW_ERR_READ)
            cr_skip_test("real boards are not here");
        cr_assert_eq(status, LW_OK, "%s: %s", path, err.text);
        routed r = route_with(problem, NULL);
        cr_expect_eq(r.report->routed, table[i].nets, "%s: %u", path, r.report->routed);
        cr_expect_eq(r.report->violations, 0, "%s", path);
        cr_expect_leq(r.report->sum.cost, table[i].most, "%s", path);
        cr_expect_geq(r.log->bound, table[i].least, "%s", path);
        routed_free(&r);
        lw_problem_free(problem);
    }
    lw_test_no_leaks();
}

/* a: five cells and a bend of 2; b is shut in, whatever is routed. */
Test(problem, tells_what_each_net_costs_alone)
{
    static const char *const rows[] = {
        "a11#b",
        "##1##",
        "##a#b",
    };
    lw_problem *problem = problem_from(rows, 1, 3, 2, 5);
    uint64_t *costs;
    cr_assert_eq(lw_problem_alone(problem, NULL, &costs, NULL), LW_OK);
    cr_expect_eq(costs[0], 7);
    cr_expect_eq(costs[1], LW_NO_WAY);
    free(costs);
    lw_problem_free(problem);
    lw_test_no_leaks();
}
