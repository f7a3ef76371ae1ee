/*
 * A page is a scene of its own, in millimetres of paper, y up. What stands in the cells is taken
 * from a record of the algorithm: labels as they were written, of waves that weigh the final ones.
 *
 * Of a wave's last step only the cells of the way keep their labels: which others get one depends
 * on the order in which cells are looked at, and no student is to be marked down for that.
 */
#include "leeway/worksheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "draw/font.h"
#include "draw/render.h"
#include "leeway/record.h"
#include "lesson/lesson.h"
#include "lesson/note.h"
#include "lesson/task.h"

#define MM 1000000

enum {
    MARGIN = 15 * MM,
    CELL_MOST = 20 * MM,
    CELL_STEP = 100000,
    TITLE = 4500000, /* heights of letters */
    TEXT = 2700000,
    FOOT = 1800000,
    LINE = 6 * MM, /* from one line of text to the next */
    LAYER_GAP = 9 * MM,
    LAYER_NAME = 6 * MM, /* room for it */
    HAIR = 80000,        /* radii of lines */
    BOLD = 350000,
    END_LINE = 600000,
    WAY = 450000,
};

/* ---- the sheet ---- */

typedef LW_LIST(lw_scene *) page_list;

struct lw_worksheet {
    lw_worksheet_options options;
    lw_point paper; /* upright */
    page_list pages, answers;
    uint32_t count;   /* of exercises */
    const char *note; /* of the exercises to come; NULL: none */
    lw_arena *arena;
};

lw_worksheet *lw_worksheet_new(const lw_worksheet_options *options)
{
    lw_arena *arena = lw_arena_new();
    lw_worksheet *sheet = LW_NEW(arena, lw_worksheet);
    sheet->arena = arena;
    sheet->options = *options;
    sheet->paper = lw_paper_size(options->paper);
    return sheet;
}

void lw_worksheet_free(lw_worksheet *sheet)
{
    if (!sheet)
        return;
    for (uint32_t i = 0; i < sheet->pages.count; i++)
        lw_scene_free(sheet->pages.at[i]);
    for (uint32_t i = 0; i < sheet->answers.count; i++)
        lw_scene_free(sheet->answers.at[i]);
    lw_arena_free(sheet->arena);
}

void lw_worksheet_set_note(lw_worksheet *sheet, const char *note)
{
    sheet->note = note ? lw_clean_text(sheet->arena, note, strlen(note), 200) : NULL;
}

/* ---- a page ---- */

typedef enum sheet_ink {
    INK_SHADE, /* cells of the way */
    INK_WALL,
    INK_GRID,
    INK_LINE,
    INK_WAY,
    INK_BEAD, /* paper under the labels of the way */
    INK_END,  /* pale letters, to be written over */
    INK_TEXT,
    INK_COUNT
} sheet_ink;

static const lw_role roles[INK_COUNT] = {
    [INK_SHADE] = LW_ROLE_DONE,   [INK_WALL] = LW_ROLE_WALL,    [INK_GRID] = LW_ROLE_NOTE,
    [INK_LINE] = LW_ROLE_OUTLINE, [INK_WAY] = LW_ROLE_WAY,      [INK_BEAD] = LW_ROLE_DRILL,
    [INK_END] = LW_ROLE_DOCUMENT, [INK_TEXT] = LW_ROLE_CAPTION,
};

typedef enum sheet_part { PART_BLANK, PART_HALF, PART_ANSWER, PART_COUNT } sheet_part;

typedef struct sheet_page {
    const lw_worksheet *sheet;
    const lw_record *record;
    const lw_sheet_task *task;
    sheet_part part;
    lw_scene *scene;
    lw_point paper; /* as it lies */
    lw_nm cell;
    bool across;     /* layers stand side by side */
    lw_point at;     /* upper left corner of the first */
    uint64_t *label; /* a cell, + 1; 0: none */
    uint8_t *wave;
} sheet_page;

