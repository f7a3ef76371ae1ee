/*
 * Is a routed board the board that was given? Pads are held against each other by the names of part
 * and pad, so that a file whose parts were written in another order is the same board.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/heap.h"
#include "base/number.h"
#include "leeway/check.h"

typedef struct same_check {
    const lw_board *given, *routed;
    lw_differences *out;
} same_check;

static void tell(const same_check *same, lw_span where, const char *format, ...) LW_PRINTF(3, 4);

static void tell(const same_check *same, lw_span where, const char *format, ...)
{
    lw_differences *out = same->out;
    char text[512];
    va_list arguments;
    if (out->count++ >= LW_DIFFERENCES_MOST)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    *lw_list_add(out->arena, &out->list) =
        (lw_difference){lw_arena_text(out->arena, text, strlen(text)), where};
}

/* ---- pads ---- */

typedef struct pad_key {
    const lw_board *board;
    const char *element;
    const lw_pad *pad;
} pad_key;

static int by_names(const pad_key *a, const pad_key *b)
{
    int order = strcmp(a->element, b->element);
    return order != 0 ? order : strcmp(a->pad->name, b->pad->name);
}

/* Pads of one name by their places. */
static int by_key(const void *a, const void *b)
{
    const pad_key *x = a, *y = b;
    int order = by_names(x, y);
    if (order != 0)
        return order;
    lw_point p = x->pad->at, q = y->pad->at;
    return p.x != q.x ? (p.x > q.x) - (p.x < q.x) : (p.y > q.y) - (p.y < q.y);
}

static pad_key *keys_of(const lw_board *board)
{
    pad_key *keys = lw_alloc((size_t)board->pads.count + 1, sizeof *keys);
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *pad = &board->pads.at[i];
        keys[i] = (pad_key){board, board->elements.at[pad->element].name, pad};
    }
    if (board->pads.count > 0)
        qsort(keys, board->pads.count, sizeof *keys, by_key);
    return keys;
}

static lw_span source_of(const pad_key *key)
{
    return key->board->elements.at[key->pad->element].source;
}

static void compare_pads(const same_check *same, const pad_key *a, const pad_key *b)
{
    const char *net = lw_net_name(same->given, a->pad->net);
    const char *other = lw_net_name(same->routed, b->pad->net);
    lw_span where = source_of(b);
    if (strcmp(net, other) != 0)
        tell(same, where, "pad %s.%s is of net %s, not of %s", a->element, a->pad->name, net,
             other);
    if (a->pad->at.x != b->pad->at.x || a->pad->at.y != b->pad->at.y)
        tell(same, where, "pad %s.%s was moved", a->element, a->pad->name);
    else if (a->pad->layers != b->pad->layers || a->pad->drill != b->pad->drill)
        tell(same, where, "pad %s.%s is another one", a->element, a->pad->name);
}

static void compare_all_pads(const same_check *same)
{
    pad_key *a = keys_of(same->given), *b = keys_of(same->routed);
    uint32_t i = 0, k = 0, a_count = same->given->pads.count, b_count = same->routed->pads.count;
    while (i < a_count || k < b_count) {
        int order = i == a_count ? 1 : k == b_count ? -1 : by_names(&a[i], &b[k]);
        if (order < 0) {
            tell(same, (lw_span){0}, "pad %s.%s is not there", a[i].element, a[i].pad->name);
        } else if (order > 0) {
            tell(same, source_of(&b[k]), "pad %s.%s was added", b[k].element, b[k].pad->name);
        } else {
            compare_pads(same, &a[i], &b[k]);
        }
        i += order <= 0;
        k += order >= 0;
    }
    free(a);
    free(b);
}

/* ---- rules ---- */

static void compare_length(const same_check *same, const char *what, const char *of, lw_nm given,
                           lw_nm routed)
{
    if (routed < given)
        tell(same, (lw_span){0}, "%s%s is %s mm, not %s mm", what, of, lw_mm(given).text,
             lw_mm(routed).text);
}

/* Nets by their names: two formats need not number them alike. */
static void compare_classes(const same_check *same)
{
    const lw_board *given = same->given, *routed = same->routed;
    for (uint32_t i = 0; i < given->nets.count; i++) {
        const lw_net *net = &given->nets.at[i];
        lw_net_id other = lw_board_net(routed, net->name);
        if (other == LW_NO_NET)
            continue; /* its pads tell */
        const lw_class *a = &given->classes.at[net->class_id];
        const lw_class *b = &routed->classes.at[routed->nets.at[other].class_id];
        compare_length(same, "the width of net ", net->name, a->width, b->width);
        compare_length(same, "the clearance of net ", net->name, a->clearance, b->clearance);
    }
}

/* Most boards have one clearance for all kinds: what is told of the first pair is told once. */
static void compare_clearances(const same_check *same, const lw_rules *a, const lw_rules *b)
{
    for (int i = 0; i < LW_KIND_COUNT; i++)
        for (int k = 0; k <= i; k++) {
            lw_nm given = a->clearance[i][k], routed = b->clearance[i][k];
            if (i == 0 || given != a->clearance[0][0] || routed != b->clearance[0][0])
                compare_length(same, "the clearance of the rules", "", given, routed);
        }
}

static void compare_rules(const same_check *same)
{
    const lw_rules *a = &same->given->rules, *b = &same->routed->rules;
    compare_clearances(same, a, b);
    compare_length(same, "the distance to the edge", "", a->edge, b->edge);
    compare_length(same, "the distance to holes", "", a->hole, b->hole);
    compare_length(same, "the distance of two holes", "", a->drill, b->drill);
    compare_length(same, "the least width", "", a->min_width, b->min_width);
    compare_length(same, "the least drill", "", a->min_drill, b->min_drill);
    compare_length(same, "the least ring", "", a->min_ring, b->min_ring);
}

/* ---- the rest ---- */

static bool same_outline(const lw_board *a, const lw_board *b)
{
    lw_box x = lw_board_box(a), y = lw_board_box(b);
    bool same = a->outline.count == b->outline.count && a->edges.count == b->edges.count;
    for (uint32_t i = 0; same && i < a->outline.count; i++)
        same = a->outline.at[i].count == b->outline.at[i].count;
    return same && x.x1 == y.x1 && x.y1 == y.y1 && x.x2 == y.x2 && x.y2 == y.y2;
}

static void compare_bodies(const same_check *same)
{
    const lw_board *a = same->given, *b = same->routed;
    if (a->layers.count != b->layers.count)
        tell(same, (lw_span){0}, "there are %u copper layers, not %u", a->layers.count,
             b->layers.count);
    if (!same_outline(a, b))
        tell(same, (lw_span){0}, "the outline was changed");
    if (a->holes.count > b->holes.count)
        tell(same, (lw_span){0}, "there are %u holes, not %u", a->holes.count, b->holes.count);
    if (a->keepouts.count > b->keepouts.count)
        tell(same, (lw_span){0}, "there are %u keepouts, not %u", a->keepouts.count,
             b->keepouts.count);
}

lw_differences *lw_board_differences(const lw_board *given, const lw_board *routed)
{
    lw_arena *arena = lw_arena_new();
    lw_differences *out = LW_NEW(arena, lw_differences);
    out->arena = arena;
    same_check same = {given, routed, out};
    compare_bodies(&same);
    compare_rules(&same);
    compare_classes(&same);
    compare_all_pads(&same);
    return out;
}

void lw_differences_free(lw_differences *differences)
{
    if (differences)
        lw_arena_free(differences->arena);
}
