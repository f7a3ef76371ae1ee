/*
 * What an algorithm of the wave family did, step by step, to be watched: one record, and writers
 * over it.
 *
 *     status = lw_record_new(lesson, lw_algorithm_named("lee"), NULL, &record, &err);
 *     if (!status) status = lw_record_save_trace(&record, 1, "lee.jsonl", &err);
 *     lw_record_free(record);
 */
#ifndef LEEWAY_RECORD_H
#define LEEWAY_RECORD_H

#include "leeway/figure.h"
#include "leeway/graph.h"
#include "leeway/lesson.h"

enum {
    LW_RECORD_DEEDS_MAX = 1 << 23, /**< 16 bytes each */
};

/** Without LW_DEED_PATH: the path is the trial's. */
typedef struct lw_record_deed {
    uint64_t value;
    int32_t cell;
    uint8_t deed; /**< lw_deed */
    uint8_t wave;
} lw_record_deed;

typedef struct lw_record_frame {
    uint64_t step;  /**< number or cost that the algorithm gives it; 0 before the first step */
    uint32_t first; /**< of its deeds */
} lw_record_frame;

/**
 * Frame 0 is what was done before the first step of the wave; each step is a frame, or several
 * when it looks at cells that it has labelled itself; where there is a path the last one shows it.
 * Owns all but lesson, graph and algorithm.
 */
typedef struct lw_record {
    /** Of a lesson or of a graph, the other is NULL. It must outlive the record, and a lesson not
     * choose another pair. Only what is a lesson's can be drawn or written. */
    const lw_lesson *lesson;
    const lw_graph *graph;
    const lw_algorithm *algorithm;
    lw_trial trial;
    lw_record_deed *deeds;
    uint32_t deed_count;
    lw_record_frame *frames; /**< and one more, for where the last ends */
    uint32_t frame_count;    /**< at least 1 */
    uint64_t value_most;     /**< of all cells' values */
    bool stepwise; /**< each frame, but for the path, is a step with a number of its own */
    bool both;     /**< there is a second wave, from the target */
    bool full;     /**< it gave up because no more deeds may be kept */
} lw_record;

typedef struct lw_record_options {
    bool backward;               /**< as in lw_query */
    uint64_t limit;              /**< cells that it may look at; 0: as in lw_compare_options */
    uint64_t steps;              /**< of the wave that it may make; 0: any number */
    uint32_t deeds;              /**< that may be kept; 0: 32 a cell of the map, at least 4096 */
    bool (*stop)(void *context); /**< as in lw_query */
    void *context;
} lw_record_options;

/** Runs the algorithm between the lesson's ends. What it finds is no error. */
LW_API lw_status lw_record_new(const lw_lesson *lesson, const lw_algorithm *algorithm,
                               const lw_record_options *options, lw_record **out,
                               lw_error *err) LW_MUST_CHECK;
/** The same between two vertices of a graph; frames are the steps that the algorithm tells. */
LW_API lw_status lw_record_of_graph(const lw_graph *graph, const int32_t ends[2],
                                    const lw_algorithm *algorithm, lw_record **out,
                                    lw_error *err) LW_MUST_CHECK;
LW_API void lw_record_free(lw_record *record);
/** The map as it was after a frame. */
typedef struct lw_playback {
    const lw_record *record;
    uint32_t frame;
    uint64_t step;  /**< of the frame */
    uint8_t *state; /**< lw_cell_state, a cell */
    uint8_t *wave;  /**< of those that have a value */
    uint64_t *value;
    uint8_t *on_path;    /**< 1: the cell is on the path that is shown */
    const int32_t *path; /**< NULL: none yet */
    uint32_t path_count;
} lw_playback;

/** At frame 0. The record must outlive it. */
LW_API lw_status lw_playback_open(lw_playback *playback, const lw_record *record,
                                  lw_error *err) LW_MUST_CHECK;
LW_API void lw_playback_close(lw_playback *playback);
/** Forward or back; behind the last frame is the last one. */
LW_API void lw_playback_go(lw_playback *playback, uint32_t frame);

/**
 * Writes records as JSON lines, one behind the other: an object that says what it is, one a frame,
 * and one that tells the outcome. leeway(1) describes them. "-" is standard output.
 */
LW_API lw_status lw_record_save_trace(lw_record *const *records, size_t count, const char *path,
                                      lw_error *err) LW_MUST_CHECK;

/**
 * Writes records of one lesson as a web page of its own: to be played, all of them side by side.
 * "-" is standard output. LW_ERR_OPTION when it would be too large to watch.
 *
 * @param count  at least 1
 */
LW_API lw_status lw_record_save_page(lw_record *const *records, size_t count, const char *path,
                                     lw_error *err) LW_MUST_CHECK;

/** How records are drawn. */
typedef struct lw_record_drawing {
    lw_theme theme;
    uint32_t width;     /**< of a PNG; 0: as in lw_figure_save() */
    uint32_t every;     /**< every so many frames, and the last; 0: all, of a film 24 at most */
    lw_picture picture; /**< of frames */
    uint32_t speed;     /**< frames a second, of an animation; 0: 4 */
    lw_paper paper;     /**< of a film */
} lw_record_drawing;

/**
 * Draws each frame into a file of its own, "frame-0000.svg" in a folder that is made if it is not
 * there; several records side by side. LW_ERR_OPTION when these would be more than 10000 files.
 */
LW_API lw_status lw_record_save_frames(lw_record *const *records, size_t count,
                                       const lw_record_drawing *drawing, const char *folder,
                                       lw_error *err) LW_MUST_CHECK;
/** Draws frames beside each other on the pages of a PDF. LW_ERR_OPTION when they are more than 400.
 */
LW_API lw_status lw_record_save_film(lw_record *const *records, size_t count,
                                     const lw_record_drawing *drawing, const char *path,
                                     lw_error *err) LW_MUST_CHECK;
/** Writes a record as an SVG that moves, over and over, without a script. LW_ERR_OPTION when it
 * would be too large to watch. */
LW_API lw_status lw_record_save_animation(const lw_record *record, const lw_record_drawing *drawing,
                                          const char *path, lw_error *err) LW_MUST_CHECK;

#endif
