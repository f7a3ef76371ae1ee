#include "base/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static bool bytes_of(size_t count, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(count, size, bytes) && *bytes <= PTRDIFF_MAX;
}

void *lw_try_alloc(size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return NULL;
    return calloc(1, bytes ? bytes : 1);
}

void *lw_alloc(size_t count, size_t size)
{
    void *block = lw_try_alloc(count, size);
    if (!block)
        abort();
    return block;
}

void *lw_realloc(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        abort();
    block = realloc(block, bytes ? bytes : 1);
    if (!block)
        abort();
    return block;
}
