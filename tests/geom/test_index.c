#include <criterion/criterion.h>
#include <stdlib.h>

#include "check_leaks.h"
#include "geom/index.h"
#include "random.h"

enum { COUNT = 2000 };

static lw_box random_box(uint64_t *state, lw_nm range, lw_nm size)
{
    lw_nm x = (lw_nm)random_between(state, -range, range);
    lw_nm y = (lw_nm)random_between(state, -range, range);
    lw_nm most = random_next(state) % 10 ? size : size * 20;
    return (lw_box){x, y, x + (lw_nm)random_between(state, 0, most),
                    y + (lw_nm)random_between(state, 0, most)};
}

static uint32_t find_all(const lw_index *index, lw_box box, uint32_t *found)
{
    uint32_t count = 0;
    lw_cursor cursor = lw_index_find(index, box);
    while (lw_index_next(&cursor, &found[count]))
        count++;
    return count;
}

/* Worlds smaller and larger than what is in them, also without any size. */
static const struct {
    lw_box world;
    uint32_t expected;
} shapes[] = {
    {{-10000000, -10000000, 10000000, 10000000}, COUNT},
    {{-10000000, -10000000, 10000000, 10000000}, 1},
    {{0, 0, 1000000, 1000000}, COUNT},
    {{INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}, COUNT},
    {{0, 0, 0, 0}, COUNT},
    {{-10000000, 0, 10000000, 0}, COUNT},
    {{1, 1, 0, 0}, COUNT},
};

Test(index, finds_what_meets_and_each_once)
{
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        static lw_box boxes[COUNT];
        static uint32_t found[COUNT + 1];
        uint64_t state = s;
        lw_index *index = lw_index_new(shapes[s].world, shapes[s].expected);
        for (uint32_t i = 0; i < COUNT; i++) {
            boxes[i] = random_box(&state, 12000000, i % 3 ? 300000 : 3000);
            if (i % 50 == 0)
                boxes[i] = lw_box_empty();
            lw_index_add(index, i, boxes[i]);
        }
        size_t hits = 0;
        for (int round = 0; round < 300; round++) {
            lw_box box = random_box(&state, 13000000, round % 2 ? 500000 : 0);
            if (round == 0)
                box = (lw_box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
            uint32_t count = find_all(index, box, found);
            bool seen[COUNT] = {false};
            for (uint32_t i = 0; i < count; i++) {
                cr_assert_not(seen[found[i]], "%u was found twice", found[i]);
                seen[found[i]] = true;
            }
            for (uint32_t i = 0; i < COUNT; i++)
                cr_assert_eq(seen[i], lw_box_meets(boxes[i], box), "world %zu, round %d, %u", s,
                             round, i);
            hits += count;
        }
        cr_expect(hits > 2500);
        lw_index_free(index);
    }
    lw_test_no_leaks();
}

Test(index, finds_in_the_same_order_every_time)
{
    static uint32_t first[COUNT + 1], second[COUNT + 1];
    lw_index *indexes[2];
    for (int k = 0; k < 2; k++) {
        uint64_t state = 9;
        indexes[k] = lw_index_new((lw_box){-1000000, -1000000, 1000000, 1000000}, 100);
        for (uint32_t i = 0; i < COUNT; i++)
            lw_index_add(indexes[k], i, random_box(&state, 1000000, 50000));
    }
    lw_box box = {-500000, -500000, 500000, 500000};
    uint32_t count = find_all(indexes[0], box, first);
    cr_expect_gt(count, 100);
    cr_expect_eq(find_all(indexes[0], box, second), count);
    cr_expect_arr_eq(first, second, count * sizeof *first);
    cr_expect_eq(find_all(indexes[1], box, second), count);
    cr_expect_arr_eq(first, second, count * sizeof *first);
    lw_index_free(indexes[0]);
    lw_index_free(indexes[1]);
}

/* What is left answers like an index that never had more. */
Test(index, forgets_what_was_added_last)
{
    static uint32_t found[COUNT + 1], expected[COUNT + 1];
    const lw_box world = {-1000000, -1000000, 1000000, 1000000};
    lw_index *whole = lw_index_new(world, COUNT), *half = lw_index_new(world, COUNT);
    uint64_t state = 4;
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = round ? COUNT / 2 : 0; i < COUNT; i++) {
            lw_box box = random_box(&state, 1100000, i % 2 ? 50000 : 900000);
            lw_index_add(whole, i, box);
            if (i < COUNT / 2)
                lw_index_add(half, i, box);
        }
        lw_index_forget(whole, COUNT / 2);
        for (int k = 0; k < 100; k++) {
            lw_box box = random_box(&state, 1100000, 300000);
            uint32_t count = find_all(half, box, expected);
            cr_assert_eq(find_all(whole, box, found), count);
            cr_assert_arr_eq(found, expected, count * sizeof *found);
        }
    }
    lw_index_forget(whole, 0);
    cr_expect_eq(find_all(whole, (lw_box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}, found), 0);
    lw_index_free(whole);
    lw_index_free(half);
    lw_test_no_leaks();
}

Test(index, gives_things_at_one_place_in_order_of_adding)
{
    uint32_t found[64];
    lw_index *index = lw_index_new((lw_box){0, 0, 100, 100}, 4);
    for (uint32_t i = 0; i < 50; i++)
        lw_index_add(index, 100 - i, (lw_box){10, 10, 20, 20});
    cr_expect_eq(find_all(index, (lw_box){20, 20, 30, 30}, found), 50);
    for (uint32_t i = 0; i < 50; i++)
        cr_expect_eq(found[i], 100 - i);
    cr_expect_eq(find_all(index, (lw_box){21, 20, 30, 30}, found), 0);
    cr_expect_eq(find_all(index, lw_box_empty(), found), 0);
    lw_index_free(index);
    index = lw_index_new(lw_box_empty(), 0);
    cr_expect_eq(find_all(index, (lw_box){0, 0, 9, 9}, found), 0);
    lw_index_free(index);
    lw_index_free(NULL);
    lw_test_no_leaks();
}
