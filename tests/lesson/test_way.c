/* Ways of students, graded; what is expected was counted by hand. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/leeway.h"

static lw_lesson *lesson_of(const char *text)
{
    lw_lesson *lesson;
    lw_error err = {0};
    cr_assert_eq(lw_lesson_parse("maze", text, strlen(text), NULL, &lesson, &err), LW_OK, "%s",
                 err.text);
    return lesson;
}

static lw_way *graded(const lw_lesson *lesson, const char *text)
{
    lw_way *way;
    lw_error err = {0};
    cr_assert_eq(lw_way_parse(lesson, "way", text, strlen(text), &way, &err), LW_OK, "%s: %s", text,
                 err.text);
    return way;
}

static const char *const wall = "S.#.T\n"
                                "..#..\n"
                                ".....\n";

/* Down, across and up: 8 steps, 2 bends. */
Test(way, is_right_as_a_list_of_cells)
{
    static const char *const texts[] = {
        "0 0\n0 1\n0 2\n1 2\n2 2\n3 2\n4 2\n4 1\n4 0\n",
        "# there and back\n\n4,0\n4,1\n4,2\n3,2\n2,2\n1,2\n0,2\n0,1\n0,0 # here\n",
        "1 0 0\n1 0 1\n1 0 2\n1 1 2\n1 2 2\n1 3 2\n1 4 2\n1 4 1\n1 4 0",
    };
    lw_lesson *lesson = lesson_of(wall);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lw_way *way = graded(lesson, texts[i]);
        cr_expect_eq(way->verdict, LW_VERDICT_RIGHT);
        cr_expect_not(way->drawn);
        cr_expect_eq(way->count, 9);
        cr_expect_eq(way->path.cost, 8);
        cr_expect_eq(way->path.bends, 2);
        cr_expect_eq(way->best, 8);
        cr_expect_eq(way->excess, 0);
        lw_way_free(way);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Around the 9s it costs 4, through one 10. */
Test(way, is_right_though_it_is_not_the_cheapest)
{
    lw_lesson *lesson = lesson_of("S9T\n"
                                  "1.1\n");
    lw_way *way = graded(lesson, "0 0\n1 0\n2 0\n");
    cr_expect_eq(way->verdict, LW_VERDICT_RIGHT);
    cr_expect_eq(way->path.cost, 10);
    cr_expect_eq(way->best, 4);
    cr_expect_eq(way->excess, 6);
    lw_way_free(way);
    lw_lesson_free(lesson);
}

/* What an entered cell costs depends on the direction: the way counts from S to T. */
Test(way, counts_from_the_start_however_it_is_written)
{
    lw_lesson *lesson = lesson_of("S5#\n"
                                  "#.T\n");
    lw_way *way = graded(lesson, "2 1\n1 1\n1 0\n0 0\n");
    cr_expect_eq(way->verdict, LW_VERDICT_RIGHT);
    cr_expect_eq(way->path.cost, 5 + 1 + 1);
    cr_expect_eq(way->excess, 0);
    lw_way_free(way);
    lw_lesson_free(lesson);
}

typedef struct way_case {
    const char *text;
    lw_verdict verdict;
    const char *faults; /* each as line:column text; */
} way_case;

static void expect_faults(const lw_lesson *lesson, const way_case *expected)
{
    char told[1024] = "";
    size_t used = 0;
    lw_way *way = graded(lesson, expected->text);
    for (uint32_t i = 0; i < way->faults.count; i++) {
        const lw_way_fault *fault = &way->faults.at[i];
        char text[256];
        used +=
            (size_t)snprintf(told + used, sizeof told - used, "%d:%d %s;", fault->line,
                             fault->column, lw_way_fault_text(lesson, fault, text, sizeof text));
    }
    cr_expect_eq(way->verdict, expected->verdict, "%s: %s", expected->text,
                 lw_verdict_name(way->verdict));
    cr_expect_str_eq(told, expected->faults, "%s", expected->text);
    lw_way_free(way);
}

Test(way, is_told_what_is_wrong_and_where)
{
    static const way_case cases[] = {
        {"0 0\n0 1\n0 2\n", LW_VERDICT_INCOMPLETE,
         "3:0 ends: 0,2 is where it ends, not at an end of the task;"},
        {"0 1\n0 2\n1 2\n2 2\n3 2\n4 2\n4 1\n4 0\n", LW_VERDICT_INCOMPLETE,
         "1:0 ends: 0,1 is where it ends, not at an end of the task;"},
        {"0 0\n1 0\n2 0\n3 0\n4 0\n", LW_VERDICT_WRONG, "3:0 blocked: 2,0 is blocked;"},
        {"0 0\n0 2\n1 2\n2 2\n3 2\n4 2\n4 1\n4 0\n", LW_VERDICT_WRONG,
         "2:0 gap: 0,2 is no step away from the cell before;"},
        {"0 0\n0 0\n0 1\n0 2\n1 2\n2 2\n3 2\n4 2\n4 1\n4 0\n", LW_VERDICT_WRONG,
         "2:0 twice: 0,0 is there a second time;"},
        {"0 0\n0 -1\n4 0\n", LW_VERDICT_WRONG, "2:0 outside: 0,-1 is outside of the map;"},
        {"2 0 0\n", LW_VERDICT_WRONG,
         "1:0 outside: 0,0 is outside of the map;"
         "1:0 ends: 0,0 is where it ends, not at an end of the task;"
         "1:0 ends: 0,0 is where it ends, not at an end of the task;"},
        {"", LW_VERDICT_INCOMPLETE, ""},
        {"# nothing yet\n", LW_VERDICT_INCOMPLETE, ""},
    };
    lw_lesson *lesson = lesson_of(wall);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_faults(lesson, &cases[i]);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(way, may_be_drawn_into_the_maze)
{
    static const way_case cases[] = {
        {"S.#.T\n*.#.*\n*****\n", LW_VERDICT_RIGHT, ""},
        {"S.#.x\no.#.+\no@oxx", LW_VERDICT_RIGHT, ""},
        {"S.#.T\n..#..\n.....\n", LW_VERDICT_INCOMPLETE, ""},
        {"S.#.T\n*.#..\n**...\n", LW_VERDICT_INCOMPLETE,
         "3:2 ends: 1,2 is where it ends, not at an end of the task;"},
        {"S.#.T\n*.#*.\n*****\n", LW_VERDICT_WRONG,
         "3:5 stray: 4,2 is marked, but not on the way;"
         "2:4 ends: 3,1 is where it ends, not at an end of the task;"},
        {"S.#.T\n*.#**\n*****\n", LW_VERDICT_WRONG,
         "2:4 stray: 3,1 is marked, but not on the way;"},
        {"S***T\n..#..\n.....\n", LW_VERDICT_WRONG,
         "1:3 blocked: 2,0 is blocked;1:4 stray: 3,0 is marked, but not on the way;"
         "1:2 ends: 1,0 is where it ends, not at an end of the task;"},
        {"S...T\n*.#.*\n*****\n", LW_VERDICT_WRONG, "1:3 changed: 2,0 is not as on the map;"},
        {"T.#.S\n*.#.*\n*****\n", LW_VERDICT_WRONG,
         "1:1 changed: 0,0 is not as on the map;1:5 changed: 4,0 is not as on the map;"},
    };
    lw_lesson *lesson = lesson_of(wall);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_faults(lesson, &cases[i]);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(way, may_have_layers)
{
    lw_lesson *lesson = lesson_of("S#T\n-\n...\n");
    expect_faults(lesson, &(way_case){"1 0 0\n2 0 0\n2 1 0\n2 2 0\n1 2 0\n", LW_VERDICT_RIGHT, ""});
    expect_faults(lesson, &(way_case){"S#T\n-\n***\n", LW_VERDICT_RIGHT, ""});
    expect_faults(lesson, &(way_case){"S*T\n-\n...\n", LW_VERDICT_WRONG,
                                      "1:2 blocked: layer 1, 1,0 is blocked;1:1 ends: layer 1, 0,0 "
                                      "is where it ends, not at an end of the task;"});
    lw_lesson_free(lesson);
}

Test(way, need_not_be_there_where_there_is_none)
{
    lw_lesson *lesson = lesson_of("S#T\n");
    expect_faults(lesson, &(way_case){"", LW_VERDICT_RIGHT, ""});
    expect_faults(lesson, &(way_case){"S#T\n", LW_VERDICT_RIGHT, ""});
    expect_faults(lesson,
                  &(way_case){"0 0\n1 0\n2 0", LW_VERDICT_WRONG, "2:0 blocked: 1,0 is blocked;"});
    lw_lesson_free(lesson);
}

Test(way, that_cannot_be_read_is_an_error)
{
    static const char *const cases[][2] = {
        {"0 0\n0 x\n", "way:2: error: a cell is \"x y\", or \"layer x y\" with layers from 1"},
        {"0 0\n0\n", "way:2: error: a cell is \"x y\", or \"layer x y\" with layers from 1"},
        {"0 0\n1 0 1 0\n", "way:2: error: a cell is \"x y\", or \"layer x y\" with layers from 1"},
        {"0 99999999999\n", "way:1: error: a cell is \"x y\", or \"layer x y\" with layers from 1"},
        {"S.#.T\n***\n", "way:2: error: the row has 3 cells, that of the maze 5: neither is this "
                         "the maze with a way in it, nor a cell as \"x y\""},
        {"S.#.T\n", "way:1: error: the layer has 1 rows, that of the maze 3: neither is this the "
                    "maze with a way in it, nor a cell as \"x y\""},
    };
    lw_lesson *lesson = lesson_of(wall);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_way *way;
        lw_error err = {0};
        char text[1024];
        cr_expect_eq(lw_way_parse(lesson, "way", cases[i][0], strlen(cases[i][0]), &way, &err),
                     LW_ERR_INPUT, "%s", cases[i][0]);
        cr_expect_null(way);
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), cases[i][1]);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}