static void add_shape(const sheet_page *page, sheet_ink ink, const lw_point *points, uint32_t count,
                      bool filled, lw_nm radius)
{
    lw_arena *arena = page->scene->arena;
    const lw_point *own = lw_arena_copy(arena, points, count, sizeof *points);
    *lw_list_add(arena, &page->scene->strata.at[ink].shapes) =
        (lw_shape){.points = own, .count = count, .filled = filled, .radius = radius};
}

static void add_line(const sheet_page *page, sheet_ink ink, lw_point a, lw_point b, lw_nm radius)
{
    add_shape(page, ink, (lw_point[]){a, b}, 2, false, radius);
}

static lw_nm text_width(const char *text, lw_nm height)
{
    int units = lw_font_width(text);
    return units < 0 ? 0 : (lw_nm)((int64_t)units * height / LW_FONT_CAP);
}

static void add_text(const sheet_page *page, const char *text, lw_point at, lw_nm height,
                     int align_x, int align_y)
{
    lw_arena *arena = page->scene->arena;
    *lw_list_add(arena, &page->scene->strata.at[INK_TEXT].texts) =
        (lw_text){.placement = {.at = at},
                  .height = height,
                  .align_x = (uint8_t)align_x,
                  .align_y = (uint8_t)align_y,
                  .text = lw_arena_text(arena, text, strlen(text))};
}

/* Lines as wide as the page; the y of the last one. */
static lw_nm add_paragraph(const sheet_page *page, const char *text, lw_nm y)
{
    lw_nm width = page->paper.x - 2 * MARGIN;
    char line[256] = "";
    for (const char *at = text; *at;) {
        char longer[256];
        size_t word = strcspn(at, " ");
        snprintf(longer, sizeof longer, "%s%s%.*s", line, line[0] ? " " : "", (int)word, at);
        if (line[0] && text_width(longer, TEXT) > width) {
            add_text(page, line, (lw_point){MARGIN, y}, TEXT, 0, 0);
            y -= LINE;
            snprintf(longer, sizeof longer, "%.*s", (int)word, at);
        }
        memcpy(line, longer, sizeof line);
        at += word + (at[word] == ' ');
    }
    add_text(page, line, (lw_point){MARGIN, y}, TEXT, 0, 0);
    return y;
}

/* ---- the map on it ---- */

static lw_point corner_of(const sheet_page *page, lw_map_spot at)
{
    const lw_map *map = page->record->lesson->map;
    int32_t row = map->y_up ? map->rows - 1 - at.y : at.y;
    lw_point corner = {page->at.x + at.x * page->cell, page->at.y - row * page->cell};
    if (page->across)
        corner.x += at.layer * (map->cols * page->cell + LAYER_GAP);
    else
        corner.y -= at.layer * (map->rows * page->cell + LAYER_GAP);
    return corner;
}

static lw_point middle_of(const sheet_page *page, int32_t cell)
{
    lw_point corner = corner_of(page, lw_map_place(page->record->lesson->map, cell));
    return (lw_point){corner.x + page->cell / 2, corner.y - page->cell / 2};
}

/* Off the lower corner. */
static lw_point label_point(const sheet_page *page, int32_t cell)
{
    lw_point middle = middle_of(page, cell);
    return (lw_point){middle.x, middle.y + page->cell * 3 / 25};
}

static void fill_cell(const sheet_page *page, sheet_ink ink, lw_map_spot at)
{
    lw_point a = corner_of(page, at);
    lw_nm side = page->cell;
    add_shape(page, ink,
              (lw_point[]){a, {a.x + side, a.y}, {a.x + side, a.y - side}, {a.x, a.y - side}}, 4,
              true, 0);
}

static lw_nm end_line(const sheet_page *page)
{
    return page->cell < 16 * END_LINE ? page->cell / 16 : END_LINE;
}

static void frame_cell(const sheet_page *page, lw_map_spot at)
{
    lw_point a = corner_of(page, at);
    lw_nm side = page->cell;
    add_shape(page, INK_LINE,
              (lw_point[]){a, {a.x + side, a.y}, {a.x + side, a.y - side}, {a.x, a.y - side}, a}, 5,
              false, end_line(page));
}

