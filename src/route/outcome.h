/* One run over one lattice, and what it came to. */
#ifndef LW_ROUTE_OUTCOME_H
#define LW_ROUTE_OUTCOME_H

#include "route/run.h"

typedef struct lw_outcome {
    lw_routes *routes;
    lw_route_log *log;
    uint32_t connections; /* that were to be made */
} lw_outcome;

/* Connections that the nets of the run lack as it begins. */
uint32_t lw_run_missing(lw_run *run);

/* A run that has its board and options, and what else it begins with. */
lw_status lw_route_once(lw_run run, lw_outcome *out, lw_error *err) LW_MUST_CHECK;
/* `best` is from now on what it was or, when that is better, the other one, for what both took. The
 * other one is freed. */
void lw_outcome_merge(lw_outcome *best, lw_outcome *other, bool other_is_better);
void lw_outcome_free(lw_outcome *outcome);

#endif
