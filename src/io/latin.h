/*
 * Texts of one byte a letter, as programs of western Windows write them (code page 1252). Decoded
 * and encoded again a text has the bytes it had.
 */
#ifndef LW_IO_LATIN_H
#define LW_IO_LATIN_H

#include "base/buffer.h"

bool lw_is_utf8(const char *text, size_t size);
/* Appends the text as UTF-8. The five bytes that stand for no letter become control characters. */
void lw_latin_decode(const char *text, size_t size, lw_buffer *out);
/* Appends the UTF-8 text in single bytes; letters that there are none for become '?'. */
void lw_latin_encode(const char *text, size_t size, lw_buffer *out);

#endif
