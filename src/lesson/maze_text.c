/* Mazes as plain text: a letter a cell. */
#include <stdio.h>
#include <string.h>
#include "base/fail.h"
#include "lesson/lesson.h"

enum { COURSE_NUMBERS = 4 }; /* before the cells: columns, rows, bend and via */

static const char letters[] = "#. STst123456789";

bool lw_next_row(const char **at, const char *end, lw_row *row)
{
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    row->at = *at;
    row->length = (size_t)((stop ? stop : end) - *at);
    *at = stop ? stop + 1 : end;
    if (row->length > 0 && row->at[row->length - 1] == '\r')
        row->length--;
    return true;
}

bool lw_is_maze_letter(char c)
{
    return c != '\0' && strchr(letters, c);
}

static bool all_letters(lw_row row)
{
    for (size_t i = 0; i < row.length; i++)
        if (!lw_is_maze_letter(row.at[i]))
            return false;
    return row.length > 0;
}

bool lw_is_dash(lw_row row)
{
    return row.length == 1 && *row.at == '-';
}

/* ---- telling mazes from other files ---- */

/* A letter that no number has. */
static bool is_telling(char c)
{
    return c != '\0' && strchr("#.STst", c);
}

static bool has_telling(lw_row row)
{
    for (size_t i = 0; i < row.length; i++)
        if (is_telling(row.at[i]))
            return true;
    return false;
}

static bool all_rows(const lw_lesson_text *text, bool (*fits)(lw_row row, lw_row first))
{
    const char *at = text->text, *end = at + text->size;
    lw_row row, first = {0};
    while (lw_next_row(&at, end, &row)) {
        first = first.at ? first : row;
        if (!fits(row, first))
            return false;
    }
    return true;
}

static bool is_of_maze(lw_row row, lw_row first)
{
    (void)first;
    return all_letters(row) || lw_is_dash(row);
}

/* A course's grid has one number behind the other, but not several digits wide in every row. */
static bool is_of_digits(lw_row row, lw_row first)
{
    return all_letters(row) && !memchr(row.at, ' ', row.length) && row.length == first.length &&
           row.length > 1;
}

static bool is_digit(lw_row row, lw_row first)
{
    (void)first;
    return row.length == 1 && *row.at >= '1' && *row.at <= '9';
}

/* A digit in each row, and not as many as a course's grid of that size has numbers. */
static bool is_column(const lw_lesson_text *text)
{
    const char *at = text->text, *end = at + text->size;
    int64_t count = 0, side[2] = {0, 0};
    lw_row row;
    if (!all_rows(text, is_digit))
        return false;
    for (; lw_next_row(&at, end, &row); count++)
        if (count < 2)
            side[count] = *row.at - '0';
    return count > 1 && count != COURSE_NUMBERS + 2 * side[0] * side[1];
}

static bool is_untelling(lw_row row, lw_row first)
{
    (void)first;
    return !has_telling(row);
}

/* Rows that are mostly letters of mazes, walls or points among them: there is a mistake in it.
 * Blanks tell nothing, for indented text has many. */
static bool is_nearly_maze(const lw_lesson_text *text)
{
    const char *at = text->text, *end = at + text->size;
    size_t cells = 0, others = 0, telling = 0;
    lw_row row;
    for (int i = 0; i < 8 && lw_next_row(&at, end, &row); i++)
        for (size_t k = 0; k < row.length; k++) {
            telling += row.at[k] == '#' || row.at[k] == '.';
            cells += row.at[k] != ' ' && lw_is_maze_letter(row.at[k]);
            others += !lw_is_maze_letter(row.at[k]);
        }
    return telling && cells > others;
}

/* Numbers alone are a course's grid, and a labyrinth may begin with a comment: when another format
 * would take the file, all of it has to be a maze. */
bool lw_is_maze(const lw_lesson_text *text)
{
    const char *at = text->text, *end = at + text->size;
    lw_row row;
    if (!lw_next_row(&at, end, &row))
        return false;
    if (!lw_text_is_known(text->text, text->size))
        return (all_letters(row) && has_telling(row)) || is_nearly_maze(text);
    if (*text->text >= '0' && *text->text <= '9')
        return all_rows(text, is_of_digits) || is_column(text) ||
               (!memchr(row.at, ' ', row.length) && !all_rows(text, is_untelling));
    return all_letters(row) && has_telling(row) && all_rows(text, is_of_maze);
}

typedef struct maze_reader {
    const lw_lesson_text *text;
    lw_lesson *lesson;
    lw_error *err;
    int32_t cols, rows, layers;
    bool seen[2]; /* the ends */
    lw_map_spot ends[2];
} maze_reader;

