/*
 * What the parts of the native format share: the words (leeway_words.c), names (leeway_names.c),
 * reading (leeway.c, leeway_package.c, leeway_outline.c) and writing (leeway_write.c).
 * boards/leeway.xsd describes the document.
 */
#ifndef LW_IO_LEEWAY_H
#define LW_IO_LEEWAY_H

#include "board/build.h"
#include "io/figures.h"
#include "io/format.h"

#define LEEWAY_NAMESPACE "urn:leeway:board:1"
#define LEEWAY_VERSION   1

/* What rules and drawings have when the file is silent; boards/leeway.xsd says the same. */
#define LEEWAY_CELL      1270000
#define LEEWAY_WIDTH     400000
#define LEEWAY_CLEARANCE 300000
#define LEEWAY_EDGE      500000
#define LEEWAY_HOLE      300000
#define LEEWAY_VIA       1200000
#define LEEWAY_DRILL     600000
#define LEEWAY_PEN       150000
#define LEEWAY_TEXT      1270000

/* The names of one kind and where each was declared. */
typedef struct leeway_table {
    const char *what; /* "net" */
    lw_dict *dict;
    LW_LIST(const xmlNode *) nodes; /* NULL for what stands in no file */
} leeway_table;

typedef struct leeway_reader {
    lw_figures f; /* into the board's arena; its status is that of the whole reading */
    const lw_xml *xml;
    lw_board *board;
    bool later; /* the document is of a later version: unknown words are told, not refused */
    uint32_t unknown_words;
    leeway_table layers, classes, packages, elements, nets;
    lw_dict *package_pads;       /* (package, pad) to the pad's index in the package */
    const xmlNode **pad_contact; /* a pad's contactref, or NULL */
} leeway_reader;

static inline bool leeway_failed(const leeway_reader *r)
{
    return r->f.status != LW_OK;
}

/* Every element and attribute is one that the vocabulary has at its place. */
void leeway_check_words(leeway_reader *r);

/* ---- names (leeway_names.c) ---- */

leeway_table leeway_table_new(lw_arena *arena, const char *what);
/* Interns the attribute "name", which must be new; its index is nodes.count before the call. */
const char *leeway_declare(leeway_reader *r, leeway_table *table, const xmlNode *node);
/* Index of the thing that the attribute names; 0 after a failure. */
uint32_t leeway_refer(leeway_reader *r, const leeway_table *table, const xmlNode *node,
                      const char *attribute);
int leeway_line(const leeway_reader *r, const xmlNode *node);

/* A set of layers; `usual` when the attribute is not there. */
lw_layers leeway_layers(leeway_reader *r, const xmlNode *node, const char *attribute,
                        lw_layers usual);
/* One layer, as an index. */
uint32_t leeway_layer(leeway_reader *r, const xmlNode *node, const char *attribute, uint32_t usual);

/* ---- figures and packages ---- */

/* What the width of a line may be, and what it is when it is missing. */
typedef enum leeway_pen {
    LEEWAY_SOLID_PEN, /* copper and slots: said, and larger than 0 */
    LEEWAY_ANY_PEN,   /* keepouts: said */
    LEEWAY_USUAL_PEN, /* drawings: LEEWAY_PEN */
    LEEWAY_NO_PEN     /* outlines: 0 */
} leeway_pen;

/* The next sibling, or the node itself, that is a figure. */
const xmlNode *leeway_figure_from(const leeway_reader *r, const xmlNode *node);
lw_shape leeway_figure(leeway_reader *r, const xmlNode *node, leeway_pen pen);
/* A figure of an outline: a line, closed around circles, rectangles and polygons. */
lw_shape leeway_outline_figure(leeway_reader *r, const xmlNode *node);
/* Holes, slots, keepouts, copper, drawings and texts in a package or on the board. */
void leeway_read_contents(leeway_reader *r, const xmlNode *node, lw_package *out);
void leeway_read_packages(leeway_reader *r);

/* ---- outline ---- */

/* After all elements are placed. */
void leeway_read_outline(leeway_reader *r);

/* ---- writing ---- */

lw_status leeway_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                       lw_error *err) LW_MUST_CHECK;

/* The whole document from the model, for boards that come from another format. */
void leeway_make(const lw_board *board, const lw_routes *routes, lw_buffer *out);

/* ` name="12.5"` in the units of the board */
void leeway_print_length(lw_buffer *out, const lw_board *board, const char *name, lw_nm value);
void leeway_print_escaped(lw_buffer *out, const char *text);
/* ` attribute="text"` */
void leeway_print_name(lw_buffer *out, const char *attribute, const char *text);
/* ` layers="top bottom"`; `names` are those of the board's layers. */
void leeway_print_layers(lw_buffer *out, const lw_board *board, const char *const *names,
                         lw_layers layers);
/* Elements behind their '<': `wire .../>` */
void leeway_print_track(lw_buffer *out, const lw_board *board, const char *const *layers,
                        const lw_track *track);
/* The sizes of a via as this format can have them: a hole, and copper around it. Others have vias
 * without, or do not tell. */
lw_nm leeway_via_diameter(lw_nm diameter);
lw_nm leeway_via_drill(lw_nm diameter, lw_nm drill);
void leeway_print_via(lw_buffer *out, const lw_board *board, const char *const *layers,
                      const lw_via *via);

#endif
