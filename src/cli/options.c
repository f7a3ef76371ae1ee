/*
 * Options, from one table a command: parsed by getopt_long() and printed by --help.
 */
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include "base/number.h"
#include "cli.h"

enum {
    MOST_OPTIONS = 48,
    LONG_BASE = 256, /* getopt_long() answers this plus the option's index */
    HELP_ANSWER = LONG_BASE + MOST_OPTIONS,
    HELP_COLUMN = 23,
};

/* ---- help ---- */

static void print_option(FILE *to, char letter, const char *name, const char *argument,
                         const char *help)
{
    char text[64];
    int length = snprintf(text, sizeof text, "  %s--%s%s%s",
                          letter != 0 ? (char[]){'-', letter, ',', ' ', '\0'} : "    ", name,
                          argument != NULL ? " " : "", argument != NULL ? argument : "");
    if (length > HELP_COLUMN)
        fprintf(to, "%s\n%*s  %s\n", text, HELP_COLUMN, "", help);
    else
        fprintf(to, "%-*s  %s\n", HELP_COLUMN, text, help);
}

void cli_print_help(const cli_command *command, FILE *to)
{
    fprintf(to, "usage: leeway %s [OPTIONS] %s\n\n%s\noptions:\n", command->name, command->operands,
            command->text);
    for (const cli_option *option = command->options; option->name != NULL; option++)
        print_option(to, option->letter, option->name, option->argument, option->help);
    print_option(to, 'h', "help", NULL, "this text");
    if (command->more != NULL)
        command->more(to);
    fprintf(to, "\nexamples:\n%s", command->examples);
}

int cli_misused(const cli_command *command, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cli_say(stderr, "leeway %s: %s\nTry 'leeway %s --help'.\n", command->name, text, command->name);
    return CLI_USAGE;
}

/* ---- values ---- */

/* A number and, perhaps behind blanks, its unit. */
static lw_number_fault parse_length(const char *text, lw_nm *out)
{
    static const lw_unit units[] = {
        {"mm", 1000000}, {"mil", 25400}, {"um", 1000}, {"\u00b5m", 1000}, {"in", 25400000}};
    return lw_parse_length_with_unit(text, units, sizeof units / sizeof *units, out);
}

static int wrong_choice(const cli_command *command, const cli_option *option, const char *value)
{
    char names[128] = "";
    for (int i = 0; option->choice(i) != NULL; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s",
                 i == 0                          ? ""
                 : option->choice(i + 1) != NULL ? ", "
                                                 : " or ",
                 option->choice(i));
    }
    return cli_misused(command, "--%s is %s, not \"%s\"", option->name, names, value);
}

static int set_choice(const cli_command *command, const cli_option *option, const char *value,
                      int *field)
{
    for (int i = 0; option->choice(i) != NULL; i++) {
        if (strcmp(option->choice(i), value) == 0) {
            *field = i;
            return CLI_GO_ON;
        }
    }
    return wrong_choice(command, option, value);
}

static int add_to_list(const cli_command *command, const cli_option *option, const char *value,
                       cli_list *list)
{
    if (value[0] == '\0')
        return cli_misused(command, "--%s is empty", option->name);
    if (list->count == sizeof list->at / sizeof *list->at)
        return cli_misused(command, "--%s is given too often", option->name);
    list->at[list->count++] = value;
    return CLI_GO_ON;
}

static int set_number(const cli_command *command, const cli_option *option, const char *value,
                      void *field)
{
    lw_number_fault fault;
    int64_t number = 0;
    if (option->kind == CLI_LENGTH) {
        fault = parse_length(value, field);
        number = fault == LW_NUMBER_OK ? *(lw_nm *)field : 0;
    } else if (option->kind == CLI_SECONDS) {
        fault = lw_parse_fixed(value, 1000, INT64_C(1000000000000), &number);
        *(int64_t *)field = number;
    } else {
        fault = lw_parse_integer(value, 0, 1000000, &number);
        *(uint32_t *)field = (uint32_t)number;
    }
    if (fault != LW_NUMBER_OK && option->kind == CLI_LENGTH)
        return cli_misused(command, "--%s: \"%s\" is no length such as 0.1mm or 5mil", option->name,
                           value);
    if (fault != LW_NUMBER_OK)
        return cli_misused(command, "--%s: \"%s\" %s", option->name, value,
                           lw_number_fault_text(fault));
    if (number < 0 || (number == 0 && option->kind != CLI_NUMBER))
        return cli_misused(command, "--%s: \"%s\" is not more than 0", option->name, value);
    return CLI_GO_ON;
}

static int set(const cli_command *command, const cli_option *option, const char *value,
               void *arguments)
{
    void *field = (char *)arguments + option->offset;
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        return CLI_GO_ON;
    case CLI_TEXT:
        if (*(const char **)field != NULL)
            return cli_misused(command, "--%s is given twice", option->name);
        if (value[0] == '\0')
            return cli_misused(command, "--%s is empty", option->name);
        *(const char **)field = value;
        return CLI_GO_ON;
    case CLI_CHOICE:
        return set_choice(command, option, value, field);
    case CLI_LIST:
        return add_to_list(command, option, value, field);
    default:
        return set_number(command, option, value, field);
    }
}

/* ---- parsing ---- */

typedef struct getopt_tables {
    struct option names[MOST_OPTIONS + 2];
    char letters[2 * MOST_OPTIONS + 4];
} getopt_tables;

