/*
 * Where parties are too near to each other, and what that does to the price of such places.
 */
#include "route/table.h"

enum {
    HISTORY = 8, /* that a track's width gains by a conflict */
    VIA_HISTORY = 16,
    HISTORY_MOST = 4000,
    SPREAD = 2, /* nodes to each side */
    ENTRY_MOST = 40000,
    BESIDE = 20,     /* of an entry that misses the pad's centre */
    STUB_ENOUGH = 3, /* nets near to a stub that are counted */
};

/* Whether more nets are near than `own`, this one's count. */
bool lw_node_contested(const lw_table *table, const lw_party *party, int32_t node, uint8_t own)
{
    return lw_occupancy_cells(table->occupancy, party->class_id)[node].count > own;
}

static bool edge_contested(const lw_table *table, const lw_party *party, lw_edge edge, uint8_t own)
{
    if (lw_table_is_via(table, edge) &&
        lw_occupancy_vias(table->occupancy, party->class_id)[lw_table_place(table, edge.a)].count >
            own)
        return true;
    return lw_node_contested(table, party, edge.a, own) ||
           lw_node_contested(table, party, edge.b, own);
}

/* How many things of other nets are too near to the stub, STUB_ENOUGH at most. The party's own
 * wiring must be off or hidden. */
static uint32_t near_stub(const lw_table *table, const lw_party *party, uint32_t entry)
{
    const lw_rivals *rivals = &table->rivals;
    uint32_t number = party->first_entry + entry, found = 0;
    for (uint32_t i = rivals->first[number]; i < rivals->first[number + 1]; i++)
        found += table->parties[rivals->list[i].party].used[rivals->list[i].entry];
    if (found < STUB_ENOUGH)
        found += lw_occupancy_wired(table->occupancy, &party->around[entry], STUB_ENOUGH - found);
    return found < STUB_ENOUGH ? found : STUB_ENOUGH;
}

bool lw_entry_contested(const lw_table *table, const lw_party *party, uint32_t entry)
{
    return party->banned[entry] ||
           lw_node_contested(table, party, party->entries.at[entry].node, 0) ||
           near_stub(table, party, entry) > 0;
}

uint32_t lw_entry_price(const lw_table *table, const lw_party *party, uint32_t entry)
{
    const lw_stub_nodes *nodes = &party->stub_nodes[entry];
    uint64_t price = nodes->cost + (party->entries.at[entry].beside ? BESIDE : 0);
    uint32_t near = table->hard ? 0 : near_stub(table, party, entry);
    for (uint32_t i = 0; i < nodes->count && near > 0; i++)
        price += (uint64_t)(LW_STRAIGHT + table->history[nodes->at[i]]) *
                 (table->toll[near] - LW_TOLL_ONE) / LW_TOLL_ONE;
    return price > ENTRY_MOST ? ENTRY_MOST : (uint32_t)price;
}

static bool used_entry_contested(const lw_table *table, const lw_party *party, uint32_t entry)
{
    return party->banned[entry] ||
           lw_node_contested(table, party, party->entries.at[entry].node, 1) ||
           near_stub(table, party, entry) > 0;
}

lw_window lw_party_conflicts(const lw_table *table, const lw_party *party)
{
    lw_window box = LW_WINDOW_NONE;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (edge_contested(table, party, party->edges[i], 1))
            box = lw_window_join(box, lw_table_window(table, party->edges[i].a));
    lw_occupancy_hide(table->occupancy, &party->stamps);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i] && used_entry_contested(table, party, i))
            box = lw_window_join(box, lw_table_window(table, party->entries.at[i].node));
    lw_occupancy_show(table->occupancy, &party->stamps);
    return box;
}

bool lw_party_contested(const lw_table *table, const lw_party *party)
{
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (edge_contested(table, party, party->edges[i], 1))
            return true;
    bool found = false;
    lw_occupancy_hide(table->occupancy, &party->stamps);
    for (uint32_t i = 0; i < party->entries.count && !found; i++)
        found = party->used[i] && used_entry_contested(table, party, i);
    lw_occupancy_show(table->occupancy, &party->stamps);
    return found;
}

