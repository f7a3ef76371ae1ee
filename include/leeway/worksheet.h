/*
 * Worksheets: exercises to be filled in by hand, as pages of a PDF.
 *
 *     lw_worksheet *sheet = lw_worksheet_new(&options);
 *     status = lw_worksheet_add(sheet, lesson, lw_algorithm_named("lee"), &err);
 *     if (!status) status = lw_worksheet_save(sheet, "lee.pdf", &err);
 *     lw_worksheet_free(sheet);
 */
#ifndef LEEWAY_WORKSHEET_H
#define LEEWAY_WORKSHEET_H

#include "leeway/figure.h"
#include "leeway/lesson.h"

typedef struct lw_worksheet_options {
    lw_paper paper;
    bool blank, half, answer; /**< pages of an exercise; answers come behind all others */
} lw_worksheet_options;

enum {
    LW_WORKSHEET_CELL_LEAST = 6000000, /**< nm: smaller cells are not to be written into */
    LW_WORKSHEETS_MOST = 200           /**< exercises */
};

typedef struct lw_worksheet lw_worksheet;

LW_API lw_worksheet *lw_worksheet_new(const lw_worksheet_options *options);
LW_API void lw_worksheet_free(lw_worksheet *sheet);
/** What stands at the foot of the pages of exercises that are added from now on; NULL: nothing, as
 * at first. */
LW_API void lw_worksheet_set_note(lw_worksheet *sheet, const char *note);

/** What is to be done, in plain words; NULL: the algorithm writes nothing that is worth filling in.
 */
LW_API const char *lw_worksheet_task(const lw_algorithm *algorithm);

/** Adds an exercise; the paper lies across where it would be too small upright. LW_ERR_OPTION when
 * the map is too large to be written by hand, or the algorithm does not run on it. Nothing of the
 * lesson is needed afterwards. */
LW_API lw_status lw_worksheet_add(lw_worksheet *sheet, const lw_lesson *lesson,
                                  const lw_algorithm *algorithm, lw_error *err) LW_MUST_CHECK;

/** "-" is standard output. Same exercises, same bytes. */
LW_API lw_status lw_worksheet_save(const lw_worksheet *sheet, const char *path,
                                   lw_error *err) LW_MUST_CHECK;

/** What a random exercise is made of. */
typedef struct lw_exercise_options {
    int32_t cols, rows; /**< 3 .. 100 */
    uint64_t seed;
    uint32_t density; /**< blocked cells in a hundred, 0 .. 60 */
    bool costs;       /**< some cells cost more than 1 */
} lw_exercise_options;

/** A text maze for lw_lesson_parse() in which S and T are joined by a way that is no short one; the
 * caller's to free(). LW_ERR_OPTION when the size is out of range, or none was found. */
LW_API lw_status lw_exercise_new(const lw_exercise_options *options, char **text,
                                 lw_error *err) LW_MUST_CHECK;

#endif
