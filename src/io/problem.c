#include "io/problem.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "io/beside.h"
#include "leeway/io.h"

static const lw_problem_ops *const formats[LW_PROBLEM_FORMAT_COUNT] = {
    [LW_PROBLEM_COURSE] = &lw_problem_course,
    [LW_PROBLEM_LEETM] = &lw_problem_leetm,
    [LW_PROBLEM_LABYRINTH] = &lw_problem_labyrinth,
};

const char *lw_problem_format_name(lw_problem_format format)
{
    return formats[format]->name;
}

enum { LAYERS = 2 /* of a circuit whose file does not say */ };

static bool is_number(lw_word word)
{
    for (int i = 0; i < word.length; i++)
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    return word.length > 0;
}

bool lw_problem_recognise(const char *text, size_t size, lw_problem_format *format)
{
    lw_words words = lw_words_of("", text, size, NULL);
    lw_word first, second;
    words.comments = true;
    if (!lw_words_next(&words, &first))
        return false;
    lw_words_next(&words, &second);
    for (int i = 0; i < LW_PROBLEM_FORMAT_COUNT; i++) {
        *format = (lw_problem_format)i;
        if (!formats[i]->letters && is_number(first))
            return true;
        if (formats[i]->letters && first.length == 1 && strchr(formats[i]->letters, *first.text) &&
            *first.text && is_number(second))
            return true;
    }
    return false;
}

lw_status lw_problem_lay_out(const lw_words *words, lw_word word, lw_problem *problem,
                             uint16_t **cells)
{
    int64_t count = (int64_t)problem->cols * problem->rows * problem->layers;
    if (count > LW_PROBLEM_CELLS_MAX)
        return lw_words_fail(words, word, "%d x %d cells in %d layers are more than %d",
                             problem->cols, problem->rows, problem->layers, LW_PROBLEM_CELLS_MAX);
    *cells = lw_problem_cells(problem);
    if (!*cells)
        return lw_fail(words->err, LW_ERR_MEMORY, words->name, 0, 0, "no memory for the cells");
    for (int64_t i = 0; i < count; i++)
        (*cells)[i] = 1;
    return LW_OK;
}

lw_status lw_problem_add_net(const lw_words *words, lw_word word, lw_problem *problem,
                             const lw_pin pins[2], const char *what)
{
    uint32_t number = problem->nets.count + 1;
    if (number > LW_PROBLEM_NETS_MAX)
        return lw_words_fail(words, word, "these are more than %d %s", LW_PROBLEM_NETS_MAX, what);
    *lw_list_add(problem->arena, &problem->nets) =
        (lw_wish){.number = number, .pin = {pins[0], pins[1]}};
    return LW_OK;
}

lw_status lw_problem_parse(const lw_problem_text *text, lw_problem **out, lw_error *err)
{
    lw_problem_format format;
    *out = NULL;
    if (!lw_problem_recognise(text->text, text->size, &format))
        return lw_fail(err, LW_ERR_INPUT, text->name, 0, 0,
                       "this is no field problem that can be read: neither a course's grid nor a "
                       "Lee-TM circuit nor a labyrinth");
    lw_problem_text read = *text;
    read.layers = text->layers ? text->layers : LAYERS;
    if (read.layers > LW_PROBLEM_LAYERS_MAX)
        return lw_fail(err, LW_ERR_OPTION, text->name, 0, 0, "%u layers are more than %d",
                       read.layers, LW_PROBLEM_LAYERS_MAX);
    lw_problem *problem = lw_problem_new(text->name, format);
    if (formats[format]->beside)
        problem->nets_path =
            lw_arena_text(problem->arena, text->nets_name, strlen(text->nets_name));
    lw_status status = formats[format]->read(&read, problem, err);
    if (status)
        lw_problem_free(problem);
    else
        *out = problem;
    return status;
}

/* Reads the file with the nets as well. */
static lw_status read_both(const lw_problem_ops *ops, const char *given, lw_problem_text *text,
                           lw_problem **out, lw_error *err)
{
    char *path = given ? strdup(given) : lw_path_beside(text->name, ops->beside), *nets = NULL;
    if (!path)
        return lw_fail(err, LW_ERR_READ, text->name, 0, 0,
                       "the nets of a grid are in a file of their own, *%s: there is none beside "
                       "it, and none was given",
                       ops->beside);
    if (strcmp(path, text->name) == 0 && !given) {
        free(path);
        return lw_fail(err, LW_ERR_INPUT, text->name, 0, 0,
                       "this is a list of nets; the grid that it belongs to is wanted");
    }
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &nets, &text->nets_size, err);
    text->nets_name = path;
    text->nets = nets;
    if (!status)
        status = lw_problem_parse(text, out, err);
    free(nets);
    free(path);
    return status;
}

lw_status lw_problem_read(const char *path, const char *text, size_t size, lw_problem_format format,
                          const lw_problem_reading *reading, lw_problem **out, lw_error *err)
{
    const lw_problem_ops *ops = formats[format];
    const char *nets = reading ? reading->nets : NULL;
    lw_problem_text both = {.name = path, .text = text, .size = size};
    *out = NULL;
    both.layers = reading ? reading->layers : 0;
    if (ops->beside)
        return read_both(ops, nets, &both, out, err);
    if (nets)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0, "its nets are in it, not in \"%s\"", nets);
    return lw_problem_parse(&both, out, err);
}

lw_status lw_problem_load(const char *path, const lw_problem_reading *reading, lw_problem **out,
                          lw_error *err)
{
    char *text;
    size_t size;
    lw_problem_format format;
    *out = NULL;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (status)
        return status;
    if (lw_problem_recognise(text, size, &format))
        status = lw_problem_read(path, text, size, format, reading, out, err);
    else
        status = lw_problem_parse(&(lw_problem_text){.name = path, .text = text, .size = size}, out,
                                  err);
    free(text);
    return status;
}
