/* leeway info: what a file is and holds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/number.h"
#include "cli.h"
#include "io/beside.h"
#include "io/problem.h"

typedef struct info_arguments {
    bool json;
    bool pours;
} info_arguments;

typedef struct info_file {
    const char *path;
    char *text;
    size_t size;
} info_file;

static const cli_option option_table[] = {
    {'j', "json", NULL, "one JSON object a file", CLI_FLAG, offsetof(info_arguments, json), NULL},
    {0, "pours", NULL, "a pour joins the pads of its net", CLI_FLAG,
     offsetof(info_arguments, pours), NULL},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_info = {
    .name = "info",
    .operands = "FILE...",
    .summary = "say what a file is and holds",
    .text = "Says what a file is and holds: format, size, layers, parts, nets, connections,\n"
            "rules, what is routed already, and what memory routing may take; of a field\n"
            "problem, a maze or a map its cells and costs, of a graph its vertices and edges.\n"
            "The quickest way to see whether it loads.\n",
    .examples = "  leeway info board.brd\n"
                "  leeway info --json board.xml | jq .connections\n",
    .options = option_table,
    .run = run,
};

/* ---- counts ---- */

typedef struct info_counts {
    uint32_t drilled, mounted; /* pads */
    uint32_t unconnected;      /* pads in no net of two pads or more */
    uint32_t lone;             /* nets of one pad or none */
    uint32_t locked;           /* tracks and vias */
} info_counts;

static info_counts count(const lw_board *board)
{
    info_counts counts = {0};
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[i];
        counts.drilled += pad->drill > 0;
        counts.mounted += pad->drill == 0;
        counts.unconnected += pad->net == LW_NO_NET || board->nets.at[pad->net].pads.count < 2;
    }
    for (uint32_t i = 0; i < board->nets.count; i++)
        counts.lone += board->nets.at[i].pads.count < 2;
    for (uint32_t i = 0; i < board->tracks.count; i++)
        counts.locked += board->tracks.at[i].locked;
    for (uint32_t i = 0; i < board->vias.count; i++)
        counts.locked += board->vias.at[i].locked;
    return counts;
}

/* What routing would begin with; a pitch of 0: it cannot, for the reason of the error. */
typedef struct info_plan {
    lw_nm pitch;
    size_t memory;
    lw_error err;
} info_plan;

static info_plan plan(const lw_board *board, bool pours)
{
    lw_route_options options = lw_route_options_default();
    options.pours = pours;
    info_plan plan = {0};
    lw_status status = lw_route_plan(board, &options, &plan.pitch, &plan.memory, &plan.err);
    return status == LW_OK ? plan : (info_plan){.err = plan.err};
}

/* ---- for people ---- */

static void print_size(const lw_board *board)
{
    lw_box box = lw_board_box(board);
    if (lw_box_is_empty(box))
        printf("  size         nothing on it\n");
    else
        printf("  size         %s x %s mm\n", lw_mm((int64_t)box.x2 - box.x1).text,
               lw_mm((int64_t)box.y2 - box.y1).text);
}

static void print_layers(const lw_board *board)
{
    static const char *const ways[] = {"", " (horizontal)", " (vertical)"};
    cli_say(stdout, "  layers       %u:", board->layers.count);
    for (uint32_t i = 0; i < board->layers.count; i++)
        cli_say(stdout, "%s %s%s", i > 0 ? "," : "", board->layers.at[i].name,
                ways[board->layers.at[i].direction]);
    printf("\n");
}

static void print_rules(const lw_board *board)
{
    const lw_rules *rules = &board->rules;
    for (uint32_t i = 0; i < board->classes.count; i++) {
        const lw_class *class = &board->classes.at[i];
        cli_say(stdout, "  %s %s: width %s, clearance %s, via %s drilled %s\n",
                i == 0 ? "rules (mm)  " : "            ", class->name, lw_mm(class->width).text,
                lw_mm(lw_clearance(board, LW_TRACK, i, LW_TRACK, i)).text,
                lw_mm(class->via_diameter).text, lw_mm(class->via_drill).text);
    }
    printf("               copper to edge %s, to hole %s, hole to hole %s\n",
           lw_mm(rules->edge).text, lw_mm(rules->hole).text, lw_mm(rules->drill).text);
}

static void print_obstacles(const lw_board *board)
{
    char holes[48], keepouts[48], pours[48], cuts[48];
    printf("  obstacles    %s, %s, %s, %s of outline\n",
           cli_count(holes, board->holes.count, "hole"),
           cli_count(keepouts, board->keepouts.count, "keepout"),
           cli_count(pours, board->pours.count, "pour"),
           cli_count(cuts, board->outline.count, "loop"));
}

