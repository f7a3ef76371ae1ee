/* The four functions of a file format; src/io/io.c holds the table. */
#ifndef LW_IO_FORMAT_H
#define LW_IO_FORMAT_H

#include "base/buffer.h"
#include "leeway/io.h"

typedef struct lw_format_ops {
    const char *name;
    /* A guess from the text alone, by its beginning; never fails. */
    bool (*recognise)(const char *text, size_t size);
    lw_status (*read)(const char *path, const char *text, size_t size, lw_board **out,
                      lw_error *err);
    /* Where another file belongs to the board: what reads both, and the ending of such that lie
     * beside it and are always read. */
    const char *beside; /* ".kicad_pro"; NULL: none */
    lw_status (*read_both)(const char *path, const char *text, size_t size, const char *beside_path,
                           const char *beside, size_t beside_size, lw_board **out, lw_error *err);
    /* Appends the document to out. */
    lw_status (*write)(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                       lw_error *err);
} lw_format_ops;

extern const lw_format_ops lw_format_leeway; /* leeway.c */
extern const lw_format_ops lw_format_eagle;  /* eagle.c */
extern const lw_format_ops lw_format_dsn;    /* dsn.c */
extern const lw_format_ops lw_format_kicad;  /* kicad.c */

#endif