static void add_lines(const sheet_page *page, int32_t layer)
{
    const lw_map *map = page->record->lesson->map;
    lw_map_spot first = {0, map->y_up ? map->rows - 1 : 0, layer};
    lw_point a = corner_of(page, first);
    lw_nm right = a.x + map->cols * page->cell, low = a.y - map->rows * page->cell;
    for (int32_t x = 0; x <= map->cols; x++) {
        lw_nm at = a.x + x * page->cell;
        add_line(page, INK_GRID, (lw_point){at, a.y}, (lw_point){at, low}, HAIR);
    }
    for (int32_t y = 0; y <= map->rows; y++) {
        lw_nm at = a.y - y * page->cell;
        add_line(page, INK_GRID, (lw_point){a.x, at}, (lw_point){right, at}, HAIR);
    }
    if (map->layers > 1) {
        char text[32];
        snprintf(text, sizeof text, "layer %d", layer + 1);
        add_text(page, text, (lw_point){a.x, a.y + 2 * MM}, TEXT, 0, 0);
    }
}

/* A thick line on the right or the upper side of the cell. */
static void add_bar(const sheet_page *page, lw_map_spot at, bool right)
{
    lw_point a = corner_of(page, at), b = a;
    if (right)
        a.x = b.x = a.x + page->cell;
    else
        b.x += page->cell;
    if (right)
        b.y -= page->cell;
    else if (!page->record->lesson->map->y_up)
        a.y = b.y = a.y - page->cell; /* the next row is below */
    add_line(page, INK_LINE, a, b, BOLD);
}

static void add_bars(const sheet_page *page, lw_map_spot at)
{
    const lw_map *map = page->record->lesson->map;
    int32_t cell = lw_map_cell(map, at.x, at.y, at.layer);
    if (map->closed[cell] >> LW_E & 1 && map->cost[cell + 1])
        add_bar(page, at, true);
    if (map->closed[cell] >> LW_N & 1 && map->cost[cell + map->stride])
        add_bar(page, at, false);
}

/* In the upper corner, where the layer stays. */
static void add_dot(const sheet_page *page, lw_map_spot at)
{
    const lw_map *map = page->record->lesson->map;
    lw_point a = corner_of(page, at);
    lw_nm gap = page->cell / 7;
    a.x += page->cell - gap;
    a.y -= gap;
    if (!map->joint[lw_map_cell(map, at.x, at.y, 0)])
        add_shape(page, INK_LINE, &a, 1, false, page->cell / 11);
}

/* In the lower right corner. */
static void add_cost(const sheet_page *page, lw_map_spot at, uint16_t cost)
{
    lw_point a = corner_of(page, at);
    lw_nm gap = page->cell * 2 / 25;
    char text[16];
    snprintf(text, sizeof text, "%u", cost);
    add_text(page, text, (lw_point){a.x + page->cell - gap, a.y - page->cell + gap},
             page->cell * 11 / 50, 2, 0);
}

static void add_cells(const sheet_page *page)
{
    const lw_lesson *lesson = page->record->lesson;
    const lw_map *map = lesson->map;
    bool dots = lw_sheet_has_dots(map);
    for (int32_t layer = 0; layer < map->layers; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++) {
                lw_map_spot at = {x, y, layer};
                int32_t cell = lw_map_cell(map, x, y, layer);
                if (!map->cost[cell])
                    fill_cell(page, INK_WALL, at);
                else if (map->cost[cell] > 1)
                    add_cost(page, at, map->cost[cell]);
                if (map->cost[cell] && dots)
                    add_dot(page, at);
                if (map->cost[cell] && map->closed)
                    add_bars(page, at);
            }
    for (int32_t layer = 0; layer < map->layers; layer++)
        add_lines(page, layer);
    frame_cell(page, lw_map_place(map, lesson->from));
    frame_cell(page, lw_map_place(map, lesson->to));
}

/* ---- what stands in the cells ---- */

static void keep_label(const sheet_page *page, const lw_record_deed *deed)
{
    uint64_t *label = &page->label[deed->cell];
    bool least = page->task->kind == LW_SHEET_DONE;
    if (deed->deed != (least ? LW_DEED_DONE : LW_DEED_LABEL))
        return;
    if (least && *label && *label <= deed->value + 1)
        return;
    *label = deed->value + 1;
    page->wave[deed->cell] = deed->wave;
}

