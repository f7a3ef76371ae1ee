#include <stdlib.h>
#include <string.h>

#include "board/build.h"
#include "geom/point.h"

/*
 * Lines are the edges of a graph, places where they end its nodes. Ends at exactly one place are
 * one node from the start; nodes with an odd number of ends look for a partner near by. Then
 *
 *   - lines that belong to no ring (bridges of the graph: also all that lead nowhere) are loose,
 *   - where every node has an even number of ends, all lines can be walked into loops,
 *   - what remains has dividing lines: its outer boundary is a loop, the dividing lines are loose.
 *
 * A line drawn twice counts once: loops are filled even-odd, so twice would be not at all.
 *
 * The search for partners doubles its reach from one nanometre up. After each round those still
 * alone are farther apart than the reach, so a few are near any of them and no round is quadratic.
 */

typedef struct line {
    const lw_point *points;
    uint32_t count;
    lw_nm radius;
    uint32_t node[2];
    bool twice;     /* drawn more than once */
    uint8_t walked; /* from how many sides, around the outside */
    enum { WAITING, LOOPED, LOOSE } state;
} line;

typedef struct node {
    lw_point at;
    uint32_t merged; /* the node it became part of, or itself */
    uint32_t degree;
    uint32_t first; /* its ends are ends[first .. first + degree) */
} node;

/* An end of a line: 2 * line, or 2 * line + 1 for its last point. */
typedef uint32_t end_id;

typedef struct joiner {
    lw_board *board;
    lw_arena *scratch;
    line *lines;
    uint32_t line_count;
    node *nodes;
    uint32_t node_count;
    end_id *ends; /* grouped by node */
    LW_LIST(lw_shape) loops;
} joiner;

/* ---- lines ---- */

