/*
 * Words, numbers and units of a design, and what is said of them. Units change with the list: a
 * padstack may be in inches on a board in micrometres.
 */
#include "io/dsn.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/number.h"
#include "board/build.h"

enum { NAME_MOST = 1000, WARNINGS_MOST = 50 };

/* ---- messages ---- */

void dsn_fail(dsn_reader *r, const lw_sexpr *node, const char *format, ...)
{
    if (r->status)
        return;
    va_list args;
    va_start(args, format);
    r->status = lw_sexpr_fail_args(&r->file, node, r->err, format, args);
    va_end(args);
}

/* The board's warnings have places in its own file. */
static void warn_of_session(dsn_reader *r, int line, int column, const char *format, va_list args)
{
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    lw_board_warn(r->board, 0, 0, "%s:%d:%d: %s", r->file.source, line, column, text);
}

void dsn_warn(dsn_reader *r, const lw_sexpr *node, const char *format, ...)
{
    if (r->status || ++r->warnings > WARNINGS_MOST)
        return;
    int line, column;
    lw_sexpr_place(&r->file, node->span.begin, &line, &column);
    va_list args;
    va_start(args, format);
    if (r->session && r->file.root == r->session->root)
        warn_of_session(r, line, column, format, args);
    else
        lw_board_warn_args(r->board, line, column, format, args);
    va_end(args);
}

void dsn_warn_of_more(dsn_reader *r)
{
    if (r->warnings > WARNINGS_MOST)
        lw_board_warn(r->board, 0, 0, "and %u warnings more", r->warnings - WARNINGS_MOST);
}

void dsn_skip(dsn_reader *r, const lw_sexpr *list)
{
    char word[64];
    snprintf(word, sizeof word, "%.60s", list->text);
    if (lw_dict_put(r->told, lw_intern(r->board->names, word), NULL, 0))
        dsn_warn(r, list, "(%s ...) is not read", dsn_brief(r, list->text));
}

const char *dsn_brief(dsn_reader *r, const char *text)
{
    enum { MOST = 60 };
    size_t length = strlen(text);
    if (length <= MOST)
        return text;
    size_t cut = MOST;
    while (cut > 0 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return lw_arena_print(r->scratch, "%.*s...", (int)cut, text);
}

/* ---- words ---- */

/* The bytes of one character of UTF-8, 0 when it is none or a control character. */
static size_t character(const unsigned char *c)
{
    size_t more = *c < 0x80 ? 0 : *c < 0xC2 ? 9 : *c < 0xE0 ? 1 : *c < 0xF0 ? 2 : *c < 0xF5 ? 3 : 9;
    if (more == 9 || *c < 0x20 || *c == 0x7F)
        return 0;
    for (size_t i = 1; i <= more; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xF0 && c[1] < 0x90);
    bool surrogate = *c == 0xED && c[1] >= 0xA0;
    bool beyond = *c == 0xF4 && c[1] >= 0x90;
    bool control = *c == 0xC2 && c[1] < 0xA0;
    return overlong || surrogate || beyond || control ? 0 : more + 1;
}

static bool is_good(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        size_t bytes = character(c);
        if (bytes == 0)
            return false;
        c += bytes;
    }
    return true;
}

const char *dsn_name_of(dsn_reader *r, const lw_sexpr *word)
{
    if (!is_good(word->text))
        dsn_fail(r, word, "the name is not UTF-8 or has a control character in it");
    else if (strlen(word->text) > NAME_MOST)
        dsn_fail(r, word, "the name \"%s\" is longer than %d bytes", dsn_brief(r, word->text),
                 NAME_MOST);
    return lw_intern(r->board->names, r->status ? "" : word->text);
}

