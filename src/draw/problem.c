/*
 * The scene of a field problem: its cells as squares in rows from the top, paths along their
 * middles. Sizes are parts of a cell.
 */
#include <string.h>
#include "base/fail.h"
#include "base/file.h"
#include "draw/font.h"
#include "draw/render.h"

enum {
    CELL = 5000000,         /* side of a cell, unless the page would become too large */
    PAGE_SIDE = 300000000,  /* then */
    GRID_CELLS_MOST = 5000, /* more lines would hide the paths */
    NUMBERS_MOST = 200,     /* nets whose pins bear numbers */
    FAULTS_MOST = 200,      /* that are marked */
    HAIRLINE = 50000,
    CELLS_MOST = 4 << 20, /* that are drawn */
};

typedef struct lw_sketch {
    lw_scene *scene;
    const lw_problem *problem;
    lw_nm cell;
    uint32_t slot[LW_ROLE_COUNT][LW_LAYER_SHARED + 1];
} lw_sketch;

/* ---- strata ---- */

static void lay(lw_sketch *sketch, lw_role role, uint32_t layer)
{
    sketch->slot[role][layer] = sketch->scene->strata.count;
    lw_stratum *stratum = lw_list_add(sketch->scene->arena, &sketch->scene->strata);
    stratum->role = role;
    stratum->layer = layer;
}

static void lay_strata(lw_sketch *sketch)
{
    static const lw_role above[] = {LW_ROLE_PLATED,   LW_ROLE_DRILL,    LW_ROLE_OUTLINE,
                                    LW_ROLE_RATSNEST, LW_ROLE_SILK_TOP, LW_ROLE_FAULT};
    lay(sketch, LW_ROLE_BOARD, LW_LAYER_SHARED);
    lay(sketch, LW_ROLE_DOCUMENT, LW_LAYER_SHARED);
    for (uint32_t layer = (uint32_t)sketch->problem->layers; layer-- > 0;) {
        lay(sketch, LW_ROLE_POUR, layer);
        lay(sketch, LW_ROLE_KEEPOUT, layer);
    }
    for (uint32_t layer = (uint32_t)sketch->problem->layers; layer-- > 0;)
        lay(sketch, LW_ROLE_COPPER, layer);
    for (size_t i = 0; i < sizeof above / sizeof *above; i++)
        lay(sketch, above[i], LW_LAYER_SHARED);
}

static void add(lw_sketch *sketch, lw_role role, uint32_t layer, lw_shape shape)
{
    lw_stratum *stratum = &sketch->scene->strata.at[sketch->slot[role][layer]];
    *lw_list_add(sketch->scene->arena, &stratum->shapes) = shape;
}

/* ---- shapes ---- */

static lw_point middle_of(const lw_sketch *sketch, int32_t x, int32_t y)
{
    return (lw_point){x * sketch->cell + sketch->cell / 2,
                      (sketch->problem->rows - 1 - y) * sketch->cell + sketch->cell / 2};
}

static lw_shape line(lw_sketch *sketch, const lw_point *points, uint32_t count, lw_nm radius)
{
    const lw_point *own = lw_arena_copy(sketch->scene->arena, points, count, sizeof *points);
    return (lw_shape){.points = own, .count = count, .radius = radius};
}

static lw_shape disc(lw_sketch *sketch, lw_point at, lw_nm radius)
{
    return line(sketch, &at, 1, radius);
}

/* Cells from x1 to x2 of a row. */
static lw_shape bar(lw_sketch *sketch, int32_t x1, int32_t x2, int32_t y)
{
    lw_nm left = x1 * sketch->cell, right = (x2 + 1) * sketch->cell;
    lw_nm low = (sketch->problem->rows - 1 - y) * sketch->cell, high = low + sketch->cell;
    lw_point corners[] = {{left, low}, {right, low}, {right, high}, {left, high}};
    lw_shape shape = line(sketch, corners, 4, 0);
    shape.filled = true;
    return shape;
}

/* ---- the field ---- */

/* LW_ROLE_COUNT: nothing is drawn. */
static lw_role role_of(uint16_t cost)
{
    return cost == 0 ? LW_ROLE_KEEPOUT : cost > 1 ? LW_ROLE_POUR : LW_ROLE_COUNT;
}

static void add_row(lw_sketch *sketch, int32_t y, int32_t layer)
{
    const lw_problem *problem = sketch->problem;
    const uint16_t *cost = &problem->cost[lw_problem_cell(problem, 0, y, layer)];
    for (int32_t x = 0, first = 0; x < problem->cols; x++) {
        if (x + 1 < problem->cols && role_of(cost[x + 1]) == role_of(cost[first]))
            continue;
        if (role_of(cost[first]) != LW_ROLE_COUNT)
            add(sketch, role_of(cost[first]), (uint32_t)layer, bar(sketch, first, x, y));
        first = x + 1;
    }
}

