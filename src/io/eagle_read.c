/*
 * Reads an EAGLE board. The order is that of what needs what: rules, layers and classes; <plain>;
 * the packages that elements use, each read once; elements; then the signals, which name pads.
 */
#include "io/eagle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "board/build.h"
#include "io/rim.h"

#define MM            1000000
#define FIRST_VERSION 6

enum { AIRWIRE_LAYER = 19 };

/* The signal that EAGLE's milling program draws its paths into: no copper. */
#define MILLING_SIGNAL "_OUTLINES_"

typedef struct signal_reader {
    eagle_reader *r;
    lw_dict *elements; /* by name */
    lw_dict *pads;     /* by names of element and pad */
    lw_dict *nets;     /* by name */
} signal_reader;

static void warn_at(eagle_reader *r, const xmlNode *node, const char *text)
{
    int line, column;
    lw_xml_node_place(r->xml, node, NULL, &line, &column);
    lw_board_warn(r->board, line, column, "%s", text);
}

/* ---- the document ---- */

static lw_status find_board(const lw_xml *xml, const xmlNode **out, lw_error *err)
{
    const xmlNode *root = xml->root;
    if (!lw_xml_is(xml, root, "eagle"))
        return lw_xml_fail(xml, root, NULL, err, "the root is <%.60s>, not <eagle>",
                           (const char *)root->name);
    const char *version = lw_xml_get(root, "version");
    if (version && strtol(version, NULL, 10) < FIRST_VERSION)
        return lw_xml_fail(xml, root, "version", err,
                           "version \"%.20s\" is older than EAGLE 6; open and save it with EAGLE "
                           "6 or later",
                           version);
    const xmlNode *drawing = lw_xml_child(xml, root, "drawing");
    if (!drawing)
        return lw_xml_fail(xml, root, NULL, err, "<eagle> has no <drawing>");
    *out = lw_xml_child(xml, drawing, "board");
    if (*out)
        return LW_OK;
    if (lw_xml_child(xml, drawing, "schematic"))
        return lw_xml_fail(
            xml, drawing, NULL, err,
            "this is an EAGLE schematic; routing needs the board, the .brd beside it");
    if (lw_xml_child(xml, drawing, "library"))
        return lw_xml_fail(xml, drawing, NULL, err, "this is an EAGLE library, not a board");
    return lw_xml_fail(xml, drawing, NULL, err, "<drawing> has no <board>");
}

/* ---- layers ---- */

static void mark_setup(const char *setup, bool used[EAGLE_LAYERS + 1])
{
    for (const char *at = setup; *at;) {
        size_t digits = strspn(at, "0123456789");
        long number = digits > 0 && digits < 3 ? strtol(at, NULL, 10) : 0;
        if (number >= 1 && number <= EAGLE_LAYERS)
            used[number] = true;
        at += digits > 0 ? digits : 1;
    }
}

/* Setups come from files of rules that many boards share, and may name inner layers that this board
 * has switched off; nobody wants to pay for a layer that EAGLE would not route on. */
static void unmark_inactive(eagle_reader *r, const xmlNode *layers, bool used[EAGLE_LAYERS + 1])
{
    const xmlNode *node = layers ? lw_xml_child(r->xml, layers, "layer") : NULL;
    for (; node; node = lw_xml_sibling(r->xml, node, "layer")) {
        const char *active = lw_xml_get(node, "active");
        int64_t number = lw_figure_integer(&r->f, node, "number", 0, 255, 0);
        if (number > 1 && number < EAGLE_LAYERS && active && strcmp(active, "no") == 0)
            used[number] = false;
    }
}

