#include "field.h"

#include <stdlib.h>
#include <string.h>

uint32_t random_below(uint64_t *seed, uint32_t n)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 32) % n);
}

static bool on_rim(const test_field *field, int32_t col, int32_t row)
{
    return col == 0 || row == 0 || col >= field->f.cols - 1 || row >= field->f.rows - 1;
}

/* All free inside the rim; stride and plane have some slack that must never be touched. */
test_field *field_open(int32_t width, int32_t height, int32_t layers, enum steps steps)
{
    test_field *field = calloc(1, sizeof *field);
    lw_field *f = &field->f;
    f->cols = width + 2;
    f->rows = height + 2;
    f->layers = layers;
    f->stride = f->cols + 3;
    f->plane = f->rows * f->stride + 5;
    f->net = NET;
    f->via_cost = 50;
    field->nodes = layers * f->plane;
    f->owner = field->owner = calloc((size_t)field->nodes, sizeof *field->owner);
    f->via_owner = field->via_owner = calloc((size_t)f->plane, sizeof *field->via_owner);
    f->closed = field->closed = calloc((size_t)field->nodes, 1);
    memset(field->owner, 0xff, (size_t)field->nodes * sizeof *field->owner);
    for (int32_t layer = 0; layer < layers; layer++) {
        for (int32_t row = 0; row < f->rows; row++)
            for (int32_t col = 0; col < f->cols; col++)
                if (!on_rim(field, col, row))
                    field->owner[layer * f->plane + row * f->stride + col] = LW_CELL_FREE;
        for (int d = 0; d < LW_STEPS; d++)
            f->step_cost[layer][d] = d % 2 == 0 ? 10 : steps == EIGHT ? 14 : 0;
    }
    return field;
}

static void draw(test_field *field, int32_t node, char letter)
{
    if (letter == '#')
        field->owner[node] = LW_CELL_BLOCKED;
    if (letter == 'o')
        field->via_owner[node % field->f.plane] = LW_CELL_BLOCKED;
    if (letter == '1' || letter == '2')
        field->owner[node] = letter == '1' ? NET : NET + 1;
    if (letter == 'S' || letter == 'X')
        field->sources[field->source_count++] = node;
    if (letter == 'T' || letter == 'X')
        field->targets[field->target_count++] = node;
}

test_field *field_from(const char *const *rows, enum steps steps)
{
    int32_t layers = 1, all = 0;
    for (; rows[all]; all++)
        layers += rows[all][0] == '-';
    int32_t height = (all - layers + 1) / layers;
    test_field *field = field_open((int32_t)strlen(rows[0]), height, layers, steps);
    for (int32_t i = 0; i < all; i++) {
        int32_t layer = i / (height + 1), y = i % (height + 1);
        for (int32_t x = 0; y < height && rows[i][x]; x++)
            draw(field, field_node(field, x, y, layer), rows[i][x]);
    }
    return field;
}

void field_free(test_field *field)
{
    free(field->owner);
    free(field->via_owner);
    free(field->closed);
    free(field);
}

int32_t field_node(const test_field *field, int32_t x, int32_t y, int32_t layer)
{
    return layer * field->f.plane + (y + 1) * field->f.stride + x + 1;
}

lw_wave_query field_query(const test_field *field)
{
    return (lw_wave_query){.sources = field->sources,
                           .source_count = field->source_count,
                           .targets = field->targets,
                           .target_count = field->target_count};
}

/* ---- chance ---- */

static int32_t random_node(const test_field *field, uint64_t *seed)
{
    int32_t x = (int32_t)random_below(seed, (uint32_t)field->f.cols - 2);
    int32_t y = (int32_t)random_below(seed, (uint32_t)field->f.rows - 2);
    return field_node(field, x, y, (int32_t)random_below(seed, (uint32_t)field->f.layers));
}

static void random_costs(test_field *field, uint64_t *seed, bool unit, bool eight)
{
    lw_field *f = &field->f;
    uint32_t most = random_below(seed, 4) == 0 ? 3000 : 20;
    f->via_cost = unit ? 1 : (uint16_t)(1 + random_below(seed, 5 * most));
    for (int32_t layer = 0; layer < f->layers; layer++)
        for (int d = 0; d < LW_STEPS; d++) {
            uint32_t cost = unit ? 1 : 1 + random_below(seed, most);
            if (d >= 4)
                cost = f->step_cost[layer][d ^ 4];
            else if ((d % 2 && !eight) || (!unit && random_below(seed, 12) == 0))
                cost = 0;
            f->step_cost[layer][d] = (uint16_t)cost;
        }
}

