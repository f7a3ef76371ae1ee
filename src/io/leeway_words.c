#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "io/leeway.h"

/*
 * The vocabulary as a tree of words: what an element may be called, have and hold. The same as
 * boards/leeway.xsd, which explains it.
 */

typedef struct word {
    const char *name;
    const char *attributes; /* with blanks between them */
    const struct word *const *parts;
    bool text; /* holds words of a text */
} word;

#define PARTS(...) ((const word *const[]){__VA_ARGS__, NULL})
#define FIGURE     &wire, &line, &circle, &rectangle, &polygon
#define DRAWN      " ink side"

static const word vertex = {.name = "vertex", .attributes = "x y curve"};

static const word wire = {.name = "wire", .attributes = "x1 y1 x2 y2 width curve"};
static const word line = {.name = "line", .attributes = "width", .parts = PARTS(&vertex)};
static const word circle = {.name = "circle", .attributes = "x y radius width"};
static const word rectangle = {.name = "rectangle", .attributes = "x1 y1 x2 y2 rot"};
static const word polygon = {.name = "polygon", .attributes = "width", .parts = PARTS(&vertex)};

static const word drawn_wire = {.name = "wire", .attributes = "x1 y1 x2 y2 width curve" DRAWN};
static const word drawn_line = {
    .name = "line", .attributes = "width" DRAWN, .parts = PARTS(&vertex)};
static const word drawn_circle = {.name = "circle", .attributes = "x y radius width" DRAWN};
static const word drawn_rectangle = {.name = "rectangle", .attributes = "x1 y1 x2 y2 rot" DRAWN};
static const word drawn_polygon = {
    .name = "polygon", .attributes = "width" DRAWN, .parts = PARTS(&vertex)};
static const word text = {.name = "text", .attributes = "x y size rot align" DRAWN, .text = true};

static const word pad_wire = {.name = "wire", .attributes = "x1 y1 x2 y2 width curve layers"};
static const word pad_line = {
    .name = "line", .attributes = "width layers", .parts = PARTS(&vertex)};
static const word pad_circle = {.name = "circle", .attributes = "x y radius width layers"};
static const word pad_rectangle = {.name = "rectangle", .attributes = "x1 y1 x2 y2 rot layers"};
static const word pad_polygon = {
    .name = "polygon", .attributes = "width layers", .parts = PARTS(&vertex)};

static const word window = {.name = "window", .attributes = "", .parts = PARTS(FIGURE)};
static const word hole = {.name = "hole", .attributes = "x y drill"};
static const word slot = {
    .name = "slot", .attributes = "x1 y1 x2 y2 width milled", .parts = PARTS(FIGURE)};
static const word keepout = {
    .name = "keepout", .attributes = "layers blocks", .parts = PARTS(FIGURE, &window)};
static const word copper = {.name = "copper", .attributes = "layers", .parts = PARTS(FIGURE)};

#define CONTENTS                                                                                   \
    &hole, &slot, &keepout, &copper, &drawn_wire, &drawn_line, &drawn_circle, &drawn_rectangle,    \
        &drawn_polygon, &text
#define PAD_FIGURE &pad_wire, &pad_line, &pad_circle, &pad_rectangle, &pad_polygon

static const word pad = {.name = "pad",
                         .attributes =
                             "name x y drill diameter shape elongation dx dy roundness rot",
                         .parts = PARTS(PAD_FIGURE)};
static const word smd = {
    .name = "smd", .attributes = "name x y dx dy roundness layer rot", .parts = PARTS(PAD_FIGURE)};
static const word package_outline = {.name = "outline", .attributes = "", .parts = PARTS(FIGURE)};
static const word package = {.name = "package",
                             .attributes = "name",
                             .parts = PARTS(&pad, &smd, &package_outline, CONTENTS)};
static const word element = {.name = "element", .attributes = "name package value x y rot"};

static const word layer = {.name = "layer", .attributes = "name direction number"};
static const word layers = {.name = "layers", .attributes = "", .parts = PARTS(&layer)};
static const word rules = {
    .name = "rules",
    .attributes = "class width clearance edge hole via drill hole-to-hole min-width min-drill "
                  "min-ring track-track track-via track-pad via-via via-pad pad-pad"};
static const word clearance = {.name = "clearance", .attributes = "class value"};
static const word class_word = {
    .name = "class", .attributes = "name width clearance via drill", .parts = PARTS(&clearance)};
static const word cutout = {.name = "cutout", .attributes = "", .parts = PARTS(FIGURE)};
static const word outline = {
    .name = "outline", .attributes = "check", .parts = PARTS(FIGURE, &cutout)};
static const word edge = {.name = "edge", .attributes = "width", .parts = PARTS(&vertex)};

static const word contactref = {.name = "contactref", .attributes = "element pad"};
static const word track = {.name = "wire", .attributes = "x1 y1 x2 y2 width curve layer locked"};
static const word via = {.name = "via", .attributes = "x y drill diameter layers locked"};
static const word net_polygon = {
    .name = "polygon", .attributes = "width layers cutout", .parts = PARTS(&vertex)};
