/*
 * What a net finds depends on its turn. So when nets stay open there are further rounds, from the
 * start, in which they go before the others, and the best round counts.
 */
#include "route/sequential.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/net.h"
#include "route/order.h"

/* Rounds that may pass without a better one, and nodes that all waves together may expand before
 * no further round begins. */
enum { PATIENCE = 4 };
#define EXPANDED_ENOUGH ((uint64_t)40000000)
/* Later rounds take vias at less, as crowded boards need them, but not below this. */
#define LEAST_VIA_COST 2500000

typedef struct lw_round {
    lw_routes *routes;
    LW_LIST(lw_open_net) open;
    uint32_t connections; /* that are not joined */
    int64_t price;        /* length, with vias at the full cost */
    lw_arena *arena;
} lw_round;

static void round_free(lw_round *round)
{
    lw_routes_free(round->routes);
    lw_arena_free(round->arena);
}

static int64_t price_of(const lw_run *run, const lw_routes *routes)
{
    int64_t price = (int64_t)routes->vias.count * lw_run_via_cost(run);
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        price += lw_line_length(routes->tracks.at[i].ends, 2);
    return price;
}

static lw_round route_nets(lw_run *run, const lw_turn *turns)
{
    lw_round round = {.arena = lw_arena_new()};
    uint32_t count = run->board->nets.count;
    run->routes = lw_routes_copy(run->board, run->before);
    for (uint32_t i = 0; i < count; i++) {
        if (turns[i].pads < 2 || !lw_run_wants(run, turns[i].net))
            continue;
        lw_net_result result = lw_net_route(run, turns[i].net);
        if (result.open == 0)
            continue;
        round.connections += result.open;
        *lw_list_add(round.arena, &round.open) =
            (lw_open_net){.net = turns[i].net, .pad = result.pad};
    }
    round.routes = run->routes;
    round.price = price_of(run, run->routes);
    return round;
}

static bool is_better(const lw_round *a, const lw_round *b)
{
    if (a->connections != b->connections)
        return a->connections < b->connections;
    return a->price < b->price;
}

static void report_round(lw_run *run, const lw_round *round)
{
    const lw_route_options *options = run->options;
    run->progress.net = NULL;
    run->progress.round = run->round + 1;
    run->progress.open = round->connections;
    run->progress.vias = round->routes->vias.count;
    run->progress.length = round->price - (int64_t)run->progress.vias * lw_run_via_cost(run);
    if (options->progress)
        options->progress(options->context, &run->progress);
}

static bool worth_another(const lw_run *run, const lw_round *best, uint32_t since)
{
    return best->connections > 0 && !run->stopped && since < PATIENCE &&
           run->round + 1 < run->options->rounds && run->expanded < EXPANDED_ENOUGH;
}

/* The first rounds try the price of vias: the full one, half of it, a quarter. */
enum { PRICES = 3 };

static lw_nm via_cost_of_round(const lw_run *run)
{
    lw_nm full = lw_run_via_cost(run);
    lw_nm cost = full >> run->round;
    return cost >= LEAST_VIA_COST ? cost : full < LEAST_VIA_COST ? full : LEAST_VIA_COST;
}

/* Nets that stayed open go before all that failed less often. */
static void reorder(lw_turn *turns, uint32_t count, const lw_round *round)
{
    bool *open = lw_alloc((size_t)count + 1, sizeof *open); /* by net */
    for (uint32_t i = 0; i < round->open.count; i++)
        open[round->open.at[i].net] = true;
    for (uint32_t i = 0; i < count; i++)
        turns[i].failures += open[turns[i].net];
    free(open);
    lw_turns_sort(turns, count);
}

static lw_round best_of_rounds(lw_run *run)
{
    lw_turn *turns = lw_turns_new(run->board, run->options->order);
    run->via_cost = lw_run_via_cost(run);
    lw_nm best_cost = run->via_cost;
    lw_round best = route_nets(run, turns);
    report_round(run, &best);
    for (uint32_t since = 0; worth_another(run, &best, since);) {
        run->round++;
        run->via_cost = run->round < PRICES ? via_cost_of_round(run) : best_cost;
        if (run->round == PRICES)
            reorder(turns, run->board->nets.count, &best);
        lw_lattice_rewind(run->lattice);
        lw_round next = route_nets(run, turns);
        report_round(run, &next);
        if (run->round >= PRICES)
            reorder(turns, run->board->nets.count, &next);
        bool better = is_better(&next, &best);
        since = better || run->round < PRICES ? 0 : since + 1;
        if (better)
            best_cost = run->via_cost;
        round_free(better ? &best : &next);
        if (better)
            best = next;
    }
    free(turns);
    return best;
}

size_t lw_sequential_size(const lw_grid_plan *plan)
{
    lw_field field = {.plane = (int32_t)plan->places, .layers = (int32_t)plan->layers};
    /* Until then the memory of a plan is that of the lattice, of which a copy is kept. */
    return plan->memory + lw_wave_space_size(&field);
}

lw_status lw_route_sequentially(lw_run *run, lw_route_log *log, lw_error *err)
{
    lw_field field = lw_lattice_field(run->lattice, LW_NO_NET, 1);
    lw_status status = lw_wave_space_new(&field, &run->space, err);
    if (!status)
        status = lw_lattice_keep(run->lattice, err);
    if (status)
        return status;
    lw_round best = best_of_rounds(run);
    for (uint32_t i = 0; i < best.open.count; i++)
        *lw_list_add(log->arena, &log->open) = best.open.at[i];
    log->open_connections = best.connections;
    log->rounds = run->round + 1;
    lw_arena_free(best.arena);
    run->routes = best.routes;
    return LW_OK;
}
