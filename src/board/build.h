/*
 * What readers use to make a board: they fill packages, elements, nets and copper, then finish.
 */
#ifndef LW_BOARD_BUILD_H
#define LW_BOARD_BUILD_H

#include <stdarg.h>
#include "base/arena.h"
#include "base/names.h"
#include "leeway/board.h"

/* An empty board that owns its arena and names; one class "default"; rules all 0. The text is
 * copied. */
lw_board *lw_board_new(const char *path, const char *source, size_t size);

/* The shape with a copy of its points that lives as long as the board. */
lw_shape lw_board_keep_shape(lw_board *board, lw_shape shape);

/* A loose end of an outline: where, and where the nearest other loose end is. */
typedef struct lw_outline_fault {
    lw_point end, other;
} lw_outline_fault;

/*
 * Joins open lines to the loops of board->outline: ends at one place meet, then ends within `snap`
 * of each other; lines that close by themselves (circles, polygons) are loops of their own. Each
 * loop runs counter-clockwise from its leftmost point. Lines and loops drawn twice count once,
 * those without length not at all.
 *
 * Lines that lead nowhere or divide the board: with `lenient`, they go to board->edges (and if no
 * loop at all is found, loose ends are joined by straight lines first, the nearest first);
 * otherwise nothing is taken and the fault says where. Without any line there is no loop and no
 * fault.
 *
 * returns whether the outline is closed (with lenient: whether nothing had to be helped)
 */
bool lw_outline_join(lw_board *board, const lw_shape *lines, uint32_t count, lw_nm snap,
                     bool lenient, lw_outline_fault *fault);

/*
 * The box around everything, a bit larger, as the outline of a board that has none; false where
 * there is nothing on it.
 */
bool lw_outline_from_box(lw_board *board);

/*
 * Before lw_board_place(): whether all placed things lie in the range of coordinates and are not
 * senselessly many; otherwise which element is the first of those too far or too much.
 */
typedef enum lw_placing { LW_PLACING_FITS, LW_PLACING_FAR, LW_PLACING_MANY } lw_placing;
lw_placing lw_board_placing(const lw_board *board, uint32_t *element);

/*
 * Places all elements: makes pads, holes, keepouts, plain copper, drawings and texts of the board
 * from the packages (names and values filled in). Layers of mirrored elements are swapped top for
 * bottom. Call once, after packages, elements and layers are complete and before nets refer to
 * pads.
 */
void lw_board_place(lw_board *board);

/* The open lines of placed packages that belong to the outline, in board coordinates, appended. */
void lw_board_package_outline(const lw_board *board, lw_arena *arena, lw_shape **lines,
                              uint32_t *count);

/*
 * Closes the board: sorts the nets' pads (each once), makes class_clearance if it is NULL, takes
 * the largest of the pads' own clearances, gives plain copper that touches pads of one net (or,
 * where there is none, pads without a net) to the first such pad as a further shape, fills `nets`
 * of plain copper that touches pads of more. Touching pieces of plain copper share what they touch.
 */
void lw_board_finish(lw_board *board);

void lw_board_warn(lw_board *board, int line, int column, const char *format, ...) LW_PRINTF(4, 5);
void lw_board_warn_args(lw_board *board, int line, int column, const char *format, va_list args)
    LW_PRINTF(4, 0);

/* Closes layers everywhere to tracks, vias or both by a keepout around all that is on the board. */
void lw_board_close(lw_board *board, lw_layers layers, bool tracks, bool vias);

#endif
