#include "wave/congested.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include "check_leaks.h"
#include "random.h"
#include "wave/field.h"

/* A field of the other tests with nets in it: counts, history and tolls by chance. */
typedef struct busy_field {
    test_field *field;
    lw_cell *cells, *vias;
    uint16_t *history, *via_history;
    uint32_t toll[256];
    lw_terrain terrain;
} busy_field;

static busy_field *busy_random(uint64_t *seed, bool closed_tolls)
{
    busy_field *busy = calloc(1, sizeof *busy);
    busy->field = field_random(seed, false);
    lw_field *f = &busy->field->f;
    /* Prices stay below what the search caps them at. */
    f->via_cost = (uint16_t)(1 + f->via_cost % 900);
    for (int layer = 0; layer < f->layers; layer++)
        for (int d = 0; d < LW_STEPS; d++)
            if (f->step_cost[layer][d] > 0)
                f->step_cost[layer][d] = (uint16_t)(1 + f->step_cost[layer][d] % 90);
    size_t plane = (size_t)f->plane, nodes = (size_t)busy->field->nodes;
    busy->cells = calloc(nodes, sizeof *busy->cells);
    busy->vias = calloc(plane, sizeof *busy->vias);
    busy->history = calloc(nodes, sizeof *busy->history);
    busy->via_history = calloc(plane, sizeof *busy->via_history);
    for (size_t i = 0; i < nodes; i++) {
        uint8_t others = (uint8_t)random_below(seed, 3);
        others = random_below(seed, 4) ? 0 : others;
        busy->cells[i] = (lw_cell){f->owner[i], f->closed ? f->closed[i] : 0, others};
        busy->history[i] = (uint16_t)random_below(seed, 20);
    }
    for (size_t i = 0; i < plane; i++) {
        uint8_t closed = random_below(seed, 8) == 0;
        uint8_t others = (uint8_t)random_below(seed, 2);
        busy->vias[i] = (lw_cell){f->via_owner ? f->via_owner[i] : LW_CELL_BLOCKED, closed, others};
        busy->via_history[i] = (uint16_t)random_below(seed, 50);
    }
    for (uint32_t i = 0; i < 256; i++)
        busy->toll[i] = i == 0 ? LW_TOLL_ONE : closed_tolls ? LW_TOLL_CLOSED : LW_TOLL_ONE + 9 * i;
    busy->terrain = (lw_terrain){
        .stride = f->stride,
        .plane = f->plane,
        .layers = f->layers,
        .cells = busy->cells,
        .vias = busy->vias,
        .history = busy->history,
        .via_history = busy->via_history,
        .toll = busy->toll,
        .net = f->net,
        .via_cost = f->via_cost,
        .via_room = (uint16_t)(1 + random_below(seed, f->via_cost)),
        .greed = 16,
    };
    for (int layer = 0; layer < f->layers; layer++)
        for (int d = 0; d < LW_STEPS; d++)
            busy->terrain.step_cost[layer][d] = f->step_cost[layer][d];
    return busy;
}

static void busy_free(busy_field *busy)
{
    field_free(busy->field);
    free(busy->cells);
    free(busy->vias);
    free(busy->history);
    free(busy->via_history);
    free(busy);
}

/* What a legal move of the field costs among the other nets; FAR where the toll keeps it out. */
static uint32_t move_price(const busy_field *busy, int32_t from, int32_t to, uint32_t cost)
{
    int32_t plane = busy->terrain.plane;
    bool via = from / plane != to / plane;
    const lw_cell *cell = via ? &busy->vias[to % plane] : &busy->cells[to];
    uint32_t history = via ? busy->via_history[to % plane] : busy->history[to];
    if ((via && cell->closed) || busy->toll[cell->count] == 0 ||
        busy->toll[busy->cells[to].count] == 0)
        return FAR;
    uint32_t apart = via ? cost - busy->terrain.via_room : 0; /* from the toll */
    return apart + (cost - apart + history) * busy->toll[cell->count] / LW_TOLL_ONE;
}

typedef struct relaxing {
    const busy_field *busy;
    uint32_t *cost;
    int32_t from;
    bool changed;
} relaxing;

static void relax(void *context, int32_t to, uint32_t cost)
{
    relaxing *r = context;
    uint32_t price = move_price(r->busy, r->from, to, cost);
    if (price != FAR && r->cost[r->from] + price < r->cost[to]) {
        r->cost[to] = r->cost[r->from] + price;
        r->changed = true;
    }
}

