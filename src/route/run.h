/* What all nets of a run share: the board, its lattice, its items by net. */
#ifndef LW_ROUTE_RUN_H
#define LW_ROUTE_RUN_H

#include "base/arena.h"
#include "board/links.h"
#include "board/planes.h"
#include "leeway/grid.h"
#include "leeway/route.h"

typedef struct lw_run {
    const lw_board *board;
    const lw_route_options *options;
    lw_nm pitch_most;    /* of a fitted lattice; 0: any */
    bool may_go_finer;   /* another lattice may be tried after this one */
    uint32_t open_below; /* connections; what does not get below need not be finished; 0: all is */
    lw_lattice *lattice;
    lw_wave_space *space;  /* NULL unless nets are routed by waves */
    const lw_routes *base; /* of an earlier run, whose copper stays; NULL: there was none */
    const bool *untrusted; /* by net: its planes are left out of account; NULL: no net's are */
    lw_routes *before;     /* what stays of the board's copper, and the base's; bridges */
    lw_routes *routes;     /* of this round */
    lw_links *links;       /* pours and jumpers */
    lw_item_list items;    /* the board with the copper that stays */
    lw_planes *planes;     /* around them; NULL: none */
    uint32_t *net_first;   /* net n has items net_items[net_first[n] .. net_first[n + 1]) */
    uint32_t *net_items;
    lw_arena *scratch; /* reset between nets */
    lw_arena *ends;    /* of one wave */
    uint32_t round;    /* from 0 */
    lw_nm via_cost;    /* of this round */
    uint64_t expanded;
    bool stopped;
    lw_progress progress;
    /* Negotiated: told of every legal state, how much is open and how many nodes were expanded so
     * far; may be NULL. */
    void (*note)(struct lw_run *run, uint32_t open, uint64_t expanded);
    size_t beside; /* bytes that another run may take meanwhile */
    /* How many threads the run may begin, `most` at most; all are to be given back. NULL: none. */
    uint32_t (*hire)(struct lw_run *run, uint32_t most);
    void (*dismiss)(struct lw_run *run, uint32_t count);
    void *caller;
} lw_run;

/* Sorts the items of run->board, as run->options want it. */
void lw_run_look(lw_run *run);
/* The same for what has come to run->before since. */
void lw_run_look_again(lw_run *run);
/* What the run wants of its lattice. */
lw_grid_options lw_run_grid_options(lw_run *run);
/* Lays the lattice as well. On failure the run is still to be closed. */
lw_status lw_run_open(lw_run *run, lw_error *err) LW_MUST_CHECK;
void lw_run_close(lw_run *run);

/* Whether the net is to be routed. */
bool lw_run_wants(const lw_run *run, lw_net_id net);
/* Length of track that a via is worth. */
lw_nm lw_run_via_cost(const lw_run *run);
/* Of the planes of a net, as far as they are trusted. */
lw_islands lw_run_islands(const lw_run *run, lw_net_id net);
/* The track that an item of the run is. */
const lw_track *lw_run_track(const lw_run *run, const lw_item *item);
/* How narrow a track may be that begins at the thing. */
lw_nm lw_run_neck_width(const lw_run *run, const lw_item *thing);
/* Asks the caller whether to stop, until the answer is yes. */
bool lw_run_stop_asked(lw_run *run);
/* The same for who polls a `bool stop(void *context)`; the context is the run. */
bool lw_run_stop(void *run);

#endif
