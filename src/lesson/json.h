/* JSON where a value at a time is too slow, or too large. */
#ifndef LW_LESSON_JSON_H
#define LW_LESSON_JSON_H

#include "base/buffer.h"

static inline const char *lw_json_bool(bool value)
{
    return value ? "true" : "false";
}

/* In quotes; what is no UTF-8 becomes '?', and '<' is written so that it ends no script. */
void lw_json_text(lw_buffer *out, const char *text);

#endif
