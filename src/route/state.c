#include "route/state.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"

void lw_table_measure(const lw_table *table, uint32_t *open, uint64_t *cost)
{
    *open = 0;
    *cost = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        *open += table->parties[i].open;
        *cost += lw_party_cost(table, &table->parties[i]);
    }
}

void lw_state_save(lw_table *table, lw_state *state)
{
    if (!state->edges) {
        state->edges = LW_NEW_MANY(table->arena, lw_edge *, (size_t)table->count + 1);
        state->edge_count = LW_NEW_MANY(table->arena, uint32_t, (size_t)table->count + 1);
        state->used = LW_NEW_MANY(table->arena, bool *, (size_t)table->count + 1);
        for (uint32_t i = 0; i < table->count; i++)
            state->used[i] =
                LW_NEW_MANY(table->arena, bool, (size_t)table->parties[i].entries.count + 1);
    }
    for (uint32_t i = 0; i < table->count; i++) {
        const lw_party *party = &table->parties[i];
        state->edges[i] =
            lw_realloc(state->edges[i], (size_t)party->edge_count + 1, sizeof(lw_edge));
        if (party->edge_count)
            memcpy(state->edges[i], party->edges, party->edge_count * sizeof(lw_edge));
        state->edge_count[i] = party->edge_count;
        memcpy(state->used[i], party->used, party->entries.count * sizeof(bool));
    }
    lw_table_measure(table, &state->open, &state->cost);
}

static bool same_wiring(const lw_state *state, uint32_t i, const lw_party *party)
{
    return state->edge_count[i] == party->edge_count &&
           (party->edge_count == 0 ||
            memcmp(state->edges[i], party->edges, party->edge_count * sizeof(lw_edge)) == 0) &&
           memcmp(state->used[i], party->used, party->entries.count * sizeof(bool)) == 0;
}

void lw_state_restore(lw_table *table, const lw_state *state)
{
    for (uint32_t i = 0; i < table->count; i++) {
        lw_party *party = &table->parties[i];
        if (same_wiring(state, i, party))
            continue;
        lw_occupancy_take(table->occupancy, &party->stamps);
        party->edge_count = 0;
        for (uint32_t k = 0; k < state->edge_count[i]; k++)
            lw_party_add_edge(party, state->edges[i][k].a, state->edges[i][k].b);
        memcpy(party->used, state->used[i], party->entries.count * sizeof(bool));
        lw_party_count_open(table, party);
        lw_party_put(table, party);
    }
}

void lw_state_free(lw_table *table, lw_state *state)
{
    for (uint32_t i = 0; state->edges && i < table->count; i++)
        free(state->edges[i]);
}
