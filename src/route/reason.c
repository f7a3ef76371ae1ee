/*
 * A net is open because nothing leads to one of its pads whatever the other nets do, or else
 * because no way was left. The first is found out on a lattice without any new copper; when a
 * fitted one has a way the pitch that was asked for is to blame, and otherwise the obstacle at the
 * pad.
 */
#include "route/reason.h"

#include "base/number.h"
#include "grid/obstacles.h"
#include "route/bridge.h"
#include "route/region.h"

typedef struct lw_inquiry {
    const lw_board *board;
    const lw_route_options *options;
    lw_route_log *log;
    lw_run run;
    lw_run fitted; /* the same on a fitted lattice, once it is needed */
    bool has_fitted;
    lw_arena *arena; /* of its own, gone in the end */
} lw_inquiry;

typedef struct lw_suspect {
    lw_net_id net;
    const lw_item *item; /* a shape of the pad */
    const char *name;    /* of the pad */
} lw_suspect;

/* The narrowest track that may begin at the pad. */
static lw_nm width_of(const lw_inquiry *inquiry, const lw_suspect *pad)
{
    return lw_run_neck_width(&inquiry->run, pad->item);
}

/* ---- pads that nothing leads to ---- */

static bool lay(const lw_inquiry *inquiry, lw_nm pitch, lw_run *run)
{
    lw_route_options *options = LW_NEW(inquiry->arena, lw_route_options);
    *options = *inquiry->options;
    options->pitch = pitch;
    options->stop = NULL;
    *run = (lw_run){.board = inquiry->board, .options = options};
    if (lw_run_open(run, NULL))
        return false;
    lw_run_bridge(run);
    return true;
}

/* Whether the pitch is to blame, and which one would do. */
static bool would_do(lw_inquiry *inquiry, lw_net_id net, lw_nm *pitch)
{
    if (inquiry->options->pitch == 0)
        return false;
    if (!inquiry->has_fitted) {
        inquiry->has_fitted = lay(inquiry, 0, &inquiry->fitted);
        if (!inquiry->has_fitted)
            return false;
    }
    *pitch = lw_lattice_pitch(inquiry->fitted.lattice);
    return *pitch < inquiry->log->pitch && !lw_shut_in_find(&inquiry->fitted, net).pad;
}

/* ---- what is in the way ---- */

typedef struct lw_open_cause {
    lw_open_reason reason;
    const char *text;
} lw_open_cause;

/* What lies at the pad itself on its first layer; NULL: on some layer nothing does. */
static const lw_item *obstacle(const lw_inquiry *inquiry, const lw_suspect *pad)
{
    const lw_item *first = NULL;
    for (uint32_t layer = 0; layer < inquiry->board->layers.count; layer++) {
        if (!(pad->item->layers & LW_LAYER(layer)))
            continue;
        const lw_item *item = lw_lattice_in_the_way(inquiry->run.lattice, pad->net, layer,
                                                    pad->item->at, width_of(inquiry, pad));
        if (!item)
            return NULL;
        first = first ? first : item;
    }
    return first;
}

static lw_nm pad_clearance(const lw_board *board, const lw_item *a, const lw_item *b)
{
    lw_nm keep = lw_clearance(board, lw_item_clearance_kind(a->kind), lw_net_class(board, a->net),
                              lw_item_clearance_kind(b->kind), lw_net_class(board, b->net));
    keep = a->clearance > keep ? a->clearance : keep;
    return b->clearance > keep ? b->clearance : keep;
}

static const char *name_of_copper(lw_arena *arena, const lw_board *board, const lw_item *item)
{
    char pad[256];
    switch (item->kind) {
    case LW_ITEM_PAD:
        lw_pad_name(board, item->index, pad, sizeof pad);
        if (item->net == LW_NO_NET)
            return lw_arena_print(arena, "%s", pad);
        return lw_arena_print(arena, "%s (%s)", pad, lw_net_name(board, item->net));
    case LW_ITEM_TRACK:
        return lw_arena_print(arena, "a track of %s", lw_net_name(board, item->net));
    case LW_ITEM_VIA:
        return lw_arena_print(arena, "a via of %s", lw_net_name(board, item->net));
    default:
        return "drawn copper";
    }
}

