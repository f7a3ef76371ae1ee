#include <math.h>

#include "board/build.h"

/* Pads, holes, drawings ... of all elements together. */
enum { MOST_PLACED = 2000000 };

/* How far from the origin anything of a package can be, and how many things it has. */
typedef struct extent {
    int64_t reach;
    uint64_t things;
} extent;

static int64_t from_origin(lw_point p)
{
    return (int64_t)ceil(hypot(p.x, p.y));
}

static void add_shape(extent *e, lw_shape shape)
{
    e->things += 1 + shape.count / 8;
    for (uint32_t i = 0; i < shape.count; i++) {
        int64_t reach = from_origin(shape.points[i]) + shape.radius;
        e->reach = reach > e->reach ? reach : e->reach;
    }
}

static void add_point(extent *e, lw_point at)
{
    add_shape(e, (lw_shape){.points = &at, .count = 1});
}

static extent package_extent(const lw_package *package)
{
    extent e = {0};
    for (uint32_t i = 0; i < package->pads.count; i++) {
        add_point(&e, package->pads.at[i].at);
        for (uint32_t k = 0; k < package->pads.at[i].copper.count; k++)
            add_shape(&e, package->pads.at[i].copper.at[k].shape);
    }
    for (uint32_t i = 0; i < package->holes.count; i++)
        add_shape(&e, package->holes.at[i].shape);
    for (uint32_t i = 0; i < package->copper.count; i++)
        add_shape(&e, package->copper.at[i].copper.shape);
    for (uint32_t i = 0; i < package->keepouts.count; i++) {
        add_shape(&e, package->keepouts.at[i].shape);
        for (uint32_t k = 0; k < package->keepouts.at[i].windows.count; k++)
            add_shape(&e, package->keepouts.at[i].windows.at[k]);
    }
    for (uint32_t i = 0; i < package->outline.count; i++)
        add_shape(&e, package->outline.at[i]);
    for (uint32_t i = 0; i < package->drawings.count; i++)
        add_shape(&e, package->drawings.at[i].shape);
    for (uint32_t i = 0; i < package->texts.count; i++)
        add_point(&e, package->texts.at[i].placement.at);
    return e;
}

lw_placing lw_board_placing(const lw_board *board, uint32_t *element)
{
    lw_arena *scratch = lw_arena_new();
    extent *extents = LW_NEW_MANY(scratch, extent, board->packages.count);
    for (uint32_t i = 0; i < board->packages.count; i++)
        extents[i] = package_extent(&board->packages.at[i]);
    lw_placing placing = LW_PLACING_FITS;
    uint64_t things = 0;
    for (uint32_t i = 0; i < board->elements.count && placing == LW_PLACING_FITS; i++) {
        const lw_element *e = &board->elements.at[i];
        things += extents[e->package].things;
        *element = i;
        if (extents[e->package].reach + from_origin(e->placement.at) > LW_NM_MAX)
            placing = LW_PLACING_FAR;
        else if (things > MOST_PLACED)
            placing = LW_PLACING_MANY;
    }
    lw_arena_free(scratch);
    return placing;
}
