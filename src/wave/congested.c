/*
 * A node's mark is one number: from above, the number of the search that wrote it, the cost turned
 * around, and how the node was reached. So nothing is cleared between searches, and of two marks
 * the greater one is of a later search or a cheaper way. Waiting nodes stand in a ring by cost +
 * estimate. No price exceeds MOST_PRICE, so they always fit in.
 */
#include "wave/congested.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "wave/ring.h"
#include "wave/steps.h"

enum {
    RING = (1 << 16) - 1, /* that keys may lie apart */
    MOST_PRICE = 30000,
    /* Of a mark, beside the step that led there: */
    FROM_VIA = LW_STEPS, /* + the layer that the way comes from */
    FROM_SOURCE = (1 << 6) - 1,
    DONE = 1 << 6,
    TARGET = 1 << 7,
    REACHED_BITS = 8,
    COST_BITS = 32,
    MOST_SEARCHES = (1 << 24) - 1,
};

/* A way that costs more is not found; so cost, step and estimate add up in 32 bits. */
#define MOST_COST ((uint32_t)INT32_MAX)

typedef uint64_t lw_mark;

struct lw_congested {
    lw_mark *marks;
    size_t nodes;
    uint64_t newest; /* what a way of no cost is worth in this search */
    lw_ring ring;
    uint32_t now;    /* key of the node that is being expanded */
    uint32_t beyond; /* key of the first node that had a step out of the window */
    int32_t *path;
    size_t path_room;
};

size_t lw_congested_size(int32_t plane, int32_t layers)
{
    size_t nodes = (size_t)plane * (size_t)layers;
    return nodes * sizeof(lw_mark) + lw_ring_size(RING, nodes);
}

lw_congested *lw_congested_new(int32_t plane, int32_t layers)
{
    lw_congested *space = lw_alloc(1, sizeof *space);
    space->newest = UINT32_MAX;
    space->nodes = (size_t)plane * (size_t)layers;
    space->marks = lw_try_alloc(space->nodes, sizeof *space->marks);
    if (!space->marks) {
        lw_congested_free(space);
        return NULL;
    }
    lw_ring_open(&space->ring, RING, space->nodes);
    return space;
}

void lw_congested_free(lw_congested *space)
{
    if (!space)
        return;
    free(space->marks);
    lw_ring_close(&space->ring);
    free(space->path);
    free(space);
}

/* ---- the search ---- */

/* What a step costs within one layer, or in the cheapest one. */
typedef struct lw_pace {
    int32_t x, y, diagonal;
} lw_pace;

/* Lower bound of what is left: to the box of the targets. */
typedef struct lw_estimate {
    int32_t col1, row1, col2, row2;
    lw_pace pace[32];   /* staying in the layer */
    lw_pace best;       /* wherever it is cheapest */
    int32_t change[32]; /* the least cost of leaving the layer and ending at a target */
    bool ends[32];      /* the layer has targets */
    uint32_t most;      /* a via anywhere may end the path */
    uint32_t greed;
} lw_estimate;

static inline int32_t apart(int32_t at, int32_t first, int32_t last)
{
    int32_t before = first - at, behind = at - last, most = before > behind ? before : behind;
    return most > 0 ? most : 0;
}

/* Along the nearer axis and diagonally; the diagonal costs no more than both axes, so the wrong
 * axis gives less. */
static inline int32_t least_cost(const lw_pace *pace, int32_t dx, int32_t dy)
{
    int32_t along_x = dx * pace->x + dy * (pace->diagonal - pace->x);
    int32_t along_y = dy * pace->y + dx * (pace->diagonal - pace->y);
    return along_x > along_y ? along_x : along_y;
}

static inline uint32_t estimate(const lw_estimate *e, int32_t col, int32_t row, int32_t layer)
{
    int32_t dx = apart(col, e->col1, e->col2), dy = apart(row, e->row1, e->row2);
    int32_t change = e->change[layer];
    int32_t value = e->ends[layer] ? least_cost(&e->pace[layer], dx, dy) : INT32_MAX;
    if (value > change) {
        int32_t changed = least_cost(&e->best, dx, dy) + change;
        value = changed < value ? changed : value;
    }
    uint32_t left = (uint32_t)value * e->greed / 16;
    return left < e->most ? left : e->most;
}

static int32_t least_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

enum { NEVER = 1 << 14 }; /* dearer than any step, and small enough for the ring */

