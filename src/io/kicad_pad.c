/*
 * Pads. A pad's place is relative to its footprint, its angle is not: it is that on the board. Its
 * place is that of the drill; the copper may stand beside it by an offset that turns with the pad.
 */
#include <string.h>
#include "io/figures.h"
#include "io/kicad.h"

typedef struct pad_reader {
    kicad_reader *r;
    const lw_sexpr *node;
    const lw_sexpr *part; /* says the shape: the pad, or a layer of its padstack */
    lw_package_pad *pad;
    lw_layers layers;    /* of this part */
    lw_placement copper; /* of the copper's middle */
    lw_nm width, height;
    lw_figures figures; /* for shapes alone */
} pad_reader;

static void add_copper(pad_reader *p, lw_shape shape)
{
    if (p->layers)
        *lw_list_add(p->r->board->arena, &p->pad->copper) = (lw_copper){p->layers, shape};
}

static lw_nm smaller_side(const pad_reader *p)
{
    return p->width < p->height ? p->width : p->height;
}

/* A share of the smaller side, as the file gives it; no more than `most` millionths. */
static lw_nm share_of_side(pad_reader *p, const char *name, int64_t usual, int64_t most)
{
    const lw_sexpr *child = lw_sexpr_child(p->part, name);
    int64_t share = child ? lw_kicad_number(p->r, child, 1, usual) : usual;
    share = share < 0 ? 0 : share > most ? most : share;
    return (lw_nm)(smaller_side(p) * share / LW_DEGREE);
}

static void add_circle(pad_reader *p)
{
    add_copper(p, lw_figure_disc(&p->figures, p->copper.at, p->width));
}

static void add_rounded(pad_reader *p, lw_nm corner)
{
    add_copper(p, lw_figure_rounded(&p->figures, p->copper, p->width, p->height, corner));
}

static void add_rectangle(pad_reader *p)
{
    add_rounded(p, 0);
}

static void add_oval(pad_reader *p)
{
    add_rounded(p, smaller_side(p));
}

static void add_polygon(pad_reader *p, lw_point *points, uint32_t count, lw_nm radius)
{
    for (uint32_t i = 0; i < count; i++)
        points[i] = lw_place(p->copper, points[i]);
    add_copper(p, lw_kicad_shape(p->r, p->node, points, count, true, radius));
}

/* One side is longer by the delta, that opposite shorter. */
static void add_trapezoid(pad_reader *p)
{
    const lw_sexpr *delta = lw_sexpr_child(p->part, "rect_delta");
    lw_nm x = p->width / 2, y = p->height / 2;
    lw_nm dx = delta ? lw_kicad_length(p->r, delta, 1, KICAD_NEAR) / 2 : 0;
    lw_nm dy = delta ? lw_kicad_length(p->r, delta, 2, KICAD_NEAR) / 2 : 0;
    lw_point corners[] = {
        {-x + dy, y + dx}, {x - dy, y - dx}, {x + dy, -y + dx}, {-x - dy, -y - dx}};
    add_polygon(p, corners, 4, 0);
}

/*
 * Some corners are cut, the others round. Along each side a corner takes away the same on both.
 */
static void add_chamfered(pad_reader *p, lw_nm round)
{
    static const struct {
        const char *name;
        int x, y;
    } corners[] = {
        {"top_right", 1, 1}, {"top_left", -1, 1}, {"bottom_left", -1, -1}, {"bottom_right", 1, -1}};
    lw_nm cut = share_of_side(p, "chamfer_ratio", 0, LW_DEGREE / 2);
    LW_LIST(lw_point) points = {0};
    for (int i = 0; i < 4; i++) {
        int sx = corners[i].x, sy = corners[i].y;
        bool is_cut = lw_kicad_says(p->part, "chamfer", corners[i].name);
        lw_nm take = is_cut ? cut : round;
        lw_point corner = {sx * (p->width / 2), sy * (p->height / 2)};
        lw_point flat = {corner.x - sx * take, corner.y},
                 upright = {corner.x, corner.y - sy * take};
        bool upright_first = sx == sy; /* counter-clockwise */
        lw_point a = upright_first ? upright : flat, b = upright_first ? flat : upright;
        *lw_list_add(p->r->file->arena, &points) = a;
        if (take == 0)
            continue;
        uint32_t count = is_cut ? 1 : lw_arc_points(a, b, 90 * LW_DEGREE, NULL, 0);
        lw_point *arc = LW_NEW_MANY(p->r->file->arena, lw_point, count);
        arc[0] = b;
        if (!is_cut)
            lw_arc_points(a, b, 90 * LW_DEGREE, arc, count);
        for (uint32_t k = 0; k < count; k++)
            *lw_list_add(p->r->file->arena, &points) = arc[k];
    }
    add_polygon(p, points.at, points.count, round ? LW_ARC_ERROR : 0);
}

