/*
 * All is measured across the lines: by x, y, x - y or x + y. The last two grow by the root of 2
 * with a length, but so do the distances of diagonals: in each measure lines lie a pitch apart.
 */
#include "grid/needs.h"

#include <math.h>
#include <stdlib.h>
#include "base/heap.h"
#include "geom/wide.h"

/* Of more pads than these a share says as much, in less time. */
#define PADS_MOST 20000
/* Who has more neighbours than these lies in a heap of pads, where no line helps. */
#define NEIGHBOURS_MOST 1000
/* nm: pads whose middles differ by no more stand in one row; rows whose spacings do are alike. */
#define SAME 1000
/* Pairs of pads that make a row worth a lattice of its own. */
#define ROW_LEAST 6

typedef LW_LIST(lw_nm) lw_distances;

/* ---- across and along lines ---- */

static bool is_turned(lw_lines lines)
{
    return lines >= LW_LINES_FALL;
}

/* As x what is the same along a line, as y what grows along it. */
static lw_point across(lw_point p, lw_lines lines)
{
    switch (lines) {
    case LW_LINES_X:
        return p;
    case LW_LINES_Y:
        return (lw_point){p.y, p.x};
    case LW_LINES_FALL:
        return (lw_point){lw_saturate((int64_t)p.x - p.y), lw_saturate((int64_t)p.x + p.y)};
    case LW_LINES_RISE:
        break;
    }
    return (lw_point){lw_saturate((int64_t)p.x + p.y), lw_saturate((int64_t)p.x - p.y)};
}

static int64_t length_across(int64_t length, lw_lines lines)
{
    return is_turned(lines) ? (int64_t)ceil((double)length * sqrt(2)) : length;
}

static lw_box box_across(lw_shape shape, lw_lines lines)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < shape.count; i++) {
        lw_point p = across(shape.points[i], lines);
        box = lw_box_join(box, (lw_box){p.x, p.y, p.x, p.y});
    }
    return lw_box_grow(box, (lw_nm)length_across(shape.radius, lines));
}

static lw_box pad_box(const lw_pad *pad, lw_lines lines)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, box_across(pad->copper.at[i].shape, lines));
    return box;
}

static double area(lw_box box)
{
    return ((double)box.x2 - box.x1) * ((double)box.y2 - box.y1);
}

/* Whether the pad's sides are diagonals rather than rows and columns. */
static bool stands_askew(const lw_pad *pad)
{
    return area(pad_box(pad, LW_LINES_FALL)) / 2 < 0.9 * area(pad_box(pad, LW_LINES_X));
}

/* ---- one pad ---- */

typedef struct lw_view {
    const lw_obstacles *obstacles;
    const lw_pad *pad;
    uint32_t pad_id;
    lw_lines lines;
    lw_box box; /* of the pad */
    lw_point middle;
    lw_mover mover;   /* a track that leaves the pad */
    lw_nm from, to;   /* where its middle may run */
    lw_nm keep;       /* of the middle of the least track to pads, across the lines */
    lw_nm last, next; /* rims of the nearest pads to both sides; -LW_NM_MAX, LW_NM_MAX: none */
    lw_nm spacing;    /* to the middle of the next, when both stand in one row; else 0 */
} lw_view;

/* A neighbour beside the pad narrows the interval of centre lines. */
static void narrow(lw_view *view, const lw_item *item, lw_box box)
{
    lw_demand demands[LW_DEMANDS_MOST];
    if ((item->net == view->pad->net && item->net != LW_NO_NET) ||
        lw_item_demands(view->obstacles->board, item, &view->mover, demands) == 0)
        return;
    int64_t keep = length_across((int64_t)view->mover.radius + demands[0].gap, view->lines);
    if (box.x1 > view->middle.x && box.x1 - keep < view->to)
        view->to = lw_saturate(box.x1 - keep);
    if (box.x2 < view->middle.x && box.x2 + keep > view->from)
        view->from = lw_saturate(box.x2 + keep);
}