static lw_pace pace_of(const uint16_t *step_cost)
{
    int32_t cost[LW_STEPS];
    for (int d = 0; d < LW_STEPS; d++)
        cost[d] = step_cost[d] ? step_cost[d] : NEVER;
    lw_pace pace = {least_of(cost[LW_E], cost[LW_W]), least_of(cost[LW_N], cost[LW_S]), NEVER};
    for (int d = 1; d < LW_STEPS; d += 2)
        pace.diagonal = least_of(pace.diagonal, cost[d]);
    /* Two steps of one kind can stand for one or two of the other. */
    pace.x = least_of(pace.x, pace.diagonal);
    pace.y = least_of(pace.y, pace.diagonal);
    pace.diagonal = least_of(pace.diagonal, pace.x + pace.y);
    return pace;
}

static void spread_targets(const lw_terrain *terrain, const lw_seek *seek, lw_estimate *e)
{
    for (uint32_t i = 0; i < seek->target_count; i++) {
        int32_t layer = seek->targets[i].node / terrain->plane,
                place = seek->targets[i].node % terrain->plane;
        int32_t row = place / terrain->stride, col = place % terrain->stride;
        e->ends[layer] = true;
        e->col1 = col < e->col1 ? col : e->col1;
        e->col2 = col > e->col2 ? col : e->col2;
        e->row1 = row < e->row1 ? row : e->row1;
        e->row2 = row > e->row2 ? row : e->row2;
    }
}

static lw_estimate estimate_for(const lw_terrain *terrain, const lw_seek *seek)
{
    lw_estimate e = {
        .col1 = INT32_MAX,
        .row1 = INT32_MAX,
        .col2 = -1,
        .row2 = -1,
        .best = {INT32_MAX, INT32_MAX, INT32_MAX},
        .greed = terrain->greed,
        .most = UINT32_MAX,
    };
    int32_t via = least_of(terrain->via_cost, MOST_PRICE), ends = 0;
    spread_targets(terrain, seek, &e);
    if (seek->target_count == 0)
        e.col1 = e.row1 = e.col2 = e.row2 = 0;
    if (seek->landings)
        e.most = (uint32_t)via;
    for (int32_t layer = 0; layer < terrain->layers; layer++) {
        lw_pace pace = e.pace[layer] = pace_of(terrain->step_cost[layer]);
        e.best.x = least_of(e.best.x, pace.x);
        e.best.y = least_of(e.best.y, pace.y);
        e.best.diagonal = least_of(e.best.diagonal, pace.diagonal);
        ends += e.ends[layer];
    }
    /* One layer may be cheap across, another along. */
    e.best.diagonal = least_of(e.best.diagonal, e.best.x + e.best.y);
    if (e.best.x == NEVER) /* vias alone */
        e.best = (lw_pace){0};
    for (int32_t layer = 0; layer < terrain->layers; layer++)
        e.change[layer] = e.ends[layer] && ends == 1 ? 2 * via : via;
    return e;
}

/* ---- marks ---- */

/* What a way to a node is worth: a greater number is better. */
static inline uint64_t worth(const lw_congested *space, uint32_t cost)
{
    return space->newest - cost;
}

static inline uint32_t cost_of(lw_mark mark)
{
    return ~(uint32_t)(mark >> REACHED_BITS);
}

static inline bool is_of_search(const lw_congested *space, lw_mark mark)
{
    return mark >> REACHED_BITS > space->newest - ((uint64_t)1 << COST_BITS);
}

static inline int from_of(lw_mark mark)
{
    return (int)(mark & FROM_SOURCE);
}

static bool came_by_via(lw_mark mark)
{
    return from_of(mark) >= FROM_VIA && from_of(mark) != FROM_SOURCE;
}

/* ---- prices ---- */

/* The cost, history included, times the toll; 0 where there is no way in. */
static inline uint32_t price(const lw_terrain *terrain, const lw_cell *cell, uint32_t cost)
{
    if (cell->owner != LW_CELL_FREE && cell->owner != terrain->net)
        return 0;
    uint32_t value = (uint32_t)((uint64_t)cost * terrain->toll[cell->count] / LW_TOLL_ONE);
    return value > MOST_PRICE ? MOST_PRICE : value;
}

enum {
    EASTWARD = 1 << LW_E | 1 << LW_NE | 1 << LW_SE,
    WESTWARD = 1 << LW_W | 1 << LW_NW | 1 << LW_SW,
    NORTHWARD = 1 << LW_N | 1 << LW_NE | 1 << LW_NW,
    SOUTHWARD = 1 << LW_S | 1 << LW_SE | 1 << LW_SW,
    ALL_STEPS = (1 << LW_STEPS) - 1,
};