/* Cheapest cost from any source to any target, ends included, by relaxing until nothing changes. */
static uint32_t reference(const busy_field *busy, const lw_seek *seek)
{
    relaxing r = {.busy = busy, .changed = true};
    r.cost = malloc((size_t)busy->field->nodes * sizeof *r.cost);
    for (int32_t i = 0; i < busy->field->nodes; i++)
        r.cost[i] = FAR;
    for (uint32_t i = 0; i < seek->source_count; i++) {
        int32_t node = seek->sources[i].node;
        uint16_t owner = busy->cells[node].owner;
        if ((owner == LW_CELL_FREE || owner == NET) && busy->toll[busy->cells[node].count] != 0 &&
            seek->sources[i].cost < r.cost[node])
            r.cost[node] = seek->sources[i].cost;
    }
    while (r.changed) {
        r.changed = false;
        for (r.from = 0; r.from < busy->field->nodes; r.from++)
            if (r.cost[r.from] != FAR)
                field_moves(busy->field, r.from, relax, &r);
    }
    uint32_t best = FAR;
    for (uint32_t i = 0; i < seek->target_count; i++) {
        uint32_t to = r.cost[seek->targets[i].node];
        if (to != FAR && to + seek->targets[i].cost < best)
            best = to + seek->targets[i].cost;
    }
    free(r.cost);
    return best;
}

typedef struct last_move {
    int32_t to;
    uint32_t cost;
} last_move;

static void find_move(void *context, int32_t to, uint32_t cost)
{
    last_move *move = context;
    if (to == move->to)
        move->cost = cost;
}

static uint32_t end_cost(const lw_terminal *ends, uint32_t count, int32_t node)
{
    uint32_t least = FAR;
    for (uint32_t i = 0; i < count; i++)
        if (ends[i].node == node && ends[i].cost < least)
            least = ends[i].cost;
    return least;
}

/* The cost of the path, move by move; every move must be a legal one. */
static uint32_t cost_of_path(const busy_field *busy, const lw_seek *seek, const lw_way *way)
{
    uint32_t cost = end_cost(seek->sources, seek->source_count, way->nodes[0]);
    cr_assert_neq(cost, FAR);
    for (uint32_t i = 0; i + 1 < way->count; i++) {
        last_move move = {way->nodes[i + 1], FAR};
        field_moves(busy->field, way->nodes[i], find_move, &move);
        cr_assert_neq(move.cost, FAR);
        uint32_t price = move_price(busy, way->nodes[i], move.to, move.cost);
        cr_assert_neq(price, FAR);
        cost += price;
    }
    return cost + end_cost(seek->targets, seek->target_count, way->nodes[way->count - 1]);
}

/* A greedy search finds a path where there is one, its cost is what it says, and it takes up no
 * node twice. */
static void expect_greedy_path(lw_congested *space, busy_field *busy, const lw_seek *seek,
                               uint32_t expected)
{
    busy->terrain.greed = 19;
    lw_way way = lw_congested_find(space, &busy->terrain, seek);
    busy->terrain.greed = 16;
    cr_assert_eq(way.count == 0, expected == FAR);
    cr_assert_leq(way.expanded, (uint64_t)busy->field->nodes);
    if (way.count == 0)
        return;
    cr_assert_geq(way.cost, expected);
    cr_assert_eq(cost_of_path(busy, seek, &way), way.cost);
}

/* Within a window the way is a cheapest one of all, or one that leads out of it may be cheaper. */
static void expect_view_beyond(lw_congested *space, const busy_field *busy, lw_seek seek,
                               uint64_t *seed, uint32_t expected)
{
    int32_t cols = busy->terrain.stride, rows = busy->terrain.plane / cols;
    seek.window.col1 = (int32_t)random_below(seed, (uint32_t)cols);
    seek.window.row1 = (int32_t)random_below(seed, (uint32_t)rows);
    seek.window.col2 = seek.window.col1 + (int32_t)random_below(seed, (uint32_t)cols);
    seek.window.row2 = seek.window.row1 + (int32_t)random_below(seed, (uint32_t)rows);
    lw_way way = lw_congested_find(space, &busy->terrain, &seek);
    uint32_t cost = way.count > 0 ? way.cost : FAR;
    cr_assert_leq(expected, cost);
    if (cost <= way.beyond)
        cr_assert_eq(expected, cost, "%u, not %u; beyond %u", expected, cost, way.beyond);
    else
        cr_assert_geq(expected, way.beyond);
}

