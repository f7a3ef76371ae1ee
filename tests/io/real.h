/* Real boards, which are not everywhere. */
#ifndef LW_TEST_IO_REAL_H
#define LW_TEST_IO_REAL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Hands over every line of a folder's INDEX.tsv but its headings; how many there were, -1 without
 * an index. */
static inline int each_real_board(const char *folder, void (*expect)(char *line))
{
    size_t size;
    char *index = real_file(folder, "INDEX.tsv", &size), *rest = index;
    int boards = 0;
    if (!index)
        return -1;
    strsep(&rest, "\n");
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (*line) {
            expect(line);
            boards++;
        }
    }
    free(index);
    return boards;
}

static inline uint32_t nets_of_two(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        count += board->nets.at[i].pads.count > 1;
    return count;
}

#endif
