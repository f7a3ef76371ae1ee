/*
 * The record as an SVG that moves: cells are squares that change their colour, values texts that
 * are seen for a while. All hang on one clock, the animation "t", which begins again when it has
 * ended. What changes is found by comparing each frame with the one before.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "draw/theme.h"
#include "leeway/record.h"
#include "lesson/lesson.h"
#include "lesson/note.h"

enum {
    CELLS_MOST = 10000,
    FRAMES_MOST = 5000,
    BYTES_MOST = 32 << 20,
    SIDE = 32, /* of a cell, in units of the SVG */
    GAP = 10,
    HEAD = 32,         /* room for a line of text */
    LAYER_HEAD = 20,   /* and for the names of layers */
    WIDTH_LEAST = 320, /* room for the title */
    LINE = 22,         /* from line to line of the key, and its squares */
    SQUARE = 14,
    SPEED = 4,
    REST = 3, /* seconds that the last frame stays */
};

typedef struct key_entry {
    lw_role role;
    const char *text;
    int32_t x, line;
} key_entry;

enum { KEYS = 7 };

typedef struct animator {
    lw_buffer out, numbers; /* these lie above all cells */
    lw_playback playback;
    const lw_map *map;
    lw_theme theme;
    uint32_t speed;
    bool notes;
    uint16_t least; /* cost */
    int32_t width;
    key_entry key[KEYS];
    int key_count;
    /* a cell: what is seen of it, and since which frame */
    uint8_t *state, *wave;
    uint64_t *value;
    uint32_t *since;
    uint32_t *striped; /* since which frame it is the second wave's */
} animator;

static uint32_t mixed(uint32_t a, uint32_t b)
{
    return ((a >> 1) & 0x7F7F7F) + ((b >> 1) & 0x7F7F7F);
}

static uint32_t paper_of(const animator *a)
{
    return lw_theme_paper(a->theme) >> 8;
}

/* What is hatched elsewhere is pale here. */
static uint32_t colour_of(const animator *a, lw_role role)
{
    lw_pen pen = lw_theme_pen(a->theme, &(lw_stratum){.role = role, .layer = LW_LAYER_SHARED}, 1);
    uint32_t paper = paper_of(a);
    return pen.fill & 0xFF ? pen.fill >> 8 : mixed(mixed(pen.lines >> 8, paper), paper);
}

static void add_paint(animator *a, const char *property, lw_role role)
{
    lw_buffer_print(&a->out, " %s=\"#%06" PRIx32 "\"", property, colour_of(a, role));
}

/* When a frame begins; in thousandths, without floating point. */
static void add_time(lw_buffer *out, const animator *a, const char *property, uint32_t frame)
{
    uint64_t time = (uint64_t)frame * 1000 / a->speed;
    lw_buffer_print(out, " %s=\"t.begin+%" PRIu64 ".%03" PRIu64 "s\"", property, time / 1000,
                    time % 1000);
}

static int32_t left_of(const animator *a, lw_map_spot at)
{
    return GAP + at.layer * (a->map->cols * SIDE + GAP) + at.x * SIDE;
}

static int32_t head_of(const animator *a)
{
    return HEAD + (a->map->layers > 1 ? LAYER_HEAD : 0);
}

static int32_t top_of(const animator *a, lw_map_spot at)
{
    return head_of(a) + (a->map->y_up ? a->map->rows - 1 - at.y : at.y) * SIDE;
}

/* ---- what the colours mean ---- */

/* As wide as the letters are about. */
static int32_t width_of(const key_entry *entry)
{
    return SQUARE + 6 + 8 * (int32_t)strlen(entry->text) + 12;
}

static void lay_entry(animator *a, bool shown, lw_role role, const char *text)
{
    key_entry entry = {.role = role, .text = text, .x = GAP};
    if (!shown)
        return;
    if (a->key_count) {
        const key_entry *before = &a->key[a->key_count - 1];
        entry.x = before->x + width_of(before);
        entry.line = before->line;
    }
    if (entry.x > GAP && entry.x + width_of(&entry) > a->width) {
        entry.x = GAP;
        entry.line++;
    }
    a->key[a->key_count++] = entry;
}

static bool has_walls(const lw_map *map)
{
    for (int32_t layer = 0; layer < map->layers; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++)
                if (!map->cost[lw_map_cell(map, x, y, layer)])
                    return true;
    return false;
}

