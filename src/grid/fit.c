/*
 * Which lattice suits a board. Fine ones cost time and memory, coarse ones miss pins, and where the
 * lattice lies matters more than how fine it is. For each pad the intervals are found in which a
 * track may leave it straight along x and along y; a pitch and a phase are good when most intervals
 * hold a line of the lattice.
 */
#include "grid/lattice.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "geom/wide.h"

/* Finer fitted lattices than this are not worth their time. */
#define NODES_MOST ((int64_t)5000000)
/* A pitch that is asked for may be as fine as this. */
#define PITCH_LEAST 1000
#define PHASES_MOST 200
/* Of more pads than these a share says as much about phases, in less time. */
#define NEEDS_MOST 20000

/* Where a line must run, along one axis, for a pad to be left straight. */
typedef struct lw_need {
    lw_nm from, to;
    lw_nm centre;
} lw_need;

typedef struct lw_needs {
    lw_need *at;
    uint32_t count;
} lw_needs;

typedef struct lw_phase {
    lw_nm offset; /* 0 <= offset < pitch: lines at offset + i * pitch */
    int64_t score;
} lw_phase;

/* ---- needs of the pads ---- */

typedef struct lw_slack {
    const lw_board *board;
    uint32_t pad;
    lw_layers layers;
    lw_net_id net;
    lw_mover mover;
    lw_box box;
    bool along_y; /* the escape runs along y, so x is what may vary */
    lw_nm from, to;
} lw_slack;

/* A neighbour beside the pad narrows the interval of centre lines. */
static void narrow(lw_slack *slack, const lw_item *item)
{
    if (!(item->layers & slack->layers) || (item->net == slack->net && item->net != LW_NO_NET))
        return;
    if (item->kind == LW_ITEM_TRACK || item->kind == LW_ITEM_VIA)
        return;
    lw_demand demands[LW_DEMANDS_MOST];
    if (lw_item_demands(slack->board, item, &slack->mover, demands) == 0)
        return;
    lw_box box = lw_shape_box(item->shape);
    int64_t keep = (int64_t)slack->mover.radius + demands[0].gap;
    lw_nm low = slack->along_y ? box.x1 : box.y1, high = slack->along_y ? box.x2 : box.y2;
    lw_nm side_low = slack->along_y ? box.y1 : box.x1, side_high = slack->along_y ? box.y2 : box.x2;
    lw_nm pad_low = slack->along_y ? slack->box.y1 : slack->box.x1;
    lw_nm pad_high = slack->along_y ? slack->box.y2 : slack->box.x2;
    if (side_low >= pad_high || side_high <= pad_low)
        return;
    lw_point centre = slack->board->pads.at[slack->pad].at;
    lw_nm middle = slack->along_y ? centre.x : centre.y;
    if (low > middle && low - keep < slack->to)
        slack->to = lw_saturate(low - keep);
    if (high < middle && high + keep > slack->from)
        slack->from = lw_saturate(high + keep);
}

static lw_box pad_box(const lw_pad *pad)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

/* false when a track of this width cannot leave the pad. */
static bool find_need(const lw_obstacles *obstacles, uint32_t pad_id, bool along_y, lw_nm width,
                      lw_need *out)
{
    const lw_board *board = obstacles->board;
    const lw_pad *pad = &board->pads.at[pad_id];
    lw_box box = pad_box(pad);
    lw_slack slack = {
        .board = board,
        .pad = pad_id,
        .layers = pad->layers,
        .net = pad->net,
        .mover = lw_class_track(board, lw_net_class(board, pad->net)),
        .box = box,
        .along_y = along_y,
        .from = along_y ? box.x1 : box.y1,
        .to = along_y ? box.x2 : box.y2,
    };
    slack.mover.radius = lw_track_shape(&(lw_track){.width = width}).radius;
    lw_nm reach = slack.mover.radius + obstacles->reach;
    lw_cursor cursor = lw_index_find(obstacles->index, lw_box_grow(box, reach));
    for (uint32_t i; lw_index_next(&cursor, &i);)
        narrow(&slack, &obstacles->items.at[i]);
    *out = (lw_need){slack.from, slack.to, along_y ? pad->at.x : pad->at.y};
    return slack.from <= slack.to;
}

static bool stop_asked(const lw_grid_options *options)
{
    return options->stop && options->stop(options->context);
}

static void add_need(const lw_obstacles *obstacles, const lw_grid_options *options, uint32_t pad,
                     bool along_y, lw_needs *needs)
{
    const lw_board *board = obstacles->board;
    uint32_t class_id = lw_net_class(board, board->pads.at[pad].net);
    lw_nm width = board->classes.at[class_id].width;
    lw_nm neck = options->neck_down ? lw_neck_width(board, class_id, options->neck_width) : width;
    lw_need need;
    if (find_need(obstacles, pad, along_y, width, &need) ||
        (neck < width && find_need(obstacles, pad, along_y, neck, &need)))
        needs->at[needs->count++] = need;
}

