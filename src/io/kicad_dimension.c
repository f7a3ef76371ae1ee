/*
 * Dimensions on copper: nobody wants them there, but KiCad's check takes their lines for copper of
 * no net. Until 5 a file has the lines; since then it says what is measured and how.
 */
#include <math.h>
#include <string.h>
#include "geom/point.h"
#include "io/kicad.h"

/* The sine of half the angle of an arrow. */
#define ARROW_SLANT 0.4617

typedef struct dimension {
    kicad_reader *r;
    const lw_sexpr *node;
    lw_layers layers;
    lw_nm pen, arrow, beyond; /* length of an arrow; how far lines reach beyond the crossbar */
} dimension;

static void add_line(dimension *d, const lw_point *points, uint32_t count, lw_nm more)
{
    lw_shape line = lw_kicad_shape(d->r, d->node, points, count, false, d->pen / 2 + more);
    *lw_list_add(d->r->board->arena, &d->r->letters) =
        (lw_plain_copper){.copper = {d->layers, line}, .source = d->node->span};
}

/* From a by a length in the direction of a vector. */
static lw_point ahead(dimension *d, lw_point a, double x, double y, double length)
{
    double whole = hypot(x, y);
    double scale = whole > 0 ? length / whole : 0;
    double to_x = a.x + x * scale, to_y = a.y + y * scale;
    if (fabs(to_x) > LW_NM_MAX || fabs(to_y) > LW_NM_MAX) {
        lw_kicad_fail(d->r, d->node, "(dimension) reaches beyond 1 m from the origin");
        return a;
    }
    return (lw_point){(lw_nm)lround(to_x), (lw_nm)lround(to_y)};
}

/* From what is measured to the crossbar and a bit beyond. */
static void add_extension(dimension *d, lw_point from, lw_point to)
{
    double x = (double)to.x - from.x, y = (double)to.y - from.y;
    lw_point ends[] = {from, ahead(d, to, x, y, d->beyond)};
    add_line(d, ends, 2, 0);
}

/* The crossbar's line is as wide as its arrows. */
static void add_bar(dimension *d, lw_point a, lw_point b)
{
    add_line(d, (lw_point[]){a, b}, 2, (lw_nm)lround(d->arrow * ARROW_SLANT));
}

static void add_measured(dimension *d, lw_point a, lw_point b)
{
    bool upright = lw_kicad_says(d->node, "orientation", "1");
    lw_nm height = lw_kicad_length_of(d->r, d->node, "height", 0);
    lw_point bar[2];
    if (lw_kicad_says(d->node, "type", "orthogonal")) {
        bar[0] = upright ? ahead(d, a, 1, 0, height) : ahead(d, a, 0, -1, height);
        bar[1] = upright ? (lw_point){bar[0].x, b.y} : (lw_point){b.x, bar[0].y};
    } else {
        double x = (double)b.y - a.y, y = (double)a.x - b.x;
        bar[0] = ahead(d, a, x, y, height);
        bar[1] = ahead(d, b, x, y, height);
    }
    add_extension(d, a, bar[0]);
    add_extension(d, b, bar[1]);
    add_bar(d, bar[0], bar[1]);
}

/* The mark of a centre, or a line that leads to a text. */
static void add_led(dimension *d, lw_point a, lw_point b)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    lw_nm leader = lw_kicad_size_of(d->r, d->node, "leader_length", 0);
    const lw_sexpr *text = lw_sexpr_child(d->node, "gr_text");
    if (!lw_kicad_says(d->node, "type", "center")) {
        lw_point tip = ahead(d, b, x, y, leader);
        add_bar(d, a, tip);
        if (text && lw_sexpr_child(text, "at"))
            add_line(d, (lw_point[]){tip, lw_kicad_point_of(d->r, text, "at", LW_NM_MAX)}, 2, 0);
        return;
    }
    double arm = hypot(x, y);
    add_bar(d, ahead(d, a, x, y, arm), ahead(d, a, -x, -y, arm));
    add_bar(d, ahead(d, a, -y, x, arm), ahead(d, a, y, -x, arm));
}

static bool read_corners(dimension *d, const lw_sexpr *list, lw_point *points, uint32_t most,
                         uint32_t *count)
{
    const lw_sexpr *pts = lw_sexpr_child(list, "pts");
    const lw_sexpr *node = pts ? lw_sexpr_child(pts, "xy") : NULL;
    for (*count = 0; node && *count < most && !d->r->status; node = lw_sexpr_sibling(node, "xy"))
        points[(*count)++] = lw_kicad_point(d->r, node, LW_NM_MAX);
    return *count >= 2 && !d->r->status;
}

void lw_kicad_read_dimension(kicad_reader *r, const lw_sexpr *node)
{
    enum { MOST = 8 };
    lw_point points[MOST];
    uint32_t count;
    const lw_sexpr *style = lw_sexpr_child(node, "style"), *type = lw_sexpr_child(node, "type");
    dimension d = {.r = r, .node = node, .layers = lw_kicad_layers(r, node)};
    if (!d.layers)
        return;
    d.pen = lw_kicad_size_of(r, style ? style : node, style ? "thickness" : "width", 0);
    d.arrow = style ? lw_kicad_size_of(r, style, "arrow_length", 0) : 0;
    d.beyond = style ? lw_kicad_size_of(r, style, "extension_height", 0) : 0;
    const lw_sexpr *text = lw_sexpr_child(node, "gr_text");
    if (text)
        lw_kicad_read_drawing(r, text);
    const char *kind = type ? lw_sexpr_word(type, 1) : NULL;
    if (read_corners(&d, node, points, MOST, &count)) {
        bool measured = kind && (strcmp(kind, "aligned") == 0 || strcmp(kind, "orthogonal") == 0);
        (measured ? add_measured : add_led)(&d, points[0], points[1]);
    }
    for (const lw_sexpr *part = node->first; part && !type && !r->status; part = part->next)
        if (part->list && read_corners(&d, part, points, MOST, &count))
            add_line(&d, points, count, 0);
}
