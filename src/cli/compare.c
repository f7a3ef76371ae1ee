/* leeway compare: all algorithms of the wave family on one map. */
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "base/file.h"
#include "cli.h"

enum { CELL_ROOM = LW_COST_ROOM, MEMORY = 1000 /* megabytes, unless asked */ };

typedef struct compare_arguments {
    cli_lesson lesson;
    const char *csv, *json;
    cli_list algorithms;
    uint32_t limit, memory, width;
    const char *picture[LW_PICTURE_COUNT];
    int theme;
} compare_arguments;

static const cli_option option_table[] = {
    CLI_LESSON_OPTIONS(compare_arguments),
    {'a', "algorithms", "NAMES", "these, with commas between (all)", CLI_LIST,
     offsetof(compare_arguments, algorithms), NULL},
    {0, "limit", "THOUSANDS", "cells that each may look at, in thousands", CLI_COUNT,
     offsetof(compare_arguments, limit), NULL},
    {0, "memory", "MB", "megabytes that each may take (1000)", CLI_COUNT,
     offsetof(compare_arguments, memory), NULL},
    {0, "csv", "FILE", "write the table as CSV", CLI_TEXT, offsetof(compare_arguments, csv), NULL},
    {'j', "json", "FILE", "write it as JSON", CLI_TEXT, offsetof(compare_arguments, json), NULL},
    {0, "svg", "FILE", "draw a panel each, as SVG", CLI_TEXT,
     offsetof(compare_arguments, picture[LW_SVG]), NULL},
    {0, "pdf", "FILE", "as PDF", CLI_TEXT, offsetof(compare_arguments, picture[LW_PDF]), NULL},
    {0, "png", "FILE", "as PNG", CLI_TEXT, offsetof(compare_arguments, picture[LW_PNG]), NULL},
    {0, "theme", "NAME", "light, dark or print (light)", CLI_CHOICE,
     offsetof(compare_arguments, theme), cli_theme_choice},
    {0, "width", "PIXELS", "width of a PNG (2400)", CLI_COUNT, offsetof(compare_arguments, width),
     NULL},
    {0},
};

static const cli_rule rule_table[] = {
    {"theme", CLI_NEEDS, "svg pdf png"}, {"width", CLI_NEEDS, "png"}, {0}};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_compare = {
    .name = "compare",
    .operands = "FILE [NETS]",
    .summary = "hold all wave algorithms against each other",
    .text = "Seeks a way between two cells of a maze, a map of a game, a field problem or a\n"
            "board with every algorithm of the wave family. A table says what each found and\n"
            "what it took, in counts that are the same on every machine; a figure shows\n"
            "which cells each has seen. Without --net or --from and --to the way leads\n"
            "between the ends that the file names first, or from corner to corner.\n"
            "\n"
            "optimal: no way is cheaper, the algorithm guarantees it; equal: as cheap as the\n"
            "best one here; +N: dearer by so much.\n",
    .examples = "  leeway compare maze.txt\n"
                "  leeway compare board.xml --net GND --svg gnd.svg\n"
                "  leeway compare maze.txt --algorithms lee,double,astar --csv maze.csv\n"
                "  leeway compare map.map --from 3,4 --to 40,7 --json -\n",
    .options = option_table,
    .rules = rule_table,
    .run = run,
};

/* ---- the table ---- */

typedef enum compare_column {
    COLUMN_NAME,
    COLUMN_PATH,
    COLUMN_COST,
    COLUMN_STEPS,
    COLUMN_BENDS,
    COLUMN_VIAS,
    COLUMN_LABELLED,
    COLUMN_EXPANDED,
    COLUMN_FRONTIER,
    COLUMN_WAVES,
    COLUMN_BITS,
    COLUMN_COUNT
} compare_column;

static const char *const heads[COLUMN_COUNT] = {"algorithm", "path",  "cost",     "steps",
                                                "bends",     "vias",  "labelled", "expanded",
                                                "frontier",  "waves", "bits"};

typedef struct compare_table {
    const lw_lesson *lesson;
    const lw_comparison *comparison;
    uint32_t memory; /* megabytes that each might take */
} compare_table;