const char *dsn_text_of(dsn_reader *r, const lw_sexpr *word)
{
    if (is_good(word->text))
        return lw_intern(r->board->names, word->text);
    char *text = lw_arena_text(r->scratch, word->text, strlen(word->text));
    for (char *c = text; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = '?';
    return lw_intern(r->board->names, text);
}

const char *dsn_name(dsn_reader *r, const lw_sexpr *list, uint32_t place)
{
    const lw_sexpr *word = lw_sexpr_at(list, place);
    if (word && !word->list)
        return dsn_name_of(r, word);
    dsn_fail(r, list, "(%s ...) has no name", dsn_brief(r, list->text));
    return lw_intern(r->board->names, "");
}

bool dsn_is_off(const lw_sexpr *list, const char *name)
{
    const lw_sexpr *node = lw_sexpr_child(list, name);
    const char *word = node ? lw_sexpr_word(node, 1) : NULL;
    return word && (lw_sexpr_same(word, "off") || lw_sexpr_same(word, "no"));
}

/* ---- numbers ---- */

/* Whether there is a word to be read; fails when not. */
static bool has_word(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word)
{
    if (r->status)
        return false;
    if (word && !word->list)
        return true;
    dsn_fail(r, list, "(%s ...) lacks a number", dsn_brief(r, list->text));
    return false;
}

static void fail_number(dsn_reader *r, const lw_sexpr *word, lw_number_fault fault)
{
    if (fault == LW_NUMBER_RANGE)
        dsn_fail(r, word, "%s is beyond 1 m", dsn_brief(r, word->text));
    else if (fault)
        dsn_fail(r, word, "\"%s\" %s", dsn_brief(r, word->text), lw_number_fault_text(fault));
}

lw_nm dsn_length(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word)
{
    lw_nm value = 0;
    int64_t parts = 0;
    if (has_word(r, list, word) && r->parts == 1) {
        fail_number(r, word, lw_parse_length(word->text, r->unit, &value));
    } else if (!r->status) {
        fail_number(r, word, lw_parse_fixed(word->text, r->unit, LW_NM_MAX * r->parts, &parts));
        int64_t half = parts < 0 ? -r->parts / 2 : r->parts / 2;
        value = (lw_nm)((parts + half) / r->parts);
    }
    return r->status ? 0 : value;
}

lw_nm dsn_size(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word)
{
    lw_nm value = dsn_length(r, list, word);
    if (value < 0)
        dsn_fail(r, word, "%s is negative", dsn_brief(r, word->text));
    return r->status ? 0 : value;
}

lw_angle dsn_angle(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word)
{
    const int64_t full = 360 * (int64_t)LW_DEGREE;
    int64_t angle = 0;
    if (!has_word(r, list, word))
        return 0;
    lw_number_fault fault = lw_parse_fixed(word->text, LW_DEGREE, 100 * full, &angle);
    if (fault)
        dsn_fail(r, word, "\"%s\" is no angle", dsn_brief(r, word->text));
    return r->status ? 0 : (lw_angle)((angle % full + full) % full);
}

lw_nm dsn_half(lw_nm size)
{
    return size / 2 + size % 2;
}

/* ---- units ---- */

enum { INCH = 3 }; /* Specctra's own default */

static const struct {
    const char *name;
    int64_t unit;
} units[] = {{"um", 1000}, {"mm", 1000000}, {"mil", 25400}, {"inch", 25400000}, {"cm", 10000000}};

/* Index of the unit that a list names; fails for another. */
static size_t unit_of(dsn_reader *r, const lw_sexpr *list)
{
    const char *word = lw_sexpr_word(list, 1);
    for (size_t i = 0; word && i < sizeof units / sizeof *units; i++)
        if (lw_sexpr_same(word, units[i].name))
            return i;
    dsn_fail(r, list, "the unit \"%s\" is none of um, mm, cm, mil and inch",
             dsn_brief(r, word ? word : ""));
    return 0;
}

int64_t dsn_enter_unit(dsn_reader *r, const lw_sexpr *list)
{
    int64_t before = r->unit;
    const lw_sexpr *unit = lw_sexpr_child(list, "unit");
    if (!unit)
        unit = lw_sexpr_child(list, "resolution");
    if (unit)
        r->unit = units[unit_of(r, unit)].unit;
    return before;
}

void dsn_each(dsn_reader *r, const lw_sexpr *parent, const char *name, dsn_read_list *read)
{
    const lw_sexpr *list = lw_sexpr_child(parent, name);
    for (; list && !r->status; list = lw_sexpr_sibling(list, name)) {
        int64_t unit = dsn_enter_unit(r, list);
        read(r, list);
        r->unit = unit;
    }
}

/* Sets what the units are cut into. */
static void read_parts(dsn_reader *r, const lw_sexpr *resolution, int64_t *parts)
{
    const char *word = lw_sexpr_word(resolution, 2);
    if (!word || lw_parse_integer(word, 1, 100000000, parts))
        dsn_fail(r, resolution, "the resolution \"%s\" is no number of parts from 1",
                 dsn_brief(r, word ? word : ""));
}

void dsn_enter_parts(dsn_reader *r, const lw_sexpr *resolution)
{
    if (r->status)
        return;
    int64_t parts = 1;
    r->unit = units[unit_of(r, resolution)].unit;
    read_parts(r, resolution, &parts);
    r->parts = parts;
}

void dsn_read_units(dsn_reader *r)
{
    const lw_sexpr *resolution = lw_sexpr_child(r->file.root, "resolution");
    const lw_sexpr *unit = lw_sexpr_child(r->file.root, "unit");
    size_t own = INCH;
    r->resolution = 1000;
    r->resolution_unit = units[own].unit;
    r->resolution_name = units[own].name;
    if (resolution || unit) {
        own = unit_of(r, resolution ? resolution : unit);
        r->resolution_unit = units[own].unit;
        r->resolution_name = units[own].name;
    }
    if (resolution)
        read_parts(r, resolution, &r->resolution);
    size_t used = unit ? unit_of(r, unit) : own;
    r->unit = units[used].unit;
    r->board->units = strcmp(units[used].name, "inch") ? units[used].name : "in";
    r->board->unit = units[used].unit;
}