static int compare_points(lw_point a, lw_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

static bool has_length(lw_shape shape)
{
    for (uint32_t i = 1; i < shape.count; i++) {
        if (!lw_same_point(shape.points[i], shape.points[0]))
            return true;
    }
    return false;
}

/* Polygons are lines that end where they began. */
static line line_of(joiner *j, lw_shape shape)
{
    line l = {.points = shape.points, .count = shape.count, .radius = shape.radius};
    if (shape.filled && !lw_same_point(shape.points[0], shape.points[shape.count - 1])) {
        lw_point *closed = LW_NEW_MANY(j->scratch, lw_point, (size_t)shape.count + 1);
        memcpy(closed, shape.points, shape.count * sizeof *closed);
        closed[shape.count] = closed[0];
        l.points = closed;
        l.count++;
    }
    return l;
}

/* Points in the direction in which the line begins at its smaller end. */
static lw_point ordered_point(const line *l, uint32_t i)
{
    bool forward = compare_points(l->points[0], l->points[l->count - 1]) <= 0;
    return l->points[forward ? i : l->count - 1 - i];
}

static int compare_lines(const void *a, const void *b)
{
    const line *x = *(line *const *)a, *y = *(line *const *)b;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    int order = compare_points(ordered_point(x, 0), ordered_point(y, 0));
    if (!order)
        order = compare_points(ordered_point(x, x->count - 1), ordered_point(y, y->count - 1));
    for (uint32_t i = 1; !order && i + 1 < x->count; i++)
        order = compare_points(ordered_point(x, i), ordered_point(y, i));
    return order ? order : (x > y) - (x < y); /* earlier lines first: both are of one array */
}

/* Arcs drawn from either end may differ by the rounding of their inner points. */
static bool same_line(const line *x, const line *y)
{
    if (x->count != y->count)
        return false;
    for (uint32_t i = 0; i < x->count; i++) {
        lw_point p = ordered_point(x, i), q = ordered_point(y, i);
        int64_t allowed = i == 0 || i + 1 == x->count ? 0 : 2;
        if (llabs((int64_t)p.x - q.x) > allowed || llabs((int64_t)p.y - q.y) > allowed)
            return false;
    }
    return true;
}

static void drop_repeated(joiner *j)
{
    line **sorted = LW_NEW_MANY(j->scratch, line *, j->line_count);
    for (uint32_t i = 0; i < j->line_count; i++)
        sorted[i] = &j->lines[i];
    qsort(sorted, j->line_count, sizeof *sorted, compare_lines);
    line *first = NULL;
    for (uint32_t i = 0; i < j->line_count; i++) {
        if (first && same_line(first, sorted[i])) {
            first->twice = true;
            sorted[i]->count = 0;
        } else {
            first = sorted[i];
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < j->line_count; i++) {
        if (j->lines[i].count > 0)
            j->lines[kept++] = j->lines[i];
    }
    j->line_count = kept;
}

static void take_lines(joiner *j, const lw_shape *shapes, uint32_t count)
{
    j->lines = LW_NEW_MANY(j->scratch, line, count);
    for (uint32_t i = 0; i < count; i++) {
        if (has_length(shapes[i]))
            j->lines[j->line_count++] = line_of(j, shapes[i]);
    }
    if (j->line_count > 0)
        drop_repeated(j);
}

/* ---- nodes ---- */

static lw_point end_point(const joiner *j, end_id end)
{
    const line *l = &j->lines[end / 2];
    return l->points[end % 2 ? l->count - 1 : 0];
}

typedef struct placed_end {
    lw_point at;
    end_id end;
} placed_end;

static int compare_ends(const void *a, const void *b)
{
    const placed_end *x = a, *y = b;
    int order = compare_points(x->at, y->at);
    return order ? order : (x->end > y->end) - (x->end < y->end);
}

static void make_nodes(joiner *j)
{
    uint32_t count = 2 * j->line_count;
    placed_end *sorted = LW_NEW_MANY(j->scratch, placed_end, count);
    for (end_id e = 0; e < count; e++)
        sorted[e] = (placed_end){end_point(j, e), e};
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, compare_ends);
    j->nodes = LW_NEW_MANY(j->scratch, node, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !lw_same_point(sorted[i].at, sorted[i - 1].at)) {
            j->nodes[j->node_count] = (node){.at = sorted[i].at, .merged = j->node_count};
            j->node_count++;
        }
        j->lines[sorted[i].end / 2].node[sorted[i].end % 2] = j->node_count - 1;
    }
    j->ends = LW_NEW_MANY(j->scratch, end_id, count);
}

/* Lists the ends of each node, of lines in this state. */
static void list_ends(joiner *j, int state)
{
    for (uint32_t i = 0; i < j->node_count; i++)
        j->nodes[i].degree = 0;
    for (uint32_t i = 0; i < j->line_count; i++) {
        for (int side = 0; side < 2; side++) {
            line *l = &j->lines[i];
            l->node[side] = j->nodes[l->node[side]].merged;
            if ((int)l->state == state)
                j->nodes[l->node[side]].degree++;
        }
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < j->node_count; i++) {
        j->nodes[i].first = sum;
        sum += j->nodes[i].degree;
        j->nodes[i].degree = 0;
    }
    for (end_id e = 0; e < 2 * j->line_count; e++) {
        node *n = &j->nodes[j->lines[e / 2].node[e % 2]];
        if ((int)j->lines[e / 2].state == state)
            j->ends[n->first + n->degree++] = e;
    }
}

/* ---- partners for nodes with an odd number of ends ---- */

typedef struct cell {
    int64_t x, y;
    uint32_t node;
} cell;

static int compare_cells(const void *a, const void *b)
{
    const cell *p = a, *q = b;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

typedef struct pair {
    int64_t distance;
    uint32_t a, b;
} pair;

static int compare_pairs(const void *a, const void *b)
{
    const pair *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static uint32_t odd_nodes(const joiner *j, int64_t size, cell *cells)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < j->node_count; i++) {
        const node *n = &j->nodes[i];
        if (n->degree % 2 == 1)
            cells[count++] = (cell){((int64_t)n->at.x - INT32_MIN) / size,
                                    ((int64_t)n->at.y - INT32_MIN) / size, i};
    }
    return count;
}

