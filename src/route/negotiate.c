/*
 * Every net is a party. A round gives each party a turn that overlaps another. What a node costs
 * rises with the nets that are there now (present) and with those that fought for it before
 * (history). When rounds bring nothing any more the present is lowered and half of the past
 * forgotten; what is in conflict at the end is taken back.
 */
#include "route/negotiate.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "route/state.h"

/* Counts parties in conflict and open connections, and remembers where the conflicts were. */
static void take_stock(lw_table *table, uint32_t *contested, uint32_t *open)
{
    *contested = *open = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        *contested += lw_party_contested(table, &table->parties[i]);
        *open += table->parties[i].open;
        lw_party_blame(table, &table->parties[i]);
    }
}

typedef struct lw_course {
    double present, growth, cap;
    uint32_t rounds;
    uint32_t patience; /* rounds without progress before it is heated anew */
} lw_course;

/* A crossing costs some sixteen widths of a track at present 16, which is what the two vias cost
 * that avoid it: rounds far below that only move nets about. */
static const lw_course first_course = {4, 1.4, 128, 60, 8};
/* From a legal state on, for the sake of what is open. */
static const lw_course later_course = {4, 1.4, 128, 14, 8};
enum {
    ATTEMPTS = 4,
    REHEATS = 3 /* without progress, before a course is given up */
};

uint64_t lw_effort(uint32_t connections)
{
    return 30000000 + (uint64_t)150000 * connections;
}

static bool is_spent(lw_table *table)
{
    return table->expanded > lw_effort(table->run->progress.total) || lw_run_stop_asked(table->run);
}

static bool wants_turn(const lw_table *table, lw_party *party)
{
    if (lw_party_contested(table, party))
        return true;
    if (party->open == 0)
        return false;
    uint32_t hopeful = 0;
    for (uint32_t i = 0; i < party->turns; i++)
        hopeful += !party->hopeless[lw_groups_find(&party->groups, party->turn[i])];
    return hopeful > 0 && !party->settled;
}

static void run_course(lw_table *table, const lw_course *course, uint32_t *order)
{
    double present = course->present;
    uint32_t least = UINT32_MAX, stale = 0; /* rounds since the least was met */
    for (uint32_t round = 0; round < course->rounds && !is_spent(table); round++) {
        lw_table_open_tolls(table, present);
        if (round > 0)
            lw_table_shuffle(table, order, table->count);
        for (uint32_t i = 0; i < table->count; i++) {
            lw_party *party = &table->parties[order[i]];
            if (is_spent(table))
                break;
            if (wants_turn(table, party)) {
                lw_party_reroute(table, party);
                party->settled = true;
            }
        }
        uint32_t contested, open;
        take_stock(table, &contested, &open);
        lw_table_report(table, contested, open, present);
        if (contested == 0)
            break;
        present = present * course->growth > course->cap ? course->cap : present * course->growth;
        stale = contested < least ? 0 : stale + 1;
        least = contested < least ? contested : least;
        if (stale == course->patience * REHEATS)
            break;
        if (stale > 0 && stale % course->patience == 0) {
            present = 12 < course->cap ? 12 : present;
            lw_table_cool(table);
        }
    }
}

/* Takes back what is in conflict and joins what can be joined without. */
static void settle(lw_table *table, const uint32_t *order)
{
    for (int pass = 0; pass < 3; pass++) {
        bool any = false;
        for (uint32_t i = 0; i < table->count; i++) {
            lw_party *party = &table->parties[order[i]];
            if (lw_party_contested(table, party) ||
                (pass == 0 && party->open && !table->run->stopped)) {
                if (lw_run_stop_asked(table->run))
                    lw_party_retreat(table, party);
                else
                    lw_party_reroute(table, party);
                any = true;
            }
        }
        if (!any)
            break;
    }
}

/* The same until exact geometry agrees; an entry is banned once, so this ends. */
void lw_table_legalise(lw_table *table, const uint32_t *order)
{
    lw_table_close_tolls(table);
    do
        settle(table, order);
    while (lw_table_ban_near_stubs(table) > 0);
}

static bool better(const lw_state *a, const lw_state *b)
{
    return a->open != b->open ? a->open < b->open : a->cost < b->cost;
}

