/*
 * Grading: what a student hands in, held against the map alone.
 *
 *     status = lw_lesson_load("maze.txt", NULL, &lesson, &err);
 *     if (!status) status = lw_way_parse(lesson, "way.txt", text, size, &way, &err);
 *     if (!status && way->verdict == LW_VERDICT_RIGHT && way->excess == 0) puts("optimal");
 *     lw_way_free(way);
 */
#ifndef LEEWAY_GRADE_H
#define LEEWAY_GRADE_H

#include "leeway/record.h"

typedef enum lw_verdict {
    LW_VERDICT_RIGHT,      /**< legal and whole, whatever it costs */
    LW_VERDICT_INCOMPLETE, /**< what there is is legal, but it does not join the ends */
    LW_VERDICT_WRONG,
    LW_VERDICT_COUNT
} lw_verdict;

/** "right", "incomplete", "wrong" */
LW_API const char *lw_verdict_name(lw_verdict verdict);

typedef enum lw_way_rule {
    LW_WAY_ENDS,    /**< does not lead from one end to the other */
    LW_WAY_OUTSIDE, /**< a cell that there is not */
    LW_WAY_BLOCKED,
    LW_WAY_GAP,     /**< no step of the map leads here from the cell before */
    LW_WAY_TWICE,   /**< a cell that the way had before */
    LW_WAY_STRAY,   /**< of a drawing: is marked, but not on the way */
    LW_WAY_CHANGED, /**< of a drawing: the map has something else there */
    LW_WAY_RULE_COUNT
} lw_way_rule;

/** "ends", "outside" ...: keys of the report */
LW_API const char *lw_way_rule_name(lw_way_rule rule);

typedef struct lw_way_fault {
    lw_way_rule rule;
    lw_map_spot at;
    int line, column; /**< of the file; column 0: the line as a whole */
} lw_way_fault;

/** A sentence on the fault. Returns buffer. */
LW_API const char *lw_way_fault_text(const lw_lesson *lesson, const lw_way_fault *fault,
                                     char *buffer, size_t size);

enum { LW_WAY_FAULTS_MOST = 10000 /**< that are listed */ };

/** A way that was graded. */
typedef struct lw_way {
    lw_verdict verdict;
    bool drawn;          /**< into the maze, not as a list of cells */
    uint32_t count;      /**< of cells; 0: there is no way in the file */
    lw_map_path path;    /**< meaningful where it is legal */
    uint32_t violations; /**< all of them, but for LW_WAY_ENDS */
    LW_LIST(lw_way_fault) faults;
    uint32_t by_rule[LW_WAY_RULE_COUNT];
    lw_outcome outcome; /**< of the search for a cheapest way, bends included */
    uint64_t best;      /**< what that costs, where it was found */
    uint64_t excess;    /**< of a right way, over that */
    struct lw_arena *arena;
} lw_way;

/**
 * Reads a way between the lesson's ends and grades it. The text is a line `x y` or `layer x y` a
 * cell, from one end to the other, columns and rows from 0, layers from 1; or, of a text maze, that
 * maze with the way drawn into it by any letter that mazes do not have (`*`, `o`, `x` ...). Where
 * the map has no way, a file without any cell is right.
 *
 * @param name  stands in messages
 * @param out   set to what it is worth, or NULL on failure; free with lw_way_free()
 */
LW_API lw_status lw_way_parse(const lw_lesson *lesson, const char *name, const char *text,
                              size_t size, lw_way **out, lw_error *err) LW_MUST_CHECK;
LW_API void lw_way_free(lw_way *way);

/** An error of a trace; those of its path are the way's. */
typedef struct lw_trace_fault {
    const char *rule; /**< "trace" (its labels), "run", "outcome", "cost" ...: key of the report */
    const char *text; /**< one sentence */
    int line;         /**< of the trace, from 1 */
} lw_trace_fault;

/** A trace that was held against an algorithm's own. */
typedef struct lw_trace_grade {
    const lw_algorithm *algorithm;
    lw_verdict verdict;
    uint32_t steps;      /**< that are right, before anything differs */
    uint32_t steps_most; /**< that the algorithm has, without those that label nothing */
    lw_outcome outcome;  /**< the algorithm's */
    lw_way *way;         /**< the path that the trace tells; NULL: none. Of a graph its errors are
                              among the faults, and its list of them is empty */
    LW_LIST(lw_trace_fault) faults;
    struct lw_arena *arena;
} lw_trace_grade;

/** Whether a text is a trace: it begins with an object. */
LW_API bool lw_is_trace(const char *text, size_t size);

/**
 * Holds a trace, JSON lines as lw_record_save_trace() writes them, against what the algorithm does
 * between the lesson's ends.
 *
 * Of lines of the type "step" what is "labelled" counts, in whatever order within a step, and in as
 * many parts as it is told; steps that label nothing may be left out. The step that finds the way
 * may be made to its end or left at once. Of "end" the outcome and the path are judged, and what is
 * told of it; of "run" the ends and the size of the map. Lines and keys that are not there are no
 * errors.
 *
 * @param options  NULL: the defaults
 * @param out      set to what it is worth, or NULL on failure; free with lw_trace_free()
 */
LW_API lw_status lw_trace_parse(const lw_lesson *lesson, const lw_algorithm *algorithm,
                                const lw_record_options *options, const char *name,
                                const char *text, size_t size, lw_trace_grade **out,
                                lw_error *err) LW_MUST_CHECK;
/**
 * The same of a graph, between two vertices.
 *
 * @param algorithm  one that runs on graphs
 */
LW_API lw_status lw_trace_parse_graph(const lw_graph *graph, const int32_t ends[2],
                                      const lw_algorithm *algorithm, const char *name,
                                      const char *text, size_t size, lw_trace_grade **out,
                                      lw_error *err) LW_MUST_CHECK;
LW_API void lw_trace_free(lw_trace_grade *trace);

#endif
