#include "draw/scene.h"

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "base/number.h"
#include "draw/font.h"
#include "geom/point.h"

/*
 * All strata are laid out first, in the order in which they are painted, then filled. slot[] finds
 * the stratum of a role on a layer. Of copper, what is faint comes first, so that a highlighted net
 * lies above all others.
 */

#define PAGE_MARGIN   2000000
#define INK_MARGIN    500000
#define INK_REACH     10000000 /* what is printed beside the board is seen as far from it as that */
#define OUTLINE_WIDTH 150000
#define RIM_WIDTH     100000
#define HAIRLINE      50000
#define RAT_WIDTH     120000
#define RAT_END       500000
#define JUMPER_WIDTH  400000
#define FAULT_RADIUS  700000
#define FAULT_WIDTH   120000
#define LABEL_HEIGHT  1000000
#define LABEL_MOST    128     /* characters */
#define LABEL_REACH   6000000 /* a mark that has the like nearer than this needs no label */
#define LEGEND_ROW    2500000 /* from layer to layer */
#define LEGEND_LINE   6000000
#define LEGEND_TEXT   1500000
#define FAULT_LABELS  200 /* more of them would hide the board */

typedef struct builder {
    lw_scene *scene;
    const lw_board *board;
    const lw_draw_options *options;
    lw_layers shown;
    uint32_t slot[LW_ROLE_COUNT][LW_LAYER_SHARED + 1][2];
} builder;

/* ---- strata ---- */

/* Only a net that is highlighted, and what belongs to no net by nature, keeps its full colour. */
static bool is_faint(const builder *b, lw_net_id net)
{
    return b->options->highlight != LW_NO_NET && net != b->options->highlight;
}

static void add(builder *b, lw_stratum *stratum, lw_shape shape)
{
    *lw_list_add(b->scene->arena, &stratum->shapes) = shape;
}

static void lay(builder *b, lw_role role, uint32_t layer, bool faint)
{
    b->slot[role][layer][faint] = b->scene->strata.count;
    lw_stratum *stratum = lw_list_add(b->scene->arena, &b->scene->strata);
    stratum->role = role;
    stratum->layer = layer;
    stratum->faint = faint;
}

static void lay_both(builder *b, lw_role role, uint32_t layer)
{
    lay(b, role, layer, true);
    lay(b, role, layer, false);
}

static void lay_copper(builder *b, bool faint)
{
    for (uint32_t layer = b->board->layers.count; layer-- > 0;) {
        lay(b, LW_ROLE_POUR, layer, faint);
        lay(b, LW_ROLE_POUR_RIM, layer, faint);
        lay(b, LW_ROLE_COPPER, layer, faint);
    }
    lay(b, LW_ROLE_PLATED, LW_LAYER_SHARED, faint);
}

/* The layer that a thing on several layers is drawn on. */
static uint32_t layer_of(lw_layers layers)
{
    for (uint32_t layer = 0; layer < LW_MAX_LAYERS; layer++)
        if (layers == LW_LAYER(layer))
            return layer;
    return LW_LAYER_SHARED;
}

static lw_role keepout_role(const lw_keepout *keepout)
{
    if (keepout->tracks && keepout->vias)
        return LW_ROLE_KEEPOUT;
    return keepout->vias ? LW_ROLE_KEEPOUT_VIAS : LW_ROLE_KEEPOUT_TRACKS;
}

/* A keepout with windows is a stratum of its own: they are no windows in other keepouts. */
static void lay_windowed_keepouts(builder *b)
{
    for (uint32_t i = 0; i < b->board->keepouts.count; i++) {
        const lw_keepout *keepout = &b->board->keepouts.at[i];
        lw_layers layers = keepout->layers & b->shown;
        if (!layers || !keepout->windows.count)
            continue;
        lay(b, keepout_role(keepout), layer_of(layers), is_faint(b, LW_NO_NET));
        lw_stratum *stratum = &b->scene->strata.at[b->scene->strata.count - 1];
        add(b, stratum, keepout->shape);
        for (uint32_t k = 0; k < keepout->windows.count; k++)
            *lw_list_add(b->scene->arena, &stratum->windows) = keepout->windows.at[k];
    }
}

static void lay_keepouts(builder *b)
{
    for (uint32_t layer = LW_LAYER_SHARED + 1; layer-- > 0;)
        for (lw_role role = LW_ROLE_KEEPOUT_TRACKS; role <= LW_ROLE_KEEPOUT; role++)
            lay_both(b, role, layer);
}

