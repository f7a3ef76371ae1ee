/*
 * Sequential routing: nets one after the other, each on what the earlier ones left. What a net
 * finds depends on its turn. So when nets stay open there are further rounds, from the start, in
 * which they go before the others, and the best round counts.
 */
#include "leeway/route.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/negotiate.h"

const char *lw_order_name(lw_order order)
{
    static const char *const names[] = {"short", "long", "few", "file"};
    return order < LW_ORDER_COUNT ? names[order] : "";
}

const char *lw_open_reason_text(lw_open_reason reason)
{
    static const char *const texts[] = {
        "the pad is walled in: no track of this width and clearance can leave it",
        "no way is left: other copper closes every one",
        "the pad lies outside of the board",
        "the run was stopped before",
    };
    return reason < LW_OPEN_REASON_COUNT ? texts[reason] : "";
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
        .via_cost = 10000000,
        .rounds = 12,
        .memory_limit = (size_t)400 << 20,
    };
}

/* Rounds that may pass without a better one, and nodes that all waves together may expand before
 * no further round begins. */
enum { PATIENCE = 4 };
#define EXPANDED_ENOUGH ((uint64_t)40000000)
/* Later rounds take vias at less, as crowded boards need them, but not below this. */
#define LEAST_VIA_COST 2500000

/* ---- order ---- */

typedef struct lw_turn {
    lw_net_id net;
    uint32_t failures; /* in earlier rounds */
    int64_t half_perimeter;
    uint32_t pads;
    lw_order order;
} lw_turn;

static int by_turn(const void *a, const void *b)
{
    const lw_turn *x = a, *y = b;
    if (x->failures != y->failures)
        return x->failures > y->failures ? -1 : 1;
    int64_t length = x->half_perimeter - y->half_perimeter;
    int64_t pads = (int64_t)x->pads - y->pads;
    int64_t keys[2] = {0, 0};
    switch (x->order) {
    case LW_ORDER_SHORT:
        keys[0] = length, keys[1] = pads;
        break;
    case LW_ORDER_LONG:
        keys[0] = -length, keys[1] = -pads;
        break;
    case LW_ORDER_FEW:
        keys[0] = pads, keys[1] = length;
        break;
    case LW_ORDER_FILE:
    case LW_ORDER_COUNT:
        break;
    }
    for (int i = 0; i < 2; i++)
        if (keys[i] != 0)
            return keys[i] < 0 ? -1 : 1;
    return (x->net > y->net) - (x->net < y->net);
}

static lw_turn *turns_new(const lw_board *board, lw_order order)
{
    lw_turn *turns = lw_alloc((size_t)board->nets.count + 1, sizeof *turns);
    for (uint32_t i = 0; i < board->nets.count; i++) {
        const lw_net *net = &board->nets.at[i];
        lw_box box = lw_box_empty();
        for (uint32_t k = 0; k < net->pads.count; k++)
            box = lw_box_add(box, board->pads.at[net->pads.at[k]].at);
        int64_t half = net->pads.count ? (int64_t)box.x2 - box.x1 + box.y2 - box.y1 : 0;
        turns[i] = (lw_turn){(lw_net_id)i, 0, half, net->pads.count, order};
    }
    qsort(turns, board->nets.count, sizeof *turns, by_turn);
    return turns;
}

/* ---- the run ---- */

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

/* What stays of the board's copper. */
static lw_routes *routes_before(const lw_run *run)
{
    return run->options->from_scratch ? lw_routes_rip_up(run->board) : lw_routes_new(run->board);
}

static lw_status prepare(lw_run *run, lw_error *err)
{
    const lw_route_options *options = run->options;
    run->before = routes_before(run);
    lw_grid_options grid = {.pitch = options->pitch, .memory_limit = options->memory_limit};
    lw_status status = lw_lattice_new(run->board, run->before, &grid, &run->lattice, err);
    if (status)
        return status;
    lw_field field = lw_lattice_field(run->lattice, LW_NO_NET, 1);
    status = lw_wave_space_new(&field, &run->space, err);
    if (!status)
        status = lw_lattice_keep(run->lattice, err);
    if (status)
        return status;
    run->items = lw_items_new(run->board, run->before);
    run->scratch = lw_arena_new();
    run->ends = lw_arena_new();
    index_items(run);
    return LW_OK;
}

static void clean_up(lw_run *run)
{
    lw_lattice_free(run->lattice);
    lw_wave_space_free(run->space);
    lw_items_free(&run->items);
    lw_routes_free(run->before);
    lw_arena_free(run->scratch);
    lw_arena_free(run->ends);
    free(run->net_first);
    free(run->net_items);
}

static void count_connections(lw_run *run)
{
    for (uint32_t i = 0; i < run->board->nets.count; i++)
        run->progress.total += lw_net_missing(run, (lw_net_id)i);
}

static int by_net(const void *a, const void *b)
{
    const lw_open_net *x = a, *y = b;
    return (x->net > y->net) - (x->net < y->net);
}

/* ---- rounds ---- */

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
    int64_t price = (int64_t)routes->vias.count * run->options->via_cost;
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        price += lw_line_length(routes->tracks.at[i].ends, 2);
    return price;
}

