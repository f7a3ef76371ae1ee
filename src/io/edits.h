/* A list of edits of a board's source text. */
#ifndef LW_IO_EDITS_H
#define LW_IO_EDITS_H

#include "base/buffer.h"
#include "leeway/board.h"

typedef struct lw_edits {
    const lw_board *board;
    const char *newline;   /* as the source has them */
    LW_LIST(lw_edit) list; /* on the heap */
} lw_edits;

lw_edits lw_edits_new(const lw_board *board);

/* Bytes [begin, end) become the text, which must live until the edits are made. */
void lw_edits_add(lw_edits *edits, uint32_t begin, uint32_t end, const char *text);
/* Takes bytes away, and their line's blanks and end when they have the line to themselves. */
void lw_edits_cut(lw_edits *edits, lw_span span);
/* Takes away the copper that the routes have no more; NULL: they have all. */
void lw_edits_cut_gone(lw_edits *edits, const lw_routes *routes);
/* Appends the source with all edits made, and frees the list. */
void lw_edits_make(lw_edits *edits, lw_buffer *out);

/* Fails for a board of another format, of which no document of this one is made. */
lw_status lw_edits_refuse_other(const lw_board *board, lw_format format, const char *title,
                                lw_error *err) LW_MUST_CHECK;

/* The outermost layers of a via. */
void lw_edits_via_ends(const lw_board *board, const lw_via *via, uint32_t *first, uint32_t *last);

#endif
