/*
 * Which lattice suits a board. Fine ones cost time and memory, coarse ones miss pins, and where the
 * lattice lies matters more than how fine it is. A pitch and a phase are good when most of the
 * intervals where pads need a line (needs.h) hold one. Rows of pads are served best by a pitch that
 * goes into their spacing.
 */
#include "grid/layout.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "grid/needs.h"

/* Finer fitted lattices than this are not worth their time. */
#define NODES_MOST ((int64_t)5000000)
/* A pitch that is asked for may be as fine as this. */
#define PITCH_LEAST 1000
#define PHASES_MOST 200

typedef struct lw_phase {
    lw_nm offset; /* 0 <= offset < pitch: lines at offset + i * pitch */
    int64_t score;
} lw_phase;

static bool stop_asked(const lw_grid_options *options)
{
    return options->stop && options->stop(options->context);
}

/* ---- phases ---- */

static lw_nm modulo(int64_t value, lw_nm pitch)
{
    int64_t rest = value % pitch;
    return (lw_nm)(rest < 0 ? rest + pitch : rest);
}

/* A need that holds a line is worth much; one whose very centre does looks better. */
static int64_t phase_score(const lw_need_list *needs, lw_nm pitch, lw_nm offset)
{
    int64_t score = 0;
    for (uint32_t i = 0; i < needs->count; i++) {
        const lw_need *need = &needs->at[i];
        lw_nm first =
            modulo((int64_t)offset - need->from, pitch); /* from `from` to the next line */
        if (first <= (int64_t)need->to - need->from)
            score += 8;
        if (modulo((int64_t)need->centre - offset, pitch) == 0)
            score += 1;
    }
    return score;
}

static int by_count(const void *a, const void *b)
{
    const lw_phase *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static int by_offset(const void *a, const void *b)
{
    const lw_phase *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The phases worth a try: those of the most centres, and the ends of narrow intervals. */
static uint32_t candidate_phases(const lw_need_list *needs, lw_nm pitch, lw_phase *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < needs->count; i++) {
        const lw_need *need = &needs->at[i];
        out[count++] = (lw_phase){modulo(need->centre, pitch), 3};
        if ((int64_t)need->to - need->from >= pitch)
            continue;
        out[count++] = (lw_phase){modulo(need->from, pitch), 1};
        out[count++] = (lw_phase){modulo(need->to, pitch), 1};
    }
    qsort(out, count, sizeof *out, by_offset);
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (distinct > 0 && out[distinct - 1].offset == out[i].offset)
            out[distinct - 1].score += out[i].score;
        else
            out[distinct++] = out[i];
    }
    qsort(out, distinct, sizeof *out, by_count);
    return distinct < PHASES_MOST ? distinct : PHASES_MOST;
}

static lw_phase best_phase(const lw_need_list *needs, lw_nm pitch, lw_nm otherwise)
{
    lw_phase best = {modulo(otherwise, pitch), phase_score(needs, pitch, modulo(otherwise, pitch))};
    lw_phase *phases = lw_alloc((size_t)needs->count * 3 + 1, sizeof *phases);
    uint32_t count = candidate_phases(needs, pitch, phases);
    for (uint32_t i = 0; i < count; i++) {
        int64_t score = phase_score(needs, pitch, phases[i].offset);
        if (score > best.score)
            best = (lw_phase){phases[i].offset, score};
    }
    free(phases);
    return best;
}

/* ---- layouts ---- */

/* Offsets of columns and rows; what all needs make of them. */
typedef struct lw_spot {
    lw_nm x, y;
    int64_t score;
} lw_spot;

/* A row length that is no multiple of a large power of two, so that neighbours in different rows
 * do not fight for the same cache lines. */
static int32_t good_stride(int64_t cols)
{
    return (int32_t)(cols % 64 < 8 ? cols + 8 : cols);
}

static int64_t line_count(lw_nm from, lw_nm to, lw_nm pitch, lw_nm offset, lw_nm *first)
{
    int64_t low = (int64_t)from + modulo((int64_t)offset - from, pitch);
    *first = (lw_nm)low;
    return low > to ? 0 : (to - low) / pitch + 1;
}

/* false when the lattice would have no node, or too many to count. */
static bool lay(lw_box box, uint32_t layers, lw_nm pitch, lw_spot spot, lw_layout *out)
{
    lw_nm first_x, first_y;
    int64_t cols = line_count(box.x1, box.x2, pitch, spot.x, &first_x);
    int64_t rows = line_count(box.y1, box.y2, pitch, spot.y, &first_y);
    if (cols < 1 || rows < 1)
        return false;
    int64_t stride = good_stride(cols + 2), plane = stride * (rows + 2);
    if (plane * layers >= INT32_MAX / 2)
        return false;
    *out = (lw_layout){
        .pitch = pitch,
        .origin = {first_x - pitch, first_y - pitch},
        .cols = (int32_t)cols + 2,
        .rows = (int32_t)rows + 2,
        .layers = (int32_t)layers,
        .stride = (int32_t)stride,
        .plane = (int32_t)plane,
    };
    return true;
}

