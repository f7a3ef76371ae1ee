/*
 * The course of reading: layers, nets and rules; footprints, whose pads name nets; what lies on the
 * board; its outline.
 */
#include <stdlib.h>
#include <string.h>
#include "base/number.h"
#include "board/build.h"
#include "io/figures.h"
#include "io/kicad.h"
#include "io/rim.h"

#define MOST_INNER 30

/* ---- the document ---- */

int64_t lw_kicad_version(const lw_sexpr *root)
{
    const lw_sexpr *node = lw_sexpr_child(root, "version");
    const char *word = node ? lw_sexpr_word(node, 1) : NULL;
    int64_t version = 0;
    if (lw_parse_integer(word, 1, INT32_MAX, &version))
        return 0;
    return version;
}

static void check_version(kicad_reader *r, const lw_sexpr *root)
{
    r->version = lw_kicad_version(root);
    if (!lw_sexpr_is(root, "kicad_pcb"))
        lw_kicad_fail(r, root, "this is a \"%.40s\", not a board of KiCad", root->text);
    else if (r->version == 0)
        lw_kicad_fail(r, root, "the board does not say its format's version");
    else if (r->version < KICAD_FORMAT_4)
        lw_kicad_fail(r, root,
                      "this board is from before KiCad 4; open and save it with KiCad 4 or later");
    else if (r->version > KICAD_FORMAT_LATEST)
        lw_kicad_warn(r, root, "this format of KiCad, %d, is newer than what is known",
                      (int)r->version);
}

/* ---- layers ---- */

/* Where a layer stands in the stack; -1: it has no copper. Its own name was lost before 6 when the
 * user gave it another, so its number counts then: 0 to 31 from top to bottom. */
static int stack_place(const kicad_reader *r, const lw_sexpr *node)
{
    const char *name = lw_sexpr_word(node, 1), *kind = lw_sexpr_word(node, 2);
    int64_t number;
    if (!name || !kind || strcmp(kind, "user") == 0)
        return -1;
    if (strcmp(name, "F.Cu") == 0)
        return 0;
    if (strcmp(name, "B.Cu") == 0)
        return MOST_INNER + 1;
    if (strncmp(name, "In", 2) == 0 && strstr(name, ".Cu") && name[2] >= '1' && name[2] <= '9') {
        number = strtol(name + 2, NULL, 10);
        return number >= 1 && number <= MOST_INNER ? (int)number : -1;
    }
    if (r->version >= KICAD_FORMAT_6 || lw_parse_integer(node->text, 0, MOST_INNER + 1, &number))
        return -1;
    return (int)number;
}

/* Everything names a layer as KiCad does; people may have another name for it. */
static void add_layer(kicad_reader *r, const lw_sexpr *node)
{
    int64_t number = 0;
    const lw_sexpr *last = lw_sexpr_at(node, 3);
    const char *name = lw_kicad_name(r, node, 1);
    const char *own = last && last->quoted ? lw_kicad_name(r, node, 3) : "";
    if (lw_parse_integer(node->text, 0, 255, &number))
        lw_kicad_fail(r, node, "\"%.40s\" is no number of a layer", node->text);
    if (!lw_dict_put(r->layers, name, NULL, (int32_t)r->board->layers.count))
        lw_kicad_fail(r, node, "layer \"%.60s\" is there twice", name);
    *lw_list_add(r->board->arena, &r->board->layers) =
        (lw_layer){.name = lw_kicad_unique(r, &r->layer_names, *own ? own : name),
                   .number = (int32_t)number,
                   .source = lw_sexpr_at(node, 1)->span};
}

static void read_layers(kicad_reader *r, const lw_sexpr *root)
{
    const lw_sexpr *layers = lw_sexpr_child(root, "layers");
    const lw_sexpr *at[MOST_INNER + 2] = {NULL};
    for (const lw_sexpr *node = layers ? layers->first->next : NULL; node; node = node->next) {
        int place = node->list ? stack_place(r, node) : -1;
        if (place >= 0 && at[place])
            lw_kicad_fail(r, node, "this layer of copper is there twice");
        else if (place >= 0)
            at[place] = node;
    }
    for (int i = 0; i < MOST_INNER + 2; i++)
        if (at[i])
            add_layer(r, at[i]);
    if (r->board->layers.count == 0)
        lw_kicad_fail(r, layers ? layers : root, "the board has no layer of copper");
}

