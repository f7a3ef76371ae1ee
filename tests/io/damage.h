/* Texts with damage, the same on every machine. */
#ifndef LW_TEST_IO_DAMAGE_H
#define LW_TEST_IO_DAMAGE_H

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "random.h"

/* Hands over the text so many times: of three one is cut, one has some of the likely letters in it,
 * and one has any. It ends in a zero byte. */
static inline void damage(const char *text, size_t size, int times, const char *likely,
                          void (*survive)(const char *text, size_t size))
{
    uint64_t state = 1;
    char *copy = lw_alloc(size + 1, 1);
    for (int i = 0; i < times; i++) {
        memcpy(copy, text, size);
        size_t length = i % 3 == 0 ? random_next(&state) % size : size;
        for (uint64_t flips = 1 + random_next(&state) % 4; flips > 0 && i % 3 != 0; flips--) {
            uint64_t random = random_next(&state);
            copy[random_next(&state) % size] =
                i % 3 == 1 ? likely[random % strlen(likely)] : (char)random;
        }
        copy[length] = '\0';
        survive(copy, length);
    }
    free(copy);
}

#endif