static lw_status fail(const maze_reader *reader, size_t line, size_t column, const char *text)
{
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, (int)line, (int)column, "%s",
                   text);
}

static lw_status wrong_length(const maze_reader *reader, size_t line, size_t length)
{
    size_t wanted = (size_t)reader->cols;
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, (int)line,
                   (int)(length < wanted ? length : wanted) + 1,
                   "the row has %zu cells, the first one has %zu", length, wanted);
}

static lw_status layer_ends(maze_reader *reader, size_t line, int32_t rows)
{
    if (reader->layers++ == 0)
        reader->rows = rows;
    if (rows == reader->rows && rows > 0)
        return LW_OK;
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, (int)line, 1,
                   "the layer has %d rows, the first one has %d", rows, reader->rows);
}

/* Counts columns, rows and layers, and holds all rows against the first. */
static lw_status measure(maze_reader *reader)
{
    const char *at = reader->text->text, *end = at + reader->text->size;
    lw_row row;
    size_t line = 0;
    int32_t rows = 0;
    lw_status status = LW_OK;
    while (!status && lw_next_row(&at, end, &row)) {
        line++;
        if (row.length > LW_MAP_CELLS_MAX)
            return fail(reader, line, 1, "the row is too long");
        if (line == 1)
            reader->cols = (int32_t)row.length;
        if (row.length == 0 && line == 1)
            return fail(reader, 1, 1, "the row has no cells");
        if (lw_is_dash(row) && line > 1) {
            status = layer_ends(reader, line, rows);
            rows = 0;
        } else if (row.length != (size_t)reader->cols) {
            status = wrong_length(reader, line, row.length);
        } else {
            rows++;
        }
    }
    return status ? status : layer_ends(reader, line, rows);
}

static lw_status end_at(maze_reader *reader, char c, lw_map_spot place, size_t line)
{
    int end = c == 'T' || c == 't';
    if (reader->seen[end])
        return fail(reader, line, (size_t)place.x + 1, end ? "a second T" : "a second S");
    reader->seen[end] = true;
    reader->ends[end] = place;
    return LW_OK;
}

static lw_status wrong_letter(const maze_reader *reader, size_t line, size_t column, char c)
{
    char shown[8];
    bool plain = c > ' ' && c <= '~';
    snprintf(shown, sizeof shown, plain ? "%c" : c == '\t' ? "\\t" : "\\x%02X", (unsigned char)c);
    return lw_fail(reader->err, LW_ERR_INPUT, reader->text->path, (int)line, (int)column,
                   "a cell is '#', '.', a blank, a digit from 1, S or T, not '%s'", shown);
}

static lw_status read_row(maze_reader *reader, lw_row row, size_t line, lw_map_spot place)
{
    uint16_t *cost =
        &reader->lesson->map->cost[lw_map_cell(reader->lesson->map, 0, place.y, place.layer)];
    lw_status status = LW_OK;
    for (; place.x < reader->cols && !status; place.x++) {
        char c = row.at[place.x];
        if (c == '#')
            cost[place.x] = 0;
        else if (c >= '1' && c <= '9')
            cost[place.x] = (uint16_t)(c - '0');
        else if (!lw_is_maze_letter(c))
            status = wrong_letter(reader, line, (size_t)place.x + 1, c);
        else if (c != '.' && c != ' ')
            status = end_at(reader, c, place, line);
    }
    return status;
}

static lw_status read_rows(maze_reader *reader)
{
    const char *at = reader->text->text, *end = at + reader->text->size;
    lw_row row;
    lw_map_spot place = {0};
    lw_status status = LW_OK;
    for (size_t line = 1; !status && lw_next_row(&at, end, &row); line++) {
        if (lw_is_dash(row) && line > 1) {
            place = (lw_map_spot){.layer = place.layer + 1};
            continue;
        }
        status = read_row(reader, row, line, place);
        place.y++;
    }
    return status;
}

lw_status lw_read_maze(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    maze_reader reader = {.text = text, .lesson = lesson, .err = err};
    lesson->kind = LW_LESSON_MAZE;
    lw_status status = measure(&reader);
    if (!status)
        status = lw_map_new(reader.cols, reader.rows, reader.layers, &lesson->map, err);
    if (!status)
        status = read_rows(&reader);
    if (status || (!reader.seen[0] && !reader.seen[1]))
        return status;
    if (!reader.seen[0] || !reader.seen[1])
        return fail(&reader, 0, 0,
                    reader.seen[0] ? "there is an S, but no T" : "there is a T, but no S");
    lw_lesson_pair *pair = lw_lesson_add_pair(lesson, "S-T");
    memcpy(pair->ends, reader.ends, sizeof pair->ends);
    return LW_OK;
}
