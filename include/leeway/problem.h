/*
 * Field problems: cells with costs, and nets of two pins that are to be joined by paths of cells
 * without a cell in common. Maze-router assignments of courses and the published Lee-routing
 * benchmarks are such problems; there is no copper in them, and no millimetre.
 *
 *     status = lw_problem_load("bench1.grid", &reading, &problem, &err);
 *     if (!status) status = lw_problem_route(problem, &options, &solution, &log, &err);
 *     if (!status) status = lw_solution_check(problem, solution, &report, &err);
 *     if (!status) status = lw_solution_save(problem, solution, "bench1.sol", &err);
 *
 * A path leads from one pin of its net to the other, each cell beside the one before: in the layer
 * (four neighbours), or at the same place in the layer above or below. It comes to no cell twice.
 * A cell that is a pin belongs to the nets that end there, is open to them even where it is
 * blocked (and then costs 1), and is closed to all others.
 *
 * A path costs what its cells cost, both ends included, and `via` for each change of layer and
 * `bend` for each change of direction between two steps in a layer that follow each other: behind a
 * change of layer every direction is as good.
 */
#ifndef LEEWAY_PROBLEM_H
#define LEEWAY_PROBLEM_H

#include "leeway/board.h"

enum {
    LW_PROBLEM_SIDE_MAX = 32768,       /**< columns, rows */
    LW_PROBLEM_LAYERS_MAX = 64,        /**< layers */
    LW_PROBLEM_CELLS_MAX = 1 << 25,    /**< of all layers */
    LW_PROBLEM_COST_MAX = 10000,       /**< of a cell, a bend, a via */
    LW_PROBLEM_NETS_MAX = 1000000,     /**< nets */
    LW_PROBLEM_NUMBER_MAX = 999999999, /**< of a net, as its file calls it */
    LW_EVERY_LAYER = -1,               /**< of a pin that goes through all layers */
};

typedef enum lw_problem_format {
    LW_PROBLEM_COURSE,    /**< `.grid` and, in a file of its own, `.nl` */
    LW_PROBLEM_LEETM,     /**< Lee-TM circuits: lines B, C, P, J, E */
    LW_PROBLEM_LABYRINTH, /**< STAMP labyrinths: lines d, w, p */
    LW_PROBLEM_FORMAT_COUNT
} lw_problem_format;

/** "course", "lee-tm", "labyrinth" */
LW_API const char *lw_problem_format_name(lw_problem_format format);

/** Column and row, as the file counts them, from 0; the layer from 0, or LW_EVERY_LAYER. */
typedef struct lw_pin {
    int32_t x, y, layer;
} lw_pin;

typedef struct lw_wish {
    uint32_t number; /**< what the file calls it, or its place among the nets, from 1 */
    lw_pin pin[2];   /**< may be the same: then the path is that cell */
} lw_wish;

/** Made by a reader and not changed afterwards. */
typedef struct lw_problem {
    const char *path;
    const char *nets_path; /**< of the file with the nets; NULL: they are in the same */
    lw_problem_format format;
    int32_t cols, rows, layers;
    uint32_t bend, via;
    const uint16_t *cost; /**< layer * rows * cols + y * cols + x; 0: blocked */
    LW_LIST(lw_wish) nets;
    struct lw_arena *arena;
} lw_problem;

/** The cell's place in `cost`. */
static inline size_t lw_problem_cell(const lw_problem *problem, int32_t x, int32_t y, int32_t layer)
{
    return ((size_t)layer * (size_t)problem->rows + (size_t)y) * (size_t)problem->cols + (size_t)x;
}

/* ---- reading ---- */

typedef struct lw_problem_reading {
    const char *nets; /**< file with the nets of a course's grid; NULL: the `.nl` beside it */
    uint32_t layers;  /**< of a Lee-TM circuit, whose file does not say; 0: 2 */
} lw_problem_reading;

/**
 * Reads a field problem.
 *
 * @param path     file to read; "-" is standard input
 * @param reading  NULL: as it comes
 * @param out      set to the new problem, or NULL on failure; free with lw_problem_free()
 * @param err      filled on failure; may be NULL
 */
