#include "leeway/problem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include "check_leaks.h"
#include "problem_make.h"

/* Two layers; the bend costs 10, the via 7. In layer 1 a cell costs 3, and one is blocked. */
static const char *const rows[] = {
    "a1111b", //
    "11#111", //
    "1b111a", //
    "111111", //
    "113111", //
    "Cc1111", //
};

static lw_problem *problem_of_rows(void)
{
    return problem_from(rows, 2, 3, 10, 7);
}

/* A path as "x y layer" a cell, 'v' before one behind a via. */
static void set_path(lw_solution *solution, uint32_t net, const char *text)
{
    LW_LIST(lw_path_cell) cells = {0};
    int used = 0;
    for (; *text; text += used) {
        lw_path_cell cell = {0};
        cell.via = text[0] == 'v';
        if (sscanf(text + cell.via, " %d %d %d%n", &cell.x, &cell.y, &cell.layer, &used) != 3)
            break;
        used += cell.via + (text[used + cell.via] == ' ');
        *lw_list_add(solution->arena, &cells) = cell;
    }
    solution->paths[net] = (lw_path){.cells = cells.at, .count = cells.count};
}

static lw_solution_report *judged(const lw_problem *problem, const char *const paths[3])
{
    lw_solution *solution = lw_solution_new(problem);
    lw_solution_report *report = NULL;
    for (uint32_t i = 0; i < 3; i++)
        if (paths[i])
            set_path(solution, i, paths[i]);
    cr_assert_eq(lw_solution_check(problem, solution, &report, NULL), LW_OK);
    lw_solution_free(solution);
    return report;
}

static const char *const good_a = "0 0 0 v0 0 1 1 0 1 2 0 1 3 0 1 4 0 1 5 0 1 5 1 1 5 2 1 v5 2 0 ";
static const char *const good_b = "5 0 0 5 1 0 4 1 0 3 1 0 3 2 0 2 2 0 1 2 0 ";
static const char *const good_c = "0 2 1 1 2 1 ";

