#include "wave/ring.h"

#include <criterion/criterion.h>
#include "check_leaks.h"
#include "random.h"

/* A ring beside a plain list of what waits, in the order in which it came. */
typedef struct pair {
    lw_ring ring;
    struct {
        uint32_t key;
        int32_t value;
    } list[256];
    uint32_t count;
} pair;

static void push(pair *p, uint32_t key, int32_t value)
{
    cr_assert(lw_ring_push(&p->ring, key, value));
    p->list[p->count].key = key;
    p->list[p->count++].value = value;
}

/* Takes the first or the last of those with the key out of the list. */
static int32_t take(pair *p, uint32_t key, bool last)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->list[i].key == key && (last || found == UINT32_MAX))
            found = i;
    cr_assert_neq(found, UINT32_MAX);
    int32_t value = p->list[found].value;
    for (uint32_t i = found + 1; i < p->count; i++)
        p->list[i - 1] = p->list[i];
    p->count--;
    return value;
}

static uint32_t least_key(const pair *p)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < p->count; i++)
        least = p->list[i].key < least ? p->list[i].key : least;
    return least;
}

Test(ring, gives_what_a_plain_list_gives)
{
    uint64_t seed = 5;
    for (int turned = 0; turned < 2; turned++) {
        pair p = {0};
        uint32_t now = 0;
        lw_ring_open(&p.ring, 100, 1000);
        for (int32_t i = 0; i < 20000; i++) {
            /* Full batches of one key when they are turned: then nothing is added to it. */
            for (int64_t n = random_between(&seed, 0, 3); n > 0 && p.count < 200; n--)
                push(&p, now + (uint32_t)random_between(&seed, 1, 100), i);
            if (p.count == 0)
                continue;
            now = least_key(&p);
            uint32_t key = now > 3 ? now - 3 : 0;
            cr_assert(lw_ring_next(&p.ring, &key));
            cr_assert_eq(key, now);
            if (turned)
                lw_ring_turn(&p.ring, now);
            do
                cr_assert_eq(lw_ring_pop(&p.ring, now), take(&p, now, !turned));
            while (lw_ring_waits(&p.ring, now) && turned);
        }
        lw_ring_clear(&p.ring);
        uint32_t key = now;
        cr_expect_not(lw_ring_next(&p.ring, &key));
        lw_ring_close(&p.ring);
    }
    lw_test_no_leaks();
}

Test(ring, holds_only_what_waits)
{
    lw_ring ring;
    lw_ring_open(&ring, 10, 100000);
    for (uint32_t i = 0; i < 100000; i++) {
        cr_assert(lw_ring_push(&ring, i, 7));
        cr_assert_eq(lw_ring_pop(&ring, i), 7);
    }
    cr_expect_leq(ring.room, 4096);
    lw_ring_close(&ring);
}

Test(ring, refuses_more_than_its_limit)
{
    lw_ring ring;
    lw_ring_open(&ring, 10, 3);
    for (int32_t i = 0; i < 3; i++)
        cr_expect(lw_ring_push(&ring, 4, i));
    cr_expect_not(lw_ring_push(&ring, 5, 3));
    cr_expect_eq(lw_ring_pop(&ring, 4), 2);
    cr_expect(lw_ring_push(&ring, 5, 3));
    cr_expect_not(lw_ring_push(&ring, 5, 4));
    lw_ring_clear(&ring);
    for (int32_t i = 0; i < 3; i++)
        cr_expect(lw_ring_push(&ring, 9, i));
    cr_expect_not(lw_ring_push(&ring, 9, 3));
    lw_ring_close(&ring);
    lw_test_no_leaks();
}
