/* leeway route: joins what is not joined yet, judges it, writes and draws it. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

#define NOT_GIVEN UINT32_MAX

typedef struct route_arguments {
    const char *output, *format, *json;
    bool in_place, keep, from_scratch, pours, quiet;
    int strategy, wave, order; /* -1: not given */
    int neck_down;             /* of switch_choice(); -1: not given */
    lw_nm grid, via_cost, neck_width;
    int via_in_pad; /* of switch_choice(); -1: not given */
    cli_list directions;
    uint32_t rounds, threads, planes;
    uint32_t seed;     /* or NOT_GIVEN */
    uint32_t optimise; /* or NOT_GIVEN */
    uint32_t memory;   /* megabytes */
    int64_t timeout;   /* milliseconds; 0: none */
    cli_choice_of_nets nets;
    cli_pictures pictures;
} route_arguments;

static const char *wave_choice(int index)
{
    return index < LW_WAVE_COUNT ? lw_wave_name((lw_wave)index) : NULL;
}

static const char *strategy_choice(int index)
{
    return index < LW_STRATEGY_COUNT ? lw_strategy_name((lw_strategy)index) : NULL;
}

static const char *order_choice(int index)
{
    return index < LW_ORDER_COUNT ? lw_order_name((lw_order)index) : NULL;
}

enum { SWITCHED_ON, SWITCHED_OFF };

static const char *switch_choice(int index)
{
    static const char *const names[] = {[SWITCHED_ON] = "on", [SWITCHED_OFF] = "off", NULL};
    return names[index];
}

#define FIELD(name) offsetof(route_arguments, name)
static const cli_option option_table[] = {
    {'o', "output", "FILE", "write the routed board", CLI_TEXT, FIELD(output), NULL},
    {0, "in-place", NULL, "write it into the input", CLI_FLAG, FIELD(in_place), NULL},
    {'f', "format", "NAME", "of the output: leeway-xml, eagle, specctra, kicad", CLI_TEXT,
     FIELD(format), NULL},
    {'j', "json", "FILE", "write the report as JSON", CLI_TEXT, FIELD(json), NULL},
    CLI_PICTURE_FILES(route_arguments),
    {0, "keep", NULL, "copper that is there stays (the default)", CLI_FLAG, FIELD(keep), NULL},
    {0, "from-scratch", NULL, "rip up all copper that is not locked first", CLI_FLAG,
     FIELD(from_scratch), NULL},
    {0, "pours", NULL, "a pour joins the pads of its net", CLI_FLAG, FIELD(pours), NULL},
    {0, "only", "NETS", "route these nets alone: VCC,/usb/D?,SPI_*", CLI_LIST, FIELD(nets.only),
     NULL},
    {0, "except", "NETS", "do not route these", CLI_LIST, FIELD(nets.except), NULL},
    {0, "strategy", "NAME", "negotiated, or sequential: net after net by Lee waves", CLI_CHOICE,
     FIELD(strategy), strategy_choice},
    {0, "wave", "KIND", "sequential, by single (Lee's) or double waves", CLI_CHOICE, FIELD(wave),
     wave_choice},
    {0, "order", "ORDER", "sequential, nets by: short, long, few (pads) or file", CLI_CHOICE,
     FIELD(order), order_choice},
    {0, "grid", "LENGTH", "pitch of the grid, as 0.1mm or 5mil (fitted)", CLI_LENGTH, FIELD(grid),
     NULL},
    {0, "via-cost", "LENGTH", "length of track that a via is worth (14 or 10mm)", CLI_LENGTH,
     FIELD(via_cost), NULL},
    {0, "via-in-pad", "SWITCH", "vias in surface pads: on or off (the default)", CLI_CHOICE,
     FIELD(via_in_pad), switch_choice},
    {0, "direction", "LAYERS=WAY", "preferred: top=horizontal, vertical, any; or none", CLI_LIST,
     FIELD(directions), NULL},
    {0, "neck-down", "SWITCH", "narrower tracks at tight pads: on (the default) or off", CLI_CHOICE,
     FIELD(neck_down), switch_choice},
    {0, "neck-width", "LENGTH", "of such tracks, at least (as the rules say)", CLI_LENGTH,
     FIELD(neck_width), NULL},
    {0, "optimise", "N", "negotiated, passes for less copper and vias (3)", CLI_NUMBER,
     FIELD(optimise), NULL},
    {0, "rounds", "N", "sequential, so many rounds at most (12)", CLI_COUNT, FIELD(rounds), NULL},
    {0, "seed", "N", "another order of turns, and other copper (1)", CLI_NUMBER, FIELD(seed), NULL},
    {0, "planes", "N", "layers of a Lee-TM circuit (2)", CLI_NUMBER, FIELD(planes), NULL},
    {0, "threads", "N", "threads to use (0: one a processor)", CLI_NUMBER, FIELD(threads), NULL},
    {0, "memory", "MB", "megabytes that grid and search may take (400)", CLI_COUNT, FIELD(memory),
     NULL},
    {0, "timeout", "SECONDS", "stop after this time with what there is", CLI_SECONDS,
     FIELD(timeout), NULL},
    CLI_PICTURE_STYLE(route_arguments),
    {'q', "quiet", NULL, "no report, no progress", CLI_FLAG, FIELD(quiet), NULL},
    {0},
};
#undef FIELD

