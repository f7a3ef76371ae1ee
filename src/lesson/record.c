/*
 * Deeds stand in one array as they were told, and frames are where in it they begin. A frame begins
 * with LW_DEED_FORGET, if there is one, else with LW_DEED_STEP. Some steps are no rings around what
 * was there before: A* may come to the target in a single one. So a frame also ends where a cell
 * is looked at that was labelled in it. What is kept is bounded: the run gives up when it has told
 * as many deeds as may be kept.
 */
#include "leeway/record.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

enum { DEEDS_FOR_CELL = 32, DEEDS_LEAST = 4096, LIMIT_LEAST = 1000000, LIMIT_FOR_CELL = 10 };

typedef struct recorder {
    lw_record *record;
    const lw_record_options *options;
    uint32_t deed_room, frame_room;
    int32_t ends[2];
    uint32_t *label; /* 1 + the deed that labelled it last, a cell; 0: none; NULL: of a graph */
    bool no_memory;
} recorder;

/* Room for one more. */
static bool grow(recorder *r, void *array_at, uint32_t count, uint32_t *room, size_t size)
{
    void **array = array_at;
    if (count < *room)
        return true;
    uint32_t wider = *room ? 2 * *room : 256;
    void *more = r->no_memory ? NULL : realloc(*array, wider * size);
    if (!more) {
        r->no_memory = true;
        return false;
    }
    *array = more;
    *room = wider;
    return true;
}

static void begin_frame(recorder *r, uint32_t deed)
{
    lw_record *record = r->record;
    uint64_t step = record->frame_count ? record->frames[record->frame_count - 1].step : 0;
    if (grow(r, &record->frames, record->frame_count + 1, &r->frame_room, sizeof *record->frames))
        record->frames[record->frame_count++] = (lw_record_frame){step, deed};
}

static uint32_t begin_of_last(const lw_record *record)
{
    return record->frames[record->frame_count - 1].first;
}

/* A step that follows on everything being forgotten belongs to the same frame. */
static void note_step(recorder *r, const lw_deed_told *told)
{
    lw_record *record = r->record;
    uint32_t count = record->deed_count;
    bool anew = count && record->deeds[count - 1].deed == LW_DEED_FORGET;
    if (told->deed == LW_DEED_FORGET || !anew)
        begin_frame(r, count);
    if (told->deed == LW_DEED_STEP)
        record->frames[record->frame_count - 1].step = told->value;
}

/* A cell that was labelled in this very frame is looked at. */
static void note_look(recorder *r, const lw_deed_told *told)
{
    const lw_record *record = r->record;
    uint32_t label = r->label ? r->label[told->cell] : 0;
    if (label > begin_of_last(record) && record->deeds[label - 1].value == told->value)
        begin_frame(r, record->deed_count);
}

static void keep(void *context, const lw_deed_told *told)
{
    recorder *r = context;
    lw_record *record = r->record;
    if (told->deed == LW_DEED_PATH || r->no_memory)
        return;
    if (told->deed == LW_DEED_STEP || told->deed == LW_DEED_FORGET)
        note_step(r, told);
    else if (told->deed == LW_DEED_DONE)
        note_look(r, told);
    if (!grow(r, &record->deeds, record->deed_count, &r->deed_room, sizeof *record->deeds))
        return;
    record->deeds[record->deed_count++] =
        (lw_record_deed){told->value, told->cell, (uint8_t)told->deed, told->wave};
    if (told->deed != LW_DEED_LABEL)
        return;
    if (r->label)
        r->label[told->cell] = record->deed_count;
    record->both |= told->wave > 0;
    if (told->value > record->value_most)
        record->value_most = told->value;
}

static bool ask(void *context)
{
    const recorder *r = context;
    return r->no_memory || (r->options->stop && r->options->stop(r->options->context));
}

/* Where everything was forgotten and nothing done since, what was seen last is what counts. */
static void drop_empty_end(lw_record *record)
{
    uint32_t last = record->frame_count - 1, from = record->frames[last].first;
    if (last > 0 && record->deed_count == from + 1 && record->deeds[from].deed == LW_DEED_FORGET) {
        record->deed_count--;
        record->frame_count--;
    }
}

static void end(recorder *r)
{
    lw_record *record = r->record;
    if (!r->no_memory)
        drop_empty_end(record);
    if (record->trial.outcome == LW_FOUND)
        begin_frame(r, record->deed_count);
    if (!r->no_memory)
        record->frames[record->frame_count].first = record->deed_count;
}

static int32_t cells_of(const lw_record *record)
{
    return record->graph ? record->graph->count : lw_map_size(record->lesson->map);
}

static lw_status try_it(lw_record *record, const lw_query *query, lw_error *err)
{
    return record->graph
               ? lw_graph_try(record->graph, record->algorithm, query, &record->trial, err)
               : lw_algorithm_try(record->algorithm, record->lesson->map, query, &record->trial,
                                  err);
}

static bool is_stepwise(const lw_record *record)
{
    uint32_t frames = record->frame_count - (record->trial.outcome == LW_FOUND);
    for (uint32_t i = 1; i < frames; i++)
        if (record->frames[i].step <= record->frames[i - 1].step)
            return false;
    return true;
}

