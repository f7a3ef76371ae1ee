#include "base/fail.h"

#include <stdio.h>
#include <string.h>

#include "base/plain.h"

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* vsnprintf may have cut a character in two; the piece goes. */
static void drop_cut_character(char *text)
{
    size_t end = strlen(text);
    size_t start = end;
    while (start > 0 && end - start < 3 && is_continuation(text[start - 1]))
        start--;
    if (start == 0)
        return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t want = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (end - start < want)
        text[start - 1] = '\0';
}

static void copy_tail(char *to, size_t room, const char *from)
{
    size_t length = strlen(from);
    if (length >= room) {
        from += length - (room - 1);
        while (is_continuation(*from))
            from++;
    }
    snprintf(to, room, "%s", from);
}

lw_status lw_fail_args(lw_error *err, lw_status status, const char *source, int line, int column,
                       const char *format, va_list args)
{
    if (!err || err->text[0])
        return status;
    copy_tail(err->source, sizeof err->source, source ? source : "");
    lw_make_plain(err->source, "");
    err->line = line;
    err->column = column;
    int length = vsnprintf(err->text, sizeof err->text, format, args);
    if (length >= (int)sizeof err->text)
        drop_cut_character(err->text);
    lw_make_plain(err->text, "");
    return status;
}

lw_status lw_fail(lw_error *err, lw_status status, const char *source, int line, int column,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lw_fail_args(err, status, source, line, column, format, args);
    va_end(args);
    return status;
}

const char *lw_error_text(const lw_error *err, char *buffer, size_t size)
{
    char place[32] = "";
    if (err->line > 0 && err->column > 0)
        snprintf(place, sizeof place, "%d:%d: ", err->line, err->column);
    else if (err->line > 0)
        snprintf(place, sizeof place, "%d: ", err->line);
    const char *colon = !err->source[0] ? "" : place[0] ? ":" : ": ";
    snprintf(buffer, size, "%s%s%serror: %s", err->source, colon, place, err->text);
    return buffer;
}
