/*
 * Graphs: vertices, and arcs from one to another that cost something. The wave needs no grid: all
 * that it asks of a cell is which others can be reached in one step and at what cost. So it runs on
 * any graph, and a map is one.
 *
 *     status = lw_graph_read("london.edges", &graph, &err);
 *     lw_query query = {.from = lw_graph_vertex(graph, "Bank"),
 *                       .to = lw_graph_vertex(graph, "Oval")};
 *     if (!status)
 *         status = lw_graph_try(graph, lw_algorithm_named("graph"), &query, &trial, &err);
 */
#ifndef LEEWAY_GRAPH_H
#define LEEWAY_GRAPH_H

#include "leeway/family.h"

enum {
    LW_GRAPH_VERTICES_MAX = 1 << 24, /**< of a file */
    LW_GRAPH_EDGES_MAX = 1 << 24,
    LW_GRAPH_COST_MAX = 1000000000,
};

typedef struct lw_graph_arc {
    int32_t to;
    uint64_t cost;
} lw_graph_arc;

/** Vertices are numbered in the order in which the file names them; those of a map are its cells,
 * the blocked ones and the rim included, which have no arcs. */
typedef struct lw_graph {
    int32_t count;
    const char *const *name; /**< of a vertex; NULL: they are a map's cells */
    const size_t *first;     /**< where a vertex's arcs begin, and one place more */
    const lw_graph_arc *arcs;
    struct lw_arena *arena;       /**< of what a file says; NULL: of a map */
    const struct lw_names *names; /**< in it: what lw_graph_vertex() looks up */
    const struct lw_dict *vertices;
} lw_graph;

/**
 * Reads an edge list: a line an edge, `name name` or `name name cost`; the cost is a whole number
 * from 0, and 1 where there is none. An edge leads both ways. A name is anything without blanks;
 * from '#' to the end of the line is a comment.
 *
 * @param path  file to read; "-" is standard input
 * @param out   set to the new graph, or NULL on failure; free with lw_graph_free()
 */
LW_API lw_status lw_graph_read(const char *path, lw_graph **out, lw_error *err) LW_MUST_CHECK;
/** The same from memory; `name` stands in messages. */
LW_API lw_status lw_graph_parse(const char *name, const char *text, size_t size, lw_graph **out,
                                lw_error *err) LW_MUST_CHECK;
/** Whether a file is an edge list: its name ends in ".edges", or all of its lines, two at least,
 * are edges, though not of numbers alone, which are a course's grid, or of the letters of mazes
 * alone. */
LW_API bool lw_graph_recognise(const char *name, const char *text, size_t size);
/** The graph of a map: an arc for each legal step, bends left out. */
LW_API lw_status lw_graph_from_map(const lw_map *map, lw_graph **out, lw_error *err) LW_MUST_CHECK;
LW_API void lw_graph_free(lw_graph *graph);

/** The vertex of that name; -1: there is none. */
LW_API int32_t lw_graph_vertex(const lw_graph *graph, const char *name);

/** Whether the algorithm runs on graphs: "graph" does, which finds a cheapest path, "breadth" with
 * the fewest arcs, and "depth". */
LW_API bool lw_graph_takes(const lw_algorithm *algorithm);

/**
 * Runs an algorithm on a graph, from a vertex to a vertex. Query and trial are those of a map, with
 * vertices for cells and arcs for steps; others than those of lw_graph_takes() are unfit.
 * LW_ERR_OPTION when a vertex is not in the graph.
 */
LW_API lw_status lw_graph_try(const lw_graph *graph, const lw_algorithm *algorithm,
                              const lw_query *query, lw_trial *trial, lw_error *err) LW_MUST_CHECK;

#endif