typedef struct lw_hunt {
    lw_congested *space;
    const lw_terrain *terrain;
    const lw_seek *seek;
    lw_window window; /* no wider than the layers */
    int32_t offset[LW_STEPS];
    uint8_t steps[32]; /* by layer: that may be taken, as bits */
    /* By layer and the step that led here: steps to places that the node before has a step to that
     * costs no more. */
    uint8_t detours[32][LW_STEPS];
    bool greedy;
    lw_estimate estimate;
} lw_hunt;

/* The step from the node before to the place that step `d` after step `from` leads to, where these
 * two make a sharp turn. */
static int short_cut(int from, int d)
{
    int turn = (d - from) & 7, way = from % 2 ? 1 : 2;
    return (from + (turn == 3 ? way : -way)) & 7;
}

static uint8_t detours_after(const uint16_t *step_cost, int from)
{
    uint32_t detours = 1u << (from ^ 4);
    for (int turn = 3; turn <= 5; turn += 2) {
        int d = (from + turn) & 7, other = short_cut(from, d);
        if (step_cost[other] > 0 && step_cost[other] <= step_cost[d])
            detours |= 1u << d;
    }
    return (uint8_t)detours;
}

static lw_hunt hunt_for(lw_congested *space, const lw_terrain *terrain, const lw_seek *seek)
{
    int32_t last_col = terrain->stride - 1, last_row = terrain->plane / terrain->stride - 1;
    lw_window w = seek->window;
    lw_hunt hunt = {
        .space = space,
        .terrain = terrain,
        .seek = seek,
        .window = {w.col1 > 0 ? w.col1 : 0, w.row1 > 0 ? w.row1 : 0,
                   w.col2 < last_col ? w.col2 : last_col, w.row2 < last_row ? w.row2 : last_row},
        .greedy = terrain->greed > 16,
        .estimate = estimate_for(terrain, seek),
    };
    for (int d = 0; d < LW_STEPS; d++)
        hunt.offset[d] = lw_step_row[d] * terrain->stride + lw_step_col[d];
    for (int32_t layer = 0; layer < terrain->layers; layer++)
        for (int d = 0; d < LW_STEPS; d++) {
            hunt.steps[layer] |= (uint8_t)((terrain->step_cost[layer][d] > 0) << d);
            hunt.detours[layer][d] = detours_after(terrain->step_cost[layer], d);
        }
    return hunt;
}

/* Whether a way of that cost to the node is better than what is known. */
static inline bool is_news(const lw_hunt *hunt, int32_t node, uint32_t cost)
{
    lw_mark mark = hunt->space->marks[node];
    if (mark >> REACHED_BITS >= worth(hunt->space, cost))
        return false;
    /* A greedy search keeps to the first way to a node: to take up better ones as they come costs
     * it more than it gains. */
    return !hunt->greedy || !(mark & DONE) || !is_of_search(hunt->space, mark);
}

static inline void offer(const lw_hunt *hunt, int32_t node, uint32_t cost, int from, int32_t col,
                         int32_t row, int32_t layer)
{
    lw_congested *space = hunt->space;
    if (cost > MOST_COST || !is_news(hunt, node, cost))
        return;
    uint32_t key = cost + estimate(&hunt->estimate, col, row, layer);
    /* A greedy estimate may fall along a path; time does not run back. */
    if (!lw_ring_push(&space->ring, key < space->now ? space->now : key, node))
        return;
    lw_mark *mark = &space->marks[node];
    lw_mark target = is_of_search(space, *mark) ? *mark & TARGET : 0;
    *mark = worth(space, cost) << REACHED_BITS | target | (lw_mark)from;
}

/* Steps that stay in the window, as bits. */
static inline uint32_t steps_inside(const lw_window *w, int32_t col, int32_t row)
{
    uint32_t steps = ALL_STEPS;
    if (col > w->col1 && col < w->col2 && row > w->row1 && row < w->row2)
        return steps;
    if (col + 1 < w->col1 || col + 1 > w->col2)
        steps &= ~(uint32_t)EASTWARD;
    if (col - 1 < w->col1 || col - 1 > w->col2)
        steps &= ~(uint32_t)WESTWARD;
    if (col < w->col1 || col > w->col2)
        steps &= EASTWARD | WESTWARD;
    if (row + 1 < w->row1 || row + 1 > w->row2)
        steps &= ~(uint32_t)NORTHWARD;
    if (row - 1 < w->row1 || row - 1 > w->row2)
        steps &= ~(uint32_t)SOUTHWARD;
    if (row < w->row1 || row > w->row2)
        steps &= NORTHWARD | SOUTHWARD;
    return steps;
}

/* Steps back and sharp turns, where the node before has a way to the same place that is no dearer
 * and has been offered. */