static void add_roundrect(pad_reader *p)
{
    lw_nm corner = share_of_side(p, "roundrect_rratio", LW_DEGREE / 4, LW_DEGREE / 2);
    const lw_sexpr *chamfer = lw_sexpr_child(p->part, "chamfer");
    if (chamfer && lw_sexpr_at(chamfer, 1))
        add_chamfered(p, corner);
    else
        add_rounded(p, corner);
}

/* An anchor, and figures around it. */
static void add_custom(pad_reader *p)
{
    const lw_sexpr *options = lw_sexpr_child(p->part, "options");
    const lw_sexpr *primitives = lw_sexpr_child(p->part, "primitives");
    if (options && lw_kicad_says(options, "anchor", "rect"))
        add_rectangle(p);
    else
        add_circle(p);
    for (const lw_sexpr *node = primitives ? primitives->first->next : NULL; node && !p->r->status;
         node = node->next) {
        lw_shape shape;
        if (!lw_kicad_figure(p->r, node, KICAD_NEAR / 2, &shape))
            continue;
        add_copper(p, lw_figure_placed(&p->figures, p->copper, shape));
    }
}

static const struct {
    const char *name;
    void (*add)(pad_reader *p);
} shapes[] = {
    {"circle", add_circle},           {"rect", add_rectangle}, {"oval", add_oval},
    {"roundrect", add_roundrect},     {"custom", add_custom},  {"trapezoid", add_trapezoid},
    {"chamfered_rect", add_roundrect}};

/* The pad says it as its third word, a layer of its padstack as (shape ...). */
static const char *shape_of(const pad_reader *p)
{
    const lw_sexpr *shape = p->part == p->node ? NULL : lw_sexpr_child(p->part, "shape");
    return shape ? lw_sexpr_word(shape, 1) : lw_sexpr_word(p->node, 3);
}

static void add_shape(pad_reader *p)
{
    const char *shape = shape_of(p);
    for (size_t i = 0; shape && i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].name, shape) == 0) {
            shapes[i].add(p);
            return;
        }
    }
    lw_kicad_fail(p->r, p->node, "pad %.60s: the shape \"%.40s\" is not known", p->pad->name,
                  shape ? shape : "");
}

/* ---- drills ---- */

typedef struct pad_drill {
    lw_nm width, height; /* not equal: a slot along the pad's axes */
    lw_point offset;     /* from here to the copper's middle */
} pad_drill;

static pad_drill read_drill(kicad_reader *r, const lw_sexpr *node)
{
    pad_drill drill = {0};
    const lw_sexpr *list = lw_sexpr_child(node, "drill");
    if (!list)
        return drill;
    uint32_t place = lw_kicad_flag(list, "oval") ? 2 : 1;
    if (lw_sexpr_word(list, place))
        drill.width = drill.height = lw_kicad_length(r, list, place, KICAD_NEAR);
    if (lw_sexpr_word(list, place + 1))
        drill.height = lw_kicad_length(r, list, place + 1, KICAD_NEAR);
    const lw_sexpr *offset = lw_sexpr_child(list, "offset");
    if (offset)
        drill.offset = lw_kicad_point(r, offset, KICAD_NEAR);
    if (drill.width < 0 || drill.height < 0)
        lw_kicad_fail(r, list, "(drill) is negative");
    return drill;
}

static bool is_type(const lw_sexpr *node, const char *type)
{
    const char *word = lw_sexpr_word(node, 2);
    return word && strcmp(word, type) == 0;
}

