/* Tracks, arcs and vias: copper that was routed. */
#include <string.h>
#include "io/kicad.h"

#define TRACK_LOCKED 0x40000 /* of (status ...), in hexadecimal, before 6 */

static bool says_locked(const lw_sexpr *node)
{
    const lw_sexpr *status = lw_sexpr_child(node, "status");
    const char *word = status ? lw_sexpr_word(status, 1) : NULL;
    uint32_t bits = 0;
    for (; word && *word; word++) {
        const char *digits = "0123456789abcdefABCDEF", *digit = strchr(digits, *word);
        if (!digit)
            return false;
        ptrdiff_t value = digit - digits;
        bits = bits << 4 | (uint32_t)(value < 16 ? value : value - 6);
    }
    return (bits & TRACK_LOCKED) || lw_kicad_flag(node, "locked");
}

/* The identity of an item or a group; NULL: it has none. */
static const char *identity_of(const kicad_reader *r, const lw_sexpr *node)
{
    static const char *const names[] = {"uuid", "tstamp", "id"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const lw_sexpr *child = lw_sexpr_child(node, names[i]);
        const char *word = child ? lw_sexpr_word(child, 1) : NULL;
        if (word)
            return lw_intern(r->board->names, word);
    }
    return NULL;
}

static bool is_locked(const kicad_reader *r, const lw_sexpr *node)
{
    const char *identity = identity_of(r, node);
    return says_locked(node) || (identity && lw_dict_get(r->locked, identity, NULL) >= 0);
}

/* ---- locked groups ---- */

static bool is_group(const lw_sexpr *node)
{
    return lw_sexpr_is(node, "group") || lw_sexpr_is(node, "generated");
}

/* What a locked group has is locked; members that are groups themselves wait in `open`. */
void lw_kicad_read_locks(kicad_reader *r, const lw_sexpr *root)
{
    LW_LIST(const lw_sexpr *) groups = {0}, open = {0};
    lw_dict *by_identity = lw_dict_new(r->file->arena);
    for (const lw_sexpr *node = root->first; node; node = node->next) {
        const char *identity = is_group(node) ? identity_of(r, node) : NULL;
        if (identity && lw_dict_put(by_identity, identity, NULL, (int32_t)groups.count))
            *lw_list_add(r->file->arena, &groups) = node;
        if (is_group(node) && lw_kicad_flag(node, "locked"))
            *lw_list_add(r->file->arena, &open) = node;
    }
    while (open.count > 0) {
        const lw_sexpr *members = lw_sexpr_child(open.at[--open.count], "members");
        const lw_sexpr *word = members ? members->first->next : NULL;
        for (; word; word = word->next) {
            const char *identity = lw_intern(r->board->names, word->list ? "" : word->text);
            int32_t group = lw_dict_get(by_identity, identity, NULL);
            if (lw_dict_put(r->locked, identity, NULL, 0) && group >= 0)
                *lw_list_add(r->file->arena, &open) = groups.at[group];
        }
    }
}

static bool read_layer(kicad_reader *r, const lw_sexpr *node, uint32_t *layer)
{
    lw_layers layers = lw_kicad_layers(r, node);
    for (*layer = 0; *layer < r->board->layers.count; (*layer)++)
        if (layers == LW_LAYER(*layer))
            return true;
    return false;
}

/* False for what is drawn on a layer without copper. */
static bool read_track(kicad_reader *r, const lw_sexpr *node, lw_track *out)
{
    *out = (lw_track){.source = node->span, .locked = is_locked(r, node)};
    if (!read_layer(r, node, &out->layer))
        return false;
    out->ends[0] = lw_kicad_point_of(r, node, "start", LW_NM_MAX);
    out->ends[1] = lw_kicad_point_of(r, node, "end", LW_NM_MAX);
    out->width = lw_kicad_size_of(r, node, "width", 0);
    out->net = lw_kicad_net(r, node);
    return !r->status;
}

void lw_kicad_read_segment(kicad_reader *r, const lw_sexpr *node)
{
    lw_track track;
    if (read_track(r, node, &track))
        *lw_list_add(r->board->arena, &r->board->tracks) = track;
}

void lw_kicad_read_arc(kicad_reader *r, const lw_sexpr *node)
{
    lw_track track;
    lw_shape line;
    if (!read_track(r, node, &track))
        return;
    lw_point middle = lw_kicad_point_of(r, node, "mid", LW_NM_MAX);
    if (!lw_kicad_three_points(r, node, LW_NM_MAX, &line))
        return;
    track.curve = lw_kicad_curve(track.ends[0], middle, track.ends[1]);
    if (line.count > 2) {
        track.arc = line.points;
        track.arc_count = line.count;
    }
    *lw_list_add(r->board->arena, &r->board->tracks) = track;
}

/* All layers between those that are named; a via of no kind goes through. */
static lw_layers via_layers(kicad_reader *r, const lw_sexpr *node)
{
    lw_layers all = lw_board_layers(r->board), named = lw_kicad_layers(r, node), span = 0;
    bool through = !lw_kicad_flag(node, "blind") && !lw_kicad_flag(node, "buried") &&
                   !lw_kicad_flag(node, "micro");
    if (through || !named)
        return all;
    for (uint32_t i = 0; i < r->board->layers.count; i++) {
        bool above = named & (LW_LAYER(i) | (LW_LAYER(i) - 1)), below = named >> i;
        if (above && below)
            span |= LW_LAYER(i);
    }
    return span;
}

/* Since 9 layers may differ; the board's vias don't, so the largest counts. */
static lw_nm via_diameter(kicad_reader *r, const lw_sexpr *node, lw_nm usual)
{
    lw_nm diameter = lw_kicad_size_of(r, node, "size", usual);
    const lw_sexpr *padstack = lw_sexpr_child(node, "padstack");
    const lw_sexpr *layer = padstack ? lw_sexpr_child(padstack, "layer") : NULL;
    for (; layer && !r->status; layer = lw_sexpr_sibling(layer, "layer")) {
        lw_nm here = lw_kicad_size_of(r, layer, "size", 0);
        diameter = here > diameter ? here : diameter;
    }
    return diameter;
}

void lw_kicad_read_via(kicad_reader *r, const lw_sexpr *node)
{
    lw_net_id net = lw_kicad_net(r, node);
    const lw_class *class = &r->board->classes.at[lw_net_class(r->board, net)];
    lw_via via = {
        .net = net,
        .at = lw_kicad_point_of(r, node, "at", LW_NM_MAX),
        .diameter = via_diameter(r, node, class->via_diameter),
        .drill = lw_kicad_size_of(r, node, "drill", class->via_drill),
        .layers = via_layers(r, node),
        .locked = is_locked(r, node),
        .source = node->span,
    };
    if (!r->status)
        *lw_list_add(r->board->arena, &r->board->vias) = via;
}