/* A line shorter than the reach must not be bent into a ring of its own. */
static bool is_short_line(const joiner *j, uint32_t a, uint32_t b)
{
    if (j->nodes[a].degree != 1)
        return false;
    const line *l = &j->lines[j->ends[j->nodes[a].first] / 2];
    return l->count == 2 && (l->node[0] == b || l->node[1] == b);
}

/* First cell of a row that is not left of x. */
static uint32_t find_cell(const cell *cells, uint32_t count, int64_t x, int64_t y)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const cell *c = &cells[middle];
        if (c->y < y || (c->y == y && c->x < x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* One round: merges odd nodes within `reach`, nearest first. Returns how many are left. */
static uint32_t match_within(joiner *j, lw_nm reach, cell *cells)
{
    uint32_t count = odd_nodes(j, reach, cells), left = count;
    if (count < 2)
        return count;
    qsort(cells, count, sizeof *cells, compare_cells);
    lw_arena *scratch = lw_arena_new();
    LW_LIST(pair) pairs = {0};
    for (uint32_t i = 0; i < count; i++) {
        for (int64_t y = cells[i].y - 1; y <= cells[i].y + 1; y++) {
            uint32_t k = find_cell(cells, count, cells[i].x - 1, y);
            for (; k < count && cells[k].y == y && cells[k].x <= cells[i].x + 1; k++) {
                uint32_t a = cells[i].node, b = cells[k].node;
                lw_nm distance = lw_distance(j->nodes[a].at, j->nodes[b].at);
                if (a < b && distance <= reach && !is_short_line(j, a, b) &&
                    !is_short_line(j, b, a))
                    *lw_list_add(scratch, &pairs) = (pair){distance, a, b};
            }
        }
    }
    if (pairs.count > 0)
        qsort(pairs.at, pairs.count, sizeof *pairs.at, compare_pairs);
    for (uint32_t i = 0; i < pairs.count; i++) {
        node *a = &j->nodes[pairs.at[i].a], *b = &j->nodes[pairs.at[i].b];
        if (a->degree % 2 == 1 && b->degree % 2 == 1) {
            b->merged = a->merged;
            a->degree += b->degree;
            b->degree = 0;
            left -= 2;
        }
    }
    lw_arena_free(scratch);
    list_ends(j, WAITING);
    return left;
}

static uint32_t match(joiner *j, int64_t from, int64_t reach)
{
    cell *cells = LW_NEW_MANY(j->scratch, cell, j->node_count);
    uint32_t left = 2;
    for (int64_t r = from; r < reach && left > 1; r *= 2)
        left = match_within(j, (lw_nm)r, cells);
    if (reach > 0 && left > 1)
        left = match_within(j, (lw_nm)reach, cells);
    return left;
}

/* ---- bridges ---- */

typedef struct visit {
    uint32_t order; /* 0: not yet */
    uint32_t low;   /* smallest order that can be reached without the line it was entered by */
    uint32_t next;  /* of its ends */
    uint32_t by;    /* line it was entered by */
    uint32_t from;  /* node */
} visit;

/* Depth first search [Tarjan, 1974], without recursion. */
static void find_bridges_from(joiner *j, visit *visits, uint32_t start, uint32_t *order)
{
    uint32_t at = start;
    visits[at] = (visit){++*order, *order, 0, UINT32_MAX, UINT32_MAX};
    while (at != UINT32_MAX) {
        visit *v = &visits[at];
        const node *n = &j->nodes[at];
        if (v->next < n->degree) {
            end_id end = j->ends[n->first + v->next++];
            uint32_t to = j->lines[end / 2].node[1 - end % 2];
            if (end / 2 == v->by)
                continue;
            if (visits[to].order) {
                v->low = visits[to].order < v->low ? visits[to].order : v->low;
                continue;
            }
            visits[to] = (visit){++*order, *order, 0, end / 2, at};
            at = to;
            continue;
        }
        if (v->from != UINT32_MAX) {
            visit *up = &visits[v->from];
            up->low = v->low < up->low ? v->low : up->low;
            if (v->low > up->order)
                j->lines[v->by].state = LOOSE;
        }
        at = v->from;
    }
}

static void loosen_bridges(joiner *j)
{
    visit *visits = LW_NEW_MANY(j->scratch, visit, j->node_count);
    uint32_t order = 0;
    for (uint32_t i = 0; i < j->node_count; i++) {
        if (!visits[i].order)
            find_bridges_from(j, visits, i, &order);
    }
    list_ends(j, WAITING);
}

/* ---- outer boundary of what has dividing lines ---- */

/* The point next to an end on its line. */
static lw_point next_point(const joiner *j, end_id end)
{
    const line *l = &j->lines[end / 2];
    lw_point at = end_point(j, end);
    for (uint32_t i = 1; i < l->count; i++) {
        lw_point p = l->points[end % 2 ? l->count - 1 - i : i];
        if (!lw_same_point(p, at))
            return p;
    }
    return at;
}

typedef struct direction {
    double x, y;
} direction;

static direction direction_of(lw_point from, lw_point to)
{
    return (direction){(double)to.x - from.x, (double)to.y - from.y};
}

/* 0 to 4, growing with the counter-clockwise angle from `back` to d; 0 itself counts as 4. */
static double turn_from(direction back, direction d)
{
    double x = back.x * d.x + back.y * d.y, y = back.x * d.y - back.y * d.x;
    double sum = (x < 0 ? -x : x) + (y < 0 ? -y : y);
    if (sum == 0)
        return 4;
    double part = x / sum;
    double turn = y >= 0 ? 1 - part : 3 + part;
    return turn > 0 ? turn : 4;
}

/* The end of a node that comes first counter-clockwise from `back`. */
static end_id first_turn(const joiner *j, uint32_t at, direction back, end_id except)
{
    const node *n = &j->nodes[at];
    end_id best = except;
    double least = 5;
    for (uint32_t i = 0; i < n->degree; i++) {
        end_id end = j->ends[n->first + i];
        double turn = turn_from(back, direction_of(end_point(j, end), next_point(j, end)));
        if (end != except && turn < least) {
            least = turn;
            best = end;
        }
    }
    return best;
}

/* The end to leave by, so that a walk from the leftmost point of the lines has the outside at its
 * right. */
static end_id leftmost_start(const joiner *j, const uint32_t *lines, uint32_t count)
{
    uint32_t best = lines[0], best_point = 0;
    for (uint32_t i = 0; i < count; i++) {
        const line *l = &j->lines[lines[i]];
        for (uint32_t k = 0; k < l->count; k++) {
            if (compare_points(l->points[k], j->lines[best].points[best_point]) < 0) {
                best = lines[i];
                best_point = k;
            }
        }
    }
    const line *l = &j->lines[best];
    direction west = {-1, 0};
    if (best_point == 0 || best_point == l->count - 1)
        return first_turn(j, l->node[best_point != 0], west, UINT32_MAX);
    lw_point at = l->points[best_point];
    double forward = turn_from(west, direction_of(at, l->points[best_point + 1]));
    double backward = turn_from(west, direction_of(at, l->points[best_point - 1]));
    return 2 * best + (forward < backward ? 0 : 1);
}

/* Lines walked once bound the whole; those walked from both sides divide the outside from itself,
 * and those never met the inside. */
static void keep_outer(joiner *j, const uint32_t *lines, uint32_t count)
{
    end_id start = leftmost_start(j, lines, count), end = start;
    do {
        j->lines[end / 2].walked++;
        end_id other = end ^ 1;
        direction back = direction_of(end_point(j, other), next_point(j, other));
        end = first_turn(j, j->lines[other / 2].node[other % 2], back, other);
    } while (end != start && j->lines[end / 2].walked < 2);
    for (uint32_t i = 0; i < count; i++) {
        if (j->lines[lines[i]].walked != 1)
            j->lines[lines[i]].state = LOOSE;
    }
}

/* The lines that hang together with a node, each once. */
static uint32_t lines_around(const joiner *j, uint32_t start, bool *seen, uint32_t *nodes,
                             uint32_t *lines, bool *odd)
{
    uint32_t node_count = 0, line_count = 0;
    *odd = false;
    seen[start] = true;
    nodes[node_count++] = start;
    for (uint32_t i = 0; i < node_count; i++) {
        const node *n = &j->nodes[nodes[i]];
        *odd |= n->degree % 2 == 1;
        for (uint32_t k = 0; k < n->degree; k++) {
            end_id end = j->ends[n->first + k];
            const line *l = &j->lines[end / 2];
            uint32_t to = l->node[1 - end % 2];
            if (end % 2 == 0)
                lines[line_count++] = end / 2;
            if (!seen[to]) {
                seen[to] = true;
                nodes[node_count++] = to;
            }
        }
    }
    return line_count;
}

/* Calls `loosen` for whatever hangs together and has nodes with an odd number of ends. */
static void loosen_odd(joiner *j, void (*loosen)(joiner *, const uint32_t *lines, uint32_t count))
{
    bool *seen = LW_NEW_MANY(j->scratch, bool, j->node_count);
    uint32_t *nodes = LW_NEW_MANY(j->scratch, uint32_t, j->node_count);
    uint32_t *lines = LW_NEW_MANY(j->scratch, uint32_t, j->line_count);
    for (uint32_t i = 0; i < j->node_count; i++) {
        bool odd;
        if (seen[i] || j->nodes[i].degree == 0)
            continue;
        uint32_t count = lines_around(j, i, seen, nodes, lines, &odd);
        if (odd)
            loosen(j, lines, count);
    }
    list_ends(j, WAITING);
}

static void loosen_all(joiner *j, const uint32_t *lines, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        j->lines[lines[i]].state = LOOSE;
}

static void loosen_dividers(joiner *j)
{
    loosen_odd(j, keep_outer);
    loosen_odd(j, loosen_all); /* lines over each other: there was no way around */
}

/* ---- loops ---- */

typedef LW_LIST(lw_point) point_list;

static void append(joiner *j, point_list *points, lw_point p)
{
    if (points->count == 0 || !lw_same_point(points->at[points->count - 1], p))
        *lw_list_add(j->scratch, points) = p;
}

static void append_line(joiner *j, point_list *points, end_id end)
{
    const line *l = &j->lines[end / 2];
    for (uint32_t i = 0; i < l->count; i++)
        append(j, points, l->points[end % 2 ? l->count - 1 - i : i]);
}

static void reverse(lw_point *points, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        lw_point p = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = p;
    }
}

/* Counter-clockwise from the smallest point, however it was drawn. */
static lw_point *in_order(joiner *j, const point_list *points)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < points->count; i++) {
        if (compare_points(points->at[i], points->at[first]) < 0)
            first = i;
    }
    lw_point *turned = LW_NEW_MANY(j->board->arena, lw_point, points->count);
    for (uint32_t i = 0; i < points->count; i++)
        turned[i] = points->at[(first + i) % points->count];
    if (lw_polygon_area2(turned, points->count) < 0)
        reverse(turned + 1, points->count - 1);
    return turned;
}

