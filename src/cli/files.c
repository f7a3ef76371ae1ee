/* Inputs and outputs: what may be written where is settled before any work is done. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/file.h"
#include "cli.h"
#include "io/beside.h"

enum { MOST_WARNINGS = 5 };

bool cli_is_stream(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

const char *cli_input_name(const char *path)
{
    return cli_is_stream(path) ? "standard input" : path;
}

/* Of "-" what the stream leads to. */
static bool look_at(const char *path, int stream, struct stat *info)
{
    return (cli_is_stream(path) ? fstat(stream, info) : stat(path, info)) == 0;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static bool look_at_folder(const char *path, struct stat *info)
{
    size_t length = folder_length(path);
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    bool there = folder != NULL && stat(folder, info) == 0;
    free(folder);
    return there;
}

/* Of files that are not there yet. */
static bool is_same_place(const char *a, const char *b)
{
    struct stat at, bt;
    return strcmp(a + folder_length(a), b + folder_length(b)) == 0 && look_at_folder(a, &at) &&
           look_at_folder(b, &bt) && at.st_dev == bt.st_dev && at.st_ino == bt.st_ino;
}

/* By what the names lead to; the second is an output. Devices may be written to twice. */
static bool is_same_file(const char *a, int a_stream, const char *b)
{
    struct stat at, bt;
    bool a_there = look_at(a, a_stream, &at), b_there = look_at(b, STDOUT_FILENO, &bt);
    if (!a_there && !b_there)
        return is_same_place(a, b);
    return a_there && b_there && S_ISREG(at.st_mode) && at.st_dev == bt.st_dev &&
           at.st_ino == bt.st_ino;
}

/* The writer finds all of this out as well, but only after the work. */
static bool can_write(const char *path)
{
    struct stat status;
    int descriptor = lw_file_descriptor(path);
    if (descriptor >= 0)
        return fcntl(descriptor, F_GETFD) >= 0;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            errno = EISDIR;
        if (S_ISDIR(status.st_mode) || access(path, W_OK) != 0)
            return false;
        if (!S_ISREG(status.st_mode))
            return true;
    }
    size_t length = folder_length(path);
    char *folder = strndup(path, length);
    bool can = folder != NULL && access(length > 0 ? folder : ".", W_OK | X_OK) == 0;
    free(folder);
    return can;
}

static int check_streams(const cli_command *command, const cli_files *files)
{
    int streams = 0;
    for (size_t i = 0; i < CLI_MOST_INPUTS; i++)
        streams += files->input[i] != NULL && cli_is_stream(files->input[i]);
    return streams > 1 ? cli_misused(command, "only one input can come from standard input")
                       : CLI_GO_ON;
}

static int check_apart(const cli_command *command, const cli_files *files, size_t output)
{
    const char *path = files->output[output];
    for (size_t i = 0; i < CLI_MOST_INPUTS; i++) {
        const char *input = files->input[i];
        if (input == NULL || !is_same_file(input, STDIN_FILENO, path))
            continue;
        bool board = i == 0 && !cli_is_stream(input) && strcmp(command->name, "route") == 0;
        return cli_misused(command, "%s%s%s is the input%s", cli_is_stream(path) ? "" : "\"",
                           cli_is_stream(path) ? "standard output" : path,
                           cli_is_stream(path) ? "" : "\"",
                           board ? "; --in-place writes the result into it" : "");
    }
    for (size_t i = 0; i < output; i++) {
        const char *other = files->output[i];
        if (other != NULL && is_same_file(other, STDOUT_FILENO, path))
            return cli_is_stream(path) && cli_is_stream(other)
                       ? cli_misused(command, "only one output can go to standard output")
                       : cli_misused(command, "two outputs go to \"%s\"", path);
    }
    return CLI_GO_ON;
}

static int check_output(const cli_command *command, const cli_files *files, size_t output)
{
    const char *path = files->output[output];
    if (path == NULL)
        return CLI_GO_ON;
    int code = check_apart(command, files, output);
    if (code != CLI_GO_ON || cli_is_stream(path) || can_write(path))
        return code;
    lw_error err = {0};
    lw_fail(&err, LW_ERR_WRITE, path, 0, 0, "cannot be written: %s", strerror(errno));
    return cli_failed(LW_ERR_WRITE, &err);
}

int cli_check_files(const cli_command *command, const cli_files *files)
{
    int code = check_streams(command, files);
    for (size_t i = 0; i < CLI_MOST_OUTPUTS && code == CLI_GO_ON; i++)
        code = check_output(command, files, i);
    return code;
}