/* Copper around a hole that is not plated is there only where it is larger. */
static bool has_no_copper(const pad_reader *p, const pad_drill *drill)
{
    const char *shape = lw_sexpr_word(p->node, 3);
    bool round = shape && (strcmp(shape, "circle") == 0 || strcmp(shape, "oval") == 0);
    lw_nm height = round && strcmp(shape, "circle") == 0 ? p->width : p->height;
    return !p->layers ||
           (is_type(p->node, "np_thru_hole") && round && drill->offset.x == 0 &&
            drill->offset.y == 0 && drill->width >= p->width && drill->height >= height);
}

static void add_hole(pad_reader *p, const pad_drill *drill, lw_package *out)
{
    lw_placement at = {.at = p->pad->at, .angle = p->copper.angle};
    lw_nm smaller = drill->width < drill->height ? drill->width : drill->height;
    lw_shape shape = lw_figure_rounded(&p->figures, at, drill->width, drill->height, smaller);
    *lw_list_add(p->r->board->arena, &out->holes) =
        (lw_hole){.shape = shape, .source = p->node->span};
    if (lw_kicad_net(p->r, p->node) != LW_NO_NET)
        lw_kicad_warn(p->r, p->node, "pad \"%.60s\": without copper it is in no net", p->pad->name);
}

/* ---- clearance ---- */

/* The pad's own, or that of its footprint; 0 says nothing. */
static lw_nm local_clearance(kicad_reader *r, const lw_sexpr *node, const lw_sexpr *footprint)
{
    lw_nm own = lw_kicad_size_of(r, node, "clearance", 0);
    return own > 0 ? own : lw_kicad_size_of(r, footprint, "clearance", 0);
}

static lw_nm magnitude(lw_nm value)
{
    return value < 0 ? -value : value;
}

/*
 * Other copper keeps away from the hole, too: where the ring around it is thin, the pad itself asks
 * for what is missing.
 */
static void ask_for_hole(pad_reader *p, const pad_drill *drill, lw_point offset)
{
    lw_nm across = (p->width - drill->width) / 2 - magnitude(offset.x);
    lw_nm along = (p->height - drill->height) / 2 - magnitude(offset.y);
    int64_t missing = (int64_t)p->r->rules.hole - (across < along ? across : along);
    if (missing > p->pad->clearance)
        p->pad->clearance = missing < KICAD_NEAR ? (lw_nm)missing : KICAD_NEAR;
}

/* On layers where a drilled pad has no copper, nothing of any net may run into its hole. */
static void guard_hole(pad_reader *p, const pad_drill *drill, lw_package *out)
{
    lw_layers layers = lw_board_layers(p->r->board) & ~p->layers;
    lw_placement at = {.at = p->pad->at, .angle = p->copper.angle};
    lw_nm hole = p->r->rules.hole;
    lw_nm width = drill->width + 2 * hole, height = drill->height + 2 * hole;
    lw_shape shape =
        lw_figure_rounded(&p->figures, at, width, height, width > height ? width : height);
    if (layers)
        *lw_list_add(p->r->board->arena, &out->keepouts) = (lw_keepout){.layers = layers,
                                                                        .shape = shape,
                                                                        .tracks = true,
                                                                        .vias = true,
                                                                        .source = p->node->span};
}

/* ---- all ---- */

static void read_extent(pad_reader *p, const lw_sexpr *size, lw_point offset)
{
    p->copper.at = p->pad->at;
    p->copper.at = lw_place(p->copper, offset);
    p->width = lw_kicad_length(p->r, size, 1, KICAD_NEAR);
    p->height = lw_sexpr_word(size, 2) ? lw_kicad_length(p->r, size, 2, KICAD_NEAR) : p->width;
    if (p->width < 0 || p->height < 0)
        lw_kicad_fail(p->r, size, "the size of pad \"%.60s\" is negative", p->pad->name);
}