static const cli_rule rule_table[] = {
    {"keep", CLI_EXCLUDES, "from-scratch"},
    {"in-place", CLI_EXCLUDES, "output"},
    {"format", CLI_NEEDS, "output in-place"},
    CLI_PICTURE_RULES("svg pdf png"),
    {"dpi", CLI_NEEDS, "png"},
    {"width", CLI_NEEDS, "png"},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_route = {
    .name = "route",
    .operands = "FILE [NETS]",
    .summary = "route a board or a field problem",
    .text = "Routes a board: joins the pads of every net by tracks and vias that keep the\n"
            "rules, judges the result and writes it in the format of the input. Exit status\n"
            "0: all is routed and clean, 1: some nets are open (the file is written, the\n"
            "report says which and why). Ctrl-C stops early and writes what there is.\n"
            "\n"
            "Of a field problem (a course's grid, with its nets in NETS or in the .nl beside\n"
            "it; a Lee-TM circuit; a labyrinth) it finds paths without a cell in common that\n"
            "cost little, and writes them as text.\n",
    .examples = "  leeway route board.xml -o routed.xml --svg routed.svg --pdf routed.pdf\n"
                "  leeway route board.brd -o routed.brd --from-scratch\n"
                "  leeway route board.dsn -o board.ses\n"
                "  leeway route board.xml -o routed.xml --grid 0.1mm --order long\n"
                "  leeway route - -o - < board.xml > routed.xml\n"
                "  leeway route board.xml --json - | jq .open_nets\n"
                "  leeway route maze.grid -o maze.sol --svg maze.svg\n",
    .options = option_table,
    .rules = rule_table,
    .run = run,
};

static void show(void *context, const lw_progress *progress)
{
    cli_watch *watch = context;
    cli_progress_show(&watch->bar, progress);
    if (progress->net == NULL)
        json_array_append_new(watch->history,
                              cli_json_round(json_array_size(watch->history) + 1, progress));
}

/* ---- the steps ---- */

typedef struct route_job {
    const cli_command *command;
    const char *input, *nets; /* nets: NULL when not given */
    cli_files files;
    route_arguments arguments;
    lw_format format;
    lw_draw_options drawing;
    bool *wanted; /* by net; NULL: all */
    uint8_t ways[LW_MAX_LAYERS];
    lw_problem *problem; /* or a board */
    lw_board *board;
    lw_routes *routes;
    lw_route_log *log;
    lw_report *report;
    json_t *history; /* of rounds */
    int64_t started;
} route_job;

static bool has_output(const route_arguments *arguments)
{
    bool any = arguments->in_place || arguments->output != NULL || arguments->json != NULL;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        any = any || arguments->pictures.file[i] != NULL;
    return any;
}

/* All that can be refused without the board. */
static int settle_outputs(route_job *job)
{
    route_arguments *arguments = &job->arguments;
    const char *const *pictures = arguments->pictures.file;
    if (arguments->in_place && strcmp(job->input, "-") == 0)
        return cli_misused(job->command, "--in-place does not go with standard input");
    job->files = (cli_files){.input = {job->input, job->nets},
                             .output = {arguments->output, arguments->json, pictures[LW_SVG],
                                        pictures[LW_PDF], pictures[LW_PNG]}};
    int code = cli_check_files(job->command, &job->files);
    if (code == CLI_GO_ON && arguments->in_place) {
        arguments->output = job->input;
        code = cli_check_files(job->command, &(cli_files){.output = {job->input}});
    }
    return code == CLI_GO_ON ? cli_check_pictures(&arguments->pictures) : code;
}

/* "top,bottom=vertical" */
static int settle_direction(route_job *job, const char *text)
{
    static const char *const names[] = {"horizontal", "vertical", "any", "none"};
    static const uint8_t ways[] = {LW_HORIZONTAL, LW_VERTICAL, LW_ANY_WAY, LW_NO_TRACKS};
    enum { WAYS = sizeof ways / sizeof *ways };
    char layers_text[512];
    const char *way = strrchr(text, '=');
    lw_layers layers = 0;
    size_t i = 0;
    while (i < WAYS && (way == NULL || strcmp(way + 1, names[i]) != 0))
        i++;
    if (i == WAYS || (size_t)(way - text) >= sizeof layers_text)
        return cli_misused(job->command,
                           "--direction: \"%s\" is not LAYER=horizontal, =vertical, =any or =none",
                           text);
    snprintf(layers_text, sizeof layers_text, "%.*s", (int)(way - text), text);
    int code = cli_find_layers(job->command, job->board, layers_text, &layers);
    for (uint32_t layer = 0; layer < job->board->layers.count; layer++)
        if (layers & LW_LAYER(layer))
            job->ways[layer] = ways[i];
    return code;
}

static int settle_directions(route_job *job)
{
    int code = CLI_GO_ON;
    memset(job->ways, LW_OWN_WAY, sizeof job->ways);
    for (uint32_t i = 0; i < job->arguments.directions.count && code == CLI_GO_ON; i++)
        code = settle_direction(job, job->arguments.directions.at[i]);
    return code;
}

/* All that can be refused before routing. */
static int settle_options(route_job *job)
{
    const route_arguments *arguments = &job->arguments;
    int code = cli_picture_options(job->command, job->board, &arguments->pictures, &job->drawing);
    if (code == CLI_GO_ON)
        code = cli_choose_nets(job->command, job->board, &arguments->nets, &job->wanted);
    if (code == CLI_GO_ON)
        code = settle_directions(job);
    if (code != CLI_GO_ON || arguments->output == NULL)
        return code;
    code = cli_output_format(job->command, job->board, arguments->format, arguments->output,
                             &job->format);
    if (code != CLI_GO_ON || job->format == job->board->format)
        return code;
    /* Not every format can be made from every other: better known now than after the run. */
    lw_error err = {0};
    lw_status status = lw_board_save(job->board, NULL, job->format, "/dev/null", &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

/* An option that only the sequential strategy heeds, or NULL: who gives one wants that strategy. */
static const char *of_sequential(const route_arguments *arguments)
{
    return arguments->wave >= 0    ? "wave"
           : arguments->order >= 0 ? "order"
           : arguments->rounds > 0 ? "rounds"
                                   : NULL;
}

/* The same of the negotiated one, which is the default. */
static const char *of_negotiated(const route_arguments *arguments)
{
    return arguments->seed != NOT_GIVEN       ? "seed"
           : arguments->directions.count > 0  ? "direction"
           : arguments->optimise != NOT_GIVEN ? "optimise"
                                              : NULL;
}

static bool is_sequential(const route_arguments *arguments)
{
    return arguments->strategy == LW_SEQUENTIAL || of_sequential(arguments) != NULL;
}

static lw_route_options route_options(const route_job *job, cli_watch *watch)
{
    const route_arguments *arguments = &job->arguments;
    lw_route_options options = lw_route_options_default();
    options.strategy = is_sequential(arguments) ? LW_SEQUENTIAL : LW_NEGOTIATED;
    if (arguments->wave >= 0)
        options.wave = (lw_wave)arguments->wave;
    if (arguments->order >= 0)
        options.order = (lw_order)arguments->order;
    options.pitch = arguments->grid;
    if (arguments->via_cost > 0)
        options.via_cost = arguments->via_cost;
    if (arguments->memory > 0)
        options.memory_limit = (size_t)arguments->memory << 20;
    if (arguments->optimise != NOT_GIVEN)
        options.optimise = arguments->optimise;
    if (arguments->rounds > 0)
        options.rounds = arguments->rounds;
    options.neck_down = arguments->neck_down != SWITCHED_OFF;
    options.neck_width = arguments->neck_width;
    options.threads = arguments->threads;
    options.from_scratch = arguments->from_scratch;
    options.nets = job->wanted;
    options.ways = job->ways;
    options.via_in_pad = arguments->via_in_pad == SWITCHED_ON;
    if (arguments->seed != NOT_GIVEN)
        options.seed = arguments->seed;
    options.pours = arguments->pours;
    options.stop = cli_stop;
    options.progress = show;
    options.context = watch;
    return options;
}

static int route(route_job *job)
{
    const route_arguments *arguments = &job->arguments;
    cli_watch watch = {.bar = cli_progress_start(arguments->quiet), .history = job->history};
    if (arguments->timeout > 0)
        watch.deadline = job->started + arguments->timeout;
    lw_route_options options = route_options(job, &watch);
    lw_error err = {0};
    lw_status status = lw_route(job->board, &options, &job->routes, &job->log, &err);
    cli_progress_end(&watch.bar);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int judge(route_job *job)
{
    lw_check_options options = lw_check_options_default();
    options.pours = job->arguments.pours;
    options.neck_width = job->arguments.neck_width;
    options.nets = job->wanted;
    lw_error err = {0};
    lw_status status = lw_check(job->board, job->routes, &options, &job->report, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int save(const route_job *job)
{
    const char *path = job->arguments.output;
    if (path == NULL)
        return CLI_GO_ON;
    lw_error err = {0};
    lw_status status = lw_board_save(job->board, job->routes, job->format, path, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static void say(const route_job *job, const cli_result *result)
{
    if (job->arguments.quiet)
        return;
    cli_print_report(stderr, result, CLI_MOST_LISTED);
    if (job->log->stopped)
        cli_say_stopped(stderr);
    if (job->arguments.output != NULL)
        cli_say_left_behind(job->board, job->format, job->arguments.output);
}

/* Talk comes last: whoever listens may hang up, which ends the program. */
static int report(const route_job *job)
{
    cli_result result = {.board = job->board,
                         .report = job->report,
                         .log = job->log,
                         .started = job->started,
                         .history = job->history};
    int code = CLI_GO_ON;
    if (job->arguments.json != NULL)
        code = cli_write_report(&result, job->arguments.json);
    if (code == CLI_GO_ON)
        code = cli_draw_pictures(job->board, job->routes, job->report, &job->arguments.pictures,
                                 &job->drawing);
    say(job, &result);
    if (code == CLI_GO_ON)
        code = cli_interrupted() ? CLI_INTERRUPTED : cli_verdict(job->report);
    return code;
}

/* ---- boards and field problems ---- */

static int route_board(route_job *job)
{
    int code = CLI_GO_ON;
    if (job->nets != NULL)
        return cli_misused(job->command, "one file at a time, not also \"%s\"", job->nets);
    if (job->arguments.planes > 0)
        return cli_misused(job->command, "--planes is for Lee-TM circuits");
    if (!has_output(&job->arguments))
        return cli_misused(job->command,
                           "where to? Give -o, --in-place, --json, --svg, --pdf or --png");
    code = settle_options(job);
    if (code == CLI_GO_ON)
        code = route(job);
    if (code == CLI_GO_ON)
        code = judge(job);
    if (code == CLI_GO_ON)
        code = save(job);
    if (code == CLI_GO_ON)
        code = report(job);
    return code;
}

/* An option that means nothing to a field problem, or NULL. */
static const char *of_boards(const route_arguments *arguments)
{
    const struct {
        bool given;
        const char *name;
    } table[] = {
        {arguments->in_place, "in-place"},
        {arguments->format != NULL, "format"},
        {arguments->keep, "keep"},
        {arguments->from_scratch, "from-scratch"},
        {arguments->pours, "pours"},
        {arguments->nets.only.count > 0, "only"},
        {arguments->nets.except.count > 0, "except"},
        {arguments->strategy >= 0, "strategy"},
        {of_sequential(arguments) != NULL, of_sequential(arguments)},
        {arguments->grid > 0, "grid"},
        {arguments->via_cost > 0, "via-cost"},
        {arguments->via_in_pad >= 0, "via-in-pad"},
        {arguments->directions.count > 0, "direction"},
        {arguments->optimise != NOT_GIVEN, "optimise"},
        {arguments->neck_down >= 0, "neck-down"},
        {arguments->neck_width > 0, "neck-width"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].given)
            return table[i].name;
    return cli_pictures_of_boards(&arguments->pictures);
}

static int route_problem(const route_job *job)
{
    const route_arguments *arguments = &job->arguments;
    const char *wrong = of_boards(arguments);
    if (wrong != NULL)
        return cli_misused(job->command, "--%s is for boards, and this is a field problem", wrong);
    if (arguments->planes > 0 && job->problem->format != LW_PROBLEM_LEETM)
        return cli_misused(job->command, "--planes is for Lee-TM circuits");
    return cli_route_problem(&(cli_problem_job){
        .problem = job->problem,
        .output = arguments->output,
        .json = arguments->json,
        .pictures = &arguments->pictures,
        .quiet = arguments->quiet,
        .timeout = arguments->timeout,
        .memory = (size_t)arguments->memory << 20,
        .seed = arguments->seed != NOT_GIVEN ? arguments->seed : lw_problem_options_default().seed,
        .started = job->started});
}

static int run(const cli_command *command, int argc, char **argv)
{
    route_job job = {.command = command, .started = cli_now()};
    job.arguments.strategy = job.arguments.wave = job.arguments.order = -1;
    job.arguments.neck_down = job.arguments.via_in_pad = -1;
    job.arguments.seed = NOT_GIVEN;
    job.arguments.optimise = NOT_GIVEN;
    int first, code = cli_parse(command, argc, argv, &job.arguments, &first);
    if (code != CLI_GO_ON)
        return code;
    const char *sequential = of_sequential(&job.arguments);
    if (sequential != NULL && job.arguments.strategy == LW_NEGOTIATED)
        return cli_misused(command, "--%s is for --strategy sequential", sequential);
    const char *negotiated = of_negotiated(&job.arguments);
    if (negotiated != NULL && is_sequential(&job.arguments))
        return cli_misused(command, "--%s is for --strategy negotiated", negotiated);
    if (job.arguments.neck_down == SWITCHED_OFF && job.arguments.neck_width > 0)
        return cli_misused(command, "--neck-width says nothing with --neck-down off");
    job.input = argv[first];
    job.nets = argv[first + 1];
    lw_problem_reading reading = {.nets = job.nets, .layers = job.arguments.planes};
    job.history = json_array();
    code = settle_outputs(&job);
    if (code == CLI_GO_ON)
        code = cli_load_either(job.input, &reading, job.arguments.quiet, &job.board, &job.problem);
    if (code == CLI_GO_ON)
        code = cli_check_beside(command, &job.files, job.board, job.problem);
    if (code == CLI_GO_ON) /* before there is nothing to write, so the program may simply end */
        cli_catch_signals();
    if (code == CLI_GO_ON)
        code = job.board != NULL ? route_board(&job) : route_problem(&job);
    json_decref(job.history);
    free(job.wanted);
    lw_report_free(job.report);
    lw_route_log_free(job.log);
    lw_routes_free(job.routes);
    lw_problem_free(job.problem);
    lw_board_free(job.board);
    return code;
}
