/*
 * Planes: areas that the file gives to a net, and what is left of them around other nets' things.
 *
 * A plane is looked at in cells. Two cells are joined only if copper of some width leads from one
 * to the other with the clearance of its net to everything else, so what is called joined is
 * joined; a passage narrower than that, or than the cells show, is not counted. Of two planes over
 * each other the smaller one is cut out of the larger.
 */
#ifndef LW_BOARD_PLANES_H
#define LW_BOARD_PLANES_H

#include "leeway/board.h"

typedef struct lw_planes lw_planes;

/* Pieces of a net's planes that hang together, by number. */
typedef struct lw_islands {
    uint32_t first, count;
} lw_islands;

bool lw_board_has_planes(const lw_board *board);
/* The board's planes around all of its items, which must outlive them; NULL: it has none. */
lw_planes *lw_planes_new(const lw_board *board, const lw_item_list *items);
void lw_planes_free(lw_planes *planes); /* NULL is fine */

/* None of a NULL, or of LW_NO_NET. */
lw_islands lw_planes_of_net(const lw_planes *planes, lw_net_id net);
/* All islands of all nets. */
uint32_t lw_planes_count(const lw_planes *planes);
/* Cells of an island. */
uint32_t lw_planes_size(const lw_planes *planes, uint32_t island);
uint32_t lw_planes_layer(const lw_planes *planes, uint32_t island);
/* The layers on which an island of the net is at the point. */
lw_layers lw_planes_reach(const lw_planes *planes, lw_net_id net, lw_layers layers, lw_point at);

/* Calls `join` with the islands of its net that an item touches, some perhaps more than once. */
typedef void (*lw_join_island)(void *context, uint32_t island);
void lw_planes_touch(const lw_planes *planes, const lw_routes *routes, const lw_item *item,
                     lw_join_island join, void *context);
/* The same for a hole of the net through all layers. */
void lw_planes_touch_hole(const lw_planes *planes, lw_net_id net, lw_point at, lw_join_island join,
                          void *context);

#endif