static void lay_strata(builder *b)
{
    lay_both(b, LW_ROLE_BOARD, LW_LAYER_SHARED);
    lay_both(b, LW_ROLE_DOCUMENT, LW_LAYER_SHARED);
    lay_both(b, LW_ROLE_SILK_BOTTOM, LW_LAYER_SHARED);
    lay_copper(b, true);
    lay_copper(b, false);
    lay_windowed_keepouts(b);
    lay_keepouts(b);
    for (lw_role role = LW_ROLE_DRILL; role < LW_ROLE_COUNT; role++)
        lay_both(b, role, LW_LAYER_SHARED);
}

static lw_stratum *find(const builder *b, lw_role role, uint32_t layer, bool faint)
{
    return &b->scene->strata.at[b->slot[role][layer][faint]];
}

static lw_stratum *shared(const builder *b, lw_role role, bool faint)
{
    return find(b, role, LW_LAYER_SHARED, faint);
}

/* ---- shapes ---- */

static lw_shape stroke(builder *b, const lw_point *points, uint32_t count, lw_nm width)
{
    lw_point *copy = lw_arena_copy(b->scene->arena, points, count, sizeof *points);
    return (lw_shape){.points = copy, .count = count, .radius = width / 2};
}

static lw_shape disc(builder *b, lw_point at, lw_nm diameter)
{
    return stroke(b, &at, 1, diameter);
}

/* The rim of a polygon as a closed line. */
static lw_shape rim(builder *b, lw_shape shape, lw_nm width)
{
    lw_point *points = LW_NEW_MANY(b->scene->arena, lw_point, (size_t)shape.count + 1);
    memcpy(points, shape.points, shape.count * sizeof *points);
    points[shape.count] = points[0];
    return (lw_shape){.points = points, .count = shape.count + 1, .radius = width / 2};
}

static lw_shape at_least(lw_shape shape, lw_nm width)
{
    if (!shape.filled && shape.radius < width / 2)
        shape.radius = width / 2;
    return shape;
}

/* ---- texts ---- */

const char *lw_clean_text(lw_arena *arena, const char *text, size_t length, size_t most)
{
    const char *end = text + length;
    size_t whole = 0;
    for (const char *at = text; at < end && whole <= most; whole++)
        lw_utf8_next(&at, end);
    size_t keep = whole > most ? most - 3 : whole;
    char *clean = LW_NEW_MANY(arena, char, 4 * keep + sizeof "...");
    size_t count = 0;
    for (const char *at = text; keep > 0; keep--) {
        const char *start = at;
        uint32_t c = lw_utf8_next(&at, end);
        /* XML and PDF take neither control characters nor U+FFFE and U+FFFF. */
        bool bad = c < 32 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD || (c & 0xFFFE) == 0xFFFE;
        if (bad)
            clean[count++] = '?';
        else
            for (; start < at; start++)
                clean[count++] = *start;
    }
    strcpy(clean + count, whole > most ? "..." : "");
    return clean;
}

/* Text that would stand on its head is turned round its anchor, as EAGLE does. */
static lw_text upright(lw_text text)
{
    lw_angle angle = text.placement.angle;
    if (angle > 90 * LW_DEGREE && angle <= 270 * LW_DEGREE) {
        text.placement.angle = (angle + 180 * LW_DEGREE) % (360 * LW_DEGREE);
        text.align_x = (uint8_t)(2 - text.align_x);
        text.align_y = (uint8_t)(2 - text.align_y);
    }
    return text;
}

/* The anchor of a line moved by `lines` half line pitches down. */
static lw_placement below(lw_placement placement, lw_nm height, int64_t halves)
{
    int64_t down = halves * height * 3 / 4;
    if (down > LW_NM_MAX || down < -LW_NM_MAX)
        down = 0;
    lw_placement turn = placement;
    turn.at = (lw_point){0, 0};
    lw_point shift = lw_place(turn, (lw_point){0, (lw_nm)-down});
    placement.at.x += shift.x;
    placement.at.y += shift.y;
    return placement;
}

