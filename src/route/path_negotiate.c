/*
 * As for boards (negotiate.c): paths may overlap at first; a node costs more with those that are
 * there now and with those that fought for it before. Each round every net in conflict is routed
 * anew. When rounds bring nothing any more the present is lowered and half of the past forgotten;
 * what is in conflict at the end is taken back.
 */
#include <stdlib.h>
#include "base/heap.h"
#include "route/paths.h"

typedef struct lw_path_course {
    uint32_t toll, growth, most; /* parts of TOLL_ONE; of 16; growth of a round */
    uint32_t rounds;
    uint32_t patience; /* rounds without progress before it is heated anew */
    uint32_t reheat;
} lw_path_course;

static const lw_path_course first_course = {8, 20, 16 * 64, 80, 8, 12 * 16};
static const lw_path_course later_course = {64, 22, 16 * 64, 20, 20, 12 * 16};
enum { ATTEMPTS = 4 };

static uint32_t count_contested(lw_paths *paths)
{
    uint32_t contested = 0;
    for (uint32_t i = 0; i < paths->count; i++)
        contested += lw_paths_contested(paths, &paths->runners[i]);
    return contested;
}

static void cool(lw_paths *paths)
{
    for (size_t i = 0; i < paths->nodes; i++)
        paths->history[i] /= 2;
}

static void shuffle(lw_paths *paths, uint32_t *order)
{
    for (uint32_t i = paths->count; i > 1; i--) {
        uint32_t k = lw_paths_random(paths, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

static void run_round(lw_paths *paths, const uint32_t *order)
{
    for (uint32_t i = 0; i < paths->count && !lw_paths_are_spent(paths); i++) {
        lw_runner *runner = &paths->runners[order[i]];
        if (runner->stuck || (runner->trace.count > 0 && !lw_paths_contested(paths, runner)))
            continue;
        lw_paths_reroute(paths, runner);
    }
    for (uint32_t i = 0; i < paths->count; i++)
        lw_paths_blame(paths, &paths->runners[i]);
}

static void run_course(lw_paths *paths, const lw_path_course *course, uint32_t *order)
{
    uint32_t toll = course->toll, fewest = UINT32_MAX, stale = 0;
    for (uint32_t round = 0; round < course->rounds && !lw_paths_are_spent(paths); round++) {
        lw_paths_set_prices(paths, toll, false);
        if (round > 0)
            shuffle(paths, order);
        run_round(paths, order);
        uint32_t contested = count_contested(paths);
        lw_paths_tell(paths, contested);
        if (contested == 0)
            break;
        toll =
            toll * course->growth / 16 < course->most ? toll * course->growth / 16 : course->most;
        stale = contested < fewest ? 0 : stale + 1;
        fewest = contested < fewest ? contested : fewest;
        if (stale == course->patience) {
            toll = course->reheat;
            cool(paths);
            stale = 0;
        }
    }
}

/* Takes back what is in conflict, and joins what can be joined beside the others. */
static void settle(lw_paths *paths, const uint32_t *order)
{
    for (uint32_t i = 0; i < paths->count; i++) {
        lw_runner *runner = &paths->runners[order[i]];
        if (lw_paths_contested(paths, runner))
            lw_paths_take(paths, runner);
    }
    lw_paths_set_prices(paths, 0, true);
    for (uint32_t i = 0; i < paths->count && !lw_paths_stop_asked(paths); i++) {
        lw_runner *runner = &paths->runners[order[i]];
        if (runner->trace.count == 0 && !runner->stuck)
            lw_paths_reroute(paths, runner);
    }
}

static bool is_better(const lw_paths *paths, const lw_paths_state *best)
{
    uint32_t open;
    uint64_t cost;
    lw_paths_measure(paths, &open, &cost);
    return open != best->open ? open < best->open : cost < best->cost;
}

static bool wants_more(const lw_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->runners[i].trace.count == 0 && !paths->runners[i].stuck)
            return true;
    return false;
}

void lw_paths_negotiate(lw_paths *paths)
{
    uint32_t *order = lw_alloc(paths->count, sizeof *order);
    for (uint32_t i = 0; i < paths->count; i++)
        order[i] = i;
    lw_paths_state best = {0};
    run_course(paths, &first_course, order);
    settle(paths, order);
    lw_paths_save(paths, &best);
    for (int i = 0; i < ATTEMPTS && wants_more(paths) && !lw_paths_are_spent(paths); i++) {
        cool(paths);
        run_course(paths, &later_course, order);
        settle(paths, order);
        if (is_better(paths, &best))
            lw_paths_save(paths, &best);
        else
            lw_paths_restore(paths, &best);
    }
    lw_paths_state_free(paths, &best);
    free(order);
}
