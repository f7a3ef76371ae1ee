/* Mazes, maps of games and graphs, as 'leeway info' tells them. */
#include "cli.h"

typedef struct map_counts {
    uint64_t free, blocked;
} map_counts;

static map_counts count_cells(const lw_map *map)
{
    map_counts counts = {0};
    for (int32_t layer = 0; layer < map->layers; layer++)
        for (int32_t y = 0; y < map->rows; y++)
            for (int32_t x = 0; x < map->cols; x++)
                counts.free += map->cost[lw_map_cell(map, x, y, layer)] > 0;
    counts.blocked =
        (uint64_t)map->layers * (uint64_t)map->rows * (uint64_t)map->cols - counts.free;
    return counts;
}

static const char *format_of(const lw_lesson *lesson)
{
    return lesson->kind == LW_LESSON_MAZE ? "maze" : "octile";
}

static json_t *begin(const char *path, const char *format)
{
    json_t *object = cli_json_begin("file", path);
    cli_put_text(object, "format", format);
    return object;
}

/* ---- maps ---- */

static int write_map(const lw_lesson *lesson, map_counts counts, lw_map_range range)
{
    const lw_map *map = lesson->map;
    json_t *object = begin(lesson->path, format_of(lesson));
    cli_put(object, "cols", (uint64_t)map->cols);
    cli_put(object, "rows", (uint64_t)map->rows);
    cli_put(object, "layers", (uint64_t)map->layers);
    cli_put(object, "free_cells", counts.free);
    cli_put(object, "blocked_cells", counts.blocked);
    cli_put(object, "least_cost", range.least);
    cli_put(object, "most_cost", range.most);
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
    const lw_map *map = lesson->map;
    map_counts counts = count_cells(map);
    lw_map_range range = lw_map_measure(map);
    char layers[48];
    if (json)
        return write_map(lesson, counts, range);
    cli_say(stdout, "%s: %s, %s\n", cli_input_name(lesson->path), format_of(lesson),
            lesson->kind == LW_LESSON_MAZE ? "a text maze" : "a map of a game");
    printf("  size         %d x %d cells, %s\n", map->cols, map->rows,
           cli_count(layers, (uint64_t)map->layers, "layer"));
    printf("  cells        %llu free, %llu blocked\n", (unsigned long long)counts.free,
           (unsigned long long)counts.blocked);
    printf("  costs        cell %u to %u\n", range.least, range.most);
    print_ends(lesson);
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
    printf("  costs        edge %llu to %llu\n", (unsigned long long)least,
           (unsigned long long)most);
    return CLI_GO_ON;
}
