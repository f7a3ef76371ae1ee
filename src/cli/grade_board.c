/* A routed board, graded against the one that was to be routed. */
#include <stdlib.h>
#include "base/heap.h"
#include "grade.h"
#include "io/dsn.h"

typedef struct board_work {
    const grade_job *job;
    const lw_board *given, *routed;
    const lw_report *report;
    const lw_report *before; /* of the board that was given */
    const lw_differences *differences;
    uint32_t *starts; /* of lines of the solution; NULL: of a session, whose pads are elsewhere */
    uint32_t last;    /* index of the last one */
} board_work;

/* ---- lines of the solution ---- */

static void find_lines(board_work *work)
{
    const lw_board *board = work->routed;
    uint32_t count = 1;
    for (size_t i = 0; i < board->source_size; i++)
        count += board->source[i] == '\n';
    work->starts = lw_alloc(count, sizeof *work->starts);
    for (size_t i = 0; i < board->source_size; i++)
        if (board->source[i] == '\n')
            work->starts[++work->last] = (uint32_t)i + 1;
}

static int line_of(const board_work *work, lw_span span)
{
    uint32_t low = 0, high = work->last;
    if (span.begin == span.end || work->starts == NULL)
        return 0;
    while (low < high) {
        uint32_t middle = high - (high - low) / 2;
        if (work->starts[middle] <= span.begin)
            low = middle;
        else
            high = middle - 1;
    }
    return (int)low + 1;
}

static lw_span source_of(const lw_board *board, const lw_item *item)
{
    switch (item->kind) {
    case LW_ITEM_TRACK:
        return board->tracks.at[item->index].source;
    case LW_ITEM_VIA:
        return board->vias.at[item->index].source;
    case LW_ITEM_PAD:
        return board->elements.at[board->pads.at[item->index].element].source;
    default:
        return (lw_span){0};
    }
}

/* Copper is what the student drew, so it counts before pads and edges. */
static int line_of_fault(const board_work *work, const lw_violation *fault)
{
    bool second = fault->a.kind != LW_ITEM_TRACK && fault->a.kind != LW_ITEM_VIA &&
                  (fault->b.kind == LW_ITEM_TRACK || fault->b.kind == LW_ITEM_VIA);
    return line_of(work, source_of(work->routed, second ? &fault->b : &fault->a));
}

static lw_verdict verdict_of(const board_work *work)
{
    const lw_report *report = work->report;
    if (report->violations > 0 || report->unfinished || work->differences->count > 0)
        return LW_VERDICT_WRONG;
    return report->open > 0 ? LW_VERDICT_INCOMPLETE : LW_VERDICT_RIGHT;
}

static int64_t airlines(const lw_report *report)
{
    int64_t length = 0;
    for (uint32_t i = 0; i < report->ratsnest.count; i++) {
        lw_ratline line = report->ratsnest.at[i];
        length += lw_distance(line.a, line.b);
    }
    return length;
}

static uint32_t faults_of_task(const board_work *work)
{
    return work->before->preexisting + work->before->violations;
}

/* Faults without a new track or via. Where parts were moved, not all of them are the task's. */
static void tell_others(const grade_told *told, const board_work *work)
{
    char count[48];
    uint32_t all = work->report->preexisting, had = faults_of_task(work);
    uint32_t old = all < had ? all : had;
    if (old > 0)
        grade_row(told, "before", "%s that the task had", cli_count(count, old, "fault"));
    if (all > old)
        grade_row(told, "changes", "%s without a track or via more than the task had",
                  cli_count(count, all - old, "fault"));
    grade_put(told, "preexisting", old);
}

static void tell_sums(const grade_told *told, const board_work *work)
{
    const lw_report *report = work->report;
    int64_t air = airlines(work->before);
    char count[48];
    grade_row(told, "same board", work->differences->count == 0 ? "yes" : "no, %s",
              cli_count(count, work->differences->count, "difference"));
    grade_row(told, "connected", "%u of %u connections", report->connections - report->open,
              report->connections);
    grade_row(told, "violations", report->violations == 0 ? "none" : "%u", report->violations);
    grade_row(told, "vias", "%u", report->vias);
    grade_row(told, "length", "%.1f mm; straight from pad to pad %.1f mm",
              (double)report->length / 1e6, (double)air / 1e6);
    grade_put(told, "connections", report->connections);
    grade_put(told, "open", report->open);
    grade_put(told, "violations", report->violations);
    tell_others(told, work);
    grade_put(told, "differences", work->differences->count);
    grade_put(told, "vias", report->vias);
    cli_put_mm(told->object, "length_mm", report->length);
    cli_put_mm(told->object, "airlines_mm", air);
}

