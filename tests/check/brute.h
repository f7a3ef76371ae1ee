/*
 * Distances and touching a second time, with other means: long double, every pair, no index.
 * Coordinates below a metre and distances that differ by far more than the rounding of a long
 * double keep the answers apart.
 */
#ifndef LW_TEST_CHECK_BRUTE_H
#define LW_TEST_CHECK_BRUTE_H

#include <math.h>
#include "leeway/board.h"

typedef long double real;

static inline real brute_point_to_segment(lw_point p, lw_point a, lw_point b)
{
    real dx = (real)b.x - a.x, dy = (real)b.y - a.y, px = (real)p.x - a.x, py = (real)p.y - a.y;
    real square = dx * dx + dy * dy;
    if (square == 0)
        return sqrtl(px * px + py * py);
    real t = px * dx + py * dy;
    if (t <= 0)
        return sqrtl(px * px + py * py);
    if (t >= square)
        return sqrtl((px - dx) * (px - dx) + (py - dy) * (py - dy));
    return fabsl(px * dy - py * dx) / sqrtl(square);
}

static inline bool brute_cross(lw_point a, lw_point b, lw_point c, lw_point d)
{
    real dx = (real)b.x - a.x, dy = (real)b.y - a.y, ex = (real)d.x - c.x, ey = (real)d.y - c.y;
    real area = dx * ey - dy * ex;
    if (area == 0)
        return false;
    real t = (((real)c.x - a.x) * ey - ((real)c.y - a.y) * ex) / area;
    real u = (((real)c.x - a.x) * dy - ((real)c.y - a.y) * dx) / area;
    return t >= 0 && t <= 1 && u >= 0 && u <= 1;
}

static inline real brute_segments(lw_point a, lw_point b, lw_point c, lw_point d)
{
    if (brute_cross(a, b, c, d))
        return 0;
    return fminl(fminl(brute_point_to_segment(a, c, d), brute_point_to_segment(b, c, d)),
                 fminl(brute_point_to_segment(c, a, b), brute_point_to_segment(d, a, b)));
}

static inline bool brute_inside(lw_point p, lw_shape polygon)
{
    int winding = 0;
    for (uint32_t i = 0; i < polygon.count; i++) {
        lw_point a = polygon.points[i], b = polygon.points[(i + 1) % polygon.count];
        if (a.y <= p.y && b.y > p.y)
            winding += (real)(b.x - a.x) * ((real)p.y - a.y) > ((real)p.x - a.x) * (b.y - a.y);
        else if (b.y <= p.y && a.y > p.y)
            winding += (real)(b.x - a.x) * ((real)p.y - a.y) < ((real)p.x - a.x) * (b.y - a.y);
    }
    return winding & 1;
}

static inline uint32_t brute_sides(lw_shape shape)
{
    return shape.count == 1 || shape.filled ? shape.count : shape.count - 1;
}

/* Between rims; negative where they overlap. */
static inline real brute_gap(lw_shape a, lw_shape b)
{
    real least = INFINITY;
    for (uint32_t i = 0; i < brute_sides(a); i++) {
        for (uint32_t j = 0; j < brute_sides(b); j++)
            least = fminl(least, brute_segments(a.points[i], a.points[(i + 1) % a.count],
                                                b.points[j], b.points[(j + 1) % b.count]));
    }
    if ((a.filled && brute_inside(b.points[0], a)) || (b.filled && brute_inside(a.points[0], b)))
        least = 0;
    return least - a.radius - b.radius;
}

#endif
