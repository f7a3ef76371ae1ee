#include "route/ends.h"

#include <stdlib.h>
#include "geom/point.h"

static int by_place(const void *a, const void *b)
{
    const lw_line_end *x = a, *y = b;
    if (x->layer != y->layer)
        return x->layer < y->layer ? -1 : 1;
    if (x->at.x != y->at.x)
        return x->at.x < y->at.x ? -1 : 1;
    if (x->at.y != y->at.y)
        return x->at.y < y->at.y ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

void lw_ends_sort(lw_line_ends *ends)
{
    if (ends->count > 1)
        qsort(ends->at, ends->count, sizeof *ends->at, by_place);
}

bool lw_ends_meet(const lw_line_end *a, const lw_line_end *b)
{
    return a->layer == b->layer && lw_same_point(a->at, b->at);
}
