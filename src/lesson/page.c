/*
 * The record as a web page of its own. Deeds are packed: a number is a sequence of digits of base
 * 32, the lowest first, each a letter of base 64, whose sixth bit says whether more follow. A deed
 * is its kind and by how much its cell's number differs from that of the deed before; behind a
 * label stands by how much its value differs from that of the label before. page/page.js unpacks
 * it.
 */
#include "lesson/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "lesson/json.h"
#include "lesson/lesson.h"
#include "lesson/note.h"
#include "leeway/record.h"

enum { PAGE_CELLS_MAX = 60000, PAGE_BYTES_MAX = 32 << 20 };

typedef enum page_kind {
    KIND_LABEL,
    KIND_LABEL_BACK,
    KIND_DONE,
    KIND_FORGET,
    KIND_FRAME,
    KIND_COUNT = 8
} page_kind;

/* ---- packing ---- */

static void pack(lw_buffer *out, uint64_t number)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    do {
        uint32_t digit = number & 31;
        number >>= 5;
        lw_buffer_add(out, &letters[digit | (number ? 32 : 0)], 1);
    } while (number);
}

/* 0, -1, 1, -2 ... */
static uint64_t without_sign(int64_t number)
{
    return number < 0 ? 2 * (uint64_t) - (number + 1) + 1 : 2 * (uint64_t)number;
}

/* Without the rim. */
static int64_t number_of(const lw_map *map, int32_t cell)
{
    lw_map_spot at = lw_map_place(map, cell);
    return ((int64_t)at.layer * map->rows + at.y) * map->cols + at.x;
}

/* What numbers are told apart from. */
typedef struct page_packer {
    lw_buffer *out;
    const lw_map *map;
    int64_t cell, value, step;
} page_packer;

static uint64_t differs(int64_t *from, int64_t number)
{
    int64_t by = number - *from;
    *from = number;
    return without_sign(by);
}

static void pack_deed(page_packer *packer, const lw_record_deed *deed)
{
    page_kind kind = deed->deed == LW_DEED_DONE     ? KIND_DONE
                     : deed->deed == LW_DEED_FORGET ? KIND_FORGET
                     : deed->wave                   ? KIND_LABEL_BACK
                                                    : KIND_LABEL;
    if (deed->deed == LW_DEED_STEP)
        return;
    uint64_t by = differs(&packer->cell, number_of(packer->map, deed->cell));
    pack(packer->out, by * KIND_COUNT + kind);
    if (deed->deed == LW_DEED_LABEL)
        pack(packer->out, differs(&packer->value, (int64_t)deed->value));
}

static void pack_frame(page_packer *packer, const lw_record *record, uint32_t frame)
{
    pack(packer->out, KIND_FRAME);
    pack(packer->out, differs(&packer->step, (int64_t)record->frames[frame].step));
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++)
        pack_deed(packer, &record->deeds[i]);
}

static void pack_path(page_packer *packer, const lw_trial *trial)
{
    packer->cell = 0;
    for (uint32_t i = 0; i < trial->count; i++)
        pack(packer->out, differs(&packer->cell, number_of(packer->map, trial->cells[i])));
}

static uint16_t cost_at(const lw_map *map, int64_t number)
{
    int64_t row = number / map->cols;
    return map->cost[lw_map_cell(map, (int32_t)(number % map->cols), (int32_t)(row % map->rows),
                                 (int32_t)(row / map->rows))];
}

/* Each cost, and of how many cells in a row. */
static void pack_costs(lw_buffer *out, const lw_map *map)
{
    int64_t count = (int64_t)map->layers * map->rows * map->cols;
    for (int64_t i = 0, end; i < count; i = end) {
        uint16_t cost = cost_at(map, i);
        for (end = i + 1; end < count && cost_at(map, end) == cost;)
            end++;
        pack(out, cost);
        pack(out, (uint64_t)(end - i));
    }
}

/* ---- the data ---- */

static void add_text(lw_buffer *out, const char *key, const char *text)
{
    lw_buffer_print(out, ",\"%s\":", key);
    lw_json_text(out, text);
}

