#include "base/plain.h"

#include <string.h>

uint32_t lw_utf8_length(const char *text, size_t size)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t length, least;
    } forms[] = {
        {0x80, 0, 1, 0}, {0xE0, 0xC0, 2, 0x80}, {0xF0, 0xE0, 3, 0x800}, {0xF8, 0xF0, 4, 0x10000}};
    const unsigned char *c = (const unsigned char *)text;
    for (size_t f = 0; f < sizeof forms / sizeof *forms && size > 0; f++) {
        if ((c[0] & forms[f].mask) != forms[f].lead)
            continue;
        if (size < forms[f].length)
            return 0;
        uint32_t code = c[0] & (unsigned char)~forms[f].mask;
        for (uint32_t i = 1; i < forms[f].length; i++) {
            if ((c[i] & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (c[i] & 0x3Fu);
        }
        bool surrogate = code >= 0xD800 && code < 0xE000;
        return code < forms[f].least || code > 0x10FFFF || surrogate ? 0 : forms[f].length;
    }
    return 0;
}

/* U+2028 .. 202E and 2066 .. 2069: line ends, and what turns the direction of all that follows. */
static bool turns_lines(const unsigned char *c)
{
    return c[0] == 0xE2 && ((c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE) ||
                            (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
}

/* C0, DEL, C1 in its UTF-8 form C2 80 .. C2 9F, and those. */
static bool is_control(const unsigned char *c)
{
    return c[0] < 0x20 || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0) || turns_lines(c);
}

void lw_make_plain(char *text, const char *but)
{
    for (size_t left = strlen(text); left > 0;) {
        uint32_t length = lw_utf8_length(text, left);
        bool plain =
            length > 0 && (!is_control((const unsigned char *)text) || strchr(but, *text) != NULL);
        if (!plain)
            memset(text, '?', length > 0 ? length : 1);
        text += length > 0 ? length : 1;
        left -= length > 0 ? length : 1;
    }
}
