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

void lw_routes_free(lw_routes *routes)
{
    if (routes)
        lw_arena_free(routes->arena);
}
