/*
 * Maps and scenarios of the MovingAI collection (N. Sturtevant, "Benchmarks for Grid-Based
 * Pathfinding", IEEE Transactions on Computational Intelligence and AI in Games 4, 2012). Eight
 * directions; a diagonal step must have both cells beside it free. Water is crossed by what begins
 * in it alone, so steps between water and land are closed.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/number.h"
#include "leeway/io.h"
#include "lesson/lesson.h"
#include "wave/steps.h"

static const char scenario_ending[] = ".scen";

static bool begins(const lw_lesson_text *text, const char *word)
{
    lw_words words = lw_words_of("", text->text, text->size, NULL);
    lw_word first;
    return lw_words_next(&words, &first) && (size_t)first.length == strlen(word) &&
           memcmp(first.text, word, strlen(word)) == 0;
}

bool lw_is_octile(const lw_lesson_text *text)
{
    return begins(text, "type");
}

bool lw_is_scenarios(const lw_lesson_text *text)
{
    return begins(text, "version");
}

static lw_status expect(lw_words *words, const char *wanted)
{
    lw_word word;
    if (lw_words_next(words, &word) && (size_t)word.length == strlen(wanted) &&
        memcmp(word.text, wanted, strlen(wanted)) == 0)
        return LW_OK;
    return lw_words_fail(words, word, "\"%s\" is expected here", wanted);
}

static lw_status read_head(lw_words *words, int32_t *cols, int32_t *rows)
{
    lw_status status = expect(words, "type");
    if (!status)
        status = expect(words, "octile");
    if (!status)
        status = expect(words, "height");
    if (!status)
        status = lw_words_number(words, "the height", 1, LW_PROBLEM_SIDE_MAX, rows);
    if (!status)
        status = expect(words, "width");
    if (!status)
        status = lw_words_number(words, "the width", 1, LW_PROBLEM_SIDE_MAX, cols);
    return status ? status : expect(words, "map");
}

typedef struct octile_reader {
    const char *path;
    lw_map *map;
    uint8_t *water; /* a cell */
    bool any_water;
    lw_error *err;
} octile_reader;

static lw_status read_cell(octile_reader *reader, int line, int32_t x, int32_t y, char c)
{
    int32_t cell = lw_map_cell(reader->map, x, y, 0);
    if (c == '@' || c == 'O' || c == 'T') {
        reader->map->cost[cell] = 0;
    } else if (c == 'W') {
        reader->water[cell] = 1;
        reader->any_water = true;
    } else if (c != '.' && c != 'G' && c != 'S') {
        return lw_fail(reader->err, LW_ERR_INPUT, reader->path, line, x + 1,
                       "a cell is one of . G S W @ O T, not '%c'", c);
    }
    return LW_OK;
}

static lw_status read_row(octile_reader *reader, int line, int32_t y, lw_row row)
{
    if (row.length != (size_t)reader->map->cols)
        return lw_fail(reader->err, LW_ERR_INPUT, reader->path, line, 1,
                       "the row has %zu cells, not the %d that the width says", row.length,
                       reader->map->cols);
    lw_status status = LW_OK;
    for (int32_t x = 0; x < reader->map->cols && !status; x++)
        status = read_cell(reader, line, x, y, row.at[x]);
    return status;
}

static lw_status read_rows(octile_reader *reader, const lw_words *words)
{
    const char *at = words->at;
    lw_row row = {0};
    int line = words->line;
    lw_next_row(&at, words->end, &row); /* the rest of the line "map" */
    for (int32_t y = 0; y < reader->map->rows; y++) {
        if (!lw_next_row(&at, words->end, &row))
            return lw_fail(reader->err, LW_ERR_INPUT, reader->path, line + y, 0,
                           "the map has %d rows, not the %d that the height says", y,
                           reader->map->rows);
        lw_status status = read_row(reader, line + y + 1, y, row);
        if (status)
            return status;
    }
    return LW_OK;
}

/* Between water and land. A diagonal step touches no cell of the other kind either. */
static lw_status close_shores(octile_reader *reader)
{
    lw_map *map = reader->map;
    lw_status status = lw_map_add_closed(map, reader->err);
    for (int32_t cell = 0; cell < lw_map_size(map) && !status; cell++)
        for (int d = 0; d < LW_STEPS && map->cost[cell]; d++) {
            const uint8_t *water = &reader->water[cell];
            int32_t dx = lw_step_col[d], dy = lw_step_row[d] * map->stride;
            if (water[dx] != *water || water[dy] != *water || water[dx + dy] != *water)
                map->closed[cell] |= (uint8_t)(1 << d);
        }
    return status;
}

