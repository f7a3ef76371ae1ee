/*
 * A board to draw, 20 mm x 10 mm, two layers, made by hand:
 *
 *   y = 8   S1 (smd 2 x 1, top, net B) at x = 10
 *   y = 5   R1 (round pad, 2 mm, drill 0.8) at x = 5, joined to R2 at x = 15: net A, on top
 *   y = 2   a hole of 2 mm at x = 10, a track of net B on the bottom from x = 2 to x = 7
 */
#ifndef LW_TESTS_DRAW_SMALL_H
#define LW_TESTS_DRAW_SMALL_H

#include "board/build.h"

#define MM(x) ((lw_nm)((x)*1000000))

lw_board *small_board(void);
/* A text on the top silkscreen, left bottom at the point. */
lw_text *small_text(lw_board *board, const char *text, lw_nm x, lw_nm y);

#endif
