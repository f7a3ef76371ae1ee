/*
 * From a legal state to a cheaper one, or to one with fewer open nets. A net that costs more than
 * it would alone tells by the path that it would like which others are in its way; these negotiate
 * with it, while all the rest stands fast. What comes of it is kept when it is better.
 */
#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "route/paths.h"

enum {
    CROWD_MOST = 12, /* nets in one negotiation */
    ROUNDS = 24,
    TOLL = 8,
    TOLL_GROWTH = 22, /* 16ths */
    NOBODY = 0,
};

/* What a wished-for path pays where another one is, in parts of TOLL_ONE: little gives straight
 * paths and large crowds, much the contrary. */
static const uint32_t wish_tolls[] = {16, 64, 4, 160};
enum { WISHES = sizeof wish_tolls / sizeof *wish_tolls };

typedef struct lw_crowd {
    uint32_t nets[CROWD_MOST];
    uint32_t count; /* 0: nothing to be done */
} lw_crowd;

/* ---- who is in the way ---- */

static void mark_owners(const lw_paths *paths, uint32_t *owner)
{
    memset(owner, 0, paths->nodes * sizeof *owner);
    for (uint32_t i = 0; i < paths->count; i++) {
        const lw_trace *trace = &paths->runners[i].trace;
        for (uint32_t k = 0; k < trace->count; k++)
            if (!lw_paths_is_pin(paths, trace->nodes[k]))
                owner[trace->nodes[k]] = i + 1;
    }
}

static bool add_to_crowd(lw_crowd *crowd, uint32_t net)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        if (crowd->nets[i] == net)
            return true;
    if (crowd->count == CROWD_MOST)
        return false;
    crowd->nets[crowd->count++] = net;
    return true;
}

static lw_crowd find_crowd(lw_paths *paths, const uint32_t *owner, uint32_t net)
{
    lw_runner *runner = &paths->runners[net];
    lw_crowd crowd = {{net}, 1};
    lw_trace old = lw_paths_lift(paths, runner);
    lw_trail wish = lw_paths_seek(paths, runner, UINT32_MAX);
    for (uint32_t i = 0; i < wish.count && crowd.count > 0; i++) {
        uint32_t who = owner[wish.nodes[i]];
        if (who != NOBODY && !add_to_crowd(&crowd, who - 1))
            crowd.count = 0;
    }
    lw_paths_put(paths, runner, old.nodes, old.count);
    free(old.nodes);
    if (wish.count == 0)
        crowd.count = 0;
    return crowd;
}

static bool could_gain(const lw_runner *runner)
{
    return runner->trace.count == 0 ? !runner->stuck : runner->cost > runner->alone;
}

static void find_crowds(lw_paths *paths, uint32_t *owner, lw_crowd *crowds, uint32_t toll)
{
    mark_owners(paths, owner);
    lw_paths_set_prices(paths, toll, false);
    for (uint32_t i = 0; i < paths->count; i++) {
        crowds[i].count = 0;
        if (could_gain(&paths->runners[i]) && !lw_paths_are_spent(paths))
            crowds[i] = find_crowd(paths, owner, i);
    }
    lw_paths_set_prices(paths, 0, true);
}

/* ---- a negotiation of few ---- */

static uint32_t contested_in(const lw_paths *paths, const lw_crowd *crowd)
{
    uint32_t contested = 0;
    for (uint32_t i = 0; i < crowd->count; i++)
        contested += lw_paths_contested(paths, &paths->runners[crowd->nets[i]]);
    return contested;
}

static void shuffle(lw_paths *paths, lw_crowd *crowd)
{
    for (uint32_t i = crowd->count; i > 1; i--) {
        uint32_t k = lw_paths_random(paths, i), swap = crowd->nets[i - 1];
        crowd->nets[i - 1] = crowd->nets[k];
        crowd->nets[k] = swap;
    }
}

/* Takes all off and puts them back, so that their nodes have the prices that count now. */
static void price_anew(lw_paths *paths, const lw_crowd *crowd)
{
    lw_trace traces[CROWD_MOST];
    for (uint32_t i = 0; i < crowd->count; i++) {
        lw_paths_forgive(paths, &paths->runners[crowd->nets[i]]);
        traces[i] = lw_paths_lift(paths, &paths->runners[crowd->nets[i]]);
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        lw_paths_put(paths, &paths->runners[crowd->nets[i]], traces[i].nodes, traces[i].count);
        free(traces[i].nodes);
    }
}

/* Nodes that were fought for and given up are forgiven at the end as well. */
typedef struct lw_grudges {
    int32_t *nodes;
    size_t count, room;
} lw_grudges;

static void note_grudges(const lw_paths *paths, const lw_runner *runner, lw_grudges *grudges)
{
    for (uint32_t i = 0; i < runner->trace.count; i++) {
        if (paths->presence[runner->trace.nodes[i]] <= 1)
            continue;
        if (grudges->count == grudges->room) {
            grudges->room = grudges->room ? grudges->room * 2 : 256;
            grudges->nodes = lw_realloc(grudges->nodes, grudges->room, sizeof *grudges->nodes);
        }
        grudges->nodes[grudges->count++] = runner->trace.nodes[i];
    }
}

