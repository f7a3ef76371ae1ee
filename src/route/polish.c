/*
 * A finished state is improved net by net: a net, or a branch of it, is lifted and joined anew with
 * all others fixed; or it takes the way that it would like best, and the few nets that it then
 * overlaps look for other ways, as in a negotiation of their own. What makes the whole no better is
 * taken back.
 */
#include "route/polish.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "route/branches.h"
#include "route/state.h"

enum {
    BEND = 5,        /* costs of a straight piece of track, whatever its length */
    WHOLE_MOST = 12, /* pads of a net that is lifted as a whole */
    CROWD = 7,       /* nets that take part in a shove */
    SOFT_ROUNDS = 6, /* of a shove, before overlaps are out of the question */
    HARD_ROUNDS = 2,
    PRESENT = 16,     /* price of an overlap when a shove begins */
    LEAST_GAIN = 300, /* a pass that brings less than this part was the last one */
    REACH = 2000000,  /* nm: how far nets matter to each other */
};

typedef struct lw_merit {
    uint64_t open, cost;
} lw_merit;

/* A place where something changed. */
typedef struct lw_change {
    lw_window box;
    uint32_t time;
} lw_change;

typedef struct lw_polish {
    lw_table *table;
    lw_sketch *before; /* by party: before a shove */
    lw_sketch draft;   /* before a party was lifted */
    uint32_t *order;
    uint32_t *tried, *shoved; /* by party: when it was tried last */
    LW_LIST(lw_change) changes;
    uint32_t time;
    int32_t reach;  /* nodes: how far nets matter to each other */
    uint64_t limit; /* for table->expanded */
} lw_polish;

/* Nets that push each other, and what their wiring was worth before. */
typedef struct lw_crowd {
    uint32_t member[CROWD];
    uint32_t count;
    lw_merit before;
} lw_crowd;

static lw_merit merit_of(lw_table *table, const lw_party *party)
{
    lw_wiring_runs(table, party, NULL);
    return (lw_merit){party->open,
                      lw_party_cost(table, party) + (uint64_t)BEND * table->runs.count};
}

static lw_merit sum(lw_merit a, lw_merit b)
{
    return (lw_merit){a.open + b.open, a.cost + b.cost};
}

static bool is_better(lw_merit a, lw_merit b)
{
    return a.open != b.open ? a.open < b.open : a.cost < b.cost;
}

static lw_merit merit_of_all(lw_table *table)
{
    lw_merit all = {0, 0};
    for (uint32_t i = 0; i < table->count; i++)
        all = sum(all, merit_of(table, &table->parties[i]));
    return all;
}

static bool is_spent(const lw_polish *p)
{
    return p->table->expanded >= p->limit || lw_run_stop_asked(p->table->run);
}

/* ---- where things changed ---- */

static lw_window box_of(const lw_table *table, const lw_party *party)
{
    lw_window box = LW_WINDOW_NONE;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        box = lw_window_join(box, lw_table_window(table, party->edges[i].a));
        box = lw_window_join(box, lw_table_window(table, party->edges[i].b));
    }
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i] || party->open)
            box = lw_window_join(box, lw_table_window(table, party->entries.at[i].node));
    return box;
}

static bool is_near(const lw_polish *p, lw_window a, lw_window b)
{
    return a.col1 - p->reach <= b.col2 && b.col1 - p->reach <= a.col2 &&
           a.row1 - p->reach <= b.row2 && b.row1 - p->reach <= a.row2;
}

static void note_change(lw_polish *p, lw_window box)
{
    if (box.col2 >= 0)
        *lw_list_add(p->table->arena, &p->changes) = (lw_change){box, ++p->time};
}

/* Whether anything near has changed since the party was tried. */
static bool is_worth_while(const lw_polish *p, uint32_t number, uint32_t tried)
{
    lw_window box = box_of(p->table, &p->table->parties[number]);
    for (uint32_t i = p->changes.count; i > 0 && p->changes.at[i - 1].time > tried; i--)
        if (is_near(p, p->changes.at[i - 1].box, box))
            return true;
    return false;
}

/* ---- one net, the others fixed ---- */

static void lift(lw_party *party)
{
    party->edge_count = 0;
    memset(party->used, 0, party->entries.count * sizeof *party->used);
}

