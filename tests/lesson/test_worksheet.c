/* Worksheets: exercises that are worth it, and what is refused. Pages are looked at by the tests of
 * the command. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check_leaks.h"
#include "leeway/leeway.h"
#include "lesson/task.h"

static lw_lesson *lesson_of(const char *text)
{
    lw_lesson *lesson;
    lw_error err = {0};
    cr_assert_eq(lw_lesson_parse("maze", text, strlen(text), NULL, &lesson, &err), LW_OK, "%s",
                 err.text);
    return lesson;
}

/* Always some way, as long as half of the columns and rows together, with two bends at least. */
Test(worksheet, has_exercises_that_are_worth_a_wave)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        lw_exercise_options options = {
            .cols = 9, .rows = 7, .seed = seed, .density = 25, .costs = seed % 2};
        lw_error err = {0};
        lw_trial trial;
        char *text, *again;
        cr_assert_eq(lw_exercise_new(&options, &text, &err), LW_OK, "%s", err.text);
        cr_assert_eq(lw_exercise_new(&options, &again, &err), LW_OK);
        cr_expect_str_eq(text, again);
        cr_expect_eq(strlen(text), (9 + 1) * 7);
        lw_lesson *lesson = lesson_of(text);
        cr_assert_eq(lesson->pairs.count, 1);
        cr_assert_eq(lw_algorithm_try(lw_algorithm_named("lee"), lesson->map,
                                      &(lw_query){.from = lesson->from, .to = lesson->to}, &trial,
                                      &err),
                     LW_OK);
        cr_expect_eq(trial.outcome, LW_FOUND);
        cr_expect_geq(trial.path.steps, 8);
        lw_trial_free(&trial);
        lw_lesson_free(lesson);
        free(text);
        free(again);
    }
    lw_test_no_leaks();
}

