/*
 * Threads that try things at one state of a table: each has a twin of the table, which equals it
 * whenever a task begins. What comes of the tasks does not depend on how many there are.
 */
#ifndef LW_ROUTE_CREW_H
#define LW_ROUTE_CREW_H

#include "route/table.h"

/* Leaves the table as it found it, but for scratch and tolls. `number` is that of
 * the task. */
typedef void lw_task(lw_table *table, void *context, uint32_t number);

typedef struct lw_crew lw_crew;

/* Hires threads of the run, as many as there are and no more than `most`; NULL: there are none. */
lw_crew *lw_crew_new(lw_table *table, uint32_t most);
void lw_crew_free(lw_crew *crew);

/* Does all tasks, each at the table itself or at a twin. Without a crew they are done in order. */
void lw_crew_run(lw_crew *crew, lw_table *table, uint32_t count, lw_task *task, void *context);

#endif
