/* The lattice over a board as one net sees it: its own copper is free, all other things block. */
#include "lesson/lesson.h"

#include <string.h>
#include "base/fail.h"
#include "leeway/check.h"

enum { VIA = 10 /* steps that a via is worth, unless asked */ };

/* ---- the map ---- */

static bool may_enter(const lw_field *field, uint16_t owner)
{
    return owner == LW_CELL_FREE || owner == field->net;
}

static void copy_row(const lw_field *field, lw_map *map, int32_t y, int32_t layer)
{
    int32_t node = layer * field->plane + (y + 1) * field->stride + 1;
    int32_t cell = lw_map_cell(map, 0, y, layer);
    for (int32_t x = 0; x < map->cols; x++) {
        map->cost[cell + x] = may_enter(field, field->owner[node + x]);
        if (map->closed)
            map->closed[cell + x] = field->closed[node + x];
        if (map->joint && layer == 0)
            map->joint[cell + x] = field->via_owner && may_enter(field, field->via_owner[node + x]);
    }
}

static void see_as(lw_lesson *lesson, lw_net_id net)
{
    lw_field field = lw_lattice_field(lesson->work->lattice, net, VIA);
    for (int32_t layer = 0; layer < lesson->map->layers; layer++)
        for (int32_t y = 0; y < lesson->map->rows; y++)
            copy_row(&field, lesson->map, y, layer);
}

static lw_status lay(lw_lesson *lesson, lw_error *err)
{
    lw_lesson_work *work = lesson->work;
    lw_grid_options options = lw_grid_options_default();
    options.pitch = work->options.pitch;
    if (!options.pitch && strcmp(work->board->units, "cell") == 0)
        options.pitch = (lw_nm)work->board->unit;
    options.memory_limit = work->options.memory_limit;
    lw_status status = lw_lattice_new(work->board, NULL, &options, &work->lattice, err);
    if (status)
        return status;
    lw_field field = lw_lattice_field(work->lattice, 0, VIA);
    status = lw_map_new(field.cols - 2, field.rows - 2, field.layers, &lesson->map, err);
    if (!status && field.closed)
        status = lw_map_add_closed(lesson->map, err);
    if (!status)
        status = lw_map_add_joint(lesson->map, err);
    if (status)
        return status;
    lesson->map->y_up = true;
    lesson->map->rules.through = true;
    lesson->map->rules.via = VIA;
    lesson->pitch = lw_lattice_pitch(work->lattice);
    lesson->origin = lw_lattice_point(work->lattice, field.stride + 1);
    see_as(lesson, 0);
    return LW_OK;
}

/* ---- the ends ---- */

/* The free cell nearest to the pad's centre, on the first layer that has one. */
static lw_status cell_of_pad(const lw_lesson *lesson, uint32_t index, int32_t *cell, lw_error *err)
{
    const lw_pad *pad = &lesson->board->pads.at[index];
    for (int32_t layer = 0; layer < lesson->map->layers; layer++) {
        if (!lw_pad_on(pad, (uint32_t)layer))
            continue;
        lw_spot spot = {pad->at.x, lw_board_file_y(lesson->board, pad->at.y), layer};
        if (lw_lesson_cell(lesson, &spot, cell, NULL) == LW_OK)
            return LW_OK;
    }
    char name[256];
    return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "pad %s has no free cell near it",
                   lw_pad_name(lesson->board, index, name, sizeof name));
}

lw_status lw_choose_pads(lw_lesson *lesson, uint32_t pair, lw_error *err)
{
    see_as(lesson, (lw_net_id)lesson->work->nets[pair]);
    int32_t cells[2] = {0};
    lw_status status = LW_OK;
    for (int end = 0; end < 2 && !status; end++) {
        status = cell_of_pad(lesson, lesson->work->pads[pair][end], &cells[end], err);
        lesson->pairs.at[pair].ends[end] = lw_map_place(lesson->map, cells[end]);
    }
    return status;
}

/* Nets with two pads that are not joined; else, of a routed board, those with two pads. */
static lw_status find_pairs(lw_lesson *lesson, lw_error *err)
{
    const lw_board *board = lesson->board;
    lw_report *report;
    lw_status status = lw_check(board, NULL, NULL, &report, err);
    if (status)
        return status;
    lesson->work->nets = LW_NEW_MANY(lesson->arena, uint32_t, board->nets.count);
    lesson->work->pads = lw_arena_alloc(lesson->arena, board->nets.count, 2 * sizeof(uint32_t));
    for (int joined = 0; joined < 2; joined++)
        for (uint32_t i = 0; i < board->nets.count; i++) {
            const lw_net *net = &board->nets.at[i];
            const lw_net_report *told = &report->nets[i];
            if (net->pads.count < 2 || (told->groups < 2) != joined)
                continue;
            uint32_t pair = lesson->pairs.count;
            lesson->work->nets[pair] = i;
            lesson->work->pads[pair][0] = net->pads.at[0];
            lesson->work->pads[pair][1] = joined ? net->pads.at[1] : told->apart;
            lw_lesson_add_pair(lesson, net->name);
        }
    lw_report_free(report);
    return LW_OK;
}

lw_status lw_read_board(lw_board *board, lw_lesson *lesson, lw_error *err)
{
    lesson->kind = LW_LESSON_BOARD;
    lesson->board = lesson->work->board = board;
    lesson->beside_path = board->beside_path;
    if (board->nets.count == 0)
        return lw_fail(err, LW_ERR_OPTION, lesson->path, 0, 0, "the board has no nets");
    lw_status status = find_pairs(lesson, err);
    return status ? status : lay(lesson, err);
}