size_t lw_lattice_bytes(const lw_grid_plan *plan)
{
    const lw_rule_class *class = NULL;
    return plan->classes * plan->places *
           (plan->layers * (sizeof *class->owner + sizeof *class->closed) +
            sizeof *class->via_owner);
}

lw_grid_plan lw_layout_plan(const lw_layout *layout, uint32_t class_count,
                            const lw_grid_options *options)
{
    lw_grid_plan plan = {
        .pitch = layout->pitch,
        .places = (size_t)layout->plane,
        .layers = (uint32_t)layout->layers,
        .classes = class_count,
    };
    plan.memory = lw_lattice_bytes(&plan);
    if (options->upkeep)
        plan.memory += options->upkeep(options->context, &plan);
    return plan;
}

/* Width of a net class's tracks with their clearance. */
static int64_t room_of(const lw_board *board, uint32_t class_id)
{
    return (int64_t)board->classes.at[class_id].width +
           lw_clearance(board, LW_TRACK, class_id, LW_TRACK, class_id);
}

static uint32_t least_class(const lw_board *board, const lw_rule_class *classes, uint32_t count)
{
    uint32_t least = classes[0].track.class_id;
    for (uint32_t i = 1; i < count; i++)
        if (room_of(board, classes[i].track.class_id) < room_of(board, least))
            least = classes[i].track.class_id;
    return least;
}

typedef struct lw_fit {
    lw_box box;
    uint32_t layers;
    uint32_t class_count;
    size_t memory;
    lw_nm pitch_most;
    lw_nm apart; /* least width and clearance */
    lw_needs needs;
    const lw_grid_options *options;
    lw_layout best;
    double best_score;
    bool found;
} lw_fit;

/* Width of a track with its clearance, rounded up to the lattice, as a share of what it needs. */
static double waste(lw_nm apart, lw_nm pitch)
{
    return (double)((apart + pitch - 1) / pitch * (int64_t)pitch) / apart - 1;
}

static void try_spot(const lw_fit *fit, lw_nm pitch, int64_t x, int64_t y, lw_spot *best)
{
    lw_spot spot = {modulo(x, pitch), modulo(y, pitch), 0};
    const lw_nm offsets[LW_LINES_COUNT] = {
        [LW_LINES_X] = spot.x,
        [LW_LINES_Y] = spot.y,
        [LW_LINES_FALL] = modulo(x - y, pitch),
        [LW_LINES_RISE] = modulo(x + y, pitch),
    };
    for (int i = 0; i < LW_LINES_COUNT; i++)
        spot.score += phase_score(&fit->needs.of[i], pitch, offsets[i]);
    if (spot.score > best->score)
        *best = spot;
}

/* Columns and rows settle where diagonals lie, so that it takes two kinds of lines to place the
 * lattice: where each kind would like to be is tried with all others. */
static lw_spot best_spot(const lw_fit *fit, lw_nm pitch)
{
    lw_nm at[LW_LINES_COUNT];
    const lw_need_list *of = fit->needs.of;
    for (int i = 0; i < LW_LINES_COUNT; i++)
        at[i] = best_phase(&of[i], pitch, i == LW_LINES_Y ? fit->box.y1 : fit->box.x1).offset;
    lw_spot best = {.score = -1};
    try_spot(fit, pitch, at[LW_LINES_X], at[LW_LINES_Y], &best);
    if (of[LW_LINES_FALL].count + of[LW_LINES_RISE].count == 0)
        return best;
    int64_t x = at[LW_LINES_X], y = at[LW_LINES_Y], fall = at[LW_LINES_FALL],
            rise = at[LW_LINES_RISE];
    try_spot(fit, pitch, x, x - fall, &best);
    try_spot(fit, pitch, x, rise - x, &best);
    try_spot(fit, pitch, y + fall, y, &best);
    try_spot(fit, pitch, rise - y, y, &best);
    try_spot(fit, pitch, (rise + fall) / 2, (rise - fall) / 2, &best);
    try_spot(fit, pitch, (rise + fall + pitch) / 2, (rise - fall + pitch) / 2, &best);
    return best;
}

static void try_pitch(lw_fit *fit, int64_t pitch, int64_t nodes_most)
{
    if (pitch < PITCH_LEAST || pitch > fit->pitch_most || (fit->found && stop_asked(fit->options)))
        return;
    lw_nm h = (lw_nm)pitch;
    lw_layout layout;
    lw_spot corner = {modulo(fit->box.x1, h), modulo(fit->box.y1, h), 0};
    if (!lay(fit->box, fit->layers, h, corner, &layout) ||
        (int64_t)layout.plane * layout.layers > nodes_most ||
        lw_layout_plan(&layout, fit->class_count, fit->options).memory > fit->memory)
        return;
    /* Of a board that is narrower than the pitch a spot may leave no line. */
    lw_spot spot = best_spot(fit, h);
    if (!lay(fit->box, fit->layers, h, spot, &layout)) {
        spot = corner;
        lay(fit->box, fit->layers, h, spot, &layout);
    }
    uint32_t needs = fit->needs.count;
    double hits = needs ? (double)spot.score / (9.0 * needs) : 1;
    double nodes = (double)layout.plane * layout.layers / (double)NODES_MOST;
    double price = (0.12 + nodes) * nodes; /* a search on twice the nodes meets more of them */
    double score = hits - 0.3 * waste(fit->apart, h) - price;
    if (fit->found && score <= fit->best_score)
        return;
    fit->best = layout;
    fit->best_score = score;
    fit->found = true;
}