static void negotiate(lw_table *table)
{
    uint32_t *order = lw_alloc((size_t)table->count + 1, sizeof *order);
    for (uint32_t i = 0; i < table->count; i++)
        order[i] = i;
    run_course(table, &first_course, order);
    lw_table_legalise(table, order);
    lw_state best = {0};
    lw_state_save(table, &best);
    for (int attempt = 0; attempt < ATTEMPTS && best.open > 0 && !is_spent(table); attempt++) {
        lw_table_cool(table);
        for (uint32_t i = 0; i < table->count; i++)
            table->parties[i].settled = false;
        run_course(table, &later_course, order);
        lw_table_legalise(table, order);
        lw_state now = {0};
        lw_table_measure(table, &now.open, &now.cost);
        if (better(&now, &best))
            lw_state_save(table, &best);
        else
            lw_state_restore(table, &best);
    }
    lw_state_free(table, &best);
    free(order);
}

static int way_of(const lw_run *run, int32_t layer)
{
    const uint8_t *ways = run->options->ways;
    int own = (int)run->board->layers.at[layer].direction;
    if (ways && ways[layer] != LW_OWN_WAY)
        return ways[layer];
    return own != LW_ANY_WAY ? own : layer % 2 == 1 ? LW_VERTICAL : LW_HORIZONTAL;
}

static void set_terrain(lw_table *table)
{
    const lw_run *run = table->run;
    lw_field field = lw_lattice_field(run->lattice, LW_NO_NET, 1);
    int64_t via = (int64_t)run->options->via_cost * LW_STRAIGHT / lw_lattice_pitch(run->lattice);
    table->terrain = (lw_terrain){
        .stride = field.stride,
        .plane = field.plane,
        .layers = field.layers,
        .history = table->history,
        .via_history = table->via_history,
        .toll = table->toll,
        .via_cost = (uint16_t)(via < 1       ? 1
                               : via > 20000 ? 20000
                                             : via),
        .bend_cost = 1,
        .greed = 16,
    };
    for (int32_t layer = 0; layer < field.layers; layer++) {
        int way = way_of(run, layer);
        for (int d = 0; d < LW_STEPS; d++)
            table->terrain.step_cost[layer][d] = d % 2 ? LW_DIAGONAL : LW_STRAIGHT;
        int across = way == LW_VERTICAL ? LW_E : LW_N;
        if (field.layers > 1 && way != LW_ANY_WAY)
            table->terrain.step_cost[layer][across] = table->terrain.step_cost[layer][across ^ 4] =
                LW_STRAIGHT + LW_ACROSS;
    }
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

static size_t memory_of(const lw_table *table)
{
    const lw_lattice *lattice = table->run->lattice;
    size_t plane = (size_t)table->terrain.plane, nodes = plane * (size_t)table->terrain.layers;
    return lw_lattice_size(lattice) + lw_occupancy_size(lattice) +
           lw_congested_size(table->terrain.plane, table->terrain.layers) +
           nodes * (sizeof *table->web.vertex_of + sizeof *table->history) +
           plane * sizeof *table->via_history;
}

static void release(lw_table *table)
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

lw_status lw_negotiate(lw_run *run, const lw_net_id *nets, uint32_t count, lw_route_log *log,
                       lw_error *err)
{
    lw_arena *arena = lw_arena_new();
    lw_table table = {.run = run, .arena = arena, .random = run->options->seed};
    lw_status status = LW_OK;
    if (allocate(&table)) {
        set_terrain(&table);
        log->memory = memory_of(&table);
        table.parties = LW_NEW_MANY(arena, lw_party, (size_t)run->board->nets.count + 1);
        for (uint32_t i = 0; i < count; i++)
            if (lw_party_new(&table, &table.parties[table.count], nets[i]))
                table.count++;
        table.rivals = lw_rivals_new(run->board, run->lattice, table.parties, table.count);
        negotiate(&table);
        for (uint32_t i = 0; i < table.count; i++) {
            lw_party_emit(&table, &table.parties[i]);
            lw_party_note_open(&table, &table.parties[i], log);
        }
        run->expanded += table.expanded;
    } else {
        status = lw_fail(err, LW_ERR_MEMORY, run->board->path, 0, 0, "no memory for the search");
    }
    release(&table);
    return status;
}
