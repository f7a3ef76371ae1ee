/*
 * Every net is a party. A round gives each party a turn that overlaps another. What a node costs
 * rises with the nets that are there now (present) and with those that fought for it before
 * (history). When rounds bring nothing any more the present is lowered and half of the past
 * forgotten; what is in conflict at the end is taken back.
 */
#include "route/negotiate.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/polish.h"
#include "route/smooth.h"
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

/* Takes no longer than the negotiation did, nor than a board of its size may. */
static void polish(lw_table *table)
{
    uint64_t most = lw_effort(table->run->progress.total) / 4;
    uint64_t nodes = table->expanded < most ? table->expanded : most;
    lw_table_polish(table, table->run->options->optimise, nodes);
}

static void note_state(lw_table *table, uint32_t open)
{
    if (table->run->note)
        table->run->note(table->run, open, table->expanded);
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
    note_state(table, best.open);
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
        note_state(table, best.open);
    }
    lw_state_free(table, &best);
    free(order);
    polish(table);
}

lw_status lw_negotiate(lw_run *run, const lw_net_id *nets, uint32_t count, lw_route_log *log,
                       lw_error *err)
{
    lw_table table;
    lw_status status = lw_table_open(&table, run, nets, count, err);
    if (!status) {
        negotiate(&table);
        for (uint32_t i = 0; i < table.count; i++) {
            lw_party_emit(&table, &table.parties[i]);
            lw_party_note_open(&table, &table.parties[i], log);
        }
        if (run->options->optimise > 0)
            lw_table_smooth(&table);
        run->expanded += table.expanded;
    }
    lw_table_close(&table);
    return status;
}