/* Fractions of lengths that boards are drawn by. */
static void try_round(lw_fit *fit, int finest)
{
    static const lw_nm round[] = {500000, 635000, 1000000, 1270000};
    for (size_t i = 0; i < sizeof round / sizeof *round; i++)
        for (int k = 1; k <= 20; k++) {
            int64_t pitch = round[i] / k;
            if (round[i] % k == 0 && pitch <= fit->apart && pitch * finest >= fit->apart)
                try_pitch(fit, pitch, NODES_MOST);
        }
}

static void try_spacings(lw_fit *fit, int finest)
{
    for (uint32_t i = 0; i < fit->needs.spacings; i++)
        for (int k = 1; k * (int64_t)fit->apart <= (int64_t)finest * fit->needs.spacing[i]; k++) {
            int64_t pitch = (fit->needs.spacing[i] + k / 2) / k;
            if (pitch <= fit->apart)
                try_pitch(fit, pitch, NODES_MOST);
        }
}

static void try_all(lw_fit *fit)
{
    /* Where a coarser one was not enough, finer ones are worth their time. */
    int finest = fit->pitch_most < LW_NM_MAX ? 12 : 8;
    for (int k = 2; k <= finest - 2; k++)
        try_pitch(fit, fit->apart / k, NODES_MOST);
    try_round(fit, finest);
    try_spacings(fit, finest);
    /* Large boards and little memory: as fine as can be. */
    for (int64_t pitch = fit->apart / 2; !fit->found && pitch < fit->pitch_most;
         pitch += pitch / 8 + 1)
        try_pitch(fit, pitch, INT64_MAX);
}

static lw_status try_asked(lw_fit *fit, const lw_board *board, lw_nm pitch, lw_error *err)
{
    int64_t width = (int64_t)fit->box.x2 - fit->box.x1, height = (int64_t)fit->box.y2 - fit->box.y1;
    int64_t most = width < height ? width : height;
    if (pitch < PITCH_LEAST || pitch > most)
        return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                       "a grid of %.3f um cannot be used: it must be between 1 um and the board's "
                       "smaller side, %.3f mm",
                       pitch / 1e3, (double)most / 1e6);
    try_pitch(fit, pitch, INT64_MAX);
    for (int64_t finer = pitch; !fit->found && finer <= most; finer += finer / 16 + 1) {
        try_pitch(fit, finer, INT64_MAX);
        if (fit->found)
            return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                           "a grid of %.3f um needs more memory than the %zu MB allowed; about "
                           "%.0f um is the finest that does not",
                           pitch / 1e3, fit->memory >> 20, (double)finer / 1e3 + 0.5);
    }
    return LW_OK;
}

lw_status lw_layout_fit(const lw_obstacles *obstacles, const lw_rule_class *classes,
                        uint32_t class_count, const lw_grid_options *options, lw_layout *out,
                        lw_error *err)
{
    const lw_board *board = obstacles->board;
    lw_status status = LW_OK;
    lw_fit fit = {
        .box = obstacles->box,
        .layers = board->layers.count,
        .class_count = class_count,
        .memory = options->memory_limit,
        .pitch_most = options->pitch_most && !options->pitch ? options->pitch_most : LW_NM_MAX,
        .needs = lw_needs_new(obstacles, options, least_class(board, classes, class_count)),
        .options = options,
    };
    int64_t apart = room_of(board, least_class(board, classes, class_count));
    fit.apart = (lw_nm)(apart < PITCH_LEAST ? PITCH_LEAST : apart > LW_NM_MAX ? LW_NM_MAX : apart);
    bool cells = board->units && board->unit >= PITCH_LEAST && !strcmp(board->units, "cell");
    if (options->pitch != 0)
        status = try_asked(&fit, board, options->pitch, err);
    else if (cells)
        try_pitch(&fit, board->unit, NODES_MOST);
    if (!status && !fit.found && options->pitch == 0 && !(cells && options->pitch_most))
        try_all(&fit);
    lw_needs_free(&fit.needs);
    if (!status && !fit.found)
        status = lw_fail(err, LW_ERR_MEMORY, board->path, 0, 0,
                         "no lattice of this board fits into %zu MB", options->memory_limit >> 20);
    *out = fit.best;
    return status;
}
