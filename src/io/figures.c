#include "io/figures.h"

#include <stdarg.h>
#include <stdio.h>
#include "base/number.h"

#define TAN_22_5 0.41421356237309503 /* half a side of the octagon around a circle of radius 1 */

/* ---- attributes ---- */

void lw_figures_fail(lw_figures *f, const xmlNode *node, const char *attribute, const char *format,
                     ...)
{
    if (f->status)
        return;
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->status = lw_xml_fail(f->xml, node, attribute, f->err, "%s", text);
}

static void fail_number(lw_figures *f, const xmlNode *node, const char *attribute, const char *text,
                        lw_number_fault fault)
{
    lw_figures_fail(f, node, attribute, "%s: %s=\"%.60s\" %s", (const char *)node->name, attribute,
                    text, lw_number_fault_text(fault));
}

static const char *required(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = lw_xml_get(node, attribute);
    if (!text)
        lw_figures_fail(f, node, NULL, "%s has no %s", (const char *)node->name, attribute);
    return f->status ? NULL : text;
}

static lw_nm parse_length(lw_figures *f, const xmlNode *node, const char *attribute,
                          const char *text)
{
    lw_nm value = 0;
    lw_number_fault fault = lw_parse_length(text, f->unit, &value);
    if (fault)
        fail_number(f, node, attribute, text, fault);
    return fault ? 0 : value;
}

static lw_nm not_negative(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm value)
{
    if (value < 0)
        lw_figures_fail(f, node, attribute, "%s: %s=\"%.60s\" is negative",
                        (const char *)node->name, attribute, lw_xml_get(node, attribute));
    return value < 0 ? 0 : value;
}

lw_nm lw_figure_length(lw_figures *f, const xmlNode *node, const char *attribute)
{
    const char *text = required(f, node, attribute);
    return text ? parse_length(f, node, attribute, text) : 0;
}

lw_nm lw_figure_length_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual)
{
    const char *text = lw_xml_get(node, attribute);
    if (f->status || !text)
        return f->status ? 0 : usual;
    return parse_length(f, node, attribute, text);
}

lw_nm lw_figure_size(lw_figures *f, const xmlNode *node, const char *attribute)
{
    return not_negative(f, node, attribute, lw_figure_length(f, node, attribute));
}

lw_nm lw_figure_size_or(lw_figures *f, const xmlNode *node, const char *attribute, lw_nm usual)
{
    return not_negative(f, node, attribute, lw_figure_length_or(f, node, attribute, usual));
}

int64_t lw_figure_integer(lw_figures *f, const xmlNode *node, const char *attribute, int64_t least,
                          int64_t most, int64_t usual)
{
    const char *text = lw_xml_get(node, attribute);
    if (f->status || !text)
        return f->status ? 0 : usual;
    int64_t value = 0;
    lw_number_fault fault = lw_parse_integer(text, least, most, &value);
    if (fault)
        fail_number(f, node, attribute, text, fault);
    return fault ? 0 : value;
}

lw_point lw_figure_at(lw_figures *f, const xmlNode *node)
{
    lw_nm x = lw_figure_length(f, node, "x");
    lw_nm y = lw_figure_length(f, node, "y");
    return (lw_point){x, y};
}

lw_angle lw_figure_curve(lw_figures *f, const xmlNode *node)
{
    const char *text = lw_xml_get(node, "curve");
    if (f->status || !text)
        return 0;
    int64_t value = 0;
    lw_number_fault fault = lw_parse_fixed(text, LW_DEGREE, 360 * (int64_t)LW_DEGREE - 1, &value);
    if (fault)
        fail_number(f, node, "curve", text, fault);
    return fault ? 0 : (lw_angle)value;
}

