/*
 * A stroke font of our own, as on a silkscreen: a drawing has the same lines on every machine and
 * needs no font file. It knows ASCII and the signs of electronics.
 */
#ifndef LW_DRAW_FONT_H
#define LW_DRAW_FONT_H

#include "leeway/base.h"

/* Font units: the baseline is y = 0. */
enum { LW_FONT_CAP = 6, LW_FONT_DESCENT = 2, LW_FONT_GAP = 2 };

/*
 * Strokes of a character, NULL when the font has none: points as two digits, x and
 * y + LW_FONT_DESCENT, a blank between two points of a line, '/' between two lines. A line of one
 * point is a dot.
 */
const char *lw_font_strokes(uint32_t character);
/* From the start of a character to the start of the next. */
int lw_font_advance(uint32_t character);
/* Width of a line of text, -1 when the font lacks one of its characters. */
int lw_font_width(const char *text);

/* The next character of UTF-8 text, which moves on; U+FFFD for what is none. 0 at the end. */
uint32_t lw_utf8_next(const char **text, const char *end);

#endif
