/*
 * Writes a board as a document made anew from the model.
 *
 * The board's lists hold what its packages brought and what stands on the board itself. A second
 * placing of the packages tells the two apart; where it does not (a part's moved name), all of a
 * kind is written on the board and none in packages. Plain copper always is, since the pads have
 * taken some of it. Names that this format cannot have are made fit, each still its own.
 */
#include <string.h>

#include "base/number.h"
#include "geom/point.h"
#include "io/leeway.h"

typedef enum part { HOLES, KEEPOUTS, DRAWINGS, TEXTS, PART_COUNT } part;

/* Of one list of the board: what stands on the board itself. */
typedef struct own_things {
    bool in_packages; /* the others are written in their packages */
    uint32_t first, count;
} own_things;

typedef struct maker {
    const lw_board *board;
    const lw_routes *routes;
    lw_buffer *out;
    lw_arena *scratch;
    lw_figures f; /* makes shapes to compare with */
    own_things own[PART_COUNT];
    const char **layers, **classes, **packages, **elements, **nets;
    const char ***pads; /* of packages */
} maker;

static lw_buffer *begin(maker *m, int depth, const char *element)
{
    lw_buffer_print(m->out, "%*s<%s", 2 * depth, "", element);
    return m->out;
}

static void length(maker *m, const char *name, lw_nm value)
{
    leeway_print_length(m->out, m->board, name, value);
}

/* A size that must not be 0. */
static void extent(maker *m, const char *name, lw_nm value)
{
    length(m, name, value > 0 ? value : 1);
}

static void text(maker *m, const char *words)
{
    lw_buffer_text(m->out, words);
}

static void point(maker *m, const char *x, const char *y, lw_point p)
{
    length(m, x, p.x);
    length(m, y, p.y);
}

static void rot(maker *m, lw_angle angle, bool mirrored)
{
    char number[LW_NUMBER_ROOM];
    if (angle || mirrored)
        lw_buffer_print(m->out, " rot=\"%sR%s\"", mirrored ? "M" : "",
                        lw_print_fixed(angle, LW_DEGREE, number));
}

static void layer_list(maker *m, lw_layers layers)
{
    leeway_print_layers(m->out, m->board, m->layers, layers);
}

/* ---- names ---- */

/* Not empty, not too long, no control characters; for layers also without blanks. */
static char *fit_name(maker *m, const char *name, bool blanks)
{
    size_t size = strlen(name);
    while (size > LW_NAME_MOST - 12 && (size > LW_NAME_MOST || (name[size] & 0xC0) == 0x80))
        size--;
    char *fit = lw_arena_text(m->scratch, size ? name : "-", size ? size : 1);
    for (unsigned char *c = (unsigned char *)fit; *c; c++) {
        if (c[0] == 0xC2 && c[1] < 0xA0)
            c[0] = c[1] = '_';
        if (*c < 0x20 || *c == 0x7F || (!blanks && *c == ' '))
            *c = '_';
    }
    return fit;
}

/* Names of one kind that are taken, and how often each was asked for. */
typedef struct taken {
    lw_names *names;
    lw_dict *index; /* into `times` */
    LW_LIST(uint32_t) times;
} taken;

static bool take(maker *m, taken *t, const char *name)
{
    if (!lw_dict_put(t->index, name, NULL, (int32_t)t->times.count))
        return false;
    *lw_list_add(m->scratch, &t->times) = 1;
    return true;
}

static const char *new_name(maker *m, taken *t, const char *name, bool blanks)
{
    const char *fit = lw_intern(t->names, fit_name(m, name, blanks));
    const char *tried = fit;
    while (!take(m, t, tried)) {
        uint32_t n = ++t->times.at[lw_dict_get(t->index, fit, NULL)];
        tried = lw_intern(t->names, lw_arena_print(m->scratch, "%s#%u", fit, n));
    }
    return tried;
}

static taken none_taken(maker *m)
{
    return (taken){.names = lw_names_new(m->scratch), .index = lw_dict_new(m->scratch)};
}

