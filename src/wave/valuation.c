/*
 * One valuation, many targets. The weighted wave (Dijkstra 1959) needs no target: left to itself it
 * values every cell that can be reached. What it leaves is kept, and each target costs only its
 * way back. Backward, the wave leaves the one target of many starts, along the steps that lead
 * into a cell; so it is right too where a step does not cost the same both ways.
 *
 * Always: the value of a cell is the cost of a cheapest path, and the path back from any cell
 * leads through cells whose values are final as well.
 */
#include "leeway/valuation.h"

#include <stdlib.h>
#include "base/fail.h"
#include "base/heap.h"
#include "wave/weighted.h"

struct lw_valuation {
    const lw_map *map;
    lw_query query;
    lw_weighted wave; /* its arrays are NULL where its start is blocked */
    lw_trial_counts counts;
    bool complete;
};

/* The arrays of the wave stay with the valuation. */
static lw_outcome value_all(lw_valuation *valuation, const lw_query *query)
{
    lw_weighted *wave = &valuation->wave;
    lw_trial trial = {.outcome = LW_FOUND};
    lw_attempt attempt = {.map = valuation->map,
                          .query = query,
                          .trial = &trial,
                          .from = wave->start,
                          .to = wave->start};
    lw_weighted_wave(&attempt, wave, LW_EVERYWHERE);
    if (trial.outcome != LW_TOO_LARGE) {
        lw_attempt_keep(&attempt, wave->value);
        lw_attempt_keep(&attempt, wave->state);
    }
    lw_attempt_end(&attempt);
    valuation->counts = trial.counts;
    return trial.outcome;
}

lw_status lw_valuation_new(const lw_map *map, const lw_query *query, lw_valuation **out,
                           lw_error *err)
{
    *out = NULL;
    lw_query one = *query; /* the other end may be anything */
    one.from = one.to = query->backward ? query->to : query->from;
    lw_status status = lw_attempt_may(map, &one, err);
    if (status)
        return status;
    lw_valuation *valuation = lw_alloc(1, sizeof *valuation);
    *valuation = (lw_valuation){
        .map = map, .query = one, .wave = {.start = one.from, .backward = query->backward}};
    lw_outcome outcome = map->cost[one.from] ? value_all(valuation, query) : LW_FOUND;
    if (outcome == LW_TOO_LARGE) {
        free(valuation);
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "a valuation of this map takes more memory");
    }
    valuation->complete = outcome == LW_FOUND;
    *out = valuation;
    return LW_OK;
}

void lw_valuation_free(lw_valuation *valuation)
{
    if (!valuation)
        return;
    free(valuation->wave.value);
    free(valuation->wave.state);
    free(valuation);
}

static bool is_valued(const lw_valuation *valuation, int32_t cell)
{
    return valuation->wave.state && cell >= 0 && cell < lw_map_size(valuation->map) &&
           valuation->wave.state[cell] == LW_DONE;
}

bool lw_valuation_complete(const lw_valuation *valuation)
{
    return valuation->complete;
}

uint64_t lw_valuation_cost(const lw_valuation *valuation, int32_t cell)
{
    const lw_map *map = valuation->map;
    if (!is_valued(valuation, cell))
        return LW_NO_WAY;
    int32_t first = valuation->wave.backward ? cell : valuation->wave.start;
    return valuation->wave.value[cell] + (map->rules.start_counts ? map->cost[first] : 0);
}

lw_trial lw_valuation_path(const lw_valuation *valuation, int32_t cell)
{
    lw_trial trial = {.outcome = LW_UNREACHABLE};
    lw_attempt attempt = {.map = valuation->map, .query = &valuation->query, .trial = &trial};
    if (!is_valued(valuation, cell))
        return trial;
    lw_weighted_backtrace(&attempt, &valuation->wave, cell);
    trial.path = lw_map_judge(valuation->map, trial.cells, trial.count);
    trial.optimal = lw_map_demands(valuation->map) != LW_DEMAND_BENDS;
    return trial;
}

lw_trial_counts lw_valuation_counts(const lw_valuation *valuation)
{
    return valuation->counts;
}

/* As a member of the family: of all targets, one is asked. */
void lw_valuation_run(lw_attempt *attempt)
{
    lw_weighted wave;
    int32_t goal;
    lw_weighted_ends(attempt, &wave, &goal);
    if (lw_weighted_wave(attempt, &wave, LW_EVERYWHERE) && wave.state[goal] == LW_DONE)
        lw_weighted_backtrace(attempt, &wave, goal);
}
