/*
 * Clearances. Specctra tells six kinds of things apart and lets every pair have a clearance of its
 * own; the board tells three: a pad's clearance is the larger of those of pins and of SMD pads.
 */
#include "io/dsn.h"

#include <string.h>

/* When nothing says how wide a track is. */
#define USUAL_WIDTH     250000
#define USUAL_CLEARANCE 200000

dsn_rules dsn_no_rules(void)
{
    dsn_rules rules = {.width = -1, .clearance = -1};
    for (int a = 0; a < DSN_KINDS; a++)
        for (int b = 0; b < DSN_KINDS; b++)
            rules.between[a][b] = -1;
    return rules;
}

/* A set of kinds by a word of a type; 0 for an unknown one. */
static unsigned kinds_of(const char *word)
{
    static const struct {
        const char *name;
        unsigned kinds;
    } table[] = {
        {"wire", 1u << DSN_WIRE}, {"via", 1u << DSN_VIA},
        {"pin", 1u << DSN_PIN},   {"smd", 1u << DSN_SMD},
        {"area", 1u << DSN_AREA}, {"boundary", 1u << DSN_EDGE},
        {"edge", 1u << DSN_EDGE}, {"default", 1u << DSN_WIRE | 1u << DSN_VIA | 1u << DSN_PIN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (lw_sexpr_same(word, table[i].name))
            return table[i].kinds;
    return 0;
}

/* "smd_pin": for each of one set with each of the other. */
static void add_type(dsn_reader *r, const lw_sexpr *word, lw_nm value, dsn_rules *rules)
{
    char first[32] = "";
    const char *bar = strchr(word->text, '_');
    if (bar && (size_t)(bar - word->text) < sizeof first)
        memcpy(first, word->text, (size_t)(bar - word->text));
    unsigned a = kinds_of(first), b = bar ? kinds_of(bar + 1) : 0;
    if (a == 0 || b == 0) {
        dsn_warn(r, word, "clearances of type \"%s\" are not read", dsn_brief(r, word->text));
        return;
    }
    for (int i = 0; i < DSN_KINDS; i++)
        for (int k = 0; k < DSN_KINDS; k++)
            if ((a >> i & 1) && (b >> k & 1))
                rules->between[i][k] = rules->between[k][i] = value;
}

static void read_clearance(dsn_reader *r, const lw_sexpr *list, dsn_rules *rules)
{
    lw_nm value = dsn_length(r, list, lw_sexpr_at(list, 1));
    if (value < 0)
        value = 0; /* "-1" is how some say that there is none */
    const lw_sexpr *type = lw_sexpr_child(list, "type");
    if (!type)
        rules->clearance = value;
    for (const lw_sexpr *word = type ? type->first->next : NULL; word; word = word->next)
        if (!word->list)
            add_type(r, word, value, rules);
}

static void read_rule(dsn_reader *r, const lw_sexpr *rule, dsn_rules *rules)
{
    for (const lw_sexpr *node = rule->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "width"))
            rules->width = dsn_size(r, node, lw_sexpr_at(node, 1));
        else if (lw_sexpr_is(node, "clearance") || lw_sexpr_is(node, "clear"))
            read_clearance(r, node, rules);
        else if (node->list)
            dsn_skip(r, node);
    }
}

void dsn_read_rules(dsn_reader *r, const lw_sexpr *list, dsn_rules *rules)
{
    const lw_sexpr *rule = lw_sexpr_child(list, "rule");
    for (; rule && !r->status; rule = lw_sexpr_sibling(rule, "rule"))
        read_rule(r, rule, rules);
}

static lw_nm between(const dsn_reader *r, dsn_kind a, dsn_kind b)
{
    lw_nm typed = r->rules.between[a][b];
    return typed >= 0 ? typed : r->rules.clearance;
}

static lw_nm larger(lw_nm a, lw_nm b)
{
    return a > b ? a : b;
}

void dsn_apply_rules(dsn_reader *r)
{
    static const dsn_kind kinds[LW_KIND_COUNT][2] = {[LW_TRACK] = {DSN_WIRE, DSN_WIRE},
                                                     [LW_VIA] = {DSN_VIA, DSN_VIA},
                                                     [LW_PAD] = {DSN_PIN, DSN_SMD}};
    lw_rules *rules = &r->board->rules;
    if (r->rules.clearance < 0)
        r->rules.clearance = USUAL_CLEARANCE;
    if (r->rules.width <= 0)
        r->rules.width = USUAL_WIDTH;
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            for (int i = 0; i < 4; i++)
                rules->clearance[a][b] =
                    larger(rules->clearance[a][b], between(r, kinds[a][i / 2], kinds[b][i % 2]));
    rules->edge = larger(between(r, DSN_WIRE, DSN_EDGE), between(r, DSN_VIA, DSN_EDGE));
    rules->hole = rules->drill = dsn_hole_clearance(r);
    r->board->classes.at[0].width = r->rules.width;
}

lw_nm dsn_area_clearance(const dsn_reader *r)
{
    return larger(between(r, DSN_WIRE, DSN_AREA), between(r, DSN_VIA, DSN_AREA));
}

lw_nm dsn_hole_clearance(const dsn_reader *r)
{
    return r->kicad ? DSN_KICAD_HOLE : r->rules.clearance;
}

lw_nm dsn_via_diameter(const dsn_reader *r, const dsn_padstack *stack, uint32_t class_id)
{
    lw_nm clearance = lw_clearance(r->board, LW_TRACK, class_id, LW_VIA, class_id);
    int64_t least = (int64_t)stack->drill + 2 * ((int64_t)dsn_hole_clearance(r) - clearance);
    if (stack->drill == 0 || least <= stack->diameter)
        return stack->diameter;
    return least < LW_NM_MAX ? (lw_nm)least : LW_NM_MAX;
}