#define NAME_ALL(m, list, blanks, reserved)                                                        \
    name_all((m), (list).count ? &(list).at->name : NULL, (list).count, sizeof *(list).at,         \
             (blanks), (reserved))

static const char **name_all(maker *m, const char *const *first, uint32_t count, size_t stride,
                             bool blanks, const char *reserved)
{
    const char **fit = LW_NEW_MANY(m->scratch, const char *, count);
    taken t = none_taken(m);
    if (reserved)
        take(m, &t, lw_intern(t.names, reserved));
    for (uint32_t i = 0; i < count; i++) {
        const char *name = *(const char *const *)((const char *)first + i * stride);
        fit[i] = new_name(m, &t, name, blanks);
    }
    return fit;
}

static void choose_names(maker *m)
{
    const lw_board *board = m->board;
    m->layers = NAME_ALL(m, board->layers, false, "all");
    m->classes = NAME_ALL(m, board->classes, true, NULL);
    m->packages = NAME_ALL(m, board->packages, true, NULL);
    m->elements = NAME_ALL(m, board->elements, true, NULL);
    m->nets = NAME_ALL(m, board->nets, true, NULL);
    m->pads = LW_NEW_MANY(m->scratch, const char **, board->packages.count);
    for (uint32_t i = 0; i < board->packages.count; i++)
        m->pads[i] = NAME_ALL(m, board->packages.at[i].pads, true, NULL);
}

/* ---- what packages brought ---- */

static bool same_placement(lw_placement a, lw_placement b)
{
    return lw_same_point(a.at, b.at) && a.angle == b.angle && a.mirrored == b.mirrored;
}

static bool same_hole(const lw_board *a, uint32_t i, const lw_board *b, uint32_t k)
{
    return lw_same_shape(a->holes.at[i].shape, b->holes.at[k].shape);
}

static bool same_keepout(const lw_board *a, uint32_t i, const lw_board *b, uint32_t k)
{
    return lw_same_shape(a->keepouts.at[i].shape, b->keepouts.at[k].shape);
}

static bool same_drawing(const lw_board *a, uint32_t i, const lw_board *b, uint32_t k)
{
    return lw_same_shape(a->drawings.at[i].shape, b->drawings.at[k].shape);
}

static bool same_text(const lw_board *a, uint32_t i, const lw_board *b, uint32_t k)
{
    const lw_text *x = &a->texts.at[i], *y = &b->texts.at[k];
    return same_placement(x->placement, y->placement) && strcmp(x->text, y->text) == 0;
}

typedef bool (*same_thing)(const lw_board *a, uint32_t i, const lw_board *b, uint32_t k);

static bool found_at(const lw_board *board, uint32_t from, const lw_board *placed, uint32_t count,
                     same_thing same)
{
    for (uint32_t i = 0; i < count; i++)
        if (!same(board, from + i, placed, i))
            return false;
    return true;
}

/* Readers place packages before or after they read what the board has itself. */
static own_things split(const lw_board *board, uint32_t count, const lw_board *placed,
                        uint32_t placed_count, same_thing same)
{
    uint32_t rest = count - placed_count;
    if (placed_count <= count && found_at(board, 0, placed, placed_count, same))
        return (own_things){true, placed_count, rest};
    if (placed_count <= count && found_at(board, rest, placed, placed_count, same))
        return (own_things){true, 0, rest};
    return (own_things){false, 0, count};
}

static void find_own(maker *m)
{
    const lw_board *board = m->board;
    lw_board *placed = lw_board_new("", "", 0);
    placed->layers = board->layers;
    placed->packages = board->packages;
    for (uint32_t i = 0; i < board->elements.count; i++)
        *lw_list_add(placed->arena, &placed->elements) = board->elements.at[i];
    lw_board_place(placed);
    m->own[HOLES] = split(board, board->holes.count, placed, placed->holes.count, same_hole);
    m->own[KEEPOUTS] =
        split(board, board->keepouts.count, placed, placed->keepouts.count, same_keepout);
    m->own[DRAWINGS] =
        split(board, board->drawings.count, placed, placed->drawings.count, same_drawing);
    m->own[TEXTS] = split(board, board->texts.count, placed, placed->texts.count, same_text);
    lw_board_free(placed);
}

