/*
 * The judge: is the copper clean, and is every net joined? From exact geometry alone; it knows
 * nothing of the lattice.
 */
#ifndef LEEWAY_CHECK_H
#define LEEWAY_CHECK_H

#include "leeway/board.h"

typedef enum lw_rule {
    LW_RULE_SHORT,     /**< copper of two nets touches */
    LW_RULE_CLEARANCE, /**< copper of two nets is too close */
    LW_RULE_EDGE,      /**< copper too close to the outline or a cut-out */
    LW_RULE_OUTSIDE,   /**< copper outside of the board */
    LW_RULE_HOLE,      /**< copper too close to a hole without copper */
    LW_RULE_HOLE_TO_HOLE,
    LW_RULE_KEEPOUT,
    LW_RULE_WIDTH,    /**< track too thin */
    LW_RULE_DRILL,    /**< via drilled too small */
    LW_RULE_RING,     /**< too little copper around a via's drill */
    LW_RULE_DANGLING, /**< an end of new copper that joins nothing */
    LW_RULE_COUNT
} lw_rule;

/** "clearance", "hole-to-hole" ...: keys of the report */
LW_API const char *lw_rule_name(lw_rule rule);

typedef struct lw_violation {
    lw_rule rule;
    bool preexisting; /**< no new copper (where none is known as new: no track or via) takes part */
    lw_item a, b;     /**< b.kind is LW_ITEM_KIND_COUNT where there is only one; shapes are valid as
                         long as board and routes */
    lw_layers layers; /**< where */
    lw_point at;
    lw_nm actual, required;
} lw_violation;

typedef struct lw_net_report {
    uint32_t pads;
    uint32_t groups;             /**< of pads that are joined; 1: routed */
    LW_LIST(uint32_t) open_pads; /**< first pad of every group but the largest */
    uint32_t apart;      /**< of an open net: the first pad that is not joined with the first */
    uint32_t vias;       /**< new ones, or all where none is known as new */
    int64_t length;      /**< nm, likewise */
    bool poured;         /**< has a pour of its own */
    bool joined_by_pour; /**< would be open without */
    bool left_out;       /**< counts in none of the report's sums of connections */
} lw_net_report;

typedef struct lw_check_options {
    const lw_board *base; /**< without routes: an earlier state of the board, or NULL; tracks and
                             vias that it does not have are new */
    bool solution;        /**< with a base: new tracks are held to the width of their class, or that
                             of a neck next to a pad, as those of routes are */
    bool pours;           /**< a pour joins the pads, vias and tracks of its net inside its shape */
    lw_nm neck_width;     /**< as in lw_route_options */
    const bool *nets;     /**< likewise: whose connections count; faults count everywhere */
} lw_check_options;

/** One end of a ratsnest line. */
typedef struct lw_ratline {
    lw_net_id net;
    lw_point a, b;
} lw_ratline;

typedef struct lw_report {
    uint32_t connections; /**< sum of pads - 1 */
    uint32_t open;        /**< sum of groups - 1 */
    uint32_t open_nets;
    uint32_t left_out_nets; /**< of two pads or more, that did not count */
    uint32_t poured_nets;
    uint32_t violations; /**< not preexisting */
    uint32_t preexisting;
    uint32_t by_rule[LW_RULE_COUNT]; /**< not preexisting */
    uint32_t vias, tracks,
        jumpers;    /**< on the board with its routes, in nets of two pads or more and others */
    int64_t length; /**< nm, of those tracks */
    uint32_t necks; /**< added tracks that are narrower than their class */
    lw_net_report *nets;          /**< board->nets.count */
    LW_LIST(lw_violation) faults; /**< by rule, then place */
    bool cut_short;  /**< not all faults are listed and counted: they are too many, or unfinished */
    bool unfinished; /**< to search for all was too much work: there may be more */
    LW_LIST(lw_ratline) ratsnest; /**< shortest lines that would join the groups */
    struct lw_arena *arena;
} lw_report;

LW_API lw_check_options lw_check_options_default(void);

/**
 * Judges a board with its routes. With routes or a base, faults in which new copper takes part are
 * violations and all others preexisting; with neither, those in which a track or via takes part.
 */
LW_API lw_status lw_check(const lw_board *board, const lw_routes *routes,
                          const lw_check_options *options, lw_report **out,
                          lw_error *err) LW_MUST_CHECK;
LW_API void lw_report_free(lw_report *report);

/** A sentence on the fault: "clearance: track of GND and pad U1.7 (VCC), 0.152 mm instead of 0.2
 * mm, top, at 12.7, 30.48". Returns buffer. */
LW_API const char *lw_violation_text(const lw_board *board, const lw_violation *violation,
                                     char *buffer, size_t size);

/** Where a routed board is not the one that was given. */
typedef struct lw_difference {
    const char *text; /**< a sentence: as it should be, and as it is */
    lw_span source;   /**< of the routed board; empty where it has no such thing */
} lw_difference;

enum { LW_DIFFERENCES_MOST = 1000 /**< that are listed */ };

typedef struct lw_differences {
    LW_LIST(lw_difference) list;
    uint32_t count; /**< all of them */
    struct lw_arena *arena;
} lw_differences;

/** Pads, their places and nets, outline, layers, and rules that were loosened. Copper, and what is
 * only drawn, may differ. */
LW_API lw_differences *lw_board_differences(const lw_board *given, const lw_board *routed);
LW_API void lw_differences_free(lw_differences *differences);

#endif
