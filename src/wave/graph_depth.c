/*
 * Depth first over a graph (C. P. Trémaux's way through a maze, in É. Lucas, "Récréations
 * mathématiques", 1882): depth.c without rows and columns.
 *
 * Always: the stack is a path from the start, and each vertex on it knows which of its arcs comes
 * next. An arc is tried once, a vertex comes to the stack once.
 */
#include "wave/graph.h"

typedef struct graph_walk {
    uint64_t *next; /* 1 + the arc to try, of vertices that were visited; 0: not yet */
    lw_queue stack;
} graph_walk;

static void visit(lw_attempt *attempt, const lw_graph *graph, graph_walk *walk, int32_t vertex)
{
    walk->next[vertex] = graph->first[vertex] + 1;
    lw_attempt_label(attempt, 0, vertex, walk->stack.count);
    lw_queue_add(&walk->stack, vertex);
}

/* Along the next arc to a vertex not yet visited, or one vertex back. False: it has to give up. */
static bool move(lw_attempt *attempt, const lw_graph *graph, graph_walk *walk)
{
    int32_t vertex = lw_queue_last(&walk->stack);
    while (walk->next[vertex] <= graph->first[vertex + 1]) {
        int32_t there = graph->arcs[walk->next[vertex]++ - 1].to;
        if (walk->next[there])
            continue;
        if (!lw_attempt_visit(attempt))
            return false;
        visit(attempt, graph, walk, there);
        return true;
    }
    lw_queue_take_last(&walk->stack);
    return lw_attempt_expand(attempt, 0, vertex, walk->stack.count);
}

void lw_graph_depth(lw_attempt *attempt, const lw_graph *graph)
{
    graph_walk walk;
    walk.next = lw_attempt_array(attempt, (size_t)graph->count, sizeof *walk.next);
    attempt->trial->counts.bits = 64;
    if (!walk.next || !lw_queue_open(attempt, &walk.stack))
        return;
    visit(attempt, graph, &walk, attempt->from);
    for (uint64_t step = 1; !walk.next[attempt->to] && lw_queue_waits(&walk.stack); step++)
        if (!lw_attempt_step(attempt, step) || !move(attempt, graph, &walk))
            return;
    if (!walk.next[attempt->to])
        return;
    while (lw_queue_waits(&walk.stack))
        lw_attempt_add(attempt, lw_queue_take_last(&walk.stack));
    lw_attempt_turn(attempt);
    attempt->trial->outcome = LW_FOUND;
}
