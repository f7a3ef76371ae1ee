/*
 * (library ...) and (placement ...): padstacks, images, and the components that place them.
 *
 * A component on the back is mirrored first and turned then, while lw_placement turns first: its
 * angle runs the other way. (flip_style rotate_first) has Leeway's order.
 */
#include "io/dsn.h"

#include <math.h>
#include <string.h>
#include "base/number.h"
#include "board/build.h"
#include "geom/point.h"

/* ---- padstacks ---- */

/* The same shape on one layer after the other is one piece of copper. */
static void add_copper(dsn_reader *r, dsn_padstack *stack, lw_copper copper)
{
    lw_copper *last = stack->copper.count ? &stack->copper.at[stack->copper.count - 1] : NULL;
    if (last && lw_same_shape(last->shape, copper.shape))
        last->layers |= copper.layers;
    else
        *lw_list_add(r->board->arena, &stack->copper) = copper;
    stack->layers |= copper.layers;
}

static lw_nm twice(double radius)
{
    double diameter = ceil(2 * radius);
    return diameter < LW_NM_MAX ? (lw_nm)diameter : LW_NM_MAX;
}

static lw_nm diameter_of(const dsn_padstack *stack)
{
    double radius = 0;
    for (uint32_t i = 0; i < stack->copper.count; i++) {
        lw_shape shape = stack->copper.at[i].shape;
        for (uint32_t k = 0; k < shape.count; k++) {
            double reach = hypot(shape.points[k].x, shape.points[k].y) + shape.radius;
            radius = reach > radius ? reach : radius;
        }
    }
    return twice(radius);
}

static lw_nm narrowest(const dsn_padstack *stack)
{
    int64_t least = LW_NM_MAX;
    for (uint32_t i = 0; i < stack->copper.count; i++) {
        lw_box box = lw_shape_box(stack->copper.at[i].shape);
        int64_t width = (int64_t)box.x2 - box.x1, height = (int64_t)box.y2 - box.y1;
        least = width < least ? width : least;
        least = height < least ? height : least;
    }
    return (lw_nm)least;
}

/*
 * Specctra has no drills. KiCad puts that of a via into the name, "Via[0-1]_800:400_um", and so
 * does EAGLE's script, "Round1$13.78" in the file's units. 0: nothing told.
 */
static lw_nm drill_in_name(const dsn_reader *r, const char *name)
{
    char number[LW_NUMBER_ROOM] = "";
    const char *colon = strchr(name, ':'), *end = colon ? strrchr(colon, '_') : NULL;
    const char *dollar = strrchr(name, '$');
    int64_t unit = r->unit;
    lw_nm drill = 0;
    if (end && strcmp(end, "_um") == 0 && end - colon - 1 < LW_NUMBER_ROOM) {
        memcpy(number, colon + 1, (size_t)(end - colon - 1));
        unit = 1000;
    } else if (dollar && strlen(dollar + 1) < sizeof number) {
        strcpy(number, dollar + 1);
    }
    return lw_parse_length(number, unit, &drill) || drill < 0 ? 0 : drill;
}

static lw_nm hole_of(dsn_reader *r, const lw_sexpr *node)
{
    const lw_sexpr *hole = lw_sexpr_child(node, "hole");
    const lw_sexpr *circle = hole ? dsn_figure(hole) : NULL;
    if (!hole)
        return 0;
    if (circle)
        return dsn_size(r, circle, lw_sexpr_at(circle, 2));
    return dsn_size(r, hole, lw_sexpr_at(hole, 1));
}

/* Where nothing tells, six tenths of the copper: what most pads have. Copper on one layer only is
 * not drilled. */
static lw_nm drill_of(dsn_reader *r, const dsn_padstack *stack)
{
    bool single = (stack->layers & (stack->layers - 1)) == 0;
    lw_nm told = hole_of(r, stack->node);
    if (told == 0 && !single)
        told = drill_in_name(r, stack->name);
    if (told > 0 && told <= stack->diameter)
        return told;
    lw_nm guess = single ? 0 : narrowest(stack) / 10 * 6;
    return !single && guess == 0 ? 1 : guess;
}

