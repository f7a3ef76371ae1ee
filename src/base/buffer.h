/* A growing byte string on the heap, and edits of a text by splicing. */
#ifndef LW_BASE_BUFFER_H
#define LW_BASE_BUFFER_H

#include "leeway/base.h"

typedef struct lw_buffer {
    char *at;     /* NUL-terminated when not NULL */
    size_t count; /* without the NUL */
    size_t room;
} lw_buffer;

void lw_buffer_free(lw_buffer *buffer);
void lw_buffer_add(lw_buffer *buffer, const char *bytes, size_t count);
void lw_buffer_text(lw_buffer *buffer, const char *text);
void lw_buffer_print(lw_buffer *buffer, const char *format, ...) LW_PRINTF(2, 3);

/* One edit: bytes [begin, end) of the source become `text`. */
typedef struct lw_edit {
    uint32_t begin;
    uint32_t end;
    const char *text;
    uint32_t order; /* edits at one place keep this order */
} lw_edit;

/* Source with all edits applied, appended to out. Edits may come in any order; deletions that
 * overlap are merged. */
void lw_splice(lw_buffer *out, const char *source, size_t size, lw_edit *edits, size_t count);

#endif
