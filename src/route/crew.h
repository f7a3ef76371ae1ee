/*
 * Threads that try things at one state of a table: each has a twin of the table, which equals it
 * whenever a batch of tasks begins. What comes of the tasks does not depend on how many there are.
 */
#ifndef LW_ROUTE_CREW_H
#define LW_ROUTE_CREW_H

#include "route/table.h"

/* Does task `number` at a table that is its own meanwhile, and leaves it as it was, but for scratch
 * and tolls, which it sets before it needs them. What it writes elsewhere no other task may touch.
 */
typedef void lw_task(lw_table *table, void *context, uint32_t number);

typedef struct lw_crew lw_crew;

/* Hires threads of the table's run, as many as are idle and have memory, `most` at most; NULL:
 * there are none. The table must outlive the crew; from the first batch on its history stays as it
 * is, and it learns nothing. */
lw_crew *lw_crew_new(lw_table *table, uint32_t most);
/* Ends the threads and gives them back to the run; `crew` may be NULL. */
void lw_crew_free(lw_crew *crew);

/* Does tasks 0 .. count - 1, each at the crew's own table or at a twin, and returns when all are
 * done; without a crew they are done at the table in order. Each finds table->expanded as it is
 * now, and has its own share added to it in the end. */
void lw_crew_run(lw_crew *crew, lw_table *table, uint32_t count, lw_task *task, void *context);

#endif