static void note_neighbour(lw_view *view, const lw_item *item, lw_box box)
{
    if (item->kind != LW_ITEM_PAD || item->index == view->pad_id)
        return;
    if (box.x2 < view->box.x1 && box.x2 > view->last)
        view->last = box.x2;
    if (box.x1 <= view->box.x2 || box.x1 >= view->next)
        return;
    lw_point middle = across(item->at, view->lines);
    int64_t spacing = (int64_t)middle.x - view->middle.x;
    bool row = llabs((int64_t)middle.y - view->middle.y) <= SAME && spacing > 0;
    view->next = box.x1;
    view->spacing = row ? lw_saturate(spacing) : 0;
}

static void look_around(lw_view *view)
{
    const lw_obstacles *obstacles = view->obstacles;
    lw_nm reach = view->mover.radius + obstacles->reach;
    if (reach < 3 * (int64_t)view->keep)
        reach = lw_saturate(3 * (int64_t)view->keep);
    lw_box around = pad_box(view->pad, LW_LINES_X);
    lw_cursor cursor = lw_index_find(obstacles->index, lw_box_grow(around, reach));
    uint32_t i;
    for (int n = 0; n < NEIGHBOURS_MOST && lw_index_next(&cursor, &i); n++) {
        const lw_item *item = &obstacles->items.at[i];
        if (!(item->layers & view->pad->layers) || item->kind == LW_ITEM_TRACK ||
            item->kind == LW_ITEM_VIA)
            continue;
        lw_box box = box_across(item->shape, view->lines);
        if (box.y1 >= view->box.y2 || box.y2 <= view->box.y1)
            continue;
        narrow(view, item, box);
        note_neighbour(view, item, box);
    }
}

/* Looks at the pad's sides with a track of some width in mind. */
static void look(lw_view *view, lw_nm width)
{
    view->mover.radius = lw_track_shape(&(lw_track){.width = width}).radius;
    view->from = view->box.x1;
    view->to = view->box.x2;
    view->last = -LW_NM_MAX;
    view->next = LW_NM_MAX;
    view->spacing = 0;
    look_around(view);
}

static lw_view view_new(const lw_obstacles *obstacles, uint32_t pad_id, lw_lines lines,
                        uint32_t least)
{
    const lw_board *board = obstacles->board;
    const lw_pad *pad = &board->pads.at[pad_id];
    uint32_t class_id = lw_net_class(board, pad->net);
    int64_t keep = (int64_t)lw_class_track(board, least).radius +
                   lw_clearance(board, LW_TRACK, least, LW_PAD, class_id);
    lw_view view = {
        .obstacles = obstacles,
        .pad = pad,
        .pad_id = pad_id,
        .lines = lines,
        .box = pad_box(pad, lines),
        .middle = across(pad->at, lines),
        .mover = lw_class_track(board, class_id),
        .keep = lw_saturate(length_across(keep, lines)),
    };
    look(&view, board->classes.at[class_id].width);
    return view;
}

static void add_need(lw_needs *needs, lw_lines lines, lw_need need)
{
    *lw_list_add(needs->arena, &needs->of[lines]) = need;
    needs->count++;
}

/* Whether no more than one track passes between two pads. */
static bool is_tight(const lw_view *view, int64_t gap)
{
    return gap < 3 * (int64_t)view->keep;
}

static bool has_tight_sides(const lw_view *view)
{
    return is_tight(view, (int64_t)view->box.x1 - view->last) &&
           is_tight(view, (int64_t)view->next - view->box.x2);
}

static void add_passage(lw_needs *needs, const lw_view *view, int64_t low, int64_t high)
{
    int64_t from = low + view->keep, to = high - view->keep;
    if (from <= to)
        add_need(needs, view->lines,
                 (lw_need){(lw_nm)from, (lw_nm)to, (lw_nm)(from + (to - from) / 2)});
}

/* What is closed in by other pads is led out between them. */
static void add_passages(lw_needs *needs, const lw_view *view)
{
    add_passage(needs, view, view->last, view->box.x1);
    add_passage(needs, view, view->box.x2, view->next);
}

