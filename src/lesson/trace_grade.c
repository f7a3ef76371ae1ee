/*
 * A student's trace, line by line: steps are held against the algorithm's record, and the path that
 * the end tells is graded like a way. Numbers that are told of the path have to be those that it
 * has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "lesson/trace_reader.h"

static lw_status fail(const lw_trace_reader *reader, const char *text)
{
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text.path, reader->line, 0, "%s", text);
}

static void blame_line(lw_trace_reader *reader, int line, const char *rule, lw_verdict verdict,
                       const char *text)
{
    lw_trace_grade *out = reader->out;
    out->verdict = verdict > out->verdict ? verdict : out->verdict;
    *lw_list_add(out->arena, &out->faults) =
        (lw_trace_fault){rule, lw_arena_text(out->arena, text, strlen(text)), line};
}

void lw_trace_blame(lw_trace_reader *reader, const char *rule, lw_verdict verdict, const char *text)
{
    blame_line(reader, reader->line, rule, verdict, text);
}

/* Whole numbers of a list, as many as there is room for or fewer. */
static bool read_numbers(const json_t *list, json_int_t *numbers, size_t least, size_t most)
{
    size_t count = json_array_size(list);
    if (count < least || count > most)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        if (!json_is_integer(item))
            return false;
        numbers[i] = json_integer_value(item);
    }
    return true;
}

/* ---- a step ---- */

/* [x, y, layer, value], and perhaps the number of the wave. What is beside the map gets the cell -1
 * and is told. */
static bool read_label(const lw_trace_reader *reader, const json_t *item, lw_trace_label *label,
                       char *text, size_t size)
{
    const lw_map *map = reader->lesson->map;
    json_int_t number[5] = {0};
    if (!read_numbers(item, number, 4, 5) || number[4] < 0 || number[4] > 1)
        return false;
    *label = (lw_trace_label){-1, (uint8_t)number[4], number[3]};
    if (number[0] < 0 || number[0] >= map->cols || number[1] < 0 || number[1] >= map->rows ||
        number[2] < 1 || number[2] > map->layers)
        snprintf(text, size, "outside: [%lld,%lld,%lld] is no cell of the map", number[0],
                 number[1], number[2]);
    else
        label->cell =
            lw_map_cell(map, (int32_t)number[0], (int32_t)number[1], (int32_t)number[2] - 1);
    return true;
}

static lw_status read_step(lw_trace_reader *reader, const json_t *object)
{
    const json_t *list = json_object_get(object, "labelled");
    lw_trace_labels labels = {0};
    char text[256], other[256];
    if (!json_is_array(list))
        return fail(reader, reader->graph
                                ? "a step has a list \"labelled\" of [name, value]"
                                : "a step has a list \"labelled\" of [x, y, layer, value]");
    bool outside = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        lw_trace_label *label = lw_list_add(reader->steps.arena, &labels);
        const json_t *item = json_array_get(list, i);
        if (!(reader->graph ? lw_trace_vertex_label(reader, item, label, other, sizeof other)
                            : read_label(reader, item, label, other, sizeof other)))
            return fail(reader, reader->graph ? "a label is [name, value]"
                                              : "a label is [x, y, layer, value]");
        if (label->cell < 0 && !outside)
            snprintf(text, sizeof text, "%s", other);
        outside |= label->cell < 0;
    }
    reader->ended |= reader->foreign && outside;
    if (!reader->ended && outside) {
        reader->ended = true;
        lw_trace_blame(reader, "outside", LW_VERDICT_WRONG, text);
    }
    if (reader->ended)
        return LW_OK;
    reader->ended = !lw_trace_steps_take(&reader->steps, reader->line, &labels, text, sizeof text);
    if (reader->ended)
        blame_line(reader, reader->steps.line, "trace", LW_VERDICT_WRONG, text);
    return LW_OK;
}

/* ---- the run ---- */

static void hold_end(lw_trace_reader *reader, const json_t *object, const char *key, int32_t cell)
{
    lw_map_spot at = lw_map_place(reader->lesson->map, cell);
    json_int_t number[3] = {0, 0, 1};
    const json_t *place = json_object_get(object, key);
    char text[128];
    if (!place || (read_numbers(place, number, 2, 3) && number[0] == at.x && number[1] == at.y &&
                   number[2] == at.layer + 1))
        return;
    snprintf(text, sizeof text, "run: \"%s\" is not that of the task, which is [%d,%d,%d]", key,
             at.x, at.y, at.layer + 1);
    lw_trace_blame(reader, "run", LW_VERDICT_WRONG, text);
}

void lw_trace_hold_number(lw_trace_reader *reader, const json_t *object, const char *rule,
                          const char *key, uint64_t number)
{
    const json_t *told = json_object_get(object, key);
    char text[128];
    if (!told || (json_is_number(told) && json_number_value(told) == (double)number))
        return;
    char *shown = json_dumps(told, JSON_ENCODE_ANY);
    snprintf(text, sizeof text, "%s: \"%s\" is told to be %.40s, and is %llu", rule, key,
             shown ? shown : "", (unsigned long long)number);
    free(shown);
    lw_trace_blame(reader, rule, LW_VERDICT_WRONG, text);
}

