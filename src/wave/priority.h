/*
 * A queue in the order of a key: a binary heap of nodes whose keys lie in arrays of the caller's.
 * The least key leaves first; of equal ones the largest tie. A node waits once and moves when its
 * key falls, so no more can wait than there are nodes.
 */
#ifndef LW_WAVE_PRIORITY_H
#define LW_WAVE_PRIORITY_H

#include "wave/attempt.h"

enum { LW_PRIORITY_BITS = 64 }; /* of state a node, without its keys */

typedef struct lw_priority {
    const uint64_t *key, *tie; /* of a node */
    uint32_t *heap;
    uint32_t *spot; /* of a node: 1 + where it stands in the heap; 0: it does not */
    uint32_t waiting;
} lw_priority;

/* False when there is no memory. */
bool lw_priority_open(lw_attempt *attempt, lw_priority *queue, size_t nodes, const uint64_t *key,
                      const uint64_t *tie);
/* A node comes, or its key fell. */
void lw_priority_put(lw_priority *queue, uint32_t node);
uint32_t lw_priority_take(lw_priority *queue);

#endif
