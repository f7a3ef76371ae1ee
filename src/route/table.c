#include "route/table.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

/* The direction that somebody asked for; LW_OWN_WAY: nobody did. */
static int asked_way(const lw_run *run, int32_t layer)
{
    const uint8_t *ways = run->options->ways;
    int own = (int)run->board->layers.at[layer].direction;
    if (ways && ways[layer] != LW_OWN_WAY)
        return ways[layer];
    return own != LW_ANY_WAY ? own : LW_OWN_WAY;
}

void lw_table_price_vias(lw_table *table, int halves)
{
    int64_t cost = (int64_t)lw_run_via_cost(table->run) * halves / 2;
    int64_t via = cost * LW_STRAIGHT / lw_lattice_pitch(table->run->lattice);
    table->terrain.via_cost = (uint16_t)(via < 1 ? 1 : via > 20000 ? 20000 : via);
}

/* What a step against its layer's direction costs more, where one was asked for and elsewhere. */
static void price_steps(lw_table *table, uint16_t asked, uint16_t own)
{
    for (int32_t layer = 0; layer < table->terrain.layers; layer++) {
        uint16_t *cost = table->terrain.step_cost[layer];
        int way = asked_way(table->run, layer);
        uint16_t more = way == LW_OWN_WAY ? own : asked;
        if (way == LW_OWN_WAY)
            way = layer % 2 == 1 ? LW_VERTICAL : LW_HORIZONTAL;
        for (int d = 0; d < LW_STEPS; d++)
            cost[d] = d % 2 ? LW_DIAGONAL : LW_STRAIGHT;
        int across = way == LW_VERTICAL ? LW_E : LW_N;
        if (table->terrain.layers > 1 && way != LW_ANY_WAY)
            cost[across] = cost[across ^ 4] = (uint16_t)(LW_STRAIGHT + more);
    }
}

static void set_terrain(lw_table *table)
{
    const lw_run *run = table->run;
    lw_field field = lw_lattice_field(run->lattice, LW_NO_NET, 1);
    table->terrain = (lw_terrain){
        .stride = field.stride,
        .plane = field.plane,
        .layers = field.layers,
        .history = table->history,
        .via_history = table->via_history,
        .toll = table->toll,
        .bend_cost = 1,
        .greed = 16,
    };
    lw_table_price_vias(table, 2);
    price_steps(table, LW_ACROSS, LW_ACROSS);
}

static bool allocate(lw_table *table)
{
    lw_field field = lw_lattice_field(table->run->lattice, LW_NO_NET, 1);
    size_t plane = (size_t)field.plane, nodes = plane * (size_t)field.layers;
    table->history = lw_try_alloc(nodes, sizeof *table->history);
    table->via_history = lw_try_alloc(plane, sizeof *table->via_history);
    table->occupancy = lw_occupancy_new(table->run->board, table->run->lattice);
    table->space = lw_congested_new(field.plane, field.layers);
    bool web = lw_web_new(&table->web, nodes, field.plane);
    return table->history && table->via_history && table->occupancy && table->space && web;
}

/* Nets with planes have a byte a place for where a via joins them. */
static size_t landings_size(const lw_run *run, const lw_grid_plan *plan)
{
    size_t nets = 0;
    for (uint32_t i = 0; i < run->board->nets.count; i++)
        nets += lw_run_wants(run, (lw_net_id)i) && lw_run_islands(run, (lw_net_id)i).count > 0;
    return nets * plan->places;
}

size_t lw_table_size(const lw_run *run, const lw_grid_plan *plan)
{
    const lw_table *table = NULL;
    size_t nodes = plan->places * plan->layers;
    return lw_occupancy_size(plan, run->board->nets.count) +
           lw_congested_size((int32_t)plan->places, (int32_t)plan->layers) + lw_web_size(nodes) +
           nodes * sizeof *table->history + plan->places * sizeof *table->via_history +
           landings_size(run, plan);
}

void lw_table_close(lw_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        lw_occupancy_take(table->occupancy, &table->parties[i].stamps);
        free(table->parties[i].edges);
    }
    lw_rivals_free(&table->rivals);
    free(table->history);
    free(table->via_history);
    lw_occupancy_free(table->occupancy);
    lw_congested_free(table->space);
    lw_web_free(&table->web);
    lw_arena_free(table->arena);
}

