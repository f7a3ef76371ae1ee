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
#include "wave/attempt.h"

enum { NOT_REACHED = 0 }; /* else the label + 1 */

static int32_t smaller(const lw_attempt *attempt, const uint32_t *label, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++)
        if (label[steps[i].cell] == label[cell] - 1)
            return steps[i].cell;
    return cell;
}

void lw_lee_backtrace(lw_attempt *attempt, const uint32_t *label, int32_t cell)
{
    lw_attempt_add(attempt, cell);
    while (label[cell] > 1) {
        cell = smaller(attempt, label, cell);
        lw_attempt_add(attempt, cell);
    }
}

/* Labels the free neighbours of a cell that have no label. */
static void spread(lw_attempt *attempt, uint32_t *label, lw_queue *queue, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (label[there] != NOT_REACHED)
            continue;
        label[there] = label[cell] + 1;
        lw_attempt_label(attempt, 0, there, label[cell]);
        lw_queue_add(queue, there);
    }
}

void lw_lee(lw_attempt *attempt)
{
    int32_t start = attempt->query->backward ? attempt->to : attempt->from;
    int32_t goal = attempt->query->backward ? attempt->from : attempt->to;
    lw_queue queue;
    uint32_t *label = lw_attempt_cells(attempt, sizeof *label);
    if (!label || !lw_queue_open(attempt, &queue))
        return;
    attempt->trial->counts.bits = 32;

    label[start] = 1;
    lw_attempt_label(attempt, 0, start, 0);
    lw_queue_add(&queue, start);
    uint32_t wave = 0;
    while (label[goal] == NOT_REACHED && lw_queue_waits(&queue)) {
        int32_t cell = lw_queue_take(&queue);
        if (label[cell] != wave && !lw_attempt_step(attempt, wave = label[cell]))
            return;
        if (!lw_attempt_expand(attempt, 0, cell, label[cell] - 1))
            return;
        spread(attempt, label, &queue, cell);
    }
    if (label[goal] == NOT_REACHED)
        return;
    lw_lee_backtrace(attempt, label, goal);
    lw_attempt_found(attempt);
}
