/* How far things are from the nearest one of another group. */
#ifndef LW_ROUTE_APART_H
#define LW_ROUTE_APART_H

#include "leeway/geom.h"

typedef struct lw_member {
    lw_point at;
    uint32_t group;
    uint32_t number; /* the caller's; from 0 on, each once */
} lw_member;

/* Writes, by number, the square of the distance to the nearest member of another group; INT64_MAX
 * where there is none. Reorders the members. */
void lw_apart(lw_member *members, uint32_t count, int64_t *distance2);

#endif