/* ---- shapes ---- */

static void vertices(maker *m, int depth, const char *element, lw_shape shape)
{
    text(m, ">\n");
    for (uint32_t i = 0; i < shape.count; i++) {
        begin(m, depth + 1, "vertex");
        point(m, "x", "y", shape.points[i]);
        text(m, "/>\n");
    }
    lw_buffer_print(m->out, "%*s</%s>\n", 2 * depth, "", element);
}

/* The corners as lw_figure_rectangle() has them. */
static bool is_rectangle(lw_shape s)
{
    const lw_point *p = s.points;
    return s.filled && s.count == 4 && s.radius == 0 && p[1].x == p[2].x && p[1].y == p[0].y &&
           p[3].x == p[0].x && p[3].y == p[2].y && p[0].x != p[2].x && p[0].y != p[2].y;
}

static void ends(maker *m, lw_point a, lw_point b)
{
    point(m, "x1", "y1", a);
    point(m, "x2", "y2", b);
}

/* Attributes that all figures of the place have are said by `more`. */
typedef void (*more_attributes)(maker *m, const void *of);

static void figure(maker *m, int depth, lw_shape shape, more_attributes more, const void *of)
{
    static const char *const names[] = {"circle", "wire", "rectangle", "polygon", "line"};
    int form = shape.count == 1 ? 0 : !shape.filled ? (shape.count == 2 ? 1 : 4) : 3;
    form = is_rectangle(shape) ? 2 : form;
    begin(m, depth, names[form]);
    if (form == 0) {
        point(m, "x", "y", shape.points[0]);
        extent(m, "radius", shape.radius);
        text(m, " width=\"0\"");
    } else if (form <= 2) {
        ends(m, shape.points[0], shape.points[form]);
    }
    if (form == 1 || form >= 3)
        length(m, "width", 2 * shape.radius);
    if (more)
        more(m, of);
    if (form >= 3)
        vertices(m, depth, names[form], shape);
    else
        text(m, "/>\n");
}

/* Of copper and holes, whose lines have a width. */
static lw_shape solid(lw_shape shape)
{
    if (!shape.filled && shape.radius == 0)
        shape.radius = 1;
    return shape;
}

static void end(maker *m, int depth, const char *element)
{
    lw_buffer_print(m->out, "%*s</%s>\n", 2 * depth, "", element);
}

/* ---- layers, rules, outline ---- */

static void write_layers(maker *m)
{
    static const char *const ways[] = {"any", "horizontal", "vertical"};
    text(m, "  <layers>\n");
    for (uint32_t i = 0; i < m->board->layers.count; i++) {
        const lw_layer *layer = &m->board->layers.at[i];
        begin(m, 2, "layer");
        leeway_print_name(m->out, "name", m->layers[i]);
        if (layer->direction != LW_ANY_WAY)
            leeway_print_name(m->out, "direction", ways[layer->direction]);
        if (layer->number != (int32_t)i + 1 && layer->number > 0)
            lw_buffer_print(m->out, " number=\"%d\"", layer->number);
        text(m, "/>\n");
    }
    text(m, "  </layers>\n");
}

static void write_sizes(maker *m, const lw_class *class)
{
    extent(m, "width", class->width);
    length(m, "via", leeway_via_diameter(class->via_diameter));
    length(m, "drill", leeway_via_drill(class->via_diameter, class->via_drill));
}

