/* Mazes: perfect by count, the same from the same seed, and the same ways in every format. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check_leaks.h"
#include "leeway/leeway.h"

static lw_map *maze_of(lw_maze_kind kind, int32_t cols, int32_t rows, uint32_t ease, uint64_t seed)
{
    lw_map *map;
    lw_error err = {0};
    lw_maze_options options = lw_maze_options_default();
    options.kind = kind;
    options.cols = cols;
    options.rows = rows;
    options.ease = ease;
    options.seed = seed;
    cr_assert_eq(lw_maze_new(&options, &map, &err), LW_OK, "%s", err.text);
    return map;
}

/* Free cells, free neighbours, and how many cells are reached from the first. */
typedef struct census {
    int64_t cells, edges, reached;
} census;

static int64_t reach(const lw_map *map, int32_t first)
{
    bool *seen = calloc((size_t)lw_map_size(map), sizeof *seen);
    int32_t *queue = calloc((size_t)lw_map_size(map), sizeof *queue);
    const int32_t steps[] = {1, -1, map->stride, -map->stride};
    int64_t begin = 0, end = 1;
    queue[0] = first;
    seen[first] = true;
    for (; begin < end; begin++)
        for (int d = 0; d < 4; d++) {
            int32_t there = queue[begin] + steps[d];
            if (map->cost[there] && !seen[there]) {
                seen[there] = true;
                queue[end++] = there;
            }
        }
    free(seen);
    free(queue);
    return end;
}

static census count(const lw_map *map)
{
    census all = {0};
    int32_t first = -1;
    for (int32_t cell = 0; cell < lw_map_size(map); cell++) {
        if (!map->cost[cell])
            continue;
        first = first < 0 ? cell : first;
        all.cells++;
        all.edges += (map->cost[cell + 1] != 0) + (map->cost[cell + map->stride] != 0);
    }
    cr_assert_geq(first, 0);
    all.reached = reach(map, first);
    return all;
}

static void expect_loops(lw_maze_kind kind, int32_t cols, int32_t rows, uint32_t ease,
                         int64_t loops)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        lw_map *map = maze_of(kind, cols, rows, ease, seed);
        census all = count(map);
        cr_expect_eq(all.reached, all.cells, "%s, %d x %d", lw_maze_kind_name(kind), cols, rows);
        cr_expect_eq(all.edges, all.cells - 1 + loops, "%s, %d x %d: %lld edges, %lld cells",
                     lw_maze_kind_name(kind), cols, rows, (long long)all.edges,
                     (long long)all.cells);
        lw_map_free(map);
    }
}

