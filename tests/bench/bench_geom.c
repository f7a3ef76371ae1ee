/*
 * Pairs of shapes as lattice and judge meet them: lines of `name minimum-ns pairs`, where ns are of
 * one call. The second shape lies anywhere in a window around the first; `hits` pairs are closer
 * than the gap.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "geom/index.h"
#include "random.h"

enum { PAIRS = 4096, REPEATS = 15, MOST_POINTS = 512, MM = 1000000 };

typedef enum form { SPOT, SEGMENT, PAD, DISC, OUTLINE } form;

static const struct {
    const char *name;
    form a, b;
    lw_nm window; /* centres are at most this far apart, in each direction */
} settings[] = {
    {"spot-segment-far", SPOT, SEGMENT, 40 * MM},
    {"spot-segment", SPOT, SEGMENT, 3 * MM},
    {"segment-segment-far", SEGMENT, SEGMENT, 40 * MM},
    {"segment-segment", SEGMENT, SEGMENT, 3 * MM},
    {"spot-pad", SPOT, PAD, 2 * MM},
    {"segment-pad", SEGMENT, PAD, 3 * MM},
    {"pad-pad", PAD, PAD, 2 * MM},
    {"spot-disc", SPOT, DISC, 3 * MM},
    {"segment-disc", SEGMENT, DISC, 3 * MM},
    {"spot-outline", SPOT, OUTLINE, 40 * MM},
    {"segment-outline", SEGMENT, OUTLINE, 40 * MM},
};

static lw_shape round_polygon(lw_point *points, lw_nm x, lw_nm y, uint32_t count, lw_nm radius)
{
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (i + 0.5) / count;
        points[i].x = x + (lw_nm)lround(radius * cos(angle));
        points[i].y = y + (lw_nm)lround(radius * sin(angle));
    }
    return (lw_shape){points, count, true, 0};
}

static lw_shape make(form what, lw_nm x, lw_nm y, lw_point *points, uint64_t *state)
{
    switch (what) {
    case SPOT:
        points[0] = (lw_point){x, y};
        return (lw_shape){points, 1, false, 400000};
    case SEGMENT:
        points[0] = (lw_point){x, y};
        points[1] = (lw_point){x + (lw_nm)random_between(state, -2 * MM, 2 * MM),
                               y + (lw_nm)random_between(state, -2 * MM, 2 * MM)};
        return (lw_shape){points, 2, false, 125000};
    case PAD:
        return round_polygon(points, x, y, 4, 700000);
    case DISC:
        return round_polygon(points, x, y, 48, MM);
    case OUTLINE:
        return round_polygon(points, x, y, 500, 30 * MM);
    }
    return (lw_shape){0};
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int run(size_t setting)
{
    static lw_point points[PAIRS][2][MOST_POINTS];
    static lw_shape a[PAIRS], b[PAIRS];
    uint64_t state = setting;
    lw_nm window = settings[setting].window;
    for (int i = 0; i < PAIRS; i++) {
        a[i] = make(settings[setting].a, (lw_nm)random_between(&state, -window, window),
                    (lw_nm)random_between(&state, -window, window), points[i][0], &state);
        b[i] = make(settings[setting].b, 0, 0, points[i][1], &state);
    }
    double least = INFINITY;
    int hits = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = now();
        hits = 0;
        for (int i = 0; i < PAIRS; i++)
            hits += lw_shape_closer(a[i], b[i], 200000);
        least = fmin(least, now() - start);
    }
    printf("closer-%s %.1f %d hits %d\n", settings[setting].name, least / PAIRS, PAIRS, hits);
    return hits;
}

static void run_index(uint32_t count)
{
    uint64_t state = 1;
    lw_index *index = lw_index_new((lw_box){0, 0, 100 * MM, 100 * MM}, count);
    double start = now();
    for (uint32_t i = 0; i < count; i++) {
        lw_nm x = (lw_nm)random_between(&state, 0, 100 * MM);
        lw_nm y = (lw_nm)random_between(&state, 0, 100 * MM);
        lw_nm size = i % 20 ? 2 * MM : 20 * MM;
        lw_index_add(index, i,
                     (lw_box){x, y, x + (lw_nm)random_between(&state, 0, size),
                              y + (lw_nm)random_between(&state, 0, size)});
    }
    printf("index-add %.1f %u\n", (now() - start) / count, count);
    double least = INFINITY;
    unsigned hits = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        start = now();
        hits = 0;
        for (int i = 0; i < PAIRS; i++) {
            lw_nm x = (lw_nm)random_between(&state, 0, 100 * MM);
            lw_nm y = (lw_nm)random_between(&state, 0, 100 * MM);
            lw_cursor cursor = lw_index_find(index, (lw_box){x, y, x + MM, y + MM});
            for (uint32_t id; lw_index_next(&cursor, &id);)
                hits++;
        }
        least = fmin(least, now() - start);
    }
    printf("index-find %.1f %u hits %u\n", least / PAIRS, count, hits);
    lw_index_free(index);
}

int main(void)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        run(i);
    run_index(1000);
    run_index(100000);
    return 0;
}