lw_placement lw_figure_rot(lw_figures *f, const xmlNode *node)
{
    lw_placement placement = {0};
    const char *text = lw_xml_get(node, "rot");
    if (f->status || !text)
        return placement;
    const char *at = text;
    bool spin = false;
    while ((*at == 'M' && !placement.mirrored) || (*at == 'S' && !spin)) {
        placement.mirrored |= *at == 'M';
        spin |= *at == 'S';
        at++;
    }
    const int64_t full = 360 * (int64_t)LW_DEGREE;
    int64_t angle = 0;
    if (*at != 'R' || lw_parse_fixed(at + 1, LW_DEGREE, full, &angle) || angle < 0) {
        lw_figures_fail(f, node, "rot", "%s: rot=\"%.60s\" is not like R90 or MR22.5",
                        (const char *)node->name, text);
        return (lw_placement){0};
    }
    placement.angle = (lw_angle)(angle % full);
    return placement;
}

/* ---- figures ---- */

static lw_shape shape_of(lw_figures *f, const lw_point *points, uint32_t count, bool filled,
                         lw_nm radius)
{
    const lw_point *copy = lw_arena_copy(f->arena, points, count, sizeof *points);
    return (lw_shape){.points = copy, .count = count, .filled = filled, .radius = radius};
}

/* Half of it, and rather more than less. */
static lw_nm half_of(lw_nm width)
{
    return width / 2 + width % 2;
}

lw_shape lw_figure_disc(lw_figures *f, lw_point centre, lw_nm diameter)
{
    return shape_of(f, &centre, 1, false, half_of(diameter));
}

lw_shape lw_figure_line(lw_figures *f, lw_point a, lw_point b, lw_angle curve, lw_nm width)
{
    bool straight = curve == 0 || (a.x == b.x && a.y == b.y);
    if (straight)
        return shape_of(f, (lw_point[]){a, b}, 2, false, half_of(width));
    uint32_t count = lw_arc_points(a, b, curve, NULL, 0);
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, (size_t)count + 1);
    points[0] = a;
    lw_arc_points(a, b, curve, points + 1, count);
    return (lw_shape){
        .points = points, .count = count + 1, .radius = half_of(width) + LW_ARC_ERROR};
}

lw_shape lw_figure_wire(lw_figures *f, const xmlNode *node)
{
    lw_point a = {lw_figure_length(f, node, "x1"), lw_figure_length(f, node, "y1")};
    lw_point b = {lw_figure_length(f, node, "x2"), lw_figure_length(f, node, "y2")};
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    return lw_figure_line(f, a, b, lw_figure_curve(f, node), width);
}

static lw_shape circle_line(lw_figures *f, lw_point centre, lw_nm radius)
{
    uint32_t count = lw_circle_points(centre, radius, NULL, 0);
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, (size_t)count + 1);
    lw_circle_points(centre, radius, points, count);
    points[count] = points[0];
    return (lw_shape){.points = points, .count = count + 1, .radius = LW_ARC_ERROR};
}

lw_shape lw_figure_circle(lw_figures *f, const xmlNode *node)
{
    lw_point centre = lw_figure_at(f, node);
    lw_nm radius = lw_figure_size(f, node, "radius");
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    if (width == 0 || radius == 0)
        return shape_of(f, &centre, 1, false, radius + half_of(width));
    lw_shape ring = circle_line(f, centre, radius);
    ring.radius += half_of(width);
    return ring;
}

lw_shape lw_figure_rectangle(lw_figures *f, const xmlNode *node)
{
    lw_nm x1 = lw_figure_length(f, node, "x1"), y1 = lw_figure_length(f, node, "y1");
    lw_nm x2 = lw_figure_length(f, node, "x2"), y2 = lw_figure_length(f, node, "y2");
    lw_placement placement = lw_figure_rot(f, node);
    placement.mirrored = false; /* the same rectangle */
    lw_point corners[] = {{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}};
    if (placement.angle) {
        placement.at = (lw_point){(x1 + x2) / 2, (y1 + y2) / 2};
        for (size_t i = 0; i < 4; i++)
            corners[i] = lw_place(placement, (lw_point){corners[i].x - placement.at.x,
                                                        corners[i].y - placement.at.y});
    }
    return shape_of(f, corners, 4, true, 0);
}

typedef LW_LIST(lw_point) point_list;

