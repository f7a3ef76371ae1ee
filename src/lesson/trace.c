/* The record as JSON lines. */
#include "leeway/record.h"

#include <inttypes.h>
#include "base/buffer.h"
#include "base/file.h"
#include "lesson/json.h"

enum { TRACE_SCHEMA = 1 };

static void add_place(lw_buffer *out, const lw_map *map, int32_t cell)
{
    lw_map_spot at = lw_map_place(map, cell);
    lw_buffer_print(out, "%" PRId32 ",%" PRId32 ",%" PRId32, at.x, at.y, at.layer + 1);
}

static void add_end(lw_buffer *out, const char *key, const lw_map *map, int32_t cell)
{
    lw_buffer_print(out, ",\"%s\":[", key);
    add_place(out, map, cell);
    lw_buffer_text(out, "]");
}

/* ---- what it is ---- */

static void add_rules(lw_buffer *out, const lw_map *map)
{
    const lw_map_rules *rules = &map->rules;
    lw_buffer_print(out, ",\"rules\":{\"directions\":%d,\"corners\":%s,\"through\":%s",
                    rules->directions, lw_json_bool(rules->corners), lw_json_bool(rules->through));
    lw_buffer_print(out, ",\"start_counts\":%s,\"weighing\":\"%s\"",
                    lw_json_bool(rules->start_counts),
                    rules->weighing == LW_WEIGH_BOTH ? "both" : "entered");
    lw_buffer_print(out,
                    ",\"straight\":%" PRIu32 ",\"diagonal\":%" PRIu32 ",\"via\":%" PRIu32
                    ",\"bend\":%" PRIu32 ",\"unit\":%" PRIu32 "}",
                    rules->straight, rules->diagonal, rules->via, rules->bend, rules->unit);
}

typedef uint32_t number_of_cell(const lw_map *map, int32_t cell);

static uint32_t cost_of(const lw_map *map, int32_t cell)
{
    return map->cost[cell];
}

static uint32_t closed_at(const lw_map *map, int32_t cell)
{
    return map->closed[cell];
}

static uint32_t joint_at(const lw_map *map, int32_t cell)
{
    return map->joint[cell % map->plane];
}

/* A list of rows for each layer. */
static void add_cells(lw_buffer *out, const char *key, const lw_map *map, int32_t layers,
                      number_of_cell *number)
{
    lw_buffer_print(out, ",\"%s\":[", key);
    for (int32_t layer = 0; layer < layers; layer++) {
        lw_buffer_text(out, layer ? ",[" : "[");
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++)
                lw_buffer_print(out, "%s%" PRIu32 "%s",
                                x   ? ","
                                : y ? ",["
                                    : "[",
                                number(map, lw_map_cell(map, x, y, layer)),
                                x + 1 == map->cols ? "]" : "");
        lw_buffer_text(out, "]");
    }
    lw_buffer_text(out, "]");
}

static void add_head(lw_buffer *out, const lw_record *record)
{
    const lw_lesson *lesson = record->lesson;
    const lw_map *map = lesson->map;
    lw_buffer_print(out, "{\"type\":\"run\",\"schema\":%d,\"leeway\":\"%s\"", TRACE_SCHEMA,
                    lw_version());
    lw_buffer_print(out, ",\"algorithm\":\"%s\"", record->algorithm->name);
    lw_buffer_print(out,
                    ",\"cols\":%" PRId32 ",\"rows\":%" PRId32 ",\"layers\":%" PRId32 ",\"y_up\":%s",
                    map->cols, map->rows, map->layers, lw_json_bool(map->y_up));
    add_end(out, "from", map, lesson->from);
    add_end(out, "to", map, lesson->to);
    add_rules(out, map);
    add_cells(out, "cost", map, map->layers, cost_of);
    if (map->closed)
        add_cells(out, "closed", map, map->layers, closed_at);
    if (map->joint)
        add_cells(out, "joint", map, 1, joint_at);
    lw_buffer_text(out, "}\n");
}

/* ---- frame by frame ---- */

static void add_deeds(lw_buffer *out, const char *key, const lw_record *record, uint32_t frame,
                      lw_deed kind)
{
    bool any = false;
    lw_buffer_print(out, ",\"%s\":[", key);
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed != kind)
            continue;
        lw_buffer_text(out, any ? ",[" : "[");
        add_place(out, record->lesson->map, deed->cell);
        lw_buffer_print(out, ",%" PRIu64 "%s]", deed->value, deed->wave ? ",1" : "");
        any = true;
    }
    lw_buffer_text(out, "]");
}

static void add_frame(lw_buffer *out, const lw_record *record, uint32_t frame)
{
    uint32_t first = record->frames[frame].first, last = record->frames[frame + 1].first;
    bool forgets = first < last && record->deeds[first].deed == LW_DEED_FORGET;
    lw_buffer_print(out, "{\"type\":\"step\",\"step\":%" PRIu32 ",\"value\":%" PRIu64, frame,
                    record->frames[frame].step);
    if (forgets)
        lw_buffer_text(out, ",\"forgets\":true");
    add_deeds(out, "labelled", record, frame, LW_DEED_LABEL);
    add_deeds(out, "done", record, frame, LW_DEED_DONE);
    lw_buffer_text(out, "}\n");
}

/* ---- what came out ---- */

static void add_path(lw_buffer *out, const lw_record *record)
{
    const lw_trial *trial = &record->trial;
    lw_buffer_text(out, ",\"path\":[");
    for (uint32_t i = 0; i < trial->count; i++) {
        lw_buffer_text(out, i ? ",[" : "[");
        add_place(out, record->lesson->map, trial->cells[i]);
        lw_buffer_text(out, "]");
    }
    lw_buffer_print(out, "],\"optimal\":%s,\"cost\":%" PRIu64 ",\"steps\":%" PRIu32,
                    lw_json_bool(trial->optimal), trial->path.cost, trial->path.steps);
    lw_buffer_print(out, ",\"diagonals\":%" PRIu32 ",\"bends\":%" PRIu32 ",\"vias\":%" PRIu32,
                    trial->path.diagonals, trial->path.bends, trial->path.vias);
}

static void add_tail(lw_buffer *out, const lw_record *record)
{
    const lw_trial_counts *counts = &record->trial.counts;
    lw_buffer_print(out, "{\"type\":\"end\",\"outcome\":\"%s\"",
                    lw_outcome_name(record->trial.outcome));
    if (record->trial.outcome == LW_FOUND)
        add_path(out, record);
    lw_buffer_print(out, ",\"labelled\":%" PRIu64 ",\"expanded\":%" PRIu64, counts->labelled,
                    counts->expanded);
    lw_buffer_print(out, ",\"frontier\":%" PRIu64 ",\"waves\":%" PRIu64 ",\"bits\":%" PRIu32 "}\n",
                    counts->frontier, counts->steps, counts->bits);
}

lw_status lw_record_save_trace(lw_record *const *records, size_t count, const char *path,
                               lw_error *err)
{
    lw_buffer out = {0};
    for (size_t i = 0; i < count; i++) {
        uint32_t steps = records[i]->frame_count - (records[i]->trial.outcome == LW_FOUND);
        add_head(&out, records[i]);
        for (uint32_t frame = 0; frame < steps; frame++)
            add_frame(&out, records[i], frame);
        add_tail(&out, records[i]);
    }
    lw_status status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}
