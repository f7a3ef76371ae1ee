#include <criterion/criterion.h>
#include "base/sort.h"

enum { MOST = 300 };

/* Of all numbers there are as many as before, and none is followed by a smaller one. */
static void check(const uint64_t *before, size_t count, const char *name)
{
    uint64_t after[MOST];
    memcpy(after, before, sizeof after);
    lw_sort(after, count);
    for (size_t i = 0; i < count; i++) {
        size_t had = 0, has = 0;
        for (size_t k = 0; k < count; k++) {
            had += before[k] == before[i];
            has += after[k] == before[i];
        }
        cr_assert_eq(has, had, "%s, %zu numbers: %zu of one, not %zu", name, count, has, had);
        cr_assert(i == 0 || after[i - 1] <= after[i], "%s, %zu numbers: %zu", name, count, i);
    }
    for (size_t i = count; i < MOST; i++)
        cr_assert_eq(after[i], before[i], "%s, %zu numbers: one behind them", name, count);
}

Test(sort, puts_runs_and_random_numbers_in_order)
{
    static const size_t counts[] = {0, 1, 2, 3, 4, 7, 64, 65, MOST};
    uint64_t random = 1, up[MOST], down[MOST], same[MOST], saw[MOST], any[MOST], few[MOST];
    for (size_t i = 0; i < MOST; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        up[i] = i;
        down[i] = UINT64_MAX - i;
        same[i] = 5;
        saw[i] = i % 40 < 20 ? i % 40 : 40 - i % 40;
        any[i] = random;
        few[i] = random >> 62;
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check(up, counts[i], "up");
        check(down, counts[i], "down");
        check(same, counts[i], "same");
        check(saw, counts[i], "saw");
        check(any, counts[i], "any");
        check(few, counts[i], "few");
    }
}
