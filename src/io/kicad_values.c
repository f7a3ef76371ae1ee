/* Numbers, points, flags and names as KiCad writes them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/number.h"
#include "board/build.h"
#include "io/kicad.h"

#define MM        1000000
#define NAME_MOST 255
#define FULL_TURN (360 * (int64_t)LW_DEGREE)

/* ---- messages ---- */

void lw_kicad_fail(kicad_reader *r, const lw_sexpr *node, const char *format, ...)
{
    if (r->status)
        return;
    va_list args;
    va_start(args, format);
    r->status = lw_sexpr_fail_args(r->file, node, r->err, format, args);
    va_end(args);
}

void lw_kicad_warn(kicad_reader *r, const lw_sexpr *node, const char *format, ...)
{
    int line, column;
    lw_sexpr_place(r->file, node->span.begin, &line, &column);
    va_list args;
    va_start(args, format);
    lw_board_warn_args(r->board, line, column, format, args);
    va_end(args);
}

/* ---- numbers ---- */

static void fail_number(kicad_reader *r, const lw_sexpr *list, const char *word,
                        lw_number_fault fault)
{
    lw_kicad_fail(r, list, "(%.40s): \"%.60s\" %s", list->text, word, lw_number_fault_text(fault));
}

lw_nm lw_kicad_length(kicad_reader *r, const lw_sexpr *list, uint32_t place, lw_nm most)
{
    const char *word = lw_sexpr_word(list, place);
    lw_nm value = 0;
    if (r->status)
        return 0;
    if (!word) {
        lw_kicad_fail(r, list, "(%.40s): a number is missing", list->text);
        return 0;
    }
    lw_number_fault fault = lw_parse_length(word, MM, &value);
    if (!fault && (value > most || value < -most))
        fault = LW_NUMBER_RANGE;
    if (fault)
        fail_number(r, list, word, fault);
    return r->status ? 0 : value;
}

lw_nm lw_kicad_length_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm usual)
{
    const lw_sexpr *child = lw_sexpr_child(list, name);
    return child ? lw_kicad_length(r, child, 1, KICAD_NEAR) : usual;
}

lw_nm lw_kicad_size_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm usual)
{
    lw_nm size = lw_kicad_length_of(r, list, name, usual);
    if (size < 0 && size != usual)
        lw_kicad_fail(r, lw_sexpr_child(list, name), "(%.40s) is negative", name);
    return r->status ? 0 : size;
}

int64_t lw_kicad_number(kicad_reader *r, const lw_sexpr *list, uint32_t place, int64_t usual)
{
    const char *word = lw_sexpr_word(list, place);
    int64_t value = 0;
    if (!word || r->status)
        return r->status ? 0 : usual;
    lw_number_fault fault = lw_parse_fixed(word, LW_DEGREE, 1000 * FULL_TURN, &value);
    if (fault)
        fail_number(r, list, word, fault);
    return r->status ? 0 : value;
}

lw_angle lw_kicad_turn(int64_t angle)
{
    return (lw_angle)((angle % FULL_TURN + FULL_TURN) % FULL_TURN);
}

lw_angle lw_kicad_angle(kicad_reader *r, const lw_sexpr *list, uint32_t place)
{
    const char *word = lw_sexpr_word(list, place);
    if (word && strcmp(word, "unlocked") == 0) /* of texts that keep upright no more */
        return 0;
    return lw_kicad_turn(lw_kicad_number(r, list, place, 0));
}

lw_point lw_kicad_point(kicad_reader *r, const lw_sexpr *list, lw_nm most)
{
    lw_nm x = lw_kicad_length(r, list, 1, most);
    return (lw_point){x, -lw_kicad_length(r, list, 2, most)};
}

lw_point lw_kicad_point_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm most)
{
    const lw_sexpr *child = lw_sexpr_child(list, name);
    if (child)
        return lw_kicad_point(r, child, most);
    lw_kicad_fail(r, list, "(%.40s) has no (%s)", list->text, name);
    return (lw_point){0, 0};
}

/* ---- words ---- */

bool lw_kicad_flag(const lw_sexpr *list, const char *name)
{
    const lw_sexpr *node = list->first ? list->first->next : NULL;
    for (; node; node = node->next) {
        if (!node->list && !node->quoted && strcmp(node->text, name) == 0)
            return true;
        if (lw_sexpr_is(node, name)) {
            const char *word = lw_sexpr_word(node, 1);
            return !word || strcmp(word, "yes") == 0 || strcmp(word, "true") == 0;
        }
    }
    return false;
}

bool lw_kicad_says(const lw_sexpr *list, const char *name, const char *word)
{
    const lw_sexpr *child = lw_sexpr_child(list, name);
    for (const lw_sexpr *node = child ? child->first->next : NULL; node; node = node->next)
        if (!node->list && strcmp(node->text, word) == 0)
            return true;
    return false;
}

