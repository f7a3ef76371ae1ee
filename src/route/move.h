/*
 * What may be gained with one net of a state in which all stamps are on and nobody overlaps. It is
 * tried at a table that is as before afterwards, but for scratch and tolls.
 */
#ifndef LW_ROUTE_MOVE_H
#define LW_ROUTE_MOVE_H

#include "route/state.h"

/* Of one party, or the sum over several. */
typedef struct lw_merit {
    uint64_t open, cost;
} lw_merit;

lw_merit lw_merit_of(lw_table *table, const lw_party *party);
lw_merit lw_merit_sum(lw_merit a, lw_merit b);
bool lw_merit_is_better(lw_merit a, lw_merit b); /* whether a is */

enum { LW_CROWD = 7 }; /* nets that a move may move */

/* Where something changed: elsewhere nothing is tried. */
typedef struct lw_focus {
    const lw_window *at;
    uint32_t count;
    int32_t reach; /* nodes: how far nets matter to each other */
} lw_focus;

/* Zeroed at first; a try fills in what it comes to, whatever was there. To be freed. */
typedef struct lw_move {
    /* To be set before a try. */
    uint32_t number; /* of the party that it is about */
    lw_focus focus;
    uint64_t limit; /* for table->expanded */
    uint32_t step;  /* where lw_move_spare() begins, from 0; it leaves where it ended */
    /* What a try came to. */
    uint32_t member[LW_CROWD];
    lw_sketch before[LW_CROWD], after[LW_CROWD];
    uint32_t count; /* of members */
    lw_merit was;   /* of the members, before it */
    bool gains;     /* as they are after it they are better together, and in nobody's way */
    bool more;      /* there are steps behind that where it ended */
} lw_move;

typedef void lw_try(lw_table *table, lw_move *move);

/* The net, or a branch of it, is lifted and joined anew with all others fixed. */
lw_try lw_move_improve;
/* The net takes the way that it would like best, and the few that it then overlaps look for other
 * ways, as in a negotiation of their own. */
lw_try lw_move_shove;

/* The net, or the next of its branches, takes a way with fewer vias, across others as well, and
 * those make room. A step for the whole net and for each branch; ends with the first that gains.
 * Vias must be priced LW_LAST_VIA_PRICE. */
lw_try lw_move_spare;
/* Halves of what a via is worth by the options, as vias count where they are saved. */
enum { LW_LAST_VIA_PRICE = 4 };

void lw_move_free(lw_move *move);

#endif