static void add_text(builder *b, lw_stratum *stratum, lw_text text)
{
    if (text.height <= 0)
        return;
    text = upright(text);
    int64_t lines = 1;
    for (const char *at = text.text; *at; at++)
        lines += *at == '\n';
    /* From the anchor to the first line, in half pitches: all, half or none of the block. */
    int64_t halves = -(lines - 1) * (2 - text.align_y);
    for (const char *line = text.text;; halves += 2) {
        size_t length = strcspn(line, "\n");
        lw_text one = text;
        one.text = lw_clean_text(b->scene->arena, line, length, LABEL_MOST);
        one.placement = below(text.placement, text.height, halves);
        if (*one.text)
            *lw_list_add(b->scene->arena, &stratum->texts) = one;
        if (!line[length])
            return;
        line += length + 1;
    }
}

/* Where a text lies, near enough: letters are taken to be as wide as they are high. */
static lw_box text_box(const lw_text *text)
{
    int64_t lines = 1, letters = 0, longest = 0;
    for (const char *at = text->text, *end = at + strlen(at); at < end;) {
        bool ends = lw_utf8_next(&at, end) == '\n';
        lines += ends;
        letters = ends ? 0 : letters + 1;
        longest = letters > longest ? letters : longest;
    }
    int64_t width = longest * text->height, height = (3 * lines - 1) * text->height / 2;
    width = width < LW_NM_MAX / 2 ? width : LW_NM_MAX / 2;
    height = height < LW_NM_MAX / 2 ? height : LW_NM_MAX / 2;
    lw_box box = lw_box_empty();
    for (int corner = 0; corner < 4; corner++) {
        int64_t x = (corner & 1 ? width : 0) - width * text->align_x / 2;
        int64_t y = (corner & 2 ? height : 0) - height * text->align_y / 2;
        box = lw_box_add(box, lw_place(text->placement, (lw_point){(lw_nm)x, (lw_nm)y}));
    }
    return box;
}

static bool lies_in(lw_box inner, lw_box outer)
{
    return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
           inner.y2 <= outer.y2;
}

/* ---- copper and what blocks it ---- */

static void add_drill(builder *b, const lw_item *item)
{
    if (item->drill > 0)
        add(b, shared(b, LW_ROLE_DRILL, is_faint(b, item->net)), disc(b, item->at, item->drill));
}

static void add_copper(builder *b, const lw_item *item)
{
    lw_layers layers = item->layers & b->shown;
    bool faint = is_faint(b, item->net);
    if (!layers)
        return;
    if (item->drill > 0)
        add(b, shared(b, LW_ROLE_PLATED, faint), item->shape);
    else
        for (uint32_t layer = 0; layer < b->board->layers.count; layer++)
            if (layers & LW_LAYER(layer))
                add(b, find(b, LW_ROLE_COPPER, layer, faint), item->shape);
    add_drill(b, item);
}

static void add_hole(builder *b, const lw_item *item)
{
    lw_shape wider = item->shape;
    wider.radius += RIM_WIDTH;
    add(b, shared(b, LW_ROLE_HOLE_RIM, false), wider);
    add(b, shared(b, LW_ROLE_HOLE, false), item->shape);
}

static void add_keepout(builder *b, const lw_item *item)
{
    const lw_keepout *keepout = &b->board->keepouts.at[item->index];
    lw_layers layers = keepout->layers & b->shown;
    if (!layers || keepout->windows.count)
        return;
    add(b, find(b, keepout_role(keepout), layer_of(layers), is_faint(b, LW_NO_NET)),
        at_least(item->shape, HAIRLINE));
}

static void add_edge(builder *b, const lw_item *item)
{
    lw_shape line = item->shape;
    line.radius = OUTLINE_WIDTH / 2;
    add(b, shared(b, LW_ROLE_OUTLINE, false), line);
}

static void add_items(builder *b)
{
    static void (*const adders[])(builder *, const lw_item *) = {
        [LW_ITEM_PAD] = add_copper,     [LW_ITEM_TRACK] = add_copper, [LW_ITEM_VIA] = add_copper,
        [LW_ITEM_COPPER] = add_copper,  [LW_ITEM_HOLE] = add_hole,    [LW_ITEM_EDGE] = add_edge,
        [LW_ITEM_KEEPOUT] = add_keepout};
    for (uint32_t i = 0; i < b->scene->items.count; i++)
        adders[b->scene->items.at[i].kind](b, &b->scene->items.at[i]);
}

static void add_board(builder *b)
{
    for (uint32_t i = 0; i < b->board->outline.count; i++)
        add(b, shared(b, LW_ROLE_BOARD, false), b->board->outline.at[i]);
}

