#include <string.h>

#include "io/leeway.h"

/* ---- figures ---- */

static void draw_with(leeway_reader *r, const xmlNode *node, leeway_pen pen, lw_shape *shape)
{
    if (pen == LEEWAY_USUAL_PEN && !lw_xml_get(node, "width"))
        shape->radius += LEEWAY_PEN / 2;
    else if (pen == LEEWAY_SOLID_PEN)
        lw_figure_extent(&r->f, node, "width");
    else if (pen == LEEWAY_ANY_PEN)
        lw_figure_size(&r->f, node, "width");
}

static lw_shape read_wire(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    lw_shape shape = lw_figure_wire(&r->f, node);
    draw_with(r, node, pen, &shape);
    return shape;
}

static lw_shape read_line(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    lw_shape shape = lw_figure_polyline(&r->f, node);
    if (!leeway_failed(r) && shape.count < 2)
        lw_figures_fail(&r->f, node, NULL, "<line> needs at least two corners");
    draw_with(r, node, pen, &shape);
    return shape;
}

static lw_shape read_circle(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    lw_figure_extent(&r->f, node, "radius");
    if (pen == LEEWAY_USUAL_PEN && !lw_xml_get(node, "width"))
        return lw_figure_ring(&r->f, node, LEEWAY_PEN);
    return lw_figure_circle(&r->f, node);
}

static lw_shape read_rectangle(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    (void)pen;
    lw_shape shape = lw_figure_rectangle(&r->f, node);
    if (!leeway_failed(r) && !shape.filled)
        lw_figures_fail(&r->f, node, NULL, "<rectangle> has no area");
    return shape;
}

static lw_shape read_polygon(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    (void)pen;
    return lw_figure_polygon(&r->f, node);
}

static const struct {
    const char *name;
    lw_shape (*read)(leeway_reader *r, const xmlNode *node, leeway_pen pen);
} figures[] = {{"wire", read_wire},
               {"line", read_line},
               {"circle", read_circle},
               {"rectangle", read_rectangle},
               {"polygon", read_polygon}};

enum { FIGURES = sizeof figures / sizeof *figures };

static int figure_index(const xmlNode *node)
{
    for (int i = 0; i < FIGURES; i++)
        if (strcmp((const char *)node->name, figures[i].name) == 0)
            return i;
    return -1;
}

const xmlNode *leeway_figure_from(const leeway_reader *r, const xmlNode *node)
{
    while (node && figure_index(node) < 0)
        node = lw_xml_next(r->xml, node);
    return node;
}

lw_shape leeway_figure(leeway_reader *r, const xmlNode *node, leeway_pen pen)
{
    return figures[figure_index(node)].read(r, node, pen);
}

lw_shape leeway_outline_figure(leeway_reader *r, const xmlNode *node)
{
    bool is_line =
        !strcmp((const char *)node->name, "wire") || !strcmp((const char *)node->name, "line");
    if (is_line)
        return leeway_figure(r, node, LEEWAY_NO_PEN);
    lw_nm width = lw_figure_size_or(&r->f, node, "width", 0);
    lw_shape shape = lw_figure_contour(&r->f, node);
    shape.radius += width / 2 + width % 2;
    return shape;
}

/* ---- holes, keepouts, copper ---- */

static const xmlNode *first_figure(const leeway_reader *r, const xmlNode *node)
{
    return leeway_figure_from(r, lw_xml_first(r->xml, node));
}

static const xmlNode *next_figure(const leeway_reader *r, const xmlNode *node)
{
    return leeway_figure_from(r, lw_xml_next(r->xml, node));
}

static void needs_figure(leeway_reader *r, const xmlNode *node)
{
    if (!first_figure(r, node))
        lw_figures_fail(&r->f, node, NULL,
                        "<%s> is empty; it holds figures: wire, line, circle, "
                        "rectangle or polygon",
                        (const char *)node->name);
}

static void read_hole(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    lw_point at = lw_figure_at(&r->f, node);
    lw_nm drill = lw_figure_extent(&r->f, node, "drill");
    *lw_list_add(r->f.arena, &out->holes) =
        (lw_hole){.shape = lw_figure_disc(&r->f, at, drill), .source = lw_xml_span(node)};
}

