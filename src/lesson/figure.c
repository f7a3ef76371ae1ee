/*
 * A panel is laid out by itself, with its lower left corner at the origin; its shapes move to their
 * place when the figure is saved and the number of panels is known.
 */
#include "leeway/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/heap.h"
#include "draw/font.h"
#include "draw/render.h"
#include "lesson/lesson.h"
#include "lesson/note.h"

enum {
    PANEL_SIDE = 60000000, /* the longer side of a panel's map */
    NUMBERS_MOST = 20,     /* of that side: with more cells there are no numbers in them */
    SERIES_MOST = 60,      /* the same of arrows, and of a series, whose panels are looked at one by
                              one */
    SQUARES_MOST = 300,    /* of that side: more cells are drawn several in one */
    GAP = 5000000,         /* between panels */
    LAYER_GAP = 2000000,   /* between layers of a panel */
    TITLE = 2600000,       /* height of letters */
    NOTE = 2000000,
    LINE_GAP = 1500000,
    MARGIN = 10000000,     /* of paper */
    KEY_LINES = 2,         /* there */
    WAY_LEAST = 250000,    /* radius */
    PAPER_LEAST = 2000000, /* a cell of squared paper, with room to write into it */
    END_LEAST = 600000,
    FRAME = 60000,
    GRID = 40000,
    KEY_SIDE = 3000000,
    PNG_WIDTH = 2400,
};

typedef enum figure_paint {
    PAINT_NONE,
    PAINT_DONE,
    PAINT_DONE_BACK,
    PAINT_WAITING,
    PAINT_WAITING_BACK,
    PAINT_GRID,
    PAINT_WALL,
    PAINT_DEAR, /* lines over what a cell is */
    PAINT_COST,
    PAINT_WAY,
    PAINT_FRAME,
    PAINT_RING,
    PAINT_LETTER,
    PAINT_NUMBER,
    PAINT_COUNT
} figure_paint;

static const lw_role roles[PAINT_COUNT] = {
    [PAINT_DONE] = LW_ROLE_DONE,       [PAINT_DONE_BACK] = LW_ROLE_DONE_BACK,
    [PAINT_WAITING] = LW_ROLE_WAITING, [PAINT_WAITING_BACK] = LW_ROLE_WAITING_BACK,
    [PAINT_GRID] = LW_ROLE_DOCUMENT,   [PAINT_WALL] = LW_ROLE_WALL,
    [PAINT_DEAR] = LW_ROLE_DEAR,       [PAINT_COST] = LW_ROLE_CAPTION,
    [PAINT_WAY] = LW_ROLE_WAY,         [PAINT_FRAME] = LW_ROLE_OUTLINE,
    [PAINT_RING] = LW_ROLE_DRILL, /* the colour of paper */
    [PAINT_LETTER] = LW_ROLE_DRILL,    [PAINT_NUMBER] = LW_ROLE_NUMBER,
};

typedef LW_LIST(lw_shape) shape_list;

typedef struct finished_panel {
    lw_nm width, height;
    const char *title, *note;
    shape_list shapes[PAINT_COUNT];
    LW_LIST(lw_text) texts[PAINT_COUNT];
} finished_panel;

struct lw_figure {
    const char *title;
    bool paged;
    lw_paper paper;
    LW_LIST(finished_panel) panels;
    bool used[PAINT_COUNT];
    lw_arena *arena;
};

lw_figure *lw_figure_new(const char *title)
{
    lw_arena *arena = lw_arena_new();
    lw_figure *figure = LW_NEW(arena, lw_figure);
    figure->arena = arena;
    figure->title = lw_clean_text(arena, title, strlen(title), 128);
    return figure;
}

const char *lw_paper_name(lw_paper paper)
{
    static const char *const names[] = {"a4", "letter"};
    return paper < LW_PAPER_COUNT ? names[paper] : NULL;
}

lw_point lw_paper_size(lw_paper paper)
{
    return paper == LW_PAPER_LETTER ? (lw_point){215900000, 279400000}
                                    : (lw_point){210000000, 297000000};
}