static lw_status run(recorder *r, lw_error *err)
{
    lw_record *record = r->record;
    const lw_record_options *options = r->options;
    uint64_t size = (uint64_t)cells_of(record), deeds = DEEDS_FOR_CELL * size;
    uint64_t limit = options->limit ? options->limit : LIMIT_FOR_CELL * size;
    deeds = options->deeds ? options->deeds : deeds > DEEDS_LEAST ? deeds : DEEDS_LEAST;
    deeds = deeds < LW_RECORD_DEEDS_MAX ? deeds : LW_RECORD_DEEDS_MAX;
    lw_query query = {.from = r->ends[0],
                      .to = r->ends[1],
                      .backward = options->backward,
                      .limit = options->limit || limit > LIMIT_LEAST ? limit : LIMIT_LEAST,
                      .steps = options->steps,
                      .deeds = deeds,
                      .observe = keep,
                      .stop = ask,
                      .context = r};
    begin_frame(r, 0);
    lw_status status = try_it(record, &query, err);
    end(r);
    record->stepwise = is_stepwise(record);
    record->full = record->trial.outcome == LW_GAVE_UP && record->deed_count >= deeds;
    if (!status && r->no_memory)
        status = lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory to record what %s does",
                         record->algorithm->name);
    return status;
}

static lw_status make(recorder *r, const lw_record *begun, lw_record **out, lw_error *err)
{
    r->record = lw_alloc(1, sizeof *r->record);
    *r->record = *begun;
    lw_status status = run(r, err);
    *out = status ? NULL : r->record;
    if (status)
        lw_record_free(r->record);
    return status;
}

lw_status lw_record_new(const lw_lesson *lesson, const lw_algorithm *algorithm,
                        const lw_record_options *options, lw_record **out, lw_error *err)
{
    const lw_record_options defaults = {0};
    *out = NULL;
    uint32_t *label = lw_try_alloc((size_t)lw_map_size(lesson->map), sizeof *label);
    if (!label)
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory to record on a map of this size");
    recorder r = {.options = options ? options : &defaults,
                  .ends = {lesson->from, lesson->to},
                  .label = label};
    lw_status status = make(&r, &(lw_record){.lesson = lesson, .algorithm = algorithm}, out, err);
    free(label);
    return status;
}

lw_status lw_record_of_graph(const lw_graph *graph, const int32_t ends[2],
                             const lw_algorithm *algorithm, lw_record **out, lw_error *err)
{
    recorder r = {.options = &(lw_record_options){0}, .ends = {ends[0], ends[1]}};
    return make(&r, &(lw_record){.graph = graph, .algorithm = algorithm}, out, err);
}

void lw_record_free(lw_record *record)
{
    if (!record)
        return;
    lw_trial_free(&record->trial);
    free(record->deeds);
    free(record->frames);
    free(record);
}

/* ---- playing it ---- */

static void forget(lw_playback *playback)
{
    size_t size = (size_t)cells_of(playback->record);
    memset(playback->state, LW_CELL_UNTOUCHED, size);
}

static void apply(lw_playback *playback, const lw_record_deed *deed)
{
    switch ((lw_deed)deed->deed) {
    case LW_DEED_LABEL:
        playback->state[deed->cell] = LW_CELL_WAITING;
        playback->wave[deed->cell] = deed->wave;
        playback->value[deed->cell] = deed->value;
        break;
    case LW_DEED_DONE:
        playback->state[deed->cell] = LW_CELL_DONE;
        break;
    case LW_DEED_FORGET:
        forget(playback);
        break;
    default:
        break;
    }
}

static void show_path(lw_playback *playback, uint8_t shown)
{
    const lw_trial *trial = &playback->record->trial;
    playback->path = shown ? trial->cells : NULL;
    playback->path_count = shown ? trial->count : 0;
    for (uint32_t i = 0; i < trial->count; i++)
        playback->on_path[trial->cells[i]] = shown;
}

static void play(lw_playback *playback, uint32_t frame)
{
    const lw_record *record = playback->record;
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++)
        apply(playback, &record->deeds[i]);
    playback->frame = frame;
    playback->step = record->frames[frame].step;
    if (frame + 1 == record->frame_count && record->trial.outcome == LW_FOUND)
        show_path(playback, 1);
}

static void rewind_all(lw_playback *playback)
{
    forget(playback);
    show_path(playback, 0);
    play(playback, 0);
}

lw_status lw_playback_open(lw_playback *playback, const lw_record *record, lw_error *err)
{
    size_t size = (size_t)cells_of(record);
    *playback = (lw_playback){.record = record};
    playback->state = lw_try_alloc(size, 1);
    playback->wave = lw_try_alloc(size, 1);
    playback->value = lw_try_alloc(size, sizeof *playback->value);
    playback->on_path = lw_try_alloc(size, 1);
    if (!playback->state || !playback->wave || !playback->value || !playback->on_path) {
        lw_playback_close(playback);
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory to play the record");
    }
    rewind_all(playback);
    return LW_OK;
}

void lw_playback_close(lw_playback *playback)
{
    free(playback->state);
    free(playback->wave);
    free(playback->value);
    free(playback->on_path);
    *playback = (lw_playback){0};
}

void lw_playback_go(lw_playback *playback, uint32_t frame)
{
    uint32_t last = playback->record->frame_count - 1;
    frame = frame < last ? frame : last;
    if (frame < playback->frame)
        rewind_all(playback);
    while (playback->frame < frame)
        play(playback, playback->frame + 1);
}