static lw_round route_nets(lw_run *run, const lw_turn *turns)
{
    lw_round round = {.arena = lw_arena_new()};
    uint32_t count = run->board->nets.count;
    run->routes = routes_before(run);
    for (uint32_t i = 0; i < count; i++) {
        if (turns[i].pads < 2)
            continue;
        lw_net_result result = lw_net_route(run, turns[i].net);
        if (result.open == 0)
            continue;
        round.connections += result.open;
        *lw_list_add(round.arena, &round.open) =
            (lw_open_net){turns[i].net, result.pad, result.reason};
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

static void report_round(lw_run *run, const lw_round *best)
{
    const lw_route_options *options = run->options;
    run->progress.open = best->connections;
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
    lw_nm full = run->options->via_cost;
    lw_nm cost = full >> run->round;
    return cost >= LEAST_VIA_COST ? cost : full < LEAST_VIA_COST ? full : LEAST_VIA_COST;
}

/* Nets that stayed open go before all that failed less often. */
static void reorder(lw_turn *turns, uint32_t count, const lw_round *round)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < round->open.count; k++)
            turns[i].failures += turns[i].net == round->open.at[k].net;
    qsort(turns, count, sizeof *turns, by_turn);
}

static lw_round best_of_rounds(lw_run *run)
{
    lw_turn *turns = turns_new(run->board, run->options->order);
    run->via_cost = run->options->via_cost;
    lw_nm best_cost = run->via_cost;
    lw_round best = route_nets(run, turns);
    for (uint32_t since = 0; worth_another(run, &best, since);) {
        run->round++;
        run->via_cost = run->round < PRICES ? via_cost_of_round(run) : best_cost;
        if (run->round == PRICES)
            reorder(turns, run->board->nets.count, &best);
        lw_lattice_rewind(run->lattice);
        lw_round next = route_nets(run, turns);
        if (run->round >= PRICES)
            reorder(turns, run->board->nets.count, &next);
        bool better = is_better(&next, &best);
        since = better || run->round < PRICES ? 0 : since + 1;
        if (better)
            best_cost = run->via_cost;
        round_free(better ? &best : &next);
        if (better)
            best = next;
        report_round(run, &best);
    }
    free(turns);
    return best;
}

static void route_sequentially(lw_run *run, lw_route_log *log)
{
    lw_round best = best_of_rounds(run);
    for (uint32_t i = 0; i < best.open.count; i++)
        *lw_list_add(log->arena, &log->open) = best.open.at[i];
    log->open_connections = best.connections;
    log->rounds = run->round + 1;
    lw_arena_free(best.arena);
    run->routes = best.routes;
}

static lw_status negotiate(lw_run *run, lw_route_log *log, lw_error *err)
{
    lw_turn *turns = turns_new(run->board, run->options->order);
    lw_net_id *nets = lw_alloc((size_t)run->board->nets.count + 1, sizeof *nets);
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->board->nets.count; i++)
        if (turns[i].pads > 1)
            nets[count++] = turns[i].net;
    run->routes = routes_before(run);
    lw_status status = lw_negotiate(run, nets, count, log, err);
    log->rounds = run->progress.round;
    free(turns);
    free(nets);
    return status;
}

static lw_route_log *log_new(void)
{
    lw_arena *arena = lw_arena_new();
    lw_route_log *log = LW_NEW(arena, lw_route_log);
    log->arena = arena;
    return log;
}

void lw_route_log_free(lw_route_log *log)
{
    if (log)
        lw_arena_free(log->arena);
}

static lw_status route_board(lw_run *run, lw_route_log *log, lw_error *err)
{
    lw_status status = prepare(run, err);
    if (status)
        return status;
    lw_field field = lw_lattice_field(run->lattice, LW_NO_NET, 1);
    log->pitch = lw_lattice_pitch(run->lattice);
    log->memory = lw_lattice_size(run->lattice) + lw_wave_space_size(&field);
    count_connections(run);
    if (run->options->strategy == LW_NEGOTIATED)
        status = negotiate(run, log, err);
    else
        route_sequentially(run, log);
    if (log->open.count > 0)
        qsort(log->open.at, log->open.count, sizeof *log->open.at, by_net);
    log->expanded = run->expanded;
    log->stopped = run->stopped;
    return status;
}

/* What one run over one lattice came to. */
typedef struct lw_outcome {
    lw_routes *routes;
    lw_route_log *log;
} lw_outcome;

static void outcome_free(lw_outcome *outcome)
{
    lw_routes_free(outcome->routes);
    lw_route_log_free(outcome->log);
}

static lw_status route_once(const lw_board *board, const lw_route_options *options, lw_outcome *out,
                            lw_error *err)
{
    lw_run run = {.board = board, .options = options};
    out->log = log_new();
    lw_status status = route_board(&run, out->log, err);
    out->routes = run.routes;
    clean_up(&run);
    if (status)
        outcome_free(out);
    return status;
}

/* Half the pitch may open passages that the first one missed. */
static void try_finer(const lw_board *board, const lw_route_options *options, lw_outcome *best)
{
    lw_route_options finer = *options;
    finer.pitch = best->log->pitch / 2;
    lw_outcome outcome;
    if (best->log->memory > options->memory_limit / 4 || route_once(board, &finer, &outcome, NULL))
        return;
    uint32_t rounds = best->log->rounds + outcome.log->rounds;
    if (outcome.log->open_connections < best->log->open_connections && !outcome.log->stopped) {
        lw_outcome swap = *best;
        *best = outcome;
        outcome = swap;
    }
    best->log->rounds = rounds;
    outcome_free(&outcome);
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
    lw_status status = route_once(board, options, &outcome, err);
    if (status)
        return status;
    if (options->strategy == LW_NEGOTIATED && options->pitch == 0 &&
        outcome.log->open_connections > 0 && !outcome.log->stopped)
        try_finer(board, options, &outcome);
    *routes = outcome.routes;
    if (log)
        *log = outcome.log;
    else
        lw_route_log_free(outcome.log);
    return LW_OK;
}