/* Deeds that come before a page's last: of a half filled one half of the steps. */
static uint32_t last_deed(const sheet_page *page)
{
    const lw_record *record = page->record;
    uint32_t found = record->trial.outcome == LW_FOUND, steps = record->frame_count - found;
    if (page->part == PART_ANSWER)
        return record->deed_count;
    if (page->task->kind == LW_SHEET_DONE)
        return record->deed_count / 2;
    return record->frames[(steps + 1) / 2].first;
}

/* The wave's last step keeps the labels of the way alone. */
static void drop_last_step(const sheet_page *page)
{
    const lw_record *record = page->record;
    bool wave = page->task->kind == LW_SHEET_LABELS || page->task->kind == LW_SHEET_ARROWS;
    if (page->part != PART_ANSWER || !wave || record->trial.outcome != LW_FOUND ||
        record->frame_count < 2)
        return;
    for (uint32_t i = record->frames[record->frame_count - 2].first; i < record->deed_count; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        bool on_way = false;
        for (uint32_t k = 0; k < record->trial.count; k++)
            on_way |= record->trial.cells[k] == deed->cell;
        if (deed->deed == LW_DEED_LABEL && !on_way)
            page->label[deed->cell] = 0;
    }
}

static void find_labels(const sheet_page *page)
{
    uint32_t end = last_deed(page);
    for (uint32_t i = 0; i < end; i++)
        keep_label(page, &page->record->deeds[i]);
    drop_last_step(page);
}

static void add_number(const sheet_page *page, int32_t cell, uint64_t value, bool second)
{
    char text[32];
    lw_nm height = page->cell * 3 / 10;
    snprintf(text, sizeof text, "%llu%s", (unsigned long long)value, second ? "'" : "");
    lw_nm width = text_width(text, height), most = page->cell * 3 / 4;
    if (width > most)
        height = (lw_nm)((int64_t)height * most / width);
    add_text(page, text, label_point(page, cell), height, 1, 1);
}

/* Towards the neighbour that a note names. */
static void add_arrow(const sheet_page *page, int32_t cell, uint64_t label)
{
    int32_t from = cell;
    lw_note kind = lw_read_note(page->record->lesson->map, cell, label, &from);
    if (kind == LW_NOTE_VIA)
        add_text(page, "via", label_point(page, cell), page->cell / 4, 1, 1);
    if (kind != LW_NOTE_CELL)
        return;
    lw_point a = label_point(page, cell), b = label_point(page, from);
    lw_point half = {(b.x - a.x) / 4, (b.y - a.y) / 4};
    lw_point tip = {a.x + half.x, a.y + half.y}, tail = {a.x - half.x, a.y - half.y};
    lw_point side = {-half.y / 2, half.x / 2};
    lw_nm radius = page->cell / 32;
    add_line(page, INK_LINE, tail, tip, radius);
    add_line(page, INK_LINE, tip, (lw_point){a.x + half.x / 3 + side.x, a.y + half.y / 3 + side.y},
             radius);
    add_line(page, INK_LINE, tip, (lw_point){a.x + half.x / 3 - side.x, a.y + half.y / 3 - side.y},
             radius);
}

static void add_labels(const sheet_page *page)
{
    int32_t size = lw_map_size(page->record->lesson->map);
    for (int32_t cell = 0; cell < size; cell++) {
        if (!page->label[cell])
            continue;
        if (page->task->kind == LW_SHEET_ARROWS)
            add_arrow(page, cell, page->label[cell] - 1);
        else
            add_number(page, cell, page->label[cell] - 1, page->wave[cell]);
    }
}

static bool is_empty(const sheet_page *page, int32_t cell)
{
    int32_t from;
    return !page->label[cell] || (page->task->kind == LW_SHEET_ARROWS &&
                                  lw_read_note(page->record->lesson->map, cell,
                                               page->label[cell] - 1, &from) == LW_NOTE_START);
}

