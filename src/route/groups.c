#include "route/groups.h"

#include "base/union.h"
#include "geom/index.h"

uint32_t lw_groups_find(lw_groups *groups, uint32_t thing)
{
    return lw_union_root(groups->parent, thing);
}

void lw_groups_join(lw_groups *groups, uint32_t a, uint32_t b)
{
    lw_union_join(groups->parent, a, b);
}

static const lw_item *item_of(const lw_run *run, lw_net_id net, uint32_t thing)
{
    return &run->items.at[run->net_items[run->net_first[net] + thing]];
}

/* As the judge counts it: rims that merely touch are not relied on. */
static bool overlap(const lw_item *a, const lw_item *b)
{
    return (a->layers & b->layers) &&
           lw_shape_closer(a->shape, b->shape, a->shape.radius || b->shape.radius ? 0 : 1);
}

static void join_overlapping(const lw_run *run, lw_net_id net, lw_groups *groups)
{
    lw_index *index = lw_index_new(lw_board_box(run->board), groups->count);
    for (uint32_t i = 0; i < groups->count; i++) {
        const lw_item *item = item_of(run, net, i);
        lw_box box = lw_box_grow(lw_shape_box(item->shape), 1);
        lw_cursor cursor = lw_index_find(index, box);
        for (uint32_t other; lw_index_next(&cursor, &other);)
            if (lw_groups_find(groups, i) != lw_groups_find(groups, other) &&
                overlap(item, item_of(run, net, other)))
                lw_groups_join(groups, i, other);
        lw_index_add(index, i, box);
    }
    lw_index_free(index);
}

/* Shapes of one pad belong together even where they do not touch. */
static void join_pad_shapes(const lw_run *run, lw_net_id net, lw_groups *groups)
{
    for (uint32_t i = 1; i < groups->count; i++) {
        const lw_item *a = item_of(run, net, i - 1), *b = item_of(run, net, i);
        if (a->kind == LW_ITEM_PAD && b->kind == LW_ITEM_PAD && a->index == b->index)
            lw_groups_join(groups, i - 1, i);
    }
}

static void join_holding(const lw_run *run, lw_net_id net, lw_groups *groups, lw_layers layers,
                         const lw_point *points, uint32_t count, const lw_shape *area)
{
    int64_t first = -1;
    for (uint32_t i = 0; i < groups->count; i++) {
        const lw_item *item = item_of(run, net, i);
        bool held = area && (item->layers & layers) &&
                    lw_polygon_holds(area->points, area->count, item->shape.points[0]);
        for (uint32_t k = 0; k < count && !held; k++)
            held = lw_shape_holds(item->shape, points[k]);
        if (held && first >= 0)
            lw_groups_join(groups, (uint32_t)first, i);
        else if (held)
            first = i;
    }
}

lw_groups lw_groups_of_net(const lw_run *run, lw_net_id net, lw_arena *arena)
{
    const lw_board *board = run->board;
    lw_groups groups = {.count = run->net_first[net + 1] - run->net_first[net]};
    groups.parent = LW_NEW_MANY(arena, uint32_t, groups.count + 1);
    lw_union_clear(groups.parent, groups.count);
    join_pad_shapes(run, net, &groups);
    join_overlapping(run, net, &groups);
    for (uint32_t i = 0; i < board->jumpers.count; i++)
        if (board->jumpers.at[i].net == net)
            join_holding(run, net, &groups, 0, board->jumpers.at[i].ends, 2, NULL);
    for (uint32_t i = 0; run->options->pours && i < board->pours.count; i++) {
        const lw_pour *pour = &board->pours.at[i];
        if (pour->net == net && !pour->cutout)
            join_holding(run, net, &groups, pour->layers, NULL, 0, &pour->shape);
    }
    return groups;
}