static void add_edge(joiner *j, const lw_point *points, uint32_t count, lw_nm radius)
{
    lw_point *copy = lw_arena_copy(j->board->arena, points, count, sizeof *points);
    *lw_list_add(j->board->arena, &j->board->edges) = (lw_shape){copy, count, false, radius};
}

/* Walks from an end until it is back at its node. What encloses nothing is no loop. */
static void walk_loop(joiner *j, end_id start, uint32_t *next)
{
    point_list points = {0};
    lw_nm radius = 0;
    uint32_t home = j->lines[start / 2].node[start % 2], at;
    end_id end = start;
    do {
        line *l = &j->lines[end / 2];
        l->state = LOOPED;
        radius = l->radius > radius ? l->radius : radius;
        append_line(j, &points, end);
        at = l->node[1 - end % 2];
        const node *n = &j->nodes[at];
        while (next[at] < n->degree && j->lines[j->ends[n->first + next[at]] / 2].state != WAITING)
            next[at]++;
        end = at == home ? start : j->ends[n->first + next[at]];
    } while (at != home);
    if (points.count > 1 && lw_same_point(points.at[0], points.at[points.count - 1]))
        points.count--;
    if (points.count >= 3 && lw_polygon_area2(points.at, points.count) != 0)
        *lw_list_add(j->scratch, &j->loops) =
            (lw_shape){in_order(j, &points), points.count, true, radius};
    else
        add_edge(j, points.at, points.count, radius);
}

