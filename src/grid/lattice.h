/* What a lattice is made of; shared by the files of this folder. */
#ifndef LW_GRID_LATTICE_H
#define LW_GRID_LATTICE_H

#include "grid/obstacles.h"
#include "leeway/grid.h"

/* Places of nodes: column and row i stand at origin + i * pitch; the rim is column 0, row 0 and so
 * on. */
typedef struct lw_layout {
    lw_nm pitch;
    lw_point origin;
    int32_t cols, rows, layers;
    int32_t stride, plane;
} lw_layout;

/* Net classes with the same rules are one rule class. */
typedef struct lw_rule_class {
    lw_mover track, via;
    uint16_t *owner;     /* layers * plane */
    uint8_t *closed;     /* layers * plane */
    uint16_t *via_owner; /* plane */
    void *kept;          /* copy of the three, one behind the other; NULL: none */
} lw_rule_class;

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

/*
 * The layout for a board: pitch (0: fitted) and phase. `obstacles` hold all items, `classes` the
 * rule classes without their arrays.
 */
lw_status lw_layout_fit(const lw_obstacles *obstacles, const lw_rule_class *classes,
                        uint32_t class_count, const lw_grid_options *options, lw_layout *out,
                        lw_error *err) LW_MUST_CHECK;

/* Bytes of its arrays. */
size_t lw_lattice_bytes(const lw_grid_plan *plan);
/* What becomes of a layout. */
lw_grid_plan lw_layout_plan(const lw_layout *layout, uint32_t class_count,
                            const lw_grid_options *options);

static inline lw_point lw_layout_point(const lw_layout *layout, int32_t col, int32_t row)
{
    return (lw_point){
        (lw_nm)(layout->origin.x + (int64_t)col * layout->pitch),
        (lw_nm)(layout->origin.y + (int64_t)row * layout->pitch),
    };
}

/* The steps by direction, in columns and rows. */
extern const int8_t lw_step_col[LW_STEPS];
extern const int8_t lw_step_row[LW_STEPS];

#endif
