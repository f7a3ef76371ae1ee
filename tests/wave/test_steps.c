/* The half of the family that counts steps: what each writes into the cells of small maps. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/maze.h"
#include "map_make.h"
#include "random.h"
#include "wave/akers.h"
#include "wave/packed.h"

/* ---- watching a run ---- */

enum { NOTHING = -1 };

typedef struct watched {
    lw_trial trial;
    int64_t *value; /* a cell: the last one written, or NOTHING */
} watched;

static void see(void *context, const lw_deed_told *told)
{
    int64_t *value = context;
    if (told->deed == LW_DEED_LABEL)
        value[told->cell] = (int64_t)told->value;
}

static watched watch_some(const char *name, const test_map *made, uint64_t limit)
{
    watched seen;
    size_t size = (size_t)lw_map_size(made->map);
    seen.value = malloc(size * sizeof *seen.value);
    for (size_t i = 0; i < size; i++)
        seen.value[i] = NOTHING;
    lw_query query = {
        .from = made->from, .to = made->to, .limit = limit, .observe = see, .context = seen.value};
    lw_error err = {0};
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named(name), made->map, &query, &seen.trial, &err),
                 LW_OK, "%s: %s", name, err.text);
    return seen;
}

static watched watch(const char *name, const test_map *made)
{
    return watch_some(name, made, 0);
}

static void end_watch(watched *seen)
{
    lw_trial_free(&seen->trial);
    free(seen->value);
}

static char sign_of(const test_map *made, const watched *seen, int32_t cell)
{
    if (!made->map->cost[cell])
        return '#';
    return seen->value[cell] == NOTHING ? '.' : (char)('0' + seen->value[cell] % 10);
}

/* The values of a map of one layer, drawn like the map. */
static void expect_values(const char *name, const test_map *made, const watched *seen,
                          const char *const *rows)
{
    for (int32_t y = 0; y < made->map->rows; y++)
        for (int32_t x = 0; x < made->map->cols; x++)
            cr_expect_eq(sign_of(made, seen, lw_map_cell(made->map, x, y, 0)), rows[y][x],
                         "%s: %c at (%d, %d), not %c", name,
                         sign_of(made, seen, lw_map_cell(made->map, x, y, 0)), x, y, rows[y][x]);
}

typedef struct expected {
    const char *name;
    const char *map[5], *values[5];
    lw_outcome outcome;
    uint32_t cells; /* of the path */
    lw_trial_counts counts;
} expected;

static void expect_run(const expected *wanted)
{
    test_map made = map_from(wanted->map);
    watched seen = watch(wanted->name, &made);
    const lw_trial_counts *counts = &seen.trial.counts, *want = &wanted->counts;
    cr_expect_eq(seen.trial.outcome, wanted->outcome, "%s: %s", wanted->name,
                 lw_outcome_name(seen.trial.outcome));
    cr_expect_eq(seen.trial.count, wanted->cells, "%s: %u cells", wanted->name, seen.trial.count);
    cr_expect_eq(counts->labelled, want->labelled, "%s: %d labelled", wanted->name,
                 (int)counts->labelled);
    cr_expect_eq(counts->expanded, want->expanded, "%s: %d expanded", wanted->name,
                 (int)counts->expanded);
    cr_expect_eq(counts->frontier, want->frontier, "%s: %d waited", wanted->name,
                 (int)counts->frontier);
    cr_expect_eq(counts->steps, want->steps, "%s: %d steps", wanted->name, (int)counts->steps);
    cr_expect_eq(counts->bits, want->bits, "%s: %d bits", wanted->name, (int)counts->bits);
    expect_values(wanted->name, &made, &seen, wanted->values);
    end_watch(&seen);
    map_end(&made);
}

/* Worked out by hand; neighbours are looked at in the order right, down, left, up. */
#define OPEN                                                                                       \
    {                                                                                              \
        "S...", "....", "...T", NULL                                                               \
    }