static const int step_x[LW_STEPS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int step_y[LW_STEPS] = {0, 1, 1, 1, 0, -1, -1, -1};

static int32_t neighbour(const test_field *field, int32_t node, int d)
{
    return node + step_y[d] * field->f.stride + step_x[d];
}

static void close_some_steps(test_field *field, uint64_t *seed, uint32_t percent)
{
    for (int32_t node = 0; node < field->nodes; node++)
        for (int d = 0; d < 4; d++)
            if (field->owner[node] != LW_CELL_BLOCKED && random_below(seed, 100) < percent) {
                field->closed[node] |= (uint8_t)(1 << d);
                field->closed[neighbour(field, node, d)] |= (uint8_t)(1 << (d ^ 4));
            }
}

static void build_walls(test_field *field, uint64_t *seed)
{
    const lw_field *f = &field->f;
    int32_t col = 1 + (int32_t)random_below(seed, (uint32_t)f->cols - 2);
    int32_t gap = 1 + (int32_t)random_below(seed, (uint32_t)f->rows - 2);
    bool solid = random_below(seed, 2);
    for (int32_t layer = 0; layer < f->layers; layer++)
        for (int32_t row = 1; row < f->rows - 1; row++)
            if (solid || row != gap)
                field->owner[layer * f->plane + row * f->stride + col] = LW_CELL_BLOCKED;
}

static void random_owners(test_field *field, uint64_t *seed)
{
    uint32_t density = random_below(seed, 51), via_density = random_below(seed, 101);
    for (int32_t i = 0; i < field->nodes; i++)
        if (field->owner[i] == LW_CELL_FREE && random_below(seed, 100) < density) {
            static const uint16_t owners[] = {LW_CELL_BLOCKED, NET, NET + 1, 0xFFFE};
            field->owner[i] = owners[random_below(seed, 4)];
        }
    for (int32_t i = 0; i < field->f.plane; i++)
        if (random_below(seed, 100) < via_density) {
            static const uint16_t owners[] = {LW_CELL_BLOCKED, LW_CELL_BLOCKED, NET, NET + 1};
            field->via_owner[i] = owners[random_below(seed, 4)];
        }
}

test_field *field_random(uint64_t *seed, bool unit)
{
    static const int32_t sizes[] = {1, 1, 2, 3, 5, 8, 12, 17};
    int32_t width = sizes[random_below(seed, 8)], height = sizes[random_below(seed, 8)];
    int32_t layers = 1 + (int32_t)random_below(seed, 4);
    test_field *field = field_open(width, height, layers, EIGHT);
    random_costs(field, seed, unit, random_below(seed, 2));
    random_owners(field, seed);
    if (random_below(seed, 4) == 0)
        build_walls(field, seed);
    if (random_below(seed, 2) == 0)
        close_some_steps(field, seed, random_below(seed, 40));
    else if (random_below(seed, 2) == 0)
        field->f.closed = NULL;
    if (random_below(seed, 5) == 0)
        field->f.via_owner = NULL;
    uint32_t most = random_below(seed, 3) == 0 ? MOST_ENDS : 2;
    field->source_count = 1 + random_below(seed, most);
    field->target_count = 1 + random_below(seed, most);
    for (uint32_t i = 0; i < field->source_count; i++)
        field->sources[i] = random_node(field, seed);
    for (uint32_t i = 0; i < field->target_count; i++)
        field->targets[i] = random_node(field, seed);
    return field;
}

/* ---- reference ---- */

static bool usable(const test_field *field, uint16_t owner)
{
    return owner == LW_CELL_FREE || owner == field->f.net;
}

void field_moves(const test_field *field, int32_t node, move_visitor *visit, void *context)
{
    const lw_field *f = &field->f;
    int32_t layer = node / f->plane, place = node % f->plane;
    for (int d = 0; d < LW_STEPS; d++) {
        int32_t to = neighbour(field, node, d);
        bool closed = f->closed && (f->closed[node] & (1 << d));
        if (f->step_cost[layer][d] && !closed && usable(field, f->owner[to]))
            visit(context, to, f->step_cost[layer][d]);
    }
    for (int32_t other = 0; other < f->layers; other++)
        if (other != layer && f->via_owner && usable(field, f->via_owner[place]) &&
            usable(field, f->owner[other * f->plane + place]))
            visit(context, other * f->plane + place, f->via_cost);
}

typedef struct reference {
    uint32_t *cost;
    int32_t *queue;
    int32_t count;
    int32_t at;
    bool changed;
} reference;

static reference reference_start(const test_field *field)
{
    reference r = {.cost = malloc((size_t)field->nodes * sizeof *r.cost),
                   .queue = malloc((size_t)field->nodes * sizeof *r.queue)};
    for (int32_t i = 0; i < field->nodes; i++)
        r.cost[i] = FAR;
    for (uint32_t i = 0; i < field->source_count; i++) {
        int32_t source = field->sources[i];
        if (usable(field, field->owner[source]) && r.cost[source] == FAR) {
            r.cost[source] = 0;
            r.queue[r.count++] = source;
        }
    }
    return r;
}

static void reach(void *context, int32_t to, uint32_t cost)
{
    reference *r = context;
    if (r->cost[to] != FAR)
        return;
    r->cost[to] = r->cost[r->at] + cost;
    r->queue[r->count++] = to;
}

uint32_t *reference_by_breadth(const test_field *field)
{
    reference r = reference_start(field);
    for (int32_t next = 0; next < r.count; next++) {
        r.at = r.queue[next];
        field_moves(field, r.at, reach, &r);
    }
    free(r.queue);
    return r.cost;
}

static void relax(void *context, int32_t to, uint32_t cost)
{
    reference *r = context;
    if (r->cost[r->at] + cost >= r->cost[to])
        return;
    r->cost[to] = r->cost[r->at] + cost;
    r->changed = true;
}

uint32_t *reference_by_relaxing(const test_field *field)
{
    reference r = reference_start(field);
    do {
        r.changed = false;
        for (r.at = 0; r.at < field->nodes; r.at++)
            if (r.cost[r.at] != FAR)
                field_moves(field, r.at, relax, &r);
    } while (r.changed);
    free(r.queue);
    return r.cost;
}
