#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/union.h"
#include "check_leaks.h"
#include "geom/flood.h"
#include "geom/index.h"
#include "random.h"

static bool boxes_touch(const void *context, uint32_t a, uint32_t b)
{
    const lw_box *boxes = context;
    return lw_box_meets(boxes[a], boxes[b]);
}

/* Against each with each, for sparse things and dense ones. */
Test(flood, joins_what_touches_directly_or_by_others)
{
    enum { MOST = 400 };
    static const struct {
        uint32_t count;
        lw_nm world, size;
    } table[] = {{0, 100, 1},      {1, 100, 1},        {5, 100, 30},        {12, 100, 30},
                 {13, 100, 30},    {400, 100000, 300}, {400, 100000, 3000}, {400, 100000, 9000},
                 {400, 1000, 500}, {400, 1, 1}};
    uint64_t random = 1;
    static lw_box boxes[MOST];
    static uint32_t up[MOST], each[MOST];
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        uint32_t count = table[t].count;
        for (uint32_t i = 0; i < count; i++) {
            lw_nm x = (lw_nm)random_between(&random, 0, table[t].world - 1);
            lw_nm y = (lw_nm)random_between(&random, 0, table[t].world - 1);
            lw_nm w = (lw_nm)random_between(&random, 0, table[t].size - 1);
            boxes[i] = (lw_box){x, y, x + w, y + table[t].size - w};
        }
        lw_union_clear(up, count);
        lw_union_clear(each, count);
        lw_flood(boxes, count, boxes_touch, boxes, up);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                if (lw_box_meets(boxes[i], boxes[k]))
                    lw_union_join(each, i, k);
            }
        }
        for (uint32_t i = 0; i < count; i++)
            cr_expect_eq(lw_union_root(up, i), lw_union_root(each, i), "%zu: %u", t, i);
    }
    lw_test_no_leaks();
}

static bool count_asked(const void *context, uint32_t a, uint32_t b)
{
    uint32_t **asked = (uint32_t **)(uintptr_t)context;
    ++**asked;
    return a != b;
}

Test(flood, asks_little_of_a_heap_at_one_place)
{
    enum { COUNT = 20000 };
    lw_box *boxes = calloc(COUNT, sizeof *boxes);
    uint32_t *up = calloc(COUNT, sizeof *up), asked = 0, *at = &asked;
    lw_union_clear(up, COUNT);
    lw_flood(boxes, COUNT, count_asked, &at, up);
    cr_expect_eq(asked, COUNT - 1, "asked %u times", asked);
    cr_expect_eq(lw_union_root(up, COUNT - 1), 0);
    free(boxes);
    free(up);
}

Test(flood, an_index_forgets_what_a_query_drops)
{
    lw_index *index = lw_index_new((lw_box){0, 0, 1000000, 1000000}, 100);
    for (uint32_t i = 0; i < 100; i++)
        lw_index_add(index, i, (lw_box){0, 0, (lw_nm)(i % 3) * 100000, 10});
    uint32_t found = 0, left = 0;
    lw_cursor cursor = lw_index_find(index, (lw_box){0, 0, 5, 5});
    for (uint32_t i; lw_index_next(&cursor, &i);) {
        found++;
        if (i % 2)
            lw_index_drop(index, &cursor);
    }
    cr_expect_eq(found, 100);
    cursor = lw_index_find(index, (lw_box){0, 0, 5, 5});
    for (uint32_t i; lw_index_next(&cursor, &i); left++)
        cr_expect_eq(i % 2, 0);
    cr_expect_eq(left, 50);
    lw_index_free(index);
}
