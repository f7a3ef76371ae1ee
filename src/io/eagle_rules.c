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
#define SENSIBLE_WIDTH  152400

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

static const struct {
    const char *suffix;
    int64_t nanometres;
} length_units[] = {{"mm", 1000000}, {"mil", 25400}, {"mic", 1000}, {"inch", 25400000}};

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
    char number[64];
    size_t length = strlen(text);
    int64_t unit = MILLION;
    for (size_t i = 0; i < sizeof length_units / sizeof *length_units; i++) {
        size_t tail = strlen(length_units[i].suffix);
        if (length > tail && strcmp(text + length - tail, length_units[i].suffix) == 0) {
            unit = length_units[i].nanometres;
            length -= tail;
            break;
        }
    }
    if (length >= sizeof number)
        return LW_NUMBER_SYNTAX;
    memcpy(number, text, length);
    number[length] = '\0';
    lw_number_fault fault = lw_parse_length(number, unit, out);
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

static lw_status read_param(const lw_xml *xml, const xmlNode *node, eagle_rules *rules,
                            lw_error *err)
{
    const char *name = lw_xml_get(node, "name");
    const char *text = lw_xml_get(node, "value");
    if (!name || !text)
        return LW_OK;
    if (strcmp(name, "layerSetup") == 0) {
        rules->layer_setup = text;
        return LW_OK;
    }
    const param *which = param_named(name);
    if (!which)
        return LW_OK;
    lw_number_fault fault = parse_value(which->kind, text, value_at(rules, which));
    if (fault)
        return lw_xml_fail(xml, node, "value", err, "design rule %s: \"%s\" %s", name, text,
                           lw_number_fault_text(fault));
    return LW_OK;
}

lw_status lw_eagle_read_rules(const lw_xml *xml, const xmlNode *designrules, eagle_rules *out,
                              lw_error *err)
{
    *out = (eagle_rules){.layer_setup = "(1*16)"};
    for (size_t i = 0; i < PARAM_COUNT; i++)
        *value_at(out, &params[i]) = params[i].usual;
    if (!designrules)
        return LW_OK;
    for (const xmlNode *node = lw_xml_child(xml, designrules, "param"); node;
         node = lw_xml_sibling(xml, node, "param")) {
        lw_status status = read_param(xml, node, out, err);
        if (status)
            return status;
    }
    return LW_OK;
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
    const lw_xml *xml;
    const eagle_rules *rules;
    lw_board *board;
    uint32_t *class_of;
    lw_error *err;
} class_reader;

/* EAGLE leaves attributes out that are 0. */
static lw_status read_length(const class_reader *r, const xmlNode *node, const char *attribute,
                             lw_nm *out)
{
    const char *text = lw_xml_get(node, attribute);
    *out = 0;
    if (!text)
        return LW_OK;
    lw_number_fault fault = lw_parse_length(text, MILLION, out);
    if (!fault && *out < 0)
        fault = LW_NUMBER_RANGE;
    if (fault)
        return lw_xml_fail(r->xml, node, attribute, r->err, "%s \"%s\" %s", attribute, text,
                           lw_number_fault_text(fault));
    return LW_OK;
}

static lw_status read_number(const class_reader *r, const xmlNode *node, const char *attribute,
                             uint32_t *out)
{
    const char *text = lw_xml_get(node, attribute);
    int64_t number = 0;
    lw_number_fault fault = text ? lw_parse_integer(text, 0, EAGLE_CLASSES - 1, &number) : 0;
    *out = (uint32_t)number;
    if (fault)
        return lw_xml_fail(r->xml, node, attribute, r->err, "net class \"%s\" %s", text,
                           lw_number_fault_text(fault));
    return LW_OK;
}

