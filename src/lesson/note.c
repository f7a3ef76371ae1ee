#include "lesson/note.h"

#include <string.h>
#include "wave/direction.h"

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
        if (steps[i].step != LW_MAP_VIA && LW_FIRST_DIRECTION + steps[i].step / each == label) {
            *from = steps[i].cell;
            return LW_NOTE_CELL;
        }
    return label < LW_FIRST_DIRECTION ? LW_NOTE_START : LW_NOTE_VIA;
}

lw_map_spot lw_drawn_way(const lw_map *map, int32_t cell, int32_t to)
{
    lw_map_spot a = lw_map_place(map, cell), b = lw_map_place(map, to);
    return (lw_map_spot){.x = b.x - a.x, .y = map->y_up ? a.y - b.y : b.y - a.y};
}

const char *lw_note_letter(const lw_map *map, int32_t cell, uint64_t label)
{
    static const char *const arrows[3][3] = {
        {"\u2196", "\u2191", "\u2197"}, {"\u2190", "", "\u2192"}, {"\u2199", "\u2193", "\u2198"}};
    int32_t from = cell;
    if (lw_read_note(map, cell, label, &from) == LW_NOTE_VIA)
        return "o";
    lw_map_spot way = lw_drawn_way(map, cell, from);
    return arrows[way.y + 1][way.x + 1];
}