static void walk_loops(joiner *j)
{
    uint32_t *next = LW_NEW_MANY(j->scratch, uint32_t, j->node_count);
    for (uint32_t i = 0; i < j->line_count; i++) {
        if (j->lines[i].state == WAITING)
            walk_loop(j, 2 * i, next);
    }
}

static int compare_loops(const void *a, const void *b)
{
    const lw_shape *x = *(lw_shape *const *)a, *y = *(lw_shape *const *)b;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    for (uint32_t i = 0; i < x->count; i++) {
        int order = compare_points(x->points[i], y->points[i]);
        if (order)
            return order;
    }
    return (x > y) - (x < y); /* earlier ones first: both are of one array */
}

static bool same_loop(const lw_shape *x, const lw_shape *y)
{
    return x->count == y->count && !memcmp(x->points, y->points, x->count * sizeof *x->points);
}

/* The same ring drawn twice, from other starting points or in other pieces, counts once as well. */
static void hand_over_loops(joiner *j)
{
    lw_shape **sorted = LW_NEW_MANY(j->scratch, lw_shape *, j->loops.count);
    for (uint32_t i = 0; i < j->loops.count; i++)
        sorted[i] = &j->loops.at[i];
    if (j->loops.count > 0)
        qsort(sorted, j->loops.count, sizeof *sorted, compare_loops);
    bool *again = LW_NEW_MANY(j->scratch, bool, j->loops.count);
    for (uint32_t i = 1; i < j->loops.count; i++)
        again[sorted[i] - j->loops.at] = same_loop(sorted[i], sorted[i - 1]);
    for (uint32_t i = 0; i < j->loops.count; i++) {
        if (!again[i])
            *lw_list_add(j->board->arena, &j->board->outline) = j->loops.at[i];
    }
}

