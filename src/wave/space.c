#include "wave/space.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

static size_t node_count(const lw_field *field)
{
    return (size_t)field->layers * (size_t)field->plane;
}

size_t lw_wave_space_size(const lw_field *field)
{
    size_t front =
        node_count(field) * sizeof(lw_label) + lw_ring_size(UINT16_MAX, node_count(field));
    return sizeof(lw_wave_space) + 2 * front;
}

lw_status lw_wave_space_new(const lw_field *field, lw_wave_space **out, lw_error *err)
{
    *out = NULL;
    assert(field->layers >= 1 && field->layers <= 32 && field->cols <= field->stride);
    if (node_count(field) > INT32_MAX)
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "the field has too many nodes to search");
    lw_wave_space *space = lw_alloc(1, sizeof *space);
    *space = (lw_wave_space){
        .nodes = (int32_t)node_count(field), .plane = field->plane, .layers = field->layers};
    for (int i = 0; i < 2; i++) {
        space->front[i].wave = i;
        space->front[i].labels = lw_try_alloc(node_count(field), sizeof(lw_label));
        lw_ring_open(&space->front[i].queue, 0, node_count(field));
        if (!space->front[i].labels) {
            lw_wave_space_free(space);
            return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the search (%zu MB)",
                           lw_wave_space_size(field) >> 20);
        }
    }
    *out = space;
    return LW_OK;
}

void lw_wave_space_free(lw_wave_space *space)
{
    if (!space)
        return;
    for (int i = 0; i < 2; i++) {
        lw_ring_close(&space->front[i].queue);
        free(space->front[i].labels);
    }
    free(space->path);
    free(space);
}

static bool may_enter(const lw_field *field, int32_t node)
{
    return field->owner[node] == LW_CELL_FREE || field->owner[node] == field->net;
}

static bool may_change_layer(const lw_field *field, int32_t place)
{
    return field->via_owner &&
           (field->via_owner[place] == LW_CELL_FREE || field->via_owner[place] == field->net);
}

static uint32_t dearest_step(const lw_search *search)
{
    const lw_field *field = search->field;
    uint32_t most = field->via_cost;
    for (int32_t layer = 0; layer < field->layers; layer++)
        for (int32_t i = 0; i < search->moves[layer].count; i++)
            if (most < search->moves[layer].step[i].cost)
                most = search->moves[layer].step[i].cost;
    return most;
}

void lw_search_start(lw_search *search, const lw_field *field, lw_wave_space *space,
                     const lw_wave_query *query)
{
    assert(space->plane == field->plane && space->layers == field->layers);
    assert(field->via_cost > 0 || !field->via_owner);
    int32_t row = field->stride;
    const int32_t offset[LW_STEPS] = {1, row + 1, row, row - 1, -1, -row - 1, -row, -row + 1};

    search->field = field;
    search->query = query;
    search->space = space;
    search->counts = (lw_wave_counts){0};
    search->gave_up = false;
    memcpy(search->offset, offset, sizeof offset);
    for (int32_t layer = 0; layer < field->layers; layer++) {
        lw_moves *moves = &search->moves[layer];
        moves->count = 0;
        for (uint8_t d = 0; d < LW_STEPS; d++) {
            uint16_t cost = field->step_cost[layer][d];
            if (!cost)
                continue;
            moves->step[moves->count].offset = offset[d];
            moves->step[moves->count].cost = cost;
            moves->step[moves->count++].direction = d;
        }
    }
}

/* The node's label in this search, LW_COST_NONE when it is new. */
static inline lw_label *touch(lw_front *front, int32_t node)
{
    lw_label *label = &front->labels[node];
    if (label->stamp != front->stamp)
        *label = (lw_label){.cost = LW_COST_NONE, .stamp = front->stamp};
    return label;
}

/* A way to the node: taken when it is cheaper than the one known, or as cheap and straighter. */
static inline void offer(lw_search *search, lw_front *front, int32_t node, uint32_t cost,
                         uint8_t from, uint8_t bends)
{
    lw_label *label = touch(front, node);
    if (cost > label->cost || (cost == label->cost && bends >= label->bends))
        return;
    if (cost < label->cost && !lw_ring_push(&front->queue, cost, node))
        return;
    if (label->cost == LW_COST_NONE) {
        search->counts.labelled++;
        front->waiting++;
    }
    label->cost = cost;
    label->from = (label->from & LW_IS_GOAL) | from;
    label->bends = bends;
}

static void note_frontier(lw_search *search)
{
    uint64_t waiting = (uint64_t)search->space->front[0].waiting + search->space->front[1].waiting;
    if (search->counts.frontier < waiting)
        search->counts.frontier = waiting;
}

void lw_front_start(lw_search *search, lw_front *front, const int32_t *starts, uint32_t count)
{
    if (++front->stamp == 0) {
        memset(front->labels, 0, (size_t)search->space->nodes * sizeof *front->labels);
        front->stamp = 1;
    }
    lw_ring_widen(&front->queue, dearest_step(search));
    front->cost = 0;
    front->settled = 0;
    front->waiting = 0;
    front->goal = -1;
    for (uint32_t i = 0; i < count; i++) {
        assert(starts[i] >= 0 && starts[i] < search->space->nodes);
        if (may_enter(search->field, starts[i]))
            offer(search, front, starts[i], 0, LW_FROM_START, 0);
    }
    note_frontier(search);
}

