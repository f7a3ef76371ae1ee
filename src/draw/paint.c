#include "draw/paint.h"

#include <math.h>
#include <string.h>
#include "draw/font.h"
#include "draw/theme.h"

/*
 * A stratum is one path. Every shape of it is made of loops that run counter-clockwise (polygons,
 * and a capsule for each segment with a radius), so that the non-zero rule fills their union.
 */

#define PI 3.14159265358979323846

/* Radii that only stand for the error of arcs are not seen. */
#define RADIUS_LEAST (LW_ARC_ERROR + 1)

#define HATCH_LINES_MOST 4000
#define BATCH            256 /* shapes */
#define BATCHES_FROM     5000
#define TEXTS_IN_PATH    64

static const double font_stroke = 0.7; /* width of a stroke, font units */
static const double font_halo = 0.5;
static const double sans_size = 8.2; /* font units whose capitals are LW_FONT_CAP high */

/* ---- paths ---- */

static void trace_disc(cairo_t *cr, double x, double y, double radius)
{
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * PI);
    cairo_close_path(cr);
}

static void trace_capsule(cairo_t *cr, double ax, double ay, double bx, double by, double radius)
{
    if (ax == bx && ay == by) {
        trace_disc(cr, ax, ay, radius);
        return;
    }
    double along = atan2(by - ay, bx - ax);
    cairo_new_sub_path(cr);
    cairo_arc(cr, bx, by, radius, along - PI / 2, along + PI / 2);
    cairo_arc(cr, ax, ay, radius, along + PI / 2, along + 3 * PI / 2);
    cairo_close_path(cr);
}

static void trace_polygon(cairo_t *cr, lw_shape shape)
{
    cairo_new_sub_path(cr);
    bool forward = lw_polygon_area2(shape.points, shape.count) >= 0;
    for (uint32_t i = 0; i < shape.count; i++) {
        lw_point at = shape.points[forward ? i : shape.count - 1 - i];
        cairo_line_to(cr, at.x, at.y);
    }
    cairo_close_path(cr);
}

static void trace(cairo_t *cr, lw_shape shape)
{
    if (!shape.count)
        return;
    if (shape.filled)
        trace_polygon(cr, shape);
    if (shape.radius < RADIUS_LEAST)
        return;
    lw_point last = shape.points[shape.filled ? shape.count - 1 : 0];
    for (uint32_t i = shape.filled || shape.count == 1 ? 0 : 1; i < shape.count; i++) {
        lw_point next = shape.points[i];
        trace_capsule(cr, last.x, last.y, next.x, next.y, shape.radius);
        last = next;
    }
}

static void trace_some(cairo_t *cr, const lw_stratum *stratum, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end && i < stratum->shapes.count; i++)
        trace(cr, stratum->shapes.at[i]);
}

static void trace_all(cairo_t *cr, const lw_stratum *stratum)
{
    trace_some(cr, stratum, 0, stratum->shapes.count);
}

static lw_box box_of(const lw_stratum *stratum)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < stratum->shapes.count; i++)
        box = lw_box_join(box, lw_shape_box(stratum->shapes.at[i]));
    return box;
}

/* ---- text ---- */

static void use_sans(cairo_t *cr)
{
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, sans_size);
}

static double sans_width(cairo_t *cr, const char *text, double scale)
{
    cairo_text_extents_t extents;
    cairo_save(cr);
    cairo_scale(cr, scale, scale);
    use_sans(cr);
    cairo_text_extents(cr, text, &extents);
    cairo_restore(cr);
    return extents.x_advance;
}

lw_line lw_line_place(cairo_t *cr, const lw_text *text)
{
    const double scale = (double)text->height / LW_FONT_CAP;
    lw_line line = {.width = lw_font_width(text->text)};
    line.own = line.width >= 0;
    if (!line.own)
        line.width = sans_width(cr, text->text, scale);
    cairo_matrix_init_translate(&line.matrix, text->placement.at.x, text->placement.at.y);
    cairo_matrix_scale(&line.matrix, text->placement.mirrored ? -1 : 1, 1);
    cairo_matrix_rotate(&line.matrix, (double)text->placement.angle / LW_DEGREE * PI / 180);
    cairo_matrix_scale(&line.matrix, scale, scale);
    cairo_matrix_translate(&line.matrix, -line.width * text->align_x / 2,
                           -(double)LW_FONT_CAP * text->align_y / 2);
    return line;
}

/* Strokes of one character at x, in font units; a dot is a line of no length with round ends. */
static void trace_strokes(cairo_t *cr, const char *strokes, double x)
{
    bool begins = true;
    for (const char *at = strokes; *at; at += at[2] ? 3 : 2) {
        double next_x = x + (at[0] - '0'), next_y = at[1] - '0' - LW_FONT_DESCENT;
        if (begins)
            cairo_move_to(cr, next_x, next_y);
        cairo_line_to(cr, next_x, next_y);
        begins = at[2] != ' ';
    }
}

static void set_colour(cairo_t *cr, uint32_t colour)
{
    cairo_set_source_rgba(cr, (colour >> 24) / 255.0, (colour >> 16 & 0xFF) / 255.0,
                          (colour >> 8 & 0xFF) / 255.0, (colour & 0xFF) / 255.0);
}