static inline uint32_t detours_at(const lw_hunt *hunt, int32_t node, int from, int32_t layer)
{
    uint32_t detours = hunt->detours[layer][from];
    uint8_t closed = hunt->terrain->cells[node - hunt->offset[from]].closed;
    if (closed == 0)
        return detours;
    for (int turn = 3; turn <= 5; turn += 2)
        if (closed >> short_cut(from, (from + turn) & 7) & 1)
            detours &= ~(1u << ((from + turn) & 7));
    return detours;
}

static inline void step_in_layer(const lw_hunt *hunt, int32_t node, uint32_t cost, int from,
                                 int32_t col, int32_t row, int32_t layer)
{
    const lw_terrain *terrain = hunt->terrain;
    const uint16_t *step_cost = terrain->step_cost[layer], *history = terrain->history;
    const lw_cell *cells = terrain->cells;
    uint32_t open = hunt->steps[layer] & ~(uint32_t)cells[node].closed;
    uint32_t inside = steps_inside(&hunt->window, col, row);
    if ((open & ~inside) && hunt->space->beyond == UINT32_MAX)
        hunt->space->beyond = hunt->space->now;
    open &= inside;
    if (from < LW_STEPS)
        open &= ~detours_at(hunt, node, from, layer);
    /* Straight on goes last, so that of equal ways it is taken up first. */
    uint32_t ahead = from < LW_STEPS ? (uint32_t)from : LW_STEPS, first = (ahead + 1) % LW_STEPS;
    uint32_t bent = cost + (from < LW_STEPS ? terrain->bend_cost : 0);
    for (uint32_t left = (open | open << LW_STEPS) >> first & ALL_STEPS; left; left &= left - 1) {
        uint32_t d = (first + (uint32_t)__builtin_ctz(left)) % LW_STEPS;
        int32_t to = node + hunt->offset[d];
        uint32_t base = d == ahead ? cost : bent;
        /* Most ways are dear enough at the least price. */
        if (!is_news(hunt, to, base + step_cost[d]))
            continue;
        uint32_t add = price(terrain, &cells[to], (uint32_t)step_cost[d] + history[to]);
        if (add > 0)
            offer(hunt, to, base + add, (int)d, col + lw_step_col[d], row + lw_step_row[d], layer);
    }
}

/* What a via costs at a place; 0 where there can be none. */
static uint32_t via_price(const lw_terrain *terrain, int32_t place)
{
    if (!terrain->vias || terrain->vias[place].closed)
        return 0;
    uint32_t room = price(terrain, &terrain->vias[place],
                          (uint32_t)terrain->via_room + terrain->via_history[place]);
    uint32_t value = room + (terrain->via_cost - terrain->via_room);
    return room == 0 ? 0 : value > MOST_PRICE ? MOST_PRICE : value;
}

static void change_layer(const lw_hunt *hunt, int32_t node, uint32_t cost, int32_t col, int32_t row,
                         int32_t layer)
{
    const lw_terrain *terrain = hunt->terrain;
    int32_t place = node - layer * terrain->plane;
    uint32_t add = via_price(terrain, place);
    if (add == 0)
        return;
    for (int32_t other = 0; other < terrain->layers; other++) {
        int32_t to = place + other * terrain->plane;
        if (other == layer || price(terrain, &terrain->cells[to], 1) == 0)
            continue;
        offer(hunt, to, cost + add, FROM_VIA + layer, col, row, other);
    }
}

/* What it costs to end at a node by a via; 0: that cannot be. */
static uint32_t landing_price(const lw_hunt *hunt, int32_t node)
{
    if (!hunt->seek->landings || came_by_via(hunt->space->marks[node]))
        return 0;
    int32_t place = node % hunt->terrain->plane;
    return hunt->seek->landings[place] & hunt->seek->landing_mask ? via_price(hunt->terrain, place)
                                                                  : 0;
}

static void expand(const lw_hunt *hunt, int32_t node)
{
    const lw_terrain *terrain = hunt->terrain;
    const lw_mark *mark = &hunt->space->marks[node];
    /* The rows beside this one are far away in memory. */
    __builtin_prefetch(mark - terrain->stride);
    __builtin_prefetch(mark + terrain->stride);
    int32_t layer = node / terrain->plane, place = node - layer * terrain->plane;
    int32_t row = place / terrain->stride, col = place - row * terrain->stride;
    uint32_t cost = cost_of(*mark);
    bool by_via = came_by_via(*mark);
    step_in_layer(hunt, node, cost, from_of(*mark), col, row, layer);
    if (terrain->vias && !by_via)
        change_layer(hunt, node, cost, col, row, layer);
}

