/*
 * What stands in a package: pads, holes, and figures, whose layer says what they are.
 */
#include "io/eagle.h"

#include <math.h>
#include <string.h>
#include <strings.h>
#include "base/number.h"
#include "board/build.h"

#define TOP    1
#define BOTTOM EAGLE_LAYERS

enum { OUTLINE = 20, TOP_RESTRICT = 41, BOTTOM_RESTRICT = 42, VIA_RESTRICT = 43, MILLING = 46 };

/* Milled lines narrower than any cutter are the contour of what is milled. */
#define CONTOUR_PEN 500000
/* Each is looked at for every element. */
#define MOST_COPPER_NAMES 200
/* Points longer than ten pens are cut; what hardly stands out is no point. */
#define SHARPEST    0.1
#define POINT_LEAST 100
/* Programs that read EAGLE's boards may set a polygon on a dot at its point. */
#define DOT 1000
/* Of a text that does not say its own. */
#define TEXT_SIZE 1270000

typedef LW_LIST(lw_shape) shape_list;

typedef struct package_reader {
    eagle_reader *r;
    lw_package *out;
    bool flipped;
    lw_dict *pad_names;
    shape_list contours; /* open lines on the milling layer */
} package_reader;

/* ---- layers ---- */

static lw_layers copper_layer(const package_reader *p, int64_t number)
{
    if (number < TOP || number > BOTTOM)
        return 0;
    int8_t at = p->r->layer_at[p->flipped ? TOP + BOTTOM - number : number];
    return at < 0 ? 0 : LW_LAYER(at);
}

bool lw_eagle_ink_of(int64_t layer, lw_ink *ink, bool *bottom)
{
    switch (layer) {
    case 21: /* place */
    case 22:
    case 25: /* names */
    case 26:
        *ink = LW_SILK;
        break;
    case 27: /* values: not printed on the board */
    case 28:
    case 51: /* documentation */
    case 52:
        *ink = LW_DOCUMENT;
        break;
    default:
        return false;
    }
    *bottom = layer == 52 || (layer < 51 && layer % 2 == 0);
    return true;
}

static int64_t layer_of(package_reader *p, const xmlNode *node)
{
    return lw_figure_integer(&p->r->f, node, "layer", 0, 255, 0);
}

/* ---- pads ---- */

static const char *const shape_words[] = {
    [EAGLE_SQUARE] = "square", [EAGLE_ROUND] = "round",   [EAGLE_OCTAGON] = "octagon",
    [EAGLE_LONG] = "long",     [EAGLE_OFFSET] = "offset", NULL};

/* How much longer than wide a pad is. */
static lw_nm elongation(lw_nm width, int32_t percent)
{
    int64_t more = (int64_t)width * (percent > 0 ? percent : 0) / 100;
    return more > LW_NM_MAX ? LW_NM_MAX : (lw_nm)more;
}

static lw_shape pad_shape(package_reader *p, eagle_shape shape, lw_placement placement,
                          lw_nm diameter)
{
    lw_figures *f = &p->r->f;
    switch (shape) {
    case EAGLE_SQUARE:
        return lw_figure_square(f, placement, diameter);
    case EAGLE_OCTAGON:
        return lw_figure_octagon(f, placement, diameter);
    case EAGLE_LONG: {
        lw_nm half = elongation(diameter, p->r->rules.long_percent) / 2;
        return lw_figure_oval(f, placement, diameter, half, half);
    }
    case EAGLE_OFFSET:
        return lw_figure_oval(f, placement, diameter, 0,
                              elongation(diameter, p->r->rules.offset_percent));
    case EAGLE_ROUND:
        break;
    }
    return lw_figure_disc(f, placement.at, diameter);
}

/* A pad's copper on one side or inside. */
typedef struct pad_face {
    lw_layers layers;
    eagle_shape shape;
    lw_nm diameter;
} pad_face;

static void add_face(package_reader *p, lw_package_pad *pad, lw_placement placement,
                     const pad_face faces[3], int which)
{
    if (!faces[which].layers)
        return;
    for (int i = 0; i < which; i++) {
        if (!faces[i].layers || faces[i].shape != faces[which].shape ||
            faces[i].diameter != faces[which].diameter)
            continue;
        uint32_t same = 0;
        while (!(pad->copper.at[same].layers & faces[i].layers))
            same++;
        pad->copper.at[same].layers |= faces[which].layers;
        return;
    }
    lw_shape shape = pad_shape(p, faces[which].shape, placement, faces[which].diameter);
    *lw_list_add(p->r->f.arena, &pad->copper) = (lw_copper){faces[which].layers, shape};
}

