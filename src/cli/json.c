/* Reports for programs. The keys are a contract: scripts rely on them. */
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "base/plain.h"
#include "cli.h"

enum { SCHEMA = 1 };

json_t *cli_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value != NULL)
        return value;
    char *plain = strdup(text); /* not all is UTF-8: the name of a file, a text that was cut */
    if (plain != NULL)
        lw_make_plain(plain, "");
    value = json_string(plain != NULL ? plain : "?");
    free(plain);
    return value;
}

json_t *cli_json_begin(const char *key, const char *text)
{
    json_t *object = json_object();
    cli_put(object, "schema", SCHEMA);
    cli_put_text(object, "leeway", lw_version());
    cli_put_text(object, key, text);
    return object;
}

void cli_put(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

void cli_put_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, cli_json_text(text));
}

void cli_put_bool(json_t *object, const char *key, bool value)
{
    json_object_set_new(object, key, json_boolean(value));
}

void cli_put_mm(json_t *object, const char *key, int64_t nanometres)
{
    json_object_set_new(object, key, json_real((double)nanometres / 1e6));
}

void cli_put_decimal(json_t *object, const char *key, double value, double scale)
{
    double parts = value * scale;
    json_object_set_new(object, key,
                        json_real((double)(int64_t)(parts + (parts < 0 ? -0.5 : 0.5)) / scale));
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
        cli_put_text(net, "name", lw_net_name(result->board, (lw_net_id)i));
        json_object_set_new(net, "pads", pads);
        cli_put_text(net, "reason", cli_open_reason(result, (lw_net_id)i));
        json_array_append_new(nets, net);
    }
    return nets;
}

static json_t *by_rule(const lw_report *report)
{
    json_t *rules = json_object();
    for (int i = 0; i < LW_RULE_COUNT; i++)
        cli_put(rules, lw_rule_name((lw_rule)i), report->by_rule[i]);
    return rules;
}

static json_t *faults(const cli_result *result)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < result->report->faults.count; i++) {
        const lw_violation *fault = &result->report->faults.at[i];
        char text[1024];
        json_t *item = json_object();
        cli_put_text(item, "rule", lw_rule_name(fault->rule));
        cli_put_bool(item, "preexisting", fault->preexisting);
        cli_put_mm(item, "x_mm", fault->at.x);
        cli_put_mm(item, "y_mm", lw_board_file_y(result->board, fault->at.y));
        cli_put_mm(item, "actual_mm", fault->actual);
        cli_put_mm(item, "required_mm", fault->required);
        cli_put_text(item, "text", lw_violation_text(result->board, fault, text, sizeof text));
        json_array_append_new(list, item);
    }
    return list;
}

json_t *cli_json_round(size_t number, const lw_progress *round)
{
    json_t *item = json_object();
    cli_put(item, "round", number);
    json_object_set_new(item, "grid_um", json_real((double)round->pitch / 1e3));
    cli_put(item, "open", round->open);
    cli_put(item, "contested", round->contested);
    cli_put_decimal(item, "present", round->present, 1e3);
    cli_put(item, "vias", round->vias);
    cli_put_mm(item, "length_mm", round->length);
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
    json_t *object = cli_json_begin("board", result->board->name);
    cli_put(object, "layers", result->board->layers.count);
    cli_put(object, "nets", result->board->nets.count);
    cli_put(object, "connections", report->connections);
    cli_put(object, "open", report->open);
    json_object_set_new(object, "open_nets", open_nets(result));
    cli_put(object, "left_out_nets", report->left_out_nets);
    cli_put(object, "violations", report->violations);
    cli_put(object, "preexisting", report->preexisting);
    json_object_set_new(object, "by_rule", by_rule(report));
    json_object_set_new(object, "faults", faults(result));
    cli_put_bool(object, "cut_short", report->cut_short);
    cli_put(object, "poured_nets", report->poured_nets);
    cli_put(object, "tracks", report->tracks);
    cli_put(object, "necks", report->necks);
    cli_put(object, "vias", report->vias);
    cli_put(object, "jumpers", report->jumpers);
    cli_put_mm(object, "length_mm", report->length);
    json_object_set_new(object, "grid_um",
                        json_real(result->log != NULL ? (double)result->log->pitch / 1e3 : 0));
    cli_put_decimal(object, "memory_mb",
                    result->log != NULL ? cli_megabytes(result->log->memory) : 0, 10);
    cli_put(object, "rounds", result->log != NULL ? result->log->rounds : 0);
    json_object_set_new(object, "history",
                        result->history != NULL ? json_deep_copy(result->history) : json_array());
    json_object_set_new(object, "stopped",
                        cli_json_stopped(result->log != NULL && result->log->stopped));
    cli_put_decimal(object, "cpu_s", cli_cpu_seconds(), 1e6);
    cli_put_decimal(object, "wall_s", (double)(cli_now() - result->started) / 1e3, 1e3);
    cli_put_decimal(object, "peak_mb", cli_peak_megabytes(), 10);
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
