/* What a map says of its steps. */
#include <criterion/criterion.h>
#include "check_leaks.h"
#include "map_make.h"

static const lw_map_step *to(const lw_map_step *steps, int count, int32_t cell)
{
    for (int i = 0; i < count; i++)
        if (steps[i].cell == cell)
            return &steps[i];
    return NULL;
}

Test(map, tells_the_same_step_at_both_of_its_ends)
{
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        test_map made = map_random(&seed, LW_DEMAND_COSTS);
        const lw_map *map = made.map;
        lw_map_range range = lw_map_measure(map);
        for (int32_t cell = 0; cell < lw_map_size(map); cell++) {
            lw_map_step there[LW_MAP_STEPS_MOST], here[LW_MAP_STEPS_MOST];
            int count = map->cost[cell] ? lw_map_steps(map, cell, there) : 0;
            for (int i = 0; i < count; i++) {
                int back = lw_map_steps_to(map, there[i].cell, here);
                const lw_map_step *same = to(here, back, cell);
                cr_assert(same, "map %d, cell %d", round, cell);
                cr_expect_eq(same->step, there[i].step);
                cr_expect_eq(same->cost, there[i].cost);
                cr_expect(range.cheapest <= same->cost && same->cost <= range.dearest);
            }
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}

Test(map, reckons_the_dearest_steps_without_overflow)
{
    test_map made = map_from((const char *[]){"ST", NULL});
    made.map->rules.weighing = LW_WEIGH_BOTH;
    made.map->rules.straight = LW_MAP_FACTOR_MAX;
    made.map->cost[made.from] = made.map->cost[made.to] = UINT16_MAX;
    lw_map_path path = lw_map_judge(made.map, (int32_t[]){made.from, made.to}, 2);
    cr_expect_eq(path.cost, UINT64_C(13107000000));
    cr_expect_eq(lw_map_measure(made.map).dearest, path.cost);
    map_end(&made);
}
