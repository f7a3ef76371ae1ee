/* Marks on the lattice all nodes, and closes all steps, where a mover breaks a demand. */
#ifndef LW_GRID_STAMP_H
#define LW_GRID_STAMP_H

#include "grid/layout.h"

typedef struct lw_stamp {
    const lw_layout *layout;
    uint16_t *owner; /* a plane of nodes or of via places */
    uint8_t *closed; /* NULL: only nodes */
    lw_demand demand;
    const lw_keepout *keepout; /* nodes inside its windows are spared; may be NULL */
} lw_stamp;

void lw_stamp_demand(const lw_stamp *stamp);
/* Blocks the nodes that lie in an even number of loops. */
void lw_stamp_outside(const lw_layout *layout, const lw_shape *loops, uint32_t count,
                      uint16_t *owner);

#endif
