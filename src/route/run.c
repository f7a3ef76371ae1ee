#include "route/run.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/sequential.h"
#include "route/table.h"

/* Sorts the items by net. */
static void index_items(lw_run *run)
{
    uint32_t nets = run->board->nets.count;
    run->net_first = lw_alloc((size_t)nets + 2, sizeof *run->net_first);
    run->net_items = lw_alloc((size_t)run->items.count + 1, sizeof *run->net_items);
    uint32_t *first = run->net_first;
    for (uint32_t i = 0; i < run->items.count; i++)
        if (run->items.at[i].net != LW_NO_NET)
            first[run->items.at[i].net + 1]++;
    for (uint32_t n = 0; n < nets; n++)
        first[n + 1] += first[n];
    uint32_t *next = lw_alloc((size_t)nets + 1, sizeof *next);
    for (uint32_t n = 0; n < nets; n++)
        next[n] = first[n];
    for (uint32_t i = 0; i < run->items.count; i++)
        if (run->items.at[i].net != LW_NO_NET)
            run->net_items[next[run->items.at[i].net]++] = i;
    free(next);
}

bool lw_run_wants(const lw_run *run, lw_net_id net)
{
    return !run->options->nets || (net != LW_NO_NET && run->options->nets[net]);
}

/* A net that is routed once and for all has fewer ways to do without a via. */
lw_nm lw_run_via_cost(const lw_run *run)
{
    const lw_route_options *options = run->options;
    if (options->via_cost > 0)
        return options->via_cost;
    return options->strategy == LW_NEGOTIATED ? 14000000 : 10000000;
}

lw_islands lw_run_islands(const lw_run *run, lw_net_id net)
{
    bool trusted = !run->untrusted || !run->untrusted[net];
    return trusted ? lw_planes_of_net(run->planes, net) : (lw_islands){0, 0};
}

const lw_track *lw_run_track(const lw_run *run, const lw_item *item)
{
    return item->added ? &run->before->tracks.at[item->index] : &run->board->tracks.at[item->index];
}

/* What is there before the run. */
static lw_routes *routes_before(const lw_run *run)
{
    const lw_board *board = run->board;
    if (run->base)
        return lw_routes_copy(board, run->base);
    if (!run->options->from_scratch)
        return lw_routes_new(board);
    lw_routes *routes = lw_routes_rip_up(board);
    for (uint32_t i = 0; i < board->tracks.count; i++)
        routes->track_gone[i] = routes->track_gone[i] && lw_run_wants(run, board->tracks.at[i].net);
    for (uint32_t i = 0; i < board->vias.count; i++)
        routes->via_gone[i] = routes->via_gone[i] && lw_run_wants(run, board->vias.at[i].net);
    return routes;
}

static void find_items(lw_run *run)
{
    run->items = lw_items_new(run->board, run->before);
    run->planes = lw_planes_new(run->board, &run->items);
    index_items(run);
}

static void forget_items(lw_run *run)
{
    lw_planes_free(run->planes);
    lw_items_free(&run->items);
    free(run->net_first);
    free(run->net_items);
}

void lw_run_look(lw_run *run)
{
    run->before = routes_before(run);
    run->links = lw_links_new(run->board);
    run->scratch = lw_arena_new();
    run->ends = lw_arena_new();
    find_items(run);
}

void lw_run_look_again(lw_run *run)
{
    forget_items(run);
    find_items(run);
}

/* What the run's strategy takes beside a lattice. */
static size_t upkeep(void *context, const lw_grid_plan *plan)
{
    const lw_run *run = context;
    return run->options->strategy == LW_NEGOTIATED ? lw_table_size(run, plan)
                                                   : lw_sequential_size(plan);
}

lw_grid_options lw_run_grid_options(lw_run *run)
{
    const lw_route_options *options = run->options;
    return (lw_grid_options){
        .pitch = options->pitch,
        .pitch_most = run->pitch_most,
        .memory_limit = options->memory_limit,
        .upkeep = upkeep,
        .neck_down = options->neck_down,
        .neck_width = options->neck_width,
        .via_in_pad = options->via_in_pad,
        .stop = lw_run_stop,
        .context = run,
    };
}

lw_status lw_run_open(lw_run *run, lw_error *err)
{
    lw_grid_options grid = lw_run_grid_options(run);
    lw_run_look(run);
    return lw_lattice_new(run->board, run->before, &grid, &run->lattice, err);
}

void lw_run_close(lw_run *run)
{
    lw_lattice_free(run->lattice);
    lw_wave_space_free(run->space);
    forget_items(run);
    lw_links_free(run->links);
    lw_routes_free(run->before);
    lw_arena_free(run->scratch);
    lw_arena_free(run->ends);
}

lw_nm lw_run_neck_width(const lw_run *run, const lw_item *thing)
{
    uint32_t class_id = lw_net_class(run->board, thing->net);
    if (!run->options->neck_down || thing->kind != LW_ITEM_PAD)
        return run->board->classes.at[class_id].width;
    return lw_neck_width(run->board, class_id, run->options->neck_width);
}

bool lw_run_stop_asked(lw_run *run)
{
    const lw_route_options *options = run->options;
    if (!run->stopped && options->stop && options->stop(options->context))
        run->stopped = true;
    return run->stopped;
}

bool lw_run_stop(void *run)
{
    return lw_run_stop_asked(run);
}
