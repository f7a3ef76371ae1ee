#include <string.h>

#include "geom/index.h"
#include "geom/wide.h"
#include "io/leeway.h"

/*
 * Closed figures of the outline are loops by themselves; wires and lines join to loops, those of a
 * cut-out among themselves. Then every loop is held against all others: none crosses itself or
 * touches another, what is cut out lies in the board and what is not does not.
 */

/* Ends that are this near meet: a rotation rounds to the nanometre. */
#define SNAP 1000

/* Corners of all loops; each is held against its neighbours. */
#define MOST_CORNERS 50000

typedef enum loop_kind { SOLID, CUTOUT, EITHER } loop_kind;

typedef struct loop {
    loop_kind kind;
    const xmlNode *node;
} loop;

typedef struct segment {
    lw_point ends[2];
    uint32_t loop;
    uint32_t next; /* the one behind it in its loop */
} segment;

typedef LW_LIST(lw_shape) line_list;

typedef struct outline_reader {
    leeway_reader *r;
    const xmlNode *node;
    LW_LIST(loop) loops; /* beside board->outline */
    LW_LIST(segment) segments;
} outline_reader;

/* "12.5, 7" in the units of the file */
static const char *place_text(const outline_reader *o, lw_point p)
{
    char x[LW_NUMBER_ROOM], y[LW_NUMBER_ROOM];
    int64_t unit = o->r->board->unit;
    return lw_arena_print(o->r->xml->arena, "%s, %s", lw_print_length(p.x, unit, x),
                          lw_print_length(p.y, unit, y));
}

/* ---- loops ---- */

static void name_new_loops(outline_reader *o, loop_kind kind, const xmlNode *node)
{
    while (o->loops.count < o->r->board->outline.count)
        *lw_list_add(o->r->xml->arena, &o->loops) = (loop){kind, node};
}

static void add_loop(outline_reader *o, lw_shape line, loop_kind kind, const xmlNode *node)
{
    line.count--;
    line.filled = true;
    *lw_list_add(o->r->f.arena, &o->r->board->outline) = line;
    name_new_loops(o, kind, node);
}

static void join(outline_reader *o, const lw_shape *lines, uint32_t count, loop_kind kind,
                 const xmlNode *node)
{
    lw_outline_fault fault = {0};
    if (count > 0 && !lw_outline_join(o->r->board, lines, count, SNAP, false, &fault))
        lw_figures_fail(&o->r->f, node, NULL,
                        "the outline is open: a loose end at %s, the nearest other at %s (in %s)",
                        place_text(o, fault.end), place_text(o, fault.other), o->r->board->units);
    name_new_loops(o, kind, node);
}

static bool is_open_figure(const xmlNode *node)
{
    return !strcmp((const char *)node->name, "wire") || !strcmp((const char *)node->name, "line");
}

static void read_loops(outline_reader *o, const xmlNode *node, loop_kind kind);

static void read_cutout(outline_reader *o, const xmlNode *node)
{
    uint32_t before = o->loops.count;
    read_loops(o, node, CUTOUT);
    if (!leeway_failed(o->r) && o->loops.count == before)
        lw_figures_fail(&o->r->f, node, NULL, "<cutout> is empty");
}

static void read_part(outline_reader *o, const xmlNode *part, loop_kind kind, line_list *lines)
{
    leeway_reader *r = o->r;
    if (lw_xml_is(r->xml, part, "cutout"))
        read_cutout(o, part);
    if (leeway_figure_from(r, part) != part)
        return;
    lw_shape line = leeway_outline_figure(r, part);
    if (leeway_failed(r))
        return;
    if (is_open_figure(part))
        *lw_list_add(r->xml->arena, lines) = line;
    else
        add_loop(o, line, kind, part);
}

/* Of an outline or a cut-out. */
static void read_loops(outline_reader *o, const xmlNode *node, loop_kind kind)
{
    leeway_reader *r = o->r;
    line_list lines = {0};
    const xmlNode *part = lw_xml_first(r->xml, node);
    for (; part && !leeway_failed(r); part = lw_xml_next(r->xml, part))
        read_part(o, part, kind, &lines);
    if (!leeway_failed(r))
        join(o, lines.at, lines.count, kind, node);
}

static void read_package_lines(outline_reader *o)
{
    lw_shape *lines = NULL;
    uint32_t count = 0;
    lw_board_package_outline(o->r->board, o->r->f.arena, &lines, &count);
    join(o, lines, count, EITHER, o->node);
}

/* ---- crossings ---- */

static void add_segments(outline_reader *o, uint32_t index)
{
    const lw_shape *shape = &o->r->board->outline.at[index];
    uint32_t first = o->segments.count;
    for (uint32_t i = 0; i < shape->count; i++) {
        bool last = i + 1 == shape->count;
        lw_point a = shape->points[i], b = shape->points[last ? 0 : i + 1];
        *lw_list_add(o->r->xml->arena, &o->segments) =
            (segment){{a, b}, index, last ? first : first + i + 1};
    }
}

static lw_shape segment_shape(const segment *s)
{
    return (lw_shape){.points = s->ends, .count = 2};
}

/* Neighbours share a corner and nothing else: the second must not run back over the first. */
static bool folds_back(const segment *a, const segment *b)
{
    lw_vector u = lw_from_to(a->ends[0], a->ends[1]), v = lw_from_to(b->ends[0], b->ends[1]);
    return lw_cross(u, v) == 0 && lw_dot(u, v) < 0;
}

