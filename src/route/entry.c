/*
 * A pad on the lattice is entered at its centre. One beside it is entered from the nodes next to
 * the centre by a short straight stub. Where neighbours leave no room for that, the stub runs along
 * an axis until a node can be reached by a jog, perhaps only beyond the pad. When no stub to the
 * centre is legal, a narrower one may be (a neck): it ends at a node where the full width is legal.
 * Else a track may still end on any node inside the copper, or be led to any point of it.
 */
#include "route/entry.h"

#include <stdlib.h>
#include "geom/point.h"
#include "wave/steps.h"

/* How many nodes around the centre are tried, to each side. */
enum { NEAR = 2 };
/* Entries of one kind that are enough; along an axis, to each side of it. */
enum { NEAR_ENOUGH = 4, AXIS_ENOUGH = 2, INSIDE_ENOUGH = 4, BESIDE_ENOUGH = 24 };
/* Lengths of necks among which there is a choice. */
enum { NECK_LENGTHS = 3 };

typedef struct lw_scan {
    const lw_lattice *lattice;
    const lw_field *field;
    const lw_gate *gate;
    lw_arena *arena;
    lw_entries *entries;
    lw_nm pitch;
    lw_nm width;    /* of stubs */
    lw_point from;  /* where they begin: the anchor, or a point of the copper beside it */
    int32_t centre; /* node nearest to that */
} lw_scan;

static bool may_enter(const lw_field *field, int32_t node)
{
    return field->owner[node] == LW_CELL_FREE || field->owner[node] == field->net;
}

static bool segment_fits(const lw_scan *scan, lw_point a, lw_point b)
{
    return lw_lattice_track_fits(scan->lattice, scan->gate->net, scan->gate->layer, a, b,
                                 scan->width);
}

static bool is_neck(const lw_scan *scan)
{
    return scan->width < scan->gate->width;
}

/* Necks do not go far from the pad. */
static bool may_turn(const lw_scan *scan, lw_point point)
{
    const lw_gate *gate = scan->gate;
    if (!is_neck(scan))
        return true;
    lw_shape zone = {&point, 1, false, LW_NECK_REACH + gate->width / 2};
    for (uint32_t i = 0; i < gate->copper_count; i++)
        if (lw_shape_closer(zone, gate->copper[i], 1))
            return true;
    return false;
}

/* A stub of at most two segments; a segment of no length is left out. */
static bool try_stub(lw_scan *scan, int32_t node, lw_point corner)
{
    lw_point end = lw_lattice_point(scan->lattice, node);
    if (!may_enter(scan->field, node) || !may_turn(scan, corner) || !may_turn(scan, end))
        return false;
    if (lw_same_point(corner, scan->from) || lw_same_point(corner, end))
        corner = end;
    if (!segment_fits(scan, scan->from, corner) ||
        (!lw_same_point(corner, end) && !segment_fits(scan, corner, end)))
        return false;
    lw_entry *entry = lw_list_add(scan->arena, scan->entries);
    entry->node = node;
    entry->thing = scan->gate->thing;
    entry->width = scan->width;
    entry->beside = !lw_same_point(scan->from, scan->gate->anchor);
    entry->stub[entry->stub_count++] = scan->from;
    if (!lw_same_point(corner, scan->from))
        entry->stub[entry->stub_count++] = corner;
    if (!lw_same_point(end, corner))
        entry->stub[entry->stub_count++] = end;
    return true;
}

static bool in_copper(const lw_gate *gate, lw_point point)
{
    for (uint32_t i = 0; i < gate->copper_count; i++)
        if (lw_shape_holds(gate->copper[i], point))
            return true;
    return false;
}

/* The node `cols` and `rows` away from the centre, -1 outside of the lattice. */
static int32_t node_at(const lw_scan *scan, int32_t cols, int32_t rows)
{
    const lw_field *field = scan->field;
    int32_t place = scan->centre % field->plane;
    int32_t col = place % field->stride + cols, row = place / field->stride + rows;
    if (col < 1 || row < 1 || col > field->cols - 2 || row > field->rows - 2)
        return -1;
    return scan->centre + rows * field->stride + cols;
}

typedef struct lw_candidate {
    int32_t node;
    bool askew; /* neither along an axis nor a diagonal */
    int64_t distance2;
} lw_candidate;

