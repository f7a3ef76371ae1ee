/*
 * Circuits of the Lee-TM benchmark (Ansari, Kotselidis, Jarvis, Lujan, Kirkham, Watson 2008), a
 * line a thing: `B w h` the size, `C x1 y1 x2 y2` an occupied rectangle, `P x y` a pad, `J x1 y1 x2
 * y2` a route, `E` the end. The file has no costs and does not say how many layers there are: a pad
 * goes through all of them, a cell costs 1.
 */
#include "io/problem.h"

enum {
    SIDE = 600, /* of a circuit without B, as in the program that came with them */
    BEND = 1,
    VIA = 3,
    PAINTED_MOST = 1 << 30, /* so that a file of rectangles comes to an end */
};

typedef struct leetm_reader {
    lw_words words;
    lw_problem *problem;
    uint16_t *cells; /* NULL until the size is known */
    int64_t painted; /* cells of rectangles so far */
} leetm_reader;

static lw_status lay_out(leetm_reader *reader, lw_word first, int32_t cols, int32_t rows)
{
    lw_problem *problem = reader->problem;
    problem->cols = cols;
    problem->rows = rows;
    return lw_problem_lay_out(&reader->words, first, problem, &reader->cells);
}

static lw_status read_size(leetm_reader *reader, lw_word first)
{
    int32_t cols, rows;
    if (reader->cells)
        return lw_words_fail(&reader->words, first, "the size (B) stands before all else, once");
    lw_status status = lw_words_number_in_line(&reader->words, first, "the number of columns", 1,
                                               LW_PROBLEM_SIDE_MAX, &cols);
    if (!status)
        status = lw_words_number_in_line(&reader->words, first, "the number of rows", 1,
                                         LW_PROBLEM_SIDE_MAX, &rows);
    return status ? status : lay_out(reader, first, cols, rows);
}

static lw_status read_place(leetm_reader *reader, lw_word first, lw_pin *pin)
{
    pin->layer = LW_EVERY_LAYER;
    lw_status status = lw_words_number_in_line(&reader->words, first, "an x", 0,
                                               reader->problem->cols - 1, &pin->x);
    return status ? status
                  : lw_words_number_in_line(&reader->words, first, "a y", 0,
                                            reader->problem->rows - 1, &pin->y);
}

static lw_status read_places(leetm_reader *reader, lw_word first, lw_pin *pins, int count)
{
    lw_status status = LW_OK;
    for (int i = 0; i < count && !status; i++)
        status = read_place(reader, first, &pins[i]);
    return status;
}

static lw_status block(leetm_reader *reader, lw_word first, lw_pin a, lw_pin b)
{
    const lw_problem *problem = reader->problem;
    int32_t x1 = a.x < b.x ? a.x : b.x, x2 = a.x < b.x ? b.x : a.x;
    int32_t y1 = a.y < b.y ? a.y : b.y, y2 = a.y < b.y ? b.y : a.y;
    reader->painted += (int64_t)(x2 - x1 + 1) * (y2 - y1 + 1) * problem->layers;
    if (reader->painted > PAINTED_MOST)
        return lw_words_fail(&reader->words, first,
                             "the rectangles so far cover more than %d cells", PAINTED_MOST);
    for (int32_t layer = 0; layer < problem->layers; layer++)
        for (int32_t y = y1; y <= y2; y++)
            for (int32_t x = x1; x <= x2; x++)
                reader->cells[lw_problem_cell(problem, x, y, layer)] = 0;
    return LW_OK;
}

static lw_status read_route(leetm_reader *reader, lw_word first)
{
    lw_pin ends[2];
    lw_status status = read_places(reader, first, ends, 2);
    return status ? status
                  : lw_problem_add_net(&reader->words, first, reader->problem, ends, "routes");
}

static lw_status read_line(leetm_reader *reader, lw_word first)
{
    lw_pin corner[2] = {{0}};
    lw_status status = LW_OK;
    char letter = first.length == 1 ? *first.text : '\0';
    if (letter == 'B')
        return read_size(reader, first);
    if (!reader->cells)
        status = lay_out(reader, first, SIDE, SIDE);
    if (status)
        return status;
    switch (letter) {
    case 'C':
        status = read_places(reader, first, corner, 2);
        break;
    case 'P':
        status = read_places(reader, first, corner, 1);
        corner[1] = corner[0];
        break;
    case 'J':
        return read_route(reader, first);
    default:
        return lw_words_fail(&reader->words, first,
                             "a line begins with B, C, P, J or E, not with \"%.*s\"",
                             first.length < 20 ? first.length : 20, first.text);
    }
    return status ? status : block(reader, first, corner[0], corner[1]);
}

static lw_status read(const lw_problem_text *text, lw_problem *problem, lw_error *err)
{
    leetm_reader reader = {.words = lw_words_of(text->name, text->text, text->size, err),
                           .problem = problem};
    reader.words.comments = true;
    problem->layers = (int32_t)text->layers;
    problem->bend = BEND;
    problem->via = VIA;
    lw_word first;
    while (lw_words_next(&reader.words, &first)) {
        if (first.length == 1 && *first.text == 'E')
            return lw_words_end(&reader.words, "a circuit, which ends with E");
        lw_status status = read_line(&reader, first);
        if (!status)
            status = lw_words_line_end(&reader.words, first);
        if (status)
            return status;
    }
    return lw_words_fail(&reader.words, first, "the file ends before its end, the line E");
}

const lw_problem_ops lw_problem_leetm = {.name = "lee-tm", .letters = "BCPJ", .read = read};
