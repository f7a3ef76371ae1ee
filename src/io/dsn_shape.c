/*
 * Figures. The order of words is that of Specctra: (circle LAYER DIAMETER X Y), (rect LAYER X Y X
 * Y), (path LAYER WIDTH X Y ...), (polygon LAYER WIDTH X Y ...), (qarc LAYER WIDTH X Y X Y X Y),
 * the last point being the centre.
 */
#include "io/dsn.h"

#include <math.h>
#include "geom/point.h"

enum { MOST_ARC_POINTS = 1000000 };

typedef lw_shape (*read_figure)(dsn_reader *r, const lw_sexpr *figure);

/* ---- points ---- */

lw_point *dsn_points(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *first, uint32_t *count)
{
    uint32_t words = 0;
    for (const lw_sexpr *word = first; word && !word->list; word = word->next)
        words++;
    if (words % 2)
        dsn_fail(r, list, "(%s ...) has an x without a y", dsn_brief(r, list->text));
    if (words < 2)
        dsn_fail(r, list, "(%s ...) has no points", dsn_brief(r, list->text));
    *count = words / 2 > 0 ? words / 2 : 1;
    lw_point *points = LW_NEW_MANY(r->board->arena, lw_point, *count);
    const lw_sexpr *word = first;
    for (uint32_t i = 0; i < *count && !r->status; i++) {
        points[i].x = dsn_length(r, list, word);
        points[i].y = dsn_length(r, list, word->next);
        word = word->next->next;
    }
    return points;
}

/* Leaves out points that repeat the one before. */
static uint32_t without_repeats(lw_point *points, uint32_t count)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (!lw_same_point(points[i], points[kept - 1]))
            points[kept++] = points[i];
    return kept;
}

static lw_shape keep(dsn_reader *r, const lw_point *points, uint32_t count, bool filled,
                     lw_nm radius)
{
    return (lw_shape){.points = lw_arena_copy(r->board->arena, points, count, sizeof *points),
                      .count = count,
                      .filled = filled,
                      .radius = radius};
}

lw_shape dsn_placed(dsn_reader *r, lw_placement placement, lw_shape shape)
{
    lw_point *points = LW_NEW_MANY(r->board->arena, lw_point, shape.count);
    for (uint32_t i = 0; i < shape.count; i++)
        points[i] = lw_place(placement, shape.points[i]);
    shape.points = points;
    return shape;
}

lw_shape dsn_grown(lw_shape shape, lw_nm by)
{
    int64_t radius = (int64_t)shape.radius + by;
    shape.radius = radius < LW_NM_MAX ? (lw_nm)radius : LW_NM_MAX;
    return shape;
}

/* ---- figures ---- */

static lw_shape read_circle(dsn_reader *r, const lw_sexpr *figure)
{
    const lw_sexpr *diameter = lw_sexpr_at(figure, 2);
    lw_nm radius = dsn_half(dsn_size(r, figure, diameter));
    uint32_t count = 1;
    lw_point origin = {0, 0}, *centre = &origin;
    if (diameter && diameter->next && !diameter->next->list)
        centre = dsn_points(r, figure, diameter->next, &count);
    return keep(r, centre, 1, false, radius);
}

static lw_shape read_rect(dsn_reader *r, const lw_sexpr *figure)
{
    uint32_t count;
    const lw_point *p = dsn_points(r, figure, lw_sexpr_at(figure, 2), &count);
    if (count != 2)
        dsn_fail(r, figure, "a rectangle has two corners, not %u", count);
    if (r->status)
        return keep(r, &(lw_point){0}, 1, false, 0);
    lw_box box = lw_box_add(lw_box_add(lw_box_empty(), p[0]), p[1]);
    const lw_point corners[] = {
        {box.x1, box.y1}, {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}};
    if (lw_same_point(p[0], p[1]))
        return keep(r, p, 1, false, 0);
    if (box.x1 == box.x2 || box.y1 == box.y2)
        return keep(r, p, 2, false, 0);
    return keep(r, corners, 4, true, 0);
}

