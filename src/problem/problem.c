#include "problem/problem.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"

lw_problem *lw_problem_new(const char *path, lw_problem_format format)
{
    lw_arena *arena = lw_arena_new();
    lw_problem *problem = LW_NEW(arena, lw_problem);
    problem->arena = arena;
    problem->path = lw_arena_text(arena, path, strlen(path));
    problem->format = format;
    return problem;
}

uint16_t *lw_problem_cells(lw_problem *problem)
{
    uint16_t *cells = lw_try_alloc(lw_problem_cell(problem, 0, 0, problem->layers), sizeof *cells);
    problem->cost = cells;
    return cells;
}

void lw_problem_free(lw_problem *problem)
{
    if (!problem)
        return;
    free((void *)problem->cost);
    lw_arena_free(problem->arena);
}

lw_solution *lw_solution_new(const lw_problem *problem)
{
    lw_arena *arena = lw_arena_new();
    lw_solution *solution = LW_NEW(arena, lw_solution);
    solution->arena = arena;
    solution->count = problem->nets.count;
    solution->paths = LW_NEW_MANY(arena, lw_path, solution->count);
    return solution;
}

void lw_solution_free(lw_solution *solution)
{
    if (solution)
        lw_arena_free(solution->arena);
}
