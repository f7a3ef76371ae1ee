/* Steps of a trace, held against those of the algorithm's record (trace_steps.c). */
#ifndef LW_LESSON_TRACE_STEPS_H
#define LW_LESSON_TRACE_STEPS_H

#include "base/arena.h"
#include "leeway/record.h"

typedef struct lw_trace_label {
    int32_t cell;
    uint8_t wave;
    int64_t value;
} lw_trace_label;

typedef LW_LIST(lw_trace_label) lw_trace_labels;

typedef struct lw_trace_part lw_trace_part;

typedef struct lw_trace_steps {
    const lw_record *record;
    lw_playback before; /* the map before the frame that is due */
    lw_arena *arena;
    bool backward;
    lw_trace_part *part; /* of a graph: the step that comes in parts, or NULL */
    int32_t goal;        /* where the wave from the start has to come to */
    uint32_t frame;      /* that is due */
    uint32_t frames;     /* without the one that shows the path */
    uint32_t right;      /* steps that were taken */
} lw_trace_steps;

/* Of a record that outlives it, of a wave that leaves the target if `backward`. Close it in any
 * case. */
lw_status lw_trace_steps_open(lw_trace_steps *steps, const lw_record *record, int32_t goal,
                              bool backward, lw_error *err) LW_MUST_CHECK;
void lw_trace_steps_close(lw_trace_steps *steps);

/* Takes the labels of the next step; the list is put in order. Where they are wrong it says so in
 * text and is false. A step without labels says nothing, and is always right. */
bool lw_trace_steps_take(lw_trace_steps *steps, lw_trace_labels *theirs, char *text, size_t size);
/* Steps that still have to come. */
uint32_t lw_trace_steps_left(const lw_trace_steps *steps);

#endif
