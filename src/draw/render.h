/* The scene as the bytes of a file. */
#ifndef LW_DRAW_RENDER_H
#define LW_DRAW_RENDER_H

#include "base/buffer.h"
#include "draw/scene.h"

/* Whether pictures can be drawn at all, which is better known before there is work behind them. */
lw_status lw_render_ready(lw_error *err) LW_MUST_CHECK;
/* The picture as the bytes of a file, appended to out. */
lw_status lw_render(const lw_scene *scene, const lw_draw_options *options, lw_picture picture,
                    lw_buffer *out, lw_error *err) LW_MUST_CHECK;
/* A PDF with a page each, one or more. */
lw_status lw_render_pages(const lw_scene *const *scenes, size_t count, lw_theme theme,
                          lw_buffer *out, lw_error *err) LW_MUST_CHECK;

#endif
