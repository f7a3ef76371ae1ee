/* Chance that is the same on every machine: splitmix64 (G. Steele, D. Lea, C. Flood 2014). */
#ifndef LW_LESSON_CHANCE_H
#define LW_LESSON_CHANCE_H

#include <stdint.h>

static inline uint64_t lw_chance(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* 0 <= result < n */
static inline uint32_t lw_chance_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((lw_chance(state) >> 32) * n >> 32);
}

#endif
