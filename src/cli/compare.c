/* leeway compare: all algorithms of the wave family on one map. */
#include "compare_table.h"

enum { MEMORY = 1000 /* megabytes, unless asked */ };

typedef struct compare_arguments {
    cli_lesson lesson;
    const char *csv, *json;
    cli_list algorithms, also;
    uint32_t limit, memory, width;
    const char *picture[LW_PICTURE_COUNT];
    int theme;
} compare_arguments;

static const cli_option option_table[] = {
    CLI_LESSON_OPTIONS(compare_arguments),
    {0, "also", "X,Y", "another target; may be given again: sums over all", CLI_LIST,
     offsetof(compare_arguments, also), NULL},
    {'a', "algorithms", "NAMES", "these, with commas between (all)", CLI_LIST,
     offsetof(compare_arguments, algorithms), NULL},
    {0, "limit", "THOUSANDS", "cells that each may look at, in thousands", CLI_COUNT,
     offsetof(compare_arguments, limit), NULL},
    {0, "memory", "MB", "megabytes that each may take (1000)", CLI_COUNT,
     offsetof(compare_arguments, memory), NULL},
    {0, "csv", "FILE", "write the table as CSV", CLI_TEXT, offsetof(compare_arguments, csv), NULL},
    {'j', "json", "FILE", "write it as JSON", CLI_TEXT, offsetof(compare_arguments, json), NULL},
    {0, "svg", "FILE", "draw a panel each, as SVG", CLI_TEXT,
     offsetof(compare_arguments, picture[LW_SVG]), NULL},
    {0, "pdf", "FILE", "as PDF", CLI_TEXT, offsetof(compare_arguments, picture[LW_PDF]), NULL},
    {0, "png", "FILE", "as PNG", CLI_TEXT, offsetof(compare_arguments, picture[LW_PNG]), NULL},
    {0, "theme", "NAME", "light, dark or print (light)", CLI_CHOICE,
     offsetof(compare_arguments, theme), cli_theme_choice},
    {0, "width", "PIXELS", "width of a PNG (2400)", CLI_COUNT, offsetof(compare_arguments, width),
     NULL},
    {0},
};

static const cli_rule rule_table[] = {{"theme", CLI_NEEDS, "svg pdf png"},
                                      {"also", CLI_EXCLUDES, "svg pdf png"},
                                      {"width", CLI_NEEDS, "png"},
                                      {0}};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_compare = {
    .name = "compare",
    .operands = "FILE [NETS]",
    .summary = "hold all wave algorithms against each other",
    .text = "Seeks a way between two cells of a maze, a map of a game, a field problem or a\n"
            "board with every algorithm of the wave family. A table says what each found and\n"
            "what it took, in counts that are the same on every machine; a figure shows\n"
            "which cells each has seen. Without --net or --from and --to the way leads\n"
            "between the ends that the file names first, or from corner to corner. Of a\n"
            "graph, a list of edges \"A B 3\", --from and --to are vertices.\n"
            "\n"
            "optimal: no way is cheaper, the algorithm guarantees it; equal: as cheap as the\n"
            "best one here, without a guarantee; +N: dearer by so much; failed: ended without\n"
            "a way, though there may be one; does not fit: the algorithm does not run on maps\n"
            "like this one.\n"
            "labelled: cells that got a label, each counted once; expanded: times that a\n"
            "cell's neighbours were looked at; frontier: most cells that waited at once;\n"
            "waves: steps of the wave; bits: of state for each cell.\n"
            "With --also a row is a sum over all targets: of a wave for each, but of one\n"
            "wave of \"valuation\", which keeps its values.\n",
    .examples = "  leeway compare maze.txt\n"
                "  leeway compare board.xml --net GND --svg gnd.svg\n"
                "  leeway compare maze.txt --algorithms lee,double,astar --csv maze.csv\n"
                "  leeway compare maze.txt -a weighted,valuation --also 9,1 --also 5,5\n"
                "  leeway compare map.map --from 3,4 --to 40,7 --json -\n"
                "  leeway compare roads.edges --from A --to F\n",
    .options = option_table,
    .rules = rule_table,
    .more = cli_print_algorithms,
    .run = run,
};

/* ---- the command ---- */

