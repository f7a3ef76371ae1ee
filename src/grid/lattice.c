/*
 * Each rule class has its own planes of owners and closed steps. An item is stamped once a class
 * and layer. Single pieces are never taken off again, only all that came after lw_lattice_keep().
 */
#include "grid/lattice.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "geom/point.h"
#include "grid/stamp.h"

/* Costs of a straight and a diagonal step. */
enum { STRAIGHT = 10, DIAGONAL = 14 };

lw_grid_options lw_grid_options_default(void)
{
    return (lw_grid_options){.memory_limit = (size_t)400 << 20, .neck_down = true};
}

/* ---- rule classes ---- */

static bool same_rules(const lw_board *board, uint32_t a, uint32_t b)
{
    const lw_class *x = &board->classes.at[a], *y = &board->classes.at[b];
    if (x->width != y->width || x->via_diameter != y->via_diameter || x->via_drill != y->via_drill)
        return false;
    for (uint32_t other = 0; other < board->classes.count; other++)
        for (int mine = 0; mine < LW_KIND_COUNT; mine++)
            for (int kind = 0; kind < LW_KIND_COUNT; kind++)
                if (lw_clearance(board, (lw_kind)mine, a, (lw_kind)kind, other) !=
                    lw_clearance(board, (lw_kind)mine, b, (lw_kind)kind, other))
                    return false;
    return true;
}

static uint32_t rule_class(lw_lattice *lattice, uint32_t class_id)
{
    for (uint32_t i = 0; i < lattice->class_count; i++)
        if (same_rules(lattice->board, lattice->classes[i].track.class_id, class_id))
            return i;
    lattice->classes[lattice->class_count] = (lw_rule_class){
        .track = lw_class_track(lattice->board, class_id),
        .via = lw_class_via(lattice->board, class_id),
    };
    return lattice->class_count++;
}

/* Only the classes of nets count; a board without nets has its first one. */
static lw_status collect_classes(lw_lattice *lattice, lw_error *err)
{
    const lw_board *board = lattice->board;
    lattice->classes = LW_NEW_MANY(lattice->arena, lw_rule_class, board->classes.count);
    lattice->class_of = LW_NEW_MANY(lattice->arena, uint32_t, board->classes.count);
    bool *used = LW_NEW_MANY(lattice->arena, bool, board->classes.count);
    for (uint32_t i = 0; i < board->nets.count; i++)
        used[board->nets.at[i].class_id] = true;
    for (uint32_t i = 0; i < board->classes.count; i++) {
        if (!used[i])
            continue;
        if (board->classes.at[i].width < 1)
            return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                           "net class %s: tracks have no width", board->classes.at[i].name);
        lattice->class_of[i] = rule_class(lattice, i);
    }
    if (lattice->class_count == 0)
        rule_class(lattice, 0);
    return LW_OK;
}

/* ---- stamping ---- */

static void stamp_mover(const lw_lattice *lattice, const lw_item *item, const lw_mover *mover,
                        uint16_t *owner, uint8_t *closed)
{
    lw_stamp stamp = {.layout = &lattice->layout, .owner = owner, .closed = closed};
    lw_demand demands[LW_DEMANDS_MOST];
    uint32_t count = lw_item_demands(lattice->board, item, mover, demands);
    if (item->kind == LW_ITEM_KEEPOUT)
        stamp.keepout = &lattice->board->keepouts.at[item->index];
    for (uint32_t i = 0; i < count; i++) {
        stamp.demand = demands[i];
        lw_stamp_demand(&stamp);
    }
    if (count == 0 || !stamp.keepout)
        return;
    /* The rim of a window is a wall: whoever is inside keeps away from it. */
    for (uint32_t i = 0; i < stamp.keepout->windows.count; i++) {
        lw_shape window = stamp.keepout->windows.at[i];
        lw_stamp rim = {.layout = &lattice->layout, .owner = owner, .closed = closed};
        for (uint32_t k = 0; k < window.count; k++) {
            lw_point side[2] = {window.points[k], window.points[(k + 1) % window.count]};
            rim.demand = (lw_demand){{side, 2, false, window.radius}, mover->radius, 0, LW_NO_NET};
            lw_stamp_demand(&rim);
        }
    }
}

