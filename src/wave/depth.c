/*
 * Depth first (C. P. Trémaux's way through a maze, in É. Lucas, "Récréations mathématiques", 1882).
 * Goes on to any neighbour where it has not been, and where there is none, one cell back; with a
 * stack of its own instead of recursion, which would overflow on a large map.
 *
 * Always: the stack is a path from the start to where the search stands, and it has been on each of
 * its cells. Each cell comes to the stack once and leaves it once, with all its neighbours visited.
 * So an empty stack means that there is no way. The path that is found is a way, and no more: the
 * last direction that was open may lead around the whole map.
 */
#include "wave/packed.h"

/* False: there is none. */
static bool find_not_visited(const lw_run *run, const lw_packed *visited, int32_t cell,
                             int32_t *there)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(run->map, cell, steps);
    for (int i = 0; i < count; i++) {
        *there = steps[i].cell;
        if (!lw_packed_get(visited, *there))
            return true;
    }
    return false;
}

static void go_on(lw_run *run, lw_packed *visited, lw_queue *stack, int32_t cell)
{
    lw_packed_set(visited, cell, 1);
    lw_run_label(run, 0, cell, stack->count);
    lw_queue_add(stack, cell);
}

/* False when the run has to give up. */
static bool go_back(lw_run *run, lw_queue *stack)
{
    int32_t cell = lw_queue_take_last(stack);
    return lw_run_expand(run, 0, cell, stack->count);
}

/* One move, on or back, from the cell on top of the stack. */
static bool move(lw_run *run, lw_packed *visited, lw_queue *stack, int32_t *cell)
{
    int32_t there;
    if (!find_not_visited(run, visited, *cell, &there)) {
        if (!go_back(run, stack))
            return false;
        if (lw_queue_waits(stack))
            *cell = lw_queue_last(stack);
        return true;
    }
    if (!lw_run_visit(run))
        return false;
    go_on(run, visited, stack, there);
    *cell = lw_queue_last(stack);
    return true;
}

void lw_depth(lw_run *run)
{
    int32_t cell = run->query->backward ? run->to : run->from;
    int32_t goal = run->query->backward ? run->from : run->to;
    lw_packed visited;
    lw_queue stack;
    if (!lw_packed_open(run, &visited, 1) || !lw_queue_open(run, &stack))
        return;
    go_on(run, &visited, &stack, cell);
    for (uint32_t step = 1; cell != goal && lw_queue_waits(&stack); step++)
        if (!lw_run_step(run, step) || !move(run, &visited, &stack, &cell))
            return;
    if (cell != goal)
        return;
    while (lw_queue_waits(&stack))
        lw_run_add(run, lw_queue_take_last(&stack));
    if (!run->query->backward)
        lw_run_turn(run);
    run->trial->outcome = LW_FOUND;
}
