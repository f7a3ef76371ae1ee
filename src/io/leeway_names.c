/* What a document declares, and refers to by name. */
#include "io/leeway.h"

#include <string.h>
#include "base/nearest.h"

leeway_table leeway_table_new(lw_arena *arena, const char *what)
{
    return (leeway_table){.what = what, .dict = lw_dict_new(arena)};
}

int leeway_line(const leeway_reader *r, const xmlNode *node)
{
    int line, column;
    lw_xml_node_place(r->xml, node, NULL, &line, &column);
    return line;
}

const char *leeway_declare(leeway_reader *r, leeway_table *table, const xmlNode *node)
{
    const char *name = lw_intern(r->board->names, lw_figure_name(&r->f, node, "name"));
    if (leeway_failed(r))
        return name;
    if (!lw_dict_put(table->dict, name, NULL, (int32_t)table->nodes.count)) {
        const xmlNode *first = table->nodes.at[lw_dict_get(table->dict, name, NULL)];
        lw_figures_fail(&r->f, node, "name",
                        "%s \"%s\" is declared twice; the first stands in line %d", table->what,
                        lw_figures_brief(&r->f, name), leeway_line(r, first));
        return name;
    }
    *lw_list_add(r->xml->arena, &table->nodes) = node;
    return name;
}

static void fail_undeclared(leeway_reader *r, const leeway_table *table, const xmlNode *node,
                            const char *attribute, const char *name)
{
    lw_nearest nearest = lw_nearest_to(name);
    for (uint32_t i = 0; i < table->nodes.count; i++)
        if (table->nodes.at[i])
            lw_nearest_try(&nearest, lw_xml_get(table->nodes.at[i], "name"));
    char hint[200];
    lw_figures_fail(&r->f, node, attribute, "%s \"%s\" is not declared%s", table->what,
                    lw_figures_brief(&r->f, name), lw_nearest_hint(&nearest, hint, sizeof hint));
}

uint32_t leeway_refer(leeway_reader *r, const leeway_table *table, const xmlNode *node,
                      const char *attribute)
{
    const char *name = lw_figure_name(&r->f, node, attribute);
    if (leeway_failed(r))
        return 0;
    int32_t index = lw_dict_get(table->dict, lw_intern(r->board->names, name), NULL);
    if (index < 0)
        fail_undeclared(r, table, node, attribute, name);
    return index < 0 ? 0 : (uint32_t)index;
}

/* "top" and "bottom" also stand for the first and the last layer, unless that is the other. */
static int32_t layer_by_name(const leeway_reader *r, const char *name)
{
    int32_t last = (int32_t)r->board->layers.count - 1;
    int32_t index = lw_dict_get(r->layers.dict, lw_intern(r->board->names, name), NULL);
    if (index >= 0)
        return index;
    if (!strcmp(name, "top") && strcmp(r->board->layers.at[0].name, "bottom") != 0)
        return 0;
    if (!strcmp(name, "bottom") && strcmp(r->board->layers.at[last].name, "top") != 0)
        return last;
    return -1;
}

static lw_layers layers_named(leeway_reader *r, const xmlNode *node, const char *attribute,
                              const char *name)
{
    if (!strcmp(name, "all"))
        return lw_board_layers(r->board);
    int32_t index = layer_by_name(r, name);
    if (index < 0)
        fail_undeclared(r, &r->layers, node, attribute, name);
    return index < 0 ? 0 : LW_LAYER(index);
}

lw_layers leeway_layers(leeway_reader *r, const xmlNode *node, const char *attribute,
                        lw_layers usual)
{
    static const char blanks[] = " \t\r\n";
    const char *at = lw_xml_get(node, attribute);
    if (!at || leeway_failed(r))
        return usual;
    lw_layers layers = 0;
    for (at += strspn(at, blanks); *at && !leeway_failed(r); at += strspn(at, blanks)) {
        size_t length = strcspn(at, blanks);
        layers |= layers_named(r, node, attribute, lw_arena_text(r->xml->arena, at, length));
        at += length;
    }
    if (!layers)
        lw_figures_fail(&r->f, node, attribute, "<%s>: %s=\"\" names no layer",
                        (const char *)node->name, attribute);
    return layers;
}

uint32_t leeway_layer(leeway_reader *r, const xmlNode *node, const char *attribute, uint32_t usual)
{
    const char *name = lw_xml_get(node, attribute);
    if (!name || leeway_failed(r))
        return usual;
    int32_t index = layer_by_name(r, name);
    if (index < 0)
        fail_undeclared(r, &r->layers, node, attribute, name);
    return index < 0 ? 0 : (uint32_t)index;
}
