/*
 * Lee's wave from both ends (I. Pohl, "Bi-directional Search", Machine Intelligence 6, 1971). Two
 * waves run towards each other; each time the one with fewer cells in its frontier moves on by one
 * step. The start's wave labels its cells 1, 2, 3 ..., the target's -1, -2, -3 ...: the sign says
 * whose a cell is. Where they touch, two ways back make the path.
 *
 * Always: when the waves have made a and b steps and have not touched, no path has a + b steps or
 * fewer. The next step of either can touch the other wave with a path of a + b + 1 at best, and all
 * its touches are such paths; so the first touch is a shortest path. This needs steps that all
 * count the same and waves that move on by whole steps. When one of the waves dies, there is no
 * way.
 *
 * What it saves: in the open, two squares of half the size have half the area of one, so half of
 * the cells. From corner to corner of a map that one wave fills as well, nothing. In a maze it may
 * label more: the wave from the target looks into dead ends of its own.
 */
#include "wave/attempt.h"

enum { NOT_REACHED = 0 };

typedef struct end_wave {
    int sign; /* of its labels */
    uint32_t steps;
    lw_queue queue;
} end_wave;

/* The cells of both waves that touch, the start's first. */
typedef struct touch {
    bool found;
    int32_t cell[2];
} touch;

static void label_cell(lw_attempt *attempt, int32_t *label, end_wave *wave, int32_t cell,
                       uint32_t steps)
{
    label[cell] = wave->sign * (int32_t)(steps + 1);
    lw_attempt_label(attempt, wave->sign < 0, cell, steps);
    lw_queue_add(&wave->queue, cell);
}

static bool open_wave(lw_attempt *attempt, int32_t *label, end_wave *wave, int sign, int32_t start)
{
    *wave = (end_wave){.sign = sign};
    if (!lw_queue_open(attempt, &wave->queue))
        return false;
    label_cell(attempt, label, wave, start, 0);
    return true;
}

/* Labels a cell's neighbours; or one of them is the other wave's. */
static touch spread(lw_attempt *attempt, int32_t *label, end_wave *wave, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (label[there] == NOT_REACHED)
            label_cell(attempt, label, wave, there, wave->steps);
        else if ((label[there] > 0) != (wave->sign > 0))
            return wave->sign > 0 ? (touch){true, {cell, there}} : (touch){true, {there, cell}};
    }
    return (touch){false, {0, 0}};
}

/* All cells that wait are looked at: a whole step. False when the attempt has to give up. */
static bool move_on(lw_attempt *attempt, int32_t *label, end_wave *wave, touch *touched)
{
    wave->steps++;
    if (!lw_attempt_step(attempt, wave->steps))
        return false;
    for (uint32_t left = wave->queue.count; left && !touched->found; left--) {
        int32_t cell = lw_queue_take(&wave->queue);
        if (!lw_attempt_expand(attempt, wave->sign < 0, cell, wave->steps - 1))
            return false;
        *touched = spread(attempt, label, wave, cell);
    }
    return true;
}

/* The smaller one; by turns when they are equal, as in a corridor. */
static end_wave *first_to_move(end_wave *here, end_wave *there)
{
    uint32_t a = here->queue.count, b = there->queue.count;
    return a < b || (a == b && here->steps <= there->steps) ? here : there;
}

/* Adds the cells from one to where its wave began. */
static void backtrace(lw_attempt *attempt, const int32_t *label, int32_t cell)
{
    int32_t sign = label[cell] > 0 ? 1 : -1;
    lw_attempt_add(attempt, cell);
    while (label[cell] != sign) {
        lw_map_step steps[LW_MAP_STEPS_MOST];
        lw_map_steps(attempt->map, cell, steps);
        int i = 0;
        while (label[steps[i].cell] != label[cell] - sign)
            i++;
        cell = steps[i].cell;
        lw_attempt_add(attempt, cell);
    }
}

void lw_lee_double(lw_attempt *attempt)
{
    end_wave here, there;
    int32_t *label = lw_attempt_cells(attempt, sizeof *label);
    attempt->trial->counts.bits = 32;
    if (!label || !open_wave(attempt, label, &here, 1, attempt->from))
        return;
    if (attempt->from == attempt->to) {
        lw_attempt_add(attempt, attempt->from);
        attempt->trial->outcome = LW_FOUND;
        return;
    }
    if (!open_wave(attempt, label, &there, -1, attempt->to))
        return;

    touch touched = {false, {0, 0}};
    while (!touched.found && lw_queue_waits(&here.queue) && lw_queue_waits(&there.queue)) {
        if (!move_on(attempt, label, first_to_move(&here, &there), &touched))
            return;
    }
    if (!touched.found)
        return;
    backtrace(attempt, label, touched.cell[0]);
    lw_attempt_turn(attempt);
    backtrace(attempt, label, touched.cell[1]);
    attempt->trial->outcome = LW_FOUND;
}
