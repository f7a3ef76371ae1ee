#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include "field.h"

static const lw_wave waves[] = {LW_WAVE_SINGLE, LW_WAVE_DOUBLE};
#define FOR_BOTH(wave) for (lw_wave wave = LW_WAVE_SINGLE; wave < LW_WAVE_COUNT; wave++)

static lw_wave_space *space_for(const test_field *field)
{
    lw_wave_space *space;
    lw_error err;
    cr_assert_eq(lw_wave_space_new(&field->f, &space, &err), LW_OK, "%s", err.text);
    return space;
}

/* A copy of the path's nodes outlives the next search. */
typedef struct found_path {
    uint32_t count, cost;
    lw_wave_counts counts;
    int32_t *nodes;
} found_path;

static found_path find_in(lw_wave wave, const test_field *field, lw_wave_space *space,
                          uint64_t limit)
{
    lw_wave_query query = field_query(field);
    query.limit = limit;
    lw_wave_path path = lw_wave_find(wave, &field->f, space, &query);
    found_path found = {path.count, path.cost, path.counts, NULL};
    found.nodes = malloc((path.count + 1) * sizeof *found.nodes);
    if (path.count)
        memcpy(found.nodes, path.nodes, path.count * sizeof *found.nodes);
    return found;
}

static found_path find(lw_wave wave, const test_field *field)
{
    lw_wave_space *space = space_for(field);
    found_path found = find_in(wave, field, space, 0);
    lw_wave_space_free(space);
    return found;
}

static bool is_among(const int32_t *nodes, uint32_t count, int32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

typedef struct step_check {
    int32_t to;
    uint32_t cost; /* 0: there is no such move */
} step_check;

static void note_move(void *context, int32_t to, uint32_t cost)
{
    step_check *check = context;
    if (to == check->to)
        check->cost = cost;
}

/* Cost of the path by its moves; FAR when it does not lead from a source to a target by legal
 * ones. */
static uint32_t walked_cost(const test_field *field, const found_path *path)
{
    const int32_t *nodes = path->nodes;
    uint32_t cost = 0;
    if (!is_among(field->sources, field->source_count, nodes[0]) ||
        !is_among(field->targets, field->target_count, nodes[path->count - 1]))
        return FAR;
    for (uint32_t i = 1; i < path->count; i++) {
        step_check check = {nodes[i], 0};
        field_moves(field, nodes[i - 1], note_move, &check);
        if (!check.cost)
            return FAR;
        cost += check.cost;
    }
    return cost;
}

static uint32_t bends(const found_path *path)
{
    uint32_t bends = 0;
    for (uint32_t i = 2; i < path->count; i++)
        bends += path->nodes[i] - path->nodes[i - 1] != path->nodes[i - 1] - path->nodes[i - 2];
    return bends;
}

static bool same(const found_path *a, const found_path *b)
{
    return a->count == b->count && a->cost == b->cost &&
           memcmp(&a->counts, &b->counts, sizeof a->counts) == 0 &&
           memcmp(a->nodes, b->nodes, a->count * sizeof *a->nodes) == 0;
}

#define NO_WAY UINT32_MAX

static const struct {
    const char *name;
    const char *rows[12];
    uint32_t four, eight; /* cost with four and with eight neighbours */
} pictures[] = {
    {"a straight line", {"S...T"}, 40, 40},
    {"an L", {"S..", "...", "..T"}, 40, 28},
    {"around a wall", {"S.#.", ".##.", "...T"}, 50, 44},
    {"through a gap", {"S#.", ".#.", "...", ".#.", ".#T"}, 60, 48},
    {"between two corners", {"S#", "#T"}, NO_WAY, 14},
    {"walled in", {"S.#..", "..#..", "###..", "....T"}, NO_WAY, NO_WAY},
    {"the same node", {"..", ".X"}, 0, 0},
    {"a single node", {"X"}, 0, 0},
    {"a single node without target", {"S"}, NO_WAY, NO_WAY},
    {"two in a row", {"ST"}, 10, 10},
    {"own copper is a way", {"S1T"}, 20, 20},
    {"foreign copper is none", {"S2T"}, NO_WAY, NO_WAY},
    {"the nearer target", {"T..S.T"}, 20, 20},
    {"the nearer source", {"S..T.S"}, 20, 20},
    {"straight down", {"S", "-", "T"}, 50, 50},
    {"under a wall", {"S.#.T", "-", "....."}, 140, 140},
    {"a via at a legal place only", {"So#oT", "-", "..#..", "-", "....."}, 140, 140},
    {"no via at an end", {"ooooo", "-", "So#oT", "-", "....."}, NO_WAY, NO_WAY},
    {"over two layers of four", {"S", "-", "#", "-", "#", "-", "T"}, 50, 50},
    {"source blocked", {"2.T"}, NO_WAY, NO_WAY},
};

Test(wave, finds_what_the_pictures_show)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        for (int steps = FOUR; steps <= EIGHT; steps++)
            FOR_BOTH(wave)
            {
                test_field *field = field_from(pictures[i].rows, steps);
                uint32_t cost = steps == FOUR ? pictures[i].four : pictures[i].eight;
                found_path path = find(wave, field);
                const char *name = pictures[i].name;
                if (cost == NO_WAY)
                    cr_expect_eq(path.count, 0, "%s: a way of %u", name, path.cost);
                else
                    cr_expect(path.count > 0 && path.cost == cost &&
                                  walked_cost(field, &path) == cost,
                              "%s, %s: %u nodes, cost %u instead of %u", name, lw_wave_name(wave),
                              path.count, path.cost, cost);
                free(path.nodes);
                field_free(field);
            }
}