static lw_package_pad *new_pad(package_reader *p, const xmlNode *node)
{
    eagle_reader *r = p->r;
    const char *name = lw_figure_name(&r->f, node, "name");
    lw_package_pad *pad = lw_list_add(r->f.arena, &p->out->pads);
    pad->name = lw_intern(r->board->names, name);
    pad->at = lw_figure_at(&r->f, node);
    pad->source = lw_xml_span(node);
    if (!lw_dict_put(p->pad_names, pad->name, NULL, 0))
        lw_figures_fail(&r->f, node, "name", "package %s has two pads \"%s\"",
                        lw_figures_brief(&r->f, p->out->name), name);
    return pad;
}

/*
 * Inside, EAGLE has all pads round. Other programs that read its boards give a pad one form
 * through all layers, so the larger of both is kept clear.
 */
static void read_pad(package_reader *p, const xmlNode *node)
{
    const eagle_rules *rules = &p->r->rules;
    lw_package_pad *pad = new_pad(p, node);
    pad->drill = lw_figure_size(&p->r->f, node, "drill");
    lw_nm given = lw_figure_size_or(&p->r->f, node, "diameter", 0);
    eagle_shape shape =
        (eagle_shape)lw_figure_choice(&p->r->f, node, "shape", shape_words, EAGLE_ROUND);
    lw_placement placement = lw_figure_rot(&p->r->f, node);
    placement.at = pad->at;
    bool first = rules->shape_first >= 0 && lw_figure_yes(&p->r->f, node, "first", false);
    eagle_shape top = first                   ? (eagle_shape)rules->shape_first
                      : rules->shape_top >= 0 ? (eagle_shape)rules->shape_top
                                              : shape;
    eagle_shape bottom = first                      ? (eagle_shape)rules->shape_first
                         : rules->shape_bottom >= 0 ? (eagle_shape)rules->shape_bottom
                                                    : shape;
    lw_layers outer = copper_layer(p, TOP) | copper_layer(p, BOTTOM);
    lw_nm top_size = lw_eagle_diameter(rules->pad_top, pad->drill, given);
    const pad_face faces[3] = {
        {copper_layer(p, TOP), top, top_size},
        {copper_layer(p, BOTTOM), bottom, lw_eagle_diameter(rules->pad_bottom, pad->drill, given)},
        {lw_board_layers(p->r->board) & ~outer, top,
         lw_eagle_diameter(rules->pad_inner, pad->drill, top_size)},
    };
    for (int i = 0; i < 3; i++)
        add_face(p, pad, placement, faces, i);
}

/* Roundness is in percent of half the smaller side; the rules may ask for more. */
static lw_nm corner_of(const eagle_rules *rules, lw_nm smaller, int64_t roundness)
{
    int64_t own = smaller * roundness / 200;
    int64_t ruled = (int64_t)smaller * rules->corner.share / 2000000;
    if (ruled < rules->corner.least)
        ruled = rules->corner.least;
    if (ruled > rules->corner.most)
        ruled = rules->corner.most;
    return (lw_nm)(own > ruled ? own : ruled);
}

static void read_smd(package_reader *p, const xmlNode *node)
{
    lw_figures *f = &p->r->f;
    lw_package_pad *pad = new_pad(p, node);
    lw_nm dx = lw_figure_size(f, node, "dx"), dy = lw_figure_size(f, node, "dy");
    int64_t roundness = lw_figure_integer(f, node, "roundness", 0, 100, 0);
    lw_placement placement = lw_figure_rot(f, node);
    placement.at = pad->at;
    lw_layers layers = copper_layer(p, lw_figure_integer(f, node, "layer", 0, 255, TOP));
    if (!layers)
        return; /* on a side that the board does not have: a pad that nothing reaches */
    lw_nm corner = corner_of(&p->r->rules, dx < dy ? dx : dy, roundness);
    lw_shape shape = lw_figure_rounded(f, placement, dx, dy, corner);
    *lw_list_add(f->arena, &pad->copper) = (lw_copper){layers, shape};
}

/* ---- holes and milling ---- */

static void add_hole(package_reader *p, lw_shape shape, bool milled, lw_span source)
{
    *lw_list_add(p->r->f.arena, &p->out->holes) =
        (lw_hole){.shape = shape, .milled = milled, .source = source};
}