static void trace_own(cairo_t *cr, const char *text)
{
    const char *end = text + strlen(text);
    double x = 0;
    for (uint32_t c; (c = lw_utf8_next(&text, end)); x += lw_font_advance(c))
        trace_strokes(cr, lw_font_strokes(c), x);
}

static void trace_sans(cairo_t *cr, const char *text)
{
    cairo_save(cr);
    cairo_scale(cr, 1, -1);
    use_sans(cr);
    cairo_move_to(cr, 0, 0);
    cairo_text_path(cr, text);
    cairo_restore(cr);
}

static void trace_text(cairo_t *cr, const lw_text *text, const lw_line *line)
{
    cairo_save(cr);
    cairo_transform(cr, &line->matrix);
    if (line->own)
        trace_own(cr, text->text);
    else
        trace_sans(cr, text->text);
    cairo_restore(cr);
}

/* In units of the surface, which makes short numbers in files. */
static void stroke_wide(cairo_t *cr, double width, bool preserve)
{
    double unused = 0;
    cairo_user_to_device_distance(cr, &width, &unused);
    cairo_save(cr);
    cairo_identity_matrix(cr);
    cairo_set_line_width(cr, width);
    if (preserve)
        cairo_stroke_preserve(cr);
    else
        cairo_stroke(cr);
    cairo_restore(cr);
}

/* What was traced of texts of one height. */
static void paint_traced(cairo_t *cr, lw_nm height, bool own, const lw_pen *pen)
{
    const double scale = (double)height / LW_FONT_CAP;
    if (pen->halo & 0xFF) {
        set_colour(cr, pen->halo);
        stroke_wide(cr, (font_stroke + 2 * font_halo) * scale, true);
    }
    set_colour(cr, pen->fill);
    if (own)
        stroke_wide(cr, font_stroke * scale, false);
    else
        cairo_fill(cr);
}

/* Texts of one height and font that follow each other are one path, as most of a file would be the
 * style of paths that have a letter each. */
static void paint_texts(cairo_t *cr, const lw_stratum *stratum, const lw_pen *pen)
{
    uint32_t traced = 0;
    lw_nm height = 0;
    bool own = false;
    for (uint32_t i = 0; i < stratum->texts.count; i++) {
        const lw_text *text = &stratum->texts.at[i];
        lw_line line = lw_line_place(cr, text);
        if (traced > 0 && (text->height != height || line.own != own || traced == TEXTS_IN_PATH)) {
            paint_traced(cr, height, own, pen);
            traced = 0;
        }
        trace_text(cr, text, &line);
        height = text->height;
        own = line.own;
        traced++;
    }
    if (traced > 0)
        paint_traced(cr, height, own, pen);
}

/* ---- strata ---- */

/* Nothing is poured beside the board. */
static void clip_to_board(cairo_t *cr, const lw_scene *scene)
{
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    for (uint32_t i = 0; i < scene->strata.count; i++)
        if (scene->strata.at[i].role == LW_ROLE_BOARD)
            trace_all(cr, &scene->strata.at[i]);
    cairo_clip(cr);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
}

/* Clips to what the stratum covers. Windows of one stratum do not overlap. */
static void clip(cairo_t *cr, const lw_stratum *stratum, lw_box box)
{
    trace_all(cr, stratum);
    cairo_clip(cr);
    if (!stratum->windows.count)
        return;
    cairo_rectangle(cr, box.x1, box.y1, (double)box.x2 - box.x1, (double)box.y2 - box.y1);
    for (uint32_t i = 0; i < stratum->windows.count; i++)
        trace_polygon(cr, stratum->windows.at[i]);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(cr);
}

/* Lines y = x + k * pitch (rising) or y = -x + k * pitch (falling) across the box. */
static void trace_hatch(cairo_t *cr, lw_box box, lw_hatch way, double pitch)
{
    const double slope = way == LW_HATCH_RISING ? 1 : -1;
    const double left = slope * box.x1, right = slope * box.x2;
    const double lowest = box.y1 - fmax(left, right), highest = box.y2 - fmin(left, right);
    for (double k = ceil(lowest / pitch); k * pitch <= highest; k++) {
        cairo_move_to(cr, box.x1, left + k * pitch);
        cairo_line_to(cr, box.x2, right + k * pitch);
    }
}

/*
 * Pixels of one path take time that grows with the square of the edges which cross. So where a
 * stratum of a PNG is large, its union is a picture of its own, made in batches.
 */
static bool takes_batches(cairo_t *cr, const lw_stratum *stratum)
{
    return cairo_surface_get_type(cairo_get_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE &&
           stratum->role != LW_ROLE_BOARD &&
           (uint64_t)stratum->shapes.count + stratum->windows.count > BATCHES_FROM;
}

static cairo_pattern_t *union_of(cairo_t *cr, const lw_stratum *stratum)
{
    cairo_push_group_with_content(cr, CAIRO_CONTENT_ALPHA);
    for (uint32_t i = 0; i < stratum->shapes.count; i += BATCH) {
        trace_some(cr, stratum, i, i + BATCH);
        cairo_fill(cr);
    }
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR);
    for (uint32_t i = 0; i < stratum->windows.count; i++) {
        trace_polygon(cr, stratum->windows.at[i]);
        cairo_fill(cr);
    }
    return cairo_pop_group(cr);
}