static lw_needs needs_new(const lw_obstacles *obstacles, const lw_grid_options *options,
                          bool along_y)
{
    const lw_board *board = obstacles->board;
    lw_needs needs = {lw_alloc((size_t)board->pads.count + 1, sizeof *needs.at), 0};
    uint32_t step = 1 + board->pads.count / NEEDS_MOST;
    for (uint32_t i = 0; i < board->pads.count && !stop_asked(options); i += step) {
        lw_net_id net = board->pads.at[i].net;
        if (net != LW_NO_NET && board->nets.at[net].pads.count > 1 &&
            board->pads.at[i].copper.count > 0)
            add_need(obstacles, options, i, along_y, &needs);
    }
    return needs;
}

/* ---- phases ---- */

static lw_nm modulo(int64_t value, lw_nm pitch)
{
    int64_t rest = value % pitch;
    return (lw_nm)(rest < 0 ? rest + pitch : rest);
}

/* A need that holds a line is worth much; one whose very centre does looks better. */
static int64_t phase_score(const lw_needs *needs, lw_nm pitch, lw_nm offset)
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
static uint32_t candidate_phases(const lw_needs *needs, lw_nm pitch, lw_phase *out)
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

static lw_phase best_phase(const lw_needs *needs, lw_nm pitch, lw_nm otherwise)
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
static bool lay(lw_box box, uint32_t layers, lw_nm pitch, lw_phase x, lw_phase y, lw_layout *out)
{
    lw_nm first_x, first_y;
    int64_t cols = line_count(box.x1, box.x2, pitch, x.offset, &first_x);
    int64_t rows = line_count(box.y1, box.y2, pitch, y.offset, &first_y);
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

static lw_nm least_pitch_of_rules(const lw_board *board, const lw_rule_class *classes,
                                  uint32_t count)
{
    int64_t least = INT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = classes[i].track.class_id;
        int64_t d =
            (int64_t)board->classes.at[id].width + lw_clearance(board, LW_TRACK, id, LW_TRACK, id);
        if (d < least)
            least = d;
    }
    return (lw_nm)(least < PITCH_LEAST ? PITCH_LEAST : least);
}

typedef struct lw_fit {
    lw_box box;
    uint32_t layers;
    uint32_t class_count;
    size_t memory;
    lw_nm pitch_most;
    lw_nm apart; /* least width and clearance */
    lw_needs x, y;
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

static void try_pitch(lw_fit *fit, int64_t pitch, int64_t nodes_most)
{
    if (pitch < PITCH_LEAST || pitch > fit->pitch_most || (fit->found && stop_asked(fit->options)))
        return;
    lw_nm h = (lw_nm)pitch;
    lw_layout layout;
    lw_phase none = {0};
    if (!lay(fit->box, fit->layers, h, none, none, &layout) ||
        (int64_t)layout.plane * layout.layers > nodes_most ||
        lw_layout_plan(&layout, fit->class_count, fit->options).memory > fit->memory)
        return;
    lw_phase x = best_phase(&fit->x, h, fit->box.x1), y = best_phase(&fit->y, h, fit->box.y1);
    if (!lay(fit->box, fit->layers, h, x, y, &layout))
        return;
    uint32_t needs = fit->x.count + fit->y.count;
    double hits = needs ? (double)(x.score + y.score) / (9.0 * needs) : 1;
    double nodes = (double)layout.plane * layout.layers / (double)NODES_MOST;
    double score = hits - 0.3 * waste(fit->apart, h) - 0.15 * nodes;
    if (fit->found && score <= fit->best_score)
        return;
    fit->best = layout;
    fit->best_score = score;
    fit->found = true;
}

static void try_all(lw_fit *fit)
{
    static const lw_nm round[] = {500000, 635000, 1000000, 1270000};
    /* Where a coarser one was not enough, finer ones are worth their time. */
    int finest = fit->pitch_most < LW_NM_MAX ? 12 : 8;
    for (int k = 2; k <= finest - 2; k++)
        try_pitch(fit, fit->apart / k, NODES_MOST);
    for (size_t i = 0; i < sizeof round / sizeof *round; i++)
        for (int k = 1; k <= 20; k++) {
            int64_t pitch = round[i] / k;
            if (round[i] % k == 0 && pitch <= fit->apart && pitch * finest >= fit->apart)
                try_pitch(fit, pitch, NODES_MOST);
        }
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
        .apart = least_pitch_of_rules(board, classes, class_count),
        .x = needs_new(obstacles, options, true),
        .y = needs_new(obstacles, options, false),
        .options = options,
    };
    bool cells = board->units && board->unit >= PITCH_LEAST && !strcmp(board->units, "cell");
    if (options->pitch != 0)
        status = try_asked(&fit, board, options->pitch, err);
    else if (cells)
        try_pitch(&fit, board->unit, NODES_MOST);
    if (!status && !fit.found && options->pitch == 0 && !(cells && options->pitch_most))
        try_all(&fit);
    free(fit.x.at);
    free(fit.y.at);
    if (!status && !fit.found)
        status = lw_fail(err, LW_ERR_MEMORY, board->path, 0, 0,
                         "no lattice of this board fits into %zu MB", options->memory_limit >> 20);
    *out = fit.best;
    return status;
}