/* Marks the numbers that there are, then hands out indexes in their order; 0 always is one. */
static lw_status number_classes(const class_reader *r, const xmlNode *classes,
                                const xmlNode *signals)
{
    bool used[EAGLE_CLASSES] = {true};
    const struct {
        const xmlNode *parent;
        const char *child, *attribute;
    } places[] = {{classes, "class", "number"}, {signals, "signal", "class"}};
    for (size_t i = 0; i < 2; i++) {
        if (!places[i].parent)
            continue;
        for (const xmlNode *node = lw_xml_child(r->xml, places[i].parent, places[i].child); node;
             node = lw_xml_sibling(r->xml, node, places[i].child)) {
            uint32_t number;
            lw_status status = read_number(r, node, places[i].attribute, &number);
            if (status)
                return status;
            used[number] = true;
        }
    }
    lw_board *board = r->board;
    board->classes.count = 0;
    for (uint32_t number = 0; number < EAGLE_CLASSES; number++) {
        if (!used[number])
            continue;
        r->class_of[number] = board->classes.count;
        char name[16];
        snprintf(name, sizeof name, "class%u", number);
        lw_class *added = lw_list_add(board->arena, &board->classes);
        *added = (lw_class){.name = lw_intern(board->names, number ? name : "default")};
    }
    board->class_clearance =
        LW_NEW_MANY(board->arena, lw_nm, (size_t)board->classes.count * board->classes.count);
    return LW_OK;
}

static lw_status read_clearances(const class_reader *r, const xmlNode *node, uint32_t a)
{
    lw_board *board = r->board;
    for (const xmlNode *child = lw_xml_child(r->xml, node, "clearance"); child;
         child = lw_xml_sibling(r->xml, child, "clearance")) {
        uint32_t number;
        lw_nm value;
        lw_status status = read_number(r, child, "class", &number);
        if (!status)
            status = read_length(r, child, "value", &value);
        if (status)
            return status;
        uint32_t b = r->class_of[number];
        if (b == UINT32_MAX)
            continue; /* of a class that is no more */
        lw_nm *cells[] = {&board->class_clearance[a * board->classes.count + b],
                          &board->class_clearance[b * board->classes.count + a]};
        for (size_t i = 0; i < 2; i++)
            *cells[i] = at_least(*cells[i], value);
    }
    return LW_OK;
}

static lw_status read_class(const class_reader *r, const xmlNode *node)
{
    uint32_t number;
    lw_nm width, drill;
    lw_status status = read_number(r, node, "number", &number);
    if (!status)
        status = read_length(r, node, "width", &width);
    if (!status)
        status = read_length(r, node, "drill", &drill);
    if (status)
        return status;
    lw_class *class = &r->board->classes.at[r->class_of[number]];
    const char *name = lw_xml_get(node, "name");
    if (name && *name)
        class->name = lw_intern(r->board->names, name);
    class->width = width;
    class->via_drill = drill;
    return read_clearances(r, node, r->class_of[number]);
}

/* What the class leaves open, the rules of the whole board say. */
static void complete_class(const class_reader *r, lw_class *class)
{
    class->width = at_least(class->width, r->rules->min_width);
    if (class->width < NARROWEST_WIDTH)
        class->width = SENSIBLE_WIDTH;
    class->via_drill = at_least(class->via_drill, r->rules->min_drill);
    class->via_diameter = lw_eagle_via_diameter(r->rules, class->via_drill, 0);
}

lw_status lw_eagle_read_classes(const lw_xml *xml, const xmlNode *classes, const xmlNode *signals,
                                const eagle_rules *rules, lw_board *board,
                                uint32_t class_of[EAGLE_CLASSES], lw_error *err)
{
    class_reader r = {xml, rules, board, class_of, err};
    for (size_t i = 0; i < EAGLE_CLASSES; i++)
        class_of[i] = UINT32_MAX;
    lw_status status = number_classes(&r, classes, signals);
    const xmlNode *node = classes ? lw_xml_child(xml, classes, "class") : NULL;
    for (; !status && node; node = lw_xml_sibling(xml, node, "class"))
        status = read_class(&r, node);
    for (uint32_t i = 0; i < board->classes.count; i++)
        complete_class(&r, &board->classes.at[i]);
    return status;
}
