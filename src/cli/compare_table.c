#include "compare_table.h"

#include <string.h>
#include "base/buffer.h"
#include "base/file.h"

enum { CELL_ROOM = LW_COST_ROOM };

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

/* The map; NULL: of a graph. */
static const lw_map *map_of(const compare_table *table)
{
    return table->task->graph == NULL ? table->task->lesson->map : NULL;
}

static void print_cost(const compare_table *table, uint64_t cost, char text[LW_COST_ROOM])
{
    if (map_of(table) == NULL)
        snprintf(text, LW_COST_ROOM, "%llu", (unsigned long long)cost);
    else
        lw_print_cost(map_of(table), cost, text);
}

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
        print_cost(table, contender->excess, excess);
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
            print_cost(table, trial->path.cost, text);
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

/* There are no vias on one layer, and no bends in a graph. */
static bool is_shown(const compare_table *table, compare_column column)
{
    const lw_map *map = map_of(table);
    if (column == COLUMN_BENDS)
        return map != NULL;
    return column != COLUMN_VIAS || (map != NULL && map->layers > 1);
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

static void print_map(const compare_table *table)
{
    const lw_lesson *lesson = table->task->lesson;
    const lw_map *map = lesson->map;
    char from[80], to[80], layers[48];
    cli_say(stdout, "%d x %d cells", map->cols, map->rows);
    if (map->layers > 1)
        cli_say(stdout, " in %s", cli_count(layers, (uint64_t)map->layers, "layer"));
    cli_say(stdout, ", %u directions, %s\n", map->rules.directions,
            lw_map_demand_text(lw_map_demands(map)));
    if (lesson->pair != LW_NO_PAIR && lesson->kind != LW_LESSON_MAZE)
        cli_say(stdout, "%s %s, ", lesson->kind == LW_LESSON_OCTILE ? "scenario" : "net",
                lesson->pairs.at[lesson->pair].name);
    cli_say(stdout, "from %s to %s", cli_spot_text(lesson, lesson->from, from),
            cli_spot_text(lesson, lesson->to, to));
    for (uint32_t i = 0; i < table->also_count; i++)
        cli_say(stdout, "; to %s", cli_spot_text(lesson, table->also[i], to));
    cli_say(stdout, "%s%s\n\n", lesson->pitch ? " (mm)" : "",
            table->also_count > 0 ? ": sums over all targets" : "");
}

static void print_graph(const cli_task *task)
{
    char edges[48];
    cli_say(stdout, "a graph of %d vertices and %s\n", task->graph->count,
            cli_count(edges, cli_graph_edges(task->graph), "edge"));
    cli_say(stdout, "from %s to %s\n\n", task->graph->name[task->from],
            task->graph->name[task->to]);
}

static void print_head(const compare_table *table)
{
    cli_say(stdout, "%s: ", cli_input_name(table->path));
    if (table->task->graph != NULL)
        print_graph(table->task);
    else
        print_map(table);
}

static void print_tail(const compare_table *table)
{
    const lw_comparison *comparison = table->comparison;
    bool limited = false, large = false, equal = false, unfit = false;
    for (size_t i = 0; i < comparison->count; i++) {
        equal |= comparison->contenders[i].merit == LW_MERIT_EQUAL;
        unfit |= comparison->contenders[i].trial.outcome == LW_UNFIT;
        limited |= comparison->contenders[i].trial.outcome == LW_GAVE_UP;
        large |= comparison->contenders[i].trial.outcome == LW_TOO_LARGE;
    }
    printf("\n");
    if (equal)
        printf("equal: as cheap as the best one here, without a promise that it is\n");
    if (unfit)
        printf("does not fit: the algorithm does not run on maps like this one\n");
    if (limited && cli_interrupted())
        printf("gave up: interrupted\n");
    else if (limited)
        printf("gave up: after %llu cells that were looked at; --limit allows more\n",
               (unsigned long long)comparison->limit);
    if (large)
        printf("too large: would take more than %u MB; --memory allows more\n", table->memory);
    if (comparison->found == 0)
        printf("none found a way\n");
    else if (!comparison->proved)
        printf("none of these guarantees that its way is the cheapest here\n");
}

void compare_print(const compare_table *table)
{
    int width[COLUMN_COUNT];
    char text[CELL_ROOM];
    measure(table, width);
    print_head(table);
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

int compare_write_csv(const compare_table *table, const char *path)
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

static json_t *in_units(const compare_table *table, uint64_t cost)
{
    uint32_t unit = map_of(table) != NULL ? map_of(table)->rules.unit : 1;
    return unit == 1 ? json_integer((json_int_t)cost) : json_real((double)cost / unit);
}

static json_t *place_of(const lw_lesson *lesson, int32_t cell)
{
    lw_map_spot at = lw_map_place(lesson->map, cell);
    return json_pack("[i,i,i]", at.x, at.y, at.layer + 1);
}

static json_t *places_of(const compare_table *table)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < table->also_count; i++)
        json_array_append_new(list, place_of(table->task->lesson, table->also[i]));
    return list;
}

