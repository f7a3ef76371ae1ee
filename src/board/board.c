#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "board/build.h"

lw_board *lw_board_new(const char *path, const char *source, size_t size)
{
    lw_arena *arena = lw_arena_new();
    lw_board *board = LW_NEW(arena, lw_board);
    board->arena = arena;
    board->names = lw_names_new(arena);
    board->name = lw_intern(board->names, "");
    board->units = "mm";
    board->unit = 1000000;
    board->path = lw_arena_text(arena, path, strlen(path));
    board->source = lw_arena_text(arena, source, size);
    board->source_size = size;
    lw_list_add(arena, &board->classes)->name = lw_intern(board->names, "default");
    return board;
}

void lw_board_free(lw_board *board)
{
    if (board)
        lw_arena_free(board->arena);
}

lw_shape lw_board_keep_shape(lw_board *board, lw_shape shape)
{
    shape.points = lw_arena_copy(board->arena, shape.points, shape.count, sizeof *shape.points);
    return shape;
}

void lw_board_warn_args(lw_board *board, int line, int column, const char *format, va_list args)
{
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    *lw_list_add(board->arena, &board->warnings) =
        (lw_warning){line, column, lw_arena_text(board->arena, text, strlen(text))};
}

void lw_board_warn(lw_board *board, int line, int column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lw_board_warn_args(board, line, column, format, args);
    va_end(args);
}

lw_layers lw_board_layers(const lw_board *board)
{
    uint32_t count = board->layers.count;
    return count >= LW_MAX_LAYERS ? ~(lw_layers)0 : LW_LAYER(count) - 1;
}

lw_box lw_board_box(const lw_board *board)
{
    lw_box box = lw_box_empty();
    /* The radius of a loop is the error of its arcs, no part of the board. */
    for (uint32_t i = 0; i < board->outline.count; i++) {
        for (uint32_t j = 0; j < board->outline.at[i].count; j++)
            box = lw_box_add(box, board->outline.at[i].points[j]);
    }
    if (board->outline.count > 0)
        return box;
    for (uint32_t i = 0; i < board->edges.count; i++)
        box = lw_box_join(box, lw_shape_box(board->edges.at[i]));
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[i];
        for (uint32_t k = 0; k < pad->copper.count; k++)
            box = lw_box_join(box, lw_shape_box(pad->copper.at[k].shape));
    }
    return box;
}

lw_net_id lw_board_net(const lw_board *board, const char *name)
{
    for (uint32_t i = 0; i < board->nets.count; i++) {
        if (!strcmp(board->nets.at[i].name, name))
            return (lw_net_id)i;
    }
    return LW_NO_NET;
}

const char *lw_pad_name(const lw_board *board, uint32_t pad, char *buffer, size_t size)
{
    const lw_pad *p = &board->pads.at[pad];
    snprintf(buffer, size, "%s.%s", board->elements.at[p->element].name, p->name);
    return buffer;
}

const char *lw_net_name(const lw_board *board, lw_net_id net)
{
    return net == LW_NO_NET ? "(no net)" : board->nets.at[net].name;
}

int64_t lw_board_file_y(const lw_board *board, int64_t y)
{
    return board->y_down ? -y : y;
}

uint32_t lw_net_class(const lw_board *board, lw_net_id net)
{
    return net == LW_NO_NET ? 0 : board->nets.at[net].class_id;
}

uint32_t lw_board_connections(const lw_board *board)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < board->nets.count; i++) {
        if (board->nets.at[i].pads.count > 1)
            sum += board->nets.at[i].pads.count - 1;
    }
    return sum;
}

lw_nm lw_neck_width(const lw_board *board, uint32_t class_id, lw_nm asked)
{
    const lw_class *class = &board->classes.at[class_id];
    lw_nm least = asked > 0 ? asked : class->neck;
    if (asked > 0 && least < board->rules.min_width)
        least = board->rules.min_width;
    return least > 0 && least < class->width ? least : class->width;
}

bool lw_pad_on(const lw_pad *pad, uint32_t layer)
{
    return pad->layers & LW_LAYER(layer);
}

/* Half of an odd width is rounded up: copper is never taken for smaller than it is. */
static lw_nm half(lw_nm width)
{
    return width / 2 + width % 2;
}

lw_shape lw_track_shape(const lw_track *track)
{
    if (track->arc)
        return (lw_shape){track->arc, track->arc_count, false, half(track->width) + LW_ARC_ERROR};
    return (lw_shape){track->ends, 2, false, half(track->width)};
}

lw_shape lw_via_shape(const lw_via *via)
{
    return (lw_shape){&via->at, 1, false, half(via->diameter)};
}

static lw_nm larger(lw_nm a, lw_nm b)
{
    return a > b ? a : b;
}

/* What two classes ask for, whatever kind of copper it is. */
static lw_nm class_clearance(const lw_board *board, uint32_t a, uint32_t b)
{
    uint32_t count = board->classes.count;
    lw_nm most = larger(board->classes.at[a].clearance, board->classes.at[b].clearance);
    if (!board->class_clearance)
        return most;
    most = larger(most, board->class_clearance[(size_t)a * count + b]);
    return larger(most, board->class_clearance[(size_t)b * count + a]);
}

lw_nm lw_clearance(const lw_board *board, lw_kind kind_a, uint32_t class_a, lw_kind kind_b,
                   uint32_t class_b)
{
    return larger(board->rules.clearance[kind_a][kind_b], class_clearance(board, class_a, class_b));
}

lw_nm lw_clearance_most(const lw_board *board)
{
    lw_nm most = board->pad_clearance;
    for (int a = 0; a < LW_KIND_COUNT; a++) {
        for (int b = 0; b < LW_KIND_COUNT; b++)
            most = larger(most, board->rules.clearance[a][b]);
    }
    for (uint32_t a = 0; a < board->classes.count; a++) {
        for (uint32_t b = a; b < board->classes.count; b++)
            most = larger(most, class_clearance(board, a, b));
    }
    return most;
}
