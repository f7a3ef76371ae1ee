/*
 * A sheet is one plane on one layer: rows of cells from the lower left, each the number of the
 * island that its centre belongs to, from 1, or CLOSED. Sheets stand in the order of their nets,
 * and so do the islands.
 */
#include "board/planes.h"

#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/heap.h"
#include "board/links.h"

enum {
    CLOSED = 0,
    CELL = 50000,        /* side at least, nm */
    CELLS_MOST = 1 << 21 /* of a sheet: beyond, cells are larger */
};
#define CELLS_OF_ALL ((uint64_t)1 << 24)
/* Cells and sides looked at, over all sheets: beyond, what is left joins nothing. */
#define WORK_MOST ((uint64_t)200000000)
/* Copper narrower than this, or than the net's tracks, joins nothing. */
#define LEAST_WIDTH 250000
#define OPEN        UINT32_MAX

typedef struct lw_sheet {
    uint32_t pour, layer;
    lw_net_id net;
    lw_nm size;      /* of a cell */
    lw_nm margin;    /* from its centre to what it keeps clear of, besides the clearance */
    lw_point origin; /* centre of the first cell */
    int32_t cols, rows;
    uint32_t *cells;
} lw_sheet;

struct lw_planes {
    const lw_board *board;
    const lw_item_list *items;
    LW_LIST(lw_sheet) sheets;
    LW_LIST(uint32_t) sizes;  /* cells, by island */
    LW_LIST(uint32_t) layers; /* by island */
    uint32_t *first_island;   /* by net, and one more */
    uint32_t *first_sheet;
    uint64_t cells, work;
    lw_arena *arena;
};

/* ---- cells ---- */

static lw_point centre(const lw_sheet *sheet, int32_t col, int32_t row)
{
    return (lw_point){(lw_nm)(sheet->origin.x + (int64_t)col * sheet->size),
                      (lw_nm)(sheet->origin.y + (int64_t)row * sheet->size)};
}

static uint32_t *cell(const lw_sheet *sheet, int32_t col, int32_t row)
{
    return &sheet->cells[(size_t)row * (size_t)sheet->cols + (size_t)col];
}

/* The first index whose centre is not below the place. */
static int32_t first_at(int64_t place, lw_nm origin, lw_nm size, int32_t count)
{
    int64_t from = place - origin;
    int64_t index = from <= 0 ? 0 : (from + size - 1) / size;
    return (int32_t)(index > count ? count : index);
}

typedef struct lw_cells {
    int32_t col1, row1, col2, row2; /* the last ones left out */
} lw_cells;

static lw_cells cells_in(const lw_sheet *sheet, lw_box box)
{
    return (lw_cells){first_at(box.x1, sheet->origin.x, sheet->size, sheet->cols),
                      first_at(box.y1, sheet->origin.y, sheet->size, sheet->rows),
                      first_at((int64_t)box.x2 + 1, sheet->origin.x, sheet->size, sheet->cols),
                      first_at((int64_t)box.y2 + 1, sheet->origin.y, sheet->size, sheet->rows)};
}

static bool is_spent(const lw_planes *planes)
{
    return planes->work > WORK_MOST;
}

/* Closes the cells nearer to the shape than `gap`. */
static void close_near(lw_planes *planes, const lw_sheet *sheet, lw_shape shape, lw_nm gap)
{
    lw_cells in = cells_in(sheet, lw_box_grow(lw_shape_box(shape), gap));
    planes->work += (uint64_t)(in.row2 - in.row1) * (uint64_t)(in.col2 - in.col1) * shape.count;
    for (int32_t row = in.row1; row < in.row2 && !is_spent(planes); row++)
        for (int32_t col = in.col1; col < in.col2; col++) {
            uint32_t *at = cell(sheet, col, row);
            lw_point point = centre(sheet, col, row);
            if (*at != CLOSED && lw_shape_closer(shape, (lw_shape){&point, 1, false, 0}, gap))
                *at = CLOSED;
        }
}

