#include "base/arena.h"
#include "leeway/board.h"

typedef struct builder {
    const lw_board *board;
    lw_arena *arena;
    LW_LIST(lw_item) items;
} builder;

static lw_item *add_item(builder *b, lw_item_kind kind, uint32_t index, lw_net_id net,
                         lw_layers layers, lw_shape shape)
{
    lw_item *item = lw_list_add(b->arena, &b->items);
    item->kind = kind;
    item->index = index;
    item->net = net;
    item->layers = layers;
    item->shape = shape;
    return item;
}

static void add_pads(builder *b)
{
    for (uint32_t i = 0; i < b->board->pads.count; i++) {
        const lw_pad *pad = &b->board->pads.at[i];
        for (uint32_t k = 0; k < pad->copper.count; k++) {
            const lw_copper *copper = &pad->copper.at[k];
            lw_item *item = add_item(b, LW_ITEM_PAD, i, pad->net, copper->layers, copper->shape);
            item->drill = pad->drill;
            item->clearance = pad->clearance;
            item->at = pad->at;
        }
    }
}

static void add_tracks(builder *b, const lw_track *tracks, uint32_t count, const bool *gone,
                       bool added)
{
    for (uint32_t i = 0; i < count; i++) {
        if (gone && gone[i])
            continue;
        const lw_track *track = &tracks[i];
        add_item(b, LW_ITEM_TRACK, i, track->net, LW_LAYER(track->layer), lw_track_shape(track))
            ->added = added;
    }
}

static void add_vias(builder *b, const lw_via *vias, uint32_t count, const bool *gone, bool added)
{
    for (uint32_t i = 0; i < count; i++) {
        if (gone && gone[i])
            continue;
        const lw_via *via = &vias[i];
        lw_item *item = add_item(b, LW_ITEM_VIA, i, via->net, via->layers, lw_via_shape(via));
        item->added = added;
        item->drill = via->drill;
        item->at = via->at;
    }
}

static void add_plain_copper(builder *b)
{
    for (uint32_t i = 0; i < b->board->copper.count; i++) {
        const lw_copper *copper = &b->board->copper.at[i].copper;
        add_item(b, LW_ITEM_COPPER, i, LW_NO_NET, copper->layers, copper->shape);
    }
}

static void add_holes(builder *b)
{
    for (uint32_t i = 0; i < b->board->holes.count; i++)
        add_item(b, LW_ITEM_HOLE, i, LW_NO_NET, lw_board_layers(b->board),
                 b->board->holes.at[i].shape);
}

/* Segments one by one: their boxes are small, where that of a whole loop is the board. */
static void add_edge(builder *b, uint32_t index, lw_shape line)
{
    lw_layers layers = lw_board_layers(b->board);
    for (uint32_t i = 0; i + 1 < line.count; i++) {
        lw_shape segment = {line.points + i, 2, false, line.radius};
        add_item(b, LW_ITEM_EDGE, index, LW_NO_NET, layers, segment);
    }
    if (line.filled) {
        const lw_point last[] = {line.points[line.count - 1], line.points[0]};
        lw_shape segment = {lw_arena_copy(b->arena, last, 2, sizeof *last), 2, false, line.radius};
        add_item(b, LW_ITEM_EDGE, index, LW_NO_NET, layers, segment);
    }
}

static void add_edges(builder *b)
{
    const lw_board *board = b->board;
    for (uint32_t i = 0; i < board->outline.count; i++)
        add_edge(b, i, board->outline.at[i]);
    for (uint32_t i = 0; i < board->edges.count; i++)
        add_edge(b, board->outline.count + i, board->edges.at[i]);
}

static void add_keepouts(builder *b)
{
    for (uint32_t i = 0; i < b->board->keepouts.count; i++) {
        const lw_keepout *keepout = &b->board->keepouts.at[i];
        add_item(b, LW_ITEM_KEEPOUT, i, LW_NO_NET, keepout->layers, keepout->shape);
    }
}

lw_item_list lw_items_new(const lw_board *board, const lw_routes *routes)
{
    builder b = {.board = board, .arena = lw_arena_new()};
    add_pads(&b);
    add_tracks(&b, board->tracks.at, board->tracks.count, routes ? routes->track_gone : NULL,
               false);
    add_vias(&b, board->vias.at, board->vias.count, routes ? routes->via_gone : NULL, false);
    add_plain_copper(&b);
    add_holes(&b);
    add_edges(&b);
    add_keepouts(&b);
    if (routes) {
        add_tracks(&b, routes->tracks.at, routes->tracks.count, NULL, true);
        add_vias(&b, routes->vias.at, routes->vias.count, NULL, true);
    }
    return (lw_item_list){b.items.at, b.items.count, b.arena};
}

void lw_items_free(lw_item_list *items)
{
    lw_arena_free(items->arena);
    *items = (lw_item_list){0};
}

lw_kind lw_item_clearance_kind(lw_item_kind kind)
{
    return kind == LW_ITEM_VIA ? LW_VIA : kind == LW_ITEM_PAD ? LW_PAD : LW_TRACK;
}
