/* leeway wave: what an algorithm of the wave family does, step by step. */
#include "cli.h"
#include "wave_graph.h"
#include "wave_text.h"

typedef struct wave_arguments {
    cli_lesson lesson;
    cli_list algorithms;
    uint32_t limit, steps;
    bool backward;
    wave_show show;
    const char *trace, *html, *svg, *film, *frames;
    int format, theme, paper;
    uint32_t width;
} wave_arguments;

static const char *format_choice(int index)
{
    static const char *const names[] = {"svg", "png", NULL};
    return names[index];
}

static const cli_option option_table[] = {
    CLI_LESSON_OPTIONS(wave_arguments),
    {'a', "algorithms", "NAMES", "which, with commas between (lee)", CLI_LIST,
     offsetof(wave_arguments, algorithms), NULL},
    {0, "backward", NULL, "the wave leaves the target, where it can", CLI_FLAG,
     offsetof(wave_arguments, backward), NULL},
    {0, "limit", "THOUSANDS", "cells that each may look at, in thousands", CLI_COUNT,
     offsetof(wave_arguments, limit), NULL},
    {0, "steps", "N", "of the wave that each may make", CLI_COUNT, offsetof(wave_arguments, steps),
     NULL},
    {0, "step", "N", "print this frame, counted from 0 (the last)", CLI_NUMBER,
     offsetof(wave_arguments, show.step), NULL},
    {0, "every", "N", "print every so many frames, and the last", CLI_COUNT,
     offsetof(wave_arguments, show.every), NULL},
    {0, "play", NULL, "frame after frame, on a terminal", CLI_FLAG,
     offsetof(wave_arguments, show.play), NULL},
    {0, "speed", "N", "frames a second (10)", CLI_COUNT, offsetof(wave_arguments, show.speed),
     NULL},
    {0, "trace", "FILE", "write all steps as JSON lines", CLI_TEXT, offsetof(wave_arguments, trace),
     NULL},
    {0, "html", "FILE", "write a page that plays them", CLI_TEXT, offsetof(wave_arguments, html),
     NULL},
    {0, "svg", "FILE", "write an SVG that moves, of one algorithm", CLI_TEXT,
     offsetof(wave_arguments, svg), NULL},
    {0, "film", "FILE", "draw frames on pages, as PDF", CLI_TEXT, offsetof(wave_arguments, film),
     NULL},
    {0, "page", "NAME", "of the film: a4 or letter (a4)", CLI_CHOICE,
     offsetof(wave_arguments, paper), cli_paper_choice},
    {0, "frames", "FOLDER", "draw each frame into a file there", CLI_TEXT,
     offsetof(wave_arguments, frames), NULL},
    {0, "frame-format", "NAME", "of these files: svg or png (svg)", CLI_CHOICE,
     offsetof(wave_arguments, format), format_choice},
    {0, "theme", "NAME", "light, dark or print (light)", CLI_CHOICE,
     offsetof(wave_arguments, theme), cli_theme_choice},
    {0, "width", "PIXELS", "width of a PNG (2400)", CLI_COUNT, offsetof(wave_arguments, width),
     NULL},
    {0},
};

