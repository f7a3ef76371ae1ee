/*
 * What the parts of the KiCad format share: values (kicad_values.c), figures (kicad_figures.c),
 * pads and footprints (kicad_pad.c, kicad_footprint.c), zones and tracks (kicad_zone.c,
 * kicad_track.c), drawings (kicad_drawing.c), classes and rules (kicad_rules.c, kicad_project.c),
 * the course of reading (kicad_read.c) and writing (kicad_write.c). kicad.c holds the table entry.
 *
 * KiCad's y points down, the board's up: every y is negated as it is read. Angles turn
 * counter-clockwise on the screen in both.
 */
#ifndef LW_IO_KICAD_H
#define LW_IO_KICAD_H

#include "base/buffer.h"
#include "base/names.h"
#include "io/sexpr.h"
#include "leeway/board.h"

/* Formats, by the day they began. */
#define KICAD_FORMAT_4      4        /* the first that is read */
#define KICAD_FORMAT_6      20200909 /* classes and rules are in the project file */
#define KICAD_FORMAT_7      20221018
#define KICAD_FORMAT_UUID   20231014 /* on the way to 8: (uuid "..."), a line for each value */
#define KICAD_FORMAT_LATEST 20251231 /* of what is known; later ones are read with a warning */

/* Coordinates inside a footprint stay below this, so that sums of three fit. */
#define KICAD_NEAR 500000000

/* What KiCad has where nothing is said; lengths in nanometres. */
typedef struct kicad_rules {
    lw_nm clearance; /* of any copper, at least */
    lw_nm edge;      /* -1: not said */
    lw_nm hole, drill, min_width, min_drill, min_ring, min_via;
} kicad_rules;

/* Names that are taken. A name that comes again gets a number behind it: "C1", "C1@1", "C1@2". */
typedef struct kicad_taken {
    lw_dict *names;          /* into `again` */
    LW_LIST(uint32_t) again; /* how often each has come again */
} kicad_taken;

typedef struct kicad_reader {
    const lw_sexpr_file *file;
    lw_board *board;
    lw_status status; /* the first failure; from then on every function answers with zeros */
    lw_error *err;
    int64_t version;
    kicad_rules rules;
    const char *project_path; /* of the project file beside the board; NULL: there is none */
    const char *project;
    size_t project_size;
    lw_dict *layers;                  /* copper layers by KiCad's name */
    lw_dict *classes;                 /* by name; the default one is not in it */
    lw_dict *nets;                    /* by name */
    lw_dict *numbers;                 /* nets by number; empty in formats that have none */
    bool numbered;                    /* nets go by number */
    LW_LIST(lw_shape) outline;        /* lines of the board's outline */
    LW_LIST(lw_shape) margin;         /* lines that copper keeps away from as from the outline */
    LW_LIST(lw_plain_copper) letters; /* of copper; they belong to no pad, even beside one */
    LW_LIST(lw_net_id) pad_nets;      /* in the order of board->pads */
    LW_LIST(const lw_sexpr *) footprints; /* in the order of board->elements */
    kicad_taken elements, package_names, layer_names;
    lw_dict *locked;   /* identities of what locked groups have */
    lw_dict *packages; /* by a footprint's name and a number from 0 up, as a name of its own */
    uint32_t points;   /* of arcs, made so far; there is a limit */
} kicad_reader;

/* ---- values (kicad_values.c) ---- */

/* A failure at the node, unless there was one before. */
void lw_kicad_fail(kicad_reader *r, const lw_sexpr *node, const char *format, ...) LW_PRINTF(3, 4);
void lw_kicad_warn(kicad_reader *r, const lw_sexpr *node, const char *format, ...) LW_PRINTF(3, 4);
/* The length at a place of a list; must be there. `most` is the largest magnitude. */
lw_nm lw_kicad_length(kicad_reader *r, const lw_sexpr *list, uint32_t place, lw_nm most);
/* The length in the list's child of that name; `usual` when there is none. */
lw_nm lw_kicad_length_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm usual);
/* The same, not negative. */
lw_nm lw_kicad_size_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm usual);
/* A number at a place, in millionths; `usual` when it is not there. */
int64_t lw_kicad_number(kicad_reader *r, const lw_sexpr *list, uint32_t place, int64_t usual);
/* The angle at a place, 0 <= angle < 360 degrees; 0 when it is not there. */
lw_angle lw_kicad_angle(kicad_reader *r, const lw_sexpr *list, uint32_t place);
lw_angle lw_kicad_turn(int64_t angle);
/* The point of (at x y ...), (xy x y) and the like. */
lw_point lw_kicad_point(kicad_reader *r, const lw_sexpr *list, lw_nm most);
/* That of the list's child of that name; must be there. */
lw_point lw_kicad_point_of(kicad_reader *r, const lw_sexpr *list, const char *name, lw_nm most);
/* Whether a flag is set in any of KiCad's spellings: flag, (flag), (flag yes). */
bool lw_kicad_flag(const lw_sexpr *list, const char *name);
/* Whether the list's child of that name has the word. */
bool lw_kicad_says(const lw_sexpr *list, const char *name, const char *word);
/* The word at a place as an interned name; "" when there is none. Fails for what is no name. */
const char *lw_kicad_name(kicad_reader *r, const lw_sexpr *list, uint32_t place);
/* Not too long, UTF-8, without control characters. */
bool lw_kicad_is_name(const char *text);
const char *lw_kicad_unique(kicad_reader *r, kicad_taken *taken, const char *name);
/* Copper layers of a name, as "*.Cu". */
lw_layers lw_kicad_named_layers(const kicad_reader *r, const char *word);
/* Copper layers that the words of the list's child "layers" or "layer" name. */
lw_layers lw_kicad_layers(kicad_reader *r, const lw_sexpr *list);
/* The net that the list's child "net" names; LW_NO_NET when none. */
lw_net_id lw_kicad_net(kicad_reader *r, const lw_sexpr *list);