void lw_figure_set_paper(lw_figure *figure, lw_paper paper)
{
    figure->paged = true;
    figure->paper = paper;
}

void lw_figure_free(lw_figure *figure)
{
    if (figure)
        lw_arena_free(figure->arena);
}

/* ---- a panel ---- */

typedef struct panel_builder {
    lw_figure *figure;
    const lw_panel *panel;
    finished_panel *out;
    int32_t block;      /* cells of a square's side */
    int32_t cols, rows; /* squares of a layer */
    lw_nm square;
    bool dear;      /* dear cells are drawn, not what has become of all */
    bool numbers;   /* there are some in the cells */
    uint16_t least; /* cost of a cell */
} panel_builder;

static void add_shape(panel_builder *b, figure_paint paint, const lw_point *points, uint32_t count,
                      bool filled, lw_nm radius)
{
    lw_arena *arena = b->figure->arena;
    const lw_point *own = lw_arena_copy(arena, points, count, sizeof *points);
    *lw_list_add(arena, &b->out->shapes[paint]) =
        (lw_shape){.points = own, .count = count, .filled = filled, .radius = radius};
    b->figure->used[paint] = true;
}

static void add_circle(panel_builder *b, figure_paint paint, lw_point at, lw_nm radius, lw_nm line)
{
    enum { CORNERS = 32 };
    const double turn = 6.283185307179586 / CORNERS;
    lw_point points[CORNERS + 1];
    for (int i = 0; i <= CORNERS; i++)
        points[i] = (lw_point){at.x + (lw_nm)(radius * cos(i * turn)),
                               at.y + (lw_nm)(radius * sin(i * turn))};
    add_shape(b, paint, points, CORNERS + 1, false, line);
}

static void add_box(panel_builder *b, figure_paint paint, lw_nm x1, lw_nm y1, lw_nm x2, lw_nm y2)
{
    add_shape(b, paint, (lw_point[]){{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}}, 4, true, 0);
}

static lw_nm left_of(const panel_builder *b, int32_t layer)
{
    return layer * (b->cols * b->square + LAYER_GAP);
}

static figure_paint paint_of(const panel_builder *b, int32_t cell)
{
    const lw_panel *panel = b->panel;
    static const figure_paint states[LW_CELL_STATE_COUNT][2] = {
        [LW_CELL_WAITING] = {PAINT_WAITING, PAINT_WAITING_BACK},
        [LW_CELL_DONE] = {PAINT_DONE, PAINT_DONE_BACK}};
    uint16_t cost = panel->map->cost[cell];
    if (b->dear)
        return cost > b->least ? PAINT_DEAR : PAINT_NONE;
    if (!cost)
        return PAINT_WALL;
    bool back = panel->wave && panel->wave[cell];
    return panel->state ? states[panel->state[cell]][back] : PAINT_NONE;
}

/* What most cells of a square are; of equally many the one that says more. */
static figure_paint paint_of_square(const panel_builder *b, int32_t x, int32_t y, int32_t layer)
{
    const lw_map *map = b->panel->map;
    uint32_t count[PAINT_COUNT] = {0};
    for (int32_t cy = y * b->block; cy < (y + 1) * b->block && cy < map->rows; cy++)
        for (int32_t cx = x * b->block; cx < (x + 1) * b->block && cx < map->cols; cx++)
            count[paint_of(b, lw_map_cell(map, cx, cy, layer))]++;
    figure_paint most = PAINT_NONE;
    for (int i = 0; i < PAINT_COUNT; i++)
        if (count[i] && count[i] >= count[most])
            most = (figure_paint)i;
    return most;
}

/* A stretch of like squares in a row, and in how many rows it has been so. */
typedef struct figure_stretch {
    figure_paint paint;
    int32_t end;   /* of the row: the first square behind it */
    int32_t first; /* row */
} figure_stretch;

