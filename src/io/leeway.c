#include "io/leeway.h"

#include <stdio.h>
#include <string.h>
#include "base/nearest.h"

/*
 * Words are checked first, over the whole document; after that only values are read, section by
 * section, whatever their order in the file.
 */

/* Their clearances are a square table. */
#define MOST_CLASSES 256

/* ---- the root ---- */

static int64_t read_cell(leeway_reader *r, const xmlNode *root, const char *units)
{
    const char *text = lw_xml_get(root, "cell");
    if (!text)
        return LEEWAY_CELL;
    r->f.unit = 1;
    bool has_unit = text[strcspn(text, "mi")] != '\0'; /* mm, mil, in, um */
    if (strcmp(units, "cell") != 0)
        lw_figures_fail(&r->f, root, "cell", "the size of a cell needs units=\"cell\"");
    else if (!has_unit)
        lw_figures_fail(&r->f, root, "cell", "cell=\"%s\" needs a unit, like 2.54mm",
                        lw_figures_brief(&r->f, text));
    return lw_figure_extent(&r->f, root, "cell");
}

static void read_units(leeway_reader *r, const xmlNode *root)
{
    static const char *const words[] = {"mm", "mil", "in", "um", "cell", NULL};
    uint32_t choice = lw_figure_choice(&r->f, root, "units", words, 0);
    int64_t cell = read_cell(r, root, words[choice]);
    r->board->units = words[choice];
    r->board->unit = !strcmp(words[choice], "cell") ? cell : lw_unit_by_name(words[choice]);
    r->f.unit = r->board->unit;
}

static void read_root(leeway_reader *r)
{
    const xmlNode *root = r->xml->root;
    const char *name = lw_xml_get(root, "name") ? lw_figure_name(&r->f, root, "name") : NULL;
    r->board->name =
        name ? lw_intern(r->board->names, name) : lw_name_of_file(r->board->names, r->board->path);
    r->later =
        lw_figure_integer(&r->f, root, "version", 1, 1000000, LEEWAY_VERSION) > LEEWAY_VERSION;
    read_units(r, root);
}

/* The element of that name, of which there is one at most. */
static const xmlNode *single(leeway_reader *r, const char *name)
{
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, name);
    const xmlNode *second = node ? lw_xml_sibling(r->xml, node, name) : NULL;
    if (second)
        lw_figures_fail(&r->f, second, NULL, "a second <%s>; the first stands in line %d", name,
                        leeway_line(r, node));
    return node;
}

/* ---- layers and rules ---- */

static void add_layer(leeway_reader *r, const char *name)
{
    lw_dict_put(r->layers.dict, lw_intern(r->board->names, name), NULL,
                (int32_t)r->layers.nodes.count);
    *lw_list_add(r->xml->arena, &r->layers.nodes) = NULL;
    lw_layer *layer = lw_list_add(r->f.arena, &r->board->layers);
    layer->name = lw_intern(r->board->names, name);
    layer->number = (int32_t)r->board->layers.count;
}

static void read_layer(leeway_reader *r, const xmlNode *node)
{
    static const char *const words[] = {"any", "horizontal", "vertical", NULL};
    if (r->board->layers.count == LW_MAX_LAYERS) {
        lw_figures_fail(&r->f, node, NULL, "more than %d layers", LW_MAX_LAYERS);
        return;
    }
    const char *name = leeway_declare(r, &r->layers, node);
    if (strpbrk(name, " \t") || !strcmp(name, "all"))
        lw_figures_fail(&r->f, node, "name", "a layer cannot be called \"%s\": %s",
                        lw_figures_brief(&r->f, name),
                        strcmp(name, "all") ? "in lists of layers blanks separate them"
                                            : "that means all of them");
    lw_layer *layer = lw_list_add(r->f.arena, &r->board->layers);
    uint32_t direction = lw_figure_choice(&r->f, node, "direction", words, 0);
    *layer = (lw_layer){.name = name};
    layer->direction = direction == 1 ? LW_HORIZONTAL : direction == 2 ? LW_VERTICAL : LW_ANY_WAY;
    layer->number =
        (int32_t)lw_figure_integer(&r->f, node, "number", 1, 1000000, r->board->layers.count);
}

