/*
 * The copper of a wiring: straight runs, vias and stubs, as they are stamped and as they are
 * written to the board.
 */
#include "route/table.h"

#include <stdlib.h>
#include "base/heap.h"
#include "base/sort.h"
#include "geom/point.h"

int32_t lw_table_place(const lw_table *table, int32_t node)
{
    return node % table->terrain.plane;
}

lw_window lw_table_window(const lw_table *table, int32_t node)
{
    int32_t place = lw_table_place(table, node);
    int32_t row = place / table->terrain.stride, col = place % table->terrain.stride;
    return (lw_window){col, row, col, row};
}

/* A step in a layer leads to one of the eight nodes around. */
bool lw_table_is_via(const lw_table *table, lw_edge edge)
{
    return abs(edge.a - edge.b) > table->terrain.stride + 1;
}

lw_window lw_edge_box(const lw_table *table, lw_edge edge)
{
    return lw_window_join(lw_table_window(table, edge.a), lw_table_window(table, edge.b));
}

static int by_number(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Vias of the wiring, each place once. */
void lw_wiring_vias(lw_table *table, const lw_party *party)
{
    table->vias.count = 0;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (lw_table_is_via(table, party->edges[i]))
            *lw_list_add(table->arena, &table->vias) = lw_table_place(table, party->edges[i].a);
    if (table->vias.count > 1)
        qsort(table->vias.at, table->vias.count, sizeof(int32_t), by_number);
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->vias.count; i++)
        if (i == 0 || table->vias.at[i] != table->vias.at[i - 1])
            table->vias.at[count++] = table->vias.at[i];
    table->vias.count = count;
}

void lw_wiring_stubs(lw_table *table, const lw_party *party)
{
    table->stubs.count = 0;
    for (uint32_t i = 0; i < party->entries.count; i++) {
        const lw_entry *entry = &party->entries.at[i];
        uint32_t layer = lw_lattice_layer(table->run->lattice, entry->node);
        for (uint32_t k = 0; party->used[i] && k + 1 < entry->stub_count; k++)
            *lw_list_add(table->arena, &table->stubs) =
                (lw_stub_line){entry->stub[k], entry->stub[k + 1], layer, entry->width};
    }
}

/* Steps of a party by direction, then by the line they lie on, then along it: so that straight runs
 * stand together. A step is the numbers of its direction, line (the node modulo the step) and lower
 * end. */
enum { NODE_BITS = 31 };

/* From a node to the one that stands behind it in memory. */
static int32_t step_of(const lw_table *table, uint64_t key)
{
    const int32_t stride = table->terrain.stride, steps[] = {1, stride - 1, stride, stride + 1};
    return steps[key >> 2 * NODE_BITS];
}

static int32_t lower_end(uint64_t key)
{
    return (int32_t)(key & INT32_MAX);
}

static uint64_t key_of(const lw_table *table, lw_edge edge)
{
    int32_t node = edge.a < edge.b ? edge.a : edge.b, step = abs(edge.a - edge.b);
    uint64_t direction = step == 1 ? 0 : (uint64_t)(step - table->terrain.stride + 2);
    return (direction << NODE_BITS | (uint64_t)(node % step)) << NODE_BITS | (uint64_t)node;
}

/* Straight runs of steps; nodes where `stop` is set end them. */
void lw_wiring_runs(lw_table *table, const lw_party *party, const uint8_t *stop)
{
    uint64_t *keys = lw_realloc(NULL, (size_t)party->edge_count + 1, sizeof *keys);
    uint32_t count = 0;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        lw_edge e = party->edges[i];
        if (!lw_table_is_via(table, e))
            keys[count++] = key_of(table, e);
    }
    lw_sort(keys, count);
    table->runs.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        lw_reach *last = table->runs.count ? &table->runs.at[table->runs.count - 1] : NULL;
        int32_t node = lower_end(keys[i]), step = step_of(table, keys[i]);
        bool goes_on = last && step == step_of(table, keys[i - 1]) && last->last == node;
        if (i > 0 && keys[i] == keys[i - 1])
            continue; /* the same step twice */
        if (goes_on && !(stop && stop[(uint32_t)table->web.vertex_of[node]]))
            last->last = node + step;
        else
            *lw_list_add(table->arena, &table->runs) = (lw_reach){node, node + step};
    }
    free(keys);
}

