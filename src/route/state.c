#include "route/state.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "base/sort.h"

void lw_table_measure(const lw_table *table, uint32_t *open, uint64_t *cost)
{
    *open = 0;
    *cost = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        *open += table->parties[i].open;
        *cost += lw_party_cost(table, &table->parties[i]);
    }
}

void lw_sketch_save(lw_sketch *sketch, const lw_party *party)
{
    sketch->edges = lw_realloc(sketch->edges, (size_t)party->edge_count + 1, sizeof(lw_edge));
    if (party->edge_count)
        memcpy(sketch->edges, party->edges, party->edge_count * sizeof(lw_edge));
    sketch->edge_count = party->edge_count;
    sketch->used = lw_realloc(sketch->used, (size_t)party->entries.count + 1, sizeof(bool));
    memcpy(sketch->used, party->used, party->entries.count * sizeof(bool));
    sketch->open = party->open;
}

void lw_sketch_restore(const lw_sketch *sketch, lw_party *party)
{
    party->edge_count = 0;
    for (uint32_t i = 0; i < sketch->edge_count; i++)
        lw_party_add_edge(party, sketch->edges[i].a, sketch->edges[i].b);
    memcpy(party->used, sketch->used, party->entries.count * sizeof(bool));
    party->open = sketch->open;
}

void lw_sketch_free(lw_sketch *sketch)
{
    free(sketch->edges);
    free(sketch->used);
    *sketch = (lw_sketch){0};
}

static uint64_t *sorted_edges(const lw_edge *edges, uint32_t count)
{
    uint64_t *keys = lw_alloc((size_t)count + 1, sizeof *keys);
    for (uint32_t i = 0; i < count; i++) {
        int32_t low = edges[i].a < edges[i].b ? edges[i].a : edges[i].b;
        int32_t high = edges[i].a < edges[i].b ? edges[i].b : edges[i].a;
        keys[i] = (uint64_t)low << 32 | (uint32_t)high;
    }
    lw_sort(keys, count);
    keys[count] = UINT64_MAX;
    return keys;
}

lw_window lw_sketch_difference(const lw_table *table, const lw_sketch *sketch,
                               const lw_party *party)
{
    uint64_t *a = sorted_edges(sketch->edges, sketch->edge_count);
    uint64_t *b = sorted_edges(party->edges, party->edge_count);
    lw_window box = LW_WINDOW_NONE;
    for (uint32_t i = 0, k = 0; i < sketch->edge_count || k < party->edge_count;) {
        uint64_t least = a[i] < b[k] ? a[i] : b[k];
        if (a[i] != b[k])
            box = lw_window_join(
                box, lw_edge_box(table, (lw_edge){(int32_t)(least >> 32), (int32_t)least}));
        i += a[i] == least;
        k += b[k] == least;
    }
    free(a);
    free(b);
    return box;
}

void lw_sketches_put(lw_table *table, const lw_sketch *sketches, const uint32_t *parties,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lw_party *party = &table->parties[parties[i]];
        lw_occupancy_take(table->occupancy, &party->stamps);
        lw_sketch_restore(&sketches[i], party);
    }
    for (uint32_t i = 0; i < count; i++)
        lw_party_put(table, &table->parties[parties[i]]);
}

static bool is_same(const lw_sketch *sketch, const lw_party *party)
{
    return sketch->edge_count == party->edge_count &&
           (party->edge_count == 0 ||
            memcmp(sketch->edges, party->edges, party->edge_count * sizeof(lw_edge)) == 0) &&
           memcmp(sketch->used, party->used, party->entries.count * sizeof(bool)) == 0;
}

/* What is as in the sketch already keeps its stamps. */
static void put_changed(lw_table *table, const lw_sketch *sketch, lw_party *party)
{
    if (is_same(sketch, party))
        return;
    lw_occupancy_take(table->occupancy, &party->stamps);
    lw_sketch_restore(sketch, party);
    lw_party_put(table, party);
}

static void follow(lw_table *twin, lw_party *party, const lw_party *other)
{
    lw_sketch sketch = {other->edges, other->edge_count, other->used, other->open};
    memcpy(party->banned, other->banned, other->entries.count * sizeof(bool));
    party->open = other->open;
    put_changed(twin, &sketch, party);
}

void lw_table_follow(lw_table *twin, const lw_table *table)
{
    twin->terrain.via_cost = table->terrain.via_cost;
    twin->terrain.greed = table->terrain.greed;
    twin->far_sighted = table->far_sighted;
    memcpy(twin->terrain.step_cost, table->terrain.step_cost, sizeof table->terrain.step_cost);
    for (uint32_t i = 0; i < table->count; i++)
        follow(twin, &twin->parties[i], &table->parties[i]);
}

void lw_state_save(lw_table *table, lw_state *state)
{
    if (!state->sketches)
        state->sketches = LW_NEW_MANY(table->arena, lw_sketch, (size_t)table->count + 1);
    for (uint32_t i = 0; i < table->count; i++)
        lw_sketch_save(&state->sketches[i], &table->parties[i]);
    lw_table_measure(table, &state->open, &state->cost);
}

void lw_state_restore(lw_table *table, const lw_state *state)
{
    for (uint32_t i = 0; i < table->count; i++)
        put_changed(table, &state->sketches[i], &table->parties[i]);
}

void lw_state_free(lw_table *table, lw_state *state)
{
    for (uint32_t i = 0; state->sketches && i < table->count; i++)
        lw_sketch_free(&state->sketches[i]);
}