static void tell_open(grade_told *told, const board_work *work)
{
    const lw_board *board = work->routed;
    for (uint32_t i = 0; i < board->nets.count; i++) {
        const lw_net_report *net = &work->report->nets[i];
        for (uint32_t k = 0; k < net->open_pads.count; k++) {
            char text[1024], pad[512];
            snprintf(text, sizeof text, "open: pad %s is not joined to the rest of net %s",
                     lw_pad_name(board, net->open_pads.at[k], pad, sizeof pad),
                     lw_net_name(board, (lw_net_id)i));
            grade_blame(told, &(grade_fault){.rule = "open",
                                             .text = text,
                                             .line = line_of(work, board->nets.at[i].source)});
        }
    }
}

static uint32_t tell_faults(grade_told *told, const board_work *work)
{
    const lw_report *report = work->report;
    const lw_board *board = work->routed;
    uint32_t count = work->differences->count + report->open + report->violations;
    grade_count(told, count);
    for (uint32_t i = 0; i < work->differences->list.count; i++) {
        const lw_difference *difference = &work->differences->list.at[i];
        char text[600];
        snprintf(text, sizeof text, "changed: %s", difference->text);
        grade_blame(told, &(grade_fault){.rule = "changed",
                                         .text = text,
                                         .line = line_of(work, difference->source)});
    }
    tell_open(told, work);
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_violation *fault = &report->faults.at[i];
        char text[1024];
        if (fault->preexisting)
            continue;
        lw_violation_text(board, fault, text, sizeof text);
        grade_blame(told, &(grade_fault){.rule = lw_rule_name(fault->rule),
                                         .text = text,
                                         .line = line_of_fault(work, fault)});
    }
    return count;
}

static int tell(const board_work *work)
{
    lw_verdict verdict = verdict_of(work);
    const char *quality = verdict == LW_VERDICT_INCOMPLETE ? "some connections are open"
                          : verdict == LW_VERDICT_RIGHT    ? "all joined, no rule violated"
                                                           : "";
    grade_told told = grade_begin(work->job, "board", verdict, quality);
    tell_sums(&told, work);
    int code = grade_end(&told, tell_faults(&told, work));
    return code == CLI_GO_ON ? grade_exit(verdict) : code;
}

static int judge(board_work *work)
{
    lw_error err = {0};
    lw_report *report = NULL, *before = NULL;
    lw_check_options options = lw_check_options_default();
    options.pours = work->job->pours;
    options.neck_width = work->job->neck_width;
    lw_status status = lw_check(work->given, NULL, &options, &before, &err);
    options.base = work->given;
    options.solution = work->given->format == LW_FORMAT_XML;
    if (status == LW_OK)
        status = lw_check(work->routed, NULL, &options, &report, &err);
    work->report = report;
    work->before = before;
    int code = status == LW_OK ? tell(work) : cli_failed(status, &err);
    lw_report_free(report);
    lw_report_free(before);
    return code;
}

static int load_session(const grade_job *job, const lw_board *board, lw_board **routed)
{
    lw_error err = {0};
    lw_status status = lw_board_read_with(board, job->solution, routed, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int load_board(const grade_job *job, const lw_board *board, lw_board **routed)
{
    int code = cli_load(job->solution, true, routed);
    if (code == CLI_GO_ON)
        code = cli_check_beside(job->command, job->files, *routed, NULL);
    if (code == CLI_GO_ON)
        code = cli_borrow(routed, board);
    if (code == CLI_GO_ON && !job->quiet)
        cli_say_warnings(*routed);
    return code;
}

int grade_board(const grade_job *job, const lw_board *board)
{
    lw_board *routed = NULL;
    bool session = board->format == LW_FORMAT_SPECCTRA && grade_is(job->solution, ses_recognise);
    int code = session ? load_session(job, board, &routed) : load_board(job, board, &routed);
    if (code != CLI_GO_ON) {
        lw_board_free(routed);
        return code;
    }
    lw_differences *differences = lw_board_differences(board, routed);
    board_work work = {.job = job, .given = board, .routed = routed, .differences = differences};
    if (!session)
        find_lines(&work);
    code = judge(&work);
    free(work.starts);
    lw_differences_free(differences);
    lw_board_free(routed);
    return code;
}
