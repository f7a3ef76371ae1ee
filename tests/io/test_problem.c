#include "leeway/problem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "check_leaks.h"
#include "leeway/io.h"

static const char *const small_grid = "3 2 10 20\n1 1 1\n-1 1 4\n1 1 1\n1 1 1\n";
static const char *const small_nets = "1\n7 1 0 0 2 2 1\n";

static lw_status parse(const char *text, const char *nets, lw_problem **problem, lw_error *err)
{
    *err = (lw_error){0};
    return lw_problem_parse(&(lw_problem_text){.name = "f",
                                               .text = text,
                                               .size = strlen(text),
                                               .nets_name = "n",
                                               .nets = nets,
                                               .nets_size = nets ? strlen(nets) : 0},
                            problem, err);
}

static lw_problem *parsed(const char *text, const char *nets)
{
    lw_problem *problem;
    lw_error err;
    cr_assert_eq(parse(text, nets, &problem, &err), LW_OK, "%s", err.text);
    return problem;
}

static uint16_t cost_at(const lw_problem *problem, int32_t x, int32_t y, int32_t layer)
{
    return problem->cost[lw_problem_cell(problem, x, y, layer)];
}

Test(problem_io, reads_a_grid_of_the_course)
{
    lw_problem *problem = parsed(small_grid, small_nets);
    cr_expect_eq(problem->format, LW_PROBLEM_COURSE);
    cr_expect_eq(problem->cols, 3);
    cr_expect_eq(problem->rows, 2);
    cr_expect_eq(problem->layers, 2);
    cr_expect_eq(problem->bend, 10);
    cr_expect_eq(problem->via, 20);
    cr_expect_eq(cost_at(problem, 0, 1, 0), 0);
    cr_expect_eq(cost_at(problem, 2, 1, 0), 4);
    cr_expect_eq(cost_at(problem, 2, 1, 1), 1);
    cr_assert_eq(problem->nets.count, 1);
    lw_wish net = problem->nets.at[0];
    cr_expect_eq(net.number, 7);
    cr_expect(net.pin[0].x == 0 && net.pin[0].y == 0 && net.pin[0].layer == 0);
    cr_expect(net.pin[1].x == 2 && net.pin[1].y == 1 && net.pin[1].layer == 1);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

Test(problem_io, lines_and_marks_of_windows_are_blanks)
{
    lw_problem *problem = parsed("\xEF\xBB\xBF"
                                 "1\r\n1 0 0 5\r\n-1",
                                 "0");
    cr_expect_eq(problem->cols, 1);
    cr_expect_eq(cost_at(problem, 0, 0, 0), 5);
    cr_expect_eq(cost_at(problem, 0, 0, 1), 0);
    cr_expect_eq(problem->nets.count, 0);
    lw_problem_free(problem);
}

Test(problem_io, reads_a_circuit)
{
    lw_problem *problem =
        parsed("# a comment\nB 5 4\nP 1 1 # a pad\nC 4 3 3 2\nJ 1 1 4 0\nE\n", NULL);
    cr_expect_eq(problem->format, LW_PROBLEM_LEETM);
    cr_expect_eq(problem->cols, 5);
    cr_expect_eq(problem->rows, 4);
    cr_expect_eq(problem->layers, 2);
    for (int32_t layer = 0; layer < 2; layer++) {
        cr_expect_eq(cost_at(problem, 1, 1, layer), 0);
        cr_expect_eq(cost_at(problem, 3, 2, layer), 0);
        cr_expect_eq(cost_at(problem, 4, 3, layer), 0);
        cr_expect_eq(cost_at(problem, 2, 2, layer), 1);
    }
    cr_assert_eq(problem->nets.count, 1);
    lw_wish net = problem->nets.at[0];
    cr_expect(net.number == 1 && net.pin[0].layer == LW_EVERY_LAYER);
    cr_expect(net.pin[1].x == 4 && net.pin[1].y == 0 && net.pin[1].layer == LW_EVERY_LAYER);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

Test(problem_io, a_circuit_without_a_size_is_600_wide)
{
    lw_problem *problem = parsed("J 0 0 599 599\nE", NULL);
    cr_expect_eq(problem->cols, 600);
    cr_expect_eq(problem->rows, 600);
    lw_problem_free(problem);
}

Test(problem_io, the_reader_is_told_the_layers_of_a_circuit)
{
    lw_problem *problem;
    lw_error err = {0};
    lw_problem_text text = {.name = "f", .text = "B 2 2\nE", .size = 7, .layers = 5};
    cr_assert_eq(lw_problem_parse(&text, &problem, NULL), LW_OK);
    cr_expect_eq(problem->layers, 5);
    lw_problem_free(problem);
    text.layers = LW_PROBLEM_LAYERS_MAX + 1;
    cr_expect_eq(lw_problem_parse(&text, &problem, &err), LW_ERR_OPTION);
    cr_expect_str_eq(err.text, "65 layers are more than 64");
    cr_expect_null(problem);
}

Test(problem_io, reads_a_labyrinth)
{
    lw_problem *problem = parsed("# size\nd 4 3 2\nw 1 2 1\np 0 0 0  3 2 1\n", NULL);
    cr_expect_eq(problem->format, LW_PROBLEM_LABYRINTH);
    cr_expect_eq(problem->cols, 4);
    cr_expect_eq(problem->rows, 3);
    cr_expect_eq(problem->layers, 2);
    cr_expect_eq(problem->bend, 1);
    cr_expect_eq(cost_at(problem, 1, 2, 1) + problem->via, 1, "a wall, and a via of 1");
    cr_expect_eq(cost_at(problem, 1, 2, 0), 1);
    cr_assert_eq(problem->nets.count, 1);
    lw_wish net = problem->nets.at[0];
    cr_expect(net.pin[1].x == 3 && net.pin[1].y == 2 && net.pin[1].layer == 1);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

typedef struct wrong {
    const char *text, *nets, *expected;
} wrong;

Test(problem_io, says_what_is_wrong_and_where)
{
    static const wrong table[] = {
        {"", NULL,
         "f: error: this is no field problem that can be read: neither a course's grid nor a "
         "Lee-TM circuit nor a labyrinth"},
        {"hello", NULL,
         "f: error: this is no field problem that can be read: neither a course's grid nor a "
         "Lee-TM circuit nor a labyrinth"},
        /* the grid */
        {"3", "0", "f:1:2: error: the file ends before the number of rows"},
        {"3 2.5", "0", "f:1:3: error: \"2.5\" is not the number of rows: not a whole number"},
        {"0 2 1 1", "0", "f:1:1: error: the number of columns is 0, not from 1 to 32768"},
        {"99999999999999999999 2 1 1", "0",
         "f:1:1: error: the number of columns is 99999999999999999999, not from 1 to 32768"},
        {"32768 32768 0 0", "0",
         "f:1:1: error: 32768 x 32768 cells in 2 layers are more than 33554432"},
        {"1 1 -1 0", "0", "f:1:5: error: the cost of a bend is -1, not from 0 to 10000"},
        {"1 1 0 10001", "0", "f:1:7: error: the cost of a via is 10001, not from 0 to 10000"},
        {"2 1 0 0\n1 1\n1", "0", "f:3:2: error: the file ends before the cost of a cell"},
        {"2 1 0 0\n1 1\n1 0", "0", "f:3:3: error: a cell costs 1 or more, or is -1 for blocked"},
        {"2 1 0 0\n1 1\n1 -2", "0", "f:3:3: error: the cost of a cell is -2, not from -1 to 10000"},
        {"2 1 0 0\n1 1\n1 1\n\n 1", "0",
         "f:5:2: error: \"1\" is more than the cells of two layers"},
        {"1 1 0 0 1 nan", "0",
         "f:1:11: error: \"nan\" is not the cost of a cell: not a whole number"},
        /* its nets */
        {"1 1 0 0 1 1", "", "n:1:1: error: the file ends before the number of nets"},
        {"1 1 0 0 1 1", "-1", "n:1:1: error: the number of nets is -1, not from 0 to 1000000"},
        {"1 1 0 0 1 1", "1\n1 1 0 0 3 0 0",
         "n:2:9: error: the layer of a pin is 3, not from 1 to 2"},
        {"1 1 0 0 1 1", "1\n1 1 0 1 1 0 0", "n:2:7: error: the y of a pin is 1, not from 0 to 0"},
        {"1 1 0 0 1 1", "1\n1 1 0 0 1 0", "n:2:12: error: the file ends before the y of a pin"},
        {"1 1 0 0 1 1", "2\n5 1 0 0 1 0 0\n5 1 0 0 1 0 0", "n:3:1: error: there are two nets 5"},
        {"1 1 0 0 1 1", "1\n5 1 0 0 1 0 0\n6",
         "n:3:1: error: \"6\" is more than the nets that were announced"},
        /* a circuit */
        {"B 5", NULL, "f:1:1: error: the line ends before the number of rows"},
        {"B 5\n5\nE", NULL, "f:1:1: error: the line ends before the number of rows"},
        {"B 5 5 5\nE", NULL, "f:1:7: error: \"5\" is more than belongs in this line"},
        {"B 5 5\nP 5 0\nE", NULL, "f:2:3: error: an x is 5, not from 0 to 4"},
        {"B 5 5\nX 5 0\nE", NULL,
         "f:2:1: error: a line begins with B, C, P, J or E, not with \"X\""},
        {"P 1 1\nB 5 5\nE", NULL, "f:2:1: error: the size (B) stands before all else, once"},
        {"B 5 5\nP 1 1\n", NULL, "f:3:1: error: the file ends before its end, the line E"},
        {"B 5 5\nE\nP 1 1\n", NULL,
         "f:3:1: error: \"P\" is more than a circuit, which ends with E"},
        /* a labyrinth */
        {"p 0 0 0 1 1 1", NULL, "f:1:1: error: the size (d) stands before all else"},
        {"d 2 2 65", NULL, "f:1:7: error: the size in z is 65, not from 1 to 64"},
        {"d 9999 9999 2", NULL,
         "f:1:1: error: 9999 x 9999 cells in 2 layers are more than 33554432"},
        {"d 2 2 2\nd 2 2 2", NULL, "f:2:1: error: the size (d) is given twice"},
        {"d 2 2 2\np 0 0 0 1 1", NULL, "f:2:1: error: the line ends before a z"},
        {"d 2 2 2\np 0 0 0 1 2 1", NULL, "f:2:11: error: a y is 2, not from 0 to 1"},
        {"d 2 2 2\nq 0 0 0", NULL, "f:2:1: error: a line begins with d, p or w, not with \"q\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_problem *problem;
        lw_error err;
        char text[1024];
        cr_expect_eq(parse(table[i].text, table[i].nets, &problem, &err), LW_ERR_INPUT, "%s",
                     table[i].expected);
        cr_expect_null(problem);
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), table[i].expected);
    }
    lw_test_no_leaks();
}

Test(problem_io, a_file_of_rectangles_comes_to_an_end)
{
    static char text[100000];
    char *at = text + sprintf(text, "B 4096 4096\n");
    for (int i = 0; i < 1000; i++)
        at += sprintf(at, "C 0 0 4095 4095\n");
    lw_problem *problem;
    lw_error err;
    cr_expect_eq(parse(text, NULL, &problem, &err), LW_ERR_INPUT);
    cr_expect_str_eq(err.text, "the rectangles so far cover more than 1073741824 cells");
    cr_expect_eq(err.line, 34);
}

/* ---- paths ---- */

static lw_status parse_paths(const lw_problem *problem, const char *text, lw_solution **solution,
                             lw_error *err)
{
    *err = (lw_error){0};
    return lw_solution_parse(problem, "s", text, strlen(text), solution, err);
}

Test(problem_io, paths_are_read_as_they_are_written)
{
    const char *text = "2\n7\n1 0 0\n1 1 0\n3 1 0\n2 1 0\n2 2 0\n2 2 1\n0\n8\n0\n";
    lw_problem *problem = parsed(small_grid, "2\n7 1 0 0 2 2 1\n8 1 1 1 2 0 0");
    lw_solution *solution;
    lw_error err;
    cr_assert_eq(parse_paths(problem, text, &solution, &err), LW_OK, "%s", err.text);
    cr_assert_eq(solution->count, 2);
    cr_assert_eq(solution->paths[0].count, 5);
    cr_expect_eq(solution->paths[1].count, 0);
    lw_path_cell via = solution->paths[0].cells[2];
    cr_expect(via.x == 1 && via.y == 0 && via.layer == 1 && via.via);
    cr_expect_not(solution->paths[0].cells[3].via);
    cr_expect(solution->paths[0].line == 2 && solution->paths[1].line == 10);
    cr_expect(solution->paths[0].cells[0].line == 3 && via.line == 6);

    char path[] = "/tmp/leeway-test-XXXXXX", back[200] = "";
    close(mkstemp(path));
    cr_assert_eq(lw_solution_save(problem, solution, path, &err), LW_OK);
    FILE *file = fopen(path, "r");
    cr_expect_eq(fread(back, 1, sizeof back - 1, file), strlen(text));
    fclose(file);
    unlink(path);
    cr_expect_str_eq(back, text);
    lw_solution_free(solution);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

Test(problem_io, beyond_the_course_layer_3_is_a_layer)
{
    lw_problem *problem = parsed("d 2 2 4\np 0 0 1 0 0 3\n", NULL);
    lw_solution *solution;
    lw_error err;
    cr_assert_eq(parse_paths(problem, "1 1 2 0 0 3 0 0 4 0 0 0", &solution, &err), LW_OK);
    cr_assert_eq(solution->paths[0].count, 3);
    cr_expect_eq(solution->paths[0].cells[1].layer, 2);
    cr_expect(solution->paths[0].cells[1].via && solution->paths[0].cells[2].via);
    lw_solution_free(solution);
    lw_problem_free(problem);
}

Test(problem_io, says_what_is_wrong_with_paths)
{
    static const char *const table[][2] = {
        {"", "s:1:1: error: the file ends before the number of nets"},
        {"-1", "s:1:1: error: the number of nets is -1, not from 0 to 999999999"},
        {"1 7 1 0 0", "s:1:10: error: the file ends before a layer, or the 0 that ends a net"},
        {"1 7 1 0 x 0", "s:1:9: error: \"x\" is not a y: not a whole number"},
        {"1 7 -1 0 0 0", "s:1:5: error: a layer, or the 0 that ends a net is -1, not from 0 to 64"},
    };
    lw_problem *problem = parsed(small_grid, small_nets);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_solution *solution;
        lw_error err;
        char text[1024];
        cr_expect_eq(parse_paths(problem, table[i][0], &solution, &err), LW_ERR_INPUT);
        cr_expect_null(solution);
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), table[i][1]);
    }
    lw_problem_free(problem);
    lw_test_no_leaks();
}