/* Thinner tracks are not worth a hint. */
enum { THINNEST_HINT = 50000, HINT_STEP = 10000 };

/* The widest track that fits between the pad's centre and the copper; 0 when it would be too thin,
 * or meet something else. */
static lw_nm width_that_fits(const lw_inquiry *inquiry, const lw_suspect *pad, const lw_item *other)
{
    const lw_board *board = inquiry->board;
    uint32_t layer = 0;
    while (!(pad->item->layers & other->layers & LW_LAYER(layer)))
        layer++;
    lw_shape centre = {&pad->item->at, 1, false, 0};
    lw_nm keep = lw_clearance(board, LW_TRACK, lw_net_class(board, pad->net),
                              lw_item_clearance_kind(other->kind), lw_net_class(board, other->net));
    keep = other->clearance > keep ? other->clearance : keep;
    lw_nm room = lw_shape_gap(centre, other->shape).distance - keep;
    lw_nm width = 2 * room / HINT_STEP * HINT_STEP;
    if (width < THINNEST_HINT || width < board->rules.min_width || width >= width_of(inquiry, pad))
        return 0;
    return lw_lattice_in_the_way(inquiry->run.lattice, pad->net, layer, pad->item->at, width)
               ? 0
               : width;
}

static lw_open_cause blame_copper(const lw_inquiry *inquiry, const lw_suspect *pad,
                                  const lw_item *other)
{
    const lw_board *board = inquiry->board;
    lw_arena *arena = inquiry->log->arena;
    const char *name = name_of_copper(arena, board, other);
    lw_nm keep = pad_clearance(board, pad->item, other);
    lw_nm apart = lw_shape_gap(pad->item->shape, other->shape).distance;
    if (apart < keep)
        return (lw_open_cause){
            LW_OPEN_TOO_NEAR,
            lw_arena_print(arena, "%s and %s are %s mm apart, the clearance is %s mm", pad->name,
                           name, lw_mm(apart > 0 ? apart : 0).text, lw_mm(keep).text)};
    const char *text = lw_arena_print(arena, "%s is too near to %s for a track %s mm wide", name,
                                      pad->name, lw_mm(width_of(inquiry, pad)).text);
    lw_nm fits = width_that_fits(inquiry, pad, other);
    if (fits > 0)
        text = lw_arena_print(arena, "%s; one of %s mm would fit (--neck-width)", text,
                              lw_mm(fits).text);
    return (lw_open_cause){LW_OPEN_WALLED_IN, text};
}

static lw_open_cause blame(const lw_inquiry *inquiry, const lw_suspect *pad, const lw_item *other)
{
    const lw_board *board = inquiry->board;
    lw_arena *arena = inquiry->log->arena;
    lw_mm_text width = lw_mm(width_of(inquiry, pad));
    if (!other)
        return (lw_open_cause){
            LW_OPEN_WALLED_IN,
            lw_arena_print(arena,
                           "no track %s mm wide can reach %s: pads, holes, keepouts, edges or kept "
                           "copper close it in",
                           width.text, pad->name)};
    if (other->kind == LW_ITEM_KEEPOUT) {
        lw_box box = lw_shape_box(other->shape);
        lw_point middle = {(lw_nm)(((int64_t)box.x1 + box.x2) / 2),
                           (lw_nm)(((int64_t)box.y1 + box.y2) / 2)};
        return (lw_open_cause){
            LW_OPEN_KEEPOUT,
            lw_arena_print(arena, "the keepout around %s, %s mm covers %s", lw_mm(middle.x).text,
                           lw_mm(lw_board_file_y(board, middle.y)).text, pad->name)};
    }
    if (other->kind == LW_ITEM_HOLE || other->kind == LW_ITEM_EDGE) {
        bool hole = other->kind == LW_ITEM_HOLE;
        return (lw_open_cause){
            LW_OPEN_WALLED_IN,
            lw_arena_print(
                arena, "%s is too near to %s: a track %s mm wide has to keep %s mm away from it",
                pad->name, hole ? "a hole" : "the board's edge", width.text,
                lw_mm(hole ? board->rules.hole : board->rules.edge).text)};
    }
    return blame_copper(inquiry, pad, other);
}

