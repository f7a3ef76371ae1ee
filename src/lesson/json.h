/* JSON where a value at a time is too slow, or too large. */
#ifndef LW_LESSON_JSON_H
#define LW_LESSON_JSON_H

#include "base/buffer.h"

static inline const char *lw_json_bool(bool value)
{
    return value ? "true" : "false";
}

#endif
