/*
 * Points, shapes and exact distances, in integers.
 *
 * A shape is a skeleton (point, segment, polyline or filled polygon) with a radius: a round pad is
 * a point, an oval or a trace a segment, a rounded rectangle a polygon. The distance between two
 * shapes is that of their skeletons less both radii, so one routine serves loader, grid and judge.
 */
#ifndef LEEWAY_GEOM_H
#define LEEWAY_GEOM_H

#include "leeway/base.h"

typedef struct lw_point {
    lw_nm x, y;
} lw_point;

/** Corners included; empty when x1 > x2 or y1 > y2. */
typedef struct lw_box {
    lw_nm x1, y1, x2, y2;
} lw_box;

typedef struct lw_shape {
    const lw_point *points; /**< not owned */
    uint32_t count;         /**< 1: point, 2: segment, more: polyline or polygon */
    bool filled;            /**< a closed polygon (count >= 3) with its inside; else an open line */
    lw_nm radius;           /**< >= 0 */
} lw_shape;

/** Where two shapes are nearest. */
typedef struct lw_gap {
    lw_nm distance; /**< rounded down; negative: the overlap of the radii; never below -(ra + rb) */
    lw_point a, b;  /**< nearest points of the skeletons, rounded */
} lw_gap;

/**
 * A rigid placement: turn counter-clockwise first, then mirror (x -> -x), then shift. EAGLE's order
 * (its MR90 takes (1, 0) to (0, 1), and (0, 1) to (1, 0)): seen from its own side a mirrored part
 * turns clockwise.
 */
typedef struct lw_placement {
    lw_point at;
    lw_angle angle; /**< 0 <= angle < 360 degrees */
    bool mirrored;
} lw_placement;

/** Arcs become polylines that leave the true arc by no more than this. */
#define LW_ARC_ERROR 2000

LW_API lw_box lw_box_empty(void);
LW_API bool lw_box_is_empty(lw_box box);
LW_API lw_box lw_box_add(lw_box box, lw_point point);
LW_API lw_box lw_box_join(lw_box a, lw_box b);
/** Saturates at the range of lw_nm. */
LW_API lw_box lw_box_grow(lw_box box, lw_nm by);
LW_API bool lw_box_meets(lw_box a, lw_box b);
/** With its radius. */
LW_API lw_box lw_shape_box(lw_shape shape);

/** Whether the shapes are nearer than `gap` (exact; gap 0: they overlap by more than a touch; gap
 * 1: they touch or overlap). */
LW_API bool lw_shape_closer(lw_shape a, lw_shape b, lw_nm gap);
/** Distance and place, for reports; agrees with lw_shape_closer(): closer(gap) exactly when
 * distance < gap. */
LW_API lw_gap lw_shape_gap(lw_shape a, lw_shape b);
/** Whether the point lies in the shape or on its rim (exact). */
LW_API bool lw_shape_holds(lw_shape shape, lw_point point);

/** sqrt(dx² + dy²), rounded to nearest. */
LW_API lw_nm lw_distance(lw_point a, lw_point b);
/** Length of an open line, rounded a segment at a time. */
LW_API int64_t lw_line_length(const lw_point *points, uint32_t count);
/** Twice the signed area, positive when counter-clockwise. */
LW_API double lw_polygon_area2(const lw_point *points, uint32_t count);
/** Even-odd; points on the rim count as inside (exact). */
LW_API bool lw_polygon_holds(const lw_point *points, uint32_t count, lw_point point);

/** Turns by any angle are rounded to the nanometre; multiples of 90 degrees are exact. */
LW_API lw_point lw_place(lw_placement placement, lw_point point);

/**
 * The points of an arc from a to b that turns by `curve` (EAGLE: counter-clockwise positive,
 * |curve| < 360 degrees), a left out, b included.
 *
 * @param points  room for `room` points, or NULL to ask how many there are
 * @return number of points of the arc; when larger than room nothing was written
 */
LW_API uint32_t lw_arc_points(lw_point a, lw_point b, lw_angle curve, lw_point *points,
                              uint32_t room);
/** The points of a full circle, counter-clockwise from the right, on the circle; same contract. */
LW_API uint32_t lw_circle_points(lw_point centre, lw_nm radius, lw_point *points, uint32_t room);

#endif
