/* leeway grade: is a student's solution right, how good is it, and where is it wrong? */
#include "grade.h"

#include <stdlib.h>
#include <string.h>
#include "base/file.h"

typedef struct grade_arguments {
    cli_lesson lesson;
    const char *json, *algorithm;
    bool backward, pours, quiet, verbose;
    lw_nm neck_width;
} grade_arguments;

static const cli_option option_table[] = {
    CLI_LESSON_OPTIONS(grade_arguments),
    {'a', "algorithm", "NAME", "of a trace: whose steps (lee; on graphs graph)", CLI_TEXT,
     offsetof(grade_arguments, algorithm), NULL},
    {0, "backward", NULL, "of a trace: the wave leaves the target", CLI_FLAG,
     offsetof(grade_arguments, backward), NULL},
    {0, "pours", NULL, "of boards: a pour joins the pads of its net", CLI_FLAG,
     offsetof(grade_arguments, pours), NULL},
    {0, "neck-width", "LENGTH", "of boards in XML: of necks, at least (as the rules say)",
     CLI_LENGTH, offsetof(grade_arguments, neck_width), NULL},
    {'j', "json", "FILE", "write the grading as JSON", CLI_TEXT, offsetof(grade_arguments, json),
     NULL},
    {'v', "verbose", NULL, "list all errors, not 20", CLI_FLAG, offsetof(grade_arguments, verbose),
     NULL},
    {'q', "quiet", NULL, "say nothing; the exit status tells", CLI_FLAG,
     offsetof(grade_arguments, quiet), NULL},
    {0},
};

static const cli_rule rule_table[] = {{"verbose", CLI_EXCLUDES, "quiet"}, {0}};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_grade = {
    .name = "grade",
    .operands = "FILE [NETS] SOLUTION",
    .summary = "grade a solution: right? how good? wrong where?",
    .text = "Holds a SOLUTION against the task in FILE: is it legal, is all joined, does\n"
            "nothing overlap, what does it cost, and what would be cheapest? Each error is\n"
            "told with its line in the solution. Exit status 0: right (and whether it is\n"
            "optimal is told), 1: incomplete, 5: wrong, 3: cannot be read.\n"
            "\n"
            "Of a field problem (with its NETS, where they are in a file of their own) the\n"
            "solution is its paths; of a maze or a map it is a line \"x y\" or \"layer x y\"\n"
            "for each cell of the way, or the text maze with the way drawn into it by a\n"
            "letter such as *; of a board it is the routed board, or the session of a design.\n"
            "Of any of them, and of a graph, it may be a trace as 'leeway wave --trace'\n"
            "writes it: its labels are held against those of --algorithm, step by step, and\n"
            "the path that it tells is graded as a way.\n",
    .examples = "  leeway grade bench1.grid bench1.sol\n"
                "  leeway grade maze.txt way.txt\n"
                "  leeway grade maze.txt --from 1,1 --to 29,19 way.txt\n"
                "  leeway grade board.xml routed.xml --json grade.json\n"
                "  leeway grade maze.txt trace.jsonl --algorithm lee\n"
                "  leeway grade roads.edges --from A --to F trace.jsonl\n",
    .options = option_table,
    .rules = rule_table,
    .more = cli_print_algorithms,
    .run = run,
};

bool grade_is(const char *path, bool (*recognise)(const char *text, size_t size))
{
    char *text;
    size_t size;
    if (cli_is_stream(path) || lw_file_read(path, LW_FILE_LIMIT, &text, &size, NULL) != LW_OK)
        return false;
    bool is = recognise(text, size);
    free(text);
    return is;
}

static int hold_against_map(const grade_job *given, const lw_lesson *lesson, const char *text,
                            size_t size)
{
    grade_job job = *given;
    if (job.algorithm == NULL)
        job.algorithm = lw_algorithm_named("lee");
    return lw_is_trace(text, size) ? grade_trace(&job, lesson, text, size)
                                   : grade_way(&job, lesson, text, size);
}

static int hold_against_graph(const cli_command *command, const grade_job *given,
                              const cli_task *task, const char *text, size_t size)
{
    grade_job job = *given;
    if (job.algorithm == NULL)
        job.algorithm = lw_algorithm_named("graph");
    int code = cli_check_graph_algorithm(command, "algorithm", job.algorithm);
    if (code != CLI_GO_ON)
        return code;
    if (job.backward)
        return cli_misused(command, "--backward: a wave over a graph leaves the start");
    return grade_graph(&job, task, text, size);
}

