/*
 * (network ...): nets with their pins, classes with their rules.
 *
 * A class's clearance counts for its nets even where it is less than that of the whole board, while
 * the board's table is a least one: where a class has less, the table is lowered to that and all
 * others have the board's clearance as their own.
 */
#include "io/dsn.h"

#include <string.h>
#include "board/build.h"

/* The table of pairs is the square of this. */
enum { CLASSES_MOST = 4096 };

/* Of a pin's name, looked at from its end. */
enum { DASHES_MOST = 16 };

/* ---- pins ---- */

/* The first pad of a component's pin; -1 when there is none. */
static int32_t find_pin(const dsn_reader *r, const char *component, size_t length, const char *pin)
{
    const char *name = lw_interned(r->board->names, component, length);
    const char *pin_name = lw_interned(r->board->names, pin, strlen(pin));
    return name && pin_name ? lw_dict_get(r->pins, name, pin_name) : -1;
}

/* A dash may be part of either name: the last ones are tried as what divides them. */
static int32_t split_at_dash(const dsn_reader *r, const char *text)
{
    size_t at = strlen(text);
    for (int tries = 0; at > 0 && tries < DASHES_MOST; at--) {
        if (text[at - 1] != '-')
            continue;
        int32_t pad = find_pin(r, text, at - 1, text + at);
        if (pad >= 0)
            return pad;
        tries++;
    }
    return -1;
}

/*
 * A pin is named U1-2. With quotes, "U1"-"2", "U1"-2 and U1-"2", the parts are known; without, or
 * with quotes around the whole, a dash may be part of either.
 */
static int32_t read_reference(const dsn_reader *r, const lw_sexpr *word, const lw_sexpr **next)
{
    const lw_sexpr *second = word->next && word->next->glued ? word->next : NULL;
    const lw_sexpr *third = second && second->next && second->next->glued ? second->next : NULL;
    size_t length = strlen(word->text);
    *next = third ? third->next : second ? second->next : word->next;
    if (second && word->quoted && second->text[0] == '-')
        return find_pin(r, word->text, length,
                        third && second->text[1] == '\0' ? third->text : second->text + 1);
    if (second && !word->quoted && length > 0 && word->text[length - 1] == '-')
        return find_pin(r, word->text, length - 1, second->text);
    return split_at_dash(r, word->text);
}

static void add_pad(dsn_reader *r, const lw_sexpr *word, lw_net_id net, uint32_t pad)
{
    lw_board *board = r->board;
    lw_net_id before = board->pads.at[pad].net;
    if (before != LW_NO_NET && before != net) {
        char name[128];
        dsn_fail(r, word, "pin \"%s\" is in net \"%s\" already",
                 lw_pad_name(board, pad, name, sizeof name),
                 dsn_brief(r, board->nets.at[before].name));
    }
    if (r->status || before == net)
        return;
    board->pads.at[pad].net = net;
    *lw_list_add(board->arena, &board->nets.at[net].pads) = pad;
}

/* The words of a list as the text has them, for messages. */
static const char *as_written(dsn_reader *r, const lw_sexpr *from, const lw_sexpr *to)
{
    uint32_t end = from->span.end;
    for (const lw_sexpr *word = from; word != to; word = word->next)
        end = word->span.end;
    return dsn_brief(
        r, lw_arena_text(r->scratch, r->file.text + from->span.begin, end - from->span.begin));
}

static void read_pins(dsn_reader *r, const lw_sexpr *list, lw_net_id net)
{
    const char *missing = NULL;
    uint32_t missing_count = 0;
    const lw_sexpr *word = list->first ? list->first->next : NULL;
    for (const lw_sexpr *next; word && !r->status; word = next) {
        next = word->next;
        if (word->list)
            continue;
        int32_t first = read_reference(r, word, &next);
        if (first < 0) {
            missing = missing_count++ ? missing : as_written(r, word, next);
            continue;
        }
        uint32_t pad = (uint32_t)first;
        do {
            add_pad(r, word, net, pad);
            pad = r->same_pin[pad];
        } while (pad != (uint32_t)first && !r->status);
    }
    const char *name = dsn_brief(r, r->board->nets.at[net].name);
    if (missing_count == 1)
        dsn_warn(r, list, "net \"%s\": there is no pin %s", name, missing);
    else if (missing_count > 1)
        dsn_warn(r, list, "net \"%s\": %u of its pins are not there, %s the first", name,
                 missing_count, missing);
}

