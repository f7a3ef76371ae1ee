#include "map_make.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "random.h"

static lw_map *new_map(int32_t cols, int32_t rows, int32_t layers)
{
    lw_map *map;
    lw_error err = {0};
    cr_assert_eq(lw_map_new(cols, rows, layers, &map, &err), LW_OK, "%s", err.text);
    return map;
}

test_map map_from(const char *const *rows)
{
    int32_t layers = 1, all = 0;
    for (; rows[all]; all++)
        layers += rows[all][0] == '-';
    int32_t height = (all - layers + 1) / layers;
    test_map made = {.map = new_map((int32_t)strlen(rows[0]), height, layers)};
    for (int32_t i = 0; i < all; i++) {
        int32_t layer = i / (height + 1), y = i % (height + 1);
        for (int32_t x = 0; y < height && rows[i][x]; x++) {
            int32_t cell = lw_map_cell(made.map, x, y, layer);
            char c = rows[i][x];
            if (c == '#')
                made.map->cost[cell] = 0;
            if (isdigit((unsigned char)c))
                made.map->cost[cell] = (uint16_t)(c - '0');
            if (c == 'S')
                made.from = cell;
            if (c == 'T')
                made.to = cell;
        }
    }
    return made;
}

void map_end(test_map *made)
{
    lw_map_free(made->map);
    *made = (test_map){0};
}

lw_trial map_try(const char *algorithm, const test_map *made)
{
    lw_trial trial;
    lw_error err = {0};
    lw_query query = {.from = made->from, .to = made->to};
    cr_assert(lw_algorithm_named(algorithm), "%s", algorithm);
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named(algorithm), made->map, &query, &trial, &err),
                 LW_OK, "%s", err.text);
    return trial;
}

/* ---- chance ---- */

static uint32_t below(uint64_t *seed, uint32_t n)
{
    return (uint32_t)random_between(seed, 0, (int64_t)n - 1);
}

static int32_t any_cell(const lw_map *map, uint64_t *seed)
{
    int32_t x = (int32_t)below(seed, (uint32_t)map->cols);
    int32_t y = (int32_t)below(seed, (uint32_t)map->rows);
    return lw_map_cell(map, x, y, (int32_t)below(seed, (uint32_t)map->layers));
}

static void some_rules(lw_map_rules *rules, uint64_t *seed, lw_map_demand demand)
{
    *rules = lw_map_rules_plain();
    rules->directions = below(seed, 2) ? 8 : 4;
    rules->corners = below(seed, 2);
    rules->through = below(seed, 2);
    if (demand == LW_DEMAND_STEPS)
        return;
    rules->weighing = below(seed, 2) ? LW_WEIGH_BOTH : LW_WEIGH_ENTERED;
    rules->start_counts = below(seed, 2);
    rules->straight = 5;
    rules->diagonal = 7;
    rules->via = 1 + below(seed, 60);
    if (demand == LW_DEMAND_BENDS)
        rules->bend = below(seed, 40);
}

static void some_walls(lw_map *map, uint64_t *seed)
{
    uint32_t density = below(seed, 55);
    for (int32_t i = 0; i < lw_map_size(map); i++)
        if (map->cost[i] && below(seed, 100) < density)
            map->cost[i] = 0;
    if (below(seed, 3) == 0) { /* a wall from side to side, perhaps with a gap in it */
        int32_t x = (int32_t)below(seed, (uint32_t)map->cols);
        int32_t gap = (int32_t)below(seed, 2 * (uint32_t)map->rows);
        for (int32_t layer = 0; layer < map->layers; layer++)
            for (int32_t y = 0; y < map->rows; y++)
                if (y != gap)
                    map->cost[lw_map_cell(map, x, y, layer)] = 0;
    }
}

static void some_costs(lw_map *map, uint64_t *seed)
{
    uint32_t most = below(seed, 3) == 0 ? 9999 : 9;
    for (int32_t i = 0; i < lw_map_size(map); i++)
        if (map->cost[i])
            map->cost[i] = (uint16_t)(1 + below(seed, most));
}

