/* Plain text of words and whole numbers between blanks, with the place of each for messages. */
#ifndef LW_IO_WORDS_H
#define LW_IO_WORDS_H

#include "leeway/base.h"

typedef struct lw_words {
    const char *name; /* of the file */
    const char *at, *end;
    const char *line_start;
    int line;      /* of `at` */
    bool comments; /* from '#' to the end of a line */
    lw_error *err;
} lw_words;

typedef struct lw_word {
    const char *text;
    int length;
    int line, column;
} lw_word;

/* A byte order mark at the beginning is passed over. */
lw_words lw_words_of(const char *name, const char *text, size_t size, lw_error *err);

/* False at the end; the word is then empty and stands there. */
bool lw_words_next(lw_words *words, lw_word *word);
/* The same without going on. */
bool lw_words_peek(const lw_words *words, lw_word *word);

lw_status lw_words_fail(const lw_words *words, lw_word word, const char *format, ...)
    LW_PRINTF(3, 4);

/* The next word as a number; `what` it is stands in messages. */
lw_status lw_words_number(lw_words *words, const char *what, int64_t least, int64_t most,
                          int32_t *out) LW_MUST_CHECK;
/* The same for the rest of a line that begins with the word `first`. */
lw_status lw_words_number_in_line(lw_words *words, lw_word first, const char *what, int64_t least,
                                  int64_t most, int32_t *out) LW_MUST_CHECK;
/* Fails when something follows in the line. */
lw_status lw_words_line_end(lw_words *words, lw_word first) LW_MUST_CHECK;
/* Fails when something follows; `all` is what was read. */
lw_status lw_words_end(lw_words *words, const char *all) LW_MUST_CHECK;

#endif