/* A long line has a large box, so it is taken in pieces, whose rounding is made up for. */
static void close_near_line(lw_planes *planes, const lw_sheet *sheet, lw_point a, lw_point b,
                            lw_nm reach)
{
    enum { PIECE = 2000000 };
    int64_t pieces = lw_distance(a, b) / PIECE + 1;
    lw_point ends[2] = {a, a};
    for (int64_t i = 1; i <= pieces && !is_spent(planes); i++) {
        ends[0] = ends[1];
        ends[1] = (lw_point){(lw_nm)(a.x + ((int64_t)b.x - a.x) * i / pieces),
                             (lw_nm)(a.y + ((int64_t)b.y - a.y) * i / pieces)};
        close_near(planes, sheet, (lw_shape){ends, 2, false, 0}, reach + 2);
    }
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Where a horizontal line enters and leaves the polygon, ascending. */
static uint32_t crossings(lw_shape shape, lw_nm y, int64_t *at)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape.count; i++) {
        lw_point a = shape.points[i], b = shape.points[(i + 1) % shape.count];
        if ((a.y <= y) != (b.y <= y))
            at[count++] = a.x + ((int64_t)b.x - a.x) * ((int64_t)y - a.y) / ((int64_t)b.y - a.y);
    }
    qsort(at, count, sizeof *at, by_value);
    return count;
}

/* Gives all cells whose centres lie in the polygon a value; at its sides, roughly. */
static void fill(lw_planes *planes, const lw_sheet *sheet, lw_shape shape, uint32_t value)
{
    lw_cells in = cells_in(sheet, lw_shape_box(shape));
    int64_t *at = lw_alloc(shape.count, sizeof *at);
    for (int32_t row = in.row1; row < in.row2 && !is_spent(planes); row++) {
        uint32_t count = crossings(shape, centre(sheet, 0, row).y, at);
        planes->work += shape.count;
        for (uint32_t i = 0; i + 1 < count; i += 2) {
            int32_t col = first_at(at[i], sheet->origin.x, sheet->size, sheet->cols);
            int32_t end = first_at(at[i + 1], sheet->origin.x, sheet->size, sheet->cols);
            for (; col < end; col++)
                *cell(sheet, col, row) = value;
        }
    }
    free(at);
}

static void close_sides(lw_planes *planes, const lw_sheet *sheet, lw_shape shape, lw_nm reach)
{
    uint32_t sides = shape.filled ? shape.count : shape.count - 1;
    for (uint32_t i = 0; i < sides && !is_spent(planes); i++)
        close_near_line(planes, sheet, shape.points[i], shape.points[(i + 1) % shape.count], reach);
}

static void close_shape(lw_planes *planes, const lw_sheet *sheet, lw_shape shape, lw_nm gap)
{
    lw_cells in = cells_in(sheet, lw_box_grow(lw_shape_box(shape), gap));
    planes->work++;
    if (in.col1 == in.col2 || in.row1 == in.row2)
        return;
    if (shape.filled)
        fill(planes, sheet, shape, CLOSED);
    if (shape.count == 1)
        close_near(planes, sheet, shape, gap);
    else
        close_sides(planes, sheet, shape, shape.radius + gap);
}

/* ---- what a plane keeps clear of ---- */

/* How far; false: the item is none of its business. */
static bool gap_to(const lw_planes *planes, const lw_sheet *sheet, const lw_item *item, lw_nm *gap)
{
    const lw_board *board = planes->board;
    if (!(item->layers & LW_LAYER(sheet->layer)))
        return false;
    switch (item->kind) {
    case LW_ITEM_PAD:
    case LW_ITEM_TRACK:
    case LW_ITEM_VIA:
    case LW_ITEM_COPPER:
        *gap =
            lw_clearance(board, lw_item_clearance_kind(item->kind), lw_net_class(board, item->net),
                         LW_TRACK, lw_net_class(board, sheet->net));
        *gap = item->clearance > *gap ? item->clearance : *gap;
        return item->net != sheet->net;
    case LW_ITEM_HOLE:
        *gap = board->rules.hole;
        return true;
    case LW_ITEM_EDGE:
        *gap = board->rules.edge;
        return true;
    case LW_ITEM_KEEPOUT: /* one for tracks alone makes a layer of planes */
        *gap = 0;
        return board->keepouts.at[item->index].tracks && board->keepouts.at[item->index].vias;
    case LW_ITEM_KIND_COUNT:
        break;
    }
    return false;
}

