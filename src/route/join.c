/*
 * One party's turn: its wiring is lifted off the board, the part that is in conflict dropped, and
 * what then is apart joined along the cheapest ways.
 */
#include "route/table.h"

#include <stdlib.h>
#include "base/heap.h"

static int32_t apart(const lw_window *a, lw_window b)
{
    int32_t dx = b.col1 < a->col1 ? a->col1 - b.col1 : b.col1 > a->col2 ? b.col1 - a->col2 : 0;
    int32_t dy = b.row1 < a->row1 ? a->row1 - b.row1 : b.row1 > a->row2 ? b.row1 - a->row2 : 0;
    return dx > dy ? dx : dy;
}

/* Of an entry where nothing may end. */
#define SHUT UINT32_MAX

/* What it costs to end at each entry. The others do not move while it is one net's turn. */
static void price_entries(lw_table *table, const lw_party *party)
{
    table->prices.count = 0;
    for (uint32_t i = 0; i < party->entries.count; i++) {
        bool shut = party->banned[i] || (table->hard && lw_entry_contested(table, party, i));
        *lw_list_add(table->arena, &table->prices) = shut ? SHUT : lw_entry_price(table, party, i);
    }
}

/* Sorts the nodes of the web and all entries into those of the group, which are targets, and all
 * others. */
static void split_nodes(lw_table *table, lw_party *party, uint32_t root)
{
    lw_web *web = &table->web;
    table->sources.count = table->targets.count = 0;
    for (uint32_t v = party->things; v < web->count; v++) {
        if (lw_web_find(web, v) == root)
            *lw_list_add(table->arena, &table->targets) = (lw_terminal){web->nodes[v], 0};
        else
            *lw_list_add(table->arena, &table->sources) = (lw_terminal){web->nodes[v], 0};
    }
    for (uint32_t i = 0; i < party->entries.count; i++) {
        const lw_entry *entry = &party->entries.at[i];
        lw_terminal terminal = {entry->node, table->prices.at[i]};
        if (terminal.cost == SHUT)
            continue;
        if (lw_web_find(web, entry->thing) == root)
            *lw_list_add(table->arena, &table->targets) = terminal;
        else if (!party->hopeless[lw_groups_find(&party->groups, entry->thing)])
            *lw_list_add(table->arena, &table->sources) = terminal;
    }
}

/* Planes that belong to the group, or do not, as bits. */
static uint8_t shores_of(lw_table *table, const lw_party *party, uint32_t root, bool in_root)
{
    uint8_t mask = 0;
    for (uint32_t i = 0; i < party->shores.count; i++)
        if ((lw_web_find(&table->web, party->shores.thing[i]) == root) == in_root)
            mask |= (uint8_t)(1u << i);
    return mask;
}

static void swap_ends(lw_table *table)
{
    lw_terminals swap = table->sources;
    table->sources = table->targets;
    table->targets = swap;
}

static lw_window window_around(const lw_table *table, const lw_terminals *ends)
{
    lw_window window = lw_table_window(table, ends->at[0].node);
    for (uint32_t i = 1; i < ends->count; i++)
        window = lw_window_join(window, lw_table_window(table, ends->at[i].node));
    return window;
}

/* The box of the targets and the source nearest to it; of the sources, where a plane is sought. */
static lw_window first_window(const lw_table *table, uint8_t shores)
{
    if (shores)
        return window_around(table, &table->sources);
    lw_window window = window_around(table, &table->targets), nearest = window;
    int32_t least = INT32_MAX;
    for (uint32_t i = 0; i < table->sources.count; i++) {
        lw_window at = lw_table_window(table, table->sources.at[i].node);
        int32_t distance = apart(&window, at);
        if (distance < least) {
            least = distance;
            nearest = at;
        }
    }
    return lw_window_join(window, nearest);
}

