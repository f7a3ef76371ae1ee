/*
 * Figures: (gr_line ...), (fp_arc ...) and their like, on boards, in footprints and in pads.
 *
 * Arcs come in two ways: through three points (since 6), or as centre, begin and angle, whose words
 * are "start", "end" and "angle".
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "geom/point.h"
#include "io/kicad.h"

#define PI 3.14159265358979323846

/* Of arcs, in all: far more than boards have. */
#define MOST_POINTS 5000000
#define MOST_CHORDS 4096 /* of one curve */

/* Of texts that do not say their own. */
#define TEXT_SIZE 1000000

typedef LW_LIST(lw_point) point_list;

static lw_nm half(lw_nm width)
{
    return width / 2 + width % 2;
}

static bool in_range(lw_point p)
{
    return p.x >= -LW_NM_MAX && p.x <= LW_NM_MAX && p.y >= -LW_NM_MAX && p.y <= LW_NM_MAX;
}

/* Every point that arithmetic made is looked at once. */
lw_shape lw_kicad_shape(kicad_reader *r, const lw_sexpr *node, const lw_point *points,
                        uint32_t count, bool filled, lw_nm radius)
{
    for (uint32_t i = 0; i < count; i++)
        if (!in_range(points[i]))
            lw_kicad_fail(r, node, "(%.40s) reaches beyond 1 m from the origin", node->text);
    return (lw_shape){.points = lw_arena_copy(r->board->arena, points, count, sizeof *points),
                      .count = count,
                      .filled = filled,
                      .radius = radius};
}

static bool may_have_points(kicad_reader *r, const lw_sexpr *node, uint32_t count)
{
    r->points += count;
    if (r->points > MOST_POINTS)
        lw_kicad_fail(r, node, "too many and too large arcs");
    return !r->status;
}

/* ---- arcs ---- */

lw_angle lw_kicad_curve(lw_point a, lw_point middle, lw_point b)
{
    double ax = (double)a.x - middle.x, ay = (double)a.y - middle.y;
    double bx = (double)b.x - middle.x, by = (double)b.y - middle.y;
    double cross = ax * by - ay * bx, dot = ax * bx + ay * by;
    if (cross == 0)
        return 0;
    /* The angle at the middle is that of half the rest of the circle. */
    double turn = 360 - 2 * (atan2(fabs(cross), dot) * 180 / PI);
    int64_t curve = llround(turn * LW_DEGREE);
    if (curve >= 360 * (int64_t)LW_DEGREE)
        curve = 360 * (int64_t)LW_DEGREE - 1;
    return (lw_angle)(cross < 0 ? curve : -curve);
}

static void add_arc(kicad_reader *r, const lw_sexpr *node, point_list *points, lw_point from,
                    lw_point to, lw_angle curve)
{
    uint32_t count = lw_arc_points(from, to, curve, NULL, 0);
    if (!may_have_points(r, node, count))
        return;
    lw_point *arc = LW_NEW_MANY(r->file->arena, lw_point, count);
    lw_arc_points(from, to, curve, arc, count);
    for (uint32_t i = 0; i < count; i++)
        *lw_list_add(r->file->arena, points) = arc[i];
}

static void add_circle(kicad_reader *r, const lw_sexpr *node, point_list *points, lw_point centre,
                       lw_nm radius)
{
    uint32_t count = lw_circle_points(centre, radius, NULL, 0);
    if (!may_have_points(r, node, count))
        return;
    lw_point *circle = LW_NEW_MANY(r->file->arena, lw_point, count);
    lw_circle_points(centre, radius, circle, count);
    for (uint32_t i = 0; i <= count; i++)
        *lw_list_add(r->file->arena, points) = circle[i % count];
}

static lw_point middle_of(lw_point a, lw_point b)
{
    return (lw_point){(lw_nm)(((int64_t)a.x + b.x) / 2), (lw_nm)(((int64_t)a.y + b.y) / 2)};
}