static void read_hole(package_reader *p, const xmlNode *node)
{
    lw_figures *f = &p->r->f;
    lw_point at = lw_figure_at(f, node);
    lw_nm drill = lw_figure_size(f, node, "drill");
    if (drill > 0)
        add_hole(p, lw_figure_disc(f, at, drill), false, lw_xml_span(node));
}

/*
 * Contours wait until all are known. Circles of a fine pen mean the whole disc.
 */
static void read_milling(package_reader *p, const xmlNode *node)
{
    eagle_reader *r = p->r;
    if (lw_xml_is(r->xml, node, "wire")) {
        lw_shape line = lw_figure_wire(&r->f, node);
        if (2 * (int64_t)line.radius < CONTOUR_PEN)
            *lw_list_add(r->f.arena, &p->contours) = line;
        else
            add_hole(p, line, true, lw_xml_span(node));
    } else if (lw_xml_is(r->xml, node, "circle")) {
        lw_shape ring = lw_figure_circle(&r->f, node);
        lw_nm pen = lw_figure_size_or(&r->f, node, "width", 0);
        if (ring.count > 1 && pen < CONTOUR_PEN)
            ring = lw_figure_disc(&r->f, lw_figure_at(&r->f, node),
                                  2 * lw_figure_size(&r->f, node, "radius") + pen);
        add_hole(p, ring, true, lw_xml_span(node));
    } else if (lw_xml_is(r->xml, node, "rectangle")) {
        add_hole(p, lw_figure_rectangle(&r->f, node), true, lw_xml_span(node));
    } else if (lw_xml_is(r->xml, node, "polygon") && lw_eagle_has_corners(r, node)) {
        add_hole(p, lw_figure_polygon(&r->f, node), true, lw_xml_span(node));
    }
}

/* ---- figures ---- */

bool lw_eagle_has_corners(eagle_reader *r, const xmlNode *polygon)
{
    int corners = 0;
    const xmlNode *vertex = lw_xml_child(r->xml, polygon, "vertex");
    for (; vertex && corners < 3; vertex = lw_xml_sibling(r->xml, vertex, "vertex"))
        corners += lw_figure_curve(&r->f, vertex) ? 2 : 1; /* two arcs make a circle */
    if (corners >= 3)
        return true;
    int line, column;
    lw_xml_node_place(r->xml, polygon, NULL, &line, &column);
    lw_board_warn(r->board, line, column, "a polygon of less than three corners is left out");
    return false;
}

/* False for what is no figure, and for polygons of less than three corners. */
static bool read_figure(package_reader *p, const xmlNode *node, lw_shape *out)
{
    eagle_reader *r = p->r;
    if (lw_xml_is(r->xml, node, "wire"))
        *out = lw_figure_wire(&r->f, node);
    else if (lw_xml_is(r->xml, node, "circle"))
        *out = lw_figure_circle(&r->f, node);
    else if (lw_xml_is(r->xml, node, "rectangle"))
        *out = lw_figure_rectangle(&r->f, node);
    else if (lw_xml_is(r->xml, node, "polygon") && lw_eagle_has_corners(r, node))
        *out = lw_figure_polygon(&r->f, node);
    else
        return false;
    return !r->f.status;
}

/* The pen of the outline has no width: its middle is the edge. */
static void read_outline(package_reader *p, const xmlNode *node)
{
    eagle_reader *r = p->r;
    lw_shape line;
    if (lw_xml_is(r->xml, node, "wire")) {
        line = lw_figure_wire(&r->f, node);
        line.radius = line.count > 2 ? LW_ARC_ERROR : 0;
    } else if (lw_xml_is(r->xml, node, "circle") || lw_xml_is(r->xml, node, "rectangle") ||
               (lw_xml_is(r->xml, node, "polygon") && lw_eagle_has_corners(r, node))) {
        line = lw_figure_contour(&r->f, node);
    } else {
        return;
    }
    *lw_list_add(r->f.arena, &p->out->outline) = line;
}

static void read_restrict(package_reader *p, const xmlNode *node, int64_t layer)
{
    lw_shape shape;
    lw_layers layers = layer == VIA_RESTRICT   ? lw_board_layers(p->r->board)
                       : layer == TOP_RESTRICT ? copper_layer(p, TOP)
                                               : copper_layer(p, BOTTOM);
    if (layers && read_figure(p, node, &shape))
        *lw_list_add(p->r->f.arena, &p->out->keepouts) =
            (lw_keepout){.layers = layers,
                         .shape = shape,
                         .tracks = layer != VIA_RESTRICT,
                         .vias = true,
                         .source = lw_xml_span(node)};
}

