/* What a lesson is held on, as options give it. */
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/number.h"
#include "cli.h"

/* A file in memory. */
typedef struct cli_input {
    const char *path, *nets;
    const cli_files *files;
    char *text;
    size_t size;
} cli_input;

static const char *const weighings[] = {
    [LW_WEIGH_ENTERED] = "entered", [LW_WEIGH_BOTH] = "both", NULL};

const char *cli_weighing_choice(int index)
{
    return weighings[index];
}

const char *cli_paper_choice(int index)
{
    return lw_paper_name((lw_paper)index);
}

cli_lesson cli_lesson_default(void)
{
    return (cli_lesson){.bend = CLI_NOT_GIVEN, .via = CLI_NOT_GIVEN};
}

/* The number before a comma or the end of the text, which moves behind it. */
static bool next_number(const char **text, int64_t scale, int64_t *number)
{
    char word[LW_NUMBER_ROOM] = "";
    size_t length = strcspn(*text, ",");
    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, *text, length);
    *text += length + ((*text)[length] == ',');
    return lw_parse_fixed(word, scale, INT64_C(1000000000000), number) == LW_NUMBER_OK;
}

/* "3,4" or "3,4,2": layers count from 1. */
static int read_spot(const cli_command *command, const char *option, const char *text,
                     lw_spot *spot)
{
    const char *at = text;
    int64_t layer = 1;
    bool good =
        next_number(&at, 1000000, &spot->x) && at[-1] == ',' && next_number(&at, 1000000, &spot->y);
    if (good && (*at != '\0' || at[-1] == ','))
        good = at[-1] == ',' && next_number(&at, 1, &layer) && *at == '\0' && at[-1] != ',';
    if (!good || layer < 1 || layer > LW_MAP_LAYERS_MAX)
        return cli_misused(command, "--%s: \"%s\" is no place such as 3,4 or, on layer 2, 3,4,2",
                           option, text);
    spot->layer = (int32_t)layer - 1;
    return CLI_GO_ON;
}

