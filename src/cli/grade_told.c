/* What a grading says, as text and as JSON. */
#include "grade.h"

#include <stdarg.h>
#include <string.h>

grade_told grade_begin(const grade_job *job, const char *kind, lw_verdict verdict,
                       const char *quality)
{
    bool taken = job->json != NULL && strcmp(job->json, "-") == 0;
    grade_told told = {.job = job,
                       .to = job->quiet ? NULL
                             : taken    ? stderr
                                        : stdout,
                       .most = job->verbose ? UINT32_MAX : CLI_MOST_LISTED,
                       .object = cli_json_begin("kind", kind),
                       .faults = json_array()};
    cli_put_text(told.object, "task", job->task);
    cli_put_text(told.object, "solution", job->solution);
    cli_put_text(told.object, "verdict", lw_verdict_name(verdict));
    if (told.to != NULL)
        cli_say(told.to, "%s: %s%s%s\n", cli_input_name(job->solution), lw_verdict_name(verdict),
                quality[0] != '\0' ? ": " : "", quality);
    return told;
}

void grade_row(const grade_told *told, const char *name, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (told->to != NULL)
        cli_say(told->to, "  %-12s %s\n", name, text);
}

void grade_count(const grade_told *told, uint32_t count)
{
    if (told->to != NULL && count > 0)
        cli_say(told->to, "errors: %u\n", count);
}

void grade_blame(grade_told *told, const grade_fault *fault)
{
    json_t *item = json_object();
    cli_put_text(item, "rule", fault->rule);
    json_object_set_new(item, "line", fault->line > 0 ? json_integer(fault->line) : json_null());
    json_object_set_new(item, "column",
                        fault->column > 0 ? json_integer(fault->column) : json_null());
    cli_put_text(item, "text", fault->text);
    json_array_append_new(told->faults, item);
    if (told->to == NULL || told->shown++ >= told->most)
        return;
    cli_say(told->to, "  %s:", cli_input_name(told->job->solution));
    if (fault->line > 0)
        cli_say(told->to, "%d:", fault->line);
    if (fault->line > 0 && fault->column > 0)
        cli_say(told->to, "%d:", fault->column);
    cli_say(told->to, " %s\n", fault->text);
}

int grade_end(grade_told *told, uint32_t count)
{
    if (told->to != NULL && count > told->most)
        cli_say(told->to, "  ... and %u more\n", count - told->most);
    json_object_set_new(told->object, "faults", told->faults);
    if (told->job->json != NULL)
        return cli_write_json(told->object, told->job->json);
    json_decref(told->object);
    return CLI_GO_ON;
}

void grade_put(const grade_told *told, const char *key, uint64_t value)
{
    cli_put(told->object, key, value);
}

int grade_exit(lw_verdict verdict)
{
    static const int codes[] = {[LW_VERDICT_RIGHT] = CLI_CLEAN,
                                [LW_VERDICT_INCOMPLETE] = CLI_PARTIAL,
                                [LW_VERDICT_WRONG] = CLI_VIOLATIONS};
    return codes[verdict];
}
