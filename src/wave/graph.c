/*
 * The wave over a graph (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs",
 * Numerische Mathematik 1, 1959). Of all vertices that the wave has come to, it always goes on from
 * the cheapest. Nothing in it knows of rows, columns or layers: where all arcs cost 1 it is Lee's
 * wave, on a map's graph it finds what the waves over the map find.
 *
 * A graph is kept as adjacency lists, one behind the other: the arcs of vertex v are those from
 * first[v] to before first[v + 1].
 *
 * Always: each vertex that was left has its final value, and notes the vertex before it on a
 * cheapest path; all that wait are at least as dear.
 */
#include "leeway/graph.h"

#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/fail.h"
#include "base/heap.h"
#include "base/names.h"
#include "wave/graph.h"
#include "wave/priority.h"

/* ---- a map as a graph ---- */

static bool is_free(const lw_map *map, int32_t cell)
{
    return map->cost[cell] != 0;
}

/* Where each cell's arcs begin; how many there are. */
static size_t count_arcs(const lw_map *map, size_t *first)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int32_t size = lw_map_size(map);
    size_t count = 0;
    for (int32_t cell = 0; cell < size; cell++) {
        first[cell] = count;
        count += is_free(map, cell) ? (size_t)lw_map_steps(map, cell, steps) : 0;
    }
    return first[size] = count;
}

static void fill_arcs(const lw_map *map, const size_t *first, lw_graph_arc *arcs)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    for (int32_t cell = 0; cell < lw_map_size(map); cell++) {
        int count = is_free(map, cell) ? lw_map_steps(map, cell, steps) : 0;
        for (int i = 0; i < count; i++)
            arcs[first[cell] + (size_t)i] = (lw_graph_arc){steps[i].cell, steps[i].cost};
    }
}

static lw_status no_memory(lw_error *err)
{
    return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the map's graph");
}

lw_status lw_graph_from_map(const lw_map *map, lw_graph **out, lw_error *err)
{
    *out = NULL;
    int32_t count = lw_map_size(map);
    size_t *first = lw_try_alloc((size_t)count + 1, sizeof *first);
    if (!first)
        return no_memory(err);
    lw_graph_arc *arcs = lw_try_alloc(count_arcs(map, first) + 1, sizeof *arcs);
    if (!arcs) {
        free(first);
        return no_memory(err);
    }
    fill_arcs(map, first, arcs);
    *out = lw_alloc(1, sizeof **out);
    **out = (lw_graph){.count = count, .first = first, .arcs = arcs};
    return LW_OK;
}

void lw_graph_free(lw_graph *graph)
{
    if (!graph)
        return;
    if (graph->arena) {
        lw_arena_free(graph->arena);
        return;
    }
    free((void *)graph->first);
    free((void *)graph->arcs);
    free(graph);
}

int32_t lw_graph_vertex(const lw_graph *graph, const char *name)
{
    const char *known = graph->names ? lw_interned(graph->names, name, strlen(name)) : NULL;
    return known ? lw_dict_get(graph->vertices, known, NULL) : -1;
}

/* ---- the wave ---- */

typedef struct graph_wave {
    uint64_t *value;
    uint32_t *from; /* 1 + the vertex before; 0: not reached */
    lw_priority queue;
} graph_wave;

static bool open_wave(lw_attempt *attempt, graph_wave *wave, size_t count)
{
    wave->value = lw_attempt_array(attempt, count, sizeof *wave->value);
    wave->from = wave->value ? lw_attempt_array(attempt, count, sizeof *wave->from) : NULL;
    return wave->from && lw_priority_open(attempt, &wave->queue, count, wave->value, wave->value);
}

static void reach(lw_attempt *attempt, graph_wave *wave, int32_t vertex, uint64_t value,
                  int32_t from)
{
    bool first = !wave->from[vertex];
    if (!first && value >= wave->value[vertex])
        return;
    wave->value[vertex] = value;
    wave->from[vertex] = (uint32_t)from + 1;
    lw_priority_put(&wave->queue, (uint32_t)vertex);
    if (first)
        lw_attempt_label(attempt, 0, vertex, value);
    else
        lw_attempt_better(attempt, 0, vertex, value);
}