/* 44 columns have room on A4 across, 267 mm wide, in cells of 6 mm; 45 would be 5.9 mm wide. */
Test(worksheet, refuses_what_cannot_be_written_by_hand)
{
    static const struct {
        const char *row;
        lw_status status;
    } cases[] = {
        {"S...................T", LW_OK},
        {"S............................T", LW_OK},
        {"S..........................................T", LW_OK},
        {"S...........................................T", LW_ERR_OPTION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_lesson *lesson = lesson_of(cases[i].row);
        lw_worksheet *sheet = lw_worksheet_new(&(lw_worksheet_options){.blank = true});
        lw_error err = {0};
        cr_expect_eq(lw_worksheet_add(sheet, lesson, lw_algorithm_named("lee"), &err),
                     cases[i].status, "%s", cases[i].row);
        if (cases[i].status)
            cr_expect_not_null(strstr(err.text, "45 x 1 cells are too many to be written by hand: "
                                                "they would be 5.9 mm wide"),
                               "%s", err.text);
        lw_worksheet_free(sheet);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

Test(worksheet, knows_what_is_worth_filling_in)
{
    cr_expect_not_null(lw_worksheet_task(lw_algorithm_named("lee")));
    cr_expect_null(lw_worksheet_task(lw_algorithm_named("bresenham")));
    lw_lesson *lesson = lesson_of("S.T");
    lw_worksheet *sheet = lw_worksheet_new(&(lw_worksheet_options){.blank = true});
    lw_error err = {0};
    cr_expect_eq(lw_worksheet_add(sheet, lesson, lw_algorithm_named("bresenham"), &err),
                 LW_ERR_OPTION);
    cr_expect_str_eq(err.text, "bresenham writes nothing that is worth filling in");
    lw_worksheet_free(sheet);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* What the page says of a map must be what steps on it cost. */
Test(worksheet, says_what_a_step_may_do_and_costs)
{
    static const struct {
        const char *maze, *algorithm;
        uint8_t directions;
        lw_weighing weighing;
        int32_t bend, via;
        const char *text;
    } cases[] = {
        {"S.T", "lee", 4, LW_WEIGH_ENTERED, -1, -1, ""},
        {"S.T", "lee", 8, LW_WEIGH_ENTERED, -1, -1,
         "Cells that touch at a corner are neighbours, too, unless a blocked cell touches that "
         "corner."},
        {"S.\n-\n.T", "lee", 4, LW_WEIGH_ENTERED, -1, -1,
         "The same cell of the other layer is a neighbour, too."},
        {"S.\n-\n.T\n-\n..", "direction", 4, LW_WEIGH_ENTERED, -1, -1,
         "The same cell of the next layer and of the one before is a neighbour, too. Where the "
         "wave "
         "came from there, write \"via\"."},
        {"S.T", "weighted", 4, LW_WEIGH_ENTERED, -1, -1,
         "A step costs as much as the cell that it enters."},
        {"S.T", "bends", 4, LW_WEIGH_ENTERED, 3, -1,
         "A step costs as much as the cell that it enters. A bend costs 3."},
        {"S.\n-\n.T", "weighted", 4, LW_WEIGH_ENTERED, -1, 7,
         "The same cell of the other layer is a neighbour, too. A step costs as much as the cell "
         "that it enters; to another layer it costs 7 and that cell."},
        {"S.T", "weighted", 8, LW_WEIGH_ENTERED, 2, -1,
         "Cells that touch at a corner are neighbours, too, unless a blocked cell touches that "
         "corner. A step costs 5 times as much as the cell that it enters, diagonally 7 times. A "
         "bend costs 10."},
        {"S.T", "weighted", 8, LW_WEIGH_BOTH, -1, -1,
         "Cells that touch at a corner are neighbours, too, unless a blocked cell touches that "
         "corner. A step from a cell of cost a to one of cost b costs (a + b) x 5, diagonally "
         "(a + b) x 7."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_lesson_options options = lw_lesson_options_default();
        lw_lesson *lesson;
        lw_buffer text = {0};
        options.directions = cases[i].directions;
        options.weighing = cases[i].weighing;
        options.bend = cases[i].bend;
        options.via = cases[i].via;
        cr_assert_eq(
            lw_lesson_parse("maze", cases[i].maze, strlen(cases[i].maze), &options, &lesson, NULL),
            LW_OK);
        lw_sheet_rules(&text, lw_sheet_task_of(lw_algorithm_named(cases[i].algorithm)),
                       lesson->map);
        cr_expect_str_eq(text.count ? text.at : "", cases[i].text, "case %zu", i);
        lw_buffer_free(&text);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

Test(worksheet, shows_where_layers_change_and_steps_are_closed)
{
    lw_lesson *lesson = lesson_of("S.\n..\n-\n..\n.T\n");
    const lw_sheet_task *lee = lw_sheet_task_of(lw_algorithm_named("lee"));
    lw_buffer text = {0};
    cr_assert_eq(lw_map_add_joint(lesson->map, NULL), LW_OK);
    cr_assert_eq(lw_map_add_closed(lesson->map, NULL), LW_OK);
    lesson->map->joint[lw_map_cell(lesson->map, 0, 0, 0)] = 1;
    cr_expect_not(lw_sheet_has_bars(lesson->map));
    lesson->map->closed[lw_map_cell(lesson->map, 0, 0, 1)] |= 1 << LW_N;
    lesson->map->closed[lw_map_cell(lesson->map, 0, 1, 1)] |= 1 << LW_S;
    cr_expect(lw_sheet_has_bars(lesson->map));
    cr_expect(lw_sheet_has_dots(lesson->map));
    lw_sheet_rules(&text, lee, lesson->map);
    cr_expect_str_eq(text.at,
                     "The same cell of the other layer is a neighbour, too, unless there is "
                     "a dot. No step leads through a thick line.");
    lw_buffer_free(&text);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Every kind, with layers, no way at all, both ends in one cell, and a map of one cell. */
Test(worksheet, is_the_same_file_each_time)
{
    static const char *const mazes[] = {"S.#T\n....\n", "S#T\n-\n...\n", "S#T\n", "S3T\n9#.\n"};
    char path[] = "/tmp/leeway-test-XXXXXX";
    close(mkstemp(path));
    char first[4096] = "";
    for (int turn = 0; turn < 2; turn++) {
        lw_worksheet *sheet =
            lw_worksheet_new(&(lw_worksheet_options){.blank = true, .half = true, .answer = true});
        lw_worksheet_set_note(sheet, "note");
        lw_error err = {0};
        for (size_t i = 0; i < lw_algorithm_count(); i++)
            for (size_t k = 0; k < sizeof mazes / sizeof *mazes; k++) {
                lw_lesson *lesson = lesson_of(mazes[k]);
                if (lw_worksheet_task(lw_algorithm_at(i)))
                    cr_expect_eq(lw_worksheet_add(sheet, lesson, lw_algorithm_at(i), &err), LW_OK,
                                 "%s: %s", lw_algorithm_at(i)->name, err.text);
                lw_lesson_free(lesson);
            }
        cr_assert_eq(lw_worksheet_save(sheet, path, &err), LW_OK, "%s", err.text);
        lw_worksheet_free(sheet);
        char now[4096] = "";
        FILE *file = fopen(path, "rb");
        cr_assert_gt(fread(now, 1, sizeof now, file), 2000);
        fclose(file);
        if (turn == 0)
            memcpy(first, now, sizeof first);
        cr_expect_arr_eq(first, now, sizeof now);
    }
    unlink(path);
}