/* A pale letter, to be written over, that fills the cell; beside what stands there already. */
static void add_end(const sheet_page *page, int32_t cell, const char *letter)
{
    lw_arena *arena = page->scene->arena;
    lw_point at = middle_of(page, cell);
    if (!is_empty(page, cell)) {
        lw_nm off = page->cell * 43 / 100 - end_line(page);
        add_text(page, letter, (lw_point){at.x - off, at.y - off}, page->cell * 3 / 10, 0, 0);
        return;
    }
    *lw_list_add(arena, &page->scene->strata.at[INK_END].texts) =
        (lw_text){.placement = {.at = at},
                  .height = page->cell * (letter[1] ? 9 : 16) / 25,
                  .align_x = 1,
                  .align_y = 1,
                  .text = letter};
}

static void add_ends(const sheet_page *page)
{
    const lw_lesson *lesson = page->record->lesson;
    add_end(page, lesson->from, lesson->from == lesson->to ? "S T" : "S");
    if (lesson->from != lesson->to)
        add_end(page, lesson->to, "T");
}

/* Room for a label; in a ring where the layer changes before or behind the cell. */
static void add_bead(const sheet_page *page, uint32_t i)
{
    const lw_trial *trial = &page->record->trial;
    lw_point at = label_point(page, trial->cells[i]);
    lw_nm radius = page->cell * 8 / 25;
    bool rings = lw_changes_layer(page->record->lesson->map, trial->cells, trial->count, i);
    if (rings)
        add_shape(page, INK_WAY, &at, 1, false, radius);
    add_shape(page, INK_BEAD, &at, 1, false, rings ? radius - WAY : radius);
}

/* Shaded cells, and a line with room for the labels. */
static void add_way(const sheet_page *page)
{
    const lw_map *map = page->record->lesson->map;
    const lw_trial *trial = &page->record->trial;
    int32_t layer = -1; /* of the cell before */
    for (uint32_t i = 0; i < trial->count; i++) {
        lw_map_spot at = lw_map_place(map, trial->cells[i]);
        fill_cell(page, INK_SHADE, at);
        if (page->task->kind == LW_SHEET_ARROWS)
            continue;
        add_bead(page, i);
        if (at.layer == layer)
            add_line(page, INK_WAY, label_point(page, trial->cells[i - 1]),
                     label_point(page, trial->cells[i]), WAY);
        layer = at.layer;
    }
}

/* ---- laying it out ---- */

static const char *counted(char text[32], uint32_t count, const char *thing)
{
    snprintf(text, 32, "%u %s%s", count, thing, count == 1 ? "" : "s");
    return text;
}

static const char *end_of_answer(const sheet_page *page, char *text, size_t size)
{
    const lw_trial *trial = &page->record->trial;
    const lw_lesson *lesson = page->record->lesson;
    char all[32], bends[32], steps[80];
    counted(all, trial->path.steps + trial->path.vias, "step");
    snprintf(steps, sizeof steps, "%s", all);
    if (trial->path.vias)
        snprintf(steps, sizeof steps, "%s, %u of them to another layer", all, trial->path.vias);
    counted(bends, trial->path.bends, "bend");
    bool arrows = page->task->kind == LW_SHEET_ARROWS;
    const char *rings = trial->path.vias && !arrows ? " A ring is a change of layer." : "";
    const char *start = lesson->map->rules.start_counts ? ", the cell of S included" : "";
    if (trial->outcome != LW_FOUND)
        snprintf(text, size, "There is no way.");
    else if (page->task->kind == LW_SHEET_SWEEPS)
        snprintf(text, size, "%s; %llu sweeps, the last of which changes nothing.%s", steps,
                 (unsigned long long)trial->counts.steps, rings);
    else if (page->task->kind == LW_SHEET_DONE)
        snprintf(
            text, size,
            "Cost %llu%s; %s, %s. Any way that costs as much is right. Here are the cells that "
            "are done; those that wait may have numbers, too, and of those with as much as T "
            "not all need to be done.%s",
            (unsigned long long)trial->path.cost, start, steps, bends, rings);
    else
        snprintf(text, size, "%s. Any way of as many steps is right.%s", steps, rings);
    return text;
}

