#include "lesson/note.h"

#include <string.h>

enum { FIRST_DIRECTION = 3 };

bool lw_writes_notes(const lw_algorithm *algorithm)
{
    return strcmp(algorithm->name, "direction") == 0;
}

lw_note lw_read_note(const lw_map *map, int32_t cell, uint64_t label, int32_t *from)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(map, cell, steps);
    uint32_t each = map->rules.directions == LW_STEPS ? 1 : 2;
    for (int i = 0; i < count; i++)
        if (steps[i].step != LW_MAP_VIA && FIRST_DIRECTION + steps[i].step / each == label) {
            *from = steps[i].cell;
            return LW_NOTE_CELL;
        }
    return label < FIRST_DIRECTION ? LW_NOTE_START : LW_NOTE_VIA;
}
