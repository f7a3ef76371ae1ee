/*
 * A board is routed: on one lattice, or where nets stay open on several, each finer than the one
 * before (ladder.c); then planes that were cut are mended.
 */
#include "leeway/route.h"

#include <stdlib.h>
#include "base/arena.h"
#include "base/heap.h"
#include "board/build.h"
#include "route/ladder.h"
#include "route/net.h"
#include "route/reason.h"

const char *lw_order_name(lw_order order)
{
    static const char *const names[] = {"short", "long", "few", "file"};
    return order < LW_ORDER_COUNT ? names[order] : "";
}

const char *lw_strategy_name(lw_strategy strategy)
{
    static const char *const names[] = {"negotiated", "sequential"};
    return strategy < LW_STRATEGY_COUNT ? names[strategy] : "";
}

lw_route_options lw_route_options_default(void)
{
    return (lw_route_options){
        .wave = LW_WAVE_DOUBLE,
        .order = LW_ORDER_SHORT,
        .seed = 1,
        .optimise = 3,
        .neck_down = true,
        .rounds = 12,
        .memory_limit = (size_t)400 << 20,
    };
}

/* ---- planes ---- */

/* Connections that are open on the board with its routes, which may have cut its planes. `cut`, by
 * net and unless NULL: those with planes that are open. */
static uint32_t count_open(const lw_board *board, const lw_route_options *options,
                           const lw_routes *routes, bool *cut)
{
    lw_run run = {.board = board, .options = options, .base = routes};
    lw_run_look(&run);
    uint32_t missing = lw_run_missing(&run);
    for (uint32_t i = 0; i < board->nets.count && cut; i++)
        cut[i] = lw_run_wants(&run, (lw_net_id)i) && lw_run_islands(&run, (lw_net_id)i).count > 0 &&
                 lw_net_missing(&run, (lw_net_id)i) > 0;
    lw_run_close(&run);
    return missing;
}

/* While nets are routed their planes are as the board has them, but new copper may cut off pieces
 * of planes, or pads. Those are joined in runs on what is there. Whether there were any. */
static bool join_pieces(const lw_board *board, const lw_route_options *options, lw_outcome *best)
{
    enum { PASSES = 3 };
    lw_route_options same = *options;
    same.pitch = best->log->pitch;
    for (int pass = 0; pass < PASSES; pass++) {
        lw_outcome joined;
        if (best->log->stopped ||
            count_open(board, options, best->routes, NULL) <= best->log->open_connections)
            return pass > 0;
        if (lw_route_once((lw_run){.board = board, .options = &same, .base = best->routes}, &joined,
                          NULL))
            return true;
        lw_outcome_merge(best, &joined, true);
    }
    return true;
}

/* Nets whose planes were cut to pieces that cannot be joined are joined by tracks, from the start.
 */
static void mend_planes(const lw_board *board, const lw_route_options *options, lw_outcome *best)
{
    if (!lw_board_has_planes(board) || !join_pieces(board, options, best) || best->log->stopped)
        return;
    lw_route_options same = *options;
    same.pitch = best->log->pitch;
    bool *cut = lw_alloc((size_t)board->nets.count + 1, sizeof *cut);
    uint32_t open = count_open(board, options, best->routes, cut);
    lw_outcome other;
    if (open > 0 &&
        !lw_route_once((lw_run){.board = board, .options = &same, .untrusted = cut}, &other, NULL))
        lw_outcome_merge(best, &other,
                         count_open(board, options, other.routes, NULL) < open &&
                             !other.log->stopped);
    free(cut);
}

/* ---- layers ---- */

/* The board itself, or where layers are to have no tracks, one that is the arena's. */
static const lw_board *close_layers(const lw_board *board, const lw_route_options *options,
                                    lw_arena *arena)
{
    lw_layers closed = 0;
    for (uint32_t i = 0; i < board->layers.count && options->ways; i++)
        closed |= options->ways[i] == LW_NO_TRACKS ? LW_LAYER(i) : 0;
    if (!closed)
        return board;
    lw_board *copy = LW_NEW(arena, lw_board);
    *copy = *board;
    copy->arena = arena;
    copy->keepouts.room = copy->keepouts.count; /* what lies behind is the board's */
    lw_board_close(copy, closed, true, false);
    return copy;
}

/* ---- the whole ---- */

lw_status lw_route_plan(const lw_board *board, const lw_route_options *options, lw_nm *pitch,
                        size_t *memory, lw_error *err)
{
    lw_route_options defaults = lw_route_options_default();
    lw_run run = {.board = board, .options = options ? options : &defaults};
    lw_grid_options grid = lw_run_grid_options(&run);
    lw_grid_plan plan;
    lw_run_look(&run);
    lw_status status = lw_lattice_plan(board, run.before, &grid, &plan, err);
    *pitch = plan.pitch;
    *memory = plan.memory;
    lw_run_close(&run);
    return status;
}

static void finish(const lw_board *board, const lw_route_options *options, lw_outcome *outcome,
                   lw_routes **routes, lw_route_log **log)
{
    mend_planes(board, options, outcome);
    if (log)
        lw_reasons_find(board, options, outcome->log);
    *routes = outcome->routes;
    if (log)
        *log = outcome->log;
    else
        lw_route_log_free(outcome->log);
}

lw_status lw_route(const lw_board *board, const lw_route_options *options, lw_routes **routes,
                   lw_route_log **log, lw_error *err)
{
    lw_route_options defaults = lw_route_options_default();
    lw_outcome outcome;
    if (!options)
        options = &defaults;
    *routes = NULL;
    if (log)
        *log = NULL;
    lw_arena *arena = lw_arena_new();
    board = close_layers(board, options, arena);
    lw_status status = lw_ladder_climb(board, options, &outcome, err);
    if (!status)
        finish(board, options, &outcome, routes, log);
    lw_arena_free(arena);
    return status;
}