static const cli_rule rule_table[] = {
    {"speed", CLI_NEEDS, "play svg"},        {"page", CLI_NEEDS, "film"},
    {"frame-format", CLI_NEEDS, "frames"},   {"width", CLI_NEEDS, "frames"},
    {"theme", CLI_NEEDS, "svg film frames"}, {"step", CLI_EXCLUDES, "every"},
    {"step", CLI_EXCLUDES, "play"},          {0}};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_wave = {
    .name = "wave",
    .operands = "FILE [NETS]",
    .summary = "watch a wave, step by step",
    .text = "Seeks a way between two cells of a maze, a map of a game, a field problem or a\n"
            "board, keeps what the algorithm does, and shows it: in the terminal, as a web\n"
            "page that plays it, or as a trace that a program can be held against. Without\n"
            "--net or --from and --to the way leads between the ends that the file names\n"
            "first, or from corner to corner. --algorithms all takes the whole family.\n"
            "\n"
            "Of a graph (a line an edge, \"A B 3\": what it joins, and what that costs)\n"
            "--from and --to are vertices, and each step is a line; the algorithms are\n"
            "graph, breadth and depth.\n",
    .examples = "  leeway wave maze.txt\n"
                "  leeway wave maze.txt --algorithms double --every 5\n"
                "  leeway wave board.xml --net GND --algorithms astar --play\n"
                "  leeway wave maze.txt --algorithms lee,double,astar --html maze.html\n"
                "  leeway wave maze.txt --svg lee.svg --film lee.pdf --every 4\n"
                "  leeway wave maze.txt --from 0,0 --to 9,4 --trace lee.jsonl\n"
                "  leeway wave roads.edges --from A --to F\n",
    .options = option_table,
    .rules = rule_table,
    .more = cli_print_algorithms,
    .run = run,
};

/* ---- recording ---- */

typedef struct wave_records {
    lw_record *at[CLI_MOST_ALGORITHMS];
    size_t count;
} wave_records;

static void free_records(wave_records *records)
{
    for (size_t i = 0; i < records->count; i++)
        lw_record_free(records->at[i]);
    records->count = 0;
}

