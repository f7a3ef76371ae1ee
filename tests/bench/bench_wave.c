/*
 * Searches over large fields, corner to corner: lines of `name minimum-ns nodes`, where nodes is
 * how many were labelled.
 */
#include <leeway/wave.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 1024, REPEATS = 5 };

typedef struct field_setting {
    const char *name;
    int32_t layers;
    int diagonal; /* cost of a diagonal step, 0: none */
    void (*fill)(uint16_t *owner, const lw_field *field);
} field_setting;

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static uint16_t *at(uint16_t *owner, const lw_field *field, int32_t layer, int32_t x, int32_t y)
{
    return &owner[layer * field->plane + (y + 1) * field->stride + x + 1];
}

static void leave_open(uint16_t *owner, const lw_field *field)
{
    (void)owner;
    (void)field;
}

static void clutter(uint16_t *owner, const lw_field *field)
{
    uint64_t seed = 1;
    for (int32_t layer = 0; layer < field->layers; layer++)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                if (next_random(&seed) % 100 < 30 && (x > 2 || y > 2) &&
                    (x < SIDE - 3 || y < SIDE - 3))
                    *at(owner, field, layer, x, y) = LW_CELL_BLOCKED;
}

/* Walls one wide with a gap at alternate ends: corridors two wide. */
static void maze(uint16_t *owner, const lw_field *field)
{
    for (int32_t layer = 0; layer < field->layers; layer++)
        for (int32_t y = 2; y < SIDE; y += 3)
            for (int32_t x = 2; x < SIDE; x++)
                *at(owner, field, layer, y % 2 ? x : SIDE - 1 - x, y) = LW_CELL_BLOCKED;
}

static const field_setting settings[] = {
    {"open-1", 1, 0, leave_open},  {"open-2", 2, 14, leave_open}, {"clutter-1", 1, 0, clutter},
    {"clutter-2", 2, 14, clutter}, {"maze-1", 1, 0, maze},        {"maze-2", 2, 14, maze},
};

static lw_field field_of(const field_setting *setting)
{
    lw_field field = {.cols = SIDE + 2,
                      .rows = SIDE + 2,
                      .layers = setting->layers,
                      .stride = SIDE + 5,
                      .plane = (SIDE + 2) * (SIDE + 5),
                      .net = 1,
                      .via_cost = 500};
    for (int32_t layer = 0; layer < field.layers; layer++)
        for (int d = 0; d < LW_STEPS; d++)
            field.step_cost[layer][d] = (uint16_t)(d % 2 ? setting->diagonal : 10);
    return field;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int run(const field_setting *setting, lw_wave wave)
{
    lw_field field = field_of(setting);
    size_t nodes = (size_t)field.plane * (size_t)field.layers;
    uint16_t *owner = malloc(nodes * sizeof *owner);
    uint16_t *via_owner = calloc((size_t)field.plane, sizeof *via_owner);
    lw_wave_space *space = NULL;
    if (!owner || !via_owner || lw_wave_space_new(&field, &space, NULL)) {
        free(owner);
        free(via_owner);
        return 1;
    }
    memset(owner, 0xff, nodes * sizeof *owner);
    for (int32_t layer = 0; layer < field.layers; layer++)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                *at(owner, &field, layer, x, y) = LW_CELL_FREE;
    setting->fill(owner, &field);
    field.owner = owner;
    field.via_owner = via_owner;

    int32_t source = (int32_t)(at(owner, &field, 0, 0, 0) - owner);
    int32_t target = (int32_t)(at(owner, &field, 0, SIDE - 1, SIDE - 1) - owner);
    lw_wave_query query = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    int64_t best = INT64_MAX;
    lw_wave_path path = {0};
    for (int i = 0; i < REPEATS; i++) {
        int64_t start = now();
        path = lw_wave_find(wave, &field, space, &query);
        int64_t took = now() - start;
        if (took < best)
            best = took;
    }
    printf("%s/%s %lld %llu\n", lw_wave_name(wave), setting->name, (long long)best,
           (unsigned long long)path.counts.labelled);
    lw_wave_space_free(space);
    free(owner);
    free(via_owner);
    return path.count == 0;
}

int main(void)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (lw_wave wave = LW_WAVE_SINGLE; wave < LW_WAVE_COUNT; wave++)
            failed |= run(&settings[i], wave);
    return failed;
}
