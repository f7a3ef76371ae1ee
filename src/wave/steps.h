/* The steps in a layer by direction (LW_E, LW_NE, ...), in columns and rows. */
#ifndef LW_WAVE_STEPS_H
#define LW_WAVE_STEPS_H

#include "leeway/wave.h"

static const int8_t lw_step_col[LW_STEPS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t lw_step_row[LW_STEPS] = {0, 1, 1, 1, 0, -1, -1, -1};

#endif
