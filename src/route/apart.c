/*
 * Members stand in a tree of boxes, each halved along its longer side. A box all of whose members
 * are of one group is passed over by that group as a whole; else large groups, whose members are
 * nearest to their own kind, would look at all of it.
 *
 * Source: J. L. Bentley, "Multidimensional Binary Search Trees Used for Associative Searching",
 * CACM 18 (1975).
 */
#include "route/apart.h"

#include <stdlib.h>
#include "base/heap.h"

enum { LEAF = 8 };
#define MIXED UINT32_MAX

typedef struct lw_branch {
    lw_box box;
    uint32_t group; /* of all members, or MIXED */
    uint32_t first, count;
    uint32_t second; /* half; the first one follows at once. 0: a leaf */
} lw_branch;

typedef struct lw_tree {
    lw_member *members;
    lw_branch *branches;
    uint32_t count;
} lw_tree;

static int by_x(const void *a, const void *b)
{
    const lw_member *m = a, *n = b;
    return (m->at.x > n->at.x) - (m->at.x < n->at.x);
}

static int by_y(const void *a, const void *b)
{
    const lw_member *m = a, *n = b;
    return (m->at.y > n->at.y) - (m->at.y < n->at.y);
}

static void grow(lw_tree *tree, uint32_t first, uint32_t count)
{
    lw_member *members = tree->members + first;
    uint32_t here = tree->count++;
    lw_branch branch = {lw_box_empty(), members->group, first, count, 0};
    for (uint32_t i = 0; i < count; i++) {
        branch.box = lw_box_add(branch.box, members[i].at);
        if (members[i].group != branch.group)
            branch.group = MIXED;
    }
    if (count > LEAF && branch.group == MIXED) {
        int64_t width = (int64_t)branch.box.x2 - branch.box.x1;
        bool wide = width > (int64_t)branch.box.y2 - branch.box.y1;
        qsort(members, count, sizeof *members, wide ? by_x : by_y);
        grow(tree, first, count / 2);
        branch.second = tree->count;
        grow(tree, first + count / 2, count - count / 2);
    }
    tree->branches[here] = branch;
}

static int64_t square(int64_t dx, int64_t dy)
{
    return dx * dx + dy * dy;
}

static int64_t distance_to_box(lw_point at, lw_box box)
{
    int64_t dx = at.x < box.x1   ? (int64_t)box.x1 - at.x
                 : at.x > box.x2 ? (int64_t)at.x - box.x2
                                 : 0;
    int64_t dy = at.y < box.y1   ? (int64_t)box.y1 - at.y
                 : at.y > box.y2 ? (int64_t)at.y - box.y2
                                 : 0;
    return square(dx, dy);
}

/* The least of `best` and what is found below the branch. */
static int64_t look(const lw_tree *tree, uint32_t number, const lw_member *from, int64_t best)
{
    const lw_branch *branch = &tree->branches[number];
    if (branch->group == from->group || distance_to_box(from->at, branch->box) >= best)
        return best;
    if (branch->second) {
        uint32_t near = number + 1, far = branch->second;
        if (distance_to_box(from->at, tree->branches[far].box) <
            distance_to_box(from->at, tree->branches[near].box)) {
            near = branch->second;
            far = number + 1;
        }
        best = look(tree, near, from, best);
        return look(tree, far, from, best);
    }
    for (uint32_t i = branch->first; i < branch->first + branch->count; i++) {
        const lw_member *to = &tree->members[i];
        int64_t d = square((int64_t)to->at.x - from->at.x, (int64_t)to->at.y - from->at.y);
        if (to->group != from->group && d < best)
            best = d;
    }
    return best;
}

void lw_apart(lw_member *members, uint32_t count, int64_t *distance2)
{
    if (count == 0)
        return;
    lw_tree tree = {members, lw_alloc((size_t)count * 2, sizeof *tree.branches), 0};
    grow(&tree, 0, count);
    for (uint32_t i = 0; i < count; i++)
        distance2[members[i].number] = look(&tree, 0, &members[i], INT64_MAX);
    free(tree.branches);
}
