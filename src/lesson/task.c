#include "lesson/task.h"

#include <inttypes.h>
#include <string.h>

static const lw_sheet_task tasks[] = {
    {"lee", LW_SHEET_LABELS,
     "Write 0 into S. Then, step by step, write 1 into its free neighbours, 2 into theirs, and so "
     "on, until T has a number. From T go back along numbers that fall by 1, and draw the way."},
    {"double", LW_SHEET_LABELS,
     "Write 0 into S and 0' into T. Let the wave whose outer ring has fewer cells move on a step "
     "(if equal, the one that has made fewer steps, S first), until the two touch. Draw the way "
     "back to both ends."},
    {"akers-123", LW_SHEET_LABELS,
     "Write 3 into S. Then, step by step, write 1, 2, 3, 1, 2, 3 ... into the free neighbours of "
     "the cells that were last, until T has a number. Go back through the same numbers, and draw "
     "the way."},
    {"akers-1122", LW_SHEET_LABELS,
     "Write 2 into S. Then, step by step, write 1, 1, 2, 2, 1, 1, 2, 2 ... into the free "
     "neighbours of the cells that were last, until T has a number. Go back through the same "
     "numbers, and draw the way."},
    {"akers-1221", LW_SHEET_LABELS,
     "Write 1 into S. Then, step by step, write 1, 2, 2, 1, 1, 2, 2, 1 ... into the free "
     "neighbours of the cells that were last, until T has a number. Go back through the same "
     "numbers, and draw the way."},
    {"direction", LW_SHEET_ARROWS,
     "From S, step by step: draw an arrow into each free neighbour of the cells that were last, "
     "pointing back to where the wave came from, until T has one. Follow the arrows from T, and "
     "draw the way. Where two arrows would do, either is right."},
    {"breadth", LW_SHEET_LABELS,
     "Write 0 into S and note S on a list. Take the first cell off the list, write its number plus "
     "1 into its free neighbours and note them, until T has a number. Draw the way."},
    {"sweep", LW_SHEET_SWEEPS,
     "Write 0 into S. Sweep the rows from left to right, from the first to the last: a free cell "
     "takes the least number around it plus 1, if that is less than its own. Sweep again until "
     "nothing changes. How many sweeps did it take? Draw the way."},
    {"sweep-4", LW_SHEET_SWEEPS,
     "Write 0 into S. Sweep all cells in row order, then from right to left, then also from bottom "
     "to top, then from left to right, by turns: a free cell takes the least number around it plus "
     "1, if that is less than its own, until nothing changes. Draw the way."},
    {"weighted", LW_SHEET_DONE,
     "Small numbers are costs; without one a cell costs 1. Write 0 into S. Always take the cell "
     "with the least number that is not done: its neighbours get its number plus what the step "
     "costs, if that is less. Stop when T is done, and draw the way."},
    {"bends", LW_SHEET_DONE,
     "Small numbers are costs; without one a cell costs 1. Write 0 into S, and then, in rising "
     "order, into each cell the least cost of a way to it from S, until T has its number. Draw the "
     "way."},
};

const lw_sheet_task *lw_sheet_task_of(const lw_algorithm *algorithm)
{
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(tasks[i].name, algorithm->name) == 0)
            return &tasks[i];
    return NULL;
}

const char *lw_worksheet_task(const lw_algorithm *algorithm)
{
    const lw_sheet_task *task = lw_sheet_task_of(algorithm);
    return task ? task->text : NULL;
}

/* ---- the map's rules ---- */

/* Whether something holds of a free cell. */
typedef bool holds_of_cell(const lw_map *map, lw_map_spot at);

static bool is_free(const lw_map *map, int32_t x, int32_t y, int32_t layer)
{
    return map->cost[lw_map_cell(map, x, y, layer)] != 0;
}

static bool any_cell(const lw_map *map, holds_of_cell *holds)
{
    for (int32_t layer = 0; layer < map->layers; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++)
                if (is_free(map, x, y, layer) && holds(map, (lw_map_spot){x, y, layer}))
                    return true;
    return false;
}

static bool stays(const lw_map *map, lw_map_spot at)
{
    return !map->joint[lw_map_cell(map, at.x, at.y, 0)];
}

static bool is_barred(const lw_map *map, lw_map_spot at)
{
    uint8_t closed = map->closed[lw_map_cell(map, at.x, at.y, at.layer)];
    return (closed >> LW_E & 1 && is_free(map, at.x + 1, at.y, at.layer)) ||
           (closed >> LW_N & 1 && is_free(map, at.x, at.y + 1, at.layer));
}

bool lw_sheet_has_dots(const lw_map *map)
{
    return map->layers > 1 && map->joint && any_cell(map, stays);
}

bool lw_sheet_has_bars(const lw_map *map)
{
    return map->closed && any_cell(map, is_barred);
}

static void add_ways(lw_buffer *out, const lw_sheet_task *task, const lw_map *map)
{
    if (map->rules.directions == 8)
        lw_buffer_print(out, " Cells that touch at a corner are neighbours, too%s.",
                        map->rules.corners ? "" : ", unless a blocked cell touches that corner");
    if (map->layers > 1) {
        lw_buffer_print(out, " The same cell %s is a neighbour, too%s.",
                        map->layers == 2     ? "of the other layer"
                        : map->rules.through ? "of any other layer"
                                             : "of the next layer and of the one before",
                        lw_sheet_has_dots(map) ? ", unless there is a dot" : "");
        if (task->kind == LW_SHEET_ARROWS)
            lw_buffer_text(out, " Where the wave came from there, write \"via\".");
    }
    if (lw_sheet_has_bars(map))
        lw_buffer_text(out, " No step leads through a thick line.");
}

static void add_costs(lw_buffer *out, const lw_map *map)
{
    const lw_map_rules *rules = &map->rules;
    bool diagonal = rules->directions == 8, both = rules->weighing == LW_WEIGH_BOTH;
    if (both)
        lw_buffer_print(out,
                        " A step from a cell of cost a to one of cost b costs (a + b) x %" PRIu32,
                        rules->straight);
    else if (rules->straight > 1)
        lw_buffer_print(out, " A step costs %" PRIu32 " times as much as the cell that it enters",
                        rules->straight);
    else
        lw_buffer_text(out, " A step costs as much as the cell that it enters");
    if (diagonal)
        lw_buffer_print(out,
                        both ? ", diagonally (a + b) x %" PRIu32 : ", diagonally %" PRIu32 " times",
                        rules->diagonal);
    if (map->layers > 1)
        lw_buffer_print(out, "; to another layer it costs %" PRIu32 "%s", rules->via,
                        both ? "" : " and that cell");
    lw_buffer_text(out, ".");
    if (rules->bend)
        lw_buffer_print(out, " A bend costs %" PRIu32 ".", rules->bend);
}

void lw_sheet_rules(lw_buffer *out, const lw_sheet_task *task, const lw_map *map)
{
    lw_buffer text = {0};
    add_ways(&text, task, map);
    if (task->kind == LW_SHEET_DONE)
        add_costs(&text, map);
    if (text.count)
        lw_buffer_text(out, text.at + 1);
    lw_buffer_free(&text);
}