static void read_stack_shape(dsn_reader *r, const lw_sexpr *shape, dsn_padstack *stack)
{
    const lw_sexpr *figure = dsn_figure(shape);
    if (!figure) {
        dsn_warn(r, shape, "a shape without a known figure is not read");
        return;
    }
    lw_copper copper = {dsn_layers(r, figure), dsn_shape(r, figure)};
    if (!r->status && copper.layers)
        add_copper(r, stack, copper);
}

static void measure(dsn_reader *r, dsn_padstack *stack)
{
    stack->diameter = diameter_of(stack);
    stack->drill = drill_of(r, stack);
}

static bool same_copper(const dsn_padstack *a, const dsn_padstack *b)
{
    bool same = a->copper.count == b->copper.count;
    for (uint32_t i = 0; same && i < a->copper.count; i++)
        same = a->copper.at[i].layers == b->copper.at[i].layers &&
               lw_same_shape(a->copper.at[i].shape, b->copper.at[i].shape);
    return same;
}

/* KiCad gives two pads of different corners one name. Pins have only the name, so they get all that
 * goes by it. */
static void merge(dsn_reader *r, const dsn_padstack *stack)
{
    dsn_padstack *first = &r->padstacks.at[lw_dict_get(r->stacks, stack->name, NULL)];
    if (same_copper(first, stack))
        return;
    dsn_warn(r, stack->node, "padstack \"%s\" is there twice; its pins get the copper of both",
             dsn_brief(r, stack->name));
    for (uint32_t i = 0; i < stack->copper.count; i++)
        add_copper(r, first, stack->copper.at[i]);
    measure(r, first);
}

static void read_padstack(dsn_reader *r, const lw_sexpr *list)
{
    dsn_padstack stack = {.name = dsn_name(r, list, 1), .node = list};
    for (const lw_sexpr *node = list->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "shape"))
            read_stack_shape(r, node, &stack);
        else if (node->list && !lw_sexpr_is(node, "attach") && !lw_sexpr_is(node, "hole") &&
                 !lw_sexpr_is(node, "rotate") && !lw_sexpr_is(node, "absolute") &&
                 !lw_sexpr_is(node, "unit"))
            dsn_skip(r, node);
    }
    if (r->status)
        return;
    const lw_sexpr *absolute = lw_sexpr_child(list, "absolute");
    if (dsn_is_off(list, "rotate") || (absolute && !dsn_is_off(list, "absolute")))
        dsn_warn(r, list, "padstack \"%s\" turns with its component all the same",
                 dsn_brief(r, stack.name));
    measure(r, &stack);
    if (lw_dict_put(r->stacks, stack.name, NULL, (int32_t)r->padstacks.count))
        *lw_list_add(r->scratch, &r->padstacks) = stack;
    else
        merge(r, &stack);
}

void dsn_read_padstacks(dsn_reader *r, const lw_sexpr *library)
{
    const lw_sexpr *list = lw_sexpr_child(library, "padstack");
    for (; list && !r->status; list = lw_sexpr_sibling(list, "padstack")) {
        int64_t unit = dsn_enter_unit(r, list);
        read_padstack(r, list);
        r->unit = unit;
    }
}

int32_t dsn_find_via(dsn_reader *r, const lw_sexpr *first)
{
    for (const lw_sexpr *word = first; word && !r->status; word = word->next) {
        if (word->list)
            continue;
        const char *name = dsn_name_of(r, word);
        int32_t stack = lw_dict_get(r->stacks, name, NULL);
        if (stack < 0)
            dsn_warn(r, word, "there is no padstack \"%s\" for a via", dsn_brief(r, name));
        else if (r->padstacks.at[stack].layers == lw_board_layers(r->board) &&
                 r->padstacks.at[stack].diameter > 0)
            return stack;
    }
    return -1;
}

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
    const lw_sexpr *list = lw_sexpr_child(library, "image");
    for (; list && !r->status; list = lw_sexpr_sibling(list, "image")) {
        int64_t unit = dsn_enter_unit(r, list);
        read_image(r, list);
        r->unit = unit;
    }
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