static void add_counts(lw_buffer *out, const lw_record *record)
{
    const lw_trial *trial = &record->trial;
    const lw_trial_counts *counts = &trial->counts;
    char cost[LW_COST_ROOM];
    lw_print_cost(record->lesson->map, trial->path.cost, cost);
    lw_buffer_print(out, ",\"outcome\":\"%s\",\"optimal\":%s", lw_outcome_name(trial->outcome),
                    lw_json_bool(trial->optimal));
    lw_buffer_print(
        out, ",\"cost\":\"%s\",\"steps\":%" PRIu32 ",\"bends\":%" PRIu32 ",\"vias\":%" PRIu32, cost,
        trial->path.steps, trial->path.bends, trial->path.vias);
    lw_buffer_print(out, ",\"labelled\":%" PRIu64 ",\"expanded\":%" PRIu64, counts->labelled,
                    counts->expanded);
    lw_buffer_print(out, ",\"frontier\":%" PRIu64 ",\"waves\":%" PRIu64 ",\"bits\":%" PRIu32,
                    counts->frontier, counts->steps, counts->bits);
}

static void add_run(lw_buffer *out, const lw_record *record)
{
    const lw_algorithm *algorithm = record->algorithm;
    page_packer packer = {.out = out, .map = record->lesson->map};
    uint32_t frames = record->frame_count - (record->trial.outcome == LW_FOUND);
    lw_buffer_print(out, "{\"name\":\"%s\"", algorithm->name);
    add_text(out, "title", algorithm->title);
    add_text(out, "source", algorithm->source);
    add_text(out, "gist", algorithm->gist);
    add_counts(out, record);
    lw_buffer_print(out, ",\"notes\":%s", lw_json_bool(lw_writes_notes(algorithm)));
    lw_buffer_text(out, ",\"deeds\":\"");
    for (uint32_t frame = 0; frame < frames; frame++)
        pack_frame(&packer, record, frame);
    lw_buffer_text(out, "\",\"path\":\"");
    pack_path(&packer, &record->trial);
    lw_buffer_text(out, "\"}");
}

static void add_about(lw_buffer *out, const lw_lesson *lesson)
{
    const lw_map *map = lesson->map;
    char text[256];
    snprintf(text, sizeof text,
             "%" PRId32 " \xC3\x97 %" PRId32 " cells in %" PRId32 " layer%s, %d directions, %s",
             map->cols, map->rows, map->layers, map->layers == 1 ? "" : "s", map->rules.directions,
             lw_map_demand_text(lw_map_demands(map)));
    add_text(out, "about", text);
}

static void add_map(lw_buffer *out, const lw_lesson *lesson)
{
    const lw_map *map = lesson->map;
    lw_buffer_print(out, "{\"leeway\":\"%s\"", lw_version());
    add_text(out, "title", lw_lesson_title(lesson));
    add_about(out, lesson);
    lw_buffer_print(out,
                    ",\"cols\":%" PRId32 ",\"rows\":%" PRId32 ",\"layers\":%" PRId32 ",\"yUp\":%s",
                    map->cols, map->rows, map->layers, lw_json_bool(map->y_up));
    lw_buffer_print(out, ",\"directions\":%d", map->rules.directions);
    lw_buffer_print(out, ",\"from\":%" PRId64 ",\"to\":%" PRId64 ",\"costs\":\"",
                    number_of(map, lesson->from), number_of(map, lesson->to));
    pack_costs(out, map);
    lw_buffer_text(out, "\",\"runs\":[");
}

static lw_status check_size(const lw_lesson *lesson, lw_error *err)
{
    const lw_map *map = lesson->map;
    int64_t cells = (int64_t)map->cols * map->rows * map->layers;
    if (cells <= PAGE_CELLS_MAX)
        return LW_OK;
    return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                   "a page of %lld cells would be too large to watch; at most %d%s",
                   (long long)cells, PAGE_CELLS_MAX,
                   lesson->pitch ? "; a coarser grid has fewer" : "");
}

static lw_status add_runs(lw_buffer *out, lw_record *const *records, size_t count, lw_error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            lw_buffer_text(out, ",");
        add_run(out, records[i]);
        if (out->count > PAGE_BYTES_MAX)
            return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                           "the page would be larger than %d MB; fewer algorithms make it smaller",
                           PAGE_BYTES_MAX >> 20);
    }
    return LW_OK;
}

lw_status lw_record_save_page(lw_record *const *records, size_t count, const char *path,
                              lw_error *err)
{
    const lw_lesson *lesson = records[0]->lesson;
    lw_buffer out = {0};
    lw_status status = check_size(lesson, err);
    if (status)
        return status;
    lw_buffer_add(&out, (const char *)lw_page_head, lw_page_head_size);
    add_map(&out, lesson);
    status = add_runs(&out, records, count, err);
    lw_buffer_text(&out, "]}");
    lw_buffer_add(&out, (const char *)lw_page_tail, lw_page_tail_size);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}
