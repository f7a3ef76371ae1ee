/*
 * A valuation: what it costs from one cell of a map to every cell, or from every cell to one. The
 * weighted wave runs once; then any number of targets is answered from what it left.
 *
 *     lw_query query = {.from = depot};
 *     status = lw_valuation_new(map, &query, &valuation, &err);
 *     uint64_t cost = lw_valuation_cost(valuation, house);
 *     status = lw_valuation_path(valuation, house, &trial, &err);
 */
#ifndef LEEWAY_VALUATION_H
#define LEEWAY_VALUATION_H

#include "leeway/family.h"

#define LW_NO_WAY UINT64_MAX

typedef struct lw_valuation lw_valuation;

/**
 * Values every cell that can be reached from `from`; or, when the query says backward, every cell
 * from which `to` can be reached, which differs where a step does not cost the same both ways. The
 * query's other end is not asked for. Bends do not count.
 *
 * @param map  must stay as it is while the valuation is used
 * @param out  set to the valuation, or NULL on failure; free with lw_valuation_free()
 *
 * LW_ERR_MEMORY when it takes more than there is, or than the query gives; LW_ERR_OPTION as of
 * lw_algorithm_try(). A limit of the query leaves the farther cells without a value.
 */
LW_API lw_status lw_valuation_new(const lw_map *map, const lw_query *query, lw_valuation **out,
                                  lw_error *err) LW_MUST_CHECK;
LW_API void lw_valuation_free(lw_valuation *valuation);

/** Whether no limit of the query ended the wave. */
LW_API bool lw_valuation_complete(const lw_valuation *valuation);
/** Cost of a cheapest path between the valuation's end and a cell, in 1 / unit, as lw_map_judge()
 * tells it but for bends; LW_NO_WAY: there is none, or it
 * is not known. */
LW_API uint64_t lw_valuation_cost(const lw_valuation *valuation, int32_t cell);
/** The path, as a trial that is LW_FOUND or LW_UNREACHABLE; free it with lw_trial_free(). */
LW_API lw_trial lw_valuation_path(const lw_valuation *valuation, int32_t cell);
/** What the one wave took. */
LW_API lw_trial_counts lw_valuation_counts(const lw_valuation *valuation);

#endif
