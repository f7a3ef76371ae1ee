/* Where the nodes of a lattice stand, and what it takes to keep them; fit.c chooses. */
#ifndef LW_GRID_LAYOUT_H
#define LW_GRID_LAYOUT_H

#include "grid/obstacles.h"
#include "leeway/grid.h"

/* Column and row i stand at origin + i * pitch. The first and the last of both are the rim. */
typedef struct lw_layout {
    lw_nm pitch;
    lw_point origin;
    int32_t cols, rows, layers; /* rim included */
    int32_t stride, plane;      /* nodes from row to row, from layer to layer */
} lw_layout;

static inline lw_point lw_layout_point(const lw_layout *layout, int32_t col, int32_t row)
{
    return (lw_point){
        (lw_nm)(layout->origin.x + (int64_t)col * layout->pitch),
        (lw_nm)(layout->origin.y + (int64_t)row * layout->pitch),
    };
}

/* Net classes with the same rules are one rule class. */
typedef struct lw_rule_class {
    lw_mover track, via;
    uint16_t *owner;     /* layers * plane */
    uint8_t *closed;     /* layers * plane */
    uint16_t *via_owner; /* plane */
    void *kept;          /* copy of the three, one behind the other; NULL: none */
} lw_rule_class;

/*
 * Chooses the layout for a board: its pitch, unless the options ask for one, and where it lies.
 * `obstacles` hold all items, `classes` the rule classes, which need no arrays yet. LW_ERR_OPTION
 * when the pitch that is asked for cannot be used, LW_ERR_MEMORY.
 */
lw_status lw_layout_fit(const lw_obstacles *obstacles, const lw_rule_class *classes,
                        uint32_t class_count, const lw_grid_options *options, lw_layout *out,
                        lw_error *err) LW_MUST_CHECK;

/* Bytes of the arrays of all rule classes. */
size_t lw_lattice_bytes(const lw_grid_plan *plan);
/* What a lattice of this layout would be like. */
lw_grid_plan lw_layout_plan(const lw_layout *layout, uint32_t class_count,
                            const lw_grid_options *options);

#endif