static void add_copper(package_reader *p, lw_layers layers, lw_shape shape, lw_span source)
{
    *lw_list_add(p->r->f.arena, &p->out->copper) =
        (lw_plain_copper){.copper = {layers, shape}, .source = source};
}

typedef struct direction {
    double x, y;
} direction;

/* Unit vector to the right of the way from a to b. */
static direction right_of(lw_point a, lw_point b)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y, length = hypot(x, y);
    return (direction){y / length, -x / length};
}

static lw_nm clamped(double value)
{
    return (lw_nm)lrint(value > LW_NM_MAX ? LW_NM_MAX : value < -LW_NM_MAX ? -LW_NM_MAX : value);
}

static lw_point moved(lw_point from, direction by, double distance)
{
    return (lw_point){clamped(from.x + by.x * distance), clamped(from.y + by.y * distance)};
}

static void add_point(package_reader *p, lw_layers layers, const lw_point *corners, uint32_t count,
                      lw_span source)
{
    lw_shape shape = {.points = corners, .count = count, .filled = true, .radius = DOT};
    add_copper(p, layers, lw_board_keep_shape(p->r->board, shape), source);
}

/*
 * EAGLE draws polygons with a round pen; other programs that read its boards, and films made with
 * them, have pointed corners, and very sharp ones cut square at the pen's radius. What stands out
 * of the round corner by more than `slack` is kept clear, too.
 */
static void add_points(package_reader *p, lw_layers layers, lw_shape polygon, lw_nm slack,
                       lw_span source)
{
    double side = lw_polygon_area2(polygon.points, polygon.count) > 0 ? polygon.radius
                                                                      : -(double)polygon.radius;
    for (uint32_t i = 0; i < polygon.count; i++) {
        lw_point before = polygon.points[(i + polygon.count - 1) % polygon.count];
        lw_point at = polygon.points[i], after = polygon.points[(i + 1) % polygon.count];
        direction a = right_of(before, at), b = right_of(at, after);
        double half = hypot(a.x + b.x, a.y + b.y) / 2; /* cosine of half the turn */
        bool outward = (a.x * b.y - a.y * b.x) * side > 0;
        if (!outward || polygon.radius * (1 / half - 1) <= slack)
            continue;
        if (half >= SHARPEST) {
            direction out = {(a.x + b.x) / 2 / half, (a.y + b.y) / 2 / half};
            const lw_point point[] = {moved(at, a, side), moved(at, out, side / half),
                                      moved(at, b, side)};
            add_point(p, layers, point, 3, source);
        } else {
            /* The tangent of a quarter of the turn: where the sides reach the cut. */
            double along = sqrt((1 - half) / (1 + half)) * polygon.radius;
            const lw_point point[] = {
                moved(at, a, side), moved(moved(at, a, side), (direction){-a.y, a.x}, along),
                moved(moved(at, b, side), (direction){b.y, -b.x}, along), moved(at, b, side)};
            add_point(p, layers, point, 4, source);
        }
    }
}

static void read_copper(package_reader *p, const xmlNode *node, int64_t layer)
{
    lw_shape shape;
    lw_layers layers = copper_layer(p, layer);
    if (!layers || !read_figure(p, node, &shape))
        return;
    if (!shape.filled && shape.radius == 0)
        return; /* a line without width */
    add_copper(p, layers, shape, lw_xml_span(node));
    if (shape.filled && shape.radius > 0) {
        lw_nm pen = lw_figure_size_or(&p->r->f, node, "width", 0);
        add_points(p, layers, shape, shape.radius - pen / 2 + POINT_LEAST, lw_xml_span(node));
    }
}

static void read_drawing(package_reader *p, const xmlNode *node, int64_t layer)
{
    lw_drawing drawing = {0};
    if (lw_eagle_ink_of(layer, &drawing.ink, &drawing.bottom) &&
        read_figure(p, node, &drawing.shape))
        *lw_list_add(p->r->f.arena, &p->out->drawings) = drawing;
}

/* ---- texts ---- */

/* In thousandths of the text's height, with the gap behind; rather wide. */
static int64_t letter_width(char letter)
{
    if ((letter & 0xC0) == 0x80)
        return 0; /* not the first byte of its letter */
    if (letter && strchr("iIl.,:;'!|", letter))
        return 600;
    return letter && strchr("mwMW@%", letter) ? 1200 : 950;
}

static lw_nm thousandths(lw_nm size, int64_t share)
{
    const int64_t most = 1000000; /* a text a thousand times as long as high */
    share = share > most ? most : share < -most ? -most : share;
    int64_t value = size * share / 1000;
    return (lw_nm)(value > LW_NM_MAX ? LW_NM_MAX : value < -LW_NM_MAX ? -LW_NM_MAX : value);
}

