/*
 * Which of many things hang together by touching? However many lie at one place, each is found
 * once.
 */
#ifndef LW_GEOM_FLOOD_H
#define LW_GEOM_FLOOD_H

#include "leeway/geom.h"

/* Whether two things touch; asked only of such whose boxes meet. */
typedef bool (*lw_touch)(const void *context, uint32_t a, uint32_t b);

/* Joins in `up` (base/union.h) all of the `count` things that hang together. */
void lw_flood(const lw_box *boxes, uint32_t count, lw_touch touch, const void *context,
              uint32_t *up);

#endif