Test(wave, names_itself)
{
    cr_expect_str_eq(lw_wave_name(LW_WAVE_SINGLE), "single");
    cr_expect_str_eq(lw_wave_name(LW_WAVE_DOUBLE), "double");
}

Test(wave, passes_over_ends_that_cannot_be_entered)
{
    test_field *field = field_from((const char *const[]){"S.T", "SST", "##T", NULL}, FOUR);
    field->owner[field->sources[0]] = LW_CELL_BLOCKED;
    field->owner[field->sources[2]] = LW_CELL_BLOCKED;
    field->owner[field->targets[1]] = NET + 1;
    /* Left are a source at (0, 1) and targets at (2, 0) and (2, 2), the wall of '#' below. */
    FOR_BOTH(wave)
    {
        found_path path = find(wave, field);
        cr_expect_eq(path.count, 0);
        free(path.nodes);
    }
    field->owner[field->sources[2]] = LW_CELL_FREE;
    FOR_BOTH(wave)
    {
        found_path path = find(wave, field);
        cr_expect_eq(path.cost, 20, "%s: %u", lw_wave_name(wave), path.cost);
        cr_expect_eq(path.nodes[0], field->sources[2]);
        free(path.nodes);
    }
    field_free(field);
}

/*
 * The two waves first touch on the short way through two dear steps (20 + 20), but the long way in
 * cheap steps costs less. A wave that stopped at the first touch would be wrong.
 */
Test(wave, double_wave_does_not_stop_at_the_first_touch)
{
    test_field *field = field_from((const char *const[]){"S.T", "-", "...", NULL}, FOUR);
    for (int d = 0; d < LW_STEPS; d += 2) {
        field->f.step_cost[0][d] = 20;
        field->f.step_cost[1][d] = 3;
    }
    field->f.via_cost = 16;
    FOR_BOTH(wave)
    {
        found_path path = find(wave, field);
        cr_expect_eq(path.cost, 38, "%s: %u", lw_wave_name(wave), path.cost);
        cr_expect_eq(path.count, 5);
        free(path.nodes);
    }
    field_free(field);
}

