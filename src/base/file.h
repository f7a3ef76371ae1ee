/* Whole files: read with a limit, written under a temporary name, synced, renamed. */
#ifndef LW_BASE_FILE_H
#define LW_BASE_FILE_H

#include "base/buffer.h"

/* "-" is standard input. The text is the caller's to free() and NUL-terminated. LW_ERR_READ or,
 * over `limit`, LW_ERR_INPUT. */
lw_status lw_file_read(const char *path, size_t limit, char **text, size_t *size,
                       lw_error *err) LW_MUST_CHECK;
/*
 * "-" is standard output. Keeps the permissions of a file that is replaced, follows a symbolic
 * link, writes to a device or pipe directly. On failure (also of close: full disk) the old file is
 * as it was and no temporary is left.
 */
lw_status lw_file_write(const char *path, const char *bytes, size_t size,
                        lw_error *err) LW_MUST_CHECK;

/*
 * The descriptor that a name such as /dev/stdout stands for; -1: none. Such a file is written on in
 * place: opening it anew would begin at the start of a plain file, over what others have written.
 */
int lw_file_descriptor(const char *path);

#endif
