/* Net classes by their names: boards and projects fill them. */
#include <string.h>
#include "board/build.h"
#include "io/kicad.h"

static lw_class usual_class(const kicad_reader *r)
{
    lw_class class = {.name = "Default",
                      .clearance = 200000,
                      .width = 250000,
                      .via_diameter = 800000,
                      .via_drill = 400000};
    if (r->version >= KICAD_FORMAT_7) {
        class.width = 200000;
        class.via_diameter = 600000;
        class.via_drill = 300000;
    }
    return class;
}

void lw_kicad_start_classes(kicad_reader *r)
{
    r->board->classes.at[0] = usual_class(r);
    r->board->classes.at[0].name = lw_intern(r->board->names, "Default");
}

lw_class *lw_kicad_class(kicad_reader *r, const char *name)
{
    lw_board *board = r->board;
    int32_t at = strcmp(name, "Default") == 0 ? 0 : lw_dict_get(r->classes, name, NULL);
    if (at >= 0)
        return &board->classes.at[at];
    if (board->classes.count == KICAD_CLASSES_MOST)
        return NULL;
    lw_dict_put(r->classes, name, NULL, (int32_t)board->classes.count);
    lw_class *class = lw_list_add(board->arena, &board->classes);
    *class = board->classes.at[0];
    class->name = name;
    return class;
}
