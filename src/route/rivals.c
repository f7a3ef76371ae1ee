#include "route/rivals.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "geom/index.h"

enum { RIVALS_MOST = 64 };

/* A straight piece of a stub. */
typedef struct lw_leg {
    lw_point ends[2];
    lw_nm radius;
    uint32_t layer;
    lw_rival owner;
} lw_leg;

typedef struct lw_pairing {
    const lw_board *board;
    const lw_party *parties;
    LW_LIST(lw_leg) legs;
    LW_LIST(lw_rival) list;
    lw_index *index;
    lw_nm reach;
    lw_arena *arena;
} lw_pairing;

static lw_shape shape_of(const lw_leg *leg)
{
    return (lw_shape){leg->ends, 2, false, leg->radius};
}

static void add_legs(lw_pairing *p, const lw_lattice *lattice, uint32_t number)
{
    const lw_party *party = &p->parties[number];
    for (uint32_t i = 0; i < party->entries.count; i++) {
        const lw_entry *entry = &party->entries.at[i];
        for (uint32_t k = 0; k + 1 < entry->stub_count; k++)
            *lw_list_add(p->arena, &p->legs) = (lw_leg){
                .ends = {entry->stub[k], entry->stub[k + 1]},
                .radius = lw_track_shape(&(lw_track){.width = entry->width}).radius,
                .layer = lw_lattice_layer(lattice, entry->node),
                .owner = {number, i},
            };
    }
}

static bool too_near(const lw_pairing *p, const lw_leg *a, const lw_leg *b)
{
    if (a->owner.party == b->owner.party || a->layer != b->layer)
        return false;
    lw_nm keep =
        lw_clearance(p->board, LW_TRACK, lw_net_class(p->board, p->parties[a->owner.party].net),
                     LW_TRACK, lw_net_class(p->board, p->parties[b->owner.party].net));
    /* Where no clearance is asked for, a touch is still a short. */
    return lw_shape_closer(shape_of(a), shape_of(b), keep > 1 ? keep : 1);
}

static bool is_known(const lw_pairing *p, uint32_t first, lw_rival rival)
{
    for (uint32_t i = first; i < p->list.count; i++)
        if (p->list.at[i].party == rival.party && p->list.at[i].entry == rival.entry)
            return true;
    return false;
}

static void find_rivals(lw_pairing *p, const lw_leg *leg, uint32_t first)
{
    lw_cursor near = lw_index_find(p->index, lw_box_grow(lw_shape_box(shape_of(leg)), p->reach));
    for (uint32_t other; p->list.count - first < RIVALS_MOST && lw_index_next(&near, &other);) {
        const lw_leg *o = &p->legs.at[other];
        if (too_near(p, leg, o) && !is_known(p, first, o->owner))
            *lw_list_add(p->arena, &p->list) = o->owner;
    }
}

lw_rivals lw_rivals_new(const lw_board *board, const lw_lattice *lattice, lw_party *parties,
                        uint32_t count)
{
    lw_pairing p = {.board = board, .parties = parties, .arena = lw_arena_new()};
    uint32_t stubs = 0;
    for (uint32_t i = 0; i < count; i++) {
        parties[i].first_entry = stubs;
        stubs += parties[i].entries.count;
        add_legs(&p, lattice, i);
    }
    p.reach = lw_clearance_most(board) + 1;
    p.index = lw_index_new(lw_board_box(board), p.legs.count);
    for (uint32_t i = 0; i < p.legs.count; i++)
        lw_index_add(p.index, i, lw_shape_box(shape_of(&p.legs.at[i])));
    lw_rivals rivals = {.first = lw_alloc((size_t)stubs + 1, sizeof *rivals.first)};
    for (uint32_t i = 0, leg = 0; i < count; i++)
        for (uint32_t k = 0; k < parties[i].entries.count; k++) {
            uint32_t number = parties[i].first_entry + k, first = p.list.count;
            rivals.first[number] = first;
            for (; leg < p.legs.count && p.legs.at[leg].owner.party == i &&
                   p.legs.at[leg].owner.entry == k;
                 leg++)
                find_rivals(&p, &p.legs.at[leg], first);
            rivals.first[number + 1] = p.list.count;
        }
    rivals.list = lw_alloc((size_t)p.list.count + 1, sizeof *rivals.list);
    if (p.list.count)
        memcpy(rivals.list, p.list.at, p.list.count * sizeof *rivals.list);
    lw_index_free(p.index);
    lw_arena_free(p.arena);
    return rivals;
}

void lw_rivals_free(lw_rivals *rivals)
{
    free(rivals->first);
    free(rivals->list);
}
