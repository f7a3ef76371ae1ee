/* malloc for what no arena owns: count * size is checked, a refusal of small things aborts, with
 * ENOMEM in errno, by which a handler of SIGABRT knows why. */
#ifndef LW_BASE_HEAP_H
#define LW_BASE_HEAP_H

#include <stddef.h>

_Noreturn void lw_abort_for_memory(void);
void *lw_alloc(size_t count, size_t size);                /* zeroed; aborts on refusal */
void *lw_realloc(void *block, size_t count, size_t size); /* aborts on refusal */
void *lw_try_alloc(size_t count, size_t size);            /* zeroed; NULL on refusal or overflow */

#endif
