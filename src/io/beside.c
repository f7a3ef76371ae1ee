#include "io/beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/heap.h"

char *lw_path_beside(const char *path, const char *ending)
{
    if (strcmp(path, "-") == 0)
        return NULL;
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    size_t length = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    char *other = lw_alloc(length + strlen(ending) + 1, 1);
    memcpy(other, path, length);
    strcpy(other + length, ending);
    if (access(other, F_OK) == 0)
        return other;
    free(other);
    return NULL;
}
