/*
 * Nodes of pins are closed in `cost` and opened for their nets only while these search, and paths
 * are not counted there: so several nets may end at one pin, and nobody else comes to it.
 */
#include "route/paths.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

enum {
    PRICE_MOST = 30000, /* unless the problem's own costs are higher */
    HISTORY_MOST = 4000,
    BLAME = LW_PATHS_SCALE,
    SEARCH_WORK = 64, /* nodes that a search is worth that expands none */
};

/* ---- the table ---- */

static int32_t stride_of(const lw_problem *problem)
{
    /* Powers of two make columns fall into few sets of the cache. */
    int32_t stride = problem->cols + 2;
    return stride % 64 == 0 ? stride + 1 : stride;
}

static int32_t plane_of(const lw_problem *problem)
{
    return stride_of(problem) * (problem->rows + 2);
}

static void copy_costs(lw_paths *paths)
{
    const lw_problem *problem = paths->problem;
    for (int32_t layer = 0; layer < problem->layers; layer++)
        for (int32_t y = 0; y < problem->rows; y++)
            memcpy(&paths->cost[layer * paths->field.plane + (y + 1) * paths->field.stride + 1],
                   &problem->cost[lw_problem_cell(problem, 0, y, layer)],
                   (size_t)problem->cols * sizeof *paths->cost);
}

static lw_stand stand_of(const lw_paths *paths, lw_pin pin)
{
    bool every = pin.layer == LW_EVERY_LAYER;
    return (lw_stand){.place = (pin.y + 1) * paths->field.stride + pin.x + 1,
                      .first = every ? 0 : pin.layer,
                      .last = every ? paths->field.layers - 1 : pin.layer};
}

static void close_pins(lw_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        for (int p = 0; p < 2; p++) {
            lw_stand *pin = &paths->runners[i].pin[p];
            *pin = stand_of(paths, paths->problem->nets.at[i].pin[p]);
            for (int32_t layer = pin->first; layer <= pin->last; layer++)
                paths->cost[pin->place + layer * paths->field.plane] = 0;
        }
}

/* The dearest and the cheapest cell; a blocked pin costs 1. */
static void find_extremes(lw_paths *paths)
{
    const lw_problem *problem = paths->problem;
    uint32_t least = LW_PROBLEM_COST_MAX, most = 1;
    for (size_t i = lw_problem_cell(problem, 0, 0, problem->layers); i-- > 0;) {
        uint32_t cost = problem->cost[i] ? problem->cost[i] : 1;
        least = cost < least ? cost : least;
        most = cost > most ? cost : most;
    }
    paths->field.least = least * LW_PATHS_SCALE;
    paths->field.most = most * LW_PATHS_SCALE > PRICE_MOST ? most * LW_PATHS_SCALE : PRICE_MOST;
}

size_t lw_paths_size(const lw_paths *paths)
{
    /* Costs, history; prices, presence, and the owners that improving wants. */
    return paths->nodes * (sizeof *paths->cost + sizeof *paths->history + sizeof *paths->price +
                           sizeof *paths->presence + sizeof(uint32_t)) +
           lw_directed_size(&paths->field);
}

lw_status lw_paths_open(lw_paths *paths, lw_error *err)
{
    const lw_problem *problem = paths->problem;
    paths->field = (lw_priced){.stride = stride_of(problem),
                               .plane = plane_of(problem),
                               .layers = problem->layers,
                               .bend = problem->bend * LW_PATHS_SCALE,
                               .via = problem->via * LW_PATHS_SCALE};
    paths->nodes = (size_t)paths->field.plane * (size_t)problem->layers;
    find_extremes(paths);
    if (lw_paths_size(paths) > paths->options->memory_limit)
        return lw_fail(err, LW_ERR_MEMORY, problem->path, 0, 0,
                       "the search would take %zu MB, more than the %zu MB allowed",
                       (lw_paths_size(paths) >> 20) + 1, paths->options->memory_limit >> 20);
    paths->cost = lw_try_alloc(paths->nodes, sizeof *paths->cost);
    paths->price = lw_try_alloc(paths->nodes, sizeof *paths->price);
    paths->presence = lw_try_alloc(paths->nodes, sizeof *paths->presence);
    paths->history = lw_try_alloc(paths->nodes, sizeof *paths->history);
    paths->space = lw_directed_new(&paths->field);
    if (!paths->cost || !paths->price || !paths->presence || !paths->history || !paths->space)
        return lw_fail(err, LW_ERR_MEMORY, problem->path, 0, 0, "no memory for the search");
    paths->field.price = paths->price;
    paths->count = problem->nets.count;
    paths->runners = lw_alloc(paths->count, sizeof *paths->runners);
    paths->random = paths->options->seed;
    copy_costs(paths);
    close_pins(paths);
    return LW_OK;
}

