/*
 * Texts of words are cut out of one copy of the whole text, in place: a word without its escapes is
 * never longer, and where its end is written to the reader has already been.
 */
#include "io/sexpr.h"

#include <stdarg.h>
#include <string.h>
#include "base/fail.h"

typedef struct open_list {
    lw_sexpr *list;
    lw_sexpr **end; /* where the next node goes */
} open_list;

typedef struct reader {
    lw_sexpr_file *file;
    lw_sexpr_dialect dialect;
    char *words; /* the copy */
    uint32_t at; /* read so far */
    uint32_t nodes;
    uint32_t depth;
    open_list open[LW_SEXPR_DEPTH];
    lw_error *err;
} reader;

/* ---- places and messages ---- */

void lw_sexpr_place(const lw_sexpr_file *file, uint32_t offset, int *line, int *column)
{
    *line = *column = 1;
    for (uint32_t i = 0; i < offset && i < file->size; i++) {
        if (file->text[i] == '\n') {
            (*line)++;
            *column = 1;
        } else if (((unsigned char)file->text[i] & 0xC0) != 0x80) {
            (*column)++;
        }
    }
}

static lw_status fail_at(const lw_sexpr_file *file, uint32_t offset, lw_error *err,
                         const char *text)
{
    int line, column;
    lw_sexpr_place(file, offset, &line, &column);
    return lw_fail(err, LW_ERR_INPUT, file->source, line, column, "%s", text);
}

lw_status lw_sexpr_fail_args(const lw_sexpr_file *file, const lw_sexpr *node, lw_error *err,
                             const char *format, va_list args)
{
    int line, column;
    lw_sexpr_place(file, node->span.begin, &line, &column);
    return lw_fail_args(err, LW_ERR_INPUT, file->source, line, column, format, args);
}

lw_status lw_sexpr_fail(const lw_sexpr_file *file, const lw_sexpr *node, lw_error *err,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lw_status status = lw_sexpr_fail_args(file, node, err, format, args);
    va_end(args);
    return status;
}

/* ---- words ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool ends_word(char c)
{
    return is_blank(c) || c == '(' || c == ')';
}

static bool at_end(const reader *r)
{
    return r->at >= r->file->size;
}

static lw_status add_node(reader *r, uint32_t begin, lw_sexpr **out)
{
    if (++r->nodes > LW_SEXPR_NODES)
        return fail_at(r->file, begin, r->err, "there are too many lists and words");
    lw_sexpr *node = LW_NEW(r->file->arena, lw_sexpr);
    node->span = (lw_span){begin, begin};
    node->text = "";
    open_list *open = &r->open[r->depth - 1];
    *open->end = node;
    open->end = &node->next;
    *out = node;
    return LW_OK;
}

static void finish_word(reader *r, lw_sexpr *word, uint32_t begin, uint32_t end)
{
    word->span.end = r->at;
    word->glued = word->span.begin > 0 && !is_blank(r->file->text[word->span.begin - 1]) &&
                  r->file->text[word->span.begin - 1] != '(' &&
                  r->file->text[word->span.begin - 1] != ')';
    r->words[end] = '\0';
    word->text = r->words + begin;
    lw_sexpr *list = r->open[r->depth - 1].list;
    if (list->first == word)
        list->text = word->text;
}

static lw_status read_bare(reader *r)
{
    const char *text = r->file->text;
    uint32_t begin = r->at;
    lw_sexpr *word;
    lw_status status = add_node(r, begin, &word);
    if (status)
        return status;
    for (r->at++; !at_end(r) && !ends_word(text[r->at]); r->at++)
        if (r->dialect == LW_SEXPR_SPECCTRA && text[r->at] == r->file->quote &&
            text[r->at - 1] == '-')
            break;
    finish_word(r, word, begin, r->at);
    return LW_OK;
}

static lw_status fail_open_quote(const reader *r, uint32_t begin)
{
    return fail_at(r->file, begin, r->err,
                   r->dialect == LW_SEXPR_SPECCTRA ? "the quote is not closed on its line"
                                                   : "the quote is not closed");
}

/* Whether the quote at `at` closes a word of Specctra. */
static bool closes(const reader *r, uint32_t at)
{
    if (at + 1 >= r->file->size)
        return true;
    char next = r->file->text[at + 1];
    return ends_word(next) || next == '-';
}

static lw_status read_specctra_quote(reader *r)
{
    const char *text = r->file->text;
    uint32_t begin = r->at;
    lw_sexpr *word;
    lw_status status = add_node(r, begin, &word);
    if (status)
        return status;
    word->quoted = true;
    for (r->at++; !at_end(r) && text[r->at] != '\n'; r->at++) {
        if (text[r->at] == r->file->quote && closes(r, r->at)) {
            r->at++;
            finish_word(r, word, begin + 1, r->at - 1);
            return LW_OK;
        }
    }
    return fail_open_quote(r, begin);
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 16;
}

/* Up to `most` digits; 0, which no text can hold, becomes '?'. */
static char read_code(reader *r, int base, int most)
{
    int code = 0;
    for (int i = 0; i < most && !at_end(r) && digit_of(r->file->text[r->at]) < base; i++)
        code = code * base + digit_of(r->file->text[r->at++]);
    return (code & 0xFF) ? (char)(code & 0xFF) : '?';
}

/* The letter that the escape behind a backslash stands for. */
static char read_escape(reader *r)
{
    static const char from[] = "nrtabfv", to[] = "\n\r\t\a\b\f\v";
    char c = r->file->text[r->at];
    if (digit_of(c) < 8)
        return read_code(r, 8, 3);
    r->at++;
    if (c == 'x')
        return read_code(r, 16, 2);
    const char *known = strchr(from, c);
    return known ? to[known - from] : c;
}

