/*
 * Net classes and rules. Until 5 the board holds them; since 6 the project file beside it does, and
 * where there is none, what KiCad starts a new project with counts.
 */
#include <string.h>
#include "board/build.h"
#include "io/kicad.h"

/* What older boards come with when a project of 6 takes them over: no rule that anyone made. */
#define EDGE_LEFT_OPEN 10000

static const kicad_rules usual_rules = {
    .edge = -1,
    .hole = 250000,
    .drill = 250000,
    .min_width = 200000,
    .min_drill = 300000,
    .min_ring = 50000,
    .min_via = 400000,
};

static lw_nm larger(lw_nm a, lw_nm b)
{
    return a > b ? a : b;
}

/* ---- in the board ---- */

static void read_class(kicad_reader *r, const lw_sexpr *node)
{
    const char *name = lw_kicad_name(r, node, 1);
    lw_class *class = lw_kicad_class(r, name);
    if (!class) {
        lw_kicad_fail(r, node, "there are more than %d net classes", KICAD_CLASSES_MOST);
        return;
    }
    uint32_t id = (uint32_t)(class - r->board->classes.at);
    class->clearance = lw_kicad_size_of(r, node, "clearance", class->clearance);
    class->width = lw_kicad_size_of(r, node, "trace_width", class->width);
    class->via_diameter = lw_kicad_size_of(r, node, "via_dia", class->via_diameter);
    class->via_drill = lw_kicad_size_of(r, node, "via_drill", class->via_drill);
    const lw_sexpr *member = lw_sexpr_child(node, "add_net");
    for (; member && !r->status; member = lw_sexpr_sibling(member, "add_net")) {
        lw_net_id net = lw_dict_get(r->nets, lw_kicad_name(r, member, 1), NULL);
        if (net >= 0)
            r->board->nets.at[net].class_id = id;
    }
}

static void read_setup(kicad_reader *r, const lw_sexpr *setup)
{
    kicad_rules *rules = &r->rules;
    rules->min_width = lw_kicad_size_of(r, setup, "trace_min", rules->min_width);
    rules->min_via = lw_kicad_size_of(r, setup, "via_min_size", rules->min_via);
    rules->min_drill = lw_kicad_size_of(r, setup, "via_min_drill", rules->min_drill);
}

static void read_in_board(kicad_reader *r, const lw_sexpr *root)
{
    const lw_sexpr *setup = lw_sexpr_child(root, "setup");
    if (setup)
        read_setup(r, setup);
    const lw_sexpr *node = lw_sexpr_child(root, "net_class");
    for (; node && !r->status; node = lw_sexpr_sibling(node, "net_class"))
        read_class(r, node);
}

/* ---- what follows from both ---- */

static void complete_class(const kicad_rules *rules, lw_class *class)
{
    class->clearance = larger(class->clearance, rules->clearance);
    class->width = larger(class->width, rules->min_width);
    class->via_drill = larger(class->via_drill, rules->min_drill);
    int64_t with_ring = (int64_t) class->via_drill + 2 * (int64_t)rules->min_ring;
    lw_nm least = larger(rules->min_via, with_ring > LW_NM_MAX ? LW_NM_MAX : (lw_nm)with_ring);
    class->via_diameter = larger(class->via_diameter, least);
}

/* Copper keeps away from a via's hole, too, when the ring around it is thin. */
static lw_nm via_clearance(const lw_board *board, const kicad_rules *rules)
{
    lw_nm most = rules->clearance;
    for (uint32_t i = 0; i < board->classes.count; i++) {
        const lw_class *class = &board->classes.at[i];
        most = larger(most, rules->hole - (class->via_diameter - class->via_drill) / 2);
    }
    return most;
}

static void apply_rules(lw_board *board, const kicad_rules *rules)
{
    for (uint32_t i = 0; i < board->classes.count; i++)
        complete_class(rules, &board->classes.at[i]);
    lw_rules *out = &board->rules;
    lw_nm via = via_clearance(board, rules);
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            out->clearance[a][b] = a == LW_VIA || b == LW_VIA ? via : rules->clearance;
    out->edge = rules->edge > EDGE_LEFT_OPEN ? rules->edge : board->classes.at[0].clearance;
    out->hole = rules->hole;
    out->drill = rules->drill;
    out->min_width = rules->min_width;
    out->min_drill = rules->min_drill;
    out->min_ring = rules->min_ring;
}

void lw_kicad_read_rules(kicad_reader *r, const lw_sexpr *root)
{
    r->rules = usual_rules;
    lw_kicad_start_classes(r);
    if (r->version < KICAD_FORMAT_6)
        read_in_board(r, root);
    else if (r->project)
        lw_kicad_read_project(r);
    else
        lw_board_warn(r->board, 0, 0,
                      "there is no project file beside the board: widths, clearances and other "
                      "rules are those of KiCad's new projects; copy the board's .kicad_pro there, "
                      "under the same name");
    if (!r->status)
        apply_rules(r->board, &r->rules);
}
