/*
 * (library ...) and (placement ...): images, and the components that place them.
 *
 * A component on the back is mirrored first and turned then, while lw_placement turns first: its
 * angle runs the other way. (flip_style rotate_first) has Leeway's order.
 */
#include "io/dsn.h"

#include <string.h>
#include "board/build.h"

/* ---- images ---- */

/* (rotate 90) may stand anywhere behind the padstack. */
static const lw_sexpr *next_word(const lw_sexpr *node)
{
    for (node = node ? node->next : NULL; node && node->list;)
        node = node->next;
    return node;
}

static void read_pin(dsn_reader *r, const lw_sexpr *list, lw_package *out)
{
    const char *stack_name = dsn_name(r, list, 1);
    const lw_sexpr *id = next_word(lw_sexpr_at(list, 1)), *x = next_word(id), *y = next_word(x);
    if (!y && !r->status)
        dsn_fail(r, list, "a pin has a padstack, a name and a place");
    if (r->status)
        return;
    int32_t index = lw_dict_get(r->stacks, stack_name, NULL);
    if (index < 0) {
        dsn_fail(r, list, "there is no padstack \"%s\"", dsn_brief(r, stack_name));
        return;
    }
    const dsn_padstack *stack = &r->padstacks.at[index];
    const lw_sexpr *rotate = lw_sexpr_child(list, "rotate");
    lw_placement placement = {
        .at = {dsn_length(r, list, x), dsn_length(r, list, y)},
        .angle = rotate ? dsn_angle(r, rotate, lw_sexpr_at(rotate, 1)) : 0,
    };
    lw_package_pad pad = {
        .name = dsn_name_of(r, id),
        .at = placement.at,
        .drill = stack->drill,
        .source = list->span,
    };
    for (uint32_t i = 0; i < stack->copper.count && !r->status; i++)
        *lw_list_add(r->board->arena, &pad.copper) = (lw_copper){
            stack->copper.at[i].layers, dsn_placed(r, placement, stack->copper.at[i].shape)};
    if (pad.copper.count == 0)
        dsn_warn(r, list, "pin \"%s\" has no copper", dsn_brief(r, pad.name));
    *lw_list_add(r->board->arena, &out->pads) = pad;
}

static void read_drawing(dsn_reader *r, const lw_sexpr *list, lw_package *out)
{
    const lw_sexpr *figure = dsn_figure(list);
    if (!figure)
        return;
    lw_shape shape = dsn_shape(r, figure);
    shape.filled = false;
    if (shape.count > 2 && !lw_sexpr_is(figure, "path") && !lw_sexpr_is(figure, "qarc")) {
        /* The line around it. */
        lw_point *ring = LW_NEW_MANY(r->board->arena, lw_point, (size_t)shape.count + 1);
        memcpy(ring, shape.points, shape.count * sizeof *ring);
        ring[shape.count] = ring[0];
        shape.points = ring;
        shape.count++;
    }
    if (!r->status)
        *lw_list_add(r->board->arena, &out->drawings) =
            (lw_drawing){.ink = LW_DOCUMENT, .shape = shape};
}

static void read_image(dsn_reader *r, const lw_sexpr *list)
{
    lw_package package = {.name = dsn_name(r, list, 1)};
    dsn_keepouts keepouts = {0};
    for (const lw_sexpr *node = list->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "pin"))
            read_pin(r, node, &package);
        else if (lw_sexpr_is(node, "outline"))
            read_drawing(r, node, &package);
        else if (node->list && !dsn_read_keepout(r, node, &keepouts) &&
                 !lw_sexpr_is(node, "clearance_class") && !lw_sexpr_is(node, "place_keepout") &&
                 !lw_sexpr_is(node, "property") && !lw_sexpr_is(node, "side") &&
                 !lw_sexpr_is(node, "unit"))
            dsn_skip(r, node);
    }
    if (r->status)
        return;
    memcpy(&package.keepouts, &keepouts, sizeof keepouts);
    if (lw_dict_put(r->images, package.name, NULL, (int32_t)r->board->packages.count))
        *lw_list_add(r->board->arena, &r->board->packages) = package;
    else
        dsn_warn(r, list, "image \"%s\" is there twice; the first counts",
                 dsn_brief(r, package.name));
}

void dsn_read_images(dsn_reader *r, const lw_sexpr *library)
{
    dsn_each(r, library, "image", read_image);
}