static int draw(const compare_arguments *arguments, lw_figure *figure)
{
    lw_draw_options options = lw_draw_options_default();
    options.theme = (lw_theme)arguments->theme;
    for (int i = 0; i < LW_PICTURE_COUNT; i++) {
        lw_error err = {0};
        if (arguments->picture[i] == NULL)
            continue;
        options.width = i == LW_PNG ? arguments->width : 0;
        lw_status status =
            lw_figure_save(figure, &options, (lw_picture)i, arguments->picture[i], &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
    }
    return CLI_GO_ON;
}

static int tell(const compare_table *table, const compare_arguments *arguments)
{
    bool data = cli_is_stream(arguments->csv) || cli_is_stream(arguments->json);
    int code = CLI_GO_ON;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        data |= cli_is_stream(arguments->picture[i]);
    if (!data)
        compare_print(table);
    if (arguments->csv != NULL)
        code = compare_write_csv(table, arguments->csv);
    if (arguments->json != NULL && code == CLI_GO_ON)
        code = compare_write_json(table, arguments->json);
    return code;
}

static bool is_drawn(const compare_arguments *arguments)
{
    bool drawn = false;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        drawn |= arguments->picture[i] != NULL;
    return drawn;
}

static lw_status hold(const cli_task *task, const lw_compare_options *options,
                      lw_comparison **comparison, lw_error *err)
{
    return task->graph != NULL
               ? lw_compare_graph(task->graph, task->from, task->to, options, comparison, err)
               : lw_compare(task->lesson, options, comparison, err);
}

/* The cells of --also. */
static int find_others(const cli_command *command, const cli_task *task, const cli_list *also,
                       int32_t *cells)
{
    int code = CLI_GO_ON;
    if (also->count > 0 && task->graph != NULL)
        return cli_misused(command, "--also: over a graph one target at a time");
    for (uint32_t i = 0; i < also->count && code == CLI_GO_ON; i++)
        code = cli_find_cell(command, "also", also->at[i], task->lesson, &cells[i]);
    return code;
}

static int compare(const cli_task *task, const cli_algorithms *chosen,
                   const compare_arguments *arguments, const int32_t *also, const char *path)
{
    cli_watch watch = {0};
    uint32_t others = arguments->also.count;
    lw_figure *figure = is_drawn(arguments) ? lw_figure_new(path) : NULL;
    lw_compare_options options = {.algorithms = chosen->count > 0 ? chosen->at : NULL,
                                  .count = chosen->count,
                                  .limit = (uint64_t)arguments->limit * 1000,
                                  .memory = (size_t)arguments->memory * 1000000,
                                  .also = also,
                                  .also_count = others,
                                  .figure = figure,
                                  .stop = cli_stop,
                                  .context = &watch};
    lw_comparison *comparison = NULL;
    lw_error err = {0};
    cli_catch_signals();
    lw_status status = hold(task, &options, &comparison, &err);
    cli_release_signals();
    int code = status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
    if (code == CLI_GO_ON)
        code = tell(&(compare_table){task, comparison, path, arguments->memory, also, others},
                    arguments);
    if (code == CLI_GO_ON && figure != NULL)
        code = draw(arguments, figure);
    if (code == CLI_GO_ON)
        code = cli_interrupted()        ? CLI_INTERRUPTED
               : comparison->found == 0 ? CLI_PARTIAL
                                        : CLI_CLEAN;
    lw_comparison_free(comparison);
    lw_figure_free(figure);
    return code;
}

static int run(const cli_command *command, int argc, char **argv)
{
    compare_arguments arguments = {.lesson = cli_lesson_default(), .memory = MEMORY};
    cli_algorithms chosen = {.count = 0};
    cli_task task = {0};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code = cli_choose_algorithms(command, "algorithms", &arguments.algorithms, &chosen);
    if (code != CLI_GO_ON)
        return code;
    const char *path = argv[first], *nets = argc - first > 1 ? argv[first + 1] : NULL;
    cli_files files = {.input = {path, nets},
                       .output = {arguments.csv, arguments.json, arguments.picture[LW_SVG],
                                  arguments.picture[LW_PDF], arguments.picture[LW_PNG]}};
    code = cli_check_files(command, &files);
    if (code == CLI_GO_ON)
        code = cli_load_task(command, &files, &arguments.lesson, &task);
    if (code == CLI_GO_ON && task.graph != NULL && is_drawn(&arguments))
        code = cli_misused(command, "a graph has no places where it could be drawn");
    int32_t also[sizeof arguments.also.at / sizeof *arguments.also.at];
    if (code == CLI_GO_ON)
        code = find_others(command, &task, &arguments.also, also);
    if (code == CLI_GO_ON)
        code = compare(&task, &chosen, &arguments, also, path);
    cli_free_task(&task);
    return code;
}
