/* What is said to people: safe on a terminal, counted in words, with a guess at what was meant. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

/* Control characters, also those of two bytes (U+0080 to U+009F), must not reach a terminal. */
static void make_plain(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        if ((*c < 0x20 && *c != '\n') || *c == 0x7F)
            *c = '?';
        else if (c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0)
            c[0] = c[1] = '?';
    }
}

void cli_say(FILE *to, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        abort();
    make_plain(text);
    fputs(text, to);
    free(text);
}

static int exit_code(lw_status status)
{
    static const int codes[] = {
        [LW_OK] = CLI_CLEAN,
        [LW_ERR_INPUT] = CLI_INPUT,
        [LW_ERR_OPTION] = CLI_USAGE,
        [LW_ERR_READ] = CLI_INPUT,
        [LW_ERR_WRITE] = CLI_WRITE,
        [LW_ERR_MEMORY] = CLI_USAGE,
        [LW_ERR_STOPPED] = CLI_PARTIAL,
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

/* ---- near names ---- */

enum { NEAR_MOST = 64 }; /* longer names are not compared */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Letters to insert, delete, replace or swap with the next; case counts nothing. */
static size_t edits_between(const char *a, const char *b)
{
    size_t rows[3][NEAR_MOST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t columns = strlen(b);
    for (size_t j = 0; j <= columns; j++)
        last[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = least(least(row[j - 1], last[j]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[columns];
}

cli_near cli_near_to(const char *wanted)
{
    /* A third of the letters may be wrong. */
    return (cli_near){.wanted = wanted, .distance = strlen(wanted) / 3 + 2};
}

void cli_near_offer(cli_near *near, const char *name)
{
    if (strlen(near->wanted) > NEAR_MOST || strlen(name) > NEAR_MOST)
        return;
    size_t distance = edits_between(near->wanted, name);
    if (distance < near->distance && distance < strlen(name)) {
        near->best = name;
        near->distance = distance;
    }
}

const char *cli_near_hint(const cli_near *near, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (near->best != NULL)
        snprintf(buffer, size, " (did you mean \"%s\"?)", near->best);
    return buffer;
}