/* ---- the whole ---- */

/* The first node with an odd number of ends, but better one where a single line ends; and the
 * nearest other. */
static void tell_fault(const joiner *j, lw_outline_fault *fault)
{
    const node *first = NULL, *nearest = NULL;
    for (uint32_t i = 0; i < j->node_count; i++) {
        const node *n = &j->nodes[i];
        if (n->degree % 2 == 1 && (!first || (n->degree == 1 && first->degree != 1)))
            first = n;
    }
    for (uint32_t i = 0; i < j->node_count; i++) {
        const node *n = &j->nodes[i];
        if (n->degree % 2 == 1 && n != first &&
            (!nearest || lw_distance(first->at, n->at) < lw_distance(first->at, nearest->at)))
            nearest = n;
    }
    if (first && nearest)
        *fault = (lw_outline_fault){first->at, nearest->at};
}

/* Whether all lines are on rings; a line there and back on its own track may be left out. */
static bool is_closed(const joiner *j)
{
    for (uint32_t i = 0; i < j->line_count; i++) {
        if (j->lines[i].state == LOOSE && !j->lines[i].twice)
            return false;
    }
    return true;
}

static void give_away_loose(joiner *j)
{
    for (uint32_t i = 0; i < j->line_count; i++) {
        const line *l = &j->lines[i];
        if (l->state == LOOSE)
            add_edge(j, l->points, l->count, l->radius);
    }
}