static void close_stretch(panel_builder *b, const figure_stretch *stretch, int32_t x, int32_t y,
                          int32_t layer)
{
    lw_nm left = left_of(b, layer), low = stretch->first, high = y;
    if (stretch->paint == PAINT_NONE)
        return;
    if (!b->panel->map->y_up) {
        low = b->rows - y;
        high = b->rows - stretch->first;
    }
    add_box(b, stretch->paint, left + x * b->square, low * b->square,
            left + stretch->end * b->square, high * b->square);
}

/* Stretches by where they begin; those that do not go on in row y are closed. */
static void add_row(panel_builder *b, figure_stretch *open, int32_t y, int32_t layer)
{
    for (int32_t x = 0, end; x < b->cols; x = end) {
        figure_paint paint = y < b->rows ? paint_of_square(b, x, y, layer) : PAINT_NONE;
        for (end = x + 1; end < b->cols && y < b->rows; end++)
            if (paint_of_square(b, end, y, layer) != paint)
                break;
        bool goes_on = paint != PAINT_NONE && open[x].paint == paint && open[x].end == end;
        for (int32_t i = x; i < end && !goes_on; i++) {
            close_stretch(b, &open[i], i, y, layer);
            open[i].paint = PAINT_NONE;
        }
        if (!goes_on)
            open[x] = (figure_stretch){paint, end, y};
    }
}

static void add_layer(panel_builder *b, int32_t layer)
{
    figure_stretch *open = lw_alloc((size_t)b->cols, sizeof *open);
    for (int32_t y = 0; y <= b->rows; y++)
        add_row(b, open, y, layer);
    free(open);
}

static lw_point middle_of(const panel_builder *b, int32_t cell)
{
    lw_map_spot at = lw_map_place(b->panel->map, cell);
    double x = (at.x + 0.5) / b->block, y = (at.y + 0.5) / b->block;
    if (!b->panel->map->y_up)
        y = b->panel->map->rows / (double)b->block - y;
    return (lw_point){left_of(b, at.layer) + (lw_nm)(x * b->square), (lw_nm)(y * b->square)};
}

static bool same_line(lw_map_spot a, lw_map_spot b, lw_map_spot c)
{
    return a.layer == c.layer && b.layer == c.layer && b.x - a.x == c.x - b.x &&
           b.y - a.y == c.y - b.y;
}

/* Straight pieces; a change of layer ends one. */
static void add_line(panel_builder *b)
{
    const lw_map *map = b->panel->map;
    const int32_t *path = b->panel->path;
    uint32_t count = b->panel->path_count, first = 0;
    lw_nm radius = b->square / b->block / 6;
    for (uint32_t i = 1; i < count; i++) {
        lw_map_spot before = lw_map_place(map, path[i - 1]), at = lw_map_place(map, path[i]);
        if (before.layer != at.layer) {
            first = i;
            continue;
        }
        if (i + 1 < count && same_line(before, at, lw_map_place(map, path[i + 1])))
            continue;
        lw_point ends[] = {middle_of(b, path[first]), middle_of(b, path[i])};
        add_shape(b, PAINT_WAY, ends, 2, false, radius > WAY_LEAST ? radius : WAY_LEAST);
        first = i;
    }
}

/* What stands in a cell of the way has a bead to itself, so that no line strikes it through. */
static void add_beads(panel_builder *b)
{
    lw_nm side = b->square / b->block;
    for (uint32_t i = 0; i < b->panel->path_count; i++) {
        lw_point at = middle_of(b, b->panel->path[i]);
        bool via = lw_changes_layer(b->panel->map, b->panel->path, b->panel->path_count, i);
        if (b->numbers || via)
            add_shape(b, PAINT_WAY, &at, 1, false, side * (via ? 12 : 9) / 25);
        if (via)
            add_circle(b, PAINT_RING, at, side * 2 / 5, side / 30);
    }
}

static bool is_paper(const panel_builder *b)
{
    return b->block == 1 && b->square >= PAPER_LEAST;
}