static void read_layers(leeway_reader *r)
{
    const xmlNode *layers = single(r, "layers");
    if (!layers) {
        add_layer(r, "top");
        add_layer(r, "bottom");
        return;
    }
    const xmlNode *node = lw_xml_child(r->xml, layers, "layer");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "layer"))
        read_layer(r, node);
    if (!leeway_failed(r) && r->board->layers.count == 0)
        lw_figures_fail(&r->f, layers, NULL, "<layers> is empty; a board has at least one layer");
}

/* Documents without rules are read as if they had empty ones. */
static lw_nm rule(leeway_reader *r, const xmlNode *node, const char *attribute, lw_nm usual)
{
    return node ? lw_figure_size_or(&r->f, node, attribute, usual) : usual;
}

static lw_nm rule_above_0(leeway_reader *r, const xmlNode *node, const char *attribute, lw_nm usual)
{
    return node ? lw_figure_extent_or(&r->f, node, attribute, usual) : usual;
}

static void check_ring(leeway_reader *r, const xmlNode *node, const char *outer, lw_nm diameter,
                       lw_nm drill)
{
    char a[LW_NUMBER_ROOM], b[LW_NUMBER_ROOM];
    if (node && !leeway_failed(r) && drill >= diameter)
        lw_figures_fail(&r->f, node, lw_xml_get(node, "drill") ? "drill" : NULL,
                        "<%s>: the drill %s is not smaller than the %s %s",
                        (const char *)node->name, lw_print_length(drill, r->board->unit, a), outer,
                        lw_print_length(diameter, r->board->unit, b));
}

static void read_sizes(leeway_reader *r, const xmlNode *node, const lw_class *usual, lw_class *out)
{
    out->width = rule_above_0(r, node, "width", usual->width);
    out->via_diameter = rule_above_0(r, node, "via", usual->via_diameter);
    out->via_drill = rule_above_0(r, node, "drill", usual->via_drill);
    check_ring(r, node, "via", out->via_diameter, out->via_drill);
}

static void read_clearances(leeway_reader *r, const xmlNode *node)
{
    static const struct {
        const char *attribute;
        lw_kind a, b;
    } finer[] = {{"track-track", LW_TRACK, LW_TRACK}, {"track-via", LW_TRACK, LW_VIA},
                 {"track-pad", LW_TRACK, LW_PAD},     {"via-via", LW_VIA, LW_VIA},
                 {"via-pad", LW_VIA, LW_PAD},         {"pad-pad", LW_PAD, LW_PAD}};
    lw_nm usual = rule(r, node, "clearance", LEEWAY_CLEARANCE);
    for (size_t i = 0; i < sizeof finer / sizeof *finer; i++) {
        lw_nm clearance = rule(r, node, finer[i].attribute, usual);
        r->board->rules.clearance[finer[i].a][finer[i].b] = clearance;
        r->board->rules.clearance[finer[i].b][finer[i].a] = clearance;
    }
}

static void read_rules(leeway_reader *r)
{
    static const lw_class usual = {
        .width = LEEWAY_WIDTH, .via_diameter = LEEWAY_VIA, .via_drill = LEEWAY_DRILL};
    const xmlNode *node = single(r, "rules");
    lw_rules *rules = &r->board->rules;
    lw_class *standard = &r->board->classes.at[0];
    const char *name =
        node && lw_xml_get(node, "class") ? lw_figure_name(&r->f, node, "class") : "default";
    standard->name = lw_intern(r->board->names, name);
    read_sizes(r, node, &usual, standard);
    read_clearances(r, node);
    rules->edge = rule(r, node, "edge", LEEWAY_EDGE);
    rules->hole = rule(r, node, "hole", LEEWAY_HOLE);
    rules->drill = rule(r, node, "hole-to-hole", LEEWAY_HOLE);
    rules->min_width = rule(r, node, "min-width", 0);
    rules->min_drill = rule(r, node, "min-drill", 0);
    rules->min_ring = rule(r, node, "min-ring", 0);
}

