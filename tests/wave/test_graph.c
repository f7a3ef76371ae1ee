/* The wave over graphs, and maps as graphs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/graph.h"
#include "map_make.h"
#include "random.h"

static lw_graph *graph_of(const char *text)
{
    lw_graph *graph;
    lw_error err = {0};
    cr_assert_eq(lw_graph_parse("", text, strlen(text), &graph, &err), LW_OK, "%s", err.text);
    return graph;
}

static lw_trial run(const lw_graph *graph, const char *name, int32_t from, int32_t to)
{
    lw_query query = {.from = from, .to = to};
    lw_trial trial;
    lw_error err = {0};
    cr_assert_eq(lw_graph_try(graph, lw_algorithm_named(name), &query, &trial, &err), LW_OK, "%s",
                 err.text);
    return trial;
}

static lw_trial try(const lw_graph *graph, int32_t from, int32_t to)
{
    return run(graph, "graph", from, to);
}

Test(graph, wave_takes_the_cheaper_way_around)
{
    lw_graph *graph = graph_of("A B 4\nA C 1\nC B 2\nB D 5\n");
    lw_trial trial = try(graph, lw_graph_vertex(graph, "A"), lw_graph_vertex(graph, "D"));
    cr_assert_eq(trial.outcome, LW_FOUND);
    cr_assert_eq(trial.count, 4);
    const char *const way[] = {"A", "C", "B", "D"};
    for (uint32_t i = 0; i < trial.count; i++)
        cr_expect_str_eq(graph->name[trial.cells[i]], way[i]);
    cr_expect_eq(trial.path.cost, 8);
    cr_expect_eq(trial.path.steps, 3);
    cr_expect(trial.optimal);
    cr_expect_eq(trial.counts.labelled, 4);
    cr_expect_eq(trial.counts.expanded, 3); /* A at 0, C at 1, B at 3 */
    cr_expect_eq(trial.counts.steps, 3);    /* 1, 3, 8 */
    cr_expect_eq(trial.counts.frontier, 2); /* B and C */
    lw_trial_free(&trial);
    lw_graph_free(graph);
    lw_test_no_leaks();
}

Test(graph, wave_dies_where_there_is_no_way)
{
    lw_graph *graph = graph_of("A B\nC D\n");
    lw_trial trial = try(graph, 0, 3);
    cr_expect_eq(trial.outcome, LW_UNREACHABLE);
    cr_expect_eq(trial.counts.labelled, 2);
    lw_trial_free(&trial);
    trial = try(graph, 2, 2);
    cr_expect_eq(trial.count, 1);
    cr_expect_eq(trial.path.cost, 0);
    lw_trial_free(&trial);
    lw_query query = {.from = 0, .to = lw_graph_vertex(graph, "E")};
    lw_error err = {0};
    cr_expect_eq(lw_graph_try(graph, lw_algorithm_named("graph"), &query, &trial, &err),
                 LW_ERR_OPTION);
    lw_graph_free(graph);
    lw_test_no_leaks();
}

enum { MOST = 12 };

/* All distances, by trying every vertex as a stop on the way (Floyd 1962). */
static void all_distances(uint64_t d[MOST][MOST])
{
    for (int stop = 0; stop < MOST; stop++)
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < MOST; b++)
                if (d[a][stop] != NO_WAY && d[stop][b] != NO_WAY &&
                    d[a][stop] + d[stop][b] < d[a][b])
                    d[a][b] = d[a][stop] + d[stop][b];
}

