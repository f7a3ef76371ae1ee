#include "io/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "board/build.h"
#include "geom/point.h"

/*
 * Copper may grow by a curve's error but not shrink: figures with arcs have LW_ARC_ERROR added to
 * their radius. Odd widths round up for the same reason.
 */

/* Points of arcs in one document. */
#define MOST_ARC_POINTS 20000000

/* ---- attributes ---- */

void lw_figures_fail(lw_figures *f, const xmlNode *node, const char *attribute, const char *format,
                     ...)
{
    if (f->status)
        return;
    va_list args;
    va_start(args, format);
    f->status = lw_xml_fail_args(f->xml, node, attribute, f->err, format, args);
    va_end(args);
}

const char *lw_figures_brief(lw_figures *f, const char *text)
{
    size_t most = 60;
    if (strlen(text) <= most)
        return text;
    while (((unsigned char)text[most] & 0xC0) == 0x80)
        most--;
    return lw_arena_print(f->xml->arena, "%.*s...", (int)most, text);
}

const char *lw_name_of_file(lw_names *names, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (length == 0 || !strcmp(path, "-") || !lw_xml_is_text(base, length, ""))
        return lw_intern(names, "board");
    return lw_intern_n(names, base, length);
}

static void fail_value(lw_figures *f, const xmlNode *node, const char *attribute, const char *text,
                       const char *what)
{
    lw_figures_fail(f, node, attribute, "<%s>: %s=\"%s\" %s", (const char *)node->name, attribute,
                    lw_figures_brief(f, text), what);
}

static const char *required(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = lw_xml_get(node, attribute);
    if (!text)
        lw_figures_fail(f, node, NULL, "<%s> needs the attribute \"%s\"", (const char *)node->name,
                        attribute);
    return text;
}

int64_t lw_unit_by_name(const char *name)
{
    static const struct {
        const char *name;
        int64_t unit;
    } units[] = {{"mm", 1000000}, {"mil", 25400}, {"in", 25400000}, {"um", 1000}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(name, units[i].name) == 0)
            return units[i].unit;
    return 0;
}

lw_number_fault lw_parse_measure(const char *text, int64_t unit, lw_nm *out)
{
    char number[64];
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    size_t digits = length;
    while (digits > 0 && text[digits - 1] >= 'a' && text[digits - 1] <= 'z')
        digits--;
    char word[4] = "";
    if (digits == length || length - digits >= sizeof word || digits >= sizeof number)
        return lw_parse_length(text, unit, out);
    memcpy(word, text + digits, length - digits);
    memcpy(number, text, digits);
    number[digits] = '\0';
    int64_t own = lw_unit_by_name(word);
    return own ? lw_parse_length(number, own, out) : LW_NUMBER_SYNTAX;
}

/* What people write who are used to other programs. */
static const char *number_hint(const char *text)
{
    size_t length = strlen(text);
    bool number = *text >= '0' && *text <= '9', word = length > 1 && text[length - 1] >= 'a';
    if (strchr(text, ','))
        return "; the decimal point is written as \".\"";
    return number && word ? "; the units behind a number are mm, mil, in and um" : "";
}

static void fail_number(lw_figures *f, const xmlNode *node, const char *attribute, const char *text,
                        lw_number_fault fault, const char *range)
{
    char what[160];
    if (fault == LW_NUMBER_RANGE)
        snprintf(what, sizeof what, "is out of range: %s", range);
    else
        snprintf(what, sizeof what, "%s%s", lw_number_fault_text(fault), number_hint(text));
    fail_value(f, node, attribute, text, what);
}

static lw_nm parse_length(lw_figures *f, const xmlNode *node, const char *attribute,
                          const char *text)
{
    lw_nm value = 0;
    lw_number_fault fault = f->status ? LW_NUMBER_OK : lw_parse_measure(text, f->unit, &value);
    if (fault)
        fail_number(f, node, attribute, text, fault, "the largest length is 1 m");
    return f->status ? 0 : value;
}

lw_nm lw_figure_length(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = required(f, node, attribute);
    return text ? parse_length(f, node, attribute, text) : 0;
}

static lw_nm check_size(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm value,
                        lw_nm least)
{
    if (!f->status && value < least)
        fail_value(f, node, attribute, lw_xml_get(node, attribute),
                   least > 0 ? "must be larger than 0" : "must not be negative");
    return f->status ? 0 : value;
}

lw_nm lw_figure_size(lw_figures *f, const xmlNode *node, const char *attribute)
{
    return check_size(f, node, attribute, lw_figure_length(f, node, attribute), 0);
}