static void add_grid(lw_sketch *sketch)
{
    const lw_problem *problem = sketch->problem;
    lw_nm width = problem->cols * sketch->cell, height = problem->rows * sketch->cell;
    if ((int64_t)problem->cols * problem->rows > GRID_CELLS_MOST)
        return;
    for (int32_t x = 1; x < problem->cols; x++)
        add(sketch, LW_ROLE_DOCUMENT, LW_LAYER_SHARED,
            line(sketch, (lw_point[]){{x * sketch->cell, 0}, {x * sketch->cell, height}}, 2,
                 HAIRLINE));
    for (int32_t y = 1; y < problem->rows; y++)
        add(sketch, LW_ROLE_DOCUMENT, LW_LAYER_SHARED,
            line(sketch, (lw_point[]){{0, y * sketch->cell}, {width, y * sketch->cell}}, 2,
                 HAIRLINE));
}

static void add_field(lw_sketch *sketch)
{
    const lw_problem *problem = sketch->problem;
    lw_nm width = problem->cols * sketch->cell, height = problem->rows * sketch->cell;
    lw_point rim[] = {{0, 0}, {width, 0}, {width, height}, {0, height}, {0, 0}};
    lw_shape board = line(sketch, rim, 4, 0);
    board.filled = true;
    add(sketch, LW_ROLE_BOARD, LW_LAYER_SHARED, board);
    add(sketch, LW_ROLE_OUTLINE, LW_LAYER_SHARED, line(sketch, rim, 5, HAIRLINE));
    add_grid(sketch);
    for (int32_t layer = 0; layer < problem->layers; layer++)
        for (int32_t y = 0; y < problem->rows; y++)
            add_row(sketch, y, layer);
}

/* ---- nets ---- */

/* Pins on several layers of one cell: their numbers stand below each other. */
typedef struct lw_stack {
    int32_t above, all;
} lw_stack;

static lw_stack stack_of(const lw_problem *problem, const lw_pin *pin)
{
    lw_stack stack = {0};
    for (uint32_t i = 0; i < problem->nets.count; i++)
        for (int p = 0; p < 2; p++) {
            const lw_pin *other = &problem->nets.at[i].pin[p];
            if (other->x != pin->x || other->y != pin->y)
                continue;
            stack.above += other->layer < pin->layer;
            stack.all++;
        }
    return stack;
}

static void add_number(lw_sketch *sketch, const lw_pin *pin, uint32_t number)
{
    enum { ROOM = 4, OF = 5 /* of a cell's side */ };
    lw_stratum *stratum =
        &sketch->scene->strata.at[sketch->slot[LW_ROLE_SILK_TOP][LW_LAYER_SHARED]];
    const char *text = lw_arena_print(sketch->scene->arena, "%u", number);
    lw_stack stack = stack_of(sketch->problem, pin);
    lw_nm row = sketch->cell * ROOM / OF / stack.all, usual = sketch->cell * 2 / 5;
    lw_nm wide = sketch->cell * ROOM / OF * LW_FONT_CAP / lw_font_width(text);
    lw_nm high = stack.all > 1 ? row * 4 / 5 : row;
    lw_nm height = usual < wide ? usual : wide;
    lw_point at = middle_of(sketch, pin->x, pin->y);
    at.y += (stack.all - 1 - 2 * stack.above) * row / 2;
    *lw_list_add(sketch->scene->arena, &stratum->texts) =
        (lw_text){.placement = {.at = at},
                  .height = height < high ? height : high,
                  .align_x = 1,
                  .align_y = 1,
                  .text = text};
}

static void add_pins(lw_sketch *sketch, const lw_wish *net)
{
    for (int p = 0; p < 2; p++) {
        lw_pin pin = net->pin[p];
        lw_point at = middle_of(sketch, pin.x, pin.y);
        bool every = pin.layer == LW_EVERY_LAYER;
        add(sketch, every ? LW_ROLE_PLATED : LW_ROLE_COPPER,
            every ? LW_LAYER_SHARED : (uint32_t)pin.layer, disc(sketch, at, sketch->cell * 2 / 5));
        if (sketch->problem->nets.count <= NUMBERS_MOST)
            add_number(sketch, &net->pin[p], net->number);
    }
}

static void add_open(lw_sketch *sketch, const lw_wish *net)
{
    lw_point ends[] = {middle_of(sketch, net->pin[0].x, net->pin[0].y),
                       middle_of(sketch, net->pin[1].x, net->pin[1].y)};
    add(sketch, LW_ROLE_RATSNEST, LW_LAYER_SHARED, line(sketch, ends, 2, sketch->cell / 25));
}

static bool is_inside(const lw_problem *problem, lw_path_cell cell)
{
    return cell.x >= 0 && cell.x < problem->cols && cell.y >= 0 && cell.y < problem->rows &&
           cell.layer >= 0 && cell.layer < problem->layers;
}

static bool is_straight(lw_path_cell a, lw_path_cell b, lw_path_cell c)
{
    return a.layer == c.layer && b.layer == c.layer && b.x - a.x == c.x - b.x &&
           b.y - a.y == c.y - b.y;
}

