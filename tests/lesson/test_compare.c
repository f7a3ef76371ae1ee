/* The whole family on one map, and the figure of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check_leaks.h"
#include "leeway/leeway.h"

static lw_lesson *lesson_of(const char *text)
{
    lw_lesson *lesson;
    lw_error err = {0};
    cr_assert_eq(lw_lesson_parse("lesson", text, strlen(text), NULL, &lesson, &err), LW_OK, "%s",
                 err.text);
    return lesson;
}

static lw_comparison *compare(const lw_lesson *lesson, const lw_compare_options *options)
{
    lw_comparison *comparison;
    lw_error err = {0};
    cr_assert_eq(lw_compare(lesson, options, &comparison, &err), LW_OK, "%s", err.text);
    return comparison;
}

static const lw_contender *contender(const lw_comparison *comparison, const char *name)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (strcmp(comparison->contenders[i].algorithm->name, name) == 0)
            return &comparison->contenders[i];
    cr_assert_fail("%s is not among them", name);
    return NULL;
}

/* The straight line meets the wall; the way around it takes 4 steps down and up, 4 across. */
Test(compare, runs_the_whole_family)
{
    lw_lesson *lesson = lesson_of("S.#.T\n"
                                  "..#..\n"
                                  ".....\n");
    lw_comparison *all = compare(lesson, &(lw_compare_options){0});
    cr_expect_eq(all->count, lw_algorithm_count());
    cr_expect(all->proved);
    cr_expect_eq(all->best, 8);
    cr_expect_eq(contender(all, "lee")->merit, LW_MERIT_OPTIMAL);
    cr_expect_eq(contender(all, "lee")->trial.path.cost, 8);
    cr_expect_eq(contender(all, "bresenham")->merit, LW_MERIT_NONE);
    cr_expect_eq(contender(all, "bresenham")->trial.outcome, LW_FAILED);
    for (size_t i = 0; i < all->count; i++) {
        const lw_contender *one = &all->contenders[i];
        if (one->trial.outcome != LW_FOUND)
            continue;
        cr_expect_eq(one->excess, one->trial.path.cost - 8, "%s", one->algorithm->name);
        cr_expect_eq(one->merit == LW_MERIT_DEARER, one->excess > 0, "%s", one->algorithm->name);
    }
    lw_comparison_free(all);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Sums are those of each target by itself, but one wave is what a valuation makes. */
Test(compare, adds_up_several_targets)
{
    lw_lesson *lesson = lesson_of("S.#.T\n"
                                  ".5#..\n"
                                  ".....\n");
    const int32_t also[] = {lw_map_cell(lesson->map, 1, 1, 0), lw_map_cell(lesson->map, 4, 2, 0)};
    int32_t first = lesson->to;
    lw_comparison *all = compare(lesson, &(lw_compare_options){.also = also, .also_count = 2});
    for (size_t i = 0; i < all->count; i++) {
        const lw_contender *sum = &all->contenders[i];
        bool kept = strcmp(sum->algorithm->name, "valuation") == 0;
        uint64_t cost = 0, expanded = 0;
        uint32_t found = 0;
        for (int k = 0; k < 3; k++) {
            lesson->to = k ? also[k - 1] : first;
            lw_comparison *one =
                compare(lesson, &(lw_compare_options){.algorithms = &sum->algorithm, .count = 1});
            const lw_trial *trial = &one->contenders[0].trial;
            found += trial->outcome == LW_FOUND;
            cost += trial->path.cost;
            expanded = kept ? trial->counts.expanded : expanded + trial->counts.expanded;
            lw_comparison_free(one);
        }
        lesson->to = first;
        cr_expect_eq(sum->trial.outcome == LW_FOUND, found == 3, "%s", sum->algorithm->name);
        if (found == 3) {
            cr_expect_eq(sum->trial.path.cost, cost, "%s", sum->algorithm->name);
            cr_expect_eq(sum->trial.counts.expanded, expanded, "%s", sum->algorithm->name);
        }
    }
    cr_expect_eq(all->best, 8 + 6 + 6);
    cr_expect_eq(contender(all, "valuation")->merit, LW_MERIT_OPTIMAL);
    cr_expect_eq(contender(all, "valuation")->trial.counts.expanded, 13, "each free cell once");
    lw_comparison_free(all);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* What one of the targets lacks the sum lacks. */
Test(compare, finds_no_way_where_one_target_has_none)
{
    lw_lesson *lesson = lesson_of("S.T#.\n");
    const int32_t also[] = {lw_map_cell(lesson->map, 4, 0, 0)};
    static const char *const names[] = {"lee", "valuation"};
    for (int i = 0; i < 2; i++) {
        const lw_algorithm *algorithm = lw_algorithm_named(names[i]);
        lw_compare_options options = {
            .algorithms = &algorithm, .count = 1, .also = also, .also_count = 1};
        lw_comparison *one = compare(lesson, &options);
        cr_expect_eq(one->contenders[0].trial.outcome, LW_UNREACHABLE, "%s", names[i]);
        cr_expect_eq(one->found, 0);
        lw_comparison_free(one);
        options.limit = 1;
        one = compare(lesson, &options);
        cr_expect_eq(one->contenders[0].trial.outcome, LW_GAVE_UP, "%s", names[i]);
        lw_comparison_free(one);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Two steps through the swamp cost 10, six around it 6: only a wave that weighs finds that. */
Test(compare, says_by_how_much_a_way_is_dearer)
{
    lw_lesson *lesson = lesson_of("S9T\n"
                                  "1.1\n");
    const lw_algorithm *two[] = {lw_algorithm_named("lee"), lw_algorithm_named("weighted")};
    lw_comparison *both = compare(lesson, &(lw_compare_options){.algorithms = two, .count = 2});
    cr_assert_eq(both->count, 2);
    cr_expect_eq(both->best, 4);
    cr_expect_eq(both->contenders[0].merit, LW_MERIT_DEARER);
    cr_expect_eq(both->contenders[0].excess, 10 - 4);
    cr_expect_eq(both->contenders[1].merit, LW_MERIT_OPTIMAL);
    lw_comparison_free(both);
    both = compare(lesson, &(lw_compare_options){.algorithms = two, .count = 1});
    cr_expect_not(both->proved);
    cr_expect_eq(both->contenders[0].merit, LW_MERIT_EQUAL);
    lw_comparison_free(both);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(compare, bounds_each_of_them)
{
    lw_lesson *lesson = lesson_of("S........\n"
                                  ".........\n"
                                  "........T\n");
    lw_comparison *all = compare(lesson, &(lw_compare_options){.limit = 5});
    cr_expect_eq(all->limit, 5);
    cr_expect_eq(contender(all, "lee")->trial.outcome, LW_GAVE_UP);
    cr_expect_eq(contender(all, "lee")->merit, LW_MERIT_NONE);
    lw_comparison_free(all);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(compare, finds_nothing_where_there_is_no_way)
{
    lw_lesson *lesson = lesson_of("S#T\n");
    lw_comparison *all = compare(lesson, &(lw_compare_options){0});
    cr_expect_eq(all->found, 0);
    cr_expect_eq(contender(all, "lee")->trial.outcome, LW_UNREACHABLE);
    lw_comparison_free(all);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* ---- the figure ---- */

static char *svg_of(lw_figure *figure)
{
    char path[] = "/tmp/leeway-figure-XXXXXX";
    int file = mkstemp(path);
    lw_error err = {0};
    cr_assert_geq(file, 0);
    close(file);
    cr_assert_eq(lw_figure_save(figure, NULL, LW_SVG, path, &err), LW_OK, "%s", err.text);
    FILE *in = fopen(path, "r");
    cr_assert(in);
    enum { MOST = 1 << 20 };
    char *text = calloc(1, MOST);
    cr_assert_gt(fread(text, 1, MOST - 1, in), 0);
    fclose(in);
    unlink(path);
    return text;
}

static uint32_t times(const char *text, const char *word)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

Test(figure, has_a_panel_with_its_title_for_each)
{
    lw_lesson *lesson = lesson_of("S.#.T\n"
                                  "..#..\n"
                                  ".....\n");
    const lw_algorithm *two[] = {lw_algorithm_named("lee"), lw_algorithm_named("bresenham")};
    lw_figure *figure = lw_figure_new("two");
    lw_compare_options options = {.algorithms = two, .count = 2, .figure = figure};
    lw_comparison_free(compare(lesson, &options));
    char *svg = svg_of(figure), *again = svg_of(figure);
    cr_expect_eq(times(svg, ">Lee's wave<"), 1);
    cr_expect_eq(times(svg, ">The straight line<"), 1);
    cr_expect_eq(times(svg, ">8 steps, 13 cells labelled<"), 1);
    cr_expect_eq(times(svg, ">blocked<"), 1);
    cr_expect_eq(times(svg, ">dearer<"), 0, "there are no dear cells");
    cr_expect_str_eq(svg, again);
    free(svg);
    free(again);
    lw_figure_free(figure);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(figure, tells_two_waves_apart)
{
    lw_lesson *lesson = lesson_of(".......\n"
                                  ".S...T.\n"
                                  ".......\n");
    const lw_algorithm *both[] = {lw_algorithm_named("lee"), lw_algorithm_named("double")};
    for (size_t i = 0; i < 2; i++) {
        lw_figure *figure = lw_figure_new("waves");
        lw_compare_options options = {.algorithms = &both[i], .count = 1, .figure = figure};
        lw_comparison_free(compare(lesson, &options));
        char *svg = svg_of(figure);
        cr_expect_eq(times(svg, ">waits, from T<"), i);
        cr_expect_eq(times(svg, ">done, from T<"), i);
        free(svg);
        lw_figure_free(figure);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(figure, shows_dear_cells_under_the_wave)
{
    lw_lesson *lesson = lesson_of("S9T\n"
                                  "111\n");
    const lw_algorithm *one[] = {lw_algorithm_named("weighted")};
    lw_figure *figure = lw_figure_new("one");
    lw_compare_options options = {.algorithms = one, .count = 1, .figure = figure};
    lw_comparison_free(compare(lesson, &options));
    char *svg = svg_of(figure);
    cr_expect_eq(times(svg, ">dearer<"), 1);
    cr_expect_eq(times(svg, ">done<"), 1);
    cr_expect_eq(times(svg, ">9<"), 2,
                 "what it costs stands in the cell, and what it takes to be there");
    cr_expect_eq(times(svg, ">1<"), 1, "the cell below S");
    cr_expect_eq(times(svg, ">S<"), 1);
    cr_expect_eq(times(svg, ">T<"), 1);
    free(svg);
    lw_figure_free(figure);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* From layer 1 to layer 2 at once, and two steps there. */
Test(figure, counts_vias_apart_and_names_layers)
{
    lw_lesson *lesson = lesson_of("S#.\n"
                                  "-\n"
                                  "..T\n");
    const lw_algorithm *lee = lw_algorithm_named("lee");
    lw_figure *figure = lw_figure_new("layers");
    lw_compare_options options = {.algorithms = &lee, .count = 1, .figure = figure};
    lw_comparison_free(compare(lesson, &options));
    char *svg = svg_of(figure);
    cr_expect_eq(times(svg, ">2 steps, 1 via, 4 cells labelled<"), 1);
    cr_expect_eq(times(svg, ">layer 1<"), 1);
    cr_expect_eq(times(svg, ">layer 2<"), 1);
    free(svg);
    lw_figure_free(figure);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Of direction arrows, which have no text; of a large map no numbers, of a larger one no letters.
 */
Test(figure, has_the_labels_in_its_cells)
{
    static const struct {
        const char *algorithm, *map;
        uint32_t ones, twos, ends;
    } cases[] = {
        {"akers-1122", "S....T", 2, 2, 2},
        {"akers-1221", "S....T", 2, 2, 2},
        {"lee", "S....T", 1, 1, 2},
        {"direction", "S....T", 0, 0, 2},
        {"lee", "S...................T", 0, 0, 2},
        {"lee", "S............................................T", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_lesson *lesson = lesson_of(cases[i].map);
        const lw_algorithm *algorithm = lw_algorithm_named(cases[i].algorithm);
        lw_figure *figure = lw_figure_new("labels");
        lw_compare_options options = {.algorithms = &algorithm, .count = 1, .figure = figure};
        lw_comparison_free(compare(lesson, &options));
        char *svg = svg_of(figure);
        cr_expect_eq(times(svg, ">1<"), cases[i].ones, "case %zu", i);
        cr_expect_eq(times(svg, ">2<"), cases[i].twos, "case %zu", i);
        cr_expect_eq(times(svg, ">S<") + times(svg, ">T<"), cases[i].ends, "case %zu", i);
        free(svg);
        lw_figure_free(figure);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

/* 16 x 9 numbers are not as many paths, and a tenth of a unit of its thousands is enough. */
Test(figure, is_written_without_waste)
{
    lw_lesson *lesson = lesson_of("S...............\n................\n................\n"
                                  "................\n................\n................\n"
                                  "................\n................\n...............T\n");
    const lw_algorithm *lee = lw_algorithm_named("lee");
    lw_figure *figure = lw_figure_new("numbers");
    lw_compare_options options = {.algorithms = &lee, .count = 1, .figure = figure};
    lw_comparison_free(compare(lesson, &options));
    char *svg = svg_of(figure);
    cr_expect_geq(times(svg, "</text>"), 9 * 16);
    cr_expect_lt(times(svg, "<path "), 40);
    cr_expect_lt(strlen(svg), 60000);
    for (const char *at = strstr(svg, " d=\""); at; at = strstr(at + 1, " d=\""))
        for (const char *c = at + 4; *c != '"'; c += strcspn(c, "0123456789\"")) {
            size_t whole = strspn(c, "0123456789");
            size_t decimals = c[whole] == '.' ? strspn(c + whole + 1, "0123456789") : 0;
            cr_expect(whole < 4 || decimals < 2, "%.20s", c);
            c += whole + (decimals > 0) + decimals;
            if (*c == '"')
                break;
        }
    free(svg);
    lw_figure_free(figure);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* So that slides do not jump: nothing is labelled in the first, and there is a way in the last. */
Test(figure, is_as_large_in_all_frames_of_a_series)
{
    lw_lesson *lesson = lesson_of("S.#.T\n"
                                  ".....\n");
    char sizes[2][64];
    uint8_t *state = calloc((size_t)lw_map_size(lesson->map), 2);
    for (int last = 0; last < 2; last++) {
        lw_figure *figure = lw_figure_new("frame");
        lw_figure_add(figure, &(lw_panel){.map = lesson->map,
                                          .state = state,
                                          .wave = state,
                                          .path = &lesson->from,
                                          .path_count = (uint32_t)last,
                                          .from = lesson->from,
                                          .to = lesson->to,
                                          .series = true});
        char *svg = svg_of(figure);
        const char *size = strstr(svg, "viewBox=");
        cr_assert_not_null(size);
        snprintf(sizes[last], sizeof *sizes, "%.40s", size);
        cr_expect_eq(times(svg, ">waits<") + times(svg, ">done, from T<") + times(svg, ">way<"), 3);
        memset(state, LW_CELL_DONE, (size_t)lw_map_size(lesson->map));
        free(svg);
        lw_figure_free(figure);
    }
    cr_expect_str_eq(sizes[0], sizes[1]);
    free(state);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Of 1000 x 1000 cells squares of 4 x 4 are drawn, of two layers as of one. */
Test(figure, of_a_large_map_is_of_sane_size)
{
    lw_map *map;
    lw_maze_options maze = lw_maze_options_default();
    maze.cols = maze.rows = 1000;
    maze.kind = LW_MAZE_FIELD;
    cr_assert_eq(lw_maze_new(&maze, &map, NULL), LW_OK);
    lw_figure *figure = lw_figure_new("large");
    lw_figure_add(figure, &(lw_panel){.map = map, .from = -1, .to = -1});
    char *svg = svg_of(figure);
    cr_expect_lt(strlen(svg), 700000);
    free(svg);
    lw_figure_free(figure);
    lw_map_free(map);
    lw_test_no_leaks();
}