/* ---- classes ---- */

/* A class of the default one's name adds to it. */
static void read_class(leeway_reader *r, const xmlNode *node)
{
    lw_class *standard = &r->board->classes.at[0];
    const char *name = lw_xml_get(node, "name");
    bool is_standard = name && !strcmp(name, standard->name) && !r->classes.nodes.at[0];
    lw_class *class = standard;
    if (is_standard) {
        r->classes.nodes.at[0] = node;
    } else {
        name = leeway_declare(r, &r->classes, node);
        class = lw_list_add(r->f.arena, &r->board->classes);
        class->name = name;
    }
    lw_class usual = r->board->classes.at[0];
    read_sizes(r, node, &usual, class);
    class->clearance = rule(r, node, "clearance", 0);
    if (r->board->classes.count > MOST_CLASSES)
        lw_figures_fail(&r->f, node, NULL, "more than %d classes", MOST_CLASSES);
}

static void read_pairs(leeway_reader *r, const xmlNode *node, bool *said)
{
    uint32_t count = r->board->classes.count;
    uint32_t a = leeway_refer(r, &r->classes, node, "name");
    const xmlNode *pair = lw_xml_child(r->xml, node, "clearance");
    for (; pair && !leeway_failed(r); pair = lw_xml_sibling(r->xml, pair, "clearance")) {
        uint32_t b = leeway_refer(r, &r->classes, pair, "class");
        lw_nm value = lw_figure_size(&r->f, pair, "value");
        if (said[a * count + b])
            lw_figures_fail(&r->f, pair, NULL,
                            "the clearance between classes \"%s\" and \"%s\" is said twice",
                            lw_figures_brief(&r->f, r->board->classes.at[a].name),
                            lw_figures_brief(&r->f, r->board->classes.at[b].name));
        said[a * count + b] = said[b * count + a] = true;
        r->board->class_clearance[a * count + b] = value;
        r->board->class_clearance[b * count + a] = value;
    }
}

static void read_classes(leeway_reader *r)
{
    lw_board *board = r->board;
    lw_dict_put(r->classes.dict, board->classes.at[0].name, NULL, 0);
    *lw_list_add(r->xml->arena, &r->classes.nodes) = NULL;
    const xmlNode *first = lw_xml_child(r->xml, r->xml->root, "class");
    for (const xmlNode *node = first; node && !leeway_failed(r);
         node = lw_xml_sibling(r->xml, node, "class"))
        read_class(r, node);
    if (leeway_failed(r))
        return;
    size_t pairs = (size_t)board->classes.count * board->classes.count;
    board->class_clearance = LW_NEW_MANY(board->arena, lw_nm, pairs);
    bool *said = LW_NEW_MANY(r->xml->arena, bool, pairs);
    for (const xmlNode *node = first; node && !leeway_failed(r);
         node = lw_xml_sibling(r->xml, node, "class"))
        read_pairs(r, node, said);
}

/* ---- elements ---- */

static void read_elements(leeway_reader *r)
{
    lw_board *board = r->board;
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "element");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "element")) {
        const char *value = lw_xml_get(node, "value");
        lw_element *element = lw_list_add(board->arena, &board->elements);
        element->name = leeway_declare(r, &r->elements, node);
        element->value = lw_intern(board->names, value ? value : "");
        element->package = leeway_refer(r, &r->packages, node, "package");
        element->placement = lw_figure_rot(&r->f, node);
        element->placement.at = lw_figure_at(&r->f, node);
        element->source = lw_xml_span(node);
    }
    if (!leeway_failed(r))
        lw_figures_check_elements(&r->f, board, r->elements.nodes.at);
}

/* ---- what stands on the board itself ---- */