static lw_window grow_window(const lw_table *table, lw_window w, int times)
{
    int32_t pitch = lw_lattice_pitch(table->run->lattice);
    int32_t size = w.col2 - w.col1 > w.row2 - w.row1 ? w.col2 - w.col1 : w.row2 - w.row1;
    int32_t by = (3000000 / pitch + size / 8) * times;
    return (lw_window){w.col1 - by, w.row1 - by, w.col2 + by, w.row2 + by};
}

/* The way is there, and as far as it matters no window would let in a cheaper one. */
static bool is_good(const lw_table *table, const lw_way *way)
{
    return way->count > 0 && (!table->far_sighted || way->cost <= way->beyond);
}

/* A way from a source to a target or a plane; count 0 when there is none on the whole board. */
static lw_way find_way(lw_table *table, const lw_party *party, uint8_t shores)
{
    static const int times[] = {1, 4, 0};
    lw_seek seek = {
        .sources = table->sources.at,
        .source_count = table->sources.count,
        .targets = table->targets.at,
        .target_count = table->targets.count,
        .landings = shores ? party->shores.at : NULL,
        .landing_mask = shores,
        .stop = lw_run_stop,
        .context = table->run,
    };
    lw_way way = {0};
    lw_window first = first_window(table, shores);
    for (int i = 0; i < 3 && !is_good(table, &way) && !table->run->stopped; i++) {
        seek.window = times[i] ? grow_window(table, first, times[i])
                               : (lw_window){0, 0, INT32_MAX, INT32_MAX};
        way = lw_congested_find(table->space, &table->terrain, &seek);
        table->expanded += way.expanded;
    }
    return way;
}

/* Marks the entry by which the way begins or ends, when it is not the wiring itself. */
static void enter(lw_table *table, lw_party *party, int32_t node, uint32_t root, bool in_root)
{
    lw_web *web = &table->web;
    int32_t vertex = web->vertex_of[node];
    if (vertex > 0 && (lw_web_find(web, (uint32_t)vertex) == root) == in_root)
        return;
    uint32_t best = UINT32_MAX, least = UINT32_MAX;
    for (uint32_t i = 0; i < party->entries.count; i++) {
        const lw_entry *entry = &party->entries.at[i];
        bool fits = entry->node == node && (lw_web_find(web, entry->thing) == root) == in_root;
        if (fits && table->prices.at[i] < least) {
            least = table->prices.at[i];
            best = i;
        }
    }
    if (best == UINT32_MAX)
        return;
    party->used[best] = true;
    lw_web_join(web, party->entries.at[best].thing, lw_web_node(web, node));
}

static void add_step(lw_table *table, lw_party *party, int32_t a, int32_t b)
{
    lw_party_add_edge(party, a, b);
    lw_web_join_edge(&table->web, (lw_edge){a, b});
}

/* `from_root`: the way leads from the group to the others, else from those to it. */
static void lay(lw_table *table, lw_party *party, const lw_way *way, uint32_t root, bool from_root)
{
    int32_t first = way->nodes[0], last = way->nodes[way->count - 1];
    if (way->count == 1 && !way->lands) {
        enter(table, party, first, root, true);
        root = lw_web_find(&table->web, root);
        enter(table, party, first, root, false);
        return;
    }
    enter(table, party, first, root, from_root);
    if (!way->lands)
        enter(table, party, last, root, !from_root);
    for (uint32_t i = 0; i + 1 < way->count; i++)
        add_step(table, party, way->nodes[i], way->nodes[i + 1]);
    if (way->lands)
        add_step(table, party, last, lw_party_landing(table, party, last));
}

static int32_t within(int64_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : (int32_t)value;
}