/* How many lines it has. */
static int32_t lay_key(animator *a)
{
    const lw_record *record = a->playback.record;
    lay_entry(a, has_walls(a->map), LW_ROLE_WALL, "blocked");
    lay_entry(a, lw_map_measure(a->map).most > a->least, LW_ROLE_DEAR, "dearer");
    lay_entry(a, true, LW_ROLE_WAITING, "waits");
    lay_entry(a, true, LW_ROLE_DONE, "done");
    lay_entry(a, record->both, LW_ROLE_WAITING_BACK, "waits, from T");
    lay_entry(a, record->both, LW_ROLE_DONE_BACK, "done, from T");
    lay_entry(a, record->trial.outcome == LW_FOUND, LW_ROLE_WAY, "way");
    return a->key[a->key_count - 1].line + 1;
}

static void add_square(animator *a, int32_t x, int32_t y, const char *attributes)
{
    lw_buffer_print(&a->out, "<path d=\"M%" PRId32 " %" PRId32 "h%dv%dh-%dz\"%s", x, y, SQUARE,
                    SQUARE, SQUARE, attributes);
}

static void add_key(animator *a)
{
    for (int i = 0; i < a->key_count; i++) {
        const key_entry *entry = &a->key[i];
        int32_t top = head_of(a) + a->map->rows * SIDE + GAP + entry->line * LINE;
        add_square(a, entry->x, top, "");
        add_paint(a, "fill", entry->role);
        lw_buffer_text(&a->out, "/>\n");
        if (entry->role == LW_ROLE_DEAR)
            add_square(a, entry->x, top, " fill=\"url(#d)\"/>\n");
        if (entry->role == LW_ROLE_DONE_BACK || entry->role == LW_ROLE_WAITING_BACK)
            add_square(a, entry->x, top, " fill=\"url(#s)\"/>\n");
        lw_buffer_print(&a->out, "<text class=\"k\" x=\"%" PRId32 "\" y=\"%" PRId32 "\"",
                        entry->x + SQUARE + 6, top + SQUARE - 1);
        add_paint(a, "fill", LW_ROLE_CAPTION);
        lw_buffer_print(&a->out, ">%s</text>\n", entry->text);
    }
}

/* They lie over the colours, as not every viewer lets a fill be set to a pattern. */
static void add_stripes(animator *a)
{
    lw_buffer_text(&a->out,
                   "<style>.s{fill:url(#s);visibility:hidden}</style>\n"
                   "<pattern id=\"s\" patternUnits=\"userSpaceOnUse\" width=\"6\" height=\"6\" "
                   "patternTransform=\"rotate(-45)\"><path d=\"M0 0V6\" stroke=\"#777\" "
                   "stroke-width=\"1.5\"/></pattern>\n");
}

/* ---- what does not move ---- */

/* Over the colours, so that it is seen as well where the wave has been. */
static void add_dear(animator *a)
{
    lw_buffer_print(&a->out,
                    "<pattern id=\"d\" patternUnits=\"userSpaceOnUse\" width=\"8\" height=\"8\" "
                    "patternTransform=\"rotate(45)\"><path d=\"M0 0V8\" stroke=\"#%06" PRIx32
                    "\" stroke-width=\"1.5\"/></pattern>\n<path fill=\"url(#d)\" d=\"",
                    lw_theme_pen(a->theme, &(lw_stratum){.role = LW_ROLE_DEAR}, 1).lines >> 8);
    for (int32_t cell = 0; cell < lw_map_size(a->map); cell++) {
        lw_map_spot at = lw_map_place(a->map, cell);
        if (a->map->cost[cell] > a->least)
            lw_buffer_print(&a->out, "M%" PRId32 " %" PRId32 "h%dv%dh-%dz", left_of(a, at),
                            top_of(a, at), SIDE, SIDE, SIDE);
    }
    lw_buffer_text(&a->out, "\"/>\n");
}

static void add_cells(animator *a)
{
    for (int32_t cell = 0; cell < lw_map_size(a->map); cell++) {
        lw_map_spot at = lw_map_place(a->map, cell);
        uint16_t cost = a->map->cost[cell];
        if (at.x < 0 || at.y < 0 || at.x >= a->map->cols || at.y >= a->map->rows)
            continue;
        lw_buffer_print(&a->out, "<rect id=\"c%" PRId32 "\" x=\"%" PRId32 "\" y=\"%" PRId32 "\"",
                        cell, left_of(a, at), top_of(a, at));
        if (!cost)
            add_paint(a, "fill", LW_ROLE_WALL);
        else if (cost > a->least)
            add_paint(a, "fill", LW_ROLE_DEAR);
        lw_buffer_text(&a->out, "/>\n");
    }
}