static void add_pours(builder *b)
{
    for (uint32_t i = 0; i < b->board->pours.count; i++) {
        const lw_pour *pour = &b->board->pours.at[i];
        bool faint = is_faint(b, pour->net);
        for (uint32_t layer = 0; layer < b->board->layers.count; layer++) {
            if (!(pour->layers & b->shown & LW_LAYER(layer)))
                continue;
            lw_stratum *stratum = find(b, LW_ROLE_POUR, layer, faint);
            if (pour->cutout)
                *lw_list_add(b->scene->arena, &stratum->windows) = pour->shape;
            else
                add(b, stratum, pour->shape);
            add(b, find(b, LW_ROLE_POUR_RIM, layer, faint), rim(b, pour->shape, HAIRLINE));
        }
    }
}

static void add_jumpers(builder *b)
{
    for (uint32_t i = 0; i < b->board->jumpers.count; i++) {
        const lw_jumper *jumper = &b->board->jumpers.at[i];
        add(b, shared(b, LW_ROLE_JUMPER, is_faint(b, jumper->net)),
            stroke(b, jumper->ends, 2, JUMPER_WIDTH));
    }
}

/* ---- silkscreen ---- */

/* `document` is the role of what is not printed on the board. All of the bottom lies below the
 * copper, so that it is not in the way of the top, unless it is shown alone. */
static lw_stratum *ink(const builder *b, lw_ink kind, bool bottom, lw_role document)
{
    bool behind = bottom && (b->shown & LW_LAYER(0));
    lw_role printed = behind ? LW_ROLE_SILK_BOTTOM : LW_ROLE_SILK_TOP;
    lw_role noted = behind ? LW_ROLE_DOCUMENT : document;
    return shared(b, kind == LW_DOCUMENT ? noted : printed, is_faint(b, LW_NO_NET));
}

/* A side's silkscreen is seen with its copper. */
static bool side_shown(const builder *b, bool bottom)
{
    uint32_t layer = bottom ? b->board->layers.count - 1 : 0;
    return b->board->layers.count < 2 || (b->shown & LW_LAYER(layer));
}

static bool package_says(const lw_package *package, const char *what)
{
    for (uint32_t i = 0; i < package->texts.count; i++)
        if (strstr(package->texts.at[i].text, what))
            return true;
    return false;
}

static lw_box element_box(const lw_board *board, const lw_element *element)
{
    lw_box box = lw_box_empty();
    uint32_t count = board->packages.at[element->package].pads.count;
    for (uint32_t i = 0; i < count; i++) {
        const lw_pad *pad = &board->pads.at[element->first_pad + i];
        for (uint32_t k = 0; k < pad->copper.count; k++)
            box = lw_box_join(box, lw_shape_box(pad->copper.at[k].shape));
    }
    return box;
}

/* The name of a part whose package has no place for it: in the middle of its pads. */
static void add_missing_name(builder *b, const lw_element *element)
{
    const lw_package *package = &b->board->packages.at[element->package];
    bool bottom = element->placement.mirrored;
    lw_box box = element_box(b->board, element);
    if (lw_box_is_empty(box) || package_says(package, ">NAME") || !side_shown(b, bottom))
        return;
    lw_text name = {.bottom = bottom, .height = LABEL_HEIGHT, .align_x = 1, .align_y = 1};
    name.placement.at = (lw_point){box.x1 / 2 + box.x2 / 2, box.y1 / 2 + box.y2 / 2};
    name.placement.mirrored = bottom;
    name.text = element->name;
    add_text(b, ink(b, LW_SILK, bottom, LW_ROLE_NOTE), name);
}

static void add_silk(builder *b)
{
    const lw_board *board = b->board;
    for (uint32_t i = 0; i < board->drawings.count; i++) {
        const lw_drawing *drawing = &board->drawings.at[i];
        if (side_shown(b, drawing->bottom))
            add(b, ink(b, drawing->ink, drawing->bottom, LW_ROLE_DOCUMENT),
                at_least(drawing->shape, HAIRLINE));
    }
    for (uint32_t i = 0; i < board->texts.count; i++) {
        const lw_text *text = &board->texts.at[i];
        /* Half a note says nothing. */
        if (side_shown(b, text->bottom) &&
            (text->ink == LW_SILK || lies_in(text_box(text), b->scene->page)))
            add_text(b, ink(b, text->ink, text->bottom, LW_ROLE_NOTE), *text);
    }
    for (uint32_t i = 0; i < board->elements.count; i++)
        add_missing_name(b, &board->elements.at[i]);
}