lw_status lw_table_open(lw_table *table, lw_run *run, const lw_net_id *nets, uint32_t count,
                        lw_error *err)
{
    *table = (lw_table){
        .run = run, .arena = lw_arena_new(), .random = run->options->seed, .learns = true};
    if (!allocate(table))
        return lw_fail(err, LW_ERR_MEMORY, run->board->path, 0, 0, "no memory for the search");
    set_terrain(table);
    table->parties = LW_NEW_MANY(table->arena, lw_party, (size_t)run->board->nets.count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (lw_party_new(table, &table->parties[table->count], nets[i]))
            table->count++;
    table->rivals = lw_rivals_new(run->board, run->lattice, table->parties, table->count);
    return LW_OK;
}

/* ---- twins ---- */

/* The same net without its wiring. */
static lw_party twin_of(const lw_party *party, lw_arena *arena)
{
    lw_party twin = *party;
    size_t entries = (size_t)party->entries.count + 1;
    uint32_t sets = party->groups.count + party->groups.islands.count;
    twin.groups.parent =
        lw_arena_copy(arena, party->groups.parent, (size_t)sets + 1, sizeof(uint32_t));
    twin.hopeless =
        lw_arena_copy(arena, party->hopeless, (size_t)party->groups.count, sizeof(bool));
    twin.used = LW_NEW_MANY(arena, bool, entries);
    twin.banned = LW_NEW_MANY(arena, bool, entries);
    twin.edges = NULL;
    twin.edge_count = twin.edge_room = 0;
    twin.stamps = (lw_stamps){0};
    return twin;
}

bool lw_table_twin(lw_table *twin, const lw_table *table, lw_run *run)
{
    *twin = (lw_table){
        .run = run, .arena = lw_arena_new(), .rivals = table->rivals, .count = table->count};
    if (!allocate(twin)) {
        twin->count = 0;
        lw_table_close_twin(twin);
        return false;
    }
    set_terrain(twin);
    size_t plane = (size_t)table->terrain.plane, nodes = plane * (size_t)table->terrain.layers;
    memcpy(twin->history, table->history, nodes * sizeof *table->history);
    memcpy(twin->via_history, table->via_history, plane * sizeof *table->via_history);
    twin->parties = LW_NEW_MANY(twin->arena, lw_party, (size_t)table->count + 1);
    for (uint32_t i = 0; i < table->count; i++) {
        twin->parties[i] = twin_of(&table->parties[i], twin->arena);
        lw_party_put(twin, &twin->parties[i]);
    }
    return true;
}

void lw_table_close_twin(lw_table *twin)
{
    twin->rivals = (lw_rivals){0};
    lw_table_close(twin);
}

static uint32_t random_below(lw_table *table, uint32_t limit)
{
    table->random = table->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((table->random >> 33) % limit);
}

void lw_table_forget_conflicts(lw_table *table)
{
    size_t plane = (size_t)table->terrain.plane, nodes = plane * (size_t)table->terrain.layers;
    memset(table->history, 0, nodes * sizeof *table->history);
    memset(table->via_history, 0, plane * sizeof *table->via_history);
}

void lw_table_forget(lw_table *table)
{
    lw_table_forget_conflicts(table);
    lw_table_price_vias(table, 3);
    price_steps(table, LW_ACROSS, 0);
}

void lw_table_crowd(lw_table *table)
{
    lw_table_price_vias(table, 1);
    price_steps(table, LW_FAR_ACROSS, LW_FAR_ACROSS);
}

void lw_table_open_tolls(lw_table *table, double present)
{
    table->hard = false;
    for (int i = 0; i < 256; i++)
        table->toll[i] = (uint32_t)(LW_TOLL_ONE * (1 + present * i));
}

void lw_table_close_tolls(lw_table *table)
{
    table->hard = true;
    memset(table->toll, 0, sizeof table->toll);
    table->toll[0] = LW_TOLL_ONE;
}

void lw_table_report(lw_table *table, uint32_t contested, uint32_t open, double present)
{
    lw_run *run = table->run;
    lw_progress *progress = &run->progress;
    progress->round++;
    if (!run->options->progress)
        return;
    progress->contested = contested;
    progress->open = open;
    progress->present = present;
    progress->vias = 0;
    progress->length = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        lw_wiring_vias(table, &table->parties[i]);
        progress->vias += table->vias.count;
        progress->length += lw_party_length(table, &table->parties[i]);
    }
    run->options->progress(run->options->context, progress);
}

void lw_table_shuffle(lw_table *table, uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = random_below(table, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}