static void add_slot(leeway_reader *r, const xmlNode *node, lw_shape shape, lw_package *out)
{
    bool milled = lw_figure_yes(&r->f, node, "milled", true);
    *lw_list_add(r->f.arena, &out->holes) =
        (lw_hole){.shape = shape, .milled = milled, .source = lw_xml_span(node)};
}

static void read_slot(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    const xmlNode *figure = first_figure(r, node);
    if (!figure)
        add_slot(r, node, read_wire(r, node, LEEWAY_SOLID_PEN), out);
    else if (lw_xml_get(node, "x1"))
        lw_figures_fail(&r->f, figure, NULL,
                        "this <slot> has ends already; it has figures instead");
    for (; figure && !leeway_failed(r); figure = next_figure(r, figure))
        add_slot(r, node, leeway_figure(r, figure, LEEWAY_SOLID_PEN), out);
}

/* The inside of a circle as a polygon, of other figures themselves. */
static lw_shape read_window_figure(leeway_reader *r, const xmlNode *figure)
{
    lw_shape shape = leeway_figure(r, figure, LEEWAY_SOLID_PEN);
    if (shape.count == 1) {
        shape = lw_figure_contour(&r->f, figure);
        shape.count--;
        shape.filled = true;
    }
    if (!leeway_failed(r) && !shape.filled)
        lw_figures_fail(&r->f, figure, NULL, "a window is a filled circle, rectangle or polygon");
    shape.radius = 0;
    return shape;
}

static lw_keepout read_keepout_frame(leeway_reader *r, const xmlNode *node)
{
    static const char *const words[] = {"tracks", "vias", "tracks vias", "vias tracks", NULL};
    uint32_t blocks = lw_figure_choice(&r->f, node, "blocks", words, 2);
    lw_keepout keepout = {.layers = leeway_layers(r, node, "layers", lw_board_layers(r->board)),
                          .tracks = blocks != 1,
                          .vias = blocks != 0,
                          .source = lw_xml_span(node)};
    const xmlNode *window = lw_xml_child(r->xml, node, "window");
    for (; window && !leeway_failed(r); window = lw_xml_sibling(r->xml, window, "window")) {
        needs_figure(r, window);
        const xmlNode *figure = first_figure(r, window);
        for (; figure && !leeway_failed(r); figure = next_figure(r, figure))
            *lw_list_add(r->f.arena, &keepout.windows) = read_window_figure(r, figure);
    }
    return keepout;
}

/* Of one keepout, each counted once for every figure. */
enum { MOST_WINDOWS = 1000000 };

/* Each figure is a keepout of its own; they share their windows. */
static void read_keepout(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    needs_figure(r, node);
    lw_keepout keepout = read_keepout_frame(r, node);
    uint64_t windows = 0;
    const xmlNode *figure = first_figure(r, node);
    for (; figure && !leeway_failed(r); figure = next_figure(r, figure)) {
        keepout.shape = leeway_figure(r, figure, LEEWAY_ANY_PEN);
        windows += keepout.windows.count;
        if (windows > MOST_WINDOWS)
            lw_figures_fail(&r->f, node, NULL, "<keepout> has too many figures with windows");
        *lw_list_add(r->f.arena, &out->keepouts) = keepout;
    }
}

static void read_copper(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    needs_figure(r, node);
    if (!lw_xml_get(node, "layers"))
        lw_figures_fail(&r->f, node, NULL, "<copper> needs the attribute \"layers\"");
    lw_layers layers = leeway_layers(r, node, "layers", 0);
    const xmlNode *figure = first_figure(r, node);
    for (; figure && !leeway_failed(r); figure = next_figure(r, figure)) {
        lw_shape shape = leeway_figure(r, figure, LEEWAY_SOLID_PEN);
        *lw_list_add(r->f.arena, &out->copper) =
            (lw_plain_copper){.copper = {layers, shape}, .source = lw_xml_span(figure)};
    }
}

static void read_package_outline(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    needs_figure(r, node);
    const xmlNode *figure = first_figure(r, node);
    for (; figure && !leeway_failed(r); figure = next_figure(r, figure))
        *lw_list_add(r->f.arena, &out->outline) = leeway_outline_figure(r, figure);
}

