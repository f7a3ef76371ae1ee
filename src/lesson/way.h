/* How a student's way is read (way_read.c), and what is wrong with it (way_fault.c, way.c). */
#ifndef LW_LESSON_WAY_H
#define LW_LESSON_WAY_H

#include "leeway/grade.h"
#include "lesson/lesson.h"

/* A cell that the file names or marks; it need not be on the map. */
typedef struct lw_mark {
    lw_map_spot at;
    int line, column;
} lw_mark;

typedef LW_LIST(lw_mark) lw_marks;

/* Keeps the fault in its way, and counts it. */
void lw_way_blame(lw_way *way, lw_way_rule rule, const lw_mark *mark);

/* A list of cells, in its order. */
lw_status lw_way_read_cells(const lw_lesson_text *text, lw_way *way, lw_marks *marks,
                            lw_error *err) LW_MUST_CHECK;
/* A drawing: all cells that are marked, row by row, and the lesson's ends; blames what is not as on
 * the map. */
lw_status lw_way_read_drawing(const lw_lesson *lesson, const lw_lesson_text *text, lw_way *way,
                              lw_marks *marks, lw_error *err) LW_MUST_CHECK;
/* Whether it is a list of cells. */
bool lw_way_is_list(const lw_lesson *lesson, const lw_lesson_text *text);

/* Empty. lw_way_free() */
lw_way *lw_way_new(void);

typedef enum lw_walk {
    LW_WALK_ONCE,
    LW_WALK_AGAIN, /* walkers may come to a cell several times */
} lw_walk;

/* Grades cells in their order; out is freed with lw_way_free(). */
lw_status lw_way_of_marks(const lw_lesson *lesson, const lw_marks *marks, lw_walk walk,
                          lw_way **out, lw_error *err) LW_MUST_CHECK;

bool lw_map_has(const lw_map *map, lw_map_spot at);

#endif
