/* Real boards, which are not everywhere. */
#ifndef LW_TEST_IO_REAL_H
#define LW_TEST_IO_REAL_H

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "leeway/board.h"

/* A file of a folder of LEEWAY_BOARDS, the caller's to free(); NULL where it is not. */
static inline char *real_file(const char *folder, const char *name, size_t *size)
{
    const char *root = getenv("LEEWAY_BOARDS");
    char path[1000], *text;
    snprintf(path, sizeof path, "%.600s/%.100s/%.200s", root ? root : "", folder, name);
    if (!root || lw_file_read(path, LW_FILE_LIMIT, &text, size, NULL))
        return NULL;
    return text;
}

static inline uint32_t nets_of_two(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        count += board->nets.at[i].pads.count > 1;
    return count;
}

#endif
