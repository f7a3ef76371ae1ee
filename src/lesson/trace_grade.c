/*
 * A student's trace, held against the algorithm's record step by step. Within a step the order of
 * cells does not matter. Of the last one only the target does: which other cells still get a label
 * depends on the order in which the cells before were looked at.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "leeway/grade.h"
#include "leeway/record.h"
#include "lesson/way.h"

typedef struct trace_label {
    int32_t cell;
    int64_t value;
    int64_t wave;
} trace_label;

typedef LW_LIST(trace_label) label_list;

typedef struct trace_reader {
    const lw_lesson *lesson;
    const lw_lesson_text *text;
    const lw_record *record;
    lw_trace_grade *out;
    lw_error *err;
    lw_arena *arena;
    uint32_t frames; /* steps of the record, without the one that shows the way */
    bool ended;      /* what follows is of no account: it differs, or the trace has an end */
} trace_reader;

static lw_status fail(const trace_reader *reader, int line, const char *text)
{
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, line, 0, "%s", text);
}

static void differ(trace_reader *reader, int line, lw_verdict verdict, const char *text)
{
    lw_trace_grade *out = reader->out;
    out->verdict = verdict;
    out->line = line;
    snprintf(out->text, sizeof out->text, "%s", text);
    reader->ended = true;
}

/* ---- labels of a step ---- */

static int by_cell(const void *a, const void *b)
{
    const trace_label *x = a, *y = b;
    if (x->cell != y->cell)
        return (x->cell > y->cell) - (x->cell < y->cell);
    if (x->wave != y->wave)
        return (x->wave > y->wave) - (x->wave < y->wave);
    return (x->value > y->value) - (x->value < y->value);
}

static void sort(label_list *labels)
{
    if (labels->count > 0)
        qsort(labels->at, labels->count, sizeof *labels->at, by_cell);
}

/* [x, y, layer, value], and perhaps the number of the wave. */
static bool read_label(const trace_reader *reader, const json_t *item, trace_label *label)
{
    const lw_map *map = reader->lesson->map;
    json_int_t number[5] = {0};
    size_t count = json_array_size(item);
    if (count < 4 || count > 5)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!json_is_integer(json_array_get(item, i)))
            return false;
        number[i] = json_integer_value(json_array_get(item, i));
    }
    if (number[0] < 0 || number[0] >= map->cols || number[1] < 0 || number[1] >= map->rows ||
        number[2] < 1 || number[2] > map->layers)
        return false;
    label->cell = lw_map_cell(map, (int32_t)number[0], (int32_t)number[1], (int32_t)number[2] - 1);
    label->value = number[3];
    label->wave = number[4];
    return true;
}

static label_list labels_of_record(const trace_reader *reader, uint32_t frame)
{
    const lw_record *record = reader->record;
    label_list labels = {0};
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed == LW_DEED_LABEL)
            *lw_list_add(reader->arena, &labels) =
                (trace_label){deed->cell, (int64_t)deed->value, deed->wave};
    }
    sort(&labels);
    return labels;
}

static const char *place_text(const trace_reader *reader, int32_t cell, char text[64])
{
    lw_map_spot at = lw_map_place(reader->lesson->map, cell);
    if (reader->lesson->map->layers > 1)
        snprintf(text, 64, "layer %d, %d,%d", at.layer + 1, at.x, at.y);
    else
        snprintf(text, 64, "%d,%d", at.x, at.y);
    return text;
}

/* The first place where two sorted lists differ. */
static void tell_difference(trace_reader *reader, int line, const label_list *theirs,
                            const label_list *own)
{
    char place[64], text[256];
    uint32_t i = 0;
    while (i < theirs->count && i < own->count && by_cell(&theirs->at[i], &own->at[i]) == 0)
        i++;
    const trace_label *a = i < theirs->count ? &theirs->at[i] : NULL;
    const trace_label *b = i < own->count ? &own->at[i] : NULL;
    if (a && b && a->cell == b->cell)
        snprintf(text, sizeof text, "step %u: %s is labelled %lld, and has to be %lld",
                 reader->out->steps, place_text(reader, a->cell, place), (long long)a->value,
                 (long long)b->value);
    else if (a && (!b || a->cell < b->cell))
        snprintf(text, sizeof text, "step %u: %s is labelled %lld, and gets no label in this step",
                 reader->out->steps, place_text(reader, a->cell, place), (long long)a->value);
    else
        snprintf(text, sizeof text, "step %u: %s is not labelled, and has to be %lld",
                 reader->out->steps, place_text(reader, b->cell, place), (long long)b->value);
    differ(reader, line, LW_VERDICT_WRONG, text);
}

