/* Reports for programs. The keys are a contract: scripts rely on them. */
#include <stdlib.h>
#include "base/fail.h"
#include "base/file.h"
#include "cli.h"

enum { SCHEMA = 1 };

json_t *cli_json_text(const char *text)
{
    json_t *value = json_string(text);
    return value != NULL ? value : json_string("?"); /* a file's name may be no UTF-8 */
}

/* Rounded to parts of 1 / scale. */
static json_t *decimal(double value, double scale)
{
    double parts = value * scale;
    return json_real((double)(int64_t)(parts + (parts < 0 ? -0.5 : 0.5)) / scale);
}

static json_t *millimetres(int64_t nanometres)
{
    return json_real((double)nanometres / 1e6);
}

static json_t *count(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *open_nets(const cli_result *result)
{
    json_t *nets = json_array();
    for (uint32_t i = 0; i < result->board->nets.count; i++) {
        const lw_net_report *report = &result->report->nets[i];
        if (report->groups <= 1 || report->left_out)
            continue;
        json_t *pads = json_array();
        for (uint32_t j = 0; j < report->open_pads.count; j++) {
            char name[1024];
            lw_pad_name(result->board, report->open_pads.at[j], name, sizeof name);
            json_array_append_new(pads, cli_json_text(name));
        }
        json_t *net = json_object();
        json_object_set_new(net, "name", cli_json_text(lw_net_name(result->board, (lw_net_id)i)));
        json_object_set_new(net, "pads", pads);
        json_object_set_new(net, "reason", cli_json_text(cli_open_reason(result, (lw_net_id)i)));
        json_array_append_new(nets, net);
    }
    return nets;
}

static json_t *by_rule(const lw_report *report)
{
    json_t *rules = json_object();
    for (int i = 0; i < LW_RULE_COUNT; i++)
        json_object_set_new(rules, lw_rule_name((lw_rule)i), count(report->by_rule[i]));
    return rules;
}

static json_t *faults(const cli_result *result)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < result->report->faults.count; i++) {
        const lw_violation *fault = &result->report->faults.at[i];
        char text[1024];
        json_t *item = json_object();
        json_object_set_new(item, "rule", json_string(lw_rule_name(fault->rule)));
        json_object_set_new(item, "preexisting", json_boolean(fault->preexisting));
        json_object_set_new(item, "x_mm", millimetres(fault->at.x));
        json_object_set_new(item, "y_mm", millimetres(fault->at.y));
        json_object_set_new(item, "actual_mm", millimetres(fault->actual));
        json_object_set_new(item, "required_mm", millimetres(fault->required));
        json_object_set_new(
            item, "text",
            cli_json_text(lw_violation_text(result->board, fault, text, sizeof text)));
        json_array_append_new(list, item);
    }
    return list;
}

json_t *cli_json_round(size_t number, const lw_progress *round)
{
    json_t *item = json_object();
    json_object_set_new(item, "round", count(number));
    json_object_set_new(item, "grid_um", json_real((double)round->pitch / 1e3));
    json_object_set_new(item, "open", count(round->open));
    json_object_set_new(item, "contested", count(round->contested));
    json_object_set_new(item, "present", decimal(round->present, 1e3));
    json_object_set_new(item, "vias", count(round->vias));
    json_object_set_new(item, "length_mm", millimetres(round->length));
    return item;
}

json_t *cli_json_stopped(bool stopped)
{
    if (!stopped)
        return json_null();
    return json_string(cli_interrupted() ? "interrupt" : "timeout");
}

int cli_write_report(const cli_result *result, const char *path)
{
    const lw_report *report = result->report;
    json_t *object = json_object();
    json_object_set_new(object, "schema", count(SCHEMA));
    json_object_set_new(object, "leeway", json_string(lw_version()));
    json_object_set_new(object, "board", cli_json_text(result->board->name));
    json_object_set_new(object, "layers", count(result->board->layers.count));
    json_object_set_new(object, "nets", count(result->board->nets.count));
    json_object_set_new(object, "connections", count(report->connections));
    json_object_set_new(object, "open", count(report->open));
    json_object_set_new(object, "open_nets", open_nets(result));
    json_object_set_new(object, "left_out_nets", count(report->left_out_nets));
    json_object_set_new(object, "violations", count(report->violations));
    json_object_set_new(object, "preexisting", count(report->preexisting));
    json_object_set_new(object, "by_rule", by_rule(report));
    json_object_set_new(object, "faults", faults(result));
    json_object_set_new(object, "cut_short", json_boolean(report->cut_short));
    json_object_set_new(object, "poured_nets", count(report->poured_nets));
    json_object_set_new(object, "tracks", count(report->tracks));
    json_object_set_new(object, "necks", count(report->necks));
    json_object_set_new(object, "vias", count(report->vias));
    json_object_set_new(object, "jumpers", count(report->jumpers));
    json_object_set_new(object, "length_mm", millimetres(report->length));
    json_object_set_new(object, "grid_um",
                        json_real(result->log != NULL ? (double)result->log->pitch / 1e3 : 0));
    json_object_set_new(object, "memory_mb",
                        decimal(result->log != NULL ? cli_megabytes(result->log->memory) : 0, 10));
    json_object_set_new(object, "rounds", count(result->log != NULL ? result->log->rounds : 0));
    json_object_set_new(object, "history",
                        result->history != NULL ? json_deep_copy(result->history) : json_array());
    json_object_set_new(object, "stopped",
                        cli_json_stopped(result->log != NULL && result->log->stopped));
    json_object_set_new(object, "cpu_s", decimal(cli_cpu_seconds(), 1e6));
    json_object_set_new(object, "wall_s",
                        decimal((double)(cli_now() - result->started) / 1e3, 1e3));
    json_object_set_new(object, "peak_mb", decimal(cli_peak_megabytes(), 10));
    return cli_write_json(object, path);
}

int cli_write_json(json_t *object, const char *path)
{
    lw_error err = {0};
    lw_status status;
    lw_buffer text = {0};
    char *json = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(object);
    if (json == NULL)
        return cli_failed(lw_fail(&err, LW_ERR_MEMORY, path, 0, 0, "no memory for the report"),
                          &err);
    lw_buffer_print(&text, "%s\n", json);
    free(json);
    status = lw_file_write(path, text.at, text.count, &err);
    lw_buffer_free(&text);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}
