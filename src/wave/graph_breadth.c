/*
 * Breadth first over a graph (E. F. Moore, "The shortest path through a maze", Proceedings of an
 * International Symposium on the Theory of Switching, 1959): breadth.c without rows and columns.
 * What an arc costs does not count.
 *
 * Always: vertices leave the queue in the order of the arcs that lead to them from the start.
 */
#include "wave/graph.h"

static void reach(lw_attempt *attempt, uint32_t *from, lw_queue *queue, int32_t vertex,
                  int32_t before, uint64_t arcs)
{
    if (from[vertex])
        return;
    from[vertex] = (uint32_t)before + 1;
    lw_attempt_label(attempt, 0, vertex, arcs);
    lw_queue_add(queue, vertex);
}

void lw_graph_breadth(lw_attempt *attempt, const lw_graph *graph)
{
    lw_queue queue;
    uint32_t *from = lw_attempt_array(attempt, (size_t)graph->count, sizeof *from);
    attempt->trial->counts.bits = 32;
    if (!from || !lw_queue_open(attempt, &queue))
        return;
    reach(attempt, from, &queue, attempt->from, attempt->from, 0);
    for (uint64_t arcs = 1; !from[attempt->to] && lw_queue_waits(&queue); arcs++) {
        if (!lw_attempt_step(attempt, arcs))
            return;
        for (uint32_t left = queue.count; left && !from[attempt->to]; left--) {
            int32_t vertex = lw_queue_take(&queue);
            if (!lw_attempt_expand(attempt, 0, vertex, arcs - 1))
                return;
            for (size_t i = graph->first[vertex]; i < graph->first[vertex + 1]; i++)
                reach(attempt, from, &queue, graph->arcs[i].to, vertex, arcs);
        }
    }
    if (from[attempt->to])
        lw_attempt_back(attempt, from);
}
