/*
 * Deeds stand in one array as they were told, and frames are where in it they begin. A frame begins
 * with LW_DEED_FORGET, if there is one, else with LW_DEED_STEP. What is kept is bounded: the run
 * gives up when it has told as many deeds as may be kept.
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

static void begin_frame(recorder *r)
{
    lw_record *record = r->record;
    if (grow(r, &record->first, record->frame_count + 1, &r->frame_room, sizeof *record->first))
        record->first[record->frame_count++] = record->deed_count;
}

/* A step that follows on everything being forgotten belongs to the same frame. */
static bool begins_frame(const lw_record *record, lw_deed deed)
{
    uint32_t count = record->deed_count;
    return deed == LW_DEED_FORGET ||
           (deed == LW_DEED_STEP && !(count && record->deeds[count - 1].deed == LW_DEED_FORGET));
}

static void keep(void *context, const lw_deed_told *told)
{
    recorder *r = context;
    lw_record *record = r->record;
    if (told->deed == LW_DEED_PATH)
        return;
    if (begins_frame(record, told->deed))
        begin_frame(r);
    if (!grow(r, &record->deeds, record->deed_count, &r->deed_room, sizeof *record->deeds))
        return;
    record->deeds[record->deed_count++] =
        (lw_record_deed){told->value, told->cell, (uint8_t)told->deed, told->wave};
    if (told->deed == LW_DEED_LABEL && told->value > record->value_most)
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
    uint32_t last = record->frame_count - 1, from = record->first[last];
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
        begin_frame(r);
    if (!r->no_memory)
        record->first[record->frame_count] = record->deed_count;
}

static lw_status run(recorder *r, lw_error *err)
{
    lw_record *record = r->record;
    const lw_record_options *options = r->options;
    const lw_lesson *lesson = record->lesson;
    uint64_t size = (uint64_t)lw_map_size(lesson->map), deeds = DEEDS_FOR_CELL * size;
    uint64_t limit = options->limit ? options->limit : LIMIT_FOR_CELL * size;
    deeds = options->deeds ? options->deeds : deeds > DEEDS_LEAST ? deeds : DEEDS_LEAST;
    deeds = deeds < LW_RECORD_DEEDS_MAX ? deeds : LW_RECORD_DEEDS_MAX;
    lw_query query = {.from = lesson->from,
                      .to = lesson->to,
                      .backward = options->backward,
                      .limit = options->limit || limit > LIMIT_LEAST ? limit : LIMIT_LEAST,
                      .deeds = deeds,
                      .observe = keep,
                      .stop = ask,
                      .context = r};
    begin_frame(r);
    lw_status status =
        lw_algorithm_try(record->algorithm, lesson->map, &query, &record->trial, err);
    end(r);
    record->full = record->trial.outcome == LW_GAVE_UP && record->deed_count >= deeds;
    if (!status && r->no_memory)
        status = lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory to record what %s does",
                         record->algorithm->name);
    return status;
}

lw_status lw_record_new(const lw_lesson *lesson, const lw_algorithm *algorithm,
                        const lw_record_options *options, lw_record **out, lw_error *err)
{
    const lw_record_options defaults = {0};
    lw_record *record = lw_alloc(1, sizeof *record);
    recorder r = {.record = record, .options = options ? options : &defaults};
    record->lesson = lesson;
    record->algorithm = algorithm;
    *out = NULL;
    lw_status status = run(&r, err);
    if (status)
        lw_record_free(record);
    else
        *out = record;
    return status;
}

void lw_record_free(lw_record *record)
{
    if (!record)
        return;
    lw_trial_free(&record->trial);
    free(record->deeds);
    free(record->first);
    free(record);
}

/* ---- playing it ---- */

static void forget(lw_playback *playback)
{
    size_t size = (size_t)lw_map_size(playback->record->lesson->map);
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
    case LW_DEED_STEP:
        playback->step = deed->value;
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
    for (uint32_t i = record->first[frame]; i < record->first[frame + 1]; i++)
        apply(playback, &record->deeds[i]);
    playback->frame = frame;
    if (frame + 1 == record->frame_count && record->trial.outcome == LW_FOUND)
        show_path(playback, 1);
}

static void rewind_all(lw_playback *playback)
{
    forget(playback);
    playback->step = 0;
    show_path(playback, 0);
    play(playback, 0);
}

lw_status lw_playback_open(lw_playback *playback, const lw_record *record, lw_error *err)
{
    size_t size = (size_t)lw_map_size(record->lesson->map);
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
