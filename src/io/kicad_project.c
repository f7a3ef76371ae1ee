/*
 * The project file, which is JSON: net classes, which nets are in them, and the rules of the whole
 * board. What it leaves out is as in a new project.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "board/build.h"
#include "io/kicad.h"

#define MM 1000000

/* Of a file with custom rules, in bytes. */
#define MOST_RULES 10000000

#define MOST_WIRES    4096 /* of a bus */
#define MOST_PATTERNS 1000000

/* Letters compared of all nets with all patterns. */
#define MOST_STEPS 500000000

typedef struct project {
    kicad_reader *r;
    uint64_t steps;
    LW_LIST(int64_t) priorities; /* a class; the least number comes first */
    bool *assigned;              /* a net: has its class */
} project;

static void fail(project *p, const char *text)
{
    if (!p->r->status)
        p->r->status = lw_fail(p->r->err, LW_ERR_INPUT, p->r->project_path, 0, 0, "%s", text);
}

/* A length in mm; unchanged where it is not given. */
static void read_length(project *p, const json_t *object, const char *key, lw_nm *value)
{
    const json_t *number = json_object_get(object, key);
    if (!number || json_is_null(number))
        return;
    double mm = json_is_number(number) ? json_number_value(number) : NAN;
    if (!(mm >= 0 && mm <= KICAD_NEAR / MM))
        fail(p, lw_arena_print(p->r->file->arena, "\"%s\" is not a length that a board can have",
                               key));
    else
        *value = (lw_nm)lround(mm * MM);
}

/* Interned; NULL for what is no name. */
static const char *text_of(project *p, const json_t *value)
{
    const char *text = json_is_string(value) ? json_string_value(value) : NULL;
    return text && lw_kicad_is_name(text) ? lw_intern(p->r->board->names, text) : NULL;
}

/* ---- rules ---- */

static void read_rules(project *p, const json_t *root)
{
    const json_t *settings = json_object_get(json_object_get(root, "board"), "design_settings");
    const json_t *rules = json_object_get(settings, "rules");
    kicad_rules *out = &p->r->rules;
    const struct {
        const char *key;
        lw_nm *value;
    } lengths[] = {
        {"min_clearance", &out->clearance},        {"min_copper_edge_clearance", &out->edge},
        {"min_hole_clearance", &out->hole},        {"min_hole_to_hole", &out->drill},
        {"min_track_width", &out->min_width},      {"min_through_hole_diameter", &out->min_drill},
        {"min_via_annular_width", &out->min_ring}, {"min_via_diameter", &out->min_via},
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        read_length(p, rules, lengths[i].key, lengths[i].value);
}

/* ---- classes ---- */

static void assign(project *p, lw_net_id net, uint32_t class_id)
{
    if (net < 0 || p->assigned[net])
        return;
    p->r->board->nets.at[net].class_id = class_id;
    p->assigned[net] = true;
}

static int32_t class_named(project *p, const json_t *name)
{
    const char *text = text_of(p, name);
    if (!text)
        return -1;
    return strcmp(text, "Default") == 0 ? 0 : lw_dict_get(p->r->classes, text, NULL);
}

static void read_class(project *p, const json_t *object)
{
    const char *name = text_of(p, json_object_get(object, "name"));
    if (!name)
        return;
    lw_class *class = lw_kicad_class(p->r, name);
    if (!class) {
        fail(p, "there are too many net classes");
        return;
    }
    const struct {
        const char *key;
        lw_nm *value;
    } lengths[] = {{"clearance", &class->clearance},
                   {"track_width", &class->width},
                   {"via_diameter", &class->via_diameter},
                   {"via_drill", &class->via_drill}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        read_length(p, object, lengths[i].key, lengths[i].value);
    const json_t *priority = json_object_get(object, "priority");
    while (p->priorities.count < p->r->board->classes.count)
        *lw_list_add(p->r->file->arena, &p->priorities) = INT32_MAX;
    p->priorities.at[class - p->r->board->classes.at] =
        json_is_integer(priority) ? json_integer_value(priority) : INT32_MAX;
}

/* Nets that stand in the class itself, as in 6. */
static void read_members(project *p, const json_t *object)
{
    int32_t class = class_named(p, json_object_get(object, "name"));
    const json_t *nets = json_object_get(object, "nets");
    for (size_t i = 0; class >= 0 && i < json_array_size(nets); i++) {
        const char *name = text_of(p, json_array_get(nets, i));
        if (name)
            assign(p, lw_dict_get(p->r->nets, name, NULL), (uint32_t) class);
    }
}

/* The default class first: the others take from it what they do not say. */
static void read_classes(project *p, const json_t *classes)
{
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < json_array_size(classes) && !p->r->status; i++) {
            const json_t *object = json_array_get(classes, i);
            if ((class_named(p, json_object_get(object, "name")) != 0) == others)
                read_class(p, object);
        }
    }
    for (size_t i = 0; i < json_array_size(classes); i++)
        read_members(p, json_array_get(classes, i));
}

/* ---- which net is of which class ---- */

static bool goes_before(const project *p, int32_t a, int32_t b)
{
    return b < 0 || p->priorities.at[a] < p->priorities.at[b];
}

