#include "geom/flood.h"

#include <stdlib.h>
#include "base/heap.h"
#include "base/union.h"
#include "geom/index.h"

/*
 * From a seed to all that touch it, to all that touch those, and so on. What was reached is taken
 * out of the index, so that nobody looks at it again: it will look around itself.
 */

/* So few are sooner compared each with each. */
#define FEW 12

typedef struct flood {
    const lw_box *boxes;
    lw_touch touch;
    const void *context;
    lw_index *index;
    bool *reached;
    uint32_t *waiting, waiting_count;
    uint32_t *up;
} flood;

static void reach(flood *f, uint32_t thing)
{
    f->reached[thing] = true;
    f->waiting[f->waiting_count++] = thing;
}

static void look_around(flood *f, uint32_t thing)
{
    lw_cursor cursor = lw_index_find(f->index, f->boxes[thing]);
    for (uint32_t other; lw_index_next(&cursor, &other);) {
        if (!f->reached[other]) {
            if (!f->touch(f->context, thing, other))
                continue;
            lw_union_join(f->up, thing, other);
            reach(f, other);
        }
        lw_index_drop(f->index, &cursor);
    }
}

static void compare_each(const lw_box *boxes, uint32_t count, lw_touch touch, const void *context,
                         uint32_t *up)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (lw_union_root(up, i) != lw_union_root(up, k) && lw_box_meets(boxes[i], boxes[k]) &&
                touch(context, i, k))
                lw_union_join(up, i, k);
        }
    }
}

void lw_flood(const lw_box *boxes, uint32_t count, lw_touch touch, const void *context,
              uint32_t *up)
{
    if (count <= FEW) {
        compare_each(boxes, count, touch, context, up);
        return;
    }
    lw_box world = lw_box_empty();
    for (uint32_t i = 0; i < count; i++)
        world = lw_box_join(world, boxes[i]);
    flood f = {.boxes = boxes,
               .touch = touch,
               .context = context,
               .index = lw_index_new(world, count),
               .reached = lw_alloc(count, sizeof *f.reached),
               .waiting = lw_alloc(count, sizeof *f.waiting),
               .up = up};
    for (uint32_t i = 0; i < count; i++)
        lw_index_add(f.index, i, boxes[i]);
    for (uint32_t seed = 0; seed < count; seed++) {
        if (f.reached[seed])
            continue;
        reach(&f, seed);
        while (f.waiting_count > 0)
            look_around(&f, f.waiting[--f.waiting_count]);
    }
    free(f.reached);
    free(f.waiting);
    lw_index_free(f.index);
}
