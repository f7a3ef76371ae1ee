/*
 * Design rules and net classes of an EAGLE board.
 *
 * A rule is a <param> with a name of two letters for its page in EAGLE's dialogue (md: distances,
 * ms: sizes, rv and rl: restring, ps: shape of pads, sr: corners of smds). Whatever the file does
 * not say has the value that EAGLE starts a new board with.
 */
#include "io/eagle.h"

#include <stdio.h>
#include <string.h>
#include "base/number.h"
#include "base/names.h"

#define MILLION 1000000

/* Narrower rules are placeholders ("no limit"), not widths that anyone wants. */
#define NARROWEST_WIDTH 100000
#define SENSIBLE_WIDTH  200000

typedef enum value_kind { LENGTH, SHARE, WHOLE } value_kind;

typedef struct param {
    const char *name;
    size_t offset; /* of an int32_t in eagle_rules */
    value_kind kind;
    int32_t usual;
} param;

#define AT(member) offsetof(eagle_rules, member)

static const param params[] = {
    {"mdWireWire", AT(wire_wire), LENGTH, 203200},
    {"mdWirePad", AT(wire_pad), LENGTH, 203200},
    {"mdWireVia", AT(wire_via), LENGTH, 203200},
    {"mdPadPad", AT(pad_pad), LENGTH, 203200},
    {"mdPadVia", AT(pad_via), LENGTH, 203200},
    {"mdViaVia", AT(via_via), LENGTH, 203200},
    {"mdCopperDimension", AT(edge), LENGTH, 1016000},
    {"mdDrill", AT(drill), LENGTH, 203200},
    {"msWidth", AT(min_width), LENGTH, 254000},
    {"msDrill", AT(min_drill), LENGTH, 609600},
    {"rlMinPadTop", AT(pad_top.least), LENGTH, 254000},
    {"rvPadTop", AT(pad_top.share), SHARE, 250000},
    {"rlMaxPadTop", AT(pad_top.most), LENGTH, 508000},
    {"rlMinPadInner", AT(pad_inner.least), LENGTH, 254000},
    {"rvPadInner", AT(pad_inner.share), SHARE, 250000},
    {"rlMaxPadInner", AT(pad_inner.most), LENGTH, 508000},
    {"rlMinPadBottom", AT(pad_bottom.least), LENGTH, 254000},
    {"rvPadBottom", AT(pad_bottom.share), SHARE, 250000},
    {"rlMaxPadBottom", AT(pad_bottom.most), LENGTH, 508000},
    {"rlMinViaOuter", AT(via_outer.least), LENGTH, 254000},
    {"rvViaOuter", AT(via_outer.share), SHARE, 250000},
    {"rlMaxViaOuter", AT(via_outer.most), LENGTH, 508000},
    {"rlMinViaInner", AT(via_inner.least), LENGTH, 203200},
    {"rvViaInner", AT(via_inner.share), SHARE, 250000},
    {"rlMaxViaInner", AT(via_inner.most), LENGTH, 508000},
    {"psTop", AT(shape_top), WHOLE, -1},
    {"psBottom", AT(shape_bottom), WHOLE, -1},
    {"psFirst", AT(shape_first), WHOLE, -1},
    {"psElongationLong", AT(long_percent), WHOLE, 100},
    {"psElongationOffset", AT(offset_percent), WHOLE, 100},
    {"srMinRoundness", AT(corner.least), LENGTH, 0},
    {"srRoundness", AT(corner.share), SHARE, 0},
    {"srMaxRoundness", AT(corner.most), LENGTH, 0},
};

#define PARAM_COUNT (sizeof params / sizeof *params)

static const lw_unit length_units[] = {
    {"mm", 1000000}, {"mil", 25400}, {"mic", 1000}, {"inch", 25400000}};

static int32_t *value_at(eagle_rules *rules, const param *which)
{
    return (int32_t *)(void *)((char *)rules + which->offset);
}

static const param *param_named(const char *name)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (strcmp(params[i].name, name) == 0)
            return &params[i];
    return NULL;
}