lw_nm lw_figure_size_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual)
{
    return lw_xml_get(node, attribute) ? lw_figure_size(f, node, attribute) : usual;
}

lw_nm lw_figure_extent(lw_figures *f, const xmlNode *node, const char *attribute)
{
    return check_size(f, node, attribute, lw_figure_length(f, node, attribute), 1);
}

lw_nm lw_figure_extent_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual)
{
    return lw_xml_get(node, attribute) ? lw_figure_extent(f, node, attribute) : usual;
}

int64_t lw_figure_fixed(lw_figures *f, const xmlNode *node, const char *attribute, int64_t scale,
                        int64_t least, int64_t most, int64_t usual)
{
    const char *text = lw_xml_get(node, attribute);
    if (!text || f->status)
        return f->status ? 0 : usual;
    int64_t value = 0;
    lw_number_fault fault = lw_parse_fixed(text, scale, INT64_MAX / 4, &value);
    if (!fault && (value < least || value > most))
        fault = LW_NUMBER_RANGE;
    if (fault) {
        char low[LW_NUMBER_ROOM], high[LW_NUMBER_ROOM], range[3 * LW_NUMBER_ROOM];
        snprintf(range, sizeof range, "it goes from %s to %s", lw_print_fixed(least, scale, low),
                 lw_print_fixed(most, scale, high));
        fail_number(f, node, attribute, text, fault, range);
    }
    return f->status ? 0 : value;
}

int64_t lw_figure_integer(lw_figures *f, const xmlNode *node, const char *attribute, int64_t least,
                          int64_t most, int64_t usual)
{
    const char *text = lw_xml_get(node, attribute);
    if (!text || f->status)
        return f->status ? 0 : usual;
    int64_t value = 0;
    lw_number_fault fault = lw_parse_integer(text, least, most, &value);
    if (fault) {
        char range[80];
        snprintf(range, sizeof range, "it goes from %lld to %lld", (long long)least,
                 (long long)most);
        fail_number(f, node, attribute, text, fault, range);
    }
    return f->status ? 0 : value;
}

static const char *list_words(lw_figures *f, const char *const *words)
{
    const char *list = lw_arena_print(f->xml->arena, "\"%s\"", words[0]);
    for (uint32_t i = 1; words[i]; i++)
        list = lw_arena_print(f->xml->arena, "%s%s\"%s\"", list, words[i + 1] ? ", " : " or ",
                              words[i]);
    return list;
}

uint32_t lw_figure_choice(lw_figures *f, const xmlNode *node, const char *attribute,
                          const char *const *words, uint32_t usual)
{
    const char *text = lw_xml_get(node, attribute);
    if (!text || f->status)
        return usual;
    for (uint32_t i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    char what[300];
    snprintf(what, sizeof what, "is not known; it may be %s", list_words(f, words));
    fail_value(f, node, attribute, text, what);
    return usual;
}

bool lw_figure_yes(lw_figures *f, const xmlNode *node, const char *attribute, bool usual)
{
    static const char *const words[] = {"no", "yes", NULL};
    return lw_figure_choice(f, node, attribute, words, usual);
}

const char *lw_figure_text(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = required(f, node, attribute);
    return text && !f->status ? text : "";
}

/* Control characters of ASCII and of Latin-1 (C2 80 to C2 9F). */
static bool has_control(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < 0x20 || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0))
            return true;
    return false;
}

const char *lw_figure_name(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = lw_figure_text(f, node, attribute);
    if (f->status)
        return "";
    if (!*text)
        fail_value(f, node, attribute, text, "is empty");
    else if (strlen(text) > LW_NAME_MOST)
        lw_figures_fail(f, node, attribute, "<%s>: this %s is %zu bytes long; the most is %d",
                        (const char *)node->name, attribute, strlen(text), LW_NAME_MOST);
    else if (has_control(text))
        fail_value(f, node, attribute, text, "has a control character in it");
    return f->status ? "" : text;
}

lw_point lw_figure_at(lw_figures *f, const xmlNode *node)
{
    lw_nm x = lw_figure_length(f, node, "x");
    return (lw_point){x, lw_figure_length(f, node, "y")};
}

lw_angle lw_figure_curve(lw_figures *f, const xmlNode *node)
{
    const int64_t most = 360 * (int64_t)LW_DEGREE - 1;
    return (lw_angle)lw_figure_fixed(f, node, "curve", LW_DEGREE, -most, most, 0);
}