void lw_paths_close(lw_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        free(paths->runners[i].trace.nodes);
    free(paths->runners);
    free(paths->cost);
    free(paths->price);
    free(paths->presence);
    free(paths->history);
    lw_directed_free(paths->space);
}

bool lw_paths_stop_asked(lw_paths *paths)
{
    const lw_problem_options *options = paths->options;
    if (!paths->stopped && options->stop && options->stop(options->context))
        paths->stopped = true;
    return paths->stopped;
}

bool lw_paths_are_spent(lw_paths *paths)
{
    return paths->expanded > paths->options->work || lw_paths_stop_asked(paths);
}

uint32_t lw_paths_random(lw_paths *paths, uint32_t limit)
{
    paths->random = paths->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((paths->random >> 33) % limit);
}

void lw_paths_tell(lw_paths *paths, uint32_t contested)
{
    lw_problem_progress progress = {
        .round = ++paths->rounds, .nets = paths->count, .contested = contested};
    lw_paths_measure(paths, &progress.open, &progress.cost);
    if (paths->options->progress)
        paths->options->progress(paths->options->context, &progress);
}

/* ---- prices ---- */

static void price_node(lw_paths *paths, int32_t node)
{
    uint32_t present = paths->presence[node];
    if (paths->cost[node] == 0 || (paths->hard && present > 0)) {
        paths->price[node] = 0;
        return;
    }
    uint64_t price = (uint64_t)paths->cost[node] * LW_PATHS_SCALE + paths->history[node];
    price = price * (LW_PATHS_TOLL_ONE + (uint64_t)paths->toll * present) / LW_PATHS_TOLL_ONE;
    paths->price[node] = price > paths->field.most ? paths->field.most : (uint32_t)price;
}

void lw_paths_set_new_prices(lw_paths *paths, uint32_t toll, bool hard)
{
    paths->toll = toll;
    paths->hard = hard;
}

void lw_paths_set_prices(lw_paths *paths, uint32_t toll, bool hard)
{
    lw_paths_set_new_prices(paths, toll, hard);
    for (size_t i = 0; i < paths->nodes; i++)
        price_node(paths, (int32_t)i);
}

static uint32_t pin_cost(const lw_paths *paths, int32_t node)
{
    const lw_problem *problem = paths->problem;
    int32_t layer = node / paths->field.plane, place = node % paths->field.plane;
    uint32_t cost = problem->cost[lw_problem_cell(problem, place % paths->field.stride - 1,
                                                  place / paths->field.stride - 1, layer)];
    return cost ? cost : 1;
}

static void open_pin(lw_paths *paths, const lw_stand *pin, bool open)
{
    for (int32_t layer = pin->first; layer <= pin->last; layer++) {
        int32_t node = pin->place + layer * paths->field.plane;
        paths->price[node] = open ? pin_cost(paths, node) * LW_PATHS_SCALE : 0;
    }
}

/* ---- paths ---- */

static uint64_t cost_of(const lw_paths *paths, const int32_t *nodes, uint32_t count)
{
    uint64_t cost = 0;
    int32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = paths->cost[nodes[i]];
        cost += own ? own : pin_cost(paths, nodes[i]);
        if (i == 0)
            continue;
        int32_t step = nodes[i] - nodes[i - 1];
        bool via = abs(step) >= paths->field.plane;
        cost += via ? paths->problem->via : last && step != last ? paths->problem->bend : 0;
        last = via ? 0 : step;
    }
    return cost;
}

lw_trace lw_paths_lift(lw_paths *paths, lw_runner *runner)
{
    lw_trace trace = runner->trace;
    for (uint32_t i = 0; i < runner->trace.count; i++) {
        int32_t node = runner->trace.nodes[i];
        if (lw_paths_is_pin(paths, node))
            continue;
        paths->presence[node]--;
        price_node(paths, node);
    }
    runner->trace = (lw_trace){0};
    runner->cost = 0;
    return trace;
}

void lw_paths_take(lw_paths *paths, lw_runner *runner)
{
    free(lw_paths_lift(paths, runner).nodes);
}

void lw_paths_put(lw_paths *paths, lw_runner *runner, const int32_t *nodes, uint32_t count)
{
    if (count == 0)
        return;
    runner->trace.nodes = lw_alloc(count, sizeof *nodes);
    runner->trace.count = count;
    memcpy(runner->trace.nodes, nodes, count * sizeof *nodes);
    runner->cost = cost_of(paths, nodes, count);
    for (uint32_t i = 0; i < count; i++) {
        if (lw_paths_is_pin(paths, nodes[i]))
            continue;
        paths->presence[nodes[i]]++;
        price_node(paths, nodes[i]);
    }
}

