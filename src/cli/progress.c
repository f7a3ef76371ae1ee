/* A line on the terminal, and what a run has used. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "cli.h"

enum {
    PAUSE = 100, /* milliseconds between two drawings */
    BAR = 24,    /* columns */
};

int64_t cli_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

double cli_cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

double cli_peak_megabytes(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss / 1024;
}

double cli_megabytes(size_t bytes)
{
    return (double)bytes / (1 << 20);
}

cli_progress cli_progress_start(bool quiet)
{
    const char *terminal = getenv("TERM");
    bool can = isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;
    return (cli_progress){.wanted = can && !quiet, .next = cli_now() + 2 * PAUSE};
}

static int columns(void)
{
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

static int bar_line(char *line, size_t size, const lw_progress *progress)
{
    int full = (int)((uint64_t)BAR * progress->done / progress->total);
    return snprintf(line, size, "[%.*s%*s] %u of %u connections, %u open", full,
                    "########################", BAR - full, "", progress->done, progress->total,
                    progress->open);
}

static int round_line(char *line, size_t size, uint32_t round, const lw_progress *progress)
{
    return snprintf(line, size,
                    "round %u: %u open, %u nets overlap, %u vias, %.1f mm; up to %.0f MB", round,
                    progress->open, progress->contested, progress->vias,
                    (double)progress->length / 1e6, cli_megabytes(progress->memory));
}

/* Whether it is time to draw the bar anew. */
static bool is_due(cli_progress *bar)
{
    int64_t now;
    if (!bar->wanted || (now = cli_now()) < bar->next)
        return false;
    bar->next = now + PAUSE;
    return true;
}

static void draw(cli_progress *bar, const char *line, int length)
{
    /* A line that wraps could not be drawn over. */
    cli_say(stderr, "%.*s", length < columns() ? length : columns() - 1, line);
    fputs("\033[K\r", stderr);
    fflush(stderr);
    bar->drawn = true;
}

void cli_progress_show(cli_progress *bar, const lw_progress *progress)
{
    char line[160];
    bar->rounds += progress->net == NULL;
    if (progress->total > 0 && is_due(bar))
        draw(bar, line,
             progress->net == NULL ? round_line(line, sizeof line, bar->rounds, progress)
                                   : bar_line(line, sizeof line, progress));
}

void cli_progress_show_problem(cli_progress *bar, const lw_problem_progress *progress)
{
    char line[160];
    if (is_due(bar))
        draw(bar, line,
             snprintf(line, sizeof line, "round %u: %u open, %u nets overlap, cost %llu",
                      progress->round, progress->open, progress->contested,
                      (unsigned long long)progress->cost));
}

void cli_progress_end(cli_progress *bar)
{
    if (bar->drawn)
        fputs("\033[K", stderr);
    bar->drawn = false;
}
