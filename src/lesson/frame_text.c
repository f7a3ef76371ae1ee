/*
 * A cell is a sign and a number of fixed width, or a letter. The signs say without any colour what
 * the colours say.
 */
#include "lesson/frame_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "lesson/note.h"

enum { NUMBER_MOST = 6, COLUMNS_BY_DEFAULT = 240 };

typedef enum frame_look {
    LOOK_WALL,
    LOOK_FREE,
    LOOK_WAITING,
    LOOK_DONE,
    LOOK_WAITING_BACK, /* of the wave from the target */
    LOOK_DONE_BACK,
    LOOK_PATH,
    LOOK_COUNT
} frame_look;

static const struct {
    char sign, letter;
    const char *colour; /* background and letters, of 256 */
    const char *meaning;
} looks[LOOK_COUNT] = {
    [LOOK_WALL] = {'#', '#', "48;5;240;38;5;240", "blocked"},
    [LOOK_FREE] = {'.', '.', "38;5;245", "free"},
    [LOOK_WAITING] = {'+', 'A', "48;5;215;38;5;16", "waits"},
    [LOOK_DONE] = {' ', 'a', "48;5;153;38;5;16", "done"},
    [LOOK_WAITING_BACK] = {'~', 'B', "48;5;221;38;5;16", "waits, from the target"},
    [LOOK_DONE_BACK] = {'-', 'b', "48;5;151;38;5;16", "done, from the target"},
    [LOOK_PATH] = {'*', '*', "48;5;89;38;5;231;1", "path"},
};

/* Of the numbers in cells; 0: letters. */
static int32_t number_width(const lw_record *record, const lw_frame_style *style)
{
    int64_t columns = style->columns ? style->columns : COLUMNS_BY_DEFAULT;
    int32_t width = 1;
    uint64_t most = lw_writes_notes(record->algorithm) ? 0 : record->value_most;
    for (uint64_t value = most; value >= 10; value /= 10)
        width++;
    return width <= NUMBER_MOST && record->lesson->map->cols * (width + 1) <= columns ? width : 0;
}

int64_t lw_frame_text_columns(const lw_record *record, const lw_frame_style *style)
{
    return (int64_t)record->lesson->map->cols * (number_width(record, style) + 1);
}

int64_t lw_frame_text_lines(const lw_record *record)
{
    const lw_map *map = record->lesson->map;
    return (int64_t)map->layers * (map->rows + (map->layers > 1));
}

static frame_look look_of(const lw_playback *playback, int32_t cell)
{
    if (!playback->record->lesson->map->cost[cell])
        return LOOK_WALL;
    if (playback->on_path[cell])
        return LOOK_PATH;
    bool back = playback->wave[cell];
    switch (playback->state[cell]) {
    case LW_CELL_WAITING:
        return back ? LOOK_WAITING_BACK : LOOK_WAITING;
    case LW_CELL_DONE:
        return back ? LOOK_DONE_BACK : LOOK_DONE;
    default:
        return LOOK_FREE;
    }
}

/* 'S' or 'T' of the ends, or 0. */
static char end_letter(const lw_lesson *lesson, int32_t cell)
{
    return cell == lesson->from ? 'S' : cell == lesson->to ? 'T' : '\0';
}

static int32_t letters_of(const char *text)
{
    int32_t count = 0;
    for (; *text; text++)
        count += (*text & 0xC0) != 0x80;
    return count;
}

/* What stands behind the sign: the cell's value, or a cost of more than 1. The text is empty. */
static void print_number(char text[24], const lw_playback *playback, int32_t cell, int32_t width)
{
    const lw_lesson *lesson = playback->record->lesson;
    uint16_t cost = lesson->map->cost[cell];
    bool labelled = playback->state[cell] != LW_CELL_UNTOUCHED;
    if (end_letter(lesson, cell))
        snprintf(text, 24, "%c", end_letter(lesson, cell));
    else if (labelled && lw_writes_notes(playback->record->algorithm))
        snprintf(text, 24, "%s", lw_note_letter(lesson->map, cell, playback->value[cell]));
    else if (labelled)
        snprintf(text, 24, "%" PRIu64, playback->value[cell]);
    else if (cost > 1)
        snprintf(text, 24, "%d", cost);
    if (letters_of(text) > width)
        strcpy(text, "%");
}

static void add_number(lw_buffer *out, const lw_playback *playback, int32_t cell, frame_look look,
                       int32_t width)
{
    char text[24] = "";
    if (look != LOOK_WALL)
        print_number(text, playback, cell, width);
    else
        memset(text, '#', (size_t)width);
    lw_buffer_print(out, "%c%*s%s", looks[look].sign, width - letters_of(text), "", text);
}

static void add_letter(lw_buffer *out, const lw_playback *playback, int32_t cell, frame_look look)
{
    const lw_lesson *lesson = playback->record->lesson;
    uint16_t cost = lesson->map->cost[cell];
    char letter = end_letter(lesson, cell);
    if (!letter && look == LOOK_FREE && cost > 1)
        letter = (char)(cost <= 9 ? '0' + cost : '%');
    lw_buffer_add(out, letter ? &letter : &looks[look].letter, 1);
}

static void add_row(lw_buffer *out, const lw_playback *playback, int32_t first,
                    const lw_frame_style *style)
{
    const lw_map *map = playback->record->lesson->map;
    int32_t width = number_width(playback->record, style);
    frame_look before = LOOK_COUNT;
    for (int32_t cell = first; cell < first + map->cols; cell++) {
        frame_look look = look_of(playback, cell);
        if (style->colour && look != before)
            lw_buffer_print(out, "\033[0;%sm", looks[look].colour);
        before = look;
        if (width)
            add_number(out, playback, cell, look, width);
        else
            add_letter(out, playback, cell, look);
    }
    lw_buffer_text(out, style->colour ? "\033[0m\n" : "\n");
}

void lw_frame_text(lw_buffer *out, const lw_playback *playback, const lw_frame_style *style)
{
    const lw_map *map = playback->record->lesson->map;
    for (int32_t layer = 0; layer < map->layers; layer++) {
        if (map->layers > 1)
            lw_buffer_print(out, "layer %" PRId32 "\n", layer + 1);
        for (int32_t i = 0; i < map->rows; i++) {
            int32_t y = map->y_up ? map->rows - 1 - i : i;
            add_row(out, playback, lw_map_cell(map, 0, y, layer), style);
        }
    }
}

void lw_frame_text_key(lw_buffer *out, const lw_record *record, const lw_frame_style *style)
{
    int32_t width = number_width(record, style);
    bool notes = lw_writes_notes(record->algorithm);
    for (int i = 0; i < LOOK_COUNT; i++) {
        bool valued = width && i != LOOK_WALL && i != LOOK_FREE;
        if ((i == LOOK_WAITING_BACK || i == LOOK_DONE_BACK) && !record->both)
            continue;
        lw_buffer_print(out, "%s%c%s %s", i ? ", " : "", width ? looks[i].sign : looks[i].letter,
                        !valued ? ""
                        : notes ? "\u2190"
                                : "1",
                        looks[i].meaning);
    }
    if (width && notes)
        lw_buffer_print(out, "; an arrow points to where the wave came from%s",
                        record->lesson->map->layers > 1 ? ", o: from another layer" : "");
    lw_buffer_text(out, "\n");
}