/* ---- nets ---- */

static lw_net_id net_of(dsn_reader *r, const lw_sexpr *list)
{
    lw_board *board = r->board;
    const char *name = dsn_name(r, list, 1);
    int32_t known = lw_dict_get(r->nets, name, NULL);
    if (known >= 0)
        return known;
    lw_net_id net = (lw_net_id)board->nets.count;
    lw_dict_put(r->nets, name, NULL, net);
    *lw_list_add(board->arena, &board->nets) = (lw_net){.name = name, .source = list->span};
    return net;
}

static bool names_pins(const lw_sexpr *node)
{
    static const char *const lists[] = {"pins", "fromto", "order",    "source",
                                        "load", "expose", "noexpose", "terminator"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lw_sexpr_is(node, lists[i]))
            return true;
    return false;
}

static void read_net(dsn_reader *r, const lw_sexpr *list)
{
    lw_net_id net = net_of(r, list);
    for (const lw_sexpr *node = list->first; node && !r->status; node = node->next) {
        if (names_pins(node))
            read_pins(r, node, net);
        else if (node->list && !lw_sexpr_is(node, "rule") && !lw_sexpr_is(node, "circuit") &&
                 !lw_sexpr_is(node, "type") && !lw_sexpr_is(node, "property"))
            dsn_skip(r, node);
        if (lw_sexpr_is(node, "order") || lw_sexpr_is(node, "fromto"))
            if (lw_dict_put(r->told, lw_intern(r->board->names, "order"), NULL, 0))
                dsn_warn(r, node, "nets are joined in any order, not as the file has it");
    }
}

void dsn_read_nets(dsn_reader *r, const lw_sexpr *network)
{
    for (const lw_sexpr *node = network->first; node && !r->status; node = node->next) {
        if (lw_sexpr_is(node, "net"))
            read_net(r, node);
        else if (node->list && !lw_sexpr_is(node, "class") && !lw_sexpr_is(node, "class_class") &&
                 !lw_sexpr_is(node, "unit") && !lw_sexpr_is(node, "via") &&
                 !lw_sexpr_is(node, "via_rule"))
            dsn_skip(r, node);
    }
}

/* ---- classes ---- */

static bool is_default(const char *name)
{
    return lw_sexpr_same(name, "default") || lw_sexpr_same(name, "kicad_default");
}

/* Rules of a class until all are known: -1 where the file is silent. */
static void start_classes(dsn_reader *r)
{
    if (r->class_via.count > 0)
        return;
    r->board->classes.at[0].clearance = -1;
    *lw_list_add(r->scratch, &r->class_via) = -1;
}

static uint32_t add_class(dsn_reader *r, const lw_sexpr *list, lw_class class, int32_t via)
{
    uint32_t index = r->board->classes.count;
    if (index == CLASSES_MOST)
        dsn_fail(r, list, "there are more than %d classes", CLASSES_MOST);
    if (r->status)
        return 0;
    *lw_list_add(r->board->arena, &r->board->classes) = class;
    *lw_list_add(r->scratch, &r->class_via) = via;
    return index;
}

static uint32_t class_of(dsn_reader *r, const lw_sexpr *list)
{
    lw_board *board = r->board;
    const char *name = dsn_name(r, list, 1);
    int32_t known = lw_dict_get(r->classes, name, NULL);
    if (known >= 0 || r->status)
        return known >= 0 ? (uint32_t)known : 0;
    uint32_t index = 0;
    if (is_default(name))
        board->classes.at[0].name = name;
    else
        index = add_class(r, list,
                          (lw_class){.name = name, .width = r->rules.width, .clearance = -1}, -1);
    lw_dict_put(r->classes, name, NULL, (int32_t)index);
    return index;
}

/* What a class says of clearances is one number: the largest. */
static lw_nm class_clearance(const dsn_rules *rules)
{
    lw_nm most = rules->clearance;
    for (int a = 0; a < DSN_AREA; a++)
        for (int b = 0; b < DSN_AREA; b++)
            most = rules->between[a][b] > most ? rules->between[a][b] : most;
    return most;
}

