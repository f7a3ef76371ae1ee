/*
 * An index of boxes: which of many things are near a place?
 *
 * Things are numbers with a box. A query gives each thing whose box meets the asked one exactly
 * once, in an order that depends on the boxes and on the order of adding alone. Queries only read,
 * so any number of threads may ask at the same time, as long as nobody adds or forgets.
 *
 *     lw_cursor cursor = lw_index_find(index, box);
 *     for (uint32_t id; lw_index_next(&cursor, &id);)
 *         ...
 */
#ifndef LW_GEOM_INDEX_H
#define LW_GEOM_INDEX_H

#include "leeway/geom.h"

typedef struct lw_index lw_index;

/*
 * Things may lie outside of `world` (found, if slower); `expected` things make the best use of the
 * memory, more are fine.
 */
lw_index *lw_index_new(lw_box world, uint32_t expected);
void lw_index_free(lw_index *index); /* NULL is fine */

/* Things with an empty box are never found. The same id may be added with several boxes; it is then
 * found once for each of them that meets. */
void lw_index_add(lw_index *index, uint32_t id, lw_box box);

/* Takes out all things from number `first` on; they must be the ones that were added last. */
void lw_index_forget(lw_index *index, uint32_t first);

/* Where a query stands; its fields are the index's own. */
typedef struct lw_cursor {
    const lw_index *index;
    lw_box box;
    uint32_t level;
    int32_t col, row, first_col, last_col, last_row;
    uint32_t entry;
} lw_cursor;

lw_cursor lw_index_find(const lw_index *index, lw_box box);
bool lw_index_next(lw_cursor *cursor, uint32_t *id);

/* Takes out what the cursor found last; the query goes on behind it. Others must not be under way.
 */
void lw_index_drop(lw_index *index, lw_cursor *cursor);

#endif