static lw_status read_map(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    lw_words words = lw_words_of(text->path, text->text, text->size, err);
    int32_t cols = 0, rows = 0;
    lesson->kind = LW_LESSON_OCTILE;
    lw_status status = read_head(&words, &cols, &rows);
    if (!status && (int64_t)cols * rows > words.end - words.at)
        return lw_fail(err, LW_ERR_INPUT, text->path, words.line, 0,
                       "the map ends before %d rows of %d cells", rows, cols);
    if (!status)
        status = lw_map_new(cols, rows, 1, &lesson->map, err);
    if (status)
        return status;
    octile_reader reader = {.path = text->path, .map = lesson->map, .err = err};
    reader.water = lw_try_alloc((size_t)lw_map_size(lesson->map), 1);
    if (!reader.water)
        return lw_fail(err, LW_ERR_MEMORY, text->path, 0, 0, "no memory for the map");
    status = read_rows(&reader, &words);
    if (!status && reader.any_water)
        status = close_shores(&reader);
    free(reader.water);
    return status;
}

/* ---- scenarios ---- */

static lw_status read_length(lw_words *words, int64_t *length)
{
    lw_word word;
    char text[LW_NUMBER_ROOM] = "";
    lw_words_next(words, &word);
    if (word.length > 0 && word.length < LW_NUMBER_ROOM)
        memcpy(text, word.text, (size_t)word.length);
    if (!lw_parse_fixed(text, 100000000, INT64_C(1000000000) * 100000000, length) && *length >= 0)
        return LW_OK;
    return lw_words_fail(words, word, "the length of a scenario is wanted here");
}

static lw_status read_scenario(lw_words *words, const lw_lesson *lesson, lw_lesson_pair *pair)
{
    const lw_map *map = lesson->map;
    lw_word first, size;
    int32_t bucket, cols, rows;
    lw_status status = lw_words_number(words, "the bucket of a scenario", 0, INT32_MAX, &bucket);
    lw_words_next(words, &first); /* the map's name */
    lw_words_peek(words, &size);
    if (!status)
        status = lw_words_number(words, "the width", 1, LW_PROBLEM_SIDE_MAX, &cols);
    if (!status)
        status = lw_words_number(words, "the height", 1, LW_PROBLEM_SIDE_MAX, &rows);
    if (!status && (cols != map->cols || rows != map->rows))
        return lw_words_fail(words, size,
                             "the scenario is for a map of %d x %d, this one is %d x %d", cols,
                             rows, map->cols, map->rows);
    for (int end = 0; end < 2 && !status; end++) {
        status = lw_words_number(words, "an x", 0, map->cols - 1, &pair->ends[end].x);
        if (!status)
            status = lw_words_number(words, "a y", 0, map->rows - 1, &pair->ends[end].y);
    }
    return status ? status : read_length(words, &pair->length);
}

static lw_status read_scenarios(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    lw_words words = lw_words_of(text->path, text->text, text->size, err);
    lw_word word;
    lw_status status = expect(&words, "version");
    lw_words_next(&words, &word); /* 1, or 1.0 */
    while (!status && lw_words_peek(&words, &word)) {
        if (lesson->pairs.count >= LW_PROBLEM_NETS_MAX)
            return lw_words_fail(&words, word, "these are more than %d scenarios",
                                 LW_PROBLEM_NETS_MAX);
        lw_lesson_pair *pair = lw_lesson_add_pair(
            lesson, lw_arena_print(lesson->arena, "%u", lesson->pairs.count + 1));
        status = read_scenario(&words, lesson, pair);
    }
    return status;
}

typedef lw_status reader_function(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err);

static lw_status read_file(const char *path, reader_function *read, lw_lesson *lesson,
                           lw_error *err)
{
    char *text;
    size_t size;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (status)
        return status;
    lw_lesson_text from = lw_text_of(path, text, size);
    status = read(&from, lesson, err);
    free(text);
    return status;
}

lw_status lw_read_octile(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    const char *beside = lw_arena_print(lesson->arena, "%s%s", text->path, scenario_ending);
    lw_status status = read_map(text, lesson, err);
    if (status || access(beside, F_OK) != 0)
        return status;
    lesson->beside_path = beside;
    return read_file(beside, read_scenarios, lesson, err);
}

lw_status lw_read_scenarios(const lw_lesson_text *text, lw_lesson *lesson, lw_error *err)
{
    size_t length = strlen(text->path), ending = strlen(scenario_ending);
    if (length <= ending || strcmp(text->path + length - ending, scenario_ending) != 0)
        return lw_fail(err, LW_ERR_INPUT, text->path, 0, 0,
                       "these are scenarios; give the map that they belong to");
    const char *map = lw_arena_text(lesson->arena, text->path, length - ending);
    lesson->beside_path = map;
    lw_status status = read_file(map, read_map, lesson, err);
    return status ? status : read_scenarios(text, lesson, err);
}