static lw_pour read_pour(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    if (!lw_xml_get(node, "layers"))
        lw_figures_fail(&r->f, node, NULL, "<%s> needs the attribute \"layers\"",
                        (const char *)node->name);
    return (lw_pour){.net = net,
                     .layers = leeway_layers(r, node, "layers", 0),
                     .shape = lw_figure_polygon(&r->f, node),
                     .cutout = lw_figure_yes(&r->f, node, "cutout", false),
                     .source = lw_xml_span(node)};
}

static void read_edges(leeway_reader *r)
{
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "edge");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "edge")) {
        lw_shape line = lw_figure_polyline(&r->f, node);
        if (!leeway_failed(r) && line.count < 2)
            lw_figures_fail(&r->f, node, NULL, "<edge> needs at least two corners");
        *lw_list_add(r->f.arena, &r->board->edges) = line;
    }
}

#define APPEND(arena, list, more)                                                                  \
    for (uint32_t i_ = 0; i_ < (more)->count; i_++)                                                \
    *lw_list_add((arena), (list)) = (more)->at[i_]

static void read_plain(leeway_reader *r)
{
    lw_board *board = r->board;
    lw_package own = {0};
    leeway_read_contents(r, r->xml->root, &own);
    APPEND(board->arena, &board->holes, &own.holes);
    APPEND(board->arena, &board->keepouts, &own.keepouts);
    APPEND(board->arena, &board->copper, &own.copper);
    APPEND(board->arena, &board->drawings, &own.drawings);
    APPEND(board->arena, &board->texts, &own.texts);
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "pour");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "pour"))
        *lw_list_add(board->arena, &board->pours) = read_pour(r, node, LW_NO_NET);
    read_edges(r);
}

/* ---- nets ---- */

static bool numbered_from_1(const lw_package *package)
{
    for (uint32_t i = 0; i < package->pads.count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i + 1);
        if (strcmp(package->pads.at[i].name, number) != 0)
            return false;
    }
    return true;
}

/* "it has 1 to 8", "it has A, B and K", "it has none". */
static const char *list_pads(leeway_reader *r, const lw_package *package)
{
    lw_arena *arena = r->xml->arena;
    uint32_t count = package->pads.count;
    if (count == 0)
        return "none";
    if (count > 2 && numbered_from_1(package))
        return lw_arena_print(arena, "1 to %u", count);
    const char *list = lw_figures_brief(&r->f, package->pads.at[0].name);
    uint32_t shown = count <= 8 ? count : 6;
    for (uint32_t i = 1; i < shown; i++)
        list = lw_arena_print(arena, "%s%s%s", list, i + 1 == count ? " and " : ", ",
                              lw_figures_brief(&r->f, package->pads.at[i].name));
    return shown == count ? list : lw_arena_print(arena, "%s ... (%u pads)", list, count);
}

/* Index of the pad that a contactref names, or UINT32_MAX after a failure. */
static uint32_t find_pad(leeway_reader *r, const xmlNode *node)
{
    uint32_t index = leeway_refer(r, &r->elements, node, "element");
    const char *name = lw_figure_name(&r->f, node, "pad");
    if (leeway_failed(r))
        return UINT32_MAX;
    const lw_element *element = &r->board->elements.at[index];
    const lw_package *package = &r->board->packages.at[element->package];
    int32_t pad = lw_dict_get(r->package_pads, package->name, lw_intern(r->board->names, name));
    if (pad >= 0)
        return element->first_pad + (uint32_t)pad;
    lw_nearest nearest = lw_nearest_to(name);
    for (uint32_t i = 0; i < package->pads.count && !numbered_from_1(package); i++)
        lw_nearest_try(&nearest, package->pads.at[i].name);
    char hint[200];
    const char *part = lw_figures_brief(&r->f, element->name);
    name = lw_figures_brief(&r->f, name);
    lw_figures_fail(&r->f, node, "pad",
                    "pad \"%s.%s\": element \"%s\" (package %s) has no pad \"%s\"; it has %s%s",
                    part, name, part, lw_figures_brief(&r->f, package->name), name,
                    list_pads(r, package), lw_nearest_hint(&nearest, hint, sizeof hint));
    return UINT32_MAX;
}