static json_t *json_of(const compare_table *table, const lw_contender *contender)
{
    static const char *const merits[] = {
        [LW_MERIT_OPTIMAL] = "optimal", [LW_MERIT_EQUAL] = "equal", [LW_MERIT_DEARER] = "dearer"};
    const lw_trial *trial = &contender->trial;
    json_t *object = json_object();
    cli_put_text(object, "name", contender->algorithm->name);
    cli_put_text(object, "title", contender->algorithm->title);
    cli_put_text(object, "source", contender->algorithm->source);
    cli_put_text(object, "outcome", lw_outcome_name(trial->outcome));
    if (trial->outcome == LW_FOUND) {
        cli_put_text(object, "path", merits[contender->merit]);
        json_object_set_new(object, "cost", in_units(table, trial->path.cost));
        json_object_set_new(object, "excess", in_units(table, contender->excess));
        cli_put(object, "steps", trial->path.steps);
        cli_put(object, "diagonals", trial->path.diagonals);
        cli_put(object, "bends", trial->path.bends);
        cli_put(object, "vias", trial->path.vias);
    }
    cli_put(object, "labelled", trial->counts.labelled);
    cli_put(object, "expanded", trial->counts.expanded);
    cli_put(object, "frontier", trial->counts.frontier);
    cli_put(object, "waves", trial->counts.steps);
    cli_put(object, "bits", trial->counts.bits);
    return object;
}

static void put_map(json_t *object, const lw_lesson *lesson)
{
    const lw_map *map = lesson->map;
    cli_put(object, "cols", (uint64_t)map->cols);
    cli_put(object, "rows", (uint64_t)map->rows);
    cli_put(object, "layers", (uint64_t)map->layers);
    cli_put(object, "directions", map->rules.directions);
    json_object_set_new(object, "net",
                        lesson->pair == LW_NO_PAIR
                            ? json_null()
                            : cli_json_text(lesson->pairs.at[lesson->pair].name));
    json_object_set_new(object, "from", place_of(lesson, lesson->from));
    json_object_set_new(object, "to", place_of(lesson, lesson->to));
}

static void put_graph(json_t *object, const cli_task *task)
{
    cli_put(object, "vertices", (uint64_t)task->graph->count);
    cli_put(object, "edges", cli_graph_edges(task->graph));
    cli_put_text(object, "from", task->graph->name[task->from]);
    cli_put_text(object, "to", task->graph->name[task->to]);
}

int compare_write_json(const compare_table *table, const char *path)
{
    json_t *object = cli_json_begin("file", table->path), *list = json_array();
    if (table->task->graph != NULL)
        put_graph(object, table->task);
    else
        put_map(object, table->task->lesson);
    if (table->also_count > 0)
        json_object_set_new(object, "also", places_of(table));
    cli_put(object, "limit", table->comparison->limit);
    for (size_t i = 0; i < table->comparison->count; i++)
        json_array_append_new(list, json_of(table, &table->comparison->contenders[i]));
    json_object_set_new(object, "algorithms", list);
    return cli_write_json(object, path);
}