/* Copper on a layer that the setup does not have: the layer is there, whatever the setup says. */
static void mark_copper(eagle_reader *r, const xmlNode *signals, bool used[EAGLE_LAYERS + 1])
{
    const xmlNode *signal = signals ? lw_xml_child(r->xml, signals, "signal") : NULL;
    for (; signal; signal = lw_xml_sibling(r->xml, signal, "signal")) {
        for (const xmlNode *node = lw_xml_first(r->xml, signal); node;
             node = lw_xml_next(r->xml, node)) {
            if (!lw_xml_is(r->xml, node, "wire") && !lw_xml_is(r->xml, node, "polygon"))
                continue;
            int64_t layer = lw_figure_integer(&r->f, node, "layer", 0, 255, 0);
            if (layer < 1 || layer > EAGLE_LAYERS || used[layer])
                continue;
            used[layer] = true;
            warn_at(r, node, "copper on a layer that the layer setup does not have");
        }
    }
}

static const char *layer_name(eagle_reader *r, const xmlNode *layers, int64_t number)
{
    const xmlNode *node = layers ? lw_xml_child(r->xml, layers, "layer") : NULL;
    for (; node; node = lw_xml_sibling(r->xml, node, "layer")) {
        const char *name = lw_xml_get(node, "name");
        if (name && *name && lw_figure_integer(&r->f, node, "number", 0, 255, 0) == number)
            return lw_intern(r->board->names, name);
    }
    char usual[16];
    snprintf(usual, sizeof usual, "Route%d", (int)number);
    return lw_intern(r->board->names, number == 1              ? "Top"
                                      : number == EAGLE_LAYERS ? "Bottom"
                                                               : usual);
}

static void read_layers(eagle_reader *r, const xmlNode *board_node)
{
    const xmlNode *layers = lw_xml_child(r->xml, board_node->parent, "layers");
    bool used[EAGLE_LAYERS + 1] = {false};
    mark_setup(r->rules.layer_setup, used);
    unmark_inactive(r, layers, used);
    mark_copper(r, lw_xml_child(r->xml, board_node, "signals"), used);
    r->layer_at[0] = -1;
    for (int number = 1; number <= EAGLE_LAYERS; number++) {
        r->layer_at[number] = used[number] ? (int8_t)r->board->layers.count : -1;
        if (used[number])
            *lw_list_add(r->board->arena, &r->board->layers) =
                (lw_layer){.name = layer_name(r, layers, number), .number = number};
    }
    if (r->board->layers.count == 0)
        lw_figures_fail(&r->f, board_node, NULL, "the layer setup \"%s\" has no copper layer",
                        lw_figures_brief(&r->f, r->rules.layer_setup));
}

/* ---- packages and elements ---- */

/* Packages by library and name. Two libraries may have one name; then their urn tells them apart,
 * and where an element does not give one the library without one is meant, or else the first. */
typedef struct package_index {
    lw_dict *by_urn;
    LW_LIST(const xmlNode *) nodes;
    LW_LIST(int32_t) read[2]; /* package of the board, -1: not read yet; by whether it is flipped */
    lw_dict *names;           /* those taken */
} package_index;

static const char *library_key(eagle_reader *r, const char *library, const char *urn)
{
    return lw_intern(r->board->names, lw_arena_print(r->xml->arena, "%s\n%s",
                                                     library ? library : "", urn ? urn : ""));
}

static void index_library(eagle_reader *r, package_index *index, const xmlNode *library)
{
    const char *name = lw_xml_get(library, "name");
    const char *key = library_key(r, name, lw_xml_get(library, "urn"));
    const xmlNode *packages = lw_xml_child(r->xml, library, "packages");
    const xmlNode *node = packages ? lw_xml_child(r->xml, packages, "package") : NULL;
    for (; node && !r->f.status; node = lw_xml_sibling(r->xml, node, "package")) {
        const char *package = lw_intern(r->board->names, lw_figure_name(&r->f, node, "name"));
        if (!lw_dict_put(index->by_urn, key, package, (int32_t)index->nodes.count))
            continue; /* defined twice: the first counts */
        lw_dict_put(index->by_urn, library_key(r, name, NULL), package,
                    (int32_t)index->nodes.count);
        *lw_list_add(r->xml->arena, &index->nodes) = node;
        *lw_list_add(r->xml->arena, &index->read[0]) = -1;
        *lw_list_add(r->xml->arena, &index->read[1]) = -1;
    }
}

