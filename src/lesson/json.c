#include "lesson/json.h"

#include <string.h>
#include "base/plain.h"

static bool is_plain(const char *text, uint32_t length)
{
    unsigned char c = (unsigned char)*text;
    return length > 1 || (c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '<');
}

void lw_json_text(lw_buffer *out, const char *text)
{
    size_t left = strlen(text);
    lw_buffer_text(out, "\"");
    while (left > 0) {
        uint32_t length = lw_utf8_length(text, left);
        if (length == 0)
            lw_buffer_text(out, "?");
        else if (is_plain(text, length))
            lw_buffer_add(out, text, length);
        else
            lw_buffer_print(out, "\\u%04x", (unsigned)*text);
        text += length ? length : 1;
        left -= length ? length : 1;
    }
    lw_buffer_text(out, "\"");
}