static lw_shape read_path(dsn_reader *r, const lw_sexpr *figure)
{
    const lw_sexpr *width = lw_sexpr_at(figure, 2);
    lw_nm radius = dsn_half(dsn_size(r, figure, width));
    uint32_t count;
    lw_point *points = dsn_points(r, figure, width ? width->next : NULL, &count);
    count = without_repeats(points, count);
    return (lw_shape){.points = points, .count = count, .radius = radius};
}

static lw_shape read_polygon(dsn_reader *r, const lw_sexpr *figure)
{
    lw_shape shape = read_path(r, figure);
    if (shape.count > 1 && lw_same_point(shape.points[0], shape.points[shape.count - 1]))
        shape.count--;
    shape.filled = shape.count >= 3;
    return shape;
}

/* By how much the shorter way around the centre turns from a to b. */
static lw_angle turn_between(lw_point a, lw_point b, lw_point centre)
{
    double ax = (double)a.x - centre.x, ay = (double)a.y - centre.y;
    double bx = (double)b.x - centre.x, by = (double)b.y - centre.y;
    double turn = atan2(ax * by - ay * bx, ax * bx + ay * by);
    return (lw_angle)lround(turn * (180 / 3.14159265358979323846) * LW_DEGREE);
}

static lw_shape read_arc(dsn_reader *r, const lw_sexpr *figure)
{
    const lw_sexpr *width = lw_sexpr_at(figure, 2);
    lw_nm radius = dsn_half(dsn_size(r, figure, width));
    uint32_t count;
    const lw_point *p = dsn_points(r, figure, width ? width->next : NULL, &count);
    if (count != 3)
        dsn_fail(r, figure, "an arc has two ends and a centre");
    if (r->status)
        return keep(r, &(lw_point){0}, 1, false, 0);
    lw_angle turn = turn_between(p[0], p[1], p[2]);
    if (turn == 0 || lw_same_point(p[0], p[1]))
        return keep(r, p, 2, false, radius);
    uint32_t points = lw_arc_points(p[0], p[1], turn, NULL, 0);
    r->arc_points += points;
    if (r->arc_points > MOST_ARC_POINTS) {
        dsn_fail(r, figure, "too many and too large arcs");
        return keep(r, p, 1, false, 0);
    }
    lw_point *line = LW_NEW_MANY(r->board->arena, lw_point, points + 1);
    line[0] = p[0];
    lw_arc_points(p[0], p[1], turn, line + 1, points);
    return (lw_shape){.points = line, .count = points + 1, .radius = radius + LW_ARC_ERROR};
}

static const struct {
    const char *name;
    read_figure read;
} figures[] = {
    {"circle", read_circle},   {"circ", read_circle},  {"rect", read_rect}, {"path", read_path},
    {"polygon", read_polygon}, {"poly", read_polygon}, {"qarc", read_arc},
};

static read_figure figure_of(const lw_sexpr *node)
{
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (lw_sexpr_is(node, figures[i].name))
            return figures[i].read;
    return NULL;
}

const lw_sexpr *dsn_next_figure(const lw_sexpr *node)
{
    while (node && !figure_of(node))
        node = node->next;
    return node;
}

const lw_sexpr *dsn_figure(const lw_sexpr *list)
{
    return dsn_next_figure(list->first);
}

lw_shape dsn_shape(dsn_reader *r, const lw_sexpr *figure)
{
    return figure_of(figure)(r, figure);
}

/* ---- layers ---- */

bool dsn_is_everywhere(const lw_sexpr *figure)
{
    const char *layer = lw_sexpr_word(figure, 1);
    return layer && (lw_sexpr_same(layer, "signal") || lw_sexpr_same(layer, "pcb"));
}

lw_layers dsn_layers(dsn_reader *r, const lw_sexpr *figure)
{
    const char *name = dsn_name(r, figure, 1);
    if (r->status)
        return 0;
    int32_t layer = lw_dict_get(r->layers, name, NULL);
    if (layer >= 0)
        return LW_LAYER(layer);
    if (dsn_is_everywhere(figure))
        return lw_board_layers(r->board);
    if (lw_sexpr_same(name, "power"))
        return r->power;
    dsn_fail(r, figure, "there is no layer \"%s\"", dsn_brief(r, name));
    return 0;
}