LW_API lw_status lw_problem_load(const char *path, const lw_problem_reading *reading,
                                 lw_problem **out, lw_error *err) LW_MUST_CHECK;
LW_API void lw_problem_free(lw_problem *problem);

/** What a problem is read from when it is in memory; names stand in messages. */
typedef struct lw_problem_text {
    const char *name, *text;
    size_t size;
    const char *nets_name, *nets; /**< of a course's grid; else not looked at */
    size_t nets_size;
    uint32_t layers; /**< as in lw_problem_reading */
} lw_problem_text;

LW_API lw_status lw_problem_parse(const lw_problem_text *text, lw_problem **out,
                                  lw_error *err) LW_MUST_CHECK;

/** Reads what the file is, a board or a field problem: sets one of the two, the other to NULL. */
LW_API lw_status lw_load(const char *path, const lw_problem_reading *reading, lw_board **board,
                         lw_problem **problem, lw_error *err) LW_MUST_CHECK;

/* ---- paths ---- */

typedef struct lw_path_cell {
    int32_t x, y, layer;
    bool via; /**< the path says that between the cell before and this one the layer changes */
    int line; /**< of the file that it was read from; 0: of none */
} lw_path_cell;

typedef struct lw_path {
    const lw_path_cell *cells; /**< from one pin to the other */
    uint32_t count;            /**< 0: not routed */
    int line;                  /**< of the file, where the net begins; 0: it is not there */
} lw_path;

/** In place of a net's index: none of the problem's nets. */
#define LW_NO_WISH UINT32_MAX

typedef enum lw_path_rule {
    LW_PATH_ENDS,    /**< does not lead from one pin of its net to the other */
    LW_PATH_OUTSIDE, /**< a cell that there is not */
    LW_PATH_BLOCKED, /**< a blocked cell, or a pin of other nets */
    LW_PATH_GAP,     /**< a cell that is not beside the one before */
    LW_PATH_VIA,     /**< a change of layer that the path does not tell, or one told that is none */
    LW_PATH_TWICE,   /**< a cell that the path had before */
    LW_PATH_OVERLAP, /**< a cell of an earlier net's path */
    LW_PATH_COUNT,   /**< the file announces other than as many nets as it has */
    LW_PATH_UNKNOWN, /**< a net that the problem does not have */
    LW_PATH_AGAIN,   /**< a net that the file had before: the first path counts */
    LW_PATH_RULE_COUNT
} lw_path_rule;

/** "ends", "outside" ...: keys of the report */
LW_API const char *lw_path_rule_name(lw_path_rule rule);

typedef struct lw_path_fault {
    lw_path_rule rule;
    uint32_t net;      /**< index, or LW_NO_WISH of the file as a whole */
    uint32_t other;    /**< index of the other net of LW_PATH_OVERLAP; of the file the number that
                            is wrong */
    lw_path_cell cell; /**< where; on layer -1 of the file as a whole */
} lw_path_fault;

/** A path a net, in the order of problem->nets. Nothing says that they are right. */
typedef struct lw_solution {
    lw_path *paths;
    uint32_t count;
    LW_LIST(lw_path_fault) faults; /**< that do not belong to any of the nets */
    struct lw_arena *arena;
} lw_solution;

LW_API void lw_solution_free(lw_solution *solution);

/** Reads paths for the nets of the problem, as lw_solution_save() and the course write them. A net
 * that the file leaves out is not routed; nets that there are not, or twice, are faults. */
LW_API lw_status lw_solution_load(const lw_problem *problem, const char *path, lw_solution **out,
                                  lw_error *err) LW_MUST_CHECK;

/** The same from memory. */
LW_API lw_status lw_solution_parse(const lw_problem *problem, const char *name, const char *text,
                                   size_t size, lw_solution **out, lw_error *err) LW_MUST_CHECK;

/**
 * Writes the paths as plain text: how many nets; of each its number, a line `layer x y` a cell
 * (layers from 1), and 0. In a course's solution a line `3 x y` stands between two layers.
 *
 * @param path  "-" is standard output
 */
LW_API lw_status lw_solution_save(const lw_problem *problem, const lw_solution *solution,
                                  const char *path, lw_error *err) LW_MUST_CHECK;

