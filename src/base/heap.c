#include "base/heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, LARGE = 4 << 20 };

static bool bytes_of(size_t count, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(count, size, bytes) && *bytes <= PTRDIFF_MAX;
}

/* Fields are read here and there: with pages of 4 KB most reads of a large one would miss the cache
 * of addresses. That the system has none to give is no failure. */
static void take_large_pages(char *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    size_t before = (PAGE - (uintptr_t)block % PAGE) % PAGE;
    madvise(block + before, (bytes - before) / PAGE * PAGE, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

void *lw_try_alloc(size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return NULL;
    char *block = calloc(1, bytes ? bytes : 1);
    if (block && bytes >= LARGE)
        take_large_pages(block, bytes);
    return block;
}

_Noreturn void lw_abort_for_memory(void)
{
    errno = ENOMEM;
    abort();
}

void *lw_alloc(size_t count, size_t size)
{
    void *block = lw_try_alloc(count, size);
    if (!block)
        lw_abort_for_memory();
    return block;
}

void *lw_realloc(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        lw_abort_for_memory();
    block = realloc(block, bytes ? bytes : 1);
    if (!block)
        lw_abort_for_memory();
    return block;
}
