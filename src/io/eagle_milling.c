/*
 * Milling of a package or of a whole board: which holes its lines stand for, and which of them are
 * plated.
 */
#include "board/build.h"
#include "geom/index.h"
#include "io/eagle.h"

/* Ends of contours that are nearer meet. */
#define CONTOUR_SNAP 50000
/* A pad's own copper comes first: one shape a side, and one for the inside. */
#define MOST_FACES 3

static void add_hole(lw_board *board, lw_package *out, lw_shape shape)
{
    *lw_list_add(board->arena, &out->holes) = (lw_hole){.shape = shape, .milled = true};
}

/* Lines that close are the rims of milled areas; the others are milled as they are. */
static void close_contours(lw_board *board, lw_package *out, const lw_shape *lines, uint32_t count)
{
    lw_nm pen = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lines[i].radius > pen)
            pen = lines[i].radius;
    lw_board *scratch = lw_board_new("", "", 0);
    lw_outline_fault fault;
    lw_outline_join(scratch, lines, count, CONTOUR_SNAP, true, &fault);
    for (uint32_t i = 0; i < scratch->outline.count; i++) {
        lw_shape area = lw_board_keep_shape(board, scratch->outline.at[i]);
        area.radius = pen;
        add_hole(board, out, area);
    }
    for (uint32_t i = 0; i < scratch->edges.count; i++)
        add_hole(board, out, lw_board_keep_shape(board, scratch->edges.at[i]));
    lw_board_free(scratch);
}

static bool covers(const lw_package_pad *pad, lw_shape area)
{
    for (uint32_t c = 0; c < pad->copper.count && c < MOST_FACES; c++) {
        bool whole = true;
        for (uint32_t i = 0; i < area.count && whole; i++)
            whole = lw_shape_holds(pad->copper.at[c].shape, area.points[i]);
        if (whole)
            return true;
    }
    return false;
}

static lw_box point_box(lw_point p)
{
    return (lw_box){p.x, p.y, p.x, p.y};
}

static lw_index *index_drilled_pads(const lw_package *package)
{
    lw_box world = lw_box_empty();
    for (uint32_t i = 0; i < package->pads.count; i++)
        world = lw_box_add(world, package->pads.at[i].at);
    lw_index *index = lw_index_new(world, package->pads.count);
    for (uint32_t i = 0; i < package->pads.count; i++)
        if (package->pads.at[i].drill > 0)
            lw_index_add(index, i, point_box(package->pads.at[i].at));
    return index;
}

/* The first drilled pad whose middle lies in the hole. */
static lw_package_pad *pad_inside(lw_package *package, const lw_index *index, const lw_hole *hole)
{
    lw_package_pad *first = NULL;
    lw_cursor cursor = lw_index_find(index, lw_shape_box(hole->shape));
    for (uint32_t i; lw_index_next(&cursor, &i);) {
        lw_package_pad *pad = &package->pads.at[i];
        if ((!first || pad < first) && lw_shape_holds(hole->shape, pad->at))
            first = pad;
    }
    return first;
}

/*
 * A milled area around the drill of a pad is that pad's plated slot: no hole without copper but
 * more copper of the pad, unless its own covers it anyway.
 */
static void plate_slots(lw_board *board, lw_package *out)
{
    uint32_t left = 0;
    lw_index *index = index_drilled_pads(out);
    for (uint32_t i = 0; i < out->holes.count; i++) {
        lw_hole hole = out->holes.at[i];
        lw_package_pad *owner = hole.milled ? pad_inside(out, index, &hole) : NULL;
        if (!owner)
            out->holes.at[left++] = hole;
        else if (!covers(owner, hole.shape))
            *lw_list_add(board->arena, &owner->copper) =
                (lw_copper){lw_board_layers(board), hole.shape};
    }
    out->holes.count = left;
    lw_index_free(index);
}

void lw_eagle_finish_milling(eagle_reader *r, lw_package *out, const lw_shape *lines,
                             uint32_t count)
{
    if (count > 0)
        close_contours(r->board, out, lines, count);
    if (out->holes.count > 0)
        plate_slots(r->board, out);
}
