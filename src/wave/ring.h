/*
 * The queue of a wave whose keys never fall far behind or run far ahead: a ring of stacks, one for
 * each key, and a bitmap that says which hold any. What waits lies between the key that is being
 * taken and that key + most. Of one key the last to come is the first to leave.
 */
#ifndef LW_WAVE_RING_H
#define LW_WAVE_RING_H

#include "leeway/base.h"

typedef struct lw_ring_entry {
    int32_t value;
    int32_t next; /* -1: last */
} lw_ring_entry;

typedef struct lw_ring {
    int32_t *stacks; /* heads into entries, -1: empty */
    uint64_t *bits;
    uint32_t mask;
    lw_ring_entry *entries; /* all of a search; their room is kept */
    size_t count, room;
} lw_ring;

/* No key may be more than `most` above the one that is taken. */
void lw_ring_open(lw_ring *ring, uint32_t most);
void lw_ring_close(lw_ring *ring);
/* Forgets what waits. */
void lw_ring_clear(lw_ring *ring);
void lw_ring_grow(lw_ring *ring);

static inline void lw_ring_push(lw_ring *ring, uint32_t key, int32_t value)
{
    uint32_t slot = key & ring->mask;
    if (ring->count == ring->room)
        lw_ring_grow(ring);
    ring->entries[ring->count] = (lw_ring_entry){value, ring->stacks[slot]};
    ring->stacks[slot] = (int32_t)ring->count++;
    ring->bits[slot / 64] |= (uint64_t)1 << slot % 64;
}

/* The first key at or after `key` that something waits at; false when nothing waits. */
bool lw_ring_next(const lw_ring *ring, uint32_t *key);

/* Something must wait at the key. */
static inline int32_t lw_ring_pop(lw_ring *ring, uint32_t key)
{
    uint32_t slot = key & ring->mask;
    lw_ring_entry top = ring->entries[ring->stacks[slot]];
    ring->stacks[slot] = top.next;
    if (top.next < 0)
        ring->bits[slot / 64] &= ~((uint64_t)1 << slot % 64);
    return top.value;
}

#endif
