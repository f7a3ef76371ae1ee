/*
 * One run: the lattice is laid, pads that no way leads out of are bridged, and the nets are joined
 * by one of the strategies.
 */
#include "route/outcome.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/bridge.h"
#include "route/negotiate.h"
#include "route/net.h"
#include "route/order.h"
#include "route/sequential.h"

uint32_t lw_run_missing(lw_run *run)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < run->board->nets.count; i++)
        if (lw_run_wants(run, (lw_net_id)i))
            missing += lw_net_missing(run, (lw_net_id)i);
    return missing;
}

static int by_net(const void *a, const void *b)
{
    const lw_open_net *x = a, *y = b;
    return (x->net > y->net) - (x->net < y->net);
}

static lw_status negotiate(lw_run *run, lw_route_log *log, lw_error *err)
{
    lw_turn *turns = lw_turns_new(run->board, run->options->order);
    lw_net_id *nets = lw_alloc((size_t)run->board->nets.count + 1, sizeof *nets);
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->board->nets.count; i++)
        if (turns[i].pads > 1 && lw_run_wants(run, turns[i].net))
            nets[count++] = turns[i].net;
    run->routes = lw_routes_copy(run->board, run->before);
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
    lw_status status = lw_run_open(run, err);
    if (status)
        return status;
    log->pitch = lw_lattice_pitch(run->lattice);
    log->memory = lw_lattice_memory(run->lattice);
    run->progress.pitch = log->pitch;
    run->progress.memory = log->memory;
    run->progress.total = lw_run_missing(run);
    run->progress.done = lw_run_bridge(run);
    status = run->options->strategy == LW_NEGOTIATED ? negotiate(run, log, err)
                                                     : lw_route_sequentially(run, log, err);
    if (log->open.count > 0)
        qsort(log->open.at, log->open.count, sizeof *log->open.at, by_net);
    log->expanded = run->expanded;
    log->stopped = run->stopped;
    return status;
}

void lw_outcome_free(lw_outcome *outcome)
{
    lw_routes_free(outcome->routes);
    lw_route_log_free(outcome->log);
}

void lw_outcome_merge(lw_outcome *best, lw_outcome *other, bool other_is_better)
{
    const lw_route_log *a = best->log, *b = other->log;
    uint32_t rounds = a->rounds + b->rounds;
    uint64_t expanded = a->expanded + b->expanded;
    size_t memory = a->memory > b->memory ? a->memory : b->memory;
    bool stopped = a->stopped || b->stopped;
    if (other_is_better) {
        lw_outcome swap = *best;
        *best = *other;
        *other = swap;
    }
    best->log->rounds = rounds;
    best->log->expanded = expanded;
    best->log->memory = memory;
    best->log->stopped = stopped;
    lw_outcome_free(other);
}

lw_status lw_route_once(lw_run run, lw_outcome *out, lw_error *err)
{
    out->log = log_new();
    lw_status status = route_board(&run, out->log, err);
    out->routes = run.routes;
    out->connections = run.progress.total;
    lw_run_close(&run);
    if (status)
        lw_outcome_free(out);
    return status;
}
