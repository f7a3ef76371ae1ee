/*
 * Two waves, one from the sources and one from the targets (Pohl 1971). The smaller one moves on,
 * so that an end that is walled in is found out soon.
 *
 * Where steps differ in cost the first meeting need not be on a shortest path. Each meeting gives
 * a way, and the best stands when the costs at which the two waves are add up to as much: a
 * better one would have to lead through nodes that both have passed. A node that is final in the
 * other wave is not passed a second time; the best way through it is known when it is settled.
 */
#include "wave/space.h"

typedef struct meeting {
    int32_t node;
    uint32_t cost;
    uint32_t bends;
} meeting;

/* Whether a path that comes in by one label and goes out against the other has a corner there. */
static bool has_corner(const lw_label *in, const lw_label *out)
{
    uint32_t a = in->from & LW_FROM_MASK;
    uint32_t b = out->from & LW_FROM_MASK;
    return a < LW_STEPS && b < LW_STEPS && a != (b ^ 4);
}

static void meet(meeting *best, int32_t node, const lw_label *mine, const lw_label *theirs)
{
    uint32_t cost = mine->cost + theirs->cost;
    uint32_t bends = (uint32_t)mine->bends + theirs->bends + has_corner(mine, theirs);
    if (cost < best->cost || (cost == best->cost && bends < best->bends))
        *best = (meeting){node, cost, bends};
}

/* Lets one wave pass over all nodes of its current cost; false when the limit is reached. */
static bool pass(lw_search *search, lw_front *front, const lw_front *other, meeting *best)
{
    lw_ring_turn(&front->queue, front->cost);
    while (lw_ring_waits(&front->queue, front->cost)) {
        int32_t node = lw_ring_pop(&front->queue, front->cost);
        if (!lw_front_settle(search, front, node))
            continue;
        const lw_label *theirs = lw_front_label(other, node);
        if (theirs)
            meet(best, node, &front->labels[node], theirs);
        bool passed = theirs && theirs->cost < other->cost;
        if (!passed && !lw_front_expand(search, front, node))
            return false;
    }
    return true;
}

lw_wave_path lw_wave_double(lw_search *search)
{
    const lw_wave_query *query = search->query;
    lw_front *a = &search->space->front[0];
    lw_front *b = &search->space->front[1];
    lw_front_start(search, a, query->sources, query->source_count);
    lw_front_start(search, b, query->targets, query->target_count);

    meeting best = {-1, LW_COST_NONE, UINT32_MAX};
    while (lw_front_next(a) && lw_front_next(b) && a->cost + b->cost < best.cost) {
        bool first = a->waiting <= b->waiting;
        if (!pass(search, first ? a : b, first ? b : a, &best))
            break;
    }
    lw_front_end(a);
    lw_front_end(b);
    if (best.node < 0 || best.cost > LW_COST_MAX || search->gave_up)
        return lw_search_no_path(search);
    return lw_search_path(search, a, b, best.node);
}