static lw_nm add_rules(const sheet_page *page, lw_nm y)
{
    lw_buffer text = {0};
    lw_sheet_rules(&text, page->task, page->record->lesson->map);
    if (text.count)
        y = add_paragraph(page, text.at, y - LINE);
    lw_buffer_free(&text);
    return y;
}

/* Heading, task and foot; the y below which the map may be. */
static lw_nm add_texts(const sheet_page *page)
{
    static const char *const parts[] = {"", ", begun", ", answer"};
    const lw_worksheet *sheet = page->sheet;
    const lw_map *map = page->record->lesson->map;
    char text[512];
    lw_nm y = page->paper.y - MARGIN - TITLE, right = page->paper.x - MARGIN;
    snprintf(text, sizeof text, "Exercise %u%s: %s", sheet->count + 1, parts[page->part],
             page->record->algorithm->title);
    add_text(page, text, (lw_point){MARGIN, y}, TITLE, 0, 0);
    y -= 2 * LINE;
    if (page->part != PART_ANSWER) {
        lw_nm date = right - 50 * MM;
        add_text(page, "Name", (lw_point){MARGIN, y}, TEXT, 0, 0);
        add_line(page, INK_LINE, (lw_point){MARGIN + 14 * MM, y}, (lw_point){date - 5 * MM, y},
                 HAIR);
        add_text(page, "Date", (lw_point){date, y}, TEXT, 0, 0);
        add_line(page, INK_LINE, (lw_point){date + 13 * MM, y}, (lw_point){right, y}, HAIR);
        y -= 2 * LINE;
    }
    y = add_paragraph(
        page, page->part == PART_ANSWER ? end_of_answer(page, text, sizeof text) : page->task->text,
        y);
    if (page->part != PART_ANSWER)
        y = add_rules(page, y);
    if (sheet->note)
        add_text(page, sheet->note, (lw_point){MARGIN, MARGIN - FOOT}, FOOT, 0, 0);
    return y - LINE - (map->layers > 1 ? LAYER_NAME : 0);
}

static lw_nm cell_size(lw_nm width, lw_nm height, int64_t cols, int64_t rows)
{
    int64_t side = width / cols < height / rows ? width / cols : height / rows;
    side = side < CELL_MOST ? side : CELL_MOST;
    return (lw_nm)(side / CELL_STEP * CELL_STEP);
}

/* All pages of an exercise have cells of one size: that of the page with most text. */
static void lay_out(sheet_page *page, lw_nm top)
{
    const lw_map *map = page->record->lesson->map;
    lw_nm width = page->paper.x - 2 * MARGIN, height = top - MARGIN - LINE;
    lw_nm gaps = (map->layers - 1) * LAYER_GAP;
    lw_nm side = cell_size(width - gaps, height, (int64_t)map->cols * map->layers, map->rows);
    lw_nm pile = cell_size(width, height - gaps, map->cols, (int64_t)map->rows * map->layers);
    page->across = side >= pile && map->layers > 1;
    lw_nm cell = page->across ? side : pile;
    if (!page->cell || cell < page->cell)
        page->cell = cell;
    lw_nm wide =
        page->across ? page->cell * map->cols * map->layers + gaps : page->cell * map->cols;
    page->at = (lw_point){(page->paper.x - wide) / 2, top};
}

static lw_scene *new_scene(lw_point paper)
{
    lw_arena *arena = lw_arena_new();
    lw_scene *scene = LW_NEW(arena, lw_scene);
    scene->arena = arena;
    scene->layer_count = 1;
    scene->title = "Worksheet";
    scene->summary = "Exercises to be filled in by hand.";
    scene->page = (lw_box){0, 0, paper.x, paper.y};
    for (int i = 0; i < INK_COUNT; i++)
        *lw_list_add(arena, &scene->strata) =
            (lw_stratum){.role = roles[i], .layer = LW_LAYER_SHARED};
    return scene;
}

