/* Files that belong to another one by their names. */
#ifndef LW_IO_BESIDE_H
#define LW_IO_BESIDE_H

/* The path with its ending changed, to be freed; NULL when there is no such file, or for "-". */
char *lw_path_beside(const char *path, const char *ending);

#endif
