/*
 * Notes of coding by direction: 0 a free cell, 1 a blocked one, 2 the start; then where the wave
 * came from, by directions, and behind them by changes of the layer.
 */
#ifndef LW_WAVE_DIRECTION_H
#define LW_WAVE_DIRECTION_H

enum { LW_FIRST_DIRECTION = 3 };

#endif
