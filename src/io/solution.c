/*
 * Paths as text, in the form of the course's solutions: how many nets; of each its number, a line
 * `layer x y` a cell, and 0. With two layers of the course there is a line `3 x y` for a via, too.
 */
#include <stdlib.h>
#include "base/file.h"
#include "base/heap.h"
#include "io/words.h"
#include "leeway/io.h"
#include "problem/problem.h"

enum { VIA_LAYER = 3, COORDINATE_MAX = LW_PROBLEM_NUMBER_MAX };

/* ---- writing ---- */

static void print_path(lw_buffer *out, const lw_path *path, bool tells_vias)
{
    for (uint32_t i = 0; i < path->count; i++) {
        const lw_path_cell *cell = &path->cells[i];
        if (cell->via && tells_vias)
            lw_buffer_print(out, "%d %d %d\n", VIA_LAYER, cell->x, cell->y);
        lw_buffer_print(out, "%d %d %d\n", cell->layer + 1, cell->x, cell->y);
    }
}

lw_status lw_solution_save(const lw_problem *problem, const lw_solution *solution, const char *path,
                           lw_error *err)
{
    lw_buffer out = {0};
    lw_buffer_print(&out, "%u\n", problem->nets.count);
    for (uint32_t i = 0; i < problem->nets.count; i++) {
        lw_buffer_print(&out, "%u\n", problem->nets.at[i].number);
        print_path(&out, &solution->paths[i], problem->format == LW_PROBLEM_COURSE);
        lw_buffer_text(&out, "0\n");
    }
    lw_status status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}

/* ---- reading ---- */

typedef struct solution_number {
    uint32_t number, net;
    bool seen;
} solution_number;

typedef struct solution_reader {
    lw_words words;
    const lw_problem *problem;
    lw_solution *solution;
    solution_number *numbers; /* in order */
    bool tells_vias;
} solution_reader;