static int grade_on_map(const cli_command *command, const grade_job *job, const cli_lesson *source)
{
    char *text = NULL;
    size_t size;
    cli_task task;
    lw_error err = {0};
    int code = cli_load_task(command, job->files, source, &task);
    if (code == CLI_GO_ON) {
        lw_status status = lw_file_read(job->solution, LW_FILE_LIMIT, &text, &size, &err);
        code = status != LW_OK      ? cli_failed(status, &err)
               : task.graph != NULL ? hold_against_graph(command, job, &task, text, size)
                                    : hold_against_map(job, task.lesson, text, size);
    }
    free(text);
    cli_free_task(&task);
    return code;
}

/* An option that is for maps alone, or NULL. */
static const char *of_maps(const cli_lesson *lesson)
{
    return lesson->net != NULL             ? "net"
           : lesson->from != NULL          ? "from"
           : lesson->to != NULL            ? "to"
           : lesson->directions != 0       ? "directions"
           : lesson->weighing != 0         ? "weighing"
           : lesson->bend != CLI_NOT_GIVEN ? "bend"
           : lesson->via != CLI_NOT_GIVEN  ? "via"
           : lesson->grid != 0             ? "grid"
                                           : NULL;
}

/* An option that is for boards alone, or NULL. */
static const char *of_boards(const grade_job *job)
{
    return job->pours ? "pours" : job->neck_width > 0 ? "neck-width" : NULL;
}

static int grade_other(const cli_command *command, const grade_job *job, const cli_lesson *source)
{
    lw_board *board = NULL;
    lw_problem *problem = NULL;
    const char *nets = job->files->input[1];
    lw_problem_reading reading = {.nets = nets, .layers = source->planes};
    const char *wrong = of_maps(source);
    if (wrong != NULL)
        return cli_misused(command, "--%s is for mazes and maps", wrong);
    int code = cli_load_either(job->task, &reading, job->quiet, &board, &problem);
    if (code == CLI_GO_ON)
        code = cli_check_beside(command, job->files, board, problem);
    if (code == CLI_GO_ON && problem != NULL)
        code = of_boards(job) != NULL ? cli_misused(command, "--%s is for boards", of_boards(job))
                                      : grade_paths(job, problem);
    else if (code == CLI_GO_ON)
        code = nets != NULL
                   ? cli_misused(command, "a board has its nets in it, not in \"%s\"", nets)
               : job->neck_width > 0 && board->format != LW_FORMAT_XML
                   ? cli_misused(command, "--neck-width is for boards in Leeway's XML; in others "
                                          "tracks may be as narrow as any may be there")
                   : grade_board(job, board);
    lw_problem_free(problem);
    lw_board_free(board);
    return code;
}

static int grade(const cli_command *command, const grade_job *job, const cli_lesson *source)
{
    char *text;
    size_t size;
    lw_error err = {0};
    if (strcmp(job->task, "-") == 0)
        return cli_misused(command, "the task has to be a file; the solution may be -");
    lw_status status = lw_file_read(job->task, LW_FILE_LIMIT, &text, &size, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    lw_lesson_kind kind;
    bool map = lw_lesson_recognise(text, size, &kind) ||
               lw_graph_recognise(job->task, text, size) || grade_is(job->solution, lw_is_trace);
    free(text);
    if (map && of_boards(job) != NULL)
        return cli_misused(command, "--%s is for boards", of_boards(job));
    return map ? grade_on_map(command, job, source) : grade_other(command, job, source);
}

static int run(const cli_command *command, int argc, char **argv)
{
    grade_arguments arguments = {.lesson = cli_lesson_default()};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code != CLI_GO_ON)
        return code;
    if (argc - first < 2)
        return cli_misused(command, "which solution? Give its file behind the task's");
    const char *nets = argc - first > 2 ? argv[first + 1] : NULL;
    cli_files files = {.input = {argv[first], nets, argv[argc - 1]}, .output = {arguments.json}};
    code = cli_check_files(command, &files);
    if (code != CLI_GO_ON)
        return code;
    const lw_algorithm *algorithm =
        arguments.algorithm != NULL ? lw_algorithm_named(arguments.algorithm) : NULL;
    if (algorithm == NULL && arguments.algorithm != NULL)
        return cli_no_such_algorithm(command, "algorithm", arguments.algorithm);
    return grade(command,
                 &(grade_job){.command = command,
                              .algorithm = algorithm,
                              .task = argv[first],
                              .solution = argv[argc - 1],
                              .files = &files,
                              .json = arguments.json,
                              .backward = arguments.backward,
                              .pours = arguments.pours,
                              .neck_width = arguments.neck_width,
                              .quiet = arguments.quiet,
                              .verbose = arguments.verbose},
                 &arguments.lesson);
}