/* Closes or opens the places nearer to one than `keep`, but for itself. */
static void close_around(const lw_terrain *t, lw_cell *vias, int32_t place, int64_t keep,
                         int64_t pitch, uint8_t closed)
{
    int32_t row = place / t->stride, col = place % t->stride;
    int64_t reach = (keep - 1) / pitch;
    int32_t row2 = within(row + reach, t->plane / t->stride - 1);
    int32_t col2 = within(col + reach, t->stride - 1);
    for (int32_t y = within(row - reach, row2); y <= row2; y++)
        for (int32_t x = within(col - reach, col2); x <= col2; x++) {
            int64_t dx = (x - col) * pitch, dy = (y - row) * pitch;
            if ((dx || dy) && dx * dx + dy * dy < keep * keep)
                vias[y * t->stride + x].closed = closed;
        }
}

/* Least distance of own vias, so that their holes keep apart. */
static int64_t via_distance(const lw_table *table, const lw_party *party)
{
    const lw_board *board = table->run->board;
    return (int64_t)board->classes.at[lw_net_class(board, party->net)].via_drill +
           board->rules.drill;
}

static void close_near(lw_table *table, const lw_party *party, int32_t place, uint8_t closed)
{
    close_around(&table->terrain, lw_occupancy_vias(table->occupancy, party->class_id), place,
                 via_distance(table, party), lw_lattice_pitch(table->run->lattice), closed);
}

/* Own vias keep their holes apart: places near one are closed while the net is searched for. */
static void close_near_vias(lw_table *table, const lw_party *party, uint8_t closed)
{
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (lw_table_is_via(table, party->edges[i]))
            close_near(table, party, lw_table_place(table, party->edges[i].a), closed);
}

static bool too_near(const lw_table *table, int32_t a, int32_t b, int64_t keep)
{
    const lw_terrain *t = &table->terrain;
    int64_t pitch = lw_lattice_pitch(table->run->lattice);
    int64_t dx = (a % t->stride - b % t->stride) * pitch;
    int64_t dy = (a / t->stride - b / t->stride) * pitch;
    return (dx || dy) && dx * dx + dy * dy < keep * keep;
}

/* Where the step that ends at a node of the way changes the layer, the place; -1: it does not. */
static int32_t via_at(const lw_table *table, const lw_way *way, uint32_t i)
{
    if (i == way->count)
        return way->lands ? lw_table_place(table, way->nodes[i - 1]) : -1;
    bool via = lw_table_is_via(table, (lw_edge){way->nodes[i - 1], way->nodes[i]});
    return via ? lw_table_place(table, way->nodes[i]) : -1;
}

/* Place of a via of the way that a later one is too near to; -1: there is none. */
static int32_t crowded_via(const lw_table *table, const lw_party *party, const lw_way *way)
{
    int64_t keep = via_distance(table, party);
    for (uint32_t i = 1; i <= way->count; i++) {
        int32_t place = via_at(table, way, i);
        if (place < 0)
            continue;
        for (uint32_t k = i + 1; k <= way->count; k++) {
            int32_t other = via_at(table, way, k);
            if (other >= 0 && too_near(table, place, other, keep))
                return place;
        }
    }
    return -1;
}

/*
 * Vias of one way have to keep apart as well, which the search does not see. It hardly ever
 * matters, as two vias cost more than they save over so short a distance; where it does, the places
 * around the first one are closed and the way is sought again.
 */
static lw_way find_roomy_way(lw_table *table, const lw_party *party, uint8_t shores)
{
    enum { TRIES = 16 };
    int32_t closed[TRIES];
    int tries = 0;
    lw_way way = find_way(table, party, shores);
    for (int32_t place; way.count > 0 && (place = crowded_via(table, party, &way)) >= 0;) {
        way.count = 0;
        if (tries == TRIES)
            break;
        close_near(table, party, place, 1);
        closed[tries++] = place;
        way = find_way(table, party, shores);
    }
    for (int i = 0; i < tries; i++)
        close_near(table, party, closed[i], 0);
    if (tries > 0)
        close_near_vias(table, party, 1);
    return way;
}

/* One group is joined to another; false when nothing leads to it. Ways to a plane begin at what is
 * to be joined to it, as they may end almost anywhere. */
