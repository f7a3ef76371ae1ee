/*
 * Where a track may come in: nodes of the lattice from which an exact stub leads to a pad's centre,
 * a via or a point of an existing track.
 */
#ifndef LW_ROUTE_ENTRY_H
#define LW_ROUTE_ENTRY_H

#include "base/arena.h"
#include "leeway/grid.h"

typedef struct lw_entry {
    int32_t node;
    uint32_t thing; /* what is entered: the caller's number */
    /* Anchor, perhaps a corner, and the node's point; a single point where node and anchor meet, or
     * where the track simply ends in the copper. */
    lw_point stub[3];
    uint32_t stub_count;
    lw_nm width; /* of the stub */
    bool beside; /* ends in the copper, away from the anchor */
} lw_entry;

typedef LW_LIST(lw_entry) lw_entries;

/* What is to be entered on one layer. */
typedef struct lw_gate {
    lw_net_id net;
    uint32_t layer;
    lw_nm width;
    lw_nm neck; /* where there is no stub of that width, it may be as narrow as this */
    lw_point anchor;
    const lw_shape *copper; /* shapes of the thing on this layer */
    uint32_t copper_count;
    uint32_t thing;
    bool both_sides; /* looks for entries to either side of an axis; wants a search that prices
                        stubs, or tracks make needless jogs */
} lw_gate;

/* Widths of necks that are worth trying, in this order; how many. */
enum { LW_NECK_WIDTHS = 4 };
uint32_t lw_neck_widths(const lw_gate *gate, lw_nm widths[LW_NECK_WIDTHS]);
/* Appends the entries of a gate; how many there are depends on how narrow it is. */
void lw_entries_of_gate(const lw_lattice *lattice, const lw_field *field, const lw_gate *gate,
                        lw_arena *arena, lw_entries *entries);
/* Appends the nodes in the copper nearest to the anchor, to end at without a stub. A wide track at
 * the centre of a narrow pad may be in the way of its neighbours. */
void lw_entries_beside_centre(const lw_lattice *lattice, const lw_field *field, const lw_gate *gate,
                              lw_arena *arena, lw_entries *entries);
/* Appends entries along an existing straight track, of any slope, besides its ends. */
void lw_entries_of_track(const lw_lattice *lattice, const lw_field *field, const lw_track *track,
                         lw_nm width, uint32_t thing, lw_arena *arena, lw_entries *entries);

#endif