static int by_merit(const void *a, const void *b)
{
    const lw_candidate *x = a, *y = b;
    if (x->askew != y->askew)
        return x->askew - y->askew;
    if (x->distance2 != y->distance2)
        return x->distance2 < y->distance2 ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static lw_candidate candidate(const lw_scan *scan, int32_t node)
{
    lw_point at = lw_lattice_point(scan->lattice, node);
    int64_t dx = (int64_t)at.x - scan->from.x, dy = (int64_t)at.y - scan->from.y;
    return (lw_candidate){
        .node = node,
        .askew = dx != 0 && dy != 0 && llabs(dx) != llabs(dy),
        .distance2 = dx * dx + dy * dy,
    };
}

/* The nodes next to the anchor, straight; returns how many were found. */
static uint32_t near_entries(lw_scan *scan)
{
    lw_candidate all[(2 * NEAR + 1) * (2 * NEAR + 1)];
    uint32_t count = 0, found = 0;
    for (int32_t rows = -NEAR; rows <= NEAR; rows++)
        for (int32_t cols = -NEAR; cols <= NEAR; cols++) {
            int32_t node = node_at(scan, cols, rows);
            if (node >= 0 && in_copper(scan->gate, lw_lattice_point(scan->lattice, node)))
                all[count++] = candidate(scan, node);
        }
    qsort(all, count, sizeof *all, by_merit);
    for (uint32_t i = 0; i < count && found < NEAR_ENOUGH; i++)
        found += try_stub(scan, all[i].node, lw_lattice_point(scan->lattice, all[i].node));
    return found;
}

/* How far the copper goes from the anchor. */
static int64_t extent(const lw_gate *gate)
{
    int64_t most = 0;
    for (uint32_t i = 0; i < gate->copper_count; i++) {
        lw_box box = lw_shape_box(gate->copper[i]);
        int64_t x = gate->anchor.x, y = gate->anchor.y;
        int64_t sides[] = {box.x2 - x, x - box.x1, box.y2 - y, y - box.y1};
        for (int k = 0; k < 4; k++)
            most = sides[k] > most ? sides[k] : most;
    }
    return most;
}

/* So many nodes as a distance spans, but no more than the lattice has. */
static int32_t nodes_within(const lw_scan *scan, int64_t distance)
{
    int32_t all = scan->field->cols > scan->field->rows ? scan->field->cols : scan->field->rows;
    int64_t nodes = distance / scan->pitch + 1;
    return nodes < all ? (int32_t)nodes : all;
}

/* How far from the anchor the search for a way out goes. */
static int32_t reach(const lw_scan *scan)
{
    if (is_neck(scan))
        return nodes_within(scan, extent(scan->gate) + LW_NECK_REACH + scan->gate->width / 2);
    return nodes_within(scan, extent(scan->gate) + (int64_t)scan->gate->width * 3 +
                                  (int64_t)scan->pitch * 3);
}

/* From the anchor along an axis, then to the node: at 45 degrees, or square. */
static bool try_jogs(lw_scan *scan, int32_t node, bool along_x)
{
    lw_point from = scan->from, to = lw_lattice_point(scan->lattice, node);
    lw_nm dx = to.x - from.x, dy = to.y - from.y;
    lw_nm run = along_x ? dx : dy, side = along_x ? dy : dx;
    lw_nm diagonal = run > 0 ? abs(side) : -abs(side);
    if (abs(run) < abs(side))
        return false;
    lw_nm straight = run - diagonal;
    lw_point bend =
        along_x ? (lw_point){from.x + straight, from.y} : (lw_point){from.x, from.y + straight};
    lw_point square = along_x ? (lw_point){to.x, from.y} : (lw_point){from.x, to.y};
    return try_stub(scan, node, bend) || try_stub(scan, node, square);
}

/* At one distance along an axis; `found` are those to its lower and upper side, or all in the first
 * one. A neck may have to go far aside until the full width has room. */
static void axis_entries_at(lw_scan *scan, int32_t dx, int32_t dy, int32_t run, uint32_t found[2])
{
    int32_t aside = is_neck(scan) && run > 1 ? run : 1;
    for (int32_t side = -aside; side <= aside; side++) {
        int32_t node = node_at(scan, dx ? dx * run : side, dy ? dy * run : side);
        if (node < 0 || !may_enter(scan->field, node))
            continue;
        lw_point at = lw_lattice_point(scan->lattice, node);
        bool upper = dx ? at.y > scan->from.y : at.x > scan->from.x;
        uint32_t *here = &found[scan->gate->both_sides && upper];
        if (*here < AXIS_ENOUGH)
            *here += try_jogs(scan, node, dx != 0);
    }
}

/* Entries in one of the four directions, nearest first, perhaps to both sides: the neighbours'
 * tracks may leave room on one alone. Necks that are longer than they must be let others get by
 * before they widen. */
static void axis_entries(lw_scan *scan, int32_t dx, int32_t dy)
{
    int32_t far = reach(scan), part = nodes_within(scan, LW_NECK_REACH / NECK_LENGTHS);
    bool both = scan->gate->both_sides;
    uint32_t found[2] = {0};
    int32_t next = far + 1; /* where further ones are looked for */
    for (int32_t run = 0; run <= far; run++) {
        if (run == next) {
            found[0] = found[1] = 0;
            next += part;
        }
        axis_entries_at(scan, dx, dy, run, found);
        if (is_neck(scan) && next > far && found[0] + found[1] > 0)
            next = run + part;
        if (found[0] == AXIS_ENOUGH && (found[1] == AXIS_ENOUGH || !both))
            run = next - 1;
    }
}

/* Rotated parts are left along the diagonals. */
static void diagonal_entries(lw_scan *scan, int32_t dx, int32_t dy)
{
    int32_t far = reach(scan);
    uint32_t found = 0;
    for (int32_t run = 1; run <= far && found < AXIS_ENOUGH; run++)
        for (int32_t side = -1; side <= 1 && found < AXIS_ENOUGH; side++) {
            int32_t node = node_at(scan, dx * run + side, dy * run);
            if (node < 0 || !may_enter(scan->field, node))
                continue;
            lw_point from = scan->from, to = lw_lattice_point(scan->lattice, node);
            lw_nm part =
                abs(to.x - from.x) < abs(to.y - from.y) ? abs(to.x - from.x) : abs(to.y - from.y);
            lw_point bend = {from.x + dx * part, from.y + dy * part};
            found += try_stub(scan, node, bend);
        }
}

static void inside_entries(lw_scan *scan, uint32_t enough)
{
    int32_t far = nodes_within(scan, extent(scan->gate) + scan->pitch);
    uint32_t found = 0;
    for (int32_t ring = 0; ring <= far && found < enough; ring++)
        for (int32_t rows = -ring; rows <= ring; rows++) {
            int32_t step = abs(rows) == ring || ring == 0 ? 1 : 2 * ring;
            for (int32_t cols = -ring; cols <= ring; cols += step) {
                int32_t node = node_at(scan, cols, rows);
                if (node < 0 || !may_enter(scan->field, node))
                    continue;
                lw_point at = lw_lattice_point(scan->lattice, node);
                if (!in_copper(scan->gate, at))
                    continue;
                *lw_list_add(scan->arena, scan->entries) = (lw_entry){.node = node,
                                                                      .thing = scan->gate->thing,
                                                                      .width = scan->gate->width,
                                                                      .stub = {at},
                                                                      .stub_count = 1,
                                                                      .beside = true};
                found++;
            }
        }
}

/* Stubs from one point; how many were found. */
static uint32_t stub_entries(lw_scan *scan)
{
    uint32_t before = scan->entries->count;
    scan->centre = lw_lattice_node(scan->lattice, scan->from, scan->gate->layer);
    if (scan->centre < 0)
        return 0;
    if (lw_same_point(lw_lattice_point(scan->lattice, scan->centre), scan->from) &&
        try_stub(scan, scan->centre, scan->from))
        return 1;
    if (near_entries(scan) >= NEAR_ENOUGH)
        return NEAR_ENOUGH;
    for (int d = 0; d < LW_STEPS; d++) {
        if (d % 2 == 0)
            axis_entries(scan, lw_step_col[d], lw_step_row[d]);
        else if (scan->entries->count == before)
            diagonal_entries(scan, lw_step_col[d], lw_step_row[d]);
    }
    return scan->entries->count - before;
}

/* The lesser side of the pad. */
static lw_nm pad_width(const lw_gate *gate)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < gate->copper_count; i++)
        box = lw_box_join(box, lw_shape_box(gate->copper[i]));
    return box.x2 - box.x1 < box.y2 - box.y1 ? box.x2 - box.x1 : box.y2 - box.y1;
}