/* Centred. */
static void write(panel_builder *b, figure_paint paint, const char *text, lw_point at, lw_nm height)
{
    *lw_list_add(b->figure->arena, &b->out->texts[paint]) =
        (lw_text){.placement = {.at = at},
                  .height = height,
                  .align_x = 1,
                  .align_y = 1,
                  .text = lw_arena_print(b->figure->arena, "%s", text)};
}

static void add_end(panel_builder *b, int32_t cell, const char *letter)
{
    lw_nm side = b->square / b->block, radius = side * 9 / 20;
    if (cell < 0)
        return;
    lw_point at = middle_of(b, cell);
    add_shape(b, PAINT_WAY, &at, 1, false, radius > END_LEAST ? radius : END_LEAST);
    if (radius >= END_LEAST)
        write(b, PAINT_LETTER, letter, at, side * 27 / 50);
}

/* In a corner, beside a way that may lead through the cell. */
static void add_cost(panel_builder *b, int32_t cell)
{
    char text[16];
    lw_point at = middle_of(b, cell);
    at.x -= b->square * 9 / 25;
    at.y += b->square * 9 / 25;
    snprintf(text, sizeof text, "%u", b->panel->map->cost[cell]);
    write(b, PAINT_COST, text, at, b->square / 5);
}

static void add_costs(panel_builder *b, int32_t layer)
{
    const lw_map *map = b->panel->map;
    for (int32_t y = 0; y < map->rows; y++)
        for (int32_t x = 0; x < map->cols; x++) {
            int32_t cell = lw_map_cell(map, x, y, layer);
            if (map->cost[cell] > b->least)
                add_cost(b, cell);
        }
}

static void add_grid(panel_builder *b, int32_t layer)
{
    lw_nm left = left_of(b, layer), right = left + b->cols * b->square, top = b->rows * b->square;
    for (int32_t i = 1; i < b->cols; i++) {
        lw_nm x = left + i * b->square;
        add_shape(b, PAINT_GRID, (lw_point[]){{x, 0}, {x, top}}, 2, false, GRID);
    }
    for (int32_t i = 1; i < b->rows; i++) {
        lw_nm y = i * b->square;
        add_shape(b, PAINT_GRID, (lw_point[]){{left, y}, {right, y}}, 2, false, GRID);
    }
}

/* As high as fits into the square, or into the bead; clear of a cost in the corner. What stands on
 * lines, or on a colour that is none for letters in all themes, needs a halo. */
static void add_number(panel_builder *b, int32_t cell, bool bead)
{
    const lw_panel *panel = b->panel;
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)panel->value[cell]);
    bool dear = !bead && panel->map->cost[cell] > b->least;
    lw_nm height = b->square * (dear ? 9 : bead ? 10 : 11) / 25;
    lw_nm width = b->square * (bead ? 14 : 17) / 25;
    lw_point at = middle_of(b, cell);
    at.y -= dear ? b->square / 10 : 0;
    int64_t units = lw_font_width(text);
    if (units * height / LW_FONT_CAP > width)
        height = (lw_nm)((int64_t)width * LW_FONT_CAP / units);
    bool lines = dear || (panel->wave && panel->wave[cell]);
    bool plain = panel->state[cell] == LW_CELL_DONE && !lines;
    write(b, bead ? PAINT_LETTER : plain ? PAINT_COST : PAINT_NUMBER, text, at, height);
}

