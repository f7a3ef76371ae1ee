#include "wave/priority.h"

bool lw_priority_open(lw_attempt *attempt, lw_priority *queue, size_t nodes, const uint64_t *key,
                      const uint64_t *tie)
{
    *queue = (lw_priority){.key = key, .tie = tie};
    return (queue->heap = lw_attempt_array(attempt, nodes, sizeof *queue->heap)) &&
           (queue->spot = lw_attempt_array(attempt, nodes, sizeof *queue->spot));
}

static bool before(const lw_priority *queue, uint32_t a, uint32_t b)
{
    return queue->key[a] != queue->key[b] ? queue->key[a] < queue->key[b]
                                          : queue->tie[a] > queue->tie[b];
}

static void stand(lw_priority *queue, uint32_t node, uint32_t at)
{
    queue->heap[at] = node;
    queue->spot[node] = at + 1;
}

static void rise(lw_priority *queue, uint32_t node, uint32_t at)
{
    while (at > 0 && before(queue, node, queue->heap[(at - 1) / 2])) {
        stand(queue, queue->heap[(at - 1) / 2], at);
        at = (at - 1) / 2;
    }
    stand(queue, node, at);
}

static void sink(lw_priority *queue, uint32_t node, uint32_t at)
{
    const uint32_t *heap = queue->heap;
    for (;;) {
        uint64_t left = 2 * (uint64_t)at + 1;
        if (left >= queue->waiting)
            break;
        uint32_t child = (uint32_t)left;
        if (child + 1 < queue->waiting && before(queue, heap[child + 1], heap[child]))
            child++;
        if (!before(queue, heap[child], node))
            break;
        stand(queue, heap[child], at);
        at = child;
    }
    stand(queue, node, at);
}

void lw_priority_put(lw_priority *queue, uint32_t node)
{
    uint32_t spot = queue->spot[node];
    rise(queue, node, spot ? spot - 1 : queue->waiting++);
}

uint32_t lw_priority_take(lw_priority *queue)
{
    uint32_t node = queue->heap[0], last = queue->heap[--queue->waiting];
    queue->spot[node] = 0;
    if (queue->waiting)
        sink(queue, last, 0);
    return node;
}