/* In a corner, so that it stays to be seen beside a value. */
static void add_costs(animator *a)
{
    for (int32_t cell = 0; cell < lw_map_size(a->map); cell++) {
        lw_map_spot at = lw_map_place(a->map, cell);
        if (a->map->cost[cell] > a->least)
            lw_buffer_print(&a->out,
                            "<text class=\"c\" x=\"%" PRId32 "\" y=\"%" PRId32 "\">%u</text>\n",
                            left_of(a, at) + 1, top_of(a, at) + SIDE * 3 / 10, a->map->cost[cell]);
    }
}

static void add_letter(animator *a, int32_t cell, char letter)
{
    lw_map_spot at = lw_map_place(a->map, cell);
    lw_buffer_print(&a->out, "<text class=\"e\" x=\"%" PRId32 "\" y=\"%" PRId32 "\">%c</text>\n",
                    left_of(a, at) + SIDE / 2, top_of(a, at) + SIDE * 74 / 100, letter);
}

static void add_layer_names(animator *a)
{
    for (int32_t layer = 0; layer < a->map->layers; layer++) {
        lw_buffer_print(&a->out, "<text class=\"k\" x=\"%" PRId32 "\" y=\"%d\"",
                        left_of(a, (lw_map_spot){.layer = layer}), HEAD + LAYER_HEAD - 6);
        add_paint(a, "fill", LW_ROLE_CAPTION);
        lw_buffer_print(&a->out, ">layer %" PRId32 "</text>\n", layer + 1);
    }
}

static void add_head(animator *a, uint32_t frames)
{
    const lw_record *record = a->playback.record;
    uint32_t seconds = (frames + a->speed - 1) / a->speed + REST;
    int32_t width = GAP + a->map->layers * (a->map->cols * SIDE + GAP);
    width = a->width = width > WIDTH_LEAST ? width : WIDTH_LEAST;
    int32_t height = head_of(a) + a->map->rows * SIDE + GAP + lay_key(a) * LINE + GAP / 2;
    lw_buffer_print(&a->out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRId32 " %" PRId32
                    "\" width=\"%" PRId32 "\" height=\"%" PRId32 "\">\n",
                    width, height, width, height);
    lw_buffer_print(&a->out, "<title>%s</title>\n", record->algorithm->title);
    lw_buffer_print(&a->out,
                    "<style>rect{width:%dpx;height:%dpx;stroke-width:.5}"
                    "text{font:%dpx sans-serif;text-anchor:middle}"
                    ".n{paint-order:stroke;stroke-width:2;stroke-opacity:.7}"
                    ".c,.k{text-anchor:start}.c{font-size:%dpx}.l{font-size:%dpx}"
                    ".ll{font-size:%dpx}.k{font-size:14px}.e{font:bold %dpx sans-serif}</style>\n",
                    SIDE, SIDE, SIDE / 2, SIDE * 3 / 10, SIDE * 2 / 5, SIDE * 3 / 10, SIDE * 2 / 3);
    if (a->notes)
        lw_buffer_print(&a->out,
                        "<style>.a{fill:none;stroke-width:2.2;stroke-linecap:round;"
                        "stroke-linejoin:round}.n .a{stroke:#%06" PRIx32
                        ";stroke-opacity:1}.w .a{stroke:#%06" PRIx32 "}</style>\n",
                        colour_of(a, LW_ROLE_NUMBER), paper_of(a));
    lw_buffer_print(&a->out, "<path d=\"M0 0H%" PRId32 "V%" PRId32 "H0Z\" fill=\"#%06" PRIx32 "\">",
                    width, height, paper_of(a));
    lw_buffer_print(&a->out,
                    "<animate id=\"t\" attributeName=\"visibility\" values=\"visible;visible\" "
                    "begin=\"0s;t.end\" dur=\"%" PRIu32 "s\"/></path>\n",
                    seconds);
    lw_buffer_print(&a->out, "<text x=\"%d\" y=\"22\" style=\"text-anchor:start;font-size:18px\"",
                    GAP);
    add_paint(a, "fill", LW_ROLE_CAPTION);
    lw_buffer_print(&a->out, ">%s</text>\n", record->algorithm->title);
    if (record->both)
        add_stripes(a);
    add_key(a);
    if (a->map->layers > 1)
        add_layer_names(a);
}