/* The points of (start) (mid) (end), its first one left out when `points` ends there. */
static void add_three_points(kicad_reader *r, const lw_sexpr *node, point_list *points, lw_nm most)
{
    lw_point a = lw_kicad_point_of(r, node, "start", most);
    lw_point m = lw_kicad_point_of(r, node, "mid", most);
    lw_point b = lw_kicad_point_of(r, node, "end", most);
    if (r->status)
        return;
    if (lw_same_point(a, b) && !lw_same_point(a, m)) {
        add_circle(r, node, points, middle_of(a, m), lw_distance(a, m) / 2);
        return;
    }
    if (points->count == 0 || !lw_same_point(points->at[points->count - 1], a))
        *lw_list_add(r->file->arena, points) = a;
    add_arc(r, node, points, a, b, lw_kicad_curve(a, m, b));
}

/* Centre, begin and angle; that one turns clockwise. */
static void add_turned(kicad_reader *r, const lw_sexpr *node, point_list *points, lw_nm most)
{
    lw_point centre = lw_kicad_point_of(r, node, "start", most);
    lw_point a = lw_kicad_point_of(r, node, "end", most);
    const lw_sexpr *angle = lw_sexpr_child(node, "angle");
    int64_t turn = angle ? -lw_kicad_number(r, angle, 1, 0) : 0;
    if (r->status)
        return;
    if (llabs(turn) >= 360 * (int64_t)LW_DEGREE) {
        add_circle(r, node, points, centre, lw_distance(centre, a));
        return;
    }
    lw_placement placement = {.at = centre, .angle = lw_kicad_turn(turn)};
    lw_point arm = {lw_place((lw_placement){.at = {-centre.x, -centre.y}}, a).x,
                    lw_place((lw_placement){.at = {-centre.x, -centre.y}}, a).y};
    *lw_list_add(r->file->arena, points) = a;
    add_arc(r, node, points, a, lw_place(placement, arm), (lw_angle)turn);
}

/* ---- what kinds of figures there are ---- */

/* A figure's line before its pen and its filling are known. */
typedef struct contour {
    point_list points;
    bool curved;
    bool closed; /* its last point is its first */
} contour;

typedef struct maker {
    kicad_reader *r;
    const lw_sexpr *node;
    lw_nm most;
    contour line;
} maker;

static void add_point(maker *m, lw_point point)
{
    *lw_list_add(m->r->file->arena, &m->line.points) = point;
}

static lw_point point_of(maker *m, const char *name)
{
    return lw_kicad_point_of(m->r, m->node, name, m->most);
}

static void make_line(maker *m)
{
    add_point(m, point_of(m, "start"));
    add_point(m, point_of(m, "end"));
}

static void make_arc(maker *m)
{
    m->line.curved = true;
    if (lw_sexpr_child(m->node, "mid"))
        add_three_points(m->r, m->node, &m->line.points, m->most);
    else
        add_turned(m->r, m->node, &m->line.points, m->most);
}

static void make_circle(maker *m)
{
    lw_point centre = point_of(m, "center");
    lw_nm radius = lw_distance(centre, point_of(m, "end"));
    m->line.curved = m->line.closed = true;
    if (radius > m->most)
        lw_kicad_fail(m->r, m->node, "(%.40s) is too large", m->node->text);
    add_circle(m->r, m->node, &m->line.points, centre, m->r->status ? 0 : radius);
}