Test(maze, has_one_way_between_any_two_cells)
{
    static const int32_t sizes[][2] = {{3, 3}, {3, 4},   {4, 3},   {4, 4},     {5, 3},    {3, 21},
                                       {6, 8}, {21, 21}, {40, 31}, {201, 151}, {150, 200}};
    for (lw_maze_kind kind = LW_MAZE_GROWN; kind <= LW_MAZE_DUG; kind++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            expect_loops(kind, sizes[i][0], sizes[i][1], 0, 0);
    lw_test_no_leaks();
}

Test(maze, has_one_way_also_when_it_is_large)
{
    for (lw_maze_kind kind = LW_MAZE_GROWN; kind <= LW_MAZE_DUG; kind++) {
        lw_map *map = maze_of(kind, 4001, 4001, 0, 1);
        census all = count(map);
        /* 2000 x 2000 rooms, and a gap for each of them but one. */
        cr_expect_eq(all.cells, 2 * 2000 * 2000 - 1);
        cr_expect_eq(all.reached, all.cells);
        cr_expect_eq(all.edges, all.cells - 1);
        lw_map_free(map);
    }
    lw_test_no_leaks();
}

Test(maze, has_as_many_loops_as_asked)
{
    for (lw_maze_kind kind = LW_MAZE_GROWN; kind <= LW_MAZE_DUG; kind++) {
        expect_loops(kind, 41, 31, 1, 1);
        expect_loops(kind, 41, 31, 17, 17);
        expect_loops(kind, 40, 32, 17, 17);
        expect_loops(kind, 5, 5, 1, 1);
        /* 19 * 14 points at which walls meet inside. */
        expect_loops(kind, 41, 31, 1000000, 19 * 14);
    }
    lw_test_no_leaks();
}

Test(maze, is_walled_around)
{
    lw_map *map = maze_of(LW_MAZE_GROWN, 8, 7, 3, 1);
    for (int32_t y = 0; y < 7; y++)
        for (int32_t x = 0; x < 8; x++)
            if (x == 0 || y == 0 || x >= 6 || y == 6)
                cr_expect_eq(map->cost[lw_map_cell(map, x, y, 0)], 0, "%d, %d", x, y);
    lw_map_free(map);
    lw_test_no_leaks();
}

Test(maze, blocks_a_field_by_chance)
{
    lw_maze_options options = lw_maze_options_default();
    options.kind = LW_MAZE_FIELD;
    options.cols = options.rows = 200;
    static const uint32_t densities[] = {0, 30, 100};
    for (size_t i = 0; i < 3; i++) {
        lw_map *map;
        options.density = densities[i];
        cr_assert_eq(lw_maze_new(&options, &map, NULL), LW_OK);
        int64_t blocked = 40000;
        for (int32_t cell = 0; cell < lw_map_size(map); cell++)
            blocked -= map->cost[cell];
        /* Four standard deviations: 4 * sqrt(40000 * 0.3 * 0.7) = 367. */
        cr_expect_lt(llabs(blocked - 400 * densities[i]), densities[i] % 100 ? 367 : 1);
        lw_map_free(map);
    }
    lw_test_no_leaks();
}

Test(maze, refuses_sizes_that_make_none)
{
    static const int32_t wrong[][2] = {{2, 5}, {5, 2}, {10001, 5}, {5, 10001}, {0, 0}, {-5, 5}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lw_map *map;
        lw_maze_options options = lw_maze_options_default();
        options.cols = wrong[i][0];
        options.rows = wrong[i][1];
        cr_expect_eq(lw_maze_new(&options, &map, NULL), LW_ERR_OPTION);
        cr_expect_null(map);
    }
}

/* ---- files ---- */

typedef struct test_folder {
    char path[64];
} test_folder;

static test_folder new_folder(void)
{
    test_folder folder = {"/tmp/leeway-maze-XXXXXX"};
    cr_assert(mkdtemp(folder.path));
    return folder;
}

static void remove_folder(const test_folder *folder)
{
    static const char *const names[] = {"m.txt", "m.xml", "m.grid", "m.nl",
                                        "m.svg", "m.pdf", "m.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        unlink(path);
    }
    rmdir(folder->path);
}

static const char *save(const lw_map *map, const test_folder *folder, const char *name, bool thin,
                        char path[128])
{
    lw_error err = {0};
    lw_maze_saving saving = {.thin = thin};
    snprintf(path, 128, "%s/%s", folder->path, name);
    cr_assert(lw_maze_format_of(path, &saving.format));
    cr_assert_eq(lw_maze_save(map, &saving, path, &err), LW_OK, "%s", err.text);
    return path;
}

static uint32_t way(const lw_map *map, int32_t from, int32_t to)
{
    lw_trial trial;
    lw_query query = {.from = from, .to = to};
    cr_assert_eq(lw_algorithm_try(lw_algorithm_named("lee"), map, &query, &trial, NULL), LW_OK);
    uint32_t steps = trial.path.steps;
    cr_expect_eq(trial.outcome, LW_FOUND);
    lw_trial_free(&trial);
    return steps;
}

Test(maze, has_the_same_ways_in_every_format)
{
    static const char *const names[] = {"m.txt", "m.grid", "m.xml"};
    static const int32_t sizes[][2] = {{31, 21}, {30, 22}};
    test_folder folder = new_folder();
    for (size_t i = 0; i < 2; i++) {
        lw_map *map = maze_of(LW_MAZE_GROWN, sizes[i][0], sizes[i][1], 3, 7);
        int32_t last = (sizes[i][0] - 3) | 1, low = (sizes[i][1] - 3) | 1;
        uint32_t steps = way(map, lw_map_cell(map, 1, 1, 0), lw_map_cell(map, last, low, 0));
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char path[128];
            lw_lesson *lesson;
            lw_error err = {0};
            save(map, &folder, names[k], false, path);
            cr_assert_eq(lw_lesson_load(path, NULL, &lesson, &err), LW_OK, "%s", err.text);
            cr_expect_eq(way(lesson->map, lesson->from, lesson->to), steps, "%s", names[k]);
            cr_expect_eq(count(lesson->map).reached, count(map).cells, "%s", names[k]);
            lw_lesson_free(lesson);
        }
        lw_map_free(map);
    }
    remove_folder(&folder);
    lw_test_no_leaks();
}

