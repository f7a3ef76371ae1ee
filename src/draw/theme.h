/* How each role looks. */
#ifndef LW_DRAW_THEME_H
#define LW_DRAW_THEME_H

#include "draw/scene.h"

typedef enum lw_hatch { LW_HATCH_RISING = 1, LW_HATCH_FALLING = 2 } lw_hatch;

/* Colours are 0xRRGGBBAA; AA 00: not painted. */
typedef struct lw_pen {
    uint32_t fill;
    uint32_t halo;  /* around letters, to read them on copper */
    uint32_t lines; /* of the hatching over the fill */
    int hatch;      /* a sum of lw_hatch */
    lw_nm pitch;    /* from line to line */
    lw_nm width;    /* of a line */
} lw_pen;

uint32_t lw_theme_paper(lw_theme theme);
lw_pen lw_theme_pen(lw_theme theme, const lw_stratum *stratum, uint32_t layer_count);

#endif
