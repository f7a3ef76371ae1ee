/*
 * The command: finds the subcommand and runs it. The locale stays "C", so that numbers have a
 * point everywhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include "cli.h"

static const cli_command *const commands[] = {
    &cli_route, &cli_check, &cli_draw,    &cli_info,  &cli_convert,
    &cli_maze,  &cli_wave,  &cli_compare, &cli_grade, &cli_worksheet,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *to)
{
    fputs("usage: leeway COMMAND [OPTIONS] FILE\n"
          "\n"
          "Routes printed circuit boards with Lee waves.\n"
          "\n"
          "commands:\n",
          to);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n"
          "options:\n"
          "  -h, --help     this text; 'leeway COMMAND --help' for a command\n"
          "  -V, --version  the version\n"
          "\n"
          "A FILE of '-' is standard input or output. Start with\n"
          "  leeway info board.xml\n"
          "  leeway route board.xml -o routed.xml --svg routed.svg\n"
          "\n"
          "exit status: 0 all routed and clean, 1 some nets open, 2 wrong usage,\n"
          "3 bad input, 4 cannot write, 5 rule violations, 130 interrupted\n",
          to);
}

static const cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown(const char *what, const char *name)
{
    lw_nearest near = lw_nearest_to(name);
    char hint[80];
    for (size_t i = 0; i < COMMANDS; i++)
        lw_nearest_try(&near, commands[i]->name);
    cli_say(stderr, "leeway: there is no %s \"%s\"%s\nTry 'leeway --help'.\n", what, name,
            lw_nearest_hint(&near, hint, sizeof hint));
    return CLI_USAGE;
}

static int help(int argc, char **argv)
{
    const cli_command *command = argc > 2 ? find_command(argv[2]) : NULL;
    if (argc > 2 && command == NULL)
        return unknown("command", argv[2]);
    if (command != NULL)
        cli_print_help(command, stdout);
    else
        print_help(stdout);
    return CLI_CLEAN;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return help(argc, argv);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("leeway %s\n", lw_version());
        return CLI_CLEAN;
    }
    const cli_command *command = find_command(word);
    if (command == NULL)
        return unknown(word[0] == '-' ? "option" : "command", word);
    return command->run(command, argc - 1, argv + 1);
}

/* A closed descriptor would be taken by the next file that is opened, and talk would end in it. */
static void keep_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    cli_prepare_memory();
    keep_standard_files();
    signal(SIGXFSZ, SIG_IGN); /* writing reports it, and cleans up */
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "leeway: cannot write to standard output: %s\n", strerror(errno));
        return CLI_WRITE;
    }
    return code;
}
