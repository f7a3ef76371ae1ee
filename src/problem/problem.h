/* How a field problem is made; readers fill it. */
#ifndef LW_PROBLEM_PROBLEM_H
#define LW_PROBLEM_PROBLEM_H

#include "base/arena.h"
#include "leeway/problem.h"

/* No cells yet, no nets. */
lw_problem *lw_problem_new(const char *path, lw_problem_format format);
/* Makes room for cols * rows * layers cells, all of them blocked, to be filled by the caller. NULL:
 * no memory. */
uint16_t *lw_problem_cells(lw_problem *problem);

/* No net is routed. */
lw_solution *lw_solution_new(const lw_problem *problem);

#endif
