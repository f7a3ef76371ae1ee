#include "geom/wide.h"

#include <math.h>
#include "geom/point.h"

/*
 * Everything is decided edge against edge. A point is one edge of no length; of an open line, edge
 * i runs from point i to i + 1; of a polygon the last one runs back to the first point.
 *
 * All comparisons are of squares of integers, hence exact for any coordinates of 32 bits. Distance
 * and place are found with the same comparison, so they cannot disagree with it.
 */

/* "Nearer than r", or "not farther than r" with `touch` 1. */
typedef struct range {
    int64_t r;
    lw_uwide square;
    unsigned touch;
} range;

static range nearer_than(int64_t r)
{
    return (range){r, (lw_uwide)(r < 0 ? 0 : r) * (lw_uwide)(r < 0 ? 0 : r), 0};
}

typedef struct edge {
    lw_point a, b;
} edge;

static uint32_t edge_count(const lw_shape *shape)
{
    return shape->filled || shape->count <= 1 ? shape->count : shape->count - 1;
}

static edge edge_at(const lw_shape *shape, uint32_t i)
{
    return (edge){shape->points[i], shape->points[i + 1 < shape->count ? i + 1 : 0]};
}

/* ---- exact comparisons ---- */

/* 256 bits */
typedef struct product {
    lw_uwide high, low;
} product;

static product multiply(lw_uwide a, lw_uwide b)
{
    const lw_uwide mask = UINT64_MAX;
    lw_uwide low = (a & mask) * (b & mask);
    lw_uwide mid1 = (a >> 64) * (b & mask);
    lw_uwide mid2 = (a & mask) * (b >> 64);
    lw_uwide mid = (low >> 64) + (mid1 & mask) + (mid2 & mask);
    return (product){(a >> 64) * (b >> 64) + (mid1 >> 64) + (mid2 >> 64) + (mid >> 64),
                     mid << 64 | (low & mask)};
}

/* a² < b * c + touch */
static bool square_less(lw_uwide a, lw_uwide b, lw_uwide c, unsigned touch)
{
    if ((a | b | c) >> 63 == 0)
        return a * a < b * c + touch;
    product x = multiply(a, a), y = multiply(b, c);
    if (x.high != y.high)
        return x.high < y.high;
    return touch ? x.low <= y.low : x.low < y.low;
}

static lw_uwide magnitude(lw_wide x)
{
    return (lw_uwide)(x < 0 ? -x : x);
}

static bool point_near(lw_point p, edge e, const range *reach)
{
    lw_vector d = lw_from_to(e.a, e.b), v = lw_from_to(e.a, p);
    lw_wide along = lw_dot(v, d);
    if (along <= 0)
        return (lw_uwide)lw_dot(v, v) < reach->square + reach->touch;
    lw_wide length2 = lw_dot(d, d);
    if (along >= length2) {
        lw_vector w = lw_from_to(e.b, p);
        return (lw_uwide)lw_dot(w, w) < reach->square + reach->touch;
    }
    return square_less(magnitude(lw_cross(d, v)), reach->square, (lw_uwide)length2, reach->touch);
}

static int side(edge e, lw_point p)
{
    lw_wide cross = lw_cross(lw_from_to(e.a, e.b), lw_from_to(e.a, p));
    return (cross > 0) - (cross < 0);
}

/* Across each other in one inner point. Touches are found as a distance of 0 from an end. */
static bool crosses(edge e, edge f)
{
    return side(e, f.a) * side(e, f.b) < 0 && side(f, e.a) * side(f, e.b) < 0;
}

static bool is_point(edge e)
{
    return lw_same_point(e.a, e.b);
}

/* A box of 64 bits, so that it may be grown beyond the range of coordinates. */
typedef struct window {
    int64_t x1, y1, x2, y2;
} window;

static window window_around(edge e, int64_t r)
{
    return (window){
        (e.a.x < e.b.x ? e.a.x : e.b.x) - r,
        (e.a.y < e.b.y ? e.a.y : e.b.y) - r,
        (e.a.x < e.b.x ? e.b.x : e.a.x) + r,
        (e.a.y < e.b.y ? e.b.y : e.a.y) + r,
    };
}