/* False, and all is as before, when the party does not get better. */
static bool join_better(lw_polish *p, lw_party *party, lw_merit *merit)
{
    lw_party_join(p->table, party);
    lw_merit now = merit_of(p->table, party);
    if (is_better(now, *merit)) {
        *merit = now;
        return true;
    }
    lw_sketch_restore(&p->draft, party);
    return false;
}

static void lift_branch(lw_table *table, lw_party *party, const lw_branches *branches,
                        uint32_t branch)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (branches->of[i] != branch)
            party->edges[count++] = party->edges[i];
    party->edge_count = count;
    lw_party_prune(party, &table->web);
}

static bool improve_branches(lw_polish *p, lw_party *party, lw_merit *merit)
{
    lw_branches branches = lw_branches_new(p->table, party);
    uint32_t tries = branches.count > 1 || party->turns > WHOLE_MOST ? branches.count : 0;
    bool any = false;
    for (uint32_t i = 0; i < tries && i < branches.count && !is_spent(p); i++) {
        lw_sketch_save(&p->draft, party);
        lift_branch(p->table, party, &branches, i);
        if (!join_better(p, party, merit))
            continue;
        any = true;
        lw_branches_free(&branches);
        branches = lw_branches_new(p->table, party);
    }
    lw_branches_free(&branches);
    return any;
}

static void improve(lw_polish *p, uint32_t number)
{
    lw_table *table = p->table;
    lw_party *party = &table->parties[number];
    if (party->open)
        return; /* it would look for what it cannot find again and again */
    lw_window box = box_of(table, party);
    lw_merit merit = merit_of(table, party);
    bool any = false;
    lw_table_close_tolls(table);
    lw_occupancy_take(table->occupancy, &party->stamps);
    if (party->turns <= WHOLE_MOST) {
        lw_sketch_save(&p->draft, party);
        lift(party);
        any = join_better(p, party, &merit);
    }
    any |= improve_branches(p, party, &merit);
    lw_party_put(table, party);
    if (any) {
        note_change(p, box);
        note_change(p, box_of(table, party));
    }
}

/* ---- a net and those in its way ---- */

static bool is_member(const lw_crowd *crowd, uint32_t number)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        if (crowd->member[i] == number)
            return true;
    return false;
}

static bool admit(lw_polish *p, lw_crowd *crowd, uint32_t number)
{
    const lw_party *party = &p->table->parties[number];
    if (crowd->count == CROWD)
        return false;
    lw_sketch_save(&p->before[number], party);
    crowd->before = sum(crowd->before, merit_of(p->table, party));
    crowd->member[crowd->count++] = number;
    return true;
}

static lw_merit merit_of_crowd(lw_table *table, const lw_crowd *crowd)
{
    lw_merit all = {0, 0};
    for (uint32_t i = 0; i < crowd->count; i++)
        all = sum(all, merit_of(table, &table->parties[crowd->member[i]]));
    return all;
}

/* Who is overlapped now joins the crowd; false when they are too many. */
static bool gather(lw_polish *p, lw_crowd *crowd)
{
    lw_table *table = p->table;
    uint32_t before = crowd->count;
    lw_window boxes[CROWD];
    for (uint32_t i = 0; i < before; i++)
        boxes[i] = box_of(table, &table->parties[crowd->member[i]]);
    for (uint32_t i = 0; i < table->count; i++) {
        lw_party *party = &table->parties[i];
        lw_window box = box_of(table, party);
        bool near = false;
        for (uint32_t k = 0; k < before && !near; k++)
            near = is_near(p, boxes[k], box);
        if (near && !is_member(crowd, i) && lw_party_contested(table, party) && !admit(p, crowd, i))
            return false;
    }
    return true;
}

/* Those in conflict take another way, who came last first. How many were. */
static uint32_t yield(lw_table *table, const lw_crowd *crowd)
{
    uint32_t contested = 0;
    for (uint32_t i = crowd->count; i > 0; i--) {
        lw_party *party = &table->parties[crowd->member[i - 1]];
        if (lw_party_contested(table, party)) {
            lw_party_reroute(table, party);
            contested++;
        }
    }
    return contested;
}

