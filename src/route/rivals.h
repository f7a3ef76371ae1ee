/*
 * Stubs of different nets that cannot both be there, by exact geometry. Stubs lie between the nodes
 * of the lattice, where counts tell only roughly what is near to them.
 */
#ifndef LW_ROUTE_RIVALS_H
#define LW_ROUTE_RIVALS_H

#include "route/web.h"

typedef struct lw_rival {
    uint32_t party, entry;
} lw_rival;

typedef struct lw_rivals {
    uint32_t *first; /* by stub number: its rivals are list[first[n] .. first[n + 1]) */
    lw_rival *list;
} lw_rivals;

/* Numbers the entries of all parties (party->first_entry) and pairs their stubs. At most a few
 * dozen rivals of one stub are remembered. */
lw_rivals lw_rivals_new(const lw_board *board, const lw_lattice *lattice, lw_party *parties,
                        uint32_t count);
void lw_rivals_free(lw_rivals *rivals);

#endif
