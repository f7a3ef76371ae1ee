/*
 * Line search with escape points (D. W. Hightower, "A Solution to Line-Routing Problems on the
 * Continuous Plane", Proceedings of the 6th Design Automation Workshop, 1969). Of all lines that
 * Mikami and Tabuchi would draw, only those through one point are drawn, and then through the next.
 * Where the lines through a point end, something is in their way. The next point, an escape point,
 * is the nearest on one of them from which a line gets past that: it runs on farther, in the
 * direction in which the line through the point before was stopped. The ends take turns, until a
 * line of one meets one of the other.
 *
 * Always: an end has one point at a time, and never takes one twice. So few lines are drawn and
 * little is remembered; but the point that was passed over may have been the only way. When
 * neither end has an escape point, the search fails, whether there is a path or not.
 */
#include "wave/probe.h"

enum { TAKEN = 1 << 7 }; /* a bit in `drawn` beside those of the axes */

/* How many cells a line leads on; `most` where it leads farther. */
static uint32_t reach(const lw_map *map, int32_t cell, int way, uint32_t most)
{
    uint32_t count = 0;
    while (count < most && (cell = lw_probe_ahead(map, cell, way)) != LW_NOTHING)
        count++;
    return count;
}

/* Whether a line from a cell on the line `along` gets past what stops that through the point. */
static bool escapes(const lw_map *map, int32_t cell, int along, const uint32_t stops[])
{
    for (int way = 0; way < LW_PROBE_WAYS; way++)
        if (lw_probe_axis(way) != lw_probe_axis(along) &&
            reach(map, cell, way, stops[way] + 1) > stops[way])
            return true;
    return false;
}

/* The escape point of a point; LW_NOTHING: it has none, or the attempt has to give up. */
static int32_t escape_point(const lw_probe *probe, int32_t point)
{
    const lw_map *map = probe->attempt->map;
    uint32_t stops[LW_PROBE_WAYS];
    int32_t on[LW_PROBE_WAYS];
    for (int way = 0; way < LW_PROBE_WAYS; way++) {
        stops[way] = reach(map, point, way, UINT32_MAX);
        on[way] = point;
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int way = 0; way < LW_PROBE_WAYS; way++) {
            if (on[way] == LW_NOTHING || (on[way] = lw_probe_ahead(map, on[way], way)) < 0)
                continue;
            goes_on = true;
            if (!lw_attempt_visit(probe->attempt))
                return LW_NOTHING;
            if (!(probe->drawn[on[way]] & TAKEN) && escapes(map, on[way], way, stops))
                return on[way];
        }
    }
    return LW_NOTHING;
}

/* Lines of an end may cross: what lies between is no part of the path. */
static void cut_loops(lw_attempt *attempt)
{
    lw_trial *trial = attempt->trial;
    uint32_t *place =
        lw_attempt_cells(attempt, sizeof *place); /* 1 + where a cell is on the path */
    uint32_t kept = 0;
    for (uint32_t i = 0; place && i < trial->count; i++) {
        int32_t cell = trial->cells[i];
        while (place[cell] && kept > place[cell])
            place[trial->cells[--kept]] = 0;
        if (place[cell])
            continue;
        trial->cells[kept++] = cell;
        place[cell] = kept;
    }
    trial->count = kept;
}

void lw_hightower(lw_attempt *attempt)
{
    lw_probe ends[2];
    int32_t point[2] = {attempt->from, attempt->to};
    if (!lw_probe_open(attempt, ends))
        return;
    attempt->trial->counts.bits += 32; /* to cut loops */
    int32_t meeting = attempt->from == attempt->to ? attempt->from : LW_NOTHING;
    attempt->trial->outcome = LW_FAILED;
    for (int turn = 0; meeting == LW_NOTHING; turn++) {
        int end = turn % 2;
        if (point[0] == LW_NOTHING && point[1] == LW_NOTHING)
            return;
        if (point[end] == LW_NOTHING)
            continue;
        if (!lw_attempt_step(attempt, (uint64_t)(turn / 2)) ||
            !lw_attempt_expand(attempt, end, point[end], (uint64_t)(turn / 2)))
            return;
        meeting = lw_probe_draw(&ends[end], point[end], (uint64_t)(turn / 2));
        ends[end].drawn[point[end]] |= TAKEN;
        if (meeting == LW_NOTHING)
            point[end] = escape_point(&ends[end], point[end]);
    }
    lw_probe_join(attempt, ends, meeting);
    cut_loops(attempt);
}