static lw_graph *random_graph(uint64_t *seed, uint64_t d[MOST][MOST])
{
    char text[2048];
    size_t length = 0;
    for (int a = 0; a < MOST; a++)
        for (int b = 0; b < MOST; b++)
            d[a][b] = a == b ? 0 : NO_WAY;
    for (int a = 0; a + 1 < MOST; a++) /* names all vertices, in order, dearly */
        length += (size_t)snprintf(text + length, sizeof text - length, "v%d v%d 1000\n", a, a + 1);
    for (int a = 0; a + 1 < MOST; a++)
        d[a][a + 1] = d[a + 1][a] = 1000;
    int edges = (int)random_between(seed, 0, 30);
    for (int i = 0; i < edges; i++) {
        int a = (int)random_between(seed, 0, MOST - 1), b = (int)random_between(seed, 0, MOST - 1);
        uint64_t cost = (uint64_t)random_between(seed, 0, 20);
        if (a == b)
            continue;
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "v%d v%d %d\n", a, b, (int)cost);
        if (cost < d[a][b])
            d[a][b] = d[b][a] = cost;
    }
    return graph_of(text);
}

Test(graph, wave_finds_the_cheapest_ways_between_all_vertices_of_random_graphs)
{
    uint64_t seed = 21;
    for (int round = 0; round < 60; round++) {
        uint64_t d[MOST][MOST];
        lw_graph *graph = random_graph(&seed, d);
        all_distances(d);
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < MOST; b++) {
                lw_trial trial = try(graph, a, b);
                cr_expect_eq(trial.path.cost, d[a][b], "graph %d", round);
                cr_expect(trial.cells[0] == a && trial.cells[trial.count - 1] == b);
                lw_trial_free(&trial);
            }
        lw_graph_free(graph);
    }
    lw_test_no_leaks();
}

static bool is_way(const lw_graph *graph, const lw_trial *trial, int32_t from, int32_t to)
{
    bool joined = trial->cells[0] == from && trial->cells[trial->count - 1] == to;
    for (uint32_t i = 1; i < trial->count; i++) {
        bool there = false;
        for (size_t k = graph->first[trial->cells[i - 1]];
             k < graph->first[trial->cells[i - 1] + 1]; k++)
            there |= graph->arcs[k].to == trial->cells[i];
        joined &= there;
    }
    return joined;
}

/* Least arcs: distances where each of them counts 1. Depth first comes to no vertex twice. */
Test(graph, breadth_first_has_the_fewest_arcs_and_depth_first_some_way)
{
    uint64_t seed = 23;
    for (int round = 0; round < 60; round++) {
        uint64_t d[MOST][MOST];
        lw_graph *graph = random_graph(&seed, d);
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < MOST; b++)
                d[a][b] = a == b ? 0 : d[a][b] == NO_WAY ? NO_WAY : 1;
        all_distances(d);
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < MOST; b++) {
                lw_trial breadth = run(graph, "breadth", a, b), depth = run(graph, "depth", a, b);
                cr_expect_eq(breadth.path.steps, d[a][b], "graph %d", round);
                cr_expect(is_way(graph, &breadth, a, b));
                cr_expect(is_way(graph, &depth, a, b));
                cr_expect_leq(depth.counts.labelled, MOST);
                cr_expect_geq(depth.path.steps, d[a][b]);
                cr_expect_not(depth.optimal);
                lw_trial_free(&breadth);
                lw_trial_free(&depth);
            }
        lw_graph_free(graph);
    }
    lw_test_no_leaks();
}

Test(graph, breadth_first_is_optimal_where_all_arcs_cost_the_same)
{
    lw_graph *graph = graph_of("A B 3\nB C 3\n");
    lw_trial trial = run(graph, "breadth", 0, 2);
    cr_expect(trial.optimal);
    cr_expect_eq(trial.path.cost, 6);
    cr_expect_eq(trial.counts.steps, 2);
    lw_trial_free(&trial);
    lw_graph_free(graph);
    graph = graph_of("A B 3\nB C 4\n");
    trial = run(graph, "breadth", 0, 2);
    cr_expect_not(trial.optimal);
    lw_trial_free(&trial);
    lw_graph_free(graph);
    graph = graph_of("A B\nC D\n");
    for (int i = 0; i < 2; i++) {
        trial = run(graph, i ? "depth" : "breadth", 0, 3);
        cr_expect_eq(trial.outcome, LW_UNREACHABLE);
        cr_expect_eq(trial.counts.labelled, 2);
        lw_trial_free(&trial);
    }
    lw_graph_free(graph);
    lw_test_no_leaks();
}

