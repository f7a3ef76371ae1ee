/*
 * The maze-router assignment of VLSI courses. A grid: columns, rows, the costs of a bend and of a
 * via, then the cells of two layers row by row, -1 for a blocked one, else the cost. Beside it the
 * nets: how many, and of each a number and two pins `layer x y`. Blanks and lines as one likes.
 */
#include <stdlib.h>
#include "base/heap.h"
#include "io/problem.h"

enum { LAYERS = 2, BLOCKED = -1 };

static lw_status read_cell(lw_words *words, uint16_t *cell)
{
    lw_word word;
    int32_t value;
    lw_words_peek(words, &word);
    lw_status status =
        lw_words_number(words, "the cost of a cell", BLOCKED, LW_PROBLEM_COST_MAX, &value);
    if (!status && value == 0)
        return lw_words_fail(words, word, "a cell costs 1 or more, or is -1 for blocked");
    *cell = value == BLOCKED ? 0 : (uint16_t)value;
    return status;
}

static lw_status read_cells(lw_words *words, lw_word first, lw_problem *problem)
{
    uint16_t *cells;
    size_t count = lw_problem_cell(problem, 0, 0, problem->layers);
    lw_status status = lw_problem_lay_out(words, first, problem, &cells);
    for (size_t i = 0; i < count && !status; i++)
        status = read_cell(words, &cells[i]);
    return status ? status : lw_words_end(words, "the cells of two layers");
}

static lw_status read_grid(lw_words *words, lw_problem *problem)
{
    int32_t bend = 0, via = 0;
    lw_word first;
    lw_words_peek(words, &first);
    problem->layers = LAYERS;
    lw_status status =
        lw_words_number(words, "the number of columns", 1, LW_PROBLEM_SIDE_MAX, &problem->cols);
    if (!status)
        status =
            lw_words_number(words, "the number of rows", 1, LW_PROBLEM_SIDE_MAX, &problem->rows);
    if (!status)
        status = lw_words_number(words, "the cost of a bend", 0, LW_PROBLEM_COST_MAX, &bend);
    if (!status)
        status = lw_words_number(words, "the cost of a via", 0, LW_PROBLEM_COST_MAX, &via);
    problem->bend = (uint32_t)bend;
    problem->via = (uint32_t)via;
    return status ? status : read_cells(words, first, problem);
}

static lw_status read_pin(lw_words *words, const lw_problem *problem, lw_pin *pin)
{
    lw_status status = lw_words_number(words, "the layer of a pin", 1, LAYERS, &pin->layer);
    pin->layer--;
    if (!status)
        status = lw_words_number(words, "the x of a pin", 0, problem->cols - 1, &pin->x);
    return status ? status
                  : lw_words_number(words, "the y of a pin", 0, problem->rows - 1, &pin->y);
}

/* Where a net's number stands. */
typedef struct course_number {
    uint32_t number;
    lw_word word;
} course_number;

static int by_number(const void *a, const void *b)
{
    const course_number *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->word.text > y->word.text) - (x->word.text < y->word.text);
}

/* Blames the first number that was there before. */
static lw_status check_numbers(const lw_words *words, course_number *numbers, size_t count)
{
    const course_number *twice = NULL;
    if (count > 0)
        qsort(numbers, count, sizeof *numbers, by_number);
    for (size_t i = 1; i < count; i++)
        if (numbers[i].number == numbers[i - 1].number &&
            (!twice || numbers[i].word.text < twice->word.text))
            twice = &numbers[i];
    if (!twice)
        return LW_OK;
    return lw_words_fail(words, twice->word, "there are two nets %u", twice->number);
}

static lw_status read_net(lw_words *words, lw_problem *problem, course_number *place)
{
    lw_wish *wish = lw_list_add(problem->arena, &problem->nets);
    int32_t number = 0;
    lw_words_peek(words, &place->word);
    lw_status status =
        lw_words_number(words, "the number of a net", 0, LW_PROBLEM_NUMBER_MAX, &number);
    place->number = wish->number = (uint32_t)number;
    for (int p = 0; p < 2 && !status; p++)
        status = read_pin(words, problem, &wish->pin[p]);
    return status;
}

static lw_status read_nets(lw_words *words, lw_problem *problem)
{
    int32_t count = 0;
    lw_status status = lw_words_number(words, "the number of nets", 0, LW_PROBLEM_NETS_MAX, &count);
    if (status)
        return status;
    course_number *numbers = lw_alloc((size_t)count, sizeof *numbers);
    for (int32_t i = 0; i < count && !status; i++)
        status = read_net(words, problem, &numbers[i]);
    if (!status)
        status = lw_words_end(words, "the nets that were announced");
    if (!status)
        status = check_numbers(words, numbers, (size_t)count);
    free(numbers);
    return status;
}

static lw_status read(const lw_problem_text *text, lw_problem *problem, lw_error *err)
{
    lw_words grid = lw_words_of(text->name, text->text, text->size, err);
    lw_words nets = lw_words_of(text->nets_name, text->nets, text->nets_size, err);
    lw_status status = read_grid(&grid, problem);
    return status ? status : read_nets(&nets, problem);
}

const lw_problem_ops lw_problem_course = {.name = "course", .beside = ".nl", .read = read};