/* ---- what the judge says ---- */

static void add_cross(builder *b, lw_stratum *stratum, lw_point at)
{
    const lw_nm arm = FAULT_RADIUS / 2;
    for (int way = -1; way <= 1; way += 2) {
        lw_point ends[] = {{at.x - arm, at.y - way * arm}, {at.x + arm, at.y + way * arm}};
        add(b, stratum, stroke(b, ends, 2, FAULT_WIDTH));
    }
}

static void add_ring(builder *b, lw_stratum *stratum, lw_point at)
{
    uint32_t count = lw_circle_points(at, FAULT_RADIUS, NULL, 0);
    lw_point *points = LW_NEW_MANY(b->scene->arena, lw_point, (size_t)count + 1);
    lw_circle_points(at, FAULT_RADIUS, points, count);
    points[count] = points[0];
    add(b, stratum, (lw_shape){.points = points, .count = count + 1, .radius = FAULT_WIDTH / 2});
}

/* Beside the ring, on the side where the page has more room; not over an earlier one, and once
 * where many are alike. */
static void add_fault_label(builder *b, lw_stratum *stratum, const lw_violation *fault)
{
    bool left = fault->at.x > b->scene->page.x1 / 2 + b->scene->page.x2 / 2;
    lw_nm shift = FAULT_RADIUS + LABEL_HEIGHT / 3;
    lw_text label = {.height = LABEL_HEIGHT, .align_x = left ? 2 : 0, .align_y = 1};
    label.placement.at = (lw_point){fault->at.x + (left ? -shift : shift), fault->at.y};
    label.text = lw_rule_name(fault->rule);
    for (uint32_t i = 0; i < stratum->texts.count; i++) {
        const lw_text *other = &stratum->texts.at[i];
        int64_t dx = llabs((int64_t)other->placement.at.x - label.placement.at.x);
        int64_t dy = llabs((int64_t)other->placement.at.y - label.placement.at.y);
        bool alike = strcmp(other->text, label.text) == 0;
        if ((dx < 5 * LABEL_HEIGHT && dy < LABEL_HEIGHT * 5 / 4) ||
            (alike && dx < LABEL_REACH && dy < LABEL_REACH))
            return;
    }
    add_text(b, stratum, label);
}

/* With a dot at either end: thin lines alone are easily overlooked. */
static void add_ratline(builder *b, const lw_ratline *line)
{
    lw_stratum *stratum = shared(b, LW_ROLE_RATSNEST, is_faint(b, line->net));
    const lw_point ends[] = {line->a, line->b};
    add(b, stratum, stroke(b, ends, 2, RAT_WIDTH));
    for (int i = 0; i < 2; i++)
        add(b, stratum, disc(b, ends[i], RAT_END));
}

/* Faults stand by rule, then place. */
static bool lies_on_the_last(const lw_report *report, uint32_t i)
{
    const lw_violation *fault = &report->faults.at[i];
    return i > 0 && fault[-1].rule == fault->rule && fault[-1].preexisting == fault->preexisting &&
           lw_same_point(fault[-1].at, fault->at);
}

static void add_report(builder *b, const lw_report *report)
{
    for (uint32_t i = 0; i < report->ratsnest.count; i++)
        add_ratline(b, &report->ratsnest.at[i]);
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_violation *fault = &report->faults.at[i];
        if (lies_on_the_last(report, i))
            continue;
        lw_role role = fault->preexisting ? LW_ROLE_OLD_FAULT : LW_ROLE_FAULT;
        lw_stratum *stratum = shared(b, role, false);
        add_ring(b, stratum, fault->at);
        if (fault->preexisting)
            continue;
        add_cross(b, stratum, fault->at);
        if (stratum->texts.count < FAULT_LABELS)
            add_fault_label(b, stratum, fault);
    }
}

/* ---- the legend ---- */

/* A row as long as the name of the layer wants it. */
static void add_legend_row(builder *b, lw_stratum *copper, const char *name, lw_point at)
{
    lw_point ends[] = {at, {at.x + LEGEND_LINE, at.y}};
    lw_text text = {.placement = {.at = {ends[1].x + LEGEND_TEXT, at.y}},
                    .height = LEGEND_TEXT,
                    .align_y = 1,
                    .text = lw_clean_text(b->scene->arena, name, strlen(name), LABEL_MOST)};
    add(b, copper, stroke(b, ends, 2, LEGEND_TEXT / 2));
    *lw_list_add(b->scene->arena, &shared(b, LW_ROLE_CAPTION, false)->texts) = text;
    b->scene->page =
        lw_box_join(b->scene->page, lw_box_grow(text_box(&text), LEGEND_ROW - LEGEND_TEXT / 2));
}

