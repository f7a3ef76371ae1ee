/*
 * A* over priced cells where a bend costs: what is searched are cells together with the direction
 * in which they are entered. A wave that marks a cell when it first comes there misses the cheapest
 * path, as a dearer way in may save a bend on the way out.
 *
 * Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
 * Minimum Cost Paths", IEEE Trans. SSC-4 (1968).
 */
#ifndef LW_WAVE_DIRECTED_H
#define LW_WAVE_DIRECTED_H

#include "leeway/base.h"

/* Nodes are stored layer by layer, row by row, with a rim of closed ones around each layer. */
typedef struct lw_priced {
    int32_t stride, plane, layers;
    const uint32_t *price; /* of entering a node; 0: closed */
    uint32_t least, most;  /* no price that is not 0 is below or above; most > 0 */
    uint32_t bend;         /* between two steps of different directions in a layer */
    uint32_t via;          /* of going to the layer above or below, on top of the node's price */
} lw_priced;

/* One place in some layers, from the first to the last. */
typedef struct lw_stand {
    int32_t place, first, last;
} lw_stand;

typedef struct lw_errand {
    lw_stand from, to;
    uint32_t most;               /* dearer paths are not wanted */
    bool (*stop)(void *context); /* polled now and then; may be NULL */
    void *context;
} lw_errand;

/* A cheapest path, both ends included and paid for. It comes to no node twice: where the price of a
 * bend is worth a loop over other layers, the loop is cut, and the path costs more than `cost`. */
typedef struct lw_trail {
    const int32_t *nodes; /* the space's until its next search */
    uint32_t count;       /* 0: there is none */
    uint32_t cost;        /* no path costs less */
    uint64_t expanded;
    bool stopped;
} lw_trail;

typedef struct lw_directed lw_directed;

lw_directed *lw_directed_new(const lw_priced *field); /* NULL: no memory */
void lw_directed_free(lw_directed *space);
size_t lw_directed_size(const lw_priced *field);

/* The field has the size and no higher prices than that which the space was made for. */
lw_trail lw_directed_find(lw_directed *space, const lw_priced *field, const lw_errand *errand);

#endif
