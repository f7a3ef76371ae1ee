/*
 * All algorithms of the wave family on one map, between the same two cells; or those that run on
 * graphs, on one graph.
 */
#ifndef LEEWAY_COMPARE_H
#define LEEWAY_COMPARE_H

#include "leeway/figure.h"
#include "leeway/graph.h"
#include "leeway/lesson.h"

typedef struct lw_compare_options {
    const lw_algorithm *const *algorithms; /**< NULL: all, that run on graphs */
    size_t count;                          /**< of these */
    uint64_t limit; /**< cells that each may look at; 0: ten times as many as the map has, at
                         least a million */
    size_t memory;  /**< bytes that each may take; 0: any */
    /** Of maps: cells that are targets as well, from the same start. Costs and counts are then sums
     * over all targets, and `cells` of a trial lead to the first. An algorithm makes a wave for
     * each, but "valuation" makes one. */
    const int32_t *also;
    size_t also_count;
    lw_figure *figure;           /**< gets a panel each; NULL: none is wanted */
    bool (*stop)(void *context); /**< as in lw_query */
    void *context;
} lw_compare_options;

/** How good a path is. */
typedef enum lw_merit {
    LW_MERIT_NONE,    /**< there is no path */
    LW_MERIT_OPTIMAL, /**< the algorithm guarantees that none is cheaper */
    LW_MERIT_EQUAL,   /**< as cheap as an optimal one, or as the best that was found here */
    LW_MERIT_DEARER
} lw_merit;

typedef struct lw_contender {
    const lw_algorithm *algorithm;
    lw_trial trial;
    lw_merit merit;
    uint64_t excess; /**< of a dearer path: by so much, in 1 / unit */
} lw_contender;

typedef struct lw_comparison {
    lw_contender *contenders;
    size_t count;
    uint64_t limit; /**< that was kept to */
    uint32_t found; /**< how many have a path */
    bool proved;    /**< there is an optimal one among them */
    uint64_t best;  /**< cost of the cheapest path, when there is any */
} lw_comparison;

/** Runs them one after the other. */
LW_API lw_status lw_compare(const lw_lesson *lesson, const lw_compare_options *options,
                            lw_comparison **out, lw_error *err) LW_MUST_CHECK;
/** The same of a graph, between two vertices; there is no figure of it. */
LW_API lw_status lw_compare_graph(const lw_graph *graph, int32_t from, int32_t to,
                                  const lw_compare_options *options, lw_comparison **out,
                                  lw_error *err) LW_MUST_CHECK;
LW_API void lw_comparison_free(lw_comparison *comparison);

#endif
