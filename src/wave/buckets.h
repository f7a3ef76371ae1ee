/*
 * The queue that carries a wave: circular buckets (Dial 1969). A bucket holds the nodes of one
 * cost; when no step costs more than `mask`, the costs that wait at any time fall into different
 * buckets. Nodes of one cost leave in the order in which they came.
 */
#ifndef LW_WAVE_BUCKETS_H
#define LW_WAVE_BUCKETS_H

#include "leeway/base.h"

typedef struct lw_bucket {
    int32_t *at;
    uint32_t count;
    uint32_t room;
} lw_bucket;

typedef struct lw_buckets {
    lw_bucket *bucket; /* mask + 1 of them; their memory is kept from search to search */
    uint64_t *filled;  /* bit i: bucket i is not empty */
    uint32_t mask;     /* a power of two, less one; at least 63 */
} lw_buckets;

/* Makes sure that steps of up to `most` fit. The queue must be empty. */
void lw_buckets_fit(lw_buckets *buckets, uint32_t most);
void lw_buckets_free(lw_buckets *buckets);
/* Empties the queue. */
void lw_buckets_clear(lw_buckets *buckets);

/* The least cost from `cost` on that somebody waits for; false when nobody waits. */
bool lw_buckets_next(const lw_buckets *buckets, uint32_t *cost);

void lw_bucket_grow(lw_bucket *bucket);

static inline lw_bucket *lw_buckets_at(const lw_buckets *buckets, uint32_t cost)
{
    return &buckets->bucket[cost & buckets->mask];
}

static inline void lw_buckets_push(lw_buckets *buckets, uint32_t cost, int32_t node)
{
    uint32_t i = cost & buckets->mask;
    lw_bucket *bucket = &buckets->bucket[i];
    if (bucket->count == bucket->room)
        lw_bucket_grow(bucket);
    bucket->at[bucket->count++] = node;
    buckets->filled[i / 64] |= (uint64_t)1 << i % 64;
}

static inline void lw_buckets_drop(lw_buckets *buckets, uint32_t cost)
{
    uint32_t i = cost & buckets->mask;
    buckets->bucket[i].count = 0;
    buckets->filled[i / 64] &= ~((uint64_t)1 << i % 64);
}

#endif
