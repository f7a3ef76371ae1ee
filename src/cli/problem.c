/* Field problems: paths are found, judged, written, and told of. */
#include <string.h>
#include "cli.h"

/* Paths that were judged. */
typedef struct problem_result {
    const cli_problem_job *job;
    const char *title;
    const lw_problem *problem;
    const lw_solution *solution;
    const lw_solution_report *report;
    const lw_problem_log *log; /* NULL: nothing was routed */
    const json_t *history;     /* of its rounds; NULL likewise */
} problem_result;

static int verdict(const lw_solution_report *report)
{
    if (report->violations > 0)
        return CLI_VIOLATIONS;
    return report->routed < report->nets ? CLI_PARTIAL : CLI_CLEAN;
}

static const char *reason_of(const problem_result *result, uint32_t net)
{
    return result->log != NULL ? lw_unjoined_text(result->log->reasons[net]) : "not routed";
}

/* ---- for people ---- */

/* What is known of how good the cost is. */
static void print_bound(FILE *to, const problem_result *result)
{
    if (result->log == NULL || result->report->routed == 0)
        return;
    if (result->log->bound == result->report->sum.cost)
        cli_say(to, " (no paths cost less)");
    else
        cli_say(to, " (none can cost less than %llu)", (unsigned long long)result->log->bound);
}

static void print_totals(FILE *to, const problem_result *result)
{
    const lw_solution_report *report = result->report;
    char bends[48], vias[48], cells[48], violations[48];
    cli_say(to, "%s: %u of %u nets routed, cost %llu", result->title, report->routed, report->nets,
            (unsigned long long)report->sum.cost);
    print_bound(to, result);
    cli_say(to, ", %s, %s, %s, %s", cli_count(cells, report->sum.cells, "cell"),
            cli_count(bends, report->sum.bends, "bend"), cli_count(vias, report->sum.vias, "via"),
            report->violations == 0 ? "no violations"
                                    : cli_count(violations, report->violations, "violation"));
    if (result->log != NULL)
        cli_say(to, ", %.1f s of CPU time, %.0f MB", cli_cpu_seconds(), cli_peak_megabytes());
    cli_say(to, "\n");
}

static void print_rest(FILE *to, uint32_t count, uint32_t most)
{
    if (count > most)
        cli_say(to, "  ... and %u more\n", count - most);
}

static void print_open(FILE *to, const problem_result *result, uint32_t most)
{
    const lw_problem *problem = result->problem;
    uint32_t open = result->report->nets - result->report->routed, shown = 0;
    char nets[48];
    if (open == 0)
        return;
    cli_say(to, "open: %s\n", cli_count(nets, open, "net"));
    for (uint32_t i = 0; i < problem->nets.count && shown < most; i++) {
        if (result->solution->paths[i].count > 0)
            continue;
        cli_say(to, "  %u: %s\n", problem->nets.at[i].number, reason_of(result, i));
        shown++;
    }
    print_rest(to, open, most);
}

static void print_faults(FILE *to, const problem_result *result, uint32_t most)
{
    const lw_solution_report *report = result->report;
    if (report->violations == 0)
        return;
    cli_say(to, "violations: %u\n", report->violations);
    for (uint32_t i = 0; i < report->faults.count && i < most; i++) {
        char text[256];
        cli_say(to, "  %s\n",
                lw_path_fault_text(result->problem, &report->faults.at[i], text, sizeof text));
    }
    print_rest(to, report->violations, most);
}

static void print(FILE *to, const problem_result *result)
{
    uint32_t most = result->job->verbose ? UINT32_MAX : CLI_MOST_LISTED;
    if (result->job->quiet)
        return;
    print_totals(to, result);
    print_open(to, result, most);
    print_faults(to, result, most);
}

/* ---- for programs ---- */

static json_t *open_nets(const problem_result *result)
{
    json_t *nets = json_array();
    for (uint32_t i = 0; i < result->problem->nets.count; i++) {
        if (result->solution->paths[i].count > 0)
            continue;
        char name[16];
        snprintf(name, sizeof name, "%u", result->problem->nets.at[i].number);
        json_t *net = json_object();
        cli_put_text(net, "name", name);
        cli_put_text(net, "reason", reason_of(result, i));
        json_array_append_new(nets, net);
    }
    return nets;
}

