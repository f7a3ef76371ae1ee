#include "wave/trial.h"

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

lw_status lw_run_may(const lw_map *map, const lw_query *query, lw_error *err)
{
    int32_t size = lw_map_size(map);
    if (query->from < 0 || query->from >= size || query->to < 0 || query->to >= size)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "an end of the path is outside of the map");
    if (!may_be(map))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "the map's rules are out of range");
    return LW_OK;
}

void lw_run_end(lw_run *run)
{
    for (int i = 0; i < run->array_count; i++)
        free(run->arrays[i]);
    run->array_count = 0;
}

void *lw_run_array(lw_run *run, size_t count, size_t size)
{
    lw_trial *trial = run->trial;
    size_t most = run->query->memory ? run->query->memory : SIZE_MAX;
    size_t bytes = count * size;
    bool fits = count <= SIZE_MAX / size && bytes <= most && run->held <= most - bytes;
    void *array = fits && run->array_count < LW_RUN_ARRAYS ? lw_try_alloc(count, size) : NULL;
    if (!array) {
        trial->outcome = LW_TOO_LARGE;
        return NULL;
    }
    run->held += bytes;
    if (trial->memory < run->held)
        trial->memory = run->held;
    run->arrays[run->array_count++] = array;
    return array;
}

void lw_run_keep(lw_run *run, const void *array)
{
    int i = 0;
    while (run->arrays[i] != array)
        i++;
    run->arrays[i] = run->arrays[--run->array_count];
}

void *lw_run_widen(lw_run *run, void *array, size_t count, size_t more, size_t size)
{
    void *wider = lw_run_array(run, more, size);
    if (!wider)
        return NULL;
    memcpy(wider, array, count * size);
    lw_run_keep(run, array);
    free(array);
    run->held -= count * size;
    return wider;
}

void *lw_run_cells(lw_run *run, size_t size)
{
    return lw_run_array(run, (size_t)lw_map_size(run->map), size);
}

static void tell(lw_run *run, lw_deed deed, int wave, int32_t cell, uint64_t value)
{
    const lw_query *query = run->query;
    run->told++;
    if (query->observe)
        query->observe(query->context, &(lw_deed_told){deed, (uint8_t)wave, cell, value});
}

void lw_run_label(lw_run *run, int wave, int32_t cell, uint64_t value)
{
    lw_trial_counts *counts = &run->trial->counts;
    counts->labelled++;
    run->waiting++;
    if (counts->frontier < run->waiting)
        counts->frontier = run->waiting;
    tell(run, LW_DEED_LABEL, wave, cell, value);
}

void lw_run_better(lw_run *run, int wave, int32_t cell, uint64_t value)
{
    tell(run, LW_DEED_LABEL, wave, cell, value);
}

void lw_run_write(lw_run *run, int32_t cell, uint64_t value, bool first)
{
    run->trial->counts.labelled += first;
    tell(run, LW_DEED_LABEL, 0, cell, value);
    tell(run, LW_DEED_DONE, 0, cell, value);
}

static bool goes_on(lw_run *run, bool limit)
{
    enum { BETWEEN_POLLS = 1 << 14 };
    if (run->broken)
        return false;
    const lw_query *query = run->query;
    bool polls = run->trial->counts.expanded % BETWEEN_POLLS == 0;
    limit |= query->deeds && run->told >= query->deeds;
    if (!limit && !(polls && query->stop && query->stop(query->context)))
        return true;
    run->trial->outcome = LW_GAVE_UP;
    return false;
}

bool lw_run_visit(lw_run *run)
{
    lw_trial_counts *counts = &run->trial->counts;
    if (!goes_on(run, run->query->limit && counts->expanded >= run->query->limit))
        return false;
    counts->expanded++;
    return true;
}

bool lw_run_expand(lw_run *run, int wave, int32_t cell, uint64_t value)
{
    if (!lw_run_visit(run))
        return false;
    run->waiting -= run->waiting > 0;
    tell(run, LW_DEED_DONE, wave, cell, value);
    return true;
}

bool lw_run_step(lw_run *run, uint64_t value)
{
    lw_trial_counts *counts = &run->trial->counts;
    if (!goes_on(run, run->query->steps && counts->steps >= run->query->steps))
        return false;
    counts->steps++;
    tell(run, LW_DEED_STEP, 0, run->from, value);
    return true;
}

void lw_run_forget(lw_run *run)
{
    run->waiting = 0;
    tell(run, LW_DEED_FORGET, 0, run->from, 0);
}

void lw_run_add(lw_run *run, int32_t cell)
{
    lw_trial *trial = run->trial;
    if (trial->count == run->room) {
        run->room = run->room ? 2 * run->room : 64;
        trial->cells = lw_realloc(trial->cells, run->room, sizeof *trial->cells);
    }
    trial->cells[trial->count++] = cell;
}

void lw_run_turn(lw_run *run)
{
    int32_t *cells = run->trial->cells;
    for (uint32_t a = 0, b = run->trial->count; a + 1 < b; a++) {
        int32_t cell = cells[a];
        cells[a] = cells[--b];
        cells[b] = cell;
    }
}

void lw_run_tell_path(lw_run *run)
{
    for (uint32_t i = 0; i < run->trial->count; i++)
        tell(run, LW_DEED_PATH, 0, run->trial->cells[i], i);
}

/* A walk may come to a cell again and again. */
static bool has_room(const lw_run *run)
{
    size_t most = LW_MAP_CELLS_MAX;
    if (run->query->memory && run->query->memory / sizeof(int32_t) < most)
        most = run->query->memory / sizeof(int32_t);
    return run->trial->count < most;
}

bool lw_run_walk(lw_run *run, int32_t cell)
{
    uint32_t step = run->trial->count;
    if (!has_room(run)) {
        run->trial->outcome = LW_TOO_LARGE;
        return false;
    }
    if (step > 0 && !lw_run_step(run, step))
        return false;
    lw_run_add(run, cell);
    lw_run_label(run, 0, cell, step);
    return true;
}

void lw_run_back(lw_run *run, const uint32_t *from)
{
    for (int32_t cell = run->to; cell != run->from; cell = (int32_t)from[cell] - 1)
        lw_run_add(run, cell);
    lw_run_add(run, run->from);
    lw_run_turn(run);
    run->trial->outcome = LW_FOUND;
}

enum { QUEUE_ROOM = 64 /* at first */ };

bool lw_queue_open(lw_run *run, lw_queue *queue)
{
    *queue = (lw_queue){.run = run, .room = QUEUE_ROOM};
    queue->cells = lw_run_array(run, QUEUE_ROOM, sizeof *queue->cells);
    return queue->cells;
}

void lw_queue_grow(lw_queue *queue)
{
    uint32_t old = queue->room, begin = queue->first & (old - 1);
    int32_t *cells = lw_run_widen(queue->run, queue->cells, old, 2 * (size_t)old, sizeof *cells);
    if (!cells) {
        queue->run->broken = true;
        return;
    }
    memcpy(cells + old, cells, begin * sizeof *cells); /* what stood around the end of the ring */
    *queue = (lw_queue){queue->run, cells, 2 * old, begin, queue->count};
}
