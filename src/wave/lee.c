/*
 * Lee's wave (C. Y. Lee, "An Algorithm for Path Connections and Its Applications", IRE Transactions
 * on Electronic Computers EC-10, 1961). The start is labelled 0, its free neighbours 1, theirs 2,
 * and so on. When the wave comes to the target, a step to any neighbour with a smaller label leads
 * back, until label 0.
 *
 * Always: a cell's label is the fewest steps that lead to it, and all cells nearer than the wave
 * are labelled. So the first path is a shortest one; and when the wave dies before it comes to the
 * target, there is none.
 */
#include "wave/trial.h"

enum { NOT_REACHED = 0 }; /* else the label + 1 */

static int32_t smaller(const lw_run *run, const uint32_t *label, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(run->map, cell, steps);
    for (int i = 0; i < count; i++)
        if (label[steps[i].cell] == label[cell] - 1)
            return steps[i].cell;
    return cell;
}

void lw_lee_backtrace(lw_run *run, const uint32_t *label, int32_t cell)
{
    lw_run_add(run, cell);
    while (label[cell] > 1) {
        cell = smaller(run, label, cell);
        lw_run_add(run, cell);
    }
}

/* Labels the free neighbours of a cell that have no label. */
static void spread(lw_run *run, uint32_t *label, lw_queue *queue, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(run->map, cell, steps);
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (label[there] != NOT_REACHED)
            continue;
        label[there] = label[cell] + 1;
        lw_run_label(run, 0, there, label[cell]);
        lw_queue_add(queue, there);
    }
}

void lw_lee(lw_run *run)
{
    int32_t start = run->query->backward ? run->to : run->from;
    int32_t goal = run->query->backward ? run->from : run->to;
    lw_queue queue;
    uint32_t *label = lw_run_cells(run, sizeof *label);
    if (!label || !lw_queue_open(run, &queue))
        return;
    run->trial->counts.bits = 32;

    label[start] = 1;
    lw_run_label(run, 0, start, 0);
    lw_queue_add(&queue, start);
    uint32_t wave = 0;
    while (label[goal] == NOT_REACHED && lw_queue_waits(&queue)) {
        int32_t cell = lw_queue_take(&queue);
        if (label[cell] != wave && !lw_run_step(run, wave = label[cell]))
            return;
        if (!lw_run_expand(run, 0, cell, label[cell] - 1))
            return;
        spread(run, label, &queue, cell);
    }
    if (label[goal] == NOT_REACHED)
        return;
    lw_lee_backtrace(run, label, goal);
    if (!run->query->backward)
        lw_run_turn(run);
    run->trial->outcome = LW_FOUND;
}