void lw_front_aim(lw_search *search, lw_front *front, const int32_t *goals, uint32_t count)
{
    (void)search; /* without assertions */
    for (uint32_t i = 0; i < count; i++) {
        assert(goals[i] >= 0 && goals[i] < search->space->nodes);
        touch(front, goals[i])->from |= LW_IS_GOAL;
    }
}

bool lw_front_next(lw_front *front)
{
    return lw_ring_next(&front->queue, &front->cost) && front->cost <= LW_COST_MAX;
}

void lw_front_end(lw_front *front)
{
    lw_ring_clear(&front->queue);
    front->waiting = 0;
}

bool lw_front_settle(lw_search *search, lw_front *front, int32_t node)
{
    const lw_label *label = &front->labels[node];
    if (label->cost != front->cost)
        return false;
    front->waiting--;
    search->counts.steps += label->cost > front->settled;
    front->settled = label->cost;
    const lw_wave_query *query = search->query;
    if (query->observer)
        query->observer(query->context, front->wave, node, label->cost);
    if (label->from & LW_IS_GOAL)
        front->goal = node;
    return true;
}

static inline void change_layer(lw_search *search, lw_front *front, int32_t node, int32_t layer,
                                uint8_t bends)
{
    const lw_field *field = search->field;
    int32_t place = node - layer * field->plane;
    if (!may_change_layer(field, place))
        return;
    uint32_t cost = front->cost + field->via_cost;
    for (int32_t other = 0; other < field->layers; other++) {
        int32_t there = place + other * field->plane;
        if (other != layer && may_enter(field, there))
            offer(search, front, there, cost, (uint8_t)(LW_FROM_LAYER + layer), bends);
    }
}

static bool gives_up(const lw_search *search)
{
    enum { NODES_BETWEEN = 1 << 16 };
    const lw_wave_query *query = search->query;
    uint64_t expanded = search->counts.expanded;
    if (query->limit && expanded >= query->limit)
        return true;
    return expanded % NODES_BETWEEN == NODES_BETWEEN - 1 && query->stop &&
           query->stop(query->stop_context);
}

bool lw_front_expand(lw_search *search, lw_front *front, int32_t node)
{
    const lw_field *field = search->field;
    if (gives_up(search)) {
        search->gave_up = true;
        return false;
    }
    search->counts.expanded++;
    const lw_label label = front->labels[node];
    uint32_t from = label.from & LW_FROM_MASK;
    uint8_t bent = label.bends + (label.bends < UINT8_MAX);
    uint32_t closed = field->closed ? field->closed[node] : 0;
    int32_t layer = field->layers > 1 ? node / field->plane : 0;
    const lw_moves *moves = &search->moves[layer];
    for (int32_t i = 0; i < moves->count; i++) {
        uint8_t direction = moves->step[i].direction;
        int32_t there = node + moves->step[i].offset;
        if (closed >> direction & 1 || !may_enter(field, there))
            continue;
        bool straight = from == direction || from >= LW_FROM_LAYER;
        offer(search, front, there, front->cost + moves->step[i].cost, direction,
              straight ? label.bends : bent);
    }
    if (field->layers > 1)
        change_layer(search, front, node, layer, label.bends);
    note_frontier(search);
    return true;
}

/* The node before this one on the way from the front's start; -1 at the start. */
static int32_t before(const lw_search *search, const lw_front *front, int32_t node)
{
    int32_t from = front->labels[node].from & LW_FROM_MASK;
    int32_t plane = search->field->plane;
    if (from == LW_FROM_START)
        return -1;
    if (from < LW_FROM_LAYER)
        return node - search->offset[from];
    return node % plane + (from - LW_FROM_LAYER) * plane;
}

static uint32_t way_length(const lw_search *search, const lw_front *front, int32_t node)
{
    uint32_t count = 0;
    for (; node >= 0; node = before(search, front, node))
        count++;
    return count;
}

lw_wave_path lw_search_path(lw_search *search, const lw_front *from, const lw_front *to,
                            int32_t node)
{
    lw_wave_space *space = search->space;
    uint32_t first = way_length(search, from, node);
    uint32_t count = first + (to ? way_length(search, to, node) - 1 : 0);
    if (count > space->path_room) {
        space->path_room = count * 2;
        space->path = lw_realloc(space->path, space->path_room, sizeof *space->path);
    }
    uint32_t n = first;
    for (int32_t at = node; at >= 0; at = before(search, from, at))
        space->path[--n] = at;
    n = first;
    for (int32_t at = node; to && (at = before(search, to, at)) >= 0;)
        space->path[n++] = at;
    uint32_t cost = from->labels[node].cost + (to ? to->labels[node].cost : 0);
    return (lw_wave_path){space->path, count, cost, search->counts};
}

lw_wave_path lw_search_no_path(const lw_search *search)
{
    return (lw_wave_path){.counts = search->counts};
}
