/*
 * A demand is broken where the mover's centre is nearer to the skeleton than
 * R = shape radius + mover radius + gap. For a segment that is a capsule, a convex set, so each
 * line of the lattice (row, column, both diagonals) meets it in one chord:
 *
 * - the nodes of a row inside the chord are marked;
 * - a step whose ends both lie outside is broken exactly when a chord lies between them.
 *
 * Chords are floating point with a margin; what lies within the margin is decided by the exact
 * routine, so the result is exact. Polygons are the capsules of their sides and the inside.
 */
#include "grid/stamp.h"

#include <math.h>
#include <stdlib.h>
#include "base/heap.h"
#include "geom/point.h"
#include "wave/steps.h"

/* Nanometres by which a chord may be wrong. */
#define MARGIN 2.0

typedef struct lw_capsule {
    const lw_stamp *stamp;
    lw_point ends[2];
    lw_shape shape; /* of `ends`, with the obstacle's radius */
    double x, y;    /* of ends[0] */
    double ex, ey;  /* ends[1] - ends[0] */
    double length;
    double radius;
} lw_capsule;

typedef struct lw_chord {
    double from, to;
} lw_chord;

static uint16_t demand_owner(const lw_demand *demand)
{
    return demand->exempt == LW_NO_NET ? LW_CELL_BLOCKED : (uint16_t)(demand->exempt + 1);
}

static void mark(uint16_t *owner, uint16_t value)
{
    *owner = *owner == LW_CELL_FREE || *owner == value ? value : LW_CELL_BLOCKED;
}

static bool spared(const lw_stamp *stamp, lw_point point)
{
    const lw_keepout *keepout = stamp->keepout;
    for (uint32_t i = 0; keepout && i < keepout->windows.count; i++)
        if (lw_polygon_holds(keepout->windows.at[i].points, keepout->windows.at[i].count, point))
            return true;
    return false;
}

static void mark_node(const lw_stamp *stamp, int32_t col, int32_t row)
{
    if (stamp->keepout && spared(stamp, lw_layout_point(stamp->layout, col, row)))
        return;
    mark(&stamp->owner[(size_t)row * (size_t)stamp->layout->stride + (size_t)col],
         demand_owner(&stamp->demand));
}

static void add_disc(lw_chord *chord, double px, double py, double ux, double uy, double radius)
{
    double unit = sqrt(ux * ux + uy * uy);
    double away = fabs(px * uy - py * ux) / unit;
    if (away >= radius)
        return;
    double middle = -(px * ux + py * uy) / (unit * unit);
    double half = sqrt((radius - away) * (radius + away)) / unit;
    chord->from = fmin(chord->from, middle - half);
    chord->to = fmax(chord->to, middle + half);
}

/* Narrows [from, to] to where low < at + t * slope < high. */
static void clip(lw_chord *chord, double at, double slope, double low, double high)
{
    if (slope == 0) {
        if (at <= low || at >= high)
            chord->to = -INFINITY;
        return;
    }
    double a = (low - at) / slope, b = (high - at) / slope;
    chord->from = fmax(chord->from, fmin(a, b));
    chord->to = fmin(chord->to, fmax(a, b));
}

/*
 * The chord, with the capsule's radius grown by `grow`, of the line through node (col, row) in
 * steps of (dx, dy); empty when from > to.
 */
static lw_chord capsule_chord(const lw_capsule *c, int32_t col, int32_t row, int dx, int dy,
                              double grow)
{
    const lw_layout *layout = c->stamp->layout;
    double h = layout->pitch;
    double px = (double)layout->origin.x + col * h - c->x;
    double py = (double)layout->origin.y + row * h - c->y;
    double ux = dx * h, uy = dy * h;
    double radius = c->radius + grow;
    lw_chord chord = {INFINITY, -INFINITY};
    add_disc(&chord, px, py, ux, uy, radius);
    if (c->length > 0) {
        add_disc(&chord, px - c->ex, py - c->ey, ux, uy, radius);
        lw_chord side = {-INFINITY, INFINITY};
        clip(&side, px * c->ex + py * c->ey, ux * c->ex + uy * c->ey, 0, c->length * c->length);
        clip(&side, px * c->ey - py * c->ex, ux * c->ey - uy * c->ex, -radius * c->length,
             radius * c->length);
        if (side.from <= side.to) {
            chord.from = fmin(chord.from, side.from);
            chord.to = fmax(chord.to, side.to);
        }
    }
    return chord;
}

/* Whether the mover on its way between two nodes (or on one) breaks the demand of this capsule. */
static bool breaks(const lw_capsule *c, lw_point a, lw_point b)
{
    lw_point way[2] = {a, b};
    lw_shape moved = {way, lw_same_point(a, b) ? 1 : 2, false, c->stamp->demand.radius};
    return lw_shape_closer(moved, c->shape, c->stamp->demand.gap);
}

static int32_t clamp(double value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : (int32_t)value;
}

