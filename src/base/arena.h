/* Memory that is given back all at once. Blocks are zeroed and aligned for any type. */
#ifndef LW_BASE_ARENA_H
#define LW_BASE_ARENA_H

#include <stdarg.h>
#include "leeway/base.h"

typedef struct lw_arena lw_arena;

lw_arena *lw_arena_new(void);
void lw_arena_free(lw_arena *arena); /* NULL is fine */

/* All blocks become free again; the largest chunk is kept for the next round. */
void lw_arena_reset(lw_arena *arena);

void *lw_arena_alloc(lw_arena *arena, size_t count, size_t size);
void *lw_arena_copy(lw_arena *arena, const void *bytes, size_t count, size_t size);
char *lw_arena_text(lw_arena *arena, const char *text, size_t length);
char *lw_arena_print(lw_arena *arena, const char *format, ...) LW_PRINTF(2, 3);

#define LW_NEW(arena, T)         ((T *)lw_arena_alloc((arena), 1, sizeof(T)))
#define LW_NEW_MANY(arena, T, n) ((T *)lw_arena_alloc((arena), (n), sizeof(T)))

/* Room for one more at the end of an LW_LIST whose memory is the arena's; the new item is zeroed.
 */
void lw_list_grow(lw_arena *arena, void *list_at, uint32_t count, uint32_t *room, size_t size);
#define lw_list_add(arena, list)                                                                   \
    (lw_list_grow((arena), &(list)->at, (list)->count, &(list)->room, sizeof *(list)->at),         \
     &(list)->at[(list)->count++])

#endif
