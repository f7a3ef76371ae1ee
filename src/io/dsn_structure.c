/*
 * (structure ...): layers, rules, outline, keepouts and planes.
 *
 * A boundary of layer "pcb" is the rim of the board, one of layer "signal" that of where copper may
 * be, which lies inside; where there are both, only the second is taken. KiCad writes cut-outs of
 * the board as keepouts of layer "signal", and nothing else so: they become part of the outline.
 */
#include "io/dsn.h"

#include <string.h>
#include "base/number.h"
#include "board/build.h"
#include "geom/point.h"

/* Ends of outlines that are nearer meet. */
#define OUTLINE_SNAP 10000

/* ---- layers ---- */

static void read_type(dsn_reader *r, const lw_sexpr *list, uint32_t layer)
{
    const lw_sexpr *node = lw_sexpr_child(list, "type");
    const char *type = node ? lw_sexpr_word(node, 1) : NULL;
    if (!type || lw_sexpr_same(type, "signal") || lw_sexpr_same(type, "mixed"))
        return;
    if (lw_sexpr_same(type, "power"))
        r->power |= LW_LAYER(layer);
    else
        dsn_warn(r, node, "layer \"%s\" of type \"%s\" is routed like any other",
                 dsn_brief(r, r->board->layers.at[layer].name), dsn_brief(r, type));
}

static void read_way(const lw_sexpr *list, lw_layer *layer)
{
    const lw_sexpr *node = lw_sexpr_child(list, "direction");
    const char *way = node ? lw_sexpr_word(node, 1) : NULL;
    if (way && lw_sexpr_same(way, "horizontal"))
        layer->direction = LW_HORIZONTAL;
    else if (way && lw_sexpr_same(way, "vertical"))
        layer->direction = LW_VERTICAL;
}

static void read_layer(dsn_reader *r, const lw_sexpr *list)
{
    lw_board *board = r->board;
    uint32_t count = board->layers.count;
    lw_layer layer = {.name = dsn_name(r, list, 1), .number = (int32_t)count};
    if (count == LW_MAX_LAYERS)
        dsn_fail(r, list, "there are more than %d layers", LW_MAX_LAYERS);
    if (r->status)
        return;
    if (!lw_dict_put(r->layers, layer.name, NULL, (int32_t)count)) {
        dsn_fail(r, list, "layer \"%s\" is there twice", dsn_brief(r, layer.name));
        return;
    }
    read_way(list, &layer);
    if (lw_sexpr_child(list, "rule"))
        dsn_warn(r, list, "rules of layer \"%s\" alone are not read", dsn_brief(r, layer.name));
    *lw_list_add(board->arena, &board->layers) = layer;
    read_type(r, list, count);
}

void dsn_read_layers(dsn_reader *r, const lw_sexpr *structure)
{
    const lw_sexpr *list = lw_sexpr_child(structure, "layer");
    for (; list && !r->status; list = lw_sexpr_sibling(list, "layer"))
        read_layer(r, list);
}

/* ---- rules ---- */

static void check_words(dsn_reader *r, const lw_sexpr *structure)
{
    static const char *const known[] = {"layer",
                                        "boundary",
                                        "via",
                                        "rule",
                                        "keepout",
                                        "plane",
                                        "wire_keepout",
                                        "via_keepout",
                                        "grid",
                                        "control",
                                        "place_keepout",
                                        "unit",
                                        "resolution",
                                        "flip_style",
                                        "place_boundary",
                                        "autoroute_settings",
                                        "snap_angle",
                                        "outline"};
    for (const lw_sexpr *node = structure->first; node; node = node->next) {
        bool is_known = !node->list;
        for (size_t i = 0; i < sizeof known / sizeof *known && !is_known; i++)
            is_known = lw_sexpr_is(node, known[i]);
        if (!is_known)
            dsn_skip(r, node);
    }
}

void dsn_read_structure_rules(dsn_reader *r, const lw_sexpr *structure)
{
    check_words(r, structure);
    dsn_read_rules(r, structure, &r->rules);
    if (!r->status)
        dsn_apply_rules(r);
}

/* ---- keepouts ---- */

/* What KiCad writes for a hole has the clearance in it since version 7, and its areas need none. */
static lw_nm keepout_margin(const dsn_reader *r, lw_shape shape)
{
    if (!r->kicad)
        return dsn_area_clearance(r);
    return shape.count == 1 && r->kicad_version < 7 ? DSN_KICAD_HOLE : 0;
}