/* One bend where the ends are not in line; the double wave may make another where it meets. */
Test(wave, ways_in_the_open_have_no_bend_too_many)
{
    for (int steps = FOUR; steps <= EIGHT; steps++) {
        test_field *field = field_open(11, 8, 1, steps);
        lw_wave_space *space = space_for(field);
        field->source_count = field->target_count = 1;
        for (int32_t i = 0; i < 88 * 88; i++) {
            int32_t x1 = i % 11, y1 = i / 11 % 8, x2 = i / 88 % 11, y2 = i / 88 / 11;
            int32_t dx = abs(x1 - x2), dy = abs(y1 - y2);
            bool line = dx == 0 || dy == 0 || (steps == EIGHT && dx == dy);
            field->sources[0] = field_node(field, x1, y1, 0);
            field->targets[0] = field_node(field, x2, y2, 0);
            FOR_BOTH(wave)
            {
                found_path path = find_in(wave, field, space, 0);
                uint32_t most = line ? 0 : wave == LW_WAVE_SINGLE ? 1 : 2;
                cr_expect(bends(&path) <= most, "%s %d: %d,%d to %d,%d: %u bends",
                          lw_wave_name(wave), steps, x1, y1, x2, y2, bends(&path));
                free(path.nodes);
            }
        }
        lw_wave_space_free(space);
        field_free(field);
    }
}

/* Up and to the right is one bend; steps between the two walls would be as cheap. */
Test(wave, goes_straight_past_obstacles)
{
    test_field *field =
        field_from((const char *const[]){".....T", "......", ".....#", "S#.#..", NULL}, FOUR);
    FOR_BOTH(wave)
    {
        found_path path = find(wave, field);
        cr_expect_eq(path.cost, 80);
        cr_expect(bends(&path) <= (wave == LW_WAVE_SINGLE ? 1 : 2), "%s: %u bends",
                  lw_wave_name(wave), bends(&path));
        free(path.nodes);
    }
    field_free(field);
}

static uint32_t cheapest(const test_field *field, const uint32_t *cost)
{
    uint32_t best = FAR;
    for (uint32_t i = 0; i < field->target_count; i++)
        if (cost[field->targets[i]] < best)
            best = cost[field->targets[i]];
    return best;
}

static uint32_t count_below(const test_field *field, const uint32_t *cost, uint32_t limit)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < field->nodes; i++)
        count += cost[i] < limit;
    return count;
}

/* The single wave looks at every node nearer than the target and at none that is farther. */
static void check_single_counts(const test_field *field, const found_path *path,
                                const uint32_t *cost, int round)
{
    uint32_t best = cheapest(field, cost);
    uint64_t labelled = path->counts.labelled, expanded = path->counts.expanded;
    if (best == FAR) {
        uint32_t reached = count_below(field, cost, FAR);
        cr_expect(labelled == reached && expanded == reached, "round %d: %u reached, %u labelled",
                  round, reached, (unsigned)labelled);
    } else {
        cr_expect(expanded >= count_below(field, cost, best) &&
                      expanded < count_below(field, cost, best + 1) && labelled > expanded,
                  "round %d: %u labelled, %u expanded", round, (unsigned)labelled,
                  (unsigned)expanded);
    }
}

static void compare_with_reference(bool unit, uint64_t seed, int rounds)
{
    int ways = 0;
    for (int round = 0; round < rounds; round++) {
        test_field *field = field_random(&seed, unit);
        uint32_t *cost = unit ? reference_by_breadth(field) : reference_by_relaxing(field);
        uint32_t best = cheapest(field, cost);
        lw_wave_space *space = space_for(field);
        ways += best != FAR;
        FOR_BOTH(wave)
        {
            found_path path = find_in(wave, field, space, 0);
            const char *name = lw_wave_name(wave);
            if (best == FAR)
                cr_expect_eq(path.count, 0, "round %d, %s: a way of %u", round, name, path.cost);
            else
                cr_expect(path.count && path.cost == best && walked_cost(field, &path) == best,
                          "round %d, %s: %u instead of %u", round, name, path.cost, best);
            if (wave == LW_WAVE_SINGLE)
                check_single_counts(field, &path, cost, round);
            free(path.nodes);
        }
        lw_wave_space_free(space);
        free(cost);
        field_free(field);
    }
    cr_expect(ways > rounds / 4 && ways < rounds * 3 / 4, "%d of %d fields have a way", ways,
              rounds);
}