/* ---- drawings ---- */

static const char *const ink_words[] = {"silk", "document", NULL};
static const char *const side_words[] = {"top", "bottom", NULL};

static void read_text(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    lw_text text = lw_figure_label(&r->f, node, LEEWAY_TEXT);
    text.ink = (lw_ink)lw_figure_choice(&r->f, node, "ink", ink_words, 0);
    text.bottom = lw_figure_choice(&r->f, node, "side", side_words, 0);
    *lw_list_add(r->f.arena, &out->texts) = text;
}

static void read_drawing(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    lw_drawing drawing = {
        .ink = (lw_ink)lw_figure_choice(&r->f, node, "ink", ink_words, 0),
        .bottom = lw_figure_choice(&r->f, node, "side", side_words, 0),
        .shape = leeway_figure(r, node, LEEWAY_USUAL_PEN),
    };
    *lw_list_add(r->f.arena, &out->drawings) = drawing;
}

void leeway_read_contents(leeway_reader *r, const xmlNode *node, lw_package *out)
{
    static const struct {
        const char *name;
        void (*read)(leeway_reader *r, const xmlNode *node, lw_package *out);
    } parts[] = {{"hole", read_hole},
                 {"slot", read_slot},
                 {"keepout", read_keepout},
                 {"copper", read_copper},
                 {"text", read_text}};
    const xmlNode *part = lw_xml_first(r->xml, node);
    for (; part && !leeway_failed(r); part = lw_xml_next(r->xml, part)) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strcmp((const char *)part->name, parts[i].name) == 0)
                parts[i].read(r, part, out);
        if (figure_index(part) >= 0)
            read_drawing(r, part, out);
    }
}

/* ---- pads ---- */

static lw_shape rectangular(leeway_reader *r, const xmlNode *node, lw_placement placement)
{
    lw_nm dx = lw_figure_extent(&r->f, node, "dx");
    lw_nm dy = lw_figure_extent(&r->f, node, "dy");
    const int64_t all = 100 * (int64_t)LW_DEGREE;
    int64_t roundness = lw_figure_fixed(&r->f, node, "roundness", LW_DEGREE, 0, all, 0);
    return lw_figure_rounded(&r->f, placement, dx, dy, lw_figure_corner(dx, dy, roundness));
}

enum { ROUND, SQUARE, OCTAGON, LONG, OFFSET, RECTANGLE };

static lw_shape pad_shape(leeway_reader *r, const xmlNode *node, lw_placement placement)
{
    static const char *const words[] = {"round",  "square",    "octagon", "long",
                                        "offset", "rectangle", NULL};
    uint32_t form = lw_figure_choice(&r->f, node, "shape", words, ROUND);
    if (form == RECTANGLE)
        return rectangular(r, node, placement);
    lw_nm diameter = lw_figure_extent(&r->f, node, "diameter");
    const int64_t all = 100 * (int64_t)LW_DEGREE;
    int64_t elongation = lw_figure_fixed(&r->f, node, "elongation", LW_DEGREE, 0, all, all);
    lw_nm longer = (lw_nm)(diameter * (elongation / 100) / LW_DEGREE);
    switch (form) {
    case SQUARE:
        return lw_figure_square(&r->f, placement, diameter);
    case OCTAGON:
        return lw_figure_octagon(&r->f, placement, diameter);
    case LONG:
        return lw_figure_oval(&r->f, placement, diameter, longer / 2, longer / 2);
    case OFFSET:
        return lw_figure_oval(&r->f, placement, diameter, 0, longer);
    default:
        return lw_figure_oval(&r->f, placement, diameter, 0, 0);
    }
}

static const char *pad_name(leeway_reader *r, const xmlNode *node, const lw_package *package)
{
    const char *name = lw_intern(r->board->names, lw_figure_name(&r->f, node, "name"));
    if (leeway_failed(r) ||
        lw_dict_put(r->package_pads, package->name, name, (int32_t)package->pads.count))
        return name;
    int32_t first = lw_dict_get(r->package_pads, package->name, name);
    int line, column;
    lw_xml_place(r->xml, package->pads.at[first].source.begin, &line, &column);
    lw_figures_fail(&r->f, node, "name",
                    "package \"%s\" has two pads \"%s\"; the first stands in line %d",
                    lw_figures_brief(&r->f, package->name), lw_figures_brief(&r->f, name), line);
    return name;
}

