/*
 * A* over a field whose nodes may be shared at a price: the search of a negotiating router.
 *
 * Sources: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
 * of Minimum Cost Paths", IEEE Trans. SSC-4 (1968); L. McMurchie, C. Ebeling, "PathFinder: A
 * Negotiation-Based Performance-Driven Router for FPGAs", FPGA (1995), for the price of a node:
 * (base + history) times a toll that rises with the nets that are there.
 */
#ifndef LW_WAVE_CONGESTED_H
#define LW_WAVE_CONGESTED_H

#include "leeway/wave.h"

/* What a search reads of a node at once. */
typedef struct lw_cell {
    uint16_t owner; /* as in lw_field */
    uint8_t closed; /* steps, as in lw_field */
    uint8_t
        count; /* nets whose copper is too near for another one; the searching net's taken off */
} lw_cell;

/* A toll of this keeps the search out. */
#define LW_TOLL_CLOSED 0
#define LW_TOLL_ONE    16

typedef struct lw_terrain {
    int32_t stride, plane, layers;
    const lw_cell *cells;        /* layers * plane */
    const lw_cell *vias;         /* plane: places where layers may change; NULL: nowhere */
    const uint16_t *history;     /* layers * plane */
    const uint16_t *via_history; /* plane */
    const uint32_t *toll; /* by count, 256 of them, in 1/LW_TOLL_ONE; toll[0] is LW_TOLL_ONE */
    uint16_t net;
    uint16_t via_cost;
    uint16_t via_room;  /* the part of it that the toll makes dearer, from 1 on */
    uint16_t bend_cost; /* breaks ties; the state has no direction, so no more than that */
    uint8_t greed; /* the estimate counts greed/16; above 16 paths may be dearer than need be */
    uint16_t step_cost[32][LW_STEPS];
} lw_terrain;

typedef struct lw_window {
    int32_t col1, row1, col2, row2; /* nodes outside are not entered */
} lw_window;

/* Joined with another one, it is that one. */
#define LW_WINDOW_NONE ((lw_window){INT32_MAX, INT32_MAX, -1, -1})

static inline lw_window lw_window_join(lw_window a, lw_window b)
{
    return (lw_window){a.col1 < b.col1 ? a.col1 : b.col1, a.row1 < b.row1 ? a.row1 : b.row1,
                       a.col2 > b.col2 ? a.col2 : b.col2, a.row2 > b.row2 ? a.row2 : b.row2};
}

/* Whether they are no further apart than `reach` nodes, in columns and in rows. */
static inline bool lw_windows_are_near(lw_window a, lw_window b, int32_t reach)
{
    return a.col1 - reach <= b.col2 && b.col1 - reach <= a.col2 && a.row1 - reach <= b.row2 &&
           b.row1 - reach <= a.row2;
}

/* A node where a path may begin or end, and what it costs to do so there. */
typedef struct lw_terminal {
    int32_t node;
    uint32_t cost;
} lw_terminal;

typedef struct lw_seek {
    const lw_terminal *sources;
    uint32_t source_count;
    const lw_terminal *targets;
    uint32_t target_count;
    lw_window window;
    uint64_t limit;              /* of expanded nodes; 0: none */
    bool (*stop)(void *context); /* polled now and then; true gives up; may be NULL */
    void *context;
    /* By place: a path may end there with a via where any bit of the mask is set. NULL: nowhere. */
    const uint8_t *landings;
    uint8_t landing_mask;
} lw_seek;

typedef struct lw_congested lw_congested;

lw_congested *lw_congested_new(int32_t plane, int32_t layers); /* NULL: no memory */
void lw_congested_free(lw_congested *space);
size_t lw_congested_size(int32_t plane, int32_t layers);

/* The cheapest path, from source to target; nodes are the space's until its next search. */
typedef struct lw_way {
    const int32_t *nodes;
    uint32_t count; /* 0: none */
    uint32_t cost;
    uint32_t beyond; /* no way that leaves the window costs less, if the estimate is not greedy */
    bool lands;      /* it ends with a via at the last node */
    uint64_t expanded;
} lw_way;

lw_way lw_congested_find(lw_congested *space, const lw_terrain *terrain, const lw_seek *seek);

#endif