static void write_rules(maker *m)
{
    static const struct {
        const char *attribute;
        lw_kind a, b;
    } finer[] = {{"track-via", LW_TRACK, LW_VIA},
                 {"track-pad", LW_TRACK, LW_PAD},
                 {"via-via", LW_VIA, LW_VIA},
                 {"via-pad", LW_VIA, LW_PAD},
                 {"pad-pad", LW_PAD, LW_PAD}};
    const lw_rules *rules = &m->board->rules;
    lw_nm clearance = rules->clearance[LW_TRACK][LW_TRACK];
    begin(m, 1, "rules");
    if (strcmp(m->classes[0], "default") != 0)
        leeway_print_name(m->out, "class", m->classes[0]);
    write_sizes(m, &m->board->classes.at[0]);
    length(m, "clearance", clearance);
    length(m, "edge", rules->edge);
    length(m, "hole", rules->hole);
    length(m, "hole-to-hole", rules->drill);
    for (size_t i = 0; i < sizeof finer / sizeof *finer; i++)
        if (rules->clearance[finer[i].a][finer[i].b] != clearance)
            length(m, finer[i].attribute, rules->clearance[finer[i].a][finer[i].b]);
    if (rules->min_width)
        length(m, "min-width", rules->min_width);
    if (rules->min_drill)
        length(m, "min-drill", rules->min_drill);
    if (rules->min_ring)
        length(m, "min-ring", rules->min_ring);
    text(m, "/>\n");
}

/* Pairs stand with the earlier class. */
static void write_pairs(maker *m, uint32_t a)
{
    uint32_t count = m->board->classes.count;
    for (uint32_t b = a; b < count; b++) {
        lw_nm value = m->board->class_clearance[a * count + b];
        if (!value)
            continue;
        begin(m, 2, "clearance");
        leeway_print_name(m->out, "class", m->classes[b]);
        length(m, "value", value);
        text(m, "/>\n");
    }
}

static bool has_pairs(const maker *m, uint32_t a)
{
    uint32_t count = m->board->classes.count;
    for (uint32_t b = a; b < count; b++)
        if (m->board->class_clearance[a * count + b])
            return true;
    return false;
}

static void write_classes(maker *m)
{
    for (uint32_t i = 0; i < m->board->classes.count; i++) {
        const lw_class *class = &m->board->classes.at[i];
        bool pairs = has_pairs(m, i);
        if (i == 0 && !class->clearance && !pairs)
            continue; /* the rules say it all */
        begin(m, 1, "class");
        leeway_print_name(m->out, "name", m->classes[i]);
        write_sizes(m, class);
        if (class->clearance)
            length(m, "clearance", class->clearance);
        text(m, pairs ? ">\n" : "/>\n");
        write_pairs(m, i);
        if (pairs)
            end(m, 1, "class");
    }
}

static bool is_cutout(const lw_board *board, uint32_t index)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < board->outline.count; i++)
        if (i != index)
            depth += lw_polygon_holds(board->outline.at[i].points, board->outline.at[i].count,
                                      board->outline.at[index].points[0]);
    return depth % 2 == 1;
}

/* Other programs let loops cross and pads lie beside the board, and so does this document. */
static void write_outline(maker *m)
{
    const lw_board *board = m->board;
    text(m, board->format == LW_FORMAT_XML ? "  <outline>\n" : "  <outline check=\"no\">\n");
    for (uint32_t i = 0; i < board->outline.count; i++) {
        bool cutout = is_cutout(board, i);
        text(m, cutout ? "    <cutout>\n" : "");
        figure(m, cutout ? 3 : 2, board->outline.at[i], NULL, NULL);
        text(m, cutout ? "    </cutout>\n" : "");
    }
    text(m, "  </outline>\n");
    for (uint32_t i = 0; i < board->edges.count; i++) {
        begin(m, 1, "edge");
        length(m, "width", 2 * board->edges.at[i].radius);
        vertices(m, 1, "edge", board->edges.at[i]);
    }
}

/* ---- holes, keepouts, copper, drawings ---- */

static void write_hole(maker *m, int depth, const lw_hole *hole)
{
    bool round = hole->shape.count == 1 && !hole->milled;
    begin(m, depth, round ? "hole" : hole->milled ? "slot" : "slot milled=\"no\"");
    if (round) {
        point(m, "x", "y", hole->shape.points[0]);
        extent(m, "drill", 2 * hole->shape.radius);
        text(m, "/>\n");
        return;
    }
    text(m, ">\n");
    figure(m, depth + 1, solid(hole->shape), NULL, NULL);
    end(m, depth, "slot");
}

