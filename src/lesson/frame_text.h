/* A frame of a record as text. */
#ifndef LW_LESSON_FRAME_TEXT_H
#define LW_LESSON_FRAME_TEXT_H

#include "base/buffer.h"
#include "leeway/record.h"

typedef struct lw_frame_style {
    int32_t columns; /* that a line may have; 0: as many as a frame needs */
    bool colour;     /* for a terminal of 256 colours */
} lw_frame_style;

/* Columns that all frames of a record need: at most as many as the style allows, unless there are
 * more cells than that. */
int64_t lw_frame_text_columns(const lw_record *record, const lw_frame_style *style);
/* Lines of a frame. */
int64_t lw_frame_text_lines(const lw_record *record);
/* Layer below layer. Numbers stand in the cells where they fit into the columns, else letters. */
void lw_frame_text(lw_buffer *out, const lw_playback *playback, const lw_frame_style *style);
/* What the signs mean that are in the frames of a record. */
void lw_frame_text_key(lw_buffer *out, const lw_record *record, const lw_frame_style *style);

#endif