static void read_windows(dsn_reader *r, const lw_sexpr *list, lw_keepout *keepout)
{
    const lw_sexpr *window = lw_sexpr_child(list, "window");
    for (; window && !r->status; window = lw_sexpr_sibling(window, "window")) {
        const lw_sexpr *figure = dsn_figure(window);
        lw_shape shape = {0};
        if (figure)
            shape = dsn_shape(r, figure);
        if (shape.filled)
            *lw_list_add(r->board->arena, &keepout->windows) = shape;
        else
            dsn_warn(r, window, "a window that is no polygon is not read");
    }
}

/* The same shape on one layer after the other is one keepout. */
static void add_keepout(dsn_reader *r, dsn_keepouts *out, lw_keepout keepout)
{
    lw_keepout *last = out->count ? &out->at[out->count - 1] : NULL;
    if (last && last->tracks == keepout.tracks && last->vias == keepout.vias &&
        last->windows.count + keepout.windows.count == 0 &&
        lw_same_shape(last->shape, keepout.shape))
        last->layers |= keepout.layers;
    else
        *lw_list_add(r->board->arena, out) = keepout;
}

bool dsn_read_keepout(dsn_reader *r, const lw_sexpr *list, dsn_keepouts *out)
{
    bool both = lw_sexpr_is(list, "keepout");
    bool tracks = both || lw_sexpr_is(list, "wire_keepout");
    bool vias = both || lw_sexpr_is(list, "via_keepout");
    if (!tracks && !vias)
        return false;
    const lw_sexpr *figure = dsn_figure(list);
    if (!figure) {
        dsn_warn(r, list, "a keepout without a known figure is not read");
        return true;
    }
    lw_keepout keepout = {.layers = dsn_layers(r, figure),
                          .shape = dsn_shape(r, figure),
                          .tracks = tracks,
                          .vias = vias,
                          .source = list->span};
    keepout.shape = dsn_grown(keepout.shape, keepout_margin(r, keepout.shape));
    read_windows(r, list, &keepout);
    if (!r->status)
        add_keepout(r, out, keepout);
    return true;
}

/* ---- outline ---- */

typedef struct lines {
    LW_LIST(lw_shape) rim, area; /* of layer "pcb", of other layers */
} lines;

static lw_shape circle_line(dsn_reader *r, lw_shape disc)
{
    uint32_t count = lw_circle_points(disc.points[0], disc.radius, NULL, 0);
    lw_point *points = LW_NEW_MANY(r->board->arena, lw_point, count);
    lw_circle_points(disc.points[0], disc.radius, points, count);
    return (lw_shape){
        .points = points, .count = count, .filled = count >= 3, .radius = LW_ARC_ERROR};
}

/* A line of an outline has no width of its own, but arcs have their error. */
static lw_shape outline_line(dsn_reader *r, const lw_sexpr *figure)
{
    lw_shape shape = dsn_shape(r, figure);
    if (shape.count == 1 && shape.radius > 0 && !r->status)
        return circle_line(r, shape);
    shape.radius = lw_sexpr_is(figure, "qarc") ? LW_ARC_ERROR : 0;
    return shape;
}

static void read_boundary(dsn_reader *r, const lw_sexpr *boundary, lines *out)
{
    const lw_sexpr *figure = dsn_figure(boundary);
    if (!figure)
        dsn_warn(r, boundary, "a boundary without a known figure is not read");
    for (; figure && !r->status; figure = dsn_next_figure(figure->next)) {
        const char *layer = lw_sexpr_word(figure, 1);
        lw_shape line = outline_line(r, figure);
        if (layer && lw_sexpr_same(layer, "pcb"))
            *lw_list_add(r->scratch, &out->rim) = line;
        else
            *lw_list_add(r->scratch, &out->area) = line;
    }
}

static bool is_cut_out(const dsn_reader *r, const lw_sexpr *list)
{
    const lw_sexpr *figure = dsn_figure(list);
    return r->kicad && lw_sexpr_is(list, "keepout") && figure && lw_sexpr_is(figure, "polygon") &&
           dsn_is_everywhere(figure) && !lw_sexpr_child(list, "window");
}