static void print_merit(char text[CELL_ROOM], const compare_table *table,
                        const lw_contender *contender)
{
    char excess[LW_COST_ROOM];
    switch (contender->merit) {
    case LW_MERIT_OPTIMAL:
        snprintf(text, CELL_ROOM, "optimal");
        break;
    case LW_MERIT_EQUAL:
        snprintf(text, CELL_ROOM, "equal");
        break;
    case LW_MERIT_DEARER:
        lw_print_cost(table->lesson->map, contender->excess, excess);
        snprintf(text, CELL_ROOM, "+%.40s", excess);
        break;
    default:
        snprintf(text, CELL_ROOM, "%s", lw_outcome_name(contender->trial.outcome));
    }
}

static void print_count(char text[CELL_ROOM], bool known, uint64_t count)
{
    if (known)
        snprintf(text, CELL_ROOM, "%llu", (unsigned long long)count);
}

static const char *cell_text(const compare_table *table, const lw_contender *contender,
                             compare_column column, char text[CELL_ROOM])
{
    const lw_trial *trial = &contender->trial;
    const lw_trial_counts *counts = &trial->counts;
    bool found = trial->outcome == LW_FOUND;
    bool ran = trial->outcome != LW_UNFIT && trial->outcome != LW_TOO_LARGE;
    text[0] = '\0';
    switch (column) {
    case COLUMN_NAME:
        return contender->algorithm->name;
    case COLUMN_PATH:
        print_merit(text, table, contender);
        break;
    case COLUMN_COST:
        if (found)
            lw_print_cost(table->lesson->map, trial->path.cost, text);
        break;
    case COLUMN_STEPS:
        print_count(text, found, trial->path.steps);
        break;
    case COLUMN_BENDS:
        print_count(text, found, trial->path.bends);
        break;
    case COLUMN_VIAS:
        print_count(text, found, trial->path.vias);
        break;
    case COLUMN_LABELLED:
        print_count(text, ran, counts->labelled);
        break;
    case COLUMN_EXPANDED:
        print_count(text, ran, counts->expanded);
        break;
    case COLUMN_FRONTIER:
        print_count(text, ran, counts->frontier);
        break;
    case COLUMN_WAVES:
        print_count(text, ran, counts->steps);
        break;
    default:
        print_count(text, ran, counts->bits);
    }
    return text;
}

/* There are no vias on one layer. */
static bool is_shown(const compare_table *table, compare_column column)
{
    return column != COLUMN_VIAS || table->lesson->map->layers > 1;
}

static void measure(const compare_table *table, int width[COLUMN_COUNT])
{
    char text[CELL_ROOM];
    for (int c = 0; c < COLUMN_COUNT; c++) {
        width[c] = (int)strlen(heads[c]);
        for (size_t i = 0; i < table->comparison->count; i++) {
            const lw_contender *contender = &table->comparison->contenders[i];
            int length = (int)strlen(cell_text(table, contender, (compare_column)c, text));
            width[c] = length > width[c] ? length : width[c];
        }
    }
}

static void print_cell(compare_column column, int width, const char *text)
{
    printf(column == COLUMN_NAME ? "%-*s" : "  %*s", width, text[0] != '\0' ? text : "-");
}

static const char *demand_text(const lw_map *map)
{
    switch (lw_map_demands(map)) {
    case LW_DEMAND_STEPS:
        return "every step costs the same";
    case LW_DEMAND_COSTS:
        return "steps differ in cost";
    default:
        return "bends cost";
    }
}

static void print_head(const compare_table *table, const char *path)
{
    const lw_lesson *lesson = table->lesson;
    const lw_map *map = lesson->map;
    char from[80], to[80], layers[48];
    cli_say(stdout, "%s: %d x %d cells", strcmp(path, "-") == 0 ? "standard input" : path,
            map->cols, map->rows);
    if (map->layers > 1)
        cli_say(stdout, " in %s", cli_count(layers, (uint64_t)map->layers, "layer"));
    cli_say(stdout, ", %u directions, %s\n", map->rules.directions, demand_text(map));
    if (lesson->pair != LW_NO_PAIR && lesson->kind != LW_LESSON_MAZE)
        cli_say(stdout, "%s %s, ", lesson->kind == LW_LESSON_OCTILE ? "scenario" : "net",
                lesson->pairs.at[lesson->pair].name);
    cli_say(stdout, "from %s to %s%s\n\n", cli_spot_text(lesson, lesson->from, from),
            cli_spot_text(lesson, lesson->to, to), lesson->pitch ? " (mm)" : "");
}

