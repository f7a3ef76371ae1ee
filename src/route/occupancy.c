/*
 * Between copper on the lattice the distance of nodes decides, with one exception: a node opposite
 * to the middle of a diagonal step is nearer to the step than to its ends. Where the required
 * distance falls between the two it is raised (discs), so that nodes alone decide everywhere.
 * Stubs lie off the lattice, and each is measured for itself: of a step that passes one too
 * closely, both ends being far enough away, the nearer end counts as too near.
 */
#include "route/occupancy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "base/sort.h"
#include "grid/lattice.h"
#include "route/leg.h"

/* Half widths of a disc by row: nodes up to half[|dy|] columns away are too near; none beyond
 * `rows`. */
typedef struct lw_disc {
    int32_t rows; /* -1: nothing is too near */
    int32_t *half;
    double distance; /* nm */
    double keep;     /* what the rules ask for: no more than the distance */
} lw_disc;

struct lw_occupancy {
    const lw_board *board;
    const lw_lattice *lattice;
    lw_layout layout;
    uint32_t class_count;
    lw_cell **cells, **vias;
    /* [class: nodes, then via places]: nets beyond the MOST_COUNTED that a cell counts; NULL where
     * there are not so many. */
    uint16_t **beyond;
    uint16_t **wired; /* as above: runs over the node, vias at the place, of nets of the class */
    uint64_t **wired_bits; /* as above: a bit where there are any */
    lw_disc *discs;        /* [mine: track, via][class][theirs: track, via][class] */
    lw_arena *arena;
    lw_span_of_nodes *spans; /* being collected */
    size_t span_count, span_room;
};

#define MOST_COUNTED UINT8_MAX

/* ---- discs ---- */

static lw_disc *disc_of(const lw_occupancy *o, bool via, uint32_t class_id, bool other_via,
                        uint32_t other)
{
    uint32_t n = o->class_count;
    return &o->discs[(((via ? n : 0) + class_id) * 2 + other_via) * n + other];
}

/* Above the distance of the nodes beside a diagonal step whose middle is too near. */
static double raised(double distance, double pitch)
{
    for (int i = 0; (i + 0.5) * sqrt(2) * pitch < distance; i++) {
        double beside = sqrt(2 * (i + 0.5) * (i + 0.5) + 0.5) * pitch;
        if (distance <= beside)
            return beside + 1;
    }
    return distance;
}

/* Nodes nearer than a distance along an axis, the middle one not counted; no more than there are.
 */
static int32_t nodes_below(double distance, double pitch, int32_t most)
{
    double nodes = ceil(distance / pitch) - 1;
    return nodes < most ? (int32_t)nodes : most;
}

static lw_disc disc_new(lw_arena *arena, double distance, const lw_layout *layout)
{
    double pitch = layout->pitch;
    lw_disc disc = {.rows = nodes_below(distance, pitch, layout->rows), .distance = distance};
    disc.half = LW_NEW_MANY(arena, int32_t, (size_t)disc.rows + 2);
    for (int32_t dy = 0; dy <= disc.rows; dy++)
        disc.half[dy] =
            nodes_below(sqrt(distance * distance - dy * pitch * dy * pitch), pitch, layout->cols);
    return disc;
}

static lw_disc disc_between(const lw_occupancy *o, bool via, uint32_t class_id, bool other_via,
                            uint32_t other)
{
    const lw_rule_class *a = &o->lattice->classes[class_id], *b = &o->lattice->classes[other];
    const lw_mover *mine = via ? &a->via : &a->track, *theirs = other_via ? &b->via : &b->track;
    lw_nm gap = lw_clearance(o->board, mine->kind, mine->class_id, theirs->kind, theirs->class_id);
    /* Where no clearance is asked for, a touch is still a short. */
    int64_t distance = (int64_t)mine->radius + theirs->radius + (gap > 1 ? gap : 1);
    int64_t drills = (int64_t)mine->drill + theirs->drill + o->board->rules.drill;
    if (via && other_via && drills > distance)
        distance = drills;
    double pitch = o->layout.pitch;
    lw_disc disc =
        disc_new(o->arena, via && other_via ? (double)distance : raised((double)distance, pitch),
                 &o->layout);
    disc.keep = (double)distance;
    return disc;
}

