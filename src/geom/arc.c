#include "geom/wide.h"

#include <math.h>

/*
 * Angles are brought into one eighth of a turn before a sine is taken, so that multiples of 90
 * degrees are exact and opposite turns give opposite results.
 */

#define FULL_TURN (360 * (int64_t)LW_DEGREE)
#define PI        3.14159265358979323846

/* More than any arc inside the range of coordinates needs (some 2,000); keeps senseless ones small.
 */
#define MOST_POINTS 4096

/* The points themselves are rounded by up to 0.71 nm. */
#define SAGITTA (LW_ARC_ERROR - 1.0)

static double radians(int64_t angle)
{
    return (double)angle * (PI / 180 / LW_DEGREE);
}

static lw_nm to_nm(double value)
{
    return value >= INT32_MAX ? INT32_MAX : value <= INT32_MIN ? INT32_MIN : (lw_nm)lround(value);
}

static lw_vector quarter_turns(lw_vector v, int64_t quarters)
{
    for (; quarters > 0; quarters--)
        v = (lw_vector){-v.y, v.x};
    return v;
}

/* 0 < angle < 90 degrees */
static lw_vector turn(lw_vector v, int64_t angle)
{
    bool flat = angle <= 45 * LW_DEGREE;
    double small = radians(flat ? angle : 90 * LW_DEGREE - angle);
    double c = flat ? cos(small) : sin(small), s = flat ? sin(small) : cos(small);
    return (lw_vector){llround((double)v.x * c - (double)v.y * s),
                       llround((double)v.x * s + (double)v.y * c)};
}

lw_point lw_place(lw_placement placement, lw_point point)
{
    int64_t angle = (placement.angle % FULL_TURN + FULL_TURN) % FULL_TURN;
    int64_t rest = angle % (90 * LW_DEGREE);
    lw_vector v = {point.x, point.y};
    if (rest)
        v = turn(v, rest);
    v = quarter_turns(v, angle / (90 * LW_DEGREE));
    if (placement.mirrored)
        v.x = -v.x;
    return (lw_point){lw_saturate(v.x + placement.at.x), lw_saturate(v.y + placement.at.y)};
}

/* Chords that an arc needs: one of angle t leaves it by 2 r sin²(t/4). */
static uint32_t chords(double radius, double angle)
{
    double sine = sqrt(SAGITTA / (2 * radius));
    double step = sine < 1 ? 4 * asin(sine) : 2 * PI;
    double count = ceil(angle / step);
    return count < 1 ? 1 : count < MOST_POINTS ? (uint32_t)count : MOST_POINTS;
}

/*
 * Seen from the middle of the chord: with h half the turn and f running from -h to h, a point lies
 * half * sin(f) / sin(h) along the chord and half * (cos(f) - cos(h)) / sin(h) beside it. No
 * centre, which of a flat arc is far away and known badly.
 */
uint32_t lw_arc_points(lw_point a, lw_point b, lw_angle curve, lw_point *points, uint32_t room)
{
    lw_vector chord = lw_from_to(a, b);
    double half = hypot((double)chord.x, (double)chord.y) / 2;
    double h = fabs(radians(curve)) / 2, sine = sin(h);
    bool straight = half == 0 || curve == 0 || sine <= 0;
    uint32_t count = straight ? 1 : chords(half / sine, 2 * h);
    if (!points || count > room)
        return count;
    double side = curve > 0 ? 1 : -1;
    for (uint32_t i = 1; i < count; i++) {
        double f = h * (2.0 * i / count - 1);
        double along = sin(f) / sine / 2;
        double beside = -side * sin((h + f) / 2) * sin((h - f) / 2) / sine;
        points[i - 1].x =
            to_nm(((double)a.x + b.x) / 2 + along * (double)chord.x - beside * (double)chord.y);
        points[i - 1].y =
            to_nm(((double)a.y + b.y) / 2 + along * (double)chord.y + beside * (double)chord.x);
    }
    points[count - 1] = b;
    return count;
}

uint32_t lw_circle_points(lw_point centre, lw_nm radius, lw_point *points, uint32_t room)
{
    uint32_t quarter = (chords(radius > 0 ? radius : 1, 2 * PI) + 3) / 4;
    if (quarter < 2)
        quarter = 2;
    uint32_t count = 4 * quarter;
    if (!points || count > room)
        return count;
    for (uint32_t i = 0; i < quarter; i++) {
        double angle = PI / 2 * i / quarter;
        lw_vector v = {llround(radius * cos(angle)), llround(radius * sin(angle))};
        for (uint32_t k = 0; k < 4; k++) {
            lw_vector w = quarter_turns(v, k);
            points[k * quarter + i] =
                (lw_point){lw_saturate(centre.x + w.x), lw_saturate(centre.y + w.y)};
        }
    }
    return count;
}
