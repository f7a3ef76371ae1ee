/* A trace that is read; what is different of a graph is in trace_graph.c. */
#ifndef LW_LESSON_TRACE_READER_H
#define LW_LESSON_TRACE_READER_H

#include <jansson.h>
#include "lesson/trace_steps.h"
#include "lesson/way.h"

typedef struct lw_trace_reader {
    const lw_lesson *lesson; /* or NULL */
    const lw_graph *graph;   /* likewise */
    int32_t ends[2];         /* cells or vertices */
    lw_lesson_text text;
    const lw_trial *trial; /* of the algorithm */
    lw_trace_steps steps;
    lw_trace_grade *out;
    lw_error *err;
    int line;      /* from 1 */
    uint32_t runs; /* that have begun */
    bool foreign; /* the run is on a map or graph of another size, whose cells this one may not have
                   */
    bool ended;   /* further steps are of no account: one differs */
} lw_trace_reader;

/* Notes an error in this line; `rule` must outlive the trace, the text is copied. The verdict is at
 * least as bad. */
void lw_trace_blame(lw_trace_reader *reader, const char *rule, lw_verdict verdict,
                    const char *text);
/* What a key tells has to be that number, if it is there. */
void lw_trace_hold_number(lw_trace_reader *reader, const json_t *object, const char *rule,
                          const char *key, uint64_t number);

/* [name, value]; a vertex that there is not is -1, and is told. */
bool lw_trace_vertex_label(const lw_trace_reader *reader, const json_t *item, lw_trace_label *label,
                           char *text, size_t size);
/* What a run tells of the graph and its ends. */
void lw_trace_hold_graph(lw_trace_reader *reader, const json_t *object);
/* A list of names; false: it is none. Grades it into the way of the trace. */
bool lw_trace_vertex_path(lw_trace_reader *reader, const json_t *list);

#endif
