/*
 * The lattice over a board: where the centre line of a track may run, and where a via may stand.
 *
 * Nodes are points, not squares. For every rule class (the net classes whose width, clearances or
 * via differ) a node has an owner: the one net whose things are nearer to it than the rules allow
 * to others, nobody, or LW_CELL_BLOCKED. What the lattice calls legal is legal: distances are exact
 * (geom.h), steps between two legal nodes that would pass something too closely are closed one by
 * one.
 */
#ifndef LEEWAY_GRID_H
#define LEEWAY_GRID_H

#include "leeway/board.h"
#include "leeway/wave.h"

typedef struct lw_lattice lw_lattice;

/** What a lattice is like, before it is laid. */
typedef struct lw_grid_plan {
    lw_nm pitch;
    size_t places; /**< nodes of a layer, its rim included */
    uint32_t layers;
    uint32_t classes; /**< net classes that differ in their rules */
    size_t memory;    /**< bytes, upkeep included */
} lw_grid_plan;

typedef struct lw_grid_options {
    /** 0: fitted to rules and pads. The rules are kept at any other one as well; it is refused when
     * it is below 1 um, above the board's smaller side, or too fine for the memory. */
    lw_nm pitch;
    lw_nm pitch_most;    /**< of a fitted one: LW_ERR_MEMORY where none is as fine; 0: any */
    size_t memory_limit; /**< bytes of the lattice and its upkeep; a fitted pitch is made coarser
                            to stay below */
    /** Bytes that are needed beside a lattice like this, for searches over it; the plan's `memory`
     * is that of the lattice alone then. May be NULL: none. */
    size_t (*upkeep)(void *context, const lw_grid_plan *plan);
    bool neck_down; /**< as in lw_route_options */
    lw_nm neck_width;
    bool via_in_pad; /**< likewise */
    /** Polled; when it says true the lattice is left unfinished, and nothing may be routed on it.
     * May be NULL. */
    bool (*stop)(void *context);
    void *context;
} lw_grid_options;

LW_API lw_grid_options lw_grid_options_default(void);

/**
 * Tells what lattice lw_lattice_new() would lay; fails as it does, but for what is found out only
 * when memory is taken.
 */
LW_API lw_status lw_lattice_plan(const lw_board *board, const lw_routes *routes,
                                 const lw_grid_options *options, lw_grid_plan *out,
                                 lw_error *err) LW_MUST_CHECK;

/**
 * Lays the lattice over a board with the copper of `routes` (NULL: as it is).
 * LW_ERR_OPTION when a pitch that was asked for cannot be used (says why and which can),
 * LW_ERR_MEMORY.
 */
LW_API lw_status lw_lattice_new(const lw_board *board, const lw_routes *routes,
                                const lw_grid_options *options, lw_lattice **out,
                                lw_error *err) LW_MUST_CHECK;
LW_API void lw_lattice_free(lw_lattice *lattice);

LW_API lw_nm lw_lattice_pitch(const lw_lattice *lattice);
/** Bytes it holds. */
LW_API size_t lw_lattice_size(const lw_lattice *lattice);
/** The most that it and its upkeep can take: what it was laid for. */
LW_API size_t lw_lattice_memory(const lw_lattice *lattice);
/** The field as the net sees it; step costs are lengths, `via_cost` is in pitches. Valid until the
 * lattice is freed. */
LW_API lw_field lw_lattice_field(const lw_lattice *lattice, lw_net_id net, int32_t via_cost);
LW_API lw_point lw_lattice_point(const lw_lattice *lattice, int32_t node);
LW_API uint32_t lw_lattice_layer(const lw_lattice *lattice, int32_t node);
/** The nearest node of a layer; -1 outside of the lattice. */
LW_API int32_t lw_lattice_node(const lw_lattice *lattice, lw_point point, uint32_t layer);

/** Marks new copper as an obstacle for all other nets. */
LW_API void lw_lattice_add_track(lw_lattice *lattice, const lw_track *track);
LW_API void lw_lattice_add_via(lw_lattice *lattice, const lw_via *via);

/** Remembers the lattice as it is, in as much memory again; once. */
LW_API lw_status lw_lattice_keep(lw_lattice *lattice, lw_error *err) LW_MUST_CHECK;
/** Forgets the copper that was added since lw_lattice_keep(). */
LW_API void lw_lattice_rewind(lw_lattice *lattice);

/**
 * Whether a straight track between any two points is legal by exact geometry, against all that was
 * there and all that was added; for the stubs from pads to nodes.
 */
LW_API bool lw_lattice_track_fits(const lw_lattice *lattice, lw_net_id net, uint32_t layer,
                                  lw_point a, lw_point b, lw_nm width);
/** What keeps a track away from the point on a layer; NULL: nothing does. */
LW_API const lw_item *lw_lattice_in_the_way(const lw_lattice *lattice, lw_net_id net,
                                            uint32_t layer, lw_point at, lw_nm width);

#endif