/* On one random field; whether there is a path. */
static bool expect_cheapest_path(uint64_t *seed, int round)
{
    busy_field *busy = busy_random(seed, round % 3 == 0);
    lw_terminal sources[MOST_ENDS], targets[MOST_ENDS];
    for (uint32_t i = 0; i < busy->field->source_count; i++)
        sources[i] = (lw_terminal){busy->field->sources[i], random_below(seed, 40)};
    for (uint32_t i = 0; i < busy->field->target_count; i++)
        targets[i] = (lw_terminal){busy->field->targets[i], random_below(seed, 40)};
    lw_seek seek = {
        .sources = sources,
        .source_count = busy->field->source_count,
        .targets = targets,
        .target_count = busy->field->target_count,
        .window = {0, 0, INT32_MAX, INT32_MAX},
    };
    uint32_t expected = reference(busy, &seek);
    lw_congested *space = lw_congested_new(busy->terrain.plane, busy->terrain.layers);
    for (int again = 0; again < 2; again++) {
        lw_way way = lw_congested_find(space, &busy->terrain, &seek);
        cr_assert_eq(way.count == 0, expected == FAR, "round %d", round);
        if (way.count == 0)
            continue;
        cr_assert_eq(way.cost, expected, "round %d: %u instead of %u", round, way.cost, expected);
        cr_assert_eq(cost_of_path(busy, &seek, &way), expected, "round %d", round);
    }
    expect_view_beyond(space, busy, seek, seed, expected);
    expect_greedy_path(space, busy, &seek, expected);
    lw_congested_free(space);
    busy_free(busy);
    return expected != FAR;
}

Test(congested, finds_a_cheapest_path_among_other_nets)
{
    enum { SEEDS = 6, ROUNDS = 1000 };
    uint32_t found = 0;
    for (uint64_t start = 1; start <= SEEDS; start++) {
        uint64_t seed = start;
        for (int round = 0; round < ROUNDS; round++)
            found += expect_cheapest_path(&seed, round);
    }
    cr_expect_gt(found, 1000);
    cr_expect_lt(found, 5800);
    lw_test_no_leaks();
}

Test(congested, stays_in_its_window)
{
    test_field *field = field_from((const char *[]){"S.#..", ".##..", "....T", NULL}, FOUR);
    uint64_t seed = 1;
    busy_field *busy = busy_random(&seed, false);
    lw_cell *cells = calloc((size_t)field->nodes, sizeof *cells);
    uint16_t *history = calloc((size_t)field->nodes, sizeof *history);
    for (int32_t i = 0; i < field->nodes; i++)
        cells[i].owner = field->owner[i];
    lw_terrain terrain = {.stride = field->f.stride,
                          .plane = field->f.plane,
                          .layers = 1,
                          .cells = cells,
                          .history = history,
                          .toll = busy->toll,
                          .net = NET,
                          .via_cost = 1,
                          .via_room = 1,
                          .greed = 16};
    for (int d = 0; d < LW_STEPS; d += 2)
        terrain.step_cost[0][d] = 10;
    lw_terminal source = {field->sources[0], 0}, target = {field->targets[0], 0};
    lw_seek seek = {&source, 1, &target, 1, {1, 1, 5, 3}, 0, NULL, NULL, NULL, 0};
    lw_congested *space = lw_congested_new(terrain.plane, 1);
    lw_way way = lw_congested_find(space, &terrain, &seek);
    cr_expect_eq(way.count, 7);
    cr_expect_eq(way.cost, 60);
    seek.window.row2 = 2;
    cr_expect_eq(lw_congested_find(space, &terrain, &seek).count, 0);
    lw_congested_free(space);
    free(cells);
    free(history);
    busy_free(busy);
    field_free(field);
    lw_test_no_leaks();
}

Test(congested, makes_only_the_room_of_a_via_dearer)
{
    test_field *field = field_open(1, 1, 2, FOUR);
    int32_t place = field->f.stride + 1;
    lw_cell *cells = calloc((size_t)field->nodes, sizeof *cells);
    lw_cell *vias = calloc((size_t)field->f.plane, sizeof *vias);
    uint16_t *history = calloc((size_t)field->nodes, sizeof *history);
    uint16_t *via_history = calloc((size_t)field->f.plane, sizeof *via_history);
    uint32_t toll[256] = {LW_TOLL_ONE, 5 * LW_TOLL_ONE};
    for (int32_t i = 0; i < field->nodes; i++)
        cells[i].owner = field->owner[i];
    vias[place].count = 1;
    via_history[place] = 3;
    lw_terrain terrain = {.stride = field->f.stride,
                          .plane = field->f.plane,
                          .layers = 2,
                          .cells = cells,
                          .vias = vias,
                          .history = history,
                          .via_history = via_history,
                          .toll = toll,
                          .net = NET,
                          .via_cost = 100,
                          .via_room = 10,
                          .greed = 16};
    lw_terminal source = {place, 0}, target = {place + field->f.plane, 0};
    lw_seek seek = {&source, 1, &target, 1, {1, 1, 1, 1}, 0, NULL, NULL, NULL, 0};
    lw_congested *space = lw_congested_new(terrain.plane, 2);
    cr_expect_eq(lw_congested_find(space, &terrain, &seek).cost, 90 + 5 * (10 + 3));
    toll[1] = LW_TOLL_CLOSED;
    cr_expect_eq(lw_congested_find(space, &terrain, &seek).count, 0);
    lw_congested_free(space);
    free(via_history);
    free(history);
    free(cells);
    free(vias);
    field_free(field);
    lw_test_no_leaks();
}