/* Straight runs, and a via where the layer changes; what lies outside is left out. */
static void add_path(lw_sketch *sketch, const lw_path *path)
{
    const lw_problem *problem = sketch->problem;
    for (uint32_t i = 1, first = 0; i < path->count; i++) {
        lw_path_cell from = path->cells[first], to = path->cells[i], before = path->cells[i - 1];
        if (!is_inside(problem, to) || !is_inside(problem, before)) {
            first = i;
            continue;
        }
        if (before.layer != to.layer) {
            lw_point at = middle_of(sketch, to.x, to.y);
            add(sketch, LW_ROLE_PLATED, LW_LAYER_SHARED, disc(sketch, at, sketch->cell * 3 / 10));
            add(sketch, LW_ROLE_DRILL, LW_LAYER_SHARED, disc(sketch, at, sketch->cell / 8));
            first = i;
            continue;
        }
        bool goes_on = i + 1 < path->count && is_inside(problem, path->cells[i + 1]) &&
                       is_straight(before, to, path->cells[i + 1]);
        if (goes_on)
            continue;
        lw_point ends[] = {middle_of(sketch, from.x, from.y), middle_of(sketch, to.x, to.y)};
        add(sketch, LW_ROLE_COPPER, (uint32_t)to.layer, line(sketch, ends, 2, sketch->cell / 7));
        first = i;
    }
}

static void add_fault(lw_sketch *sketch, lw_path_cell cell)
{
    lw_nm arm = sketch->cell * 2 / 5;
    if (!is_inside(sketch->problem, cell))
        return;
    lw_point at = middle_of(sketch, cell.x, cell.y);
    for (int way = -1; way <= 1; way += 2) {
        lw_point ends[] = {{at.x - arm, at.y - way * arm}, {at.x + arm, at.y + way * arm}};
        add(sketch, LW_ROLE_FAULT, LW_LAYER_SHARED, line(sketch, ends, 2, sketch->cell / 16));
    }
}

/* ---- the whole ---- */

static lw_nm cell_size(const lw_problem *problem)
{
    int32_t side = problem->cols > problem->rows ? problem->cols : problem->rows;
    return side > PAGE_SIDE / CELL ? PAGE_SIDE / side : CELL;
}

static lw_scene *scene_of(const lw_problem *problem, const lw_solution *solution,
                          const lw_solution_report *report, const lw_draw_options *options)
{
    lw_arena *arena = lw_arena_new();
    lw_scene *scene = LW_NEW(arena, lw_scene);
    lw_sketch *sketch = LW_NEW(arena, lw_sketch);
    *sketch = (lw_sketch){.scene = scene, .problem = problem, .cell = cell_size(problem)};
    const char *title = options->title ? options->title : problem->path;
    scene->arena = arena;
    scene->layer_count = (uint32_t)problem->layers;
    scene->title = lw_clean_text(arena, title, strlen(title), 128);
    scene->summary =
        lw_arena_print(arena, "A field problem of %d x %d cells in %d layers, %u nets.",
                       problem->cols, problem->rows, problem->layers, problem->nets.count);
    scene->page = lw_box_grow(
        (lw_box){0, 0, problem->cols * sketch->cell, problem->rows * sketch->cell}, CELL / 2);
    lay_strata(sketch);
    add_field(sketch);
    for (uint32_t i = 0; i < problem->nets.count; i++) {
        add_pins(sketch, &problem->nets.at[i]);
        if (solution && solution->paths[i].count > 0)
            add_path(sketch, &solution->paths[i]);
        else
            add_open(sketch, &problem->nets.at[i]);
    }
    for (uint32_t i = 0; report && i < report->faults.count && i < FAULTS_MOST; i++)
        add_fault(sketch, report->faults.at[i].cell);
    return scene;
}

lw_status lw_draw_problem(const lw_problem *problem, const lw_solution *solution,
                          const lw_solution_report *report, const lw_draw_options *options,
                          lw_picture picture, const char *path, lw_error *err)
{
    lw_draw_options fallback = lw_draw_options_default();
    lw_buffer file = {0};
    if (!options)
        options = &fallback;
    if ((unsigned)picture >= LW_PICTURE_COUNT || (unsigned)options->theme >= LW_THEME_COUNT)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there is no such kind of picture or theme");
    if (problem->layers > LW_MAX_LAYERS)
        return lw_fail(err, LW_ERR_OPTION, problem->path, 0, 0,
                       "%d layers are more than the %d that are drawn", problem->layers,
                       LW_MAX_LAYERS);
    if (lw_problem_cell(problem, 0, 0, problem->layers) > CELLS_MOST)
        return lw_fail(err, LW_ERR_OPTION, problem->path, 0, 0, "more than %d cells are not drawn",
                       CELLS_MOST);
    lw_scene *scene = scene_of(problem, solution, report, options);
    lw_status status = lw_render(scene, options, picture, &file, err);
    if (!status)
        status = lw_file_write(path, file.at, file.count, err);
    lw_scene_free(scene);
    lw_buffer_free(&file);
    return status;
}