static package_index index_packages(eagle_reader *r, const xmlNode *board_node)
{
    package_index index = {.by_urn = lw_dict_new(r->xml->arena),
                           .names = lw_dict_new(r->xml->arena)};
    const xmlNode *libraries = lw_xml_child(r->xml, board_node, "libraries");
    for (int with_urn = 0; with_urn < 2; with_urn++) {
        const xmlNode *library = libraries ? lw_xml_child(r->xml, libraries, "library") : NULL;
        for (; library; library = lw_xml_sibling(r->xml, library, "library"))
            if ((lw_xml_get(library, "urn") != NULL) == with_urn)
                index_library(r, &index, library);
    }
    return index;
}

/* Names of packages are unique in a board, in EAGLE only within a library. */
static const char *unique_name(eagle_reader *r, package_index *index, const char *library,
                               const char *name)
{
    const char *unique = lw_intern(r->board->names, name);
    for (unsigned i = 1; !lw_dict_put(index->names, unique, NULL, 0); i++) {
        char *other = i == 1 ? lw_arena_print(r->xml->arena, "%s/%s", library, name)
                             : lw_arena_print(r->xml->arena, "%s/%s#%u", library, name, i);
        unique = lw_intern(r->board->names, other);
    }
    return unique;
}

/* Index of the package that an element uses, -1 after a failure. */
static int32_t package_of(eagle_reader *r, package_index *index, const xmlNode *element,
                          bool mirrored)
{
    const char *library = lw_figure_text(&r->f, element, "library");
    const char *urn = lw_xml_get(element, "library_urn");
    const char *name = lw_intern(r->board->names, lw_figure_text(&r->f, element, "package"));
    int32_t at = lw_dict_get(index->by_urn, library_key(r, library, urn), name);
    if (at < 0)
        at = lw_dict_get(index->by_urn, library_key(r, library, NULL), name);
    if (at < 0)
        lw_figures_fail(&r->f, element, "package", "library \"%s\" has no package \"%s\"",
                        lw_figures_brief(&r->f, library), lw_figures_brief(&r->f, name));
    if (r->f.status)
        return -1;
    /* With a single layer, top and bottom of a package cannot change places. */
    bool flipped = mirrored && r->board->layers.count == 1;
    int32_t *known = &index->read[flipped].at[at];
    if (*known < 0) {
        lw_package package = {.name = unique_name(r, index, library, name)};
        lw_eagle_read_package(r, index->nodes.at[at], flipped, &package);
        *known = (int32_t)r->board->packages.count;
        *lw_list_add(r->board->arena, &r->board->packages) = package;
    }
    return *known;
}

static void read_element(signal_reader *s, package_index *index, const xmlNode *node)
{
    eagle_reader *r = s->r;
    lw_board *board = r->board;
    const char *value = lw_xml_get(node, "value");
    lw_placement placement = lw_figure_rot(&r->f, node);
    placement.at = lw_figure_at(&r->f, node);
    int32_t package = package_of(r, index, node, placement.mirrored);
    lw_element element = {
        .name = lw_intern(board->names, lw_figure_name(&r->f, node, "name")),
        .value = lw_intern(board->names, value ? value : ""),
        .package = (uint32_t)package,
        .placement = placement,
        .source = lw_xml_span(node),
    };
    if (r->f.status)
        return;
    if (!lw_dict_put(s->elements, element.name, NULL, (int32_t)board->elements.count))
        lw_figures_fail(&r->f, node, "name", "element \"%s\" is there twice", element.name);
    *lw_list_add(board->arena, &board->elements) = element;
}

