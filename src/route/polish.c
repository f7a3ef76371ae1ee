/*
 * A finished state is improved net by net: a net, or a branch of it, is lifted and joined anew with
 * all others fixed; or it takes the way that it would like best, and the few nets that it then
 * overlaps look for other ways, as in a negotiation of their own. At last nets and branches that
 * have vias look for ways with fewer, across others that vias would cost less than, and those make
 * room. What makes the whole no better is taken back.
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
    PASS_PARTS = 5,   /* of eight of all nodes, for passes over all nets; the rest saves vias */
    LAST_PRICE = 4,   /* halves of what a via is worth, where vias are saved */
    SHUNNED = 6,      /* the same to a net that is to do without */
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
    uint32_t *tried, *shoved, *spared; /* by party: when it was tried last */
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
    lw_window box = p->table->parties[number].box;
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
    lw_window box = party->box;
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
        note_change(p, party->box);
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
        boxes[i] = table->parties[crowd->member[i]].box;
    for (uint32_t i = 0; i < table->count; i++) {
        lw_party *party = &table->parties[i];
        bool near = false;
        for (uint32_t k = 0; k < before && !near; k++)
            near = is_near(p, boxes[k], party->box);
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

/* Comes to terms with those that the member overlaps; all is as before when they cannot, or are
 * no better off together. */
static bool settle(lw_polish *p, lw_crowd *crowd)
{
    if (!agree(p, crowd) || !is_better(merit_of_crowd(p->table, crowd), crowd->before)) {
        take_back(p, crowd);
        return false;
    }
    for (uint32_t i = 0; i < crowd->count; i++)
        note_change(p, p->table->parties[crowd->member[i]].box);
    return true;
}

static void shove(lw_polish *p, uint32_t number)
{
    lw_table *table = p->table;
    lw_party *party = &table->parties[number];
    lw_crowd crowd = {.count = 0};
    admit(p, &crowd, number);
    lw_table_open_tolls(table, PRESENT);
    lw_occupancy_take(table->occupancy, &party->stamps);
    lift(party);
    lw_party_join(table, party);
    lw_party_put(table, party);
    if (is_better(merit_of(table, party), crowd.before))
        settle(p, &crowd);
    else
        take_back(p, &crowd);
}

/* ---- vias ---- */

static uint32_t count_vias(lw_table *table, const lw_party *party)
{
    lw_wiring_vias(table, party);
    return table->vias.count;
}

static bool has_via(const lw_table *table, const lw_party *party, const lw_branches *branches,
                    uint32_t branch)
{
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (branches->of[i] == branch && lw_table_is_via(table, party->edges[i]))
            return true;
    return false;
}

/* Joins what was lifted along a way that shuns vias, across others as well. */
static void join_shunning_vias(lw_table *table, lw_party *party)
{
    lw_table_price_vias(table, SHUNNED);
    lw_table_open_tolls(table, PRESENT);
    lw_party_join(table, party);
    lw_table_price_vias(table, LAST_PRICE);
}

/* A branch, or without branches the whole net; whether that is a gain. */
static bool spare_vias(lw_polish *p, uint32_t number, const lw_branches *branches, uint32_t branch)
{
    lw_table *table = p->table;
    lw_party *party = &table->parties[number];
    lw_crowd crowd = {.count = 0};
    uint32_t vias = count_vias(table, party);
    admit(p, &crowd, number);
    lw_occupancy_take(table->occupancy, &party->stamps);
    if (branches)
        lift_branch(table, party, branches, branch);
    else
        lift(party);
    join_shunning_vias(table, party);
    lw_party_put(table, party);
    if (count_vias(table, party) < vias)
        return settle(p, &crowd);
    take_back(p, &crowd);
    return false;
}

static void spare(lw_polish *p, uint32_t number)
{
    lw_table *table = p->table;
    lw_party *party = &table->parties[number];
    if (party->open || count_vias(table, party) == 0)
        return;
    if (party->turns <= WHOLE_MOST)
        spare_vias(p, number, NULL, 0);
    lw_branches branches = lw_branches_new(table, party);
    uint32_t tries = branches.count > 1 ? branches.count : 0;
    for (uint32_t i = 0; i < tries && i < branches.count && !is_spent(p); i++)
        if (has_via(table, party, &branches, i) && spare_vias(p, number, &branches, i)) {
            lw_branches_free(&branches);
            branches = lw_branches_new(table, party);
        }
    lw_branches_free(&branches);
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

/* The best state so far. */
typedef struct lw_best {
    lw_state state;
    lw_merit merit;
} lw_best;

/* Whether the state is better by enough to go on. */
static bool keep_better(lw_polish *p, lw_best *best)
{
    lw_table_legalise(p->table, p->order);
    lw_merit before = best->merit, now = merit_of_all(p->table);
    if (!is_better(now, before))
        return false;
    lw_state_save(p->table, &best->state);
    best->merit = now;
    lw_table_report(p->table, 0, (uint32_t)now.open, 0);
    return now.open != before.open || before.cost - now.cost >= before.cost / LEAST_GAIN;
}

static void pass_for_all(lw_polish *p)
{
    pass_over(p, p->tried, improve);
    pass_over(p, p->shoved, shove);
}

static void pass_for_vias(lw_polish *p)
{
    pass_over(p, p->spared, spare);
}

typedef void lw_pass(lw_polish *p);

static void run_passes(lw_polish *p, lw_best *best, lw_pass *pass, uint32_t most, uint64_t nodes)
{
    p->limit = p->table->expanded + nodes;
    bool gains = true;
    for (uint32_t i = 0; i < most && gains && !is_spent(p); i++) {
        pass(p);
        gains = keep_better(p, best);
    }
    lw_state_restore(p->table, &best->state);
}

static uint32_t *by_party(const lw_table *table)
{
    return lw_alloc((size_t)table->count + 1, sizeof(uint32_t));
}

void lw_table_polish(lw_table *table, uint32_t passes, uint64_t nodes)
{
    lw_polish p = {
        .table = table,
        .before = lw_alloc((size_t)table->count + 1, sizeof *p.before),
        .order = by_party(table),
        .tried = by_party(table),
        .shoved = by_party(table),
        .spared = by_party(table),
        .reach = REACH / lw_lattice_pitch(table->run->lattice),
    };
    for (uint32_t i = 0; i < table->count; i++)
        p.order[i] = i;
    lw_table_forget(table);
    note_change(&p, (lw_window){0, 0, INT32_MAX / 2, INT32_MAX / 2});
    lw_best best = {.merit = merit_of_all(table)};
    lw_state_save(table, &best.state);
    uint64_t part = nodes / 8;
    run_passes(&p, &best, pass_for_all, passes, part * PASS_PARTS);
    lw_table_price_vias(table, LAST_PRICE);
    best.merit = merit_of_all(table);
    run_passes(&p, &best, pass_for_vias, passes, nodes - part * PASS_PARTS);
    lw_state_free(table, &best.state);
    for (uint32_t i = 0; i < table->count; i++)
        lw_sketch_free(&p.before[i]);
    free(p.before);
    lw_sketch_free(&p.draft);
    free(p.order);
    free(p.tried);
    free(p.shoved);
    free(p.spared);
}