static void print_tail(const compare_table *table)
{
    const lw_comparison *comparison = table->comparison;
    bool limited = false, large = false;
    for (size_t i = 0; i < comparison->count; i++) {
        limited |= comparison->contenders[i].trial.outcome == LW_GAVE_UP;
        large |= comparison->contenders[i].trial.outcome == LW_TOO_LARGE;
    }
    printf("\n");
    if (limited)
        printf("gave up: after %llu cells that were looked at; --limit allows more\n",
               (unsigned long long)comparison->limit);
    if (large)
        printf("too large: would take more than %u MB; --memory allows more\n", table->memory);
    if (comparison->found == 0)
        printf("none found a way\n");
    else if (!comparison->proved)
        printf("none of these guarantees that its way is the cheapest here\n");
}

static void print_table(const compare_table *table, const char *path)
{
    int width[COLUMN_COUNT];
    char text[CELL_ROOM];
    measure(table, width);
    print_head(table, path);
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (is_shown(table, (compare_column)c))
            print_cell((compare_column)c, width[c], heads[c]);
    printf("\n");
    for (size_t i = 0; i < table->comparison->count; i++) {
        const lw_contender *contender = &table->comparison->contenders[i];
        for (int c = 0; c < COLUMN_COUNT; c++)
            if (is_shown(table, (compare_column)c))
                print_cell((compare_column)c, width[c],
                           cell_text(table, contender, (compare_column)c, text));
        printf("\n");
    }
    print_tail(table);
}

/* ---- for programs ---- */

static int write_csv(const compare_table *table, const char *path)
{
    lw_buffer out = {0};
    lw_error err = {0};
    char text[CELL_ROOM];
    for (int c = 0; c < COLUMN_COUNT; c++)
        lw_buffer_print(&out, "%s%s", c > 0 ? "," : "", heads[c]);
    lw_buffer_text(&out, "\n");
    for (size_t i = 0; i < table->comparison->count; i++) {
        const lw_contender *contender = &table->comparison->contenders[i];
        for (int c = 0; c < COLUMN_COUNT; c++)
            lw_buffer_print(&out, "%s%s", c > 0 ? "," : "",
                            cell_text(table, contender, (compare_column)c, text));
        lw_buffer_text(&out, "\n");
    }
    lw_status status = lw_file_write(path, out.at, out.count, &err);
    lw_buffer_free(&out);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *in_units(const lw_map *map, uint64_t cost)
{
    return map->rules.unit == 1 ? number(cost) : json_real((double)cost / map->rules.unit);
}

static json_t *place_of(const lw_lesson *lesson, int32_t cell)
{
    lw_map_spot at = lw_map_place(lesson->map, cell);
    return json_pack("[i,i,i]", at.x, at.y, at.layer + 1);
}

static json_t *json_of(const lw_map *map, const lw_contender *contender)
{
    static const char *const merits[] = {
        [LW_MERIT_OPTIMAL] = "optimal", [LW_MERIT_EQUAL] = "equal", [LW_MERIT_DEARER] = "dearer"};
    const lw_trial *trial = &contender->trial;
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(contender->algorithm->name));
    json_object_set_new(object, "title", json_string(contender->algorithm->title));
    json_object_set_new(object, "source", json_string(contender->algorithm->source));
    json_object_set_new(object, "outcome", json_string(lw_outcome_name(trial->outcome)));
    if (trial->outcome == LW_FOUND) {
        json_object_set_new(object, "path", json_string(merits[contender->merit]));
        json_object_set_new(object, "cost", in_units(map, trial->path.cost));
        json_object_set_new(object, "excess", in_units(map, contender->excess));
        json_object_set_new(object, "steps", number(trial->path.steps));
        json_object_set_new(object, "diagonals", number(trial->path.diagonals));
        json_object_set_new(object, "bends", number(trial->path.bends));
        json_object_set_new(object, "vias", number(trial->path.vias));
    }
    json_object_set_new(object, "labelled", number(trial->counts.labelled));
    json_object_set_new(object, "expanded", number(trial->counts.expanded));
    json_object_set_new(object, "frontier", number(trial->counts.frontier));
    json_object_set_new(object, "waves", number(trial->counts.steps));
    json_object_set_new(object, "bits", number(trial->counts.bits));
    return object;
}

