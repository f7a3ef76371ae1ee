#include "route/move.h"

#include <string.h>
#include "route/branches.h"

enum {
    BEND = 5,        /* costs of a straight piece of track, whatever its length */
    WHOLE_MOST = 12, /* pads of a net that is lifted as a whole */
    SOFT_ROUNDS = 6, /* of a shove, before overlaps are out of the question */
    HARD_ROUNDS = 2,
    PRESENT = 16, /* price of an overlap when a shove begins */
    SHUNNED = 6,  /* halves of what a via is worth, to a net that is to do without */
};

lw_merit lw_merit_of(lw_table *table, const lw_party *party)
{
    lw_wiring_runs(table, party, NULL);
    return (lw_merit){party->open,
                      lw_party_cost(table, party) + (uint64_t)BEND * table->runs.count};
}

lw_merit lw_merit_sum(lw_merit a, lw_merit b)
{
    return (lw_merit){a.open + b.open, a.cost + b.cost};
}

bool lw_merit_is_better(lw_merit a, lw_merit b)
{
    return a.open != b.open ? a.open < b.open : a.cost < b.cost;
}

static bool is_spent(const lw_table *table, const lw_move *move)
{
    return table->expanded >= move->limit || lw_run_stop_asked(table->run);
}

/* ---- members ---- */

static bool is_member(const lw_move *move, uint32_t number)
{
    for (uint32_t i = 0; i < move->count; i++)
        if (move->member[i] == number)
            return true;
    return false;
}

static bool admit(lw_table *table, lw_move *move, uint32_t number)
{
    if (move->count == LW_CROWD)
        return false;
    lw_sketch_save(&move->before[move->count], &table->parties[number]);
    move->was = lw_merit_sum(move->was, lw_merit_of(table, &table->parties[number]));
    move->member[move->count++] = number;
    return true;
}

static lw_merit merit_of_members(lw_table *table, const lw_move *move)
{
    lw_merit all = {0, 0};
    for (uint32_t i = 0; i < move->count; i++)
        all = lw_merit_sum(all, lw_merit_of(table, &table->parties[move->member[i]]));
    return all;
}

static void begin(lw_table *table, lw_move *move)
{
    move->count = 0;
    move->was = (lw_merit){0, 0};
    move->gains = move->more = false;
    admit(table, move, move->number);
}

static void end(lw_table *table, lw_move *move, bool gains)
{
    move->gains = gains;
    for (uint32_t i = 0; i < move->count && gains; i++)
        lw_sketch_save(&move->after[i], &table->parties[move->member[i]]);
    lw_sketches_put(table, move->before, move->member, move->count);
}

void lw_move_free(lw_move *move)
{
    for (uint32_t i = 0; i < LW_CROWD; i++) {
        lw_sketch_free(&move->before[i]);
        lw_sketch_free(&move->after[i]);
    }
}

/* ---- one net, the others fixed ---- */

static void lift(lw_party *party)
{
    party->edge_count = 0;
    memset(party->used, 0, party->entries.count * sizeof *party->used);
}

