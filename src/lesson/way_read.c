/*
 * Ways as students write them. A list of cells has a line a cell; of a drawing the rows are those
 * of the maze, and every letter that mazes do not have marks a cell.
 */
#include <string.h>
#include "base/fail.h"
#include "base/number.h"
#include "lesson/way.h"

enum { COORDINATE_MAX = 1000000000 };

/* ---- a list ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

/* The next word of the row, which moves behind it; empty at its end. */
static lw_row next_word(lw_row *row)
{
    while (row->length > 0 && is_blank(*row->at)) {
        row->at++;
        row->length--;
    }
    lw_row word = {row->at, 0};
    while (word.length < row->length && !is_blank(word.at[word.length]))
        word.length++;
    row->at += word.length;
    row->length -= word.length;
    return word;
}

static bool read_integer(lw_row word, int64_t *number)
{
    char text[LW_NUMBER_ROOM] = "";
    if (word.length == 0 || word.length >= sizeof text)
        return false;
    memcpy(text, word.at, word.length);
    return lw_parse_integer(text, -COORDINATE_MAX, COORDINATE_MAX, number) == LW_NUMBER_OK;
}

static bool is_comment(lw_row row)
{
    lw_row word = next_word(&row);
    return word.length == 0 || *word.at == '#';
}

/* Two numbers, or three, and nothing behind them. */
static bool read_numbers(lw_row row, int64_t number[3], int *count)
{
    lw_row word = next_word(&row);
    for (*count = 0; word.length > 0 && *word.at != '#'; word = next_word(&row))
        if (*count == 3 || !read_integer(word, &number[(*count)++]))
            return false;
    return *count >= 2;
}

/* The first row that is no comment tells; where all are, a maze has rows of its own length. */
bool lw_way_is_list(const lw_lesson *lesson, const lw_lesson_text *text)
{
    const char *at = text->text, *end = at + text->size;
    bool as_long = false;
    lw_row row;
    while (lw_next_row(&at, end, &row)) {
        int64_t number[3];
        int count;
        if (!is_comment(row))
            return lesson->kind != LW_LESSON_MAZE || read_numbers(row, number, &count) ||
                   (row.length != (size_t)lesson->map->cols && !as_long);
        as_long |= row.length == (size_t)lesson->map->cols;
    }
    return lesson->kind != LW_LESSON_MAZE || !as_long;
}

lw_status lw_way_read_cells(const lw_lesson_text *text, lw_way *way, lw_marks *marks, lw_error *err)
{
    const char *at = text->text, *end = at + text->size;
    lw_row row;
    for (int line = 1; lw_next_row(&at, end, &row); line++) {
        int64_t number[3];
        int count;
        if (is_comment(row))
            continue;
        if (!read_numbers(row, number, &count))
            return lw_fail(err, LW_ERR_INPUT, text->path, line, 0,
                           "a cell is \"x y\", or \"layer x y\" with layers from 1");
        const int64_t *place = &number[count - 2];
        *lw_list_add(way->arena, marks) = (lw_mark){
            {(int32_t)place[0], (int32_t)place[1], count == 3 ? (int32_t)number[0] - 1 : 0},
            line,
            0};
    }
    return LW_OK;
}

/* ---- a drawing ---- */

typedef struct drawing_reader {
    const lw_lesson *lesson;
    const lw_lesson_text *text;
    lw_way *way;
    lw_marks *marks;
    lw_error *err;
} drawing_reader;

static bool is_mark(char c)
{
    return !lw_is_maze_letter(c);
}

/* What a letter that is no mark says of its cell. */
static bool agrees(const lw_lesson *lesson, int32_t cell, char c)
{
    uint16_t cost = lesson->map->cost[cell];
    bool start = c == 'S' || c == 's', target = c == 'T' || c == 't';
    if (start || target)
        return cell == (start ? lesson->from : lesson->to);
    if (cell == lesson->from || cell == lesson->to)
        return cost > 0 && c != '#'; /* the file need not have named them */
    if (c >= '1' && c <= '9')
        return cost == c - '0';
    return c == '#' ? cost == 0 : cost == 1;
}

static void read_cell(const drawing_reader *reader, char c, const lw_mark *mark)
{
    const lw_lesson *lesson = reader->lesson;
    int32_t cell = lw_map_cell(lesson->map, mark->at.x, mark->at.y, mark->at.layer);
    if (!is_mark(c) && !agrees(lesson, cell, c))
        lw_way_blame(reader->way, LW_WAY_CHANGED, mark);
    if (is_mark(c) || cell == lesson->from || cell == lesson->to)
        *lw_list_add(reader->way->arena, reader->marks) = *mark;
}

static lw_status wrong_size(const drawing_reader *reader, int line, const char *what, size_t there,
                            int32_t wanted)
{
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, line, 0,
                   "%s has %zu %s, that of the maze %d: neither is this the maze with a way in it, "
                   "nor a cell as \"x y\"",
                   *what == 'c' ? "the row" : "the layer", there, what, wanted);
}

static lw_status read_row(const drawing_reader *reader, lw_row row, int line, lw_map_spot at)
{
    const lw_map *map = reader->lesson->map;
    if (row.length != (size_t)map->cols)
        return wrong_size(reader, line, "cells", row.length, map->cols);
    for (; at.x < map->cols; at.x++)
        read_cell(reader, row.at[at.x], &(lw_mark){at, line, at.x + 1});
    return LW_OK;
}

lw_status lw_way_read_drawing(const lw_lesson *lesson, const lw_lesson_text *text, lw_way *way,
                              lw_marks *marks, lw_error *err)
{
    drawing_reader reader = {lesson, text, way, marks, err};
    const lw_map *map = lesson->map;
    const char *at = text->text, *end = at + text->size;
    lw_map_spot place = {0};
    lw_status status = LW_OK;
    lw_row row;
    int line = 1;
    for (; !status && lw_next_row(&at, end, &row); line++) {
        bool ends = lw_is_dash(row) && place.layer + 1 < map->layers;
        if ((ends && place.y != map->rows) || (!ends && place.y == map->rows))
            status = wrong_size(&reader, line, "rows", (size_t)place.y + !ends, map->rows);
        else if (ends)
            place = (lw_map_spot){.layer = place.layer + 1};
        else
            status = read_row(&reader, row, line, place);
        place.y += !ends;
    }
    if (!status && (place.y != map->rows || place.layer + 1 != map->layers))
        status = wrong_size(&reader, line - 1, "rows", (size_t)place.y, map->rows);
    return status;
}
