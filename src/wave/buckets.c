#include "wave/buckets.h"

enum { WORD = 64, BUCKETS_MOST = 1 << 26 };

bool lw_buckets_open(lw_attempt *attempt, lw_buckets *buckets, size_t nodes, uint64_t width,
                     uint64_t dearest)
{
    uint64_t words = (dearest / width + 2 + WORD - 1) / WORD;
    if (words > BUCKETS_MOST / WORD) {
        attempt->trial->outcome = LW_TOO_LARGE;
        return false;
    }
    *buckets = (lw_buckets){.count = (size_t)words * WORD, .width = width};
    return (buckets->first = lw_attempt_array(attempt, buckets->count, sizeof *buckets->first)) &&
           (buckets->used = lw_attempt_array(attempt, (size_t)words, sizeof *buckets->used)) &&
           (buckets->next = lw_attempt_array(attempt, nodes, sizeof *buckets->next)) &&
           (buckets->before = lw_attempt_array(attempt, nodes, sizeof *buckets->before));
}

static size_t slot_of(const lw_buckets *buckets, uint64_t value)
{
    return (size_t)(value / buckets->width % buckets->count);
}

void lw_buckets_add(lw_buckets *buckets, uint32_t node, uint64_t value)
{
    size_t slot = slot_of(buckets, value);
    uint32_t first = node, last = node;
    if (buckets->first[slot]) {
        first = buckets->first[slot] - 1;
        last = buckets->before[first];
    } else {
        buckets->first[slot] = node + 1;
        buckets->used[slot / WORD] |= (uint64_t)1 << slot % WORD;
    }
    buckets->next[node] = first;
    buckets->before[node] = last;
    buckets->next[last] = buckets->before[first] = node;
    buckets->waiting++;
}

void lw_buckets_push(lw_buckets *buckets, uint32_t node, uint64_t value)
{
    lw_buckets_add(buckets, node, value);
    buckets->first[slot_of(buckets, value)] = node + 1;
}

void lw_buckets_drop(lw_buckets *buckets, uint32_t node, uint64_t value)
{
    size_t slot = slot_of(buckets, value);
    uint32_t next = buckets->next[node], before = buckets->before[node];
    buckets->next[before] = next;
    buckets->before[next] = before;
    if (buckets->first[slot] == node + 1)
        buckets->first[slot] = next + 1;
    if (next == node) {
        buckets->first[slot] = 0;
        buckets->used[slot / WORD] &= ~((uint64_t)1 << slot % WORD);
    }
    buckets->waiting--;
}

/* The ring has whole words: the same bit of a word is the same bucket in each round. */
static uint64_t next_used(const lw_buckets *buckets)
{
    uint64_t at = buckets->at;
    uint64_t bits = buckets->used[at % buckets->count / WORD] >> at % WORD << at % WORD;
    at -= at % WORD;
    while (!bits) {
        at += WORD;
        bits = buckets->used[at % buckets->count / WORD];
    }
    for (; !(bits & 1); bits >>= 1)
        at++;
    return at;
}

uint32_t lw_buckets_take(lw_buckets *buckets)
{
    buckets->at = next_used(buckets);
    uint32_t node = buckets->first[buckets->at % buckets->count] - 1;
    lw_buckets_drop(buckets, node, buckets->at * buckets->width);
    return node;
}
