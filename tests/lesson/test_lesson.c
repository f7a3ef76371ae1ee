/* Lessons from all kinds of files: map, rules, ends, and what is wrong with a file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/leeway.h"

static lw_lesson *lesson_of(const char *text, const lw_lesson_options *options)
{
    lw_lesson *lesson;
    lw_error err = {0};
    lw_status status = lw_lesson_parse("lesson", text, strlen(text), options, &lesson, &err);
    cr_assert_eq(status, LW_OK, "%s", err.text);
    return lesson;
}

static lw_lesson *lesson_from(const char *name, const lw_lesson_options *options)
{
    char path[1024];
    lw_lesson *lesson;
    lw_error err = {0};
    snprintf(path, sizeof path, "%s/boards/%s", getenv("LEEWAY_SOURCE"), name);
    cr_assert_eq(lw_lesson_load(path, options, &lesson, &err), LW_OK, "%s: %s", name, err.text);
    return lesson;
}

static void expect_cell(const lw_lesson *lesson, int32_t cell, int32_t x, int32_t y, int32_t layer)
{
    cr_expect_eq(cell, lw_map_cell(lesson->map, x, y, layer), "%d,%d,%d", x, y, layer);
}

static lw_trial lee(const lw_lesson *lesson)
{
    lw_trial trial;
    lw_query query = {.from = lesson->from, .to = lesson->to};
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named("lee"), lesson->map, &query, &trial, NULL),
                 LW_OK);
    return trial;
}

Test(lesson, reads_a_text_maze_with_ends_and_costs)
{
    lw_lesson *lesson = lesson_of("S.#\r\n 5#\r\n..T\r\n", NULL);
    cr_expect_eq(lesson->kind, LW_LESSON_MAZE);
    cr_expect_eq(lesson->map->cols, 3);
    cr_expect_eq(lesson->map->rows, 3);
    cr_expect_eq(lesson->map->layers, 1);
    cr_expect_eq(lesson->map->cost[lw_map_cell(lesson->map, 1, 1, 0)], 5);
    cr_expect_eq(lesson->map->cost[lw_map_cell(lesson->map, 2, 1, 0)], 0);
    cr_expect_eq(lesson->map->rules.directions, 4);
    cr_expect_eq(lesson->map->rules.unit, 1);
    cr_assert_eq(lesson->pairs.count, 1);
    cr_expect_str_eq(lesson->pairs.at[0].name, "S-T");
    expect_cell(lesson, lesson->from, 0, 0, 0);
    expect_cell(lesson, lesson->to, 2, 2, 0);
    lw_trial trial = lee(lesson);
    cr_expect_eq(trial.path.cost, 4);
    lw_trial_free(&trial);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, goes_from_corner_to_corner_without_ends)
{
    lw_lesson *lesson = lesson_of("####\n#..#\n#..#\n####", NULL);
    cr_expect_eq(lesson->pair, LW_NO_PAIR);
    expect_cell(lesson, lesson->from, 1, 1, 0);
    expect_cell(lesson, lesson->to, 2, 2, 0);
    lw_lesson_free(lesson);
    lesson = lesson_of("#.\n", NULL);
    expect_cell(lesson, lesson->from, 1, 0, 0);
    expect_cell(lesson, lesson->to, 1, 0, 0);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, reads_layers_of_a_text_maze)
{
    lw_lesson *lesson = lesson_of("S#.\n-\n..T\n", NULL);
    cr_expect_eq(lesson->map->layers, 2);
    cr_expect_eq(lesson->map->rows, 1);
    expect_cell(lesson, lesson->to, 2, 0, 1);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, tells_a_maze_from_other_files)
{
    static const struct {
        const char *text;
        lw_lesson_kind kind;
    } cases[] = {
        {"#####\n11111\n", LW_LESSON_MAZE},
        {"\xEF\xBB\xBF#####\n11111\n", LW_LESSON_MAZE},
        {"111\n123\n", LW_LESSON_MAZE},
        {"111\nS1T\n", LW_LESSON_MAZE},
        {"15\r\n15\r\n", LW_LESSON_MAZE},
        {"9\n9\n9", LW_LESSON_MAZE},
        {"1\r\n2\r\n", LW_LESSON_MAZE},
        {"# a labyrinth\nd 4 3 1\np 0 0 0 3 2 0\n", LW_LESSON_PROBLEM},
        {"####\nd 4 3 1\np 0 0 0 3 2 0\n", LW_LESSON_PROBLEM},
        {"type octile\nheight 1\nwidth 2\nmap\n..\n", LW_LESSON_OCTILE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_lesson *lesson = lesson_of(cases[i].text, NULL);
        cr_expect_eq(lesson->kind, cases[i].kind, "case %zu", i);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

/* Whose nets are in a file of their own. */
Test(lesson, takes_numbers_for_a_grid_of_a_course)
{
    static const char *const texts[] = {
        "10 10 1 1\n1 1 1\n", "2 2 0 0\n1.5 1\n", "11\n11\n1\n1\n", "7", "1 1 1\n",
        "1\n1\n5\n5\n1\n1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lw_lesson *lesson;
        lw_error err = {0};
        cr_expect_eq(lw_lesson_parse("lesson", texts[i], strlen(texts[i]), NULL, &lesson, &err),
                     LW_ERR_READ, "%s", texts[i]);
        cr_expect(strstr(err.text, "*.nl"), "%s", err.text);
    }
    lw_test_no_leaks();
}