static void stamp_item(lw_lattice *lattice, const lw_item *item)
{
    size_t plane = (size_t)lattice->layout.plane;
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        lw_rule_class *class = &lattice->classes[i];
        for (int32_t layer = 0; layer < lattice->layout.layers; layer++)
            if (item->layers & LW_LAYER(layer))
                stamp_mover(lattice, item, &class->track, class->owner + (size_t)layer * plane,
                            class->closed + (size_t)layer * plane);
        stamp_mover(lattice, item, &class->via, class->via_owner, NULL);
    }
}

static void block_rim(const lw_layout *layout, uint16_t *owner)
{
    size_t stride = (size_t)layout->stride, cols = (size_t)layout->cols;
    for (int32_t row = 0; row < layout->rows; row++) {
        bool all = row == 0 || row == layout->rows - 1;
        uint16_t *at = owner + (size_t)row * stride;
        at[0] = LW_CELL_BLOCKED;
        for (size_t col = all ? 0 : cols - 1; col < stride; col++)
            at[col] = LW_CELL_BLOCKED;
    }
}

static bool allocate(lw_lattice *lattice)
{
    size_t plane = (size_t)lattice->layout.plane;
    size_t nodes = plane * (size_t)lattice->layout.layers;
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        lw_rule_class *class = &lattice->classes[i];
        class->owner = lw_try_alloc(nodes, sizeof *class->owner);
        class->closed = lw_try_alloc(nodes, sizeof *class->closed);
        class->via_owner = lw_try_alloc(plane, sizeof *class->via_owner);
        if (!class->owner || !class->closed || !class->via_owner)
            return false;
    }
    return true;
}

/* The arrays of a rule class, to be copied one behind the other. */
typedef struct lw_planes {
    void *at[3];
    size_t size[3];
} lw_planes;

static lw_planes planes_of(const lw_lattice *lattice, const lw_rule_class *class)
{
    size_t plane = (size_t)lattice->layout.plane;
    size_t nodes = plane * (size_t)lattice->layout.layers;
    return (lw_planes){
        {class->owner, class->closed, class->via_owner},
        {nodes * sizeof *class->owner, nodes * sizeof *class->closed,
         plane * sizeof *class->via_owner},
    };
}

lw_status lw_lattice_keep(lw_lattice *lattice, lw_error *err)
{
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        lw_planes planes = planes_of(lattice, &lattice->classes[i]);
        char *to = lw_try_alloc(planes.size[0] + planes.size[1] + planes.size[2], 1);
        lattice->classes[i].kept = to;
        if (!to)
            return lw_fail(err, LW_ERR_MEMORY, lattice->board->path, 0, 0,
                           "no memory to keep the lattice");
        for (int k = 0; k < 3; to += planes.size[k++])
            memcpy(to, planes.at[k], planes.size[k]);
    }
    lattice->size *= 2;
    lattice->kept_obstacles = lattice->obstacles->items.count;
    lattice->added = lw_arena_new();
    return LW_OK;
}

void lw_lattice_rewind(lw_lattice *lattice)
{
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        lw_planes planes = planes_of(lattice, &lattice->classes[i]);
        const char *from = lattice->classes[i].kept;
        for (int k = 0; k < 3; from += planes.size[k++])
            memcpy(planes.at[k], from, planes.size[k]);
    }
    lw_obstacles_rewind(lattice->obstacles, lattice->kept_obstacles);
    lw_arena_reset(lattice->added);
}

static void stamp_outline(lw_lattice *lattice)
{
    const lw_board *board = lattice->board;
    const lw_layout *layout = &lattice->layout;
    size_t plane = (size_t)layout->plane, layers = (size_t)layout->layers;
    uint16_t *outside = lattice->classes[0].via_owner;
    block_rim(layout, outside);
    if (board->outline.count > 0)
        lw_stamp_outside(layout, board->outline.at, board->outline.count, outside);
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        lw_rule_class *class = &lattice->classes[i];
        if (i > 0)
            memcpy(class->via_owner, outside, plane * sizeof *outside);
        for (size_t layer = 0; layer < layers; layer++)
            memcpy(class->owner + layer * plane, outside, plane * sizeof *outside);
    }
}