static void add_legend(builder *b)
{
    lw_point at = {b->scene->page.x1 + PAGE_MARGIN, b->scene->page.y1 - LEGEND_ROW / 2};
    for (uint32_t layer = 0; layer < b->board->layers.count; layer++) {
        if (!(b->shown & LW_LAYER(layer)))
            continue;
        add_legend_row(b, find(b, LW_ROLE_COPPER, layer, false), b->board->layers.at[layer].name,
                       at);
        at.y -= LEGEND_ROW;
    }
    if (b->board->layers.count > 1)
        add_legend_row(b, shared(b, LW_ROLE_PLATED, false), "through all layers", at);
}

/* ---- the whole ---- */

/* The page with the box as well, unless it reaches out of what may be seen. */
static lw_box with_ink(lw_box page, lw_box reach, lw_box ink)
{
    return lies_in(ink, reach) ? lw_box_join(page, lw_box_grow(ink, INK_MARGIN)) : page;
}

/*
 * The board and a margin; also copper beside the board, so that nobody has to look for it, and
 * what is printed there. It does not depend on options: all pictures of a board lie on each other.
 */
static lw_box page_of(const lw_scene *scene, const lw_board *board)
{
    lw_box box = lw_board_box(board);
    for (uint32_t i = 0; i < scene->items.count; i++)
        if (scene->items.at[i].kind != LW_ITEM_KEEPOUT && scene->items.at[i].kind != LW_ITEM_EDGE)
            box = lw_box_join(box, lw_shape_box(scene->items.at[i].shape));
    if (lw_box_is_empty(box))
        box = (lw_box){0, 0, 0, 0};
    lw_box page = lw_box_grow(box, PAGE_MARGIN), reach = lw_box_grow(box, INK_REACH);
    for (uint32_t i = 0; i < board->drawings.count; i++)
        if (board->drawings.at[i].ink == LW_SILK)
            page = with_ink(page, reach, lw_shape_box(board->drawings.at[i].shape));
    for (uint32_t i = 0; i < board->texts.count; i++)
        if (board->texts.at[i].ink == LW_SILK)
            page = with_ink(page, reach, text_box(&board->texts.at[i]));
    return page;
}

static const char *summary_of(const lw_scene *scene, const lw_board *board)
{
    char width[LW_NUMBER_ROOM], height[LW_NUMBER_ROOM];
    lw_box box = lw_board_box(board);
    lw_print_fixed((int64_t)box.x2 - box.x1, 1000000, width);
    lw_print_fixed((int64_t)box.y2 - box.y1, 1000000, height);
    return lw_arena_print(scene->arena,
                          "A board of %s x %s mm with %u copper layers, %u parts and %u nets, seen "
                          "from the top, in true scale.",
                          width, height, board->layers.count, board->elements.count,
                          board->nets.count);
}

lw_scene *lw_scene_new(const lw_board *board, const lw_routes *routes, const lw_report *report,
                       const lw_draw_options *options)
{
    lw_arena *arena = lw_arena_new();
    lw_scene *scene = LW_NEW(arena, lw_scene);
    scene->arena = arena;
    scene->layer_count = board->layers.count;
    scene->items = lw_items_new(board, routes);
    scene->page = page_of(scene, board);
    const char *title = options->title ? options->title : board->name;
    scene->title = lw_clean_text(arena, title, strlen(title), LABEL_MOST);
    scene->summary = summary_of(scene, board);

    builder *b = LW_NEW(arena, builder);
    b->scene = scene;
    b->board = board;
    b->options = options;
    b->shown = options->layers ? options->layers : lw_board_layers(board);
    lay_strata(b);
    add_board(b);
    add_pours(b);
    add_items(b);
    add_jumpers(b);
    if (options->silk)
        add_silk(b);
    if (report)
        add_report(b, report);
    if (options->legend)
        add_legend(b);
    return scene;
}

void lw_scene_free(lw_scene *scene)
{
    if (!scene)
        return;
    lw_items_free(&scene->items);
    lw_arena_free(scene->arena);
}
