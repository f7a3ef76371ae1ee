/*
 * Footprints. Each stands in the file with all that it is made of, as it lies on the board; equal
 * ones of one name become one package.
 *
 * On the back, KiCad has a footprint mirrored already. A package is as seen from the top, so what
 * was read is mirrored back, and the element mirrors it again.
 */
#include <string.h>
#include "board/build.h"
#include "geom/point.h"
#include "io/kicad.h"

/* So many different packages of one name are told apart; more become packages of their own. */
#define MOST_VARIANTS 16

typedef struct footprint {
    kicad_reader *r;
    const lw_sexpr *node;
    lw_placement placement; /* not mirrored */
    lw_package package;
    const char *reference, *value;
    kicad_taken pad_names;
} footprint;

/* ---- figures and texts ---- */

static lw_shape on_board(footprint *f, const lw_sexpr *node, lw_shape shape)
{
    lw_point *points = LW_NEW_MANY(f->r->file->arena, lw_point, shape.count);
    for (uint32_t i = 0; i < shape.count; i++)
        points[i] = lw_place(f->placement, shape.points[i]);
    return lw_kicad_shape(f->r, node, points, shape.count, shape.filled, shape.radius);
}

static void add_text(footprint *f, const lw_sexpr *node, const char *words)
{
    kicad_reader *r = f->r;
    const lw_sexpr *layer = lw_sexpr_child(node, "layer");
    const lw_sexpr *effects = lw_sexpr_child(node, "effects");
    const char *name = layer ? lw_sexpr_word(layer, 1) : NULL;
    if (!name || !*words || lw_kicad_flag(node, "hide") ||
        (effects && lw_kicad_flag(effects, "hide")))
        return;
    lw_text text = lw_kicad_text(r, node, words, KICAD_NEAR);
    lw_angle turn = f->placement.angle;
    text.placement.angle =
        lw_kicad_turn((int64_t)text.placement.angle + (text.placement.mirrored ? turn : -turn));
    lw_layers copper = lw_kicad_layers(r, node);
    if (copper) {
        if (strcmp(words, ">NAME") == 0)
            text.text = f->reference;
        else if (strcmp(words, ">VALUE") == 0)
            text.text = f->value;
        lw_shape area = on_board(f, node, lw_kicad_text_area(r, node, &text));
        *lw_list_add(r->board->arena, &r->letters) =
            (lw_plain_copper){.copper = {copper, area}, .source = node->span};
    } else if (lw_kicad_ink(name, &text.ink, &text.bottom)) {
        *lw_list_add(r->board->arena, &f->package.texts) = text;
    }
}

/* What the words of a text stand for. */
static const char *words_of(footprint *f, const char *words)
{
    if (strcmp(words, "%R") == 0 || strcmp(words, "${REFERENCE}") == 0)
        return ">NAME";
    if (strcmp(words, "%V") == 0 || strcmp(words, "${VALUE}") == 0)
        return ">VALUE";
    return lw_intern(f->r->board->names, words);
}

static void read_text(footprint *f, const lw_sexpr *node)
{
    const char *kind = lw_sexpr_word(node, 1), *words = lw_sexpr_word(node, 2);
    if (!kind || !words)
        return;
    if (lw_sexpr_same(kind, "reference"))
        add_text(f, node, ">NAME");
    else if (lw_sexpr_same(kind, "value"))
        add_text(f, node, ">VALUE");
    else if (strcmp(node->text, "fp_text") == 0)
        add_text(f, node, words_of(f, words));
}

static void read_figure(footprint *f, const lw_sexpr *node)
{
    kicad_reader *r = f->r;
    const lw_sexpr *layer = lw_sexpr_child(node, "layer");
    const char *name = layer ? lw_sexpr_word(layer, 1) : NULL;
    lw_layers copper = lw_kicad_layers(r, node);
    lw_shape shape;
    lw_drawing drawing = {0};
    if (name && strcmp(name, "Edge.Cuts") == 0) {
        if (lw_kicad_contour(r, node, KICAD_NEAR, &shape))
            *lw_list_add(r->board->arena, &f->package.outline) = shape;
    } else if (name && strcmp(name, "Margin") == 0) {
        if (lw_kicad_contour(r, node, KICAD_NEAR, &shape))
            *lw_list_add(r->board->arena, &r->margin) = on_board(f, node, shape);
    } else if (lw_kicad_is_text_box(node)) {
        if (copper && lw_kicad_figure(r, node, KICAD_NEAR, &shape))
            *lw_list_add(r->board->arena, &r->letters) = (lw_plain_copper){
                .copper = {copper, on_board(f, node, shape)}, .source = node->span};
    } else if (copper) {
        if (lw_kicad_figure(r, node, KICAD_NEAR, &shape))
            *lw_list_add(r->board->arena, &f->package.copper) =
                (lw_plain_copper){.copper = {copper, shape}, .source = node->span};
    } else if (name && lw_kicad_ink(name, &drawing.ink, &drawing.bottom)) {
        if (lw_kicad_figure(r, node, KICAD_NEAR, &drawing.shape))
            *lw_list_add(r->board->arena, &f->package.drawings) = drawing;
    }
}