static void fill_tables(const cli_command *command, getopt_tables *tables)
{
    char *letter = tables->letters;
    *letter++ = ':'; /* a missing argument is told apart */
    *letter++ = 'h';
    int count = 0;
    for (const cli_option *option = command->options; option->name != NULL; option++, count++) {
        int wants = option->argument != NULL ? required_argument : no_argument;
        tables->names[count] = (struct option){option->name, wants, NULL, LONG_BASE + count};
        if (option->letter != 0) {
            *letter++ = option->letter;
            if (wants == required_argument)
                *letter++ = ':';
        }
    }
    tables->names[count] = (struct option){"help", no_argument, NULL, HELP_ANSWER};
    tables->names[count + 1] = (struct option){0};
    *letter = '\0';
}

static const cli_option *answered(const cli_command *command, int answer)
{
    if (answer >= LONG_BASE)
        return &command->options[answer - LONG_BASE];
    const cli_option *option = command->options;
    while (option->letter != answer)
        option++;
    return option;
}

static int unknown_option(const cli_command *command, char **argv)
{
    if (optopt != 0 && optopt < LONG_BASE)
        return cli_misused(command, "there is no option -%c", optopt);
    const char *word = argv[optind - 1];
    if (optopt != 0)
        return cli_misused(command, "%.*s takes no value", (int)strcspn(word, "="), word);
    char name[80], hint[120];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    lw_nearest near = lw_nearest_to(name);
    for (const cli_option *option = command->options; option->name != NULL; option++) {
        if (strncmp(option->name, name, strlen(name)) == 0)
            return cli_misused(command, "--%s may mean several options", name);
        lw_nearest_try(&near, option->name);
    }
    if (near.best != NULL)
        snprintf(hint, sizeof hint, "; did you mean --%s?", near.best);
    return cli_misused(command, "there is no option --%s%s", name, near.best != NULL ? hint : "");
}

/* As many as there are words, unless dots say that there may be any number. */
static int operands_most(const cli_command *command)
{
    int words = 1;
    for (const char *c = command->operands; *c != '\0'; c++)
        words += *c == ' ';
    return strstr(command->operands, "...") != NULL ? INT_MAX : words;
}

static int check_operands(const cli_command *command, int argc, char **argv)
{
    if (optind == argc)
        return strstr(command->operands, "FILE") != NULL
                   ? cli_misused(command, "which file?")
                   : cli_misused(command, "%s is missing", command->operands);
    int most = operands_most(command);
    if (argc - optind > most)
        return cli_misused(command, "%s, not also \"%s\"",
                           most == 1 ? "one file at a time" : "so many files are too many",
                           argv[optind + most]);
    return CLI_GO_ON;
}

/* ---- what goes with what ---- */

typedef struct given_options {
    bool at[MOST_OPTIONS]; /* by place in the command's table */
} given_options;

static bool is_given(const cli_command *command, const given_options *given, const char *name,
                     size_t length)
{
    for (int i = 0; command->options[i].name != NULL; i++)
        if (strlen(command->options[i].name) == length &&
            strncmp(command->options[i].name, name, length) == 0)
            return given->at[i];
    return false;
}

/* "--svg, --pdf or --png" */
static void list_names(const char *names, char *list, size_t size)
{
    list[0] = '\0';
    for (const char *at = names; *at != '\0';) {
        size_t length = strcspn(at, " "), used = strlen(list);
        bool last = at[length] == '\0';
        const char *between = at == names ? "" : last ? " or " : ", ";
        snprintf(list + used, size - used, "%s--%.*s", between, (int)length, at);
        at += length + !last;
    }
}

static int check_rule(const cli_command *command, const cli_rule *rule, const given_options *given)
{
    for (const char *at = rule->others; *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool other = is_given(command, given, at, length);
        if (other && rule->kind == CLI_EXCLUDES)
            return cli_misused(command, "--%s and --%.*s exclude each other", rule->option,
                               (int)length, at);
        if (other)
            return CLI_GO_ON;
        at += length + (at[length] == ' ');
    }
    if (rule->kind == CLI_EXCLUDES)
        return CLI_GO_ON;
    char list[80];
    list_names(rule->others, list, sizeof list);
    return cli_misused(command, "--%s says nothing without %s", rule->option, list);
}

static int check_rules(const cli_command *command, const given_options *given)
{
    int code = CLI_GO_ON;
    for (const cli_rule *rule = command->rules;
         rule != NULL && rule->option != NULL && code == CLI_GO_ON; rule++)
        if (is_given(command, given, rule->option, strlen(rule->option)))
            code = check_rule(command, rule, given);
    return code;
}

int cli_parse(const cli_command *command, int argc, char **argv, void *arguments, int *first)
{
    getopt_tables tables;
    given_options given = {0};
    fill_tables(command, &tables);
    opterr = 0;
    int answer;
    while ((answer = getopt_long(argc, argv, tables.letters, tables.names, NULL)) != -1) {
        if (answer == 'h' || answer == HELP_ANSWER) {
            cli_print_help(command, stdout);
            return CLI_CLEAN;
        }
        if (answer == ':')
            return cli_misused(command, "%s needs a value", argv[optind - 1]);
        if (answer == '?')
            return unknown_option(command, argv);
        const cli_option *option = answered(command, answer);
        int code = set(command, option, optarg, arguments);
        given.at[option - command->options] = true;
        if (code != CLI_GO_ON)
            return code;
    }
    *first = optind;
    int code = check_operands(command, argc, argv);
    return code == CLI_GO_ON ? check_rules(command, &given) : code;
}