lw_placement lw_figure_rot(lw_figures *f, const xmlNode *node)
{
    lw_placement placement = {0};
    const char *text = lw_xml_get(node, "rot");
    if (!text || f->status)
        return placement;
    const char *c = text;
    for (; *c == 'S' || *c == 'M'; c++)
        placement.mirrored |= *c == 'M';
    const int64_t turn = 360 * (int64_t)LW_DEGREE;
    int64_t angle;
    if (*c != 'R' || lw_parse_fixed(c + 1, LW_DEGREE, 1000 * turn, &angle)) {
        fail_value(f, node, "rot", text,
                   "is not a rotation; it reads like R90, or MR90 for mirrored");
        return placement;
    }
    placement.angle = (lw_angle)((angle % turn + turn) % turn);
    return placement;
}

/* ---- figures ---- */

static lw_nm half(lw_nm width)
{
    return width / 2 + width % 2;
}

static lw_shape make_shape(lw_figures *f, const lw_point *points, uint32_t count, bool filled,
                           lw_nm radius)
{
    return (lw_shape){.points = lw_arena_copy(f->arena, points, count, sizeof *points),
                      .count = count,
                      .filled = filled,
                      .radius = radius};
}

static bool in_range(lw_point p)
{
    return p.x >= -LW_NM_MAX && p.x <= LW_NM_MAX && p.y >= -LW_NM_MAX && p.y <= LW_NM_MAX;
}

/* Every point that arithmetic made is looked at once. */
static lw_shape within_range(lw_figures *f, const xmlNode *node, lw_shape shape)
{
    for (uint32_t i = 0; i < shape.count && !f->status; i++)
        if (!in_range(shape.points[i]))
            lw_figures_fail(f, node, NULL, "<%s> reaches beyond 1 m from the origin",
                            (const char *)node->name);
    return shape;
}

static bool may_have_points(lw_figures *f, const xmlNode *node, uint32_t count)
{
    f->arc_points += count;
    if (f->arc_points > MOST_ARC_POINTS && node)
        lw_figures_fail(f, node, NULL, "too many and too large arcs");
    return f->arc_points <= MOST_ARC_POINTS && !f->status;
}

lw_shape lw_figure_disc(lw_figures *f, lw_point centre, lw_nm diameter)
{
    return make_shape(f, &centre, 1, false, half(diameter));
}

lw_shape lw_figure_line(lw_figures *f, lw_point a, lw_point b, lw_angle curve, lw_nm width)
{
    if (curve == 0 || lw_same_point(a, b))
        return make_shape(f, (lw_point[]){a, b}, 2, false, half(width));
    uint32_t count = lw_arc_points(a, b, curve, NULL, 0);
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, count + 1);
    points[0] = a;
    lw_arc_points(a, b, curve, points + 1, count);
    return (lw_shape){.points = points, .count = count + 1, .radius = half(width) + LW_ARC_ERROR};
}

lw_shape lw_figure_wire(lw_figures *f, const xmlNode *node)
{
    lw_point a = {lw_figure_length(f, node, "x1"), lw_figure_length(f, node, "y1")};
    lw_point b = {lw_figure_length(f, node, "x2"), lw_figure_length(f, node, "y2")};
    lw_angle curve = lw_figure_curve(f, node);
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    uint32_t count = curve ? lw_arc_points(a, b, curve, NULL, 0) : 1;
    if (!may_have_points(f, node, count))
        curve = 0;
    return within_range(f, node, lw_figure_line(f, a, b, curve, width));
}

static lw_shape ring(lw_figures *f, const xmlNode *node, lw_point centre, lw_nm radius,
                     lw_nm thickness)
{
    uint32_t count = lw_circle_points(centre, radius, NULL, 0);
    if (!may_have_points(f, node, count))
        return make_shape(f, &centre, 1, false, thickness);
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, count + 1);
    lw_circle_points(centre, radius, points, count);
    points[count] = points[0];
    lw_shape shape = {.points = points, .count = count + 1, .radius = thickness + LW_ARC_ERROR};
    return within_range(f, node, shape);
}

lw_shape lw_figure_circle(lw_figures *f, const xmlNode *node)
{
    lw_point centre = lw_figure_at(f, node);
    lw_nm radius = lw_figure_size(f, node, "radius");
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    if (width == 0 || radius == 0)
        return make_shape(f, &centre, 1, false, radius + half(width));
    return ring(f, node, centre, radius, half(width));
}

lw_shape lw_figure_ring(lw_figures *f, const xmlNode *node, lw_nm width)
{
    lw_point centre = lw_figure_at(f, node);
    return ring(f, node, centre, lw_figure_extent(f, node, "radius"), half(width));
}