static bool any_waiting(const joiner *j)
{
    for (uint32_t i = 0; i < j->line_count; i++) {
        if (j->lines[i].state == WAITING)
            return true;
    }
    return false;
}

/* Whether lines are left over all around the rings: then those are cut-outs, and the outline is
 * not closed yet. */
static bool loose_lines_surround(const joiner *j)
{
    lw_box rings = lw_box_empty(), loose = lw_box_empty();
    for (uint32_t i = 0; i < j->line_count; i++) {
        lw_box *box = j->lines[i].state == WAITING ? &rings : &loose;
        for (uint32_t k = 0; k < j->lines[i].count; k++)
            *box = lw_box_add(*box, j->lines[i].points[k]);
    }
    return loose.x1 < rings.x1 && loose.y1 < rings.y1 && loose.x2 > rings.x2 && loose.y2 > rings.y2;
}

/* Looks for rings, with partners from one reach to another; the fault is that of the first look. */
static bool find_rings(joiner *j, lw_nm from, lw_nm reach, lw_outline_fault *fault)
{
    for (uint32_t i = 0; i < j->line_count; i++) {
        j->lines[i].state = WAITING;
        j->lines[i].walked = 0;
    }
    list_ends(j, WAITING);
    match(j, from, reach);
    if (fault)
        tell_fault(j, fault);
    loosen_bridges(j);
    loosen_dividers(j);
    return is_closed(j);
}

static bool join_lines(joiner *j, lw_nm snap, bool lenient, lw_outline_fault *fault)
{
    bool closed = find_rings(j, 1, snap, fault);
    if (!closed && !lenient)
        return false;
    /* No ring, or only rings of cut-outs: join what is nearest, however far. */
    if (!closed && (!any_waiting(j) || loose_lines_surround(j)))
        find_rings(j, snap > 0 ? snap : 1, INT32_MAX, NULL);
    walk_loops(j);
    hand_over_loops(j);
    give_away_loose(j);
    return closed;
}

bool lw_outline_join(lw_board *board, const lw_shape *lines, uint32_t count, lw_nm snap,
                     bool lenient, lw_outline_fault *fault)
{
    joiner j = {.board = board, .scratch = lw_arena_new()};
    lw_outline_fault unused;
    if (fault)
        *fault = (lw_outline_fault){0};
    take_lines(&j, lines, count);
    make_nodes(&j);
    bool closed = join_lines(&j, snap, lenient, fault ? fault : &unused);
    lw_arena_free(j.scratch);
    return closed;
}

bool lw_outline_from_box(lw_board *board)
{
    lw_box box = lw_board_box(board);
    for (uint32_t i = 0; i < board->tracks.count; i++)
        box = lw_box_join(box, lw_shape_box(lw_track_shape(&board->tracks.at[i])));
    for (uint32_t i = 0; i < board->vias.count; i++)
        box = lw_box_join(box, lw_shape_box(lw_via_shape(&board->vias.at[i])));
    for (uint32_t i = 0; i < board->holes.count; i++)
        box = lw_box_join(box, lw_shape_box(board->holes.at[i].shape));
    if (lw_box_is_empty(box))
        return false;
    box = lw_box_grow(box, board->rules.edge > board->rules.hole ? board->rules.edge
                                                                 : board->rules.hole);
    const lw_point corners[] = {
        {box.x1, box.y1}, {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}};
    *lw_list_add(board->arena, &board->outline) =
        (lw_shape){.points = lw_arena_copy(board->arena, corners, 4, sizeof *corners),
                   .count = 4,
                   .filled = true};
    return true;
}