/* Settles all but the arrays. */
static lw_status plan(lw_lattice *lattice, const lw_routes *routes, const lw_grid_options *options,
                      lw_grid_plan *out, lw_error *err)
{
    const lw_board *board = lattice->board;
    if (board->nets.count >= LW_CELL_BLOCKED - 1)
        return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                       "%u nets are more than the lattice can tell apart (%d)", board->nets.count,
                       LW_CELL_BLOCKED - 2);
    lw_status status = collect_classes(lattice, err);
    if (status)
        return status;
    lw_box box = lw_board_box(board);
    if (lw_box_is_empty(box)) /* nothing is on it: one node will do */
        box = (lw_box){0, 0, 0, 0};
    lattice->items = lw_items_new(board, routes);
    lattice->obstacles = lw_obstacles_new(board, box, lattice->items.count);
    for (uint32_t i = 0; i < lattice->items.count; i++)
        lw_obstacles_add(lattice->obstacles, &lattice->items.at[i]);
    for (uint32_t i = 0; i < lattice->class_count; i++)
        lattice->classes[i].via.in_pads = options->via_in_pad;
    status = lw_layout_fit(lattice->obstacles, lattice->classes, lattice->class_count, options,
                           &lattice->layout, err);
    if (!status)
        *out = lw_layout_plan(&lattice->layout, lattice->class_count, options);
    return status;
}

static lw_status build(lw_lattice *lattice, const lw_routes *routes, const lw_grid_options *options,
                       lw_error *err)
{
    lw_grid_plan laid;
    lw_status status = plan(lattice, routes, options, &laid, err);
    if (!status && !allocate(lattice))
        status =
            lw_fail(err, LW_ERR_MEMORY, lattice->board->path, 0, 0, "no memory for the lattice");
    if (status)
        return status;
    lattice->size = lw_lattice_bytes(&laid);
    lattice->memory = laid.memory;
    stamp_outline(lattice);
    for (uint32_t i = 0; i < lattice->items.count; i++) {
        if (options->stop && options->stop(options->context))
            break;
        stamp_item(lattice, &lattice->items.at[i]);
    }
    return LW_OK;
}

static lw_lattice *empty(const lw_board *board)
{
    lw_arena *arena = lw_arena_new();
    lw_lattice *lattice = LW_NEW(arena, lw_lattice);
    lattice->board = board;
    lattice->arena = arena;
    return lattice;
}

lw_status lw_lattice_plan(const lw_board *board, const lw_routes *routes,
                          const lw_grid_options *options, lw_grid_plan *out, lw_error *err)
{
    lw_grid_options defaults = lw_grid_options_default();
    lw_lattice *lattice = empty(board);
    *out = (lw_grid_plan){0};
    lw_status status = plan(lattice, routes, options ? options : &defaults, out, err);
    lw_lattice_free(lattice);
    return status;
}

lw_status lw_lattice_new(const lw_board *board, const lw_routes *routes,
                         const lw_grid_options *options, lw_lattice **out, lw_error *err)
{
    lw_grid_options defaults = lw_grid_options_default();
    lw_lattice *lattice = empty(board);
    *out = NULL;
    lw_status status = build(lattice, routes, options ? options : &defaults, err);
    if (status)
        lw_lattice_free(lattice);
    else
        *out = lattice;
    return status;
}

void lw_lattice_free(lw_lattice *lattice)
{
    if (!lattice)
        return;
    for (uint32_t i = 0; i < lattice->class_count; i++) {
        free(lattice->classes[i].owner);
        free(lattice->classes[i].closed);
        free(lattice->classes[i].via_owner);
        free(lattice->classes[i].kept);
    }
    lw_obstacles_free(lattice->obstacles);
    lw_arena_free(lattice->added);
    lw_items_free(&lattice->items);
    lw_arena_free(lattice->arena);
}

/* ---- questions ---- */

lw_nm lw_lattice_pitch(const lw_lattice *lattice)
{
    return lattice->layout.pitch;
}

size_t lw_lattice_size(const lw_lattice *lattice)
{
    return lattice->size;
}

size_t lw_lattice_memory(const lw_lattice *lattice)
{
    return lattice->memory;
}

static const lw_rule_class *class_of_net(const lw_lattice *lattice, lw_net_id net)
{
    return &lattice->classes[lattice->class_of[lw_net_class(lattice->board, net)]];
}