lw_trail lw_paths_seek(lw_paths *paths, const lw_runner *runner, uint32_t most)
{
    lw_errand errand = {.from = runner->pin[0],
                        .to = runner->pin[1],
                        .most = most,
                        .stop = paths->options->stop,
                        .context = paths->options->context};
    for (int p = 0; p < 2; p++)
        open_pin(paths, &runner->pin[p], true);
    lw_trail trail = lw_directed_find(paths->space, &paths->field, &errand);
    for (int p = 0; p < 2; p++)
        open_pin(paths, &runner->pin[p], false);
    paths->expanded += trail.expanded + SEARCH_WORK;
    paths->stopped |= trail.stopped;
    return trail;
}

void lw_paths_reroute(lw_paths *paths, lw_runner *runner)
{
    lw_trace old = lw_paths_lift(paths, runner);
    lw_trail trail = lw_paths_seek(paths, runner, UINT32_MAX);
    if (trail.stopped)
        lw_paths_put(paths, runner, old.nodes, old.count);
    else
        lw_paths_put(paths, runner, trail.nodes, trail.count);
    free(old.nodes);
}

bool lw_paths_contested(const lw_paths *paths, const lw_runner *runner)
{
    for (uint32_t i = 0; i < runner->trace.count; i++)
        if (paths->presence[runner->trace.nodes[i]] > 1)
            return true;
    return false;
}

void lw_paths_blame(lw_paths *paths, const lw_runner *runner)
{
    for (uint32_t i = 0; i < runner->trace.count; i++) {
        int32_t node = runner->trace.nodes[i];
        if (paths->presence[node] > 1 && paths->history[node] < HISTORY_MOST) {
            paths->history[node] += BLAME;
            price_node(paths, node);
        }
    }
}

void lw_paths_forgive(lw_paths *paths, const lw_runner *runner)
{
    for (uint32_t i = 0; i < runner->trace.count; i++) {
        int32_t node = runner->trace.nodes[i];
        if (paths->history[node] > 0) {
            paths->history[node] = 0;
            price_node(paths, node);
        }
    }
}

void lw_paths_alone(lw_paths *paths)
{
    lw_paths_set_prices(paths, 0, false);
    for (uint32_t i = 0; i < paths->count && !lw_paths_stop_asked(paths); i++) {
        lw_runner *runner = &paths->runners[i];
        lw_trail trail = lw_paths_seek(paths, runner, UINT32_MAX);
        if (trail.stopped)
            break;
        lw_paths_put(paths, runner, trail.nodes, trail.count);
        runner->alone = trail.cost / LW_PATHS_SCALE;
        runner->stuck = trail.count == 0;
        runner->tried = true;
    }
}

/* ---- states ---- */

void lw_paths_measure(const lw_paths *paths, uint32_t *open, uint64_t *cost)
{
    *open = 0;
    *cost = 0;
    for (uint32_t i = 0; i < paths->count; i++) {
        *open += paths->runners[i].trace.count == 0;
        *cost += paths->runners[i].cost;
    }
}

void lw_paths_state_free(const lw_paths *paths, lw_paths_state *state)
{
    for (uint32_t i = 0; state->traces && i < paths->count; i++)
        free(state->traces[i].nodes);
    free(state->traces);
    *state = (lw_paths_state){0};
}

void lw_paths_save(const lw_paths *paths, lw_paths_state *state)
{
    lw_paths_state_free(paths, state);
    lw_paths_measure(paths, &state->open, &state->cost);
    state->traces = lw_alloc(paths->count, sizeof *state->traces);
    for (uint32_t i = 0; i < paths->count; i++) {
        const lw_trace *trace = &paths->runners[i].trace;
        lw_trace *copy = &state->traces[i];
        copy->count = trace->count;
        copy->nodes = lw_alloc(trace->count, sizeof *copy->nodes);
        if (trace->count > 0)
            memcpy(copy->nodes, trace->nodes, trace->count * sizeof *copy->nodes);
    }
}

void lw_paths_restore(lw_paths *paths, const lw_paths_state *state)
{
    for (uint32_t i = 0; i < paths->count; i++)
        lw_paths_take(paths, &paths->runners[i]);
    for (uint32_t i = 0; i < paths->count; i++)
        lw_paths_put(paths, &paths->runners[i], state->traces[i].nodes, state->traces[i].count);
}