/* The corners of a rectangle, rounded or not, each turned into the next. */
static void make_rectangle(maker *m)
{
    lw_point a = point_of(m, "start"), b = point_of(m, "end");
    lw_nm x1 = a.x < b.x ? a.x : b.x, x2 = a.x < b.x ? b.x : a.x;
    lw_nm y1 = a.y < b.y ? a.y : b.y, y2 = a.y < b.y ? b.y : a.y;
    lw_nm corner = lw_kicad_size_of(m->r, m->node, "radius", 0);
    lw_nm smaller = x2 - x1 < y2 - y1 ? x2 - x1 : y2 - y1;
    corner = corner > smaller / 2 ? smaller / 2 : corner;
    const lw_point in[] = {{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}, {x1, y1}};
    static const lw_point along[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    m->line.closed = true;
    m->line.curved = corner > 0;
    for (int i = 0; i < 4; i++) {
        lw_point begin = {in[i].x + along[i].x * corner, in[i].y + along[i].y * corner};
        lw_point end = {in[i + 1].x - along[i].x * corner, in[i + 1].y - along[i].y * corner};
        add_point(m, begin);
        if (corner == 0)
            continue;
        add_point(m, end);
        lw_point next = {in[i + 1].x + along[(i + 1) % 4].x * corner,
                         in[i + 1].y + along[(i + 1) % 4].y * corner};
        add_arc(m->r, m->node, &m->line.points, end, next, 90 * LW_DEGREE);
        m->line.points.count -= m->line.points.count > 1; /* the next side begins there */
    }
    if (!m->r->status)
        add_point(m, m->line.points.at[0]);
}

static void add_corners(maker *m)
{
    const lw_sexpr *pts = lw_sexpr_child(m->node, "pts");
    for (const lw_sexpr *node = pts ? pts->first : NULL; node && !m->r->status; node = node->next) {
        if (lw_sexpr_is(node, "xy")) {
            add_point(m, lw_kicad_point(m->r, node, m->most));
        } else if (lw_sexpr_is(node, "arc")) {
            m->line.curved = true;
            add_three_points(m->r, node, &m->line.points, m->most);
        }
    }
}

static void make_polygon(maker *m)
{
    add_corners(m);
    point_list *points = &m->line.points;
    while (points->count > 1 && lw_same_point(points->at[0], points->at[points->count - 1]))
        points->count--;
    if (points->count > 0)
        add_point(m, points->at[0]);
    m->line.closed = true;
}

/* A Bézier curve of four points; the error of n chords is the second derivative / (8 n²). */
static void make_curve(maker *m)
{
    add_corners(m);
    point_list *points = &m->line.points;
    if (points->count != 4 || m->r->status)
        return;
    lw_point p[4];
    memcpy(p, points->at, sizeof p);
    double bend =
        fmax(hypot((double)p[0].x - 2.0 * p[1].x + p[2].x, (double)p[0].y - 2.0 * p[1].y + p[2].y),
             hypot((double)p[1].x - 2.0 * p[2].x + p[3].x, (double)p[1].y - 2.0 * p[2].y + p[3].y));
    uint32_t count = (uint32_t)fmin(ceil(sqrt(6 * bend / (8 * (LW_ARC_ERROR - 1)))), MOST_CHORDS);
    points->count = 1;
    m->line.curved = true;
    for (uint32_t i = 1; i < count && may_have_points(m->r, m->node, 1); i++) {
        double t = (double)i / count, s = 1 - t;
        double w[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        add_point(
            m, (lw_point){
                   (lw_nm)lround(w[0] * p[0].x + w[1] * p[1].x + w[2] * p[2].x + w[3] * p[3].x),
                   (lw_nm)lround(w[0] * p[0].y + w[1] * p[1].y + w[2] * p[2].y + w[3] * p[3].y)});
    }
    add_point(m, p[3]);
}

/* Turned other than by quarters, it says its corners. */
static void make_text_box(maker *m)
{
    if (lw_sexpr_child(m->node, "pts"))
        make_polygon(m);
    else
        make_rectangle(m);
}

static const struct {
    const char *name;
    void (*make)(maker *m);
} kinds[] = {
    {"line", make_line},      {"arc", make_arc},           {"circle", make_circle},
    {"rect", make_rectangle}, {"poly", make_polygon},      {"curve", make_curve},
    {"bbox", make_rectangle}, {"text_box", make_text_box},
};

const char *lw_kicad_figure_kind(const lw_sexpr *node)
{
    bool prefix = node->list && (!strncmp(node->text, "gr_", 3) || !strncmp(node->text, "fp_", 3));
    return prefix ? node->text + 3 : "";
}

static bool trace(kicad_reader *r, const lw_sexpr *node, lw_nm most, contour *out)
{
    const char *kind = lw_kicad_figure_kind(node);
    maker m = {.r = r, .node = node, .most = most};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !r->status; i++)
        if (strcmp(kinds[i].name, kind) == 0)
            kinds[i].make(&m);
    *out = m.line;
    return !r->status && m.line.points.count > 0;
}

/* ---- pen and filling ---- */

static lw_nm pen_of(kicad_reader *r, const lw_sexpr *node)
{
    const lw_sexpr *stroke = lw_sexpr_child(node, "stroke");
    return lw_kicad_size_of(r, stroke ? stroke : node, "width", 0);
}

bool lw_kicad_is_text_box(const lw_sexpr *node)
{
    return strcmp(lw_kicad_figure_kind(node), "text_box") == 0;
}

/* Polygons are filled where nothing is said; closed lines of no pen would not be there. Letters may
 * be anywhere in a text box. */
static bool is_filled(const lw_sexpr *node, const contour *line, lw_nm pen)
{
    const lw_sexpr *fill = lw_sexpr_child(node, "fill");
    const char *word = fill ? lw_sexpr_word(fill, 1) : NULL;
    if (!line->closed || lw_kicad_is_text_box(node))
        return line->closed;
    if (word && (strcmp(word, "none") == 0 || strcmp(word, "no") == 0))
        return false;
    return word || pen == 0 || strcmp(lw_kicad_figure_kind(node), "poly") == 0;
}

static lw_shape disc_around(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_nm pen)
{
    lw_point centre = lw_kicad_point_of(r, node, "center", most);
    lw_nm radius = lw_distance(centre, lw_kicad_point_of(r, node, "end", most));
    return lw_kicad_shape(r, node, &centre, 1, false, radius + half(pen));
}

bool lw_kicad_figure(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out)
{
    contour line;
    lw_nm pen = pen_of(r, node);
    if (!trace(r, node, most, &line))
        return false;
    bool filled = is_filled(node, &line, pen);
    if (filled && strcmp(lw_kicad_figure_kind(node), "circle") == 0) {
        *out = disc_around(r, node, most, pen);
        return !r->status;
    }
    uint32_t count = line.points.count;
    filled = filled && count > 3;
    *out = lw_kicad_shape(r, node, line.points.at, filled ? count - 1 : count, filled,
                          half(pen) + (line.curved ? LW_ARC_ERROR : 0));
    return !r->status;
}

bool lw_kicad_contour(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out)
{
    contour line;
    if (!trace(r, node, most, &line) || line.points.count < 2)
        return false;
    *out = lw_kicad_shape(r, node, line.points.at, line.points.count, false,
                          line.curved ? LW_ARC_ERROR : 0);
    return !r->status;
}

bool lw_kicad_three_points(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out)
{
    point_list points = {0};
    add_three_points(r, node, &points, most);
    if (r->status)
        return false;
    *out = lw_kicad_shape(r, node, points.at, points.count, false, LW_ARC_ERROR);
    return !r->status;
}

lw_shape lw_kicad_corners(kicad_reader *r, const lw_sexpr *list, lw_nm most)
{
    maker m = {.r = r, .node = list, .most = most};
    make_polygon(&m);
    uint32_t count = m.line.points.count;
    if (r->status || count < 4)
        return (lw_shape){0};
    return lw_kicad_shape(r, list, m.line.points.at, count - 1, true,
                          m.line.curved ? LW_ARC_ERROR : 0);
}

/* ---- texts ---- */

bool lw_kicad_ink(const char *layer, lw_ink *ink, bool *bottom)
{
    static const struct {
        const char *layer;
        lw_ink ink;
        bool bottom;
    } inks[] = {
        {"F.SilkS", LW_SILK, false},       {"B.SilkS", LW_SILK, true},
        {"F.Silkscreen", LW_SILK, false},  {"B.Silkscreen", LW_SILK, true},
        {"F.Fab", LW_DOCUMENT, false},     {"B.Fab", LW_DOCUMENT, true},
        {"Dwgs.User", LW_DOCUMENT, false}, {"Cmts.User", LW_DOCUMENT, false},
    };
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++) {
        if (strcmp(inks[i].layer, layer) == 0) {
            *ink = inks[i].ink;
            *bottom = inks[i].bottom;
            return true;
        }
    }
    return false;
}