/* To where the wave came from. */
static void add_arrow(panel_builder *b, int32_t cell, bool bead)
{
    figure_paint paint = bead ? PAINT_RING : PAINT_FRAME;
    int32_t from = cell;
    lw_note kind = lw_read_note(b->panel->map, cell, b->panel->value[cell], &from);
    lw_point a = middle_of(b, cell), to = middle_of(b, from);
    if (kind == LW_NOTE_VIA)
        write(b, bead ? PAINT_LETTER : PAINT_NUMBER, "via", a, b->square / 4);
    if (kind != LW_NOTE_CELL)
        return;
    lw_point half = {(to.x - a.x) / 4, (to.y - a.y) / 4}, side = {-half.y / 2, half.x / 2};
    lw_point tip = {a.x + half.x, a.y + half.y}, tail = {a.x - half.x, a.y - half.y};
    lw_point neck = {a.x + half.x / 3, a.y + half.y / 3};
    lw_point head[] = {{neck.x + side.x, neck.y + side.y}, tip, {neck.x - side.x, neck.y - side.y}};
    add_shape(b, paint, (lw_point[]){tail, tip}, 2, false, b->square / 30);
    add_shape(b, paint, head, 3, false, b->square / 30);
}

static void add_numbers(panel_builder *b)
{
    const lw_panel *panel = b->panel;
    int32_t size = lw_map_size(panel->map);
    bool *bead = lw_alloc((size_t)size, sizeof *bead);
    for (uint32_t i = 0; i < panel->path_count; i++)
        bead[panel->path[i]] = true;
    for (int32_t cell = 0; cell < size; cell++) {
        if (!panel->map->cost[cell] || !panel->state[cell] || cell == panel->from ||
            cell == panel->to)
            continue;
        if (panel->notes)
            add_arrow(b, cell, bead[cell]);
        else
            add_number(b, cell, bead[cell]);
    }
    free(bead);
}

static void add_layer_name(panel_builder *b, int32_t layer)
{
    *lw_list_add(b->figure->arena, &b->out->texts[PAINT_COST]) =
        (lw_text){.placement = {.at = {left_of(b, layer), b->rows * b->square + LINE_GAP}},
                  .height = NOTE,
                  .text = lw_arena_print(b->figure->arena, "layer %d", layer + 1)};
}

static void add_frame(panel_builder *b, int32_t layer)
{
    lw_nm left = left_of(b, layer), right = left + b->cols * b->square, top = b->rows * b->square;
    lw_point corners[] = {{left, 0}, {right, 0}, {right, top}, {left, top}, {left, 0}};
    add_shape(b, PAINT_FRAME, corners, 5, false, FRAME);
}

static const char *own_text(lw_figure *figure, const char *text)
{
    return text ? lw_clean_text(figure->arena, text, strlen(text), 128) : NULL;
}

/* What other panels of the series may show is in the key of each. */
static void use_all(lw_figure *figure, const lw_panel *panel)
{
    figure->used[PAINT_WAITING] = figure->used[PAINT_DONE] = figure->used[PAINT_WAY] = true;
    figure->used[PAINT_WAITING_BACK] |= panel->wave != NULL;
    figure->used[PAINT_DONE_BACK] |= panel->wave != NULL;
}

/* So that all layers side by side are no wider than the paper. */
static lw_nm narrowed(const panel_builder *b)
{
    int32_t layers = b->panel->map->layers;
    lw_nm room = lw_paper_size(b->figure->paper).x - 2 * MARGIN - (layers - 1) * LAYER_GAP;
    lw_nm most = room / layers / b->cols;
    return b->square < most ? b->square : most;
}

void lw_figure_add(lw_figure *figure, const lw_panel *panel)
{
    const lw_map *map = panel->map;
    int32_t side = map->cols > map->rows ? map->cols : map->rows;
    lw_map_range range = lw_map_measure(map);
    panel_builder b = {.figure = figure, .panel = panel, .least = range.least};
    b.out = lw_list_add(figure->arena, &figure->panels);
    b.block = (side + SQUARES_MOST - 1) / SQUARES_MOST;
    b.cols = (map->cols + b.block - 1) / b.block;
    b.rows = (map->rows + b.block - 1) / b.block;
    b.square = PANEL_SIDE / ((side + b.block - 1) / b.block);
    if (figure->paged)
        b.square = narrowed(&b);
    b.out->title = own_text(figure, panel->title);
    b.out->note = own_text(figure, panel->note);
    b.out->width = left_of(&b, map->layers) - LAYER_GAP;
    b.out->height = b.rows * b.square + (map->layers > 1 ? LINE_GAP + NOTE : 0);
    int32_t most = panel->series || panel->notes ? SERIES_MOST : NUMBERS_MOST;
    b.numbers = panel->value && panel->state && side <= most;
    for (int32_t layer = 0; layer < map->layers; layer++) {
        b.dear = false;
        add_layer(&b, layer);
        b.dear = true;
        add_layer(&b, layer);
        add_frame(&b, layer);
        if (map->layers > 1)
            add_layer_name(&b, layer);
        if (is_paper(&b)) {
            add_grid(&b, layer);
            add_costs(&b, layer);
        }
    }
    add_line(&b);
    add_beads(&b);
    add_end(&b, panel->from, "S");
    add_end(&b, panel->to, "T");
    if (b.numbers)
        add_numbers(&b);
    if (panel->series)
        use_all(figure, panel);
}