static void read_place(pad_reader *p, lw_angle angle, const pad_drill *drill)
{
    kicad_reader *r = p->r;
    const lw_sexpr *at = lw_sexpr_child(p->node, "at"), *size = lw_sexpr_child(p->node, "size");
    if (!at || !size) {
        lw_kicad_fail(r, p->node, "pad \"%.60s\" has no (%s)", p->pad->name, at ? "size" : "at");
        return;
    }
    p->pad->at = lw_kicad_point(r, at, KICAD_NEAR);
    p->copper.angle = lw_kicad_turn((int64_t)lw_kicad_angle(r, at, 3) - angle);
    read_extent(p, size, drill->offset);
}

static void add_part(pad_reader *p, const pad_drill *drill, lw_point offset)
{
    if (drill->width > 0)
        ask_for_hole(p, drill, offset);
    add_shape(p);
}

/* The pad's copper on a layer, (layer "B.Cu" ...), or on all inner ones, (layer "Inner" ...). */
static lw_layers read_layer(const pad_reader *pad, const lw_sexpr *node, const pad_drill *drill)
{
    pad_reader p = *pad;
    lw_layers outer = LW_LAYER(0) | LW_LAYER(p.r->board->layers.count - 1);
    const char *name = lw_sexpr_word(node, 1);
    bool inner = name && strcmp(name, "Inner") == 0;
    const lw_sexpr *size = lw_sexpr_child(node, "size"), *offset = lw_sexpr_child(node, "offset");
    p.layers &= inner ? ~outer : lw_kicad_named_layers(p.r, name ? name : "");
    p.part = node;
    lw_point beside = offset ? lw_kicad_point(p.r, offset, KICAD_NEAR) : (lw_point){0, 0};
    read_extent(&p, size ? size : lw_sexpr_child(p.node, "size"), beside);
    if (p.layers)
        add_part(&p, drill, beside);
    return p.layers;
}

/* Since 9 a pad may have another shape on the back and between; what it says itself is the front.
 */
static void add_parts(pad_reader *p, const pad_drill *drill)
{
    const lw_sexpr *padstack = lw_sexpr_child(p->node, "padstack");
    const lw_sexpr *node = padstack ? lw_sexpr_child(padstack, "layer") : NULL;
    for (; node && !p->r->status; node = lw_sexpr_sibling(node, "layer"))
        p->layers &= ~read_layer(p, node, drill);
    if (p->layers)
        add_part(p, drill, drill->offset);
}

/* A drill as large as that leaves nothing to solder to. */
static void warn_of_lost_copper(pad_reader *p)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < p->pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(p->pad->copper.at[i].shape));
    if (p->pad->drill > box.x2 - box.x1 || p->pad->drill > box.y2 - box.y1)
        lw_kicad_warn(p->r, p->node, "pad \"%.60s\": its drill is larger than its copper",
                      p->pad->name);
}

void lw_kicad_read_pad(kicad_reader *r, const lw_sexpr *node, const lw_sexpr *footprint,
                       lw_angle angle, kicad_taken *names, lw_package *out)
{
    lw_package_pad pad = {.name = lw_kicad_name(r, node, 1), .source = node->span};
    pad_reader p = {
        .r = r, .node = node, .part = node, .pad = &pad, .figures = {.arena = r->board->arena}};
    pad_drill drill = read_drill(r, node);
    read_place(&p, angle, &drill);
    p.layers = lw_kicad_layers(r, node);
    if (r->status)
        return;
    bool drilled =
        drill.width > 0 && drill.height > 0 && !is_type(node, "smd") && !is_type(node, "connect");
    if (drilled && has_no_copper(&p, &drill)) {
        add_hole(&p, &drill, out);
        return;
    }
    if (!p.layers)
        return; /* an opening in mask or paste */
    pad.clearance = local_clearance(r, node, footprint);
    if (drilled) {
        pad.drill = drill.width < drill.height ? drill.width : drill.height;
        guard_hole(&p, &drill, out);
    } else {
        drill = (pad_drill){.offset = drill.offset};
    }
    add_parts(&p, &drill);
    if (!drilled)
        pad.at = p.copper.at;
    pad.name = lw_kicad_unique(r, names, pad.name);
    lw_net_id net = lw_kicad_net(r, node);
    if (r->status)
        return;
    warn_of_lost_copper(&p);
    *lw_list_add(r->board->arena, &out->pads) = pad;
    *lw_list_add(r->file->arena, &r->pad_nets) = net;
}