static void read_run(lw_trace_reader *reader, const json_t *object)
{
    if (reader->runs++ > 0) {
        lw_trace_blame(reader, "run", LW_VERDICT_WRONG,
                       "run: a second one begins here; one is graded");
        return;
    }
    if (reader->graph) {
        lw_trace_hold_graph(reader, object);
        return;
    }
    const lw_map *map = reader->lesson->map;
    uint32_t before = reader->out->faults.count;
    lw_trace_hold_number(reader, object, "run", "cols", (uint64_t)map->cols);
    lw_trace_hold_number(reader, object, "run", "rows", (uint64_t)map->rows);
    lw_trace_hold_number(reader, object, "run", "layers", (uint64_t)map->layers);
    reader->foreign = reader->out->faults.count > before;
    hold_end(reader, object, "from", reader->ends[0]);
    hold_end(reader, object, "to", reader->ends[1]);
}

/* ---- the end ---- */

static lw_status read_path(lw_trace_reader *reader, const json_t *list)
{
    lw_marks marks = {0};
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_int_t number[3] = {0, 0, 1};
        if (!read_numbers(json_array_get(list, i), number, 2, 3))
            return fail(reader, "a path is a list of [x, y, layer]");
        for (int k = 0; k < 3; k++)
            if (number[k] < -LW_MAP_CELLS_MAX || number[k] > LW_MAP_CELLS_MAX)
                return fail(reader, "a place of the path is too far away");
        *lw_list_add(reader->steps.arena, &marks) = (lw_mark){
            {(int32_t)number[0], (int32_t)number[1], (int32_t)number[2] - 1}, reader->line, 0};
    }
    lw_walk walk =
        reader->out->algorithm->promise == LW_PROMISE_NONE ? LW_WALK_AGAIN : LW_WALK_ONCE;
    return lw_way_of_marks(reader->lesson, &marks, walk, &reader->out->way, reader->err);
}

static void hold_outcome(lw_trace_reader *reader, const json_t *object)
{
    const json_t *told = json_object_get(object, "outcome");
    const char *name = lw_outcome_name(reader->trial->outcome);
    char text[128];
    if (!told || (json_is_string(told) && strcmp(json_string_value(told), name) == 0))
        return;
    snprintf(text, sizeof text, "outcome: it is told to be \"%.40s\", and is \"%s\"",
             json_is_string(told) ? json_string_value(told) : "", name);
    lw_trace_blame(reader, "outcome", LW_VERDICT_WRONG, text);
}

/* What is told of the path, and what the algorithm promises of it. */
static void hold_path(lw_trace_reader *reader, const json_t *object)
{
    const lw_way *way = reader->out->way;
    static const lw_map plain = {.rules = {.unit = 1}};
    char text[160], excess[LW_COST_ROOM];
    if (!way->path.legal)
        return;
    lw_trace_hold_number(reader, object, "cost", "cost", way->path.cost);
    lw_trace_hold_number(reader, object, "steps", "steps", way->path.steps);
    lw_trace_hold_number(reader, object, "diagonals", "diagonals", way->path.diagonals);
    lw_trace_hold_number(reader, object, "bends", "bends", way->path.bends);
    lw_trace_hold_number(reader, object, "vias", "vias", way->path.vias);
    if (way->excess == 0)
        return;
    lw_print_cost(reader->lesson ? reader->lesson->map : &plain, way->excess, excess);
    snprintf(text, sizeof text, "optimal: the labels lead back by a path that costs %s less",
             excess);
    if (reader->trial->optimal)
        lw_trace_blame(reader, "optimal", LW_VERDICT_WRONG, text);
    else if (json_is_true(json_object_get(object, "optimal")))
        lw_trace_blame(reader, "optimal", LW_VERDICT_WRONG,
                       "optimal: it is told to be so, and a cheaper path is there");
}

static lw_status read_end(lw_trace_reader *reader, const json_t *object)
{
    const json_t *path = json_object_get(object, "path");
    lw_status status = LW_OK;
    hold_outcome(reader, object);
    bool none = json_array_size(path) == 0 && reader->trial->outcome != LW_FOUND;
    if (!path || reader->out->way || (json_is_array(path) && none))
        return LW_OK;
    if (reader->graph && (!json_is_array(path) || !lw_trace_vertex_path(reader, path)))
        status = fail(reader, "a path is a list of names");
    else if (!reader->graph && !json_is_array(path))
        status = fail(reader, "a path is a list of [x, y, layer]");
    else if (!reader->graph)
        status = read_path(reader, path);
    if (!status)
        hold_path(reader, object);
    return status;
}