static void write_keepout(maker *m, int depth, const lw_keepout *keepout)
{
    begin(m, depth, "keepout");
    layer_list(m, keepout->layers);
    if (!keepout->tracks || !keepout->vias)
        leeway_print_name(m->out, "blocks", keepout->tracks ? "tracks" : "vias");
    text(m, ">\n");
    figure(m, depth + 1, keepout->shape, NULL, NULL);
    if (keepout->windows.count > 0)
        text(m, depth == 1 ? "    <window>\n" : "      <window>\n");
    for (uint32_t i = 0; i < keepout->windows.count; i++)
        figure(m, depth + 2, keepout->windows.at[i], NULL, NULL);
    if (keepout->windows.count > 0)
        end(m, depth + 1, "window");
    end(m, depth, "keepout");
}

static void write_copper(maker *m, lw_copper copper)
{
    begin(m, 1, "copper");
    layer_list(m, copper.layers);
    text(m, ">\n");
    figure(m, 2, solid(copper.shape), NULL, NULL);
    end(m, 1, "copper");
}

/* What touched no pads of one net, and what the pads have taken. */
static void write_plain_copper(maker *m)
{
    const lw_board *board = m->board;
    for (uint32_t i = 0; i < board->copper.count; i++)
        write_copper(m, board->copper.at[i].copper);
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[i];
        const lw_element *element = &board->elements.at[pad->element];
        const lw_package *package = &board->packages.at[element->package];
        uint32_t its_own = package->pads.at[i - element->first_pad].copper.count;
        for (uint32_t k = its_own; k < pad->copper.count; k++)
            write_copper(m, pad->copper.at[k]);
    }
}

static void ink_and_side(maker *m, lw_ink ink, bool bottom)
{
    text(m, ink == LW_DOCUMENT ? " ink=\"document\"" : "");
    text(m, bottom ? " side=\"bottom\"" : "");
}

static void drawing_attributes(maker *m, const void *of)
{
    const lw_drawing *drawing = of;
    ink_and_side(m, drawing->ink, drawing->bottom);
}

static void write_text(maker *m, int depth, const lw_text *label)
{
    static const char *const words[] = {"bottom-left", "bottom-center", "bottom-right",
                                        "center-left", "center",        "center-right",
                                        "top-left",    "top-center",    "top-right"};
    begin(m, depth, "text");
    point(m, "x", "y", label->placement.at);
    extent(m, "size", label->height);
    rot(m, label->placement.angle, label->placement.mirrored);
    if (label->align_x || label->align_y)
        leeway_print_name(m->out, "align", words[3 * label->align_y + label->align_x]);
    ink_and_side(m, label->ink, label->bottom);
    text(m, ">");
    leeway_print_escaped(m->out, label->text);
    text(m, "</text>\n");
}

static void write_pour(maker *m, int depth, const char *element, const lw_pour *pour)
{
    begin(m, depth, element);
    length(m, "width", 2 * pour->shape.radius);
    layer_list(m, pour->layers);
    if (pour->cutout)
        text(m, " cutout=\"yes\"");
    vertices(m, depth, element, pour->shape);
}

static void write_own_things(maker *m)
{
    const lw_board *board = m->board;
    const own_things *own = m->own;
    for (uint32_t i = 0; i < own[HOLES].count; i++)
        write_hole(m, 1, &board->holes.at[own[HOLES].first + i]);
    for (uint32_t i = 0; i < own[KEEPOUTS].count; i++)
        write_keepout(m, 1, &board->keepouts.at[own[KEEPOUTS].first + i]);
    write_plain_copper(m);
    for (uint32_t i = 0; i < board->pours.count; i++)
        if (board->pours.at[i].net == LW_NO_NET)
            write_pour(m, 1, "pour", &board->pours.at[i]);
    for (uint32_t i = 0; i < own[DRAWINGS].count; i++) {
        const lw_drawing *drawing = &board->drawings.at[own[DRAWINGS].first + i];
        figure(m, 1, drawing->shape, drawing_attributes, drawing);
    }
    for (uint32_t i = 0; i < own[TEXTS].count; i++)
        write_text(m, 1, &board->texts.at[own[TEXTS].first + i]);
}

/* ---- packages ---- */