/* ---- the back ---- */

static void mirror_shape(lw_shape *shape)
{
    lw_point *points = (lw_point *)(uintptr_t)shape->points; /* this reader made them */
    for (uint32_t i = 0; i < shape->count; i++)
        points[i].x = -points[i].x;
}

static void mirror_copper(const lw_board *board, lw_copper *copper)
{
    lw_layers layers = 0;
    for (uint32_t i = 0; i < board->layers.count; i++)
        if (copper->layers & LW_LAYER(i))
            layers |= LW_LAYER(board->layers.count - 1 - i);
    copper->layers = layers;
    mirror_shape(&copper->shape);
}

static void mirror_package(const lw_board *board, lw_package *package)
{
    for (uint32_t i = 0; i < package->pads.count; i++) {
        lw_package_pad *pad = &package->pads.at[i];
        pad->at.x = -pad->at.x;
        for (uint32_t k = 0; k < pad->copper.count; k++)
            mirror_copper(board, &pad->copper.at[k]);
    }
    for (uint32_t i = 0; i < package->holes.count; i++)
        mirror_shape(&package->holes.at[i].shape);
    for (uint32_t i = 0; i < package->copper.count; i++)
        mirror_copper(board, &package->copper.at[i].copper);
    for (uint32_t i = 0; i < package->keepouts.count; i++) {
        lw_keepout *keepout = &package->keepouts.at[i];
        lw_copper area = {keepout->layers, keepout->shape};
        mirror_copper(board, &area);
        keepout->layers = area.layers;
    }
    for (uint32_t i = 0; i < package->outline.count; i++)
        mirror_shape(&package->outline.at[i]);
    for (uint32_t i = 0; i < package->drawings.count; i++) {
        mirror_shape(&package->drawings.at[i].shape);
        package->drawings.at[i].bottom = !package->drawings.at[i].bottom;
    }
    for (uint32_t i = 0; i < package->texts.count; i++) {
        lw_text *text = &package->texts.at[i];
        text->placement.at.x = -text->placement.at.x;
        text->placement.mirrored = !text->placement.mirrored;
        text->bottom = !text->bottom;
    }
}

/* ---- equal packages ---- */

static bool same_copper(lw_copper a, lw_copper b)
{
    return a.layers == b.layers && lw_same_shape(a.shape, b.shape);
}

static bool same_pad(const lw_package_pad *a, const lw_package_pad *b)
{
    if (a->name != b->name || a->drill != b->drill || a->clearance != b->clearance ||
        !lw_same_point(a->at, b->at) || a->copper.count != b->copper.count)
        return false;
    for (uint32_t i = 0; i < a->copper.count; i++)
        if (!same_copper(a->copper.at[i], b->copper.at[i]))
            return false;
    return true;
}

static bool same_text(const lw_text *a, const lw_text *b)
{
    return a->ink == b->ink && a->bottom == b->bottom &&
           lw_same_point(a->placement.at, b->placement.at) &&
           a->placement.angle == b->placement.angle &&
           a->placement.mirrored == b->placement.mirrored && a->height == b->height &&
           a->align_x == b->align_x && a->align_y == b->align_y && strcmp(a->text, b->text) == 0;
}