static void remember(uint16_t *history, int add)
{
    *history = *history + add > HISTORY_MOST ? HISTORY_MOST : (uint16_t)(*history + add);
}

/* Spreads over the width of a track, as the next way in conflict may lie a node beside. */
static void remember_around(lw_table *table, uint16_t *history, int32_t node, int total)
{
    int32_t r = SPREAD;
    int32_t place = lw_table_place(table, node), base = node - place;
    int add = total / (2 * r + 1) > 0 ? total / (2 * r + 1) : 1;
    for (int32_t dy = -r; dy <= r; dy++)
        for (int32_t dx = -r; dx <= r; dx++) {
            int32_t at = place + dy * table->terrain.stride + dx;
            if (dx * dx + dy * dy <= r * r && at >= 0 && at < table->terrain.plane)
                remember(&history[base + at], add);
        }
}

void lw_party_blame(lw_table *table, const lw_party *party)
{
    for (uint32_t i = 0; i < party->edge_count; i++) {
        lw_edge e = party->edges[i];
        if (!edge_contested(table, party, e, 1))
            continue;
        if (lw_table_is_via(table, e))
            remember_around(table, table->via_history, lw_table_place(table, e.a), VIA_HISTORY);
        if (lw_node_contested(table, party, e.a, 1))
            remember_around(table, table->history, e.a, HISTORY / 2);
        if (lw_node_contested(table, party, e.b, 1))
            remember_around(table, table->history, e.b, HISTORY / 2);
    }
    lw_occupancy_hide(table->occupancy, &party->stamps);
    for (uint32_t i = 0; i < party->entries.count; i++) {
        bool contested = party->used[i] && near_stub(table, party, i) > 0;
        for (uint32_t k = 0; contested && k < party->stub_nodes[i].count; k++)
            remember(&table->history[party->stub_nodes[i].at[k]], HISTORY);
    }
    lw_occupancy_show(table->occupancy, &party->stamps);
}

/* The party's stamps must be off. */
void lw_party_drop_contested(lw_table *table, lw_party *party)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (!edge_contested(table, party, party->edges[i], 0))
            party->edges[count++] = party->edges[i];
    party->edge_count = count;
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i] && lw_entry_contested(table, party, i))
            party->used[i] = false;
    lw_party_prune(party, &table->web);
}

static bool in_one(const lw_table *table, const lw_window *boxes, uint32_t count, int32_t node)
{
    int32_t place = lw_table_place(table, node);
    int32_t row = place / table->terrain.stride, col = place % table->terrain.stride;
    for (uint32_t i = 0; i < count; i++)
        if (col >= boxes[i].col1 && col <= boxes[i].col2 && row >= boxes[i].row1 &&
            row <= boxes[i].row2)
            return true;
    return false;
}

void lw_party_clear(lw_table *table, lw_party *party, const lw_window *boxes, uint32_t boxes_count)
{
    uint32_t count = 0, before = party->edge_count;
    lw_occupancy_take(table->occupancy, &party->stamps);
    for (uint32_t i = 0; i < before; i++)
        if (!in_one(table, boxes, boxes_count, party->edges[i].a))
            party->edges[count++] = party->edges[i];
    party->edge_count = count;
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (in_one(table, boxes, boxes_count, party->entries.at[i].node))
            party->used[i] = false;
    lw_party_prune(party, &table->web);
    lw_party_count_open(table, party);
    party->settled = party->settled && count == before;
    lw_party_put(table, party);
}

void lw_table_cool(lw_table *table)
{
    size_t nodes = (size_t)table->terrain.plane * (size_t)table->terrain.layers;
    for (size_t i = 0; i < nodes; i++)
        table->history[i] /= 2;
    for (int32_t i = 0; i < table->terrain.plane; i++)
        table->via_history[i] /= 2;
}
