#include "grid/obstacles.h"

lw_mover lw_class_track(const lw_board *board, uint32_t class_id)
{
    return (lw_mover){
        .kind = LW_TRACK,
        .class_id = class_id,
        .radius = lw_track_shape(&(lw_track){.width = board->classes.at[class_id].width}).radius,
    };
}

lw_mover lw_class_via(const lw_board *board, uint32_t class_id)
{
    const lw_class *class = &board->classes.at[class_id];
    return (lw_mover){
        .kind = LW_VIA,
        .class_id = class_id,
        .radius = lw_via_shape(&(lw_via){.diameter = class->via_diameter}).radius,
        .drill = class->via_drill / 2,
    };
}

static lw_shape drill_shape(const lw_item *item)
{
    return (lw_shape){.points = &item->at, .count = 1, .radius = item->drill / 2};
}

static uint32_t copper_demands(const lw_board *board, const lw_item *item, const lw_mover *mover,
                               lw_demand *out)
{
    uint32_t count = 0;
    lw_nm gap = lw_clearance(board, lw_item_clearance_kind(item->kind),
                             lw_net_class(board, item->net), mover->kind, mover->class_id);
    if (gap < item->clearance)
        gap = item->clearance;
    if (gap < 1)
        gap = 1; /* where no clearance is asked for, a touch is still a short */
    out[count++] = (lw_demand){item->shape, mover->radius, gap, item->net};
    if (mover->kind != LW_VIA)
        return count;
    /* No via in a pad, not even of its own net, unless it is wanted: solder would run off through
     * the hole. */
    if (item->kind == LW_ITEM_PAD && (item->drill > 0 || !mover->in_pads))
        out[count++] = (lw_demand){item->shape, mover->radius, 0, LW_NO_NET};
    if (item->drill > 0)
        out[count++] = (lw_demand){drill_shape(item), mover->drill, board->rules.drill, LW_NO_NET};
    return count;
}

uint32_t lw_item_demands(const lw_board *board, const lw_item *item, const lw_mover *mover,
                         lw_demand out[LW_DEMANDS_MOST])
{
    uint32_t count = 0;
    switch (item->kind) {
    case LW_ITEM_PAD:
    case LW_ITEM_TRACK:
    case LW_ITEM_VIA:
    case LW_ITEM_COPPER:
        return copper_demands(board, item, mover, out);
    case LW_ITEM_HOLE:
        out[count++] = (lw_demand){item->shape, mover->radius, board->rules.hole, LW_NO_NET};
        if (mover->kind == LW_VIA && !board->holes.at[item->index].milled)
            out[count++] = (lw_demand){item->shape, mover->drill, board->rules.drill, LW_NO_NET};
        return count;
    case LW_ITEM_EDGE:
        out[count++] = (lw_demand){item->shape, mover->radius, board->rules.edge, LW_NO_NET};
        return count;
    case LW_ITEM_KEEPOUT: {
        const lw_keepout *keepout = &board->keepouts.at[item->index];
        if (mover->kind == LW_VIA ? keepout->vias : keepout->tracks)
            out[count++] = (lw_demand){item->shape, mover->radius, 0, LW_NO_NET};
        return count;
    }
    case LW_ITEM_KIND_COUNT:
        break;
    }
    return count;
}

bool lw_window_holds(const lw_keepout *keepout, lw_shape shape)
{
    for (uint32_t i = 0; i < keepout->windows.count; i++) {
        lw_shape window = keepout->windows.at[i];
        if (!lw_polygon_holds(window.points, window.count, shape.points[0]))
            continue;
        bool crossed = false;
        for (uint32_t k = 0; k < window.count && !crossed; k++) {
            lw_point side[2] = {window.points[k], window.points[(k + 1) % window.count]};
            crossed = lw_shape_closer((lw_shape){side, 2, false, window.radius}, shape, 0);
        }
        if (!crossed)
            return true;
    }
    return false;
}

bool lw_on_board(const lw_board *board, lw_point point)
{
    bool inside = board->outline.count == 0;
    for (uint32_t i = 0; i < board->outline.count; i++)
        inside ^= lw_polygon_holds(board->outline.at[i].points, board->outline.at[i].count, point);
    return inside;
}