/* As wide as the pad, or else narrower, down to the least allowed; widths that are widely asked for
 * as the least come before it. */
uint32_t lw_neck_widths(const lw_gate *gate, lw_nm widths[LW_NECK_WIDTHS])
{
    lw_nm pad = pad_width(gate), all[LW_NECK_WIDTHS] = {pad, 254000, 200000, gate->neck};
    uint32_t count = 0;
    for (size_t i = 0; i < LW_NECK_WIDTHS && gate->neck > 0; i++) {
        bool fits_pad = all[i] <= pad || all[i] == gate->neck;
        if (all[i] >= gate->neck && all[i] < gate->width && fits_pad)
            widths[count++] = all[i];
    }
    return count;
}

static uint32_t neck_entries(lw_scan *scan)
{
    lw_nm widths[LW_NECK_WIDTHS];
    uint32_t count = lw_neck_widths(scan->gate, widths), found = 0;
    for (uint32_t i = 0; i < count && found == 0; i++) {
        scan->width = widths[i];
        found = stub_entries(scan);
    }
    scan->width = scan->gate->width;
    return found;
}

/* Where the centre is too near to something, another point of the copper need not be. */
static uint32_t aside_entries(lw_scan *scan)
{
    int64_t most = extent(scan->gate);
    uint32_t found = 0;
    for (int d = 0; d < LW_STEPS; d += 2)
        for (int64_t away = scan->pitch; away <= most; away += scan->pitch) {
            lw_point at = {(lw_nm)(scan->gate->anchor.x + lw_step_col[d] * away),
                           (lw_nm)(scan->gate->anchor.y + lw_step_row[d] * away)};
            if (!in_copper(scan->gate, at))
                break;
            if (!segment_fits(scan, at, at))
                continue;
            scan->from = at;
            found += stub_entries(scan);
            break;
        }
    return found;
}