/* Control characters of ASCII and of Latin-1, and what is no UTF-8. */
static bool is_clean(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        int more = *c < 0x80   ? 0
                   : *c < 0xC2 ? -1
                   : *c < 0xE0 ? 1
                   : *c < 0xF0 ? 2
                   : *c < 0xF5 ? 3
                               : -1;
        if (more < 0 || *c < 0x20 || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0))
            return false;
        if ((*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) ||
            (*c == 0xF0 && c[1] < 0x90) || (*c == 0xF4 && c[1] > 0x8F))
            return false;
        for (c++; more > 0; more--, c++)
            if ((*c & 0xC0) != 0x80)
                return false;
    }
    return true;
}

bool lw_kicad_is_name(const char *text)
{
    return strlen(text) <= NAME_MOST && is_clean(text);
}

const char *lw_kicad_name(kicad_reader *r, const lw_sexpr *list, uint32_t place)
{
    const char *word = lw_sexpr_word(list, place);
    if (!word || r->status)
        return lw_intern(r->board->names, "");
    if (strlen(word) > NAME_MOST)
        lw_kicad_fail(r, list, "(%.40s): this name is %zu bytes long; the most is %d", list->text,
                      strlen(word), NAME_MOST);
    else if (!is_clean(word))
        lw_kicad_fail(r, list, "(%.40s): the name is not UTF-8, or has a control character in it",
                      list->text);
    return lw_intern(r->board->names, r->status ? "" : word);
}

static bool take(kicad_reader *r, kicad_taken *taken, const char *name)
{
    if (!taken->names)
        taken->names = lw_dict_new(r->file->arena);
    if (!lw_dict_put(taken->names, name, NULL, (int32_t)taken->again.count))
        return false;
    *lw_list_add(r->file->arena, &taken->again) = 0;
    return true;
}

const char *lw_kicad_unique(kicad_reader *r, kicad_taken *taken, const char *name)
{
    const char *unique = name;
    bool is_new = take(r, taken, name);
    while (!is_new || *unique == '\0') {
        char text[NAME_MOST + 16];
        uint32_t *again = &taken->again.at[lw_dict_get(taken->names, name, NULL)];
        snprintf(text, sizeof text, "%.*s@%u", NAME_MOST, name, ++*again);
        unique = lw_intern(r->board->names, text);
        is_new = take(r, taken, unique);
    }
    return unique;
}

/* ---- layers and nets ---- */

lw_layers lw_kicad_named_layers(const kicad_reader *r, const char *word)
{
    uint32_t last = r->board->layers.count - 1;
    lw_layers all = lw_board_layers(r->board), outer = LW_LAYER(0) | LW_LAYER(last);
    if (strcmp(word, "*.Cu") == 0)
        return all;
    if (strcmp(word, "F&B.Cu") == 0)
        return outer;
    if (strcmp(word, "*In.Cu") == 0)
        return all & ~outer;
    int32_t layer = lw_dict_get(r->layers, lw_intern(r->board->names, word), NULL);
    return layer < 0 ? 0 : LW_LAYER(layer);
}

lw_layers lw_kicad_layers(kicad_reader *r, const lw_sexpr *list)
{
    const lw_sexpr *child = lw_sexpr_child(list, "layers");
    if (!child)
        child = lw_sexpr_child(list, "layer");
    lw_layers layers = 0;
    for (const lw_sexpr *word = child ? child->first->next : NULL; word; word = word->next)
        if (!word->list)
            layers |= lw_kicad_named_layers(r, word->text);
    return layers;
}

/* A net that is named without having been declared. */
static lw_net_id new_net(kicad_reader *r, const char *name, const lw_sexpr *word)
{
    lw_net_id net = (lw_net_id)r->board->nets.count;
    *lw_list_add(r->board->arena, &r->board->nets) = (lw_net){.name = name, .source = word->span};
    lw_dict_put(r->nets, name, NULL, net);
    return net;
}

lw_net_id lw_kicad_net(kicad_reader *r, const lw_sexpr *list)
{
    const lw_sexpr *child = lw_sexpr_child(list, "net");
    const char *name = child ? lw_kicad_name(r, child, 1) : "";
    if (r->status || *name == '\0' || (r->numbered && strcmp(name, "0") == 0))
        return LW_NO_NET;
    lw_net_id net = lw_dict_get(r->numbered ? r->numbers : r->nets, name, NULL);
    if (net < 0 && !r->numbered)
        return new_net(r, name, lw_sexpr_at(child, 1));
    if (net < 0)
        lw_kicad_fail(r, child, "net %.60s is not declared", name);
    return net < 0 ? LW_NO_NET : net;
}
