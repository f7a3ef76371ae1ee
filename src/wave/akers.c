/*
 * Truncated coding (S. B. Akers, "A Modification of Lee's Path Connection Algorithm", IEEE
 * Transactions on Electronic Computers EC-16, 1967). The wave is Lee's, but the way back only has
 * to tell the cells one step nearer to the start from a cell's other neighbours. So cells are not
 * labelled 0, 1, 2, 3 ... but with a short sequence of marks, over and over, and a cell fits into
 * few bits: free, blocked, or one of the marks. The wave counts its steps, so the way back knows
 * where in the sequence it begins.
 *
 * Let s(d) be the mark at d steps from the start. As in Akers' paper the sequence begins with the
 * start's neighbours; the start, which needs a mark as well, has the one that would come before.
 * What is asked of s depends on the map:
 *
 *   A neighbour of a cell at d is at d - 1, d or d + 1. So s(d - 1) must differ from s(d) and from
 *   s(d + 1): any three marks that follow each other differ. 1,2,3,1,2,3 ... does it, on every map;
 *   with two marks it can't be done. Three marks, free and blocked: five states, three bits.
 *
 *   Where no way leads around in an odd number of steps (4 directions, and layers that change one
 *   by one), all neighbours are at d - 1 or d + 1: cells can be painted like a chessboard, and a
 *   step changes the colour. There s(d - 1) must differ from s(d + 1) alone. 1,1,2,2,1,1,2,2 ...
 *   does it: four states, two bits. On other maps a neighbour at d may bear the mark of d - 1, and
 *   the way back goes astray; there this code does not run.
 *
 *   1,2,2,1 of some texts, repeated, is 1,2,2,1,1,2,2,1,1 ...: the same sequence, begun one place
 *   later. With two marks, s(d + 2) is always the other one than s(d); so the first two marks give
 *   all the rest, and the only sequences are 1,1,2,2 begun at one of its four places. 1,2,2,1 is as
 *   good as 1,1,2,2, but only if it is repeated whole. If a turn's last 1 is taken for the next
 *   one's first, as in 1,2,2,1,2,2,1 ..., then s(3) = s(5) = 2, and the way back from 4 steps may
 *   go outward. Nor does 1,2,1,2 ... work, where s(d - 1) = s(d + 1) everywhere.
 */
#include "wave/akers.h"
#include "wave/packed.h"

enum { FREE = 0 };

static uint32_t blocked(const lw_akers_code *code)
{
    return (1u << code->bits) - 1;
}

static uint32_t mark_at(const lw_akers_code *code, uint32_t steps)
{
    return code->mark[(steps + code->period - 1) % code->period];
}

static void mark_blocked(const lw_attempt *attempt, const lw_akers_code *code, lw_packed *cells)
{
    for (int32_t i = 0; i < lw_map_size(attempt->map); i++)
        if (!attempt->map->cost[i])
            lw_packed_set(cells, i, blocked(code));
}

static void spread(lw_attempt *attempt, lw_packed *cells, lw_queue *queue, int32_t cell,
                   uint32_t mark)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, cell, steps);
    for (int i = 0; i < count; i++) {
        int32_t there = steps[i].cell;
        if (lw_packed_get(cells, there) != FREE)
            continue;
        lw_packed_set(cells, there, mark);
        lw_attempt_label(attempt, 0, there, mark);
        lw_queue_add(queue, there);
    }
}

static bool step_back(lw_attempt *attempt, const lw_packed *cells, int32_t *cell, uint32_t mark)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(attempt->map, *cell, steps);
    for (int i = 0; i < count; i++)
        if (lw_packed_get(cells, steps[i].cell) == mark) {
            *cell = steps[i].cell;
            return true;
        }
    return false;
}

/* Back through the sequence. With a wrong one it need not come to the start. */
static bool backtrace(lw_attempt *attempt, const lw_akers_code *code, const lw_packed *cells,
                      uint32_t steps)
{
    int32_t cell = attempt->to;
    lw_attempt_add(attempt, cell);
    while (steps > 0) {
        if (!step_back(attempt, cells, &cell, mark_at(code, --steps)))
            return false;
        lw_attempt_add(attempt, cell);
    }
    lw_attempt_turn(attempt);
    return cell == attempt->from;
}

void lw_akers(lw_attempt *attempt, const lw_akers_code *code)
{
    lw_packed cells;
    lw_queue queue;
    if (!lw_packed_open(attempt, &cells, code->bits) || !lw_queue_open(attempt, &queue))
        return;
    mark_blocked(attempt, code, &cells);

    lw_packed_set(&cells, attempt->from, mark_at(code, 0));
    lw_attempt_label(attempt, 0, attempt->from, mark_at(code, 0));
    lw_queue_add(&queue, attempt->from);
    uint32_t wave = 0;
    while (lw_packed_get(&cells, attempt->to) == FREE && lw_queue_waits(&queue)) {
        if (!lw_attempt_step(attempt, ++wave))
            return;
        for (uint32_t left = queue.count; left > 0; left--) {
            int32_t cell = lw_queue_take(&queue);
            if (!lw_attempt_expand(attempt, 0, cell, mark_at(code, wave - 1)))
                return;
            spread(attempt, &cells, &queue, cell, mark_at(code, wave));
        }
    }
    if (lw_packed_get(&cells, attempt->to) == FREE)
        return;
    attempt->trial->outcome = backtrace(attempt, code, &cells, wave) ? LW_FOUND : LW_FAILED;
}

/* Every step changes the colour of a chessboard. */
static bool is_chessboard(const lw_map *map)
{
    return map->rules.directions == 4 && (map->layers <= 2 || !map->rules.through);
}

static void two_marks(lw_attempt *attempt, const lw_akers_code *code)
{
    if (is_chessboard(attempt->map))
        lw_akers(attempt, code);
    else
        attempt->trial->outcome = LW_UNFIT;
}

void lw_akers_123(lw_attempt *attempt)
{
    lw_akers(attempt, &(lw_akers_code){3, {1, 2, 3}, 3});
}

void lw_akers_1122(lw_attempt *attempt)
{
    two_marks(attempt, &(lw_akers_code){4, {1, 1, 2, 2}, 2});
}

void lw_akers_1221(lw_attempt *attempt)
{
    two_marks(attempt, &(lw_akers_code){4, {1, 2, 2, 1}, 2});
}
