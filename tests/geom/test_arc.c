#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "leeway/geom.h"
#include "random.h"

#define PI 3.14159265358979323846L

static long double degrees(lw_angle angle)
{
    return (long double)angle / LW_DEGREE * PI / 180;
}

typedef struct circle {
    long double x, y, radius;
} circle;

/* The circle of an arc, by the textbook: from the middle of the chord to the centre. */
static circle circle_of(lw_point a, lw_point b, lw_angle curve)
{
    long double dx = (long double)b.x - a.x, dy = (long double)b.y - a.y;
    long double half = hypotl(dx, dy) / 2, away = half / tanl(degrees(curve) / 2);
    return (circle){((long double)a.x + b.x) / 2 - dy / (2 * half) * away,
                    ((long double)a.y + b.y) / 2 + dx / (2 * half) * away,
                    half / fabsl(sinl(degrees(curve) / 2))};
}

static void expect_on_circle(circle c, const lw_point *points, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        long double r = hypotl(points[i].x - c.x, points[i].y - c.y);
        cr_assert(fabsl(r - c.radius) < 0.71L + c.radius * 1e-15L, "%s: point %u leaves it by %Lf",
                  name, i, r - c.radius);
    }
}

/* The arc leaves a chord most in the middle. */
static void expect_near_circle(circle c, lw_point from, const lw_point *points, uint32_t count,
                               const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        long double x = ((long double)from.x + points[i].x) / 2 - c.x;
        long double y = ((long double)from.y + points[i].y) / 2 - c.y;
        cr_assert(c.radius - hypotl(x, y) <= LW_ARC_ERROR, "%s: chord %u leaves the arc by %Lf",
                  name, i, c.radius - hypotl(x, y));
        from = points[i];
    }
}

/* Each chord turns the same way and all together by the whole curve. */
static void expect_turns(circle c, lw_point from, const lw_point *points, uint32_t count,
                         lw_angle curve, const char *name)
{
    long double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        long double ax = from.x - c.x, ay = from.y - c.y;
        long double bx = points[i].x - c.x, by = points[i].y - c.y;
        long double turn = atan2l(ax * by - ay * bx, ax * bx + ay * by);
        cr_assert((turn > 0) == (curve > 0), "%s: chord %u turns by %Lf", name, i, turn);
        sum += turn;
        from = points[i];
    }
    cr_assert(fabsl(sum - degrees(curve)) < 1e-6L, "%s turns by %Lf", name, sum);
}