lw_field lw_lattice_field(const lw_lattice *lattice, lw_net_id net, int32_t via_cost)
{
    const lw_layout *layout = &lattice->layout;
    const lw_rule_class *class = class_of_net(lattice, net);
    int64_t via = (int64_t)via_cost * STRAIGHT;
    lw_field field = {
        .cols = layout->cols,
        .rows = layout->rows,
        .layers = layout->layers,
        .stride = layout->stride,
        .plane = layout->plane,
        .owner = class->owner,
        .via_owner = layout->layers > 1 ? class->via_owner : NULL,
        .closed = class->closed,
        .net = (uint16_t)(net + 1),
        .via_cost = (uint16_t)(via < 1            ? 1
                               : via > UINT16_MAX ? UINT16_MAX
                                                  : via),
    };
    for (int32_t layer = 0; layer < layout->layers; layer++)
        for (int step = 0; step < LW_STEPS; step++)
            field.step_cost[layer][step] = step % 2 ? DIAGONAL : STRAIGHT;
    return field;
}

lw_point lw_lattice_point(const lw_lattice *lattice, int32_t node)
{
    int32_t place = node % lattice->layout.plane;
    return lw_layout_point(&lattice->layout, place % lattice->layout.stride,
                           place / lattice->layout.stride);
}

uint32_t lw_lattice_layer(const lw_lattice *lattice, int32_t node)
{
    return (uint32_t)(node / lattice->layout.plane);
}

/* The nearest line of an axis. */
static int64_t nearest_line(lw_nm at, lw_nm origin, lw_nm pitch)
{
    int64_t twice = 2 * ((int64_t)at - origin) + pitch;
    return twice < 0 ? -1 : twice / (2 * (int64_t)pitch);
}

int32_t lw_lattice_node(const lw_lattice *lattice, lw_point point, uint32_t layer)
{
    const lw_layout *layout = &lattice->layout;
    int64_t col = nearest_line(point.x, layout->origin.x, layout->pitch);
    int64_t row = nearest_line(point.y, layout->origin.y, layout->pitch);
    if (col < 0 || row < 0 || col >= layout->cols || row >= layout->rows ||
        layer >= (uint32_t)layout->layers)
        return -1;
    return (int32_t)(layer * (int64_t)layout->plane + row * layout->stride + col);
}

/* ---- new copper ---- */

static void add_item(lw_lattice *lattice, lw_item item)
{
    item.shape.points =
        lw_arena_copy(lattice->added ? lattice->added : lattice->arena, item.shape.points,
                      item.shape.count, sizeof *item.shape.points);
    lw_obstacles_add(lattice->obstacles, &item);
    stamp_item(lattice, &item);
}

void lw_lattice_add_track(lw_lattice *lattice, const lw_track *track)
{
    add_item(lattice, (lw_item){
                          .kind = LW_ITEM_TRACK,
                          .added = true,
                          .net = track->net,
                          .layers = LW_LAYER(track->layer),
                          .shape = lw_track_shape(track),
                      });
}

void lw_lattice_add_via(lw_lattice *lattice, const lw_via *via)
{
    add_item(lattice, (lw_item){
                          .kind = LW_ITEM_VIA,
                          .added = true,
                          .net = via->net,
                          .layers = via->layers,
                          .shape = lw_via_shape(via),
                          .drill = via->drill,
                          .at = via->at,
                      });
}

static lw_mover track_mover(const lw_lattice *lattice, lw_net_id net, lw_nm width)
{
    lw_mover mover = lw_class_track(lattice->board, lw_net_class(lattice->board, net));
    mover.radius = lw_track_shape(&(lw_track){.width = width}).radius;
    return mover;
}

const lw_item *lw_lattice_in_the_way(const lw_lattice *lattice, lw_net_id net, uint32_t layer,
                                     lw_point at, lw_nm width)
{
    lw_mover mover = track_mover(lattice, net, width);
    return lw_obstacles_first(lattice->obstacles, net, LW_LAYER(layer), &mover, &at, 1);
}

bool lw_lattice_track_fits(const lw_lattice *lattice, lw_net_id net, uint32_t layer, lw_point a,
                           lw_point b, lw_nm width)
{
    lw_mover mover = track_mover(lattice, net, width);
    lw_point points[2] = {a, b};
    uint32_t count = lw_same_point(a, b) ? 1 : 2;
    return lw_obstacles_allow(lattice->obstacles, net, LW_LAYER(layer), &mover, points, count);
}