/* What is wrong with the numbers of nets keeps no other net from being judged. */
Test(problem_io, paths_of_nets_that_there_are_not_are_faults)
{
    const char *text = "9\n8\n1 0 0\n0\n7\n1 0 0\n1 1 0\n0\n7\n1 5 5\n0\n";
    static const struct {
        lw_path_rule rule;
        uint32_t number;
        int line;
    } expected[] = {{LW_PATH_UNKNOWN, 8, 2}, {LW_PATH_AGAIN, 7, 9}, {LW_PATH_COUNT, 9, 1}};
    lw_problem *problem = parsed(small_grid, small_nets);
    lw_solution *solution;
    lw_error err;
    cr_assert_eq(parse_paths(problem, text, &solution, &err), LW_OK, "%s", err.text);
    cr_assert_eq(solution->faults.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const lw_path_fault *fault = &solution->faults.at[i];
        cr_expect(fault->rule == expected[i].rule && fault->other == expected[i].number &&
                  fault->cell.line == expected[i].line && fault->net == LW_NO_WISH);
    }
    cr_expect_eq(solution->paths[0].count, 2);
    lw_solution_free(solution);
    lw_problem_free(problem);
    lw_test_no_leaks();
}

/* Two layers of the course: a line 3 x y where no via is, or none where one is. */
Test(problem_io, vias_that_stand_astray_are_faults)
{
    static const struct {
        const char *text;
        lw_path_rule rule;
        int line;
    } table[] = {
        {"1\n7\n3 0 0\n1 0 0\n0\n", LW_PATH_VIA, 4},        /* before all cells */
        {"1\n7\n1 0 0\n3 0 0\n0\n", LW_PATH_VIA, 4},        /* behind all of them */
        {"1\n7\n1 0 0\n3 1 0\n2 0 0\n0\n", LW_PATH_VIA, 5}, /* at another place */
        {"1\n7\n1 0 0\n3 0 0\n3 0 0\n2 0 0\n0\n", LW_PATH_VIA, 6},
        {"1\n7\n1 0 0\n3 0 0\n1 1 0\n0\n", LW_PATH_VIA, 5}, /* in one layer */
        {"1\n7\n1 0 0\n2 0 0\n0\n", LW_PATH_VIA, 4},
        {"1\n7\n3 0 0\n0\n", LW_PATH_VIA, 3},
    };
    lw_problem *problem = parsed(small_grid, small_nets);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_solution *solution;
        lw_solution_report *report;
        lw_error err;
        uint32_t found = 0;
        cr_assert_eq(parse_paths(problem, table[i].text, &solution, &err), LW_OK, "%s", err.text);
        cr_assert_eq(lw_solution_check(problem, solution, &report, NULL), LW_OK);
        for (uint32_t k = 0; k < report->faults.count; k++)
            found += report->faults.at[k].rule == table[i].rule &&
                     report->faults.at[k].cell.line == table[i].line;
        cr_expect_eq(found, 1, "path %zu: %u", i, found);
        cr_expect_eq(report->by_rule[LW_PATH_VIA], 1, "path %zu", i);
        lw_solution_report_free(report);
        lw_solution_free(solution);
    }
    lw_problem_free(problem);
    lw_test_no_leaks();
}