/* ---- nets ---- */

/* (net 1 "GND"): copper says the number. Without such lines it says the name. */
static void read_net(kicad_reader *r, const lw_sexpr *node)
{
    const char *number = lw_kicad_name(r, node, 1), *name = lw_kicad_name(r, node, 2);
    r->numbered = true;
    if (r->status || *name == '\0')
        return;
    lw_net_id net = (lw_net_id)r->board->nets.count;
    if (!lw_dict_put(r->numbers, number, NULL, net))
        lw_kicad_fail(r, node, "net %.60s is there twice", number);
    else if (!lw_dict_put(r->nets, name, NULL, net))
        lw_kicad_fail(r, node, "net \"%.60s\" is there twice", name);
    *lw_list_add(r->board->arena, &r->board->nets) =
        (lw_net){.name = name, .source = lw_sexpr_at(node, 1)->span};
}

/* Where nets go by name they are not declared: all that anything is of. */
static void find_nets(kicad_reader *r, const lw_sexpr *list)
{
    lw_kicad_net(r, list);
    for (const lw_sexpr *node = list->first; node && !r->status; node = node->next)
        if (node->list)
            find_nets(r, node);
}

/* ---- what copper and drawings there are ---- */

static const struct {
    const char *name;
    void (*read)(kicad_reader *r, const lw_sexpr *node);
} readers[] = {
    {"segment", lw_kicad_read_segment},
    {"arc", lw_kicad_read_arc},
    {"via", lw_kicad_read_via},
    {"zone", lw_kicad_read_zone},
    {"dimension", lw_kicad_read_dimension},
};

static bool is_one_of(const lw_sexpr *node, const char *const *names)
{
    while (*names && !lw_sexpr_is(node, *names))
        names++;
    return *names;
}

/* Nobody makes copper of these on purpose. */
static void warn_of_copper(kicad_reader *r, const lw_sexpr *node)
{
    static const char *const unread[] = {"table", "image", "barcode", NULL};
    if (is_one_of(node, unread) && lw_kicad_layers(r, node))
        lw_kicad_warn(r, node, "a %s on a layer of copper is not read", node->text);
}

static void read_item(kicad_reader *r, const lw_sexpr *node)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (lw_sexpr_is(node, readers[i].name)) {
            readers[i].read(r, node);
            return;
        }
    }
    if (*lw_kicad_figure_kind(node))
        lw_kicad_read_drawing(r, node);
    else
        warn_of_copper(r, node);
}

/* Behind an offset, at the beginning of the next line when nothing else stands on this one. */
static uint32_t next_line(const lw_board *board, uint32_t at)
{
    uint32_t end = at;
    while (end < board->source_size && board->source[end] && strchr(" \t\r", board->source[end]))
        end++;
    return end < board->source_size && board->source[end] == '\n' ? end + 1 : at;
}

/* Before an offset, at the beginning of its line when nothing else stands before it. */
static uint32_t own_line(const lw_board *board, uint32_t at)
{
    uint32_t begin = at;
    while (begin > 0 && (board->source[begin - 1] == ' ' || board->source[begin - 1] == '\t'))
        begin--;
    return begin > 0 && board->source[begin - 1] == '\n' ? begin : at;
}

/* New copper goes behind the last track, or before the first thing that KiCad has behind tracks. */
static uint32_t place_of_copper(const lw_board *board, const lw_sexpr *root)
{
    static const char *const copper[] = {"segment", "arc", "via", NULL};
    static const char *const behind[] = {"zone", "group", "generated", "embedded_fonts", NULL};
    uint32_t tracks = 0, rest = 0;
    for (const lw_sexpr *node = root->first; node; node = node->next) {
        if (is_one_of(node, copper))
            tracks = node->span.end;
        if (rest == 0 && is_one_of(node, behind))
            rest = node->span.begin;
    }
    return tracks ? next_line(board, tracks) : own_line(board, rest ? rest : root->span.end - 1);
}