static void read_contact(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    uint32_t index = find_pad(r, node);
    if (index == UINT32_MAX)
        return;
    lw_pad *pad = &r->board->pads.at[index];
    if (pad->net != LW_NO_NET) {
        char name[200];
        lw_figures_fail(&r->f, node, NULL, "pad \"%s\" is in net \"%s\" already (line %d)",
                        lw_figures_brief(&r->f, lw_pad_name(r->board, index, name, sizeof name)),
                        lw_figures_brief(&r->f, lw_net_name(r->board, pad->net)),
                        leeway_line(r, r->pad_contact[index]));
        return;
    }
    pad->net = net;
    r->pad_contact[index] = node;
    *lw_list_add(r->f.arena, &r->board->nets.at[net].pads) = index;
}

static void read_track(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    const lw_class *class = &r->board->classes.at[r->board->nets.at[net].class_id];
    if (!lw_xml_get(node, "layer"))
        lw_figures_fail(&r->f, node, NULL, "<wire> of a net needs the attribute \"layer\"");
    lw_shape line = lw_figure_wire(&r->f, node);
    lw_track track = {
        .net = net,
        .layer = leeway_layer(r, node, "layer", 0),
        .width = lw_figure_extent_or(&r->f, node, "width", class->width),
        .ends = {line.points[0], line.points[line.count - 1]},
        .locked = lw_figure_yes(&r->f, node, "locked", false),
        .source = lw_xml_span(node),
    };
    if (line.count > 2) {
        track.arc = line.points;
        track.arc_count = line.count;
        track.curve = lw_figure_curve(&r->f, node);
    }
    *lw_list_add(r->f.arena, &r->board->tracks) = track;
}

static void read_via(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    const lw_class *class = &r->board->classes.at[r->board->nets.at[net].class_id];
    lw_via via = {
        .net = net,
        .at = lw_figure_at(&r->f, node),
        .diameter = lw_figure_extent_or(&r->f, node, "diameter", class->via_diameter),
        .drill = lw_figure_extent_or(&r->f, node, "drill", class->via_drill),
        .layers = leeway_layers(r, node, "layers", lw_board_layers(r->board)),
        .locked = lw_figure_yes(&r->f, node, "locked", false),
        .source = lw_xml_span(node),
    };
    check_ring(r, node, "diameter", via.diameter, via.drill);
    if (r->board->layers.count > 1 && (via.layers & (via.layers - 1)) == 0)
        lw_figures_fail(&r->f, node, "layers", "a via joins at least two layers");
    *lw_list_add(r->f.arena, &r->board->vias) = via;
}

static void read_net_pour(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    *lw_list_add(r->f.arena, &r->board->pours) = read_pour(r, node, net);
}

static void read_jumper(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    lw_shape line = lw_figure_wire(&r->f, node);
    *lw_list_add(r->f.arena, &r->board->jumpers) =
        (lw_jumper){.net = net,
                    .ends = {line.points[0], line.points[line.count - 1]},
                    .source = lw_xml_span(node)};
}

static void read_net_parts(leeway_reader *r, const xmlNode *node, lw_net_id net)
{
    static const struct {
        const char *name;
        void (*read)(leeway_reader *r, const xmlNode *node, lw_net_id net);
    } parts[] = {{"contactref", read_contact},
                 {"wire", read_track},
                 {"via", read_via},
                 {"polygon", read_net_pour},
                 {"jumper", read_jumper}};
    const xmlNode *part = lw_xml_first(r->xml, node);
    for (; part && !leeway_failed(r); part = lw_xml_next(r->xml, part))
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strcmp((const char *)part->name, parts[i].name) == 0)
                parts[i].read(r, part, net);
}

