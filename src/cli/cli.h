/*
 * What the subcommands share. Each one is a file with a table of options and a function; main.c
 * holds the table of commands.
 */
#ifndef LW_CLI_H
#define LW_CLI_H

#include <stdio.h>
#include <jansson.h>
#include "base/nearest.h"
#include "leeway/leeway.h"

enum cli_exit {
    CLI_CLEAN = 0,
    CLI_PARTIAL = 1,
    CLI_USAGE = 2,
    CLI_INPUT = 3,
    CLI_WRITE = 4,
    CLI_VIOLATIONS = 5,
    CLI_INTERRUPTED = 130,
    CLI_GO_ON = -1, /* of steps that may end the command: they did not */
};

/* ---- options (options.c) ---- */

typedef enum cli_kind {
    CLI_FLAG,    /* bool */
    CLI_TEXT,    /* const char *; giving it twice is an error */
    CLI_LENGTH,  /* lw_nm > 0: "0.1mm", "5mil", plain numbers are mm */
    CLI_NUMBER,  /* uint32_t, from 0 to 1000000 */
    CLI_COUNT,   /* the same, but from 1 */
    CLI_SECONDS, /* int64_t, milliseconds */
    CLI_CHOICE,  /* int, index of the name */
    CLI_LIST,    /* cli_list, may be given again */
} cli_kind;

typedef struct cli_list {
    const char *at[32];
    uint32_t count;
} cli_list;

typedef struct cli_option {
    char letter; /* 0: none */
    const char *name;
    const char *argument; /* as --help calls it; NULL: takes none */
    const char *help;     /* one line */
    cli_kind kind;
    size_t offset;              /* of the field in the command's arguments */
    const char *(*choice)(int); /* CLI_CHOICE: the names, NULL behind the last */
} cli_option;

/* What an option goes with: one of the others has to be given as well, or none may be. */
typedef struct cli_rule {
    const char *option;
    enum { CLI_NEEDS, CLI_EXCLUDES } kind;
    const char *others; /* names with blanks between */
} cli_rule;

