#include "wave/attempt.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

static bool may_be(const lw_map *map)
{
    const lw_map_rules *rules = &map->rules;
    const uint32_t most = LW_MAP_FACTOR_MAX;
    return (rules->directions == 4 || rules->directions == 8) && rules->straight >= 1 &&
           rules->straight <= most && rules->diagonal >= 1 && rules->diagonal <= most &&
           rules->via <= most && rules->bend <= most &&
           (rules->via || map->layers == 1 || rules->weighing == LW_WEIGH_ENTERED);
}

lw_status lw_attempt_may(const lw_map *map, const lw_query *query, lw_error *err)
{
    int32_t size = lw_map_size(map);
    if (query->from < 0 || query->from >= size || query->to < 0 || query->to >= size)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "an end of the path is outside of the map");
    if (!may_be(map))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "the map's rules are out of range");
    return LW_OK;
}

void lw_attempt_end(lw_attempt *attempt)
{
    for (int i = 0; i < attempt->array_count; i++)
        free(attempt->arrays[i]);
    attempt->array_count = 0;
    free(attempt->seen);
    attempt->seen = NULL;
    attempt->seen_bytes = 0;
}

void *lw_attempt_array(lw_attempt *attempt, size_t count, size_t size)
{
    lw_trial *trial = attempt->trial;
    size_t most = attempt->query->memory ? attempt->query->memory : SIZE_MAX;
    size_t bytes = count * size;
    bool fits = count <= SIZE_MAX / size && bytes <= most && attempt->held <= most - bytes;
    void *array =
        fits && attempt->array_count < LW_ATTEMPT_ARRAYS ? lw_try_alloc(count, size) : NULL;
    if (!array) {
        trial->outcome = LW_TOO_LARGE;
        return NULL;
    }
    attempt->held += bytes;
    if (trial->memory < attempt->held)
        trial->memory = attempt->held;
    attempt->arrays[attempt->array_count++] = array;
    return array;
}

void lw_attempt_keep(lw_attempt *attempt, const void *array)
{
    int i = 0;
    while (attempt->arrays[i] != array)
        i++;
    attempt->arrays[i] = attempt->arrays[--attempt->array_count];
}

void *lw_attempt_widen(lw_attempt *attempt, void *array, size_t count, size_t more, size_t size)
{
    void *wider = lw_attempt_array(attempt, more, size);
    if (!wider)
        return NULL;
    memcpy(wider, array, count * size);
    lw_attempt_keep(attempt, array);
    free(array);
    attempt->held -= count * size;
    return wider;
}

void *lw_attempt_cells(lw_attempt *attempt, size_t size)
{
    return lw_attempt_array(attempt, (size_t)lw_map_size(attempt->map), size);
}

static void tell(lw_attempt *attempt, lw_deed deed, int wave, int32_t cell, uint64_t value)
{
    const lw_query *query = attempt->query;
    attempt->told++;
    if (query->observe)
        query->observe(query->context, &(lw_deed_told){deed, (uint8_t)wave, cell, value});
}

static void see_more(lw_attempt *attempt, size_t bytes)
{
    size_t had = attempt->seen_bytes;
    attempt->seen_bytes = 2 * bytes;
    attempt->seen = lw_realloc(attempt->seen, attempt->seen_bytes, 1);
    memset(attempt->seen + had, 0, attempt->seen_bytes - had);
}

/* However often a cell gets a value, it counts once. */
static void count_cell(lw_attempt *attempt, int32_t cell)
{
    size_t byte = (size_t)cell / 8;
    uint8_t bit = (uint8_t)(1u << cell % 8);
    if (byte >= attempt->seen_bytes)
        see_more(attempt, byte + 1);
    attempt->trial->counts.labelled += !(attempt->seen[byte] & bit);
    attempt->seen[byte] |= bit;
}

void lw_attempt_label(lw_attempt *attempt, int wave, int32_t cell, uint64_t value)
{
    lw_trial_counts *counts = &attempt->trial->counts;
    count_cell(attempt, cell);
    attempt->waiting++;
    if (counts->frontier < attempt->waiting)
        counts->frontier = attempt->waiting;
    tell(attempt, LW_DEED_LABEL, wave, cell, value);
}

void lw_attempt_better(lw_attempt *attempt, int wave, int32_t cell, uint64_t value)
{
    tell(attempt, LW_DEED_LABEL, wave, cell, value);
}

void lw_attempt_write(lw_attempt *attempt, int32_t cell, uint64_t value)
{
    count_cell(attempt, cell);
    tell(attempt, LW_DEED_LABEL, 0, cell, value);
    tell(attempt, LW_DEED_DONE, 0, cell, value);
}