static bool same_package(const lw_package *a, const lw_package *b)
{
    bool same = a->pads.count == b->pads.count && a->holes.count == b->holes.count &&
                a->copper.count == b->copper.count && a->keepouts.count == b->keepouts.count &&
                a->outline.count == b->outline.count && a->drawings.count == b->drawings.count &&
                a->texts.count == b->texts.count;
    for (uint32_t i = 0; same && i < a->pads.count; i++)
        same = same_pad(&a->pads.at[i], &b->pads.at[i]);
    for (uint32_t i = 0; same && i < a->holes.count; i++)
        same = lw_same_shape(a->holes.at[i].shape, b->holes.at[i].shape);
    for (uint32_t i = 0; same && i < a->copper.count; i++)
        same = same_copper(a->copper.at[i].copper, b->copper.at[i].copper);
    for (uint32_t i = 0; same && i < a->keepouts.count; i++)
        same = a->keepouts.at[i].layers == b->keepouts.at[i].layers &&
               lw_same_shape(a->keepouts.at[i].shape, b->keepouts.at[i].shape);
    for (uint32_t i = 0; same && i < a->outline.count; i++)
        same = lw_same_shape(a->outline.at[i], b->outline.at[i]);
    for (uint32_t i = 0; same && i < a->drawings.count; i++)
        same = a->drawings.at[i].ink == b->drawings.at[i].ink &&
               a->drawings.at[i].bottom == b->drawings.at[i].bottom &&
               lw_same_shape(a->drawings.at[i].shape, b->drawings.at[i].shape);
    for (uint32_t i = 0; same && i < a->texts.count; i++)
        same = same_text(&a->texts.at[i], &b->texts.at[i]);
    return same;
}

/* The package that is as this footprint has it; a new one, if none is. */
static uint32_t package_of(footprint *f, const char *name)
{
    kicad_reader *r = f->r;
    lw_board *board = r->board;
    const char *variant = NULL;
    for (int i = 0; i < MOST_VARIANTS; i++) {
        variant = lw_intern(board->names, lw_arena_print(r->file->arena, "%d", i));
        int32_t known = lw_dict_get(r->packages, name, variant);
        if (known < 0)
            break;
        if (same_package(&f->package, &board->packages.at[known]))
            return (uint32_t)known;
    }
    uint32_t at = board->packages.count;
    lw_dict_put(r->packages, name, variant, (int32_t)at);
    f->package.name = lw_kicad_unique(r, &r->package_names, name);
    *lw_list_add(board->arena, &board->packages) = f->package;
    return at;
}

/* ---- all ---- */

/* The word behind "Reference" or "Value", whichever way the format has it. */
static const char *field(footprint *f, const char *name)
{
    for (const lw_sexpr *node = f->node->first; node; node = node->next) {
        const char *kind = lw_sexpr_is(node, "property") || lw_sexpr_is(node, "fp_text")
                               ? lw_sexpr_word(node, 1)
                               : NULL;
        if (kind && lw_sexpr_same(kind, name))
            return lw_kicad_name(f->r, node, 2);
    }
    return lw_intern(f->r->board->names, "");
}

static void read_parts(footprint *f)
{
    kicad_reader *r = f->r;
    for (const lw_sexpr *node = f->node->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "pad"))
            lw_kicad_read_pad(r, node, f->node, f->placement.angle, &f->pad_names, &f->package);
        else if (lw_sexpr_is(node, "fp_text") || lw_sexpr_is(node, "property"))
            read_text(f, node);
        else if (lw_sexpr_is(node, "zone"))
            lw_kicad_read_zone(r, node); /* in coordinates of the board */
        else if (*lw_kicad_figure_kind(node))
            read_figure(f, node);
    }
}

void lw_kicad_read_footprint(kicad_reader *r, const lw_sexpr *node)
{
    footprint f = {.r = r, .node = node};
    const lw_sexpr *at = lw_sexpr_child(node, "at"), *layer = lw_sexpr_child(node, "layer");
    if (at) {
        f.placement.at = lw_kicad_point(r, at, LW_NM_MAX);
        f.placement.angle = lw_kicad_angle(r, at, 3);
    }
    f.reference = field(&f, "Reference");
    f.value = field(&f, "Value");
    read_parts(&f);
    if (r->status)
        return;
    lw_layers side = layer ? lw_kicad_layers(r, node) : LW_LAYER(0);
    if (r->board->layers.count > 1 && side == LW_LAYER(r->board->layers.count - 1)) {
        mirror_package(r->board, &f.package);
        f.placement.angle = lw_kicad_turn(-(int64_t)f.placement.angle);
        f.placement.mirrored = true;
    }
    const char *name = lw_kicad_name(r, node, 1);
    if (r->status)
        return;
    *lw_list_add(r->file->arena, &r->footprints) = node;
    *lw_list_add(r->board->arena, &r->board->elements) =
        (lw_element){.name = lw_kicad_unique(r, &r->elements, f.reference),
                     .value = f.value,
                     .package = package_of(&f, name),
                     .placement = f.placement,
                     .source = node->span};
}
