/*
 * The nets of a field problem at one table: their paths, how many of them come to each node, and
 * what a node therefore costs the next one.
 *
 * Boards and problems have waves, negotiation and the order of phases in common, and little of what
 * happens to a net: a board's net is a tree with a width, stubs and stamps of a rule class, a
 * problem's is one path a node wide, whose directions count. So a problem has a table of its own.
 */
#ifndef LW_ROUTE_PATHS_H
#define LW_ROUTE_PATHS_H

#include "leeway/problem.h"
#include "wave/directed.h"

enum {
    LW_PATHS_SCALE = 16,     /* a cost of the problem in prices */
    LW_PATHS_TOLL_ONE = 16,  /* see lw_paths.toll */
    LW_PATHS_CROWD_MOST = 24 /* nets of a sub-negotiation */
};

/* What a net's path is made of. */
typedef struct lw_trace {
    int32_t *nodes; /* on the heap */
    uint32_t count; /* 0: the net is open */
} lw_trace;

typedef struct lw_runner {
    lw_stand pin[2];
    lw_trace trace;
    uint64_t cost;  /* of the trace, in the problem's costs */
    uint64_t alone; /* least cost of a path if there were no others */
    bool stuck;     /* not even then there is one */
    bool tried;
} lw_runner;

typedef struct lw_paths {
    const lw_problem *problem;
    const lw_problem_options *options;
    lw_priced field;
    size_t nodes;
    uint16_t *cost;     /* of the problem, 0: closed, also pins */
    uint32_t *price;    /* what the field shows */
    uint32_t *presence; /* paths that come to a node, but for pins */
    uint16_t *history;  /* in prices; 0 but for conflicts that were */
    uint32_t toll;      /* each path at a node makes it dearer by so many parts of TOLL_ONE */
    bool hard;          /* no node is shared */
    lw_directed *space;
    lw_runner *runners; /* a net */
    uint32_t count;
    uint64_t expanded;
    uint64_t random;
    uint32_t rounds;
    bool stopped;
} lw_paths;

/* LW_ERR_MEMORY when the search would take more than the options allow; to be closed even then. */
lw_status lw_paths_open(lw_paths *paths, lw_error *err) LW_MUST_CHECK;
void lw_paths_close(lw_paths *paths);
/* Bytes that an open one takes at most. */
size_t lw_paths_size(const lw_paths *paths);

/* Asks the caller whether to stop, until the answer is yes. */
bool lw_paths_stop_asked(lw_paths *paths);
/* Stopped, or out of work. */
bool lw_paths_are_spent(lw_paths *paths);

/* Prices from now on; those of all nodes are reckoned anew. */
void lw_paths_set_prices(lw_paths *paths, uint32_t toll, bool hard);
/* The same for nodes that a path is put on or taken off from now on; the others stay as they are.
 */
void lw_paths_set_new_prices(lw_paths *paths, uint32_t toll, bool hard);

/* Takes the net's path off the table and gives it to the caller, to be freed. */
lw_trace lw_paths_lift(lw_paths *paths, lw_runner *runner);
/* Takes it off for good. */
void lw_paths_take(lw_paths *paths, lw_runner *runner);
/* Puts a path on it; the net has none. The nodes are copied. */
void lw_paths_put(lw_paths *paths, lw_runner *runner, const int32_t *nodes, uint32_t count);
/* A cheapest path at the prices that are, up to `most`; the net must have none. */
lw_trail lw_paths_seek(lw_paths *paths, const lw_runner *runner, uint32_t most);
/* Takes the net's path off, seeks one and puts it. Without one the net is open, but when the search
 * was stopped it has its old path again. */
void lw_paths_reroute(lw_paths *paths, lw_runner *runner);

/* Whether another net comes to a node of the path. */
bool lw_paths_contested(const lw_paths *paths, const lw_runner *runner);
/* Makes the nodes where that is so dearer for good. */
void lw_paths_blame(lw_paths *paths, const lw_runner *runner);
/* Forgets what the nodes of a path were blamed for. */
void lw_paths_forgive(lw_paths *paths, const lw_runner *runner);
/* Whether a node that a path comes to is a pin. */
static inline bool lw_paths_is_pin(const lw_paths *paths, int32_t node)
{
    return paths->cost[node] == 0;
}

/* All paths, to come back to. */
typedef struct lw_paths_state {
    lw_trace *traces;
    uint32_t open;
    uint64_t cost;
} lw_paths_state;

void lw_paths_measure(const lw_paths *paths, uint32_t *open, uint64_t *cost);
void lw_paths_save(const lw_paths *paths, lw_paths_state *state);
void lw_paths_restore(lw_paths *paths, const lw_paths_state *state);
void lw_paths_state_free(const lw_paths *paths, lw_paths_state *state);

uint32_t lw_paths_random(lw_paths *paths, uint32_t limit);
/* Counts a round and tells the caller of it. */
void lw_paths_tell(lw_paths *paths, uint32_t contested);

/* ---- the phases ---- */

/* Joins every net as if it were alone; what that costs is a lower bound. */
void lw_paths_alone(lw_paths *paths);
/* Until no net overlaps another (path_negotiate.c). The table is hard afterwards. */
void lw_paths_negotiate(lw_paths *paths);
/* Nets with those in their way, anew, while that makes it better (path_improve.c). */
void lw_paths_improve(lw_paths *paths);

#endif