/* Until nobody overlaps; false when they cannot agree. */
static bool agree(lw_polish *p, lw_crowd *crowd)
{
    double present = PRESENT;
    for (int round = 0; round < SOFT_ROUNDS + HARD_ROUNDS; round++) {
        if (!gather(p, crowd) || is_spent(p) ||
            merit_of_crowd(p->table, crowd).open > crowd->before.open)
            return false;
        if (round < SOFT_ROUNDS)
            lw_table_open_tolls(p->table, present);
        else
            lw_table_close_tolls(p->table);
        if (yield(p->table, crowd) == 0)
            return true;
        present *= 1.6;
    }
    return false;
}

static bool improve_crowd(lw_polish *p, const lw_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        improve(p, crowd->member[i]);
    return is_better(merit_of_crowd(p->table, crowd), crowd->before);
}

static void take_back(lw_polish *p, const lw_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++) {
        lw_party *party = &p->table->parties[crowd->member[i]];
        lw_occupancy_take(p->table->occupancy, &party->stamps);
        lw_sketch_restore(&p->before[crowd->member[i]], party);
    }
    for (uint32_t i = 0; i < crowd->count; i++)
        lw_party_put(p->table, &p->table->parties[crowd->member[i]]);
}

static void shove(lw_polish *p, uint32_t number)
{
    lw_table *table = p->table;
    lw_party *party = &table->parties[number];
    lw_crowd crowd = {.count = 0};
    uint32_t changes = p->changes.count;
    admit(p, &crowd, number);
    lw_table_open_tolls(table, PRESENT);
    lw_occupancy_take(table->occupancy, &party->stamps);
    lift(party);
    lw_party_join(table, party);
    lw_party_put(table, party);
    if (!is_better(merit_of(table, party), crowd.before) || !agree(p, &crowd) ||
        !improve_crowd(p, &crowd)) {
        p->changes.count = changes;
        take_back(p, &crowd);
        return;
    }
    for (uint32_t i = 0; i < crowd.count; i++)
        note_change(p, box_of(table, &table->parties[crowd.member[i]]));
}

/* ---- passes ---- */

typedef void lw_try(lw_polish *p, uint32_t number);

static void pass_over(lw_polish *p, uint32_t *tried, lw_try *try)
{
    lw_table_shuffle(p->table, p->order, p->table->count);
    for (uint32_t i = 0; i < p->table->count && !is_spent(p); i++) {
        uint32_t number = p->order[i], now = p->time;
        if (is_worth_while(p, number, tried[number]))
            try(p, number);
        tried[number] = now;
    }
}

void lw_table_polish(lw_table *table, uint32_t passes, uint64_t nodes)
{
    lw_polish p = {
        .table = table,
        .before = lw_alloc((size_t)table->count + 1, sizeof *p.before),
        .order = lw_alloc((size_t)table->count + 1, sizeof *p.order),
        .tried = lw_alloc((size_t)table->count + 1, sizeof *p.tried),
        .shoved = lw_alloc((size_t)table->count + 1, sizeof *p.shoved),
        .reach = REACH / lw_lattice_pitch(table->run->lattice),
        .limit = table->expanded + nodes,
    };
    for (uint32_t i = 0; i < table->count; i++)
        p.order[i] = i;
    lw_table_forget(table);
    note_change(&p, (lw_window){0, 0, INT32_MAX / 2, INT32_MAX / 2});
    lw_state best = {0};
    lw_state_save(table, &best);
    lw_merit merit = merit_of_all(table);
    for (uint32_t pass = 0; pass < passes && !is_spent(&p); pass++) {
        pass_over(&p, p.tried, improve);
        pass_over(&p, p.shoved, shove);
        lw_table_legalise(table, p.order);
        lw_merit now = merit_of_all(table);
        if (!is_better(now, merit))
            break;
        bool enough = now.open == merit.open && merit.cost - now.cost < merit.cost / LEAST_GAIN;
        lw_state_save(table, &best);
        merit = now;
        lw_table_report(table, 0, (uint32_t)now.open, 0);
        if (enough)
            break;
    }
    lw_state_restore(table, &best);
    lw_state_free(table, &best);
    for (uint32_t i = 0; i < table->count; i++)
        lw_sketch_free(&p.before[i]);
    free(p.before);
    lw_sketch_free(&p.draft);
    free(p.order);
    free(p.tried);
    free(p.shoved);
}
