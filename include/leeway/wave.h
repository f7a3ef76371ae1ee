/*
 * Waves: searches over a plain field of nodes. Nothing here knows what a board is.
 *
 * Sources: C. Y. Lee, "An Algorithm for Path Connections and Its Applications", IRE Trans. EC-10
 * (1961); R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM 12
 * (1969), for the circular buckets that carry the wave when steps differ in cost; I. Pohl,
 * "Bi-directional Search", Machine Intelligence 6 (1971), for two waves and when they may stop.
 */
#ifndef LEEWAY_WAVE_H
#define LEEWAY_WAVE_H

#include "leeway/base.h"

/** The eight steps in a layer, counter-clockwise from +x; step d ^ 4 leads back. */
enum { LW_E, LW_NE, LW_N, LW_NW, LW_W, LW_SW, LW_S, LW_SE, LW_STEPS };

enum {
    LW_CELL_FREE = 0,         /**< owner of a node that any net may use */
    LW_CELL_BLOCKED = 0xFFFF, /**< of one that none may */
};

/**
 * Nodes are stored layer by layer, row by row: node = layer * plane + row * stride + column. A rim
 * of blocked nodes, one wide, surrounds every layer and counts in cols and rows, so that each
 * neighbour of a usable node exists and waves test no bounds.
 *
 * A node may be entered when its owner is LW_CELL_FREE or `net`. Layers may be changed, to any
 * other layer, at a place (node of layer 0) whose via owner is LW_CELL_FREE or `net`, when both
 * nodes may be entered.
 */
typedef struct lw_field {
    int32_t cols, rows, layers;
    int32_t stride;            /**< >= cols */
    int32_t plane;             /**< >= rows * stride */
    const uint16_t *owner;     /**< layers * plane */
    const uint16_t *via_owner; /**< plane; NULL: layers never change */
    const uint8_t
        *closed;       /**< bit d: step d from this node is closed, kept at both ends; NULL: none */
    uint16_t net;      /**< whose wave this is: 1 .. 0xFFFE */
    uint16_t via_cost; /**< > 0 */
    uint16_t step_cost[32][LW_STEPS]; /**< a layer and direction; 0: never taken that way; d and d ^
                                         4 alike */
} lw_field;

/** Machine-independent counts. */
typedef struct lw_wave_counts {
    uint64_t labelled; /**< nodes that got a value, once in each wave */
    uint64_t expanded; /**< nodes whose neighbours were looked at */
    uint64_t frontier; /**< largest number of nodes waiting */
    uint64_t steps;    /**< times that the cost of the wave, or of one of the two, rose */
} lw_wave_counts;

/** A shortest path from a source to a target, both included; layer changes are two nodes of one
 * place. */
typedef struct lw_wave_path {
    const int32_t *nodes; /**< the space's, until its next search */
    uint32_t count;       /**< 0: no target can be reached */
    uint32_t cost;
    lw_wave_counts counts;
} lw_wave_path;

/** Called when a node gets its final value; `wave` is 0, or 1 for the wave from the targets. */
typedef void lw_wave_observer(void *context, int wave, int32_t node, uint32_t cost);

typedef struct lw_wave_query {
    const int32_t *sources; /**< nodes; those that may not be entered are passed over */
    uint32_t source_count;
    const int32_t *targets;
    uint32_t target_count;
    uint64_t limit;             /**< gives up after so many expanded nodes; 0: never */
    lw_wave_observer *observer; /**< may be NULL */
    void *context;
    bool (*stop)(void *stop_context); /**< polled now and then; true gives up; may be NULL */
    void *stop_context;
} lw_wave_query;

typedef enum lw_wave {
    LW_WAVE_SINGLE, /**< from the sources until a target is final */
    LW_WAVE_DOUBLE, /**< from both ends until no shorter way can be left */
    LW_WAVE_COUNT
} lw_wave;

/** Working memory of searches over fields of one size; a search leaves no marks for the next. */
typedef struct lw_wave_space lw_wave_space;

LW_API lw_status lw_wave_space_new(const lw_field *field, lw_wave_space **out,
                                   lw_error *err) LW_MUST_CHECK;
LW_API void lw_wave_space_free(lw_wave_space *space);
/** Bytes that lw_wave_space_new() would take. */
LW_API size_t lw_wave_space_size(const lw_field *field);

/**
 * Finds a cheapest path. Both kinds find one of the same cost; paths that cost 2^31 - 2^16 or more
 * are not found. Ties go the same way on every machine, and to the straighter path (the double wave
 * may have a bend more, where it met).
 */
LW_API lw_wave_path lw_wave_find(lw_wave wave, const lw_field *field, lw_wave_space *space,
                                 const lw_wave_query *query);

/** "single", "double" */
LW_API const char *lw_wave_name(lw_wave wave);

#endif
