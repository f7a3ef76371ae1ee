/* What is said to people: safe on a terminal, counted in words. */
#include <stdarg.h>
#include <stdlib.h>
#include "base/plain.h"
#include "cli.h"

void cli_say(FILE *to, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        abort();
    lw_make_plain(text, "\n");
    fputs(text, to);
    free(text);
}

static int exit_code(lw_status status)
{
    static const int codes[] = {
        [LW_OK] = CLI_CLEAN,       [LW_ERR_INPUT] = CLI_INPUT, [LW_ERR_OPTION] = CLI_USAGE,
        [LW_ERR_READ] = CLI_INPUT, [LW_ERR_WRITE] = CLI_WRITE, [LW_ERR_MEMORY] = CLI_USAGE,
    };
    return codes[status];
}

int cli_failed(lw_status status, const lw_error *err)
{
    char text[1024];
    cli_say(stderr, "%s%s\n",
            err->source[0] != '\0' ? "" : "leeway: ", lw_error_text(err, text, sizeof text));
    return exit_code(status);
}

const char *cli_count(char buffer[48], uint64_t count, const char *thing)
{
    snprintf(buffer, 48, "%llu %s%s", (unsigned long long)count, thing, count == 1 ? "" : "s");
    return buffer;
}
