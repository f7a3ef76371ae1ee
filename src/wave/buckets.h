/*
 * Circular buckets: the queue of a weighted wave (R. B. Dial, "Algorithm 360: Shortest-Path Forest
 * with Topological Ordering", Communications of the ACM 12, 1969). Nodes of about the same value
 * share a bucket. All that waits is dearer than what is being taken by one step at most, so a ring
 * that spans the dearest step serves for paths of any cost: a bucket that was emptied is used
 * again.
 *
 * A bucket is as wide as the cheapest step (E. V. Denardo and B. L. Fox, "Shortest-Route Methods",
 * Operations Research 27, 1979): no node in it can make another in it better, so the first to come
 * may leave first. Where all steps cost the same, this is Lee's queue.
 *
 * A node stands in one bucket and moves when it gets a better value: no more can wait than there
 * are nodes.
 */
#ifndef LW_WAVE_BUCKETS_H
#define LW_WAVE_BUCKETS_H

#include "wave/attempt.h"

enum { LW_BUCKETS_BITS = 64 }; /* of state a node */

typedef struct lw_buckets {
    uint32_t *first;         /* of a bucket: 1 + a node; 0: it is empty */
    uint64_t *used;          /* a bit for each bucket that is not */
    uint32_t *next, *before; /* of a node, in a ring with all others of its bucket */
    size_t count;            /* of buckets, a multiple of 64 */
    uint64_t width;
    uint64_t at; /* all that waits stands in this bucket or later, counted from value 0 */
    size_t waiting;
} lw_buckets;

/* For values that rise by `dearest` in one step at most and, unless width is 1, by `width` at
 * least. False when there is no memory. */
bool lw_buckets_open(lw_attempt *attempt, lw_buckets *buckets, size_t nodes, uint64_t width,
                     uint64_t dearest);
void lw_buckets_add(lw_buckets *buckets, uint32_t node, uint64_t value);  /* leaves last */
void lw_buckets_push(lw_buckets *buckets, uint32_t node, uint64_t value); /* leaves first */
/* A node that waits with a value waits no more. */
void lw_buckets_drop(lw_buckets *buckets, uint32_t node, uint64_t value);
/* Takes one of the lowest bucket; something must wait. */
uint32_t lw_buckets_take(lw_buckets *buckets);

#endif
