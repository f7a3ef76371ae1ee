/* Disjoint sets of numbers; the root of a set is its smallest number. */
#ifndef LW_BASE_UNION_H
#define LW_BASE_UNION_H

#include <stdbool.h>
#include <stdint.h>

static inline void lw_union_clear(uint32_t *up, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        up[i] = i;
}

static inline uint32_t lw_union_root(uint32_t *up, uint32_t i)
{
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

/* Whether they were apart. */
static inline bool lw_union_join(uint32_t *up, uint32_t a, uint32_t b)
{
    uint32_t x = lw_union_root(up, a), y = lw_union_root(up, b);
    if (x < y)
        up[y] = x;
    else
        up[x] = y;
    return x != y;
}

#endif
