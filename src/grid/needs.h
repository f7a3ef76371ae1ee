/*
 * What pads want of a lattice: where its lines should run for tracks to leave the pads straight, or
 * to pass between two of them where there is hardly room; and how far rows of pads repeat
 * themselves.
 */
#ifndef LW_GRID_NEEDS_H
#define LW_GRID_NEEDS_H

#include "grid/obstacles.h"
#include "leeway/grid.h"

/* The lines of a lattice by what is the same all along one: x, y, x - y, x + y. */
typedef enum lw_lines { LW_LINES_X, LW_LINES_Y, LW_LINES_FALL, LW_LINES_RISE } lw_lines;
enum { LW_LINES_COUNT = 4 };

/* An interval that should hold a line, best of all one at `centre`; measured across the line. */
typedef struct lw_need {
    lw_nm from, to;
    lw_nm centre;
} lw_need;

typedef LW_LIST(lw_need) lw_need_list;

enum { LW_SPACINGS_MOST = 3 };

typedef struct lw_needs {
    lw_need_list of[LW_LINES_COUNT];
    uint32_t count; /* of all kinds */
    /* Of tight rows of pads, the commonest first: how far it is from pad to pad along x or y. Where
     * a pitch goes into that all pads of the row stand alike on the lattice. */
    lw_nm spacing[LW_SPACINGS_MOST];
    uint32_t spacings;
    lw_arena *arena;
} lw_needs;

/* `least` is the net class whose tracks take the least room. When the options' `stop` says true,
 * the needs so far. Free with lw_needs_free(). */
lw_needs lw_needs_new(const lw_obstacles *obstacles, const lw_grid_options *options,
                      uint32_t least);
void lw_needs_free(lw_needs *needs);

#endif
