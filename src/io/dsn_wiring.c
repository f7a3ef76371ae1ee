/*
 * (wiring ...): tracks and vias that are there. A path becomes one track a segment. Copper of no
 * known net, and such that is no path, is plain copper.
 */
#include "io/dsn.h"

#include "board/build.h"

/* The net of a wire or via; LW_NO_NET, with a warning, for an unknown one. */
static lw_net_id read_net(dsn_reader *r, const lw_sexpr *list)
{
    const lw_sexpr *net = lw_sexpr_child(list, "net");
    if (!net)
        return LW_NO_NET;
    const char *name = dsn_name(r, net, 1);
    int32_t known = lw_dict_get(r->nets, name, NULL);
    if (known < 0)
        dsn_warn(r, net, "there is no net \"%s\"", dsn_brief(r, name));
    return known < 0 ? LW_NO_NET : known;
}

static bool is_locked(const lw_sexpr *list)
{
    const lw_sexpr *node = lw_sexpr_child(list, "type");
    const char *type = node ? lw_sexpr_word(node, 1) : NULL;
    return type && (lw_sexpr_same(type, "fix") || lw_sexpr_same(type, "protect"));
}

/* What is fixed is never written to a session: the program that has it keeps it. */
static bool is_fixed(const lw_sexpr *list)
{
    const lw_sexpr *node = lw_sexpr_child(list, "type");
    const char *type = node ? lw_sexpr_word(node, 1) : NULL;
    return type && lw_sexpr_same(type, "fix");
}

static void add_plain(dsn_reader *r, const lw_sexpr *list, lw_net_id net, lw_copper copper)
{
    lw_plain_copper *plain = lw_list_add(r->board->arena, &r->board->copper);
    plain->copper = copper;
    plain->source = list->span;
    if (net != LW_NO_NET)
        *lw_list_add(r->board->arena, &plain->nets) = net;
}

static void add_tracks(dsn_reader *r, const lw_sexpr *list, lw_net_id net, lw_nm width,
                       lw_copper copper)
{
    uint32_t layer = 0;
    while (!(copper.layers & LW_LAYER(layer)))
        layer++;
    const lw_point *points = copper.shape.points;
    for (uint32_t i = 0; i + 1 < copper.shape.count || i == 0; i++) {
        *lw_list_add(r->scratch, &r->track_fixed) = is_fixed(list);
        *lw_list_add(r->board->arena, &r->board->tracks) = (lw_track){
            .net = net,
            .layer = layer,
            .width = width,
            .ends = {points[i], points[i + 1 < copper.shape.count ? i + 1 : i]},
            .locked = is_locked(list),
            .source = list->span,
        };
    }
}

static void read_wire(dsn_reader *r, const lw_sexpr *list, lw_net_id net)
{
    const lw_sexpr *figure = dsn_figure(list);
    if (!figure) {
        dsn_warn(r, list, "a wire without a known figure is not read");
        return;
    }
    lw_copper copper = {dsn_layers(r, figure), dsn_shape(r, figure)};
    bool path = lw_sexpr_is(figure, "path") || lw_sexpr_is(figure, "qarc");
    bool single = (copper.layers & (copper.layers - 1)) == 0;
    if (r->status || copper.layers == 0)
        return;
    if (path && single && net != LW_NO_NET)
        add_tracks(r, list, net, dsn_size(r, figure, lw_sexpr_at(figure, 2)), copper);
    else
        add_plain(r, list, net, copper);
}

static void add_via(dsn_reader *r, const lw_sexpr *list, lw_net_id net, int32_t index, lw_point at)
{
    lw_board *board = r->board;
    const dsn_padstack *stack = &r->padstacks.at[index];
    for (uint32_t i = 0; net == LW_NO_NET && i < stack->copper.count; i++)
        add_plain(r, list, net,
                  (lw_copper){stack->copper.at[i].layers,
                              dsn_placed(r, (lw_placement){.at = at}, stack->copper.at[i].shape)});
    if (net == LW_NO_NET || stack->layers == 0)
        return;
    *lw_list_add(r->scratch, &r->via_fixed) = is_fixed(list);
    *lw_list_add(r->scratch, &r->via_stack) = index;
    *lw_list_add(board->arena, &board->vias) = (lw_via){
        .net = net,
        .at = at,
        .diameter = dsn_via_diameter(r, stack, lw_net_class(board, net)),
        .drill = stack->drill,
        .layers = stack->layers,
        .locked = is_locked(list),
        .source = list->span,
    };
}

static void read_via(dsn_reader *r, const lw_sexpr *list, lw_net_id net)
{
    const char *name = dsn_name(r, list, 1);
    int32_t stack = lw_dict_get(r->stacks, name, NULL);
    if (stack < 0)
        dsn_fail(r, list, "there is no padstack \"%s\"", dsn_brief(r, name));
    uint32_t count;
    const lw_point *points = dsn_points(r, list, lw_sexpr_at(list, 2), &count);
    for (uint32_t i = 0; i < count && !r->status; i++)
        add_via(r, list, net, stack, points[i]);
}

static bool is_copper(const lw_sexpr *node)
{
    return lw_sexpr_is(node, "wire") || lw_sexpr_is(node, "via");
}

void dsn_read_copper(dsn_reader *r, const lw_sexpr *node, lw_net_id net)
{
    if (lw_sexpr_is(node, "wire"))
        read_wire(r, node, net);
    else if (lw_sexpr_is(node, "via"))
        read_via(r, node, net);
}

void dsn_read_wiring(dsn_reader *r, const lw_sexpr *wiring)
{
    for (const lw_sexpr *node = wiring->first; node && !r->status; node = node->next) {
        if (is_copper(node) && r->session && !is_fixed(node))
            continue;
        if (is_copper(node))
            dsn_read_copper(r, node, read_net(r, node));
        else if (node->list && !lw_sexpr_is(node, "unit") && !lw_sexpr_is(node, "resolution"))
            dsn_skip(r, node);
    }
}