static bool collide(const outline_reader *o, uint32_t i, uint32_t k)
{
    const segment *a = &o->segments.at[i], *b = &o->segments.at[k];
    if (a->next == k || b->next == i)
        return a->next == k ? folds_back(a, b) : folds_back(b, a);
    return lw_shape_closer(segment_shape(a), segment_shape(b), 1);
}

static void fail_collision(outline_reader *o, uint32_t i, uint32_t k)
{
    const segment *a = &o->segments.at[i], *b = &o->segments.at[k];
    lw_gap gap = lw_shape_gap(segment_shape(a), segment_shape(b));
    uint32_t later = a->loop > b->loop ? a->loop : b->loop;
    lw_figures_fail(&o->r->f, o->loops.at[later].node, NULL, "%s at %s",
                    a->loop == b->loop ? "the outline crosses or touches itself"
                                       : "two loops of the outline cross or touch",
                    place_text(o, gap.a));
}

static void find_crossings(outline_reader *o, lw_index *index)
{
    for (uint32_t i = 0; i < o->segments.count; i++) {
        lw_box box = lw_shape_box(segment_shape(&o->segments.at[i]));
        lw_cursor cursor = lw_index_find(index, box);
        for (uint32_t other; lw_index_next(&cursor, &other);) {
            if (collide(o, i, other)) {
                fail_collision(o, i, other);
                return;
            }
        }
        lw_index_add(index, i, box);
    }
}

static void check_crossings(outline_reader *o)
{
    const lw_board *board = o->r->board;
    uint64_t corners = 0;
    if (board->outline.count == 0)
        lw_figures_fail(&o->r->f, o->node, NULL, "<outline> is empty");
    for (uint32_t i = 0; i < board->outline.count; i++)
        corners += board->outline.at[i].count;
    if (corners > MOST_CORNERS) {
        lw_figures_fail(&o->r->f, o->node, NULL, "the outline has more than %d corners",
                        MOST_CORNERS);
        return;
    }
    for (uint32_t i = 0; i < board->outline.count; i++)
        add_segments(o, i);
    lw_index *index = lw_index_new(lw_board_box(board), o->segments.count);
    find_crossings(o, index);
    lw_index_free(index);
}

/* ---- nesting ---- */

static bool loop_holds(const lw_shape *loop_shape, lw_point p)
{
    return lw_polygon_holds(loop_shape->points, loop_shape->count, p);
}

static uint32_t depth_of(const outline_reader *o, uint32_t index)
{
    const lw_board *board = o->r->board;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < board->outline.count; i++)
        if (i != index)
            depth += loop_holds(&board->outline.at[i], board->outline.at[index].points[0]);
    return depth;
}

static void check_nesting(outline_reader *o)
{
    for (uint32_t i = 0; i < o->loops.count && !leeway_failed(o->r); i++) {
        const loop *l = &o->loops.at[i];
        bool inside = depth_of(o, i) % 2 == 1;
        if (l->kind == SOLID && inside)
            lw_figures_fail(&o->r->f, l->node, NULL,
                            "this outline lies inside another one; a hole in the board stands in "
                            "<cutout>");
        else if (l->kind == CUTOUT && !inside)
            lw_figures_fail(&o->r->f, l->node, NULL, "this cut-out lies outside of the board");
    }
}

static bool on_board(const lw_board *board, const lw_box *boxes, lw_point p)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < board->outline.count; i++)
        if (p.x >= boxes[i].x1 && p.x <= boxes[i].x2 && p.y >= boxes[i].y1 && p.y <= boxes[i].y2)
            depth += loop_holds(&board->outline.at[i], p);
    return depth % 2 == 1;
}

static void check_pads(outline_reader *o)
{
    leeway_reader *r = o->r;
    const lw_board *board = r->board;
    lw_box *boxes = LW_NEW_MANY(r->xml->arena, lw_box, board->outline.count);
    for (uint32_t i = 0; i < board->outline.count; i++)
        boxes[i] = lw_shape_box(board->outline.at[i]);
    for (uint32_t i = 0; i < board->pads.count && !leeway_failed(r); i++) {
        const lw_pad *pad = &board->pads.at[i];
        char name[200];
        if (!on_board(board, boxes, pad->at))
            lw_figures_fail(&r->f, r->elements.nodes.at[pad->element], NULL,
                            "pad \"%s\" lies outside of the board, at %s",
                            lw_figures_brief(&r->f, lw_pad_name(board, i, name, sizeof name)),
                            place_text(o, pad->at));
    }
}

static const xmlNode *find_outline(leeway_reader *r)
{
    const xmlNode *node = lw_xml_child(r->xml, r->xml->root, "outline");
    const xmlNode *second = node ? lw_xml_sibling(r->xml, node, "outline") : NULL;
    if (!node)
        lw_figures_fail(&r->f, r->xml->root, NULL,
                        "the board has no <outline>: nobody knows where it ends");
    else if (second)
        lw_figures_fail(&r->f, second, NULL,
                        "a second <outline>; the first stands in line %d, and may hold all loops",
                        leeway_line(r, node));
    return node;
}

void leeway_read_outline(leeway_reader *r)
{
    outline_reader o = {.r = r, .node = find_outline(r)};
    static void (*const steps[])(outline_reader *) = {check_crossings, check_nesting, check_pads};
    if (leeway_failed(r))
        return;
    bool check = lw_figure_yes(&r->f, o.node, "check", true);
    read_loops(&o, o.node, SOLID);
    if (!leeway_failed(r))
        read_package_lines(&o);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && check && !leeway_failed(r); i++)
        steps[i](&o);
}
