/*
 * The wiring of one net on the lattice: steps between nodes, and the entries by which it reaches
 * the net's things. A web knows which of them hang together.
 */
#ifndef LW_ROUTE_WEB_H
#define LW_ROUTE_WEB_H

#include "route/entry.h"
#include "route/groups.h"
#include "route/occupancy.h"

/* A step in a layer, or a change of layers at one place. */
typedef struct lw_edge {
    int32_t a, b;
} lw_edge;

/* Nodes along the stub of an entry: the history of a fight for the stub is kept there. */
enum { LW_STUB_NODES = 12 };
typedef struct lw_stub_nodes {
    uint32_t cost; /* of the stub's length, in those of steps */
    uint32_t count;
    int32_t at[LW_STUB_NODES];
} lw_stub_nodes;

/* Where vias of a net reach islands of its planes; a bit stands for one of a few islands that are
 * worth reaching. */
enum { LW_SHORES_MOST = 8 };
typedef struct lw_shores {
    uint8_t *at; /* by place; NULL: there are none */
    uint32_t count;
    uint32_t thing[LW_SHORES_MOST], layer[LW_SHORES_MOST];
} lw_shores;

/* A net that takes part in a negotiation. */
typedef struct lw_party {
    lw_net_id net;
    uint32_t class_id; /* rule class */
    lw_nm width;
    const lw_item **items; /* its things */
    lw_groups groups;      /* as they are joined by the board's own copper */
    uint32_t things;       /* and, behind them, the islands of its planes */
    lw_shores shores;
    lw_entries entries;
    uint32_t first_entry;      /* the number of its first entry among those of all parties */
    lw_stub_nodes *stub_nodes; /* by entry */
    lw_surrounding *around;    /* by entry: of its stub */
    bool *used;                /* of an entry: the wiring ends there */
    bool *banned;              /* of an entry: its stub came too near to other nets */
    bool *hopeless;            /* of a thing: nothing leads to it, whatever the others do */
    uint32_t *turn;            /* things, those with a near neighbour first */
    uint32_t turns;
    lw_edge *edges;
    uint32_t edge_count, edge_room;
    lw_stamps stamps;
    lw_window box; /* of the stamped wiring, and of all entries while it is open */
    bool settled;  /* has had its turn in this course */
    uint32_t open; /* groups that are not joined, less one */
} lw_party;

/* Scratch of one net at a time. Vertices are its things and islands, then the nodes of its wiring.
 */
typedef struct lw_web {
    int32_t plane;
    int32_t *vertex_of; /* by node: vertex, which is none of the things; 0: none */
    const lw_party *party;
    int32_t *nodes; /* by vertex, -1 for things and islands */
    uint32_t *parent;
    uint32_t *size; /* nodes and entries below a root */
    uint32_t count, room;
} lw_web;

bool lw_web_new(lw_web *web, size_t nodes, int32_t plane); /* false: no memory */
void lw_web_free(lw_web *web);
size_t lw_web_size(size_t nodes);

void lw_web_open(lw_web *web, const lw_party *party);
void lw_web_close(lw_web *web);
uint32_t lw_web_find(lw_web *web, uint32_t vertex);
/* The vertex of a node, made when there is none yet. */
uint32_t lw_web_node(lw_web *web, int32_t node);
void lw_web_join(lw_web *web, uint32_t a, uint32_t b);
/* Joins the ends of an edge, and a via with the islands that it reaches. */
void lw_web_join_edge(lw_web *web, lw_edge edge);
/* How many groups the party's things are in that have turns. */
uint32_t lw_web_groups(lw_web *web, const lw_party *party);

void lw_party_add_edge(lw_party *party, int32_t a, int32_t b);
/* Takes off what leads nowhere: ends of the wiring that are no used entries. The web must be
 * closed. */
void lw_party_prune(lw_party *party, lw_web *web);

#endif
