/*
 * Names and values as EAGLE shows them: at the place that a smashed element gives them, as copper
 * where a package has them on a copper layer, and never upside down.
 *
 * Placing gave every element the texts of its package, in order and behind those of the board
 * itself. They stay as many: one that is not shown becomes empty.
 */
#include "io/eagle.h"

#include <string.h>
#include <strings.h>

static const char *words_of(const lw_element *element, const char *placeholder)
{
    return strcmp(placeholder, "NAME") == 0 ? element->name : element->value;
}

static bool is_smashed(const xmlNode *element)
{
    const char *smashed = lw_xml_get(element, "smashed");
    return smashed && strcmp(smashed, "yes") == 0;
}

/* The attribute that says where a smashed element's name or value stands; NULL: nowhere. */
static const xmlNode *shown_attribute(eagle_reader *r, const xmlNode *element, const char *name)
{
    const xmlNode *node = lw_xml_child(r->xml, element, "attribute");
    for (; node; node = lw_xml_sibling(r->xml, node, "attribute")) {
        const char *own = lw_xml_get(node, "name");
        const char *display = lw_xml_get(node, "display");
        if (own && strcasecmp(own, name) == 0 && lw_xml_get(node, "x") && lw_xml_get(node, "y"))
            return display && strcmp(display, "off") == 0 ? NULL : node;
    }
    return NULL;
}

static void add_copper(eagle_reader *r, lw_layers layers, lw_shape shape, lw_span source)
{
    *lw_list_add(r->board->arena, &r->board->copper) =
        (lw_plain_copper){.copper = {layers, shape}, .source = source};
}

static lw_layers copper_of(const eagle_reader *r, int64_t layer)
{
    bool used = layer >= 1 && layer <= EAGLE_LAYERS && r->layer_at[layer] >= 0;
    return used ? LW_LAYER(r->layer_at[layer]) : 0;
}

/* Moves a text to where the attribute has it, or takes it away. */
static void show_smashed(eagle_reader *r, const xmlNode *node, lw_text *text)
{
    lw_text there = {0};
    int64_t layer = node ? lw_figure_integer(&r->f, node, "layer", 0, 255, 0) : 0;
    if (node) {
        there = lw_figure_label(&r->f, node, text->height);
        there.text = text->text;
    }
    if (lw_eagle_ink_of(layer, &there.ink, &there.bottom)) {
        *text = there;
        return;
    }
    if (copper_of(r, layer))
        add_copper(r, copper_of(r, layer), lw_eagle_text_area(r, &there), lw_xml_span(node));
    text->text = "";
}

static void finish_element(eagle_reader *r, const lw_element *element, const xmlNode *node,
                           uint32_t first_text)
{
    const lw_package *package = &r->board->packages.at[element->package];
    bool done[2] = {false, false};
    for (uint32_t i = 0; i < package->texts.count && is_smashed(node); i++) {
        const char *name = lw_eagle_placeholder(package->texts.at[i].text);
        if (!name)
            continue;
        bool *once = &done[strcmp(name, "VALUE") == 0];
        show_smashed(r, *once ? NULL : shown_attribute(r, node, name),
                     &r->board->texts.at[first_text + i]);
        *once = true;
    }
}

static lw_layers seen_from(const lw_board *board, bool mirrored, lw_layers layers)
{
    lw_layers turned = 0;
    for (uint32_t i = 0; i < board->layers.count; i++)
        if (layers & LW_LAYER(i))
            turned |= LW_LAYER(mirrored ? board->layers.count - 1 - i : i);
    return turned;
}

/* Of an element that is not smashed; a smashed one shows its attributes instead. */
static void add_copper_names(eagle_reader *r, const lw_element *element)
{
    for (uint32_t i = 0; i < r->copper_names.count; i++) {
        const eagle_copper_name *name = &r->copper_names.at[i];
        if (name->package != element->package)
            continue;
        lw_text text = name->text;
        text.text = words_of(element, lw_eagle_placeholder(text.text));
        lw_shape area = lw_figure_placed(&r->f, element->placement, lw_eagle_text_area(r, &text));
        if (*text.text)
            add_copper(r, seen_from(r->board, element->placement.mirrored, name->layers), area,
                       element->source);
    }
}

/* EAGLE turns texts around within their box that would stand on their head. */
static void make_readable(lw_text *text)
{
    if (text->placement.angle <= 90 * LW_DEGREE || text->placement.angle > 270 * LW_DEGREE)
        return;
    text->placement.angle = (lw_angle)(((int64_t)text->placement.angle + 180 * (int64_t)LW_DEGREE) %
                                       (360 * (int64_t)LW_DEGREE));
    text->align_x = (uint8_t)(2 - text->align_x);
    text->align_y = (uint8_t)(2 - text->align_y);
}

void lw_eagle_finish_texts(eagle_reader *r, const xmlNode *const *nodes)
{
    lw_board *board = r->board;
    uint32_t of_elements = 0;
    for (uint32_t i = 0; i < board->elements.count; i++)
        of_elements += board->packages.at[board->elements.at[i].package].texts.count;
    uint32_t text = board->texts.count - of_elements;
    for (uint32_t i = 0; i < board->elements.count && !r->f.status; i++) {
        const lw_element *element = &board->elements.at[i];
        finish_element(r, element, nodes[i], text);
        text += board->packages.at[element->package].texts.count;
        if (!is_smashed(nodes[i]))
            add_copper_names(r, element);
    }
    for (uint32_t i = 0; i < board->texts.count; i++)
        make_readable(&board->texts.at[i]);
}