static lw_nm reach(lw_shape shape, lw_point at, bool along_x)
{
    int64_t most = 0;
    for (uint32_t i = 0; i < shape.count; i++) {
        int64_t d = along_x ? (int64_t)shape.points[i].x - at.x : (int64_t)shape.points[i].y - at.y;
        d = d < 0 ? -d : d;
        most = d > most ? d : most;
    }
    return (lw_nm)(most + shape.radius);
}

/* A rectangle about `at` whose attributes make the same shape again. */
typedef struct rectangle {
    lw_nm dx, dy;
    int64_t roundness;
    lw_angle angle;
} rectangle;

static bool makes(maker *m, const rectangle *r, lw_point at, lw_shape shape)
{
    lw_placement placement = {at, r->angle, false};
    lw_nm corner = lw_figure_corner(r->dx, r->dy, r->roundness);
    return lw_same_shape(lw_figure_rounded(&m->f, placement, r->dx, r->dy, corner), shape);
}

static bool is_rounded(maker *m, lw_point at, lw_shape shape, rectangle *out)
{
    lw_nm width = 2 * reach(shape, at, true), height = 2 * reach(shape, at, false);
    int64_t smaller = width < height ? width : height;
    if (smaller <= 0 || shape.count > 4)
        return false;
    int64_t millionths = ((int64_t)shape.radius * 2 * LW_DEGREE + smaller - 1) / smaller;
    if (millionths > LW_DEGREE || shape.count < 3)
        millionths = LW_DEGREE;
    for (int turn = 0; turn < 4; turn++) {
        *out = (rectangle){turn % 2 ? height : width, turn % 2 ? width : height, 100 * millionths,
                           turn * 90 * LW_DEGREE};
        if (makes(m, out, at, shape))
            return true;
    }
    return false;
}

static void rounded_attributes(maker *m, const rectangle *r)
{
    char number[LW_NUMBER_ROOM];
    length(m, "dx", r->dx);
    length(m, "dy", r->dy);
    if (r->roundness)
        lw_buffer_print(m->out, " roundness=\"%s\"",
                        lw_print_fixed(r->roundness, LW_DEGREE, number));
}

/* The shape by attributes, when one of the usual forms makes it and is no smaller than the drill:
 * such a one can only be a mistake in a document that somebody writes. */
static bool usual_form(maker *m, const lw_package_pad *pad, lw_shape shape)
{
    lw_placement at = {.at = pad->at};
    lw_nm diameter = 2 * reach(shape, pad->at, true);
    rectangle r;
    if (pad->drill > diameter || pad->drill > 2 * reach(shape, pad->at, false))
        return false;
    if (pad->drill && shape.count == 1 && is_rounded(m, pad->at, shape, &r)) {
        length(m, "diameter", diameter);
        return true;
    }
    if (pad->drill && shape.count == 8 &&
        lw_same_shape(lw_figure_octagon(&m->f, at, diameter), shape)) {
        length(m, "diameter", diameter);
        text(m, " shape=\"octagon\"");
        return true;
    }
    if (!is_rounded(m, pad->at, shape, &r))
        return false;
    if (pad->drill)
        text(m, " shape=\"rectangle\"");
    rounded_attributes(m, &r);
    rot(m, r.angle, false);
    return true;
}

static void pad_layers(maker *m, const void *of)
{
    layer_list(m, *(const lw_layers *)of);
}

static void pad_figures(maker *m, const lw_package_pad *pad)
{
    lw_placement back = {.at = {-pad->at.x, -pad->at.y}};
    text(m, ">\n");
    for (uint32_t i = 0; i < pad->copper.count; i++) {
        const lw_copper *copper = &pad->copper.at[i];
        lw_shape shape = lw_figure_placed(&m->f, back, solid(copper->shape));
        figure(m, 3, shape, pad_layers, &copper->layers);
    }
    end(m, 2, pad->drill ? "pad" : "smd");
}

