/* The weighted wave, its ways back, and valuations. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "check_leaks.h"
#include "leeway/valuation.h"
#include "map_make.h"

/* A step costs (a + b) * 5 / 4 or, to a corner, (a + b) * 7 / 4. */
static test_map terrain(const char *const *rows)
{
    test_map made = map_from(rows);
    made.map->rules.directions = 8;
    made.map->rules.weighing = LW_WEIGH_BOTH;
    made.map->rules.straight = 5;
    made.map->rules.diagonal = 7;
    made.map->rules.via = 4;
    made.map->rules.unit = 4;
    return made;
}

static lw_trial try_back(const char *algorithm, const test_map *made)
{
    lw_trial trial;
    lw_error err;
    lw_query query = {.from = made->from, .to = made->to, .backward = true};
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named(algorithm), made->map, &query, &trial, &err),
                 LW_OK);
    return trial;
}

/* Around: 4 straight steps and 2 diagonal ones, 4 * 10 + 2 * 14. Through the 9: 2 * 50. */
static const char *const swamp[] = {"S9T", ".#.", ".#.", "...", NULL};

Test(weighted, goes_around_a_swamp)
{
    test_map made = terrain(swamp);
    lw_trial trial = map_try("weighted", &made);
    cr_assert_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 68);
    cr_expect_eq(trial.path.diagonals, 2);
    cr_expect_eq(trial.count, 7);
    cr_expect(trial.optimal);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* The neighbour of the target on the cheap way has the value 58, the swamp only 50. */
Test(weighted, comes_back_on_a_dearer_path_by_the_smallest_value_alone)
{
    test_map made = terrain(swamp);
    lw_trial trial = map_try("weighted-value", &made);
    cr_assert_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 100);
    cr_expect_eq(trial.count, 3);
    cr_expect(!trial.optimal);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

typedef struct states {
    uint64_t *value;
    enum { UNTOUCHED, IN_PROGRESS, DONE } * state;
    uint64_t done, width;
} states;

static void watch(void *context, const lw_deed_told *told)
{
    states *seen = context;
    if (told->deed == LW_DEED_LABEL) {
        cr_expect_neq(seen->state[told->cell], DONE, "a done cell got better");
        if (seen->state[told->cell] == IN_PROGRESS)
            cr_expect_lt(told->value, seen->value[told->cell]);
        seen->state[told->cell] = IN_PROGRESS;
        seen->value[told->cell] = told->value;
    }
    if (told->deed == LW_DEED_DONE) {
        cr_expect_eq(seen->state[told->cell], IN_PROGRESS);
        cr_expect_eq(seen->value[told->cell], told->value);
        cr_expect_geq(told->value / seen->width, seen->done / seen->width);
        seen->state[told->cell] = DONE;
        seen->done = told->value;
    }
}

