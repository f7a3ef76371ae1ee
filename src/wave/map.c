#include "leeway/map.h"

#include <stdio.h>
#include <stdlib.h>
#include "base/fail.h"
#include "base/heap.h"
#include "wave/steps.h"

lw_map_rules lw_map_rules_plain(void)
{
    return (lw_map_rules){
        .directions = 4, .straight = 1, .diagonal = 1, .corners = true, .unit = 1};
}

lw_status lw_map_new(int32_t cols, int32_t rows, int32_t layers, lw_map **out, lw_error *err)
{
    *out = NULL;
    int64_t plane = ((int64_t)cols + 2) * ((int64_t)rows + 2);
    if (cols < 1 || rows < 1 || layers < 1 || layers > LW_MAP_LAYERS_MAX ||
        plane > LW_MAP_CELLS_MAX / layers)
        return lw_fail(err, LW_ERR_INPUT, "", 0, 0,
                       "a map of %d x %d cells and %d layers is too large", cols, rows, layers);
    lw_map *map = lw_alloc(1, sizeof *map);
    *map = (lw_map){.cols = cols,
                    .rows = rows,
                    .layers = layers,
                    .stride = cols + 2,
                    .plane = (int32_t)plane,
                    .rules = lw_map_rules_plain()};
    map->cost = lw_try_alloc((size_t)lw_map_size(map), sizeof *map->cost);
    if (!map->cost) {
        lw_map_free(map);
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for a map of %d x %d cells", cols,
                       rows);
    }
    for (int32_t layer = 0; layer < layers; layer++)
        for (int32_t y = 0; y < rows; y++)
            for (int32_t x = 0; x < cols; x++)
                map->cost[lw_map_cell(map, x, y, layer)] = 1;
    *out = map;
    return LW_OK;
}

void lw_map_free(lw_map *map)
{
    if (!map)
        return;
    free(map->cost);
    free(map->closed);
    free(map->joint);
    free(map);
}

static lw_status add(uint8_t **bytes, int32_t count, lw_error *err)
{
    if (!*bytes)
        *bytes = lw_try_alloc((size_t)count, 1);
    return *bytes ? LW_OK : lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the map");
}

lw_status lw_map_add_closed(lw_map *map, lw_error *err)
{
    return add(&map->closed, lw_map_size(map), err);
}

lw_status lw_map_add_joint(lw_map *map, lw_error *err)
{
    return add(&map->joint, map->plane, err);
}

lw_map_spot lw_map_place(const lw_map *map, int32_t cell)
{
    int32_t place = cell % map->plane;
    return (lw_map_spot){place % map->stride - 1, place / map->stride - 1, cell / map->plane};
}

static uint64_t step_cost(const lw_map *map, int32_t a, int32_t b, uint8_t step)
{
    const lw_map_rules *rules = &map->rules;
    bool both = rules->weighing == LW_WEIGH_BOTH;
    if (step == LW_MAP_VIA)
        return both ? rules->via : (uint64_t)rules->via + map->cost[b];
    uint64_t cost = (uint64_t)map->cost[b] + (both ? map->cost[a] : 0);
    return cost * (step % 2 ? rules->diagonal : rules->straight);
}

static bool squeezes(const lw_map *map, int32_t cell, int32_t dx, int32_t dy)
{
    return !map->cost[cell + dx] || !map->cost[cell + dy];
}

static int steps_in_layer(const lw_map *map, int32_t cell, lw_map_step *steps)
{
    const lw_map_rules *rules = &map->rules;
    uint32_t closed = map->closed ? map->closed[cell] : 0;
    int count = 0;
    for (uint8_t d = 0; d < LW_STEPS; d += rules->directions == 4 ? 2 : 1) {
        int32_t dx = lw_step_col[d], dy = lw_step_row[d] * map->stride;
        int32_t there = cell + dx + dy;
        bool diagonal = d % 2;
        if (!map->cost[there] || closed >> d & 1 ||
            (diagonal && !rules->corners && squeezes(map, cell, dx, dy)))
            continue;
        steps[count++] = (lw_map_step){there, d, step_cost(map, cell, there, d)};
    }
    return count;
}

static int vias(const lw_map *map, int32_t cell, lw_map_step *steps)
{
    const lw_map_rules *rules = &map->rules;
    int32_t layer = cell / map->plane, place = cell % map->plane;
    int count = 0;
    if (map->joint && !map->joint[place])
        return 0;
    for (int32_t other = 0; other < map->layers; other++) {
        int32_t there = place + other * map->plane;
        if (other == layer || !map->cost[there] || (!rules->through && abs(other - layer) != 1))
            continue;
        steps[count++] = (lw_map_step){there, LW_MAP_VIA, step_cost(map, cell, there, LW_MAP_VIA)};
    }
    return count;
}

