/* Fields for tests: drawn as pictures or at random, and the plain reference searches. */
#ifndef LW_TEST_WAVE_FIELD_H
#define LW_TEST_WAVE_FIELD_H

#include "leeway/wave.h"

enum { NET = 1, MOST_ENDS = 16 };

typedef struct test_field {
    lw_field f;
    int32_t nodes;
    uint16_t *owner, *via_owner;
    uint8_t *closed;
    int32_t sources[MOST_ENDS], targets[MOST_ENDS];
    uint32_t source_count, target_count;
} test_field;

enum steps { FOUR, EIGHT };

/*
 * Rows of one layer, a row "-" before the next layer, NULL at the end. '.' free, '#' blocked, 'o'
 * blocked for vias only, '1' of the net that is routed, '2' of another, 'S' source, 'T' target,
 * 'X' both. Straight steps cost 10, diagonal ones 14, vias 50.
 */
test_field *field_from(const char *const *rows, enum steps steps);
test_field *field_open(int32_t width, int32_t height, int32_t layers, enum steps steps);
/* Sizes, layers, walls, owners, closed steps and costs by chance; `unit`: each step and via costs
 * 1. */
test_field *field_random(uint64_t *seed, bool unit);
void field_free(test_field *field);

int32_t field_node(const test_field *field, int32_t x, int32_t y, int32_t layer);
lw_wave_query field_query(const test_field *field);
uint32_t random_below(uint64_t *seed, uint32_t n);

/* Calls for each legal move from the node. */
typedef void move_visitor(void *context, int32_t to, uint32_t cost);
void field_moves(const test_field *field, int32_t node, move_visitor *visit, void *context);

#define FAR UINT32_MAX
/* Cost from the sources to every node, FAR where there is no way: by breadth-first search, for
 * unit costs; and by relaxing all moves until nothing changes, for any. The caller frees. */
uint32_t *reference_by_breadth(const test_field *field);
uint32_t *reference_by_relaxing(const test_field *field);

#endif
