/*
 * The wave family: the algorithms that find a path between two cells of a map, as their authors
 * gave them. Each is one file in src/wave that can be read in class. All run on the same map, tell
 * the same observer what they do, and are counted alike, in numbers that are the same on every
 * machine.
 *
 *     lw_trial trial;
 *     status = lw_algorithm_try(lw_algorithm_named("lee"), map, &query, &trial, &err);
 *     if (!status && trial.outcome == LW_FOUND) printf("%u cells\n", trial.count);
 *     lw_trial_free(&trial);
 */
#ifndef LEEWAY_FAMILY_H
#define LEEWAY_FAMILY_H

#include "leeway/map.h"

/** What an algorithm promises when it finds a path. */
typedef enum lw_promise {
    LW_PROMISE_NONE,  /**< a path */
    LW_PROMISE_STEPS, /**< one of the fewest steps: optimal where the map demands no more */
    LW_PROMISE_COSTS, /**< a cheapest one, unless bends cost */
    LW_PROMISE_BENDS, /**< a cheapest one, bends included */
} lw_promise;

typedef struct lw_algorithm {
    const char *name;   /**< "lee": what the command calls it */
    const char *title;  /**< "Lee's wave": on drawings */
    const char *source; /**< "Lee 1961" */
    const char *gist;   /**< one line: what it does */
    lw_promise promise;
    bool finds; /**< says "unreachable" only where there is no way */
} lw_algorithm;

LW_API size_t lw_algorithm_count(void);
/** In the order in which they are taught. */
LW_API const lw_algorithm *lw_algorithm_at(size_t index);
LW_API const lw_algorithm *lw_algorithm_named(const char *name); /**< NULL: there is none */

/** What an algorithm does to a cell. */
typedef enum lw_deed {
    LW_DEED_LABEL,  /**< gave it a value, the first or a better one: it waits in the frontier */
    LW_DEED_DONE,   /**< looked at its neighbours: its value is final, as far as it knows */
    LW_DEED_STEP,   /**< a new step of the wave begins; `value` is its number or cost */
    LW_DEED_FORGET, /**< starts anew (iterative deepening): all cells are as they were */
    LW_DEED_PATH,   /**< is on the path; called from its start to its end */
} lw_deed;

typedef struct lw_deed_told {
    lw_deed deed;
    uint8_t wave; /**< 0, or 1 for the wave from the target */
    int32_t cell;
    uint64_t value; /**< as the algorithm writes it into the cell */
} lw_deed_told;

typedef struct lw_query {
    int32_t from, to; /**< cells; must be in the map, may be blocked */
    bool backward;    /**< the wave leaves the target, where the algorithm can do either */
    uint64_t limit;   /**< gives up after so many cells were looked at; 0: never */
    uint64_t steps;   /**< and after so many steps of the wave; 0: never */
    uint64_t deeds;   /**< and after so many were told, but for those of one look; 0: never */
    size_t memory;    /**< bytes it may take; 0: any */
    void (*observe)(void *context, const lw_deed_told *told); /**< may be NULL */
    bool (*stop)(void *context); /**< polled now and then; true gives up; may be NULL */
    void *context;
} lw_query;

typedef enum lw_outcome {
    LW_FOUND,
    LW_UNREACHABLE, /**< the wave has died: there is no way */
    LW_FAILED,      /**< found none, though there may be one */
    LW_GAVE_UP,     /**< at a limit of the query */
    LW_TOO_LARGE,   /**< needs more memory than it may take */
    LW_UNFIT,       /**< does not run on a map like this one */
    LW_OUTCOME_COUNT
} lw_outcome;

/** "found", "unreachable", ... */
LW_API const char *lw_outcome_name(lw_outcome outcome);

typedef struct lw_trial_counts {
    uint64_t labelled; /**< cells that got a value, however often */
    uint64_t expanded; /**< times that a cell's neighbours were looked at */
    uint64_t frontier; /**< most cells that waited at once */
    uint64_t steps;    /**< steps of the wave */
    uint32_t bits;     /**< of state per cell that the algorithm keeps */
} lw_trial_counts;

typedef struct lw_trial {
    lw_outcome outcome;
    int32_t *cells; /**< from `from` to `to`, both included; NULL unless found */
    uint32_t count;
    lw_map_path path; /**< by the map, whatever the algorithm takes a step to cost */
    bool optimal;     /**< the algorithm guarantees that no path on this map is cheaper */
    lw_trial_counts counts;
    size_t memory; /**< bytes of its arrays */
} lw_trial;

/**
 * Runs an algorithm from a cell to a cell. No way, or no memory within the query's, is an outcome,
 * not an error; LW_ERR_OPTION when a cell is outside of the map or its rules are out of range.
 */
LW_API lw_status lw_algorithm_try(const lw_algorithm *algorithm, const lw_map *map,
                                  const lw_query *query, lw_trial *trial,
                                  lw_error *err) LW_MUST_CHECK;
LW_API void lw_trial_free(lw_trial *trial);

#endif