Test(weighted, shows_three_states_and_never_touches_a_done_cell)
{
    uint64_t seed = 11;
    for (int round = 0; round < 300; round++) {
        test_map made = map_random(&seed, LW_DEMAND_COSTS);
        size_t size = (size_t)lw_map_size(made.map);
        states seen = {calloc(size, sizeof *seen.value), calloc(size, sizeof *seen.state), 0,
                       lw_map_measure(made.map).cheapest};
        lw_query query = {.from = made.from, .to = made.to, .observe = watch, .context = &seen};
        lw_trial trial;
        lw_error err;
        cr_assert_eq(
            lw_algorithm_try(lw_algorithm_named("weighted"), made.map, &query, &trial, &err),
            LW_OK);
        lw_trial_free(&trial);
        free(seen.value);
        free(seen.state);
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* By the cost of the cell entered, "1 5 9" costs 14 one way and 6 the other; the wave may leave
 * either end. */
Test(weighted, costs_the_same_from_either_end_of_a_path)
{
    test_map made = map_from((const char *[]){"159", NULL});
    made.from = lw_map_cell(made.map, 0, 0, 0);
    made.to = lw_map_cell(made.map, 2, 0, 0);
    for (int turned = 0; turned < 2; turned++) {
        lw_trial there = map_try("weighted", &made), back = try_back("weighted", &made);
        cr_expect_eq(there.path.cost, turned ? 6 : 14);
        cr_expect_eq(back.path.cost, there.path.cost);
        cr_expect_eq(back.cells[0], made.from);
        lw_trial_free(&there);
        lw_trial_free(&back);
        int32_t from = made.from;
        made.from = made.to;
        made.to = from;
    }
    map_end(&made);

    uint64_t seed = 5;
    for (int round = 0; round < 1000; round++) {
        made = map_random(&seed, LW_DEMAND_COSTS);
        lw_trial there = map_try("weighted", &made), back = try_back("weighted", &made);
        cr_expect_eq(there.outcome, back.outcome);
        cr_expect_eq(there.path.cost, back.path.cost, "map %d", round);
        lw_trial_free(&there);
        lw_trial_free(&back);
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* Each of the three steps costs 131070 * 100000. */
Test(weighted, adds_the_dearest_costs_without_overflow)
{
    test_map made = terrain((const char *[]){"S..T", NULL});
    made.map->rules.straight = LW_MAP_FACTOR_MAX;
    made.map->rules.diagonal = LW_MAP_FACTOR_MAX;
    for (int32_t i = 0; i < lw_map_size(made.map); i++)
        if (made.map->cost[i])
            made.map->cost[i] = UINT16_MAX;
    lw_trial trial = map_try("weighted", &made);
    cr_expect_eq(trial.path.cost, UINT64_C(39321000000));
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

Test(weighted, says_where_costs_lie_too_far_apart_for_its_buckets)
{
    test_map made = terrain((const char *[]){"S..T", NULL});
    made.map->rules.diagonal = LW_MAP_FACTOR_MAX;
    made.map->cost[made.to] = UINT16_MAX;
    lw_trial trial = map_try("weighted", &made);
    cr_expect_eq(trial.outcome, LW_TOO_LARGE);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* ---- bends ---- */

/* East, then south: 2 + 1 + 1 + 1 and a bend of 10. South, east, south costs one less on the way to
 * the cell in the middle, but bends once more. */
static const char *const corner[] = {"S2", "..", "#.", "#T", NULL};

Test(bends, keeps_the_dearer_way_that_runs_straight_on)
{
    test_map made = map_from(corner);
    made.map->rules.bend = 10;
    lw_trial trial = map_try("bends", &made);
    cr_assert_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 15);
    cr_expect_eq(trial.path.bends, 1);
    cr_expect(trial.optimal);
    lw_trial_free(&trial);
    trial = map_try("bends-naive", &made);
    cr_assert_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 24);
    cr_expect_eq(trial.path.bends, 2);
    cr_expect(!trial.optimal);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

Test(bends, takes_a_via_where_it_is_cheaper_than_bends)
{
    test_map made = map_from((const char *[]){"S#T", "...", "-", "...", "###", NULL});
    made.map->rules.bend = 5;
    made.map->rules.via = 3;
    lw_trial trial = map_try("bends", &made);
    cr_expect_eq(trial.path.cost, 10); /* via 4, 1, 1, via 4; around: 4 steps, 2 bends, 14 */
    cr_expect_eq(trial.path.vias, 2);
    cr_expect_eq(trial.path.bends, 0);
    lw_trial_free(&trial);
    made.map->rules.bend = 2; /* around: 4 + 2 * 2 */
    trial = map_try("bends", &made);
    cr_expect_eq(trial.path.cost, 8);
    cr_expect_eq(trial.path.vias, 0);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

Test(bends, are_never_dearer_than_without_their_state)
{
    uint64_t seed = 41;
    int dearer = 0;
    for (int round = 0; round < 500; round++) {
        test_map made = map_random(&seed, LW_DEMAND_BENDS);
        lw_trial right = map_try("bends", &made), naive = map_try("bends-naive", &made);
        cr_expect_eq(right.outcome, naive.outcome);
        cr_expect_leq(right.path.cost, naive.path.cost);
        dearer += right.path.cost < naive.path.cost;
        lw_trial_free(&right);
        lw_trial_free(&naive);
        map_end(&made);
    }
    cr_expect_gt(dearer, 0);
    lw_test_no_leaks();
}

/* ---- valuations ---- */

static void expect_valued(const lw_valuation *valuation, test_map *pair, int32_t asked, int round)
{
    uint64_t cheapest = map_reference(pair);
    lw_trial trial = lw_valuation_path(valuation, asked);
    cr_expect_eq(lw_valuation_cost(valuation, asked), cheapest, "map %d", round);
    cr_expect_eq(trial.outcome, cheapest == NO_WAY ? LW_UNREACHABLE : LW_FOUND);
    if (trial.outcome == LW_FOUND) {
        cr_expect(trial.path.legal);
        cr_expect_eq(trial.path.cost, cheapest);
        cr_expect_eq(trial.cells[0], pair->from);
        cr_expect_eq(trial.cells[trial.count - 1], pair->to);
    }
    lw_trial_free(&trial);
}

static lw_valuation *value(const test_map *made, bool backward)
{
    lw_valuation *valuation;
    lw_error err = {0};
    lw_query query = {
        .from = backward ? -1 : made->from, .to = backward ? made->to : -1, .backward = backward};
    cr_assert_eq(lw_valuation_new(made->map, &query, &valuation, &err), LW_OK, "%s", err.text);
    cr_expect(lw_valuation_complete(valuation));
    return valuation;
}

Test(valuation, answers_every_target_from_one_wave)
{
    uint64_t seed = 23;
    for (int round = 0; round < 60; round++) {
        test_map made = map_random(&seed, LW_DEMAND_COSTS);
        lw_valuation *from = value(&made, false), *to = value(&made, true);
        int32_t size = lw_map_size(made.map), stride = 1 + size / 20;
        for (int32_t cell = 0; cell < size; cell += stride) {
            expect_valued(from, &(test_map){made.map, made.from, cell}, cell, round);
            expect_valued(to, &(test_map){made.map, cell, made.to}, cell, round);
        }
        lw_valuation_free(from);
        lw_valuation_free(to);
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(valuation, labels_each_cell_once_however_many_are_asked)
{
    test_map made = map_from((const char *[]){"S.#.", ".##.", "...#", NULL});
    lw_valuation *valuation = value(&made, false);
    cr_expect_eq(lw_valuation_counts(valuation).labelled, 6);
    cr_expect_eq(lw_valuation_cost(valuation, lw_map_cell(made.map, 2, 2, 0)), 4);
    cr_expect_eq(lw_valuation_cost(valuation, lw_map_cell(made.map, 3, 0, 0)), LW_NO_WAY);
    cr_expect_eq(lw_valuation_cost(valuation, -1), LW_NO_WAY);
    cr_expect_eq(lw_valuation_counts(valuation).labelled, 6);
    lw_valuation_free(valuation);
    map_end(&made);
    lw_test_no_leaks();
}

Test(valuation, keeps_to_the_limits_of_its_query)
{
    test_map made = map_from((const char *[]){"S....", NULL});
    lw_valuation *valuation;
    lw_error err;
    lw_query query = {.from = made.from, .memory = 10};
    cr_expect_eq(lw_valuation_new(made.map, &query, &valuation, &err), LW_ERR_MEMORY);
    query = (lw_query){.from = made.from, .limit = 3};
    cr_assert_eq(lw_valuation_new(made.map, &query, &valuation, &err), LW_OK);
    cr_expect(!lw_valuation_complete(valuation));
    cr_expect_eq(lw_valuation_cost(valuation, made.from + 2), 2);
    cr_expect_eq(lw_valuation_cost(valuation, made.from + 4), LW_NO_WAY);
    lw_valuation_free(valuation);
    query = (lw_query){.from = lw_map_size(made.map)};
    cr_expect_eq(lw_valuation_new(made.map, &query, &valuation, &err), LW_ERR_OPTION);
    map_end(&made);
    lw_test_no_leaks();
}
