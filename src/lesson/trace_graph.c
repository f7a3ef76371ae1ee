/* What a trace of a graph says: places are names of vertices, steps are edges. */
#include <stdio.h>
#include <string.h>
#include "lesson/trace_reader.h"

bool lw_trace_vertex_label(const lw_trace_reader *reader, const json_t *item, lw_trace_label *label,
                           char *text, size_t size)
{
    const char *name = json_string_value(json_array_get(item, 0));
    const json_t *value = json_array_get(item, 1);
    if (json_array_size(item) != 2 || !name || !json_is_integer(value))
        return false;
    label->cell = lw_graph_vertex(reader->graph, name);
    label->value = json_integer_value(value);
    if (label->cell < 0)
        snprintf(text, size, "outside: %.80s is no vertex of the graph", name);
    return true;
}

static void hold_end(lw_trace_reader *reader, const json_t *object, const char *key, int32_t vertex)
{
    const json_t *told = json_object_get(object, key);
    const char *name = reader->graph->name[vertex];
    char text[160];
    if (!told || (json_is_string(told) && strcmp(json_string_value(told), name) == 0))
        return;
    snprintf(text, sizeof text, "run: \"%s\" is not that of the task, which is %.80s", key, name);
    lw_trace_blame(reader, "run", LW_VERDICT_WRONG, text);
}

void lw_trace_hold_graph(lw_trace_reader *reader, const json_t *object)
{
    uint32_t before = reader->out->faults.count;
    lw_trace_hold_number(reader, object, "run", "vertices", (uint64_t)reader->graph->count);
    reader->foreign = reader->out->faults.count > before;
    hold_end(reader, object, "from", reader->ends[0]);
    hold_end(reader, object, "to", reader->ends[1]);
}

/* ---- a path ---- */

static void blame(lw_trace_reader *reader, lw_way_rule rule, const char *name, const char *text)
{
    char all[256];
    const char *key = lw_way_rule_name(rule);
    snprintf(all, sizeof all, "%s: %.80s %s", key, name, text);
    reader->out->way->by_rule[rule]++;
    lw_trace_blame(reader, key, rule == LW_WAY_ENDS ? LW_VERDICT_INCOMPLETE : LW_VERDICT_WRONG,
                   all);
}

static size_t degree_of(const lw_graph *graph, int32_t vertex)
{
    return graph->first[vertex + 1] - graph->first[vertex];
}

/* The cheapest of the edges between two vertices, sought at the one that has fewer. */
static bool edge_between(const lw_graph *graph, int32_t from, int32_t to, uint64_t *cost)
{
    bool turned = degree_of(graph, to) < degree_of(graph, from), found = false;
    int32_t here = turned ? to : from, there = turned ? from : to;
    for (size_t i = graph->first[here]; i < graph->first[here + 1]; i++) {
        const lw_graph_arc *arc = &graph->arcs[i];
        if (arc->to != there || (found && arc->cost >= *cost))
            continue;
        *cost = arc->cost;
        found = true;
    }
    return found;
}

static void judge_vertex(lw_trace_reader *reader, int32_t before, int32_t vertex, const char *name)
{
    lw_map_path *path = &reader->out->way->path;
    uint64_t cost = 0;
    if (vertex < 0) {
        blame(reader, LW_WAY_OUTSIDE, name, "is no vertex of the graph");
    } else if (before >= 0 && !edge_between(reader->graph, before, vertex, &cost)) {
        blame(reader, LW_WAY_GAP, name, "has no edge from the vertex before");
    } else if (before >= 0) {
        path->cost += cost;
        path->steps++;
    }
}

static void judge_ends(lw_trace_reader *reader, int32_t first, int32_t last, const json_t *list)
{
    const int32_t *ends = reader->ends;
    bool turned = first != ends[0] && first == ends[1];
    if (first != ends[turned])
        blame(reader, LW_WAY_ENDS, json_string_value(json_array_get(list, 0)),
              "is where it ends, not at an end of the task");
    else if (last != ends[!turned])
        blame(reader, LW_WAY_ENDS,
              json_string_value(json_array_get(list, json_array_size(list) - 1)),
              "is where it ends, not at an end of the task");
}

/* What a cheapest path costs. */
static void find_best(lw_trace_reader *reader)
{
    lw_way *way = reader->out->way;
    lw_trial trial;
    lw_query query = {.from = reader->ends[0], .to = reader->ends[1]};
    way->outcome = LW_FAILED;
    if (lw_graph_try(reader->graph, lw_algorithm_named("graph"), &query, &trial, NULL))
        return;
    way->outcome = trial.outcome;
    way->best = trial.path.cost;
    if (way->verdict == LW_VERDICT_RIGHT && trial.outcome == LW_FOUND)
        way->excess = way->path.cost - way->best;
    lw_trial_free(&trial);
}

bool lw_trace_vertex_path(lw_trace_reader *reader, const json_t *list)
{
    size_t count = json_array_size(list);
    int32_t first = -1, before = -1;
    for (size_t i = 0; i < count; i++)
        if (!json_is_string(json_array_get(list, i)))
            return false;
    lw_way *way = reader->out->way = lw_way_new();
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        int32_t vertex = lw_graph_vertex(reader->graph, name);
        judge_vertex(reader, before, vertex, name);
        first = i == 0 ? vertex : first;
        before = vertex;
    }
    way->count = (uint32_t)count;
    way->path.legal = count > 0 && way->by_rule[LW_WAY_OUTSIDE] + way->by_rule[LW_WAY_GAP] == 0;
    if (count > 0)
        judge_ends(reader, first, before, list);
    way->verdict = !way->path.legal && count > 0                 ? LW_VERDICT_WRONG
                   : count == 0 || way->by_rule[LW_WAY_ENDS] > 0 ? LW_VERDICT_INCOMPLETE
                                                                 : LW_VERDICT_RIGHT;
    find_best(reader);
    return true;
}
