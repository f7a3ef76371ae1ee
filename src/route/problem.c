/* A run over a field problem: each net alone, then all with each other, then cheaper. */
#include "base/arena.h"
#include "base/heap.h"
#include "problem/problem.h"
#include "route/paths.h"

const char *lw_unjoined_text(lw_unjoined reason)
{
    static const char *const texts[] = {
        "blocked cells and other nets' pins leave no way",
        "other nets' paths close every way",
        "the run was stopped before",
    };
    return reason < LW_UNJOINED_COUNT ? texts[reason] : "";
}

lw_problem_options lw_problem_options_default(void)
{
    return (lw_problem_options){.memory_limit = (size_t)400 << 20, .work = 200000000, .seed = 1};
}

static lw_path_cell cell_at(const lw_paths *paths, int32_t node)
{
    int32_t place = node % paths->field.plane;
    return (lw_path_cell){.x = place % paths->field.stride - 1,
                          .y = place / paths->field.stride - 1,
                          .layer = node / paths->field.plane};
}

static lw_solution *take_down(const lw_paths *paths)
{
    lw_solution *solution = lw_solution_new(paths->problem);
    for (uint32_t i = 0; i < paths->count; i++) {
        const lw_trace *trace = &paths->runners[i].trace;
        lw_path_cell *cells = LW_NEW_MANY(solution->arena, lw_path_cell, trace->count);
        for (uint32_t k = 0; k < trace->count; k++) {
            cells[k] = cell_at(paths, trace->nodes[k]);
            cells[k].via = k > 0 && cells[k].layer != cells[k - 1].layer;
        }
        solution->paths[i] = (lw_path){.cells = cells, .count = trace->count};
    }
    return solution;
}

static lw_problem_log *write_log(const lw_paths *paths)
{
    lw_arena *arena = lw_arena_new();
    lw_problem_log *log = LW_NEW(arena, lw_problem_log);
    log->arena = arena;
    log->memory = lw_paths_size(paths);
    log->expanded = paths->expanded;
    log->rounds = paths->rounds;
    log->stopped = paths->stopped;
    log->reasons = LW_NEW_MANY(arena, lw_unjoined, paths->count);
    for (uint32_t i = 0; i < paths->count; i++) {
        const lw_runner *runner = &paths->runners[i];
        if (runner->trace.count > 0)
            log->bound += runner->alone;
        log->reasons[i] = runner->stuck    ? LW_UNJOINED_ALONE
                          : paths->stopped ? LW_UNJOINED_STOPPED
                                           : LW_UNJOINED_CROWD;
    }
    return log;
}

void lw_problem_log_free(lw_problem_log *log)
{
    if (log)
        lw_arena_free(log->arena);
}

lw_status lw_problem_route(const lw_problem *problem, const lw_problem_options *options,
                           lw_solution **solution, lw_problem_log **log, lw_error *err)
{
    lw_problem_options defaults = lw_problem_options_default();
    lw_paths paths = {.problem = problem, .options = options ? options : &defaults};
    *solution = NULL;
    if (log)
        *log = NULL;
    lw_status status = lw_paths_open(&paths, err);
    if (!status) {
        lw_paths_alone(&paths);
        lw_paths_negotiate(&paths);
        lw_paths_improve(&paths);
        *solution = take_down(&paths);
        if (log)
            *log = write_log(&paths);
    }
    lw_paths_close(&paths);
    return status;
}

static uint64_t cost_alone(const lw_runner *runner)
{
    if (!runner->tried)
        return 0;
    return runner->stuck ? LW_NO_WAY : runner->alone;
}

lw_status lw_problem_alone(const lw_problem *problem, const lw_problem_options *options,
                           uint64_t **costs, lw_error *err)
{
    lw_problem_options defaults = lw_problem_options_default();
    lw_paths paths = {.problem = problem, .options = options ? options : &defaults};
    *costs = NULL;
    lw_status status = lw_paths_open(&paths, err);
    if (!status) {
        *costs = lw_alloc((size_t)paths.count + 1, sizeof **costs);
        lw_paths_alone(&paths);
        for (uint32_t i = 0; i < paths.count; i++)
            (*costs)[i] = cost_alone(&paths.runners[i]);
    }
    lw_paths_close(&paths);
    return status;
}