static bool misses(edge e, window w)
{
    return (e.a.x < w.x1 && e.b.x < w.x1) || (e.a.x > w.x2 && e.b.x > w.x2) ||
           (e.a.y < w.y1 && e.b.y < w.y1) || (e.a.y > w.y2 && e.b.y > w.y2);
}

/* Both ends of f on one side of e's line and out of reach of it. The reach is taken along both
 * axes, which is no less than along e, and spares a root; so some such edges are told not to be. */
static bool runs_beside(edge e, edge f, const range *reach)
{
    lw_vector d = lw_from_to(e.a, e.b);
    lw_wide a = lw_cross(d, lw_from_to(e.a, f.a)), b = lw_cross(d, lw_from_to(e.a, f.b));
    lw_wide far = (lw_wide)reach->r * (lw_wide)(magnitude(d.x) + magnitude(d.y));
    return (a > far && b > far) || (a < -far && b < -far);
}

static bool edges_near(edge e, edge f, const range *reach)
{
    if (is_point(e))
        return point_near(e.a, f, reach);
    if (runs_beside(e, f, reach))
        return false;
    if (point_near(f.a, e, reach))
        return true;
    if (is_point(f))
        return false;
    return point_near(f.b, e, reach) || point_near(e.a, f, reach) || point_near(e.b, f, reach) ||
           crosses(e, f);
}

/* ---- shapes ---- */

/* The inside of a polygon, where all of the other lies in it as no edges come near. */
static bool holds_start(const lw_shape *polygon, const lw_shape *other)
{
    return polygon->filled && lw_polygon_holds(polygon->points, polygon->count, other->points[0]);
}

static bool any_edge_near(const lw_shape *a, edge f, const range *reach)
{
    window w = window_around(f, reach->r);
    uint32_t count = edge_count(a);
    for (uint32_t i = 0; i < count; i++) {
        edge e = edge_at(a, i);
        if (!misses(e, w) && edges_near(e, f, reach))
            return true;
    }
    return false;
}

static bool any_edges_near(const lw_shape *a, const lw_shape *b, const range *reach)
{
    for (uint32_t i = 0; i < edge_count(b); i++) {
        if (any_edge_near(a, edge_at(b, i), reach))
            return true;
    }
    return false;
}

/* Box of the skeleton, as the edge from corner to corner. */
static edge diagonal(const lw_shape *shape)
{
    edge box = {shape->points[0], shape->points[0]};
    for (uint32_t i = 1; i < shape->count; i++) {
        lw_point p = shape->points[i];
        box.a.x = p.x < box.a.x ? p.x : box.a.x;
        box.a.y = p.y < box.a.y ? p.y : box.a.y;
        box.b.x = p.x > box.b.x ? p.x : box.b.x;
        box.b.y = p.y > box.b.y ? p.y : box.b.y;
    }
    return box;
}

static bool boxes_near(const lw_shape *a, const lw_shape *b, const range *reach)
{
    return !misses(diagonal(a), window_around(diagonal(b), reach->r));
}

/* The boxes of two edges are looked at anyway. */
static bool near(const lw_shape *a, const lw_shape *b, const range *reach)
{
    return ((a->count <= 2 && b->count <= 2) || boxes_near(a, b, reach)) &&
           (any_edges_near(a, b, reach) || holds_start(a, b) || holds_start(b, a));
}

bool lw_shape_closer(lw_shape a, lw_shape b, lw_nm gap)
{
    range reach = nearer_than((int64_t)gap + a.radius + b.radius);
    return reach.r > 0 && a.count > 0 && b.count > 0 && near(&a, &b, &reach);
}

bool lw_shape_holds(lw_shape shape, lw_point point)
{
    range reach = nearer_than(shape.radius);
    reach.touch = 1;
    lw_shape spot = {.points = &point, .count = 1};
    return shape.count > 0 && near(&shape, &spot, &reach);
}

/* ---- distance and place ---- */

/* Distance of skeletons, rounded down, and where. */
typedef struct nearest {
    int64_t distance;
    lw_point a, b;
} nearest;