static bool goes_on(lw_attempt *attempt, bool limit)
{
    enum { BETWEEN_POLLS = 1 << 14 };
    if (attempt->broken)
        return false;
    const lw_query *query = attempt->query;
    bool polls = attempt->trial->counts.expanded % BETWEEN_POLLS == 0;
    limit |= query->deeds && attempt->told >= query->deeds;
    if (!limit && !(polls && query->stop && query->stop(query->context)))
        return true;
    attempt->trial->outcome = LW_GAVE_UP;
    return false;
}

bool lw_attempt_visit(lw_attempt *attempt)
{
    lw_trial_counts *counts = &attempt->trial->counts;
    if (!goes_on(attempt, attempt->query->limit && counts->expanded >= attempt->query->limit))
        return false;
    counts->expanded++;
    return true;
}

bool lw_attempt_expand(lw_attempt *attempt, int wave, int32_t cell, uint64_t value)
{
    if (!lw_attempt_visit(attempt))
        return false;
    attempt->waiting -= attempt->waiting > 0;
    tell(attempt, LW_DEED_DONE, wave, cell, value);
    return true;
}

bool lw_attempt_step(lw_attempt *attempt, uint64_t value)
{
    lw_trial_counts *counts = &attempt->trial->counts;
    if (!goes_on(attempt, attempt->query->steps && counts->steps >= attempt->query->steps))
        return false;
    counts->steps++;
    tell(attempt, LW_DEED_STEP, 0, attempt->from, value);
    return true;
}

void lw_attempt_forget(lw_attempt *attempt)
{
    attempt->waiting = 0;
    tell(attempt, LW_DEED_FORGET, 0, attempt->from, 0);
}

void lw_attempt_add(lw_attempt *attempt, int32_t cell)
{
    lw_trial *trial = attempt->trial;
    if (trial->count == attempt->room) {
        attempt->room = attempt->room ? 2 * attempt->room : 64;
        trial->cells = lw_realloc(trial->cells, attempt->room, sizeof *trial->cells);
    }
    trial->cells[trial->count++] = cell;
}

void lw_attempt_turn(lw_attempt *attempt)
{
    int32_t *cells = attempt->trial->cells;
    for (uint32_t a = 0, b = attempt->trial->count; a + 1 < b; a++) {
        int32_t cell = cells[a];
        cells[a] = cells[--b];
        cells[b] = cell;
    }
}

void lw_attempt_found(lw_attempt *attempt)
{
    if (!attempt->query->backward)
        lw_attempt_turn(attempt);
    attempt->trial->outcome = LW_FOUND;
}

void lw_attempt_tell_path(lw_attempt *attempt)
{
    for (uint32_t i = 0; i < attempt->trial->count; i++)
        tell(attempt, LW_DEED_PATH, 0, attempt->trial->cells[i], i);
}

/* A walk may come to a cell again and again. */
static bool has_room(const lw_attempt *attempt)
{
    size_t most = LW_MAP_CELLS_MAX;
    if (attempt->query->memory && attempt->query->memory / sizeof(int32_t) < most)
        most = attempt->query->memory / sizeof(int32_t);
    return attempt->trial->count < most;
}

bool lw_attempt_walk(lw_attempt *attempt, int32_t cell)
{
    uint32_t step = attempt->trial->count;
    if (!has_room(attempt)) {
        attempt->trial->outcome = LW_TOO_LARGE;
        return false;
    }
    if (step > 0 && !lw_attempt_step(attempt, step))
        return false;
    lw_attempt_add(attempt, cell);
    lw_attempt_label(attempt, 0, cell, step);
    return true;
}

void lw_attempt_back(lw_attempt *attempt, const uint32_t *from)
{
    for (int32_t cell = attempt->to; cell != attempt->from; cell = (int32_t)from[cell] - 1)
        lw_attempt_add(attempt, cell);
    lw_attempt_add(attempt, attempt->from);
    lw_attempt_turn(attempt);
    attempt->trial->outcome = LW_FOUND;
}

enum { QUEUE_ROOM = 64 /* at first */ };

bool lw_queue_open(lw_attempt *attempt, lw_queue *queue)
{
    *queue = (lw_queue){.attempt = attempt, .room = QUEUE_ROOM};
    queue->cells = lw_attempt_array(attempt, QUEUE_ROOM, sizeof *queue->cells);
    return queue->cells;
}

void lw_queue_grow(lw_queue *queue)
{
    uint32_t old = queue->room, begin = queue->first & (old - 1);
    int32_t *cells =
        lw_attempt_widen(queue->attempt, queue->cells, old, 2 * (size_t)old, sizeof *cells);
    if (!cells) {
        queue->attempt->broken = true;
        return;
    }
    memcpy(cells + old, cells, begin * sizeof *cells); /* what stood around the end of the ring */
    *queue = (lw_queue){queue->attempt, cells, 2 * old, begin, queue->count};
}