/* ---- what moves ---- */

static void change_colour(animator *a, int32_t cell, uint32_t frame)
{
    static const lw_role roles[LW_CELL_STATE_COUNT][2] = {
        [LW_CELL_WAITING] = {LW_ROLE_WAITING, LW_ROLE_WAITING_BACK},
        [LW_CELL_DONE] = {LW_ROLE_DONE, LW_ROLE_DONE_BACK}};
    uint8_t state = a->playback.state[cell];
    lw_buffer_print(&a->out, "<set href=\"#c%" PRId32 "\" attributeName=\"fill\"", cell);
    if (state)
        add_paint(a, "to", roles[state][a->playback.wave[cell]]);
    else if (a->map->cost[cell] > a->least)
        add_paint(a, "to", LW_ROLE_DEAR);
    else
        lw_buffer_print(&a->out, " to=\"#%06" PRIx32 "\"", paper_of(a));
    add_time(&a->out, a, "begin", frame);
    lw_buffer_text(&a->out, " end=\"t.end\"/>\n");
}

/* 0: until the end. */
static void add_end(lw_buffer *out, const animator *a, uint32_t frame)
{
    if (frame)
        add_time(out, a, "end", frame);
    else
        lw_buffer_text(out, " end=\"t.end\"");
}

/* Of long numbers the letters are smaller. */
static const char *narrow(uint64_t value)
{
    return value < 100 ? "" : value < 1000 ? " class=\"l\"" : " class=\"ll\"";
}

/* What stands in a cell. */
typedef struct cell_text {
    int32_t cell;
    uint64_t value;
    const char *attributes, *inside; /* of its element */
} cell_text;

static void add_number(lw_buffer *out, const animator *a, const cell_text *text)
{
    lw_map_spot at = lw_map_place(a->map, text->cell);
    lw_buffer_print(out, "<text x=\"%" PRId32 "\" y=\"%" PRId32 "\"%s%s>%" PRIu64 "%s</text>\n",
                    left_of(a, at) + SIDE / 2, top_of(a, at) + SIDE * 7 / 10, narrow(text->value),
                    text->attributes, text->value, text->inside);
}

static void add_via(lw_buffer *out, const animator *a, const cell_text *text)
{
    lw_map_spot at = lw_map_place(a->map, text->cell);
    lw_buffer_print(out, "<text x=\"%" PRId32 "\" y=\"%" PRId32 "\" class=\"l\"%s>via%s</text>\n",
                    left_of(a, at) + SIDE / 2, top_of(a, at) + SIDE * 5 / 8, text->attributes,
                    text->inside);
}

static void add_arrow(lw_buffer *out, const animator *a, const cell_text *text, int32_t to)
{
    lw_map_spot at = lw_map_place(a->map, text->cell), way = lw_drawn_way(a->map, text->cell, to);
    int32_t x = left_of(a, at) + SIDE / 2, y = top_of(a, at) + SIDE / 2;
    int32_t dx = way.x * SIDE / 4, dy = way.y * SIDE / 4; /* half of it */
    int32_t back_x = -dx * 5 / 8, back_y = -dy * 5 / 8, side_x = -dy / 2, side_y = dx / 2;
    lw_buffer_print(
        out,
        "<path class=\"a\"%s d=\"M%" PRId32 " %" PRId32 "L%" PRId32 " %" PRId32 "l%" PRId32
        " %" PRId32 "M%" PRId32 " %" PRId32 "l%" PRId32 " %" PRId32 "\">%s</path>\n",
        text->attributes, x - dx, y - dy, x + dx, y + dy, back_x + side_x, back_y + side_y, x + dx,
        y + dy, back_x - side_x, back_y - side_y, text->inside);
}

static void add_value(lw_buffer *out, const animator *a, const cell_text *text)
{
    int32_t from;
    lw_note kind = a->notes ? lw_read_note(a->map, text->cell, text->value, &from) : LW_NOTE_START;
    if (kind == LW_NOTE_CELL)
        add_arrow(out, a, text, from);
    else if (kind == LW_NOTE_VIA)
        add_via(out, a, text);
    else
        add_number(out, a, text);
}