/* False, and all is as in the draft, when the party does not get better. */
static bool join_better(lw_table *table, lw_party *party, const lw_sketch *draft, lw_merit *merit)
{
    lw_party_join(table, party);
    lw_merit now = lw_merit_of(table, party);
    if (lw_merit_is_better(now, *merit)) {
        *merit = now;
        return true;
    }
    lw_sketch_restore(draft, party);
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

static lw_window box_of_branch(const lw_table *table, const lw_party *party,
                               const lw_branches *branches, uint32_t branch)
{
    lw_window box = LW_WINDOW_NONE;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (branches->of[i] == branch)
            box = lw_window_join(box, lw_edge_box(table, party->edges[i]));
    return box;
}

static bool is_near_one(lw_window box, const lw_focus *focus)
{
    for (uint32_t i = 0; i < focus->count; i++)
        if (lw_windows_are_near(box, focus->at[i], focus->reach))
            return true;
    return false;
}

static bool improve_branches(lw_table *table, const lw_move *move, const lw_focus *focus,
                             lw_party *party, lw_sketch *draft, lw_merit *merit)
{
    lw_branches branches = lw_branches_new(table, party);
    uint32_t tries = branches.count > 1 || party->turns > WHOLE_MOST ? branches.count : 0;
    bool any = false;
    for (uint32_t i = 0; i < tries && i < branches.count && !is_spent(table, move); i++) {
        if (!is_near_one(box_of_branch(table, party, &branches, i), focus))
            continue;
        lw_sketch_save(draft, party);
        lift_branch(table, party, &branches, i);
        if (!join_better(table, party, draft, merit))
            continue;
        any = true;
        lw_branches_free(&branches);
        branches = lw_branches_new(table, party);
    }
    lw_branches_free(&branches);
    return any;
}

static bool improve(lw_table *table, const lw_move *move, const lw_focus *focus, uint32_t number)
{
    lw_party *party = &table->parties[number];
    if (party->open)
        return false; /* it would look for what it cannot find again and again */
    lw_sketch draft = {0};
    lw_merit merit = lw_merit_of(table, party);
    bool any = false;
    lw_table_close_tolls(table);
    lw_occupancy_take(table->occupancy, &party->stamps);
    if (party->turns <= WHOLE_MOST) {
        lw_sketch_save(&draft, party);
        lift(party);
        any = join_better(table, party, &draft, &merit);
    }
    any |= improve_branches(table, move, focus, party, &draft, &merit);
    lw_party_put(table, party);
    lw_sketch_free(&draft);
    return any;
}

void lw_move_improve(lw_table *table, lw_move *move)
{
    begin(table, move);
    end(table, move, improve(table, move, &move->focus, move->number));
}

/* ---- a net and those in its way ---- */

/* Who is overlapped now becomes a member; false when they are too many. */
static bool gather(lw_table *table, lw_move *move)
{
    uint32_t before = move->count;
    lw_window boxes[LW_CROWD];
    for (uint32_t i = 0; i < before; i++)
        boxes[i] = table->parties[move->member[i]].box;
    for (uint32_t i = 0; i < table->count; i++) {
        lw_party *party = &table->parties[i];
        bool near = false;
        for (uint32_t k = 0; k < before && !near; k++)
            near = lw_windows_are_near(boxes[k], party->box, move->focus.reach);
        if (near && !is_member(move, i) && lw_party_contested(table, party) &&
            !admit(table, move, i))
            return false;
    }
    return true;
}

/* Those in conflict take another way, who came last first. How many were. */
static uint32_t yield(lw_table *table, const lw_move *move)
{
    uint32_t contested = 0;
    for (uint32_t i = move->count; i > 0; i--) {
        lw_party *party = &table->parties[move->member[i - 1]];
        if (lw_party_contested(table, party)) {
            lw_party_reroute(table, party);
            contested++;
        }
    }
    return contested;
}

/* Until nobody overlaps; false when they cannot agree. */
static bool agree(lw_table *table, lw_move *move)
{
    double present = PRESENT;
    for (int round = 0; round < SOFT_ROUNDS + HARD_ROUNDS; round++) {
        if (!gather(table, move) || is_spent(table, move) ||
            merit_of_members(table, move).open > move->was.open)
            return false;
        if (round < SOFT_ROUNDS)
            lw_table_open_tolls(table, present);
        else
            lw_table_close_tolls(table);
        if (yield(table, move) == 0)
            return true;
        present *= 1.6;
    }
    return false;
}

/* Whether the members come to terms and are better off together. */
static bool settle(lw_table *table, lw_move *move)
{
    return agree(table, move) && lw_merit_is_better(merit_of_members(table, move), move->was);
}

void lw_move_shove(lw_table *table, lw_move *move)
{
    lw_party *party = &table->parties[move->number];
    begin(table, move);
    lw_table_open_tolls(table, PRESENT);
    lw_occupancy_take(table->occupancy, &party->stamps);
    lift(party);
    lw_party_join(table, party);
    lw_party_put(table, party);
    end(table, move,
        lw_merit_is_better(lw_merit_of(table, party), move->was) && settle(table, move));
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
    lw_table_price_vias(table, LW_LAST_VIA_PRICE);
}

/* A branch, or without branches the whole net. */
static void spare_vias(lw_table *table, lw_move *move, const lw_branches *branches, uint32_t branch)
{
    lw_party *party = &table->parties[move->number];
    uint32_t vias = count_vias(table, party);
    begin(table, move);
    lw_occupancy_take(table->occupancy, &party->stamps);
    if (branches)
        lift_branch(table, party, branches, branch);
    else
        lift(party);
    join_shunning_vias(table, party);
    lw_party_put(table, party);
    end(table, move, count_vias(table, party) < vias && settle(table, move));
}

void lw_move_spare(lw_table *table, lw_move *move)
{
    lw_party *party = &table->parties[move->number];
    begin(table, move);
    if (party->open || count_vias(table, party) == 0) {
        move->count = 0;
        return;
    }
    lw_branches branches = lw_branches_new(table, party);
    uint32_t steps = 1 + (branches.count > 1 ? branches.count : 0);
    for (; move->step < steps && !is_spent(table, move); move->step++) {
        uint32_t branch = move->step - 1;
        if (move->step == 0 && party->turns <= WHOLE_MOST)
            spare_vias(table, move, NULL, 0);
        else if (move->step > 0 && has_via(table, party, &branches, branch))
            spare_vias(table, move, &branches, branch);
        if (move->gains)
            break;
    }
    move->more = move->gains && move->step + 1 < steps;
    lw_branches_free(&branches);
}