/* A length with its unit behind it, as "8mil"; without one it is in millimetres. */
static lw_number_fault parse_unit_length(const char *text, lw_nm *out)
{
    lw_number_fault fault = lw_parse_length_with_unit(
        text, length_units, sizeof length_units / sizeof *length_units, out);
    return !fault && *out < 0 ? LW_NUMBER_RANGE : fault;
}

static lw_number_fault parse_value(value_kind kind, const char *text, int32_t *out)
{
    int64_t value = 0;
    lw_number_fault fault = LW_NUMBER_OK;
    switch (kind) {
    case LENGTH:
        return parse_unit_length(text, out);
    case SHARE:
        fault = lw_parse_fixed(text, MILLION, 100 * (int64_t)MILLION, &value);
        break;
    case WHOLE:
        fault = lw_parse_integer(text, -1, 10000, &value);
        break;
    }
    if (!fault)
        *out = (int32_t)value;
    return fault;
}

static void read_param(lw_figures *f, const xmlNode *node, eagle_rules *rules)
{
    const char *name = lw_xml_get(node, "name");
    const char *text = lw_xml_get(node, "value");
    if (!name || !text)
        return;
    if (strcmp(name, "layerSetup") == 0)
        rules->layer_setup = text;
    const param *which = param_named(name);
    lw_number_fault fault = which ? parse_value(which->kind, text, value_at(rules, which)) : 0;
    if (fault)
        lw_figures_fail(f, node, "value", "design rule %s: \"%s\" %s", name,
                        lw_figures_brief(f, text), lw_number_fault_text(fault));
}

void lw_eagle_read_rules(lw_figures *f, const xmlNode *designrules, eagle_rules *out)
{
    *out = (eagle_rules){.layer_setup = "(1*16)"};
    for (size_t i = 0; i < PARAM_COUNT; i++)
        *value_at(out, &params[i]) = params[i].usual;
    const xmlNode *node = designrules ? lw_xml_child(f->xml, designrules, "param") : NULL;
    for (; node; node = lw_xml_sibling(f->xml, node, "param"))
        read_param(f, node, out);
}

static lw_nm at_least(lw_nm a, lw_nm b)
{
    return a > b ? a : b;
}

lw_nm lw_eagle_diameter(eagle_ring ring, lw_nm drill, lw_nm given)
{
    int64_t width = ((int64_t)drill * ring.share + MILLION / 2) / MILLION;
    if (width < ring.least)
        width = ring.least;
    if (width > ring.most)
        width = ring.most;
    int64_t diameter = drill + 2 * width;
    return diameter > LW_NM_MAX ? LW_NM_MAX : at_least(given, (lw_nm)diameter);
}

lw_nm lw_eagle_via_diameter(const eagle_rules *rules, lw_nm drill, lw_nm given)
{
    return at_least(lw_eagle_diameter(rules->via_outer, drill, given),
                    lw_eagle_diameter(rules->via_inner, drill, given));
}

void lw_eagle_apply_rules(const eagle_rules *rules, lw_board *board)
{
    const lw_nm table[LW_KIND_COUNT][LW_KIND_COUNT] = {
        [LW_TRACK] =
            {[LW_TRACK] = rules->wire_wire, [LW_VIA] = rules->wire_via, [LW_PAD] = rules->wire_pad},
        [LW_VIA] =
            {[LW_TRACK] = rules->wire_via, [LW_VIA] = rules->via_via, [LW_PAD] = rules->pad_via},
        [LW_PAD] =
            {[LW_TRACK] = rules->wire_pad, [LW_VIA] = rules->pad_via, [LW_PAD] = rules->pad_pad},
    };
    memcpy(board->rules.clearance, table, sizeof table);
    board->rules.edge = rules->edge;
    board->rules.hole = rules->edge;
    board->rules.drill = rules->drill;
    board->rules.min_width = rules->min_width;
    board->rules.min_drill = rules->min_drill;
    board->rules.min_ring = rules->via_outer.least;
}

/* ---- classes ---- */

typedef struct class_reader {
    lw_figures *f;
    const eagle_rules *rules;
    lw_board *board;
    uint32_t *class_of;
} class_reader;

