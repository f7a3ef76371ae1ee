/* A way through a maze or map, graded. */
#include "grade.h"

/* Of a graph there is no map. */
static const char *in_units(const lw_map *map, uint64_t cost, char text[LW_COST_ROOM])
{
    static const lw_map plain = {.rules = {.unit = 1}};
    lw_print_cost(map != NULL ? map : &plain, cost, text);
    return text;
}

static const char *quality_of(const lw_map *map, const lw_way *way, char *text, size_t size)
{
    char excess[LW_COST_ROOM], best[LW_COST_ROOM];
    text[0] = '\0';
    if (way->verdict == LW_VERDICT_INCOMPLETE)
        snprintf(text, size, "%s",
                 way->count == 0 ? "there is no cell in it" : "the way does not lead to both ends");
    if (way->verdict != LW_VERDICT_RIGHT)
        return text;
    if (way->count == 0)
        snprintf(text, size, "there is no way");
    else if (way->outcome != LW_FOUND)
        snprintf(text, size, "what is cheapest is not known");
    else if (way->excess == 0)
        snprintf(text, size, "optimal, no way is cheaper");
    else
        snprintf(text, size, "not optimal, a cheapest way costs %s, which is %s less",
                 in_units(map, way->best, best), in_units(map, way->excess, excess));
    return text;
}

static const char *yes(bool is)
{
    return is ? "yes" : "no";
}

static void put_cost(const grade_told *told, const char *key, const lw_map *map, uint64_t cost)
{
    uint32_t unit = map != NULL ? map->rules.unit : 1;
    json_object_set_new(told->object, key,
                        unit <= 1 ? json_integer((json_int_t)cost)
                                  : json_real((double)cost / unit));
}

static void tell_numbers(const grade_told *told, const lw_lesson *lesson, const lw_way *way)
{
    const lw_map *map = lesson->map;
    char cost[LW_COST_ROOM], best[LW_COST_ROOM];
    bool counts = way->count > 0 && way->violations == 0;
    if (counts) {
        grade_row(told, "cost", "%s", in_units(map, way->path.cost, cost));
        grade_row(told, "steps", "%u", way->path.steps);
        grade_row(told, "bends", "%u", way->path.bends);
        put_cost(told, "cost", map, way->path.cost);
        grade_put(told, "steps", way->path.steps);
        grade_put(told, "bends", way->path.bends);
        grade_put(told, "vias", way->path.vias);
    }
    if (counts && map->layers > 1)
        grade_row(told, "vias", "%u", way->path.vias);
    if (way->outcome == LW_FOUND) {
        grade_row(told, "cheapest", "%s", in_units(map, way->best, best));
        put_cost(told, "best", map, way->best);
    } else {
        grade_row(told, "cheapest", "%s",
                  way->outcome == LW_UNREACHABLE ? "there is no way"
                                                 : lw_outcome_name(way->outcome));
    }
}

static uint32_t count_faults(const lw_way *way)
{
    return way->violations + way->by_rule[LW_WAY_ENDS];
}

static void blame_faults(grade_told *told, const lw_lesson *lesson, const lw_way *way)
{
    for (uint32_t i = 0; i < way->faults.count; i++) {
        const lw_way_fault *fault = &way->faults.at[i];
        char text[256];
        lw_way_fault_text(lesson, fault, text, sizeof text);
        grade_blame(told, &(grade_fault){.rule = lw_way_rule_name(fault->rule),
                                         .text = text,
                                         .line = fault->line,
                                         .column = fault->column});
    }
}