static bool same(const label_list *a, const label_list *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = by_cell(&a->at[i], &b->at[i]) == 0;
    return same;
}

/* Of the step that comes to the target its label counts. */
static void keep_target(const trace_reader *reader, label_list *labels)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < labels->count; i++)
        if (labels->at[i].cell == reader->lesson->to)
            labels->at[kept++] = labels->at[i];
    if (kept > 0)
        labels->count = kept;
}

/* ---- lines ---- */

static lw_status read_step(trace_reader *reader, const json_t *object, int line)
{
    const json_t *list = json_object_get(object, "labelled");
    label_list theirs = {0};
    if (!json_is_array(list))
        return fail(reader, line, "a step has a list \"labelled\" of [x, y, layer, value]");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_label(reader, json_array_get(list, i), lw_list_add(reader->arena, &theirs)))
            return fail(reader, line, "a label is [x, y, layer, value] of a cell of the map");
    if (reader->out->steps >= reader->frames) {
        differ(reader, line, LW_VERDICT_WRONG, "the algorithm has ended before this step");
        return LW_OK;
    }
    label_list own = labels_of_record(reader, reader->out->steps);
    sort(&theirs);
    label_list target = own;
    keep_target(reader, &target);
    if (target.count < own.count)
        keep_target(reader, &theirs);
    if (same(&theirs, &target))
        reader->out->steps++;
    else
        tell_difference(reader, line, &theirs, &target);
    return LW_OK;
}

static lw_status read_line(trace_reader *reader, lw_row row, int line)
{
    json_error_t fault;
    json_t *object = json_loadb(row.at, row.length, JSON_REJECT_DUPLICATES, &fault);
    const char *type = json_string_value(json_object_get(object, "type"));
    lw_status status = LW_OK;
    if (!object)
        status = lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, line, fault.column, "%s",
                         fault.text);
    else if (!type)
        status = fail(reader, line, "a line of a trace is an object with a \"type\"");
    else if (strcmp(type, "step") == 0)
        status = read_step(reader, object, line);
    json_decref(object);
    return status;
}

static lw_status read_lines(trace_reader *reader)
{
    const char *at = reader->text->text, *end = at + reader->text->size;
    lw_status status = LW_OK;
    lw_row row;
    int line = 1;
    for (; !status && !reader->ended && lw_next_row(&at, end, &row); line++)
        if (row.length > 0)
            status = read_line(reader, row, line);
    if (!status && !reader->ended && reader->out->steps < reader->frames)
        differ(reader, line - 1, LW_VERDICT_INCOMPLETE, "the algorithm goes on");
    return status;
}

bool lw_is_trace(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t'))
        i++;
    return i < size && text[i] == '{';
}

lw_status lw_trace_parse(const lw_lesson *lesson, const lw_algorithm *algorithm, const char *name,
                         const char *text, size_t size, lw_trace_grade *out, lw_error *err)
{
    lw_record *record;
    lw_lesson_text source = {name, text, size};
    *out = (lw_trace_grade){.algorithm = algorithm, .verdict = LW_VERDICT_RIGHT};
    lw_status status = lw_record_new(lesson, algorithm, NULL, &record, err);
    if (status)
        return status;
    lw_arena *arena = lw_arena_new();
    trace_reader reader = {.lesson = lesson,
                           .text = &source,
                           .record = record,
                           .out = out,
                           .err = err,
                           .arena = arena};
    reader.frames = record->frame_count - (record->trial.outcome == LW_FOUND);
    out->steps_most = reader.frames;
    status = read_lines(&reader);
    lw_arena_free(arena);
    lw_record_free(record);
    return status;
}