Test(arc, stays_on_the_true_arc)
{
    static const struct {
        lw_point a, b;
        lw_angle curve;
        const char *name;
    } cases[] = {
        {{10000000, 0}, {0, 10000000}, 90 * LW_DEGREE, "a quarter"},
        {{10000000, 0}, {0, 10000000}, -90 * LW_DEGREE, "a quarter the other way"},
        {{10000000, 0}, {0, 10000000}, -270 * LW_DEGREE, "three quarters"},
        {{0, 0}, {5000000, 0}, 180 * LW_DEGREE, "a half"},
        {{0, 0}, {5000000, 1}, -180 * LW_DEGREE, "a half, oblique"},
        {{0, 0}, {10000, 0}, 359 * LW_DEGREE, "nearly all"},
        {{0, 0}, {1000, 300}, 359900000, "nearly all of a larger one"},
        {{-700000000, 0}, {700000000, 0}, 180 * LW_DEGREE, "one as large as can be"},
        {{0, 0}, {100000000, 0}, 100000, "a tenth of a degree"},
        {{0, 0}, {3, 4}, 120 * LW_DEGREE, "one of nanometres"},
        {{0, 0}, {9000, -500}, 200 * LW_DEGREE, "one of micrometres"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static lw_point points[5000];
        lw_point a = cases[i].a, b = cases[i].b;
        circle c = circle_of(a, b, cases[i].curve);
        uint32_t count = lw_arc_points(a, b, cases[i].curve, points, 5000);
        cr_assert(count >= 1 && count < 5000);
        cr_expect_eq(lw_arc_points(a, b, cases[i].curve, NULL, 0), count);
        cr_expect(points[count - 1].x == b.x && points[count - 1].y == b.y);
        expect_on_circle(c, points, count, cases[i].name);
        expect_near_circle(c, a, points, count, cases[i].name);
        if (c.radius > 10000)
            expect_turns(c, a, points, count, cases[i].curve, cases[i].name);
    }
}

Test(arc, stays_on_the_true_arc_whatever_it_is)
{
    static lw_point points[5000];
    uint64_t state = 1;
    for (int round = 0; round < 3000; round++) {
        lw_nm range = (lw_nm)1 << random_between(&state, 4, 27);
        lw_point a = {(lw_nm)random_between(&state, -range, range),
                      (lw_nm)random_between(&state, -range, range)};
        lw_point b = {(lw_nm)random_between(&state, -range, range),
                      (lw_nm)random_between(&state, -range, range)};
        lw_angle curve = (lw_angle)random_between(&state, 1, 300 * LW_DEGREE);
        if (curve % 3 == 0)
            curve = curve % 2000000 + 1;
        curve = round % 2 ? curve : -curve;
        if (a.x == b.x && a.y == b.y)
            continue;
        circle c = circle_of(a, b, curve);
        uint32_t count = lw_arc_points(a, b, curve, points, 5000);
        cr_assert(count >= 1 && count <= 4096);
        if (c.radius < 1e12L) /* else the reference is the worse of the two */
            expect_on_circle(c, points, count, "a random arc");
        expect_near_circle(c, a, points, count, "a random arc");
    }
}

Test(arc, takes_as_few_points_as_it_may)
{
    /* radius 10 mm: a chord may turn by 4 asin(sqrt(1999 / 2e7)) = 2.2913 degrees */
    cr_expect_eq(
        lw_arc_points((lw_point){10000000, 0}, (lw_point){0, 10000000}, 90 * LW_DEGREE, NULL, 0),
        40);
    cr_expect_eq(lw_arc_points((lw_point){0, 0}, (lw_point){500, 0}, 90 * LW_DEGREE, NULL, 0), 1);
}

Test(arc, is_a_straight_line_where_there_is_no_curve)
{
    lw_point points[4], a = {5, 6}, b = {7, 8};
    cr_expect_eq(lw_arc_points(a, b, 0, points, 4), 1);
    cr_expect(points[0].x == 7 && points[0].y == 8);
    cr_expect_eq(lw_arc_points(a, a, 90 * LW_DEGREE, points, 4), 1);
    cr_expect(points[0].x == 5 && points[0].y == 6);
    lw_point far = {1000000000, 0};
    /* turned by a millionth of a degree, it is 2 nm away from straight; by a thousandth, 2182 nm */
    cr_expect_eq(lw_arc_points(a, far, 1, points, 4), 1);
    cr_expect_eq(lw_arc_points(a, far, 1000, points, 4), 2);
}

Test(arc, writes_nothing_when_there_is_no_room)
{
    lw_point points[3] = {{1, 1}, {1, 1}, {1, 1}};
    cr_expect(lw_arc_points((lw_point){0, 0}, (lw_point){1000000, 0}, LW_DEGREE * 90, points, 3) >
              3);
    cr_expect(points[0].x == 1 && points[1].x == 1 && points[2].x == 1);
    cr_expect(lw_circle_points((lw_point){0, 0}, 1000, points, 3) > 3);
    cr_expect(points[0].x == 1 && points[1].x == 1 && points[2].x == 1);
}

Test(arc, of_senseless_size_stays_small)
{
    static lw_point points[5000];
    static const lw_angle curves[] = {359999999, -359999999, 360000000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        uint32_t count = lw_arc_points((lw_point){INT32_MIN, INT32_MIN},
                                       (lw_point){INT32_MAX, INT32_MAX}, curves[i], points, 5000);
        cr_expect(count >= 1 && count <= 4096);
    }
}

Test(circle, is_symmetrical_and_on_the_true_circle)
{
    static const lw_nm radii[] = {0, 1, 2, 7, 1000, 3000, 300000, 1500000, 1000000000};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        static lw_point points[5000];
        lw_nm r = radii[i];
        lw_point centre = {-3, 11};
        circle c = {-3, 11, r};
        uint32_t count = lw_circle_points(centre, r, points, 5000);
        cr_assert(count >= 8 && count % 4 == 0 && count < 5000);
        cr_expect_eq(lw_circle_points(centre, r, NULL, 0), count);
        cr_expect(points[0].x == r - 3 && points[0].y == 11);
        cr_expect(points[count / 4].x == -3 && points[count / 4].y == 11 + r);
        cr_expect(points[count / 2].x == -3 - r && points[count / 2].y == 11);
        expect_on_circle(c, points, count, "circle");
        expect_near_circle(c, points[count - 1], points, count, "circle");
        for (uint32_t k = 0; k < count / 2; k++)
            cr_assert(points[k].x + points[k + count / 2].x == -6 &&
                      points[k].y + points[k + count / 2].y == 22);
        if (r >= 1000)
            cr_expect(lw_polygon_area2(points, count) > 0);
    }
}

