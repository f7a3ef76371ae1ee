/* Ends of a net's lines, in an order in which those that meet stand together. */
#ifndef LW_ROUTE_ENDS_H
#define LW_ROUTE_ENDS_H

#include "base/arena.h"
#include "leeway/geom.h"

/* The line of an end where tracks must end even when another goes straight on. */
#define LW_END_FIXED UINT32_MAX

typedef struct lw_line_end {
    lw_point at;
    uint32_t layer;
    uint32_t line;
} lw_line_end;

typedef LW_LIST(lw_line_end) lw_line_ends;

/* By layer and place; of those that meet, the fixed ones last. */
void lw_ends_sort(lw_line_ends *ends);
bool lw_ends_meet(const lw_line_end *a, const lw_line_end *b);

#endif
