#include "board/links.h"

/*
 * Pours and jumpers of net n are pours[first_pour[n] .. first_pour[n + 1]) and so on. Free areas
 * are in an index of their own.
 */
struct lw_links {
    const lw_board *board;
    lw_arena *arena;
    uint32_t *first_pour, *pours;
    uint32_t *first_jumper, *jumpers;
    lw_index *cutouts; /* by their numbers among the pours */
};

static bool is_poured(const lw_pour *pour)
{
    return !pour->cutout && pour->net != LW_NO_NET;
}

static uint32_t *firsts(lw_links *links, uint32_t *counts)
{
    uint32_t nets = links->board->nets.count;
    for (uint32_t i = 0; i < nets; i++)
        counts[i + 1] += counts[i];
    return lw_arena_copy(links->arena, counts, (size_t)nets + 1, sizeof *counts);
}

static void sort_pours(lw_links *links)
{
    const lw_board *board = links->board;
    uint32_t *next = LW_NEW_MANY(links->arena, uint32_t, (size_t)board->nets.count + 1);
    links->pours = LW_NEW_MANY(links->arena, uint32_t, board->pours.count);
    for (uint32_t i = 0; i < board->pours.count; i++) {
        if (is_poured(&board->pours.at[i]))
            next[board->pours.at[i].net + 1]++;
    }
    links->first_pour = firsts(links, next);
    for (uint32_t i = 0; i < board->pours.count; i++) {
        if (is_poured(&board->pours.at[i]))
            links->pours[next[board->pours.at[i].net]++] = i;
    }
}

static void sort_jumpers(lw_links *links)
{
    const lw_board *board = links->board;
    uint32_t *next = LW_NEW_MANY(links->arena, uint32_t, (size_t)board->nets.count + 1);
    links->jumpers = LW_NEW_MANY(links->arena, uint32_t, board->jumpers.count);
    for (uint32_t i = 0; i < board->jumpers.count; i++) {
        if (board->jumpers.at[i].net != LW_NO_NET)
            next[board->jumpers.at[i].net + 1]++;
    }
    links->first_jumper = firsts(links, next);
    for (uint32_t i = 0; i < board->jumpers.count; i++) {
        if (board->jumpers.at[i].net != LW_NO_NET)
            links->jumpers[next[board->jumpers.at[i].net]++] = i;
    }
}

static void find_cutouts(lw_links *links)
{
    const lw_board *board = links->board;
    lw_box world = lw_box_empty();
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->pours.count; i++) {
        if (board->pours.at[i].cutout) {
            world = lw_box_join(world, lw_shape_box(board->pours.at[i].shape));
            count++;
        }
    }
    links->cutouts = lw_index_new(world, count);
    for (uint32_t i = 0; i < board->pours.count; i++) {
        if (board->pours.at[i].cutout)
            lw_index_add(links->cutouts, i, lw_shape_box(board->pours.at[i].shape));
    }
}

lw_links *lw_links_new(const lw_board *board)
{
    lw_arena *arena = lw_arena_new();
    lw_links *links = LW_NEW(arena, lw_links);
    links->board = board;
    links->arena = arena;
    sort_pours(links);
    sort_jumpers(links);
    find_cutouts(links);
    return links;
}

void lw_links_free(lw_links *links)
{
    if (!links)
        return;
    lw_index_free(links->cutouts);
    lw_arena_free(links->arena);
}

static lw_numbers range_of(const uint32_t *numbers, const uint32_t *first, lw_net_id net)
{
    if (net == LW_NO_NET)
        return (lw_numbers){NULL, 0};
    return (lw_numbers){numbers + first[net], first[net + 1] - first[net]};
}

lw_numbers lw_links_pours(const lw_links *links, lw_net_id net)
{
    return range_of(links->pours, links->first_pour, net);
}

lw_numbers lw_links_jumpers(const lw_links *links, lw_net_id net)
{
    return range_of(links->jumpers, links->first_jumper, net);
}

lw_layers lw_pour_reach(const lw_links *links, uint32_t pour, lw_layers layers, lw_point point)
{
    const lw_pour *pours = links->board->pours.at;
    layers &= pours[pour].layers;
    if (!layers || !lw_shape_holds(pours[pour].shape, point))
        return 0;
    lw_cursor cursor = lw_index_find(links->cutouts, (lw_box){point.x, point.y, point.x, point.y});
    for (uint32_t i; layers && lw_index_next(&cursor, &i);) {
        if ((pours[i].layers & layers) && lw_shape_holds(pours[i].shape, point))
            layers &= ~pours[i].layers;
    }
    return layers;
}

bool lw_pour_joins(const lw_links *links, uint32_t pour, const lw_item *item,
                   const lw_routes *routes)
{
    uint32_t count;
    const lw_point *points = lw_item_anchors(links->board, routes, item, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (lw_pour_reach(links, pour, item->layers, points[i]))
            return true;
    }
    return false;
}

const lw_point *lw_item_anchors(const lw_board *board, const lw_routes *routes, const lw_item *item,
                                uint32_t *count)
{
    const lw_track *track;
    switch (item->kind) {
    case LW_ITEM_TRACK:
        track = item->added ? &routes->tracks.at[item->index] : &board->tracks.at[item->index];
        *count = track->arc ? track->arc_count : 2;
        return track->arc ? track->arc : track->ends;
    case LW_ITEM_VIA:
    case LW_ITEM_PAD:
        *count = 1;
        return &item->at;
    default:
        *count = 0;
        return NULL;
    }
}
