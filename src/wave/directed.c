/*
 * A state is a node and the step that led there: node * MOVES + move. So a mark needs to tell only
 * the move before. Marks bear the number of their search; nothing is cleared between searches.
 *
 * A state is not worth a mark when another one of its node costs less by a bend or more: it can do
 * the same for a bend. Going back where the path came from is never worth it either, but up and
 * down at one place would be, for a cheap bend, and is forbidden: paths come to no node twice.
 */
#include "wave/directed.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "wave/ring.h"

enum { EAST, NORTH, WEST, SOUTH, UP, DOWN, MOVES, START = MOVES };
enum { POLLED = 1 << 16 /* nodes between two questions whether to stop */ };

static const int8_t dcol[4] = {1, 0, -1, 0};
static const int8_t drow[4] = {0, 1, 0, -1};

typedef struct lw_state_mark {
    uint32_t cost;
    uint16_t search; /* number of the search that wrote it */
    uint8_t before;  /* move of the state before, or START */
    uint8_t done;
} lw_state_mark;

struct lw_directed {
    lw_state_mark *marks;
    uint64_t *on_path; /* a bit a node */
    size_t nodes;
    uint16_t search;
    lw_ring ring;
    int32_t *path;
    size_t path_room;
};

static size_t node_count(int32_t plane, int32_t layers)
{
    return (size_t)plane * (size_t)layers;
}

/* A step adds its cost and what the estimate may rise by it, at most as much again. */
static uint32_t keys_apart(const lw_priced *field)
{
    return 2 * (field->most + field->bend + field->via) + 2;
}

size_t lw_directed_size(const lw_priced *field)
{
    size_t nodes = node_count(field->plane, field->layers);
    return nodes * MOVES * sizeof(lw_state_mark) + nodes / 8 +
           lw_ring_size(keys_apart(field), nodes * MOVES);
}

lw_directed *lw_directed_new(const lw_priced *field)
{
    lw_directed *space = lw_alloc(1, sizeof *space);
    space->nodes = node_count(field->plane, field->layers);
    space->marks = lw_try_alloc(space->nodes, MOVES * sizeof *space->marks);
    space->on_path = lw_try_alloc(space->nodes / 64 + 1, sizeof *space->on_path);
    if (!space->marks || !space->on_path) {
        lw_directed_free(space);
        return NULL;
    }
    lw_ring_open(&space->ring, keys_apart(field), space->nodes * MOVES);
    return space;
}

void lw_directed_free(lw_directed *space)
{
    if (!space)
        return;
    free(space->marks);
    free(space->on_path);
    lw_ring_close(&space->ring);
    free(space->path);
    free(space);
}

typedef struct lw_pursuit {
    lw_directed *space;
    const lw_priced *field;
    const lw_errand *errand;
    int32_t col, row; /* of the target */
    uint32_t turn;    /* least price of a turn, by a bend or over another layer */
} lw_pursuit;

/* Whether a path that has come by this move has to turn in this layer before it is there. */
static inline bool must_turn(int32_t right, int32_t up, int move)
{
    switch (move) {
    case EAST:
        return up != 0 || right < 0;
    case WEST:
        return up != 0 || right > 0;
    case NORTH:
        return right != 0 || up < 0;
    case SOUTH:
        return right != 0 || up > 0;
    default:
        return right != 0 && up != 0;
    }
}

/* Lower bound of what is left. It never falls by more than a step costs. */
static inline uint32_t estimate(const lw_pursuit *p, int32_t col, int32_t row, int32_t layer,
                                int move)
{
    const lw_stand *to = &p->errand->to;
    int32_t right = p->col - col, up = p->row - row;
    int32_t climb = layer < to->first ? to->first - layer : layer > to->last ? layer - to->last : 0;
    uint32_t steps = (uint32_t)(abs(right) + abs(up) + climb);
    uint32_t value = steps * p->field->least + (uint32_t)climb * p->field->via;
    return climb == 0 && must_turn(right, up, move) ? value + p->turn : value;
}

static inline void offer(const lw_pursuit *p, int32_t node, int move, int before, uint64_t cost,
                         int32_t col, int32_t row, int32_t layer)
{
    lw_directed *space = p->space;
    lw_state_mark *marks = &space->marks[(size_t)node * MOVES];
    for (int i = 0; i < MOVES; i++)
        if (marks[i].search == space->search && cost >= (uint64_t)marks[i].cost + p->field->bend)
            return;
    if (marks[move].search == space->search && cost >= marks[move].cost)
        return;
    uint64_t key = cost + estimate(p, col, row, layer, move);
    if (key > p->errand->most)
        return;
    if (lw_ring_push(&space->ring, (uint32_t)key, node * MOVES + move))
        marks[move] = (lw_state_mark){(uint32_t)cost, space->search, (uint8_t)before, 0};
}

static void step_in_layer(const lw_pursuit *p, int32_t node, int move, uint32_t cost, int32_t col,
                          int32_t row, int32_t layer)
{
    const lw_priced *field = p->field;
    bool straight = move < UP;
    /* Straight on goes last, so that of equal ways it is taken up first. */
    for (int i = 1; i <= 4; i++) {
        int d = (move + i) % 4;
        if (straight && i == 2)
            continue;
        int32_t to = node + drow[d] * field->stride + dcol[d];
        uint32_t price = field->price[to];
        if (price > 0)
            offer(p, to, d, move,
                  (uint64_t)cost + price + (straight && d != move ? field->bend : 0), col + dcol[d],
                  row + drow[d], layer);
    }
}

