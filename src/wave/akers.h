/* Akers' truncated coding for any sequence of marks: also for those that fail. */
#ifndef LW_WAVE_AKERS_H
#define LW_WAVE_AKERS_H

#include "wave/attempt.h"

/* Marks of 1, 2, 3 ... steps from the start, again and again; each 1 or more. The start has the
 * last one. */
typedef struct lw_akers_code {
    uint32_t period;
    uint8_t mark[8];
    uint32_t bits; /* a cell; 0 is a free cell, the largest number a blocked one */
} lw_akers_code;

void lw_akers(lw_attempt *attempt, const lw_akers_code *code);

#endif
