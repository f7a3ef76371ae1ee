/* Small questions about points. */
#ifndef LW_GEOM_POINT_H
#define LW_GEOM_POINT_H

#include "leeway/geom.h"

static inline bool lw_same_point(lw_point a, lw_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* Whether b lies between a and c, on the straight way from one to the other. */
static inline bool lw_straight_on(lw_point a, lw_point b, lw_point c)
{
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y;
    int64_t vx = (int64_t)c.x - b.x, vy = (int64_t)c.y - b.y;
    return ux * vy == uy * vx && ux * vx + uy * vy > 0;
}

/* Whether the shapes are made the same way: the same points in the same order. */
static inline bool lw_same_shape(lw_shape a, lw_shape b)
{
    bool same = a.count == b.count && a.filled == b.filled && a.radius == b.radius;
    for (uint32_t i = 0; same && i < a.count; i++)
        same = lw_same_point(a.points[i], b.points[i]);
    return same;
}

#endif
