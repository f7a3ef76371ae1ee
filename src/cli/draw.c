/* leeway draw: pictures of a board as it is. */
#include <string.h>
#include "cli.h"

typedef struct draw_arguments {
    const char *output;
    bool no_check, pours, quiet;
    cli_pictures pictures;
} draw_arguments;

static const cli_option option_table[] = {
    {'o', "output", "FILE", "a picture by its ending: .svg, .pdf or .png", CLI_TEXT,
     offsetof(draw_arguments, output), NULL},
    CLI_PICTURE_FILES(draw_arguments),
    CLI_PICTURE_STYLE(draw_arguments),
    {0, "no-check", NULL, "without lines of open nets and marks of faults", CLI_FLAG,
     offsetof(draw_arguments, no_check), NULL},
    {0, "pours", NULL, "a pour joins the pads of its net", CLI_FLAG,
     offsetof(draw_arguments, pours), NULL},
    {'q', "quiet", NULL, "no warnings", CLI_FLAG, offsetof(draw_arguments, quiet), NULL},
    {0},
};

static const cli_rule rule_table[] = {
    {"no-check", CLI_EXCLUDES, "pours"},
    {"dpi", CLI_EXCLUDES, "width"},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_draw = {
    .name = "draw",
    .operands = "FILE [NETS] [PATHS|SESSION]",
    .summary = "draw a board, or a field problem and its paths",
    .text = "Draws a board as it is: outline, copper, pads, holes, silkscreen and keepouts,\n"
            "thin lines where nets are open, marks where rules are violated. SVG and PDF are\n"
            "in true scale. A Specctra design is drawn with the copper of the SESSION behind\n"
            "it. Of a field problem it draws the cells, and the PATHS with marks where they\n"
            "are wrong.\n",
    .examples = "  leeway draw board.xml -o board.svg\n"
                "  leeway draw board.brd --pdf bottom.pdf --layers bottom --theme print\n"
                "  leeway draw board.xml --png gnd.png --net GND --width 1600\n"
                "  leeway draw board.dsn board.ses -o board.svg\n"
                "  leeway draw maze.grid maze.sol -o maze.svg\n",
    .options = option_table,
    .rules = rule_table,
    .run = run,
};

/* Puts -o where it belongs by its ending. */
static int sort_output(const cli_command *command, draw_arguments *arguments)
{
    static const char *const endings[] = {[LW_SVG] = ".svg", [LW_PDF] = ".pdf", [LW_PNG] = ".png"};
    const char **file = arguments->pictures.file;
    if (arguments->output != NULL && cli_is_stream(arguments->output))
        return cli_misused(command, "of which kind? --svg -, --pdf - or --png - write a picture to "
                                    "standard output");
    if (arguments->output != NULL) {
        const char *dot = strrchr(arguments->output, '.');
        int kind = 0;
        while (kind < LW_PICTURE_COUNT && (dot == NULL || strcasecmp(dot, endings[kind]) != 0))
            kind++;
        if (kind == LW_PICTURE_COUNT)
            return cli_misused(command,
                               "\"%s\" does not end in .svg, .pdf or .png; "
                               "--svg, --pdf and --png take any name",
                               arguments->output);
        if (file[kind] != NULL)
            return cli_misused(command, "-o and --%s ask for the same kind of picture",
                               endings[kind] + 1);
        file[kind] = arguments->output;
    }
    if (file[LW_SVG] == NULL && file[LW_PDF] == NULL && file[LW_PNG] == NULL)
        return cli_misused(command, "where to? Give -o, --svg, --pdf or --png");
    if (file[LW_PNG] == NULL && (arguments->pictures.dpi > 0 || arguments->pictures.width > 0))
        return cli_misused(command, "--%s says nothing without a PNG",
                           arguments->pictures.dpi > 0 ? "dpi" : "width");
    return CLI_GO_ON;
}

static int draw(const cli_command *command, const lw_board *board, const draw_arguments *arguments)
{
    lw_draw_options drawing;
    int code = cli_picture_options(command, board, &arguments->pictures, &drawing);
    if (code != CLI_GO_ON)
        return code;
    lw_error err = {0};
    lw_report *report = NULL;
    lw_check_options judging = lw_check_options_default();
    judging.pours = arguments->pours;
    if (!arguments->no_check) {
        lw_status status = lw_check(board, NULL, &judging, &report, &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
    }
    code = cli_draw_pictures(board, NULL, report, &arguments->pictures, &drawing);
    lw_report_free(report);
    return code == CLI_GO_ON ? CLI_CLEAN : code;
}

static int draw_problem(const cli_command *command, const lw_problem *problem, const char *paths,
                        const draw_arguments *arguments)
{
    const char *wrong = arguments->pours      ? "pours"
                        : arguments->no_check ? "no-check"
                                              : cli_pictures_of_boards(&arguments->pictures);
    if (wrong != NULL)
        return cli_misused(command, "--%s is for boards, and this is a field problem", wrong);
    return cli_draw_problem(
        &(cli_problem_job){.problem = problem, .pictures = &arguments->pictures}, paths);
}

static int run(const cli_command *command, int argc, char **argv)
{
    draw_arguments arguments = {0};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code = sort_output(command, &arguments);
    if (code != CLI_GO_ON)
        return code;
    int more = argc - first - 1; /* files behind the first; the last of them are the paths */
    const char *const *pictures = arguments.pictures.file;
    cli_files files = {.input = {argv[first], more > 0 ? argv[first + 1] : NULL,
                                 more > 1 ? argv[first + 2] : NULL},
                       .output = {pictures[LW_SVG], pictures[LW_PDF], pictures[LW_PNG]}};
    code = cli_check_files(command, &files);
    if (code != CLI_GO_ON)
        return code;
    lw_board *board = NULL;
    lw_problem *problem = NULL;
    code = cli_load_with(command, &files, arguments.quiet, &board, &problem);
    if (code == CLI_GO_ON && problem != NULL)
        code = draw_problem(command, problem, more > 0 ? argv[argc - 1] : NULL, &arguments);
    else if (code == CLI_GO_ON)
        code = draw(command, board, &arguments);
    lw_problem_free(problem);
    lw_board_free(board);
    return code;
}
