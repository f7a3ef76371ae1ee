/* Numbers that are the same on every machine. */
#ifndef LW_TEST_RANDOM_H
#define LW_TEST_RANDOM_H

#include <stdint.h>

/* splitmix64 */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* least <= result <= most */
static inline int64_t random_between(uint64_t *state, int64_t least, int64_t most)
{
    return least + (int64_t)(random_next(state) % ((uint64_t)(most - least) + 1));
}

#endif
