/*
 * What the parts of the EAGLE format share: design rules (eagle_rules.c), reading (eagle_read.c,
 * eagle_package.c, eagle_milling.c, eagle_text.c) and writing (eagle_write.c). eagle.c holds the
 * table entry and turns away what only looks like an EAGLE board.
 */
#ifndef LW_IO_EAGLE_H
#define LW_IO_EAGLE_H

#include "base/buffer.h"
#include "io/figures.h"
#include "leeway/board.h"

#define EAGLE_LAYERS 16 /* copper is numbered 1 (top) to 16 (bottom) */

/* Copper around a drill: `share` of it (in millionths), but `least` and no more than `most`. */
typedef struct eagle_ring {
    int32_t least, share, most;
} eagle_ring;

/* What the file's design rules say; lengths in nanometres. */
typedef struct eagle_rules {
    lw_nm wire_wire, wire_pad, wire_via, pad_pad, pad_via, via_via;
    lw_nm edge;  /* mdCopperDimension; 0: not checked */
    lw_nm drill; /* hole to hole */
    lw_nm min_width, min_drill;
    eagle_ring pad_top, pad_inner, pad_bottom, via_outer, via_inner;
    int32_t shape_top, shape_bottom, shape_first; /* eagle_shape, or -1: as the package says */
    int32_t long_percent, offset_percent;         /* how much longer than wide such pads are */
    eagle_ring corner;                            /* of smds; the share is of half the width */
    const char *layer_setup;                      /* "(1*16)"; owned by the tree */
} eagle_rules;

typedef enum eagle_shape {
    EAGLE_SQUARE,
    EAGLE_ROUND,
    EAGLE_OCTAGON,
    EAGLE_LONG,
    EAGLE_OFFSET,
} eagle_shape;

/* From <designrules>; EAGLE's own defaults where it is silent or NULL. */
void lw_eagle_read_rules(lw_figures *f, const xmlNode *designrules, eagle_rules *out);
/* Diameter of a pad or via: the given one, or what the rule makes of the drill when that is more.
 */
lw_nm lw_eagle_diameter(eagle_ring ring, lw_nm drill, lw_nm given);
lw_nm lw_eagle_via_diameter(const eagle_rules *rules, lw_nm drill, lw_nm given);
/* Fills board->rules. */
void lw_eagle_apply_rules(const eagle_rules *rules, lw_board *board);

#define EAGLE_CLASSES 256

/*
 * Fills the board's classes and their clearances from <classes> and from the numbers that signals
 * name, in the order of those numbers; class_of[number] is the index.
 */
void lw_eagle_read_classes(lw_figures *f, const xmlNode *classes, const xmlNode *signals,
                           const eagle_rules *rules, lw_board *board,
                           uint32_t class_of[EAGLE_CLASSES]);

/* ---- reading ---- */

/* A name or value that a package has in copper: which letters, only elements say. */
typedef struct eagle_copper_name {
    uint32_t package;
    lw_layers layers;
    lw_text text;
} eagle_copper_name;

typedef struct eagle_reader {
    lw_figures f; /* into the board's arena; its status is that of the whole reading */
    const lw_xml *xml;
    lw_board *board;
    eagle_rules rules;
    int8_t layer_at[EAGLE_LAYERS + 1]; /* index of a copper layer by its number, -1: not in use */
    uint32_t class_of[EAGLE_CLASSES];
    LW_LIST(eagle_copper_name) copper_names;
} eagle_reader;

/*
 * Reads what stands in a <package>, or in <plain>, which holds the same figures and has no pads.
 * `flipped`: copper layers are read as the bottom side sees them.
 */
void lw_eagle_read_package(eagle_reader *r, const xmlNode *node, bool flipped, lw_package *out);
/*
 * Adds the holes that milled lines (contours, of a fine pen) stand for; then gives holes around
 * drilled pads to those pads: slots that are plated.
 */
void lw_eagle_finish_milling(eagle_reader *r, lw_package *out, const lw_shape *lines,
                             uint32_t count);
/* False, with a warning, for a polygon of less than three corners. */
bool lw_eagle_has_corners(eagle_reader *r, const xmlNode *polygon);
/* An area that holds the letters when they are copper. */
lw_shape lw_eagle_text_area(eagle_reader *r, const lw_text *text);
/* "NAME" for ">NAME", "VALUE" for ">VALUE", else NULL. */
const char *lw_eagle_placeholder(const char *words);
/* Whether texts of the layer are only drawn: fills ink and side. */
bool lw_eagle_ink_of(int64_t layer, lw_ink *ink, bool *bottom);

/* Texts as EAGLE shows them; after lw_board_place(). `nodes` are those of the elements. */
void lw_eagle_finish_texts(eagle_reader *r, const xmlNode *const *nodes);

lw_status lw_eagle_read(const char *path, const char *text, size_t size, lw_board **out,
                        lw_error *err) LW_MUST_CHECK;
lw_status lw_eagle_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                         lw_error *err) LW_MUST_CHECK;

#endif