/* ---- the page ---- */

typedef struct figure_page {
    lw_figure *figure;
    lw_scene *scene;
    lw_stratum *strata[PAINT_COUNT];
    lw_stratum *captions;
    lw_nm width, height; /* of the widest panel and the highest, with their texts */
    lw_nm left;          /* where the key begins */
} figure_page;

static void move_shapes(const figure_page *page, const finished_panel *panel, lw_point by)
{
    for (int i = 0; i < PAINT_COUNT; i++)
        for (uint32_t k = 0; k < panel->shapes[i].count; k++) {
            lw_shape shape = panel->shapes[i].at[k];
            lw_point *points =
                lw_arena_copy(page->scene->arena, shape.points, shape.count, sizeof *shape.points);
            for (uint32_t p = 0; p < shape.count; p++) {
                points[p].x += by.x;
                points[p].y += by.y;
            }
            shape.points = points;
            *lw_list_add(page->scene->arena, &page->strata[i]->shapes) = shape;
        }
}

static void move_texts(const figure_page *page, const finished_panel *panel, lw_point by)
{
    for (int i = 0; i < PAINT_COUNT; i++)
        for (uint32_t k = 0; k < panel->texts[i].count; k++) {
            lw_text text = panel->texts[i].at[k];
            text.placement.at.x += by.x;
            text.placement.at.y += by.y;
            *lw_list_add(page->scene->arena, &page->strata[i]->texts) = text;
        }
}

/* Smaller where it would be wider than its panel. */
static void add_text(const figure_page *page, const char *text, lw_point at, lw_nm height,
                     lw_nm width)
{
    int units = text ? lw_font_width(text) : 0;
    if (!text)
        return;
    if (units > 0 && (int64_t)units * height / LW_FONT_CAP > width)
        height = (lw_nm)((int64_t)width * LW_FONT_CAP / units);
    *lw_list_add(page->scene->arena, &page->captions->texts) =
        (lw_text){.placement = {.at = at}, .height = height, .text = text};
}

static void place_panel(const figure_page *page, const finished_panel *panel, lw_point at)
{
    move_shapes(page, panel, at);
    move_texts(page, panel, at);
    add_text(page, panel->title, (lw_point){at.x, at.y + panel->height + LINE_GAP}, TITLE,
             page->width);
    add_text(page, panel->note, (lw_point){at.x, at.y - LINE_GAP - NOTE}, NOTE, page->width);
}

/* As near as can be to the shape of a sheet of paper. */
static uint32_t columns_of(const figure_page *page)
{
    uint32_t count = page->figure->panels.count, best = 1;
    double least = 1e9;
    for (uint32_t columns = 1; columns <= count; columns++) {
        uint32_t rows = (count + columns - 1) / columns;
        double ratio = (double)columns * page->width / ((double)rows * page->height) / 1.414;
        double away = ratio < 1 ? 1 / ratio : ratio;
        if (away < least) {
            least = away;
            best = columns;
        }
    }
    return best;
}