static void write_pad(maker *m, const lw_package_pad *pad, const char *name)
{
    lw_layers layers = pad->copper.count ? pad->copper.at[0].layers : 0;
    uint32_t layer = 0;
    while (layer + 1 < m->board->layers.count && !(layers & LW_LAYER(layer)))
        layer++;
    lw_layers usual = pad->drill ? lw_board_layers(m->board) : LW_LAYER(layer);
    begin(m, 2, pad->drill ? "pad" : "smd");
    leeway_print_name(m->out, "name", name);
    point(m, "x", "y", pad->at);
    if (pad->drill)
        length(m, "drill", pad->drill);
    else if (layer > 0)
        leeway_print_name(m->out, "layer", m->layers[layer]);
    bool simple = pad->copper.count == 1 && layers == usual;
    if (simple && usual_form(m, pad, pad->copper.at[0].shape))
        text(m, "/>\n");
    else
        pad_figures(m, pad);
}

static void write_package(maker *m, uint32_t index)
{
    const lw_package *package = &m->board->packages.at[index];
    begin(m, 1, "package");
    leeway_print_name(m->out, "name", m->packages[index]);
    text(m, ">\n");
    for (uint32_t i = 0; i < package->pads.count; i++)
        write_pad(m, &package->pads.at[i], m->pads[index][i]);
    for (uint32_t i = 0; i < package->holes.count && m->own[HOLES].in_packages; i++)
        write_hole(m, 2, &package->holes.at[i]);
    for (uint32_t i = 0; i < package->keepouts.count && m->own[KEEPOUTS].in_packages; i++)
        write_keepout(m, 2, &package->keepouts.at[i]);
    for (uint32_t i = 0; i < package->drawings.count && m->own[DRAWINGS].in_packages; i++)
        figure(m, 2, package->drawings.at[i].shape, drawing_attributes, &package->drawings.at[i]);
    for (uint32_t i = 0; i < package->texts.count && m->own[TEXTS].in_packages; i++)
        write_text(m, 2, &package->texts.at[i]);
    end(m, 1, "package");
}

static void write_elements(maker *m)
{
    for (uint32_t i = 0; i < m->board->elements.count; i++) {
        const lw_element *element = &m->board->elements.at[i];
        begin(m, 1, "element");
        leeway_print_name(m->out, "name", m->elements[i]);
        leeway_print_name(m->out, "package", m->packages[element->package]);
        if (*element->value)
            leeway_print_name(m->out, "value", element->value);
        point(m, "x", "y", element->placement.at);
        rot(m, element->placement.angle, element->placement.mirrored);
        text(m, "/>\n");
    }
}

/* ---- nets ---- */

static void write_contacts(maker *m, const lw_net *net)
{
    const lw_board *board = m->board;
    for (uint32_t i = 0; i < net->pads.count; i++) {
        uint32_t element = board->pads.at[net->pads.at[i]].element;
        const lw_element *e = &board->elements.at[element];
        begin(m, 2, "contactref");
        leeway_print_name(m->out, "element", m->elements[element]);
        leeway_print_name(m->out, "pad", m->pads[e->package][net->pads.at[i] - e->first_pad]);
        text(m, "/>\n");
    }
}

/* Indexes of things sorted by net, so that each net finds its own without a search. */
typedef struct by_net {
    uint32_t *first; /* nets + 1 of them */
    uint32_t *index;
} by_net;

static by_net sort_by_net(maker *m, const lw_net_id *nets, uint32_t count, size_t stride)
{
    uint32_t net_count = m->board->nets.count;
    by_net sorted = {LW_NEW_MANY(m->scratch, uint32_t, (size_t)net_count + 2),
                     LW_NEW_MANY(m->scratch, uint32_t, count)};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            lw_net_id net = *(const lw_net_id *)((const char *)nets + i * stride);
            if (net == LW_NO_NET)
                continue;
            if (pass == 0)
                sorted.first[net + 2]++;
            else
                sorted.index[sorted.first[net + 1]++] = i;
        }
        for (uint32_t i = 2; i < net_count + 2 && pass == 0; i++)
            sorted.first[i] += sorted.first[i - 1];
    }
    return sorted;
}

