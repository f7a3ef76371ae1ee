/*
 * Who is where, for nets that may overlap for a while: for every rule class and node the number of
 * nets whose copper is too near for a net of that class.
 *
 * A net's copper is a wiring (nodes and steps of the lattice, vias, stubs). It is stamped as spans
 * of nodes, each node once, so that it can be taken off again. A cell counts to 255 and stays there
 * while there are more. A stub lies between the nodes, so their counts tell only roughly what is
 * near to it: for stubs it is remembered which nodes the wirings run over.
 */
#ifndef LW_ROUTE_OCCUPANCY_H
#define LW_ROUTE_OCCUPANCY_H

#include "base/arena.h"
#include "leeway/grid.h"
#include "wave/congested.h"

/* A straight run of nodes in one layer; first == last for a single node. */
typedef struct lw_reach {
    int32_t first, last;
} lw_reach;

/* A straight piece of copper off the lattice. */
typedef struct lw_stub_line {
    lw_point a, b;
    uint32_t layer;
    lw_nm width;
} lw_stub_line;

typedef struct lw_span_of_nodes {
    int32_t first, count;
} lw_span_of_nodes;

/* What a net has stamped: for each rule class the spans of nodes, then of via places; and its own
 * wiring. */
typedef struct lw_stamps {
    lw_span_of_nodes *spans;
    uint32_t *ends; /* 2 * classes + 1 borders in spans; NULL: nothing stamped */
    uint32_t class_id;
    lw_reach *runs;
    uint32_t run_count;
    int32_t *vias;
    uint32_t via_count;
} lw_stamps;

/* Places around a stub: for each rule class spans of nodes, then of via places. */
typedef struct lw_surrounding {
    const lw_span_of_nodes *spans;
    const uint32_t *ends; /* 2 * classes + 1 borders in spans */
} lw_surrounding;

typedef struct lw_occupancy lw_occupancy;

/* Rule classes are numbered as by lw_occupancy_class(). NULL: no memory. */
lw_occupancy *lw_occupancy_new(const lw_board *board, const lw_lattice *lattice);
void lw_occupancy_free(lw_occupancy *occupancy);
/* Bytes of one for so many nets. */
size_t lw_occupancy_size(const lw_grid_plan *plan, uint32_t nets);

uint32_t lw_occupancy_class(const lw_occupancy *occupancy, lw_net_id net);
/* Planes of a rule class: layers * plane cells, plane cells of via places. */
lw_cell *lw_occupancy_cells(const lw_occupancy *occupancy, uint32_t class_id);
lw_cell *lw_occupancy_vias(const lw_occupancy *occupancy, uint32_t class_id);

typedef struct lw_stamp_copper {
    const lw_reach *runs;
    uint32_t run_count;
    const int32_t *vias; /* places */
    uint32_t via_count;
    const lw_surrounding *const *stubs; /* what is around them */
    uint32_t stub_count;
} lw_stamp_copper;

/* Stamps the copper of a net; what it had stamped must be off. */
void lw_occupancy_put(lw_occupancy *occupancy, lw_net_id net, const lw_stamp_copper *copper,
                      lw_stamps *stamps);
void lw_occupancy_take(lw_occupancy *occupancy, lw_stamps *stamps);

/* Where wirings would be too near to the legs of a stub of a net of this class. */
lw_surrounding lw_occupancy_around(lw_occupancy *occupancy, uint32_t class_id,
                                   const lw_stub_line *legs, uint32_t leg_count, lw_arena *arena);
/* How many nodes and vias of wirings there are, `enough` at most. Stubs are not looked at. */
uint32_t lw_occupancy_wired(const lw_occupancy *occupancy, const lw_surrounding *around,
                            uint32_t enough);
/* Hides the net's own wiring from lw_occupancy_wired(), and shows it again. */
void lw_occupancy_hide(lw_occupancy *occupancy, const lw_stamps *stamps);
void lw_occupancy_show(lw_occupancy *occupancy, const lw_stamps *stamps);

#endif
