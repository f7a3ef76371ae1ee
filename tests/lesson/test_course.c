/* Files of a course whose cost is known: one net after the other, no search for a better order. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/lesson.h"

/* What the nets cost in the file's order, each path an obstacle to those after it. */
static uint64_t cost_in_order(lw_lesson *lesson, const char *name)
{
    lw_error err = {0};
    uint64_t cost = 0;
    int32_t size = lw_map_size(lesson->map);
    uint8_t *taken = calloc((size_t)size, 1);
    for (uint32_t i = 0; i < lesson->pairs.count; i++) {
        lw_trial trial;
        cr_assert_eq(lw_lesson_choose(lesson, i, &err), LW_OK, "%s", err.text);
        for (int32_t cell = 0; cell < size; cell++)
            if (taken[cell])
                lesson->map->cost[cell] = 0;
        lw_query query = {.from = lesson->from, .to = lesson->to};
        cr_assert_eq(lw_algorithm_try(lw_algorithm_named(name), lesson->map, &query, &trial, &err),
                     LW_OK);
        cr_assert_eq(trial.outcome, LW_FOUND);
        cost += trial.path.cost;
        for (uint32_t k = 0; k < trial.count; k++)
            taken[trial.cells[k]] = 1;
        lw_trial_free(&trial);
    }
    free(taken);
    return cost;
}

Test(course, costs_what_its_nets_cost_alone)
{
    static const struct {
        const char *file;
        uint64_t cost;
    } known[] = {{"bench1", 352}, {"bench2", 1760}, {"bench3", 419}, {"bench4", 1703}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/course/%s.grid", getenv("LEEWAY_BOARDS"), known[i].file);
        FILE *file = fopen(path, "r");
        if (!file)
            cr_skip_test("real boards are not here");
        fclose(file);
        lw_lesson *lesson;
        lw_error err = {0};
        cr_assert_eq(lw_lesson_load(path, NULL, &lesson, &err), LW_OK, "%s", err.text);
        cr_expect_eq(cost_in_order(lesson, "bends"), known[i].cost, "%s", known[i].file);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}