static void make_discs(lw_occupancy *o)
{
    uint32_t n = o->class_count;
    o->discs = LW_NEW_MANY(o->arena, lw_disc, (size_t)4 * n * n);
    for (uint32_t i = 0; i < 4 * n * n; i++) {
        uint32_t other = i % n, other_via = i / n % 2, mine = i / n / 2;
        o->discs[i] = disc_between(o, mine >= n, mine % n, other_via, other);
    }
}

/* ---- planes ---- */

/* Words of a bit a node, and one more: bits are read from two words at once. */
static size_t words_for(size_t nodes)
{
    return nodes / 64 + 2;
}

size_t lw_occupancy_size(const lw_grid_plan *plan, uint32_t nets)
{
    const lw_occupancy *o = NULL;
    size_t cell = sizeof **o->cells + sizeof **o->wired;
    if (nets > MOST_COUNTED)
        cell += sizeof **o->beyond;
    size_t cells = plan->classes * plan->places * (plan->layers + 1);
    return cells * cell + words_for(cells) * sizeof **o->wired_bits;
}

static bool fill_planes(lw_occupancy *o)
{
    size_t plane = (size_t)o->layout.plane, nodes = plane * (size_t)o->layout.layers;
    bool many = o->board->nets.count > MOST_COUNTED;
    for (uint32_t i = 0; i < 2 * o->class_count; i++) {
        size_t size = i < o->class_count ? nodes : plane;
        o->wired[i] = lw_try_alloc(size, sizeof **o->wired);
        o->wired_bits[i] = lw_try_alloc(words_for(size), sizeof **o->wired_bits);
        o->beyond[i] = many ? lw_try_alloc(size, sizeof **o->beyond) : NULL;
        if (!o->wired[i] || !o->wired_bits[i] || (many && !o->beyond[i]))
            return false;
    }
    for (uint32_t k = 0; k < o->class_count; k++) {
        const lw_rule_class *class = &o->lattice->classes[k];
        lw_cell *cells = o->cells[k] = lw_try_alloc(nodes, sizeof *cells);
        lw_cell *vias = o->vias[k] = lw_try_alloc(plane, sizeof *vias);
        if (!cells || !vias)
            return false;
        for (size_t i = 0; i < nodes; i++)
            cells[i] = (lw_cell){class->owner[i], class->closed[i], 0};
        for (size_t i = 0; i < plane; i++)
            vias[i].owner = class->via_owner[i];
    }
    return true;
}

lw_occupancy *lw_occupancy_new(const lw_board *board, const lw_lattice *lattice)
{
    lw_arena *arena = lw_arena_new();
    lw_occupancy *o = LW_NEW(arena, lw_occupancy);
    o->board = board;
    o->lattice = lattice;
    o->layout = lattice->layout;
    o->class_count = lattice->class_count;
    o->arena = arena;
    o->cells = LW_NEW_MANY(arena, lw_cell *, o->class_count);
    o->vias = LW_NEW_MANY(arena, lw_cell *, o->class_count);
    o->beyond = LW_NEW_MANY(arena, uint16_t *, (size_t)2 * o->class_count);
    o->wired = LW_NEW_MANY(arena, uint16_t *, (size_t)2 * o->class_count);
    o->wired_bits = LW_NEW_MANY(arena, uint64_t *, (size_t)2 * o->class_count);
    make_discs(o);
    if (!fill_planes(o)) {
        lw_occupancy_free(o);
        return NULL;
    }
    return o;
}

