/* What a worksheet asks for, in plain words. */
#ifndef LW_LESSON_TASK_H
#define LW_LESSON_TASK_H

#include "base/buffer.h"
#include "leeway/worksheet.h"

typedef enum lw_sheet_kind {
    LW_SHEET_LABELS, /* of the steps of a wave */
    LW_SHEET_DONE,   /* of cells that are done, the least of each */
    LW_SHEET_SWEEPS, /* as they are in the end */
    LW_SHEET_ARROWS, /* labels are directions */
} lw_sheet_kind;

typedef struct lw_sheet_task {
    const char *name; /* of the algorithm */
    lw_sheet_kind kind;
    const char *text;
} lw_sheet_task;

/* NULL: the algorithm writes nothing that is worth filling in. */
const lw_sheet_task *lw_sheet_task_of(const lw_algorithm *algorithm);
/* What steps lead where on this map, and what they cost: sentences, perhaps none. Labels are in
 * parts of the map's unit. */
void lw_sheet_rules(lw_buffer *out, const lw_sheet_task *task, const lw_map *map);

/* Whether the layer stays in some cells, and whether steps between free cells are closed. */
bool lw_sheet_has_dots(const lw_map *map);
bool lw_sheet_has_bars(const lw_map *map);

#endif
