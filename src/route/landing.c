/*
 * Planes as goals: almost any place in them will do, so that no entries are listed, but every place
 * has bits for the islands that a via there would reach.
 */
#include <stdlib.h>
#include "route/table.h"

typedef struct lw_shore {
    uint32_t thing, layer, size;
} lw_shore;

static int by_size(const void *a, const void *b)
{
    const lw_shore *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->thing > y->thing) - (x->thing < y->thing);
}

/* Worth reaching is an island that has a pad, or the largest one of its layer. */
static bool is_worth(const lw_table *table, lw_party *party, uint32_t island)
{
    const lw_planes *planes = table->run->planes;
    lw_groups *groups = &party->groups;
    if (lw_groups_find(groups, groups->count + island - groups->islands.first) < groups->count)
        return true;
    for (uint32_t i = 0; i < groups->islands.count; i++) {
        uint32_t other = groups->islands.first + i;
        if (lw_planes_layer(planes, other) == lw_planes_layer(planes, island) &&
            lw_planes_size(planes, other) > lw_planes_size(planes, island))
            return false;
    }
    return true;
}

static void choose_shores(const lw_table *table, lw_party *party)
{
    const lw_groups *groups = &party->groups;
    LW_LIST(lw_shore) list = {0};
    for (uint32_t i = 0; i < groups->islands.count; i++) {
        uint32_t island = groups->islands.first + i;
        if (is_worth(table, party, island))
            *lw_list_add(table->arena, &list) =
                (lw_shore){groups->count + i, lw_planes_layer(table->run->planes, island),
                           lw_planes_size(table->run->planes, island)};
    }
    if (list.count > 1)
        qsort(list.at, list.count, sizeof *list.at, by_size);
    party->shores.count = list.count < LW_SHORES_MOST ? list.count : LW_SHORES_MOST;
    for (uint32_t i = 0; i < party->shores.count; i++) {
        party->shores.thing[i] = list.at[i].thing;
        party->shores.layer[i] = list.at[i].layer;
    }
}

typedef struct lw_beach {
    const lw_party *party;
    uint8_t reached;
} lw_beach;

static void reach(void *context, uint32_t island)
{
    lw_beach *beach = context;
    const lw_groups *groups = &beach->party->groups;
    uint32_t thing = groups->count + island - groups->islands.first;
    for (uint32_t i = 0; i < beach->party->shores.count; i++)
        if (beach->party->shores.thing[i] == thing)
            beach->reached |= (uint8_t)(1u << i);
}

void lw_party_find_landings(const lw_table *table, lw_party *party)
{
    const lw_run *run = table->run;
    if (party->groups.islands.count == 0 || table->terrain.layers < 2)
        return;
    choose_shores(table, party);
    party->shores.at = LW_NEW_MANY(table->arena, uint8_t, (size_t)table->terrain.plane);
    for (int32_t place = 0; place < table->terrain.plane; place++) {
        lw_beach beach = {.party = party};
        lw_planes_touch_hole(run->planes, party->net, lw_lattice_point(run->lattice, place), reach,
                             &beach);
        party->shores.at[place] = beach.reached;
    }
}

int32_t lw_party_landing(const lw_table *table, const lw_party *party, int32_t node)
{
    int32_t place = lw_table_place(table, node), layer = node / table->terrain.plane;
    uint8_t reached = party->shores.at[place];
    for (uint32_t i = 0; i < party->shores.count; i++)
        if ((reached >> i & 1) && (int32_t)party->shores.layer[i] != layer)
            return place + (int32_t)party->shores.layer[i] * table->terrain.plane;
    return place + (layer + 1) % table->terrain.layers * table->terrain.plane;
}