static json_t *by_rule(const lw_solution_report *report)
{
    json_t *rules = json_object();
    for (int i = 0; i < LW_PATH_RULE_COUNT; i++)
        cli_put(rules, lw_path_rule_name((lw_path_rule)i), report->by_rule[i]);
    return rules;
}

static void put_place(json_t *item, const lw_problem *problem, const lw_path_fault *fault)
{
    static const char *const keys[] = {"layer", "x", "y"};
    const int32_t place[] = {fault->cell.layer + 1, fault->cell.x, fault->cell.y};
    bool of_file = fault->net == LW_NO_WISH;
    json_object_set_new(item, "net",
                        of_file ? json_null()
                                : json_integer((json_int_t)problem->nets.at[fault->net].number));
    for (int i = 0; i < 3; i++)
        json_object_set_new(item, keys[i], of_file ? json_null() : json_integer(place[i]));
}

static json_t *faults(const problem_result *result)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < result->report->faults.count; i++) {
        const lw_path_fault *fault = &result->report->faults.at[i];
        char text[256];
        json_t *item = json_object();
        cli_put_text(item, "rule", lw_path_rule_name(fault->rule));
        put_place(item, result->problem, fault);
        cli_put_text(item, "text", lw_path_fault_text(result->problem, fault, text, sizeof text));
        json_array_append_new(list, item);
    }
    return list;
}

static int write_report(const problem_result *result, const char *path)
{
    const lw_solution_report *report = result->report;
    json_t *object = cli_json_begin("board", result->problem->path);
    cli_put_text(object, "format", lw_problem_format_name(result->problem->format));
    cli_put(object, "layers", (uint64_t)result->problem->layers);
    cli_put(object, "nets", report->nets);
    cli_put(object, "connections", report->nets);
    cli_put(object, "open", report->nets - report->routed);
    json_object_set_new(object, "open_nets", open_nets(result));
    cli_put(object, "violations", report->violations);
    cli_put(object, "preexisting", 0);
    json_object_set_new(object, "by_rule", by_rule(report));
    json_object_set_new(object, "faults", faults(result));
    cli_put(object, "cost", report->sum.cost);
    if (result->log != NULL)
        cli_put(object, "cost_bound", result->log->bound);
    cli_put(object, "cells", report->sum.cells);
    cli_put(object, "bends", report->sum.bends);
    cli_put(object, "vias", report->sum.vias);
    cli_put(object, "rounds", result->log != NULL ? result->log->rounds : 0);
    json_object_set_new(object, "history",
                        result->history != NULL ? json_deep_copy(result->history) : json_array());
    json_object_set_new(object, "stopped",
                        cli_json_stopped(result->log != NULL && result->log->stopped));
    cli_put_decimal(object, "cpu_s", cli_cpu_seconds(), 1e6);
    cli_put_decimal(object, "wall_s", (double)(cli_now() - result->job->started) / 1e3, 1e3);
    cli_put_decimal(object, "memory_mb",
                    result->log != NULL ? cli_megabytes(result->log->memory) : 0, 10);
    cli_put_decimal(object, "peak_mb", cli_peak_megabytes(), 10);
    return cli_write_json(object, path);
}

/* ---- pictures ---- */

