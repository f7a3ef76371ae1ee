/*
 * The table at which the nets negotiate: what all parties share, and what can be done to one.
 */
#ifndef LW_ROUTE_TABLE_H
#define LW_ROUTE_TABLE_H

#include "route/ends.h"
#include "route/rivals.h"
#include "route/web.h"

/* Costs of the lattice's steps. */
enum {
    LW_STRAIGHT = 10,
    LW_DIAGONAL = 14,
    LW_ACROSS = 2,    /* more against a layer's direction */
    LW_FAR_ACROSS = 5 /* the same on a crowded board */
};

typedef LW_LIST(lw_terminal) lw_terminals;

typedef struct lw_table {
    lw_run *run;
    lw_occupancy *occupancy;
    lw_congested *space;
    lw_web web;
    lw_party *parties;
    uint32_t count;
    lw_rivals rivals;
    uint16_t *history, *via_history; /* by node, by place: added to the cost of a step */
    uint32_t toll[256];              /* by count, as the terrain has it */
    lw_terrain terrain;
    bool hard;         /* overlaps are out of the question */
    bool far_sighted;  /* no window keeps a cheaper way out */
    bool learns;       /* what no way leads to is remembered as hopeless */
    uint64_t random;   /* state of lw_table_shuffle() */
    uint64_t expanded; /* nodes, by all searches */
    lw_arena *arena;   /* of the parties and what they hold */
    /* Scratch of one turn. */
    lw_terminals sources, targets;
    LW_LIST(uint32_t) prices; /* by entry */
    LW_LIST(lw_reach) runs;
    LW_LIST(int32_t) vias;
    LW_LIST(lw_stub_line) stubs;
    LW_LIST(const lw_surrounding *) around; /* of stubs */
    lw_line_ends ends;
} lw_table;

/* Sets up a party, without wiring, for each net that is not joined yet. To be closed also on
 * failure. */
lw_status lw_table_open(lw_table *table, lw_run *run, const lw_net_id *nets, uint32_t count,
                        lw_error *err) LW_MUST_CHECK;
void lw_table_close(lw_table *table);
/* A table of the same parties for another thread, with a run of its own, and with the history of
 * now, but without wiring or prices: lw_table_follow() gives it those. It shares what does not
 * change, so the table must outlive it. False: no memory, and nothing is to be closed. */
bool lw_table_twin(lw_table *twin, const lw_table *table, lw_run *run);
void lw_table_close_twin(lw_table *twin);
/* Bytes that an open one takes beside the lattice. */
size_t lw_table_size(const lw_run *run, const lw_grid_plan *plan);

int32_t lw_table_place(const lw_table *table, int32_t node);
lw_window lw_table_window(const lw_table *table, int32_t node); /* of that node alone */
bool lw_table_is_via(const lw_table *table, lw_edge edge);
lw_window lw_edge_box(const lw_table *table, lw_edge edge);
void lw_table_measure(const lw_table *table, uint32_t *open, uint64_t *cost);
/* Vias cost so many halves of what they are worth by the options. */
void lw_table_price_vias(lw_table *table, int halves);
/* Each net that is too near to a node makes it dearer by `present` times its price. */
void lw_table_open_tolls(lw_table *table, double present);
/* Nothing may overlap. */
void lw_table_close_tolls(lw_table *table);
void lw_table_shuffle(lw_table *table, uint32_t *order, uint32_t count);
/* Tells the caller that a round is done. */
void lw_table_report(lw_table *table, uint32_t contested, uint32_t open, double present);
/* Forgets all history. */
void lw_table_forget_conflicts(lw_table *table);
/* Forgets all history, directions that nobody asked for, and that the board is crowded. Vias are
 * dearer than they were to nets that had to come to terms. */
void lw_table_forget(lw_table *table);
/* On a crowded board vias are cheaper, and layers keep more to their directions. */
void lw_table_crowd(lw_table *table);
/* Forgets half of the history. */
void lw_table_cool(lw_table *table);

/* party.c: false when all of the net is joined already. */
bool lw_party_new(lw_table *table, lw_party *party, lw_net_id net);
/* Sets `open` to what the wiring leaves. */
void lw_party_count_open(lw_table *table, lw_party *party);

/* landing.c: where a via of the party joins it to its planes. */
void lw_party_find_landings(const lw_table *table, lw_party *party);
/* The node that a via leads to from another one, to stand for a plane that it reaches. */
int32_t lw_party_landing(const lw_table *table, const lw_party *party, int32_t node);

/* contest.c: `own` is 1 while the party's stamps are on, else 0. */
bool lw_node_contested(const lw_table *table, const lw_party *party, int32_t node, uint8_t own);
bool lw_entry_contested(const lw_table *table, const lw_party *party,
                        uint32_t entry); /* stamps off */
/* What it costs to use an entry whose stub others are near to. Stamps off. */
uint32_t lw_entry_price(const lw_table *table, const lw_party *party, uint32_t entry);
bool lw_party_contested(const lw_table *table, const lw_party *party); /* stamps on */
/* Raises the history where the party is in conflict. Stamps on. */
void lw_party_blame(lw_table *table, const lw_party *party);
void lw_party_drop_contested(lw_table *table, lw_party *party); /* stamps off */
/* The box of the places where it is in conflict; col2 < 0: nowhere. Stamps on. */
lw_window lw_party_conflicts(const lw_table *table, const lw_party *party);
/* Takes off what lies in one of the boxes; what is apart then has a turn. Stamps on. */
void lw_party_clear(lw_table *table, lw_party *party, const lw_window *boxes, uint32_t count);

/* wiring.c: into the table's scratch; `stop`: by vertex of the open web, where runs end, or NULL.
 */
void lw_wiring_runs(lw_table *table, const lw_party *party, const uint8_t *stop);
void lw_wiring_vias(lw_table *table, const lw_party *party);
void lw_wiring_stubs(lw_table *table, const lw_party *party);
/* Stamps the wiring. */
void lw_party_put(lw_table *table, lw_party *party);
uint64_t lw_party_cost(const lw_table *table, const lw_party *party);
int64_t lw_party_length(const lw_table *table, const lw_party *party); /* nm, without stubs */
/* Writes the copper to the run's routes, and what is open to the log. */
void lw_party_emit(lw_table *table, lw_party *party);
void lw_party_note_open(lw_table *table, lw_party *party, lw_route_log *log);

/* legal.c: takes back what is in conflict, joins what can be joined without, in this order of
 * the parties, until exact geometry agrees. Closes the tolls. */
void lw_table_legalise(lw_table *table, const uint32_t *order);

/* verify.c: bans entries whose stubs break a clearance by exact geometry; how many. */
uint32_t lw_table_ban_near_stubs(lw_table *table);

/* join.c */
/* Joins what is apart; stamps off. */
void lw_party_join(lw_table *table, lw_party *party);
void lw_party_reroute(lw_table *table, lw_party *party);
/* Drops what is in conflict and joins nothing. */
void lw_party_retreat(lw_table *table, lw_party *party);

#endif
