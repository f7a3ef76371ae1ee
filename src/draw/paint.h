/* The scene on a cairo context. */
#ifndef LW_DRAW_PAINT_H
#define LW_DRAW_PAINT_H

#include <cairo.h>
#include "draw/render.h"

/* A line of text as it stands on the page. */
typedef struct lw_line {
    cairo_matrix_t matrix; /* from font units, y up, to board coordinates */
    double width;          /* font units */
    bool own;              /* drawn with the stroke font; else with what the system calls "sans" */
} lw_line;

lw_line lw_line_place(cairo_t *cr, const lw_text *text);

/* Lets one unit be a nanometre of the board, y up, with the page's top left corner at the origin.
 */
void lw_paint_scale(cairo_t *cr, const lw_scene *scene, double units_per_nm);
/* Paints in the scale set before. */
void lw_paint(cairo_t *cr, const lw_scene *scene, lw_theme theme);

/* A picture of the scene in memory; NULL when there is too little of it. */
cairo_surface_t *lw_render_image(const lw_scene *scene, lw_theme theme, int width, int height);

#endif
