/* Readers of field problems: two functions a format; src/io/problem.c holds the table. */
#ifndef LW_IO_PROBLEM_H
#define LW_IO_PROBLEM_H

#include "io/words.h"
#include "problem/problem.h"

typedef struct lw_problem_ops {
    const char *name;
    /* The first letters of lines; NULL: the file begins with a number. */
    const char *letters;
    const char *beside; /* ending of the file with the nets; NULL: there is none */
    /* text->layers is not 0. */
    lw_status (*read)(const lw_problem_text *text, lw_problem *problem, lw_error *err);
} lw_problem_ops;

extern const lw_problem_ops lw_problem_course;    /* course.c */
extern const lw_problem_ops lw_problem_leetm;     /* leetm.c */
extern const lw_problem_ops lw_problem_labyrinth; /* labyrinth.c */

/* Whether the text is a field problem, by its beginning. */
bool lw_problem_recognise(const char *text, size_t size, lw_problem_format *format);
/* Of a text that is one. */
lw_status lw_problem_read(const char *path, const char *text, size_t size, lw_problem_format format,
                          const lw_problem_reading *reading, lw_problem **out, lw_error *err);

/* Whether a text is claimed by a reader of boards or problems, or is known to be none of them. */
bool lw_text_is_known(const char *text, size_t size);
/* lw_load() of a file in memory. */
lw_status lw_load_text(const char *path, const char *text, size_t size,
                       const lw_problem_reading *reading, lw_board **board, lw_problem **problem,
                       lw_error *err) LW_MUST_CHECK;

/* ---- for readers, whose sides and layers are within their own bounds ---- */

/* Makes the cells, free and of cost 1. Blames the word when there are too many. */
lw_status lw_problem_lay_out(const lw_words *words, lw_word word, lw_problem *problem,
                             uint16_t **cells) LW_MUST_CHECK;
/* Adds a net under the next number. Blames the word when there are too many of `what`. */
lw_status lw_problem_add_net(const lw_words *words, lw_word word, lw_problem *problem,
                             const lw_pin pins[2], const char *what) LW_MUST_CHECK;

#endif