static int check_beside(const cli_command *command, const cli_files *files, const char *path)
{
    for (size_t i = 0; i < CLI_MOST_OUTPUTS && path != NULL; i++)
        if (files->output[i] != NULL && is_same_file(path, STDIN_FILENO, files->output[i]))
            return cli_misused(command, "\"%s\" is read with the input", files->output[i]);
    return CLI_GO_ON;
}

int cli_check_beside(const cli_command *command, const cli_files *files, const lw_board *board,
                     const lw_problem *problem)
{
    return check_beside(command, files, board != NULL ? board->beside_path : problem->nets_path);
}

int cli_check_lesson(const cli_command *command, const cli_files *files, const lw_lesson *lesson)
{
    return check_beside(command, files, lesson->beside_path);
}

/* ".brd"; "" where there is none. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    return dot != NULL ? dot : "";
}

static bool format_of_ending(const char *ending, lw_format *format)
{
    static const struct {
        const char *ending;
        lw_format format;
    } table[] = {{".xml", LW_FORMAT_XML},
                 {".brd", LW_FORMAT_EAGLE},
                 {".dsn", LW_FORMAT_SPECCTRA},
                 {".ses", LW_FORMAT_SPECCTRA},
                 {".kicad_pcb", LW_FORMAT_KICAD}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        *format = table[i].format;
        if (strcasecmp(ending, table[i].ending) == 0)
            return true;
    }
    return false;
}

/* Where a name says nothing of what is in it: standard output, a device. */
static bool is_nameless(const char *path)
{
    struct stat status;
    return cli_is_stream(path) || lw_file_descriptor(path) >= 0 || strncmp(path, "/dev/", 5) == 0 ||
           (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

/* An ending that the input has as well says nothing: EAGLE boards may be called .xml. */
static int format_by_name(const cli_command *command, const lw_board *board, const char *path,
                          lw_format *format)
{
    const char *ending = ending_of(path);
    *format = board->format;
    bool same = strcmp(path, board->path) == 0 ||
                (ending[0] != '\0' && strcasecmp(ending, ending_of(board->path)) == 0);
    if (same || is_nameless(path) || format_of_ending(ending, format))
        return CLI_GO_ON;
    return cli_misused(command,
                       "\"%s\" does not end in .xml, .brd, .ses or .kicad_pcb; "
                       "--format takes any name",
                       path);
}

/* What is written of a Specctra design is its session, which must not pass for a design. */
static int check_session(const cli_command *command, const lw_board *board, const char *path,
                         lw_format format)
{
    const char *dot = strrchr(path, '.');
    bool design = strcmp(path, board->path) == 0 || (dot != NULL && strcasecmp(dot, ".dsn") == 0);
    if (format != LW_FORMAT_SPECCTRA || board->format != LW_FORMAT_SPECCTRA || !design)
        return CLI_GO_ON;
    return cli_misused(command, "designs are only read; the session with the copper goes to a file "
                                "of its own, -o FILE.ses");
}

/* A board under the name of a picture is a file that no viewer opens. */
static int check_no_picture(const cli_command *command, const char *path)
{
    static const char *const endings[] = {"svg", "pdf", "png"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++) {
        if (strcasecmp(dot + 1, endings[i]) != 0)
            continue;
        if (strcmp(command->name, "route") == 0)
            return cli_misused(command, "-o writes the board; its picture goes to --%s %s",
                               endings[i], path);
        return cli_misused(command, "-o writes the board; 'leeway draw' makes pictures of it");
    }
    return CLI_GO_ON;
}

int cli_output_format(const cli_command *command, const lw_board *board, const char *asked,
                      const char *path, lw_format *format)
{
    if (asked != NULL) {
        if (lw_format_by_name(asked, format))
            return check_session(command, board, path, *format);
        lw_nearest near = lw_nearest_to(asked);
        char hint[80];
        for (int i = 0; i < LW_FORMAT_COUNT; i++)
            lw_nearest_try(&near, lw_format_name((lw_format)i));
        return cli_misused(command, "there is no format \"%s\"%s", asked,
                           lw_nearest_hint(&near, hint, sizeof hint));
    }
    int code = check_no_picture(command, path);
    if (code != CLI_GO_ON)
        return code;
    code = format_by_name(command, board, path, format);
    return code == CLI_GO_ON ? check_session(command, board, path, *format) : code;
}

void cli_say_warnings(const lw_board *board)
{
    for (uint32_t i = 0; i < board->warnings.count && i < MOST_WARNINGS; i++) {
        const lw_warning *warning = &board->warnings.at[i];
        if (warning->line > 0)
            cli_say(stderr, "%s:%d:%d: warning: %s\n", board->path, warning->line, warning->column,
                    warning->text);
        else
            cli_say(stderr, "%s: warning: %s\n", board->path, warning->text);
    }
    if (board->warnings.count > MOST_WARNINGS)
        cli_say(stderr, "%s: and %u warnings more ('leeway info' lists them)\n", board->path,
                board->warnings.count - MOST_WARNINGS);
}

/* What it is for other commands, or NULL. Standard input can't be read again. */
static const char *stranger(const char *path)
{
    char *text = NULL;
    size_t size;
    lw_lesson_kind kind;
    const char *what = NULL;
    if (cli_is_stream(path) || lw_file_read(path, LW_FILE_LIMIT, &text, &size, NULL) != LW_OK)
        return NULL;
    if (lw_lesson_recognise(text, size, &kind))
        what = kind == LW_LESSON_MAZE ? "a text maze" : "a map of a game";
    else if (lw_graph_recognise(path, text, size))
        what = "a graph";
    free(text);
    return what;
}

static int cannot_load(const char *path, lw_status status, const lw_error *err)
{
    const char *what = status == LW_ERR_INPUT ? stranger(path) : NULL;
    if (what == NULL)
        return cli_failed(status, err);
    cli_say(stderr,
            "%s: error: this is %s, neither board nor field problem; 'leeway wave' and "
            "'leeway compare' take it\n",
            path, what);
    return CLI_INPUT;
}

int cli_load(const char *path, bool quiet, lw_board **board)
{
    lw_error err = {0};
    lw_status status = lw_board_load(path, board, &err);
    if (status != LW_OK)
        return cannot_load(path, status, &err);
    if (!quiet)
        cli_say_warnings(*board);
    return CLI_GO_ON;
}

int cli_load_either(const char *path, const lw_problem_reading *reading, bool quiet,
                    lw_board **board, lw_problem **problem)
{
    lw_error err = {0};
    lw_status status = lw_load(path, reading, board, problem, &err);
    if (status != LW_OK)
        return cannot_load(path, status, &err);
    if (*board != NULL && !quiet)
        cli_say_warnings(*board);
    return CLI_GO_ON;
}

int cli_borrow(lw_board **board, const lw_board *other)
{
    lw_error err = {0};
    lw_board *anew;
    if ((*board)->format != other->format || (*board)->beside_path != NULL ||
        other->beside_path == NULL)
        return CLI_GO_ON;
    lw_status status = lw_board_read_with(*board, other->beside_path, &anew, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    lw_board_free(*board);
    *board = anew;
    return CLI_GO_ON;
}

/* Puts the copper of the session on its design, if one is named behind it. */
static int add_session(const cli_command *command, int count, const char *const *paths,
                       lw_board **board)
{
    lw_error err = {0};
    lw_board *routed;
    if (count == 0)
        return CLI_GO_ON;
    if (count > 1 || (*board)->format != LW_FORMAT_SPECCTRA)
        return cli_misused(command, "one file at a time, not also \"%s\"", paths[count - 1]);
    lw_status status = lw_board_read_with(*board, paths[0], &routed, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    lw_board_free(*board);
    *board = routed;
    return CLI_GO_ON;
}

int cli_load_with(const cli_command *command, const cli_files *files, bool quiet, lw_board **board,
                  lw_problem **problem)
{
    const char *const *behind = files->input + 1;
    int more = (behind[0] != NULL) + (behind[1] != NULL);
    lw_problem_reading reading = {.nets = more == 2 ? behind[0] : NULL};
    int code = cli_load_either(files->input[0], &reading, quiet, board, problem);
    if (code == CLI_GO_ON)
        code = cli_check_beside(command, files, *board, *problem);
    if (code == CLI_GO_ON && *board != NULL)
        code = add_session(command, more, behind, board);
    return code;
}

void cli_say_left_behind(const lw_board *board, lw_format format, const char *path)
{
    if (board->beside_path == NULL || format != board->format || is_nameless(path))
        return;
    const char *ending = ending_of(board->beside_path);
    char *beside = lw_path_beside(path, ending);
    if (beside == NULL)
        cli_say(stderr,
                "%s: its rules stand in \"%s\": copy it, to %.*s%s, before you open or check the "
                "board\n",
                path, board->beside_path, (int)(strlen(path) - strlen(ending_of(path))), path,
                ending);
    free(beside);
}
