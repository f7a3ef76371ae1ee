/* Boards routed by every strategy, and what is asked of the copper. */
#ifndef LW_TEST_ROUTE_WAYS_H
#define LW_TEST_ROUTE_WAYS_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/heap.h"
#include "grid/brute.h"
#include "leeway/route.h"
#include "random.h"

#define MM 1000000

static inline bool same(lw_point a, lw_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* One of the waves, or NEGOTIATED. */
#define NEGOTIATED    LW_WAVE_COUNT
#define WAYS_TO_ROUTE (LW_WAVE_COUNT + 1)

static inline lw_routes *route(const lw_board *board, lw_wave wave, lw_route_log **log)
{
    lw_route_options options = lw_route_options_default();
    lw_routes *routes;
    options.strategy = wave == NEGOTIATED ? LW_NEGOTIATED : LW_SEQUENTIAL;
    options.wave = wave == NEGOTIATED ? LW_WAVE_SINGLE : wave;
    cr_assert_eq(lw_route(board, &options, &routes, log, NULL), LW_OK);
    return routes;
}

/* Every piece of new copper against everything else. */
static inline void expect_legal(const lw_board *board, const lw_routes *routes)
{
    lw_item_list items = lw_items_new(board, routes);
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *t = &routes->tracks.at[i];
        cr_expect_not(same(t->ends[0], t->ends[1]), "track %u has no length", i);
        cr_expect(is_legal(board, &items, t->net, (int)t->layer, t->ends, 2, false),
                  "track %u of net %d: %d, %d to %d, %d on layer %u", i, t->net, t->ends[0].x,
                  t->ends[0].y, t->ends[1].x, t->ends[1].y, t->layer);
    }
    for (uint32_t i = 0; i < routes->vias.count; i++) {
        lw_routes others = *routes;
        lw_via *rest = lw_alloc(routes->vias.count, sizeof *rest);
        others.vias.at = rest;
        others.vias.count = 0;
        for (uint32_t k = 0; k < routes->vias.count; k++)
            if (k != i)
                rest[others.vias.count++] = routes->vias.at[k];
        lw_item_list without = lw_items_new(board, &others);
        const lw_via *v = &routes->vias.at[i];
        cr_expect(is_legal(board, &without, v->net, -1, &v->at, 1, false), "via %u", i);
        lw_items_free(&without);
        free(rest);
    }
    lw_items_free(&items);
}

/* ---- joined by ends alone: as programs see it that look at end points ---- */

typedef struct lw_spot {
    lw_point at;
    lw_layers layers;
    uint32_t group;
} lw_spot;

static inline void merge(lw_spot *spots, uint32_t count, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < count; i++)
        if (spots[i].group == from)
            spots[i].group = to;
}

/* Groups of pads of a net that its new copper leaves. */
static inline uint32_t groups_by_ends(const lw_board *board, const lw_routes *routes, lw_net_id net)
{
    const lw_net *n = &board->nets.at[net];
    uint32_t room = n->pads.count + routes->tracks.count * 2 + routes->vias.count;
    lw_spot *spots = lw_alloc(room + 1, sizeof *spots);
    uint32_t count = 0, groups = 0;
    for (uint32_t i = 0; i < n->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[n->pads.at[i]];
        spots[count] = (lw_spot){pad->at, pad->layers, count};
        count++;
    }
    for (uint32_t i = 0; i < routes->vias.count; i++)
        if (routes->vias.at[i].net == net) {
            spots[count] = (lw_spot){routes->vias.at[i].at, routes->vias.at[i].layers, count};
            count++;
        }
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *t = &routes->tracks.at[i];
        for (int k = 0; k < 2 && t->net == net; k++) {
            uint32_t group = k ? spots[count - 1].group : count;
            spots[count++] = (lw_spot){t->ends[k], LW_LAYER(t->layer), group};
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (same(spots[i].at, spots[k].at) && (spots[i].layers & spots[k].layers))
                merge(spots, count, spots[i].group, spots[k].group);
    for (uint32_t i = 0; i < n->pads.count; i++) {
        bool first = true;
        for (uint32_t k = 0; k < i; k++)
            first &= spots[k].group != spots[i].group;
        groups += first;
    }
    free(spots);
    return groups;
}

static inline uint32_t open_by_ends(const lw_board *board, const lw_routes *routes)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (board->nets.at[i].pads.count > 0)
            open += groups_by_ends(board, routes, (lw_net_id)i) - 1;
    return open;
}

/* Pads of a random board stand on a coarse raster with random shifts, so that none overlap. */
static inline lw_board *random_board(uint64_t *seed)
{
    enum { ACROSS = 9, NETS = 14 };
    lw_board *board = make_board(2, NETS, ACROSS * 2500000 + MM, ACROSS * 2500000 + MM);
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        lw_point at = {MM + 700000 + i % ACROSS * 2500000 + pick(seed, -150000, 150000),
                       MM + 700000 + i / ACROSS * 2500000 + pick(seed, -150000, 150000)};
        lw_net_id net = pick(seed, -1, NETS * 2);
        if (net >= NETS)
            continue;
        switch (pick(seed, 0, 2)) {
        case 0:
            make_round_pad(board, net, 3, at, 700000, 1300000);
            break;
        case 1:
            make_rectangle_pad(board, net, 1u << pick(seed, 0, 1), at, 1200000, 500000);
            break;
        case 2:
            make_pad(board, net, 1, at, 0,
                     make_polygon(board, at, 600000, 4, pick(seed, 0, 89) * LW_DEGREE, 50000));
        }
    }
    lw_board_finish(board);
    return board;
}

#endif