static bool join_group(lw_table *table, lw_party *party, uint32_t root)
{
    uint8_t shores = shores_of(table, party, root, false);
    bool from_root = shores != 0;
    if (!from_root)
        shores = shores_of(table, party, root, true);
    split_nodes(table, party, root);
    if (from_root)
        swap_ends(table);
    if (table->sources.count == 0 || (table->targets.count == 0 && !shores))
        return false;
    lw_way way = find_roomy_way(table, party, shores);
    if (way.count == 0)
        return false;
    lay(table, party, &way, root, from_root);
    close_near_vias(table, party, 1);
    return true;
}

static uint32_t total_size(lw_web *web, const lw_party *party)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < web->count; i++)
        if (lw_web_find(web, i) == i && (i >= party->groups.count || !party->hopeless[i]))
            sum += web->size[i];
    return sum;
}

/* Joins what is apart. Where overlaps are allowed a failure is for ever. */
static void join_all(lw_table *table, lw_party *party)
{
    lw_web *web = &table->web;
    lw_web_open(web, party);
    close_near_vias(table, party, 1);
    bool *failed = lw_alloc((size_t)party->groups.count + 1, sizeof *failed);
    bool again = true;
    uint32_t total = total_size(web, party);
    if (lw_web_groups(web, party) > 1)
        price_entries(table, party);
    while (again && !table->run->stopped && lw_web_groups(web, party) > 1) {
        again = false;
        for (uint32_t i = 0; i < party->turns && !lw_run_stop_asked(table->run); i++) {
            uint32_t root = lw_web_find(web, party->turn[i]);
            if (failed[root] || party->hopeless[root] || 2 * web->size[root] > total)
                continue;
            if (join_group(table, party, root)) {
                again = true;
                total = total_size(web, party);
            } else {
                failed[root] = true;
            }
        }
    }
    party->open = lw_web_groups(web, party) - 1;
    if (!table->hard && table->learns)
        for (uint32_t i = 0; i < party->groups.count; i++)
            party->hopeless[i] = party->hopeless[i] || failed[i];
    free(failed);
    lw_web_close(web);
    close_near_vias(table, party, 0);
}

/* A via stands for more track than it takes room. That what it costs beyond its room rose with
 * every overlap would let tracks cross each other for ever, rather than go aside for a via. */
static uint16_t room_of_via(const lw_table *table, const lw_party *party)
{
    const lw_board *board = table->run->board;
    uint32_t id = lw_net_class(board, party->net);
    int64_t size =
        board->classes.at[id].via_diameter + (int64_t)lw_clearance(board, LW_VIA, id, LW_TRACK, id);
    int64_t room = size / 2 * LW_STRAIGHT / lw_lattice_pitch(table->run->lattice);
    return (uint16_t)(within(room - 1, table->terrain.via_cost - 1) + 1);
}

static void aim(lw_table *table, const lw_party *party)
{
    table->terrain.via_room = room_of_via(table, party);
    table->terrain.cells = lw_occupancy_cells(table->occupancy, party->class_id);
    table->terrain.vias =
        table->terrain.layers > 1 ? lw_occupancy_vias(table->occupancy, party->class_id) : NULL;
    table->terrain.net = (uint16_t)(party->net + 1);
}

void lw_party_join(lw_table *table, lw_party *party)
{
    aim(table, party);
    join_all(table, party);
}

void lw_party_reroute(lw_table *table, lw_party *party)
{
    lw_occupancy_take(table->occupancy, &party->stamps);
    lw_party_drop_contested(table, party);
    lw_party_join(table, party);
    lw_party_put(table, party);
}

void lw_party_retreat(lw_table *table, lw_party *party)
{
    lw_occupancy_take(table->occupancy, &party->stamps);
    lw_party_drop_contested(table, party);
    lw_party_count_open(table, party);
    lw_party_put(table, party);
}