Test(paths, counts_cells_bends_and_vias)
{
    lw_problem *problem = problem_of_rows();
    lw_solution_report *report = judged(problem, (const char *[]){good_a, good_b, good_c});
    cr_expect_eq(report->violations, 0);
    cr_expect_eq(report->nets, 3);
    cr_expect_eq(report->routed, 3);
    /* a: ten cells of 1, one bend (east, then up the rows), two vias */
    cr_expect_eq(report->paths[0].cells, 10);
    cr_expect_eq(report->paths[0].bends, 1);
    cr_expect_eq(report->paths[0].vias, 2);
    cr_expect_eq(report->paths[0].cost, 10 + 10 + 14);
    /* b: seven cells, bends at 5 1, 3 1 and 3 2 */
    cr_expect_eq(report->paths[1].bends, 3);
    cr_expect_eq(report->paths[1].cost, 7 + 30);
    /* c: a blocked pin costs 1 */
    cr_expect_eq(report->paths[2].cost, 2);
    cr_expect_eq(report->sum.cost, 34 + 37 + 2);
    cr_expect_eq(report->sum.cells, 19);
    cr_expect_eq(report->sum.bends, 4);
    cr_expect_eq(report->sum.vias, 2);
    lw_solution_report_free(report);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

Test(paths, takes_a_path_from_either_end)
{
    lw_problem *problem = problem_of_rows();
    lw_solution_report *report =
        judged(problem, (const char *[]){NULL, "1 2 0 2 2 0 3 2 0 3 1 0 4 1 0 5 1 0 5 0 0 ", NULL});
    cr_expect_eq(report->violations, 0);
    cr_expect_eq(report->routed, 1);
    cr_expect_eq(report->sum.cost, 37);
    lw_solution_report_free(report);
    lw_problem_free(problem);
}

Test(paths, a_cell_of_cost_3_costs_3)
{
    lw_problem *problem = problem_of_rows();
    lw_solution_report *report =
        judged(problem, (const char *[]){"0 0 0 0 1 0 1 1 0 v1 1 1 2 1 1 3 1 1 4 1 1 v4 1 0 5 1 0 "
                                         "5 2 0 ",
                                         NULL, NULL});
    cr_expect_eq(report->violations, 0);
    /* ten cells, one of them 3; bends at 0 1 and 5 1; two vias */
    cr_expect_eq(report->sum.cost, 12 + 20 + 14);
    lw_solution_report_free(report);
    lw_problem_free(problem);
}

Test(paths, nets_may_end_at_one_pin_and_meet_nowhere_else)
{
    lw_problem *problem = problem_from((const char *const[]){"a1a", "111"}, 1, 2, 0, 0);
    *lw_list_add(problem->arena, &problem->nets) = (lw_wish){2, {{0, 0, 0}, {1, 1, 0}}};
    lw_solution *solution = lw_solution_new(problem);
    lw_solution_report *report;
    set_path(solution, 0, "0 0 0 1 0 0 2 0 0 ");
    set_path(solution, 1, "0 0 0 0 1 0 1 1 0 ");
    cr_assert_eq(lw_solution_check(problem, solution, &report, NULL), LW_OK);
    cr_expect_eq(report->violations, 0);
    lw_solution_report_free(report);
    set_path(solution, 1, "0 0 0 1 0 0 1 1 0 ");
    cr_assert_eq(lw_solution_check(problem, solution, &report, NULL), LW_OK);
    cr_expect_eq(report->by_rule[LW_PATH_OVERLAP], 1);
    lw_solution_report_free(report);
    lw_solution_free(solution);
    lw_problem_free(problem);
}

Test(paths, a_pin_through_all_layers_is_reached_on_any)
{
    lw_problem *problem =
        problem_from((const char *const[]){"111", "11a", "a11", "111"}, 2, 2, 0, 0);
    problem->nets.at[0].pin[0].layer = problem->nets.at[0].pin[1].layer = LW_EVERY_LAYER;
    lw_solution *solution = lw_solution_new(problem);
    lw_solution_report *report;
    set_path(solution, 0, "2 1 1 2 0 1 1 0 1 0 0 1 ");
    cr_assert_eq(lw_solution_check(problem, solution, &report, NULL), LW_OK);
    cr_expect_eq(report->violations, 0);
    lw_solution_report_free(report);
    lw_solution_free(solution);
    lw_problem_free(problem);
}

Test(paths, names_each_fault_and_where)
{
    static const struct {
        lw_path_rule rule;
        uint32_t count;
        const char *paths[3];
        const char *text; /* of the first fault */
    } table[] = {
        {LW_PATH_ENDS,
         1,
         {"0 0 0 1 0 0 ", NULL, NULL},
         "ends: net 1 does not lead from one of its pins to the other at layer 1, x 1, y 0"},
        {LW_PATH_ENDS, 1, {NULL, NULL, "1 2 1 "}, NULL},
        {LW_PATH_OUTSIDE, 2, {NULL, NULL, "0 2 1 0 3 1 1 3 1 1 2 1 "}, NULL},
        {LW_PATH_BLOCKED,
         1,
         {"0 0 0 1 0 0 2 0 0 2 1 0 3 1 0 4 1 0 5 1 0 5 2 0 ", NULL, NULL},
         "blocked: net 1 comes to a cell that is blocked or another net's pin at layer 1, x 2, y "
         "1"},
        {LW_PATH_BLOCKED,
         1,
         {"0 0 0 0 1 0 0 2 0 1 2 0 2 2 0 3 2 0 4 2 0 5 2 0 ", NULL, NULL},
         "blocked: net 1 comes to a cell that is blocked or another net's pin at layer 1, x 1, y "
         "2"},
        {LW_PATH_GAP,
         1,
         {NULL, "5 0 0 4 0 0 4 2 0 3 2 0 2 2 0 1 2 0 ", NULL},
         "gap: net 2 jumps to a cell that is not beside the one before at layer 1, x 4, y 2"},
        {LW_PATH_GAP,
         1,
         {"0 0 0 v0 0 1 1 0 1 2 0 1 3 0 1 4 0 1 5 0 1 5 1 1 v5 2 0 ", NULL, NULL},
         NULL},
        {LW_PATH_VIA,
         1,
         {"0 0 0 0 0 1 1 0 1 2 0 1 3 0 1 4 0 1 5 0 1 5 1 1 5 2 1 v5 2 0 ", NULL, NULL},
         "via: net 1 changes the layer without a via, or has a via where it does not at layer 2, "
         "x 0, y 0"},
        {LW_PATH_VIA, 1, {NULL, NULL, "0 2 1 v1 2 1 "}, NULL},
        {LW_PATH_VIA, 1, {NULL, NULL, "v0 2 1 1 2 1 "}, NULL},
        {LW_PATH_TWICE,
         1,
         {NULL, "5 0 0 4 0 0 3 0 0 4 0 0 4 1 0 3 1 0 3 2 0 2 2 0 1 2 0 ", NULL},
         "twice: net 2 comes to a cell twice at layer 1, x 4, y 0"},
        {LW_PATH_OVERLAP,
         1,
         {"0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 4 1 0 4 2 0 5 2 0 ",
          "5 0 0 5 1 0 4 1 0 3 1 0 3 2 0 2 2 0 1 2 0 ", NULL},
         "overlap: net 2 comes to a cell of net 1 at layer 1, x 4, y 1"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_problem *problem = problem_of_rows();
        lw_solution_report *report = judged(problem, table[i].paths);
        char text[200];
        cr_expect_eq(report->by_rule[table[i].rule], table[i].count, "case %zu: %u", i,
                     report->by_rule[table[i].rule]);
        cr_expect_eq(report->violations, report->faults.count);
        for (uint32_t k = 0; table[i].text && k < report->faults.count; k++)
            if (report->faults.at[k].rule == table[i].rule)
                cr_expect_str_eq(
                    lw_path_fault_text(problem, &report->faults.at[k], text, sizeof text),
                    table[i].text);
        lw_solution_report_free(report);
        lw_problem_free(problem);
    }
    lw_test_no_leaks();
}