static int record_all(const lw_lesson *lesson, const cli_algorithms *chosen,
                      const wave_arguments *arguments, wave_records *records)
{
    cli_watch watch = {0};
    lw_record_options options = {.backward = arguments->backward,
                                 .limit = (uint64_t)arguments->limit * 1000,
                                 .steps = arguments->steps,
                                 .stop = cli_stop,
                                 .context = &watch};
    cli_catch_signals();
    for (size_t i = 0; i < chosen->count; i++) {
        lw_error err = {0};
        lw_status status =
            lw_record_new(lesson, chosen->at[i], &options, &records->at[records->count], &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
        records->count++;
        if (cli_interrupted())
            return CLI_INTERRUPTED;
    }
    cli_release_signals();
    return CLI_GO_ON;
}

/* ---- what becomes of the records ---- */

static int tell(const cli_command *command, const wave_arguments *arguments,
                const wave_records *records)
{
    bool drawn = arguments->svg != NULL || arguments->film != NULL || arguments->frames != NULL;
    bool saved = drawn || arguments->trace != NULL || arguments->html != NULL;
    if (cli_is_stream(arguments->trace) || cli_is_stream(arguments->html) ||
        cli_is_stream(arguments->svg) || cli_is_stream(arguments->film))
        return CLI_GO_ON;
    if (!saved || (arguments->show.asked && !drawn))
        return wave_show_frames(command, records->at, records->count, &arguments->show);
    for (size_t i = 0; i < records->count; i++)
        wave_show_counts(records->at[i]);
    return CLI_GO_ON;
}

static lw_status draw(const wave_arguments *arguments, const wave_records *records, lw_error *err)
{
    lw_status status = LW_OK;
    lw_record_drawing drawing = {.theme = (lw_theme)arguments->theme,
                                 .width = arguments->width,
                                 .every = arguments->show.every,
                                 .picture = arguments->format == 0 ? LW_SVG : LW_PNG,
                                 .speed = arguments->show.speed,
                                 .paper = (lw_paper)arguments->paper};
    if (arguments->svg != NULL)
        status = lw_record_save_animation(records->at[0], &drawing, arguments->svg, err);
    if (arguments->film != NULL && status == LW_OK)
        status = lw_record_save_film(records->at, records->count, &drawing, arguments->film, err);
    if (arguments->frames != NULL && status == LW_OK)
        status =
            lw_record_save_frames(records->at, records->count, &drawing, arguments->frames, err);
    return status;
}

static int save(const wave_arguments *arguments, const wave_records *records)
{
    lw_error err = {0};
    lw_status status = LW_OK;
    if (arguments->trace != NULL)
        status = lw_record_save_trace(records->at, records->count, arguments->trace, &err);
    if (arguments->html != NULL && status == LW_OK)
        status = lw_record_save_page(records->at, records->count, arguments->html, &err);
    if (status == LW_OK)
        status = draw(arguments, records, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int verdict(const wave_records *records)
{
    for (size_t i = 0; i < records->count; i++)
        if (records->at[i]->trial.outcome == LW_FOUND)
            return CLI_CLEAN;
    return CLI_PARTIAL;
}

static void choose_default(cli_algorithms *chosen, const char *name)
{
    if (chosen->count == 0)
        chosen->at[chosen->count++] = lw_algorithm_named(name);
}

static int watch(const cli_command *command, const lw_lesson *lesson, cli_algorithms *chosen,
                 const wave_arguments *arguments)
{
    wave_records records = {.count = 0};
    choose_default(chosen, "lee");
    int code = record_all(lesson, chosen, arguments, &records);
    if (code == CLI_GO_ON)
        code = tell(command, arguments, &records);
    if (code == CLI_GO_ON)
        code = save(arguments, &records);
    if (code == CLI_GO_ON)
        code = verdict(&records);
    free_records(&records);
    return code;
}

/* An option that needs places, or frames, which a graph does not have; or NULL. */
static const char *option_of_frames(const wave_arguments *arguments)
{
    return arguments->html != NULL                 ? "html"
           : arguments->svg != NULL                ? "svg"
           : arguments->film != NULL               ? "film"
           : arguments->frames != NULL             ? "frames"
           : arguments->show.step != CLI_NOT_GIVEN ? "step"
           : arguments->show.every > 0             ? "every"
           : arguments->show.play                  ? "play"
           : arguments->backward                   ? "backward"
                                                   : NULL;
}

static int watch_graph(const cli_command *command, const cli_task *task, cli_algorithms *chosen,
                       const wave_arguments *arguments)
{
    const char *wrong = option_of_frames(arguments);
    if (wrong != NULL)
        return cli_misused(command, "--%s: not of a graph, which has no places for its vertices",
                           wrong);
    choose_default(chosen, "graph");
    for (size_t i = 0; i < chosen->count; i++) {
        int code = cli_check_graph_algorithm(command, "algorithms", chosen->at[i]);
        if (code != CLI_GO_ON)
            return code;
    }
    return wave_over_graph(&(wave_graph_job){.task = task,
                                             .algorithms = chosen,
                                             .limit = (uint64_t)arguments->limit * 1000,
                                             .steps = arguments->steps,
                                             .trace = arguments->trace});
}

static int run(const cli_command *command, int argc, char **argv)
{
    wave_arguments arguments = {.lesson = cli_lesson_default(), .show.step = CLI_NOT_GIVEN};
    cli_algorithms chosen = {.count = 0};
    cli_task task = {0};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code = cli_choose_algorithms(command, "algorithms", &arguments.algorithms, &chosen);
    if (code != CLI_GO_ON)
        return code;
    if (cli_is_stream(arguments.frames))
        return cli_misused(command, "--frames: files need a folder, not standard output");
    if (arguments.svg != NULL && chosen.count > 1)
        return cli_misused(command, "--svg shows one algorithm at a time");
    arguments.show.asked =
        arguments.show.step != CLI_NOT_GIVEN || arguments.show.every > 0 || arguments.show.play;
    const char *path = argv[first], *nets = argc - first > 1 ? argv[first + 1] : NULL;
    cli_files files = {.input = {path, nets},
                       .output = {arguments.trace, arguments.html, arguments.svg, arguments.film}};
    code = cli_check_files(command, &files);
    if (code == CLI_GO_ON)
        code = cli_load_task(command, &files, &arguments.lesson, &task);
    if (code == CLI_GO_ON)
        code = task.graph != NULL ? watch_graph(command, &task, &chosen, &arguments)
                                  : watch(command, task.lesson, &chosen, &arguments);
    cli_free_task(&task);
    return code;
}
