/*
 * Mazes of 4001 x 4001 cells made, and solved from corner to corner: lines of `name minimum-ns
 * cells`, where cells is how many are free, or how many were labelled.
 */
#include <leeway/family.h>
#include <leeway/maze.h>
#include <stdio.h>
#include <time.h>

enum { SIDE = 4001, REPEATS = 3 };

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void print(const char *what, const char *kind, int64_t took, uint64_t cells)
{
    printf("%s/%s %lld %llu\n", what, kind, (long long)took, (unsigned long long)cells);
}

static lw_map *make(lw_maze_kind kind)
{
    lw_maze_options options = lw_maze_options_default();
    options.cols = options.rows = SIDE;
    options.kind = kind;
    int64_t best = INT64_MAX;
    lw_map *map = NULL;
    for (int i = 0; i < REPEATS; i++) {
        lw_map_free(map);
        int64_t start = now();
        if (lw_maze_new(&options, &map, NULL))
            return NULL;
        int64_t took = now() - start;
        best = took < best ? took : best;
    }
    uint64_t cells = 0;
    for (int32_t cell = 0; cell < lw_map_size(map); cell++)
        cells += map->cost[cell];
    print("make", lw_maze_kind_name(kind), best, cells);
    return map;
}

static int solve(const lw_map *map, const char *kind, const char *name)
{
    lw_query query = {.from = lw_map_cell(map, 1, 1, 0),
                      .to = lw_map_cell(map, SIDE - 2, SIDE - 2, 0)};
    int64_t best = INT64_MAX;
    lw_trial trial = {0};
    for (int i = 0; i < REPEATS; i++) {
        lw_trial_free(&trial);
        int64_t start = now();
        if (lw_algorithm_try(lw_algorithm_named(name), map, &query, &trial, NULL))
            return 1;
        int64_t took = now() - start;
        best = took < best ? took : best;
    }
    print(name, kind, best, trial.counts.labelled);
    int failed = trial.outcome != LW_FOUND;
    lw_trial_free(&trial);
    return failed;
}

int main(void)
{
    static const char *const names[] = {"lee", "double", "direction", "depth", "astar"};
    int failed = 0;
    for (lw_maze_kind kind = LW_MAZE_GROWN; kind <= LW_MAZE_DUG; kind++) {
        lw_map *map = make(kind);
        failed |= map == NULL;
        for (size_t i = 0; map != NULL && i < sizeof names / sizeof *names; i++)
            failed |= solve(map, lw_maze_kind_name(kind), names[i]);
        lw_map_free(map);
    }
    return failed;
}
