/*
 * The queue of a wave whose keys never fall far behind or run far ahead: a ring of stacks, one for
 * each key (Dial 1969), and a bitmap that says which hold any. What waits lies between the key that
 * is being taken and that key + most. Of one key the last to come is the first to leave, unless its
 * stack is turned around.
 */
#ifndef LW_WAVE_RING_H
#define LW_WAVE_RING_H

#include "leeway/base.h"

typedef struct lw_ring_entry {
    int32_t value;
    int32_t next; /* 0: last */
} lw_ring_entry;

/* Entry 0 stands for none, so that a new ring is all zeros and memory of keys that never come up is
 * never touched. */
typedef struct lw_ring {
    int32_t *stacks; /* heads into entries, 0: empty */
    uint64_t *bits;
    uint32_t mask;
    lw_ring_entry *entries; /* as many as ever waited at once; their room is kept */
    size_t count, room, limit;
    int32_t spare; /* first of those that were taken, 0: none */
} lw_ring;

/* No key may be more than `most` above the one that is taken, and no more than `limit` may wait. */
void lw_ring_open(lw_ring *ring, uint32_t most, size_t limit);
void lw_ring_close(lw_ring *ring);
/* Makes an empty ring wider. */
void lw_ring_widen(lw_ring *ring, uint32_t most);
/* Bytes of a ring when as many wait as may. */
size_t lw_ring_size(uint32_t most, size_t limit);
/* Forgets what waits. */
void lw_ring_clear(lw_ring *ring);
bool lw_ring_grow(lw_ring *ring); /* false: at its limit */

/* false: too many wait already. */
static inline bool lw_ring_push(lw_ring *ring, uint32_t key, int32_t value)
{
    uint32_t slot = key & ring->mask;
    int32_t at = ring->spare;
    if (at > 0) {
        ring->spare = ring->entries[at].next;
    } else {
        if (ring->count == ring->room && !lw_ring_grow(ring))
            return false;
        at = (int32_t)++ring->count;
    }
    ring->entries[at] = (lw_ring_entry){value, ring->stacks[slot]};
    ring->stacks[slot] = at;
    ring->bits[slot / 64] |= (uint64_t)1 << slot % 64;
    return true;
}

/* The first key at or after `key` that something waits at; false when nothing waits. */
bool lw_ring_next(const lw_ring *ring, uint32_t *key);
/* The first to come at the key is then the first to leave. */
void lw_ring_turn(lw_ring *ring, uint32_t key);

static inline bool lw_ring_waits(const lw_ring *ring, uint32_t key)
{
    return ring->stacks[key & ring->mask] > 0;
}

/* Something must wait at the key. */
static inline int32_t lw_ring_pop(lw_ring *ring, uint32_t key)
{
    uint32_t slot = key & ring->mask;
    int32_t at = ring->stacks[slot];
    lw_ring_entry top = ring->entries[at];
    ring->stacks[slot] = top.next;
    ring->entries[at].next = ring->spare;
    ring->spare = at;
    if (top.next == 0)
        ring->bits[slot / 64] &= ~((uint64_t)1 << slot % 64);
    return top.value;
}

#endif