static lw_status read_kicad_quote(reader *r)
{
    const char *text = r->file->text;
    uint32_t begin = r->at, to = begin + 1;
    lw_sexpr *word;
    lw_status status = add_node(r, begin, &word);
    if (status)
        return status;
    word->quoted = true;
    for (r->at++; !at_end(r);) {
        char c = text[r->at++];
        if (c == '"') {
            finish_word(r, word, begin + 1, to);
            return LW_OK;
        }
        if (c == '\\' && !at_end(r))
            c = read_escape(r);
        r->words[to++] = c;
    }
    return fail_open_quote(r, begin);
}

/* The letter behind (string_quote, whatever it is, is the quote from then on. */
static bool declares_quote(const reader *r)
{
    const lw_sexpr *list = r->open[r->depth - 1].list;
    return r->dialect == LW_SEXPR_SPECCTRA && list->first && !list->first->next &&
           lw_sexpr_is(list, "string_quote");
}

static lw_status read_quote_letter(reader *r)
{
    uint32_t begin = r->at;
    lw_sexpr *word;
    lw_status status = add_node(r, begin, &word);
    if (status)
        return status;
    r->file->quote = r->file->text[r->at++];
    finish_word(r, word, begin, r->at);
    return LW_OK;
}

/* ---- lists ---- */

static lw_status open_a_list(reader *r)
{
    lw_sexpr *list;
    if (r->depth == LW_SEXPR_DEPTH)
        return fail_at(r->file, r->at, r->err, "lists are nested too deep");
    lw_status status = add_node(r, r->at, &list);
    if (status)
        return status;
    list->list = true;
    r->open[r->depth++] = (open_list){list, &list->first};
    r->at++;
    return LW_OK;
}

static lw_status close_a_list(reader *r)
{
    r->at++;
    r->open[--r->depth].list->span.end = r->at;
    return LW_OK;
}

static void skip_blanks(reader *r)
{
    while (!at_end(r) && is_blank(r->file->text[r->at]))
        r->at++;
}

static lw_status read_next(reader *r)
{
    char c = r->file->text[r->at];
    if (c == '(')
        return open_a_list(r);
    if (c == ')')
        return close_a_list(r);
    if (declares_quote(r))
        return read_quote_letter(r);
    if (c == r->file->quote)
        return r->dialect == LW_SEXPR_SPECCTRA ? read_specctra_quote(r) : read_kicad_quote(r);
    return read_bare(r);
}

/* Reads the one list that a text is. */
static lw_status read_root(reader *r)
{
    /* A list around all, so that every node has one. */
    lw_sexpr whole = {.list = true, .text = ""};
    r->open[r->depth++] = (open_list){&whole, &whole.first};
    skip_blanks(r);
    if (at_end(r) || r->file->text[r->at] != '(')
        return fail_at(r->file, r->at, r->err,
                       at_end(r) ? "the file is empty" : "the file does not begin with '('");
    while (!at_end(r)) {
        lw_status status = read_next(r);
        if (status)
            return status;
        skip_blanks(r);
        if (r->depth == 1)
            break;
    }
    if (r->depth > 1)
        return lw_sexpr_fail(r->file, r->open[r->depth - 1].list, r->err,
                             "the list \"%.60s\" is not closed", r->open[r->depth - 1].list->text);
    if (!at_end(r))
        return fail_at(r->file, r->at, r->err, "there is something behind the end");
    r->file->root = whole.first;
    return LW_OK;
}

lw_status lw_sexpr_parse(const char *source, const char *text, size_t size,
                         lw_sexpr_dialect dialect, lw_sexpr_file *out, lw_error *err)
{
    *out = (lw_sexpr_file){.source = source, .text = text, .size = size, .quote = '"'};
    if (size >= UINT32_MAX)
        return lw_fail(err, LW_ERR_INPUT, source, 0, 0, "the file is too large");
    const char *zero = size ? memchr(text, '\0', size) : NULL;
    if (zero)
        return fail_at(out, (uint32_t)(zero - text), err, "there is a NUL byte");
    out->arena = lw_arena_new();
    reader r = {
        .file = out,
        .dialect = dialect,
        .words = lw_arena_text(out->arena, text, size),
        .at = size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0,
        .err = err,
    };
    lw_status status = read_root(&r);
    if (status)
        lw_sexpr_free(out);
    return status;
}

void lw_sexpr_free(lw_sexpr_file *file)
{
    lw_arena_free(file->arena);
    *file = (lw_sexpr_file){0};
}

/* ---- looking around ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool lw_sexpr_same(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b))
        a++, b++;
    return lower(*a) == lower(*b);
}

bool lw_sexpr_is(const lw_sexpr *node, const char *name)
{
    return node->list && lw_sexpr_same(node->text, name);
}

static const lw_sexpr *find_from(const lw_sexpr *node, const char *name)
{
    while (node && !lw_sexpr_is(node, name))
        node = node->next;
    return node;
}

const lw_sexpr *lw_sexpr_child(const lw_sexpr *list, const char *name)
{
    return find_from(list->first, name);
}

const lw_sexpr *lw_sexpr_sibling(const lw_sexpr *node, const char *name)
{
    return find_from(node->next, name);
}

const lw_sexpr *lw_sexpr_at(const lw_sexpr *list, uint32_t place)
{
    const lw_sexpr *node = list->first;
    for (; node && place > 0; place--)
        node = node->next;
    return node;
}

const char *lw_sexpr_word(const lw_sexpr *list, uint32_t place)
{
    const lw_sexpr *node = lw_sexpr_at(list, place);
    return node && !node->list ? node->text : NULL;
}
