/*
 * Maps: cells with costs, in layers, and what a step from one cell to the next costs. The wave
 * family (family.h) runs on maps, whatever they were made from: a maze, a grid of a course, a map
 * of a game, the lattice over a board as one net sees it.
 */
#ifndef LEEWAY_MAP_H
#define LEEWAY_MAP_H

#include "leeway/wave.h"

enum {
    LW_MAP_LAYERS_MAX = 64,
    LW_MAP_CELLS_MAX = 1 << 28, /**< the rim included */
    LW_MAP_FACTOR_MAX = 100000, /**< of straight, diagonal, bend, via */
    LW_MAP_VIA = LW_STEPS,      /**< a step that changes the layer; 0 .. 7 are those in a layer */
    LW_MAP_STEPS_MOST = LW_STEPS + LW_MAP_LAYERS_MAX, /**< from one cell */
};

typedef enum lw_weighing {
    LW_WEIGH_ENTERED, /**< a step counts the cost of the cell it enters, times its factor */
    LW_WEIGH_BOTH,    /**< of the cell it leaves and of the one it enters: the same both ways */
} lw_weighing;

/** What steps cost. A step in a layer costs the cells' cost (by `weighing`) times `straight` or
 * `diagonal`; a change of layer costs `via` and, by LW_WEIGH_ENTERED, the cell it enters. */
typedef struct lw_map_rules {
    uint8_t directions; /**< 4 or 8 */
    bool corners;       /**< a diagonal step may touch a blocked cell on its way */
    bool through;       /**< vias lead to every layer, not only to the next ones */
    bool start_counts;  /**< the first cell's cost is part of a path's cost */
    lw_weighing weighing;
    uint32_t straight; /**< 1 .. LW_MAP_FACTOR_MAX */
    uint32_t diagonal; /**< 1 .. */
    uint32_t via;      /**< 0 ..; with LW_WEIGH_BOTH at least 1: every step costs something */
    uint32_t bend;     /**< 0 ..; for each change of direction between two steps in a layer that
                            follow each other; behind a via every direction is as good */
    uint32_t unit;     /**< what people call a cost of 1; 4 for (a + b) * 5 / 4 */
} lw_map_rules;

/** Four directions, a step costs 1, a via 1. */
LW_API lw_map_rules lw_map_rules_plain(void);

/**
 * Cells stand layer by layer, row by row, in a rim of blocked cells one wide, so that each
 * neighbour of a free cell exists. Row 0 is the first of a file, whether it is drawn above or
 * (`y_up`) below.
 */
typedef struct lw_map {
    int32_t cols, rows, layers; /**< without the rim */
    int32_t stride;             /**< from a cell to the one in the next row: cols + 2 */
    int32_t plane;              /**< to the one in the next layer */
    bool y_up;
    lw_map_rules rules;
    uint16_t *cost;  /**< a cell; 0: blocked */
    uint8_t *closed; /**< a cell; bit d: step d from it is closed, kept at both ends; NULL: none */
    uint8_t *joint;  /**< a place (cell of layer 0): 1 where layers may change; NULL: everywhere */
} lw_map;

/** A map of free cells that cost 1, by plain rules. LW_ERR_INPUT when it would be too large,
 * LW_ERR_MEMORY. */
LW_API lw_status lw_map_new(int32_t cols, int32_t rows, int32_t layers, lw_map **out,
                            lw_error *err) LW_MUST_CHECK;
LW_API void lw_map_free(lw_map *map);
/** Gives the map its `closed` or `joint`, if it has none: nothing closed, no layer change. */
LW_API lw_status lw_map_add_closed(lw_map *map, lw_error *err) LW_MUST_CHECK;
LW_API lw_status lw_map_add_joint(lw_map *map, lw_error *err) LW_MUST_CHECK;

/** Cells of all layers, the rim included: what arrays over the map hold. */
static inline int32_t lw_map_size(const lw_map *map)
{
    return map->layers * map->plane;
}

/** The cell at a place from (0, 0); the rim is at -1 and cols or rows. */
static inline int32_t lw_map_cell(const lw_map *map, int32_t x, int32_t y, int32_t layer)
{
    return layer * map->plane + (y + 1) * map->stride + x + 1;
}

typedef struct lw_map_spot {
    int32_t x, y, layer;
} lw_map_spot;

LW_API lw_map_spot lw_map_place(const lw_map *map, int32_t cell);

typedef struct lw_map_step {
    int32_t cell;  /**< where it leads */
    uint8_t step;  /**< LW_E .. LW_SE, or LW_MAP_VIA */
    uint64_t cost; /**< without bends */
} lw_map_step;

/** All legal steps from a free cell, in the order of their directions, vias last; how many. */
LW_API int lw_map_steps(const lw_map *map, int32_t cell, lw_map_step steps[LW_MAP_STEPS_MOST]);

/** All legal steps that lead to a free cell: `cell` is where each comes from. */
LW_API int lw_map_steps_to(const lw_map *map, int32_t cell, lw_map_step steps[LW_MAP_STEPS_MOST]);

/** Between what the costs lie. */
typedef struct lw_map_range {
    uint16_t least, most;       /**< of free cells; both 0 when there is none */
    uint64_t cheapest, dearest; /**< no step costs less or more, bends aside */
} lw_map_range;

LW_API lw_map_range lw_map_measure(const lw_map *map);

/** What the map asks of an algorithm that is to find a cheapest path. */
typedef enum lw_map_demand {
    LW_DEMAND_STEPS, /**< all steps cost the same: the fewest will do */
    LW_DEMAND_COSTS, /**< steps differ in cost */
    LW_DEMAND_BENDS, /**< and what a step costs depends on the one before */
} lw_map_demand;

LW_API lw_map_demand lw_map_demands(const lw_map *map);
/** "every step costs the same", ... */
LW_API const char *lw_map_demand_text(lw_map_demand demand);

enum { LW_COST_ROOM = 48 };

/** A cost in units, with as many decimals as they have parts. */
LW_API void lw_print_cost(const lw_map *map, uint64_t cost, char text[LW_COST_ROOM]);

/** A path is judged by the map alone. */
typedef struct lw_map_path {
    bool legal;         /**< each cell is free and a legal step from the one before */
    uint32_t wrong;     /**< index of the first cell that is not, when not legal */
    uint64_t cost;      /**< in 1 / unit */
    uint32_t steps;     /**< in a layer */
    uint32_t diagonals; /**< of these */
    uint32_t bends, vias;
} lw_map_path;

LW_API lw_map_path lw_map_judge(const lw_map *map, const int32_t *cells, uint32_t count);

#endif
