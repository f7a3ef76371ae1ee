/*
 * The outline of boards as people draw them: with gaps, loose ends, or not at all. What formats of
 * other programs have in common.
 */
#ifndef LW_IO_RIM_H
#define LW_IO_RIM_H

#include "leeway/board.h"

/*
 * Makes outline and edges of a board from lines, as lw_outline_join() does, leniently; where that
 * finds no rim, helps more, and warns. `layer` is where the outline belongs, for messages. Call
 * when the board has all its copper: without any line the box around that is taken.
 */
void lw_rim_make(lw_board *board, const lw_shape *lines, uint32_t count, const char *layer);

#endif
