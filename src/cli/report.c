/* A judged board, told to people. */
#include <string.h>
#include "cli.h"

int cli_verdict(const lw_report *report)
{
    if (report->violations > 0 || report->unfinished)
        return CLI_VIOLATIONS;
    return report->open > 0 ? CLI_PARTIAL : CLI_CLEAN;
}

const char *cli_open_reason(const cli_result *result, lw_net_id net)
{
    for (uint32_t i = 0; result->log != NULL && i < result->log->open.count; i++)
        if (result->log->open.at[i].net == net)
            return result->log->open.at[i].text;
    return "not routed";
}

const char *cli_title(const lw_board *board)
{
    if (strcmp(board->path, "-") != 0)
        return board->path;
    return board->name[0] != '\0' ? board->name : "board";
}

static void print_totals(FILE *to, const cli_result *result)
{
    const lw_report *report = result->report;
    char vias[48], violations[48];
    cli_say(to, "%s: %u of %u connections routed, %s, %.1f mm, %s", cli_title(result->board),
            report->connections - report->open, report->connections,
            cli_count(vias, report->vias, "via"), (double)report->length / 1e6,
            report->violations == 0 && report->unfinished ? "not searched for all violations"
            : report->violations == 0                     ? "no violations"
                                      : cli_count(violations, report->violations, "violation"));
    if (result->log != NULL)
        cli_say(to, ", %.1f s", (double)(cli_now() - result->started) / 1e3);
    cli_say(to, "\n");
}

static void print_open_net(FILE *to, const cli_result *result, lw_net_id net)
{
    enum { MOST_PADS = 6 };
    const lw_board *board = result->board;
    const lw_net_report *report = &result->report->nets[net];
    cli_say(to, "  %s:", lw_net_name(board, net));
    for (uint32_t i = 0; i < report->open_pads.count && i < MOST_PADS; i++) {
        char name[256];
        cli_say(to, "%s %s", i > 0 ? "," : "",
                lw_pad_name(board, report->open_pads.at[i], name, sizeof name));
    }
    if (report->open_pads.count > MOST_PADS)
        cli_say(to, " and %u more", report->open_pads.count - MOST_PADS);
    cli_say(to, ": %s\n", cli_open_reason(result, net));
}

static void print_rest(FILE *to, uint32_t count, uint32_t most)
{
    if (count > most)
        cli_say(to, "  ... and %u more\n", count - most);
}

static void print_open_nets(FILE *to, const cli_result *result, uint32_t most)
{
    char nets[48];
    if (result->report->open_nets == 0)
        return;
    cli_say(to, "open: %s\n", cli_count(nets, result->report->open_nets, "net"));
    uint32_t shown = 0;
    for (uint32_t i = 0; i < result->board->nets.count && shown < most; i++) {
        const lw_net_report *net = &result->report->nets[i];
        if (net->groups > 1 && !net->left_out) {
            print_open_net(to, result, (lw_net_id)i);
            shown++;
        }
    }
    print_rest(to, result->report->open_nets, most);
}

static void print_faults(FILE *to, const cli_result *result, bool preexisting, uint32_t most)
{
    const lw_report *report = result->report;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < report->faults.count && shown < most; i++) {
        const lw_violation *fault = &report->faults.at[i];
        if (fault->preexisting == preexisting) {
            char text[1024];
            cli_say(to, "  %s\n", lw_violation_text(result->board, fault, text, sizeof text));
            shown++;
        }
    }
    print_rest(to, preexisting ? report->preexisting : report->violations, most);
}

/* After a run old faults are no news; `check` is asked for all of them. */
enum { OLD_FAULTS = 3 };

void cli_print_report(FILE *to, const cli_result *result, uint32_t most)
{
    const lw_report *report = result->report;
    char text[48];
    print_totals(to, result);
    if (report->necks > 0)
        cli_say(to, "%s narrower than their class, next to pads\n",
                cli_count(text, report->necks, "track"));
    if (report->left_out_nets > 0)
        cli_say(to, "left out: %s\n", cli_count(text, report->left_out_nets, "net"));
    print_open_nets(to, result, most);
    if (report->violations > 0) {
        cli_say(to, "violations: %s%u\n", report->cut_short ? "at least " : "", report->violations);
        print_faults(to, result, false, most);
    }
    if (report->unfinished)
        cli_say(to, "too much lies at one place: not all faults were searched for\n");
    else if (report->cut_short)
        cli_say(to, "there are more faults than these\n");
    if (report->preexisting > 0) {
        bool after_run = result->log != NULL;
        cli_say(to, "%s: %u\n",
                after_run || result->has_base ? "faults that the board had before"
                                              : "faults without any track or via",
                report->preexisting);
        print_faults(to, result, true, after_run && most > OLD_FAULTS ? OLD_FAULTS : most);
    }
    if (report->poured_nets > 0)
        cli_say(to, "pours of %s: to be poured again in your editor\n",
                cli_count(text, report->poured_nets, "net"));
}
