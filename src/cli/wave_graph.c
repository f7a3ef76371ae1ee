#include "wave_graph.h"

#include <inttypes.h>
#include "base/buffer.h"
#include "base/file.h"
#include "lesson/json.h"

enum { DEEDS_FOR_VERTEX = 32, DEEDS_LEAST = 4096, LINES_MOST = 400 };

/* Steps are written down as they are told. */
typedef struct graph_talk {
    const lw_graph *graph;
    cli_watch watch;
    lw_buffer text; /* a line a step */
    uint32_t lines;
    const char *comma; /* before the next deed of the line */
    lw_buffer *trace;  /* NULL: none is wanted */
    lw_buffer labelled, done;
    uint32_t steps;
    uint64_t value;
} graph_talk;

/* ---- a step ---- */

static void begin_step(graph_talk *talk, uint64_t value)
{
    lw_buffer_print(&talk->text, "step %" PRIu64 ":", value);
    talk->lines++;
    talk->comma = "";
    talk->value = value;
}

static void end_step(graph_talk *talk)
{
    lw_buffer_text(&talk->text, "\n");
    if (talk->trace != NULL)
        lw_buffer_print(talk->trace,
                        "{\"type\":\"step\",\"step\":%" PRIu32 ",\"value\":%" PRIu64
                        ",\"labelled\":[%s],\"done\":[%s]}\n",
                        talk->steps, talk->value, talk->labelled.count > 0 ? talk->labelled.at : "",
                        talk->done.count > 0 ? talk->done.at : "");
    talk->steps++;
    lw_buffer_free(&talk->labelled);
    lw_buffer_free(&talk->done);
    talk->labelled = talk->done = (lw_buffer){0};
}

static void add_deed(lw_buffer *out, const char *name, uint64_t value)
{
    lw_buffer_text(out, out->count > 0 ? ",[" : "[");
    lw_json_text(out, name);
    lw_buffer_print(out, ",%" PRIu64 "]", value);
}

static void note(void *context, const lw_deed_told *told)
{
    graph_talk *talk = context;
    const char *name = talk->graph->name[told->cell];
    if (told->deed == LW_DEED_STEP) {
        end_step(talk);
        begin_step(talk, told->value);
    } else if (told->deed == LW_DEED_LABEL) {
        lw_buffer_print(&talk->text, "%s %s %" PRIu64, talk->comma, name, told->value);
        add_deed(&talk->labelled, name, told->value);
        talk->comma = ",";
    } else if (told->deed == LW_DEED_DONE) {
        lw_buffer_print(&talk->text, "%s %s done", talk->comma, name);
        add_deed(&talk->done, name, told->value);
        talk->comma = ",";
    }
}

static bool ask(void *context)
{
    graph_talk *talk = context;
    return cli_stop(&talk->watch);
}

/* ---- a run ---- */

static void add_head(lw_buffer *out, const cli_task *task, const lw_algorithm *algorithm)
{
    const lw_graph *graph = task->graph;
    lw_buffer_print(out,
                    "{\"type\":\"run\",\"schema\":1,\"leeway\":\"%s\",\"algorithm\":\"%s\","
                    "\"vertices\":%" PRId32 ",\"edges\":%" PRIu64 ",\"from\":",
                    lw_version(), algorithm->name, graph->count, cli_graph_edges(graph));
    lw_json_text(out, graph->name[task->from]);
    lw_buffer_text(out, ",\"to\":");
    lw_json_text(out, graph->name[task->to]);
    lw_buffer_text(out, "}\n");
}

static void add_end(lw_buffer *out, const lw_graph *graph, const lw_trial *trial)
{
    const lw_trial_counts *counts = &trial->counts;
    lw_buffer_print(out, "{\"type\":\"end\",\"outcome\":\"%s\"", lw_outcome_name(trial->outcome));
    for (uint32_t i = 0; i < trial->count; i++) {
        lw_buffer_text(out, i > 0 ? "," : ",\"path\":[");
        lw_json_text(out, graph->name[trial->cells[i]]);
    }
    if (trial->outcome == LW_FOUND)
        lw_buffer_print(out, "],\"optimal\":%s,\"cost\":%" PRIu64 ",\"steps\":%" PRIu32,
                        lw_json_bool(trial->optimal), trial->path.cost, trial->path.steps);
    lw_buffer_print(out,
                    ",\"labelled\":%" PRIu64 ",\"expanded\":%" PRIu64 ",\"frontier\":%" PRIu64
                    ",\"waves\":%" PRIu64 ",\"bits\":%" PRIu32 "}\n",
                    counts->labelled, counts->expanded, counts->frontier, counts->steps,
                    counts->bits);
}