typedef struct cli_command {
    const char *name;
    const char *operands;      /* "FILE", "FILE [NETS]" or "FILE..." */
    const char *summary;       /* one line of the list of commands */
    const char *text;          /* --help: what it does, whole lines */
    const char *examples;      /* --help: whole lines */
    const cli_option *options; /* a name of NULL ends them */
    const cli_rule *rules;     /* likewise */
    void (*more)(FILE *to);    /* --help: what stands behind the options; NULL: nothing */
    int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

extern const cli_command cli_info, cli_route, cli_check, cli_draw, cli_convert, cli_maze,
    cli_compare, cli_wave, cli_grade, cli_worksheet;

/*
 * Fills the arguments (a struct that the options' offsets refer to) and moves the operands to
 * argv[*first ..]. CLI_GO_ON, or the exit code of the command (--help, wrong usage).
 */
int cli_parse(const cli_command *command, int argc, char **argv, void *arguments, int *first);

void cli_print_help(const cli_command *command, FILE *to);

/* "leeway route: text" and where to find help, to stderr; returns CLI_USAGE. */
int cli_misused(const cli_command *command, const char *format, ...) LW_PRINTF(2, 3);

/* ---- talk (talk.c) ---- */

/* As printf; control characters that a file's names may hold, and what is no UTF-8, become '?'. */
void cli_say(FILE *to, const char *format, ...) LW_PRINTF(2, 3);

/* Says the error and returns the exit code of the status. */
int cli_failed(lw_status status, const lw_error *err);

/* "1 via", "3 vias" into buffer, which is returned. */
const char *cli_count(char buffer[48], uint64_t count, const char *thing);

/* ---- files (files.c) ---- */

enum { CLI_MOST_INPUTS = 4, CLI_MOST_OUTPUTS = 5 };

/* What a command line names; NULL: none. */
typedef struct cli_files {
    const char *input[CLI_MOST_INPUTS];
    const char *output[CLI_MOST_OUTPUTS];
} cli_files;

/* "-": standard input or output. NULL is none. */
bool cli_is_stream(const char *path);
/* What messages call an input. */
const char *cli_input_name(const char *path);
/* Refuses outputs that would overwrite an input or each other, or that cannot be written, before
 * anything is done. */
int cli_check_files(const cli_command *command, const cli_files *files);
/* The same of what was read beside the input, which is known when it is loaded. */
int cli_check_beside(const cli_command *command, const cli_files *files, const lw_board *board,
                     const lw_problem *problem);
int cli_check_lesson(const cli_command *command, const cli_files *files, const lw_lesson *lesson);

/* The format that an output is written in: as asked for, or by its ending, or the board's own. */
int cli_output_format(const cli_command *command, const lw_board *board, const char *asked,
                      const char *path, lw_format *format);

/* Loads and says the warnings, unless quiet. */
int cli_load(const char *path, bool quiet, lw_board **board);
/* The same of a file that may be a field problem as well: sets one of the two. */
int cli_load_either(const char *path, const lw_problem_reading *reading, bool quiet,
                    lw_board **board, lw_problem **problem);
void cli_say_warnings(const lw_board *board);
/* Of a board beside which nothing lies (KiCad's project): takes what lies beside another state of
 * it, by reading it anew. */
int cli_borrow(lw_board **board, const lw_board *other);
/* Loads the first of the inputs with the two behind it, where they are: a design with its session,
 * or a field problem whose nets are in the second of three. */
int cli_load_with(const cli_command *command, const cli_files *files, bool quiet, lw_board **board,
                  lw_problem **problem);
/* Says what lies beside the input and is missing beside the output in this format. */
void cli_say_left_behind(const lw_board *board, lw_format format, const char *path);

/* ---- pictures (pictures.c) ---- */

typedef struct cli_pictures {
    const char *file[LW_PICTURE_COUNT];
    int theme;
    const char *layers; /* names with commas between */
    const char *net;
    uint32_t dpi, width;
    bool no_silk, legend;
} cli_pictures;

const char *cli_theme_choice(int index);

/* The options, for a command whose arguments have a field `pictures`. */
#define CLI_PICTURE_AT(T, field) offsetof(T, pictures) + offsetof(cli_pictures, field)
#define CLI_PICTURE_FILES(T)                                                                       \
    {                                                                                              \
        0,        "svg",                                                                           \
        "FILE",   "draw it as SVG, in true scale",                                                 \
        CLI_TEXT, CLI_PICTURE_AT(T, file[LW_SVG]),                                                 \
        NULL},                                                                                     \
        {0,        "pdf",                                                                          \
         "FILE",   "draw it as PDF, in true scale",                                                \
         CLI_TEXT, CLI_PICTURE_AT(T, file[LW_PDF]),                                                \
         NULL},                                                                                    \
    {                                                                                              \
        0, "png", "FILE", "draw it as PNG", CLI_TEXT, CLI_PICTURE_AT(T, file[LW_PNG]), NULL        \
    }
#define CLI_PICTURE_STYLE(T)                                                                       \
    {0,                                                                                            \
     "theme",                                                                                      \
     "NAME",                                                                                       \
     "light, dark or print (black and grey)",                                                      \
     CLI_CHOICE,                                                                                   \
     CLI_PICTURE_AT(T, theme),                                                                     \
     cli_theme_choice},                                                                            \
        {0,        "layers",                                                                       \
         "NAMES",  "copper layers to show: top,bottom",                                            \
         CLI_TEXT, CLI_PICTURE_AT(T, layers),                                                      \
         NULL},                                                                                    \
        {0,        "net",                                                                          \
         "NAME",   "this net in full colour, the others faint",                                    \
         CLI_TEXT, CLI_PICTURE_AT(T, net),                                                         \
         NULL},                                                                                    \
        {0, "dpi", "N", "dots an inch of a PNG (300)", CLI_COUNT, CLI_PICTURE_AT(T, dpi), NULL},   \
        {0, "width", "PIXELS", "width of a PNG", CLI_COUNT, CLI_PICTURE_AT(T, width), NULL},       \
        {0,        "legend",                                                                       \
         NULL,     "name the layers below the board",                                              \
         CLI_FLAG, CLI_PICTURE_AT(T, legend),                                                      \
         NULL},                                                                                    \
    {                                                                                              \
        0, "no-silk", NULL, "without the parts' outlines and names", CLI_FLAG,                     \
            CLI_PICTURE_AT(T, no_silk), NULL                                                       \
    }

#define CLI_PICTURE_RULES(others)                                                                  \
    {"theme", CLI_NEEDS, others}, {"layers", CLI_NEEDS, others}, {"net", CLI_NEEDS, others},       \
        {"no-silk", CLI_NEEDS, others}, {"legend", CLI_NEEDS, others},                             \
    {                                                                                              \
        "dpi", CLI_EXCLUDES, "width"                                                               \
    }

/* Adds the layers of these names, with commas between. */
int cli_find_layers(const cli_command *command, const lw_board *board, const char *names,
                    lw_layers *layers);
/* Finds layers and net on the board. */
int cli_picture_options(const cli_command *command, const lw_board *board,
                        const cli_pictures *pictures, lw_draw_options *options);
/* Whether those that are wanted can be drawn at all, which a long run had better know first. */
int cli_check_pictures(const cli_pictures *pictures);
/* An option of pictures that means nothing to a field problem, or NULL. */
const char *cli_pictures_of_boards(const cli_pictures *pictures);
/* Draws all that were asked for. */
int cli_draw_pictures(const lw_board *board, const lw_routes *routes, const lw_report *report,
                      const cli_pictures *pictures, const lw_draw_options *options);

/* ---- what a lesson is held on (lesson.c) ---- */

#define CLI_NOT_GIVEN UINT32_MAX /* of a number that may be 0 */

typedef struct cli_lesson {
    const char *net, *from, *to;
    uint32_t directions, bend, via, planes;
    int weighing;
    lw_nm grid;
} cli_lesson;

cli_lesson cli_lesson_default(void);
const char *cli_weighing_choice(int index);
const char *cli_paper_choice(int index);

/* The options, for a command whose arguments have a field `lesson`. */
#define CLI_LESSON_AT(T, field) offsetof(T, lesson) + offsetof(cli_lesson, field)
#define CLI_LESSON_OPTIONS(T)                                                                      \
    {0,        "net",                                                                              \
     "NAME",   "a net, or the number of a scenario (the first)",                                   \
     CLI_TEXT, CLI_LESSON_AT(T, net),                                                              \
     NULL},                                                                                        \
        {0,        "from",                                                                         \
         "X,Y",    "cell to begin at; X,Y,LAYER; on boards in mm",                                 \
         CLI_TEXT, CLI_LESSON_AT(T, from),                                                         \
         NULL},                                                                                    \
        {0, "to", "X,Y", "cell to end at", CLI_TEXT, CLI_LESSON_AT(T, to), NULL},                  \
        {0,         "directions",                                                                  \
         "N",       "4 or 8 (8 on maps of games, else 4)",                                         \
         CLI_COUNT, CLI_LESSON_AT(T, directions),                                                  \
         NULL},                                                                                    \
        {0,                                                                                        \
         "weighing",                                                                               \
         "NAME",                                                                                   \
         "a step costs the cell entered, or both (entered)",                                       \
         CLI_CHOICE,                                                                               \
         CLI_LESSON_AT(T, weighing),                                                               \
         cli_weighing_choice},                                                                     \
        {0,          "bend",                                                                       \
         "COST",     "of a bend, whatever the file says",                                          \
         CLI_NUMBER, CLI_LESSON_AT(T, bend),                                                       \
         NULL},                                                                                    \
        {0, "via", "COST", "of a via (on boards 10)", CLI_NUMBER, CLI_LESSON_AT(T, via), NULL},    \
        {0,          "grid",                                                                       \
         "LENGTH",   "pitch of the grid over a board (fitted)",                                    \
         CLI_LENGTH, CLI_LESSON_AT(T, grid),                                                       \
         NULL},                                                                                    \
    {                                                                                              \
        0, "planes", "N", "layers of a Lee-TM circuit (2)", CLI_COUNT, CLI_LESSON_AT(T, planes),   \
            NULL                                                                                   \
    }

/* Loads what they ask for from the first input, and from the second the nets of a course's grid,
 * where there is one. Outputs must not be what is read beside them. */
int cli_load_lesson(const cli_command *command, const cli_files *files, const cli_lesson *source,
                    lw_lesson **lesson);

/* A lesson, or a graph and two of its vertices. */
typedef struct cli_task {
    lw_lesson *lesson;
    lw_graph *graph; /* NULL: it is the lesson */
    int32_t from, to;
} cli_task;

/* The same of a file that may be a graph as well. */
int cli_load_task(const cli_command *command, const cli_files *files, const cli_lesson *source,
                  cli_task *task);
void cli_free_task(cli_task *task);
uint64_t cli_graph_edges(const lw_graph *graph);

enum { CLI_MOST_ALGORITHMS = 64 };

typedef struct cli_algorithms {
    const lw_algorithm *at[CLI_MOST_ALGORITHMS];
    size_t count;
} cli_algorithms;

/* Adds those that an option names, with commas between, or "all", each once. */
int cli_choose_algorithms(const cli_command *command, const char *option, const cli_list *names,
                          cli_algorithms *chosen);
/* Says that an option names none, and which may have been meant; returns CLI_USAGE. */
int cli_no_such_algorithm(const cli_command *command, const char *option, const char *name);
/* Whether one that an option names runs on graphs. */
int cli_check_graph_algorithm(const cli_command *command, const char *option,
                              const lw_algorithm *algorithm);
/* Their names, for --help. */
void cli_print_algorithms(FILE *to);
/* Columns and rows: "61x31". */
bool cli_read_size(const char *text, int32_t *cols, int32_t *rows);
/* The cell that an option like --from names. */
int cli_find_cell(const cli_command *command, const char *option, const char *text,
                  const lw_lesson *lesson, int32_t *cell);
/* Where a cell is, as --from takes it. */
const char *cli_spot_text(const lw_lesson *lesson, int32_t cell, char text[80]);

/* What 'leeway info' says of fields of cells and of graphs (info_map.c). */
int cli_tell_problem(const lw_problem *problem, bool json);
int cli_tell_nets(const lw_problem *problem, bool json); /* the file with its nets */
int cli_tell_map(const lw_lesson *lesson, bool json);
int cli_tell_graph(const char *path, const lw_graph *graph, bool json);

/* ---- choosing nets (nets.c) ---- */

typedef struct cli_choice_of_nets {
    cli_list only, except; /* names with commas between; * and ? stand for others */
} cli_choice_of_nets;

/* Sets a flag for every net, the caller's to free(), or NULL where nothing is chosen. */
int cli_choose_nets(const cli_command *command, const lw_board *board,
                    const cli_choice_of_nets *choice, bool **nets);

/* ---- reports (report.c, json.c) ---- */

/* A run, as reports tell it. */
typedef struct cli_result {
    const lw_board *board;
    const lw_report *report;
    const lw_route_log *log; /* NULL: nothing was routed */
    int64_t started;         /* by cli_now() */
    bool has_base;           /* it was compared with an earlier state */
    const json_t *history;   /* of its rounds; NULL likewise */
} cli_result;

/* Open nets and faults that are listed of each kind. */
enum { CLI_MOST_LISTED = 20 };

/* Exit code of a board so judged. */
int cli_verdict(const lw_report *report);
/* What reports call a board: its file, or of standard input its own name, or "board". */
const char *cli_title(const lw_board *board);
/* Open nets and faults, `most` of each at most, after a line of totals. */
void cli_print_report(FILE *to, const cli_result *result, uint32_t most);
/* The reason why a net is open. */
const char *cli_open_reason(const cli_result *result, lw_net_id net);
/* A round, as the history tells it. */
json_t *cli_json_round(size_t number, const lw_progress *round);
/* Why a run was stopped: "timeout", "interrupt"; null: it was not. */
json_t *cli_json_stopped(bool stopped);
int cli_write_report(const cli_result *result, const char *path);
/* Of text that may not be UTF-8. */
json_t *cli_json_text(const char *text);
/* A new object: which schema and version, and what it tells of. */
json_t *cli_json_begin(const char *key, const char *text);
void cli_put(json_t *object, const char *key, uint64_t value);
void cli_put_text(json_t *object, const char *key, const char *text);
void cli_put_bool(json_t *object, const char *key, bool value);
void cli_put_mm(json_t *object, const char *key, int64_t nanometres);
/* Rounded to parts of 1 / scale. */
void cli_put_decimal(json_t *object, const char *key, double value, double scale);
int cli_write_json(json_t *object, const char *path); /* takes the object */

/* ---- progress (progress.c) ---- */

/* A line on stderr where that is a terminal. */
typedef struct cli_progress {
    bool wanted;
    bool drawn;
    uint32_t rounds; /* done */
    int64_t next;    /* milliseconds: not drawn before */
} cli_progress;

int64_t cli_now(void); /* milliseconds of a clock that only goes forward */
double cli_cpu_seconds(void);
double cli_peak_megabytes(void);
double cli_megabytes(size_t bytes);
cli_progress cli_progress_start(bool quiet);
void cli_progress_show(cli_progress *bar, const lw_progress *progress);
void cli_progress_show_problem(cli_progress *bar, const lw_problem_progress *progress);
void cli_progress_end(cli_progress *bar);

/* ---- memory (memory.c) ---- */

/* Makes ready for fields that are written from end to end, and for memory that is refused. */
void cli_prepare_memory(void);

/* ---- stopping early (stop.c) ---- */

typedef struct cli_watch {
    int64_t deadline; /* by cli_now(); 0: none */
    cli_progress bar;
    json_t *history; /* gets an object a round */
} cli_watch;

void cli_catch_signals(void);
/* They end the program again: of work that leaves nothing half done. */
void cli_release_signals(void);
bool cli_interrupted(void);
/* Whether to stop; the context is a cli_watch. */
bool cli_stop(void *context);
/* Why it was stopped. */
void cli_say_stopped(FILE *to);

/* ---- field problems (problem.c) ---- */

typedef struct cli_problem_job {
    const lw_problem *problem;
    const char *output, *json; /* NULL: not wanted */
    const cli_pictures *pictures;
    bool quiet, verbose;
    int64_t timeout; /* milliseconds; 0: none */
    size_t memory;   /* bytes; 0: the default */
    uint32_t seed;
    int64_t started; /* by cli_now() */
} cli_problem_job;

/* What the commands do with a field problem; each gives its exit code. `paths`: their file. */
int cli_route_problem(const cli_problem_job *job);
int cli_check_problem(const cli_problem_job *job, const char *paths);
int cli_draw_problem(const cli_problem_job *job, const char *paths); /* NULL: none */

#endif