/* The node nearest to `at` on an axis. */
static int32_t nearest(double at, lw_nm origin, lw_nm pitch)
{
    return (int32_t)floor((at - origin) / pitch + 0.5);
}

static void mark_row(const lw_capsule *c, int32_t row)
{
    const lw_layout *layout = c->stamp->layout;
    double margin = MARGIN / layout->pitch;
    int32_t base = nearest(c->x, layout->origin.x, layout->pitch);
    lw_chord outer = capsule_chord(c, base, row, 1, 0, MARGIN);
    if (!(outer.from <= outer.to))
        return;
    lw_chord inner = capsule_chord(c, base, row, 1, 0, -MARGIN);
    int32_t last = layout->cols - 2;
    int32_t from = clamp(ceil(outer.from - margin) + base, 1, last + 1);
    int32_t to = clamp(floor(outer.to + margin) + base, 0, last);
    double sure_from = inner.from + margin + base, sure_to = inner.to - margin + base;
    for (int32_t col = from; col <= to; col++) {
        lw_point at = lw_layout_point(layout, col, row);
        if ((col >= sure_from && col <= sure_to) || breaks(c, at, at))
            mark_node(c->stamp, col, row);
    }
}

static bool inside_rim(const lw_layout *layout, int32_t col, int32_t row)
{
    return col >= 1 && row >= 1 && col <= layout->cols - 2 && row <= layout->rows - 2;
}

/*
 * Closes a step when the capsule is in its way. Where an end is taken by the same net or blocked,
 * no other net can use the step, and this net may.
 */
static void close_step(const lw_capsule *c, int32_t col, int32_t row, int direction)
{
    const lw_stamp *stamp = c->stamp;
    const lw_layout *layout = stamp->layout;
    int32_t col2 = col + lw_step_col[direction], row2 = row + lw_step_row[direction];
    if (!inside_rim(layout, col, row) || !inside_rim(layout, col2, row2))
        return;
    size_t a = (size_t)row * (size_t)layout->stride + (size_t)col;
    size_t b = (size_t)row2 * (size_t)layout->stride + (size_t)col2;
    uint16_t value = demand_owner(&stamp->demand);
    uint16_t owner_a = stamp->owner[a], owner_b = stamp->owner[b];
    if (owner_a == value || owner_b == value || owner_a == LW_CELL_BLOCKED ||
        owner_b == LW_CELL_BLOCKED)
        return;
    lw_point from = lw_layout_point(layout, col, row), to = lw_layout_point(layout, col2, row2);
    if (stamp->keepout && spared(stamp, from) && spared(stamp, to))
        return;
    if (!breaks(c, from, to))
        return;
    stamp->closed[a] |= (uint8_t)(1u << direction);
    stamp->closed[b] |= (uint8_t)(1u << (direction ^ 4));
}

static void close_on_line(const lw_capsule *c, int32_t col, int32_t row, int direction)
{
    int dx = lw_step_col[direction], dy = lw_step_row[direction];
    lw_chord outer = capsule_chord(c, col, row, dx, dy, MARGIN);
    if (!(outer.from <= outer.to))
        return;
    lw_chord inner = capsule_chord(c, col, row, dx, dy, -MARGIN);
    double margin = MARGIN / c->stamp->layout->pitch;
    /* When a node lies inside it is marked, and every step that the chord meets ends at one. */
    if (ceil(inner.from + margin) <= inner.to - margin)
        return;
    int32_t reach = c->stamp->layout->cols + c->stamp->layout->rows;
    int32_t from = clamp(floor(outer.from - margin), -reach, reach);
    int32_t to = clamp(ceil(outer.to + margin), -reach, reach);
    for (int32_t t = from; t < to; t++)
        close_step(c, col + t * dx, row + t * dy, direction);
}

typedef struct lw_range {
    int32_t from, to;
} lw_range;

/* Lines that the capsule reaches, counted across: rows, columns or diagonals. */
static lw_range lines(double a, double b, double reach, double origin, lw_nm pitch, int32_t low,
                      int32_t high)
{
    double least = fmin(a, b) - reach - 2 * MARGIN, most = fmax(a, b) + reach + 2 * MARGIN;
    return (lw_range){
        clamp(ceil((least - origin) / pitch), low, high + 1),
        clamp(floor((most - origin) / pitch), low - 1, high),
    };
}

static lw_range capsule_rows(const lw_capsule *c)
{
    const lw_layout *layout = c->stamp->layout;
    return lines(c->y, c->y + c->ey, c->radius, layout->origin.y, layout->pitch, 1,
                 layout->rows - 2);
}

