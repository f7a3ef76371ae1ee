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
#include "wave/trial.h"

enum { NOT_REACHED = 0 }; /* else the label + 1 */

static void reach(lw_run *run, uint32_t *label, lw_queue *frontier, int32_t cell, uint32_t steps)
{
    label[cell] = steps + 1;
    lw_run_label(run, 0, cell, steps);
    lw_queue_add(frontier, cell);
}

/* A cell's neighbours that have no label are reached. False when the run has to give up. */
static bool spread(lw_run *run, uint32_t *label, lw_queue *frontier, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    if (!lw_run_expand(run, 0, cell, label[cell] - 1))
        return false;
    int count = lw_map_steps(run->map, cell, steps);
    for (int i = 0; i < count; i++)
        if (label[steps[i].cell] == NOT_REACHED)
            reach(run, label, frontier, steps[i].cell, label[cell]);
    return true;
}

/* The cells that wait are taken from the front, the new ones join at the end. */
static bool step_of_queue(lw_run *run, uint32_t *label, lw_queue *queue)
{
    for (uint32_t left = queue->count; left > 0; left--)
        if (!spread(run, label, queue, lw_queue_take(queue)))
            return false;
    return true;
}

/* Any cell is taken, as long as there are any: here it is the last one. */
static bool step_of_set(lw_run *run, uint32_t *label, lw_queue *set, lw_queue *next)
{
    while (lw_queue_waits(set))
        if (!spread(run, label, next, lw_queue_take_last(set)))
            return false;
    lw_queue empty = *set;
    *set = *next;
    *next = empty;
    return true;
}

/* `next` is NULL for a queue. */
static void search(lw_run *run, lw_queue *frontier, lw_queue *next)
{
    int32_t start = run->query->backward ? run->to : run->from;
    int32_t goal = run->query->backward ? run->from : run->to;
    uint32_t *label = lw_run_cells(run, sizeof *label);
    if (!label)
        return;
    run->trial->counts.bits = 32;
    reach(run, label, frontier, start, 0);
    for (uint32_t step = 1; label[goal] == NOT_REACHED && lw_queue_waits(frontier); step++)
        if (!lw_run_step(run, step) ||
            !(next ? step_of_set(run, label, frontier, next) : step_of_queue(run, label, frontier)))
            return;
    if (label[goal] == NOT_REACHED)
        return;
    lw_lee_backtrace(run, label, goal);
    if (!run->query->backward)
        lw_run_turn(run);
    run->trial->outcome = LW_FOUND;
}

void lw_breadth(lw_run *run)
{
    lw_queue queue;
    if (lw_queue_open(run, &queue))
        search(run, &queue, NULL);
}

void lw_breadth_set(lw_run *run)
{
    lw_queue set, next;
    if (lw_queue_open(run, &set) && lw_queue_open(run, &next))
        search(run, &set, &next);
}
