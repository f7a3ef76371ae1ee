/*
 * The functions of the modules, for a program that is not linked with them. A module is opened anew
 * at each call; from the second one on that finds it open.
 */
#include <dlfcn.h>
#include <string.h>
#include "base/fail.h"
#include "module/module.h"

/* The table of that name in the module; it begins with its version. NULL: why stands in err. */
static const void *open_table(const char *module, const char *name, lw_status status,
                              const char *source, lw_error *err)
{
    void *handle = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    const char *const *table = handle ? dlsym(handle, name) : NULL;
    if (table && strcmp(*table, LW_VERSION) == 0)
        return table;
    if (table)
        lw_fail(err, status, source, 0, 0, "%s is of version %s, leeway of " LW_VERSION, module,
                *table);
    else
        lw_fail(err, status, source, 0, 0, "a part of leeway cannot be loaded: %s", dlerror());
    return NULL;
}

static const lw_pictures_module *pictures(lw_error *err)
{
    return open_table("leeway-pictures.so", "lw_pictures", LW_ERR_WRITE, "", err);
}

static const lw_xml_module *xml_trees(const lw_xml *xml, lw_error *err)
{
    return open_table("leeway-xml.so", "lw_xml_trees", LW_ERR_READ, xml->source, err);
}

lw_status lw_render_ready(lw_error *err)
{
    return pictures(err) ? LW_OK : LW_ERR_WRITE;
}

lw_status lw_render(const lw_scene *scene, const lw_draw_options *options, lw_picture picture,
                    lw_buffer *out, lw_error *err)
{
    const lw_pictures_module *module = pictures(err);
    return module ? module->render(scene, options, picture, out, err) : LW_ERR_WRITE;
}

lw_status lw_render_pages(const lw_scene *const *scenes, size_t count, lw_theme theme,
                          lw_buffer *out, lw_error *err)
{
    const lw_pictures_module *module = pictures(err);
    return module ? module->render_pages(scenes, count, theme, out, err) : LW_ERR_WRITE;
}

lw_status lw_maze_render(const lw_map *map, const lw_maze_saving *saving, lw_picture picture,
                         lw_buffer *out, lw_error *err)
{
    const lw_pictures_module *module = pictures(err);
    return module ? module->maze_render(map, saving, picture, out, err) : LW_ERR_WRITE;
}

lw_status lw_xml_tree_new(lw_xml *xml, lw_error *err)
{
    const lw_xml_module *module = xml_trees(xml, err);
    return module ? module->tree_new(xml, err) : LW_ERR_READ;
}

/* Where there is a tree there is the module. */
void lw_xml_tree_free(lw_xml *xml)
{
    const lw_xml_module *module = xml_trees(xml, NULL);
    if (module)
        module->tree_free(xml);
}
