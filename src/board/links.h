/*
 * What joins copper without being copper that is there: pours and jumpers, by net. Judge and router
 * ask the same questions, so that they mean the same by a pour.
 */
#ifndef LW_BOARD_LINKS_H
#define LW_BOARD_LINKS_H

#include "base/arena.h"
#include "geom/index.h"
#include "leeway/board.h"

typedef struct lw_numbers {
    const uint32_t *at;
    uint32_t count;
} lw_numbers;

typedef struct lw_links lw_links;

/* The board must outlive it. */
lw_links *lw_links_new(const lw_board *board);
void lw_links_free(lw_links *links); /* NULL is fine */

/* Areas of the net that are poured, ascending. */
lw_numbers lw_links_pours(const lw_links *links, lw_net_id net);
lw_numbers lw_links_jumpers(const lw_links *links, lw_net_id net);

/* Of the layers, those on which the pour reaches the point: in its area and in none that stays
 * free. */
lw_layers lw_pour_reach(const lw_links *links, uint32_t pour, lw_layers layers, lw_point point);
/* Whether the pour joins an item of its net: it reaches one of its anchors. A promise, as the
 * copper is poured only later. */
bool lw_pour_joins(const lw_links *links, uint32_t pour, const lw_item *item,
                   const lw_routes *routes);

/* The points that tell where copper is: the ends (and arc points) of a track, the centre of a pad
 * or via; none of anything else. */
const lw_point *lw_item_anchors(const lw_board *board, const lw_routes *routes, const lw_item *item,
                                uint32_t *count);

#endif
