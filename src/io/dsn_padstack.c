/*
 * (padstack ...) of a library: the copper of pins and vias. Specctra has no word for the hole in
 * it; where nothing tells it, it is guessed.
 */
#include "io/dsn.h"

#include <math.h>
#include <string.h>
#include "base/number.h"
#include "board/build.h"
#include "geom/point.h"

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
    dsn_each(r, library, "padstack", read_padstack);
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