/* Of the table's runs and vias. */
static lw_window box_of(const lw_table *table, const lw_party *party)
{
    lw_window box = LW_WINDOW_NONE;
    for (uint32_t i = 0; i < table->runs.count; i++) {
        box = lw_window_join(box, lw_table_window(table, table->runs.at[i].first));
        box = lw_window_join(box, lw_table_window(table, table->runs.at[i].last));
    }
    for (uint32_t i = 0; i < table->vias.count; i++)
        box = lw_window_join(box, lw_table_window(table, table->vias.at[i]));
    for (uint32_t i = 0; i < party->entries.count && party->open; i++)
        box = lw_window_join(box, lw_table_window(table, party->entries.at[i].node));
    return box;
}

void lw_party_put(lw_table *table, lw_party *party)
{
    lw_wiring_vias(table, party);
    lw_wiring_runs(table, party, NULL);
    table->around.count = 0;
    for (uint32_t i = 0; i < party->entries.count; i++) {
        if (!party->used[i])
            continue;
        *lw_list_add(table->arena, &table->around) = &party->around[i];
        *lw_list_add(table->arena, &table->runs) =
            (lw_reach){party->entries.at[i].node, party->entries.at[i].node};
    }
    lw_stamp_copper copper = {table->runs.at,    table->runs.count, table->vias.at,
                              table->vias.count, table->around.at,  table->around.count};
    party->box = box_of(table, party);
    lw_occupancy_put(table->occupancy, party->net, &copper, &party->stamps);
}

uint64_t lw_party_cost(const lw_table *table, const lw_party *party)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        lw_edge e = party->edges[i];
        int32_t step = abs(e.a - e.b);
        const uint16_t *step_cost = table->terrain.step_cost[e.a / table->terrain.plane];
        cost += lw_table_is_via(table, e)       ? table->terrain.via_cost
                : step == 1                     ? step_cost[LW_E]
                : step == table->terrain.stride ? step_cost[LW_N]
                                                : step_cost[LW_NE];
    }
    for (uint32_t i = 0; i < party->entries.count; i++)
        cost += party->used[i] ? party->stub_nodes[i].cost : 0;
    return cost;
}

int64_t lw_party_length(const lw_table *table, const lw_party *party)
{
    int64_t straight = 0, diagonal = 0;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        lw_edge e = party->edges[i];
        int32_t step = abs(e.a - e.b);
        bool along = step == 1 || step == table->terrain.stride;
        straight += along;
        diagonal += !along && !lw_table_is_via(table, e);
    }
    return (straight * 100000 + diagonal * 141421) * lw_lattice_pitch(table->run->lattice) / 100000;
}

static lw_point point_of(const lw_table *table, int32_t node)
{
    return lw_lattice_point(table->run->lattice, node);
}

/* Vertices where more than a straight line meets: ends, branches, corners, entries, vias. */
static uint8_t *stops_of(lw_table *table, const lw_party *party)
{
    lw_web *web = &table->web;
    uint8_t *degree = lw_alloc((size_t)web->count + 1, 1);
    for (uint32_t i = 0; i < party->edge_count; i++) {
        int32_t nodes[2] = {party->edges[i].a, party->edges[i].b};
        for (int k = 0; k < 2; k++) {
            uint8_t *d = &degree[web->vertex_of[nodes[k]]];
            *d = (uint8_t)(lw_table_is_via(table, party->edges[i]) ? 9 : *d + 1);
        }
    }
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            degree[web->vertex_of[party->entries.at[i].node]] = 9;
    for (uint32_t v = 0; v < web->count; v++)
        degree[v] = degree[v] != 2;
    return degree;
}

/* ---- lines that go on in the same direction become one ---- */

/* The end of the line that is not at the point. */
static lw_point far_end(const lw_stub_line *line, lw_point at)
{
    return lw_same_point(line->a, at) ? line->b : line->a;
}

static void add_end(lw_table *table, lw_point at, uint32_t layer, uint32_t line)
{
    *lw_list_add(table->arena, &table->ends) = (lw_line_end){at, layer, line};
}

/* Where tracks must end even when another goes straight on: vias and anchors of pads. */
static void add_fixed_ends(lw_table *table, const lw_party *party)
{
    for (uint32_t i = 0; i < table->vias.count; i++)
        for (uint32_t layer = 0; layer < (uint32_t)table->terrain.layers; layer++)
            add_end(table, point_of(table, table->vias.at[i]), layer, LW_END_FIXED);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            add_end(table, party->entries.at[i].stub[0],
                    lw_lattice_layer(table->run->lattice, party->entries.at[i].node), LW_END_FIXED);
}