void lw_occupancy_free(lw_occupancy *o)
{
    if (!o)
        return;
    for (uint32_t k = 0; k < o->class_count; k++) {
        free(o->cells[k]);
        free(o->vias[k]);
    }
    for (uint32_t k = 0; k < 2 * o->class_count; k++) {
        free(o->beyond[k]);
        free(o->wired[k]);
        free(o->wired_bits[k]);
    }
    free(o->spans);
    lw_arena_free(o->arena);
}

uint32_t lw_occupancy_class(const lw_occupancy *o, lw_net_id net)
{
    return o->lattice->class_of[lw_net_class(o->board, net)];
}

lw_cell *lw_occupancy_cells(const lw_occupancy *o, uint32_t class_id)
{
    return o->cells[class_id];
}

lw_cell *lw_occupancy_vias(const lw_occupancy *o, uint32_t class_id)
{
    return o->vias[class_id];
}

/* ---- spans ---- */

static void push_span(lw_occupancy *o, lw_span_of_nodes span)
{
    if (o->span_count == o->span_room) {
        o->span_room = o->span_room ? o->span_room * 2 : 1024;
        o->spans = lw_realloc(o->spans, o->span_room, sizeof *o->spans);
    }
    o->spans[o->span_count++] = span;
}

/* Columns [from, to] of a row, as far as they are on the lattice. */
static void add_span(lw_occupancy *o, int32_t layer, int32_t row, int32_t from, int32_t to)
{
    if (row < 0 || row >= o->layout.rows)
        return;
    from = from < 0 ? 0 : from;
    to = to >= o->layout.cols ? o->layout.cols - 1 : to;
    if (from > to)
        return;
    push_span(o, (lw_span_of_nodes){layer * o->layout.plane + row * o->layout.stride + from,
                                    to - from + 1});
}

typedef struct lw_grid_place {
    int32_t layer, row, col;
} lw_grid_place;

static lw_grid_place place_of(const lw_occupancy *o, int32_t node)
{
    int32_t layer = node / o->layout.plane, place = node - layer * o->layout.plane;
    return (lw_grid_place){layer, place / o->layout.stride, place % o->layout.stride};
}

static bool crosses_unseen(const lw_occupancy *o, const lw_disc *disc)
{
    return disc->distance <= o->layout.pitch * sqrt(0.5);
}

/* The disc swept along a run, on a layer of the planes that are stamped. */
static void sweep(lw_occupancy *o, const lw_disc *disc, lw_reach run, int32_t layer)
{
    lw_grid_place a = place_of(o, run.first), b = place_of(o, run.last);
    if (a.row > b.row) {
        lw_grid_place swap = a;
        a = b;
        b = swap;
    }
    if (a.row == b.row) {
        int32_t from = a.col < b.col ? a.col : b.col, to = a.col < b.col ? b.col : a.col;
        for (int32_t dy = -disc->rows; dy <= disc->rows; dy++)
            add_span(o, layer, a.row + dy, from - disc->half[abs(dy)], to + disc->half[abs(dy)]);
        return;
    }
    int32_t slope = (b.col > a.col) - (b.col < a.col);
    /* Where nets may be neighbours on the lattice, two diagonals could cross between the nodes: one
     * node beside each step is taken as well. */
    for (int32_t row = a.row; slope && row < b.row && crosses_unseen(o, disc); row++)
        add_span(o, layer, row, a.col + slope * (row - a.row + 1),
                 a.col + slope * (row - a.row + 1));
    for (int32_t row = a.row - disc->rows; row <= b.row + disc->rows; row++) {
        int32_t from = INT32_MAX, to = INT32_MIN;
        int32_t low = row - disc->rows < a.row ? a.row : row - disc->rows;
        int32_t high = row + disc->rows > b.row ? b.row : row + disc->rows;
        for (int32_t at = low; at <= high; at++) {
            int32_t col = a.col + slope * (at - a.row), half = disc->half[abs(row - at)];
            from = col - half < from ? col - half : from;
            to = col + half > to ? col + half : to;
        }
        add_span(o, layer, row, from, to);
    }
}

