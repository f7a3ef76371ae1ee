/*
 * A finished state is improved by moves with one net after the other, at last by such as save vias.
 * Those of a batch see the same state, so that threads can share them, and what they gain is taken
 * up in order; what comes too late for an earlier one of its batch is tried again in the next.
 */
#include "route/polish.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/crew.h"
#include "route/move.h"

enum {
    BATCH = 8,
    LEAST_GAIN = 300,  /* a pass that brings less than this part was the last one */
    REACH = 2000000,   /* nm: how far nets matter to each other */
    PARTS = 8,         /* of all nodes */
    PARTS_FOR_ALL = 5, /* for passes over all nets; the others save vias */
};

typedef struct lw_polish {
    lw_table *table;
    lw_crew *crew;
    lw_try *try;
    uint32_t *order;
    /* By party: how many changes there were when it was tried last. */
    uint32_t *improved, *shoved, *spared;
    uint32_t *moved; /* by party: the batch that moved it last */
    lw_move batch[BATCH];
    uint32_t count;        /* of its moves */
    uint32_t tried[BATCH]; /* by move: how many changes there were when its party was tried last */
    uint32_t longest[BATCH]; /* its moves, those that take long first */
    uint32_t number;         /* of the batch, from 1 */
    LW_LIST(lw_window) changes;
    int32_t reach;
    uint64_t limit; /* for table->expanded */
} lw_polish;

static lw_merit merit_of_all(lw_table *table)
{
    lw_merit all = {0, 0};
    for (uint32_t i = 0; i < table->count; i++)
        all = lw_merit_sum(all, lw_merit_of(table, &table->parties[i]));
    return all;
}

static bool is_spent(const lw_polish *p)
{
    return p->table->expanded >= p->limit || lw_run_stop_asked(p->table->run);
}

/* ---- where things changed ---- */

static void note_change(lw_polish *p, lw_window box)
{
    if (box.col2 >= 0)
        *lw_list_add(p->table->arena, &p->changes) = box;
}

/* Whether anything near has changed since the party was tried. */
static bool is_worth_while(const lw_polish *p, uint32_t number, uint32_t tried)
{
    lw_window box = p->table->parties[number].box;
    for (uint32_t i = p->changes.count; i > tried; i--)
        if (lw_windows_are_near(p->changes.at[i - 1], box, p->reach))
            return true;
    return false;
}

/* ---- batches ---- */

/* A move of the batch with that party; it begins at the step. */
static void prepare(lw_polish *p, uint32_t number, uint32_t tried, uint32_t step)
{
    p->tried[p->count] = tried;
    lw_move *move = &p->batch[p->count++];
    move->number = number;
    move->step = step;
    move->limit = p->limit;
}

/* Whether nothing that a move of this batch gained is in the way of the other. */
static bool is_in_time(lw_polish *p, const lw_move *move)
{
    for (uint32_t i = 0; i < move->count; i++)
        if (p->moved[move->member[i]] == p->number)
            return false;
    lw_sketches_put(p->table, move->after, move->member, move->count);
    for (uint32_t i = 0; i < move->count; i++)
        if (lw_party_contested(p->table, &p->table->parties[move->member[i]])) {
            lw_sketches_put(p->table, move->before, move->member, move->count);
            return false;
        }
    return true;
}

/* False when it comes too late. */
static bool take_up(lw_polish *p, const lw_move *move)
{
    if (!move->gains)
        return true;
    if (!is_in_time(p, move))
        return false;
    for (uint32_t i = 0; i < move->count; i++) {
        note_change(p, lw_sketch_difference(p->table, &move->before[i],
                                            &p->table->parties[move->member[i]]));
        p->moved[move->member[i]] = p->number;
    }
    return true;
}

static void try_one(lw_table *table, void *context, uint32_t number)
{
    lw_polish *p = context;
    p->try(table, &p->batch[p->longest[number]]);
}