static lw_scene *draw_page(sheet_page *page)
{
    size_t size = (size_t)lw_map_size(page->record->lesson->map);
    page->scene = new_scene(page->paper);
    page->label = lw_alloc(size, sizeof *page->label);
    page->wave = lw_alloc(size, 1);
    lay_out(page, add_texts(page));
    if (page->part != PART_BLANK)
        find_labels(page);
    if (page->part == PART_ANSWER)
        add_way(page);
    add_cells(page);
    add_ends(page);
    add_labels(page);
    free(page->label);
    free(page->wave);
    return page->scene;
}

/* Cells are as large as on the page that has the task. */
static bool fits(sheet_page *page, lw_point paper)
{
    page->paper = paper;
    page->cell = 0;
    page->part = PART_BLANK;
    page->scene = new_scene(page->paper);
    lay_out(page, add_texts(page));
    lw_scene_free(page->scene);
    return page->cell >= LW_WORKSHEET_CELL_LEAST;
}

static void add_pages(lw_worksheet *sheet, sheet_page *page)
{
    const lw_worksheet_options *options = &sheet->options;
    const bool wanted[PART_COUNT] = {options->blank, options->half, options->answer};
    for (int part = 0; part < PART_COUNT; part++) {
        if (!wanted[part])
            continue;
        page->part = (sheet_part)part;
        *lw_list_add(sheet->arena, part == PART_ANSWER ? &sheet->answers : &sheet->pages) =
            draw_page(page);
    }
    sheet->count++;
}

/* "", or on what grid a board would have few enough. */
static const char *coarser_grid(const sheet_page *page, char text[80])
{
    lw_nm pitch = page->record->lesson->pitch;
    text[0] = '\0';
    if (pitch > 0)
        snprintf(text, 80, "; on a grid of %.1f mm they might do",
                 ceil((double)pitch * LW_WORKSHEET_CELL_LEAST / page->cell / MM * 10) / 10);
    return text;
}

static lw_status too_large(const sheet_page *page, lw_error *err)
{
    char hint[80];
    const lw_lesson *lesson = page->record->lesson;
    return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0,
                   "%d x %d cells are too many to be written by hand: they would be %.1f mm wide, "
                   "and %d mm is the least%s",
                   lesson->map->cols, lesson->map->rows * lesson->map->layers,
                   (double)page->cell / MM, LW_WORKSHEET_CELL_LEAST / MM, coarser_grid(page, hint));
}

lw_status lw_worksheet_add(lw_worksheet *sheet, const lw_lesson *lesson,
                           const lw_algorithm *algorithm, lw_error *err)
{
    lw_record *record;
    const lw_sheet_task *task = lw_sheet_task_of(algorithm);
    if (!task)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "%s writes nothing that is worth filling in",
                       algorithm->name);
    if (sheet->count >= LW_WORKSHEETS_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "%d exercises are the most",
                       LW_WORKSHEETS_MOST);
    sheet_page page = {.sheet = sheet, .task = task};
    page.record = &(lw_record){.lesson = lesson, .algorithm = algorithm};
    lw_point upright = sheet->paper, across = {upright.y, upright.x};
    if (!fits(&page, upright) && !fits(&page, across))
        return too_large(&page, err);
    lw_status status = lw_record_new(lesson, algorithm, NULL, &record, err);
    if (status)
        return status;
    page.record = record;
    if (record->trial.outcome == LW_FOUND || record->trial.outcome == LW_UNREACHABLE)
        add_pages(sheet, &page);
    else
        status = lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "%s: %s", algorithm->name,
                         lw_outcome_name(record->trial.outcome));
    lw_record_free(record);
    return status;
}

lw_status lw_worksheet_save(const lw_worksheet *sheet, const char *path, lw_error *err)
{
    uint32_t count = sheet->pages.count + sheet->answers.count;
    const lw_scene **scenes = lw_alloc((size_t)count + 1, sizeof *scenes);
    lw_buffer out = {0};
    for (uint32_t i = 0; i < count; i++)
        scenes[i] =
            i < sheet->pages.count ? sheet->pages.at[i] : sheet->answers.at[i - sheet->pages.count];
    lw_status status = lw_render_pages(scenes, count, LW_THEME_PRINT, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    free(scenes);
    return status;
}