static const word pour = {
    .name = "pour", .attributes = "width layers cutout", .parts = PARTS(&vertex)};
static const word jumper = {.name = "jumper", .attributes = "x1 y1 x2 y2"};
static const word net = {.name = "net",
                         .attributes = "name class",
                         .parts = PARTS(&contactref, &track, &via, &net_polygon, &jumper)};

static const word board = {.name = "board",
                           .attributes = "name units cell version",
                           .parts = PARTS(&layers, &rules, &class_word, &outline, &edge, &pour,
                                          &package, &element, &net, CONTENTS)};

/* ---- holding a document against it ---- */

/* Told one by one until there are many; the rest of them would only bury other news. */
enum { MOST_TOLD = 40 };

LW_PRINTF(4, 5)
static void unknown(leeway_reader *r, const xmlNode *node, const char *attribute,
                    const char *format, ...)
{
    char text_of_it[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text_of_it, sizeof text_of_it, format, args);
    va_end(args);
    if (!r->later) {
        lw_figures_fail(&r->f, node, attribute, "%s", text_of_it);
        return;
    }
    if (++r->unknown_words > MOST_TOLD)
        return;
    int where_line, column;
    lw_xml_node_place(r->xml, node, attribute, &where_line, &column);
    lw_board_warn(r->board, where_line, column, "%s",
                  r->unknown_words < MOST_TOLD ? text_of_it : "more unknown words are not told");
}

static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; *at;) {
        size_t word_length = strcspn(at, " ");
        if (word_length == length && memcmp(at, name, length) == 0)
            return true;
        at += word_length;
        at += strspn(at, " ");
    }
    return false;
}

static void try_listed(lw_nearest *nearest, lw_arena *arena, const char *list)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, " ");
        lw_nearest_try(nearest, lw_arena_text(arena, at, length));
        at += length;
        at += strspn(at, " ");
    }
}

static bool is_own_space(const xmlNs *space)
{
    return strcmp((const char *)space->href, LEEWAY_NAMESPACE) == 0;
}

static void check_attributes(leeway_reader *r, const xmlNode *node, const word *w)
{
    for (const xmlAttr *a = node->properties; a && !leeway_failed(r); a = a->next) {
        const char *name = (const char *)a->name;
        if (a->ns ? !is_own_space(a->ns) : is_listed(w->attributes, name))
            continue;
        if (a->ns) {
            unknown(r, node, NULL, "<%s>: the attribute \"%s\" is written without \"%s:\"", w->name,
                    lw_figures_brief(&r->f, name), (const char *)a->ns->prefix);
            continue;
        }
        lw_nearest nearest = lw_nearest_to(name);
        try_listed(&nearest, r->xml->arena, w->attributes);
        char hint[200];
        unknown(r, node, name, "<%s> has no attribute \"%s\"%s", w->name,
                lw_figures_brief(&r->f, name), lw_nearest_hint(&nearest, hint, sizeof hint));
    }
}

static const word *find_part(const word *w, const char *name)
{
    for (const word *const *part = w->parts; part && *part; part++)
        if (strcmp((*part)->name, name) == 0)
            return *part;
    return NULL;
}

static void unknown_part(leeway_reader *r, const xmlNode *node, const word *within)
{
    const char *name = (const char *)node->name;
    lw_nearest nearest = lw_nearest_to(name);
    for (const word *const *part = within->parts; part && *part; part++)
        lw_nearest_try(&nearest, (*part)->name);
    char hint[200];
    unknown(r, node, NULL, "<%s> is not known inside <%s>%s", lw_figures_brief(&r->f, name),
            within->name, lw_nearest_hint(&nearest, hint, sizeof hint));
}

static bool is_blank_text(const xmlNode *node)
{
    const char *content = node->content ? (const char *)node->content : "";
    return content[strspn(content, " \t\r\n")] == '\0';
}

static void check_word(leeway_reader *r, const xmlNode *node, const word *w);

static void check_part(leeway_reader *r, const xmlNode *node, const word *within)
{
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
        if (!within->text && !is_blank_text(node))
            lw_figures_fail(&r->f, node->parent, NULL, "text is out of place inside <%s>",
                            within->name);
        return;
    }
    if (node->type != XML_ELEMENT_NODE || (node->ns && !is_own_space(node->ns)))
        return;
    const word *w = node->ns ? find_part(within, (const char *)node->name) : NULL;
    if (w)
        check_word(r, node, w);
    else
        unknown_part(r, node, within);
}

/* As deep as the vocabulary. */
static void check_word(leeway_reader *r, const xmlNode *node, const word *w)
{
    check_attributes(r, node, w);
    for (const xmlNode *part = node->children; part && !leeway_failed(r); part = part->next)
        check_part(r, part, w);
}

void leeway_check_words(leeway_reader *r)
{
    check_word(r, r->xml->root, &board);
}