static void print_copper(const lw_board *board, const lw_report *report, info_counts counts)
{
    char tracks[48], vias[48], jumpers[48], violations[48], faults[48], poured[48];
    printf("  copper       %s, %s, %s, %.1f mm; %u locked\n",
           cli_count(tracks, board->tracks.count, "track"),
           cli_count(vias, board->vias.count, "via"),
           cli_count(jumpers, board->jumpers.count, "jumper"), (double)report->length / 1e6,
           counts.locked);
    printf("  routed       %u of %u connections, %s", report->connections - report->open,
           report->connections, cli_count(violations, report->violations, "violation"));
    if (report->preexisting > 0)
        printf(", %s without track or via", cli_count(faults, report->preexisting, "fault"));
    if (report->poured_nets > 0)
        printf(", %s with a pour", cli_count(poured, report->poured_nets, "net"));
    printf("\n");
}

static void print_grid(const info_plan *plan)
{
    if (plan->pitch > 0)
        printf("  to route     on a grid of %s mm at first, with up to %.0f MB\n",
               lw_mm(plan->pitch).text, ceil(cli_megabytes(plan->memory)));
    else
        cli_say(stdout, "  to route     %s\n", plan->err.text);
}

static void print_warnings(const lw_board *board)
{
    for (uint32_t i = 0; i < board->warnings.count; i++) {
        const lw_warning *warning = &board->warnings.at[i];
        printf("  %s ", i == 0 ? "warnings    " : "            ");
        if (warning->line > 0)
            printf("line %d: ", warning->line);
        cli_say(stdout, "%s\n", warning->text);
    }
}

static void print(const lw_board *board, const lw_report *report, const info_plan *plan)
{
    info_counts counts = count(board);
    char packages[48], connections[48];
    cli_say(stdout, "%s: %s, board \"%s\", units %s\n", cli_title(board),
            lw_format_name(board->format), board->name, board->units);
    print_size(board);
    print_layers(board);
    printf("  parts        %u of %s\n", board->elements.count,
           cli_count(packages, board->packages.count, "package"));
    printf("  pads         %u: %u drilled, %u surface mounted; %u in no net\n", board->pads.count,
           counts.drilled, counts.mounted, counts.unconnected);
    printf("  nets         %u, %s", board->nets.count,
           cli_count(connections, report->connections, "connection"));
    if (counts.lone > 0)
        printf("; %u with one pad or none, where there is nothing to join", counts.lone);
    printf("\n");
    print_rules(board);
    print_obstacles(board);
    print_copper(board, report, counts);
    print_grid(plan);
    print_warnings(board);
}

/* ---- for programs ---- */

static json_t *json_layers(const lw_board *board)
{
    json_t *names = json_array();
    for (uint32_t i = 0; i < board->layers.count; i++)
        json_array_append_new(names, cli_json_text(board->layers.at[i].name));
    return names;
}

static json_t *json_rules(const lw_board *board)
{
    json_t *classes = json_array();
    for (uint32_t i = 0; i < board->classes.count; i++) {
        const lw_class *class = &board->classes.at[i];
        json_t *item = json_object();
        cli_put_text(item, "name", class->name);
        cli_put_mm(item, "width_mm", class->width);
        cli_put_mm(item, "clearance_mm", lw_clearance(board, LW_TRACK, i, LW_TRACK, i));
        cli_put_mm(item, "via_mm", class->via_diameter);
        cli_put_mm(item, "drill_mm", class->via_drill);
        json_array_append_new(classes, item);
    }
    json_t *rules = json_object();
    cli_put_mm(rules, "edge_mm", board->rules.edge);
    cli_put_mm(rules, "hole_mm", board->rules.hole);
    cli_put_mm(rules, "hole_to_hole_mm", board->rules.drill);
    json_object_set_new(rules, "classes", classes);
    return rules;
}

static json_t *json_warnings(const lw_board *board)
{
    json_t *warnings = json_array();
    for (uint32_t i = 0; i < board->warnings.count; i++) {
        json_t *item = json_object();
        cli_put(item, "line", (uint64_t)board->warnings.at[i].line);
        cli_put_text(item, "text", board->warnings.at[i].text);
        json_array_append_new(warnings, item);
    }
    return warnings;
}