static lw_scan scan_of(const lw_lattice *lattice, const lw_field *field, const lw_gate *gate,
                       lw_arena *arena, lw_entries *entries)
{
    return (lw_scan){
        .lattice = lattice,
        .field = field,
        .gate = gate,
        .arena = arena,
        .entries = entries,
        .pitch = lw_lattice_pitch(lattice),
        .width = gate->width,
        .from = gate->anchor,
        .centre = lw_lattice_node(lattice, gate->anchor, gate->layer),
    };
}

void lw_entries_of_gate(const lw_lattice *lattice, const lw_field *field, const lw_gate *gate,
                        lw_arena *arena, lw_entries *entries)
{
    lw_scan scan = scan_of(lattice, field, gate, arena, entries);
    if (scan.centre < 0 || stub_entries(&scan) > 0 || neck_entries(&scan) > 0)
        return;
    uint32_t before = entries->count;
    inside_entries(&scan, INSIDE_ENOUGH);
    if (entries->count == before)
        aside_entries(&scan);
}

void lw_entries_beside_centre(const lw_lattice *lattice, const lw_field *field, const lw_gate *gate,
                              lw_arena *arena, lw_entries *entries)
{
    lw_scan scan = scan_of(lattice, field, gate, arena, entries);
    if (scan.centre >= 0)
        inside_entries(&scan, BESIDE_ENOUGH);
}

/* The point of the track's middle line that lies straight above, below or beside the other one. */
static lw_point foot_on(const lw_track *track, lw_point point)
{
    lw_point a = track->ends[0], b = track->ends[1];
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    if (llabs(dx) >= llabs(dy))
        return (lw_point){point.x, (lw_nm)(a.y + dy * ((int64_t)point.x - a.x) / dx)};
    return (lw_point){(lw_nm)(a.x + dx * ((int64_t)point.y - a.y) / dy), point.y};
}

void lw_entries_of_track(const lw_lattice *lattice, const lw_field *field, const lw_track *track,
                         lw_nm width, uint32_t thing, lw_arena *arena, lw_entries *entries)
{
    lw_point a = track->ends[0], b = track->ends[1];
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    int64_t length = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    lw_nm pitch = lw_lattice_pitch(lattice);
    if (track->arc)
        return;
    for (int64_t at = (int64_t)4 * pitch; at < length - pitch; at += (int64_t)4 * pitch) {
        lw_point near = {(lw_nm)(a.x + dx * at / length), (lw_nm)(a.y + dy * at / length)};
        int32_t node = lw_lattice_node(lattice, near, track->layer);
        if (node < 0)
            continue;
        lw_point end = lw_lattice_point(lattice, node);
        lw_gate gate = {
            .net = track->net,
            .layer = track->layer,
            .width = width,
            .anchor = foot_on(track, end),
            .thing = thing,
        };
        lw_scan scan = scan_of(lattice, field, &gate, arena, entries);
        scan.centre = node;
        if (node_at(&scan, 0, 0) >= 0)
            try_stub(&scan, node, end);
    }
}