static int draw_pictures(const problem_result *result)
{
    const cli_pictures *pictures = result->job->pictures;
    lw_draw_options options = lw_draw_options_default();
    options.theme = (lw_theme)pictures->theme;
    options.dpi = pictures->dpi;
    options.width = pictures->width;
    for (int i = 0; i < LW_PICTURE_COUNT; i++) {
        if (pictures->file[i] == NULL)
            continue;
        lw_error err = {0};
        lw_status status = lw_draw_problem(result->problem, result->solution, result->report,
                                           &options, (lw_picture)i, pictures->file[i], &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
    }
    return CLI_GO_ON;
}

/* ---- route ---- */

static json_t *json_round(const lw_problem_progress *progress)
{
    json_t *item = json_object();
    cli_put(item, "round", progress->round);
    cli_put(item, "open", progress->open);
    cli_put(item, "contested", progress->contested);
    cli_put(item, "cost", progress->cost);
    return item;
}

static void show(void *context, const lw_problem_progress *progress)
{
    cli_watch *watch = context;
    cli_progress_show_problem(&watch->bar, progress);
    json_array_append_new(watch->history, json_round(progress));
}

static int judge(const problem_result *result, lw_solution_report **report)
{
    lw_error err = {0};
    lw_status status = lw_solution_check(result->problem, result->solution, report, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int find_paths(const cli_problem_job *job, json_t *history, lw_solution **solution,
                      lw_problem_log **log)
{
    cli_watch watch = {.bar = cli_progress_start(job->quiet), .history = history};
    lw_problem_options options = lw_problem_options_default();
    if (job->timeout > 0)
        watch.deadline = job->started + job->timeout;
    if (job->memory > 0)
        options.memory_limit = job->memory;
    options.seed = job->seed;
    options.stop = cli_stop;
    options.progress = show;
    options.context = &watch;
    lw_error err = {0};
    lw_status status = lw_problem_route(job->problem, &options, solution, log, &err);
    cli_progress_end(&watch.bar);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int write_paths(const problem_result *result)
{
    lw_error err = {0};
    if (result->job->output == NULL)
        return CLI_GO_ON;
    lw_status status =
        lw_solution_save(result->problem, result->solution, result->job->output, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

/* Talk comes last: whoever listens may hang up, which ends the program. */
static int finish_route(const problem_result *result)
{
    int code = write_paths(result);
    if (code != CLI_GO_ON)
        return code;
    if (result->job->json != NULL)
        code = write_report(result, result->job->json);
    if (code == CLI_GO_ON)
        code = draw_pictures(result);
    print(stderr, result);
    if (result->log->stopped && !result->job->quiet)
        cli_say_stopped(stderr);
    if (code != CLI_GO_ON)
        return code;
    return cli_interrupted() ? CLI_INTERRUPTED : verdict(result->report);
}

int cli_route_problem(const cli_problem_job *job)
{
    lw_solution *solution = NULL;
    lw_problem_log *log = NULL;
    lw_solution_report *report = NULL;
    json_t *history = json_array();
    int code = find_paths(job, history, &solution, &log);
    problem_result result = {.job = job,
                             .title = cli_input_name(job->problem->path),
                             .problem = job->problem,
                             .solution = solution,
                             .log = log,
                             .history = history};
    if (code == CLI_GO_ON)
        code = judge(&result, &report);
    result.report = report;
    if (code == CLI_GO_ON)
        code = finish_route(&result);
    json_decref(history);
    lw_solution_report_free(report);
    lw_problem_log_free(log);
    lw_solution_free(solution);
    return code;
}

/* ---- check and draw ---- */

/* Whether data other than the report goes to standard output. */
static bool is_output_taken(const cli_problem_job *job)
{
    bool taken = job->json != NULL && strcmp(job->json, "-") == 0;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        taken |= job->pictures->file[i] != NULL && strcmp(job->pictures->file[i], "-") == 0;
    return taken;
}

static int tell_and_draw(const problem_result *result)
{
    const cli_problem_job *job = result->job;
    print(is_output_taken(job) ? stderr : stdout, result);
    int code = job->json != NULL ? write_report(result, job->json) : CLI_GO_ON;
    return code == CLI_GO_ON ? draw_pictures(result) : code;
}

/* Loads paths and judges them. */
static int judge_file(const cli_problem_job *job, const char *paths, problem_result *result,
                      lw_solution **solution, lw_solution_report **report)
{
    lw_error err = {0};
    lw_status status = lw_solution_load(job->problem, paths, solution, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    *result = (problem_result){
        .job = job, .title = cli_input_name(paths), .problem = job->problem, .solution = *solution};
    int code = judge(result, report);
    result->report = *report;
    return code;
}

int cli_check_problem(const cli_problem_job *job, const char *paths)
{
    problem_result result;
    lw_solution *solution = NULL;
    lw_solution_report *report = NULL;
    int code = judge_file(job, paths, &result, &solution, &report);
    if (code == CLI_GO_ON)
        code = tell_and_draw(&result);
    if (code == CLI_GO_ON)
        code = verdict(report);
    lw_solution_report_free(report);
    lw_solution_free(solution);
    return code;
}

int cli_draw_problem(const cli_problem_job *job, const char *paths)
{
    problem_result result = {.job = job, .problem = job->problem};
    lw_solution *solution = NULL;
    lw_solution_report *report = NULL;
    int code = CLI_GO_ON;
    if (paths != NULL)
        code = judge_file(job, paths, &result, &solution, &report);
    if (code == CLI_GO_ON)
        code = draw_pictures(&result);
    lw_solution_report_free(report);
    lw_solution_free(solution);
    return code == CLI_GO_ON ? CLI_CLEAN : code;
}