lw_text lw_kicad_text(kicad_reader *r, const lw_sexpr *node, const char *words, lw_nm most)
{
    const lw_sexpr *at = lw_sexpr_child(node, "at");
    const lw_sexpr *effects = lw_sexpr_child(node, "effects");
    const lw_sexpr *font = effects ? lw_sexpr_child(effects, "font") : NULL;
    lw_text text = {.text = words, .height = TEXT_SIZE, .align_x = 1, .align_y = 1};
    if (at) {
        text.placement.at = lw_kicad_point(r, at, most);
        text.placement.angle = lw_kicad_angle(r, at, 3);
    }
    if (font)
        text.height = lw_kicad_size_of(r, font, "size", TEXT_SIZE);
    if (!effects)
        return text;
    text.align_x = lw_kicad_says(effects, "justify", "left")    ? 0
                   : lw_kicad_says(effects, "justify", "right") ? 2
                                                                : 1;
    text.align_y = lw_kicad_says(effects, "justify", "bottom") ? 0
                   : lw_kicad_says(effects, "justify", "top")  ? 2
                                                               : 1;
    text.placement.mirrored = lw_kicad_says(effects, "justify", "mirror");
    if (text.placement.mirrored) /* the board's placements turn before they mirror */
        text.placement.angle = lw_kicad_turn(-(int64_t)text.placement.angle);
    return text;
}