static void read_elements(signal_reader *s, const xmlNode *board_node)
{
    eagle_reader *r = s->r;
    package_index index = index_packages(r, board_node);
    LW_LIST(const xmlNode *) nodes = {0};
    const xmlNode *elements = lw_xml_child(r->xml, board_node, "elements");
    const xmlNode *node = elements ? lw_xml_child(r->xml, elements, "element") : NULL;
    for (; node && !r->f.status; node = lw_xml_sibling(r->xml, node, "element")) {
        read_element(s, &index, node);
        *lw_list_add(r->xml->arena, &nodes) = node;
    }
    if (!r->f.status)
        lw_figures_check_elements(&r->f, r->board, nodes.at);
    if (r->f.status)
        return;
    lw_board_place(r->board);
    lw_eagle_finish_texts(r, nodes.at);
    for (uint32_t i = 0; i < r->board->pads.count; i++) {
        const lw_pad *pad = &r->board->pads.at[i];
        lw_dict_put(s->pads, r->board->elements.at[pad->element].name, pad->name, (int32_t)i);
    }
}

/* ---- <plain> and the outline ---- */

#define MOVE(list, from, to)                                                                       \
    ((to)->list.at = (from)->list.at, (to)->list.count = (from)->list.count,                       \
     (to)->list.room = (from)->list.room)

/* Fills the board with what lies on it by itself; the lines of its outline stay in `plain`. */
static void read_plain(eagle_reader *r, const xmlNode *board_node, lw_package *plain)
{
    const xmlNode *node = lw_xml_child(r->xml, board_node, "plain");
    if (!node)
        return;
    plain->name = "";
    lw_eagle_read_package(r, node, false, plain);
    MOVE(holes, plain, r->board);
    MOVE(copper, plain, r->board);
    MOVE(keepouts, plain, r->board);
    MOVE(drawings, plain, r->board);
    MOVE(texts, plain, r->board);
}

static void read_outline(eagle_reader *r, const lw_package *plain)
{
    lw_shape *lines = plain->outline.at;
    uint32_t count = plain->outline.count;
    lw_board_package_outline(r->board, r->board->arena, &lines, &count);
    lw_rim_make(r->board, lines, count, "layer 20");
}

/* ---- signals ---- */

static void read_contact(signal_reader *s, lw_net_id net, const xmlNode *node)
{
    eagle_reader *r = s->r;
    lw_board *board = r->board;
    const char *element = lw_intern(board->names, lw_figure_text(&r->f, node, "element"));
    const char *name = lw_intern(board->names, lw_figure_text(&r->f, node, "pad"));
    if (r->f.status)
        return;
    const char *net_name = lw_figures_brief(&r->f, board->nets.at[net].name);
    if (lw_dict_get(s->elements, element, NULL) < 0) {
        lw_figures_fail(&r->f, node, "element", "signal %s: there is no element \"%s\"", net_name,
                        lw_figures_brief(&r->f, element));
        return;
    }
    int32_t at = lw_dict_get(s->pads, element, name);
    if (at < 0) {
        lw_figures_fail(&r->f, node, "pad", "signal %s: element \"%s\" has no pad \"%s\"", net_name,
                        lw_figures_brief(&r->f, element), lw_figures_brief(&r->f, name));
        return;
    }
    lw_pad *pad = &board->pads.at[at];
    if (pad->net != LW_NO_NET && pad->net != net) {
        lw_figures_fail(&r->f, node, "pad", "signal %s: pad %s.%s is in signal %s already",
                        net_name, lw_figures_brief(&r->f, element), lw_figures_brief(&r->f, name),
                        lw_figures_brief(&r->f, board->nets.at[pad->net].name));
        return;
    }
    pad->net = net;
    *lw_list_add(board->arena, &board->nets.at[net].pads) = (uint32_t)at;
}

static int8_t copper_index(eagle_reader *r, int64_t layer)
{
    return layer >= 1 && layer <= EAGLE_LAYERS ? r->layer_at[layer] : -1;
}