int cli_find_cell(const cli_command *command, const char *option, const char *text,
                  const lw_lesson *lesson, int32_t *cell)
{
    lw_spot spot;
    lw_error err = {0};
    int code = read_spot(command, option, text, &spot);
    if (code != CLI_GO_ON)
        return code;
    lw_status status = lw_lesson_cell(lesson, &spot, cell, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

/* What the options say, but for the ends, which are the caller's. */
static lw_lesson_options options_of(const cli_lesson *source, const char *nets)
{
    lw_lesson_options options = lw_lesson_options_default();
    options.net = source->net;
    options.directions = source->directions <= 8 ? (uint8_t)source->directions : UINT8_MAX;
    options.weighing = (lw_weighing)source->weighing;
    options.bend = source->bend == CLI_NOT_GIVEN ? -1 : (int32_t)source->bend;
    options.via = source->via == CLI_NOT_GIVEN ? -1 : (int32_t)source->via;
    options.reading = (lw_problem_reading){.nets = nets, .layers = source->planes};
    options.pitch = source->grid;
    return options;
}

static int check_nets(const cli_command *command, const cli_input *input, const lw_lesson *lesson)
{
    static const char *const kinds[] = {[LW_LESSON_MAZE] = "maze",
                                        [LW_LESSON_OCTILE] = "map of a game",
                                        [LW_LESSON_BOARD] = "board"};
    if (input->nets != NULL && lesson->kind != LW_LESSON_PROBLEM)
        return cli_misused(command, "a %s has its nets in it, not in \"%s\"", kinds[lesson->kind],
                           input->nets);
    return cli_check_lesson(command, input->files, lesson);
}

static int parse_lesson(const cli_command *command, const cli_input *input,
                        const cli_lesson *source, lw_lesson **lesson)
{
    lw_spot from, to;
    lw_error err = {0};
    lw_lesson_options options = options_of(source, input->nets);
    int code = CLI_GO_ON;
    if (source->from != NULL)
        code = read_spot(command, "from", source->from, &from);
    if (source->to != NULL && code == CLI_GO_ON)
        code = read_spot(command, "to", source->to, &to);
    if (code != CLI_GO_ON)
        return code;
    options.from = source->from != NULL ? &from : NULL;
    options.to = source->to != NULL ? &to : NULL;
    lw_status status =
        lw_lesson_parse(input->path, input->text, input->size, &options, lesson, &err);
    return status == LW_OK ? check_nets(command, input, *lesson) : cli_failed(status, &err);
}

/* ---- graphs ---- */

uint64_t cli_graph_edges(const lw_graph *graph)
{
    return graph->first[graph->count] / 2;
}

static int no_such_vertex(const cli_command *command, const char *option, const char *name,
                          const lw_graph *graph)
{
    enum { MOST = 10000 }; /* that are tried for a hint */
    lw_nearest near = lw_nearest_to(name);
    char hint[80];
    for (int32_t i = 0; i < graph->count && i < MOST; i++)
        lw_nearest_try(&near, graph->name[i]);
    return cli_misused(command, "--%s: the graph has no vertex \"%s\"%s", option, name,
                       lw_nearest_hint(&near, hint, sizeof hint));
}

/* Sets the vertex that an option names, if it is given. */
static int find_vertex(const cli_command *command, const char *option, const char *name,
                       const lw_graph *graph, int32_t *vertex)
{
    if (name == NULL)
        return CLI_GO_ON;
    *vertex = lw_graph_vertex(graph, name);
    return *vertex < 0 ? no_such_vertex(command, option, name, graph) : CLI_GO_ON;
}

/* An option that says nothing of a graph, or NULL. */
static const char *option_of_maps(const cli_lesson *source)
{
    return source->net != NULL             ? "net"
           : source->directions != 0       ? "directions"
           : source->bend != CLI_NOT_GIVEN ? "bend"
           : source->via != CLI_NOT_GIVEN  ? "via"
           : source->planes != 0           ? "planes"
           : source->grid != 0             ? "grid"
           : source->weighing != 0         ? "weighing"
                                           : NULL;
}

static int parse_graph(const cli_command *command, const cli_input *input, const cli_lesson *source,
                       cli_task *task)
{
    lw_error err = {0};
    const char *wrong = option_of_maps(source);
    if (wrong != NULL || input->nets != NULL)
        return cli_misused(command, "%s%s: a graph has edges and what they cost, no more",
                           wrong != NULL ? "--" : "", wrong != NULL ? wrong : input->nets);
    lw_status status = lw_graph_parse(input->path, input->text, input->size, &task->graph, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    if (task->graph->count == 0) {
        cli_say(stderr, "%s: error: there is no edge in it\n", input->path);
        return CLI_INPUT;
    }
    task->to = task->graph->count - 1;
    int code = find_vertex(command, "from", source->from, task->graph, &task->from);
    return code == CLI_GO_ON ? find_vertex(command, "to", source->to, task->graph, &task->to)
                             : code;
}

/* ---- loading ---- */

static int read_input(const cli_files *files, cli_input *input)
{
    lw_error err = {0};
    *input = (cli_input){.path = files->input[0], .nets = files->input[1], .files = files};
    lw_status status = lw_file_read(input->path, LW_FILE_LIMIT, &input->text, &input->size, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

int cli_load_task(const cli_command *command, const cli_files *files, const cli_lesson *source,
                  cli_task *task)
{
    cli_input input;
    int code = read_input(files, &input);
    *task = (cli_task){0};
    if (code == CLI_GO_ON)
        code = lw_graph_recognise(input.path, input.text, input.size)
                   ? parse_graph(command, &input, source, task)
                   : parse_lesson(command, &input, source, &task->lesson);
    free(input.text);
    return code;
}

void cli_free_task(cli_task *task)
{
    lw_lesson_free(task->lesson);
    lw_graph_free(task->graph);
}

int cli_load_lesson(const cli_command *command, const cli_files *files, const cli_lesson *source,
                    lw_lesson **lesson)
{
    cli_input input;
    int code = read_input(files, &input);
    if (code == CLI_GO_ON && lw_graph_recognise(input.path, input.text, input.size)) {
        cli_say(stderr,
                "%s: error: this is a graph, which 'leeway wave' and 'leeway compare' take\n",
                input.path);
        code = CLI_INPUT;
    }
    if (code == CLI_GO_ON)
        code = parse_lesson(command, &input, source, lesson);
    free(input.text);
    return code;
}

/* ---- for people ---- */

const char *cli_spot_text(const lw_lesson *lesson, int32_t cell, char text[80])
{
    lw_spot spot = lw_lesson_spot(lesson, cell);
    char layer[16] = "";
    if (lesson->map->layers > 1)
        snprintf(layer, sizeof layer, ",%d", spot.layer + 1);
    snprintf(text, 80, "%s,%s%s", lw_mm(spot.x).text, lw_mm(spot.y).text, layer);
    return text;
}

bool cli_read_size(const char *text, int32_t *cols, int32_t *rows)
{
    const char *cross = strchr(text, 'x');
    char first[16] = "";
    int64_t across, down;
    if (cross == NULL || (size_t)(cross - text) >= sizeof first)
        return false;
    memcpy(first, text, (size_t)(cross - text));
    if (lw_parse_integer(first, 0, INT32_MAX, &across) != LW_NUMBER_OK ||
        lw_parse_integer(cross + 1, 0, INT32_MAX, &down) != LW_NUMBER_OK)
        return false;
    *cols = (int32_t)across;
    *rows = (int32_t)down;
    return true;
}

void cli_print_algorithms(FILE *to)
{
    enum { COLUMNS = 78 };
    int used = COLUMNS;
    fputs("\nalgorithms:", to);
    for (size_t i = 0; i < lw_algorithm_count(); i++) {
        const char *name = lw_algorithm_at(i)->name;
        int length = (int)strlen(name) + 2;
        bool full = used + length > COLUMNS;
        fprintf(to, "%s%s%s", full ? "\n  " : " ", name, i + 1 < lw_algorithm_count() ? "," : "\n");
        used = (full ? 2 : used) + length;
    }
}

/* "lee, double, ..." */
static const char *list_algorithms(char *names, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < lw_algorithm_count() && used < size; i++)
        used += (size_t)snprintf(names + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 lw_algorithm_at(i)->name);
    return names;
}

int cli_no_such_algorithm(const cli_command *command, const char *option, const char *name)
{
    lw_nearest near = lw_nearest_to(name);
    char hint[80];
    for (size_t i = 0; i < lw_algorithm_count(); i++)
        lw_nearest_try(&near, lw_algorithm_at(i)->name);
    if (near.best != NULL)
        return cli_misused(command, "--%s: there is no \"%s\"%s", option, name,
                           lw_nearest_hint(&near, hint, sizeof hint));
    char names[400];
    return cli_misused(command, "--%s: there is no \"%s\" among %s", option, name,
                       list_algorithms(names, sizeof names));
}

int cli_check_graph_algorithm(const cli_command *command, const char *option,
                              const lw_algorithm *algorithm)
{
    if (lw_graph_takes(algorithm))
        return CLI_GO_ON;
    return cli_misused(command, "--%s: %s needs a map; graph, breadth and depth run on graphs",
                       option, algorithm->name);
}

/* There are not as many as there is room for. */
static void choose_once(const lw_algorithm *algorithm, cli_algorithms *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        if (chosen->at[i] == algorithm)
            return;
    chosen->at[chosen->count++] = algorithm;
}

int cli_choose_algorithms(const cli_command *command, const char *option, const cli_list *names,
                          cli_algorithms *chosen)
{
    for (uint32_t i = 0; i < names->count; i++)
        for (const char *at = names->at[i]; at != NULL;) {
            char name[32];
            size_t length = strcspn(at, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            at = at[length] == ',' ? at + length + 1 : NULL;
            const lw_algorithm *algorithm = lw_algorithm_named(name);
            bool all = strcmp(name, "all") == 0;
            if (algorithm == NULL && !all)
                return cli_no_such_algorithm(command, option, name);
            for (size_t k = 0; all && k < lw_algorithm_count(); k++)
                choose_once(lw_algorithm_at(k), chosen);
            if (!all)
                choose_once(algorithm, chosen);
        }
    return CLI_GO_ON;
}
