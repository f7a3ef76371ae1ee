#include "wave/ring.h"

#include <stdlib.h>
#include "base/heap.h"

/* One less than a power of two. */
static uint32_t mask_for(uint32_t most)
{
    uint32_t mask = 63;
    while (mask < most)
        mask = mask * 2 + 1;
    return mask;
}

void lw_ring_open(lw_ring *ring, uint32_t most, size_t limit)
{
    *ring = (lw_ring){.limit = limit < INT32_MAX - 1 ? limit : INT32_MAX - 1};
    lw_ring_widen(ring, most);
}

void lw_ring_widen(lw_ring *ring, uint32_t most)
{
    uint32_t mask = mask_for(most);
    if (ring->stacks && mask <= ring->mask)
        return;
    free(ring->stacks);
    free(ring->bits);
    ring->mask = mask;
    ring->stacks = lw_alloc((size_t)mask + 1, sizeof *ring->stacks);
    ring->bits = lw_alloc(((size_t)mask + 1) / 64, sizeof *ring->bits);
    ring->count = 0;
    ring->spare = 0;
}

void lw_ring_close(lw_ring *ring)
{
    free(ring->stacks);
    free(ring->bits);
    free(ring->entries);
    *ring = (lw_ring){0};
}

size_t lw_ring_size(uint32_t most, size_t limit)
{
    size_t keys = (size_t)mask_for(most) + 1;
    return keys * sizeof(int32_t) + keys / 8 + (limit + 1) * sizeof(lw_ring_entry);
}

void lw_ring_clear(lw_ring *ring)
{
    for (uint32_t word = 0; word <= ring->mask / 64; word++) {
        for (uint64_t bits = ring->bits[word]; bits; bits &= bits - 1)
            ring->stacks[word * 64 + (uint32_t)__builtin_ctzll(bits)] = 0;
        ring->bits[word] = 0;
    }
    ring->count = 0;
    ring->spare = 0;
}

bool lw_ring_grow(lw_ring *ring)
{
    if (ring->room == ring->limit)
        return false;
    size_t room = ring->room ? ring->room * 2 : 4096;
    ring->room = room < ring->limit ? room : ring->limit;
    ring->entries = lw_realloc(ring->entries, ring->room + 1, sizeof *ring->entries);
    return true;
}

void lw_ring_turn(lw_ring *ring, uint32_t key)
{
    int32_t *stack = &ring->stacks[key & ring->mask], turned = 0;
    for (int32_t at = *stack; at > 0;) {
        int32_t next = ring->entries[at].next;
        ring->entries[at].next = turned;
        turned = at;
        at = next;
    }
    *stack = turned;
}

bool lw_ring_next(const lw_ring *ring, uint32_t *key)
{
    uint32_t slot = *key & ring->mask, word = slot / 64, words = ring->mask / 64 + 1;
    uint64_t bits = ring->bits[word] & ~(uint64_t)0 << slot % 64;
    /* The first word comes up again at the end, then with the bits below the slot. */
    for (uint32_t i = 0; i <= words; i++) {
        if (bits) {
            uint32_t found = word * 64 + (uint32_t)__builtin_ctzll(bits);
            *key += (found - slot) & ring->mask;
            return true;
        }
        word = word + 1 == words ? 0 : word + 1;
        bits = ring->bits[word];
    }
    return false;
}
