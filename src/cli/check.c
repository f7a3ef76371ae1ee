/* leeway check: is the copper clean, and is every net joined? */
#include <string.h>
#include "cli.h"

typedef struct check_arguments {
    const char *base, *json;
    bool pours, verbose, quiet;
    cli_pictures pictures;
} check_arguments;

static const cli_option option_table[] = {
    {0, "pours", NULL, "a pour joins the pads of its net", CLI_FLAG,
     offsetof(check_arguments, pours), NULL},
    {0, "base", "FILE", "the board before: its faults are listed apart", CLI_TEXT,
     offsetof(check_arguments, base), NULL},
    {'j', "json", "FILE", "write the report as JSON", CLI_TEXT, offsetof(check_arguments, json),
     NULL},
    CLI_PICTURE_FILES(check_arguments),
    CLI_PICTURE_STYLE(check_arguments),
    {'v', "verbose", NULL, "list all faults, not 20 of a kind", CLI_FLAG,
     offsetof(check_arguments, verbose), NULL},
    {'q', "quiet", NULL, "say nothing; the exit status tells", CLI_FLAG,
     offsetof(check_arguments, quiet), NULL},
    {0},
};

static const cli_rule rule_table[] = {
    {"verbose", CLI_EXCLUDES, "quiet"},
    CLI_PICTURE_RULES("svg pdf png"),
    {"dpi", CLI_NEEDS, "png"},
    {"width", CLI_NEEDS, "png"},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_check = {
    .name = "check",
    .operands = "FILE [NETS] [PATHS|SESSION]",
    .summary = "judge a board, or the paths of a field problem",
    .text = "Judges a board from its geometry alone: clearances, edges, holes, keepouts,\n"
            "widths, and whether every net is joined. Exit status 0: routed and clean,\n"
            "1: some nets are open, 5: rules are violated. Faults in which no track and no\n"
            "via takes part (two pads too close) are listed apart and do not count; with\n"
            "--base, those in which no track and no via takes part that FILE lacks. A KiCad\n"
            "board without a project of its name is judged by that of the base.\n"
            "A Specctra design is judged with the copper of the SESSION behind it.\n"
            "\n"
            "Of a field problem it judges the PATHS that are to solve it: whether they are\n"
            "legal and whole and have no cell in common, and what they cost.\n",
    .examples = "  leeway check routed.xml\n"
                "  leeway check --json - routed.brd | jq .by_rule\n"
                "  leeway check routed.brd --base unrouted.brd\n"
                "  leeway check routed.xml --svg faults.svg\n"
                "  leeway check board.dsn board.ses\n"
                "  leeway check maze.grid maze.sol\n",
    .options = option_table,
    .rules = rule_table,
    .run = run,
};

static int judge(const cli_command *command, const lw_board *board, const lw_board *base,
                 const check_arguments *arguments, cli_result *result)
{
    lw_draw_options drawing;
    int code = cli_picture_options(command, board, &arguments->pictures, &drawing);
    if (code != CLI_GO_ON)
        return code;
    lw_error err = {0};
    lw_report *report = NULL;
    lw_check_options judging = lw_check_options_default();
    judging.base = base;
    judging.pours = arguments->pours;
    lw_status status = lw_check(board, NULL, &judging, &report, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    result->report = report;
    /* The report is data, unless standard output is taken. */
    bool taken = arguments->json != NULL && strcmp(arguments->json, "-") == 0;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        taken |=
            arguments->pictures.file[i] != NULL && strcmp(arguments->pictures.file[i], "-") == 0;
    if (!arguments->quiet)
        cli_print_report(taken ? stderr : stdout, result,
                         arguments->verbose ? UINT32_MAX : CLI_MOST_LISTED);
    if (arguments->json != NULL)
        code = cli_write_report(result, arguments->json);
    if (code == CLI_GO_ON)
        code = cli_draw_pictures(board, NULL, report, &arguments->pictures, &drawing);
    if (code == CLI_GO_ON)
        code = cli_verdict(report);
    lw_report_free(report);
    return code;
}

static int check_board(const cli_command *command, const cli_files *files, lw_board **board,
                       const check_arguments *arguments, int64_t started)
{
    lw_board *base = NULL;
    int code = CLI_GO_ON;
    if (arguments->base != NULL)
        code = cli_load(arguments->base, true, &base);
    if (code == CLI_GO_ON && base != NULL)
        code = cli_check_beside(command, files, base, NULL);
    if (code == CLI_GO_ON && base != NULL)
        code = cli_borrow(board, base);
    if (code == CLI_GO_ON && !arguments->quiet)
        cli_say_warnings(*board);
    cli_result result = {.board = *board, .has_base = base != NULL, .started = started};
    if (code == CLI_GO_ON)
        code = judge(command, *board, base, arguments, &result);
    lw_board_free(base);
    return code;
}

/* An option that means nothing to a field problem, or NULL. */
static const char *of_boards(const check_arguments *arguments)
{
    return arguments->pours          ? "pours"
           : arguments->base != NULL ? "base"
                                     : cli_pictures_of_boards(&arguments->pictures);
}

static int check_paths(const cli_command *command, const lw_problem *problem, const char *paths,
                       const check_arguments *arguments, int64_t started)
{
    const char *wrong = of_boards(arguments);
    if (wrong != NULL)
        return cli_misused(command, "--%s is for boards, and this is a field problem", wrong);
    if (paths == NULL)
        return cli_misused(command, "which paths? Give their file behind the problem's");
    return cli_check_problem(&(cli_problem_job){.problem = problem,
                                                .json = arguments->json,
                                                .pictures = &arguments->pictures,
                                                .quiet = arguments->quiet,
                                                .verbose = arguments->verbose,
                                                .started = started},
                             paths);
}

static int run(const cli_command *command, int argc, char **argv)
{
    check_arguments arguments = {0};
    int64_t started = cli_now();
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code != CLI_GO_ON)
        return code;
    int more = argc - first - 1; /* files behind the first; the last of them are the paths */
    const char *const *pictures = arguments.pictures.file;
    cli_files files = {
        .input = {argv[first], more > 0 ? argv[first + 1] : NULL, more > 1 ? argv[first + 2] : NULL,
                  arguments.base},
        .output = {arguments.json, pictures[LW_SVG], pictures[LW_PDF], pictures[LW_PNG]}};
    code = cli_check_files(command, &files);
    if (code != CLI_GO_ON)
        return code;
    lw_board *board = NULL;
    lw_problem *problem = NULL;
    code = cli_load_with(command, &files, true, &board, &problem);
    if (code == CLI_GO_ON && problem != NULL)
        code = check_paths(command, problem, more > 0 ? argv[argc - 1] : NULL, &arguments, started);
    else if (code == CLI_GO_ON)
        code = check_board(command, &files, &board, &arguments, started);
    lw_problem_free(problem);
    lw_board_free(board);
    return code;
}
