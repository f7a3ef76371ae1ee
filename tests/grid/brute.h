/*
 * Small boards made in code, and their rules checked against everything, one by one.
 */
#ifndef LW_TESTS_BRUTE_H
#define LW_TESTS_BRUTE_H

#include "board/build.h"

static inline uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* low to high, both included */
static inline lw_nm pick(uint64_t *state, lw_nm low, lw_nm high)
{
    return low + (lw_nm)(next_random(state) % (uint32_t)(high - low + 1));
}

static inline lw_shape make_shape(lw_board *board, const lw_point *points, uint32_t count,
                                  bool filled, lw_nm radius)
{
    const lw_point *copy = lw_arena_copy(board->arena, points, count, sizeof *points);
    return (lw_shape){copy, count, filled, radius};
}

static inline lw_shape make_polygon(lw_board *board, lw_point at, lw_nm radius, uint32_t corners,
                                    lw_angle turn, lw_nm round)
{
    lw_point points[16];
    lw_placement turned = {.at = at};
    for (uint32_t i = 0; i < corners; i++) {
        turned.angle =
            (lw_angle)((turn + (int64_t)i * 360 * LW_DEGREE / corners) % (360 * LW_DEGREE));
        points[i] = lw_place(turned, (lw_point){radius, 0});
    }
    return make_shape(board, points, corners, true, round);
}

static inline lw_board *make_board(uint32_t layers, uint32_t nets, lw_nm width, lw_nm height)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    lw_board *board = lw_board_new("test", "", 0);
    for (uint32_t i = 0; i < layers; i++)
        lw_list_add(board->arena, &board->layers)->name = lw_intern(board->names, names[i % 8]);
    for (uint32_t i = 0; i < nets; i++)
        lw_list_add(board->arena, &board->nets)->name = lw_intern(board->names, names[i % 8]);
    lw_list_add(board->arena, &board->elements)->name =
        lw_intern(board->names, "P"); /* all pads' */
    lw_point corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    *lw_list_add(board->arena, &board->outline) = make_shape(board, corners, 4, true, 0);
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            board->rules.clearance[a][b] = 200000;
    board->rules.edge = 250000;
    board->rules.hole = 220000;
    board->rules.drill = 300000;
    board->classes.at[0].width = 250000;
    board->classes.at[0].via_diameter = 700000;
    board->classes.at[0].via_drill = 350000;
    return board;
}

static inline lw_pad *make_pad(lw_board *board, lw_net_id net, lw_layers layers, lw_point at,
                               lw_nm drill, lw_shape shape)
{
    uint32_t id = board->pads.count;
    lw_pad *pad = lw_list_add(board->arena, &board->pads);
    *pad = (lw_pad){.name = "1", .net = net, .at = at, .drill = drill, .layers = layers};
    *lw_list_add(board->arena, &pad->copper) = (lw_copper){layers, shape};
    if (net != LW_NO_NET)
        *lw_list_add(board->arena, &board->nets.at[net].pads) = id;
    return pad;
}

static inline lw_pad *make_round_pad(lw_board *board, lw_net_id net, lw_layers layers, lw_point at,
                                     lw_nm drill, lw_nm diameter)
{
    return make_pad(board, net, layers, at, drill, make_shape(board, &at, 1, false, diameter / 2));
}

static inline lw_pad *make_rectangle_pad(lw_board *board, lw_net_id net, lw_layers layers,
                                         lw_point at, lw_nm dx, lw_nm dy)
{
    lw_point c[] = {{at.x - dx / 2, at.y - dy / 2},
                    {at.x + dx / 2, at.y - dy / 2},
                    {at.x + dx / 2, at.y + dy / 2},
                    {at.x - dx / 2, at.y + dy / 2}};
    return make_pad(board, net, layers, at, 0, make_shape(board, c, 4, true, 0));
}

/* Whether new copper of a class and net breaks a rule with an item; `anyone` forgets that an item
 * of the same net may be near. */
static inline bool breaks_rule(const lw_board *board, const lw_item *item, lw_net_id net,
                               uint32_t class_id, lw_kind kind, lw_shape moved, lw_nm drill,
                               bool anyone)
{
    bool via = kind == LW_VIA;
    bool own = !anyone && item->net != LW_NO_NET && item->net == net;
    lw_shape hole = {moved.points, 1, false, drill / 2};
    switch (item->kind) {
    case LW_ITEM_HOLE:
        return lw_shape_closer(item->shape, moved, board->rules.hole) ||
               (via && !board->holes.at[item->index].milled &&
                lw_shape_closer(item->shape, hole, board->rules.drill));
    case LW_ITEM_EDGE:
        return lw_shape_closer(item->shape, moved, board->rules.edge);
    case LW_ITEM_KEEPOUT: {
        const lw_keepout *keepout = &board->keepouts.at[item->index];
        if (!(via ? keepout->vias : keepout->tracks) || !lw_shape_closer(item->shape, moved, 0))
            return false;
        for (uint32_t i = 0; i < keepout->windows.count; i++) {
            lw_shape window = keepout->windows.at[i];
            lw_point loop[20];
            for (uint32_t k = 0; k <= window.count; k++)
                loop[k] = window.points[k % window.count];
            lw_shape rim = {loop, window.count + 1, false, window.radius};
            if (lw_shape_holds(window, moved.points[0]) && !lw_shape_closer(rim, moved, 0))
                return false;
        }
        return true;
    }
    default:
        break;
    }
    lw_kind other = item->kind == LW_ITEM_PAD   ? LW_PAD
                    : item->kind == LW_ITEM_VIA ? LW_VIA
                                                : LW_TRACK;
    lw_nm gap = lw_clearance(board, kind, class_id, other,
                             item->net < 0 ? 0 : board->nets.at[item->net].class_id);
    if (item->kind == LW_ITEM_PAD && board->pads.at[item->index].clearance > gap)
        gap = board->pads.at[item->index].clearance;
    if (!own && lw_shape_closer(item->shape, moved, gap > 0 ? gap : 1))
        return true;
    if (!via)
        return false;
    if (item->kind == LW_ITEM_PAD && lw_shape_closer(item->shape, moved, 0))
        return true;
    lw_shape drilled = {&item->at, 1, false, item->drill / 2};
    return item->drill > 0 && lw_shape_closer(drilled, hole, board->rules.drill);
}

static inline bool in_outline(const lw_board *board, lw_point at)
{
    bool inside = false;
    for (uint32_t i = 0; i < board->outline.count; i++)
        inside ^= lw_polygon_holds(board->outline.at[i].points, board->outline.at[i].count, at);
    return inside;
}

/* Whether a track (layer >= 0) or via (-1) may lie there. */
static inline bool is_legal(const lw_board *board, const lw_item_list *items, lw_net_id net,
                            int layer, const lw_point *points, uint32_t count, bool anyone)
{
    uint32_t class_id = board->nets.at[net].class_id;
    const lw_class *class = &board->classes.at[class_id];
    bool via = layer < 0;
    lw_shape moved = {points, count, false, ((via ? class->via_diameter : class->width) + 1) / 2};
    if (!in_outline(board, points[0]))
        return false;
    for (uint32_t i = 0; i < items->count; i++)
        if ((via || (items->at[i].layers & LW_LAYER(layer))) &&
            breaks_rule(board, &items->at[i], net, class_id, via ? LW_VIA : LW_TRACK, moved,
                        class->via_drill, anyone))
            return false;
    return true;
}

#endif