static int write_json(const lw_board *board, const lw_report *report, const info_plan *plan)
{
    info_counts counts = count(board);
    lw_box box = lw_board_box(board);
    bool empty = lw_box_is_empty(box);
    json_t *object = cli_json_begin("file", board->path);
    cli_put_text(object, "format", lw_format_name(board->format));
    cli_put_text(object, "board", board->name);
    cli_put_text(object, "units", board->units);
    cli_put_mm(object, "width_mm", empty ? 0 : (int64_t)box.x2 - box.x1);
    cli_put_mm(object, "height_mm", empty ? 0 : (int64_t)box.y2 - box.y1);
    json_object_set_new(object, "layers", json_layers(board));
    cli_put(object, "parts", board->elements.count);
    cli_put(object, "pads", board->pads.count);
    cli_put(object, "unconnected_pads", counts.unconnected);
    cli_put(object, "nets", board->nets.count);
    cli_put(object, "lone_nets", counts.lone);
    cli_put(object, "connections", report->connections);
    cli_put(object, "open", report->open);
    cli_put(object, "violations", report->violations);
    cli_put(object, "preexisting", report->preexisting);
    cli_put(object, "holes", board->holes.count);
    cli_put(object, "keepouts", board->keepouts.count);
    cli_put(object, "pours", board->pours.count);
    cli_put(object, "poured_nets", report->poured_nets);
    cli_put(object, "tracks", board->tracks.count);
    cli_put(object, "vias", board->vias.count);
    cli_put(object, "jumpers", board->jumpers.count);
    cli_put(object, "locked", counts.locked);
    cli_put_mm(object, "length_mm", report->length);
    json_object_set_new(object, "grid_um", json_real((double)plan->pitch / 1e3));
    cli_put_decimal(object, "memory_mb", cli_megabytes(plan->memory), 10);
    json_object_set_new(object, "rules", json_rules(board));
    json_object_set_new(object, "warnings", json_warnings(board));
    return cli_write_json(object, "-");
}

/* ---- the command ---- */

static int tell(const lw_board *board, const info_arguments *arguments)
{
    lw_error err = {0};
    lw_report *report = NULL;
    lw_check_options judging = lw_check_options_default();
    judging.pours = arguments->pours;
    lw_status status = lw_check(board, NULL, &judging, &report, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    int code = CLI_GO_ON;
    info_plan begin = plan(board, arguments->pours);
    if (arguments->json)
        code = write_json(board, report, &begin);
    else
        print(board, report, &begin);
    lw_report_free(report);
    return code;
}

static int tell_board(const info_file *file, const info_arguments *arguments)
{
    lw_board *board = NULL;
    lw_problem *problem = NULL;
    lw_error err = {0};
    lw_status status =
        lw_load_text(file->path, file->text, file->size, NULL, &board, &problem, &err);
    int code = status != LW_OK ? cli_failed(status, &err)
               : board != NULL ? tell(board, arguments)
                               : cli_tell_problem(problem, arguments->json);
    lw_problem_free(problem);
    lw_board_free(board);
    return code;
}

static int tell_map(const info_file *file, bool json)
{
    lw_lesson *lesson = NULL;
    lw_error err = {0};
    lw_status status = lw_lesson_parse(file->path, file->text, file->size, NULL, &lesson, &err);
    int code = status == LW_OK ? cli_tell_map(lesson, json) : cli_failed(status, &err);
    lw_lesson_free(lesson);
    return code;
}

static int tell_graph(const info_file *file, bool json)
{
    lw_graph *graph = NULL;
    lw_error err = {0};
    lw_status status = lw_graph_parse(file->path, file->text, file->size, &graph, &err);
    int code = status == LW_OK ? cli_tell_graph(file->path, graph, json) : cli_failed(status, &err);
    lw_graph_free(graph);
    return code;
}

/* A list of nets beside its grid. */
static int tell_nets(const char *path, const char *grid, bool json)
{
    lw_problem *problem = NULL;
    lw_error err = {0};
    lw_status status = lw_problem_load(grid, &(lw_problem_reading){.nets = path}, &problem, &err);
    int code = status == LW_OK ? cli_tell_nets(problem, json) : cli_failed(status, &err);
    lw_problem_free(problem);
    return code;
}

/* The grid that lies beside a list of nets, to be freed, or NULL. */
static char *grid_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcmp(dot, ".nl") == 0 ? lw_path_beside(path, ".grid") : NULL;
}

static int tell_file(const char *path, const info_arguments *arguments)
{
    info_file file = {.path = path};
    lw_lesson_kind kind;
    lw_error err = {0};
    char *grid = grid_of(path);
    if (grid != NULL) {
        int code = tell_nets(path, grid, arguments->json);
        free(grid);
        return code;
    }
    lw_status status = lw_file_read(path, LW_FILE_LIMIT, &file.text, &file.size, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    /* What nobody reads is left to the reader that names most formats. */
    int code = lw_lesson_recognise(file.text, file.size, &kind) ? tell_map(&file, arguments->json)
               : lw_graph_recognise(path, file.text, file.size) ? tell_graph(&file, arguments->json)
               : lw_text_is_known(file.text, file.size)         ? tell_board(&file, arguments)
                                                                : tell_map(&file, arguments->json);
    free(file.text);
    return code;
}

static int run(const cli_command *command, int argc, char **argv)
{
    info_arguments arguments = {0};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code != CLI_GO_ON)
        return code;
    int worst = CLI_CLEAN;
    for (int i = first; i < argc; i++) {
        code = tell_file(argv[i], &arguments);
        worst = code > worst ? code : worst;
    }
    return worst;
}
