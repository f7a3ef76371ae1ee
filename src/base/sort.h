#ifndef LW_BASE_SORT_H
#define LW_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts numbers upwards, the faster the more of them stand in order already, up or down; takes
 * their room once more. */
void lw_sort(uint64_t *numbers, size_t count);

#endif