/* ---- stubs ---- */

/* Nodes of a row that are near, between two columns. */
static void add_near(lw_occupancy *o, const lw_leg *leg, int32_t layer, int32_t row, int32_t from,
                     int32_t to)
{
    double pitch = o->layout.pitch;
    for (int32_t col = from; col <= to; col++) {
        lw_vector at = {o->layout.origin.x + col * pitch, o->layout.origin.y + row * pitch};
        if (lw_leg_is_near(leg, at, pitch))
            add_span(o, layer, row, col, col);
    }
}

static void sweep_row(lw_occupancy *o, const lw_leg *leg, int32_t layer, int32_t row)
{
    double x = o->layout.origin.x, pitch = o->layout.pitch;
    double y = o->layout.origin.y + row * pitch, from, to;
    double beyond = leg->steps ? sqrt(leg->keep * leg->keep + pitch * pitch / 2) : leg->keep;
    if (!lw_leg_chord(leg, beyond + 1, y, &from, &to))
        return;
    int32_t first = (int32_t)ceil((from - x) / pitch), last = (int32_t)floor((to - x) / pitch);
    int32_t sure_first = last + 1, sure_last = last;
    if (lw_leg_chord(leg, leg->keep - 1, y, &from, &to)) {
        sure_first = (int32_t)ceil((from - x) / pitch);
        sure_last = (int32_t)floor((to - x) / pitch);
        add_span(o, layer, row, sure_first, sure_last);
    }
    add_near(o, leg, layer, row, first, sure_first - 1);
    add_near(o, leg, layer, row, sure_last + 1, last);
}

/* `disc` is of the class of the stub's net, which the stub may be narrower than. */
static void sweep_stub(lw_occupancy *o, const lw_disc *disc, uint32_t class_id,
                       const lw_stub_line *stub, int32_t layer, bool steps)
{
    lw_nm half = lw_track_shape(&(lw_track){.width = stub->width}).radius;
    lw_leg leg = {.ends = {{stub->a.x, stub->a.y}, {stub->b.x, stub->b.y}},
                  .keep = disc->keep - (o->lattice->classes[class_id].track.radius - half),
                  .steps = steps};
    double y = o->layout.origin.y, pitch = o->layout.pitch, reach = leg.keep + pitch;
    double low = fmin(leg.ends[0].y, leg.ends[1].y) - reach;
    double high = fmax(leg.ends[0].y, leg.ends[1].y) + reach;
    int32_t last = (int32_t)floor((high - y) / pitch);
    for (int32_t row = (int32_t)ceil((low - y) / pitch); row <= last; row++)
        sweep_row(o, &leg, layer, row);
}

/* ---- stamps ---- */

/* Sorts the spans from `from` on and makes one of those that overlap or adjoin. */
static void merge_spans(lw_occupancy *o, size_t from)
{
    size_t count = from, fresh = o->span_count - from;
    uint64_t *keys = lw_realloc(NULL, fresh + 1, sizeof *keys);
    for (size_t i = 0; i < fresh; i++)
        keys[i] = (uint64_t)o->spans[from + i].first << 32 | (uint32_t)o->spans[from + i].count;
    lw_sort(keys, fresh);
    for (size_t i = 0; i < fresh; i++) {
        lw_span_of_nodes span = {(int32_t)(keys[i] >> 32), (int32_t)(uint32_t)keys[i]};
        lw_span_of_nodes *last = count > from ? &o->spans[count - 1] : NULL;
        if (last && span.first <= last->first + last->count) {
            if (span.first + span.count > last->first + last->count)
                last->count = span.first + span.count - last->first;
        } else {
            o->spans[count++] = span;
        }
    }
    o->span_count = count;
    free(keys);
}

