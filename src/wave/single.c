/*
 * Lee's wave: it leaves the sources and labels every node with its cost from there, cheapest
 * first; when it comes to a target, the way back along the labels is a shortest path.
 */
#include "wave/space.h"

/* Lets the wave pass over all nodes of the current cost; false when the search is over. */
static bool pass(lw_search *search, lw_front *front)
{
    lw_ring_turn(&front->queue, front->cost);
    while (lw_ring_waits(&front->queue, front->cost)) {
        int32_t node = lw_ring_pop(&front->queue, front->cost);
        if (!lw_front_settle(search, front, node))
            continue;
        if (front->goal >= 0 || !lw_front_expand(search, front, node))
            return false;
    }
    return true;
}

lw_wave_path lw_wave_single(lw_search *search)
{
    const lw_wave_query *query = search->query;
    lw_front *front = &search->space->front[0];
    lw_front_start(search, front, query->sources, query->source_count);
    lw_front_aim(search, front, query->targets, query->target_count);

    while (lw_front_next(front) && pass(search, front))
        ;
    lw_front_end(front);
    if (front->goal < 0)
        return lw_search_no_path(search);
    return lw_search_path(search, front, NULL, front->goal);
}