/* (rule ...) and (circuit (use_via ...)) of a class or a net. */
static void read_class_rules(dsn_reader *r, const lw_sexpr *list, lw_class *class, int32_t *via)
{
    dsn_rules rules = dsn_no_rules();
    dsn_read_rules(r, list, &rules);
    if (rules.width > 0)
        class->width = rules.width;
    if (class_clearance(&rules) >= 0)
        class->clearance = class_clearance(&rules);
    const lw_sexpr *circuit = lw_sexpr_child(list, "circuit");
    for (; circuit && !r->status; circuit = lw_sexpr_sibling(circuit, "circuit")) {
        const lw_sexpr *use = lw_sexpr_child(circuit, "use_via");
        if (lw_sexpr_child(circuit, "use_layer"))
            dsn_skip(r, lw_sexpr_child(circuit, "use_layer"));
        int32_t found = use ? dsn_find_via(r, use->first->next) : -1;
        if (found >= 0)
            *via = found;
        else if (use)
            dsn_warn(r, use, "class \"%s\" has no via through all layers", class->name);
    }
}

static void read_class(dsn_reader *r, const lw_sexpr *list)
{
    lw_board *board = r->board;
    uint32_t index = class_of(r, list);
    const lw_sexpr *word = lw_sexpr_at(list, 2);
    for (; word && !r->status; word = word->next) {
        if (word->list)
            continue;
        int32_t net = lw_dict_get(r->nets, dsn_name_of(r, word), NULL);
        if (net >= 0)
            board->nets.at[net].class_id = index;
    }
    if (lw_sexpr_child(list, "layer_rule"))
        dsn_skip(r, lw_sexpr_child(list, "layer_rule"));
    if (!r->status)
        read_class_rules(r, list, &board->classes.at[index], &r->class_via.at[index]);
}

void dsn_read_classes(dsn_reader *r, const lw_sexpr *network)
{
    start_classes(r);
    const lw_sexpr *list = lw_sexpr_child(network, "class");
    for (; list && !r->status; list = lw_sexpr_sibling(list, "class"))
        read_class(r, list);
}

/* ---- nets with rules of their own ---- */

static bool same_rules(const lw_class *a, const lw_class *b)
{
    return a->width == b->width && a->clearance == b->clearance;
}

/* A net's own rules are a class, which all nets with the same share. */
static void give_class(dsn_reader *r, const lw_sexpr *list, uint32_t first)
{
    lw_board *board = r->board;
    lw_net *net = &board->nets.at[net_of(r, list)];
    lw_class class = board->classes.at[net->class_id];
    int32_t via = r->class_via.at[net->class_id];
    read_class_rules(r, list, &class, &via);
    for (uint32_t i = first; i < board->classes.count; i++) {
        if (same_rules(&board->classes.at[i], &class) && r->class_via.at[i] == via) {
            net->class_id = i;
            return;
        }
    }
    class.name = net->name;
    uint32_t index = add_class(r, list, class, via);
    net->class_id = index;
}

static void read_net_rules(dsn_reader *r)
{
    uint32_t first = r->board->classes.count;
    const lw_sexpr *network = lw_sexpr_child(r->file.root, "network");
    for (; network; network = lw_sexpr_sibling(network, "network")) {
        const lw_sexpr *net = lw_sexpr_child(network, "net");
        int64_t unit = dsn_enter_unit(r, network);
        for (; net && !r->status; net = lw_sexpr_sibling(net, "net"))
            if (lw_sexpr_child(net, "rule") || lw_sexpr_child(net, "circuit"))
                give_class(r, net, first);
        r->unit = unit;
    }
}

/* ---- the whole ---- */