/* The value that was seen until this frame. */
static void end_value(animator *a, int32_t cell, uint32_t frame)
{
    const lw_lesson *lesson = a->playback.record->lesson;
    if (!a->state[cell] || cell == lesson->from || cell == lesson->to)
        return;
    lw_buffer inside = {0};
    lw_buffer_text(&inside, "<set attributeName=\"visibility\" to=\"visible\"");
    add_time(&inside, a, "begin", a->since[cell]);
    add_end(&inside, a, frame);
    lw_buffer_text(&inside, "/>");
    add_value(&a->numbers, a,
              &(cell_text){cell, a->value[cell], " visibility=\"hidden\"", inside.at});
    lw_buffer_free(&inside);
}

static void end_stripes(animator *a, int32_t cell, uint32_t frame)
{
    lw_map_spot at = lw_map_place(a->map, cell);
    lw_buffer_print(&a->out,
                    "<path class=\"s\" d=\"M%" PRId32 " %" PRId32 "h%dv%dh-%dz\">"
                    "<set attributeName=\"visibility\" to=\"visible\"",
                    left_of(a, at), top_of(a, at), SIDE, SIDE, SIDE);
    add_time(&a->out, a, "begin", a->striped[cell]);
    add_end(&a->out, a, frame);
    lw_buffer_text(&a->out, "/></path>\n");
}

static void compare_cell(animator *a, int32_t cell, uint32_t frame)
{
    uint8_t state = a->playback.state[cell];
    uint64_t value = a->playback.value[cell];
    uint8_t wave = state ? a->playback.wave[cell] : 0;
    bool other = value != a->value[cell] || !state != !a->state[cell];
    if (other) {
        end_value(a, cell, frame);
        a->value[cell] = value;
        a->since[cell] = frame;
    }
    if (state != a->state[cell] || wave != a->wave[cell])
        change_colour(a, cell, frame);
    if (a->wave[cell] && !wave)
        end_stripes(a, cell, frame);
    if (wave && !a->wave[cell])
        a->striped[cell] = frame;
    a->state[cell] = state;
    a->wave[cell] = wave;
}

/* ---- the way ---- */

static void add_way_line(animator *a)
{
    const lw_playback *playback = &a->playback;
    lw_buffer_text(&a->out, "<path fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\" d=\"");
    for (uint32_t i = 0; i < playback->path_count; i++) {
        lw_map_spot at = lw_map_place(a->map, playback->path[i]);
        bool moves = i && lw_map_place(a->map, playback->path[i - 1]).layer == at.layer;
        lw_buffer_print(&a->out, "%c%" PRId32 " %" PRId32 "%s", moves ? 'L' : 'M',
                        left_of(a, at) + SIDE / 2, top_of(a, at) + SIDE / 2, moves ? "" : "h0");
    }
    lw_buffer_text(&a->out, "\"");
    add_paint(a, "stroke", LW_ROLE_WAY);
    lw_buffer_text(&a->out, "/>\n");
}

/* What stands in a cell of the way, in a disc of its own. */
static void add_bead(animator *a, uint32_t i)
{
    const lw_lesson *lesson = a->playback.record->lesson;
    int32_t cell = a->playback.path[i];
    lw_map_spot at = lw_map_place(a->map, cell);
    int32_t x = left_of(a, at) + SIDE / 2, y = top_of(a, at) + SIDE / 2;
    lw_buffer_print(&a->out, "<circle cx=\"%" PRId32 "\" cy=\"%" PRId32 "\" r=\"%d\"", x, y,
                    SIDE * 2 / 5);
    add_paint(a, "fill", LW_ROLE_WAY);
    lw_buffer_text(&a->out, "/>");
    if (lw_changes_layer(a->map, a->playback.path, a->playback.path_count, i))
        lw_buffer_print(&a->out,
                        "<circle cx=\"%" PRId32 "\" cy=\"%" PRId32
                        "\" r=\"%d\" fill=\"none\" stroke=\"#%06" PRIx32 "\"/>",
                        x, y, SIDE * 2 / 5 - 2, paper_of(a));
    if (cell == lesson->from || cell == lesson->to)
        add_letter(a, cell, cell == lesson->from ? 'S' : 'T');
    else
        add_value(&a->out, a, &(cell_text){cell, a->playback.value[cell], "", ""});
}