static void add_entry(const figure_page *page, figure_paint paint, const char *text, lw_point at)
{
    lw_point corners[] = {
        at, {at.x + KEY_SIDE, at.y}, {at.x + KEY_SIDE, at.y + KEY_SIDE}, {at.x, at.y + KEY_SIDE}};
    const lw_point *own = lw_arena_copy(page->scene->arena, corners, 4, sizeof *corners);
    *lw_list_add(page->scene->arena, &page->strata[paint]->shapes) =
        (lw_shape){.points = own, .count = 4, .filled = true};
    add_text(page, text, (lw_point){at.x + KEY_SIDE * 3 / 2, at.y + (KEY_SIDE - NOTE) / 2}, NOTE,
             PANEL_SIDE);
}

/* In as many lines as it takes; where the last of them stands. */
static lw_nm add_key(const figure_page *page, lw_nm right, lw_nm y)
{
    static const struct {
        figure_paint paint;
        const char *text;
    } keys[] = {{PAINT_WALL, "blocked"},
                {PAINT_DEAR, "dearer"},
                {PAINT_WAITING, "waits"},
                {PAINT_DONE, "done"},
                {PAINT_WAITING_BACK, "waits, from T"},
                {PAINT_DONE_BACK, "done, from T"},
                {PAINT_WAY, "way"}};
    lw_nm x = page->left;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        lw_nm width =
            KEY_SIDE * 3 / 2 + (lw_nm)((int64_t)lw_font_width(keys[i].text) * NOTE / LW_FONT_CAP);
        if (!page->figure->used[keys[i].paint])
            continue;
        if (x > page->left && x + width > right) {
            x = page->left;
            y -= KEY_SIDE * 3 / 2;
        }
        add_entry(page, keys[i].paint, keys[i].text, (lw_point){x, y});
        x += width + KEY_SIDE * 3 / 2;
    }
    return y;
}

static void measure(figure_page *page)
{
    for (uint32_t i = 0; i < page->figure->panels.count; i++) {
        const finished_panel *panel = &page->figure->panels.at[i];
        page->width = panel->width > page->width ? panel->width : page->width;
        page->height = panel->height > page->height ? panel->height : page->height;
    }
    page->height += TITLE + NOTE + 2 * LINE_GAP;
}

static figure_page new_page(lw_figure *figure)
{
    lw_arena *arena = lw_arena_new();
    lw_scene *scene = LW_NEW(arena, lw_scene);
    figure_page page = {.figure = figure, .scene = scene};
    scene->arena = arena;
    scene->layer_count = 1;
    scene->title = figure->title;
    scene->summary = lw_arena_print(arena, "%u maps.", figure->panels.count);
    for (int i = 0; i <= PAINT_COUNT; i++)
        *lw_list_add(arena, &scene->strata) = (lw_stratum){
            .role = i < PAINT_COUNT ? roles[i] : LW_ROLE_CAPTION, .layer = LW_LAYER_SHARED};
    for (int i = 0; i < PAINT_COUNT; i++)
        page.strata[i] = &scene->strata.at[i];
    page.captions = &scene->strata.at[PAINT_COUNT];
    measure(&page);
    return page;
}

static lw_scene *scene_of(lw_figure *figure)
{
    figure_page page = new_page(figure);
    lw_scene *scene = page.scene;
    lw_nm across = page.width + GAP, down = page.height + GAP;
    uint32_t columns = columns_of(&page), rows = (figure->panels.count + columns - 1) / columns;
    for (uint32_t i = 0; i < figure->panels.count; i++) {
        const finished_panel *panel = &figure->panels.at[i];
        lw_nm top = (lw_nm)(rows - i / columns) * down - GAP - TITLE - LINE_GAP;
        place_panel(&page, panel, (lw_point){(lw_nm)(i % columns) * across, top - panel->height});
    }
    lw_nm low = add_key(&page, (lw_nm)columns * across - GAP, -GAP - KEY_SIDE);
    scene->page = (lw_box){-GAP, low - GAP, (lw_nm)columns * across, (lw_nm)rows * down};
    return scene;
}