/* ---- files ---- */

static void put(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(problem_io, nets_are_found_beside_the_grid_or_given)
{
    char folder[] = "/tmp/leeway-test-XXXXXX", path[300], other[300];
    cr_assert_not_null(mkdtemp(folder));
    put(folder, "a.grid", small_grid);
    put(folder, "other.nl", small_nets);
    snprintf(path, sizeof path, "%s/a.grid", folder);
    snprintf(other, sizeof other, "%s/other.nl", folder);
    lw_problem *problem;
    lw_board *board;
    lw_error err = {0};
    cr_expect_eq(lw_problem_load(path, NULL, &problem, &err), LW_ERR_READ);
    cr_expect_str_eq(err.text, "the nets of a grid are in a file of their own, *.nl: there is none "
                               "beside it, and none was given");
    lw_problem_reading reading = {.nets = other};
    cr_assert_eq(lw_load(path, &reading, &board, &problem, NULL), LW_OK);
    cr_expect_null(board);
    cr_expect_eq(problem->nets.at[0].number, 7);
    lw_problem_free(problem);
    put(folder, "a.nl", "0");
    cr_assert_eq(lw_load(path, NULL, &board, &problem, NULL), LW_OK);
    cr_expect_eq(problem->nets.count, 0);
    lw_problem_free(problem);
    err = (lw_error){0};
    cr_expect_eq(lw_board_load(path, &board, &err), LW_ERR_INPUT);
    cr_expect_str_eq(err.text, "this is a field problem (course), not a board");
    put(folder, "c.txt", "B 2 2\nE");
    snprintf(path, sizeof path, "%s/c.txt", folder);
    err = (lw_error){0};
    cr_expect_eq(lw_problem_load(path, &reading, &problem, &err), LW_ERR_OPTION);
    cr_expect_neq((void *)strstr(err.text, "its nets are in it"), NULL);
    snprintf(path, sizeof path, "rm -r %s", folder);
    cr_expect_eq(system(path), 0);
    lw_test_no_leaks();
}