/* One class, or several of which the first by priority counts. */
static void read_assignments(project *p, const json_t *assignments)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)assignments, key, value)
    {
        int32_t best = class_named(p, value);
        for (size_t i = 0; i < json_array_size(value); i++) {
            int32_t class = class_named(p, json_array_get(value, i));
            if (class >= 0 && goes_before(p, class, best))
                best = class;
        }
        if (best >= 0)
            assign(p, lw_dict_get(p->r->nets, lw_intern(p->r->board->names, key), NULL),
                   (uint32_t)best);
    }
}

/* '*' stands for any letters, '?' for one. */
static bool matches(project *p, const char *pattern, const char *text)
{
    const char *star = NULL, *from = text;
    while (*text) {
        p->steps++;
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

typedef struct pattern {
    const char *text;
    int32_t class;
} pattern;

typedef LW_LIST(pattern) pattern_list;

static void add_pattern(project *p, pattern_list *list, const char *text, int32_t class)
{
    *lw_list_add(p->r->file->arena, list) = (pattern){text, class};
}

/* A bus, "D[0..7]", stands for its wires. False for what is none. */
static bool add_bus(project *p, pattern_list *list, const char *text, int32_t class)
{
    const char *bracket = strchr(text, '['), *dots = bracket ? strstr(bracket, "..") : NULL;
    const char *close = dots ? strchr(dots, ']') : NULL;
    char *end_of_first = NULL, *end_of_last = NULL;
    if (!close || bracket[1] < '0' || bracket[1] > '9' || dots[2] < '0' || dots[2] > '9')
        return false;
    long first = strtol(bracket + 1, &end_of_first, 10), last = strtol(dots + 2, &end_of_last, 10);
    if (end_of_first != dots || end_of_last != close || labs(last - first) >= MOST_WIRES)
        return false;
    for (long wire = first < last ? first : last; wire <= (first < last ? last : first); wire++)
        add_pattern(p, list,
                    lw_arena_print(p->r->file->arena, "%.*s%ld%s", (int)(bracket - text), text,
                                   wire, close + 1),
                    class);
    return true;
}

static pattern_list read_patterns(project *p, const json_t *patterns)
{
    pattern_list list = {0};
    for (size_t i = 0; i < json_array_size(patterns) && list.count < MOST_PATTERNS; i++) {
        const json_t *object = json_array_get(patterns, i);
        int32_t class = class_named(p, json_object_get(object, "netclass"));
        const char *text = text_of(p, json_object_get(object, "pattern"));
        if (class < 0 || !text || add_bus(p, &list, text, class))
            continue;
        add_pattern(p, &list, text, class);
        if (strstr(text, ".*") || strpbrk(text, "|^["))
            lw_board_warn(p->r->board, 0, 0,
                          "net class pattern \"%.60s\": only * and ? and buses as D[0..7] are "
                          "understood",
                          text);
    }
    if (list.count >= MOST_PATTERNS)
        fail(p, "there are too many net class patterns");
    return list;
}

/* Since 9, where classes have priorities, a pattern may outdo the class that the net was given. */
static void match_patterns(project *p, pattern_list patterns)
{
    const lw_board *board = p->r->board;
    for (uint32_t net = 0; net < board->nets.count && !p->r->status; net++) {
        lw_net *of = &board->nets.at[net];
        int32_t best = p->assigned[net] ? (int32_t)of->class_id : -1;
        for (uint32_t i = 0; i < patterns.count; i++)
            if (goes_before(p, patterns.at[i].class, best) &&
                matches(p, patterns.at[i].text, of->name))
                best = patterns.at[i].class;
        if (best >= 0)
            of->class_id = (uint32_t)best;
        if (p->steps > MOST_STEPS)
            fail(p, "there are too many net class patterns");
    }
}

/* ---- the whole ---- */

static void read_root(project *p, const json_t *root)
{
    const json_t *settings = json_object_get(root, "net_settings");
    read_rules(p, root);
    read_classes(p, json_object_get(settings, "classes"));
    if (p->r->status)
        return;
    read_assignments(p, json_object_get(settings, "netclass_assignments"));
    match_patterns(p, read_patterns(p, json_object_get(settings, "netclass_patterns")));
}

/* Rules in KiCad's own language stand in a third file. */
static void warn_of_custom_rules(kicad_reader *r)
{
    size_t length = strlen(r->project_path);
    char *path = lw_arena_text(r->file->arena, r->project_path, length), *text;
    size_t size;
    if (length < 4)
        return;
    memcpy(path + length - 4, "_dru", 4);
    if (lw_file_read(path, MOST_RULES, &text, &size, NULL))
        return;
    if (memmem(text, size, "(rule", 5))
        lw_board_warn(r->board, 0, 0, "the custom rules beside the board are not read");
    free(text);
}

void lw_kicad_read_project(kicad_reader *r)
{
    json_error_t fault;
    json_t *root = json_loadb(r->project, r->project_size, 0, &fault);
    if (!root) {
        r->status = lw_fail(r->err, LW_ERR_INPUT, r->project_path, fault.line, fault.column,
                            "is not a project of KiCad: %s", fault.text);
        return;
    }
    project p = {.r = r, .assigned = LW_NEW_MANY(r->file->arena, bool, r->board->nets.count + 1)};
    *lw_list_add(r->file->arena, &p.priorities) = INT32_MAX;
    read_root(&p, root);
    json_decref(root);
    warn_of_custom_rules(r);
}
