#include "base/arena.h"
#include "leeway/board.h"

lw_routes *lw_routes_new(const lw_board *board)
{
    (void)board; /* all of it stays */
    lw_arena *arena = lw_arena_new();
    lw_routes *routes = LW_NEW(arena, lw_routes);
    routes->arena = arena;
    return routes;
}

lw_routes *lw_routes_rip_up(const lw_board *board)
{
    lw_routes *routes = lw_routes_new(board);
    routes->track_gone = LW_NEW_MANY(routes->arena, bool, board->tracks.count);
    routes->via_gone = LW_NEW_MANY(routes->arena, bool, board->vias.count);
    for (uint32_t i = 0; i < board->tracks.count; i++)
        routes->track_gone[i] = !board->tracks.at[i].locked;
    for (uint32_t i = 0; i < board->vias.count; i++)
        routes->via_gone[i] = !board->vias.at[i].locked;
    return routes;
}

static void copy_flags(lw_arena *arena, bool **to, const bool *from, uint32_t count)
{
    if (from)
        *to = lw_arena_copy(arena, from, count, sizeof *from);
}

lw_routes *lw_routes_copy(const lw_board *board, const lw_routes *routes)
{
    lw_routes *copy = lw_routes_new(board);
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        *lw_list_add(copy->arena, &copy->tracks) = routes->tracks.at[i];
    for (uint32_t i = 0; i < routes->vias.count; i++)
        *lw_list_add(copy->arena, &copy->vias) = routes->vias.at[i];
    copy_flags(copy->arena, &copy->track_gone, routes->track_gone, board->tracks.count);
    copy_flags(copy->arena, &copy->via_gone, routes->via_gone, board->vias.count);
    return copy;
}

void lw_routes_free(lw_routes *routes)
{
    if (routes)
        lw_arena_free(routes->arena);
}
