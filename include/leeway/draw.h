/*
 * Pictures: one scene of a board, drawn by cairo to SVG, PDF or PNG.
 */
#ifndef LEEWAY_DRAW_H
#define LEEWAY_DRAW_H

#include "leeway/check.h"
#include "leeway/problem.h"

typedef enum lw_picture { LW_SVG, LW_PDF, LW_PNG, LW_PICTURE_COUNT } lw_picture;

typedef enum lw_theme {
    LW_THEME_LIGHT, /**< white paper */
    LW_THEME_DARK,
    LW_THEME_PRINT, /**< black and grey */
    LW_THEME_COUNT
} lw_theme;

typedef struct lw_draw_options {
    lw_theme theme;
    lw_layers layers;    /**< copper layers to show; 0: all */
    bool silk;           /**< parts' outlines and names */
    bool legend;         /**< below the board a line in its colour for each layer, with its name */
    lw_net_id highlight; /**< this net in full colour, others faint; LW_NO_NET: none */
    double dpi;          /**< PNG; 0: from width, or 300 */
    uint32_t width;      /**< PNG, pixels; 0: from dpi */
    const char *title;   /**< PDF metadata; NULL: the board's name */
} lw_draw_options;

LW_API lw_draw_options lw_draw_options_default(void);
LW_API const char *lw_theme_name(lw_theme theme);

/**
 * Draws a board with its routes; `report` (NULL: none) adds ratsnest and marks of violations. SVG
 * and PDF are in true scale. Same input, same bytes. "-" is standard output. LW_ERR_OPTION when a
 * PNG would be too large.
 */
LW_API lw_status lw_draw(const lw_board *board, const lw_routes *routes, const lw_report *report,
                         const lw_draw_options *options, lw_picture picture, const char *path,
                         lw_error *err) LW_MUST_CHECK;

/**
 * Draws a field problem with its paths (NULL: none); `report` (NULL: none) adds marks of faults. Of
 * the options theme, dpi, width and title count. Rows go down from the top; there is no true scale.
 */
LW_API lw_status lw_draw_problem(const lw_problem *problem, const lw_solution *solution,
                                 const lw_solution_report *report, const lw_draw_options *options,
                                 lw_picture picture, const char *path, lw_error *err) LW_MUST_CHECK;

#endif
