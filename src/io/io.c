#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/heap.h"
#include "io/beside.h"
#include "io/format.h"
#include "io/problem.h"

static const lw_format_ops *const formats[LW_FORMAT_COUNT] = {
    [LW_FORMAT_XML] = &lw_format_leeway,
    [LW_FORMAT_EAGLE] = &lw_format_eagle,
    [LW_FORMAT_SPECCTRA] = &lw_format_dsn,
    [LW_FORMAT_KICAD] = &lw_format_kicad,
};

/* What people hand to a router by mistake, by its first bytes. */
static const struct {
    const char *start;
    const char *what;
} strangers[] = {
    {"(session",
     "this is a Specctra session, a result for the program that the design (.dsn) came from; it "
     "is read behind that, as in: leeway check board.dsn board.ses"},
    {"(kicad_sch", "this is a KiCad schematic; routing needs the board, the .kicad_pcb beside it"},
    {"(footprint", "this is a footprint of KiCad, not a board"},
    {"(module", "this is a footprint of KiCad, not a board"},
    {"%PDF", "this is a PDF"},
    {"\x89PNG", "this is a picture"},
    {"PK\x03\x04", "this is a ZIP archive; unpack it first"},
    {"G04", "this is a Gerber film, not a board"},
};

const char *lw_format_name(lw_format format)
{
    return formats[format]->name;
}

bool lw_format_by_name(const char *name, lw_format *format)
{
    for (int i = 0; i < LW_FORMAT_COUNT; i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            *format = (lw_format)i;
            return true;
        }
    }
    return false;
}

/* XML that no format claims goes to the native reader, whose messages say what is wrong. */
static bool may_be_xml(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && text[at] != '\0' && strchr(" \t\r\n\xEF\xBB\xBF", text[at]))
        at++;
    bool utf16 = size >= 2 && (!memcmp(text, "\xFF\xFE", 2) || !memcmp(text, "\xFE\xFF", 2));
    return at == size || text[at] == '<' || utf16;
}

/* What it is instead, or NULL. */
static const char *stranger_of(const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        size_t length = strlen(strangers[i].start);
        if (size >= length && memcmp(text, strangers[i].start, length) == 0)
            return strangers[i].what;
    }
    return NULL;
}

static lw_status refuse(const char *name, const char *text, size_t size, lw_error *err)
{
    lw_problem_format format;
    const char *stranger = stranger_of(text, size);
    if (stranger)
        return lw_fail(err, LW_ERR_INPUT, name, 0, 0, "%s", stranger);
    if (lw_problem_recognise(text, size, &format))
        return lw_fail(err, LW_ERR_INPUT, name, 0, 0, "this is a field problem (%s), not a board",
                       lw_problem_format_name(format));
    return lw_fail(err, LW_ERR_INPUT, name, 0, 0,
                   "this is no board that can be read (Leeway XML, EAGLE 6 or later, KiCad 4 or "
                   "later, Specctra design), nor a field problem (course grid, Lee-TM circuit, "
                   "labyrinth)");
}

/* The format that claims the text; NULL: none. */
static const lw_format_ops *format_of(const char *text, size_t size)
{
    /* The native format's guess is the widest, so it has the last word. */
    for (int i = LW_FORMAT_COUNT; i-- > 0;)
        if (formats[i]->recognise(text, size))
            return formats[i];
    return may_be_xml(text, size) ? &lw_format_leeway : NULL;
}

bool lw_text_is_known(const char *text, size_t size)
{
    return format_of(text, size) || lw_problem_recognise(text, size, &(lw_problem_format){0}) ||
           stranger_of(text, size);
}

lw_status lw_board_parse(const char *name, const char *text, size_t size, lw_board **out,
                         lw_error *err)
{
    *out = NULL;
    const lw_format_ops *format = format_of(text, size);
    return format ? format->read(name, text, size, out, err) : refuse(name, text, size, err);
}

static lw_status load_both(const lw_format_ops *format, const char *path, const char *text,
                           size_t size, const char *other, lw_board **out, lw_error *err)
{
    char *more;
    size_t more_size;
    lw_status status = lw_file_read(other, LW_FILE_LIMIT, &more, &more_size, err);
    if (status)
        return status;
    status = format->read_both(path, text, size, other, more, more_size, out, err);
    free(more);
    if (!status)
        (*out)->beside_path = lw_arena_text((*out)->arena, other, strlen(other));
    return status;
}

static lw_status load_board(const char *path, const char *text, size_t size, lw_board **out,
                            lw_error *err)
{
    const lw_format_ops *format = format_of(text, size);
    char *other = format && format->beside ? lw_path_beside(path, format->beside) : NULL;
    lw_status status = other ? load_both(format, path, text, size, other, out, err)
                             : lw_board_parse(path, text, size, out, err);
    free(other);
    return status;
}

lw_status lw_board_load(const char *path, lw_board **out, lw_error *err)
{
    char *text;
    size_t size;
    *out = NULL;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (!status)
        status = load_board(path, text, size, out, err);
    free(text);
    return status;
}

lw_status lw_board_read_with(const lw_board *board, const char *path, lw_board **out, lw_error *err)
{
    const lw_format_ops *format = formats[board->format];
    *out = NULL;
    if (!format->read_both)
        return lw_fail(err, LW_ERR_OPTION, path, 0, 0, "no other file belongs to a board of %s",
                       format->name);
    return load_both(format, board->path, board->source, board->source_size, path, out, err);
}

lw_status lw_load_text(const char *path, const char *text, size_t size,
                       const lw_problem_reading *reading, lw_board **board, lw_problem **problem,
                       lw_error *err)
{
    lw_problem_format format;
    *board = NULL;
    *problem = NULL;
    return lw_problem_recognise(text, size, &format)
               ? lw_problem_read(path, text, size, format, reading, problem, err)
               : load_board(path, text, size, board, err);
}

lw_status lw_load(const char *path, const lw_problem_reading *reading, lw_board **board,
                  lw_problem **problem, lw_error *err)
{
    char *text;
    size_t size;
    *board = NULL;
    *problem = NULL;
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &text, &size, err);
    if (!status)
        status = lw_load_text(path, text, size, reading, board, problem, err);
    free(text);
    return status;
}

lw_status lw_board_save(const lw_board *board, const lw_routes *routes, lw_format format,
                        const char *path, lw_error *err)
{
    lw_buffer out = {0};
    lw_status status = formats[format]->write(board, routes, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_buffer_free(&out);
    return status;
}