/* Of a row in which it matters where exactly a line runs. */
static void add_spacing(lw_needs *needs, lw_distances *spacings, const lw_view *view,
                        bool closed_in)
{
    bool tight = is_tight(view, (int64_t)view->next - view->box.x2);
    bool narrow = (int64_t)view->to - view->from < view->keep;
    /* From one diagonal of nodes to the next but one it is a pitch along x and y. */
    lw_nm alike = is_turned(view->lines) ? view->spacing / 2 : view->spacing;
    if (view->spacing > 0 && tight && (closed_in || narrow))
        *lw_list_add(needs->arena, spacings) = alike;
}

static void add_escape(lw_needs *needs, lw_view *view, const lw_grid_options *options)
{
    const lw_board *board = view->obstacles->board;
    uint32_t class_id = lw_net_class(board, view->pad->net);
    lw_nm width = board->classes.at[class_id].width;
    lw_nm neck = options->neck_down ? lw_neck_width(board, class_id, options->neck_width) : width;
    if (view->from > view->to && neck < width)
        look(view, neck);
    if (view->from <= view->to)
        add_need(needs, view->lines, (lw_need){view->from, view->to, view->middle.x});
}

static void add_needs(lw_needs *needs, lw_distances *spacings, const lw_obstacles *obstacles,
                      uint32_t pad, const lw_grid_options *options, uint32_t least)
{
    lw_view views[2];
    bool askew = stands_askew(&obstacles->board->pads.at[pad]);
    for (int i = 0; i < 2; i++)
        views[i] =
            view_new(obstacles, pad, (lw_lines)((askew ? LW_LINES_FALL : LW_LINES_X) + i), least);
    bool closed_in = has_tight_sides(&views[0]) && has_tight_sides(&views[1]);
    for (int i = 0; i < 2; i++) {
        add_spacing(needs, spacings, &views[i], closed_in);
        if (closed_in)
            add_passages(needs, &views[i]);
        add_escape(needs, &views[i], options);
    }
}

/* ---- rows ---- */

static int by_length(const void *a, const void *b)
{
    lw_nm x = *(const lw_nm *)a, y = *(const lw_nm *)b;
    return (x > y) - (x < y);
}

typedef struct lw_run_of_rows {
    lw_nm spacing;
    uint32_t pairs;
} lw_run_of_rows;

static int by_pairs(const void *a, const void *b)
{
    const lw_run_of_rows *x = a, *y = b;
    if (x->pairs != y->pairs)
        return x->pairs > y->pairs ? -1 : 1;
    return (x->spacing > y->spacing) - (x->spacing < y->spacing);
}

static void choose_spacings(lw_needs *needs, lw_distances *all)
{
    LW_LIST(lw_run_of_rows) rows = {0};
    if (all->count > 1)
        qsort(all->at, all->count, sizeof *all->at, by_length);
    for (uint32_t i = 0, end; i < all->count; i = end) {
        for (end = i; end < all->count && all->at[end] - all->at[i] <= SAME;)
            end++;
        if (end - i >= ROW_LEAST)
            *lw_list_add(needs->arena, &rows) =
                (lw_run_of_rows){all->at[i + (end - i) / 2], end - i};
    }
    if (rows.count > 1)
        qsort(rows.at, rows.count, sizeof *rows.at, by_pairs);
    needs->spacings = rows.count < LW_SPACINGS_MOST ? rows.count : LW_SPACINGS_MOST;
    for (uint32_t i = 0; i < needs->spacings; i++)
        needs->spacing[i] = rows.at[i].spacing;
}

/* ---- all ---- */

lw_needs lw_needs_new(const lw_obstacles *obstacles, const lw_grid_options *options, uint32_t least)
{
    const lw_board *board = obstacles->board;
    lw_needs needs = {.arena = lw_arena_new()};
    lw_distances spacings = {0};
    uint32_t step = 1 + board->pads.count / PADS_MOST;
    for (uint32_t i = 0; i < board->pads.count; i += step) {
        const lw_pad *pad = &board->pads.at[i];
        if (options->stop && options->stop(options->context))
            break;
        if (pad->net == LW_NO_NET || board->nets.at[pad->net].pads.count < 2 ||
            pad->copper.count == 0)
            continue;
        add_needs(&needs, &spacings, obstacles, i, options, least);
    }
    choose_spacings(&needs, &spacings);
    return needs;
}

void lw_needs_free(lw_needs *needs)
{
    lw_arena_free(needs->arena);
}
