/*
 * S-expressions, as Specctra and KiCad write their files: a tree of lists and words, each of which
 * knows its bytes in the text, so that a writer can splice.
 *
 * A list is named by its first word: (net GND (pins R1-1 C1-2)) is the list "net". Names of lists
 * are compared without regard to the case of ASCII letters. Reading takes time and memory
 * proportional to the text; nothing is read that breaks the limits below.
 */
#ifndef LW_IO_SEXPR_H
#define LW_IO_SEXPR_H

#include <stdarg.h>
#include "base/arena.h"
#include "leeway/base.h"

#define LW_SEXPR_DEPTH 100      /* lists inside each other */
#define LW_SEXPR_NODES 20000000 /* lists and words of a text */

/* What differs between the two. */
typedef enum lw_sexpr_dialect {
    /* "..." with escapes: \" \\ \n \r \t \a \b \f \v \x1F \37; may run over several lines. */
    LW_SEXPR_KICAD,
    /*
     * No escapes, quoted words end on their line. (string_quote ') makes another letter the quote.
     * A quote ends a word only where a blank, a parenthesis or a dash follows: otherwise it is part
     * of it. Behind the dash of a bare word a quoted one begins: U1-"A B" is two words, the second
     * glued to the first.
     */
    LW_SEXPR_SPECCTRA,
} lw_sexpr_dialect;

typedef struct lw_sexpr {
    lw_span span;           /* of a list, from '(' to behind ')'; of a word, with its quotes */
    const char *text;       /* of a word, without quotes and escapes; of a list, its name or "" */
    struct lw_sexpr *first; /* of a list: what stands in it, its name included; NULL when empty */
    struct lw_sexpr *next;  /* what follows in the same list */
    bool list;
    bool quoted; /* a word in quotes */
    bool glued;  /* to the word before it, without a blank */
} lw_sexpr;

typedef struct lw_sexpr_file {
    const char *source; /* name for messages */
    const char *text;   /* not owned: as given to lw_sexpr_parse() */
    size_t size;
    lw_sexpr *root; /* the one list that the text is */
    char quote;
    lw_arena *arena; /* owns the tree */
} lw_sexpr_file;

/* `source` and `text` must outlive `out`. On failure `out` holds nothing; freeing it is fine. */
lw_status lw_sexpr_parse(const char *source, const char *text, size_t size,
                         lw_sexpr_dialect dialect, lw_sexpr_file *out, lw_error *err) LW_MUST_CHECK;
void lw_sexpr_free(lw_sexpr_file *file);

/* Line and column, both from 1 and columns in characters, of a byte of the text. */
void lw_sexpr_place(const lw_sexpr_file *file, uint32_t offset, int *line, int *column);
/* LW_ERR_INPUT at the node. */
lw_status lw_sexpr_fail(const lw_sexpr_file *file, const lw_sexpr *node, lw_error *err,
                        const char *format, ...) LW_PRINTF(4, 5);
lw_status lw_sexpr_fail_args(const lw_sexpr_file *file, const lw_sexpr *node, lw_error *err,
                             const char *format, va_list args) LW_PRINTF(4, 0);

/* Whether the node is a list of that name. */
bool lw_sexpr_is(const lw_sexpr *node, const char *name);
/* The first list of that name in a list, and the next one beside; NULL at the end. */
const lw_sexpr *lw_sexpr_child(const lw_sexpr *list, const char *name);
const lw_sexpr *lw_sexpr_sibling(const lw_sexpr *node, const char *name);
/* What stands at a place of a list, its name being at 0; NULL when there is less. */
const lw_sexpr *lw_sexpr_at(const lw_sexpr *list, uint32_t place);
/* The text of the word at a place; NULL when there is none or it is a list. */
const char *lw_sexpr_word(const lw_sexpr *list, uint32_t place);

/* The same text, whatever the case of ASCII letters. */
bool lw_sexpr_same(const char *a, const char *b);

#endif