Test(lesson, says_what_is_wrong_and_where)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"#.#\n#.\n", "lesson:2:3: error: the row has 2 cells, the first one has 3"},
        {"#.\n#.#\n", "lesson:2:3: error: the row has 3 cells, the first one has 2"},
        {"#.#\n\n#.#\n", "lesson:2:1: error: the row has 0 cells, the first one has 3"},
        {"#.#\n#x#\n",
         "lesson:2:2: error: a cell is '#', '.', a blank, a digit from 1, S or T, not 'x'"},
        {"#.#\n#0#\n",
         "lesson:2:2: error: a cell is '#', '.', a blank, a digit from 1, S or T, not '0'"},
        {"SS.T\n", "lesson:1:2: error: a second S"},
        {"#x#\n#.#\n",
         "lesson:1:2: error: a cell is '#', '.', a blank, a digit from 1, S or T, not 'x'"},
        {"S...\tT\n......\n",
         "lesson:1:5: error: a cell is '#', '.', a blank, a digit from 1, S or T, not '\\t'"},
        {"111\nS1\n", "lesson:2:3: error: the row has 2 cells, the first one has 3"},
        {"101\nS1T\n",
         "lesson:1:2: error: a cell is '#', '.', a blank, a digit from 1, S or T, not '0'"},
        {"\n#.#\n", "lesson:1:1: error: the row has no cells"},
        {"..\xC3\xA4..\n",
         "lesson:1:3: error: a cell is '#', '.', a blank, a digit from 1, S or T, not '\\xC3'"},
        {"hello, world\n", "lesson: error: this is no maze, map of a game, graph or field problem "
                           "(course grid, Lee-TM "
                           "circuit, labyrinth), nor a board (Leeway XML, EAGLE 6 or later, KiCad "
                           "4 or later, Specctra "
                           "design)"},
        {"\n                  A title.\n", "lesson: error: this is no maze, map of a game, graph "
                                           "or field problem (course grid, Lee-TM "
                                           "circuit, labyrinth), nor a board (Leeway XML, EAGLE 6 "
                                           "or later, KiCad 4 or later, Specctra "
                                           "design)"},
        {"%PDF-1.4\n....\n", "lesson: error: this is a PDF"},
        {"S.T\nT..\n", "lesson:2:1: error: a second T"},
        {"S..\n", "lesson: error: there is an S, but no T"},
        {"..T\n", "lesson: error: there is a T, but no S"},
        {"..\n..\n-\n..\n", "lesson:4:1: error: the layer has 1 rows, the first one has 2"},
        {"..\n-\n", "lesson:2:1: error: the layer has 0 rows, the first one has 1"},
        {"##\n##\n", "lesson: error: there is no free cell"},
        {"type tile\n", "lesson:1:6: error: \"octile\" is expected here"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n",
         "lesson:5: error: the map has 1 rows, not the 2 that the height says"},
        {"type octile\nheight 32768\nwidth 32768\nmap\n..\n",
         "lesson:4: error: the map ends before 32768 rows of 32768 cells"},
        {"type octile\nheight 2\nwidth 2\nmap\n.. ..\n",
         "lesson:5:1: error: the row has 5 cells, not the 2 that the width says"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\r\n\r\n",
         "lesson:6:1: error: the row has 0 cells, not the 2 that the width says"},
        {"type octile\nheight 1\nwidth 2\nmap\n.x\n",
         "lesson:5:2: error: a cell is one of . G S W @ O T, not 'x'"},
        {"type octile\nheight 1\nwidth 3\nmap\n..\n",
         "lesson:5:1: error: the row has 2 cells, not the 3 that the width says"},
        {"type octile\nheight 0\nwidth 3\nmap\n",
         "lesson:2:8: error: the height is 0, not from 1 to 32768"},
        {"version 1\n", "lesson: error: these are scenarios; give the map that they belong to"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_lesson *lesson;
        lw_error err = {0};
        char text[1024];
        lw_status status =
            lw_lesson_parse("lesson", cases[i].text, strlen(cases[i].text), NULL, &lesson, &err);
        cr_expect_eq(status, LW_ERR_INPUT, "%s", cases[i].message);
        cr_expect_null(lesson);
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), cases[i].message);
    }
    lw_test_no_leaks();
}