static void close_some(lw_map *map, uint64_t *seed)
{
    lw_error err;
    cr_assert_eq(lw_map_add_closed(map, &err), LW_OK);
    for (int32_t i = 0; i < lw_map_size(map); i++) {
        lw_map_step steps[LW_MAP_STEPS_MOST];
        int count = map->cost[i] ? lw_map_steps(map, i, steps) : 0;
        for (int s = 0; s < count; s++)
            if (steps[s].step != LW_MAP_VIA && below(seed, 10) == 0) {
                map->closed[i] |= (uint8_t)(1 << steps[s].step);
                map->closed[steps[s].cell] |= (uint8_t)(1 << (steps[s].step ^ 4));
            }
    }
}

static void join_some(lw_map *map, uint64_t *seed)
{
    lw_error err;
    cr_assert_eq(lw_map_add_joint(map, &err), LW_OK);
    for (int32_t i = 0; i < map->plane; i++)
        map->joint[i] = below(seed, 3) == 0;
}

test_map map_random(uint64_t *seed, lw_map_demand demand)
{
    static const int32_t sizes[] = {1, 1, 2, 3, 5, 8, 12, 17};
    int32_t layers = below(seed, 2) ? 1 : 1 + (int32_t)below(seed, 4);
    int32_t cols = sizes[below(seed, 8)], rows = sizes[below(seed, 8)];
    lw_map *map = new_map(cols, rows, layers);
    some_rules(&map->rules, seed, demand);
    some_walls(map, seed);
    if (demand != LW_DEMAND_STEPS)
        some_costs(map, seed);
    if (demand == LW_DEMAND_STEPS && layers > 1)
        map->rules.via = 0;
    if (below(seed, 3) == 0)
        close_some(map, seed);
    if (layers > 1 && below(seed, 2))
        join_some(map, seed);
    return (test_map){.map = map, .from = any_cell(map, seed), .to = any_cell(map, seed)};
}

/* ---- reference ---- */

enum { STATES = LW_STEPS + 1 }; /* a cell as each step, or a via, leads to it */

uint64_t map_reference(const test_map *made)
{
    const lw_map *map = made->map;
    if (!map->cost[made->from] || !map->cost[made->to])
        return NO_WAY;
    size_t count = (size_t)lw_map_size(map) * STATES;
    uint64_t *cost = malloc(count * sizeof *cost);
    memset(cost, 0xff, count * sizeof *cost);
    cost[(size_t)made->from * STATES + LW_MAP_VIA] =
        map->rules.start_counts ? map->cost[made->from] : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t cell = 0; cell < lw_map_size(map); cell++) {
            lw_map_step steps[LW_MAP_STEPS_MOST];
            int n = map->cost[cell] ? lw_map_steps(map, cell, steps) : 0;
            for (int i = 0; i < n; i++)
                for (int s = 0; s < STATES; s++) {
                    uint64_t here = cost[(size_t)cell * STATES + (size_t)s];
                    bool bend =
                        s != LW_MAP_VIA && steps[i].step != LW_MAP_VIA && s != steps[i].step;
                    uint64_t *there = &cost[(size_t)steps[i].cell * STATES + steps[i].step];
                    uint64_t way = here + steps[i].cost + (bend ? map->rules.bend : 0);
                    if (here == NO_WAY || way >= *there)
                        continue;
                    *there = way;
                    changed = true;
                }
        }
    }
    uint64_t best = NO_WAY;
    for (int s = 0; s < STATES; s++)
        if (cost[(size_t)made->to * STATES + (size_t)s] < best)
            best = cost[(size_t)made->to * STATES + (size_t)s];
    free(cost);
    return best;
}

uint64_t map_fewest_steps(const test_map *made)
{
    const lw_map *map = made->map;
    if (!map->cost[made->from] || !map->cost[made->to])
        return NO_WAY;
    size_t count = (size_t)lw_map_size(map);
    uint64_t *steps_to = malloc(count * sizeof *steps_to);
    int32_t *queue = malloc(count * sizeof *queue);
    memset(steps_to, 0xff, count * sizeof *steps_to);
    size_t first = 0, last = 0;
    steps_to[made->from] = 0;
    queue[last++] = made->from;
    while (first < last) {
        int32_t cell = queue[first++];
        lw_map_step steps[LW_MAP_STEPS_MOST];
        int n = lw_map_steps(map, cell, steps);
        for (int i = 0; i < n; i++)
            if (steps_to[steps[i].cell] == NO_WAY) {
                steps_to[steps[i].cell] = steps_to[cell] + 1;
                queue[last++] = steps[i].cell;
            }
    }
    uint64_t best = steps_to[made->to];
    free(queue);
    free(steps_to);
    return best;
}