#define BY_NET(m, list)                                                                            \
    sort_by_net((m), (list).count ? &(list).at->net : NULL, (list).count, sizeof *(list).at)

static void write_track(maker *m, const lw_track *track)
{
    leeway_print_track(begin(m, 2, ""), m->board, m->layers, track);
    text(m, "\n");
}

static void write_via(maker *m, const lw_via *via)
{
    leeway_print_via(begin(m, 2, ""), m->board, m->layers, via);
    text(m, "\n");
}

typedef struct copper_by_net {
    by_net tracks, vias, pours, jumpers, new_tracks, new_vias;
} copper_by_net;

#define EACH(sorted, net)                                                                          \
    uint32_t k_ = (sorted).first[net], *i = &(sorted).index[k_];                                   \
    k_ < (sorted).first[(net) + 1];                                                                \
    k_++, i++

static void write_net(maker *m, uint32_t net, const copper_by_net *copper)
{
    const lw_board *board = m->board;
    const lw_routes *routes = m->routes;
    begin(m, 1, "net");
    leeway_print_name(m->out, "name", m->nets[net]);
    if (board->nets.at[net].class_id)
        leeway_print_name(m->out, "class", m->classes[board->nets.at[net].class_id]);
    text(m, ">\n");
    write_contacts(m, &board->nets.at[net]);
    for (EACH(copper->tracks, net))
        if (!routes || !routes->track_gone || !routes->track_gone[*i])
            write_track(m, &board->tracks.at[*i]);
    for (EACH(copper->vias, net))
        if (!routes || !routes->via_gone || !routes->via_gone[*i])
            write_via(m, &board->vias.at[*i]);
    if (routes) {
        for (EACH(copper->new_tracks, net))
            write_track(m, &routes->tracks.at[*i]);
        for (EACH(copper->new_vias, net))
            write_via(m, &routes->vias.at[*i]);
    }
    for (EACH(copper->pours, net))
        write_pour(m, 2, "polygon", &board->pours.at[*i]);
    for (EACH(copper->jumpers, net)) {
        begin(m, 2, "jumper");
        ends(m, board->jumpers.at[*i].ends[0], board->jumpers.at[*i].ends[1]);
        text(m, "/>\n");
    }
    end(m, 1, "net");
}

static void write_nets(maker *m)
{
    const lw_board *board = m->board;
    copper_by_net copper = {
        .tracks = BY_NET(m, board->tracks),
        .vias = BY_NET(m, board->vias),
        .pours = BY_NET(m, board->pours),
        .jumpers = BY_NET(m, board->jumpers),
    };
    if (m->routes) {
        copper.new_tracks = BY_NET(m, m->routes->tracks);
        copper.new_vias = BY_NET(m, m->routes->vias);
    }
    for (uint32_t i = 0; i < board->nets.count; i++)
        write_net(m, i, &copper);
}

static void write_root(maker *m)
{
    const lw_board *board = m->board;
    taken t = none_taken(m);
    const char *name = new_name(m, &t, board->name, true);
    text(m, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<board xmlns=\"" LEEWAY_NAMESPACE "\"");
    leeway_print_name(m->out, "name", name);
    leeway_print_name(m->out, "units", board->units);
    if (strcmp(board->units, "cell") == 0) {
        char number[LW_NUMBER_ROOM];
        lw_buffer_print(m->out, " cell=\"%smm\"",
                        lw_print_length((lw_nm)board->unit, 1000000, number));
    }
    text(m, ">\n");
}

void leeway_make(const lw_board *board, const lw_routes *routes, lw_buffer *out)
{
    lw_arena *scratch = lw_arena_new();
    maker m = {
        .board = board, .routes = routes, .out = out, .scratch = scratch, .f = {.arena = scratch}};
    choose_names(&m);
    find_own(&m);
    write_root(&m);
    write_layers(&m);
    write_rules(&m);
    write_classes(&m);
    write_outline(&m);
    for (uint32_t i = 0; i < board->packages.count; i++)
        write_package(&m, i);
    write_own_things(&m);
    write_elements(&m);
    write_nets(&m);
    text(&m, "</board>\n");
    lw_arena_free(scratch);
}
