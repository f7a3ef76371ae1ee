/* What the labels of coding by direction say: where the wave came from. */
#ifndef LW_LESSON_NOTE_H
#define LW_LESSON_NOTE_H

#include "leeway/family.h"

typedef enum lw_note {
    LW_NOTE_START, /* from nowhere */
    LW_NOTE_CELL,  /* from a cell of the layer */
    LW_NOTE_VIA,   /* from another layer */
} lw_note;

/* Whether an algorithm's labels are notes. */
bool lw_writes_notes(const lw_algorithm *algorithm);
/* `from` is set where it is a cell of the layer. */
lw_note lw_read_note(const lw_map *map, int32_t cell, uint64_t label, int32_t *from);
/* From a cell to another, as they are drawn: x to the right, y down. */
lw_map_spot lw_drawn_way(const lw_map *map, int32_t cell, int32_t to);
/* The note as a letter: an arrow to where the wave came from, "o" through a via; "" at the start.
 */
const char *lw_note_letter(const lw_map *map, int32_t cell, uint64_t label);

#endif