/* There are no rows and columns to sweep, nor directions to walk in. */
Test(graph, does_not_fit_what_needs_a_map)
{
    lw_graph *graph = graph_of("A B\n");
    const lw_algorithm *on_graphs[3];
    size_t count = 0;
    for (size_t i = 0; i < lw_algorithm_count(); i++) {
        const lw_algorithm *algorithm = lw_algorithm_at(i);
        lw_trial trial = run(graph, algorithm->name, 0, 1);
        cr_expect(trial.outcome == LW_FOUND || trial.outcome == LW_UNFIT, "%s", algorithm->name);
        cr_expect_eq(trial.outcome == LW_FOUND, lw_graph_takes(algorithm));
        if (trial.outcome == LW_FOUND && count < 3)
            on_graphs[count++] = algorithm;
        lw_trial_free(&trial);
    }
    cr_assert_eq(count, 3);
    cr_expect_str_eq(on_graphs[0]->name, "breadth");
    cr_expect_str_eq(on_graphs[1]->name, "depth");
    cr_expect_str_eq(on_graphs[2]->name, "graph");
    lw_graph_free(graph);
    lw_test_no_leaks();
}

Test(graph, gives_up_at_a_limit)
{
    lw_graph *graph = graph_of("A B\nB C\nC D\nD E\n");
    for (size_t i = 0; i < lw_algorithm_count(); i++) {
        lw_query query = {.from = 0, .to = 4, .limit = 2};
        lw_trial trial;
        if (!lw_graph_takes(lw_algorithm_at(i)))
            continue;
        cr_assert_eq(lw_graph_try(graph, lw_algorithm_at(i), &query, &trial, NULL), LW_OK);
        cr_expect_eq(trial.outcome, LW_GAVE_UP, "%s", lw_algorithm_at(i)->name);
        cr_expect_eq(trial.counts.expanded, 2);
        lw_trial_free(&trial);
    }
    lw_graph_free(graph);
    lw_test_no_leaks();
}

Test(graph, of_a_map_has_its_cells_for_vertices_and_its_steps_for_arcs)
{
    test_map made = map_from((const char *[]){"S3", "#T", NULL});
    lw_graph *graph;
    cr_assert_eq(lw_graph_from_map(made.map, &graph, NULL), LW_OK);
    int32_t corner = lw_map_cell(made.map, 1, 0, 0);
    cr_expect_eq(graph->count, 16); /* 4 x 4 with the rim */
    cr_expect_null(graph->name);
    cr_expect_eq(graph->first[graph->count], 4);
    cr_expect_eq(graph->arcs[graph->first[made.from]].to, corner);
    cr_expect_eq(graph->arcs[graph->first[made.from]].cost, 3);
    cr_expect_eq(graph->first[corner + 1] - graph->first[corner], 2);
    lw_trial trial = try(graph, made.from, made.to);
    cr_expect_eq(trial.path.cost, 4);
    lw_trial_free(&trial);
    lw_graph_free(graph);
    map_end(&made);
    lw_test_no_leaks();
}

Test(graph, of_a_map_answers_as_the_map)
{
    uint64_t seed = 22;
    for (int round = 0; round < 300; round++) {
        test_map made = map_random(&seed, round % 2 ? LW_DEMAND_STEPS : LW_DEMAND_COSTS);
        made.map->rules.start_counts = false;
        if (made.map->cost[made.from] && made.map->cost[made.to]) {
            lw_graph *graph;
            cr_assert_eq(lw_graph_from_map(made.map, &graph, NULL), LW_OK);
            lw_trial trial = try(graph, made.from, made.to);
            uint64_t cost = trial.outcome == LW_FOUND ? trial.path.cost : NO_WAY;
            cr_expect_eq(cost, map_reference(&made), "map %d", round);
            lw_trial_free(&trial);
            lw_graph_free(graph);
        }
        map_end(&made);
    }
    lw_test_no_leaks();
}
