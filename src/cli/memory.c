/*
 * The heap, and what is said when it is at its end.
 *
 * Fields over a lattice are written from end to end and then read here and there. In pages of 4 KB
 * that is a thousand traps into the kernel on a small board, about a fourth of its time; so the
 * heap begins with a stretch that may be of large pages. Untouched it takes no memory, but counts
 * where a limit is set (ulimit -v, -d); there it would come to be missing elsewhere.
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include "base/heap.h"
#include "cli.h"

/* Small blocks that are refused end the library by abort(), and errno says why it was that. */
static void say_no_memory(int number)
{
    static const char text[] = "leeway: error: not enough memory\n";
    (void)number;
    if (errno != ENOMEM)
        return;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(CLI_USAGE);
}

/* jansson would leave out of a report what it has no memory for. */
static void *block_for_json(size_t size)
{
    return lw_realloc(NULL, size, 1);
}

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { STRETCH = 32 << 20, LARGE_BLOCK = 4 << 20, PAGE = 4096, PAD_USUAL = 128 << 10 };

static bool is_limited(int resource)
{
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static void prepare_heap(void)
{
    if (is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA))
        return;
    mallopt(M_TOP_PAD, STRETCH);
    char *first = malloc(1);
    mallopt(M_TOP_PAD, PAD_USUAL);
    if (!first)
        return;
    /* Larger blocks are by themselves. What is freed stays, for the next lattice. */
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
    mallopt(M_TRIM_THRESHOLD, STRETCH);
    char *begin = first - (uintptr_t)first % PAGE, *end = sbrk(0);
    if (end > begin && end - begin <= 2 * STRETCH)
        madvise(begin, (size_t)(end - begin), MADV_HUGEPAGE);
    free(first);
}

#else

static void prepare_heap(void)
{
}

#endif

void cli_prepare_memory(void)
{
    signal(SIGABRT, say_no_memory);
    json_set_alloc_funcs(block_for_json, free);
    prepare_heap();
}