static void forget_grudges(lw_paths *paths, lw_grudges *grudges)
{
    lw_runner all = {.trace = {grudges->nodes, (uint32_t)grudges->count}};
    lw_paths_forgive(paths, &all);
    free(grudges->nodes);
}

/* False when they do not come to terms. */
static bool come_to_terms(lw_paths *paths, lw_crowd *crowd)
{
    lw_grudges grudges = {0};
    uint32_t toll = TOLL, contested = 1;
    for (uint32_t round = 0; round < ROUNDS && contested > 0 && !lw_paths_are_spent(paths);
         round++) {
        lw_paths_set_new_prices(paths, toll, false);
        for (uint32_t i = 0; i < crowd->count; i++) {
            lw_runner *runner = &paths->runners[crowd->nets[i]];
            if (!runner->stuck && (round == 0 || lw_paths_contested(paths, runner)))
                lw_paths_reroute(paths, runner);
        }
        for (uint32_t i = 0; i < crowd->count; i++) {
            note_grudges(paths, &paths->runners[crowd->nets[i]], &grudges);
            lw_paths_blame(paths, &paths->runners[crowd->nets[i]]);
        }
        contested = contested_in(paths, crowd);
        shuffle(paths, crowd);
        toll = toll * TOLL_GROWTH / 16;
    }
    lw_paths_set_new_prices(paths, 0, true);
    forget_grudges(paths, &grudges);
    return contested == 0;
}

static void straighten(lw_paths *paths, const lw_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        if (!paths->runners[crowd->nets[i]].stuck)
            lw_paths_reroute(paths, &paths->runners[crowd->nets[i]]);
}

static void sum_up(const lw_paths *paths, const lw_crowd *crowd, uint32_t *open, uint64_t *cost)
{
    *open = 0;
    *cost = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        *open += paths->runners[crowd->nets[i]].trace.count == 0;
        *cost += paths->runners[crowd->nets[i]].cost;
    }
}

/* Whether it became better; else all is as it was. */
static bool try_crowd(lw_paths *paths, lw_crowd crowd)
{
    lw_crowd names = crowd; /* in the order of the traces that are kept */
    lw_trace old[CROWD_MOST];
    uint32_t open_before, open = 0;
    uint64_t cost_before, cost = 0;
    sum_up(paths, &crowd, &open_before, &cost_before);
    for (uint32_t i = 0; i < names.count; i++)
        old[i] = lw_paths_lift(paths, &paths->runners[names.nets[i]]);
    bool better = come_to_terms(paths, &crowd);
    if (better) {
        price_anew(paths, &crowd);
        straighten(paths, &crowd);
        sum_up(paths, &crowd, &open, &cost);
        better = open != open_before ? open < open_before : cost < cost_before;
    }
    if (!better) {
        for (uint32_t i = 0; i < names.count; i++)
            lw_paths_take(paths, &paths->runners[names.nets[i]]);
        for (uint32_t i = 0; i < names.count; i++)
            lw_paths_put(paths, &paths->runners[names.nets[i]], old[i].nodes, old[i].count);
    }
    for (uint32_t i = 0; i < names.count; i++)
        free(old[i].nodes);
    return better;
}

/* ---- passes ---- */

static bool improve_singly(lw_paths *paths)
{
    uint32_t open_before, open;
    uint64_t cost_before, cost;
    lw_paths_measure(paths, &open_before, &cost_before);
    for (uint32_t i = 0; i < paths->count && !lw_paths_are_spent(paths); i++)
        if (could_gain(&paths->runners[i]))
            lw_paths_reroute(paths, &paths->runners[i]);
    lw_paths_measure(paths, &open, &cost);
    return open < open_before || cost < cost_before;
}

static bool improve_crowds(lw_paths *paths, uint32_t *owner, lw_crowd *crowds, uint32_t toll)
{
    bool any = false;
    find_crowds(paths, owner, crowds, toll);
    for (uint32_t i = 0; i < paths->count && !lw_paths_are_spent(paths); i++)
        if (crowds[i].count > 0 && could_gain(&paths->runners[i]))
            any |= try_crowd(paths, crowds[i]);
    return any;
}

/* Passes without a gain before it ends: crowds are shuffled, so an open net may be luckier later.
 */
static uint32_t patience(const lw_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->runners[i].trace.count == 0 && !paths->runners[i].stuck)
            return 4 * WISHES;
    return WISHES;
}

void lw_paths_improve(lw_paths *paths)
{
    memset(paths->history, 0, paths->nodes * sizeof *paths->history);
    lw_paths_set_prices(paths, 0, true);
    while (!lw_paths_are_spent(paths) && improve_singly(paths))
        lw_paths_tell(paths, 0);
    uint32_t *owner = lw_try_alloc(paths->nodes, sizeof *owner);
    lw_crowd *crowds = lw_alloc(paths->count, sizeof *crowds);
    uint32_t idle = 0; /* passes that brought nothing */
    for (uint32_t pass = 0; owner && idle < patience(paths) && !lw_paths_are_spent(paths); pass++) {
        bool any = improve_crowds(paths, owner, crowds, wish_tolls[pass % WISHES]);
        idle = any ? 0 : idle + 1;
        lw_paths_tell(paths, 0);
    }
    free(owner);
    free(crowds);
}