static void print_steps(const graph_talk *talk)
{
    if (talk->lines > LINES_MOST)
        cli_say(stderr, "leeway: %u steps are too many to show here\n", talk->lines);
    else
        cli_say(stdout, "%s", talk->text.at);
}

static void print_outcome(const lw_algorithm *algorithm, const lw_graph *graph,
                          const lw_trial *trial)
{
    const lw_trial_counts *counts = &trial->counts;
    char steps[48], bits[48];
    for (uint32_t i = 0; i < trial->count; i++)
        cli_say(stdout, "%s%s%s", i > 0 ? " - " : "way: ", graph->name[trial->cells[i]],
                i + 1 == trial->count ? "\n" : "");
    cli_say(stdout, "%s: %s", algorithm->name, lw_outcome_name(trial->outcome));
    if (trial->outcome == LW_FOUND)
        cli_say(stdout, ", %s, cost %" PRIu64 "%s", cli_count(steps, trial->path.steps, "step"),
                trial->path.cost, trial->optimal ? " (optimal)" : "");
    if (trial->outcome == LW_GAVE_UP)
        cli_say(stdout, " after %" PRIu64 " vertices that were looked at (--limit, --steps)",
                counts->expanded);
    cli_say(stdout,
            "; %" PRIu64 " labelled, %" PRIu64 " expanded, frontier %" PRIu64
            ", %s of the wave, %s a vertex\n",
            counts->labelled, counts->expanded, counts->frontier,
            cli_count(steps, counts->steps, "step"), cli_count(bits, counts->bits, "bit"));
}

static void print_run(const wave_graph_job *job, const lw_algorithm *algorithm,
                      const graph_talk *talk, const lw_trial *trial)
{
    if (cli_is_stream(job->trace))
        return;
    if (job->trace == NULL)
        print_steps(talk);
    print_outcome(algorithm, job->task->graph, trial);
}

static int run(const wave_graph_job *job, const lw_algorithm *algorithm, lw_buffer *trace,
               bool *found)
{
    const lw_graph *graph = job->task->graph;
    graph_talk talk = {.graph = graph, .trace = job->trace != NULL ? trace : NULL};
    uint64_t deeds = (uint64_t)graph->count * DEEDS_FOR_VERTEX;
    lw_query query = {.from = job->task->from,
                      .to = job->task->to,
                      .limit = job->limit,
                      .steps = job->steps,
                      .deeds = deeds > DEEDS_LEAST ? deeds : DEEDS_LEAST,
                      .observe = note,
                      .stop = ask,
                      .context = &talk};
    lw_trial trial;
    lw_error err = {0};
    if (talk.trace != NULL)
        add_head(trace, job->task, algorithm);
    begin_step(&talk, 0);
    lw_status status = lw_graph_try(graph, algorithm, &query, &trial, &err);
    if (trial.outcome == LW_FOUND && *talk.comma == '\0')
        lw_buffer_print(&talk.text, " %s is reached", graph->name[query.to]);
    end_step(&talk);
    if (talk.trace != NULL)
        add_end(trace, graph, &trial);
    if (status == LW_OK)
        print_run(job, algorithm, &talk, &trial);
    *found |= trial.outcome == LW_FOUND;
    lw_trial_free(&trial);
    lw_buffer_free(&talk.text);
    if (status != LW_OK)
        return cli_failed(status, &err);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_GO_ON;
}

int wave_over_graph(const wave_graph_job *job)
{
    lw_buffer trace = {0};
    lw_error err = {0};
    bool found = false;
    int code = CLI_GO_ON;
    cli_catch_signals();
    for (size_t i = 0; i < job->algorithms->count && code == CLI_GO_ON; i++) {
        if (i > 0 && job->trace == NULL)
            printf("\n");
        code = run(job, job->algorithms->at[i], &trace, &found);
    }
    if (code == CLI_GO_ON && job->trace != NULL) {
        lw_status status = lw_file_write(job->trace, trace.at, trace.count, &err);
        code = status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
    }
    lw_buffer_free(&trace);
    return code != CLI_GO_ON ? code : found ? CLI_CLEAN : CLI_PARTIAL;
}