Test(wave, agrees_with_breadth_first_search_where_all_steps_cost_1)
{
    compare_with_reference(true, 0x2545F4914F6CDD1D, 4000);
}

Test(wave, agrees_with_plain_relaxing_where_steps_differ)
{
    compare_with_reference(false, 0x9E3779B97F4A7C15, 6000);
}

/* One space for all searches, of which some fail and some give up, against a fresh one each. */
Test(wave, leaves_no_marks_behind)
{
    uint64_t seed = 77;
    for (int round = 0; round < 300; round++) {
        test_field *field = field_random(&seed, round % 2);
        lw_wave_space *used = space_for(field);
        for (int i = 0; i < 8; i++) {
            lw_wave wave = waves[random_below(&seed, 2)];
            uint64_t limit = random_below(&seed, 3) == 0 ? 1 + random_below(&seed, 30) : 0;
            field->sources[0] = field->targets[random_below(&seed, field->target_count)];
            field->targets[0] = field->sources[random_below(&seed, field->source_count)];
            field->f.via_cost = (uint16_t)(1 + random_below(&seed, 4000));
            field->f.net = (uint16_t)(1 + random_below(&seed, 2));
            lw_wave_space *fresh = space_for(field);
            found_path a = find_in(wave, field, used, limit),
                       b = find_in(wave, field, fresh, limit);
            cr_expect(same(&a, &b), "round %d.%d", round, i);
            cr_expect(!limit || a.counts.expanded <= limit);
            free(a.nodes);
            free(b.nodes);
            lw_wave_space_free(fresh);
        }
        lw_wave_space_free(used);
        field_free(field);
    }
}

Test(wave, searches_on_after_its_stamps_have_run_out)
{
    test_field *way = field_from((const char *const[]){"S.T", "...", NULL}, FOUR);
    test_field *none = field_from((const char *const[]){"S#T", "S#.", NULL}, FOUR);
    lw_wave_space *space = space_for(way);
    int wrong = 0;
    for (int i = 0; i < 70000; i++)
        FOR_BOTH(wave)
        {
            const test_field *field = i % 3 ? way : none;
            lw_wave_query query = field_query(field);
            lw_wave_path path = lw_wave_find(wave, &field->f, space, &query);
            wrong += field == way ? path.cost != 20 : path.count != 0;
        }
    cr_expect_eq(wrong, 0);
    lw_wave_space_free(space);
    field_free(way);
    field_free(none);
}

Test(wave, gives_up_at_the_limit_and_not_before)
{
    test_field *field = field_from((const char *const[]){"S.......T", NULL}, FOUR);
    lw_wave_space *space = space_for(field);
    FOR_BOTH(wave)
    {
        found_path all = find_in(wave, field, space, 0);
        found_path enough = find_in(wave, field, space, all.counts.expanded);
        found_path little = find_in(wave, field, space, all.counts.expanded - 1);
        cr_expect(same(&all, &enough));
        cr_expect_eq(little.count, 0);
        cr_expect_eq(little.counts.expanded, all.counts.expanded - 1);
        free(all.nodes);
        free(enough.nodes);
        free(little.nodes);
    }
    lw_wave_space_free(space);
    field_free(field);
}

static bool at_once(void *context)
{
    ++*(int *)context;
    return true;
}