static void close_steps(const lw_capsule *c)
{
    const lw_layout *layout = c->stamp->layout;
    lw_nm h = layout->pitch;
    int32_t cols = layout->cols, rows = layout->rows;
    int32_t col = nearest(c->x, layout->origin.x, h), row = nearest(c->y, layout->origin.y, h);
    double x2 = c->x + c->ex, y2 = c->y + c->ey;
    double ox = layout->origin.x, oy = layout->origin.y;

    lw_range range = capsule_rows(c);
    for (int32_t i = range.from; i <= range.to; i++)
        close_on_line(c, col, i, LW_E);
    range = lines(c->x, x2, c->radius, ox, h, 1, cols - 2);
    for (int32_t i = range.from; i <= range.to; i++)
        close_on_line(c, i, row, LW_N);
    double reach = c->radius * sqrt(2);
    range = lines(c->x - c->y, x2 - y2, reach, ox - oy, h, -rows, cols);
    for (int32_t i = range.from; i <= range.to; i++)
        close_on_line(c, row + i, row, LW_NE);
    range = lines(c->x + c->y, x2 + y2, reach, ox + oy, h, 0, cols + rows);
    for (int32_t i = range.from; i <= range.to; i++)
        close_on_line(c, i - row, row, LW_NW);
}

/* Sides of the skeleton: all pairs of neighbours, round the corner for polygons; a point is one. */
static uint32_t side_count(lw_shape shape)
{
    return shape.filled ? shape.count : shape.count > 1 ? shape.count - 1 : 1;
}

static void capsule_of_side(lw_capsule *c, const lw_stamp *stamp, uint32_t i)
{
    lw_shape shape = stamp->demand.shape;
    lw_point a = shape.points[i], b = shape.points[(i + 1) % shape.count];
    *c = (lw_capsule){.stamp = stamp, .ends = {a, b}, .x = a.x, .y = a.y};
    c->ex = (double)b.x - a.x;
    c->ey = (double)b.y - a.y;
    c->length = sqrt(c->ex * c->ex + c->ey * c->ey);
    c->radius = (double)shape.radius + stamp->demand.radius + stamp->demand.gap;
    c->shape = (lw_shape){c->ends, c->length > 0 ? 2 : 1, false, shape.radius};
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the row's line crosses the sides of the loops, sorted. */
static uint32_t crossings(const lw_shape *loops, uint32_t count, double y, double *out)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < loops[i].count; k++) {
            lw_point a = loops[i].points[k], b = loops[i].points[(k + 1) % loops[i].count];
            if ((a.y <= y) == (b.y <= y))
                continue;
            out[found++] = a.x + (y - a.y) * ((double)b.x - a.x) / ((double)b.y - a.y);
        }
    qsort(out, found, sizeof *out, by_value);
    return found;
}

static uint32_t corner_count(const lw_shape *loops, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += loops[i].count;
    return sum;
}

static void mark_inside(const lw_stamp *stamp)
{
    const lw_layout *layout = stamp->layout;
    lw_shape shape = stamp->demand.shape;
    lw_box box = lw_shape_box(shape);
    lw_range rows = lines(box.y1, box.y2, 0, layout->origin.y, layout->pitch, 1, layout->rows - 2);
    double *at = lw_alloc(shape.count, sizeof *at);
    for (int32_t row = rows.from; row <= rows.to; row++) {
        uint32_t count = crossings(&shape, 1, lw_layout_point(layout, 0, row).y, at);
        for (uint32_t i = 0; i + 1 < count; i += 2) {
            lw_range cols = lines(at[i], at[i + 1], -3 * MARGIN, layout->origin.x, layout->pitch, 1,
                                  layout->cols - 2);
            for (int32_t col = cols.from; col <= cols.to; col++)
                mark_node(stamp, col, row);
        }
    }
    free(at);
}

void lw_stamp_outside(const lw_layout *layout, const lw_shape *loops, uint32_t count,
                      uint16_t *owner)
{
    double *at = lw_alloc(corner_count(loops, count) + 1, sizeof *at);
    for (int32_t row = 1; row < layout->rows - 1; row++) {
        uint32_t found = crossings(loops, count, lw_layout_point(layout, 0, row).y, at);
        uint32_t next = 0;
        for (int32_t col = 1; col < layout->cols - 1; col++) {
            lw_nm x = lw_layout_point(layout, col, row).x;
            while (next < found && at[next] < x)
                next++;
            if (next % 2 == 0)
                owner[(size_t)row * (size_t)layout->stride + (size_t)col] = LW_CELL_BLOCKED;
        }
    }
    free(at);
}

void lw_stamp_demand(const lw_stamp *stamp)
{
    uint32_t sides = side_count(stamp->demand.shape);
    for (uint32_t i = 0; i < sides; i++) {
        lw_capsule c;
        capsule_of_side(&c, stamp, i);
        lw_range rows = capsule_rows(&c);
        for (int32_t row = rows.from; row <= rows.to; row++)
            mark_row(&c, row);
    }
    if (stamp->demand.shape.filled)
        mark_inside(stamp);
    for (uint32_t i = 0; stamp->closed && i < sides; i++) {
        lw_capsule c;
        capsule_of_side(&c, stamp, i);
        close_steps(&c);
    }
}
