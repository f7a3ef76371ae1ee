/*
 * Specctra: a design (.dsn) is read, a session (.ses) with the copper is written; that is how
 * KiCad, EAGLE and others trade with routers.
 */
#include "io/dsn.h"

#include <string.h>
#include "io/format.h"

/* "(pcb", in letters of any case, behind blanks. */
static bool recognise(const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')))
        at++;
    if (at >= size || text[at] != '(')
        return false;
    for (at++; at < size && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'));)
        at++;
    char word[4] = "";
    if (size - at < 4 || text[at + 3] == '_')
        return false;
    memcpy(word, text + at, 3);
    char next = text[at + 3];
    bool ends = next == ' ' || next == '(' || next == ')' || (next >= '\t' && next <= '\r');
    return ends && lw_sexpr_same(word, "pcb");
}

const lw_format_ops lw_format_dsn = {
    .name = "specctra",
    .recognise = recognise,
    .read = dsn_read,
    .read_both = ses_read,
    .write = ses_write,
};