static bool is_closed(const lw_inquiry *inquiry, lw_layers layers)
{
    const uint8_t *ways = inquiry->options->ways;
    for (uint32_t i = 0; i < inquiry->board->layers.count && ways; i++)
        if (ways[i] == LW_NO_TRACKS)
            layers &= ~LW_LAYER(i);
    return layers == 0;
}

static lw_open_cause cause_of_pad(lw_inquiry *inquiry, const lw_item *item)
{
    char name[256];
    const lw_suspect pad = {item->net, item,
                            lw_pad_name(inquiry->board, item->index, name, sizeof name)};
    lw_arena *arena = inquiry->log->arena;
    if (!lw_on_board(inquiry->board, item->at))
        return (lw_open_cause){LW_OPEN_OFF_BOARD,
                               lw_arena_print(arena, "%s lies outside of the board", name)};
    if (is_closed(inquiry, item->layers))
        return (lw_open_cause){
            LW_OPEN_KEEPOUT,
            lw_arena_print(arena, "no layer of %s is to have tracks", name)};
    lw_nm pitch;
    if (would_do(inquiry, item->net, &pitch))
        return (lw_open_cause){
            LW_OPEN_GRID,
            lw_arena_print(arena, "no track can enter %s on a grid of %s mm; one of %s mm would do",
                           name, lw_mm(inquiry->log->pitch).text, lw_mm(pitch).text)};
    return blame(inquiry, &pad, obstacle(inquiry, &pad));
}

/* ---- nets whose pads can all be entered ---- */

static lw_open_cause cause_of_way(const lw_inquiry *inquiry)
{
    if (inquiry->log->stopped)
        return (lw_open_cause){LW_OPEN_STOPPED, "the run was stopped before"};
    if (inquiry->options->pitch == 0)
        return (lw_open_cause){LW_OPEN_NO_WAY,
                               "no way is left: the tracks of other nets close every one"};
    return (lw_open_cause){
        LW_OPEN_NO_WAY,
        lw_arena_print(inquiry->log->arena,
                       "no way is left on a grid of %s mm; a finer one may have some",
                       lw_mm(inquiry->log->pitch).text)};
}

static void find_reason(lw_inquiry *inquiry, lw_open_net *open)
{
    const lw_item *pad = lw_shut_in_find(&inquiry->run, open->net).pad;
    lw_open_cause cause = pad ? cause_of_pad(inquiry, pad) : cause_of_way(inquiry);
    if (pad)
        open->pad = pad->index;
    open->reason = cause.reason;
    open->text = cause.text;
}

void lw_reasons_find(const lw_board *board, const lw_route_options *options, lw_route_log *log)
{
    lw_inquiry inquiry = {.board = board, .options = options, .log = log};
    inquiry.arena = lw_arena_new();
    bool laid = log->open.count > 0 && !log->stopped && lay(&inquiry, log->pitch, &inquiry.run);
    for (uint32_t i = 0; i < log->open.count; i++) {
        lw_open_net *open = &log->open.at[i];
        lw_open_cause plain = cause_of_way(&inquiry);
        open->reason = plain.reason;
        open->text = plain.text;
        if (laid && !lw_run_stop_asked(&inquiry.run))
            find_reason(&inquiry, open);
    }
    lw_run_close(&inquiry.run);
    lw_run_close(&inquiry.fitted);
    lw_arena_free(inquiry.arena);
}