static lw_nm middle(lw_nm a, lw_nm b)
{
    return (lw_nm)(((int64_t)a + b) / 2);
}

/* Corners in order; the middle, about which it turns, may lie half a nanometre off. */
static lw_shape rectangle(lw_figures *f, const xmlNode *node)
{
    lw_point a = {lw_figure_length(f, node, "x1"), lw_figure_length(f, node, "y1")};
    lw_point b = {lw_figure_length(f, node, "x2"), lw_figure_length(f, node, "y2")};
    lw_placement turn = lw_figure_rot(f, node);
    turn.at = (lw_point){middle(a.x, b.x), middle(a.y, b.y)};
    lw_point corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    for (int i = 0; i < 4 && (turn.angle || turn.mirrored); i++)
        corners[i] = lw_place(turn, (lw_point){corners[i].x - turn.at.x, corners[i].y - turn.at.y});
    bool flat = a.x == b.x || a.y == b.y;
    lw_shape line = make_shape(f, (lw_point[]){corners[0], corners[2]}, 2, false, 0);
    return within_range(f, node, flat ? line : make_shape(f, corners, 4, true, 0));
}

lw_shape lw_figure_rectangle(lw_figures *f, const xmlNode *node)
{
    return rectangle(f, node);
}

typedef struct vertex {
    lw_point at;
    lw_angle curve;
} vertex;

typedef LW_LIST(vertex) vertex_list;
typedef LW_LIST(lw_point) point_list;

static vertex_list read_corners(lw_figures *f, const xmlNode *node)
{
    vertex_list corners = {0};
    for (xmlNode *v = lw_xml_child(f->xml, node, "vertex"); v && !f->status;
         v = lw_xml_sibling(f->xml, v, "vertex")) {
        lw_point at = lw_figure_at(f, v);
        *lw_list_add(f->xml->arena, &corners) = (vertex){at, lw_figure_curve(f, v)};
    }
    return corners;
}

static void add_side(lw_figures *f, const xmlNode *node, point_list *points, const vertex *from,
                     lw_point to)
{
    uint32_t count = lw_arc_points(from->at, to, from->curve, NULL, 0);
    if (lw_same_point(from->at, to) || !may_have_points(f, node, count))
        return;
    lw_point *arc = LW_NEW_MANY(f->xml->arena, lw_point, count);
    lw_arc_points(from->at, to, from->curve, arc, count);
    for (uint32_t i = 0; i < count; i++)
        *lw_list_add(f->xml->arena, points) = arc[i];
}

/* All points of the corners' sides; closed: the first point comes again at the end. */
static lw_shape trace(lw_figures *f, const xmlNode *node, bool closed, lw_nm width)
{
    vertex_list corners = read_corners(f, node);
    if (!f->status && corners.count == 0)
        lw_figures_fail(f, node, NULL, "<%s> has no <vertex>", (const char *)node->name);
    if (f->status)
        return make_shape(f, &(lw_point){0, 0}, 1, false, 0);
    point_list points = {0};
    bool curved = false;
    *lw_list_add(f->xml->arena, &points) = corners.at[0].at;
    uint32_t sides = closed ? corners.count : corners.count - 1;
    for (uint32_t i = 0; i < sides && !f->status; i++) {
        curved |= corners.at[i].curve != 0;
        add_side(f, node, &points, &corners.at[i], corners.at[(i + 1) % corners.count].at);
    }
    lw_nm radius = half(width) + (curved ? LW_ARC_ERROR : 0);
    return within_range(f, node, make_shape(f, points.at, points.count, false, radius));
}

lw_shape lw_figure_polyline(lw_figures *f, const xmlNode *node)
{
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    return trace(f, node, false, width);
}

static lw_shape closed_polygon(lw_figures *f, const xmlNode *node, lw_nm width)
{
    lw_shape shape = trace(f, node, true, width);
    if (!f->status && shape.count < 4)
        lw_figures_fail(f, node, NULL, "<%s> needs at least three corners",
                        (const char *)node->name);
    return shape;
}

lw_shape lw_figure_polygon(lw_figures *f, const xmlNode *node)
{
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    lw_shape shape = closed_polygon(f, node, width);
    if (!f->status) {
        shape.count--;
        shape.filled = true;
    }
    return shape;
}