static void settle_clearances(dsn_reader *r)
{
    lw_board *board = r->board;
    lw_nm least = r->rules.clearance;
    for (uint32_t i = 0; i < board->classes.count; i++) {
        lw_nm own = board->classes.at[i].clearance;
        least = own >= 0 && own < least ? own : least;
    }
    bool lowered = least < r->rules.clearance;
    for (uint32_t i = 0; i < board->classes.count; i++)
        if (board->classes.at[i].clearance < 0)
            board->classes.at[i].clearance = lowered ? r->rules.clearance : 0;
    for (int a = 0; a < LW_KIND_COUNT && lowered; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            if (board->rules.clearance[a][b] > least)
                board->rules.clearance[a][b] = least;
}

static void read_pair(dsn_reader *r, const lw_sexpr *list)
{
    lw_board *board = r->board;
    const lw_sexpr *classes = lw_sexpr_child(list, "classes");
    dsn_rules rules = dsn_no_rules();
    dsn_read_rules(r, list, &rules);
    lw_nm clearance = class_clearance(&rules);
    uint32_t count = board->classes.count;
    for (const lw_sexpr *a = classes ? classes->first->next : NULL; a; a = a->next) {
        for (const lw_sexpr *b = a->next; b && !r->status; b = b->next) {
            if (a->list || b->list || clearance < 0)
                continue;
            int32_t i = lw_dict_get(r->classes, dsn_name_of(r, a), NULL);
            int32_t k = lw_dict_get(r->classes, dsn_name_of(r, b), NULL);
            if (i < 0 || k < 0)
                dsn_warn(r, list, "there is no class \"%s\"",
                         dsn_brief(r, i < 0 ? a->text : b->text));
            else
                board->class_clearance[(size_t)i * count + (size_t)k] =
                    board->class_clearance[(size_t)k * count + (size_t)i] = clearance;
        }
    }
}

static void read_pairs(dsn_reader *r)
{
    lw_board *board = r->board;
    board->class_clearance = lw_arena_alloc(
        board->arena, (size_t)board->classes.count * board->classes.count, sizeof(lw_nm));
    const lw_sexpr *network = lw_sexpr_child(r->file.root, "network");
    for (; network; network = lw_sexpr_sibling(network, "network")) {
        const lw_sexpr *list = lw_sexpr_child(network, "class_class");
        int64_t unit = dsn_enter_unit(r, network);
        for (; list && !r->status; list = lw_sexpr_sibling(list, "class_class"))
            read_pair(r, list);
        r->unit = unit;
    }
}

static void settle_vias(dsn_reader *r)
{
    lw_board *board = r->board;
    for (uint32_t i = 0; i < board->classes.count && r->via < 0; i++)
        r->via = r->class_via.at[i];
    for (uint32_t i = 0; i < board->classes.count; i++) {
        lw_class *class = &board->classes.at[i];
        if (r->class_via.at[i] < 0)
            r->class_via.at[i] = r->via;
        class->via_diameter = class->width;
        class->via_drill = class->width / 2;
        if (r->via < 0)
            continue;
        const dsn_padstack *stack = &r->padstacks.at[r->class_via.at[i]];
        class->via_drill = stack->drill;
        class->via_diameter = dsn_via_diameter(r, stack, i);
    }
}

/* The file says how wide tracks are, not how narrow they may be next to a pad: as board houses make
 * without a surcharge, or as the narrowest class. */
static void settle_necks(lw_board *board)
{
    lw_nm least = 150000;
    for (uint32_t i = 0; i < board->classes.count; i++)
        if (board->classes.at[i].width < least)
            least = board->classes.at[i].width;
    for (uint32_t i = 0; i < board->classes.count; i++)
        board->classes.at[i].neck = least;
}

void dsn_finish_classes(dsn_reader *r)
{
    start_classes(r);
    read_net_rules(r);
    if (r->status)
        return;
    settle_clearances(r);
    read_pairs(r);
    if (!r->status)
        settle_vias(r);
    settle_necks(r->board);
}

/* ---- pads without a net ---- */

/*
 * A hole without copper may stand in the file as a pad that is as large as its drill. Of a net it
 * is none; where no net is, copper keeps away from it on every layer as it does from a drill.
 */
void dsn_guard_holes(dsn_reader *r)
{
    lw_board *board = r->board;
    lw_nm hole = dsn_hole_clearance(r);
    lw_nm pad_clearance = lw_clearance(board, LW_TRACK, 0, LW_PAD, 0);
    for (uint32_t i = 0; i < board->pads.count && r->kicad && hole > pad_clearance; i++) {
        const lw_pad *pad = &board->pads.at[i];
        if (pad->net != LW_NO_NET || pad->drill == 0)
            continue;
        for (uint32_t k = 0; k < pad->copper.count; k++)
            *lw_list_add(board->arena, &board->keepouts) =
                (lw_keepout){.layers = lw_board_layers(board),
                             .shape = dsn_grown(pad->copper.at[k].shape, hole),
                             .tracks = true,
                             .vias = true,
                             .source = board->elements.at[pad->element].source};
    }
}
