/*
 * Between copper on the lattice the counts are exact; what a stub is near to they tell only
 * roughly. So every stub is measured against all other nets' copper, and the entries of those that
 * are too near are banned.
 */
#include "route/table.h"

#include "base/heap.h"
#include "geom/index.h"

/* A piece of new copper. */
typedef struct lw_piece {
    uint32_t party;
    uint32_t entry; /* of a stub; UINT32_MAX: on the lattice */
    lw_layers layers;
    lw_point ends[2];
    lw_nm radius;
    lw_kind kind;
} lw_piece;

typedef struct lw_pieces {
    LW_LIST(lw_piece) list;
    lw_arena *arena;
} lw_pieces;

static lw_shape shape_of(const lw_piece *piece)
{
    bool spot = piece->ends[0].x == piece->ends[1].x && piece->ends[0].y == piece->ends[1].y;
    return (lw_shape){piece->ends, spot ? 1 : 2, false, piece->radius};
}

static void add_wiring(lw_table *table, uint32_t number, lw_pieces *pieces)
{
    const lw_party *party = &table->parties[number];
    const lw_lattice *lattice = table->run->lattice;
    const lw_board *board = table->run->board;
    lw_piece piece = {
        .party = number, .entry = UINT32_MAX, .radius = (party->width + 1) / 2, .kind = LW_TRACK};
    lw_wiring_runs(table, party, NULL);
    for (uint32_t i = 0; i < table->runs.count; i++) {
        piece.layers = LW_LAYER(lw_lattice_layer(lattice, table->runs.at[i].first));
        piece.ends[0] = lw_lattice_point(lattice, table->runs.at[i].first);
        piece.ends[1] = lw_lattice_point(lattice, table->runs.at[i].last);
        *lw_list_add(pieces->arena, &pieces->list) = piece;
    }
    for (uint32_t i = 0; i < party->entries.count; i++) {
        const lw_entry *entry = &party->entries.at[i];
        piece.entry = i;
        piece.layers = LW_LAYER(lw_lattice_layer(lattice, entry->node));
        for (uint32_t k = 0; party->used[i] && k < entry->stub_count; k++) {
            bool last = k + 1 == entry->stub_count;
            piece.ends[0] = entry->stub[k];
            piece.ends[1] = entry->stub[last ? k : k + 1];
            piece.radius = lw_track_shape(&(lw_track){.width = entry->width}).radius;
            *lw_list_add(pieces->arena, &pieces->list) = piece;
        }
    }
    lw_wiring_vias(table, party);
    piece.entry = UINT32_MAX;
    piece.kind = LW_VIA;
    piece.layers = lw_board_layers(board);
    piece.radius = (board->classes.at[lw_net_class(board, party->net)].via_diameter + 1) / 2;
    for (uint32_t i = 0; i < table->vias.count; i++) {
        piece.ends[0] = piece.ends[1] = lw_lattice_point(lattice, table->vias.at[i]);
        *lw_list_add(pieces->arena, &pieces->list) = piece;
    }
}

static bool too_near(const lw_table *table, const lw_piece *a, const lw_piece *b)
{
    const lw_board *board = table->run->board;
    if (a->party == b->party || !(a->layers & b->layers))
        return false;
    lw_nm keep = lw_clearance(board, a->kind, lw_net_class(board, table->parties[a->party].net),
                              b->kind, lw_net_class(board, table->parties[b->party].net));
    return lw_shape_closer(shape_of(a), shape_of(b), keep > 1 ? keep : 1);
}

uint32_t lw_table_ban_near_stubs(lw_table *table)
{
    lw_pieces pieces = {.arena = lw_arena_new()};
    for (uint32_t i = 0; i < table->count; i++)
        add_wiring(table, i, &pieces);
    lw_index *index = lw_index_new(lw_board_box(table->run->board), pieces.list.count);
    for (uint32_t i = 0; i < pieces.list.count; i++)
        lw_index_add(index, i, lw_shape_box(shape_of(&pieces.list.at[i])));
    lw_nm reach = lw_clearance_most(table->run->board) + 1;
    uint32_t banned = 0;
    for (uint32_t i = 0; i < pieces.list.count; i++) {
        const lw_piece *piece = &pieces.list.at[i];
        if (piece->entry == UINT32_MAX)
            continue;
        lw_party *party = &table->parties[piece->party];
        lw_cursor near = lw_index_find(index, lw_box_grow(lw_shape_box(shape_of(piece)), reach));
        for (uint32_t other; !party->banned[piece->entry] && lw_index_next(&near, &other);) {
            const lw_piece *o = &pieces.list.at[other];
            /* Of two stubs one is enough. */
            bool gone = o->entry != UINT32_MAX && table->parties[o->party].banned[o->entry];
            if (!gone && too_near(table, piece, o)) {
                party->banned[piece->entry] = true;
                banned++;
            }
        }
    }
    lw_index_free(index);
    lw_arena_free(pieces.arena);
    return banned;
}