static uint32_t read_number(const class_reader *r, const xmlNode *node, const char *attribute)
{
    return (uint32_t)lw_figure_integer(r->f, node, attribute, 0, EAGLE_CLASSES - 1, 0);
}

static void mark_numbers(const class_reader *r, const xmlNode *parent, const char *child,
                         const char *attribute, bool used[EAGLE_CLASSES])
{
    const xmlNode *node = parent ? lw_xml_child(r->f->xml, parent, child) : NULL;
    for (; node; node = lw_xml_sibling(r->f->xml, node, child))
        used[read_number(r, node, attribute)] = true;
}

/* Indexes in the order of the numbers that there are; 0 always is one. */
static void make_classes(const class_reader *r, const bool used[EAGLE_CLASSES])
{
    lw_board *board = r->board;
    board->classes.count = 0;
    for (uint32_t number = 0; number < EAGLE_CLASSES; number++) {
        r->class_of[number] = UINT32_MAX;
        if (!used[number])
            continue;
        r->class_of[number] = board->classes.count;
        char name[16];
        snprintf(name, sizeof name, "class%u", number);
        *lw_list_add(board->arena, &board->classes) =
            (lw_class){.name = lw_intern(board->names, number ? name : "default")};
    }
    board->class_clearance =
        LW_NEW_MANY(board->arena, lw_nm, (size_t)board->classes.count * board->classes.count);
}

static void read_clearances(const class_reader *r, const xmlNode *node, uint32_t a)
{
    lw_board *board = r->board;
    const xmlNode *child = lw_xml_child(r->f->xml, node, "clearance");
    for (; child; child = lw_xml_sibling(r->f->xml, child, "clearance")) {
        uint32_t b = r->class_of[read_number(r, child, "class")];
        lw_nm value = lw_figure_size_or(r->f, child, "value", 0);
        if (b == UINT32_MAX)
            continue; /* of a class that is no more */
        lw_nm *cells[] = {&board->class_clearance[a * board->classes.count + b],
                          &board->class_clearance[b * board->classes.count + a]};
        for (size_t i = 0; i < 2; i++)
            *cells[i] = at_least(*cells[i], value);
        /* What a class keeps from itself it keeps from all others, as other programs read it. */
        if (a == b)
            board->classes.at[a].clearance = at_least(board->classes.at[a].clearance, value);
    }
}

static void read_class(const class_reader *r, const xmlNode *node)
{
    uint32_t index = r->class_of[read_number(r, node, "number")];
    lw_class *class = &r->board->classes.at[index];
    const char *name = lw_xml_get(node, "name");
    if (name && *name)
        class->name = lw_intern(r->board->names, name);
    class->width = lw_figure_size_or(r->f, node, "width", 0);
    class->via_drill = lw_figure_size_or(r->f, node, "drill", 0);
    read_clearances(r, node, index);
}

/* What the class leaves open, the rules of the whole board say. */
static void complete_class(const class_reader *r, lw_class *class)
{
    class->width = at_least(class->width, r->rules->min_width);
    if (class->width < NARROWEST_WIDTH)
        class->width = SENSIBLE_WIDTH;
    class->neck = class->width; /* which its own check takes for the least */
    class->via_drill = at_least(class->via_drill, r->rules->min_drill);
    class->via_diameter = lw_eagle_via_diameter(r->rules, class->via_drill, 0);
}

void lw_eagle_read_classes(lw_figures *f, const xmlNode *classes, const xmlNode *signals,
                           const eagle_rules *rules, lw_board *board,
                           uint32_t class_of[EAGLE_CLASSES])
{
    class_reader r = {f, rules, board, class_of};
    bool used[EAGLE_CLASSES] = {true};
    mark_numbers(&r, classes, "class", "number", used);
    mark_numbers(&r, signals, "signal", "class", used);
    make_classes(&r, used);
    const xmlNode *node = classes ? lw_xml_child(f->xml, classes, "class") : NULL;
    for (; node && !f->status; node = lw_xml_sibling(f->xml, node, "class"))
        read_class(&r, node);
    for (uint32_t i = 0; i < board->classes.count; i++)
        complete_class(&r, &board->classes.at[i]);
}
