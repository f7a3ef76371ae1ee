/*
 * Breadth first (E. F. Moore, "The shortest path through a maze", Proceedings of an International
 * Symposium on the Theory of Switching, 1959), twice: the frontier as a queue, and as a set.
 *
 * Always, before each step: the frontier holds exactly the cells whose label is the number of steps
 * made. Their neighbours without a label make the next frontier. Nothing in this asks in which
 * order the cells of a frontier are taken: so a set will do, and gives the same labels. A queue
 * needs no second frontier, as first come, first served keeps the two apart. What the order does
 * decide is which cell labels another one first, on drawings and among the counts of a step that
 * is not finished; so both finish the step in which the goal is labelled.
 */
#include "wave/attempt.h"

enum { NOT_REACHED = 0 }; /* else the label + 1 */

static void reach(lw_attempt *attempt, uint32_t *label, lw_queue *frontier, int32_t cell,
                  uint32_t steps)
{
    label[cell] = steps + 1;
    lw_attempt_label(attempt, 0, cell, steps);
    lw_queue_add(frontier, cell);
}

/* A cell's neighbours that have no label are reached. False when the attempt has to give up. */
static bool spread(lw_attempt *attempt, uint32_t *label, lw_queue *frontier, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    if (!lw_attempt_expand(attempt, 0, cell, label[cell] - 1))
        return false;
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++)
        if (label[steps[i].cell] == NOT_REACHED)
            reach(attempt, label, frontier, steps[i].cell, label[cell]);
    return true;
}

/* The cells that wait are taken from the front, the new ones join at the end. */
static bool step_of_queue(lw_attempt *attempt, uint32_t *label, lw_queue *queue)
{
    for (uint32_t left = queue->count; left > 0; left--)
        if (!spread(attempt, label, queue, lw_queue_take(queue)))
            return false;
    return true;
}

/* Any cell is taken, as long as there are any: here it is the last one. */
static bool step_of_set(lw_attempt *attempt, uint32_t *label, lw_queue *set, lw_queue *next)
{
    while (lw_queue_waits(set))
        if (!spread(attempt, label, next, lw_queue_take_last(set)))
            return false;
    lw_queue empty = *set;
    *set = *next;
    *next = empty;
    return true;
}

/* `next` is NULL for a queue. */
static void search(lw_attempt *attempt, lw_queue *frontier, lw_queue *next)
{
    int32_t start = attempt->query->backward ? attempt->to : attempt->from;
    int32_t goal = attempt->query->backward ? attempt->from : attempt->to;
    uint32_t *label = lw_attempt_cells(attempt, sizeof *label);
    if (!label)
        return;
    attempt->trial->counts.bits = 32;
    reach(attempt, label, frontier, start, 0);
    for (uint32_t step = 1; label[goal] == NOT_REACHED && lw_queue_waits(frontier); step++)
        if (!lw_attempt_step(attempt, step) || !(next ? step_of_set(attempt, label, frontier, next)
                                                      : step_of_queue(attempt, label, frontier)))
            return;
    if (label[goal] == NOT_REACHED)
        return;
    lw_lee_backtrace(attempt, label, goal);
    lw_attempt_found(attempt);
}

void lw_breadth(lw_attempt *attempt)
{
    lw_queue queue;
    if (lw_queue_open(attempt, &queue))
        search(attempt, &queue, NULL);
}

void lw_breadth_set(lw_attempt *attempt)
{
    lw_queue set, next;
    if (lw_queue_open(attempt, &set) && lw_queue_open(attempt, &next))
        search(attempt, &set, &next);
}
