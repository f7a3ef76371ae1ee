/*
 * Numbers as text, digit by digit: no locale, no double.
 */
#ifndef LW_BASE_NUMBER_H
#define LW_BASE_NUMBER_H

#include "leeway/base.h"

typedef enum lw_number_fault {
    LW_NUMBER_OK = 0,
    LW_NUMBER_EMPTY,
    LW_NUMBER_SYNTAX, /* also NaN, inf, "0x10", a decimal comma, blanks inside */
    LW_NUMBER_RANGE,
} lw_number_fault;

/* A phrase for messages: "is not a number", "is out of range" ... */
const char *lw_number_fault_text(lw_number_fault fault);

/*
 * Reads a decimal number (sign, digits, point, exponent) times `unit` (nanometres of one unit, e.g.
 * 1000000 for mm, 25400 for mil), rounded half away from zero. |value| <= LW_NM_MAX. Blanks around
 * are skipped.
 */
lw_number_fault lw_parse_length(const char *text, int64_t unit, lw_nm *out);
/* A unit of length by the name that stands behind a number. */
typedef struct lw_unit {
    const char *name;
    int64_t size; /* nanometres */
} lw_unit;

/* A length with its unit behind it, as "8mil" or "0.2 mm"; without one it is in the first unit. */
lw_number_fault lw_parse_length_with_unit(const char *text, const lw_unit *units, size_t count,
                                          lw_nm *out);
/* A number in fixed point: value * scale, |result| <= limit. */
lw_number_fault lw_parse_fixed(const char *text, int64_t scale, int64_t limit, int64_t *out);
lw_number_fault lw_parse_integer(const char *text, int64_t least, int64_t most, int64_t *out);

/* Shortest exact decimal of value/scale ("1.5", "-0.00635", "12"); scale a power of ten. Returns
 * buffer. */
#define LW_NUMBER_ROOM 32
char *lw_print_fixed(int64_t value, int64_t scale, char buffer[LW_NUMBER_ROOM]);
/* The same of a length in mm, by value, for messages. */
typedef struct lw_mm_text {
    char text[LW_NUMBER_ROOM];
} lw_mm_text;
lw_mm_text lw_mm(int64_t nanometres);
/* Shortest decimal of a length in `unit`s that reads back as the same nanometre. */
char *lw_print_length(lw_nm value, int64_t unit, char buffer[LW_NUMBER_ROOM]);

#endif
