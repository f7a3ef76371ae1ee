/*
 * What the algorithms of the family share: the moves of a field, and a front, which is one wave
 * with its labels and the queue of nodes that wait.
 *
 * A label counts only when it bears the front's stamp; a new search takes a new stamp, so nothing
 * has to be cleared. A node's cost is final when the wave has come to it: all costs up to
 * `front->cost` are. Steps cost at least 1, so everything that waits at one cost is final at once.
 */
#ifndef LW_WAVE_SPACE_H
#define LW_WAVE_SPACE_H

#include "leeway/wave.h"
#include "wave/ring.h"

/* How a node was reached: by step 0 .. 7, from layer f - LW_FROM_LAYER of the same place, or not
 * at all because the wave starts here. */
enum {
    LW_FROM_LAYER = LW_STEPS,
    LW_FROM_START = 63,
    LW_FROM_MASK = 63,
    LW_IS_GOAL = 64,
};

/* A label before the wave has come near. */
#define LW_COST_NONE UINT32_MAX
/* A way that costs more is not found; so two costs and a step always add up in 32 bits. */
#define LW_COST_MAX ((uint32_t)INT32_MAX - UINT16_MAX)

typedef struct lw_label {
    uint32_t cost;
    uint16_t stamp;
    uint8_t from;
    uint8_t bends; /* of the way so far, up to 255; decides between ways of one cost */
} lw_label;

typedef struct lw_front {
    lw_label *labels;
    lw_ring queue;
    uint16_t stamp;
    uint32_t cost;    /* where the wave is */
    uint32_t settled; /* cost of the node that became final last */
    uint32_t waiting; /* nodes labelled and not yet final */
    int32_t goal;     /* the first goal that became final; -1 */
    int wave;         /* 0 or 1, for the observer */
} lw_front;

/* The steps that a layer allows. */
typedef struct lw_moves {
    int32_t count;
    struct {
        int32_t offset;
        uint16_t cost;
        uint8_t direction;
    } step[LW_STEPS];
} lw_moves;

struct lw_wave_space {
    int32_t nodes, plane, layers;
    lw_front front[2];
    int32_t *path;
    uint32_t path_room;
};

/* One search: what its fronts have in common. */
typedef struct lw_search {
    const lw_field *field;
    const lw_wave_query *query;
    lw_wave_space *space;
    lw_moves moves[32];
    int32_t offset[LW_STEPS];
    lw_wave_counts counts;
    bool gave_up; /* by the query's limit */
} lw_search;

void lw_search_start(lw_search *search, const lw_field *field, lw_wave_space *space,
                     const lw_wave_query *query);

/* A fresh wave that waits at the starts. */
void lw_front_start(lw_search *search, lw_front *front, const int32_t *starts, uint32_t count);
/* Marks the nodes whose reaching ends the wave. */
void lw_front_aim(lw_search *search, lw_front *front, const int32_t *goals, uint32_t count);
/* Moves on to the least cost that waits; false when the wave has died out. */
bool lw_front_next(lw_front *front);
/* Forgets what waits. */
void lw_front_end(lw_front *front);

/* Takes the node off the queue; false when it stands there with a cost that was beaten since. */
bool lw_front_settle(lw_search *search, lw_front *front, int32_t node);
/* Labels the neighbours of a node that is final. False when the query's limit is reached. */
bool lw_front_expand(lw_search *search, lw_front *front, int32_t node);

/* The label of a node that the front has reached, or NULL. */
static inline lw_label *lw_front_label(const lw_front *front, int32_t node)
{
    lw_label *label = &front->labels[node];
    return label->stamp == front->stamp && label->cost != LW_COST_NONE ? label : NULL;
}

/* The path from a start of `from` through `node` and, when `to` is not NULL, on to a start of
 * `to`. */
lw_wave_path lw_search_path(lw_search *search, const lw_front *from, const lw_front *to,
                            int32_t node);
lw_wave_path lw_search_no_path(const lw_search *search);

/* The algorithms. */
lw_wave_path lw_wave_single(lw_search *search);
lw_wave_path lw_wave_double(lw_search *search);

#endif