Test(wave, gives_up_when_asked_to)
{
    enum { SIDE = 400 };
    static char rows[SIDE][SIDE + 1];
    const char *picture[SIDE + 1] = {NULL};
    for (int i = 0; i < SIDE; i++) {
        memset(rows[i], '.', SIDE);
        picture[i] = rows[i];
    }
    rows[0][0] = 'S';
    rows[SIDE - 1][SIDE - 1] = 'T';
    test_field *field = field_from(picture, FOUR);
    lw_wave_space *space = space_for(field);
    FOR_BOTH(wave)
    {
        int asked = 0;
        lw_wave_query query = field_query(field);
        cr_expect_gt(lw_wave_find(wave, &field->f, space, &query).count, 0);
        query.stop = at_once;
        query.stop_context = &asked;
        lw_wave_path path = lw_wave_find(wave, &field->f, space, &query);
        cr_expect_eq(path.count, 0);
        cr_expect_eq(asked, 1);
        cr_expect_lt(path.counts.expanded, SIDE * SIDE / 2);
    }
    lw_wave_space_free(space);
    field_free(field);
}

/*
 * In a plus of arms of 1, 2 and 3 nodes around S the wave has these costs:
 *
 *     . 10        labelled 1 + 3 + 2 + 1 = 7, the last one T; expanded all but T;
 *   S 10 20 T     waiting most after S: 3; the cost rises from 0 to 10, 20 and 30.
 *     . 10 20
 */
Test(wave, counts_what_it_does)
{
    test_field *field =
        field_from((const char *const[]){"#.##", "#S..", "#.#T", "#.##", NULL}, FOUR);
    found_path path = find(LW_WAVE_SINGLE, field);
    cr_expect_eq(path.counts.labelled, 7);
    cr_expect_eq(path.counts.expanded, 6);
    cr_expect_eq(path.counts.frontier, 3);
    cr_expect_eq(path.counts.steps, 3);
    free(path.nodes);
    field_free(field);
}

Test(wave, double_wave_finds_out_soon_that_an_end_is_walled_in)
{
    test_field *field = field_open(60, 60, 1, FOUR);
    field->source_count = field->target_count = 1;
    field->sources[0] = field_node(field, 5, 5, 0);
    field->targets[0] = field_node(field, 40, 40, 0);
    for (int d = 0; d < 9; d++)
        if (d != 4)
            field->owner[field_node(field, 39 + d % 3, 39 + d / 3, 0)] = LW_CELL_BLOCKED;
    found_path single = find(LW_WAVE_SINGLE, field), both = find(LW_WAVE_DOUBLE, field);
    cr_expect_eq(single.counts.labelled, 3600 - 9);
    cr_expect_eq(both.counts.labelled, 6, "%u", (unsigned)both.counts.labelled);
    free(single.nodes);
    free(both.nodes);
    field_free(field);
}

typedef struct seen_nodes {
    const uint32_t *cost;
    uint8_t *times; /* a bit a wave */
    uint32_t last[2];
    int calls, wrong;
} seen_nodes;

static void watch(void *context, int wave, int32_t node, uint32_t cost)
{
    seen_nodes *seen = context;
    seen->calls++;
    seen->wrong += seen->times[node] >> wave & 1 || cost < seen->last[wave] ||
                   (wave == 0 && cost != seen->cost[node]);
    seen->times[node] |= (uint8_t)(1 << wave);
    seen->last[wave] = cost;
}

Test(wave, shows_each_node_once_a_wave_with_its_final_cost_in_order)
{
    uint64_t seed = 4711;
    for (int round = 0; round < 300; round++)
        FOR_BOTH(wave)
        {
            test_field *field = field_random(&seed, false);
            uint32_t *cost = reference_by_relaxing(field);
            seen_nodes seen = {.cost = cost, .times = calloc((size_t)field->nodes, 1)};
            lw_wave_space *space = space_for(field);
            lw_wave_query query = field_query(field);
            query.observer = watch;
            query.context = &seen;
            lw_wave_path path = lw_wave_find(wave, &field->f, space, &query);
            cr_expect_eq(seen.wrong, 0, "round %d", round);
            cr_expect(seen.calls >= (int)path.counts.expanded);
            lw_wave_space_free(space);
            free(seen.times);
            free(cost);
            field_free(field);
        }
}