/* Double points are no corners. */
static void add_corner(lw_figures *f, point_list *corners, lw_point point)
{
    if (corners->count > 0) {
        lw_point last = corners->at[corners->count - 1];
        if (last.x == point.x && last.y == point.y)
            return;
    }
    *lw_list_add(f->arena, corners) = point;
}

static void add_edge(lw_figures *f, point_list *corners, lw_point a, lw_point b, lw_angle curve)
{
    lw_shape line = lw_figure_line(f, a, b, curve, 0);
    for (uint32_t i = 0; i < line.count; i++)
        add_corner(f, corners, line.points[i]);
}

lw_shape lw_figure_polygon(lw_figures *f, const xmlNode *node)
{
    lw_nm width = lw_figure_size_or(f, node, "width", 0);
    point_list corners = {0};
    bool curved = false;
    const xmlNode *first = lw_xml_child(f->xml, node, "vertex");
    for (const xmlNode *vertex = first; vertex && !f->status;) {
        const xmlNode *next = lw_xml_sibling(f->xml, vertex, "vertex");
        lw_angle curve = lw_figure_curve(f, vertex);
        curved |= curve != 0;
        add_edge(f, &corners, lw_figure_at(f, vertex), lw_figure_at(f, next ? next : first), curve);
        vertex = next;
    }
    while (corners.count > 1 && corners.at[0].x == corners.at[corners.count - 1].x &&
           corners.at[0].y == corners.at[corners.count - 1].y)
        corners.count--;
    if (corners.count < 3)
        lw_figures_fail(f, node, NULL, "%s has less than three corners", (const char *)node->name);
    if (f->status)
        return shape_of(f, (lw_point[3]){{0, 0}}, 3, true, 0);
    return (lw_shape){.points = corners.at,
                      .count = corners.count,
                      .filled = true,
                      .radius = half_of(width) + (curved ? LW_ARC_ERROR : 0)};
}

/* The rim of a filled polygon as a line. */
static lw_shape rim(lw_figures *f, lw_shape polygon, lw_nm radius)
{
    lw_point *points = LW_NEW_MANY(f->arena, lw_point, (size_t)polygon.count + 1);
    for (uint32_t i = 0; i <= polygon.count; i++)
        points[i] = polygon.points[i % polygon.count];
    return (lw_shape){.points = points, .count = polygon.count + 1, .radius = radius};
}

lw_shape lw_figure_contour(lw_figures *f, const xmlNode *node)
{
    if (lw_xml_is(f->xml, node, "circle")) {
        lw_point centre = lw_figure_at(f, node);
        return circle_line(f, centre, lw_figure_size(f, node, "radius"));
    }
    if (lw_xml_is(f->xml, node, "rectangle"))
        return rim(f, lw_figure_rectangle(f, node), 0);
    return rim(f, lw_figure_polygon(f, node), LW_ARC_ERROR);
}

/* ---- pads ---- */

lw_shape lw_figure_rounded(lw_figures *f, lw_placement placement, lw_nm width, lw_nm height,
                           lw_nm corner)
{
    lw_nm most = half_of(width < height ? width : height);
    lw_nm radius = corner > most ? most : corner;
    lw_nm x = half_of(width) - radius, y = half_of(height) - radius;
    lw_point points[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    bool flat = x == 0 || y == 0;
    uint32_t count = x == 0 && y == 0 ? 1 : flat ? 2 : 4;
    if (x == 0)
        points[1] = points[2];
    for (uint32_t i = 0; i < count; i++)
        points[i] = lw_place(placement, points[i]);
    return shape_of(f, points, count, count == 4, radius);
}

lw_shape lw_figure_octagon(lw_figures *f, lw_placement placement, lw_nm width)
{
    lw_nm h = half_of(width);
    lw_nm k = (lw_nm)(h * TAN_22_5 + 0.5);
    lw_point points[] = {{h, -k}, {h, k}, {k, h}, {-k, h}, {-h, k}, {-h, -k}, {-k, -h}, {k, -h}};
    for (size_t i = 0; i < 8; i++)
        points[i] = lw_place(placement, points[i]);
    return shape_of(f, points, 8, true, 0);
}