static void mask_with(cairo_t *cr, cairo_pattern_t *pattern)
{
    cairo_mask(cr, pattern);
    cairo_pattern_destroy(pattern);
}

static bool is_line(lw_shape shape)
{
    return !shape.filled && shape.count > 1;
}

/* Opaque lines may be painted one over the other, which takes far fewer points than their union. */
static void paint_opaque(cairo_t *cr, const lw_stratum *stratum)
{
    lw_nm radius = 0;
    for (uint32_t i = 0; i < stratum->shapes.count; i++)
        if (!is_line(stratum->shapes.at[i]))
            trace(cr, stratum->shapes.at[i]);
    cairo_fill(cr);
    for (uint32_t i = 0; i < stratum->shapes.count; i++) {
        lw_shape line = stratum->shapes.at[i];
        if (!is_line(line) || line.radius < RADIUS_LEAST)
            continue;
        if (line.radius != radius)
            stroke_wide(cr, 2.0 * radius, false);
        radius = line.radius;
        cairo_new_sub_path(cr);
        for (uint32_t k = 0; k < line.count; k++)
            cairo_line_to(cr, line.points[k].x, line.points[k].y);
    }
    stroke_wide(cr, 2.0 * radius, false);
}

static void fill_shapes(cairo_t *cr, const lw_stratum *stratum, uint32_t colour)
{
    if (takes_batches(cr, stratum)) {
        cairo_pattern_t *covered = union_of(cr, stratum);
        set_colour(cr, colour);
        mask_with(cr, covered);
        return;
    }
    set_colour(cr, colour);
    if (stratum->role != LW_ROLE_BOARD && (colour & 0xFF) == 0xFF) {
        paint_opaque(cr, stratum);
        return;
    }
    if (stratum->role == LW_ROLE_BOARD)
        cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    trace_all(cr, stratum);
    cairo_fill(cr);
}

static void paint_fill(cairo_t *cr, const lw_stratum *stratum, const lw_pen *pen)
{
    fill_shapes(cr, stratum, pen->fill);
    paint_texts(cr, stratum, pen);
}

static void stroke_hatch(cairo_t *cr, lw_box box, const lw_pen *pen)
{
    const double extent = (double)box.x2 - box.x1 + box.y2 - box.y1;
    double pitch = pen->pitch * sqrt(2);
    while (extent / pitch > HATCH_LINES_MOST)
        pitch *= 2;
    if (pen->hatch & LW_HATCH_RISING)
        trace_hatch(cr, box, LW_HATCH_RISING, pitch);
    if (pen->hatch & LW_HATCH_FALLING)
        trace_hatch(cr, box, LW_HATCH_FALLING, pitch);
    cairo_set_line_width(cr, pen->width);
    set_colour(cr, pen->lines);
    cairo_stroke(cr);
}

static void paint_hatch(cairo_t *cr, const lw_stratum *stratum, const lw_pen *pen)
{
    lw_box box = box_of(stratum);
    if (lw_box_is_empty(box))
        return;
    if (takes_batches(cr, stratum)) {
        cairo_pattern_t *covered = union_of(cr, stratum);
        cairo_push_group(cr);
        stroke_hatch(cr, box, pen);
        cairo_pop_group_to_source(cr);
        mask_with(cr, covered);
        return;
    }
    cairo_save(cr);
    clip(cr, stratum, box);
    stroke_hatch(cr, box, pen);
    cairo_restore(cr);
}

static void paint_stratum(cairo_t *cr, const lw_scene *scene, const lw_stratum *stratum,
                          lw_theme theme)
{
    if (!stratum->shapes.count && !stratum->texts.count)
        return;
    lw_pen pen = lw_theme_pen(theme, stratum, scene->layer_count);
    cairo_save(cr);
    if (stratum->role == LW_ROLE_POUR || stratum->role == LW_ROLE_POUR_RIM)
        clip_to_board(cr, scene);
    if (pen.fill & 0xFF)
        paint_fill(cr, stratum, &pen);
    if (pen.hatch)
        paint_hatch(cr, stratum, &pen);
    cairo_restore(cr);
}

void lw_paint_scale(cairo_t *cr, const lw_scene *scene, double units_per_nm)
{
    cairo_scale(cr, units_per_nm, -units_per_nm);
    cairo_translate(cr, -(double)scene->page.x1, -(double)scene->page.y2);
}

static void use_plain_fonts(cairo_t *cr)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
}

void lw_paint(cairo_t *cr, const lw_scene *scene, lw_theme theme)
{
    use_plain_fonts(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    set_colour(cr, lw_theme_paper(theme));
    cairo_paint(cr);
    for (uint32_t i = 0; i < scene->strata.count; i++)
        paint_stratum(cr, scene, &scene->strata.at[i], theme);
}