/* ---- lines ---- */

static lw_status read_line(lw_trace_reader *reader, lw_row row)
{
    json_error_t fault;
    json_t *object = json_loadb(row.at, row.length, JSON_REJECT_DUPLICATES, &fault);
    const char *type = json_string_value(json_object_get(object, "type"));
    lw_status status = LW_OK;
    if (!object)
        status = lw_fail(reader->err, LW_ERR_INPUT, reader->text.path, reader->line, fault.column,
                         "%s", fault.text);
    else if (!type)
        status = fail(reader, "a line of a trace is an object with a \"type\"");
    else if (strcmp(type, "run") == 0)
        read_run(reader, object);
    else if (strcmp(type, "step") == 0)
        status = read_step(reader, object);
    else if (strcmp(type, "end") == 0)
        status = read_end(reader, object);
    json_decref(object);
    return status;
}

static lw_status read_lines(lw_trace_reader *reader)
{
    const char *at = reader->text.text, *end = at + reader->text.size;
    lw_status status = LW_OK;
    lw_row row;
    while (!status && reader->runs < 2 && lw_next_row(&at, end, &row)) {
        reader->line++;
        if (row.length > 0)
            status = read_line(reader, row);
    }
    return status;
}

static void reach_verdict(lw_trace_reader *reader)
{
    lw_trace_grade *out = reader->out;
    char text[256];
    if (!reader->ended && !lw_trace_steps_end(&reader->steps, text, sizeof text)) {
        reader->ended = true;
        blame_line(reader, reader->steps.line, "trace", LW_VERDICT_WRONG, text);
    }
    uint32_t left = lw_trace_steps_left(&reader->steps);
    out->steps = reader->steps.right;
    out->steps_most = out->steps + left;
    if (!reader->ended && left > 0)
        lw_trace_blame(reader, "trace", LW_VERDICT_INCOMPLETE, "the algorithm goes on");
    if (out->way && out->way->verdict > out->verdict)
        out->verdict = out->way->verdict;
}

/* Of a record that could be made; frees it. */
static lw_status grade(lw_trace_reader *reader, lw_record *record, bool backward,
                       lw_trace_grade **out)
{
    lw_arena *arena = lw_arena_new();
    reader->out = LW_NEW(arena, lw_trace_grade);
    reader->out->arena = arena;
    reader->out->algorithm = record->algorithm;
    reader->out->outcome = record->trial.outcome;
    reader->trial = &record->trial;
    lw_status status =
        lw_trace_steps_open(&reader->steps, record, reader->ends[!backward], backward, reader->err);
    if (!status)
        status = read_lines(reader);
    if (!status)
        reach_verdict(reader);
    lw_trace_steps_close(&reader->steps);
    lw_record_free(record);
    if (status)
        lw_trace_free(reader->out);
    *out = status ? NULL : reader->out;
    return status;
}

static bool leaves_start(const lw_record *record)
{
    const lw_lesson *lesson = record->lesson;
    return lesson->from != lesson->to && record->deed_count > 0 &&
           record->deeds[0].cell == lesson->from;
}

bool lw_is_trace(const char *text, size_t size)
{
    lw_lesson_text from = lw_text_of("", text, size);
    size_t i = 0;
    while (i < from.size && strchr(" \n\r\t", from.text[i]) && from.text[i] != '\0')
        i++;
    return i < from.size && from.text[i] == '{';
}

lw_status lw_trace_parse(const lw_lesson *lesson, const lw_algorithm *algorithm,
                         const lw_record_options *options, const char *name, const char *text,
                         size_t size, lw_trace_grade **out, lw_error *err)
{
    lw_trace_reader reader = {.lesson = lesson,
                              .ends = {lesson->from, lesson->to},
                              .text = lw_text_of(name, text, size),
                              .err = err};
    lw_record *record;
    *out = NULL;
    lw_status status = lw_record_new(lesson, algorithm, options, &record, err);
    bool backward = options && options->backward;
    if (!status && backward && leaves_start(record)) {
        lw_record_free(record);
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "backward: %s always leaves the start",
                       algorithm->name);
    }
    return status ? status : grade(&reader, record, backward, out);
}

lw_status lw_trace_parse_graph(const lw_graph *graph, const int32_t ends[2],
                               const lw_algorithm *algorithm, const char *name, const char *text,
                               size_t size, lw_trace_grade **out, lw_error *err)
{
    lw_trace_reader reader = {.graph = graph,
                              .ends = {ends[0], ends[1]},
                              .text = lw_text_of(name, text, size),
                              .err = err};
    lw_record *record;
    *out = NULL;
    lw_status status = lw_record_of_graph(graph, ends, algorithm, &record, err);
    return status ? status : grade(&reader, record, false, out);
}

void lw_trace_free(lw_trace_grade *trace)
{
    if (!trace)
        return;
    lw_way_free(trace->way);
    lw_arena_free(trace->arena);
}
