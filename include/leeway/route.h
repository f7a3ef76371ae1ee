/*
 * Routing: which copper joins the pads of every net.
 */
#ifndef LEEWAY_ROUTE_H
#define LEEWAY_ROUTE_H

#include "leeway/board.h"
#include "leeway/wave.h"

/** How nets come to terms with each other. */
typedef enum lw_strategy {
    LW_NEGOTIATED, /**< they may overlap at first, and pay for it until none does. Where that leaves
                      more than a quarter of the connections open, and no effort for a finer
                      lattice, the other one is tried as well, and what leaves fewer of them
                      open is taken */
    LW_SEQUENTIAL, /**< one after the other, each on what the earlier ones left, by Lee waves */
    LW_STRATEGY_COUNT
} lw_strategy;

/** "negotiated", "sequential" */
LW_API const char *lw_strategy_name(lw_strategy strategy);

/** In which order nets are routed. Ties: as in the file. */
typedef enum lw_order {
    LW_ORDER_SHORT, /**< by the half perimeter of the box of its pads, then fewer pads first */
    LW_ORDER_LONG,
    LW_ORDER_FEW, /**< fewest pads first */
    LW_ORDER_FILE,
    LW_ORDER_COUNT
} lw_order;

LW_API const char *lw_order_name(lw_order order);

/**
 * How far a run is; told at the end of every round, and between the connections of the first
 * sequential one. Rounds count anew when a finer lattice or the other strategy is tried, or a board
 * with cut planes is routed again.
 */
typedef struct lw_progress {
    uint32_t done, total; /**< connections tried, to be tried */
    uint32_t open;        /**< tried without success */
    const char *net;      /**< whose turn it was; NULL: a round is done, and what follows is set */
    uint32_t round;       /**< rounds done */
    uint32_t contested;   /**< negotiated: nets that overlap another one */
    double present;       /**< negotiated: price of an overlap, in parts of a step's */
    uint32_t vias;        /**< that the round ended with */
    int64_t length;       /**< nm of its tracks; negotiated: without the stubs at pads */
    lw_nm pitch;          /**< of the lattice */
    size_t memory;        /**< bytes that lattice and search may come to take */
} lw_progress;

#define LW_NO_TRACKS 254 /**< no track is laid on the layer */
#define LW_OWN_WAY   255

typedef struct lw_route_options {
    lw_strategy strategy;
    lw_wave wave;    /**< of the sequential strategy */
    lw_order order;  /**< of the sequential strategy */
    lw_nm pitch;     /**< 0: fitted */
    lw_nm via_cost;  /**< length of track that a via is worth; 0: 14 mm, sequential 10 mm.
                        Negotiated: half of it on crowded boards, until the copper is optimised;
                        then half as much again, at last twice as much */
    bool via_in_pad; /**< vias may stand in surface pads of their net */
    /** By layer: LW_HORIZONTAL, LW_VERTICAL, LW_ANY_WAY, LW_NO_TRACKS, or LW_OWN_WAY: as the board
     * says, and where it says nothing, one layer horizontal, the next vertical. NULL: all layers
     * their own. The sequential strategy heeds LW_NO_TRACKS alone. */
    const uint8_t *ways;
    uint32_t seed;       /**< negotiated: of the order in which nets have their turns */
    uint32_t optimise;   /**< negotiated: passes that make the finished copper shorter, at most */
    size_t memory_limit; /**< bytes */
    uint32_t rounds;  /**< sequential: at most so many; from the second on, nets that stayed open go
                         first, and the best round counts */
    uint32_t threads; /**< how many it may use, as far as there is memory for each; 0: one a
                         processor. The result does not depend on it */
    bool from_scratch; /**< rips up all copper that is not locked */
    const bool *nets;  /**< by net: whether to route it. The others stay as they are, also with
                          `from_scratch`. NULL: all are routed */
    bool pours;        /**< pads inside a pour of their net count as joined */
    bool neck_down;    /**< tracks may be narrower next to pads that cannot be left otherwise */
    lw_nm neck_width;  /**< how narrow at least; 0: as the classes say. lw_neck_width() */
    /** Polled; true ends the run with what there is. Both this and `progress` are called by another
     * thread only while the caller's own waits for it. May be NULL. */
    bool (*stop)(void *context);
    void (*progress)(void *context, const lw_progress *progress); /**< may be NULL */
    void *context;
} lw_route_options;

LW_API lw_route_options lw_route_options_default(void);

/** Why a net stays open. */
typedef enum lw_open_reason {
    LW_OPEN_NO_WAY,    /**< every pad can be entered, but other copper closes all ways between */
    LW_OPEN_STOPPED,   /**< the run ended before */
    LW_OPEN_OFF_BOARD, /**< the pad lies outside of the outline */
    LW_OPEN_KEEPOUT,   /**< a keepout covers the pad */
    LW_OPEN_GRID,      /**< the pad cannot be entered at the pitch that was asked for */
    LW_OPEN_TOO_NEAR,  /**< other copper is nearer to the pad than the rules allow */
    LW_OPEN_WALLED_IN, /**< the rules leave no room for a track at the pad */
} lw_open_reason;

typedef struct lw_open_net {
    lw_net_id net;
    uint32_t pad; /**< that cannot be entered; or else the first one that was not joined */
    lw_open_reason reason;
    const char *text; /**< the reason in words, with names and measures */
} lw_open_net;

typedef struct lw_route_log {
    lw_nm pitch;
    size_t memory; /**< bytes that lattice and search could take, over all lattices at most; not
                      counted what further threads take, as much each */
    bool stopped;
    uint32_t open_connections;
    LW_LIST(lw_open_net) open; /**< in net order */
    uint32_t rounds;           /**< that were routed */
    uint64_t expanded;         /**< nodes, over all waves */
    struct lw_arena *arena;
} lw_route_log;

/**
 * Tells on which lattice a run would begin, and the bytes that it and the search could take. Where
 * nets stay open, finer ones may follow; none takes more than `memory_limit`. Fails as lw_route().
 */
LW_API lw_status lw_route_plan(const lw_board *board, const lw_route_options *options, lw_nm *pitch,
                               size_t *memory, lw_error *err) LW_MUST_CHECK;

/**
 * Routes what is not joined yet. A net that cannot be routed is a result, not an error.
 *
 * @param routes  set to the new copper, or NULL on failure; lw_routes_free()
 * @param log     set to what happened, or NULL on failure; lw_route_log_free(); may be NULL
 */
LW_API lw_status lw_route(const lw_board *board, const lw_route_options *options,
                          lw_routes **routes, lw_route_log **log, lw_error *err) LW_MUST_CHECK;
LW_API void lw_route_log_free(lw_route_log *log);

#endif
