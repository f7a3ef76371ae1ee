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
static bool find_not_visited(const lw_attempt *attempt, const lw_packed *visited, int32_t cell,
                             int32_t *there)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++) {
        *there = steps[i].cell;
        if (!lw_packed_get(visited, *there))
            return true;
    }
    return false;
}

static void go_on(lw_attempt *attempt, lw_packed *visited, lw_queue *stack, int32_t cell)
{
    lw_packed_set(visited, cell, 1);
    lw_attempt_label(attempt, 0, cell, stack->count);
    lw_queue_add(stack, cell);
}

/* False when the attempt has to give up. */
static bool go_back(lw_attempt *attempt, lw_queue *stack)
{
    int32_t cell = lw_queue_take_last(stack);
    return lw_attempt_expand(attempt, 0, cell, stack->count);
}

/* One move, on or back, from the cell on top of the stack. */
static bool move(lw_attempt *attempt, lw_packed *visited, lw_queue *stack, int32_t *cell)
{
    int32_t there;
    if (!find_not_visited(attempt, visited, *cell, &there)) {
        if (!go_back(attempt, stack))
            return false;
        if (lw_queue_waits(stack))
            *cell = lw_queue_last(stack);
        return true;
    }
    if (!lw_attempt_visit(attempt))
        return false;
    go_on(attempt, visited, stack, there);
    *cell = lw_queue_last(stack);
    return true;
}

void lw_depth(lw_attempt *attempt)
{
    int32_t cell = attempt->query->backward ? attempt->to : attempt->from;
    int32_t goal = attempt->query->backward ? attempt->from : attempt->to;
    lw_packed visited;
    lw_queue stack;
    if (!lw_packed_open(attempt, &visited, 1) || !lw_queue_open(attempt, &stack))
        return;
    go_on(attempt, &visited, &stack, cell);
    for (uint32_t step = 1; cell != goal && lw_queue_waits(&stack); step++)
        if (!lw_attempt_step(attempt, step) || !move(attempt, &visited, &stack, &cell))
            return;
    if (cell != goal)
        return;
    while (lw_queue_waits(&stack))
        lw_attempt_add(attempt, lw_queue_take_last(&stack));
    lw_attempt_found(attempt);
}