int lw_map_steps(const lw_map *map, int32_t cell, lw_map_step steps[LW_MAP_STEPS_MOST])
{
    int count = steps_in_layer(map, cell, steps);
    return map->layers > 1 ? count + vias(map, cell, steps + count) : count;
}

/* What may be stepped, may be stepped back. */
int lw_map_steps_to(const lw_map *map, int32_t cell, lw_map_step steps[LW_MAP_STEPS_MOST])
{
    int count = lw_map_steps(map, cell, steps);
    for (int i = 0; i < count; i++) {
        if (steps[i].step != LW_MAP_VIA)
            steps[i].step ^= LW_STEPS / 2;
        steps[i].cost = step_cost(map, steps[i].cell, cell, steps[i].step);
    }
    return count;
}

static void widen(lw_map_range *range, uint64_t low, uint64_t high)
{
    range->cheapest = low < range->cheapest ? low : range->cheapest;
    range->dearest = high > range->dearest ? high : range->dearest;
}

lw_map_range lw_map_measure(const lw_map *map)
{
    const lw_map_rules *rules = &map->rules;
    lw_map_range range = {0};
    for (int32_t i = 0; i < lw_map_size(map); i++) {
        uint16_t cost = map->cost[i];
        if (cost && (!range.least || cost < range.least))
            range.least = cost;
        if (cost > range.most)
            range.most = cost;
    }
    bool both = rules->weighing == LW_WEIGH_BOTH;
    uint64_t low = range.least * (both ? 2u : 1u), high = range.most * (both ? 2u : 1u);
    range.cheapest = low * rules->straight;
    range.dearest = high * rules->straight;
    if (rules->directions == LW_STEPS)
        widen(&range, low * rules->diagonal, high * rules->diagonal);
    if (map->layers > 1)
        widen(&range, rules->via + (both ? 0u : range.least),
              (uint64_t)rules->via + (both ? 0u : range.most));
    return range;
}

lw_map_demand lw_map_demands(const lw_map *map)
{
    if (map->rules.bend)
        return LW_DEMAND_BENDS;
    lw_map_range range = lw_map_measure(map);
    return range.cheapest < range.dearest ? LW_DEMAND_COSTS : LW_DEMAND_STEPS;
}

const char *lw_map_demand_text(lw_map_demand demand)
{
    static const char *const texts[] = {[LW_DEMAND_STEPS] = "every step costs the same",
                                        [LW_DEMAND_COSTS] = "steps differ in cost",
                                        [LW_DEMAND_BENDS] = "bends cost"};
    return texts[demand];
}

static const lw_map_step *step_to(const lw_map_step *steps, int count, int32_t cell)
{
    for (int i = 0; i < count; i++)
        if (steps[i].cell == cell)
            return &steps[i];
    return NULL;
}

lw_map_path lw_map_judge(const lw_map *map, const int32_t *cells, uint32_t count)
{
    lw_map_path path = {.legal = true};
    uint8_t before = LW_MAP_VIA;
    if (count && map->rules.start_counts)
        path.cost = map->cost[cells[0]];
    if (count && !map->cost[cells[0]])
        return (lw_map_path){.legal = false};
    for (uint32_t i = 1; i < count; i++) {
        lw_map_step steps[LW_MAP_STEPS_MOST];
        const lw_map_step *step = step_to(steps, lw_map_steps(map, cells[i - 1], steps), cells[i]);
        if (!step) {
            path.legal = false;
            path.wrong = i;
            return path;
        }
        bool via = step->step == LW_MAP_VIA;
        bool bend = !via && before != LW_MAP_VIA && before != step->step;
        path.cost += step->cost + (bend ? map->rules.bend : 0);
        path.vias += via;
        path.bends += bend;
        path.steps += !via;
        path.diagonals += !via && step->step % 2;
        before = step->step;
    }
    return path;
}

void lw_print_cost(const lw_map *map, uint64_t cost, char text[LW_COST_ROOM])
{
    uint32_t unit = map->rules.unit;
    if (unit <= 1)
        snprintf(text, LW_COST_ROOM, "%llu", (unsigned long long)cost);
    else
        snprintf(text, LW_COST_ROOM, "%.*f",
                 unit == 5   ? 1
                 : unit == 4 ? 2
                             : 3,
                 (double)cost / unit);
}