static const expected by_hand[] = {
    {"lee", OPEN, {"0123", "1234", "2345"}, LW_FOUND, 6, {12, 10, 4, 5, 32}},
    {"double", OPEN, {"0122", "1221", "2210"}, LW_FOUND, 6, {12, 7, 6, 5, 32}},
    {"akers-123", OPEN, {"3123", "1231", "2312"}, LW_FOUND, 6, {12, 11, 4, 5, 3}},
    {"akers-1122", OPEN, {"2112", "1122", "1221"}, LW_FOUND, 6, {12, 11, 4, 5, 2}},
    {"akers-1221", OPEN, {"1122", "1221", "2211"}, LW_FOUND, 6, {12, 11, 4, 5, 2}},
    /* 2: the start; 5 and 6: the way back is to the left and up */
    {"direction", OPEN, {"2555", "6666", "6666"}, LW_FOUND, 6, {12, 11, 4, 5, 3}},
    {"breadth", OPEN, {"0123", "1234", "2345"}, LW_FOUND, 6, {12, 11, 4, 5, 32}},
    {"breadth-set", OPEN, {"0123", "1234", "2345"}, LW_FOUND, 6, {12, 11, 4, 5, 32}},
    {"depth", OPEN, {"0123", "...4", "...5"}, LW_FOUND, 6, {6, 5, 6, 5, 1}},
    {"sweep", OPEN, {"0123", "1234", "2345"}, LW_FOUND, 6, {12, 24, 0, 2, 32}},
    {"sweep-4", OPEN, {"0123", "1234", "2345"}, LW_FOUND, 6, {12, 24, 0, 2, 32}},
    {"bresenham", OPEN, {"01..", ".234", "...5"}, LW_FOUND, 6, {6, 5, 1, 5, 0}},
    {"greedy", OPEN, {"012.", "..34", "...5"}, LW_FOUND, 6, {6, 5, 1, 5, 0}},
    {"greedy-round", OPEN, {"012.", "..34", "...5"}, LW_FOUND, 6, {6, 5, 1, 5, 0}},

    /* in a corridor the two waves meet half way */
    {"double", {"S....T"}, {"012210"}, LW_FOUND, 6, {6, 5, 2, 5, 32}},
    /* one wave dies, and the other need not fill the map */
    {"double", {"S#....", "#....T"}, {"0#....", "#....0"}, LW_UNREACHABLE, 0, {2, 1, 2, 1, 32}},
    /* into the dead end, back, and on: the path is what is left on the stack */
    {"depth", {"S..", ".#.", "T#."}, {"012", "1#3", "2#4"}, LW_FOUND, 3, {7, 10, 5, 10, 1}},
    /* against the sweep one cell a sweep; by turns all at once; and one sweep that changes nothing
     */
    {"sweep", {"T..S"}, {"3210"}, LW_FOUND, 4, {4, 16, 0, 4, 32}},
    {"sweep-4", {"T..S"}, {"3210"}, LW_FOUND, 4, {4, 12, 0, 3, 32}},
    /* the walkers fail in front of the wall; the last one turns up, comes back, and goes round */
    {"bresenham",
     {"..#..", "S.#.T", "....."},
     {"..#..", "01#..", "....."},
     LW_FAILED,
     0,
     {2, 2, 1, 1, 0}},
    {"greedy",
     {"..#..", "S.#.T", "....."},
     {"..#..", "01#..", "....."},
     LW_FAILED,
     0,
     {2, 2, 1, 1, 0}},
    {"greedy-round", {".#.", "S#T", "..."}, {"1#.", "2#6", "345"}, LW_FOUND, 7, {6, 6, 1, 6, 0}},
    /* right and down into the corner; all the way around what can be reached, and not once more */
    {"greedy-round",
     {"S.#", "..#", "##T"},
     {"43#", "56#", "##."},
     LW_UNREACHABLE,
     0,
     {4, 7, 1, 6, 0}},
};

Test(steps, do_what_was_worked_out_by_hand)
{
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
        expect_run(&by_hand[i]);
    lw_test_no_leaks();
}

/* ---- labels ---- */

/* Fewest steps to each cell, by relaxing all steps until nothing changes. */
static int64_t *fewest_steps(const test_map *made)
{
    int32_t size = lw_map_size(made->map);
    int64_t *fewest = malloc((size_t)size * sizeof *fewest);
    for (int32_t i = 0; i < size; i++)
        fewest[i] = i == made->from ? 0 : NOTHING;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t cell = 0; cell < size; cell++) {
            lw_map_step steps[LW_MAP_STEPS_MOST];
            int count = fewest[cell] == NOTHING ? 0 : lw_map_steps(made->map, cell, steps);
            for (int i = 0; i < count; i++) {
                int64_t *there = &fewest[steps[i].cell];
                if (*there != NOTHING && *there <= fewest[cell] + 1)
                    continue;
                *there = fewest[cell] + 1;
                changed = true;
            }
        }
    }
    return fewest;
}

