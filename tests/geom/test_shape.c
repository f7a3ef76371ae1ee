#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "leeway/geom.h"
#include "random.h"

/*
 * The reference works in long double. With coordinates of a few units, squares of distances are
 * fractions with small denominators, so what is within 1e-9 of an integer is that integer.
 */

static long double snap(long double x)
{
    long double whole = roundl(x);
    return fabsl(x - whole) < 1e-9L ? whole : x;
}

static long double point_segment2(lw_point p, lw_point a, lw_point b)
{
    long double dx = (long double)b.x - a.x, dy = (long double)b.y - a.y;
    long double length2 = dx * dx + dy * dy, t = 0;
    if (length2 > 0)
        t = (((long double)p.x - a.x) * dx + ((long double)p.y - a.y) * dy) / length2;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    long double x = a.x + t * dx - p.x, y = a.y + t * dy - p.y;
    return x * x + y * y;
}

/* Solves for the place on both lines; parallel ones meet in an end or not at all. */
static bool segments_cross(lw_point a, lw_point b, lw_point c, lw_point d)
{
    long double rx = (long double)b.x - a.x, ry = (long double)b.y - a.y;
    long double sx = (long double)d.x - c.x, sy = (long double)d.y - c.y;
    long double det = rx * sy - ry * sx;
    if (det == 0)
        return false;
    long double qx = (long double)c.x - a.x, qy = (long double)c.y - a.y;
    long double t = (qx * sy - qy * sx) / det, u = (qx * ry - qy * rx) / det;
    return t > 0 && t < 1 && u > 0 && u < 1;
}

static uint32_t segments_of(lw_shape s)
{
    return s.filled || s.count == 1 ? s.count : s.count - 1;
}

/* A ray of irrational slope meets no other point of the integer lattice. */
static bool encloses(lw_shape s, lw_point p)
{
    bool inside = false;
    const long double slope = 0.61803398874989484820L;
    for (uint32_t i = 0; s.filled && i < s.count; i++) {
        lw_point a = s.points[i], b = s.points[(i + 1) % s.count];
        long double above_a = (long double)a.y - p.y - slope * ((long double)a.x - p.x);
        long double above_b = (long double)b.y - p.y - slope * ((long double)b.x - p.x);
        if ((above_a > 0) == (above_b > 0))
            continue;
        long double t = above_a / (above_a - above_b);
        inside ^= a.x + t * ((long double)b.x - a.x) > p.x;
    }
    return inside;
}

static long double reference2(lw_shape a, lw_shape b)
{
    long double best = INFINITY;
    for (uint32_t i = 0; i < segments_of(a); i++) {
        for (uint32_t k = 0; k < segments_of(b); k++) {
            lw_point p = a.points[i], q = a.points[(i + 1) % a.count];
            lw_point r = b.points[k], s = b.points[(k + 1) % b.count];
            best = fminl(best, point_segment2(p, r, s));
            best = fminl(best, point_segment2(q, r, s));
            best = fminl(best, point_segment2(r, p, q));
            best = fminl(best, point_segment2(s, p, q));
            if (segments_cross(p, q, r, s))
                return 0;
        }
    }
    if (encloses(a, b.points[0]) || encloses(b, a.points[0]))
        return 0;
    return best;
}

static lw_shape random_shape(uint64_t *state, lw_point points[8], lw_nm range, lw_nm radius)
{
    uint32_t count = (uint32_t)random_between(state, 1, 7);
    for (uint32_t i = 0; i < count; i++) {
        points[i].x = (lw_nm)random_between(state, -range, range);
        points[i].y = (lw_nm)random_between(state, -range, range);
        if (i > 0 && random_next(state) % 6 == 0)
            points[i] = points[i - 1];
        if (i > 1 && random_next(state) % 8 == 0)
            points[i] = points[0];
    }
    return (lw_shape){points, count, count >= 3 && random_next(state) % 2,
                      (lw_nm)random_between(state, 0, radius)};
}

static const char *describe(lw_shape s)
{
    static char text[2][400];
    static int turn;
    char *at = text[turn ^= 1];
    int n = sprintf(at, "%s r%d:", s.filled ? "polygon" : "line", s.radius);
    for (uint32_t i = 0; i < s.count; i++)
        n += sprintf(at + n, " %d,%d", s.points[i].x, s.points[i].y);
    return at;
}

