/*
 * All that copper must keep away from; and the one place of the lattice that knows how far a track
 * or a via keeps from each.
 */
#ifndef LW_GRID_OBSTACLES_H
#define LW_GRID_OBSTACLES_H

#include "base/arena.h"
#include "geom/index.h"
#include "leeway/board.h"

/* Copper that asks for room: a track or a via of a net class. */
typedef struct lw_mover {
    lw_kind kind;
    uint32_t class_id;
    lw_nm radius; /* half the width or diameter */
    lw_nm drill;  /* radius of a via's hole */
    bool in_pads; /* a via that may stand in surface pads of its net */
} lw_mover;

/* One condition of an obstacle: a mover whose `radius` is nearer to `shape` than `gap` breaks it.
 */
typedef struct lw_demand {
    lw_shape shape;
    lw_nm radius;
    lw_nm gap;
    lw_net_id exempt; /* the net that need not meet it; LW_NO_NET: all must */
} lw_demand;

#define LW_DEMANDS_MOST 3

/* Writes what an item demands of a mover; returns how many demands. */
uint32_t lw_item_demands(const lw_board *board, const lw_item *item, const lw_mover *mover,
                         lw_demand out[LW_DEMANDS_MOST]);

/* The mover of a net class. */
lw_mover lw_class_track(const lw_board *board, uint32_t class_id);
lw_mover lw_class_via(const lw_board *board, uint32_t class_id);

/* Whether the shape lies in one window of the keepout with all of its copper. */
bool lw_window_holds(const lw_keepout *keepout, lw_shape shape);
/* Even-odd over all loops; true for a board without a loop. */
bool lw_on_board(const lw_board *board, lw_point point);

typedef struct lw_obstacles {
    const lw_board *board;
    lw_arena *arena;
    lw_box box;      /* of the board */
    lw_nm reach;     /* the farthest that copper may have to keep from anything */
    lw_index *index; /* of items */
    LW_LIST(lw_item) items;
} lw_obstacles;

/* `expected` obstacles make the best use of the memory, more are fine. */
lw_obstacles *lw_obstacles_new(const lw_board *board, lw_box box, uint32_t expected);
void lw_obstacles_free(lw_obstacles *obstacles); /* NULL is fine */
/* Keeps a copy of the item; the shape's points must live as long. Lines are kept segment by
 * segment. */
void lw_obstacles_add(lw_obstacles *obstacles, const lw_item *item);

/* Forgets all items but the first `count`. */
void lw_obstacles_rewind(lw_obstacles *obstacles, uint32_t count);

/* The first obstacle that is too near to copper of the net with this skeleton and mover; NULL:
 * there is none. `layers` counts for tracks, vias go through all. */
const lw_item *lw_obstacles_first(const lw_obstacles *obstacles, lw_net_id net, lw_layers layers,
                                  const lw_mover *mover, const lw_point *points, uint32_t count);
/* Whether such copper may lie there: on the board, and near to no obstacle. */
bool lw_obstacles_allow(const lw_obstacles *obstacles, lw_net_id net, lw_layers layers,
                        const lw_mover *mover, const lw_point *points, uint32_t count);

#endif