static void change_layer(const lw_pursuit *p, int32_t node, int move, uint32_t cost, int32_t col,
                         int32_t row, int32_t layer, int way)
{
    const lw_priced *field = p->field;
    int32_t other = layer + (way == UP ? 1 : -1);
    if (other < 0 || other == field->layers)
        return;
    int32_t to = node + (other - layer) * field->plane;
    uint32_t price = field->price[to];
    if (price > 0)
        offer(p, to, way, move, (uint64_t)cost + price + field->via, col, row, other);
}

static void expand(const lw_pursuit *p, int32_t node, int move)
{
    const lw_priced *field = p->field;
    const lw_state_mark *mark = &p->space->marks[(size_t)node * MOVES + (size_t)move];
    int32_t layer = node / field->plane, place = node - layer * field->plane;
    int32_t row = place / field->stride, col = place - row * field->stride;
    uint32_t cost = mark->cost;
    bool first = mark->before == START;
    if (first || move != DOWN)
        change_layer(p, node, move, cost, col, row, layer, UP);
    if (first || move != UP)
        change_layer(p, node, move, cost, col, row, layer, DOWN);
    step_in_layer(p, node, move, cost, col, row, layer);
}

/* ---- the path ---- */

static inline bool flip(lw_directed *space, int32_t node)
{
    uint64_t bit = (uint64_t)1 << node % 64;
    return (space->on_path[node / 64] ^= bit) & bit;
}

static void add_to_path(lw_directed *space, size_t *count, int32_t node)
{
    if (*count == space->path_room) {
        space->path_room = space->path_room ? space->path_room * 2 : 256;
        space->path = lw_realloc(space->path, space->path_room, sizeof *space->path);
    }
    /* Been here before: what lies between is a loop. */
    if (!flip(space, node)) {
        flip(space, node);
        while (space->path[*count - 1] != node)
            flip(space, space->path[--*count]);
        return;
    }
    space->path[(*count)++] = node;
}

static int32_t node_before(const lw_priced *field, int32_t node, int move)
{
    return move == UP     ? node - field->plane
           : move == DOWN ? node + field->plane
                          : node - drow[move] * field->stride - dcol[move];
}

static uint32_t write_path(const lw_pursuit *p, int32_t node, int move)
{
    lw_directed *space = p->space;
    size_t count = 0;
    for (;;) {
        add_to_path(space, &count, node);
        int before = space->marks[(size_t)node * MOVES + (size_t)move].before;
        if (before == START)
            break;
        node = node_before(p->field, node, move);
        move = before;
    }
    for (size_t i = 0; i < count; i++)
        flip(space, space->path[i]);
    for (size_t i = 0; i < count / 2; i++) {
        int32_t swap = space->path[i];
        space->path[i] = space->path[count - 1 - i];
        space->path[count - 1 - i] = swap;
    }
    return (uint32_t)count;
}

/* ---- the search ---- */

/* A number that no mark bears. */
static void next_search(lw_directed *space)
{
    if (++space->search == 0) {
        memset(space->marks, 0, space->nodes * MOVES * sizeof *space->marks);
        space->search = 1;
    }
}

static void start(const lw_pursuit *p)
{
    const lw_priced *field = p->field;
    const lw_stand *from = &p->errand->from;
    int32_t row = from->place / field->stride, col = from->place % field->stride;
    for (int32_t layer = from->first; layer <= from->last; layer++) {
        int32_t node = from->place + layer * field->plane;
        if (field->price[node] > 0)
            offer(p, node, UP, START, field->price[node], col, row, layer);
    }
}

static bool is_target(const lw_pursuit *p, int32_t node)
{
    const lw_stand *to = &p->errand->to;
    int32_t layer = node / p->field->plane;
    return node % p->field->plane == to->place && layer >= to->first && layer <= to->last;
}

static uint32_t turn_price(const lw_priced *field, const lw_stand *to)
{
    uint64_t over = (uint64_t)field->via + field->least;
    if (to->first == to->last)
        over *= 2;
    return over < field->bend ? (uint32_t)over : field->bend;
}

static void pursue(const lw_pursuit *p, lw_trail *trail)
{
    lw_directed *space = p->space;
    uint32_t key = 0;
    while (lw_ring_next(&space->ring, &key)) {
        int32_t state = lw_ring_pop(&space->ring, key);
        lw_state_mark *mark = &space->marks[state];
        int32_t node = state / MOVES;
        int move = state % MOVES;
        if (mark->done)
            continue;
        mark->done = 1;
        if (is_target(p, node)) {
            trail->cost = mark->cost;
            trail->count = write_path(p, node, move);
            trail->nodes = space->path;
            return;
        }
        if (trail->expanded++ % POLLED == POLLED - 1 && p->errand->stop &&
            p->errand->stop(p->errand->context)) {
            trail->stopped = true;
            return;
        }
        expand(p, node, move);
    }
}

lw_trail lw_directed_find(lw_directed *space, const lw_priced *field, const lw_errand *errand)
{
    lw_pursuit p = {space,
                    field,
                    errand,
                    errand->to.place % field->stride,
                    errand->to.place / field->stride,
                    turn_price(field, &errand->to)};
    lw_trail trail = {0};
    next_search(space);
    start(&p);
    pursue(&p, &trail);
    lw_ring_clear(&space->ring);
    return trail;
}
