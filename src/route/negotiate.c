/*
 * Every net is a party. A round gives each party a turn that overlaps another. What a node costs
 * rises with the nets that are there now (present) and with those that fought for it before
 * (history). When rounds bring nothing any more the present is lowered and half of the past
 * forgotten; what is in conflict at the end is taken back.
 */
#include "route/negotiate.h"

#include <math.h>
#include <stdlib.h>
#include "base/heap.h"
#include "route/closing.h"
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
    int32_t clearing;  /* tracks to each side that are taken off where few are in conflict after
                          the first round; 0: none */
    /* Rounds in which ways may lead far around for less. They shape the whole, with fewer vias;
     * later that takes longer than it gains, since tolls make every way near by a dear one. */
    uint32_t far_rounds;
    uint32_t doubts; /* the round after which a crowded board is told from others; 0: none */
} lw_course;

/* A crossing costs some sixteen widths of a track at present 16, which is what the two vias cost
 * that avoid it: rounds far below that only move nets about. */
static const lw_course first_course = {.present = 4,
                                       .growth = 1.4,
                                       .cap = 128,
                                       .rounds = 30,
                                       .patience = 8,
                                       .far_rounds = 2,
                                       .doubts = 5};
/* From a legal state on, for the sake of what is open. */
static const lw_course later_course = {
    .present = 4, .growth = 1.4, .cap = 128, .rounds = 10, .patience = 8, .clearing = 1};
enum {
    /* Of the estimate while nets fight, in sixteenths: the searches expand half as many nodes, and
     * finish boards that exact ones do not. Boards that are soon done do better without. */
    GREED = 19,
    EXACT_NODES = 1500000,
    FAR_SHARE = 20,           /* of a run's effort, for far rounds */
    FEW = 4,                  /* nets in conflict, around which it pays to clear the board */
    CROWDED = 40,             /* parts of a hundred that are in conflict when that is asked */
    COURSE_PARTS = 3,         /* of four of a run's effort, for all courses */
    CLOSING_SHARE = 3,        /* of a run's effort, for the gaps after a course */
    QUICK_CLOSING_SHARE = 12, /* where a finer lattice may follow */
    ATTEMPTS = 2,
    ATTEMPTS_MOST = 8, /* where no finer lattice follows */
    HEATED = 12,       /* present, when a course is heated anew */
    REHEATS = 2        /* without progress, before a course is given up */
};

uint64_t lw_effort(uint32_t connections)
{
    return 90000000 + (uint64_t)150000 * connections;
}

bool lw_effort_leaves_work(uint64_t expanded, uint32_t connections)
{
    return expanded < lw_effort(connections) / 2;
}

