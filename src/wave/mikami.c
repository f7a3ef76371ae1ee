/*
 * Line search with all lines (K. Mikami and K. Tabuchi, "A Computer Program for Optimal Routing of
 * Printed Circuit Connectors", Proceedings of the IFIP Congress, 1968). Through both ends run lines
 * of level 0, as far as nothing is in the way. Through each cell of a line of level 0 run those of
 * level 1, through each cell of these those of level 2, and so on, the ends taking turns, until a
 * line of one end meets one of the other.
 *
 * Always: the lines of an end up to level n cover all cells to which a path with n bends leads. So
 * a path is found when there is one, and in one layer it has the fewest bends. It may be longer and
 * dearer than another: lines know no distance.
 */
#include "wave/probe.h"

/* Draws the lines of the next level: through all cells that those of the last one covered. */
static bool draw_level(lw_probe *probe, uint64_t level, int32_t *meeting)
{
    if (!lw_attempt_step(probe->attempt, level))
        return false;
    for (uint32_t left = probe->covered.count; left > 0 && *meeting == LW_NOTHING; left--) {
        int32_t cell = lw_queue_take(&probe->covered);
        if (!lw_attempt_expand(probe->attempt, probe->wave, cell, level))
            return false;
        *meeting = lw_probe_draw(probe, cell, level);
    }
    return true;
}

void lw_mikami(lw_attempt *attempt)
{
    lw_probe ends[2];
    if (!lw_probe_open(attempt, ends))
        return;
    int32_t meeting = attempt->from == attempt->to ? attempt->from : LW_NOTHING;
    for (int turn = 0; meeting == LW_NOTHING; turn++) {
        lw_probe *probe = &ends[turn % 2];
        if (!lw_queue_waits(&probe->covered) || !draw_level(probe, (uint64_t)(turn / 2), &meeting))
            return;
    }
    lw_probe_join(attempt, ends, meeting);
}
