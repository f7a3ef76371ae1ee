/* Nets that are chosen by their names. */
#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "cli.h"

/* A star stands for any letters, a question mark for one byte of a name. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *again = NULL; /* the last star, and what of the name follows it */
    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            again = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

/* A net that is called so literally goes before those that the pattern stands for. */
static bool mark(const lw_board *board, const char *word, bool value, bool *nets)
{
    lw_net_id net = lw_board_net(board, word);
    if (net != LW_NO_NET) {
        nets[net] = value;
        return true;
    }
    bool any = false;
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (matches(word, board->nets.at[i].name)) {
            nets[i] = value;
            any = true;
        }
    return any;
}

static int unknown_net(const cli_command *command, const lw_board *board, const char *option,
                       const char *word)
{
    char hint[160];
    lw_nearest near = lw_nearest_to(word);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_nearest_try(&near, board->nets.at[i].name);
    return cli_misused(command, "--%s: no net \"%s\" on the board%s", option, word,
                       lw_nearest_hint(&near, hint, sizeof hint));
}

/* What stands between commas; but a whole text that is a net's name is that net. */
static int mark_text(const cli_command *command, const lw_board *board, const char *option,
                     const char *text, bool value, bool *nets)
{
    if (mark(board, text, value, nets))
        return CLI_GO_ON;
    int code = CLI_GO_ON;
    char *words = lw_alloc(strlen(text) + 1, 1);
    strcpy(words, text);
    for (char *word = words, *end; word != NULL && code == CLI_GO_ON; word = end) {
        end = strchr(word, ',');
        if (end != NULL)
            *end++ = '\0';
        if (!mark(board, word, value, nets))
            code = unknown_net(command, board, option, word);
    }
    free(words);
    return code;
}

static int mark_list(const cli_command *command, const lw_board *board, const char *option,
                     const cli_list *list, bool value, bool *nets)
{
    int code = CLI_GO_ON;
    for (uint32_t i = 0; i < list->count && code == CLI_GO_ON; i++)
        code = mark_text(command, board, option, list->at[i], value, nets);
    return code;
}

int cli_choose_nets(const cli_command *command, const lw_board *board,
                    const cli_choice_of_nets *choice, bool **nets)
{
    if (choice->only.count + choice->except.count == 0)
        return CLI_GO_ON;
    *nets = lw_alloc((size_t)board->nets.count + 1, sizeof **nets);
    for (uint32_t i = 0; i < board->nets.count; i++)
        (*nets)[i] = choice->only.count == 0;
    int code = mark_list(command, board, "only", &choice->only, true, *nets);
    if (code == CLI_GO_ON)
        code = mark_list(command, board, "except", &choice->except, false, *nets);
    return code;
}
