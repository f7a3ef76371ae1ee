/* Small boards by hand. */
#ifndef LW_TEST_BOARD_MAKE_H
#define LW_TEST_BOARD_MAKE_H

#include <string.h>

#include "board/build.h"

/* An empty board of so many layers. */
static inline lw_board *make_board(uint32_t layers)
{
    lw_board *board = lw_board_new("test.xml", "", 0);
    for (uint32_t i = 0; i < layers; i++)
        lw_list_add(board->arena, &board->layers)->name = "layer";
    return board;
}

static inline lw_shape make_shape(lw_board *board, const lw_point *points, uint32_t count,
                                  bool filled, lw_nm radius)
{
    lw_point *copy = lw_arena_copy(board->arena, points, count, sizeof *points);
    return (lw_shape){copy, count, filled, radius};
}

static inline lw_shape make_spot(lw_board *board, lw_nm x, lw_nm y, lw_nm radius)
{
    return make_shape(board, &(lw_point){x, y}, 1, false, radius);
}

static inline lw_shape make_segment(lw_board *board, lw_nm x1, lw_nm y1, lw_nm x2, lw_nm y2,
                                    lw_nm radius)
{
    const lw_point ends[] = {{x1, y1}, {x2, y2}};
    return make_shape(board, ends, 2, false, radius);
}

static inline lw_net_id make_net(lw_board *board, const char *name)
{
    lw_list_add(board->arena, &board->nets)->name = lw_intern(board->names, name);
    return (lw_net_id)board->nets.count - 1;
}

/* A round pad of an element of no package. */
static inline uint32_t make_pad(lw_board *board, lw_net_id net, lw_nm x, lw_nm y, lw_nm radius,
                                lw_layers layers)
{
    uint32_t index = board->pads.count;
    lw_pad *pad = lw_list_add(board->arena, &board->pads);
    pad->name = "p";
    pad->net = net;
    pad->at = (lw_point){x, y};
    pad->layers = layers;
    *lw_list_add(board->arena, &pad->copper) = (lw_copper){layers, make_spot(board, x, y, radius)};
    if (net != LW_NO_NET)
        *lw_list_add(board->arena, &board->nets.at[net].pads) = index;
    return index;
}

static inline void make_plain_copper(lw_board *board, lw_layers layers, lw_shape shape)
{
    lw_list_add(board->arena, &board->copper)->copper = (lw_copper){layers, shape};
}

#endif
