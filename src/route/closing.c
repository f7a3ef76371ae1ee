/*
 * An open net is joined across others, and those that are then in conflict negotiate among
 * themselves while the rest of the board stays as it is; who is run over joins in. Unless more is
 * open when they have come to an end, that stays, else all is as before: a gap that has only moved
 * may be easier to close where it is now. So each gap is closed on its own, while a course for all
 * nets often opens two where it closes one.
 */
#include "route/closing.h"

#include <stdlib.h>
#include "base/heap.h"
#include "route/state.h"

enum {
    ROUNDS = 30,  /* for one gap */
    PRESENT = 16, /* a crossing costs what two vias do */
    PRESENT_MOST = 128,
    MEMBERS_MOST = 120,
    HARD_PASSES = 3, /* in which overlaps are out of the question */
    IDLE_PASSES = 6, /* over all gaps, without closing one, before all is given up */
    /* Parts of all nodes that one gap may take. Most gaps are closed with less or never, so the
     * first pass allows one part, and each idle one after it one more. */
    PARTS = 50,
};

typedef struct lw_closing {
    lw_table *table;
    bool *inside;      /* by party: takes part in what goes on */
    uint32_t *joined;  /* those that do, as they joined in */
    lw_sketch *before; /* likewise: what they were then */
    uint32_t *member;  /* the same parties, as they have their turns */
    uint32_t count;
    uint32_t open;  /* of the members, before */
    uint64_t limit; /* for table->expanded */
    uint64_t share; /* of one gap */
} lw_closing;

static bool is_spent(const lw_closing *c)
{
    return c->table->expanded >= c->limit || lw_run_stop_asked(c->table->run);
}

static void admit(lw_closing *c, uint32_t number)
{
    const lw_party *party = &c->table->parties[number];
    lw_sketch_save(&c->before[c->count], party);
    c->inside[number] = true;
    c->joined[c->count] = number;
    c->member[c->count++] = number;
    c->open += party->open;
}

/* Who is in conflict joins in. How many are. */
static uint32_t gather(lw_closing *c)
{
    uint32_t contested = 0;
    for (uint32_t i = 0; i < c->table->count; i++) {
        if (!lw_party_contested(c->table, &c->table->parties[i]))
            continue;
        contested++;
        if (!c->inside[i])
            admit(c, i);
    }
    return contested;
}

static void blame(lw_closing *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        lw_party_blame(c->table, &c->table->parties[c->member[i]]);
}

static void yield(lw_closing *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        lw_party *party = &c->table->parties[c->member[i]];
        if (lw_party_contested(c->table, party))
            lw_party_reroute(c->table, party);
    }
}

static uint32_t open_now(const lw_closing *c)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < c->count; i++)
        open += c->table->parties[c->member[i]].open;
    return open;
}

static uint32_t risen(uint32_t present)
{
    return present * 7 / 5 < PRESENT_MOST ? present * 7 / 5 : PRESENT_MOST;
}

/* Until nobody overlaps; false when they cannot agree, or are too many. */
static bool agree(lw_closing *c)
{
    uint64_t limit = c->table->expanded + c->share;
    uint32_t present = PRESENT;
    for (int round = 0; round < ROUNDS && !is_spent(c) && gather(c) > 0; round++) {
        if (c->count > MEMBERS_MOST || c->table->expanded > limit)
            return false;
        lw_table_open_tolls(c->table, present);
        blame(c);
        lw_table_shuffle(c->table, c->member, c->count);
        yield(c);
        present = risen(present);
    }
    lw_table_close_tolls(c->table);
    for (int pass = 0; pass < HARD_PASSES && gather(c) > 0; pass++)
        yield(c);
    return gather(c) == 0;
}

/* Whether less is open than before. */
static bool close_gap(lw_closing *c, uint32_t number)
{
    lw_party *party = &c->table->parties[number];
    c->count = c->open = 0;
    admit(c, number);
    lw_table_open_tolls(c->table, PRESENT);
    lw_party_reroute(c->table, party);
    bool agreed = party->open < c->open && agree(c) && open_now(c) <= c->open;
    bool closed = agreed && open_now(c) < c->open;
    if (!agreed)
        lw_sketches_put(c->table, c->before, c->joined, c->count);
    for (uint32_t i = 0; i < c->count; i++)
        c->inside[c->member[i]] = false;
    return closed;
}

/* Whether any gap was closed. What was tried in vain makes the same places dearer next time. */
static bool pass_over_gaps(lw_closing *c)
{
    bool any = false;
    for (uint32_t i = 0; i < c->table->count && !is_spent(c); i++)
        if (c->table->parties[i].open > 0) {
            any |= close_gap(c, i);
            lw_table_cool(c->table);
        }
    return any;
}

void lw_table_close_gaps(lw_table *table, uint64_t nodes)
{
    lw_closing c = {
        .table = table,
        .inside = lw_alloc((size_t)table->count + 1, sizeof *c.inside),
        .joined = lw_alloc((size_t)table->count + 1, sizeof *c.joined),
        .before = lw_alloc((size_t)table->count + 1, sizeof *c.before),
        .member = lw_alloc((size_t)table->count + 1, sizeof *c.member),
        .limit = table->expanded + nodes,
    };
    lw_table_forget_conflicts(table);
    for (int idle = 0; idle < IDLE_PASSES && !is_spent(&c); idle++) {
        c.share = nodes / PARTS * (uint64_t)(idle + 1);
        if (pass_over_gaps(&c))
            idle = -1;
    }
    lw_table_close_tolls(table);
    for (uint32_t i = 0; i < table->count; i++)
        lw_sketch_free(&c.before[i]);
    free(c.inside);
    free(c.joined);
    free(c.before);
    free(c.member);
}
