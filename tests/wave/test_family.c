/* Every algorithm of the family against the plain reference, on maps drawn and at random. */
#include <criterion/criterion.h>
#include <string.h>
#include "check_leaks.h"
#include "map_make.h"

/* Iterative deepening needs a limit: it would look for years. */
enum { LOOKS = 20000 };

static lw_trial try(const char *name, const test_map *made)
{
    lw_trial trial;
    lw_error err = {0};
    lw_query query = {.from = made->from, .to = made->to};
    if (strcmp(name, "iterative") == 0)
        query.limit = LOOKS;
    const lw_algorithm *algorithm = lw_algorithm_named(name);
    cr_assert(algorithm, "%s", name);
    cr_assert_eq(lw_algorithm_try(algorithm, made->map, &query, &trial, &err), LW_OK, "%s",
                 err.text);
    return trial;
}

Test(family, lee_goes_around_a_wall_and_counts_its_labels)
{
    test_map made = map_from((const char *[]){"S.#.", ".##.", "...T", NULL});
    lw_trial trial = try("lee", &made);
    cr_expect_eq(trial.outcome, LW_FOUND);
    cr_expect_eq(trial.path.cost, 5);
    cr_expect(trial.path.legal);
    cr_expect(trial.optimal);
    cr_expect_eq(trial.count, 6);
    cr_expect_eq(trial.path.bends, 1);
    cr_expect_eq(trial.counts.labelled, 7);
    cr_expect_eq(trial.counts.steps, 5);
    lw_trial_free(&trial);
    map_end(&made);
    lw_test_no_leaks();
}

/* What is known of a map without the family. */
typedef struct known {
    const test_map *made;
    int round;
    uint64_t cheapest, fewest;
} known;

static void expect_path(const lw_algorithm *algorithm, const known *map, const lw_trial *trial)
{
    cr_expect(trial->path.legal, "%s, map %d", algorithm->name, map->round);
    cr_expect_eq(trial->cells[0], map->made->from, "%s, map %d", algorithm->name, map->round);
    cr_expect_eq(trial->cells[trial->count - 1], map->made->to, "%s, map %d", algorithm->name,
                 map->round);
    cr_expect(!trial->optimal || trial->path.cost == map->cheapest, "%s, map %d: %llu, not %llu",
              algorithm->name, map->round, (unsigned long long)trial->path.cost,
              (unsigned long long)map->cheapest);
    cr_expect(algorithm->promise != LW_PROMISE_STEPS || trial->count == map->fewest + 1,
              "%s, map %d: %u cells", algorithm->name, map->round, trial->count);
}

/* What an algorithm says of a map is true by the reference. */
static void expect_true(const lw_algorithm *algorithm, const known *map)
{
    lw_trial trial = try(algorithm->name, map->made);
    if (trial.outcome == LW_FOUND)
        expect_path(algorithm, map, &trial);
    else
        cr_expect(!trial.cells, "%s, map %d", algorithm->name, map->round);
    if (trial.outcome == LW_UNREACHABLE)
        cr_expect_eq(map->cheapest, NO_WAY, "%s, map %d: there is a way", algorithm->name,
                     map->round);
    if (algorithm->finds)
        cr_expect(trial.outcome == LW_FOUND || trial.outcome == LW_UNREACHABLE ||
                      trial.outcome == LW_UNFIT ||
                      (trial.outcome == LW_GAVE_UP && strcmp(algorithm->name, "iterative") == 0),
                  "%s, map %d: %s", algorithm->name, map->round, lw_outcome_name(trial.outcome));
    lw_trial_free(&trial);
}