static bool is_spent(lw_table *table)
{
    return table->expanded > lw_effort(table->run->progress.total) / 4 * COURSE_PARTS ||
           lw_run_stop_asked(table->run);
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

/* What nothing leads to, whatever the others do, stays open; when that is no less than what another
 * lattice has left open, this one cannot do better. */
static bool is_beaten(const lw_table *table, uint32_t open)
{
    return table->run->open_below > 0 && open >= table->run->open_below;
}

/* Where few nets fight for ever the others keep them from going elsewhere, and have no reason to
 * move. So all copper around the conflicts is taken off, and laid anew in another order. */
static void clear_conflicts(lw_table *table, int32_t tracks)
{
    const lw_board *board = table->run->board;
    lw_window *boxes = lw_alloc((size_t)table->count + 1, sizeof *boxes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const lw_party *party = &table->parties[i];
        uint32_t id = lw_net_class(board, party->net);
        int64_t track = (int64_t)party->width + lw_clearance(board, LW_TRACK, id, LW_TRACK, id);
        int32_t by = (int32_t)(track * tracks / lw_lattice_pitch(table->run->lattice));
        lw_window box = lw_party_conflicts(table, party);
        if (box.col2 >= 0)
            boxes[count++] =
                (lw_window){box.col1 - by, box.row1 - by, box.col2 + by, box.row2 + by};
    }
    for (uint32_t i = 0; i < table->count && count > 0; i++)
        lw_party_clear(table, &table->parties[i], boxes, count);
    free(boxes);
}

/* Later courses mend what is laid already; and where every way is long it would take too much. */
static bool is_far_sighted(const lw_table *table, const lw_course *course, uint32_t round)
{
    return round < course->far_rounds &&
           table->expanded < lw_effort(table->run->progress.total) / FAR_SHARE;
}

static void give_turns(lw_table *table, const lw_course *course, uint32_t round,
                       const uint32_t *order)
{
    bool in_trouble = table->run->open_below > 0 || table->expanded > EXACT_NODES;
    table->terrain.greed = in_trouble ? GREED : 16;
    for (uint32_t i = 0; i < table->count && !is_spent(table); i++) {
        lw_party *party = &table->parties[order[i]];
        table->far_sighted = is_far_sighted(table, course, round);
        if (wants_turn(table, party)) {
            lw_party_reroute(table, party);
            party->settled = true;
        }
    }
}

/* Crowds settle when vias are cheap and layers have directions. Elsewhere that would only make more
 * vias. */
static bool is_crowded(const lw_table *table, const lw_course *course, uint32_t round,
                       uint32_t contested)
{
    return round + 1 == course->doubts && contested * 100 > CROWDED * table->count;
}

/* Connections that are hopeless, as far as that is known. */
static uint32_t run_course(lw_table *table, const lw_course *course, uint32_t *order)
{
    uint32_t contested, open = 0;
    double present = course->present;
    uint32_t least = UINT32_MAX, stale = 0; /* rounds since the least was met */
    for (uint32_t round = 0; round < course->rounds && !is_spent(table); round++) {
        lw_table_open_tolls(table, present);
        if (round > 0)
            lw_table_shuffle(table, order, table->count);
        give_turns(table, course, round, order);
        take_stock(table, &contested, &open);
        lw_table_report(table, contested, open, present);
        if (contested == 0 || is_beaten(table, open))
            break;
        if (round == 0 && course->clearing > 0 && contested <= FEW)
            clear_conflicts(table, course->clearing);
        present = fmin(present * course->growth, course->cap);
        if (is_crowded(table, course, round, contested)) {
            lw_table_crowd(table);
            present = course->present;
        }
        stale = contested < least ? 0 : stale + 1;
        least = contested < least ? contested : least;
        if (stale == course->patience * REHEATS)
            break;
        if (stale > 0 && stale % course->patience == 0) {
            present = HEATED;
            lw_table_cool(table);
        }
    }
    table->terrain.greed = 16;
    table->far_sighted = false;
    return open;
}

static bool better(const lw_state *a, const lw_state *b)
{
    return a->open != b->open ? a->open < b->open : a->cost < b->cost;
}

/* Takes a tenth less than the negotiation did at most, or than a board of its size may. */
static void polish(lw_table *table)
{
    uint64_t most = lw_effort(table->run->progress.total) / 10;
    uint64_t nodes = table->expanded < most ? table->expanded : most;
    lw_table_polish(table, table->run->options->optimise, nodes / 10 * 9);
}

static void note_state(lw_table *table, uint32_t open)
{
    if (table->run->note)
        table->run->note(table->run, open, table->expanded);
}

/* Connections of groups that have no entry at all. */
static uint32_t count_walled_in(lw_table *table)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        lw_party *party = &table->parties[i];
        enum { SEEN = 1, HAS_ENTRY = 2 };
        uint8_t *of_group = lw_alloc((size_t)party->groups.count + 1, 1);
        uint32_t groups = 0, walled = 0;
        for (uint32_t k = 0; k < party->entries.count; k++)
            of_group[lw_groups_find(&party->groups, party->entries.at[k].thing)] = HAS_ENTRY;
        for (uint32_t k = 0; k < party->turns; k++) {
            uint8_t *group = &of_group[lw_groups_find(&party->groups, party->turn[k])];
            groups += !(*group & SEEN);
            walled += *group == 0;
            *group |= SEEN;
        }
        sum += walled < groups ? walled : groups - 1;
        free(of_group);
    }
    return sum;
}

/* Whether a finer lattice comes next, which closes more gaps than this one with the same effort. */
static bool goes_finer(const lw_table *table)
{
    return table->run->may_go_finer &&
           lw_effort_leaves_work(table->expanded, table->run->progress.total);
}

/* From overlaps to the best legal state that is near. */
static void come_to_terms(lw_table *table, const uint32_t *order)
{
    uint32_t share = goes_finer(table) ? QUICK_CLOSING_SHARE : CLOSING_SHARE;
    lw_table_legalise(table, order);
    lw_table_close_gaps(table, lw_effort(table->run->progress.total) / share);
    lw_table_legalise(table, order);
}

/* Later courses begin at the best legal state, for the sake of what is open there. */
static void try_again(lw_table *table, uint32_t *order, uint32_t hopeless)
{
    lw_state best = {0};
    lw_state_save(table, &best);
    note_state(table, best.open);
    for (int attempt = 0; best.open > hopeless && !is_spent(table) &&
                          attempt < (goes_finer(table) ? ATTEMPTS : ATTEMPTS_MOST);
         attempt++) {
        lw_table_cool(table);
        for (uint32_t i = 0; i < table->count; i++)
            table->parties[i].settled = false;
        lw_course course = later_course;
        course.clearing <<= attempt % ATTEMPTS;
        hopeless = run_course(table, &course, order);
        come_to_terms(table, order);
        lw_state now = {0};
        lw_table_measure(table, &now.open, &now.cost);
        if (better(&now, &best))
            lw_state_save(table, &best);
        else
            lw_state_restore(table, &best);
        note_state(table, best.open);
    }
    lw_state_free(table, &best);
}

static void negotiate(lw_table *table)
{
    if (is_beaten(table, count_walled_in(table)))
        return;
    uint32_t *order = lw_alloc((size_t)table->count + 1, sizeof *order);
    for (uint32_t i = 0; i < table->count; i++)
        order[i] = i;
    uint32_t hopeless = run_course(table, &first_course, order);
    if (!is_beaten(table, hopeless)) {
        come_to_terms(table, order);
        try_again(table, order, hopeless);
        polish(table);
    }
    free(order);
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
