/* Products of coordinates: two factors need 66 bits, four need 132. */
#ifndef LW_GEOM_WIDE_H
#define LW_GEOM_WIDE_H

#include "leeway/geom.h"

__extension__ typedef __int128 lw_wide;
__extension__ typedef unsigned __int128 lw_uwide;

typedef struct lw_vector {
    int64_t x, y;
} lw_vector;

static inline lw_vector lw_from_to(lw_point a, lw_point b)
{
    return (lw_vector){(int64_t)b.x - a.x, (int64_t)b.y - a.y};
}

static inline lw_wide lw_cross(lw_vector u, lw_vector v)
{
    return (lw_wide)u.x * v.y - (lw_wide)u.y * v.x;
}

static inline lw_wide lw_dot(lw_vector u, lw_vector v)
{
    return (lw_wide)u.x * v.x + (lw_wide)u.y * v.y;
}

/* The largest integer whose square is not above x; x < 2^68. */
lw_uwide lw_root(lw_uwide x);

static inline lw_nm lw_saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (lw_nm)value;
}

#endif
