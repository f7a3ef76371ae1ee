/*
 * What the algorithms of the family share: an attempt, which counts, tells the observer and owns
 * the arrays. An algorithm is one function that takes an attempt; it sets the outcome, and the path
 * when it found one. All that it knows it keeps in arrays of its attempt, so that none leaves marks
 * for the next.
 */
#ifndef LW_WAVE_ATTEMPT_H
#define LW_WAVE_ATTEMPT_H

#include "leeway/family.h"

enum { LW_ATTEMPT_ARRAYS = 12 };

typedef struct lw_attempt {
    const lw_map *map;
    const lw_query *query;
    lw_trial *trial;
    int32_t from, to; /* both are free */
    uint64_t waiting;
    uint64_t told;
    void *arrays[LW_ATTEMPT_ARRAYS];
    int array_count;
    size_t held;   /* bytes of them; the trial tells the most that there were */
    uint32_t room; /* of the path */
    uint8_t *seen; /* a bit a cell: it has had a value; counting is not part of the algorithm, so
                      it is not among what that takes */
    size_t seen_bytes;
    bool broken; /* something that waited is lost: there was no memory for it */
} lw_attempt;

typedef void lw_attempt_function(lw_attempt *attempt);

/* Whether algorithms may run: cells are in the map, and its rules in range. */
lw_status lw_attempt_may(const lw_map *map, const lw_query *query, lw_error *err) LW_MUST_CHECK;
/* Gives its arrays back. */
void lw_attempt_end(lw_attempt *attempt);

/* An array of zeroes, given back when the attempt ends. NULL when there is no memory; the outcome
 * is set then, and the algorithm just returns. */
void *lw_attempt_array(lw_attempt *attempt, size_t count, size_t size);
/* Makes one of `count` wider, what is new not zeroed. NULL as above, and the old one stays. */
void *lw_attempt_widen(lw_attempt *attempt, void *array, size_t count, size_t more, size_t size);
/* One of `size` bytes a cell, the rim included. */
void *lw_attempt_cells(lw_attempt *attempt, size_t size);

/* The array is the caller's to free from now on. */
void lw_attempt_keep(lw_attempt *attempt, const void *array);

/* A cell, or a state of it, gets its first value, and waits. */
void lw_attempt_label(lw_attempt *attempt, int wave, int32_t cell, uint64_t value);
/* A cell that has one gets a better one. */
void lw_attempt_better(lw_attempt *attempt, int wave, int32_t cell, uint64_t value);
/* A cell waits no more: its neighbours are looked at. False when the attempt has to give up; its
 * outcome is set then. */
bool lw_attempt_expand(lw_attempt *attempt, int wave, int32_t cell, uint64_t value);
/* A cell's neighbours are looked at, but the cell waits on. False as above. */
bool lw_attempt_visit(lw_attempt *attempt);
/* Where there is no frontier: a cell gets a value, the first or a better one, and waits for
 * nothing. */
void lw_attempt_write(lw_attempt *attempt, int32_t cell, uint64_t value);
/* A new step of the wave begins. False as above. */
bool lw_attempt_step(lw_attempt *attempt, uint64_t value);
/* All cells are as they were. */
void lw_attempt_forget(lw_attempt *attempt);

/* The path: cells are added one after the other; turned when they came from its end. */
void lw_attempt_add(lw_attempt *attempt, int32_t cell);
void lw_attempt_turn(lw_attempt *attempt);
/* The path leads from where the wave ended to where it began: turns it, unless the wave came from
 * the target, and the way is found. */
void lw_attempt_found(lw_attempt *attempt);
/* The whole path, found: by the cell before each, + 1, back from its end. */
void lw_attempt_back(lw_attempt *attempt, const uint32_t *from);
/* The observer sees it. */
void lw_attempt_tell_path(lw_attempt *attempt);
/* A walker, who has no wave, comes to the next cell of its path. False when it has to give up. */
bool lw_attempt_walk(lw_attempt *attempt, int32_t cell);

/* Cells that wait: a queue, first come, first served; or, from its other end, a stack. It grows
 * with what waits, in the attempt's memory; if that is too little, the attempt goes on to no other
 * cell. */
typedef struct lw_queue {
    lw_attempt *attempt;
    int32_t *cells; /* a ring */
    uint32_t room;  /* a power of two */
    uint32_t first, count;
} lw_queue;

/* False: there is no memory. */
bool lw_queue_open(lw_attempt *attempt, lw_queue *queue);
void lw_queue_grow(lw_queue *queue);
/* The one that leaves after `index` others. */
static inline int32_t *lw_queue_at(const lw_queue *queue, uint32_t index)
{
    return &queue->cells[(queue->first + index) & (queue->room - 1)];
}
static inline bool lw_queue_waits(const lw_queue *queue)
{
    return queue->count > 0;
}
static inline void lw_queue_add(lw_queue *queue, int32_t cell)
{
    if (queue->count == queue->room)
        lw_queue_grow(queue);
    if (queue->count < queue->room)
        *lw_queue_at(queue, queue->count++) = cell;
}
static inline int32_t lw_queue_take(lw_queue *queue)
{
    queue->count--;
    return queue->cells[queue->first++ & (queue->room - 1)];
}
static inline int32_t lw_queue_last(const lw_queue *queue)
{
    return *lw_queue_at(queue, queue->count - 1);
}
static inline int32_t lw_queue_take_last(lw_queue *queue)
{
    int32_t cell = lw_queue_last(queue);
    queue->count--;
    return cell;
}

/* Lee's way back (lee.c) from a cell, for all whose labels are 1 + the steps from their start. */
void lw_lee_backtrace(lw_attempt *attempt, const uint32_t *label, int32_t cell);
/* How far apart two cells are, in numbers that order like distances; and the neighbour nearest to
 * the target (greedy.c), or the cell itself when none is nearer. */
uint64_t lw_greedy_distance(const lw_map *map, int32_t a, int32_t b);
int32_t lw_greedy_next(const lw_attempt *attempt, int32_t cell);

/* The algorithms. */
lw_attempt_function lw_lee, lw_lee_double, lw_akers_123, lw_akers_1122, lw_akers_1221, lw_direction;
lw_attempt_function lw_breadth, lw_breadth_set, lw_depth, lw_sweep, lw_sweep_4;
lw_attempt_function lw_bresenham, lw_greedy, lw_greedy_round, lw_graph_run;
lw_attempt_function lw_weighted_run, lw_weighted_value, lw_valuation_run;
lw_attempt_function lw_bends, lw_bends_naive;
lw_attempt_function lw_astar, lw_best_first, lw_hadlock, lw_soukup;
lw_attempt_function lw_mikami, lw_hightower, lw_iterative;

#endif