Test(maze, is_written_as_text)
{
    /* Seed 1, on every machine. */
    static const char wanted[] = "#######\n"
                                 "#.#...#\n"
                                 "#.#.#.#\n"
                                 "#...#.#\n"
                                 "#######\n";
    test_folder folder = new_folder();
    char path[128], text[128] = "";
    lw_map *map = maze_of(LW_MAZE_DUG, 7, 5, 0, 1);
    FILE *file = fopen(save(map, &folder, "m.txt", false, path), "r");
    cr_assert(file);
    cr_expect_eq(fread(text, 1, sizeof text - 1, file), sizeof wanted - 1);
    cr_expect_str_eq(text, wanted);
    fclose(file);
    lw_map_free(map);
    remove_folder(&folder);
    lw_test_no_leaks();
}

static size_t size_of(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    fclose(file);
    return size;
}

/* A drawing of 4000 cells, and an image of a million. */
Test(maze, is_drawn_in_files_of_sane_size)
{
    static const char *const names[] = {"m.svg", "m.pdf", "m.png"};
    test_folder folder = new_folder();
    lw_map *small = maze_of(LW_MAZE_GROWN, 81, 51, 0, 1);
    lw_map *large = maze_of(LW_MAZE_GROWN, 1001, 1000, 0, 1);
    for (size_t i = 0; i < 3; i++)
        for (int thin = 0; thin < 2; thin++) {
            char path[128];
            cr_expect_lt(size_of(save(small, &folder, names[i], thin, path)), 100000);
            cr_expect_lt(size_of(save(large, &folder, names[i], thin, path)), 400000);
        }
    lw_map_free(small);
    lw_map_free(large);
    remove_folder(&folder);
    lw_test_no_leaks();
}

Test(maze, refuses_what_a_format_has_no_room_for)
{
    lw_map *map;
    lw_error err = {0};
    cr_assert_eq(lw_map_new(1000, 1000, 1, &map, NULL), LW_OK);
    lw_maze_saving saving = {.format = LW_MAZE_XML};
    cr_expect_eq(lw_maze_save(map, &saving, "/tmp/leeway-no.xml", &err), LW_ERR_OPTION);
    saving = (lw_maze_saving){.format = LW_MAZE_GRID};
    cr_expect_eq(lw_maze_save(map, &saving, "/tmp/leeway-no.txt", &err), LW_ERR_OPTION);
    map->cost[lw_map_cell(map, 3, 3, 0)] = 0;
    saving = (lw_maze_saving){.format = LW_MAZE_SVG, .thin = true};
    cr_expect_eq(lw_maze_save(map, &saving, "/tmp/leeway-no.svg", &err), LW_ERR_OPTION);
    cr_expect_neq(access("/tmp/leeway-no.svg", F_OK), 0);
    lw_map_free(map);
    lw_test_no_leaks();
}
