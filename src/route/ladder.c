/*
 * Rung i is started early by the run of rung i - 1, when that has a legal state and not all is
 * joined. Nobody knows then whether it will be wanted, so its rounds are told only if it is.
 */
#include "route/ladder.h"

#include <pthread.h>
#include <unistd.h>
#include "base/arena.h"
#include "route/negotiate.h"

/* Lattices that are tried at most. */
enum { RUNGS = 3 };
/* More than one of so many connections open is a lot. */
enum { OVERFULL = 4 };

typedef struct lw_ladder lw_ladder;

typedef struct lw_rung {
    lw_ladder *ladder;
    lw_route_options options;
    lw_nm pitch_most;
    uint32_t first_open; /* of its first legal state, or of the rung before; 0: none so far */
    /* What it has to beat must not depend on threads: the first legal state of the rung before, not
     * its last. */
    uint32_t open_below;
    size_t beside; /* bytes of the next rung, which may run at the same time; 0: it does not */
    lw_outcome outcome;
    lw_status status;
    pthread_t thread;
    bool early;    /* by a thread of its own */
    bool unwanted; /* to be ended */
    LW_LIST(lw_progress) told;
    lw_arena *arena; /* of `told` */
} lw_rung;

struct lw_ladder {
    const lw_board *board;
    const lw_route_options *options;
    pthread_mutex_t lock; /* of the caller's functions, and of what follows */
    uint32_t threads, running;
    const lw_rung *awaited; /* what the caller's thread waits for */
    bool stopped;           /* by the caller */
    lw_rung rungs[RUNGS];
};

/* The caller is asked by his own thread, and by another one only while his waits for it. */
static bool stop(void *context)
{
    lw_rung *rung = context;
    lw_ladder *ladder = rung->ladder;
    const lw_route_options *options = ladder->options;
    pthread_mutex_lock(&ladder->lock);
    bool asks = options->stop && (!rung->early || ladder->awaited == rung) && !ladder->stopped;
    if (asks && options->stop(options->context))
        ladder->stopped = true;
    bool stopped = rung->unwanted || ladder->stopped;
    pthread_mutex_unlock(&ladder->lock);
    return stopped;
}

static void tell_all(lw_rung *rung)
{
    const lw_route_options *options = rung->ladder->options;
    for (uint32_t i = 0; i < rung->told.count; i++)
        options->progress(options->context, &rung->told.at[i]);
    rung->told.count = 0;
}

/* Likewise; what an early rung has to tell waits until then, and for ever if nobody wants it. */
static void tell(void *context, const lw_progress *progress)
{
    lw_rung *rung = context;
    const lw_route_options *options = rung->ladder->options;
    pthread_mutex_lock(&rung->ladder->lock);
    if (rung->early && (rung->unwanted || rung->ladder->awaited != rung)) {
        *lw_list_add(rung->arena, &rung->told) = *progress;
    } else {
        tell_all(rung);
        options->progress(options->context, progress);
    }
    pthread_mutex_unlock(&rung->ladder->lock);
}

static void note(lw_run *run, uint32_t open, uint64_t expanded);

/* None for an early rung that nobody waits for: it may not be wanted. */
static uint32_t hire(lw_run *run, uint32_t most)
{
    const lw_rung *rung = run->caller;
    lw_ladder *ladder = rung->ladder;
    pthread_mutex_lock(&ladder->lock);
    uint32_t idle = ladder->threads > ladder->running ? ladder->threads - ladder->running : 0;
    if (rung->early && ladder->awaited != rung)
        idle = 0;
    uint32_t count = idle < most ? idle : most;
    ladder->running += count;
    pthread_mutex_unlock(&ladder->lock);
    return count;
}

static void dismiss(lw_run *run, uint32_t count)
{
    lw_ladder *ladder = ((lw_rung *)run->caller)->ladder;
    pthread_mutex_lock(&ladder->lock);
    ladder->running -= count;
    pthread_mutex_unlock(&ladder->lock);
}

static bool is_ladder(const lw_route_options *options)
{
    return options->strategy == LW_NEGOTIATED && options->pitch == 0;
}