Test(family, agrees_with_the_reference_on_random_maps)
{
    enum { MAPS = 3000 };
    uint64_t seed = 7;
    for (int round = 0; round < MAPS; round++) {
        test_map made = map_random(&seed, (lw_map_demand)(round % 3));
        known map = {&made, round, map_reference(&made), map_fewest_steps(&made)};
        for (size_t i = 0; i < lw_algorithm_count(); i++)
            expect_true(lw_algorithm_at(i), &map);
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(family, refuses_rules_out_of_range_and_cells_outside)
{
    test_map made = map_from((const char *[]){"ST", "-", "..", NULL});
    const lw_map_rules good = made.map->rules;
    lw_map_rules bad[6] = {good, good, good, good, good, good};
    bad[0].directions = 6;
    bad[1].straight = 0;
    bad[2].diagonal = LW_MAP_FACTOR_MAX + 1;
    bad[3].bend = UINT32_MAX;
    bad[4].weighing = LW_WEIGH_BOTH; /* and vias for nothing */
    bad[5].via = UINT32_MAX;
    const lw_algorithm *lee = lw_algorithm_named("lee");
    lw_query query = {.from = made.from, .to = made.to};
    lw_trial trial;
    lw_error err;
    for (size_t i = 0; i < 6; i++) {
        made.map->rules = bad[i];
        cr_expect_eq(lw_algorithm_try(lee, made.map, &query, &trial, &err), LW_ERR_OPTION, "%zu",
                     i);
    }
    made.map->rules = good;
    query.to = lw_map_size(made.map);
    cr_expect_eq(lw_algorithm_try(lee, made.map, &query, &trial, &err), LW_ERR_OPTION);
    map_end(&made);
    lw_test_no_leaks();
}

/* The same map twice, with another in between: the same bytes, so no run leaves marks. */
static bool same(const lw_trial *a, const lw_trial *b)
{
    return a->outcome == b->outcome && a->count == b->count && a->memory == b->memory &&
           a->counts.labelled == b->counts.labelled && a->counts.expanded == b->counts.expanded &&
           a->counts.frontier == b->counts.frontier && a->counts.steps == b->counts.steps &&
           (!a->count || memcmp(a->cells, b->cells, a->count * sizeof *a->cells) == 0);
}

Test(family, leaves_no_marks_for_the_next_run)
{
    uint64_t seed = 11;
    test_map other = map_from((const char *[]){"S..T", NULL});
    for (int round = 0; round < 300; round++) {
        test_map made = map_random(&seed, (lw_map_demand)(round % 3));
        for (size_t i = 0; i < lw_algorithm_count(); i++) {
            const char *name = lw_algorithm_at(i)->name;
            lw_trial first = try(name, &made), between = try(name, &other);
            lw_trial again = try(name, &made);
            cr_expect(same(&first, &again), "%s, map %d", name, round);
            lw_trial_free(&first);
            lw_trial_free(&between);
            lw_trial_free(&again);
        }
        map_end(&made);
    }
    map_end(&other);
    lw_test_no_leaks();
}

/* What is taken beside the state of cells grows with what waits, not with the map: a queue, a
 * path, buckets. */
Test(family, takes_the_bits_a_cell_that_it_tells)
{
    enum { SIDE = 100, A_WAITING = 80, BESIDE = 8192 };
    test_map made = {0};
    lw_error err;
    cr_assert_eq(lw_map_new(SIDE, SIDE, 1, &made.map, &err), LW_OK);
    made.from = lw_map_cell(made.map, 0, 0, 0);
    made.to = lw_map_cell(made.map, SIDE - 1, SIDE / 2, 0);
    uint64_t cells = (uint64_t)lw_map_size(made.map);
    for (size_t i = 0; i < lw_algorithm_count(); i++) {
        const char *name = lw_algorithm_at(i)->name;
        lw_trial trial = try(name, &made);
        uint64_t told = trial.counts.bits * cells / 8;
        cr_expect_geq(trial.memory, told, "%s: %zu bytes", name, trial.memory);
        bool copies = strcmp(name, "graph") == 0; /* the map, as a graph */
        cr_expect(copies || trial.memory <= told + A_WAITING * trial.counts.frontier + BESIDE,
                  "%s: %zu bytes, of %u bits", name, trial.memory, trial.counts.bits);
        lw_trial_free(&trial);
    }
    map_end(&made);
    lw_test_no_leaks();
}
