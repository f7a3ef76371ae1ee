/* Text from strangers: what of it is UTF-8, and what a terminal may be shown. */
#ifndef LW_BASE_PLAIN_H
#define LW_BASE_PLAIN_H

#include "leeway/base.h"

/* Bytes of the valid UTF-8 character that the text begins with; 0: it does with none. */
uint32_t lw_utf8_length(const char *text, size_t size);

/* Control characters but for those in `but`, and bytes that are no UTF-8, become '?'. */
void lw_make_plain(char *text, const char *but);

#endif
