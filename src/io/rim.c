#include "io/rim.h"

#include "base/number.h"
#include "board/build.h"

#define MM 1000000

/* Ends of lines that are nearer meet. */
#define SNAP 50000

static void take_box(lw_board *board, const char *layer)
{
    if (lw_outline_from_box(board))
        lw_board_warn(board, 0, 0,
                      "the board has no outline on %s; the box around everything is taken", layer);
}

/*
 * Loose lines beyond all loops are the rim of the board, which somebody left open; loops so far are
 * cut-outs. Straight lines between the nearest ends close it.
 */
static void close_rim(lw_board *board)
{
    lw_box loops = lw_box_empty(), all = lw_board_box(board);
    for (uint32_t i = 0; i < board->outline.count; i++)
        loops = lw_box_join(loops, lw_shape_box(board->outline.at[i]));
    for (uint32_t i = 0; i < board->edges.count; i++)
        all = lw_box_join(all, lw_shape_box(board->edges.at[i]));
    if (all.x1 >= loops.x1 && all.y1 >= loops.y1 && all.x2 <= loops.x2 && all.y2 <= loops.y2)
        return;
    lw_board *rim = lw_board_new("", "", 0);
    lw_outline_fault fault = {0};
    lw_outline_join(rim, board->edges.at, board->edges.count, SNAP, true, &fault);
    board->edges.count = 0;
    for (uint32_t i = 0; i < rim->outline.count; i++)
        *lw_list_add(board->arena, &board->outline) =
            lw_board_keep_shape(board, rim->outline.at[i]);
    for (uint32_t i = 0; i < rim->edges.count; i++)
        *lw_list_add(board->arena, &board->edges) = lw_board_keep_shape(board, rim->edges.at[i]);
    lw_board_free(rim);
}

static void warn_open(lw_board *board, const lw_outline_fault *fault, const char *layer)
{
    char x1[LW_NUMBER_ROOM], y1[LW_NUMBER_ROOM], x2[LW_NUMBER_ROOM], y2[LW_NUMBER_ROOM];
    bool loose = board->edges.count > 0;
    lw_board_warn(board, 0, 0,
                  "%s %s: a loose end at %s, %s mm, the nearest other at %s, %s mm; %s",
                  loose ? "lines belong to no outline on" : "the outline is open on", layer,
                  lw_print_length(fault->end.x, MM, x1), lw_print_length(fault->end.y, MM, y1),
                  lw_print_length(fault->other.x, MM, x2), lw_print_length(fault->other.y, MM, y2),
                  loose ? "copper keeps away from them" : "it is closed by straight lines");
}

void lw_rim_make(lw_board *board, const lw_shape *lines, uint32_t count, const char *layer)
{
    lw_outline_fault fault = {0};
    bool closed = lw_outline_join(board, lines, count, SNAP, true, &fault) || count == 0;
    if (board->outline.count > 0 && board->edges.count > 0)
        close_rim(board);
    if (!closed)
        warn_open(board, &fault, layer);
    if (board->outline.count == 0)
        take_box(board, layer);
}