/* A box with some air: it is not known which font the letters will be made with. */
lw_shape lw_eagle_text_area(eagle_reader *r, const lw_text *text)
{
    int64_t width = 0, line = 0, lines = 1;
    for (const char *at = text->text; *at; at++) {
        line = *at == '\n' ? 0 : line + letter_width(*at);
        lines += *at == '\n';
        width = line > width ? line : width;
    }
    int64_t height = 1000 + 1620 * (lines - 1);
    int64_t left = -width * text->align_x / 2, base = -height * text->align_y / 2;
    int64_t below = strpbrk(text->text, "gjpqyQ,;()[]{}@$|_/\\") ? 350 : 100;
    lw_nm x1 = thousandths(text->height, left - 100);
    lw_nm x2 = thousandths(text->height, left + width + 100);
    lw_nm y1 = thousandths(text->height, base - below);
    lw_nm y2 = thousandths(text->height, base + height + 160);
    lw_point corners[] = {{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}};
    for (size_t i = 0; i < 4; i++)
        corners[i] = lw_place(text->placement, corners[i]);
    return lw_board_keep_shape(r->board, (lw_shape){.points = corners, .count = 4, .filled = true});
}

const char *lw_eagle_placeholder(const char *words)
{
    return strcasecmp(words, ">NAME") == 0    ? "NAME"
           : strcasecmp(words, ">VALUE") == 0 ? "VALUE"
                                              : NULL;
}

static void read_text(package_reader *p, const xmlNode *node)
{
    eagle_reader *r = p->r;
    int64_t layer = layer_of(p, node);
    lw_layers copper = copper_layer(p, layer);
    lw_ink ink = LW_SILK;
    bool bottom = false;
    if (!copper && !lw_eagle_ink_of(layer, &ink, &bottom))
        return;
    lw_text text = lw_figure_label(&r->f, node, TEXT_SIZE);
    text.ink = ink;
    text.bottom = bottom;
    text.text = lw_intern(r->board->names, text.text);
    if (*text.text == '\0')
        return;
    bool placeholder = *text.text == '>';
    if (placeholder && !lw_eagle_placeholder(text.text))
        return; /* others stand for what only EAGLE knows */
    if (copper && placeholder && r->copper_names.count >= MOST_COPPER_NAMES)
        lw_figures_fail(&r->f, node, NULL, "too many packages have names in copper");
    if (copper && placeholder)
        *lw_list_add(r->f.arena, &r->copper_names) = (eagle_copper_name){
            .package = r->board->packages.count, .layers = copper, .text = text};
    else if (copper)
        add_copper(p, copper, lw_eagle_text_area(r, &text), lw_xml_span(node));
    else
        *lw_list_add(r->f.arena, &p->out->texts) = text;
}

/* ---- all ---- */

static void read_by_layer(package_reader *p, const xmlNode *node)
{
    int64_t layer = layer_of(p, node);
    switch (layer) {
    case OUTLINE:
        read_outline(p, node);
        break;
    case TOP_RESTRICT:
    case BOTTOM_RESTRICT:
    case VIA_RESTRICT:
        read_restrict(p, node, layer);
        break;
    case MILLING:
        read_milling(p, node);
        break;
    default:
        if (layer >= TOP && layer <= BOTTOM)
            read_copper(p, node, layer);
        else
            read_drawing(p, node, layer);
    }
}

void lw_eagle_read_package(eagle_reader *r, const xmlNode *node, bool flipped, lw_package *out)
{
    package_reader p = {
        .r = r, .out = out, .flipped = flipped, .pad_names = lw_dict_new(r->f.arena)};
    static const struct {
        const char *name;
        void (*read)(package_reader *p, const xmlNode *node);
    } readers[] = {
        {"rectangle", read_by_layer},
        {"wire", read_by_layer},
        {"smd", read_smd},
        {"pad", read_pad},
        {"hole", read_hole},
        {"text", read_text},
        {"circle", read_by_layer},
        {"polygon", read_by_layer},
    };
    for (const xmlNode *child = lw_xml_first(r->xml, node); child && !r->f.status;
         child = lw_xml_next(r->xml, child)) {
        for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
            if (lw_xml_is(r->xml, child, readers[i].name)) {
                readers[i].read(&p, child);
                break;
            }
        }
    }
    if (!r->f.status)
        lw_eagle_finish_milling(r, out, p.contours.at, p.contours.count);
}