static void close_items(lw_planes *planes, const lw_sheet *sheet)
{
    for (uint32_t i = 0; i < planes->items->count && !is_spent(planes); i++) {
        lw_nm gap;
        if (gap_to(planes, sheet, &planes->items->at[i], &gap))
            close_shape(planes, sheet, planes->items->at[i].shape, gap + sheet->margin);
    }
}

static bool is_smaller(const lw_board *board, uint32_t a, uint32_t b)
{
    double x = lw_polygon_area2(board->pours.at[a].shape.points, board->pours.at[a].shape.count);
    double y = lw_polygon_area2(board->pours.at[b].shape.points, board->pours.at[b].shape.count);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return x != y ? x < y : a < b;
}

static void close_pours(lw_planes *planes, const lw_sheet *sheet)
{
    const lw_board *board = planes->board;
    for (uint32_t i = 0; i < board->pours.count && !is_spent(planes); i++) {
        const lw_pour *pour = &board->pours.at[i];
        lw_nm gap = lw_clearance(board, LW_TRACK, lw_net_class(board, pour->net), LW_TRACK,
                                 lw_net_class(board, sheet->net));
        planes->work++;
        if (i == sheet->pour || !(pour->layers & LW_LAYER(sheet->layer)))
            continue;
        if (pour->cutout)
            close_shape(planes, sheet, pour->shape, sheet->margin);
        else if (pour->plane && pour->net != sheet->net && is_smaller(board, i, sheet->pour))
            close_shape(planes, sheet, pour->shape, gap + sheet->margin);
    }
}

/* ---- sheets ---- */

static void lay(lw_planes *planes, lw_sheet *sheet)
{
    lw_shape shape = planes->board->pours.at[sheet->pour].shape;
    lw_box box = lw_shape_box((lw_shape){shape.points, shape.count, true, 0});
    lw_nm width = planes->board->classes.at[lw_net_class(planes->board, sheet->net)].width;
    int64_t w = (int64_t)box.x2 - box.x1, h = (int64_t)box.y2 - box.y1;
    sheet->size = CELL;
    while ((w / sheet->size + 1) * (h / sheet->size + 1) > CELLS_MOST)
        sheet->size *= 2;
    sheet->margin = (width < LEAST_WIDTH ? width : LEAST_WIDTH) / 2 + sheet->size / 2 + 1;
    sheet->origin = (lw_point){box.x1, box.y1};
    sheet->cols = (int32_t)(w / sheet->size) + 1;
    sheet->rows = (int32_t)(h / sheet->size) + 1;
    size_t cells = (size_t)sheet->cols * (size_t)sheet->rows;
    if (planes->cells + cells > CELLS_OF_ALL || is_spent(planes)) {
        sheet->cols = sheet->rows = 0;
        return;
    }
    planes->cells += cells;
    sheet->cells = lw_alloc(cells, sizeof *sheet->cells);
    fill(planes, sheet, shape, OPEN);
    close_sides(planes, sheet, shape, sheet->margin);
    close_pours(planes, sheet);
    close_items(planes, sheet);
    if (is_spent(planes))
        memset(sheet->cells, 0, cells * sizeof *sheet->cells);
}

