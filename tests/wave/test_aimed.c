/* The searches that are aimed at the target. */
#include <criterion/criterion.h>
#include "check_leaks.h"
#include "map_make.h"
#include "wave/estimate.h"

static const char *const open_map[] = {".....", "S...T", ".....", NULL};

static void expect_counts(const char *name, const char *const *rows, uint64_t cost,
                          uint64_t labelled, uint64_t expanded, uint64_t steps)
{
    test_map made = map_from(rows);
    lw_trial trial = map_try(name, &made);
    cr_expect_eq(trial.outcome, LW_FOUND, "%s", name);
    cr_expect_eq(trial.path.cost, cost, "%s", name);
    cr_expect_eq(trial.counts.labelled, labelled, "%s", name);
    cr_expect_eq(trial.counts.expanded, expanded, "%s", name);
    cr_expect_eq(trial.counts.steps, steps, "%s", name);
    lw_trial_free(&trial);
    map_end(&made);
}

/* ---- the estimate ---- */

Test(estimate, never_falls_by_more_than_a_step_costs)
{
    uint64_t seed = 19;
    for (int round = 0; round < 300; round++) {
        test_map made = map_random(&seed, LW_DEMAND_COSTS);
        lw_map *map = made.map;
        if (round % 3 == 0) /* a diagonal step cheaper than a straight one */
            map->rules.straight = 11;
        lw_estimate costs = lw_estimate_costs(map, made.to);
        lw_estimate fewest = lw_estimate_steps(map, made.to);
        cr_expect_eq(lw_estimate_from(&costs, made.to), 0);
        for (int32_t cell = 0; cell < lw_map_size(map); cell++) {
            lw_map_step steps[LW_MAP_STEPS_MOST];
            int count = map->cost[cell] ? lw_map_steps(map, cell, steps) : 0;
            for (int i = 0; i < count; i++) {
                cr_expect_leq(lw_estimate_from(&costs, cell),
                              steps[i].cost + lw_estimate_from(&costs, steps[i].cell));
                cr_expect_leq(lw_estimate_from(&fewest, cell),
                              1 + lw_estimate_from(&fewest, steps[i].cell));
            }
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* Four directions: 4 + 2 steps of 5. Eight: 2 diagonal steps of 7, 2 straight ones of 5. The layer
 * costs a via of 20 and, by the cell entered, 1. */
Test(estimate, is_exact_where_nothing_is_in_the_way)
{
    test_map made =
        map_from((const char *[]){"S....", ".....", "....T", "-", ".....", ".....", ".....", NULL});
    lw_map_rules *rules = &made.map->rules;
    rules->straight = 5;
    rules->diagonal = 7;
    rules->via = 20;
    for (int eight = 0; eight < 2; eight++)
        for (int deep = 0; deep < 2; deep++) {
            rules->directions = eight ? 8 : 4;
            test_map pair = {made.map, made.from, made.to + (deep ? made.map->plane : 0)};
            lw_estimate left = lw_estimate_costs(made.map, pair.to);
            cr_expect_eq(lw_estimate_from(&left, made.from), (eight ? 24u : 30u) + (deep ? 21 : 0));
            cr_expect_eq(lw_estimate_from(&left, made.from), map_reference(&pair));
        }
    map_end(&made);
    lw_test_no_leaks();
}

/* ---- the searches ---- */

/* Each of the four cells before the target finds the next, and those beside it. */
Test(aimed, go_straight_ahead_where_nothing_is_in_the_way)
{
    expect_counts("astar", open_map, 4, 13, 5, 0);
    expect_counts("hadlock", open_map, 4, 13, 5, 0);
    expect_counts("best-first", open_map, 4, 13, 4, 4);
    expect_counts("soukup", open_map, 4, 5, 1, 1); /* one line */
    lw_test_no_leaks();
}

/* Down is a detour, the only one: all else leads nearer. */
Test(aimed, hadlock_counts_a_detour_for_going_down_and_up_again)
{
    expect_counts("hadlock", (const char *[]){"S#T", "...", NULL}, 4, 5, 5, 1);
    lw_test_no_leaks();
}

Test(aimed, best_first_goes_through_a_swamp_and_astar_around)
{
    static const char *const swamp[] = {"S9T", "...", NULL};
    expect_counts("best-first", swamp, 10, 5, 2, 2);
    test_map made = map_from(swamp);
    lw_trial trial = map_try("astar", &made);
    cr_expect_eq(trial.path.cost, 4);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* Where all steps cost the same, Dijkstra's wave looks at every cell nearer than the target. */
Test(aimed, look_at_no_cell_that_the_wave_would_not)
{
    uint64_t seed = 29;
    uint64_t saved = 0;
    for (int round = 0; round < 600; round++) {
        test_map made = map_random(&seed, LW_DEMAND_STEPS);
        lw_trial wave = map_try("weighted", &made), astar = map_try("astar", &made),
                 hadlock = map_try("hadlock", &made);
        cr_expect_leq(astar.counts.expanded, wave.counts.expanded, "map %d", round);
        cr_expect_leq(hadlock.counts.expanded, wave.counts.expanded, "map %d", round);
        saved += wave.counts.expanded - astar.counts.expanded;
        lw_trial_free(&wave);
        lw_trial_free(&astar);
        lw_trial_free(&hadlock);
        map_end(&made);
    }
    cr_expect_gt(saved, 0);
    lw_test_no_leaks();
}

static void expect_cost(const char *name, const char *const *rows, uint64_t cost)
{
    test_map made = map_from(rows);
    lw_trial trial = map_try(name, &made);
    cr_expect_eq(trial.outcome, LW_FOUND, "%s", name);
    cr_expect_eq(trial.path.cost, cost, "%s", name);
    cr_expect(!trial.optimal, "%s", name);
    lw_trial_free(&trial);
    map_end(&made);
}

/* Of the two cells next to the start that seem nearest, the upper one was found last. */
Test(aimed, best_first_may_take_the_longer_way_around)
{
    expect_cost("best-first", (const char *[]){"....", "T#..", "...S", NULL}, 6);
    lw_test_no_leaks();
}

/* The first line runs straight on, past the way down and into the corner; before it is looked at
 * again, one that began with a step away has come around. */
Test(aimed, soukup_may_come_by_a_line_that_ran_ahead)
{
    expect_cost("soukup", (const char *[]){"..S.", "#.#.", "T...", NULL}, 6);
    lw_test_no_leaks();
}

/* ---- lines ---- */

/* The first line from the start comes to the target. */
Test(lines, meet_at_once_where_nothing_is_in_the_way)
{
    expect_counts("mikami", open_map, 4, 5, 1, 1);
    expect_counts("hightower", open_map, 4, 5, 1, 1);
    lw_test_no_leaks();
}

/* Two lines through the start, two through the target, and past the wall the escape point three
 * cells from the start. */
Test(lines, hightower_escapes_past_the_end_of_a_wall)
{
    test_map made = map_from((const char *[]){"S.#.T", "..#..", ".....", NULL});
    lw_trial trial = map_try("hightower", &made);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 8);
    cr_expect_eq(trial.path.bends, 2);
    cr_expect_eq(trial.counts.steps, 3);
    cr_expect_eq(trial.counts.expanded, 9); /* 3 points, and 3 cells asked for each escape */
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* The line down from the middle would meet one of the target, but gets no farther than those that
 * were stopped, so no point escapes. */
Test(lines, hightower_fails_where_mikami_finds_a_path)
{
    test_map made = map_from((const char *[]){"..#..", ".#..S", "T..#.", NULL});
    lw_trial trial = map_try("hightower", &made);
    cr_expect_eq(trial.outcome, LW_FAILED);
    cr_expect(!trial.cells);
    lw_trial_free(&trial);
    trial = map_try("mikami", &made);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 5);
    cr_expect_eq(trial.path.bends, 2);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* A bend costs more than all steps of any path on maps as small as these. */
static uint64_t fewest_bends(test_map *made)
{
    enum { DEAR = 10000 };
    made->map->rules.bend = DEAR;
    uint64_t cost = map_reference(made);
    made->map->rules.bend = 0;
    return cost == NO_WAY ? NO_WAY : cost / DEAR;
}

Test(lines, mikami_bends_as_seldom_as_can_be)
{
    uint64_t seed = 37;
    int bent = 0;
    for (int round = 0; round < 900; round++) {
        test_map made = map_random(&seed, LW_DEMAND_STEPS);
        if (made.map->layers == 1) {
            lw_trial trial = map_try("mikami", &made);
            uint64_t fewest = fewest_bends(&made);
            cr_expect_eq(trial.outcome, fewest == NO_WAY ? LW_UNREACHABLE : LW_FOUND);
            if (trial.outcome == LW_FOUND)
                cr_expect_eq(trial.path.bends, fewest, "map %d", round);
            bent += trial.path.bends > 2;
            lw_trial_free(&trial);
        }
        map_end(&made);
    }
    cr_expect_gt(bent, 0);
    lw_test_no_leaks();
}

static bool visits_twice(const lw_trial *trial)
{
    for (uint32_t a = 0; a < trial->count; a++)
        for (uint32_t b = a + 1; b < trial->count; b++)
            if (trial->cells[a] == trial->cells[b])
                return true;
    return false;
}

Test(lines, lead_to_no_cell_twice)
{
    static const char *const names[] = {"mikami", "hightower"};
    uint64_t seed = 43;
    for (int round = 0; round < 900; round++) {
        test_map made = map_random(&seed, (lw_map_demand)(round % 3));
        for (size_t i = 0; i < 2; i++) {
            lw_trial trial = map_try(names[i], &made);
            cr_expect(!visits_twice(&trial), "%s, map %d", names[i], round);
            lw_trial_free(&trial);
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* ---- iterative deepening ---- */

/* Bound 2: nothing but the start. Bound 4: all of the path. */
Test(iterative, raises_its_bound_to_the_next_sum)
{
    expect_counts("iterative", (const char *[]){"S#T", "...", NULL}, 4, 5, 6, 2);
    lw_test_no_leaks();
}

static lw_trial try_limited(const test_map *made, uint64_t limit)
{
    lw_trial trial;
    lw_error err;
    lw_query query = {.from = made->from, .to = made->to, .limit = limit};
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named("iterative"), made->map, &query, &trial, &err),
                 LW_OK);
    return trial;
}

Test(iterative, ends_without_a_way_or_at_its_limit)
{
    test_map made = map_from((const char *[]){"S.#.", "..#T", NULL});
    lw_trial trial = try_limited(&made, 0);
    cr_expect_eq(trial.outcome, LW_UNREACHABLE);
    lw_trial_free(&trial);
    map_end(&made);

    made = map_from((const char *[]){"S.........", "..........", "..........", "..........",
                                     "..........", "#########.", "T.........", NULL});
    made.map->cost[lw_map_cell(made.map, 9, 5, 0)] = 0;
    trial = try_limited(&made, 1000);
    cr_expect_eq(trial.outcome, LW_GAVE_UP);
    cr_expect_eq(trial.counts.expanded, 1000);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* A path that winds through five rows of 10 cells and four gaps. */
Test(iterative, remembers_its_path_alone)
{
    test_map made = map_from((const char *[]){"S.........", "#########.", "..........",
                                              ".#########", "..........", "#########.",
                                              "..........", ".#########", ".........T", NULL});
    lw_trial trial = try_limited(&made, 0);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.count, 54);
    cr_expect_eq(trial.counts.frontier, 54);
    cr_expect_eq(trial.counts.bits, 1);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* ---- what is not promised ---- */

/* Where there is a way they find one, though not always the best. */
Test(aimed, some_are_dearer_on_some_maps)
{
    static const char *const names[] = {"best-first", "soukup", "mikami", "hightower"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t seed = 31;
        int dearer = 0;
        for (int round = 0; round < 300; round++) {
            test_map made = map_random(&seed, LW_DEMAND_STEPS);
            lw_trial trial = map_try(names[i], &made);
            if (trial.outcome == LW_FOUND)
                dearer += trial.path.cost > map_reference(&made);
            lw_trial_free(&trial);
            map_end(&made);
        }
        cr_expect_gt(dearer, 0, "%s", names[i]);
    }
    lw_test_no_leaks();
}