static void collect_nodes(lw_occupancy *o, uint32_t mine, uint32_t other,
                          const lw_stamp_copper *copper)
{
    const lw_disc *track = disc_of(o, false, mine, false, other),
                  *via = disc_of(o, true, mine, false, other);
    for (uint32_t i = 0; i < copper->run_count; i++)
        sweep(o, track, copper->runs[i], copper->runs[i].first / o->layout.plane);
    for (uint32_t i = 0; i < copper->via_count; i++)
        for (int32_t layer = 0; layer < o->layout.layers; layer++)
            sweep(o, via, (lw_reach){copper->vias[i], copper->vias[i]}, layer);
}

static void collect_places(lw_occupancy *o, uint32_t mine, uint32_t other,
                           const lw_stamp_copper *copper)
{
    const lw_disc *track = disc_of(o, false, mine, true, other),
                  *via = disc_of(o, true, mine, true, other);
    for (uint32_t i = 0; i < copper->run_count; i++)
        sweep(o, track, copper->runs[i], 0);
    for (uint32_t i = 0; i < copper->via_count; i++)
        sweep(o, via, (lw_reach){copper->vias[i], copper->vias[i]}, 0);
}

static void count_one(lw_cell *cell, uint16_t *beyond, int by)
{
    bool full = cell->count == MOST_COUNTED && beyond && (by > 0 || *beyond > 0);
    if (full)
        *beyond = (uint16_t)(*beyond + by);
    else
        cell->count = (uint8_t)(cell->count + by);
}

static void apply(lw_occupancy *o, const lw_stamps *stamps, int by)
{
    for (uint32_t i = 0; i < 2 * o->class_count; i++) {
        lw_cell *plane = i < o->class_count ? o->cells[i] : o->vias[i - o->class_count];
        uint16_t *beyond = o->beyond[i];
        for (uint32_t k = stamps->ends[i]; k < stamps->ends[i + 1]; k++) {
            int32_t first = stamps->spans[k].first, end = first + stamps->spans[k].count;
            for (int32_t at = first; at < end; at++)
                count_one(&plane[at], beyond ? &beyond[at] : NULL, by);
        }
    }
}

/* ---- what stubs are near to ---- */

static void wire_one(lw_occupancy *o, uint32_t plane, int32_t at, int by)
{
    uint16_t *count = &o->wired[plane][at];
    if (*count != UINT16_MAX) /* one that has been full is never trusted to be empty */
        *count = (uint16_t)(*count + by);
    uint64_t bit = (uint64_t)1 << at % 64, *word = &o->wired_bits[plane][at / 64];
    *word = *count ? *word | bit : *word & ~bit;
}

static void wire(lw_occupancy *o, const lw_stamps *stamps, int by)
{
    for (uint32_t i = 0; i < stamps->run_count; i++) {
        lw_grid_place a = place_of(o, stamps->runs[i].first), b = place_of(o, stamps->runs[i].last);
        int32_t cols = b.col - a.col, rows = b.row - a.row;
        int32_t steps = abs(cols) > abs(rows) ? abs(cols) : abs(rows);
        int32_t step = steps ? rows / steps * o->layout.stride + cols / steps : 0;
        for (int32_t k = 0; k <= steps; k++)
            wire_one(o, stamps->class_id, stamps->runs[i].first + k * step, by);
    }
    for (uint32_t i = 0; i < stamps->via_count; i++)
        wire_one(o, o->class_count + stamps->class_id, stamps->vias[i], by);
}

void lw_occupancy_hide(lw_occupancy *o, const lw_stamps *stamps)
{
    if (stamps->ends)
        wire(o, stamps, -1);
}

void lw_occupancy_show(lw_occupancy *o, const lw_stamps *stamps)
{
    if (stamps->ends)
        wire(o, stamps, 1);
}

