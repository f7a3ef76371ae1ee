/*
 * Lines: runs of legal steps in one direction, on which the searches that draw lines stand. Beside
 * the directions in a layer there are up and down, by vias, so that lines lead through layers too.
 */
#ifndef LW_WAVE_PROBE_H
#define LW_WAVE_PROBE_H

#include "wave/attempt.h"

enum { LW_UP = LW_STEPS, LW_DOWN, LW_PROBE_WAYS };
enum { LW_NOTHING = -1 };
enum { LW_PROBE_BITS = 2 * (32 + 8 + 8) }; /* of state a cell, for both ends */

/* The cells that the lines from one end of the path cover. */
typedef struct lw_probe {
    lw_attempt *attempt;
    int wave;
    uint32_t *base;        /* 1 + the cell whose line was the first to cover this one; 0: none */
    uint8_t *way;          /* the direction of that line */
    uint8_t *drawn;        /* a bit for each axis on which a line leads over the cell */
    lw_queue covered;      /* all that are, first come, first served */
    const uint32_t *other; /* base, of the other end */
} lw_probe;

/* Each end covers its own cell, by no line. False when there is no memory. */
bool lw_probe_open(lw_attempt *attempt, lw_probe ends[2]);
/* The next cell in a direction, or LW_NOTHING. */
int32_t lw_probe_ahead(const lw_map *map, int32_t cell, int way);
/* To and fro are one axis. */
static inline int lw_probe_axis(int way)
{
    return way < LW_STEPS ? way % (LW_STEPS / 2) : LW_STEPS / 2;
}
/* Draws lines through a cell, on all axes, as far as they go. The cell at which one meets a line
 * from the other end, or LW_NOTHING. */
int32_t lw_probe_draw(lw_probe *probe, int32_t base, uint64_t value);
/* The path from end to end through the cell where lines met. */
void lw_probe_join(lw_attempt *attempt, const lw_probe ends[2], int32_t meeting);

#endif
