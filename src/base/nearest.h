/* "Did you mean ...?": the known word that a mistyped one comes nearest to. */
#ifndef LW_BASE_NEAREST_H
#define LW_BASE_NEAREST_H

#include "leeway/base.h"

typedef struct lw_nearest {
    const char *word; /* as it was written */
    const char *best; /* NULL: none is near */
    uint32_t distance;
} lw_nearest;

lw_nearest lw_nearest_to(const char *word);
void lw_nearest_try(lw_nearest *nearest, const char *known);
/* `; did you mean "power"?`, or "". Returns buffer. */
const char *lw_nearest_hint(const lw_nearest *nearest, char *buffer, size_t size);

#endif
