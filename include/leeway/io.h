/*
 * Files: boards read and written. A file is recognised by its content.
 *
 * Readers are strict (first error, with line and column) and safe: no entities, no network, no
 * DOCTYPE but EAGLE's own, bounded depth, size and counts. Writers are atomic.
 */
#ifndef LEEWAY_IO_H
#define LEEWAY_IO_H

#include "leeway/board.h"

/** Largest file that is read, in bytes. */
#define LW_FILE_LIMIT ((size_t)256 << 20)

/** "leeway-xml", "eagle" ... */
LW_API const char *lw_format_name(lw_format format);
LW_API bool lw_format_by_name(const char *name, lw_format *format);

/**
 * Reads a board.
 *
 * @param path  file to read; "-" is standard input
 * @param out   set to the new board, or NULL on failure; free with lw_board_free()
 * @param err   filled on failure; may be NULL
 */
LW_API lw_status lw_board_load(const char *path, lw_board **out, lw_error *err) LW_MUST_CHECK;

/** The same from memory; `name` stands in messages. */
LW_API lw_status lw_board_parse(const char *name, const char *text, size_t size, lw_board **out,
                                lw_error *err) LW_MUST_CHECK;

/**
 * Reads a board anew, from its own text, together with a file that belongs to it: the project of a
 * KiCad board whose name is another, or the session of a Specctra design, whose copper takes the
 * place of the design's. Such a design cannot be written. LW_ERR_OPTION where the board's
 * format has no such files.
 *
 * @param board  one that was read from a file or a text; stays as it is
 * @param path   the file that belongs to it
 * @param out    set to a second board, or NULL on failure; free with lw_board_free()
 */
LW_API lw_status lw_board_read_with(const lw_board *board, const char *path, lw_board **out,
                                    lw_error *err) LW_MUST_CHECK;

/**
 * Writes a board with its routes. In the format it was read from, the copper is put into the very
 * document and everything else stays as it was, byte for byte; in another, the document is made
 * anew (LW_ERR_OPTION where a format cannot be made anew).
 *
 * @param routes  NULL: the board as it is
 * @param path    "-" is standard output
 */
LW_API lw_status lw_board_save(const lw_board *board, const lw_routes *routes, lw_format format,
                               const char *path, lw_error *err) LW_MUST_CHECK;

#endif