/* One pass over all places where lines meet; whether any two became one. A line that was taken up
 * has two equal ends. */
static bool join_lines(lw_table *table, const lw_party *party)
{
    table->ends.count = 0;
    for (uint32_t i = 0; i < table->stubs.count; i++) {
        const lw_stub_line *line = &table->stubs.at[i];
        if (lw_same_point(line->a, line->b))
            continue;
        add_end(table, line->a, line->layer, i);
        add_end(table, line->b, line->layer, i);
    }
    add_fixed_ends(table, party);
    lw_ends_sort(&table->ends);
    bool any = false;
    for (uint32_t i = 0; i + 1 < table->ends.count; i++) {
        const lw_line_end *e = &table->ends.at[i];
        bool two = lw_ends_meet(&e[0], &e[1]) && (i == 0 || !lw_ends_meet(&e[-1], &e[0])) &&
                   (i + 2 == table->ends.count || !lw_ends_meet(&e[1], &e[2]));
        if (!two || e[1].line == LW_END_FIXED)
            continue;
        lw_stub_line *one = &table->stubs.at[e[0].line], *other = &table->stubs.at[e[1].line];
        if (!lw_same_point(one->a, e->at) && !lw_same_point(one->b, e->at))
            continue; /* changed in this pass */
        if (!lw_same_point(other->a, e->at) && !lw_same_point(other->b, e->at))
            continue;
        lw_point from = far_end(one, e->at), to = far_end(other, e->at);
        if (one->width != other->width || !lw_straight_on(from, e->at, to))
            continue;
        *one = (lw_stub_line){from, to, one->layer, one->width};
        other->b = other->a;
        any = true;
    }
    return any;
}

void lw_party_emit(lw_table *table, lw_party *party)
{
    const lw_board *board = table->run->board;
    const lw_class *class = &board->classes.at[lw_net_class(board, party->net)];
    lw_web_open(&table->web, party);
    uint8_t *stops = stops_of(table, party);
    lw_wiring_runs(table, party, stops);
    lw_wiring_vias(table, party);
    lw_wiring_stubs(table, party);
    free(stops);
    lw_web_close(&table->web);
    for (uint32_t i = 0; i < table->runs.count; i++) {
        lw_reach run = table->runs.at[i];
        *lw_list_add(table->arena, &table->stubs) =
            (lw_stub_line){point_of(table, run.first), point_of(table, run.last),
                           lw_lattice_layer(table->run->lattice, run.first), party->width};
    }
    while (join_lines(table, party))
        ;
    lw_routes *routes = table->run->routes;
    for (uint32_t i = 0; i < table->stubs.count; i++) {
        lw_stub_line line = table->stubs.at[i];
        if (!lw_same_point(line.a, line.b))
            *lw_list_add(routes->arena, &routes->tracks) = (lw_track){
                .net = party->net,
                .layer = line.layer,
                .width = line.width,
                .ends = {line.a, line.b},
            };
    }
    for (uint32_t i = 0; i < table->vias.count; i++)
        *lw_list_add(routes->arena, &routes->vias) = (lw_via){
            .net = party->net,
            .at = point_of(table, table->vias.at[i]),
            .diameter = class->via_diameter,
            .drill = class->via_drill,
            .layers = lw_board_layers(board),
        };
}

void lw_party_note_open(lw_table *table, lw_party *party, lw_route_log *log)
{
    if (party->open == 0)
        return;
    log->open_connections += party->open;
    lw_web_open(&table->web, party);
    uint32_t largest = lw_web_find(&table->web, party->turn[0]);
    for (uint32_t i = 0; i < party->turns; i++) {
        uint32_t root = lw_web_find(&table->web, party->turn[i]);
        if (table->web.size[root] > table->web.size[largest])
            largest = root;
    }
    for (uint32_t i = 0; i < party->turns; i++) {
        uint32_t thing = party->turn[i];
        if (lw_web_find(&table->web, thing) == largest)
            continue;
        *lw_list_add(log->arena, &log->open) =
            (lw_open_net){.net = party->net, .pad = party->items[thing]->index};
        break;
    }
    lw_web_close(&table->web);
}