Test(shape, distances_agree_with_a_reference_on_small_shapes)
{
    uint64_t state = 1;
    int apart = 0, over = 0;
    for (int round = 0; round < 60000; round++) {
        lw_point p[8], q[8];
        lw_nm range = (lw_nm)random_between(&state, 1, 12);
        lw_shape a = random_shape(&state, p, range, 3), b = random_shape(&state, q, range, 3);
        for (uint32_t i = 0; round % 3 == 0 && i < b.count; i++)
            q[i].x += 2 * range;
        long double d2 = snap(reference2(a, b));
        lw_nm radii = a.radius + b.radius;
        lw_nm expected = (lw_nm)floorl(sqrtl(d2)) - radii;
        apart += expected > 0;
        over += d2 == 0;
        lw_gap gap = lw_shape_gap(a, b);
        cr_assert_eq(gap.distance, expected, "%s / %s: %d, not %d", describe(a), describe(b),
                     gap.distance, expected);
        cr_assert_eq(lw_shape_gap(b, a).distance, expected, "%s / %s the other way round",
                     describe(a), describe(b));
        for (lw_nm g = -radii - 2; g < expected + 4; g++) {
            long double reach = (long double)g + radii;
            bool closer = reach > 0 && d2 < reach * reach;
            cr_assert_eq(closer, expected < g);
            cr_assert_eq(lw_shape_closer(a, b, g), closer, "%s / %s closer than %d", describe(a),
                         describe(b), g);
            cr_assert_eq(lw_shape_closer(b, a, g), closer, "%s / %s closer than %d, turned",
                         describe(a), describe(b), g);
        }
        lw_shape spot_a = {&gap.a, 1, false, 0}, spot_b = {&gap.b, 1, false, 0};
        cr_assert(reference2(a, spot_a) <= 0.51L && reference2(b, spot_b) <= 0.51L,
                  "%s / %s: not nearest at %d,%d and %d,%d", describe(a), describe(b), gap.a.x,
                  gap.a.y, gap.b.x, gap.b.y);
        cr_assert(fabsl(sqrtl(reference2(spot_a, spot_b)) - sqrtl(d2)) < 2.5L,
                  "%s / %s: %d,%d and %d,%d", describe(a), describe(b), gap.a.x, gap.a.y, gap.b.x,
                  gap.b.y);
    }
    cr_expect(apart > 10000 && over > 10000, "%d apart, %d over each other", apart, over);
}

Test(shape, holds_agrees_with_a_reference)
{
    uint64_t state = 2;
    int held = 0;
    for (int round = 0; round < 60000; round++) {
        lw_point p[8];
        lw_shape shape = random_shape(&state, p, 8, 4);
        lw_point at = {(lw_nm)random_between(&state, -12, 12),
                       (lw_nm)random_between(&state, -12, 12)};
        lw_shape spot = {&at, 1, false, 0};
        bool expected = snap(reference2(shape, spot)) <= (long double)shape.radius * shape.radius;
        held += expected;
        cr_assert_eq(lw_shape_holds(shape, at), expected, "%s holds %d,%d", describe(shape), at.x,
                     at.y);
        if (shape.filled) {
            shape.radius = 0;
            cr_assert_eq(lw_polygon_holds(p, shape.count, at), snap(reference2(shape, spot)) == 0,
                         "%s holds %d,%d", describe(shape), at.x, at.y);
        }
    }
    cr_expect(held > 5000 && held < 50000, "%d held", held);
}