static void read_pad_figures(leeway_reader *r, const xmlNode *node, lw_placement placement,
                             lw_layers layers, lw_package_pad *pad)
{
    static const char *const instead[] = {"diameter", "dx", "dy", "shape", "roundness", NULL};
    const xmlNode *figure = first_figure(r, node);
    for (int i = 0; instead[i]; i++)
        if (lw_xml_get(node, instead[i]))
            lw_figures_fail(&r->f, node, instead[i],
                            "pad \"%s\" has figures; %s says its shape a second time",
                            lw_figures_brief(&r->f, pad->name), instead[i]);
    for (; figure && !leeway_failed(r); figure = next_figure(r, figure)) {
        lw_shape shape = leeway_figure(r, figure, LEEWAY_SOLID_PEN);
        *lw_list_add(r->f.arena, &pad->copper) = (lw_copper){
            leeway_layers(r, figure, "layers", layers), lw_figure_placed(&r->f, placement, shape)};
    }
}

/* A track ends in the middle of its pad. */
static void check_centre(leeway_reader *r, const xmlNode *node, const lw_package_pad *pad)
{
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if (lw_shape_holds(pad->copper.at[i].shape, pad->at))
            return;
    lw_figures_fail(&r->f, node, NULL,
                    "pad \"%s\": none of its figures holds its centre, where tracks end",
                    lw_figures_brief(&r->f, pad->name));
}

static void check_drill(leeway_reader *r, const xmlNode *node, const lw_package_pad *pad)
{
    static const char *const extents[] = {"diameter", "dx", "dy"};
    for (int i = 0; i < 3 && pad->drill; i++)
        if (lw_xml_get(node, extents[i]) && pad->drill > lw_figure_extent(&r->f, node, extents[i]))
            lw_figures_fail(&r->f, node, "drill",
                            "pad \"%s\": its drill \"%s\" is larger than its %s \"%s\"",
                            lw_figures_brief(&r->f, pad->name), lw_xml_get(node, "drill"),
                            extents[i], lw_xml_get(node, extents[i]));
}

static void read_pad(leeway_reader *r, const xmlNode *node, lw_package *package, bool drilled)
{
    lw_placement placement = lw_figure_rot(&r->f, node);
    placement.at = lw_figure_at(&r->f, node);
    lw_layers layers =
        drilled ? lw_board_layers(r->board) : LW_LAYER(leeway_layer(r, node, "layer", 0));
    lw_package_pad pad = {
        .name = pad_name(r, node, package),
        .at = placement.at,
        .drill = drilled ? lw_figure_extent(&r->f, node, "drill") : 0,
        .source = lw_xml_span(node),
    };
    if (first_figure(r, node))
        read_pad_figures(r, node, placement, layers, &pad);
    else
        *lw_list_add(r->f.arena, &pad.copper) = (lw_copper){
            layers, drilled ? pad_shape(r, node, placement) : rectangular(r, node, placement)};
    if (!leeway_failed(r))
        check_centre(r, node, &pad);
    if (!leeway_failed(r))
        check_drill(r, node, &pad);
    *lw_list_add(r->f.arena, &package->pads) = pad;
}

void leeway_read_packages(leeway_reader *r)
{
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "package");
    for (; node && !leeway_failed(r); node = lw_xml_sibling(r->xml, node, "package")) {
        lw_package *package = lw_list_add(r->f.arena, &r->board->packages);
        package->name = leeway_declare(r, &r->packages, node);
        const xmlNode *part = lw_xml_first(r->xml, node);
        for (; part && !leeway_failed(r); part = lw_xml_next(r->xml, part)) {
            if (lw_xml_is(r->xml, part, "pad") || lw_xml_is(r->xml, part, "smd"))
                read_pad(r, part, package, part->name[0] == 'p');
            else if (lw_xml_is(r->xml, part, "outline"))
                read_package_outline(r, part, package);
        }
        leeway_read_contents(r, node, package);
    }
}
