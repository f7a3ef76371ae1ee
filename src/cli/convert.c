/* leeway convert: a board in another format. */
#include "cli.h"

typedef struct convert_arguments {
    const char *output, *format;
    bool quiet;
} convert_arguments;

static const cli_option option_table[] = {
    {'o', "output", "FILE", "where to", CLI_TEXT, offsetof(convert_arguments, output), NULL},
    {'f', "format", "NAME", "leeway-xml, eagle, specctra, kicad; else by ending", CLI_TEXT,
     offsetof(convert_arguments, format), NULL},
    {'q', "quiet", NULL, "no warnings", CLI_FLAG, offsetof(convert_arguments, quiet), NULL},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_convert = {
    .name = "convert",
    .operands = "FILE",
    .summary = "write a board in another format",
    .text = "Writes a board, with the copper it has, in another format. Without --format the\n"
            "ending of the output says which: .xml is Leeway's own, .brd EAGLE's, .kicad_pcb\n"
            "KiCad's, .ses the session of a Specctra design. Any board can become Leeway XML;\n"
            "the others are only written from their own.\n",
    .examples = "  leeway convert board.brd -o board.xml\n"
                "  leeway convert --format leeway-xml - -o - < board.brd > board.xml\n",
    .options = option_table,
    .run = run,
};

static int save(const cli_command *command, const lw_board *board,
                const convert_arguments *arguments)
{
    lw_format format;
    int code = cli_output_format(command, board, arguments->format, arguments->output, &format);
    if (code != CLI_GO_ON)
        return code;
    lw_error err = {0};
    lw_status status = lw_board_save(board, NULL, format, arguments->output, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    if (!arguments->quiet)
        cli_say_left_behind(board, format, arguments->output);
    return CLI_CLEAN;
}

static int run(const cli_command *command, int argc, char **argv)
{
    convert_arguments arguments = {0};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code != CLI_GO_ON)
        return code;
    if (arguments.output == NULL)
        return cli_misused(command, "where to? Give -o FILE");
    cli_files files = {.input = {argv[first]}, .output = {arguments.output}};
    code = cli_check_files(command, &files);
    if (code != CLI_GO_ON)
        return code;
    lw_board *board = NULL;
    code = cli_load(argv[first], arguments.quiet, &board);
    if (code == CLI_GO_ON)
        code = cli_check_beside(command, &files, board, NULL);
    if (code == CLI_GO_ON)
        code = save(command, board, &arguments);
    lw_board_free(board);
    return code;
}
