/*
 * Inputs of STAMP's labyrinth (Cao Minh, Chung, Kozyrakis, Olukotun 2008), a line a thing: `d x y
 * z` the size, `w x y z` a wall, `p x1 y1 z1 x2 y2 z2` a path. Its program counts 1 for a step in a
 * layer, 2 for one between layers and 1 for a bend.
 */
#include "io/problem.h"

enum { BEND = 1, VIA = 1 /* on top of the cell */ };

typedef struct labyrinth_reader {
    lw_words words;
    lw_problem *problem;
    uint16_t *cells; /* NULL until the size is known */
} labyrinth_reader;

static lw_status read_size(labyrinth_reader *reader, lw_word first)
{
    lw_problem *problem = reader->problem;
    lw_words *words = &reader->words;
    if (reader->cells)
        return lw_words_fail(words, first, "the size (d) is given twice");
    lw_status status = lw_words_number_in_line(words, first, "the size in x", 1,
                                               LW_PROBLEM_SIDE_MAX, &problem->cols);
    if (!status)
        status = lw_words_number_in_line(words, first, "the size in y", 1, LW_PROBLEM_SIDE_MAX,
                                         &problem->rows);
    if (!status)
        status = lw_words_number_in_line(words, first, "the size in z", 1, LW_PROBLEM_LAYERS_MAX,
                                         &problem->layers);
    return status ? status : lw_problem_lay_out(words, first, problem, &reader->cells);
}

static lw_status read_point(labyrinth_reader *reader, lw_word first, lw_pin *pin)
{
    const lw_problem *problem = reader->problem;
    lw_words *words = &reader->words;
    lw_status status = lw_words_number_in_line(words, first, "an x", 0, problem->cols - 1, &pin->x);
    if (!status)
        status = lw_words_number_in_line(words, first, "a y", 0, problem->rows - 1, &pin->y);
    return status
               ? status
               : lw_words_number_in_line(words, first, "a z", 0, problem->layers - 1, &pin->layer);
}

static lw_status read_path(labyrinth_reader *reader, lw_word first)
{
    lw_pin ends[2];
    lw_status status = read_point(reader, first, &ends[0]);
    if (!status)
        status = read_point(reader, first, &ends[1]);
    return status ? status
                  : lw_problem_add_net(&reader->words, first, reader->problem, ends, "paths");
}

static lw_status read_wall(labyrinth_reader *reader, lw_word first)
{
    lw_pin at;
    lw_status status = read_point(reader, first, &at);
    if (!status)
        reader->cells[lw_problem_cell(reader->problem, at.x, at.y, at.layer)] = 0;
    return status;
}

static lw_status read_line(labyrinth_reader *reader, lw_word first)
{
    char letter = first.length == 1 ? *first.text : '\0';
    if (letter == 'd')
        return read_size(reader, first);
    if (letter != 'p' && letter != 'w')
        return lw_words_fail(&reader->words, first,
                             "a line begins with d, p or w, not with \"%.*s\"",
                             first.length < 20 ? first.length : 20, first.text);
    if (!reader->cells)
        return lw_words_fail(&reader->words, first, "the size (d) stands before all else");
    return letter == 'p' ? read_path(reader, first) : read_wall(reader, first);
}

static lw_status read(const lw_problem_text *text, lw_problem *problem, lw_error *err)
{
    labyrinth_reader reader = {.words = lw_words_of(text->name, text->text, text->size, err),
                               .problem = problem};
    reader.words.comments = true;
    problem->bend = BEND;
    problem->via = VIA;
    lw_status status = LW_OK;
    lw_word first;
    while (!status && lw_words_next(&reader.words, &first)) {
        status = read_line(&reader, first);
        if (!status)
            status = lw_words_line_end(&reader.words, first);
    }
    return status;
}

const lw_problem_ops lw_problem_labyrinth = {.name = "labyrinth", .letters = "dpw", .read = read};
