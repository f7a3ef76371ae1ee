/*
 * What a picture shows, as shapes in board coordinates, from the lowest to the topmost. Nothing
 * here knows of colours or of cairo.
 */
#ifndef LW_DRAW_SCENE_H
#define LW_DRAW_SCENE_H

#include "base/arena.h"
#include "leeway/draw.h"

/* What a shape stands for; a theme gives each role its look. */
typedef enum lw_role {
    LW_ROLE_BOARD,
    LW_ROLE_DOCUMENT,
    LW_ROLE_SILK_BOTTOM,
    LW_ROLE_POUR,
    LW_ROLE_POUR_RIM,
    LW_ROLE_COPPER,
    LW_ROLE_PLATED, /* pads and vias that join layers */
    LW_ROLE_KEEPOUT_TRACKS,
    LW_ROLE_KEEPOUT_VIAS,
    LW_ROLE_KEEPOUT, /* of both */
    LW_ROLE_DRILL,
    LW_ROLE_HOLE_RIM,
    LW_ROLE_HOLE,
    LW_ROLE_OUTLINE,
    LW_ROLE_RATSNEST,
    LW_ROLE_NOTE, /* texts of the documentation, values */
    LW_ROLE_SILK_TOP,
    LW_ROLE_JUMPER,
    LW_ROLE_OLD_FAULT, /* that the board had before */
    LW_ROLE_FAULT,
    LW_ROLE_WALL, /* of lessons: blocked cells, those that are done, those that wait, the way */
    LW_ROLE_DONE,
    LW_ROLE_DONE_BACK, /* of a second wave, that comes from the target */
    LW_ROLE_WAITING,
    LW_ROLE_WAITING_BACK,
    LW_ROLE_WAY,
    LW_ROLE_DEAR,    /* cells that cost more than others */
    LW_ROLE_CAPTION, /* texts beside what is drawn */
    LW_ROLE_NUMBER,  /* texts in cells */
    LW_ROLE_COUNT
} lw_role;

/* Layer of what lies on several at once. */
#define LW_LAYER_SHARED LW_MAX_LAYERS

/* Things that look alike: their union is painted once, so that what overlaps does not add up. */
typedef struct lw_stratum {
    lw_role role;
    uint32_t layer;            /* of copper, pours and keepouts */
    bool faint;                /* beside a net that is highlighted */
    LW_LIST(lw_shape) shapes;  /* of LW_ROLE_BOARD: painted where an odd number of them lies */
    LW_LIST(lw_shape) windows; /* filled polygons that are left out */
    LW_LIST(lw_text) texts;    /* one line each, upright, clean UTF-8 */
} lw_stratum;

typedef struct lw_scene {
    lw_box page;          /* what is seen, margin included */
    uint32_t layer_count; /* of the board */
    const char *title;    /* clean UTF-8 */
    const char *summary;  /* one sentence on the board */
    LW_LIST(lw_stratum) strata;
    lw_item_list items; /* shapes point into them */
    lw_arena *arena;
} lw_scene;

/* Board, routes and report must outlive the scene. */
lw_scene *lw_scene_new(const lw_board *board, const lw_routes *routes, const lw_report *report,
                       const lw_draw_options *options);
void lw_scene_free(lw_scene *scene); /* NULL is fine */

/* The text as UTF-8 that every viewer takes: at most `most` characters, then "..."; what is no
 * letter becomes '?'. */
const char *lw_clean_text(lw_arena *arena, const char *text, size_t length, size_t most);

#endif
