/*
 * The shortest lines that join the groups of a net, by Borůvka's rounds: every group takes its
 * shortest line to another one, until there is one group. A k-d tree over the anchors finds the
 * nearest anchor of another group; a part of the tree that holds one group only is skipped whole
 * for that group. Lines are ordered by length, then by their anchors' numbers, so equal lengths
 * close no ring.
 *
 * The tree is the array itself: the middle of a range splits it, by x and y in turn.
 */
#include <stdlib.h>
#include "base/union.h"
#include "check/judge.h"

#define LEAF  8
#define MIXED UINT32_MAX

typedef struct lw_rat_node {
    lw_box box;
    uint32_t group; /* the one that all its anchors are of, or MIXED */
} lw_rat_node;

typedef struct lw_rat_line {
    int64_t length2;
    uint32_t a, b; /* anchors, a < b */
} lw_rat_line;

typedef struct lw_rat_tree {
    lw_anchor *anchors;
    lw_rat_node *nodes; /* node i has the children 2i + 1 and 2i + 2 */
    uint32_t *up;       /* groups joined so far */
} lw_rat_tree;

static int by_x(const void *a, const void *b)
{
    const lw_anchor *p = a, *q = b;
    if (p->at.x != q->at.x)
        return p->at.x < q->at.x ? -1 : 1;
    if (p->at.y != q->at.y)
        return p->at.y < q->at.y ? -1 : 1;
    return (p->group > q->group) - (p->group < q->group);
}

static int by_y(const void *a, const void *b)
{
    const lw_anchor *p = a, *q = b;
    if (p->at.y != q->at.y)
        return p->at.y < q->at.y ? -1 : 1;
    return by_x(a, b);
}

static void build(lw_rat_tree *tree, uint32_t node, uint32_t begin, uint32_t end, bool split_x)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = begin; i < end; i++)
        box = lw_box_add(box, tree->anchors[i].at);
    tree->nodes[node].box = box;
    if (end - begin <= LEAF)
        return;
    qsort(tree->anchors + begin, end - begin, sizeof *tree->anchors, split_x ? by_x : by_y);
    uint32_t middle = begin + (end - begin) / 2;
    build(tree, 2 * node + 1, begin, middle, !split_x);
    build(tree, 2 * node + 2, middle, end, !split_x);
}

/* Tells every node which group it is of. */
static uint32_t mark(lw_rat_tree *tree, uint32_t node, uint32_t begin, uint32_t end)
{
    uint32_t group;
    if (end - begin <= LEAF) {
        group = lw_union_root(tree->up, tree->anchors[begin].group);
        for (uint32_t i = begin + 1; i < end; i++) {
            if (lw_union_root(tree->up, tree->anchors[i].group) != group)
                group = MIXED;
        }
    } else {
        uint32_t middle = begin + (end - begin) / 2;
        group = mark(tree, 2 * node + 1, begin, middle);
        if (mark(tree, 2 * node + 2, middle, end) != group)
            group = MIXED;
    }
    tree->nodes[node].group = group;
    return group;
}

static int64_t square(int64_t a, int64_t b)
{
    return a * a + b * b;
}

static int64_t outside_by(int64_t low, int64_t high, int64_t value)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static int64_t box_distance2(lw_box box, lw_point point)
{
    return square(outside_by(box.x1, box.x2, point.x), outside_by(box.y1, box.y2, point.y));
}

static bool is_shorter(lw_rat_line line, lw_rat_line than)
{
    if (line.length2 != than.length2)
        return line.length2 < than.length2;
    return line.a != than.a ? line.a < than.a : line.b < than.b;
}

/* Improves `best`, the shortest line from the group of anchor `from` to another. */
static void search(lw_rat_tree *tree, uint32_t node, uint32_t begin, uint32_t end, uint32_t from,
                   uint32_t group, lw_rat_line *best)
{
    lw_point at = tree->anchors[from].at;
    if (tree->nodes[node].group == group ||
        box_distance2(tree->nodes[node].box, at) > best->length2)
        return;
    if (end - begin > LEAF) {
        uint32_t middle = begin + (end - begin) / 2;
        bool low_first = box_distance2(tree->nodes[2 * node + 1].box, at) <=
                         box_distance2(tree->nodes[2 * node + 2].box, at);
        if (low_first)
            search(tree, 2 * node + 1, begin, middle, from, group, best);
        search(tree, 2 * node + 2, middle, end, from, group, best);
        if (!low_first)
            search(tree, 2 * node + 1, begin, middle, from, group, best);
        return;
    }
    for (uint32_t i = begin; i < end; i++) {
        if (lw_union_root(tree->up, tree->anchors[i].group) == group)
            continue;
        lw_point other = tree->anchors[i].at;
        lw_rat_line line = {square((int64_t)at.x - other.x, (int64_t)at.y - other.y),
                            i < from ? i : from, i < from ? from : i};
        if (is_shorter(line, *best))
            *best = line;
    }
}

void lw_ratsnest(lw_arena *scratch, lw_net_id net, lw_anchor *anchors, uint32_t count,
                 uint32_t groups, lw_report *report)
{
    if (count == 0)
        return;
    lw_rat_tree tree = {.anchors = anchors};
    /* Halves differ by at most one, so only the last level has gaps: far fewer than count nodes. */
    tree.nodes = LW_NEW_MANY(scratch, lw_rat_node, (size_t)count + 1);
    tree.up = LW_NEW_MANY(scratch, uint32_t, groups);
    lw_rat_line *best = LW_NEW_MANY(scratch, lw_rat_line, groups);
    lw_union_clear(tree.up, groups);
    build(&tree, 0, 0, count, true);
    while (mark(&tree, 0, 0, count) == MIXED) {
        for (uint32_t i = 0; i < groups; i++)
            best[i] = (lw_rat_line){INT64_MAX, MIXED, MIXED};
        for (uint32_t i = 0; i < count; i++) {
            uint32_t group = lw_union_root(tree.up, anchors[i].group);
            search(&tree, 0, 0, count, i, group, &best[group]);
        }
        for (uint32_t i = 0; i < groups; i++) {
            lw_rat_line line = best[i];
            if (line.length2 != INT64_MAX &&
                lw_union_join(tree.up, anchors[line.a].group, anchors[line.b].group))
                *lw_list_add(report->arena, &report->ratsnest) =
                    (lw_ratline){net, anchors[line.a].at, anchors[line.b].at};
        }
    }
}