static void spread_over(lw_attempt *attempt, graph_wave *wave, const lw_graph *graph,
                        int32_t vertex)
{
    for (size_t i = graph->first[vertex]; i < graph->first[vertex + 1]; i++)
        reach(attempt, wave, graph->arcs[i].to, wave->value[vertex] + graph->arcs[i].cost, vertex);
}

void lw_graph_wave(lw_attempt *attempt, const lw_graph *graph)
{
    graph_wave wave;
    uint64_t step = 0;
    if (!open_wave(attempt, &wave, (size_t)graph->count))
        return;
    attempt->trial->counts.bits = 64 + 32 + LW_PRIORITY_BITS;
    reach(attempt, &wave, attempt->from, 0, attempt->from);
    while (wave.queue.waiting) {
        int32_t vertex = (int32_t)lw_priority_take(&wave.queue);
        if (wave.value[vertex] != step && !lw_attempt_step(attempt, step = wave.value[vertex]))
            return;
        if (vertex == attempt->to) {
            lw_attempt_back(attempt, wave.from);
            return;
        }
        if (!lw_attempt_expand(attempt, 0, vertex, step))
            return;
        spread_over(attempt, &wave, graph, vertex);
    }
}

static uint64_t cost_of(const lw_graph *graph, int32_t from, int32_t to)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = graph->first[from]; i < graph->first[from + 1]; i++)
        if (graph->arcs[i].to == to && graph->arcs[i].cost < least)
            least = graph->arcs[i].cost;
    return least;
}

static bool all_cost_the_same(const lw_graph *graph)
{
    for (size_t i = 1; i < graph->first[graph->count]; i++)
        if (graph->arcs[i].cost != graph->arcs[0].cost)
            return false;
    return true;
}

static void finish(lw_attempt *attempt, const lw_graph *graph, lw_promise promise)
{
    lw_trial *trial = attempt->trial;
    trial->optimal =
        promise >= LW_PROMISE_COSTS || (promise == LW_PROMISE_STEPS && all_cost_the_same(graph));
    trial->path = (lw_map_path){.legal = true, .steps = trial->count - 1};
    for (uint32_t i = 1; i < trial->count; i++)
        trial->path.cost += cost_of(graph, trial->cells[i - 1], trial->cells[i]);
    lw_attempt_tell_path(attempt);
}

static lw_graph_function *function_of(const lw_algorithm *algorithm)
{
    static const struct {
        const char *name;
        lw_graph_function *function;
    } all[] = {{"graph", lw_graph_wave}, {"breadth", lw_graph_breadth}, {"depth", lw_graph_depth}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, algorithm->name) == 0)
            return all[i].function;
    return NULL;
}

bool lw_graph_takes(const lw_algorithm *algorithm)
{
    return function_of(algorithm) != NULL;
}

lw_status lw_graph_try(const lw_graph *graph, const lw_algorithm *algorithm, const lw_query *query,
                       lw_trial *trial, lw_error *err)
{
    *trial = (lw_trial){.outcome = LW_UNREACHABLE};
    if (query->from < 0 || query->from >= graph->count || query->to < 0 ||
        query->to >= graph->count)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "an end of the path is not in the graph");
    lw_attempt attempt = {.query = query, .trial = trial, .from = query->from, .to = query->to};
    lw_graph_function *function = function_of(algorithm);
    if (!function) {
        trial->outcome = LW_UNFIT;
        return LW_OK;
    }
    function(&attempt, graph);
    lw_attempt_end(&attempt);
    if (trial->outcome == LW_FOUND)
        finish(&attempt, graph, algorithm->promise);
    return LW_OK;
}

/* As a member of the family: the map is made into a graph, and no more is known of it. */
void lw_graph_run(lw_attempt *attempt)
{
    int32_t count = lw_map_size(attempt->map);
    size_t *first = lw_attempt_array(attempt, (size_t)count + 1, sizeof *first);
    if (!first)
        return;
    lw_graph_arc *arcs =
        lw_attempt_array(attempt, count_arcs(attempt->map, first) + 1, sizeof *arcs);
    if (!arcs)
        return;
    fill_arcs(attempt->map, first, arcs);
    lw_graph_wave(attempt, &(lw_graph){.count = count, .first = first, .arcs = arcs});
}
