/* Paths of a field problem, graded. */
#include <stdlib.h>
#include "base/heap.h"
#include "grade.h"

typedef struct grade_work {
    const grade_job *job;
    const lw_problem *problem;
    const lw_solution *solution;
    const lw_solution_report *report;
    const uint64_t *alone; /* least cost of each net's path */
    uint32_t *faults;      /* of each net, of those that are listed */
    uint64_t bound;        /* of those that have a path */
    uint32_t missing;      /* nets without one, though there may be one */
} grade_work;

/* ---- what it is worth ---- */

static void measure(grade_work *work)
{
    const lw_solution_report *report = work->report;
    for (uint32_t i = 0; i < report->nets; i++) {
        bool routed = work->solution->paths[i].count > 0;
        if (routed && work->alone[i] != LW_NO_WAY)
            work->bound += work->alone[i];
        work->missing += !routed && work->alone[i] != LW_NO_WAY;
    }
    for (uint32_t i = 0; i < report->faults.count; i++)
        if (report->faults.at[i].net != LW_NO_WISH)
            work->faults[report->faults.at[i].net]++;
}

/* A path that does not come to its pins is no more than unfinished. */
static lw_verdict verdict_of(const grade_work *work)
{
    const lw_solution_report *report = work->report;
    if (report->violations > report->by_rule[LW_PATH_ENDS])
        return LW_VERDICT_WRONG;
    return work->missing > 0 || report->violations > 0 ? LW_VERDICT_INCOMPLETE : LW_VERDICT_RIGHT;
}

static const char *quality_of(const grade_work *work, lw_verdict verdict, char *text, size_t size)
{
    const lw_solution_report *report = work->report;
    unsigned long long bound = work->bound, over = report->sum.cost - work->bound;
    char nets[48];
    text[0] = '\0';
    if (verdict == LW_VERDICT_INCOMPLETE)
        snprintf(text, size, "%s without a path from pin to pin",
                 cli_count(nets, work->missing + report->by_rule[LW_PATH_ENDS], "net"));
    if (verdict != LW_VERDICT_RIGHT)
        return text;
    if (report->sum.cost == work->bound)
        snprintf(text, size, "optimal, no paths cost less");
    else
        snprintf(text, size, "not proved optimal, it costs %llu more than the lower bound of %llu",
                 over, bound);
    return text;
}

/* ---- telling ---- */

static const char *state_of(const grade_work *work, uint32_t net)
{
    if (work->solution->paths[net].count == 0)
        return work->alone[net] == LW_NO_WAY ? "no way" : "open";
    return work->faults[net] > 0 ? "wrong" : "right";
}

static void put_net(const grade_work *work, json_t *list, uint32_t net)
{
    const lw_path_sum *sum = &work->report->paths[net];
    json_t *item = json_object();
    cli_put(item, "net", work->problem->nets.at[net].number);
    json_object_set_new(item, "line", json_integer(work->solution->paths[net].line));
    cli_put_text(item, "state", state_of(work, net));
    cli_put(item, "cost", sum->cost);
    json_object_set_new(item, "alone",
                        work->alone[net] == LW_NO_WAY ? json_null()
                                                      : json_integer((json_int_t)work->alone[net]));
    cli_put(item, "cells", sum->cells);
    cli_put(item, "bends", sum->bends);
    cli_put(item, "vias", sum->vias);
    json_array_append_new(list, item);
}

static void say_net(FILE *to, const grade_work *work, uint32_t net)
{
    const lw_path_sum *sum = &work->report->paths[net];
    uint64_t alone = work->alone[net];
    char least[24] = "-", more[24] = "-";
    if (alone != LW_NO_WAY)
        snprintf(least, sizeof least, "%llu", (unsigned long long)alone);
    if (alone != LW_NO_WAY && sum->cost >= alone && sum->cells > 0)
        snprintf(more, sizeof more, "%llu", (unsigned long long)(sum->cost - alone));
    cli_say(to, "  %9u  %-6s  %8llu  %8s  %6s  %6u  %5u  %4u  %6d\n",
            work->problem->nets.at[net].number, state_of(work, net), (unsigned long long)sum->cost,
            least, more, sum->cells, sum->bends, sum->vias, work->solution->paths[net].line);
}