/* Numbers what hangs together with a cell; how many cells that are. */
static uint32_t spread(const lw_sheet *sheet, size_t from, uint32_t number, size_t *queue)
{
    size_t cols = (size_t)sheet->cols, rows = (size_t)sheet->rows;
    uint32_t count = 0;
    sheet->cells[from] = number;
    queue[count++] = from;
    for (uint32_t next = 0; next < count; next++) {
        size_t at = queue[next], col = at % cols, row = at / cols;
        const size_t beside[] = {col > 0 ? at - 1 : at, col + 1 < cols ? at + 1 : at,
                                 row > 0 ? at - cols : at, row + 1 < rows ? at + cols : at};
        for (int i = 0; i < 4; i++)
            if (sheet->cells[beside[i]] == OPEN) {
                sheet->cells[beside[i]] = number;
                queue[count++] = beside[i];
            }
    }
    return count;
}

static void number_islands(lw_planes *planes, const lw_sheet *sheet)
{
    size_t cells = (size_t)sheet->cols * (size_t)sheet->rows;
    size_t *queue = lw_alloc(cells + 1, sizeof *queue);
    for (size_t i = 0; i < cells; i++)
        if (sheet->cells[i] == OPEN) {
            uint32_t size = spread(sheet, i, planes->sizes.count + 1, queue);
            *lw_list_add(planes->arena, &planes->sizes) = size;
            *lw_list_add(planes->arena, &planes->layers) = sheet->layer;
        }
    free(queue);
}

static int by_net(const void *a, const void *b)
{
    const lw_sheet *x = a, *y = b;
    if (x->net != y->net)
        return x->net < y->net ? -1 : 1;
    if (x->pour != y->pour)
        return x->pour < y->pour ? -1 : 1;
    return (x->layer > y->layer) - (x->layer < y->layer);
}

static void list_sheets(lw_planes *planes)
{
    const lw_board *board = planes->board;
    for (uint32_t i = 0; i < board->pours.count; i++) {
        const lw_pour *pour = &board->pours.at[i];
        for (uint32_t layer = 0; layer < board->layers.count; layer++)
            if (pour->plane && pour->net != LW_NO_NET && (pour->layers & LW_LAYER(layer)))
                *lw_list_add(planes->arena, &planes->sheets) =
                    (lw_sheet){.pour = i, .layer = layer, .net = pour->net};
    }
    if (planes->sheets.count > 1)
        qsort(planes->sheets.at, planes->sheets.count, sizeof *planes->sheets.at, by_net);
}

bool lw_board_has_planes(const lw_board *board)
{
    bool any = false;
    for (uint32_t i = 0; i < board->pours.count; i++)
        any = any || (board->pours.at[i].plane && board->pours.at[i].net != LW_NO_NET);
    return any;
}

lw_planes *lw_planes_new(const lw_board *board, const lw_item_list *items)
{
    lw_arena *arena = lw_arena_new();
    lw_planes *planes = LW_NEW(arena, lw_planes);
    planes->arena = arena;
    planes->board = board;
    planes->items = items;
    list_sheets(planes);
    if (planes->sheets.count == 0) {
        lw_arena_free(arena);
        return NULL;
    }
    planes->first_island = LW_NEW_MANY(arena, uint32_t, (size_t)board->nets.count + 1);
    planes->first_sheet = LW_NEW_MANY(arena, uint32_t, (size_t)board->nets.count + 1);
    uint32_t sheet = 0;
    for (uint32_t net = 0; net < board->nets.count; net++) {
        planes->first_island[net] = planes->sizes.count;
        planes->first_sheet[net] = sheet;
        for (; sheet < planes->sheets.count && planes->sheets.at[sheet].net == (lw_net_id)net;
             sheet++) {
            lay(planes, &planes->sheets.at[sheet]);
            number_islands(planes, &planes->sheets.at[sheet]);
        }
    }
    planes->first_island[board->nets.count] = planes->sizes.count;
    planes->first_sheet[board->nets.count] = sheet;
    return planes;
}

void lw_planes_free(lw_planes *planes)
{
    if (!planes)
        return;
    for (uint32_t i = 0; i < planes->sheets.count; i++)
        free(planes->sheets.at[i].cells);
    lw_arena_free(planes->arena);
}

/* ---- questions ---- */