static int write_json(const compare_table *table, const char *file, const char *path)
{
    const lw_lesson *lesson = table->lesson;
    const lw_map *map = lesson->map;
    json_t *object = json_object(), *list = json_array();
    json_object_set_new(object, "schema", number(1));
    json_object_set_new(object, "leeway", json_string(lw_version()));
    json_object_set_new(object, "file", cli_json_text(file));
    json_object_set_new(object, "cols", json_integer(map->cols));
    json_object_set_new(object, "rows", json_integer(map->rows));
    json_object_set_new(object, "layers", json_integer(map->layers));
    json_object_set_new(object, "directions", json_integer(map->rules.directions));
    json_object_set_new(object, "net",
                        lesson->pair == LW_NO_PAIR
                            ? json_null()
                            : cli_json_text(lesson->pairs.at[lesson->pair].name));
    json_object_set_new(object, "from", place_of(lesson, lesson->from));
    json_object_set_new(object, "to", place_of(lesson, lesson->to));
    json_object_set_new(object, "limit", number(table->comparison->limit));
    for (size_t i = 0; i < table->comparison->count; i++)
        json_array_append_new(list, json_of(map, &table->comparison->contenders[i]));
    json_object_set_new(object, "algorithms", list);
    return cli_write_json(object, path);
}

/* ---- the command ---- */

static int draw(const compare_arguments *arguments, lw_figure *figure)
{
    lw_draw_options options = lw_draw_options_default();
    options.theme = (lw_theme)arguments->theme;
    for (int i = 0; i < LW_PICTURE_COUNT; i++) {
        lw_error err = {0};
        if (arguments->picture[i] == NULL)
            continue;
        options.width = i == LW_PNG ? arguments->width : 0;
        lw_status status =
            lw_figure_save(figure, &options, (lw_picture)i, arguments->picture[i], &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
    }
    return CLI_GO_ON;
}

static bool to_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static int tell(const compare_table *table, const compare_arguments *arguments, const char *path)
{
    bool data = to_stdout(arguments->csv) || to_stdout(arguments->json);
    int code = CLI_GO_ON;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        data |= to_stdout(arguments->picture[i]);
    if (!data)
        print_table(table, path);
    if (arguments->csv != NULL)
        code = write_csv(table, arguments->csv);
    if (arguments->json != NULL && code == CLI_GO_ON)
        code = write_json(table, path, arguments->json);
    return code;
}

static int compare(const lw_lesson *lesson, const cli_algorithms *chosen,
                   const compare_arguments *arguments, const char *path)
{
    bool drawn = false;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        drawn |= arguments->picture[i] != NULL;
    cli_watch watch = {0};
    lw_figure *figure = drawn ? lw_figure_new(path) : NULL;
    lw_compare_options options = {.algorithms = chosen->count > 0 ? chosen->at : NULL,
                                  .count = chosen->count,
                                  .limit = (uint64_t)arguments->limit * 1000,
                                  .memory = (size_t)arguments->memory * 1000000,
                                  .figure = figure,
                                  .stop = cli_stop,
                                  .context = &watch};
    lw_comparison *comparison = NULL;
    lw_error err = {0};
    cli_catch_signals();
    lw_status status = lw_compare(lesson, &options, &comparison, &err);
    int code = status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
    if (code == CLI_GO_ON)
        code = tell(&(compare_table){lesson, comparison, arguments->memory}, arguments, path);
    if (code == CLI_GO_ON && drawn)
        code = draw(arguments, figure);
    if (code == CLI_GO_ON)
        code = cli_interrupted()        ? CLI_INTERRUPTED
               : comparison->found == 0 ? CLI_PARTIAL
                                        : CLI_CLEAN;
    lw_comparison_free(comparison);
    lw_figure_free(figure);
    return code;
}

static int run(const cli_command *command, int argc, char **argv)
{
    compare_arguments arguments = {.lesson = cli_lesson_default(), .memory = MEMORY};
    cli_algorithms chosen = {.count = 0};
    lw_lesson *lesson = NULL;
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code = cli_choose_algorithms(command, "algorithms", &arguments.algorithms, &chosen);
    if (code != CLI_GO_ON)
        return code;
    const char *path = argv[first], *nets = argc - first > 1 ? argv[first + 1] : NULL;
    cli_files files = {.input = {path, nets},
                       .output = {arguments.csv, arguments.json, arguments.picture[LW_SVG],
                                  arguments.picture[LW_PDF], arguments.picture[LW_PNG]}};
    code = cli_check_files(command, &files);
    if (code == CLI_GO_ON)
        code = cli_load_lesson(command, path, nets, &arguments.lesson, &lesson);
    if (code == CLI_GO_ON)
        code = compare(lesson, &chosen, &arguments, path);
    lw_lesson_free(lesson);
    return code;
}