/* Those that are worth a look first: of many nets the ones that are right are left out. */
static void tell_nets(const grade_told *told, const grade_work *work)
{
    uint32_t count = work->report->nets, shown = 0, bad = 0;
    json_t *list = json_array();
    bool all = count <= told->most;
    if (told->to != NULL)
        cli_say(told->to, "  %9s  %-6s  %8s  %8s  %6s  %6s  %5s  %4s  %6s\n", "net", "state",
                "cost", "alone", "more", "cells", "bends", "vias", "line");
    for (uint32_t i = 0; i < count; i++) {
        bool right = work->solution->paths[i].count > 0 && work->faults[i] == 0;
        put_net(work, list, i);
        bad += !right;
        if (told->to == NULL || (right && !all) || shown >= told->most)
            continue;
        say_net(told->to, work, i);
        shown++;
    }
    if (told->to != NULL && shown < count)
        cli_say(told->to, "  ... and %u more, %u of them right (--verbose lists all)\n",
                count - shown, bad > shown ? count - bad : count - shown);
    json_object_set_new(told->object, "nets", list);
}

static void tell_sums(const grade_told *told, const grade_work *work)
{
    const lw_solution_report *report = work->report;
    uint32_t overlaps = report->by_rule[LW_PATH_OVERLAP], ends = report->by_rule[LW_PATH_ENDS];
    uint32_t illegal = report->violations - overlaps - ends;
    bool apart = ends + report->by_rule[LW_PATH_GAP] > 0;
    grade_row(told, "legal", illegal == 0 ? "yes" : "no, %u errors", illegal);
    grade_row(told, "connected", "%u of %u nets have a path%s", report->routed, report->nets,
              apart ? ", not all from pin to pin" : "");
    grade_row(told, "overlaps", overlaps == 0 ? "none" : "%u", overlaps);
    grade_row(told, "cost", "%llu", (unsigned long long)report->sum.cost);
    grade_row(told, "lower bound", "%llu, each net alone at its cheapest",
              (unsigned long long)work->bound);
    grade_row(told, "bends", "%u", report->sum.bends);
    grade_row(told, "vias", "%u", report->sum.vias);
    cli_put_bool(told->object, "legal", illegal == 0);
    cli_put_bool(told->object, "connected", report->routed == report->nets && !apart);
    grade_put(told, "overlaps", overlaps);
    grade_put(told, "routed", report->routed);
    grade_put(told, "cost", report->sum.cost);
    grade_put(told, "cost_bound", work->bound);
    grade_put(told, "cells", report->sum.cells);
    grade_put(told, "bends", report->sum.bends);
    grade_put(told, "vias", report->sum.vias);
}

static uint32_t tell_faults(grade_told *told, const grade_work *work)
{
    const lw_solution_report *report = work->report;
    uint32_t count = report->violations + work->missing;
    char text[256];
    grade_count(told, count);
    for (uint32_t i = 0; i < report->nets; i++) {
        const lw_path *path = &work->solution->paths[i];
        if (path->count > 0 || work->alone[i] == LW_NO_WAY)
            continue;
        snprintf(text, sizeof text, "open: net %u has no path", work->problem->nets.at[i].number);
        grade_blame(told, &(grade_fault){.rule = "open", .text = text, .line = path->line});
    }
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_path_fault *fault = &report->faults.at[i];
        lw_path_fault_text(work->problem, fault, text, sizeof text);
        grade_blame(told, &(grade_fault){.rule = lw_path_rule_name(fault->rule),
                                         .text = text,
                                         .line = fault->cell.line});
    }
    return count;
}

static int tell(grade_work *work)
{
    char quality[256];
    measure(work);
    lw_verdict verdict = verdict_of(work);
    bool optimal = verdict == LW_VERDICT_RIGHT && work->report->sum.cost == work->bound;
    grade_told told = grade_begin(work->job, "paths", verdict,
                                  quality_of(work, verdict, quality, sizeof quality));
    tell_sums(&told, work);
    json_object_set_new(told.object, "optimal", optimal ? json_true() : json_null());
    tell_nets(&told, work);
    int code = grade_end(&told, tell_faults(&told, work));
    return code == CLI_GO_ON ? grade_exit(verdict) : code;
}

/* ---- the whole ---- */

int grade_paths(const grade_job *job, const lw_problem *problem)
{
    lw_error err = {0};
    lw_solution *solution = NULL;
    lw_solution_report *report = NULL;
    uint64_t *alone = NULL;
    lw_status status = lw_solution_load(problem, job->solution, &solution, &err);
    if (status == LW_OK)
        status = lw_solution_check(problem, solution, &report, &err);
    if (status == LW_OK)
        status = lw_problem_alone(problem, NULL, &alone, &err);
    int code = status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
    if (code == CLI_GO_ON) {
        grade_work work = {.job = job,
                           .problem = problem,
                           .solution = solution,
                           .report = report,
                           .alone = alone,
                           .faults = lw_alloc((size_t)problem->nets.count + 1, sizeof(uint32_t))};
        code = tell(&work);
        free(work.faults);
    }
    free(alone);
    lw_solution_report_free(report);
    lw_solution_free(solution);
    return code;
}
