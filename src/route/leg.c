#include "route/leg.h"

#include <math.h>
#include "wave/steps.h"

/* Distances that differ by less are the same: what they are computed from is whole nanometres. */
#define NM_PARTS 1e-3

static lw_vector minus(lw_vector a, lw_vector b)
{
    return (lw_vector){a.x - b.x, a.y - b.y};
}

static double dot(lw_vector a, lw_vector b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross(lw_vector a, lw_vector b)
{
    return a.x * b.y - a.y * b.x;
}

static double distance_to(lw_vector a, lw_vector b, lw_vector point)
{
    lw_vector line = minus(b, a), to = minus(point, a);
    double length2 = dot(line, line), along = dot(line, to);
    if (length2 == 0 || along <= 0)
        return hypot(to.x, to.y);
    if (along >= length2)
        return hypot(point.x - b.x, point.y - b.y);
    return fabs(cross(line, to)) / sqrt(length2);
}

static bool crosses(lw_vector a, lw_vector b, lw_vector c, lw_vector d)
{
    lw_vector ab = minus(b, a), cd = minus(d, c);
    return cross(ab, minus(c, a)) * cross(ab, minus(d, a)) < 0 &&
           cross(cd, minus(a, c)) * cross(cd, minus(b, c)) < 0;
}

static double distance_from(const lw_leg *leg, lw_vector at)
{
    return distance_to(leg->ends[0], leg->ends[1], at);
}

/* Whether a step whose ends are far enough from the leg passes it too closely. */
static bool passes(const lw_leg *leg, lw_vector from, lw_vector to)
{
    return distance_to(from, to, leg->ends[0]) < leg->keep - NM_PARTS ||
           distance_to(from, to, leg->ends[1]) < leg->keep - NM_PARTS ||
           crosses(from, to, leg->ends[0], leg->ends[1]);
}

bool lw_leg_is_near(const lw_leg *leg, lw_vector node, double pitch)
{
    double away = distance_from(leg, node);
    if (away < leg->keep - NM_PARTS)
        return true;
    for (int d = 0; d < LW_STEPS && leg->steps; d++) {
        lw_vector to = {node.x + lw_step_col[d] * pitch, node.y + lw_step_row[d] * pitch};
        double other = distance_from(leg, to);
        bool nearer = away < other || (away == other && d < LW_STEPS / 2);
        if (nearer && passes(leg, node, to))
            return true;
    }
    return false;
}

bool lw_leg_chord(const lw_leg *leg, double radius, double at, double *from, double *to)
{
    lw_vector a = leg->ends[0], along = minus(leg->ends[1], a);
    double length = hypot(along.x, along.y);
    *from = INFINITY;
    *to = -INFINITY;
    for (int i = 0; i < 2; i++) {
        double away = at - leg->ends[i].y;
        if (fabs(away) > radius)
            continue;
        double half = sqrt(radius * radius - away * away);
        *from = fmin(*from, leg->ends[i].x - half);
        *to = fmax(*to, leg->ends[i].x + half);
    }
    if (along.y != 0) {
        /* The two long sides, where the line crosses them. */
        for (int side = -1; side <= 1; side += 2) {
            double sx = a.x - side * radius * along.y / length;
            double t = (at - a.y - side * radius * along.x / length) / along.y;
            if (t >= 0 && t <= 1) {
                *from = fmin(*from, sx + t * along.x);
                *to = fmax(*to, sx + t * along.x);
            }
        }
    }
    return *from <= *to;
}