static bool may_go_finer(const lw_rung *rung)
{
    return is_ladder(rung->ladder->options) && rung + 1 < rung->ladder->rungs + RUNGS;
}

static lw_status route(lw_rung *rung, lw_error *err)
{
    lw_run run = {.board = rung->ladder->board,
                  .options = &rung->options,
                  .pitch_most = rung->pitch_most,
                  .may_go_finer = may_go_finer(rung),
                  .open_below = rung->open_below,
                  .note = note,
                  .hire = hire,
                  .dismiss = dismiss,
                  .caller = rung};
    return lw_route_once(run, &rung->outcome, err);
}

static void *route_early(void *context)
{
    lw_rung *rung = context;
    rung->status = route(rung, NULL);
    pthread_mutex_lock(&rung->ladder->lock);
    rung->ladder->running--;
    pthread_mutex_unlock(&rung->ladder->lock);
    return NULL;
}

/* The coarsest pitch of the next rung. */
static lw_nm next_pitch(lw_nm pitch)
{
    return pitch / 8 * 5;
}

/* Memory of the next rung, if there is enough for both; whether or not there are threads, so that
 * what a run is said to take depends on none. */
static size_t plan_next(lw_run *run)
{
    lw_run next = *run;
    next.pitch_most = next_pitch(lw_lattice_pitch(run->lattice));
    lw_grid_options grid = lw_run_grid_options(&next);
    lw_grid_plan plan;
    size_t limit = run->options->memory_limit, mine = lw_lattice_memory(run->lattice);
    if (mine > limit / 4 || lw_lattice_plan(run->board, run->before, &grid, &plan, NULL) ||
        plan.memory > limit - mine)
        return 0;
    return plan.memory;
}

/* Starts the next rung, if there is a thread and the memory. */
static void start(lw_rung *rung, const lw_run *run)
{
    lw_rung *next = rung + 1;
    lw_ladder *ladder = rung->ladder;
    if (next->early || rung->unwanted || next->unwanted || rung->beside == 0 ||
        ladder->running >= ladder->threads)
        return;
    next->pitch_most = next_pitch(lw_lattice_pitch(run->lattice));
    next->open_below = rung->first_open;
    next->arena = lw_arena_new();
    next->early = true;
    ladder->running++;
    if (pthread_create(&next->thread, NULL, route_early, next) != 0) {
        lw_arena_free(next->arena);
        next->arena = NULL;
        next->early = false;
        ladder->running--;
    }
}

/* A run that is in trouble may want the next rung, one that has done or worked too much does not.
 */
static void note(lw_run *run, uint32_t open, uint64_t expanded)
{
    lw_rung *rung = run->caller;
    lw_ladder *ladder = rung->ladder;
    bool first = rung->first_open == 0;
    if (first)
        rung->first_open = open;
    if (!run->may_go_finer)
        return;
    bool in_trouble =
        open > 0 && !run->stopped && lw_effort_leaves_work(expanded, run->progress.total);
    if (first && in_trouble)
        rung->beside = run->beside = plan_next(run);
    pthread_mutex_lock(&ladder->lock);
    if (in_trouble)
        start(rung, run);
    else
        rung[1].unwanted = true;
    pthread_mutex_unlock(&ladder->lock);
}

/* The caller's thread does nothing meanwhile. */
static void await(lw_rung *rung)
{
    lw_ladder *ladder = rung->ladder;
    pthread_mutex_lock(&ladder->lock);
    ladder->running--;
    ladder->awaited = rung;
    pthread_mutex_unlock(&ladder->lock);
    pthread_join(rung->thread, NULL);
    pthread_mutex_lock(&ladder->lock);
    ladder->running++;
    ladder->awaited = NULL;
    pthread_mutex_unlock(&ladder->lock);
}

static void forget(lw_rung *rung)
{
    if (rung->early && !rung->status)
        lw_outcome_free(&rung->outcome);
    rung->early = rung->unwanted = false;
    rung->first_open = 0;
    rung->beside = 0;
    rung->told.count = 0;
}

