#include <strings.h>

#include "board/build.h"

/* A package is drawn as seen from the top; on the bottom side the stack is upside down. */
static lw_layers place_layers(const lw_board *board, const lw_placement *placement,
                              lw_layers layers)
{
    if (!placement->mirrored)
        return layers;
    lw_layers turned = 0;
    for (uint32_t i = 0; i < board->layers.count; i++) {
        if (layers & LW_LAYER(i))
            turned |= LW_LAYER(board->layers.count - 1 - i);
    }
    return turned;
}

static lw_shape place_shape(lw_arena *arena, const lw_placement *placement, lw_shape shape)
{
    lw_point *points = LW_NEW_MANY(arena, lw_point, shape.count);
    for (uint32_t i = 0; i < shape.count; i++)
        points[i] = lw_place(*placement, shape.points[i]);
    shape.points = points;
    return shape;
}

static lw_copper place_copper(lw_board *board, const lw_placement *placement, lw_copper copper)
{
    return (lw_copper){place_layers(board, placement, copper.layers),
                       place_shape(board->arena, placement, copper.shape)};
}

/* One placement after another is a placement again; a mirror turns what comes after it the other
 * way. */
static lw_placement place_placement(const lw_placement *outer, lw_placement inner)
{
    int64_t full = 360 * (int64_t)LW_DEGREE;
    int64_t turn = inner.mirrored ? -(int64_t)outer->angle : outer->angle;
    int64_t angle = (inner.angle + turn) % full;
    return (lw_placement){
        .at = lw_place(*outer, inner.at),
        .angle = (lw_angle)(angle < 0 ? angle + full : angle),
        .mirrored = outer->mirrored != inner.mirrored,
    };
}

static void place_pads(lw_board *board, uint32_t element)
{
    lw_element *e = &board->elements.at[element];
    const lw_package *package = &board->packages.at[e->package];
    e->first_pad = board->pads.count;
    for (uint32_t i = 0; i < package->pads.count; i++) {
        const lw_package_pad *from = &package->pads.at[i];
        lw_pad *pad = lw_list_add(board->arena, &board->pads);
        pad->element = element;
        pad->name = from->name;
        pad->net = LW_NO_NET;
        pad->at = lw_place(e->placement, from->at);
        pad->drill = from->drill;
        pad->clearance = from->clearance;
        for (uint32_t k = 0; k < from->copper.count; k++) {
            lw_copper copper = place_copper(board, &e->placement, from->copper.at[k]);
            pad->layers |= copper.layers;
            *lw_list_add(board->arena, &pad->copper) = copper;
        }
    }
}

static void place_holes(lw_board *board, const lw_package *package, const lw_placement *placement)
{
    for (uint32_t i = 0; i < package->holes.count; i++) {
        lw_hole hole = package->holes.at[i];
        hole.shape = place_shape(board->arena, placement, hole.shape);
        *lw_list_add(board->arena, &board->holes) = hole;
    }
}

static void place_plain_copper(lw_board *board, const lw_package *package,
                               const lw_placement *placement)
{
    for (uint32_t i = 0; i < package->copper.count; i++) {
        lw_plain_copper *plain = lw_list_add(board->arena, &board->copper);
        plain->copper = place_copper(board, placement, package->copper.at[i].copper);
        plain->source = package->copper.at[i].source;
    }
}

static void place_keepouts(lw_board *board, const lw_package *package,
                           const lw_placement *placement)
{
    for (uint32_t i = 0; i < package->keepouts.count; i++) {
        const lw_keepout *from = &package->keepouts.at[i];
        lw_keepout *keepout = lw_list_add(board->arena, &board->keepouts);
        keepout->layers = place_layers(board, placement, from->layers);
        keepout->shape = place_shape(board->arena, placement, from->shape);
        for (uint32_t k = 0; k < from->windows.count; k++)
            *lw_list_add(board->arena, &keepout->windows) =
                place_shape(board->arena, placement, from->windows.at[k]);
        keepout->tracks = from->tracks;
        keepout->vias = from->vias;
        keepout->source = from->source;
    }
}

static void place_drawings(lw_board *board, const lw_package *package,
                           const lw_placement *placement)
{
    for (uint32_t i = 0; i < package->drawings.count; i++) {
        lw_drawing drawing = package->drawings.at[i];
        drawing.bottom = drawing.bottom != placement->mirrored;
        drawing.shape = place_shape(board->arena, placement, drawing.shape);
        *lw_list_add(board->arena, &board->drawings) = drawing;
    }
}

static const char *fill_in(const char *text, const lw_element *element)
{
    if (!strcasecmp(text, ">NAME"))
        return element->name;
    return strcasecmp(text, ">VALUE") ? text : element->value;
}

static void place_texts(lw_board *board, const lw_package *package, const lw_element *element)
{
    for (uint32_t i = 0; i < package->texts.count; i++) {
        lw_text text = package->texts.at[i];
        text.bottom = text.bottom != element->placement.mirrored;
        text.placement = place_placement(&element->placement, text.placement);
        text.text = fill_in(text.text, element);
        *lw_list_add(board->arena, &board->texts) = text;
    }
}

void lw_board_place(lw_board *board)
{
    for (uint32_t i = 0; i < board->elements.count; i++) {
        const lw_element *element = &board->elements.at[i];
        const lw_package *package = &board->packages.at[element->package];
        place_pads(board, i);
        place_holes(board, package, &element->placement);
        place_plain_copper(board, package, &element->placement);
        place_keepouts(board, package, &element->placement);
        place_drawings(board, package, &element->placement);
        place_texts(board, package, element);
    }
}

void lw_board_package_outline(const lw_board *board, lw_arena *arena, lw_shape **lines,
                              uint32_t *count)
{
    LW_LIST(lw_shape) list = {*lines, *count, *count};
    for (uint32_t i = 0; i < board->elements.count; i++) {
        const lw_element *element = &board->elements.at[i];
        const lw_package *package = &board->packages.at[element->package];
        for (uint32_t k = 0; k < package->outline.count; k++)
            *lw_list_add(arena, &list) =
                place_shape(arena, &element->placement, package->outline.at[k]);
    }
    *lines = list.at;
    *count = list.count;
}
