/*
 * What needs large libraries that few runs of the command need. The library is linked with them;
 * the command opens these modules when it comes to a picture or to XML, which spares all other runs
 * the time to load some thirty libraries.
 *
 * Module and command are of one build: they share the types of all other headers.
 */
#ifndef LW_MODULE_MODULE_H
#define LW_MODULE_MODULE_H

#include "draw/render.h"
#include "io/xml_tree.h"
#include "lesson/maze.h"

typedef struct lw_pictures_module {
    const char *version;
    lw_status (*render)(const lw_scene *scene, const lw_draw_options *options, lw_picture picture,
                        lw_buffer *out, lw_error *err);
    lw_status (*render_pages)(const lw_scene *const *scenes, size_t count, lw_theme theme,
                              lw_buffer *out, lw_error *err);
    lw_status (*maze_render)(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
                             lw_buffer *out, lw_error *err);
} lw_pictures_module;

typedef struct lw_xml_module {
    const char *version;
    lw_status (*tree_new)(lw_xml *xml, lw_error *err);
    void (*tree_free)(lw_xml *xml);
} lw_xml_module;

/* What the modules export. */
LW_API extern const lw_pictures_module lw_pictures;
LW_API extern const lw_xml_module lw_xml_trees;

#endif
