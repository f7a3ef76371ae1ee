/* Few bits a cell, one cell right behind the other: 0 at first. */
#ifndef LW_WAVE_PACKED_H
#define LW_WAVE_PACKED_H

#include "wave/attempt.h"

enum { LW_PACKED_MOST = 8 /* bits a cell */ };

typedef struct lw_packed {
    uint8_t *bytes; /* one more than the bits need: a cell may lie across two */
    uint32_t bits;
} lw_packed;

/* The memory is the attempt's, and the bits are counted as the attempt's state. False: too large.
 */
static inline bool lw_packed_open(lw_attempt *attempt, lw_packed *packed, uint32_t bits)
{
    size_t size = ((size_t)lw_map_size(attempt->map) * bits + 7) / 8 + 1;
    *packed = (lw_packed){lw_attempt_array(attempt, size, 1), bits};
    attempt->trial->counts.bits = bits;
    return packed->bytes;
}

static inline uint32_t lw_packed_get(const lw_packed *packed, int32_t cell)
{
    size_t bit = (size_t)cell * packed->bits;
    const uint8_t *at = packed->bytes + bit / 8;
    uint32_t both = at[0] | (uint32_t)at[1] << 8;
    return both >> bit % 8 & ((1u << packed->bits) - 1);
}

static inline void lw_packed_set(lw_packed *packed, int32_t cell, uint32_t value)
{
    size_t bit = (size_t)cell * packed->bits;
    uint8_t *at = packed->bytes + bit / 8;
    uint32_t mask = ((1u << packed->bits) - 1) << bit % 8;
    uint32_t both = at[0] | (uint32_t)at[1] << 8;
    both = (both & ~mask) | value << bit % 8;
    at[0] = (uint8_t)both;
    at[1] = (uint8_t)(both >> 8);
}

#endif