static void read_wire(signal_reader *s, lw_net_id net, const xmlNode *node)
{
    eagle_reader *r = s->r;
    lw_board *board = r->board;
    int64_t layer = lw_figure_integer(&r->f, node, "layer", 0, 255, 0);
    if (layer == AIRWIRE_LAYER)
        *lw_list_add(board->arena, &board->airwires) = lw_xml_span(node);
    if (copper_index(r, layer) < 0)
        return;
    lw_shape line = lw_figure_wire(&r->f, node);
    bool arc = line.count > 2;
    *lw_list_add(board->arena, &board->tracks) = (lw_track){
        .net = net,
        .layer = (uint32_t)copper_index(r, layer),
        .width = lw_figure_size_or(&r->f, node, "width", 0),
        .ends = {line.points[0], line.points[line.count - 1]},
        .arc = arc ? line.points : NULL,
        .arc_count = arc ? line.count : 0,
        .curve = arc ? lw_figure_curve(&r->f, node) : 0,
        .source = lw_xml_span(node),
    };
}

/* One or two digits; behind them stands `end`. */
static bool read_layer_number(const char **at, char end, int *out)
{
    size_t digits = strspn(*at, "0123456789");
    *out = 0;
    for (size_t i = 0; i < digits && i < 3; i++)
        *out = *out * 10 + (*at)[i] - '0';
    *at += digits;
    bool good = digits > 0 && digits < 3 && **at == end;
    *at += good && end != '\0';
    return good && *out >= 1 && *out <= EAGLE_LAYERS;
}

/* "1-16": all copper layers from the one to the other; all of the board where it has none of
 * them. */
static lw_layers read_extent(eagle_reader *r, const xmlNode *node)
{
    const char *text = lw_xml_get(node, "extent"), *at = text;
    int first = 1, last = EAGLE_LAYERS;
    if (text && !(read_layer_number(&at, '-', &first) && read_layer_number(&at, '\0', &last) &&
                  first <= last))
        lw_figures_fail(&r->f, node, "extent", "<via>: extent=\"%s\" is not like 1-16",
                        lw_figures_brief(&r->f, text));
    if (r->f.status)
        return 0;
    lw_layers layers = 0;
    for (int number = first; number <= last; number++)
        if (r->layer_at[number] >= 0)
            layers |= LW_LAYER(r->layer_at[number]);
    return layers ? layers : lw_board_layers(r->board);
}

/* Of the circle around a via that the file has square or octagonal. */
static lw_nm around(uint32_t shape, lw_nm diameter)
{
    static const double factor[] = {1.4142135623730951, 1, 1.0823922002923940};
    double circle = diameter * factor[shape] + 0.999999;
    return circle < LW_NM_MAX ? (lw_nm)circle : LW_NM_MAX;
}

static void read_via(signal_reader *s, lw_net_id net, const xmlNode *node)
{
    static const char *const shapes[] = {"square", "round", "octagon", NULL};
    eagle_reader *r = s->r;
    lw_point at = lw_figure_at(&r->f, node);
    lw_nm drill = lw_figure_size(&r->f, node, "drill");
    lw_nm given = lw_figure_size_or(&r->f, node, "diameter", 0);
    uint32_t shape = lw_figure_choice(&r->f, node, "shape", shapes, 1);
    lw_nm diameter = lw_eagle_via_diameter(&r->rules, drill, given);
    lw_via via = {
        .net = net,
        .at = at,
        .diameter = shape == 1 ? diameter : around(shape, diameter),
        .drill = drill,
        .layers = read_extent(r, node),
        .source = lw_xml_span(node),
    };
    *lw_list_add(r->board->arena, &r->board->vias) = via;
}

static void read_polygon(signal_reader *s, lw_net_id net, const xmlNode *node)
{
    eagle_reader *r = s->r;
    int8_t layer = copper_index(r, lw_figure_integer(&r->f, node, "layer", 0, 255, 0));
    if (layer < 0 || !lw_eagle_has_corners(r, node))
        return;
    const char *kind = lw_xml_get(node, "pour");
    *lw_list_add(r->board->arena, &r->board->pours) = (lw_pour){
        .net = net,
        .layers = LW_LAYER(layer),
        .shape = lw_figure_polygon(&r->f, node),
        .cutout = kind && strcmp(kind, "cutout") == 0,
        .source = lw_xml_span(node),
    };
}

