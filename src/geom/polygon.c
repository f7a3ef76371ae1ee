#include "geom/wide.h"

#include <math.h>

lw_uwide lw_root(lw_uwide x)
{
    lw_uwide root = (lw_uwide)sqrt((double)x);
    while (root * root > x)
        root--;
    while ((root + 1) * (root + 1) <= x)
        root++;
    return root;
}

/* A square root is never half way between integers: (n + 1/2)² is none. */
static int64_t length(lw_vector v)
{
    lw_uwide square = (lw_uwide)lw_dot(v, v);
    lw_uwide root = lw_root(square);
    return (int64_t)(square - root * root > root ? root + 1 : root);
}

lw_nm lw_distance(lw_point a, lw_point b)
{
    return lw_saturate(length(lw_from_to(a, b)));
}

int64_t lw_line_length(const lw_point *points, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 1; i < count; i++)
        sum += length(lw_from_to(points[i - 1], points[i]));
    return sum;
}

double lw_polygon_area2(const lw_point *points, uint32_t count)
{
    lw_wide sum = 0;
    for (uint32_t i = 2; i < count; i++)
        sum += lw_cross(lw_from_to(points[0], points[i - 1]), lw_from_to(points[0], points[i]));
    return (double)sum;
}

static bool between(lw_nm value, lw_nm a, lw_nm b)
{
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

bool lw_polygon_holds(const lw_point *points, uint32_t count, lw_point point)
{
    bool inside = false;
    for (uint32_t i = 0, last = count - 1; i < count; last = i++) {
        lw_point a = points[last], b = points[i];
        if (!between(point.y, a.y, b.y))
            continue;
        lw_wide side = lw_cross(lw_from_to(a, b), lw_from_to(a, point));
        if (side == 0 && between(point.x, a.x, b.x))
            return true;
        /* A ray to the right; each edge owns its lower end only. */
        bool up = b.y > point.y;
        if ((a.y > point.y) != up && (side > 0) == up)
            inside = !inside;
    }
    return inside;
}