/* ---- on paper ---- */

/* How many panels stand on a page. */
typedef struct figure_sheet {
    lw_point size;
    uint32_t columns, rows, pages;
} figure_sheet;

static uint32_t fit(lw_nm room, lw_nm each)
{
    lw_nm count = (room + GAP) / (each + GAP);
    return count > 1 ? (uint32_t)count : 1;
}

static figure_sheet sheet_of(lw_figure *figure)
{
    figure_page page = {.figure = figure};
    figure_sheet sheet = {.size = lw_paper_size(figure->paper)};
    measure(&page);
    lw_nm head = TITLE + GAP, key = KEY_LINES * KEY_SIDE * 3 / 2;
    sheet.columns = fit(sheet.size.x - 2 * MARGIN, page.width);
    sheet.rows = fit(sheet.size.y - 2 * MARGIN - head - key, page.height);
    uint32_t each = sheet.columns * sheet.rows;
    sheet.pages = (figure->panels.count + each - 1) / each;
    return sheet;
}

static lw_scene *draw_sheet(lw_figure *figure, const figure_sheet *sheet, uint32_t number)
{
    figure_page page = new_page(figure);
    uint32_t each = sheet->columns * sheet->rows, first = number * each;
    lw_nm right = sheet->size.x - MARGIN, top = sheet->size.y - MARGIN - TITLE;
    const char *of = lw_arena_print(page.scene->arena, "page %u of %u", number + 1, sheet->pages);
    lw_nm wide = (lw_nm)((int64_t)lw_font_width(of) * NOTE / LW_FONT_CAP);
    add_text(&page, figure->title, (lw_point){MARGIN, top}, TITLE, right - MARGIN - wide - GAP);
    add_text(&page, of, (lw_point){right - wide, top}, NOTE, wide);
    for (uint32_t i = 0; i < each && first + i < figure->panels.count; i++) {
        const finished_panel *panel = &figure->panels.at[first + i];
        lw_nm x = MARGIN + (lw_nm)(i % sheet->columns) * (page.width + GAP);
        lw_nm y = top - GAP - (lw_nm)(i / sheet->columns) * (page.height + GAP);
        place_panel(&page, panel, (lw_point){x, y - TITLE - LINE_GAP - panel->height});
    }
    page.left = MARGIN;
    add_key(&page, right, MARGIN + KEY_SIDE * 3 / 2);
    page.scene->page = (lw_box){0, 0, sheet->size.x, sheet->size.y};
    return page.scene;
}

static lw_status save_sheets(lw_figure *figure, lw_theme theme, const char *path, lw_error *err)
{
    figure_sheet sheet = sheet_of(figure);
    const lw_scene **scenes = lw_alloc(sheet.pages, sizeof *scenes);
    lw_buffer out = {0};
    for (uint32_t i = 0; i < sheet.pages; i++)
        scenes[i] = draw_sheet(figure, &sheet, i);
    lw_status status = lw_render_pages(scenes, sheet.pages, theme, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    for (uint32_t i = 0; i < sheet.pages; i++)
        lw_scene_free((lw_scene *)scenes[i]);
    lw_buffer_free(&out);
    free(scenes);
    return status;
}

lw_status lw_figure_save(lw_figure *figure, const lw_draw_options *options, lw_picture picture,
                         const char *path, lw_error *err)
{
    lw_buffer out = {0};
    lw_draw_options drawing = options ? *options : lw_draw_options_default();
    if (figure->paged && picture == LW_PDF)
        return save_sheets(figure, drawing.theme, path, err);
    if (picture == LW_PNG && !drawing.width && drawing.dpi == 0)
        drawing.width = PNG_WIDTH;
    lw_scene *scene = scene_of(figure);
    lw_status status = lw_render(scene, &drawing, picture, &out, err);
    if (!status)
        status = lw_file_write(path, out.at, out.count, err);
    lw_scene_free(scene);
    lw_buffer_free(&out);
    return status;
}