static void start(const lw_hunt *hunt)
{
    const lw_terrain *terrain = hunt->terrain;
    for (uint32_t i = 0; i < hunt->seek->source_count; i++) {
        int32_t node = hunt->seek->sources[i].node;
        int32_t layer = node / terrain->plane, place = node % terrain->plane;
        if (price(terrain, &terrain->cells[node], 1) == 0)
            continue;
        offer(hunt, node, hunt->seek->sources[i].cost, FROM_SOURCE, place % terrain->stride,
              place / terrain->stride, layer);
    }
}

/* The node before, or -1 at a source. */
static int32_t node_before(const lw_hunt *hunt, int32_t node)
{
    const lw_terrain *terrain = hunt->terrain;
    int from = from_of(hunt->space->marks[node]);
    if (from == FROM_SOURCE)
        return -1;
    if (from < FROM_VIA)
        return node - hunt->offset[from];
    return node % terrain->plane + (from - FROM_VIA) * terrain->plane;
}

static uint32_t write_path(const lw_hunt *hunt, int32_t goal)
{
    lw_congested *space = hunt->space;
    size_t count = 0;
    for (int32_t node = goal; node >= 0; node = node_before(hunt, node))
        count++;
    if (count > space->path_room) {
        space->path_room = count * 2;
        space->path = lw_realloc(space->path, space->path_room, sizeof *space->path);
    }
    size_t at = count;
    for (int32_t node = goal; node >= 0; node = node_before(hunt, node))
        space->path[--at] = node;
    return (uint32_t)count;
}

/* A number that no mark bears. */
static void next_search(lw_congested *space)
{
    space->now = 0;
    space->beyond = UINT32_MAX;
    if (space->newest >> COST_BITS == MOST_SEARCHES) {
        memset(space->marks, 0, space->nodes * sizeof *space->marks);
        space->newest = UINT32_MAX;
    }
    space->newest += (uint64_t)1 << COST_BITS;
}

/* Nothing leads to a target yet. */
static void set_targets(const lw_hunt *hunt)
{
    for (uint32_t i = 0; i < hunt->seek->target_count; i++)
        hunt->space->marks[hunt->seek->targets[i].node] =
            worth(hunt->space, UINT32_MAX) << REACHED_BITS | TARGET;
}

/* The least that it costs to end at this target. */
static uint32_t cost_to_end(const lw_seek *seek, int32_t node)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < seek->target_count; i++)
        if (seek->targets[i].node == node && seek->targets[i].cost < least)
            least = seek->targets[i].cost;
    return least;
}

static bool stop_asked(const lw_seek *seek, uint64_t expanded)
{
    enum { NODES_BETWEEN = 1 << 16 };
    return expanded % NODES_BETWEEN == NODES_BETWEEN - 1 && seek->stop && seek->stop(seek->context);
}

/* Notes that a way may end at the node, with or without a via, if none so far costs less. */
static void try_end(const lw_hunt *hunt, int32_t node, lw_way *way, int32_t *goal)
{
    lw_mark mark = hunt->space->marks[node];
    if (mark & TARGET) {
        uint32_t cost = cost_of(mark) + cost_to_end(hunt->seek, node);
        if (cost < way->cost) {
            way->cost = cost;
            way->lands = false;
            *goal = node;
        }
    }
    uint32_t landing = landing_price(hunt, node);
    if (landing > 0 && cost_of(mark) + landing < way->cost) {
        way->cost = cost_of(mark) + landing;
        way->lands = true;
        *goal = node;
    }
}

lw_way lw_congested_find(lw_congested *space, const lw_terrain *terrain, const lw_seek *seek)
{
    lw_hunt hunt = hunt_for(space, terrain, seek);
    lw_way way = {.cost = UINT32_MAX};
    int32_t goal = -1;
    next_search(space);
    set_targets(&hunt);
    start(&hunt);
    /* No key is above the cost of what can still be found. */
    while ((lw_ring_waits(&space->ring, space->now) || lw_ring_next(&space->ring, &space->now)) &&
           space->now < way.cost) {
        int32_t node = lw_ring_pop(&space->ring, space->now);
        lw_mark *mark = &space->marks[node];
        if (*mark & DONE)
            continue;
        *mark |= DONE;
        try_end(&hunt, node, &way, &goal);
        if ((seek->limit && way.expanded == seek->limit) || stop_asked(seek, way.expanded))
            break;
        expand(&hunt, node);
        way.expanded++;
    }
    way.beyond = space->beyond;
    lw_ring_clear(&space->ring);
    if (goal >= 0) {
        way.count = write_path(&hunt, goal);
        way.nodes = space->path;
    }
    return way;
}
