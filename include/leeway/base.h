/*
 * What every module speaks: status, error, length, list.
 *
 * Memory. Small allocations that the system refuses end the process with abort(), as in GLib, and
 * errno is ENOMEM then; what grows with the board's area (lattice, search) is asked for with a
 * check and answers LW_ERR_MEMORY. Input size is bounded, so small means small.
 */
#ifndef LEEWAY_BASE_H
#define LEEWAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define LW_LINKAGE extern "C"
#else
#define LW_LINKAGE
#endif
#if defined(__GNUC__)
#define LW_API              LW_LINKAGE __attribute__((visibility("default")))
#define LW_MUST_CHECK       __attribute__((warn_unused_result))
#define LW_PRINTF(fmt, arg) __attribute__((format(printf, fmt, arg)))
#else
#define LW_API LW_LINKAGE
#define LW_MUST_CHECK
#define LW_PRINTF(fmt, arg)
#endif

/** A length or coordinate in nanometres, y up. */
typedef int32_t lw_nm;

/** Largest magnitude of a coordinate that a reader accepts: one metre. */
#define LW_NM_MAX 1000000000

/** An angle in millionths of a degree, counter-clockwise. */
typedef int32_t lw_angle;
#define LW_DEGREE 1000000

typedef enum lw_status {
    LW_OK = 0,
    LW_ERR_INPUT,  /**< the file is wrong; the error says where */
    LW_ERR_OPTION, /**< an option cannot be honoured (pitch, layer, net name) */
    LW_ERR_READ,   /**< the file cannot be opened or read */
    LW_ERR_WRITE,  /**< the file cannot be written; nothing half-written is left */
    LW_ERR_MEMORY, /**< more memory than there is or than was allowed */
} lw_status;

/** What went wrong. `line` and `column` count from 1; 0 means not known. */
typedef struct lw_error {
    char source[256]; /**< file name, or "" */
    int line;
    int column;
    char text[512]; /**< one sentence, no newline */
} lw_error;

/** A stretch of the source text: bytes [begin, end). Empty when begin == end. */
typedef struct lw_span {
    uint32_t begin;
    uint32_t end;
} lw_span;

/** A growing list of T: read `at[0 .. count)`; `room` belongs to its owner. */
#define LW_LIST(T)                                                                                 \
    struct {                                                                                       \
        T *at;                                                                                     \
        uint32_t count;                                                                            \
        uint32_t room;                                                                             \
    }

/** The version of the library, as "0.1.0". */
LW_API const char *lw_version(void);

/**
 * Writes the error as people read it, `board.xml:41:7: error: text`, parts that are not known left
 * out.
 *
 * @return buffer
 */
LW_API const char *lw_error_text(const lw_error *err, char *buffer, size_t size);

#endif
