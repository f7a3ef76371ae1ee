#include "wave/buckets.h"

#include <stdlib.h>
#include "base/heap.h"

void lw_buckets_fit(lw_buckets *buckets, uint32_t most)
{
    if (buckets->bucket && buckets->mask >= most)
        return;
    uint32_t mask = 63;
    while (mask < most)
        mask = mask * 2 + 1;
    lw_buckets_free(buckets);
    buckets->bucket = lw_alloc((size_t)mask + 1, sizeof *buckets->bucket);
    buckets->filled = lw_alloc(((size_t)mask + 1) / 64, sizeof *buckets->filled);
    buckets->mask = mask;
}

void lw_buckets_free(lw_buckets *buckets)
{
    for (uint32_t i = 0; buckets->bucket && i <= buckets->mask; i++)
        free(buckets->bucket[i].at);
    free(buckets->bucket);
    free(buckets->filled);
    *buckets = (lw_buckets){0};
}

static uint32_t lowest_bit(uint64_t word)
{
    return (uint32_t)__builtin_ctzll(word);
}

void lw_buckets_clear(lw_buckets *buckets)
{
    for (uint32_t w = 0; w <= buckets->mask / 64; w++) {
        for (uint64_t word = buckets->filled[w]; word; word &= word - 1)
            buckets->bucket[w * 64 + lowest_bit(word)].count = 0;
        buckets->filled[w] = 0;
    }
}

bool lw_buckets_next(const lw_buckets *buckets, uint32_t *cost)
{
    uint32_t words = buckets->mask / 64 + 1;
    uint32_t i = *cost & buckets->mask;
    uint64_t word = buckets->filled[i / 64] & ~(uint64_t)0 << i % 64;
    uint32_t w = i / 64;
    /* The first word comes up again at the end, then with the bits below i. */
    for (uint32_t n = 0; !word && n < words; n++) {
        w = (w + 1) % words;
        word = buckets->filled[w];
    }
    if (!word)
        return false;
    uint32_t found = w * 64 + lowest_bit(word);
    *cost += (found - i) & buckets->mask;
    return true;
}

void lw_bucket_grow(lw_bucket *bucket)
{
    bucket->room = bucket->room ? bucket->room * 2 : 64;
    bucket->at = lw_realloc(bucket->at, bucket->room, sizeof *bucket->at);
}