Test(lesson, takes_ends_that_are_given)
{
    static const char maze[] = "S..\n.#.\n..T\n";
    lw_spot from = {2000000, 0, 0}, to = {0, 2000000, 0};
    lw_lesson_options options = lw_lesson_options_default();
    options.from = &from;
    options.to = &to;
    lw_lesson *lesson = lesson_of(maze, &options);
    expect_cell(lesson, lesson->from, 2, 0, 0);
    expect_cell(lesson, lesson->to, 0, 2, 0);
    lw_spot back = lw_lesson_spot(lesson, lesson->from);
    cr_expect(back.x == from.x && back.y == from.y && back.layer == 0);
    lw_lesson_free(lesson);

    static const struct {
        lw_spot spot;
        const char *message;
    } wrong[] = {
        {{1000000, 1000000, 0}, "1,1 is blocked; the nearest free cell is 0,1"},
        {{3000000, 0, 0}, "3,0 is outside of the map, which goes from 0,0 to 2,2"},
        {{-1000000, 0, 0}, "-1,0 is outside of the map, which goes from 0,0 to 2,2"},
        {{500000, 0, 0}, "0.5,0 is no cell: whole numbers"},
        {{0, 0, 1}, "there is no layer 2: it has 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lw_error err = {0};
        options.from = &wrong[i].spot;
        cr_expect_eq(lw_lesson_parse("lesson", maze, strlen(maze), &options, &lesson, &err),
                     LW_ERR_OPTION);
        cr_expect_str_eq(err.text, wrong[i].message);
    }
    lw_test_no_leaks();
}

/* S = (0, 0), T = (2, 1); costs 1, but 3 in the middle. */
Test(lesson, weighs_steps_as_asked)
{
    static const char maze[] = "S3.\n..T\n";
    lw_lesson_options options = lw_lesson_options_default();
    options.directions = 8;
    options.bend = 2;
    lw_lesson *lesson = lesson_of(maze, &options);
    cr_expect_eq(lesson->map->rules.straight, 5);
    cr_expect_eq(lesson->map->rules.diagonal, 7);
    cr_expect_eq(lesson->map->rules.unit, 5);
    cr_expect_eq(lesson->map->rules.bend, 10);
    int32_t path[] = {lesson->from, lw_map_cell(lesson->map, 1, 1, 0), lesson->to};
    lw_map_path judged = lw_map_judge(lesson->map, path, 3);
    cr_expect(judged.legal);
    cr_expect_eq(judged.cost, 7 + 5 + 10);
    lw_lesson_free(lesson);

    options.weighing = LW_WEIGH_BOTH;
    options.bend = -1;
    lesson = lesson_of(maze, &options);
    cr_expect_eq(lesson->map->rules.unit, 4);
    int32_t straight[] = {lesson->from, lw_map_cell(lesson->map, 1, 0, 0),
                          lw_map_cell(lesson->map, 2, 0, 0), lesson->to};
    judged = lw_map_judge(lesson->map, straight, 4);
    cr_expect_eq(judged.cost, (1 + 3) * 5 + (3 + 1) * 5 + (1 + 1) * 5);
    lw_lesson_free(lesson);

    lw_error err = {0};
    options.directions = 6;
    cr_expect_eq(lw_lesson_parse("lesson", maze, strlen(maze), &options, &lesson, &err),
                 LW_ERR_OPTION);
    lw_test_no_leaks();
}

/* A net's own pins are open to it, those of the other one closed. */
Test(lesson, sees_a_problem_as_one_of_its_nets_does)
{
    lw_lesson *lesson = lesson_from("lessons/crossing.grid", NULL);
    cr_expect_eq(lesson->kind, LW_LESSON_PROBLEM);
    cr_expect(lesson->map->rules.start_counts);
    cr_expect_eq(lesson->map->rules.via, lesson->problem->via);
    cr_expect_eq(lesson->map->rules.bend, lesson->problem->bend);
    cr_expect_eq(lesson->pairs.count, lesson->problem->nets.count);
    cr_assert_geq(lesson->pairs.count, 2);
    cr_expect_eq(lesson->pair, 0);
    for (uint32_t seen = 0; seen < 2; seen++) {
        lw_error err = {0};
        cr_assert_eq(lw_lesson_choose(lesson, seen, &err), LW_OK);
        for (uint32_t i = 0; i < 2; i++)
            for (int end = 0; end < 2; end++) {
                lw_map_spot at = lesson->pairs.at[i].ends[end];
                uint16_t cost = lesson->map->cost[lw_map_cell(lesson->map, at.x, at.y, at.layer)];
                cr_expect_eq(cost != 0, i == seen, "net %u as %u", i, seen);
            }
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, finds_a_net_by_name)
{
    lw_lesson_options options = lw_lesson_options_default();
    options.net = "2";
    lw_lesson *lesson = lesson_from("lessons/crossing.grid", &options);
    cr_expect_eq(lesson->pair, lw_lesson_find(lesson, "2"));
    cr_expect_eq(lw_lesson_find(lesson, "nine"), LW_NO_PAIR);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* A board of two nets in millimetres; A's pads are at (2, 5) and (18, 5). */
static const char board[] =
    "<board xmlns=\"urn:leeway:board:1\" name=\"b\" units=\"mm\">"
    "<layers><layer name=\"top\"/><layer name=\"bottom\"/></layers>"
    "<rules width=\"0.4\" clearance=\"0.3\" edge=\"0.5\" via=\"1.2\" drill=\"0.6\"/>"
    "<outline><rectangle x1=\"0\" y1=\"0\" x2=\"20\" y2=\"10\"/></outline>"
    "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\" diameter=\"1.6\"/></package>"
    "<element name=\"A1\" package=\"P\" x=\"2\" y=\"5\"/>"
    "<element name=\"A2\" package=\"P\" x=\"18\" y=\"5\"/>"
    "<element name=\"B1\" package=\"P\" x=\"10\" y=\"2\"/>"
    "<element name=\"B2\" package=\"P\" x=\"10\" y=\"8\"/>"
    "<net name=\"A\"><contactref element=\"A1\" pad=\"1\"/><contactref element=\"A2\" pad=\"1\"/>"
    "%s</net>"
    "<net name=\"B\"><contactref element=\"B1\" pad=\"1\"/><contactref element=\"B2\" pad=\"1\"/>"
    "</net></board>";

static void expect_near(const lw_lesson *lesson, int32_t cell, int64_t x, int64_t y)
{
    lw_spot spot = lw_lesson_spot(lesson, cell);
    cr_expect_leq(llabs(spot.x - x), lesson->pitch, "%lld", (long long)spot.x);
    cr_expect_leq(llabs(spot.y - y), lesson->pitch, "%lld", (long long)spot.y);
}

Test(lesson, lies_on_a_board_as_the_lattice_does)
{
    char text[2048];
    snprintf(text, sizeof text, board, "");
    lw_lesson *lesson = lesson_of(text, NULL);
    cr_expect_eq(lesson->kind, LW_LESSON_BOARD);
    cr_expect(lesson->map->y_up);
    cr_expect_eq(lesson->map->layers, 2);
    cr_expect_str_eq(lesson->pairs.at[lesson->pair].name, "A");
    expect_near(lesson, lesson->from, 2000000, 5000000);
    expect_near(lesson, lesson->to, 18000000, 5000000);
    lw_trial trial = lee(lesson);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.vias, 0);
    lw_trial_free(&trial);
    /* B's pad is closed to A, and open to B. */
    lw_spot pad = {10000000, 2000000, 0};
    int32_t as_a, as_b;
    cr_expect_eq(lw_lesson_cell(lesson, &pad, &as_a, NULL), LW_OK);
    cr_assert_eq(lw_lesson_choose(lesson, 1, NULL), LW_OK);
    cr_expect_eq(lw_lesson_cell(lesson, &pad, &as_b, NULL), LW_OK);
    cr_expect_neq(as_a, as_b);
    expect_near(lesson, as_b, pad.x, pad.y);
    cr_expect_eq(lesson->from, as_b);
    lw_spot outside = {-1000000, 0, 0};
    cr_expect_eq(lw_lesson_cell(lesson, &outside, &as_b, NULL), LW_ERR_OPTION);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, begins_with_the_first_net_that_is_not_joined)
{
    char text[2048];
    snprintf(text, sizeof text, board,
             "<wire x1=\"2\" y1=\"5\" x2=\"18\" y2=\"5\" width=\"0.4\" layer=\"top\"/>");
    lw_lesson *lesson = lesson_of(text, NULL);
    cr_expect_str_eq(lesson->pairs.at[lesson->pair].name, "B");
    cr_expect_eq(lw_lesson_find(lesson, "A"), 1);
    lw_trial trial = lee(lesson);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_geq(trial.path.vias, 2, "A's track on the top is in the way");
    lw_trial_free(&trial);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(lesson, reads_the_boards_that_are_shipped)
{
    static const char *const names[] = {"blinker.xml",         "lesson.xml",
                                        "lessons/circuit.txt", "lessons/labyrinth.txt",
                                        "lessons/corner.grid", "lessons/swamp.grid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lw_lesson *lesson = lesson_from(names[i], NULL);
        lw_trial trial = lee(lesson);
        cr_expect_eq(trial.outcome, LW_FOUND, "%s: %s", names[i], lw_outcome_name(trial.outcome));
        cr_expect(trial.path.legal, "%s", names[i]);
        lw_trial_free(&trial);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

/* Water is left by no land animal, and entered by none. */
Test(lesson, closes_the_shores_of_a_map)
{
    lw_lesson *lesson = lesson_of("type octile\nheight 3\nwidth 3\nmap\n.WS\nG.@\n..O\n", NULL);
    const lw_map *map = lesson->map;
    lw_map_step steps[LW_MAP_STEPS_MOST];
    cr_expect_eq(map->rules.directions, 8);
    cr_expect_eq(lw_map_steps(map, lw_map_cell(map, 1, 0, 0), steps), 0);
    cr_expect_eq(lw_map_steps(map, lw_map_cell(map, 2, 0, 0), steps), 0);
    /* From (0, 0): down; not beside the water, to (1, 1). */
    cr_assert_eq(lw_map_steps(map, lw_map_cell(map, 0, 0, 0), steps), 1);
    cr_expect_eq(steps[0].cell, lw_map_cell(map, 0, 1, 0));
    /* From (0, 2): all three. */
    cr_expect_eq(lw_map_steps(map, lw_map_cell(map, 0, 2, 0), steps), 3);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}
