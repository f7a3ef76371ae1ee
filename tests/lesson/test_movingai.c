/* Maps of games against the lengths that are published with them. */
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/lesson.h"

static int is_map(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".map") == 0;
}

/* Lengths are published with six digits, or with eight behind the point. */
static double published_error(double length)
{
    return length < 1 ? 1e-6 : fmax(1e-6, 0.5001 * pow(10, floor(log10(length)) - 5));
}

static const lw_algorithm *cheapest_way(void)
{
    const lw_algorithm *algorithm = lw_algorithm_named("astar");
    return algorithm ? algorithm : lw_algorithm_named("weighted");
}

static void expect_lengths(const char *path, const lw_algorithm *algorithm, uint32_t *scenarios)
{
    lw_lesson *lesson;
    lw_error err = {0};
    cr_assert_eq(lw_lesson_load(path, NULL, &lesson, &err), LW_OK, "%s: %s", path, err.text);
    cr_expect_gt(lesson->pairs.count, 0, "%s", path);
    for (uint32_t i = 0; i < lesson->pairs.count; i++) {
        lw_trial trial;
        cr_assert_eq(lw_lesson_choose(lesson, i, &err), LW_OK);
        lw_query query = {.from = lesson->from, .to = lesson->to};
        cr_assert_eq(lw_algorithm_try(algorithm, lesson->map, &query, &trial, &err), LW_OK);
        double length = trial.path.steps - trial.path.diagonals + sqrt(2) * trial.path.diagonals;
        double published = (double)lesson->pairs.at[i].length / 1e8;
        cr_expect_eq(trial.outcome, LW_FOUND, "%s, scenario %u", path, i + 1);
        cr_expect(trial.path.legal);
        cr_expect_leq(fabs(length - published), published_error(published),
                      "%s, scenario %u: %.8f, not %.8f", path, i + 1, length, published);
        lw_trial_free(&trial);
        ++*scenarios;
    }
    lw_lesson_free(lesson);
}

Test(movingai, paths_are_as_long_as_published)
{
    char folder[512];
    struct dirent **maps;
    uint32_t scenarios = 0;
    const lw_algorithm *algorithm = cheapest_way();
    snprintf(folder, sizeof folder, "%s/movingai", getenv("LEEWAY_BOARDS"));
    int count = scandir(folder, &maps, is_map, alphasort);
    if (count < 0)
        cr_skip_test("real boards are not here");
    if (!algorithm)
        cr_skip_test("no algorithm of the family promises a cheapest path");
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%.300s", folder, maps[i]->d_name);
        expect_lengths(path, algorithm, &scenarios);
        free(maps[i]);
    }
    free(maps);
    cr_expect_gt(scenarios, 0);
    cr_log_info("%u scenarios", scenarios);
    lw_test_no_leaks();
}
