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
#include "base/names.h"
#include "base/number.h"
#include "leeway/board.h"

typedef struct lw_figures {
    const lw_xml *xml;
    lw_arena *arena; /* of the shapes */
    int64_t unit;    /* nanometres of the file's unit */
    lw_status status;
    lw_error *err;
    uint32_t arc_points; /* made so far; there is a limit */
} lw_figures;

/* "blinker" of "boards/blinker.xml"; "board" of standard input and of what is no text. */
const char *lw_name_of_file(lw_names *names, const char *path);

/* Names in a file: not empty, no longer than this, without control characters. */
#define LW_NAME_MOST 255

/* ---- attributes ---- */

/* A failure at the element or its attribute, unless there was one before. */
void lw_figures_fail(lw_figures *f, const xmlNode *node, const char *attribute, const char *format,
                     ...) LW_PRINTF(4, 5);
/* A text for a message: cut to some 60 bytes. */
const char *lw_figures_brief(lw_figures *f, const char *text);

/*
 * A decimal number in `unit`s, or with its own unit behind it ("10mil", "0.2mm"; also in and um).
 */
lw_number_fault lw_parse_measure(const char *text, int64_t unit, lw_nm *out);
/* Nanometres of "mm", "mil", "in" or "um"; 0 for another word. */
int64_t lw_unit_by_name(const char *name);

/* Lengths. Must be there. */
lw_nm lw_figure_length(lw_figures *f, const xmlNode *node, const char *attribute);
/* The same, not negative; with _or, `usual` when it is not there. */
lw_nm lw_figure_size(lw_figures *f, const xmlNode *node, const char *attribute);
lw_nm lw_figure_size_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual);
/* The same, larger than 0. */
lw_nm lw_figure_extent(lw_figures *f, const xmlNode *node, const char *attribute);
lw_nm lw_figure_extent_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual);
/* A decimal times `scale`, between least and most. */
int64_t lw_figure_fixed(lw_figures *f, const xmlNode *node, const char *attribute, int64_t scale,
                        int64_t least, int64_t most, int64_t usual);
int64_t lw_figure_integer(lw_figures *f, const xmlNode *node, const char *attribute, int64_t least,
                          int64_t most, int64_t usual);
bool lw_figure_yes(lw_figures *f, const xmlNode *node, const char *attribute, bool usual);
/* Index of the value in `words`, which ends with NULL. */
uint32_t lw_figure_choice(lw_figures *f, const xmlNode *node, const char *attribute,
                          const char *const *words, uint32_t usual);
/* Must be there; "" after a failure. */
const char *lw_figure_text(lw_figures *f, const xmlNode *node, const char *attribute);
/* Must be there and be a good name; "" after a failure. */
const char *lw_figure_name(lw_figures *f, const xmlNode *node, const char *attribute);
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
/* x y radius as a ring of that width, whatever the element says of it. */
lw_shape lw_figure_ring(lw_figures *f, const xmlNode *node, lw_nm width);
/* x1 y1 x2 y2, turned by `rot` about its middle; filled, or a line when it is flat. */
lw_shape lw_figure_rectangle(lw_figures *f, const xmlNode *node);
/* <vertex x y curve> ... in order, open; width/2 is the radius. */
lw_shape lw_figure_polyline(lw_figures *f, const xmlNode *node);
/* <vertex x y curve> ...; filled, width/2 is the radius. Fails with less than three corners. */
lw_shape lw_figure_polygon(lw_figures *f, const xmlNode *node);
/* The closed line around a circle (radius), rectangle or polygon, first point repeated, no width.
 */
lw_shape lw_figure_contour(lw_figures *f, const xmlNode *node);

/* ---- pads; lengths run along x before the placement turns them ---- */

lw_shape lw_figure_square(lw_figures *f, lw_placement placement, lw_nm width);
/* An oval from `behind` to `ahead` of the placement's point: EAGLE's long and offset pads. */
lw_shape lw_figure_oval(lw_figures *f, lw_placement placement, lw_nm width, lw_nm behind,
                        lw_nm ahead);
/* `roundness` in millionths of a percent of half the smaller side. */
lw_nm lw_figure_corner(lw_nm width, lw_nm height, int64_t roundness);
/* A rectangle with round corners; a corner of half the smaller side makes it a disc or an oval. */
lw_shape lw_figure_rounded(lw_figures *f, lw_placement placement, lw_nm width, lw_nm height,
                           lw_nm corner);
/* A regular octagon between two parallel sides. */
lw_shape lw_figure_octagon(lw_figures *f, lw_placement placement, lw_nm width);
/* The shape with all its points placed. */
lw_shape lw_figure_placed(lw_figures *f, lw_placement placement, lw_shape shape);

/* ---- texts ---- */

/* x y size rot align and the content; `usual` is the size when it is not there. */
lw_text lw_figure_label(lw_figures *f, const xmlNode *node, lw_nm usual);

/* ---- the whole ---- */

/*
 * Before lw_board_place(): that no placed thing reaches beyond the range of coordinates, and that
 * packages times elements stay in bounds. Failures stand at `element_nodes[i]` of element i.
 */
void lw_figures_check_elements(lw_figures *f, const lw_board *board,
                               const xmlNode *const *element_nodes);

#endif