static void join_outline(dsn_reader *r, const lw_sexpr *structure, lines *all, lines *cut_outs)
{
    lines chosen = *all;
    if (chosen.area.count == 0)
        memcpy(&chosen.area, &all->rim, sizeof all->rim);
    for (uint32_t i = 0; i < cut_outs->area.count; i++)
        *lw_list_add(r->scratch, &chosen.area) = cut_outs->area.at[i];
    lw_outline_fault fault;
    if (!lw_outline_join(r->board, chosen.area.at, chosen.area.count, OUTLINE_SNAP, true, &fault)) {
        char x[LW_NUMBER_ROOM], y[LW_NUMBER_ROOM];
        dsn_warn(r, structure, "the boundary is not closed at x %s, y %s",
                 lw_print_length(fault.end.x, r->unit, x),
                 lw_print_length(fault.end.y, r->unit, y));
    }
}

void dsn_read_areas(dsn_reader *r, const lw_sexpr *structure)
{
    lines outline = {0}, cut_outs = {0};
    dsn_keepouts keepouts = {0};
    for (const lw_sexpr *node = structure->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "boundary"))
            read_boundary(r, node, &outline);
        else if (node->list && is_cut_out(r, node))
            *lw_list_add(r->scratch, &cut_outs.area) = outline_line(r, dsn_figure(node));
        else if (node->list)
            dsn_read_keepout(r, node, &keepouts);
    }
    if (r->status)
        return;
    for (uint32_t i = 0; i < keepouts.count; i++)
        *lw_list_add(r->board->arena, &r->board->keepouts) = keepouts.at[i];
    join_outline(r, structure, &outline, &cut_outs);
    const lw_sexpr *via = lw_sexpr_child(structure, "via");
    if (via && via->first)
        r->via = dsn_find_via(r, via->first->next);
}

void dsn_finish_outline(dsn_reader *r)
{
    if (r->board->outline.count == 0 && lw_outline_from_box(r->board))
        dsn_warn(r, r->file.root, "the design has no boundary; the box around everything is taken");
}

/* ---- planes ---- */

static void add_pour(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *figure, lw_net_id net,
                     bool cutout)
{
    lw_pour pour = {
        .net = net,
        .layers = dsn_layers(r, figure),
        .shape = dsn_shape(r, figure),
        .cutout = cutout,
        .plane = !cutout,
        .source = list->span,
    };
    if (pour.shape.filled)
        *lw_list_add(r->board->arena, &r->board->pours) = pour;
    else
        dsn_warn(r, figure, "a plane that is no polygon is not read");
}

static void read_plane(dsn_reader *r, const lw_sexpr *plane)
{
    const char *name = dsn_name(r, plane, 1);
    const lw_sexpr *figure = dsn_figure(plane);
    int32_t net = lw_dict_get(r->nets, name, NULL);
    if (r->status || !figure) {
        dsn_warn(r, plane, "a plane without a known figure is not read");
        return;
    }
    /* KiCad's name for areas without a net. */
    if (net < 0 && strncmp(name, "@:no_net_", 9) != 0)
        dsn_warn(r, plane, "plane of a net \"%s\" that has no pins", dsn_brief(r, name));
    add_pour(r, plane, figure, net < 0 ? LW_NO_NET : net, false);
    const lw_sexpr *window = lw_sexpr_child(plane, "window");
    for (; window && !r->status; window = lw_sexpr_sibling(window, "window")) {
        figure = dsn_figure(window);
        if (figure)
            add_pour(r, window, figure, LW_NO_NET, true);
    }
}

void dsn_read_planes(dsn_reader *r, const lw_sexpr *structure)
{
    const lw_sexpr *plane = lw_sexpr_child(structure, "plane");
    for (; plane && !r->status; plane = lw_sexpr_sibling(plane, "plane"))
        read_plane(r, plane);
}

/* ---- what is closed everywhere ---- */

void dsn_close_layers(dsn_reader *r)
{
    lw_layers all = lw_board_layers(r->board);
    if (r->power == all)
        dsn_warn(r, r->file.root, "all layers are of type \"power\"; they are routed");
    else if (r->power)
        lw_board_close(r->board, r->power, true, false);
    if (r->via < 0 && all != LW_LAYER(0)) {
        dsn_warn(r, r->file.root, "the design has no via through all layers; none is placed");
        lw_board_close(r->board, all, false, true);
    }
}
