/* leeway worksheet: exercises on paper. */
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "cli.h"

enum { DENSITY = 25, BEND = 2 };

typedef struct worksheet_arguments {
    cli_lesson lesson;
    const char *output, *parts;
    cli_list algorithms;
    uint32_t exercises, seed, density;
    int paper;
} worksheet_arguments;

static const cli_option option_table[] = {
    {'o', "output", "FILE", "the PDF", CLI_TEXT, offsetof(worksheet_arguments, output), NULL},
    {'a', "algorithms", "NAMES", "what to do by hand, with commas between (lee)", CLI_LIST,
     offsetof(worksheet_arguments, algorithms), NULL},
    {'n', "exercises", "N", "how many (1): seeds or nets follow", CLI_COUNT,
     offsetof(worksheet_arguments, exercises), NULL},
    {0, "seed", "N", "another exercise (1)", CLI_NUMBER, offsetof(worksheet_arguments, seed), NULL},
    {0, "density", "PERCENT", "so many cells are blocked (25)", CLI_NUMBER,
     offsetof(worksheet_arguments, density), NULL},
    {0, "page", "NAME", "a4 or letter (a4)", CLI_CHOICE, offsetof(worksheet_arguments, paper),
     cli_paper_choice},
    {0, "parts", "NAMES", "of blank,half,answer (all three)", CLI_TEXT,
     offsetof(worksheet_arguments, parts), NULL},
    CLI_LESSON_OPTIONS(worksheet_arguments),
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_worksheet = {
    .name = "worksheet",
    .operands = "FILE|COLSxROWS",
    .summary = "print exercises to be filled in by hand",
    .text = "Writes a PDF for class: for each exercise a page with a blank grid and the task\n"
            "in plain words, one on which the wave has begun, and, behind all others, the\n"
            "answer with the labels in the cells and the way. The grid is a random one of so\n"
            "many columns and rows, or that of a maze, a map, a field problem or a board that\n"
            "is small enough: cells are 6 mm wide at least. Same input, same bytes.\n"
            "\n"
            "algorithms: lee, double, akers-123, akers-1122, akers-1221, direction, breadth,\n"
            "sweep, sweep-4, weighted, bends\n",
    .examples = "  leeway worksheet 10x8 -o lee.pdf\n"
                "  leeway worksheet 9x9 -a weighted --exercises 4 --seed 7 -o weights.pdf\n"
                "  leeway worksheet 12x8 -a lee,akers-1122 --page letter -o codes.pdf\n"
                "  leeway worksheet maze.txt --parts blank,answer -o maze.pdf\n",
    .options = option_table,
    .rules = NULL,
    .run = run,
};

/* ---- arguments ---- */

typedef struct worksheet_work {
    const cli_command *command;
    const worksheet_arguments *arguments;
    const char *input;
    const cli_files *files;
    cli_algorithms algorithms;
    bool random;
    int32_t cols, rows;
    lw_worksheet *sheet;
} worksheet_work;

static int read_parts(const cli_command *command, const char *text, lw_worksheet_options *options)
{
    bool *const flags[] = {&options->blank, &options->half, &options->answer};
    static const char *const names[] = {"blank", "half", "answer"};
    for (const char *at = text; at != NULL;) {
        size_t length = strcspn(at, ","), i = 0;
        while (i < 3 && (strlen(names[i]) != length || strncmp(names[i], at, length) != 0))
            i++;
        if (i == 3)
            return cli_misused(command, "--parts: \"%.*s\" is not blank, half or answer",
                               (int)length, at);
        *flags[i] = true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return CLI_GO_ON;
}

/* An option that says nothing of this input, or NULL. */
static const char *useless(const worksheet_work *work)
{
    const worksheet_arguments *arguments = work->arguments;
    if (!work->random)
        return arguments->seed != CLI_NOT_GIVEN      ? "seed"
               : arguments->density != CLI_NOT_GIVEN ? "density"
                                                     : NULL;
    return arguments->lesson.net != NULL    ? "net"
           : arguments->lesson.from != NULL ? "from"
           : arguments->lesson.to != NULL   ? "to"
           : arguments->lesson.grid != 0    ? "grid"
           : arguments->lesson.planes != 0  ? "planes"
                                            : NULL;
}

/* ---- exercises ---- */

/* As a shell takes it for one word. */
static void note_word(lw_buffer *note, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "@%+=:,./_-";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        lw_buffer_text(note, word);
        return;
    }
    lw_buffer_text(note, "'");
    for (const char *at = word; *at != '\0'; at++) {
        if (*at == '\'')
            lw_buffer_text(note, "'\\''");
        else
            lw_buffer_add(note, at, 1);
    }
    lw_buffer_text(note, "'");
}

static void note_text(lw_buffer *note, const char *option, const char *text)
{
    if (text == NULL)
        return;
    lw_buffer_print(note, " --%s ", option);
    note_word(note, text);
}

static void note_number(lw_buffer *note, const char *option, int64_t number, int64_t usual)
{
    if (number != usual)
        lw_buffer_print(note, " --%s %lld", option, (long long)number);
}

/* What makes this exercise again. */
static void print_note(const worksheet_work *work, const lw_lesson *lesson,
                       const lw_algorithm *algorithm, int64_t seed, lw_buffer *note)
{
    const worksheet_arguments *arguments = work->arguments;
    const cli_lesson *source = &arguments->lesson;
    const char *slash = strrchr(work->input, '/');
    bool other = !work->random && lesson->pair != LW_NO_PAIR && arguments->exercises > 1;
    lw_buffer_text(note, "leeway worksheet ");
    note_word(note, slash != NULL ? slash + 1 : work->input);
    lw_buffer_print(note, " -a %s", algorithm->name);
    note_number(note, "seed", seed, CLI_NOT_GIVEN);
    note_number(note, "density", arguments->density, CLI_NOT_GIVEN);
    note_text(note, "net", other ? lesson->pairs.at[lesson->pair].name : source->net);
    note_text(note, "from", source->from);
    note_text(note, "to", source->to);
    note_number(note, "directions", source->directions, 0);
    note_text(note, "weighing", source->weighing ? cli_weighing_choice(source->weighing) : NULL);
    note_number(note, "bend", source->bend, CLI_NOT_GIVEN);
    note_number(note, "via", source->via, CLI_NOT_GIVEN);
    note_number(note, "planes", source->planes, 0);
    if (source->grid > 0)
        lw_buffer_print(note, " --grid %lld.%03lldum", (long long)source->grid / 1000,
                        (long long)source->grid % 1000);
    lw_buffer_text(note, " -o exercise.pdf");
}

static int add(const worksheet_work *work, const lw_lesson *lesson, const lw_algorithm *algorithm,
               int64_t seed)
{
    lw_error err = {0};
    lw_buffer note = {0};
    print_note(work, lesson, algorithm, seed, &note);
    lw_worksheet_set_note(work->sheet, note.at);
    lw_buffer_free(&note);
    lw_status status = lw_worksheet_add(work->sheet, lesson, algorithm, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static int add_all(const worksheet_work *work, const lw_lesson *lesson)
{
    int code = CLI_GO_ON;
    for (size_t i = 0; i < work->algorithms.count && code == CLI_GO_ON; i++)
        code = add(work, lesson, work->algorithms.at[i], CLI_NOT_GIVEN);
    return code;
}

static bool is_named(const lw_algorithm *algorithm, const char *name)
{
    return strcmp(algorithm->name, name) == 0;
}

static lw_status parse(const worksheet_work *work, const lw_algorithm *algorithm, const char *text,
                       lw_lesson **lesson, lw_error *err)
{
    const cli_lesson *source = &work->arguments->lesson;
    lw_lesson_options options = lw_lesson_options_default();
    options.directions = source->directions <= 8 ? (uint8_t)source->directions : UINT8_MAX;
    options.weighing = (lw_weighing)source->weighing;
    options.bend = source->bend != CLI_NOT_GIVEN  ? (int32_t)source->bend
                   : is_named(algorithm, "bends") ? BEND
                                                  : -1;
    options.via = source->via == CLI_NOT_GIVEN ? -1 : (int32_t)source->via;
    return lw_lesson_parse("exercise", text, strlen(text), &options, lesson, err);
}

/* Walls and ends of a seed are the same for all algorithms; costs are there for those that weigh.
 */
static int add_random(const worksheet_work *work, uint32_t index, const lw_algorithm *algorithm)
{
    const worksheet_arguments *arguments = work->arguments;
    lw_exercise_options options = {
        .cols = work->cols,
        .rows = work->rows,
        .seed = (arguments->seed == CLI_NOT_GIVEN ? 1 : (uint64_t)arguments->seed) + index,
        .density = arguments->density == CLI_NOT_GIVEN ? DENSITY : arguments->density,
        .costs = is_named(algorithm, "weighted")};
    char *text;
    lw_lesson *lesson = NULL;
    lw_error err = {0};
    lw_status status = lw_exercise_new(&options, &text, &err);
    if (status == LW_OK)
        status = parse(work, algorithm, text, &lesson, &err);
    int code = status == LW_OK ? add(work, lesson, algorithm, (int64_t)options.seed)
                               : cli_failed(status, &err);
    lw_lesson_free(lesson);
    free(text);
    return code;
}

/* The net that was chosen, and those behind it. */
static int add_pairs(const worksheet_work *work, lw_lesson *lesson, uint32_t count)
{
    int64_t first = lesson->pair == LW_NO_PAIR ? 0 : lesson->pair;
    int code = CLI_GO_ON;
    if (count > 1 && first + count > lesson->pairs.count)
        return cli_misused(work->command, "--exercises: there are not so many nets to choose from");
    for (uint32_t i = 0; i < count && code == CLI_GO_ON; i++) {
        lw_error err = {0};
        lw_status status = i == 0 ? LW_OK : lw_lesson_choose(lesson, (uint32_t)(first + i), &err);
        code = status == LW_OK ? add_all(work, lesson) : cli_failed(status, &err);
    }
    return code;
}

static int add_exercises(const worksheet_work *work)
{
    uint32_t count = work->arguments->exercises > 0 ? work->arguments->exercises : 1;
    lw_lesson *lesson = NULL;
    int code = CLI_GO_ON;
    for (uint32_t i = 0; work->random && i < count; i++)
        for (size_t k = 0; k < work->algorithms.count && code == CLI_GO_ON; k++)
            code = add_random(work, i, work->algorithms.at[k]);
    if (work->random)
        return code;
    code = cli_load_lesson(work->command, work->files, &work->arguments->lesson, &lesson);
    if (code == CLI_GO_ON)
        code = add_pairs(work, lesson, count);
    lw_lesson_free(lesson);
    return code;
}

/* ---- the command ---- */

static int write_sheet(worksheet_work *work, const lw_worksheet_options *options)
{
    lw_error err = {0};
    work->sheet = lw_worksheet_new(options);
    int code = add_exercises(work);
    if (code == CLI_GO_ON) {
        lw_status status = lw_worksheet_save(work->sheet, work->arguments->output, &err);
        code = status == LW_OK ? CLI_CLEAN : cli_failed(status, &err);
    }
    lw_worksheet_free(work->sheet);
    return code;
}

/* A PDF under such a name is a file that no viewer opens. */
static bool is_other_picture(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcasecmp(dot, ".svg") == 0 || strcasecmp(dot, ".png") == 0);
}

static int run(const cli_command *command, int argc, char **argv)
{
    worksheet_arguments arguments = {
        .lesson = cli_lesson_default(), .seed = CLI_NOT_GIVEN, .density = CLI_NOT_GIVEN};
    worksheet_work work = {.command = command, .arguments = &arguments};
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code =
            cli_choose_algorithms(command, "algorithms", &arguments.algorithms, &work.algorithms);
    if (code != CLI_GO_ON)
        return code;
    if (arguments.output == NULL)
        return cli_misused(command, "where to? -o FILE.pdf");
    if (is_other_picture(arguments.output))
        return cli_misused(command, "\"%s\": worksheets are PDF", arguments.output);
    if (work.algorithms.count == 0)
        work.algorithms.at[work.algorithms.count++] = lw_algorithm_named("lee");
    work.input = argv[first];
    work.random = cli_read_size(argv[first], &work.cols, &work.rows);
    const char *wrong = useless(&work);
    if (wrong != NULL)
        return cli_misused(command, "--%s says nothing of %s", wrong,
                           work.random ? "a random exercise" : "a file");
    lw_worksheet_options options = {.paper = (lw_paper)arguments.paper};
    cli_files files = {.input = {work.random ? NULL : argv[first]}, .output = {arguments.output}};
    code = read_parts(command, arguments.parts != NULL ? arguments.parts : "blank,half,answer",
                      &options);
    if (code == CLI_GO_ON)
        code = cli_check_files(command, &files);
    work.files = &files;
    return code == CLI_GO_ON ? write_sheet(&work, &options) : code;
}
