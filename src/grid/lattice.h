/* What a lattice is made of. */
#ifndef LW_GRID_LATTICE_H
#define LW_GRID_LATTICE_H

#include "grid/layout.h"

struct lw_lattice {
    const lw_board *board;
    lw_layout layout;
    lw_rule_class *classes;
    uint32_t class_count;
    uint32_t *class_of; /* of a net class */
    lw_item_list items; /* of the board; the obstacles' shapes point into it */
    lw_obstacles *obstacles;
    uint32_t kept_obstacles;
    lw_arena *added; /* points of the copper that came after it was kept; NULL: it was not kept */
    size_t size;
    size_t memory; /* size and upkeep, as planned */
    lw_arena *arena;
};

#endif
