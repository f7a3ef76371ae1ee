/*
 * A merge sort that begins with the runs that are there: neighbouring runs are merged in passes
 * until one is left.
 */
#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/heap.h"

/* The end of the run that begins at `from`; one that falls is turned around. */
static size_t end_of_run(uint64_t *numbers, size_t from, size_t count)
{
    size_t end = from + 1;
    if (end == count || numbers[end] >= numbers[from]) {
        while (end < count && numbers[end] >= numbers[end - 1])
            end++;
        return end;
    }
    while (end < count && numbers[end] < numbers[end - 1])
        end++;
    for (size_t i = from, k = end - 1; i < k; i++, k--) {
        uint64_t swap = numbers[i];
        numbers[i] = numbers[k];
        numbers[k] = swap;
    }
    return end;
}

static void merge(const uint64_t *a, const uint64_t *b, const uint64_t *end, uint64_t *out)
{
    const uint64_t *a_end = b;
    while (a < a_end && b < end) {
        bool first = *a <= *b;
        *out++ = first ? *a : *b;
        a += first;
        b += !first;
    }
    memcpy(out, a, (size_t)(a_end - a) * sizeof *out);
    memcpy(out + (a_end - a), b, (size_t)(end - b) * sizeof *out);
}

/* One pass; how many runs are left. */
static size_t merge_runs(const uint64_t *from, size_t *ends, size_t runs, uint64_t *to)
{
    size_t begin = 0, left = 0;
    for (size_t i = 0; i < runs; i += 2) {
        size_t middle = ends[i], end = i + 1 < runs ? ends[i + 1] : middle;
        merge(from + begin, from + middle, from + end, to + begin);
        ends[left++] = begin = end;
    }
    return left;
}

void lw_sort(uint64_t *numbers, size_t count)
{
    size_t first = count > 0 ? end_of_run(numbers, 0, count) : 0, runs = 1;
    if (first == count)
        return;
    size_t *ends = lw_realloc(NULL, count, sizeof *ends);
    uint64_t *from = numbers, *to = lw_realloc(NULL, count, sizeof *to), *spare = to;
    ends[0] = first;
    while (ends[runs - 1] < count) {
        ends[runs] = end_of_run(numbers, ends[runs - 1], count);
        runs++;
    }
    while (runs > 1) {
        runs = merge_runs(from, ends, runs, to);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != numbers)
        memcpy(numbers, from, count * sizeof *numbers);
    free(spare);
    free(ends);
}