int grade_way(const grade_job *job, const lw_lesson *lesson, const char *text, size_t size)
{
    lw_way *way;
    lw_error err = {0};
    char quality[256], from[80], to[80];
    lw_status status = lw_way_parse(lesson, job->solution, text, size, &way, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    grade_told told = grade_begin(job, "way", way->verdict,
                                  quality_of(lesson->map, way, quality, sizeof quality));
    bool ends = way->count > 0 && way->by_rule[LW_WAY_ENDS] + way->by_rule[LW_WAY_GAP] == 0;
    grade_row(&told, "task", "from %s to %s", cli_spot_text(lesson, lesson->from, from),
              cli_spot_text(lesson, lesson->to, to));
    grade_row(&told, "legal", "%s", yes(way->violations == 0));
    if (way->count > 0)
        grade_row(&told, "connected", "%s", yes(ends));
    tell_numbers(&told, lesson, way);
    cli_put_bool(told.object, "legal", way->violations == 0);
    cli_put_bool(told.object, "connected", ends);
    cli_put_bool(told.object, "optimal", way->verdict == LW_VERDICT_RIGHT && way->excess == 0);
    grade_put(&told, "cells", way->count);
    grade_count(&told, count_faults(way));
    blame_faults(&told, lesson, way);
    int code = grade_end(&told, count_faults(way));
    if (code == CLI_GO_ON)
        code = grade_exit(way->verdict);
    lw_way_free(way);
    return code;
}

/* ---- a trace ---- */

static const char *quality_of_trace(const lw_map *map, const lw_trace_grade *trace, char *text,
                                    size_t size)
{
    char path[256];
    const char *way = trace->way != NULL           ? quality_of(map, trace->way, path, sizeof path)
                      : trace->outcome == LW_FOUND ? "none is told"
                                                   : "there is no way";
    text[0] = '\0';
    if (trace->verdict == LW_VERDICT_RIGHT)
        snprintf(text, size, "all labels are the algorithm's; path: %s", way);
    return text;
}

static void tell_path(const grade_told *told, const lw_map *map, const lw_way *way)
{
    char cost[LW_COST_ROOM], best[LW_COST_ROOM];
    if (way == NULL) {
        grade_row(told, "path", "none is told");
        json_object_set_new(told->object, "optimal", json_null());
        return;
    }
    bool counts = way->path.legal;
    const char *one = map != NULL ? "cell" : "vertex", *many = map != NULL ? "cells" : "vertices";
    grade_row(told, "path", "%u %s, %s", way->count, way->count == 1 ? one : many,
              lw_verdict_name(way->verdict));
    cli_put_bool(told->object, "optimal", way->verdict == LW_VERDICT_RIGHT && way->excess == 0);
    grade_put(told, "cells", way->count);
    if (counts) {
        grade_row(told, "cost", "%s", in_units(map, way->path.cost, cost));
        put_cost(told, "cost", map, way->path.cost);
    }
    if (way->outcome == LW_FOUND) {
        grade_row(told, "cheapest", "%s", in_units(map, way->best, best));
        put_cost(told, "best", map, way->best);
    }
}

static int tell_trace(const grade_job *job, const lw_lesson *lesson, const lw_trace_grade *trace)
{
    const lw_map *map = lesson != NULL ? lesson->map : NULL;
    char quality[320];
    grade_told told = grade_begin(job, "trace", trace->verdict,
                                  quality_of_trace(map, trace, quality, sizeof quality));
    grade_row(&told, "algorithm", "%s", trace->algorithm->name);
    grade_row(&told, "steps", "%u of %u are right", trace->steps, trace->steps_most);
    cli_put_text(told.object, "algorithm", trace->algorithm->name);
    grade_put(&told, "steps", trace->steps);
    grade_put(&told, "steps_most", trace->steps_most);
    tell_path(&told, map, trace->way);
    uint32_t count = trace->faults.count + (trace->way != NULL ? count_faults(trace->way) : 0);
    grade_count(&told, count);
    for (uint32_t i = 0; i < trace->faults.count; i++) {
        const lw_trace_fault *fault = &trace->faults.at[i];
        grade_blame(&told,
                    &(grade_fault){.rule = fault->rule, .text = fault->text, .line = fault->line});
    }
    if (trace->way != NULL)
        blame_faults(&told, lesson, trace->way);
    int code = grade_end(&told, count);
    return code == CLI_GO_ON ? grade_exit(trace->verdict) : code;
}

int grade_trace(const grade_job *job, const lw_lesson *lesson, const char *text, size_t size)
{
    lw_trace_grade *trace;
    lw_error err = {0};
    lw_record_options options = {.backward = job->backward};
    lw_status status =
        lw_trace_parse(lesson, job->algorithm, &options, job->solution, text, size, &trace, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    int code = tell_trace(job, lesson, trace);
    lw_trace_free(trace);
    return code;
}

int grade_graph(const grade_job *job, const cli_task *task, const char *text, size_t size)
{
    lw_trace_grade *trace;
    lw_error err = {0};
    lw_status status =
        lw_trace_parse_graph(task->graph, (const int32_t[]){task->from, task->to}, job->algorithm,
                             job->solution, text, size, &trace, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    int code = tell_trace(job, NULL, trace);
    lw_trace_free(trace);
    return code;
}