Test(shape, distances_are_near_a_reference_on_large_shapes)
{
    static const lw_nm ranges[] = {1000, 1000000, 1000000000, INT32_MAX};
    uint64_t state = 3;
    for (int round = 0; round < 20000; round++) {
        lw_point p[8], q[8];
        lw_nm range = ranges[round % 4];
        lw_shape a = random_shape(&state, p, range, range / 8),
                 b = random_shape(&state, q, range, range / 8);
        long double d = sqrtl(reference2(a, b)) - a.radius - b.radius;
        lw_gap gap = lw_shape_gap(a, b);
        if (d < INT32_MAX)
            cr_assert(gap.distance <= d + 1e-3L && gap.distance >= d - 1.001L, "%s / %s: %d, %Lf",
                      describe(a), describe(b), gap.distance, d);
        else
            cr_assert_eq(gap.distance, INT32_MAX);
        cr_assert_not(lw_shape_closer(a, b, gap.distance));
        if (gap.distance < INT32_MAX)
            cr_assert(lw_shape_closer(a, b, gap.distance + 1), "%s / %s", describe(a), describe(b));
    }
}

/*
 * A segment along (3, 4) and a point beside it at (-4, 3) * m are exactly 5 m apart. One step to
 * the right changes that by 4/5, which is nothing against a nanometre in a double.
 */
Test(shape, decides_single_nanometres_at_any_size)
{
    uint64_t state = 4;
    for (int round = 0; round < 20000; round++) {
        lw_nm largest = round % 2 ? 100000000 : 1000;
        lw_nm k = (lw_nm)random_between(&state, 1, largest);
        lw_nm m = (lw_nm)random_between(&state, 1, largest);
        lw_nm part = (lw_nm)random_between(&state, 1, 2 * k - 1);
        lw_point ends[2] = {{-3 * k, -4 * k}, {3 * k, 4 * k}};
        lw_point p = {3 * (part - k) - 4 * m, 4 * (part - k) + 3 * m};
        lw_point left = {p.x - 1, p.y}, right = {p.x + 1, p.y};
        lw_nm radius = (lw_nm)random_between(&state, 0, 2 * m);
        lw_shape line = {ends, 2, false, radius};
        cr_assert_not(lw_shape_closer(line, (lw_shape){&p, 1, false, m}, 4 * m - radius));
        cr_assert(lw_shape_closer(line, (lw_shape){&p, 1, false, m}, 4 * m - radius + 1));
        cr_assert_eq(lw_shape_gap(line, (lw_shape){&p, 1, false, m}).distance, 4 * m - radius);
        cr_assert_eq(lw_shape_gap(line, (lw_shape){&left, 1, false, 0}).distance, 5 * m - radius);
        cr_assert_eq(lw_shape_gap(line, (lw_shape){&right, 1, false, 0}).distance,
                     5 * m - 1 - radius);
        line.radius = 5 * m;
        cr_assert(lw_shape_holds(line, p));
        cr_assert(lw_shape_holds(line, right));
        cr_assert_not(lw_shape_holds(line, left));
    }
}

