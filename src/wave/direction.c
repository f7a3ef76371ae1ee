/*
 * Coding by direction (F. Rubin, "The Lee Path Connection Algorithm", IEEE Transactions on
 * Computers C-23, 1974). A cell that the wave comes to notes not how far it is but where the wave
 * came from. The way back just follows what the cells say.
 *
 * A cell is free, blocked, the start, or holds one of the directions: with 4 in one layer that
 * makes 7 states, 3 bits, whatever the length of the path. 8 directions need 11 states, 4 bits; a
 * change of layer adds one state where there are two layers, two (from above, from below) where
 * there are more, and one for each other layer where it may come from any of them.
 *
 * Always: following the notes of a labelled cell leads to the start by the fewest steps, as the
 * cell that a note names was labelled one step earlier.
 */
#include "wave/direction.h"
#include "wave/packed.h"

enum { FREE, BLOCKED, START };

static uint32_t directions(const lw_map *map)
{
    return map->rules.directions;
}

static uint32_t layer_changes(const lw_map *map)
{
    uint32_t others = (uint32_t)map->layers - 1;
    return map->rules.through || others < 2 ? others : 2;
}

static uint32_t bits_needed(uint32_t states)
{
    uint32_t bits = 1;
    while (1u << bits < states)
        bits++;
    return bits;
}

/* What a cell notes when the step that leads back from it is this one. */
static uint32_t note_of(const lw_map *map, int32_t cell, const lw_map_step *back)
{
    if (back->step != LW_MAP_VIA)
        return LW_FIRST_DIRECTION + (directions(map) == LW_STEPS ? back->step : back->step / 2u);
    int32_t here = cell / map->plane, there = back->cell / map->plane;
    uint32_t change =
        map->rules.through ? (uint32_t)(there - (there > here)) : (map->layers > 2 && there > here);
    return LW_FIRST_DIRECTION + directions(map) + change;
}

static void note_blocked(const lw_attempt *attempt, lw_packed *notes)
{
    for (int32_t i = 0; i < lw_map_size(attempt->map); i++)
        if (!attempt->map->cost[i])
            lw_packed_set(notes, i, BLOCKED);
}

static void spread(lw_attempt *attempt, lw_packed *notes, lw_queue *queue, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (lw_packed_get(notes, there) != FREE)
            continue;
        uint8_t step = steps[i].step;
        lw_map_step back = {.cell = cell, .step = step == LW_MAP_VIA ? step : step ^ LW_STEPS / 2};
        uint32_t note = note_of(attempt->map, there, &back);
        lw_packed_set(notes, there, note);
        lw_attempt_label(attempt, 0, there, note);
        lw_queue_add(queue, there);
    }
}

static int32_t follow(const lw_map *map, const lw_packed *notes, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    lw_map_steps(map, cell, steps);
    int i = 0;
    while (note_of(map, cell, &steps[i]) != lw_packed_get(notes, cell))
        i++;
    return steps[i].cell;
}

static void backtrace(lw_attempt *attempt, const lw_packed *notes, int32_t cell)
{
    lw_attempt_add(attempt, cell);
    while (lw_packed_get(notes, cell) != START) {
        cell = follow(attempt->map, notes, cell);
        lw_attempt_add(attempt, cell);
    }
}

void lw_direction(lw_attempt *attempt)
{
    int32_t start = attempt->query->backward ? attempt->to : attempt->from;
    int32_t goal = attempt->query->backward ? attempt->from : attempt->to;
    uint32_t states = LW_FIRST_DIRECTION + directions(attempt->map) + layer_changes(attempt->map);
    lw_packed notes;
    lw_queue queue;
    if (!lw_packed_open(attempt, &notes, bits_needed(states)) || !lw_queue_open(attempt, &queue))
        return;
    note_blocked(attempt, &notes);

    lw_packed_set(&notes, start, START);
    lw_attempt_label(attempt, 0, start, START);
    lw_queue_add(&queue, start);
    for (uint32_t wave = 1; lw_packed_get(&notes, goal) == FREE && lw_queue_waits(&queue); wave++) {
        if (!lw_attempt_step(attempt, wave))
            return;
        for (uint32_t left = queue.count; left > 0; left--) {
            int32_t cell = lw_queue_take(&queue);
            if (!lw_attempt_expand(attempt, 0, cell, lw_packed_get(&notes, cell)))
                return;
            spread(attempt, &notes, &queue, cell);
        }
    }
    if (lw_packed_get(&notes, goal) == FREE)
        return;
    backtrace(attempt, &notes, goal);
    lw_attempt_found(attempt);
}
