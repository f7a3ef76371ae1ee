/*
 * Distances by sweeps (A. Rosenfeld and J. L. Pfaltz, "Sequential Operations in Digital Picture
 * Processing", Journal of the ACM 13, 1966; the four alternating directions as in H. Zhao, "A fast
 * sweeping method for Eikonal equations", Mathematics of Computation 74, 2005). There is no
 * frontier: all cells are visited row by row, each takes the smallest label around it plus 1 if
 * that is less than its own, and the map is swept again until a sweep changes nothing.
 *
 * Always: a label is the length of some path to its cell; labels only fall. When a sweep has
 * changed nothing, no cell's label is more than 1 above a neighbour's, so all labels are the fewest
 * steps: the wave's labels. A sweep from left to right and top to bottom carries a label as far as
 * the shortest path goes right or down, and one step where it goes left or up. Sweeping in all four
 * directions by turns carries it on in each, so it takes as many sweeps as the path has turns from
 * one quadrant to another: a few on an open map, one after the other in a spiral or maze.
 */
#include "wave/attempt.h"

enum { NOT_REACHED = 0 }; /* else the label + 1 */

typedef struct sweep_order {
    bool leftward, upward; /* in the order of the rows of a file */
} sweep_order;

typedef enum sweep_state { SWEEP_STILL, SWEEP_CHANGED, SWEEP_GIVES_UP } sweep_state;

static uint32_t label_by_neighbours(const lw_attempt *attempt, const uint32_t *label, int32_t cell)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    uint32_t least = label[cell];
    for (int i = 0; i < count; i++) {
        uint32_t there = label[steps[i].cell];
        if (there != NOT_REACHED && (least == NOT_REACHED || there + 1 < least))
            least = there + 1;
    }
    return least;
}

static sweep_state visit(lw_attempt *attempt, uint32_t *label, int32_t cell)
{
    if (!attempt->map->cost[cell])
        return SWEEP_STILL;
    if (!lw_attempt_visit(attempt))
        return SWEEP_GIVES_UP;
    uint32_t least = label_by_neighbours(attempt, label, cell);
    if (least == label[cell])
        return SWEEP_STILL;
    lw_attempt_write(attempt, cell, least - 1);
    label[cell] = least;
    return SWEEP_CHANGED;
}

static sweep_state sweep_layer(lw_attempt *attempt, uint32_t *label, int32_t layer,
                               sweep_order order)
{
    const lw_map *map = attempt->map;
    sweep_state all = SWEEP_STILL;
    for (int32_t j = 0; j < map->rows; j++)
        for (int32_t i = 0; i < map->cols; i++) {
            int32_t x = order.leftward ? map->cols - 1 - i : i;
            int32_t y = order.upward ? map->rows - 1 - j : j;
            sweep_state state = visit(attempt, label, lw_map_cell(map, x, y, layer));
            if (state > all)
                all = state;
            if (all == SWEEP_GIVES_UP)
                return all;
        }
    return all;
}

static sweep_state sweep(lw_attempt *attempt, uint32_t *label, sweep_order order)
{
    sweep_state all = SWEEP_STILL;
    for (int32_t layer = 0; layer < attempt->map->layers && all != SWEEP_GIVES_UP; layer++) {
        sweep_state state = sweep_layer(attempt, label, layer, order);
        if (state > all)
            all = state;
    }
    return all;
}

static void search(lw_attempt *attempt, const sweep_order *orders, uint32_t count)
{
    int32_t start = attempt->query->backward ? attempt->to : attempt->from;
    int32_t goal = attempt->query->backward ? attempt->from : attempt->to;
    uint32_t *label = lw_attempt_cells(attempt, sizeof *label);
    if (!label)
        return;
    attempt->trial->counts.bits = 32;
    label[start] = 1;
    lw_attempt_write(attempt, start, 0);
    sweep_state state = SWEEP_CHANGED;
    for (uint32_t done = 0; state == SWEEP_CHANGED; done++) {
        if (!lw_attempt_step(attempt, done + 1))
            return;
        state = sweep(attempt, label, orders[done % count]);
    }
    if (state == SWEEP_GIVES_UP || label[goal] == NOT_REACHED)
        return;
    lw_lee_backtrace(attempt, label, goal);
    lw_attempt_found(attempt);
}

void lw_sweep(lw_attempt *attempt)
{
    search(attempt, &(sweep_order){false, false}, 1);
}

void lw_sweep_4(lw_attempt *attempt)
{
    static const sweep_order orders[] = {
        {false, false}, {true, false}, {true, true}, {false, true}};
    search(attempt, orders, 4);
}
