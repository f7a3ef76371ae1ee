/* What the weighted wave (weighted.c) leaves behind, and who goes on from there. */
#ifndef LW_WAVE_WEIGHTED_H
#define LW_WAVE_WEIGHTED_H

#include "wave/attempt.h"

enum { LW_UNTOUCHED, LW_IN_PROGRESS, LW_DONE };
enum { LW_EVERYWHERE = -1 };

typedef struct lw_weighted {
    uint64_t *value; /* of a cell that is not untouched */
    uint8_t *state;
    int32_t start;
    bool backward; /* values are what it costs from a cell to the start, not from it */
} lw_weighted;

/* Values all cells that are nearer than the goal, or that can be reached at all. False when the
 * attempt has to end; its outcome is set then. */
bool lw_weighted_wave(lw_attempt *attempt, lw_weighted *wave, int32_t goal);
/* Finds the path between the start and a cell that is done. */
void lw_weighted_backtrace(lw_attempt *attempt, const lw_weighted *wave, int32_t cell);
/* The steps by which the wave came to a cell. */
int lw_weighted_steps_back(const lw_attempt *attempt, const lw_weighted *wave, int32_t cell,
                           lw_map_step steps[LW_MAP_STEPS_MOST]);
/* The end of the path that the wave leaves, and the other. */
void lw_weighted_ends(const lw_attempt *attempt, lw_weighted *wave, int32_t *goal);

#endif
