/* What the kinds of grading share: a table on standard output, a JSON object. */
#ifndef LW_CLI_GRADE_H
#define LW_CLI_GRADE_H

#include "cli.h"

/* What is graded. */
typedef struct grade_job {
    const cli_command *command;
    const char *task, *solution;   /* files */
    const cli_files *files;        /* these, the task's nets, and outputs */
    const char *json;              /* NULL: not wanted */
    const lw_algorithm *algorithm; /* of a trace; NULL: not given */
    bool backward;                 /* of a trace: the wave leaves the target */
    bool pours, quiet, verbose;
    lw_nm neck_width; /* of boards: as in lw_check_options */
} grade_job;

/* What came out, as it is told. */
typedef struct grade_told {
    const grade_job *job;
    FILE *to;       /* NULL: nothing is said */
    uint32_t most;  /* faults that are listed */
    json_t *object; /* of the report */
    json_t *faults;
    uint32_t shown;
} grade_told;

typedef struct grade_fault {
    const char *rule, *text;
    int line, column; /* 0: not known */
} grade_fault;

/* Begins with the verdict; `quality` is a sentence on it. */
grade_told grade_begin(const grade_job *job, const char *kind, lw_verdict verdict,
                       const char *quality);
/* A row of the table. */
void grade_row(const grade_told *told, const char *name, const char *format, ...) LW_PRINTF(3, 4);
/* The heading over the faults, when there are any. */
void grade_count(const grade_told *told, uint32_t count);
void grade_blame(grade_told *told, const grade_fault *fault);
/* Lists how many were left out, and writes the report. CLI_GO_ON, or what failed. */
int grade_end(grade_told *told, uint32_t count);
void grade_put(const grade_told *told, const char *key, uint64_t value);

int grade_exit(lw_verdict verdict);
/* Whether what a file holds is recognised so; of standard input, which can be read once, never. */
bool grade_is(const char *path, bool (*recognise)(const char *text, size_t size));

/* Each gives its exit code. */
int grade_paths(const grade_job *job, const lw_problem *problem);
int grade_board(const grade_job *job, const lw_board *board);
int grade_trace(const grade_job *job, const lw_lesson *lesson, const char *text, size_t size);
/* A trace over a graph. */
int grade_graph(const grade_job *job, const cli_task *task, const char *text, size_t size);
int grade_way(const grade_job *job, const lw_lesson *lesson, const char *text, size_t size);

#endif