/* The longest task is begun first, lest the others wait for it in the end. */
static void sort_tasks(lw_polish *p, uint32_t count)
{
    uint64_t effort[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        const lw_party *party = &p->table->parties[p->batch[i].number];
        uint32_t at = i;
        effort[i] = (uint64_t)party->turns * party->edge_count;
        for (; at > 0 && effort[p->longest[at - 1]] < effort[i]; at--)
            p->longest[at] = p->longest[at - 1];
        p->longest[at] = i;
    }
}

static void run_batch(lw_polish *p, lw_try *try)
{
    uint32_t count = p->count;
    p->number++;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t tried = p->tried[i];
        p->batch[i].focus = (lw_focus){&p->changes.at[tried], p->changes.count - tried, p->reach};
    }
    p->try = try;
    sort_tasks(p, count);
    lw_crew_run(p->crew, p->table, count, try_one, p);
    p->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lw_move *move = &p->batch[i];
        if (!take_up(p, move))
            prepare(p, move->number, p->tried[i], move->step);
        else if (move->more)
            prepare(p, move->number, p->tried[i], move->step + 1);
    }
}

static void pass_over(lw_polish *p, uint32_t *tried, lw_try *try)
{
    lw_table_shuffle(p->table, p->order, p->table->count);
    p->count = 0;
    for (uint32_t i = 0; (i < p->table->count || p->count > 0) && !is_spent(p);) {
        for (; i < p->table->count && p->count < BATCH; i++) {
            uint32_t number = p->order[i];
            if (is_worth_while(p, number, tried[number]))
                prepare(p, number, tried[number], 0);
            tried[number] = p->changes.count;
        }
        run_batch(p, try);
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
    if (!lw_merit_is_better(now, before))
        return false;
    lw_state_save(p->table, &best->state);
    best->merit = now;
    lw_table_report(p->table, 0, (uint32_t)now.open, 0);
    return now.open != before.open || before.cost - now.cost >= before.cost / LEAST_GAIN;
}

static void pass_for_all(lw_polish *p)
{
    pass_over(p, p->improved, lw_move_improve);
    pass_over(p, p->shoved, lw_move_shove);
}

static void pass_for_vias(lw_polish *p)
{
    pass_over(p, p->spared, lw_move_spare);
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

static lw_polish *polish_new(lw_table *table)
{
    lw_polish *p = lw_alloc(1, sizeof *p);
    *p = (lw_polish){
        .table = table,
        .crew = lw_crew_new(table, BATCH - 1),
        .order = by_party(table),
        .improved = by_party(table),
        .shoved = by_party(table),
        .spared = by_party(table),
        .moved = by_party(table),
        .reach = REACH / lw_lattice_pitch(table->run->lattice),
    };
    for (uint32_t i = 0; i < table->count; i++)
        p->order[i] = i;
    note_change(p, (lw_window){0, 0, INT32_MAX / 2, INT32_MAX / 2});
    return p;
}

static void polish_free(lw_polish *p)
{
    lw_crew_free(p->crew);
    for (uint32_t i = 0; i < BATCH; i++)
        lw_move_free(&p->batch[i]);
    free(p->order);
    free(p->improved);
    free(p->shoved);
    free(p->spared);
    free(p->moved);
    free(p);
}

void lw_table_polish(lw_table *table, uint32_t passes, uint64_t nodes)
{
    lw_polish *p = polish_new(table);
    uint64_t for_all = nodes / PARTS * PARTS_FOR_ALL;
    lw_table_forget(table);
    table->learns = false; /* or it would matter who learns something first */
    lw_best best = {.merit = merit_of_all(table)};
    lw_state_save(table, &best.state);
    run_passes(p, &best, pass_for_all, passes, for_all);
    lw_table_price_vias(table, LW_LAST_VIA_PRICE);
    best.merit = merit_of_all(table);
    run_passes(p, &best, pass_for_vias, passes, nodes - for_all);
    lw_state_free(table, &best.state);
    table->learns = true;
    polish_free(p);
}
