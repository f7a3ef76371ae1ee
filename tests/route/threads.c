/*
 * The same copper and the same rounds with one thread and with two, on boards that are in trouble,
 * so that finer lattices are tried early. A program of its own: ThreadSanitizer cannot run
 * Criterion.
 */
#include <stdio.h>
#include <string.h>
#include "grid/brute.h"
#include "leeway/route.h"

#define MM 1000000

typedef struct lw_tale {
    uint32_t rounds, stops;
    uint64_t sum; /* of what was told */
} lw_tale;

static void tell(void *context, const lw_progress *progress)
{
    lw_tale *tale = context;
    tale->rounds++;
    tale->sum = tale->sum * 31 + progress->open + 7u * progress->contested +
                (uint64_t)progress->length + (uint64_t)progress->pitch;
}

static bool stop(void *context)
{
    ((lw_tale *)context)->stops++;
    return false;
}

static lw_board *crowded_board(uint64_t seed, uint32_t layers)
{
    lw_board *board = make_board(layers, 8, 14 * MM, 14 * MM);
    for (int i = 0; i < 28; i++) {
        lw_point at = {(1 + 2 * (i % 7)) * MM + pick(&seed, 0, 300000),
                       (2 + 3 * (i / 7)) * MM + pick(&seed, 0, 300000)};
        make_round_pad(board, (int)(next_random(&seed) % 8), lw_board_layers(board), at, 0, MM);
    }
    lw_board_finish(board);
    return board;
}

typedef struct lw_run_told {
    lw_routes *routes;
    lw_route_log *log;
    lw_tale tale;
} lw_run_told;

static bool route(const lw_board *board, uint32_t threads, lw_run_told *out)
{
    *out = (lw_run_told){0};
    lw_route_options options = lw_route_options_default();
    options.threads = threads;
    options.progress = tell;
    options.stop = stop;
    options.context = &out->tale;
    return lw_route(board, &options, &out->routes, &out->log, NULL) == LW_OK;
}

static bool same(const lw_run_told *a, const lw_run_told *b)
{
    if (a->routes->tracks.count != b->routes->tracks.count ||
        a->routes->vias.count != b->routes->vias.count || a->log->rounds != b->log->rounds ||
        a->log->open_connections != b->log->open_connections || a->log->pitch != b->log->pitch ||
        a->tale.rounds != b->tale.rounds || a->tale.sum != b->tale.sum)
        return false;
    for (uint32_t i = 0; i < a->routes->tracks.count; i++) {
        const lw_track *x = &a->routes->tracks.at[i], *y = &b->routes->tracks.at[i];
        if (x->net != y->net || x->layer != y->layer || x->width != y->width ||
            memcmp(x->ends, y->ends, sizeof x->ends) != 0)
            return false;
    }
    for (uint32_t i = 0; i < a->routes->vias.count; i++)
        if (memcmp(&a->routes->vias.at[i].at, &b->routes->vias.at[i].at, sizeof(lw_point)) != 0)
            return false;
    return true;
}

static void drop(lw_run_told *run)
{
    lw_routes_free(run->routes);
    lw_route_log_free(run->log);
}

int main(void)
{
    int failures = 0, in_trouble = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lw_board *board = crowded_board(seed, 1 + seed % 2);
        lw_run_told one, two;
        if (!route(board, 1, &one) || !route(board, 2, &two))
            return 1;
        in_trouble += one.log->open_connections > 0;
        if (!same(&one, &two)) {
            fprintf(stderr, "seed %d: two threads give another result than one\n", (int)seed);
            failures++;
        }
        drop(&one);
        drop(&two);
        lw_board_free(board);
    }
    if (in_trouble == 0) {
        fprintf(stderr, "no board was in trouble, so that nothing was tested\n");
        failures++;
    }
    return failures > 0;
}