lw_shape lw_figure_contour(lw_figures *f, const xmlNode *node)
{
    if (lw_xml_is(f->xml, node, "circle")) {
        lw_point centre = lw_figure_at(f, node);
        return ring(f, node, centre, lw_figure_extent(f, node, "radius"), 0);
    }
    if (lw_xml_is(f->xml, node, "polygon"))
        return closed_polygon(f, node, 0);
    lw_shape shape = rectangle(f, node);
    if (!f->status && !shape.filled)
        lw_figures_fail(f, node, NULL, "<rectangle> has no area");
    if (f->status)
        return shape;
    lw_point around[5];
    memcpy(around, shape.points, 4 * sizeof *around);
    around[4] = around[0];
    return make_shape(f, around, 5, false, 0);
}

/* ---- pads ---- */

lw_shape lw_figure_placed(lw_figures *f, lw_placement placement, lw_shape shape)
{
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, shape.count);
    for (uint32_t i = 0; i < shape.count; i++)
        points[i] = lw_place(placement, shape.points[i]);
    shape.points = points;
    return shape;
}

static lw_shape placed_points(lw_figures *f, lw_placement placement, const lw_point *points,
                              uint32_t count, bool filled, lw_nm radius)
{
    lw_shape shape = {.points = points, .count = count, .filled = filled, .radius = radius};
    return lw_figure_placed(f, placement, shape);
}

lw_shape lw_figure_oval(lw_figures *f, lw_placement placement, lw_nm width, lw_nm behind,
                        lw_nm ahead)
{
    lw_point ends[2] = {{-behind, 0}, {ahead, 0}};
    return placed_points(f, placement, ends, behind + ahead > 0 ? 2 : 1, false, half(width));
}

lw_nm lw_figure_corner(lw_nm width, lw_nm height, int64_t roundness)
{
    lw_nm smaller = width < height ? width : height;
    return (lw_nm)(smaller * (roundness / 100) / (2 * (int64_t)LW_DEGREE));
}

lw_shape lw_figure_rounded(lw_figures *f, lw_placement placement, lw_nm width, lw_nm height,
                           lw_nm corner)
{
    lw_nm smaller = width < height ? width : height;
    lw_nm x = (width - smaller) / 2, y = (height - smaller) / 2;
    if (corner >= smaller / 2) {
        lw_point ends[2] = {{-x, -y}, {x, y}};
        return placed_points(f, placement, ends, x + y > 0 ? 2 : 1, false, half(smaller));
    }
    x = half(width) - corner;
    y = half(height) - corner;
    lw_point corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    return placed_points(f, placement, corners, 4, true, corner);
}

lw_shape lw_figure_square(lw_figures *f, lw_placement placement, lw_nm width)
{
    return lw_figure_rounded(f, placement, width, width, 0);
}

lw_shape lw_figure_octagon(lw_figures *f, lw_placement placement, lw_nm width)
{
    /* tan(22.5 degrees) = sqrt(2) - 1 */
    lw_nm a = half(width), b = (lw_nm)lround(a * 0.41421356237309503);
    lw_point corners[8] = {{a, -b}, {a, b}, {b, a}, {-b, a}, {-a, b}, {-a, -b}, {-b, -a}, {b, -a}};
    return placed_points(f, placement, corners, 8, true, 0);
}

/* ---- texts ---- */

lw_text lw_figure_label(lw_figures *f, const xmlNode *node, lw_nm usual)
{
    /* bottom, centre, top times left, centre, right */
    static const char *const words[] = {
        "bottom-left",  "bottom-center", "bottom-right", "center-left", "center",
        "center-right", "top-left",      "top-center",   "top-right",   NULL};
    lw_text text = {.placement = lw_figure_rot(f, node)};
    text.placement.at = lw_figure_at(f, node);
    text.height = lw_figure_extent_or(f, node, "size", usual);
    uint32_t align = lw_figure_choice(f, node, "align", words, 0);
    text.align_x = (uint8_t)(align % 3);
    text.align_y = (uint8_t)(align / 3);
    text.text = lw_xml_content(node, f->arena);
    return text;
}

/* ---- the whole ---- */

void lw_figures_check_elements(lw_figures *f, const lw_board *board,
                               const xmlNode *const *element_nodes)
{
    uint32_t at;
    lw_placing placing = lw_board_placing(board, &at);
    if (placing == LW_PLACING_FITS)
        return;
    const char *name = lw_figures_brief(f, board->elements.at[at].name);
    if (placing == LW_PLACING_FAR)
        lw_figures_fail(f, element_nodes[at], NULL,
                        "element \"%s\" reaches beyond 1 m from the origin", name);
    else
        lw_figures_fail(f, element_nodes[at], NULL,
                        "the elements up to \"%s\" have too many pads and figures", name);
}