Test(shape, has_these_distances)
{
    static const struct {
        lw_point a[6], b[6];
        uint32_t count_a, count_b;
        bool filled_a, filled_b;
        lw_nm radius_a, radius_b;
        lw_nm distance;
        lw_point at_a, at_b;
        const char *name;
    } cases[] = {
        {{{0, 0}}, {{3, 4}}, 1, 1, false, false, 1, 1, 3, {0, 0}, {3, 4}, "two points"},
        {{{0, 0}}, {{1, 1}}, 1, 1, false, false, 0, 0, 1, {0, 0}, {1, 1}, "1.41 is rounded down"},
        {{{0, 0}}, {{0, 0}}, 1, 1, false, false, 5, 7, -12, {0, 0}, {0, 0}, "one over the other"},
        {{{0, 0}}, {{10, 0}}, 1, 1, false, false, 5, 5, 0, {0, 0}, {10, 0}, "a touch"},
        {{{0, 0}, {100, 0}},
         {{50, 30}},
         2,
         1,
         false,
         false,
         10,
         5,
         15,
         {50, 0},
         {50, 30},
         "a point beside a segment"},
        {{{0, 0}, {100, 0}},
         {{-30, 40}},
         2,
         1,
         false,
         false,
         0,
         0,
         50,
         {0, 0},
         {-30, 40},
         "a point before a segment"},
        {{{0, 0}, {100, 100}},
         {{0, 100}, {100, 0}},
         2,
         2,
         false,
         false,
         3,
         4,
         -7,
         {50, 50},
         {50, 50},
         "a crossing"},
        {{{0, 0}, {100, 0}},
         {{50, 0}, {150, 0}},
         2,
         2,
         false,
         false,
         0,
         0,
         0,
         {100, 0},
         {100, 0},
         "an overlap on one line"},
        {{{0, 0}, {100, 0}},
         {{103, 4}, {200, 4}},
         2,
         2,
         false,
         false,
         0,
         0,
         5,
         {100, 0},
         {103, 4},
         "end to end"},
        {{{0, 0}, {0, 0}},
         {{0, 7}, {0, 7}},
         2,
         2,
         false,
         false,
         0,
         0,
         7,
         {0, 0},
         {0, 7},
         "segments without length"},
        {{{0, 0}, {100, 0}, {100, 100}, {0, 100}},
         {{50, 40}},
         4,
         1,
         true,
         false,
         2,
         3,
         -5,
         {50, 40},
         {50, 40},
         "a point in a polygon"},
        {{{0, 0}, {100, 0}, {100, 100}, {0, 100}},
         {{50, 40}},
         4,
         1,
         false,
         false,
         2,
         3,
         35,
         {50, 0},
         {50, 40},
         "a point among three sides"},
        {{{0, 0}, {100, 0}, {100, 100}, {0, 100}},
         {{10, 10}, {20, 10}, {20, 20}},
         4,
         3,
         true,
         true,
         0,
         0,
         0,
         {10, 10},
         {10, 10},
         "a polygon in a polygon"},
        {{{0, 0}, {100, 0}, {100, 100}, {0, 100}},
         {{107, 20}, {120, 0}, {120, 90}},
         4,
         3,
         true,
         true,
         1,
         1,
         5,
         {100, 20},
         {107, 20},
         "a polygon beside a polygon"},
        {{{0, 0}, {30, 0}, {30, 10}, {10, 10}, {10, 30}, {0, 30}},
         {{25, 22}},
         6,
         1,
         true,
         false,
         0,
         0,
         12,
         {25, 10},
         {25, 22},
         "a point in the bay of a polygon"},
        {{{0, 0}, {30, 0}, {30, 10}, {10, 10}, {10, 30}, {0, 30}},
         {{25, 22}, {12, 22}},
         6,
         2,
         true,
         false,
         0,
         0,
         2,
         {10, 22},
         {12, 22},
         "a segment in the bay of a polygon"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_shape a = {cases[i].a, cases[i].count_a, cases[i].filled_a, cases[i].radius_a};
        lw_shape b = {cases[i].b, cases[i].count_b, cases[i].filled_b, cases[i].radius_b};
        lw_gap gap = lw_shape_gap(a, b);
        cr_expect_eq(gap.distance, cases[i].distance, "%s: %d", cases[i].name, gap.distance);
        cr_expect(gap.a.x == cases[i].at_a.x && gap.a.y == cases[i].at_a.y, "%s: %d,%d",
                  cases[i].name, gap.a.x, gap.a.y);
        cr_expect(gap.b.x == cases[i].at_b.x && gap.b.y == cases[i].at_b.y, "%s: %d,%d",
                  cases[i].name, gap.b.x, gap.b.y);
    }
}

Test(shape, of_no_points_is_far_from_everything)
{
    lw_point p = {0, 0};
    lw_shape none = {NULL, 0, false, 5}, some = {&p, 1, false, 5};
    cr_expect_not(lw_shape_closer(none, some, INT32_MAX));
    cr_expect_not(lw_shape_closer(some, none, INT32_MAX));
    cr_expect_eq(lw_shape_gap(none, some).distance, INT32_MAX);
    cr_expect_not(lw_shape_holds(none, p));
    cr_expect_not(lw_polygon_holds(NULL, 0, p));
    cr_expect(lw_shape_box(none).x1 > lw_shape_box(none).x2);
}

Test(box, is_empty_until_something_is_added)
{
    lw_box empty = lw_box_empty(), box = lw_box_add(empty, (lw_point){3, -4});
    cr_expect(box.x1 == 3 && box.x2 == 3 && box.y1 == -4 && box.y2 == -4);
    box = lw_box_add(box, (lw_point){-1, 5});
    cr_expect(box.x1 == -1 && box.x2 == 3 && box.y1 == -4 && box.y2 == 5);
    cr_expect_not(lw_box_meets(empty, empty));
    cr_expect_not(lw_box_meets(box, empty));
    cr_expect_not(lw_box_meets(lw_box_grow(empty, INT32_MAX), box));
    lw_box joined = lw_box_join(empty, box);
    cr_expect_arr_eq(&joined, &box, sizeof box);
    cr_expect(lw_box_meets(box, (lw_box){3, 5, 9, 9}), "a common corner");
    cr_expect_not(lw_box_meets(box, (lw_box){4, 5, 9, 9}));
    cr_expect_not(lw_box_meets(box, (lw_box){3, 6, 9, 9}));
    box = lw_box_grow((lw_box){INT32_MIN + 1, -5, INT32_MAX - 1, 5}, 10);
    cr_expect(box.x1 == INT32_MIN && box.x2 == INT32_MAX && box.y1 == -15 && box.y2 == 15);
    lw_point ends[] = {{10, 20}, {-5, 3}};
    box = lw_shape_box((lw_shape){ends, 2, false, 4});
    cr_expect(box.x1 == -9 && box.x2 == 14 && box.y1 == -1 && box.y2 == 24);
}

Test(line, has_these_lengths)
{
    static const struct {
        lw_point a, b;
        lw_nm distance;
    } cases[] = {
        {{0, 0}, {0, 0}, 0},
        {{0, 0}, {3, 4}, 5},
        {{0, 0}, {1, 1}, 1},
        {{0, 0}, {1, 2}, 2},
        {{0, 0}, {2, 2}, 3},
        {{-1000000000, -1000000000}, {0, 0}, 1414213562},
        {{-300000000, -400000000}, {300000000, 400000000}, 1000000000},
        {{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}, INT32_MAX},
        {{0, 0}, {2147483647, 1}, 2147483647},
        {{0, 0}, {1073741823, 32768}, 1073741824}, /* n² + n + 1 with n = 2^30 - 1 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(lw_distance(cases[i].a, cases[i].b), cases[i].distance, "case %zu: %d", i,
                     lw_distance(cases[i].a, cases[i].b));
    lw_point line[] = {{0, 0}, {3, 4}, {3, 4}, {4, 5}, {-1000000000, 5}};
    cr_expect_eq(lw_line_length(line, 5), 5 + 0 + 1 + 1000000004);
    cr_expect_eq(lw_line_length(line, 1), 0);
    cr_expect_eq(lw_line_length(line, 0), 0);
    lw_point far[] = {{INT32_MIN, 0}, {INT32_MAX, 0}, {INT32_MIN, 0}};
    cr_expect_eq(lw_line_length(far, 3), 2 * 4294967295);
}

Test(polygon, has_twice_its_area)
{
    lw_point square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    lw_point turned[] = {{0, 10}, {10, 10}, {10, 0}, {0, 0}};
    lw_point eight[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    lw_point whole[] = {{-1000000000, -1000000000},
                        {1000000000, -1000000000},
                        {1000000000, 1000000000},
                        {-1000000000, 1000000000}};
    cr_expect_eq(lw_polygon_area2(square, 4), 200);
    cr_expect_eq(lw_polygon_area2(turned, 4), -200);
    cr_expect_eq(lw_polygon_area2(eight, 4), 0);
    cr_expect_eq(lw_polygon_area2(whole, 4), 8e18);
    cr_expect_eq(lw_polygon_area2(square, 2), 0);
}

Test(polygon, leaves_out_what_it_winds_around_twice)
{
    lw_point points[] = {{0, 0},   {30, 0},  {30, 30}, {0, 30},  {0, 0},
                         {10, 10}, {20, 10}, {20, 20}, {10, 20}, {10, 10}};
    cr_expect(lw_polygon_holds(points, 10, (lw_point){5, 3}));
    cr_expect_not(lw_polygon_holds(points, 10, (lw_point){15, 14}));
    cr_expect(lw_polygon_holds(points, 10, (lw_point){20, 14}), "on the inner rim");
    cr_expect_not(lw_polygon_holds(points, 10, (lw_point){31, 30}));
}
