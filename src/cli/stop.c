/* Stopping early: by a signal, or by the clock. */
#include <signal.h>
#include "cli.h"

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* A second signal ends the program at once. What was ignored from the start (nohup, a background
 * job) stays so. */
static void catch_signal(int number)
{
    struct sigaction old;
    struct sigaction action = {.sa_handler = interrupt,
                               .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

static void release_signal(int number)
{
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == interrupt)
        signal(number, SIG_DFL);
}

static const int signals[] = {SIGHUP, SIGINT, SIGTERM};

void cli_catch_signals(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        catch_signal(signals[i]);
}

void cli_release_signals(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        release_signal(signals[i]);
}

bool cli_interrupted(void)
{
    return interrupted;
}

bool cli_stop(void *context)
{
    const cli_watch *watch = context;
    return interrupted || (watch->deadline > 0 && cli_now() >= watch->deadline);
}

void cli_say_stopped(FILE *to)
{
    cli_say(to, "%s before the end: this is the best so far\n",
            interrupted ? "interrupted" : "out of time");
}
