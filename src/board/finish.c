#include <stdlib.h>

#include "base/union.h"
#include "board/build.h"
#include "geom/flood.h"
#include "geom/index.h"

/*
 * Pieces of plain copper that touch each other, directly or through further pieces, are one heap.
 * What a heap touches decides about all its pieces: pads of one net take them, pads of several nets
 * are listed, and where there are only pads without a net the first of them takes them.
 */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t sort_unique(uint32_t *at, uint32_t count)
{
    if (count == 0)
        return 0;
    qsort(at, count, sizeof *at, compare_numbers);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++) {
        if (at[i] != at[kept - 1])
            at[kept++] = at[i];
    }
    return kept;
}

static bool touch(const lw_copper *a, const lw_copper *b)
{
    return (a->layers & b->layers) && lw_shape_closer(a->shape, b->shape, 1);
}

static lw_box world_of(const lw_board *board)
{
    lw_box world = lw_box_empty();
    for (uint32_t i = 0; i < board->copper.count; i++)
        world = lw_box_join(world, lw_shape_box(board->copper.at[i].copper.shape));
    return world;
}

static bool pieces_touch(const void *context, uint32_t a, uint32_t b)
{
    const lw_board *board = context;
    return touch(&board->copper.at[a].copper, &board->copper.at[b].copper);
}

static uint32_t *find_heaps(const lw_board *board, lw_arena *scratch, lw_index *index)
{
    uint32_t count = board->copper.count;
    uint32_t *parent = LW_NEW_MANY(scratch, uint32_t, count);
    lw_box *boxes = LW_NEW_MANY(scratch, lw_box, count);
    lw_union_clear(parent, count);
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = lw_shape_box(board->copper.at[i].copper.shape);
        lw_index_add(index, i, boxes[i]);
    }
    lw_flood(boxes, count, pieces_touch, board, parent);
    return parent;
}

typedef struct heap {
    LW_LIST(uint32_t) nets; /* of the pads it touches */
    uint32_t taker;         /* first pad with a net */
    uint32_t loner;         /* first pad without one */
    bool has_loner;
    uint32_t met; /* the pad that it met last, plus 1 */
} heap;

static void heap_meets_pad(lw_arena *scratch, heap *h, const lw_board *board, uint32_t pad)
{
    lw_net_id net = board->pads.at[pad].net;
    if (net != LW_NO_NET) {
        if (h->nets.count == 0)
            h->taker = pad;
        *lw_list_add(scratch, &h->nets) = (uint32_t)net;
    } else if (!h->has_loner) {
        h->loner = pad;
        h->has_loner = true;
    }
}

static heap *gather_pads(const lw_board *board, lw_arena *scratch, const lw_index *index,
                         uint32_t *parent)
{
    heap *heaps = LW_NEW_MANY(scratch, heap, board->copper.count);
    for (uint32_t pad = 0; pad < board->pads.count; pad++) {
        const lw_pad *p = &board->pads.at[pad];
        for (uint32_t k = 0; k < p->copper.count; k++) {
            lw_cursor cursor = lw_index_find(index, lw_shape_box(p->copper.at[k].shape));
            for (uint32_t piece; lw_index_next(&cursor, &piece);) {
                heap *h = &heaps[lw_union_root(parent, piece)];
                if (h->met == pad + 1 || !touch(&p->copper.at[k], &board->copper.at[piece].copper))
                    continue;
                h->met = pad + 1;
                heap_meets_pad(scratch, h, board, pad);
            }
        }
    }
    for (uint32_t i = 0; i < board->copper.count; i++)
        heaps[i].nets.count = sort_unique(heaps[i].nets.at, heaps[i].nets.count);
    return heaps;
}

static void give_to_pad(lw_board *board, uint32_t pad, lw_copper copper)
{
    lw_pad *p = &board->pads.at[pad];
    p->layers |= copper.layers;
    *lw_list_add(board->arena, &p->copper) = copper;
}

static void share_out(lw_board *board, const heap *heaps, uint32_t *parent)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < board->copper.count; i++) {
        lw_plain_copper plain = board->copper.at[i];
        const heap *h = &heaps[lw_union_root(parent, i)];
        if (h->nets.count == 1) {
            give_to_pad(board, h->taker, plain.copper);
        } else if (h->nets.count == 0 && h->has_loner) {
            give_to_pad(board, h->loner, plain.copper);
        } else {
            for (uint32_t k = 0; k < h->nets.count; k++)
                *lw_list_add(board->arena, &plain.nets) = (lw_net_id)h->nets.at[k];
            board->copper.at[kept++] = plain;
        }
    }
    board->copper.count = kept;
}

static void assign_plain_copper(lw_board *board)
{
    lw_arena *scratch = lw_arena_new();
    lw_index *index = lw_index_new(world_of(board), board->copper.count);
    uint32_t *parent = find_heaps(board, scratch, index);
    share_out(board, gather_pads(board, scratch, index, parent), parent);
    lw_index_free(index);
    lw_arena_free(scratch);
}

/* Where a file says no least width, the narrowest of its classes is one that can be made. */
static void complete_necks(lw_board *board)
{
    lw_nm narrowest = LW_NM_MAX;
    for (uint32_t i = 0; i < board->classes.count; i++)
        if (board->classes.at[i].width < narrowest)
            narrowest = board->classes.at[i].width;
    for (uint32_t i = 0; i < board->classes.count; i++)
        if (board->classes.at[i].neck == 0)
            board->classes.at[i].neck =
                board->rules.min_width > 0 ? board->rules.min_width : narrowest;
}

void lw_board_finish(lw_board *board)
{
    complete_necks(board);
    for (uint32_t i = 0; i < board->nets.count; i++) {
        lw_net *net = &board->nets.at[i];
        net->pads.count = sort_unique(net->pads.at, net->pads.count);
    }
    for (uint32_t i = 0; i < board->pads.count; i++)
        if (board->pads.at[i].clearance > board->pad_clearance)
            board->pad_clearance = board->pads.at[i].clearance;
    if (!board->class_clearance)
        board->class_clearance = lw_arena_alloc(
            board->arena, (size_t)board->classes.count * board->classes.count, sizeof(lw_nm));
    if (board->copper.count > 0)
        assign_plain_copper(board);
}

void lw_board_close(lw_board *board, lw_layers layers, bool tracks, bool vias)
{
    lw_box box = lw_box_grow(lw_board_box(board), 1000000);
    if (lw_box_is_empty(box))
        return;
    const lw_point corners[] = {
        {box.x1, box.y1}, {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}};
    *lw_list_add(board->arena, &board->keepouts) = (lw_keepout){
        .layers = layers,
        .shape = {.points = lw_arena_copy(board->arena, corners, 4, sizeof *corners),
                  .count = 4,
                  .filled = true},
        .tracks = tracks,
        .vias = vias,
    };
}
