/*
 * Specctra: a design (.dsn) is read, a session (.ses) with the copper is written; that is how
 * KiCad, EAGLE and others trade with routers.
 */
#include "io/dsn.h"

#include <string.h>
#include "io/format.h"

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Behind blanks a list whose name, in letters of any case, is the word. */
static bool begins_with(const char *text, size_t size, const char *word)
{
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, length = strlen(word);
    while (at < size && is_blank(text[at]))
        at++;
    if (at >= size || text[at] != '(')
        return false;
    for (at++; at < size && is_blank(text[at]);)
        at++;
    char first[16] = "";
    if (size - at <= length || length >= sizeof first)
        return false;
    memcpy(first, text + at, length);
    char next = text[at + length];
    return (is_blank(next) || next == '(' || next == ')') && lw_sexpr_same(first, word);
}

static bool recognise(const char *text, size_t size)
{
    return begins_with(text, size, "pcb");
}

bool ses_recognise(const char *text, size_t size)
{
    return begins_with(text, size, "session");
}

const lw_format_ops lw_format_dsn = {
    .name = "specctra",
    .recognise = recognise,
    .read = dsn_read,
    .read_both = ses_read,
    .write = ses_write,
};
