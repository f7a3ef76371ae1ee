/*
 * Zones: copper that is poured, and areas with rules. Those of a footprint, too, stand in
 * coordinates of the board.
 */
#include "io/kicad.h"

static bool forbids(const lw_sexpr *keepout, const char *what)
{
    return lw_kicad_says(keepout, what, "not_allowed");
}

static void add_pour(kicad_reader *r, const lw_sexpr *node, lw_net_id net, lw_shape shape,
                     bool cutout)
{
    *lw_list_add(r->board->arena, &r->board->pours) = (lw_pour){.net = net,
                                                                .layers = lw_kicad_layers(r, node),
                                                                .shape = shape,
                                                                .cutout = cutout,
                                                                .source = node->span};
}

static void add_rule_area(kicad_reader *r, const lw_sexpr *node, const lw_sexpr *keepout,
                          lw_shape shape)
{
    bool tracks = forbids(keepout, "tracks"), vias = forbids(keepout, "vias");
    if (tracks || vias)
        *lw_list_add(r->board->arena, &r->board->keepouts) =
            (lw_keepout){.layers = lw_kicad_layers(r, node),
                         .shape = shape,
                         .tracks = tracks,
                         .vias = vias,
                         .source = node->span};
    if (forbids(keepout, "copperpour"))
        add_pour(r, node, LW_NO_NET, shape, true);
}

/*
 * The first polygon is the outline, others are holes in it. Ways from the outline's first corner to
 * each hole and back make one polygon of all.
 */
static lw_shape read_outline(kicad_reader *r, const lw_sexpr *node)
{
    LW_LIST(lw_point) points = {0};
    lw_shape shape = {0};
    const lw_sexpr *polygon = lw_sexpr_child(node, "polygon");
    for (; polygon && !r->status; polygon = lw_sexpr_sibling(polygon, "polygon")) {
        lw_shape part = lw_kicad_corners(r, polygon, LW_NM_MAX);
        if (part.count == 0)
            continue;
        bool hole = points.count > 0;
        if (hole)
            *lw_list_add(r->file->arena, &points) = points.at[0];
        for (uint32_t i = 0; i < part.count + hole; i++)
            *lw_list_add(r->file->arena, &points) = part.points[i % part.count];
        shape.radius = hole ? shape.radius : part.radius;
    }
    return r->status || points.count == 0
               ? shape
               : lw_kicad_shape(r, node, points.at, points.count, true, shape.radius);
}

void lw_kicad_read_zone(kicad_reader *r, const lw_sexpr *node)
{
    const lw_sexpr *attr = lw_sexpr_child(node, "attr");
    if (attr && lw_sexpr_child(attr, "teardrop"))
        return; /* belongs to a track, and goes with it */
    if (!lw_kicad_layers(r, node))
        return;
    lw_shape shape = read_outline(r, node);
    lw_net_id net = lw_kicad_net(r, node);
    if (r->status || !shape.count)
        return;
    const lw_sexpr *keepout = lw_sexpr_child(node, "keepout");
    if (keepout)
        add_rule_area(r, node, keepout, shape);
    else
        add_pour(r, node, net, shape, false);
}