/* What the rung comes to, found early or now. */
static lw_status climb(lw_rung *rung, lw_nm pitch_most, uint32_t open_below)
{
    if (rung->early)
        await(rung);
    if (!rung->early || rung->unwanted) {
        forget(rung);
        rung->pitch_most = pitch_most;
        rung->open_below = open_below;
        return route(rung, NULL);
    }
    rung->early = false;
    tell_all(rung);
    return rung->status;
}

static void take_better(lw_outcome *best, lw_outcome *other)
{
    lw_outcome_merge(best, other, other->log->open_connections < best->log->open_connections);
}

/* A coarse lattice is quick and often enough; a finer one opens passages and lets nets settle that
 * fight for ever on the coarse one. */
static void try_finer(lw_ladder *ladder, lw_outcome *best)
{
    lw_nm pitch = best->log->pitch;
    for (int i = 1; i < RUNGS && best->log->open_connections > 0 && !best->log->stopped &&
                    lw_effort_leaves_work(best->log->expanded, best->connections);
         i++) {
        lw_rung *rung = &ladder->rungs[i];
        uint32_t below = ladder->rungs[i - 1].first_open;
        if (climb(rung, next_pitch(pitch), below) && climb(rung, pitch / 8 * 7, below))
            return;
        if (rung->first_open == 0)
            rung->first_open = below;
        rung->outcome.log->memory += rung->beside;
        pitch = rung->outcome.log->pitch;
        take_better(best, &rung->outcome);
    }
}

/* Where there is room for few of the nets only, those that negotiate spend all effort on getting in
 * each other's way. */
static bool is_overfull(const lw_outcome *outcome)
{
    return outcome->log->open_connections > outcome->connections / OVERFULL &&
           !lw_effort_leaves_work(outcome->log->expanded, outcome->connections);
}

/* Takes what the nets come to one after the other, if that joins more. */
static void try_in_turn(lw_ladder *ladder, lw_outcome *best)
{
    lw_route_options options = ladder->rungs[0].options;
    lw_outcome outcome;
    options.strategy = LW_SEQUENTIAL;
    if (best->log->stopped || !is_overfull(best) ||
        lw_route_once((lw_run){.board = ladder->board, .options = &options}, &outcome, NULL))
        return;
    take_better(best, &outcome);
}

/* Ends the rungs that were not wanted. */
static void leave(lw_ladder *ladder)
{
    pthread_mutex_lock(&ladder->lock);
    for (int i = 0; i < RUNGS; i++)
        ladder->rungs[i].unwanted = true;
    pthread_mutex_unlock(&ladder->lock);
    for (int i = 1; i < RUNGS; i++) {
        lw_rung *rung = &ladder->rungs[i];
        if (rung->early)
            await(rung);
        forget(rung);
        lw_arena_free(rung->arena);
    }
    pthread_mutex_destroy(&ladder->lock);
}

static uint32_t threads_of(const lw_route_options *options)
{
    long processors = options->threads > 0 ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : (uint32_t)processors;
}

lw_status lw_ladder_climb(const lw_board *board, const lw_route_options *options, lw_outcome *best,
                          lw_error *err)
{
    lw_ladder ladder = {
        .board = board, .options = options, .threads = threads_of(options), .running = 1};
    pthread_mutex_init(&ladder.lock, NULL);
    for (int i = 0; i < RUNGS; i++) {
        lw_rung *rung = &ladder.rungs[i];
        rung->ladder = &ladder;
        rung->options = *options;
        rung->options.stop = stop;
        rung->options.progress = options->progress ? tell : NULL;
        rung->options.context = rung;
    }
    lw_status status = route(&ladder.rungs[0], err);
    *best = ladder.rungs[0].outcome;
    if (!status)
        best->log->memory += ladder.rungs[0].beside;
    if (!status && is_ladder(options))
        try_finer(&ladder, best);
    if (!status && options->strategy == LW_NEGOTIATED)
        try_in_turn(&ladder, best);
    leave(&ladder);
    return status;
}