/* Thousandths of the width that the font is given; no letter of KiCad's own is wider. */
static int64_t letter_width(char c)
{
    unsigned char byte = (unsigned char)c;
    if ((byte & 0xC0) == 0x80)
        return 0; /* goes on with the letter before it */
    return byte >= 0x80 ? 1700 : strchr("@%MWmw", c) ? 1400 : 1050;
}

/* Room for the letters, for lines one below the other and for what hangs below them. */
lw_shape lw_kicad_text_area(kicad_reader *r, const lw_sexpr *node, const lw_text *text)
{
    const lw_sexpr *effects = lw_sexpr_child(node, "effects");
    const lw_sexpr *font = effects ? lw_sexpr_child(effects, "font") : NULL;
    const lw_sexpr *size = font ? lw_sexpr_child(font, "size") : NULL;
    int64_t letter = size ? lw_kicad_length(r, size, 2, KICAD_NEAR) : TEXT_SIZE;
    lw_nm pen = font ? lw_kicad_size_of(r, font, "thickness", text->height / 5) : text->height / 5;
    int64_t longest = 0, line = 0, lines = 1;
    for (const char *c = text->text; *c; c++) {
        line = *c == '\n' ? 0 : line + letter_width(*c);
        lines += *c == '\n';
        longest = line > longest ? line : longest;
    }
    longest = longest < LW_NM_MAX ? longest : LW_NM_MAX; /* too large, whatever the letters are */
    int64_t width = longest * llabs(letter) / 1000, height = text->height;
    int64_t all = height + (lines - 1) * height * 17 / 10;
    int64_t x1 = -width * text->align_x / 2, y1 = -all * text->align_y / 2 - height * 4 / 10;
    int64_t x2 = x1 + width, y2 = y1 + all + height * 8 / 10;
    if (x1 < -KICAD_NEAR || y1 < -KICAD_NEAR || x2 > KICAD_NEAR || y2 > KICAD_NEAR) {
        lw_kicad_fail(r, node, "(%.40s) is too large", node->text);
        x1 = y1 = x2 = y2 = 0;
    }
    lw_point corners[] = {{(lw_nm)x1, (lw_nm)y1},
                          {(lw_nm)x2, (lw_nm)y1},
                          {(lw_nm)x2, (lw_nm)y2},
                          {(lw_nm)x1, (lw_nm)y2}};
    for (int i = 0; i < 4; i++)
        corners[i] = lw_place(text->placement, corners[i]);
    return lw_kicad_shape(r, node, corners, 4, true, half(pen));
}