lw_surrounding lw_occupancy_around(lw_occupancy *o, uint32_t class_id, const lw_stub_line *legs,
                                   uint32_t leg_count, lw_arena *arena)
{
    uint32_t n = o->class_count;
    uint32_t *ends = LW_NEW_MANY(arena, uint32_t, (size_t)2 * n + 1);
    o->span_count = 0;
    for (uint32_t i = 0; i < 2 * n; i++) {
        size_t from = o->span_count;
        for (uint32_t k = 0; k < leg_count; k++)
            sweep_stub(o, disc_of(o, false, class_id, i >= n, i % n), class_id, &legs[k],
                       i < n ? (int32_t)legs[k].layer : 0, i < n);
        merge_spans(o, from);
        ends[i + 1] = (uint32_t)o->span_count;
    }
    return (lw_surrounding){lw_arena_copy(arena, o->spans, o->span_count, sizeof *o->spans), ends};
}

static uint32_t count_bits(const uint64_t *bits, lw_span_of_nodes span)
{
    uint32_t found = 0;
    for (int32_t first = span.first, left = span.count; left > 0; first += 64, left -= 64) {
        const uint64_t *word = &bits[first / 64];
        int shift = first % 64;
        uint64_t here = word[0] >> shift | word[1] << 1 << (63 - shift);
        if (left < 64)
            here &= ((uint64_t)1 << left) - 1;
        for (; here; here &= here - 1)
            found++;
    }
    return found;
}

uint32_t lw_occupancy_wired(const lw_occupancy *o, const lw_surrounding *around, uint32_t enough)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < 2 * o->class_count; i++)
        for (uint32_t k = around->ends[i]; k < around->ends[i + 1] && found < enough; k++)
            found += count_bits(o->wired_bits[i], around->spans[k]);
    return found < enough ? found : enough;
}

/* Spans of one of the planes around a stub. */
static void add_spans(lw_occupancy *o, const lw_surrounding *around, uint32_t plane)
{
    for (uint32_t i = around->ends[plane]; i < around->ends[plane + 1]; i++)
        push_span(o, around->spans[i]);
}

static void keep_wiring(lw_stamps *stamps, uint32_t class_id, const lw_stamp_copper *copper)
{
    stamps->class_id = class_id;
    stamps->runs = lw_alloc((size_t)copper->run_count + 1, sizeof *stamps->runs);
    stamps->vias = lw_alloc((size_t)copper->via_count + 1, sizeof *stamps->vias);
    stamps->run_count = copper->run_count;
    stamps->via_count = copper->via_count;
    if (copper->run_count)
        memcpy(stamps->runs, copper->runs, copper->run_count * sizeof *stamps->runs);
    if (copper->via_count)
        memcpy(stamps->vias, copper->vias, copper->via_count * sizeof *stamps->vias);
}

void lw_occupancy_put(lw_occupancy *o, lw_net_id net, const lw_stamp_copper *copper,
                      lw_stamps *stamps)
{
    uint32_t mine = lw_occupancy_class(o, net), n = o->class_count;
    stamps->ends = lw_alloc((size_t)2 * n + 1, sizeof *stamps->ends);
    o->span_count = 0;
    for (uint32_t i = 0; i < 2 * n; i++) {
        size_t from = o->span_count;
        if (i < n)
            collect_nodes(o, mine, i, copper);
        else
            collect_places(o, mine, i - n, copper);
        for (uint32_t k = 0; k < copper->stub_count; k++)
            add_spans(o, copper->stubs[k], i);
        merge_spans(o, from);
        stamps->ends[i + 1] = (uint32_t)o->span_count;
    }
    stamps->spans = lw_alloc(o->span_count + 1, sizeof *stamps->spans);
    if (o->span_count > 0)
        memcpy(stamps->spans, o->spans, o->span_count * sizeof *stamps->spans);
    apply(o, stamps, 1);
    keep_wiring(stamps, mine, copper);
    wire(o, stamps, 1);
}

void lw_occupancy_take(lw_occupancy *o, lw_stamps *stamps)
{
    if (!stamps->ends)
        return;
    apply(o, stamps, -1);
    wire(o, stamps, -1);
    free(stamps->spans);
    free(stamps->ends);
    free(stamps->runs);
    free(stamps->vias);
    *stamps = (lw_stamps){0};
}