static void read_signal(signal_reader *s, const xmlNode *node)
{
    eagle_reader *r = s->r;
    lw_board *board = r->board;
    const char *name = lw_intern(board->names, lw_figure_name(&r->f, node, "name"));
    if (r->f.status || strcmp(name, MILLING_SIGNAL) == 0)
        return;
    lw_net_id net = (lw_net_id)board->nets.count;
    if (!lw_dict_put(s->nets, name, NULL, net))
        lw_figures_fail(&r->f, node, "name", "signal \"%s\" is there twice",
                        lw_figures_brief(&r->f, name));
    int64_t class = lw_figure_integer(&r->f, node, "class", 0, EAGLE_CLASSES - 1, 0);
    *lw_list_add(board->arena, &board->nets) = (lw_net){
        .name = name,
        .class_id = r->class_of[class],
        .source = lw_xml_span(node),
        .insert_at = lw_xml_content_end(node),
    };
    static const struct {
        const char *name;
        void (*read)(signal_reader *s, lw_net_id net, const xmlNode *node);
    } readers[] = {{"wire", read_wire},
                   {"contactref", read_contact},
                   {"via", read_via},
                   {"polygon", read_polygon}};
    for (const xmlNode *child = lw_xml_first(r->xml, node); child && !r->f.status;
         child = lw_xml_next(r->xml, child)) {
        for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
            if (lw_xml_is(r->xml, child, readers[i].name)) {
                readers[i].read(s, net, child);
                break;
            }
        }
    }
}

static void read_signals(signal_reader *s, const xmlNode *board_node)
{
    eagle_reader *r = s->r;
    const xmlNode *signals = lw_xml_child(r->xml, board_node, "signals");
    const xmlNode *node = signals ? lw_xml_child(r->xml, signals, "signal") : NULL;
    for (; node && !r->f.status; node = lw_xml_sibling(r->xml, node, "signal"))
        read_signal(s, node);
}

/* ---- the whole ---- */

static void read_rules(eagle_reader *r, const xmlNode *board_node)
{
    const lw_xml *xml = r->xml;
    lw_eagle_read_rules(&r->f, lw_xml_child(xml, board_node, "designrules"), &r->rules);
    lw_eagle_apply_rules(&r->rules, r->board);
    lw_eagle_read_classes(&r->f, lw_xml_child(xml, board_node, "classes"),
                          lw_xml_child(xml, board_node, "signals"), &r->rules, r->board,
                          r->class_of);
}

static void read_board(eagle_reader *r, const xmlNode *board_node)
{
    lw_package plain = {0};
    signal_reader signals = {
        .r = r,
        .elements = lw_dict_new(r->xml->arena),
        .pads = lw_dict_new(r->xml->arena),
        .nets = lw_dict_new(r->xml->arena),
    };
    read_rules(r, board_node);
    if (!r->f.status)
        read_layers(r, board_node);
    if (!r->f.status)
        read_plain(r, board_node, &plain);
    if (!r->f.status)
        read_elements(&signals, board_node);
    if (!r->f.status)
        read_signals(&signals, board_node);
    if (!r->f.status)
        read_outline(r, &plain);
    if (!r->f.status)
        lw_board_finish(r->board);
}

lw_status lw_eagle_read(const char *path, const char *text, size_t size, lw_board **out,
                        lw_error *err)
{
    *out = NULL;
    lw_xml xml;
    const xmlNode *board_node = NULL;
    lw_status status = lw_xml_parse(path, text, size, "eagle", &xml, err);
    if (!status)
        status = find_board(&xml, &board_node, err);
    if (!status) {
        lw_board *board = lw_board_new(path, text, size);
        board->name = lw_name_of_file(board->names, board->path);
        board->format = LW_FORMAT_EAGLE;
        eagle_reader r = {
            .f = {.xml = &xml, .arena = board->arena, .unit = MM, .err = err},
            .xml = &xml,
            .board = board,
        };
        read_board(&r, board_node);
        status = r.f.status;
        if (status)
            lw_board_free(board);
        else
            *out = board;
    }
    lw_xml_free(&xml);
    return status;
}