lw_islands lw_planes_of_net(const lw_planes *planes, lw_net_id net)
{
    if (!planes || net == LW_NO_NET)
        return (lw_islands){0, 0};
    uint32_t first = planes->first_island[net];
    return (lw_islands){first, planes->first_island[net + 1] - first};
}

uint32_t lw_planes_count(const lw_planes *planes)
{
    return planes ? planes->sizes.count : 0;
}

uint32_t lw_planes_size(const lw_planes *planes, uint32_t island)
{
    return planes->sizes.at[island];
}

uint32_t lw_planes_layer(const lw_planes *planes, uint32_t island)
{
    return planes->layers.at[island];
}

/* The number of the cell nearest to the point, from 1; CLOSED. */
static uint32_t number_at(const lw_sheet *sheet, lw_point at)
{
    int64_t col = ((int64_t)at.x - sheet->origin.x + sheet->size / 2) / sheet->size;
    int64_t row = ((int64_t)at.y - sheet->origin.y + sheet->size / 2) / sheet->size;
    if (at.x < sheet->origin.x || at.y < sheet->origin.y || col >= sheet->cols ||
        row >= sheet->rows)
        return CLOSED;
    return *cell(sheet, (int32_t)col, (int32_t)row);
}

/* The sheets of a net; count 0: it has none. */
static const lw_sheet *sheets_of(const lw_planes *planes, lw_net_id net, uint32_t *count)
{
    *count = 0;
    if (!planes || net == LW_NO_NET)
        return NULL;
    *count = planes->first_sheet[net + 1] - planes->first_sheet[net];
    return planes->sheets.at + planes->first_sheet[net];
}

lw_layers lw_planes_reach(const lw_planes *planes, lw_net_id net, lw_layers layers, lw_point at)
{
    uint32_t count;
    const lw_sheet *sheets = sheets_of(planes, net, &count);
    lw_layers reached = 0;
    for (uint32_t i = 0; i < count; i++)
        if ((layers & LW_LAYER(sheets[i].layer)) && number_at(&sheets[i], at) != CLOSED)
            reached |= LW_LAYER(sheets[i].layer);
    return reached;
}

/* A pad's copper may reach farther than its centre, to where its neighbours leave room. */
static void touch_shape(const lw_sheet *sheet, lw_shape shape, lw_join_island join, void *context)
{
    enum { LOOKED_AT = 10000 };
    lw_cells in = cells_in(sheet, lw_shape_box(shape));
    uint32_t last = CLOSED;
    if ((int64_t)(in.row2 - in.row1) * (in.col2 - in.col1) > LOOKED_AT)
        return;
    for (int32_t row = in.row1; row < in.row2; row++)
        for (int32_t col = in.col1; col < in.col2; col++) {
            uint32_t number = *cell(sheet, col, row);
            if (number == CLOSED || number == last ||
                !lw_shape_holds(shape, centre(sheet, col, row)))
                continue;
            last = number;
            join(context, number - 1);
        }
}

void lw_planes_touch(const lw_planes *planes, const lw_routes *routes, const lw_item *item,
                     lw_join_island join, void *context)
{
    uint32_t count, anchors;
    const lw_sheet *sheets = sheets_of(planes, item->net, &count);
    const lw_point *points =
        count > 0 ? lw_item_anchors(planes->board, routes, item, &anchors) : NULL;
    for (uint32_t i = 0; i < count && points; i++) {
        if (!(item->layers & LW_LAYER(sheets[i].layer)))
            continue;
        for (uint32_t k = 0; k < anchors; k++) {
            uint32_t number = number_at(&sheets[i], points[k]);
            if (number != CLOSED)
                join(context, number - 1);
        }
        if (item->kind != LW_ITEM_TRACK)
            touch_shape(&sheets[i], item->shape, join, context);
    }
}

void lw_planes_touch_hole(const lw_planes *planes, lw_net_id net, lw_point at, lw_join_island join,
                          void *context)
{
    uint32_t count;
    const lw_sheet *sheets = sheets_of(planes, net, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = number_at(&sheets[i], at);
        if (number != CLOSED)
            join(context, number - 1);
    }
}
