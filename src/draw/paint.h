/* The scene on a cairo context, and as the bytes of a file. */
#ifndef LW_DRAW_PAINT_H
#define LW_DRAW_PAINT_H

#include <cairo.h>
#include "base/buffer.h"
#include "draw/scene.h"

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

/* The picture as the bytes of a file, appended to out. */
lw_status lw_render(const lw_scene *scene, const lw_draw_options *options, lw_picture picture,
                    lw_buffer *out, lw_error *err) LW_MUST_CHECK;
/* A PDF with a page each, one or more. */
lw_status lw_render_pages(const lw_scene *const *scenes, size_t count, lw_theme theme,
                          lw_buffer *out, lw_error *err) LW_MUST_CHECK;
/* A picture of the scene in memory; NULL when there is too little of it. */
cairo_surface_t *lw_render_image(const lw_scene *scene, lw_theme theme, int width, int height);

#endif