static test_map map_with_free_ends(uint64_t *seed, int round)
{
    for (;;) {
        test_map made = map_random(seed, (lw_map_demand)(round % 3));
        if (made.map->cost[made.from] && made.map->cost[made.to])
            return made;
        map_end(&made);
    }
}

static int32_t count_labelled(const test_map *made, const int64_t *value)
{
    int32_t count = 0;
    for (int32_t i = 0; i < lw_map_size(made->map); i++)
        count += value[i] != NOTHING;
    return count;
}

Test(steps, sweeps_give_every_cell_the_label_of_the_wave)
{
    uint64_t seed = 3;
    for (int round = 0; round < 500; round++) {
        test_map made = map_with_free_ends(&seed, round);
        size_t bytes = (size_t)lw_map_size(made.map) * sizeof(int64_t);
        int64_t *fewest = fewest_steps(&made);
        watched plain = watch("sweep", &made), four = watch("sweep-4", &made);
        cr_expect(memcmp(plain.value, fewest, bytes) == 0, "map %d", round);
        cr_expect(memcmp(four.value, fewest, bytes) == 0, "map %d", round);
        uint64_t each = 0;
        for (int32_t i = 0; i < lw_map_size(made.map); i++)
            each += made.map->cost[i] != 0;
        cr_expect_eq(plain.trial.counts.expanded, each * plain.trial.counts.steps);
        end_watch(&plain);
        end_watch(&four);
        free(fewest);
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(steps, queue_and_set_label_the_same_cells_alike_up_to_the_step_of_the_goal)
{
    uint64_t seed = 4;
    for (int round = 0; round < 500; round++) {
        test_map made = map_with_free_ends(&seed, round);
        size_t size = (size_t)lw_map_size(made.map);
        int64_t *fewest = fewest_steps(&made);
        int64_t last = fewest[made.to];
        for (size_t i = 0; i < size && last != NOTHING; i++)
            if (fewest[i] > last)
                fewest[i] = NOTHING;
        watched queue = watch("breadth", &made), set = watch("breadth-set", &made);
        cr_expect(memcmp(queue.value, fewest, size * sizeof *fewest) == 0, "map %d", round);
        cr_expect(memcmp(set.value, fewest, size * sizeof *fewest) == 0, "map %d", round);
        cr_expect_eq(queue.trial.counts.labelled, set.trial.counts.labelled);
        cr_expect_eq(queue.trial.counts.expanded, set.trial.counts.expanded);
        end_watch(&queue);
        end_watch(&set);
        free(fewest);
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* Also where a cell has several states, is walked over again, or the search begins anew. */
Test(steps, counts_are_the_cells_that_were_labelled)
{
    uint64_t seed = 5;
    for (int round = 0; round < 200; round++) {
        test_map made = map_with_free_ends(&seed, round);
        for (size_t i = 0; i < lw_algorithm_count(); i++) {
            const char *name = lw_algorithm_at(i)->name;
            watched seen = watch_some(name, &made, 2000);
            cr_expect_eq(seen.trial.counts.labelled, (uint64_t)count_labelled(&made, seen.value),
                         "%s, map %d", name, round);
            end_watch(&seen);
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* ---- limits ---- */

static lw_outcome limited(const lw_algorithm *algorithm, const test_map *made, lw_query query)
{
    lw_trial trial;
    query.from = made->from;
    query.to = made->to;
    cr_assert_eq(lw_algorithm_try(algorithm, made->map, &query, &trial, NULL), LW_OK);
    lw_outcome outcome = trial.outcome;
    lw_trial_free(&trial);
    return outcome;
}

/* With exactly what it needs an attempt does as without limits; with less it gives up, and never
 * says that there is no way. */
static void expect_limits(const lw_algorithm *algorithm, const test_map *made)
{
    lw_trial free_run;
    lw_query query = {.from = made->from, .to = made->to};
    cr_assert_eq(lw_algorithm_try(algorithm, made->map, &query, &free_run, NULL), LW_OK);
    uint64_t steps = free_run.counts.steps, cells = free_run.counts.expanded;
    size_t memory = free_run.memory;
    lw_outcome outcome = free_run.outcome;
    cr_expect_eq(limited(algorithm, made, (lw_query){.steps = steps}), outcome, "%s",
                 algorithm->name);
    cr_expect_eq(limited(algorithm, made, (lw_query){.limit = cells}), outcome, "%s",
                 algorithm->name);
    for (uint64_t less = 1; less < steps; less++)
        cr_expect_eq(limited(algorithm, made, (lw_query){.steps = less}), LW_GAVE_UP, "%s",
                     algorithm->name);
    for (uint64_t less = 1; less < cells; less++)
        cr_expect_eq(limited(algorithm, made, (lw_query){.limit = less}), LW_GAVE_UP, "%s",
                     algorithm->name);
    if (memory > 1) {
        cr_expect_eq(limited(algorithm, made, (lw_query){.memory = memory}), outcome, "%s",
                     algorithm->name);
        cr_expect_eq(limited(algorithm, made, (lw_query){.memory = memory - 1}), LW_TOO_LARGE, "%s",
                     algorithm->name);
    }
    lw_trial_free(&free_run);
}

Test(steps, give_up_only_at_a_limit_and_say_unreachable_only_when_the_wave_has_died)
{
    static const char *const names[] = {"lee",        "double",       "akers-123", "akers-1122",
                                        "akers-1221", "direction",    "breadth",   "breadth-set",
                                        "depth",      "sweep",        "sweep-4",   "bresenham",
                                        "greedy",     "greedy-round", "graph"};
    static const char *const maps[][5] = {{"S..#.", ".#.#.", ".#..T", NULL},
                                          {"S..#.", ".#.##", ".#.#T", NULL}};
    for (size_t m = 0; m < 2; m++) {
        test_map made = map_from(maps[m]);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            expect_limits(lw_algorithm_named(names[i]), &made);
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(steps, a_wave_from_the_target_finds_as_short_a_path)
{
    static const char *const names[] = {"lee",         "direction", "breadth",
                                        "breadth-set", "sweep",     "sweep-4"};
    uint64_t seed = 6;
    for (int round = 0; round < 300; round++) {
        test_map made = map_random(&seed, LW_DEMAND_STEPS);
        uint64_t fewest = map_fewest_steps(&made);
        lw_query query = {.from = made.from, .to = made.to, .backward = true};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            lw_trial trial;
            cr_assert_eq(
                lw_algorithm_try(lw_algorithm_named(names[i]), made.map, &query, &trial, NULL),
                LW_OK);
            cr_expect_eq(trial.count, fewest == NO_WAY ? 0 : fewest + 1, "%s", names[i]);
            cr_expect(!trial.count || (trial.path.legal && trial.cells[0] == made.from), "%s",
                      names[i]);
            lw_trial_free(&trial);
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}

/* ---- codes ---- */

static lw_attempt attempt_on(const test_map *made, const lw_query *query, lw_trial *trial)
{
    *trial = (lw_trial){.outcome = LW_UNREACHABLE};
    return (lw_attempt){
        .map = made->map, .query = query, .trial = trial, .from = made->from, .to = made->to};
}

static void end_attempt(lw_attempt *attempt)
{
    lw_attempt_end(attempt);
    lw_trial_free(attempt->trial);
}

static lw_outcome by_code(const test_map *made, const lw_akers_code *code)
{
    lw_query query = {.from = made->from, .to = made->to};
    lw_trial trial;
    lw_attempt attempt = attempt_on(made, &query, &trial);
    lw_akers(&attempt, code);
    lw_outcome outcome = trial.outcome;
    end_attempt(&attempt);
    return outcome;
}

/* Whether the way back comes home from every cell of an open map. */
static bool works_everywhere(const lw_akers_code *code)
{
    test_map made = map_from((const char *[]){"S........", ".........", ".........", NULL});
    bool works = true;
    for (int32_t y = 0; y < 3; y++)
        for (int32_t x = 0; x < 9; x++) {
            made.to = lw_map_cell(made.map, x, y, 0);
            works = works && by_code(&made, code) == LW_FOUND;
        }
    map_end(&made);
    return works;
}

/* The first `period` marks of 1,1,2,2 ..., begun anywhere, that close upon themselves. */
static bool is_1122_turned(const lw_akers_code *code)
{
    static const uint8_t once[] = {1, 1, 2, 2};
    for (uint32_t begin = 0; begin < 4; begin++) {
        bool same = code->period % 4 == 0;
        for (uint32_t i = 0; i < code->period; i++)
            same = same && code->mark[i] == once[(begin + i) % 4];
        if (same)
            return true;
    }
    return false;
}

Test(akers, of_all_codes_with_two_marks_only_1122_and_its_turns_find_back)
{
    int good = 0;
    for (uint32_t period = 1; period <= 8; period++)
        for (uint32_t set = 0; set < 1u << period; set++) {
            lw_akers_code code = {.period = period, .bits = 2};
            for (uint32_t i = 0; i < period; i++)
                code.mark[i] = (uint8_t)(1 + (set >> i & 1));
            bool works = works_everywhere(&code);
            good += works;
            cr_expect_eq(works, is_1122_turned(&code), "period %u, set %u", period, set);
        }
    cr_expect_eq(good, 8); /* four turns, of period 4 and 8 */
    lw_test_no_leaks();
}

Test(akers, 1221_that_shares_its_ones_goes_astray_in_a_corridor)
{
    /* marks 1 2 2 1 2: seen from 4 steps, the target looks like the cell 3 steps away */
    test_map made = map_from((const char *[]){"S....T", NULL});
    cr_expect_eq(by_code(&made, &(lw_akers_code){3, {1, 2, 2}, 2}), LW_FAILED);
    cr_expect_eq(by_code(&made, &(lw_akers_code){4, {1, 2, 2, 1}, 2}), LW_FOUND);
    map_end(&made);
    lw_test_no_leaks();
}

Test(akers, two_marks_do_not_find_back_where_neighbours_may_be_equally_far)
{
    test_map made = map_from((const char *[]){"S.T", "...", NULL});
    made.map->rules.directions = 8;
    cr_expect_eq(by_code(&made, &(lw_akers_code){4, {1, 1, 2, 2}, 2}), LW_FAILED);
    cr_expect_eq(by_code(&made, &(lw_akers_code){3, {1, 2, 3}, 3}), LW_FOUND);
    lw_query query = {.from = made.from, .to = made.to};
    lw_trial trial;
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named("akers-1122"), made.map, &query, &trial, NULL),
                 LW_OK);
    cr_expect_eq(trial.outcome, LW_UNFIT);
    map_end(&made);
    lw_test_no_leaks();
}

Test(akers, two_marks_run_on_layers_that_change_one_by_one)
{
    test_map made = map_from((const char *[]){"S#.", "-", ".#.", "-", "..T", NULL});
    lw_query query = {.from = made.from, .to = made.to};
    const lw_algorithm *akers = lw_algorithm_named("akers-1122");
    lw_trial trial;
    cr_assert_eq(lw_algorithm_try(akers, made.map, &query, &trial, NULL), LW_OK);
    cr_expect_eq(trial.count, 5);
    lw_trial_free(&trial);
    made.map->rules.through = true; /* now the top layer is one step from the bottom, and two */
    cr_assert_eq(lw_algorithm_try(akers, made.map, &query, &trial, NULL), LW_OK);
    cr_expect_eq(trial.outcome, LW_UNFIT);
    map_end(&made);
    lw_test_no_leaks();
}

Test(packed, keeps_what_was_set_in_any_number_of_bits)
{
    test_map made = map_from((const char *[]){"S....T", "......", NULL});
    int32_t size = lw_map_size(made.map);
    uint64_t seed = 9;
    for (uint32_t bits = 1; bits <= LW_PACKED_MOST; bits++) {
        uint32_t plain[64] = {0};
        lw_query query = {.from = made.from, .to = made.to};
        lw_trial trial;
        lw_packed packed;
        lw_attempt attempt = attempt_on(&made, &query, &trial);
        cr_assert(lw_packed_open(&attempt, &packed, bits));
        cr_expect_eq(trial.counts.bits, bits);
        cr_expect_eq(trial.memory, ((size_t)size * bits + 7) / 8 + 1);
        for (int i = 0; i < 500; i++) {
            int32_t cell = (int32_t)random_between(&seed, 0, size - 1);
            plain[cell] = (uint32_t)random_between(&seed, 0, (1 << bits) - 1);
            lw_packed_set(&packed, cell, plain[cell]);
        }
        for (int32_t cell = 0; cell < size; cell++)
            cr_expect_eq(lw_packed_get(&packed, cell), plain[cell], "%u bits", bits);
        end_attempt(&attempt);
    }
    map_end(&made);
    lw_test_no_leaks();
}

Test(steps, coding_by_direction_says_how_many_bits_a_map_needs)
{
    static const struct {
        uint8_t directions;
        int32_t layers;
        bool through;
        uint32_t bits;
    } maps[] = {{4, 1, false, 3},                   /* free, blocked, start, 4 directions: 7 */
                {8, 1, false, 4},                   /* 11 */
                {4, 2, false, 3},                   /* the other layer: 8 */
                {4, 3, false, 4},                   /* from above, from below: 9 */
                {4, 64, false, 4}, {8, 2, true, 4}, /* 12 */
                {8, 64, true, 7}};                  /* 3 + 8 + 63 = 74 */
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        lw_map *map;
        lw_trial trial;
        cr_assert_eq(lw_map_new(3, 1, maps[i].layers, &map, NULL), LW_OK);
        map->rules.directions = maps[i].directions;
        map->rules.through = maps[i].through;
        lw_query query = {.from = lw_map_cell(map, 0, 0, 0),
                          .to = lw_map_cell(map, 2, 0, maps[i].layers - 1)};
        cr_assert_eq(lw_algorithm_try(lw_algorithm_named("direction"), map, &query, &trial, NULL),
                     LW_OK);
        cr_expect_eq(trial.counts.bits, maps[i].bits, "map %zu: %u", i, trial.counts.bits);
        cr_expect_eq(trial.outcome, LW_FOUND);
        lw_trial_free(&trial);
        lw_map_free(map);
    }
    lw_test_no_leaks();
}

/* ---- walkers ---- */

Test(steps, a_walker_tells_the_cells_up_to_where_it_fails_but_gives_no_path)
{
    test_map made = map_from((const char *[]){"S..#T", NULL});
    watched seen = watch("bresenham", &made);
    cr_expect_eq(seen.trial.outcome, LW_FAILED);
    cr_expect_null(seen.trial.cells);
    expect_values("bresenham", &made, &seen, (const char *[]){"012#."});
    end_watch(&seen);
    map_end(&made);
    lw_test_no_leaks();
}

Test(steps, greedy_around_obstacles_needs_a_plane)
{
    test_map made = map_from((const char *[]){"S.", "-", ".T", NULL});
    watched seen = watch("greedy-round", &made);
    cr_expect_eq(seen.trial.outcome, LW_UNFIT);
    end_watch(&seen);
    map_end(&made);
    lw_test_no_leaks();
}

static test_map map_of_maze(lw_maze_kind kind, int32_t size)
{
    lw_maze_options options = lw_maze_options_default();
    options.cols = options.rows = size;
    options.kind = kind;
    options.seed = 3;
    test_map made;
    cr_assert_eq(lw_maze_new(&options, &made.map, NULL), LW_OK);
    made.from = lw_map_cell(made.map, 1, 1, 0);
    made.to = lw_map_cell(made.map, size - 2, size - 2, 0);
    return made;
}

Test(steps, greedy_around_obstacles_walks_a_maze_in_a_few_rounds_of_it)
{
    for (lw_maze_kind kind = LW_MAZE_GROWN; kind <= LW_MAZE_DUG; kind++) {
        test_map made = map_of_maze(kind, 401);
        watched seen = watch("greedy-round", &made);
        cr_assert_eq(seen.trial.outcome, LW_FOUND);
        cr_expect(seen.trial.path.legal);
        /* one round has 2 steps for each free cell, half of the map's: at most the map's cells
         * until it is patient, two rounds that may have begun, and one round and back for the one
         * face */
        cr_expect_leq(seen.trial.count, 5u * 401 * 401, "%s: %u cells", lw_maze_kind_name(kind),
                      seen.trial.count);
        end_watch(&seen);
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(steps, two_waves_halve_the_cells_in_the_open_and_save_nothing_between_corners)
{
    test_map made = map_of_maze(LW_MAZE_FIELD, 201);
    for (int32_t i = 0; i < lw_map_size(made.map); i++) {
        lw_map_spot at = lw_map_place(made.map, i);
        made.map->cost[i] = at.x >= 0 && at.y >= 0 && at.x < 201 && at.y < 201;
    }
    made.from = lw_map_cell(made.map, 80, 100, 0);
    made.to = lw_map_cell(made.map, 120, 100, 0);
    watched one = watch("lee", &made), two = watch("double", &made);
    /* 40 steps: all cells up to 38 of them and the next to the right, of 2 n^2 + 2 n + 1; or up to
     * 19, and up to 18 and some at 19 */
    cr_expect_eq(one.trial.counts.expanded, 2965 + 1);
    cr_expect(two.trial.counts.expanded > 761 + 685 && two.trial.counts.expanded <= 761 + 761);
    end_watch(&one);
    end_watch(&two);
    made.from = lw_map_cell(made.map, 0, 0, 0);
    made.to = lw_map_cell(made.map, 200, 200, 0);
    one = watch("lee", &made), two = watch("double", &made);
    cr_expect_eq(one.trial.counts.expanded, 201 * 201 - 2);
    cr_expect_geq(two.trial.counts.expanded, 201 * 201 - 2 * 201); /* all but where they meet */
    end_watch(&one);
    end_watch(&two);
    map_end(&made);
    lw_test_no_leaks();
}

/* ---- memory ---- */

Test(queue, keeps_the_order_however_it_grows_and_turns_around)
{
    test_map made = map_from((const char *[]){"ST", NULL});
    lw_query query = {.from = made.from, .to = made.to};
    lw_trial trial;
    lw_attempt attempt = attempt_on(&made, &query, &trial);
    lw_queue queue;
    static int32_t plain[20000];
    uint32_t first = 0, last = 0;
    uint64_t seed = 12;
    cr_assert(lw_queue_open(&attempt, &queue));
    for (int32_t i = 0; i < 20000; i++) {
        if (random_between(&seed, 0, 9) < 6) {
            lw_queue_add(&queue, i);
            plain[last++] = i;
        } else if (first < last && i % 3 == 0) {
            cr_assert_eq(lw_queue_last(&queue), plain[last - 1]);
            cr_assert_eq(lw_queue_take_last(&queue), plain[--last]);
        } else if (first < last) {
            cr_assert_eq(*lw_queue_at(&queue, (last - first) / 2),
                         plain[first + (last - first) / 2]);
            cr_assert_eq(lw_queue_take(&queue), plain[first++]);
        }
        cr_assert_eq(queue.count, last - first);
    }
    cr_expect_gt(queue.room, 64);
    end_attempt(&attempt);
    map_end(&made);
    lw_test_no_leaks();
}

Test(queue, that_finds_no_memory_ends_the_run)
{
    static const char *const names[] = {"lee",         "double", "akers-1122", "direction",
                                        "breadth-set", "depth",  "soukup",     "mikami"};
    test_map made = map_of_maze(LW_MAZE_FIELD, 201);
    for (int32_t i = 0; i < lw_map_size(made.map); i++)
        if (lw_map_place(made.map, i).x % 40 == 20 && lw_map_place(made.map, i).y > 0)
            made.map->cost[i] = 0;
    made.map->cost[made.from] = made.map->cost[made.to] = 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const lw_algorithm *algorithm = lw_algorithm_named(names[i]);
        lw_trial trial;
        lw_query query = {.from = made.from, .to = made.to};
        cr_assert_eq(lw_algorithm_try(algorithm, made.map, &query, &trial, NULL), LW_OK);
        size_t needed = trial.memory;
        uint32_t count = trial.count;
        lw_trial_free(&trial);
        query.memory = needed;
        cr_assert_eq(lw_algorithm_try(algorithm, made.map, &query, &trial, NULL), LW_OK);
        cr_expect_eq(trial.count, count, "%s", names[i]);
        lw_trial_free(&trial);
        query.memory = needed - 1;
        cr_assert_eq(lw_algorithm_try(algorithm, made.map, &query, &trial, NULL), LW_OK);
        cr_expect_eq(trial.outcome, LW_TOO_LARGE, "%s: %s", names[i],
                     lw_outcome_name(trial.outcome));
        lw_trial_free(&trial);
    }
    map_end(&made);
    lw_test_no_leaks();
}

Test(steps, two_bits_a_cell_are_the_memory_of_a_map_and_its_frontier)
{
    test_map made = map_of_maze(LW_MAZE_DUG, 401);
    size_t cells = (size_t)lw_map_size(made.map);
    watched akers = watch("akers-1122", &made), lee = watch("lee", &made);
    cr_expect_leq(akers.trial.counts.frontier, 64); /* the queue's first room */
    cr_expect_eq(akers.trial.memory, (cells * 2 + 7) / 8 + 1 + 64 * sizeof(int32_t));
    cr_expect_eq(lee.trial.memory, cells * 4 + 64 * sizeof(int32_t));
    end_watch(&akers);
    end_watch(&lee);
    map_end(&made);
    lw_test_no_leaks();
}
