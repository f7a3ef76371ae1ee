/*
 * What the native XML and EAGLE's have in common: numbers, rotations and figures, read from the
 * attributes of an element into shapes of the arena.
 *
 * A reader of figures remembers the first failure in `status`; from then on every function answers
 * with zeros, so that a caller reads all it wants and looks at `status` once.
 */
#ifndef LW_IO_FIGURES_H
#define LW_IO_FIGURES_H

#include "io/xml.h"
#include "leeway/geom.h"

typedef struct lw_figures {
    const lw_xml *xml;
    lw_arena *arena; /* of the shapes */
    int64_t unit;    /* nanometres of the file's unit */
    lw_status status;
    lw_error *err;
} lw_figures;

/* ---- attributes ---- */

/* A failure at the element or its attribute, unless there was one before. */
void lw_figures_fail(lw_figures *f, const xmlNode *node, const char *attribute, const char *format,
                     ...) LW_PRINTF(4, 5);
/* Must be there. */
lw_nm lw_figure_length(lw_figures *f, const xmlNode *node, const char *attribute);
/* `usual` when it is not there. */
lw_nm lw_figure_length_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual);
/* The same, not negative. */
lw_nm lw_figure_size(lw_figures *f, const xmlNode *node, const char *attribute);
lw_nm lw_figure_size_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual);
int64_t lw_figure_integer(lw_figures *f, const xmlNode *node, const char *attribute, int64_t least,
                          int64_t most, int64_t usual);
/* "x" and "y" */
lw_point lw_figure_at(lw_figures *f, const xmlNode *node);
/* "curve": what a wire or the line behind a vertex turns by, 0 when it is not there; less than a
 * full turn. */
lw_angle lw_figure_curve(lw_figures *f, const xmlNode *node);
/* "rot": R90, MR45.5, SR180, SMR0; the spin S changes nothing. At {0, 0}. */
lw_placement lw_figure_rot(lw_figures *f, const xmlNode *node);

/* ---- figures ---- */

lw_shape lw_figure_disc(lw_figures *f, lw_point centre, lw_nm diameter);
/* A line of two points or, when it curves, of those of its arc; its radius is width/2. */
lw_shape lw_figure_line(lw_figures *f, lw_point a, lw_point b, lw_angle curve, lw_nm width);
/* x1 y1 x2 y2 curve; width/2 is the radius, 0 when it is not there. */
lw_shape lw_figure_wire(lw_figures *f, const xmlNode *node);
/* x y radius width: a ring, a closed line; of no width a disc, a point with a radius. */
lw_shape lw_figure_circle(lw_figures *f, const xmlNode *node);
/* x1 y1 x2 y2, turned by `rot` about its middle; filled. */
lw_shape lw_figure_rectangle(lw_figures *f, const xmlNode *node);
/* <vertex x y curve> ...; filled, width/2 is the radius. Fails with less than three corners. */
lw_shape lw_figure_polygon(lw_figures *f, const xmlNode *node);
/* The closed line around a circle (radius), rectangle or polygon, first point repeated, no width.
 */
lw_shape lw_figure_contour(lw_figures *f, const xmlNode *node);

/* ---- pads; lengths run along x before the placement turns them ---- */

/* A rectangle with round corners; a corner of half the smaller side makes it a disc or an oval. */
lw_shape lw_figure_rounded(lw_figures *f, lw_placement placement, lw_nm width, lw_nm height,
                           lw_nm corner);
/* A regular octagon between two parallel sides. */
lw_shape lw_figure_octagon(lw_figures *f, lw_placement placement, lw_nm width);

#endif