static int by_number(const void *a, const void *b)
{
    const solution_number *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static void sort_numbers(solution_reader *reader)
{
    uint32_t count = reader->problem->nets.count;
    reader->numbers = lw_alloc(count, sizeof *reader->numbers);
    for (uint32_t i = 0; i < count; i++)
        reader->numbers[i] = (solution_number){reader->problem->nets.at[i].number, i, false};
    if (count > 0)
        qsort(reader->numbers, count, sizeof *reader->numbers, by_number);
}

static void blame(solution_reader *reader, lw_path_rule rule, int32_t number, int line)
{
    lw_solution *solution = reader->solution;
    *lw_list_add(solution->arena, &solution->faults) = (lw_path_fault){
        rule, LW_NO_WISH, (uint32_t)number, {.x = -1, .y = -1, .layer = -1, .line = line}};
}

/* Where the path of the net belongs; NULL: nowhere, the number is wrong. */
static lw_status read_number(solution_reader *reader, int32_t *out, lw_path **path)
{
    lw_words *words = &reader->words;
    lw_word word;
    int32_t number;
    *path = NULL;
    lw_words_peek(words, &word);
    lw_status status =
        lw_words_number(words, "the number of a net", 0, LW_PROBLEM_NUMBER_MAX, &number);
    if (status)
        return status;
    *out = number;
    solution_number key = {(uint32_t)number, 0, false};
    solution_number *found =
        bsearch(&key, reader->numbers, reader->problem->nets.count, sizeof key, by_number);
    if (!found || found->seen) {
        blame(reader, found ? LW_PATH_AGAIN : LW_PATH_UNKNOWN, number, word.line);
        return LW_OK;
    }
    found->seen = true;
    *path = &reader->solution->paths[found->net];
    (*path)->line = word.line;
    return LW_OK;
}

static lw_status read_place(solution_reader *reader, lw_path_cell *cell)
{
    lw_status status =
        lw_words_number(&reader->words, "an x", -COORDINATE_MAX, COORDINATE_MAX, &cell->x);
    return status
               ? status
               : lw_words_number(&reader->words, "a y", -COORDINATE_MAX, COORDINATE_MAX, &cell->y);
}

static bool same_place(const lw_path_cell *a, const lw_path_cell *b)
{
    return a->x == b->x && a->y == b->y;
}

typedef LW_LIST(lw_path_cell) path_cells;

/* A line of a via that was read. */
typedef struct solution_via {
    bool told;
    bool astray; /* a line of another via is before it */
    lw_path_cell at;
} solution_via;

/* Where a via stands astray the cell behind it tells one that is none, or tells none that is: the
 * judge finds either. */
static bool comes_by_via(const solution_via *via, const lw_path_cell *last,
                         const lw_path_cell *cell)
{
    if (!via->told || !last)
        return via->told;
    bool right = !via->astray && same_place(&via->at, last) && same_place(&via->at, cell);
    return right || last->layer == cell->layer;
}

/* What follows the layer of a cell or a via. */
static lw_status read_cell(solution_reader *reader, int line, int32_t layer, solution_via *via,
                           path_cells *cells)
{
    lw_path_cell cell = {.layer = layer - 1, .line = line};
    lw_status status = read_place(reader, &cell);
    if (status)
        return status;
    if (reader->tells_vias && layer == VIA_LAYER) {
        *via = (solution_via){true, via->told, cell};
        return LW_OK;
    }
    const lw_path_cell *last = cells->count > 0 ? &cells->at[cells->count - 1] : NULL;
    cell.via =
        reader->tells_vias ? comes_by_via(via, last, &cell) : last && last->layer != cell.layer;
    *via = (solution_via){0};
    *lw_list_add(reader->solution->arena, cells) = cell;
    return LW_OK;
}

static lw_status read_path(solution_reader *reader, int32_t number, lw_path *path)
{
    path_cells cells = {0};
    solution_via via = {0};
    for (;;) {
        lw_word word;
        int32_t layer;
        lw_words_peek(&reader->words, &word);
        lw_status status = lw_words_number(&reader->words, "a layer, or the 0 that ends a net", 0,
                                           LW_PROBLEM_LAYERS_MAX, &layer);
        if (!status && layer == 0)
            break;
        if (!status)
            status = read_cell(reader, word.line, layer, &via, &cells);
        if (status)
            return status;
    }
    if (via.told)
        blame(reader, LW_PATH_VIA, number, via.at.line);
    path->cells = cells.at;
    path->count = cells.count;
    return LW_OK;
}

/* The nets are as many as follow, whatever is announced. */
static lw_status read_solution(solution_reader *reader)
{
    int32_t announced, count = 0;
    lw_word word;
    lw_words_peek(&reader->words, &word);
    int line = word.line;
    lw_status status =
        lw_words_number(&reader->words, "the number of nets", 0, LW_PROBLEM_NUMBER_MAX, &announced);
    for (; !status && lw_words_peek(&reader->words, &word); count++) {
        lw_path unknown, *path;
        int32_t number;
        status = read_number(reader, &number, &path);
        if (!status)
            status = read_path(reader, number, path ? path : &unknown);
    }
    if (!status && count != announced)
        blame(reader, LW_PATH_COUNT, announced, line);
    return status;
}

lw_status lw_solution_parse(const lw_problem *problem, const char *name, const char *text,
                            size_t size, lw_solution **out, lw_error *err)
{
    solution_reader reader = {.words = lw_words_of(name, text, size, err),
                              .problem = problem,
                              .solution = lw_solution_new(problem),
                              .tells_vias = problem->format == LW_PROBLEM_COURSE};
    sort_numbers(&reader);
    lw_status status = read_solution(&reader);
    free(reader.numbers);
    *out = status ? NULL : reader.solution;
    if (status)
        lw_solution_free(reader.solution);
    return status;
}

lw_status lw_solution_load(const lw_problem *problem, const char *path, lw_solution **out,
                           lw_error *err)
{
    char *text;
    size_t size;
    *out = NULL;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (!status)
        status = lw_solution_parse(problem, path, text, size, out, err);
    free(text);
    return status;
}
