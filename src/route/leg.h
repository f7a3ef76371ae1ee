/*
 * A straight part of a stub, which lies off the lattice: which nodes are too near to it. Places and
 * lengths are nanometres of the board.
 */
#ifndef LW_ROUTE_LEG_H
#define LW_ROUTE_LEG_H

#include <stdbool.h>

typedef struct lw_vector {
    double x, y;
} lw_vector;

typedef struct lw_leg {
    lw_vector ends[2];
    double keep; /* nm from its middle to that of other wirings */
    bool steps;  /* these go on from node to node; vias do not */
} lw_leg;

/* Whether no wiring may use the node: it is too near, or the nearer end of a step that passes too
 * closely. Straight steps are as long as the pitch. */
bool lw_leg_is_near(const lw_leg *leg, lw_vector node, double pitch);
/* The part of the line y = at, by x, that is within a radius of the leg; false: there is none. */
bool lw_leg_chord(const lw_leg *leg, double radius, double at, double *from, double *to);

#endif