/* ---- components ---- */

static bool is_back(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *side)
{
    if (!side || lw_sexpr_same(side->text, "front") || lw_sexpr_same(side->text, "both"))
        return false;
    if (!lw_sexpr_same(side->text, "back"))
        dsn_fail(r, list, "the side \"%s\" is neither front nor back", dsn_brief(r, side->text));
    return true;
}

static lw_placement read_spot(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *x)
{
    const lw_sexpr *y = next_word(x), *side = next_word(y), *angle = next_word(side);
    lw_placement placement = {
        .at = {dsn_length(r, list, x), dsn_length(r, list, y)},
        .angle = angle ? dsn_angle(r, list, angle) : 0,
        .mirrored = is_back(r, list, side),
    };
    if (placement.mirrored && !r->rotate_first && placement.angle > 0)
        placement.angle = 360 * LW_DEGREE - placement.angle;
    return placement;
}

static void read_place(dsn_reader *r, const lw_sexpr *list, uint32_t package)
{
    const lw_sexpr *part = lw_sexpr_child(list, "PN");
    const lw_sexpr *value = part ? lw_sexpr_at(part, 1) : NULL;
    const char *name = dsn_name(r, list, 1);
    const lw_sexpr *x = next_word(lw_sexpr_at(list, 1));
    if (!r->status && !x) {
        dsn_warn(r, list, "component \"%s\" has no place; it is left out", dsn_brief(r, name));
        return;
    }
    lw_element element = {
        .name = name,
        .value = value && !value->list ? dsn_text_of(r, value) : lw_intern(r->board->names, ""),
        .package = package,
        .placement = read_spot(r, list, x),
        .source = list->span,
    };
    if (r->status)
        return;
    if (!lw_dict_put(r->places, name, NULL, (int32_t)r->board->elements.count))
        dsn_fail(r, list, "component \"%s\" is there twice", dsn_brief(r, name));
    *lw_list_add(r->board->arena, &r->board->elements) = element;
}

static void read_component(dsn_reader *r, const lw_sexpr *list)
{
    const char *image = dsn_name(r, list, 1);
    int32_t package = lw_dict_get(r->images, image, NULL);
    if (package < 0 && !r->status)
        dsn_fail(r, list, "there is no image \"%s\"", dsn_brief(r, image));
    const lw_sexpr *place = lw_sexpr_child(list, "place");
    for (; place && !r->status; place = lw_sexpr_sibling(place, "place"))
        read_place(r, place, (uint32_t)package);
}

void dsn_read_placement(dsn_reader *r, const lw_sexpr *placement)
{
    const lw_sexpr *control = lw_sexpr_child(placement, "place_control");
    const lw_sexpr *flip = control ? lw_sexpr_child(control, "flip_style") : NULL;
    const char *style = flip ? lw_sexpr_word(flip, 1) : NULL;
    r->rotate_first = style && lw_sexpr_same(style, "rotate_first");
    const lw_sexpr *list = lw_sexpr_child(placement, "component");
    for (; list && !r->status; list = lw_sexpr_sibling(list, "component"))
        read_component(r, list);
}

/* ---- pads ---- */

/* Pads of one component and pin are a ring; the first of them has the name. */
static void index_pads(dsn_reader *r)
{
    lw_board *board = r->board;
    r->same_pin = LW_NEW_MANY(r->scratch, uint32_t, board->pads.count);
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[i];
        const char *component = board->elements.at[pad->element].name;
        r->same_pin[i] = i;
        if (!lw_dict_put(r->pins, component, pad->name, (int32_t)i)) {
            int32_t first = lw_dict_get(r->pins, component, pad->name);
            r->same_pin[i] = r->same_pin[first];
            r->same_pin[first] = i;
        }
    }
}

void dsn_place(dsn_reader *r)
{
    lw_board *board = r->board;
    uint32_t element;
    lw_placing placing = lw_board_placing(board, &element);
    if (placing != LW_PLACING_FITS) {
        const lw_sexpr at = {.span = board->elements.at[element].source};
        const char *name = dsn_brief(r, board->elements.at[element].name);
        if (placing == LW_PLACING_FAR)
            dsn_fail(r, &at, "component \"%s\" reaches beyond 1 m from the origin", name);
        else
            dsn_fail(r, &at, "the components up to \"%s\" have too many pads and figures", name);
        return;
    }
    lw_board_place(board);
    index_pads(r);
}