/* Over all else. */
static void add_path(animator *a)
{
    if (!a->playback.path)
        return;
    lw_buffer_print(&a->out, "<g class=\"w\" visibility=\"hidden\" fill=\"#%06" PRIx32 "\">",
                    paper_of(a));
    lw_buffer_text(&a->out, "<set attributeName=\"visibility\" to=\"visible\"");
    add_time(&a->out, a, "begin", a->playback.frame);
    lw_buffer_text(&a->out, " end=\"t.end\"/>\n");
    add_way_line(a);
    for (uint32_t i = 0; i < a->playback.path_count; i++)
        add_bead(a, i);
    lw_buffer_text(&a->out, "</g>\n");
}

static lw_status add_frames(animator *a, lw_error *err)
{
    int32_t size = lw_map_size(a->map);
    for (uint32_t frame = 0; frame < a->playback.record->frame_count; frame++) {
        lw_playback_go(&a->playback, frame);
        for (int32_t cell = 0; cell < size; cell++)
            compare_cell(a, cell, frame);
        if (a->out.count + a->numbers.count > BYTES_MOST)
            return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "the animation would be larger than %d MB",
                           BYTES_MOST >> 20);
    }
    for (int32_t cell = 0; cell < size; cell++) {
        end_value(a, cell, 0);
        if (a->wave[cell])
            end_stripes(a, cell, 0);
    }
    return LW_OK;
}

static lw_status animate(animator *a, const char *path, lw_error *err)
{
    const lw_lesson *lesson = a->playback.record->lesson;
    add_head(a, a->playback.record->frame_count);
    lw_buffer_print(&a->out, "<g stroke=\"#888\" fill=\"#%06" PRIx32 "\">\n", paper_of(a));
    add_cells(a);
    lw_buffer_text(&a->out, "</g>\n");
    lw_status status = add_frames(a, err);
    if (lw_map_measure(a->map).most > a->least)
        add_dear(a);
    lw_buffer_text(&a->out, "<g class=\"n\"");
    add_paint(a, "fill", LW_ROLE_NUMBER);
    lw_buffer_print(&a->out, " stroke=\"#%06" PRIx32 "\">\n", paper_of(a));
    add_costs(a);
    lw_buffer_add(&a->out, a->numbers.at, a->numbers.count);
    add_letter(a, lesson->from, 'S');
    add_letter(a, lesson->to, 'T');
    lw_buffer_text(&a->out, "</g>\n");
    add_path(a);
    lw_buffer_text(&a->out, "</svg>\n");
    return status ? status : lw_file_write(path, a->out.at, a->out.count, err);
}

static lw_status check_size(const lw_record *record, lw_error *err)
{
    const lw_lesson *lesson = record->lesson;
    const lw_map *map = lesson->map;
    int64_t cells = (int64_t)map->cols * map->rows * map->layers;
    if (cells > CELLS_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "an animation of %" PRId64
                       " cells would be too large to watch; at most %d%s",
                       cells, CELLS_MOST, lesson->pitch ? "; a coarser grid has fewer" : "");
    if (record->frame_count > FRAMES_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "an animation of %" PRIu32 " frames would be too long to watch; at most %d",
                       record->frame_count, FRAMES_MOST);
    return LW_OK;
}

lw_status lw_record_save_animation(const lw_record *record, const lw_record_drawing *drawing,
                                   const char *path, lw_error *err)
{
    size_t size = (size_t)lw_map_size(record->lesson->map);
    animator a = {.map = record->lesson->map,
                  .theme = drawing->theme,
                  .notes = lw_writes_notes(record->algorithm),
                  .least = lw_map_measure(record->lesson->map).least,
                  .speed = drawing->speed ? drawing->speed : SPEED};
    lw_status status = check_size(record, err);
    if (!status)
        status = lw_playback_open(&a.playback, record, err);
    if (status)
        return status;
    a.state = lw_alloc(size, 1);
    a.wave = lw_alloc(size, 1);
    a.striped = lw_alloc(size, sizeof *a.striped);
    a.value = lw_alloc(size, sizeof *a.value);
    a.since = lw_alloc(size, sizeof *a.since);
    status = animate(&a, path, err);
    free(a.state);
    free(a.wave);
    free(a.striped);
    free(a.value);
    free(a.since);
    lw_playback_close(&a.playback);
    lw_buffer_free(&a.out);
    lw_buffer_free(&a.numbers);
    return status;
}