/* ---- figures (kicad_figures.c) ---- */

/* The name of a figure without "gr_" or "fp_"; "" for what is none. */
const char *lw_kicad_figure_kind(const lw_sexpr *node);
/* Whether it is text in a frame; as a figure, all within the frame. */
bool lw_kicad_is_text_box(const lw_sexpr *node);
/* Fills `out` with the figure as it is drawn, its pen's half width the radius. False for texts and
 * what is no figure. */
bool lw_kicad_figure(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out);
/* The same as a line without width, as outlines are drawn. */
bool lw_kicad_contour(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out);
/* The line of an arc through (start) (mid) (end). */
bool lw_kicad_three_points(kicad_reader *r, const lw_sexpr *node, lw_nm most, lw_shape *out);
/* The polygon of (pts (xy ...) (arc ...)); of no points, where there are less than three. */
lw_shape lw_kicad_corners(kicad_reader *r, const lw_sexpr *list, lw_nm most);
lw_text lw_kicad_text(kicad_reader *r, const lw_sexpr *node, const char *words, lw_nm most);
/* A box that holds the letters. */
lw_shape lw_kicad_text_area(kicad_reader *r, const lw_sexpr *node, const lw_text *text);
/* Whether a layer is only drawn, and how. */
bool lw_kicad_ink(const char *layer, lw_ink *ink, bool *bottom);
/* With points of the board's own; those beyond the range of coordinates fail. */
lw_shape lw_kicad_shape(kicad_reader *r, const lw_sexpr *node, const lw_point *points,
                        uint32_t count, bool filled, lw_nm radius);

/* ---- parts of the document ---- */

/* Reads a pad of the footprint, which is turned by `angle`. */
void lw_kicad_read_pad(kicad_reader *r, const lw_sexpr *node, const lw_sexpr *footprint,
                       lw_angle angle, kicad_taken *names, lw_package *out);
void lw_kicad_read_footprint(kicad_reader *r, const lw_sexpr *node);
/* What is drawn on the board itself. */
void lw_kicad_read_drawing(kicad_reader *r, const lw_sexpr *node);
/* Its lines and its text, on layers of copper. */
void lw_kicad_read_dimension(kicad_reader *r, const lw_sexpr *node);
void lw_kicad_read_zone(kicad_reader *r, const lw_sexpr *node);
/* Which items are locked because a group of theirs is; before the items are read. */
void lw_kicad_read_locks(kicad_reader *r, const lw_sexpr *root);
void lw_kicad_read_segment(kicad_reader *r, const lw_sexpr *node);
void lw_kicad_read_arc(kicad_reader *r, const lw_sexpr *node);
void lw_kicad_read_via(kicad_reader *r, const lw_sexpr *node);
/* The turn of an arc from a to b through `middle`; 0 for a straight line. */
lw_angle lw_kicad_curve(lw_point a, lw_point middle, lw_point b);

/* Classes and rules, those of the project with them; after the nets. */
void lw_kicad_read_rules(kicad_reader *r, const lw_sexpr *root);
void lw_kicad_read_project(kicad_reader *r);
/* Each pair of classes has a clearance. */
enum { KICAD_CLASSES_MOST = 1000 };
/* The default class as new projects have it. */
void lw_kicad_start_classes(kicad_reader *r);
/* The class of an interned name, made from the default one where there is none; NULL: too many. */
lw_class *lw_kicad_class(kicad_reader *r, const char *name);
/* Of the text, 0 when it has none. */
int64_t lw_kicad_version(const lw_sexpr *root);

/* `project` is the project file beside the board, or NULL. */
lw_status lw_kicad_read(const char *path, const char *text, size_t size, const char *project_path,
                        const char *project, size_t project_size, lw_board **out,
                        lw_error *err) LW_MUST_CHECK;
lw_status lw_kicad_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                         lw_error *err) LW_MUST_CHECK;

#endif
