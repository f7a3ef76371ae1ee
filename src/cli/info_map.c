/* Mazes, maps of games, field problems and graphs, as 'leeway info' tells them. */
#include "cli.h"

static json_t *begin(const char *path, const char *format)
{
    json_t *object = cli_json_begin("file", path);
    cli_put_text(object, "format", format);
    return object;
}

/* ---- what maps and problems have in common ---- */

typedef struct cell_counts {
    int32_t cols, rows, layers;
    uint64_t free, blocked;
    uint32_t least, most; /* costs of free ones; 0 when there is none */
} cell_counts;

static void put_cells(json_t *object, const cell_counts *counts)
{
    cli_put(object, "cols", (uint64_t)counts->cols);
    cli_put(object, "rows", (uint64_t)counts->rows);
    cli_put(object, "layers", (uint64_t)counts->layers);
    cli_put(object, "free_cells", counts->free);
    cli_put(object, "blocked_cells", counts->blocked);
    cli_put(object, "least_cost", counts->least);
    cli_put(object, "most_cost", counts->most);
}

/* Whatever else costs something goes behind it, on the same line. */
static void print_cells(const cell_counts *counts)
{
    char layers[48];
    printf("  size         %d x %d cells, %s\n", counts->cols, counts->rows,
           cli_count(layers, (uint64_t)counts->layers, "layer"));
    printf("  cells        %llu free, %llu blocked\n", (unsigned long long)counts->free,
           (unsigned long long)counts->blocked);
    printf("  costs        cell %u", counts->least);
    if (counts->most > counts->least)
        printf(" to %u", counts->most);
}

/* ---- maps ---- */

static const char *format_of(const lw_lesson *lesson)
{
    return lesson->kind == LW_LESSON_MAZE ? "maze" : "octile";
}

static cell_counts count_map(const lw_map *map)
{
    lw_map_range range = lw_map_measure(map);
    cell_counts counts = {.cols = map->cols,
                          .rows = map->rows,
                          .layers = map->layers,
                          .least = range.least,
                          .most = range.most};
    for (int32_t layer = 0; layer < map->layers; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++)
                counts.free += map->cost[lw_map_cell(map, x, y, layer)] > 0;
    counts.blocked =
        (uint64_t)map->layers * (uint64_t)map->rows * (uint64_t)map->cols - counts.free;
    return counts;
}

static int write_map(const lw_lesson *lesson, const cell_counts *counts)
{
    json_t *object = begin(lesson->path, format_of(lesson));
    put_cells(object, counts);
    cli_put(object, "pairs", lesson->pairs.count);
    return cli_write_json(object, "-");
}

static void print_ends(const lw_lesson *lesson)
{
    char from[80], to[80];
    if (lesson->kind == LW_LESSON_OCTILE && lesson->pairs.count > 0)
        printf("  scenarios    %u\n", lesson->pairs.count);
    else
        printf("  ends         %s and %s%s\n", cli_spot_text(lesson, lesson->from, from),
               cli_spot_text(lesson, lesson->to, to),
               lesson->pairs.count > 0 ? "" : ", the free cells nearest to the corners");
}

int cli_tell_map(const lw_lesson *lesson, bool json)
{
    cell_counts counts = count_map(lesson->map);
    if (json)
        return write_map(lesson, &counts);
    cli_say(stdout, "%s: %s, %s\n", cli_input_name(lesson->path), format_of(lesson),
            lesson->kind == LW_LESSON_MAZE ? "a text maze" : "a map of a game");
    print_cells(&counts);
    printf("\n");
    print_ends(lesson);
    return CLI_GO_ON;
}

/* ---- field problems ---- */

static cell_counts count_problem(const lw_problem *problem)
{
    cell_counts counts = {.cols = problem->cols,
                          .rows = problem->rows,
                          .layers = problem->layers,
                          .least = LW_PROBLEM_COST_MAX};
    for (size_t i = lw_problem_cell(problem, 0, 0, problem->layers); i-- > 0;) {
        uint32_t cost = problem->cost[i];
        if (cost == 0) {
            counts.blocked++;
            continue;
        }
        counts.free++;
        counts.least = cost < counts.least ? cost : counts.least;
        counts.most = cost > counts.most ? cost : counts.most;
    }
    if (counts.free == 0)
        counts.least = 0;
    return counts;
}

static int write_problem(const lw_problem *problem, const cell_counts *counts)
{
    json_t *object = begin(problem->path, lw_problem_format_name(problem->format));
    put_cells(object, counts);
    cli_put(object, "bend_cost", problem->bend);
    cli_put(object, "via_cost", problem->via);
    cli_put(object, "nets", problem->nets.count);
    return cli_write_json(object, "-");
}

int cli_tell_problem(const lw_problem *problem, bool json)
{
    cell_counts counts = count_problem(problem);
    if (json)
        return write_problem(problem, &counts);
    cli_say(stdout, "%s: %s, a field problem\n", cli_input_name(problem->path),
            lw_problem_format_name(problem->format));
    print_cells(&counts);
    printf(", bend %u, via %u\n", problem->bend, problem->via);
    printf("  nets         %u\n", problem->nets.count);
    return CLI_GO_ON;
}

int cli_tell_nets(const lw_problem *problem, bool json)
{
    char nets[48];
    if (json) {
        json_t *object = begin(problem->nets_path, lw_problem_format_name(problem->format));
        cli_put_text(object, "grid", problem->path);
        cli_put(object, "nets", problem->nets.count);
        return cli_write_json(object, "-");
    }
    cli_say(stdout, "%s: %s, %s of the grid %s\n", problem->nets_path,
            lw_problem_format_name(problem->format), cli_count(nets, problem->nets.count, "net"),
            problem->path);
    return CLI_GO_ON;
}

/* ---- graphs ---- */

int cli_tell_graph(const char *path, const lw_graph *graph, bool json)
{
    size_t arcs = graph->first[graph->count];
    uint64_t least = arcs > 0 ? UINT64_MAX : 0, most = 0;
    for (size_t i = 0; i < arcs; i++) {
        uint64_t cost = graph->arcs[i].cost;
        least = cost < least ? cost : least;
        most = cost > most ? cost : most;
    }
    if (json) {
        json_t *object = begin(path, "edges");
        cli_put(object, "vertices", (uint64_t)graph->count);
        cli_put(object, "edges", cli_graph_edges(graph));
        cli_put(object, "least_cost", least);
        cli_put(object, "most_cost", most);
        return cli_write_json(object, "-");
    }
    cli_say(stdout, "%s: edges, a graph\n", cli_input_name(path));
    printf("  size         %d vertices, %llu edges\n", graph->count,
           (unsigned long long)cli_graph_edges(graph));
    printf("  costs        edge %llu", (unsigned long long)least);
    if (most > least)
        printf(" to %llu", (unsigned long long)most);
    printf("\n");
    return CLI_GO_ON;
}
