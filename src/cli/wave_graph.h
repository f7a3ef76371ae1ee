/* Waves over graphs, which have no frames: a line a step. */
#ifndef LW_CLI_WAVE_GRAPH_H
#define LW_CLI_WAVE_GRAPH_H

#include "cli.h"

typedef struct wave_graph_job {
    const cli_task *task;
    const cli_algorithms *algorithms;
    uint64_t limit;    /* looks; 0: none */
    uint64_t steps;    /* of the wave; 0: any number */
    const char *trace; /* NULL: none is wanted */
} wave_graph_job;

/* Runs the algorithms, prints and writes what they did; the exit code. */
int wave_over_graph(const wave_graph_job *job);

#endif