/* ---- routing ---- */

/** Why a net stays open. */
typedef enum lw_unjoined {
    LW_UNJOINED_ALONE,   /**< blocked cells and other nets' pins leave no way, whatever is routed */
    LW_UNJOINED_CROWD,   /**< other nets' paths close every way that was tried */
    LW_UNJOINED_STOPPED, /**< the run ended before its turn */
    LW_UNJOINED_COUNT
} lw_unjoined;

LW_API const char *lw_unjoined_text(lw_unjoined reason);

/** How far a run is; told between its rounds. */
typedef struct lw_problem_progress {
    uint32_t round, nets, open;
    uint32_t contested; /**< nets that overlap another one */
    uint64_t cost;      /**< of all paths as they are */
} lw_problem_progress;

typedef struct lw_problem_options {
    size_t memory_limit;         /**< bytes that the search may take */
    uint64_t work;               /**< nodes that all searches may expand */
    uint32_t seed;               /**< of the order in which nets have their turns */
    bool (*stop)(void *context); /**< polled; true ends the run with the best so far; may be NULL */
    void (*progress)(void *context, const lw_problem_progress *progress); /**< may be NULL */
    void *context;
} lw_problem_options;

LW_API lw_problem_options lw_problem_options_default(void);

typedef struct lw_problem_log {
    size_t memory;     /**< bytes of the search */
    uint64_t expanded; /**< nodes, over all waves */
    uint32_t rounds;
    bool stopped;
    uint64_t bound;       /**< no paths for the nets that are routed can cost less in all */
    lw_unjoined *reasons; /**< a net, meaningful where it is open */
    struct lw_arena *arena;
} lw_problem_log;

/**
 * Finds paths that have no cell in common and cost little. A net that cannot be joined is a result,
 * not an error.
 *
 * @param options   NULL: the defaults
 * @param solution  set to the paths, or NULL on failure; lw_solution_free()
 * @param log       set to what happened, or NULL on failure; lw_problem_log_free(); may be NULL
 */
LW_API lw_status lw_problem_route(const lw_problem *problem, const lw_problem_options *options,
                                  lw_solution **solution, lw_problem_log **log,
                                  lw_error *err) LW_MUST_CHECK;
LW_API void lw_problem_log_free(lw_problem_log *log);

/** Of lw_problem_alone(). */
#define LW_NO_WAY UINT64_MAX

/**
 * What a cheapest path of each net costs if no other net had one: no solution's path costs less.
 *
 * @param options  NULL: the defaults
 * @param costs    set to one a net, the caller's to free(), or NULL on failure. LW_NO_WAY: whatever
 *                 is routed, there is none; 0: not known, as the run ended before
 */
LW_API lw_status lw_problem_alone(const lw_problem *problem, const lw_problem_options *options,
                                  uint64_t **costs, lw_error *err) LW_MUST_CHECK;

/* ---- judging ---- */

/** What is wrong, in one sentence, into buffer, which is returned. */
LW_API const char *lw_path_fault_text(const lw_problem *problem, const lw_path_fault *fault,
                                      char *buffer, size_t size);

/** Of one path, or of all. A path that is wrong counts all the same, as far as it can be counted.
 */
typedef struct lw_path_sum {
    uint64_t cost;
    uint32_t cells, bends, vias;
} lw_path_sum;

enum { LW_PATH_FAULTS_MOST = 10000 /**< that are listed */ };

typedef struct lw_solution_report {
    uint32_t nets, routed; /**< routed: has a path */
    lw_path_sum sum;
    lw_path_sum *paths;            /**< a net */
    uint32_t violations;           /**< all of them */
    LW_LIST(lw_path_fault) faults; /**< the first ones */
    uint32_t by_rule[LW_PATH_RULE_COUNT];
    struct lw_arena *arena;
} lw_solution_report;

/** Judges paths by the problem alone; it shares nothing with the router. */
LW_API lw_status lw_solution_check(const lw_problem *problem, const lw_solution *solution,
                                   lw_solution_report **out, lw_error *err) LW_MUST_CHECK;
LW_API void lw_solution_report_free(lw_solution_report *report);

#endif
