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

/* What a cell was last told to have, in the step of which frame, from 1. */
typedef struct lw_trace_told {
    uint32_t frame;
    int64_t value;
} lw_trace_told;

typedef struct lw_trace_part lw_trace_part;

typedef struct lw_trace_steps {
    const lw_record *record;
    lw_playback before; /* the map before the frame that is due */
    lw_arena *arena;
    bool backward;
    lw_trace_told *told; /* a cell */
    lw_trace_part *part; /* the step of which some labels are there, or NULL */
    int32_t goal;        /* where the wave from the start has to come to */
    uint32_t frame;      /* that is due, the first of its step */
    uint32_t frames;     /* without the one that shows the path */
    uint32_t right;      /* steps that were taken */
    int line;            /* of the labels that were taken last, or where a fault is */
} lw_trace_steps;

/* Of a record that outlives it, of a wave that leaves the target if `backward`. Close it in any
 * case. */
lw_status lw_trace_steps_open(lw_trace_steps *steps, const lw_record *record, int32_t goal,
                              bool backward, lw_error *err) LW_MUST_CHECK;
void lw_trace_steps_close(lw_trace_steps *steps);

/* Takes labels of the step that is due, all or some; the list is put in order. Where they are wrong
 * it says so in text and is false, and steps->line says where. A step without labels says nothing,
 * and is always right. */
bool lw_trace_steps_take(lw_trace_steps *steps, int line, lw_trace_labels *theirs, char *text,
                         size_t size);
/* The trace has ended: false, as above, where labels of a step that has begun are missing. */
bool lw_trace_steps_end(lw_trace_steps *steps, char *text, size_t size);
/* Steps that still have to come behind those that were taken. */
uint32_t lw_trace_steps_left(const lw_trace_steps *steps);

#endif