static void read_nets(leeway_reader *r)
{
    lw_board *board = r->board;
    r->pad_contact = LW_NEW_MANY(r->xml->arena, const xmlNode *, board->pads.count + 1);
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "net");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "net")) {
        lw_net *net = lw_list_add(board->arena, &board->nets);
        net->name = leeway_declare(r, &r->nets, node);
        net->class_id = lw_xml_get(node, "class") ? leeway_refer(r, &r->classes, node, "class") : 0;
        net->source = lw_xml_span(node);
        net->insert_at = lw_xml_content_end(node);
        if (!leeway_failed(r))
            read_net_parts(r, node, (lw_net_id)board->nets.count - 1);
    }
}

/* ---- the document ---- */

static void check_root(leeway_reader *r)
{
    const xmlNode *root = r->xml->root;
    const char *space = root->ns ? (const char *)root->ns->href : NULL;
    if (strcmp((const char *)root->name, "board") != 0)
        lw_figures_fail(&r->f, root, NULL,
                        "this is no Leeway board: it begins with <%s> instead of "
                        "<board xmlns=\"" LEEWAY_NAMESPACE "\">",
                        lw_figures_brief(&r->f, (const char *)root->name));
    else if (!space)
        lw_figures_fail(&r->f, root, NULL, "<board> needs xmlns=\"" LEEWAY_NAMESPACE "\"");
    else if (strcmp(space, LEEWAY_NAMESPACE) != 0)
        lw_figures_fail(&r->f, root, NULL,
                        "the namespace of this <board> is \"%s\" instead of \"" LEEWAY_NAMESPACE
                        "\"",
                        lw_figures_brief(&r->f, space));
}

static void read_document(leeway_reader *r)
{
    static void (*const steps[])(leeway_reader *) = {
        check_root, read_root,    leeway_check_words,   read_layers,
        read_rules, read_classes, leeway_read_packages, read_elements};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !leeway_failed(r); i++)
        steps[i](r);
    if (leeway_failed(r))
        return;
    lw_board_place(r->board);
    static void (*const placed_steps[])(leeway_reader *) = {read_plain, leeway_read_outline,
                                                            read_nets};
    for (size_t i = 0; i < sizeof placed_steps / sizeof *placed_steps && !leeway_failed(r); i++)
        placed_steps[i](r);
    if (!leeway_failed(r))
        lw_board_finish(r->board);
}

static lw_status read_tree(const lw_xml *xml, const char *path, lw_board **out, lw_error *err)
{
    lw_board *board = lw_board_new(path, xml->text, xml->size);
    board->format = LW_FORMAT_XML;
    leeway_reader r = {
        .f = {.xml = xml, .arena = board->arena, .unit = 1000000, .err = err},
        .xml = xml,
        .board = board,
        .layers = leeway_table_new(xml->arena, "layer"),
        .classes = leeway_table_new(xml->arena, "class"),
        .packages = leeway_table_new(xml->arena, "package"),
        .elements = leeway_table_new(xml->arena, "element"),
        .nets = leeway_table_new(xml->arena, "net"),
        .package_pads = lw_dict_new(xml->arena),
    };
    read_document(&r);
    if (leeway_failed(&r))
        lw_board_free(board);
    else
        *out = board;
    return r.f.status;
}

static lw_status leeway_read(const char *path, const char *text, size_t size, lw_board **out,
                             lw_error *err)
{
    lw_xml xml;
    *out = NULL;
    lw_status status = lw_xml_parse(path, text, size, NULL, &xml, err);
    if (!status)
        status = read_tree(&xml, path, out, err);
    lw_xml_free(&xml);
    return status;
}

/* A root <board>, or the namespace early in whatever it is. */
static bool leeway_recognise(const char *text, size_t size)
{
    static const char name[] = "urn:leeway:board:", root[] = "<board";
    size_t at = lw_xml_skip_prolog(text, size), left = size - at;
    size_t head = left < 4096 ? left : 4096;
    return (left >= sizeof root && memcmp(text + at, root, sizeof root - 1) == 0) ||
           memmem(text + at, head, name, sizeof name - 1);
}

const lw_format_ops lw_format_leeway = {.name = "leeway-xml",
                                        .recognise = leeway_recognise,
                                        .read = leeway_read,
                                        .write = leeway_write};
