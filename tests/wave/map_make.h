/* Maps for tests: drawn as pictures or at random, and the plain reference for what a path costs. */
#ifndef LW_TEST_WAVE_MAP_MAKE_H
#define LW_TEST_WAVE_MAP_MAKE_H

#include "leeway/family.h"

typedef struct test_map {
    lw_map *map;
    int32_t from, to;
} test_map;

/*
 * Rows of one layer, a row "-" before the next layer, NULL at the end. '.' costs 1, '#' is blocked,
 * a digit is the cell's cost, 'S' the start, 'T' the target.
 */
test_map map_from(const char *const *rows);
/* Sizes from 1 x 1 and one row, 1 to 4 layers, blocked cells, mazes, closed steps, vias here and
 * there, ends walled in, start = target; rules that demand no more than `demand`. */
test_map map_random(uint64_t *seed, lw_map_demand demand);
void map_end(test_map *made);
/* An algorithm of the family between the ends of a map. */
lw_trial map_try(const char *algorithm, const test_map *made);

#define NO_WAY UINT64_MAX
/* Cost of a cheapest path by the map's rules, by relaxing all steps until nothing changes; the
 * state is a cell and the step that led to it. NO_WAY: there is none. */
uint64_t map_reference(const test_map *made);
/* Fewest steps, by breadth-first search. */
uint64_t map_fewest_steps(const test_map *made);

#endif
