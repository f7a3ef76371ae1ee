#include "wave/probe.h"

static bool open_end(lw_attempt *attempt, lw_probe *probe, int wave)
{
    *probe = (lw_probe){.attempt = attempt, .wave = wave};
    return (probe->base = lw_attempt_cells(attempt, sizeof *probe->base)) &&
           (probe->way = lw_attempt_cells(attempt, sizeof *probe->way)) &&
           (probe->drawn = lw_attempt_cells(attempt, sizeof *probe->drawn)) &&
           lw_queue_open(attempt, &probe->covered);
}

static void cover(lw_probe *probe, int32_t base, int32_t cell, int way, uint64_t value)
{
    if (probe->base[cell])
        return;
    probe->base[cell] = (uint32_t)base + 1;
    probe->way[cell] = (uint8_t)way;
    lw_queue_add(&probe->covered, cell);
    lw_attempt_label(probe->attempt, probe->wave, cell, value);
}

bool lw_probe_open(lw_attempt *attempt, lw_probe ends[2])
{
    attempt->trial->counts.bits = LW_PROBE_BITS;
    if (!open_end(attempt, &ends[0], 0) || !open_end(attempt, &ends[1], 1))
        return false;
    ends[0].other = ends[1].base;
    ends[1].other = ends[0].base;
    cover(&ends[0], attempt->from, attempt->from, 0, 0);
    cover(&ends[1], attempt->to, attempt->to, 0, 0);
    return true;
}

static bool leads(lw_map_step step, int32_t cell, int way)
{
    if (step.step != LW_MAP_VIA)
        return step.step == way;
    return way == (step.cell > cell ? LW_UP : LW_DOWN);
}

/* Of the layers to which a via may lead, the next. */
int32_t lw_probe_ahead(const lw_map *map, int32_t cell, int way)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(map, cell, steps);
    int32_t ahead = LW_NOTHING;
    for (int i = 0; i < count; i++)
        if (leads(steps[i], cell, way) && (ahead == LW_NOTHING || way == LW_DOWN))
            ahead = steps[i].cell;
    return ahead;
}

static int32_t draw_one(lw_probe *probe, int32_t base, int way, uint64_t value)
{
    int32_t cell = base;
    while ((cell = lw_probe_ahead(probe->attempt->map, cell, way)) != LW_NOTHING) {
        probe->drawn[cell] |= (uint8_t)(1 << lw_probe_axis(way));
        cover(probe, base, cell, way, value);
        if (probe->other[cell])
            break;
    }
    return cell;
}

/* A line that was drawn on this axis already leads as far as a new one would. */
int32_t lw_probe_draw(lw_probe *probe, int32_t base, uint64_t value)
{
    uint32_t drawn = probe->drawn[base];
    for (int way = 0; way < LW_PROBE_WAYS; way++) {
        if (drawn >> lw_probe_axis(way) & 1)
            continue;
        int32_t meeting = draw_one(probe, base, way, value);
        if (meeting != LW_NOTHING)
            return meeting;
        probe->drawn[base] |= (uint8_t)(1 << lw_probe_axis(way));
    }
    return LW_NOTHING;
}

static int opposite(int way)
{
    return way < LW_STEPS ? way ^ (LW_STEPS / 2) : way ^ 1;
}

/* From line to line, along each to its base. */
static void walk_back(lw_attempt *attempt, const lw_probe *probe, int32_t cell)
{
    while (probe->base[cell] != (uint32_t)cell + 1) {
        int32_t base = (int32_t)probe->base[cell] - 1;
        int back = opposite(probe->way[cell]);
        while (cell != base) {
            cell = lw_probe_ahead(attempt->map, cell, back);
            lw_attempt_add(attempt, cell);
        }
    }
}

void lw_probe_join(lw_attempt *attempt, const lw_probe ends[2], int32_t meeting)
{
    lw_attempt_add(attempt, meeting);
    walk_back(attempt, &ends[0], meeting);
    lw_attempt_turn(attempt);
    walk_back(attempt, &ends[1], meeting);
    attempt->trial->outcome = LW_FOUND;
}