static lw_wide divide_rounded(lw_wide value, lw_wide by)
{
    return value < 0 ? -((-value + by / 2) / by) : (value + by / 2) / by;
}

/* e.a + (e.b - e.a) * part / whole, rounded; 0 <= part <= whole */
static lw_point point_along(edge e, lw_wide part, lw_wide whole)
{
    lw_vector d = lw_from_to(e.a, e.b);
    return (lw_point){(lw_nm)(e.a.x + divide_rounded(d.x * part, whole)),
                      (lw_nm)(e.a.y + divide_rounded(d.y * part, whole))};
}

static lw_point foot(lw_point p, edge e)
{
    lw_vector d = lw_from_to(e.a, e.b);
    lw_wide along = lw_dot(lw_from_to(e.a, p), d), length2 = lw_dot(d, d);
    if (along <= 0)
        return e.a;
    return along >= length2 ? e.b : point_along(e, along, length2);
}

/* A guess in floating point, put right by the comparison that everything else uses. */
static int64_t point_distance(lw_point p, edge e)
{
    lw_vector d = lw_from_to(e.a, e.b), v = lw_from_to(e.a, p), w = lw_from_to(e.b, p);
    lw_wide along = lw_dot(v, d), length2 = lw_dot(d, d);
    if (along <= 0)
        return (int64_t)lw_root((lw_uwide)lw_dot(v, v));
    if (along >= length2)
        return (int64_t)lw_root((lw_uwide)lw_dot(w, w));
    int64_t n = (int64_t)((double)magnitude(lw_cross(d, v)) / sqrt((double)length2));
    range reach = nearer_than(n);
    while (n > 0 && point_near(p, e, &reach))
        reach = nearer_than(--n);
    reach = nearer_than(n + 1);
    while (!point_near(p, e, &reach))
        reach = nearer_than(++n + 1);
    return n;
}

static lw_point crossing(edge e, edge f)
{
    lw_vector d = lw_from_to(f.a, f.b);
    lw_wide from = lw_cross(d, lw_from_to(f.a, e.a)), to = lw_cross(d, lw_from_to(f.a, e.b));
    return point_along(e, (lw_wide)magnitude(from), (lw_wide)(magnitude(from) + magnitude(to)));
}

static nearest nearest_of_edges(edge e, edge f)
{
    if (crosses(e, f)) {
        lw_point at = crossing(e, f);
        return (nearest){0, at, at};
    }
    const nearest ends[] = {
        {point_distance(e.a, f), e.a, foot(e.a, f)},
        {point_distance(e.b, f), e.b, foot(e.b, f)},
        {point_distance(f.a, e), foot(f.a, e), f.a},
        {point_distance(f.b, e), foot(f.b, e), f.b},
    };
    nearest best = ends[0];
    for (int i = 1; i < 4; i++) {
        if (ends[i].distance < best.distance)
            best = ends[i];
    }
    return best;
}

static nearest nearest_of_shapes(const lw_shape *a, const lw_shape *b)
{
    nearest best = nearest_of_edges(edge_at(a, 0), edge_at(b, 0));
    range reach = nearer_than(best.distance);
    for (uint32_t i = 0; i < edge_count(a); i++) {
        for (uint32_t j = 0; j < edge_count(b); j++) {
            edge e = edge_at(a, i), f = edge_at(b, j);
            if (best.distance > 0 && !misses(e, window_around(f, reach.r)) &&
                edges_near(e, f, &reach)) {
                best = nearest_of_edges(e, f);
                reach = nearer_than(best.distance);
            }
        }
    }
    if (best.distance > 0 && holds_start(a, b))
        return (nearest){0, b->points[0], b->points[0]};
    if (best.distance > 0 && holds_start(b, a))
        return (nearest){0, a->points[0], a->points[0]};
    return best;
}

lw_gap lw_shape_gap(lw_shape a, lw_shape b)
{
    if (a.count == 0 || b.count == 0)
        return (lw_gap){.distance = INT32_MAX};
    nearest n = nearest_of_shapes(&a, &b);
    return (lw_gap){lw_saturate(n.distance - a.radius - b.radius), n.a, n.b};
}