static void finish_nets(kicad_reader *r, const lw_sexpr *root)
{
    lw_board *board = r->board;
    uint32_t place = place_of_copper(board, root);
    for (uint32_t i = 0; i < board->nets.count; i++)
        board->nets.at[i].insert_at = place;
    for (uint32_t i = 0; i < board->pads.count; i++) {
        lw_net_id net = r->pad_nets.at[i];
        board->pads.at[i].net = net;
        if (net != LW_NO_NET)
            *lw_list_add(board->arena, &board->nets.at[net].pads) = i;
    }
}

static void make_outline(kicad_reader *r)
{
    lw_shape *lines = r->outline.at;
    uint32_t count = r->outline.count;
    lw_board_package_outline(r->board, r->file->arena, &lines, &count);
    lw_rim_make(r->board, lines, count, "layer Edge.Cuts");
    for (uint32_t i = 0; i < r->margin.count; i++)
        *lw_list_add(r->board->arena, &r->board->edges) = r->margin.at[i];
}

static void place_footprints(kicad_reader *r)
{
    uint32_t element;
    lw_placing placing = lw_board_placing(r->board, &element);
    if (placing == LW_PLACING_FITS) {
        lw_board_place(r->board);
        return;
    }
    lw_kicad_fail(r, r->footprints.at[element],
                  placing == LW_PLACING_FAR
                      ? "footprint \"%.60s\" reaches beyond 1 m from the origin"
                      : "the footprints up to \"%.60s\" have too many pads and figures",
                  r->board->elements.at[element].name);
}

static void read_all(kicad_reader *r, const lw_sexpr *root)
{
    const lw_sexpr *node;
    read_layers(r, root);
    for (node = lw_sexpr_child(root, "net"); node && !r->status;
         node = lw_sexpr_sibling(node, "net"))
        read_net(r, node);
    if (r->status)
        return;
    if (!r->numbered)
        find_nets(r, root);
    lw_kicad_read_rules(r, root);
    for (node = root->first; node && !r->status; node = node->next)
        if (lw_sexpr_is(node, "footprint") || lw_sexpr_is(node, "module"))
            lw_kicad_read_footprint(r, node);
    if (r->status)
        return;
    place_footprints(r);
    lw_kicad_read_locks(r, root);
    for (node = root->first; node && !r->status; node = node->next)
        read_item(r, node);
    if (r->status)
        return;
    finish_nets(r, root);
    make_outline(r);
    lw_board_finish(r->board);
    for (uint32_t i = 0; i < r->letters.count; i++)
        *lw_list_add(r->board->arena, &r->board->copper) = r->letters.at[i];
}

static lw_status read_file(const lw_sexpr_file *file, const char *project_path, const char *project,
                           size_t project_size, lw_board *board, lw_error *err)
{
    kicad_reader r = {
        .file = file,
        .board = board,
        .err = err,
        .project_path = project_path,
        .project = project,
        .project_size = project_size,
        .layers = lw_dict_new(file->arena),
        .classes = lw_dict_new(file->arena),
        .nets = lw_dict_new(file->arena),
        .numbers = lw_dict_new(file->arena),
        .locked = lw_dict_new(file->arena),
        .packages = lw_dict_new(file->arena),
    };
    check_version(&r, file->root);
    if (!r.status)
        read_all(&r, file->root);
    return r.status;
}

lw_status lw_kicad_read(const char *path, const char *text, size_t size, const char *project_path,
                        const char *project, size_t project_size, lw_board **out, lw_error *err)
{
    lw_sexpr_file file;
    *out = NULL;
    lw_status status = lw_sexpr_parse(path, text, size, LW_SEXPR_KICAD, &file, err);
    if (status)
        return status;
    lw_board *board = lw_board_new(path, text, size);
    board->name = lw_name_of_file(board->names, board->path);
    board->format = LW_FORMAT_KICAD;
    board->y_down = true;
    status = read_file(&file, project_path, project, project_size, board, err);
    if (status)
        lw_board_free(board);
    else
        *out = board;
    lw_sexpr_free(&file);
    return status;
}
