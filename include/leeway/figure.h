/*
 * Figures of maps: panels side by side, each a map with the cells that a search has labelled, those
 * that it has done with, and its way; lines lie over cells that cost more than others. Colours can
 * be told apart by people with any kind of colour blindness, and in grey.
 */
#ifndef LEEWAY_FIGURE_H
#define LEEWAY_FIGURE_H

#include "leeway/draw.h"
#include "leeway/map.h"

typedef enum lw_paper { LW_PAPER_A4, LW_PAPER_LETTER, LW_PAPER_COUNT } lw_paper;

/** "a4", "letter" */
LW_API const char *lw_paper_name(lw_paper paper);
/** Upright, in nanometres. */
LW_API lw_point lw_paper_size(lw_paper paper);

/** What a search has made of a cell. */
typedef enum lw_cell_state {
    LW_CELL_UNTOUCHED,
    LW_CELL_WAITING, /**< has a label: it waits in the frontier */
    LW_CELL_DONE,    /**< its neighbours were looked at */
    LW_CELL_STATE_COUNT
} lw_cell_state;

typedef struct lw_panel {
    const char *title, *note; /**< lines above and below; NULL: none */
    const lw_map *map;
    const uint8_t *state;  /**< lw_cell_state, a cell; NULL: all untouched */
    const uint8_t *wave;   /**< 1: the cell's state is of the wave from the target; NULL: none is */
    const uint64_t *value; /**< number of a cell that is not untouched; NULL: no numbers. They are
                                written where squares are large enough */
    bool notes;            /**< the numbers are notes of coding by direction, drawn as arrows */
    const int32_t *path;
    uint32_t path_count;
    int32_t from, to; /**< cells; -1: not marked */
    bool series; /**< other figures show other states of this one: all have the same key and size */
} lw_panel;

typedef struct lw_figure lw_figure;

LW_API lw_figure *lw_figure_new(const char *title);
LW_API void lw_figure_free(lw_figure *figure);
/** Of a figure without panels yet: as a PDF it is laid out on pages of this paper, each with the
 * title. Without, its page is as large as what is on it. */
LW_API void lw_figure_set_paper(lw_figure *figure, lw_paper paper);
/** Draws a panel behind the others; nothing of it is needed afterwards. Layers stand side by side,
 * each with its number above it; where the way changes the layer it has a ring in both.
 * Of a large map a square of the picture stands for several cells, and shows what most are. */
LW_API void lw_figure_add(lw_figure *figure, const lw_panel *panel);
/** Of the options theme, dpi and width count; a PNG without either is 2400 pixels wide. "-" is
 * standard output. */
LW_API lw_status lw_figure_save(lw_figure *figure, const lw_draw_options *options,
                                lw_picture picture, const char *path, lw_error *err) LW_MUST_CHECK;

#endif