static lw_nm farthest_rule(const lw_board *board)
{
    lw_nm reach = lw_clearance_most(board);
    const lw_nm others[] = {board->rules.edge, board->rules.hole, board->rules.drill};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        reach = others[i] > reach ? others[i] : reach;
    return reach;
}

lw_obstacles *lw_obstacles_new(const lw_board *board, lw_box box, uint32_t expected)
{
    lw_arena *arena = lw_arena_new();
    lw_obstacles *obstacles = LW_NEW(arena, lw_obstacles);
    obstacles->board = board;
    obstacles->arena = arena;
    obstacles->box = box;
    obstacles->reach = farthest_rule(board);
    obstacles->index = lw_index_new(box, expected);
    return obstacles;
}

void lw_obstacles_free(lw_obstacles *obstacles)
{
    if (!obstacles)
        return;
    lw_index_free(obstacles->index);
    lw_arena_free(obstacles->arena);
}

static void add_one(lw_obstacles *obstacles, const lw_item *item)
{
    lw_index_add(obstacles->index, obstacles->items.count, lw_shape_box(item->shape));
    *lw_list_add(obstacles->arena, &obstacles->items) = *item;
}

void lw_obstacles_add(lw_obstacles *obstacles, const lw_item *item)
{
    if (item->shape.filled || item->shape.count <= 2) {
        add_one(obstacles, item);
        return;
    }
    for (uint32_t i = 0; i + 1 < item->shape.count; i++) {
        lw_item part = *item;
        part.shape.points += i;
        part.shape.count = 2;
        add_one(obstacles, &part);
    }
}

void lw_obstacles_rewind(lw_obstacles *obstacles, uint32_t count)
{
    lw_index_forget(obstacles->index, count);
    obstacles->items.count = count;
}

typedef struct lw_trial {
    const lw_board *board;
    lw_net_id net;
    lw_layers layers;
    const lw_mover *mover;
    const lw_point *points;
    uint32_t count;
} lw_trial;

/* Plain copper between the pads of several nets may be touched by each of them. */
static bool shares_copper(const lw_board *board, const lw_item *item, lw_net_id net)
{
    if (item->kind != LW_ITEM_COPPER)
        return false;
    const lw_plain_copper *copper = &board->copper.at[item->index];
    for (uint32_t i = 0; i < copper->nets.count; i++)
        if (copper->nets.at[i] == net)
            return true;
    return false;
}

static bool breaks(const lw_trial *trial, const lw_item *item)
{
    if (!(item->layers & trial->layers))
        return false;
    lw_demand demands[LW_DEMANDS_MOST];
    uint32_t count = lw_item_demands(trial->board, item, trial->mover, demands);
    for (uint32_t i = 0; i < count; i++) {
        const lw_demand *demand = &demands[i];
        lw_shape moved = {trial->points, trial->count, false, demand->radius};
        if (demand->exempt != LW_NO_NET && demand->exempt == trial->net)
            continue;
        if (!lw_shape_closer(moved, demand->shape, demand->gap))
            continue;
        if (shares_copper(trial->board, item, trial->net))
            continue;
        if (item->kind == LW_ITEM_KEEPOUT &&
            lw_window_holds(&trial->board->keepouts.at[item->index], moved))
            continue;
        return true;
    }
    return false;
}

const lw_item *lw_obstacles_first(const lw_obstacles *obstacles, lw_net_id net, lw_layers layers,
                                  const lw_mover *mover, const lw_point *points, uint32_t count)
{
    lw_trial trial = {
        .board = obstacles->board,
        .net = net,
        .layers = mover->kind == LW_VIA ? ~(lw_layers)0 : layers,
        .mover = mover,
        .points = points,
        .count = count,
    };
    lw_box box = lw_shape_box((lw_shape){points, count, false, mover->radius});
    lw_cursor cursor = lw_index_find(obstacles->index, lw_box_grow(box, obstacles->reach));
    for (uint32_t i; lw_index_next(&cursor, &i);)
        if (breaks(&trial, &obstacles->items.at[i]))
            return &obstacles->items.at[i];
    return NULL;
}

bool lw_obstacles_allow(const lw_obstacles *obstacles, lw_net_id net, lw_layers layers,
                        const lw_mover *mover, const lw_point *points, uint32_t count)
{
    return lw_on_board(obstacles->board, points[0]) &&
           !lw_obstacles_first(obstacles, net, layers, mover, points, count);
}