Test(place, turns_right_angles_exactly)
{
    static const struct {
        lw_placement placement;
        lw_point from, to;
    } cases[] = {
        {{{0, 0}, 0, false}, {3, 7}, {3, 7}},
        {{{100, 200}, 0, false}, {3, 7}, {103, 207}},
        {{{0, 0}, 90 * LW_DEGREE, false}, {3, 7}, {-7, 3}},
        {{{0, 0}, 180 * LW_DEGREE, false}, {3, 7}, {-3, -7}},
        {{{0, 0}, 270 * LW_DEGREE, false}, {3, 7}, {7, -3}},
        {{{0, 0}, 0, true}, {3, 7}, {-3, 7}},
        {{{10, 0}, 90 * LW_DEGREE, true}, {3, 7}, {17, 3}}, /* (-7, 3), then (7, 3) */
        {{{0, 0}, 90 * LW_DEGREE, false}, {1000000000, -999999999}, {999999999, 1000000000}},
        {{{0, 0}, 45 * LW_DEGREE, false}, {1000000, 0}, {707107, 707107}},
        {{{0, 0}, 225 * LW_DEGREE, false}, {1000000, 0}, {-707107, -707107}},
        {{{0, 0}, 30 * LW_DEGREE, false}, {1000000, 0}, {866025, 500000}},
        {{{0, 0}, 300 * LW_DEGREE, false}, {1000000, 0}, {500000, -866025}},
        {{{0, 0}, 22500000, false}, {1000000, 0}, {923880, 382683}},
        {{{0, 0}, 45 * LW_DEGREE, false}, {500000, 500000}, {0, 707107}},
        {{{0, 0}, 359999999, false}, {1000000000, 0}, {1000000000, -17}},
        {{{INT32_MAX, INT32_MIN}, 0, false}, {5, -5}, {INT32_MAX, INT32_MIN}},
        {{{0, 0}, 0, true}, {INT32_MIN, 0}, {INT32_MAX, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_point to = lw_place(cases[i].placement, cases[i].from);
        cr_expect(to.x == cases[i].to.x && to.y == cases[i].to.y, "case %zu: %d,%d", i, to.x, to.y);
    }
}

Test(place, is_rigid_at_any_angle)
{
    uint64_t state = 1;
    for (int round = 0; round < 20000; round++) {
        lw_placement p = {{0, 0},
                          (lw_angle)random_between(&state, 0, 360 * LW_DEGREE - 1),
                          random_next(&state) % 2};
        lw_point from = {(lw_nm)random_between(&state, -100000000, 100000000),
                         (lw_nm)random_between(&state, -100000000, 100000000)};
        lw_point to = lw_place(p, from), zero = {0, 0};
        cr_assert(abs(lw_distance(zero, from) - lw_distance(zero, to)) <= 1);
        lw_placement opposite = p;
        opposite.angle = (p.angle + 180 * LW_DEGREE) % (360 * LW_DEGREE);
        lw_point other = lw_place(opposite, from);
        cr_assert(other.x == -to.x && other.y == -to.y);
        long double c = cosl(degrees(p.angle)), s = sinl(degrees(p.angle));
        long double x = from.x * c - from.y * s, y = from.x * s + from.y * c;
        cr_assert(fabsl((p.mirrored ? -x : x) - to.x) < 0.5001L && fabsl(y - to.y) < 0.5001L);
    }
}
