/*
 * What the parts of the Specctra format share: reading a design by its sections (dsn_structure.c,
 * dsn_padstack.c, dsn_library.c, dsn_network.c, dsn_wiring.c; all stand on dsn_values.c,
 * dsn_shape.c and dsn_rules.c, and dsn_read.c calls them in order) and writing a session
 * (ses_write.c) or with it (ses_read.c). dsn.c holds the table entry.
 *
 * A reader remembers the first failure in `status`; from then on every function answers with zeros,
 * so that a caller reads all it wants and looks at `status` once.
 */
#ifndef LW_IO_DSN_H
#define LW_IO_DSN_H

#include "base/buffer.h"
#include "base/names.h"
#include "io/sexpr.h"
#include "leeway/board.h"

/* KiCad checks what Specctra has no word for: copper keeps 0.25 mm from the rim of every drill,
 * and so do drills from each other. */
#define DSN_KICAD_HOLE 250000

/* A shape on copper layers; what pins and vias are made of. */
typedef struct dsn_padstack {
    const char *name;
    LW_LIST(lw_copper) copper;
    lw_layers layers; /* where it has copper */
    lw_nm diameter;   /* of the circle around all of it */
    lw_nm drill;      /* as far as it is told, else guessed; 0: none */
    const lw_sexpr *node;
} dsn_padstack;

/* Whom a clearance is for. */
typedef enum dsn_kind {
    DSN_WIRE,
    DSN_VIA,
    DSN_PIN,
    DSN_SMD,
    DSN_AREA,
    DSN_EDGE,
    DSN_KINDS
} dsn_kind;

/* What (rule ...) says; -1 where it is silent. */
typedef struct dsn_rules {
    lw_nm width;
    lw_nm clearance;
    lw_nm between[DSN_KINDS][DSN_KINDS]; /* of clearances with a type; symmetric */
} dsn_rules;

typedef struct dsn_reader {
    lw_sexpr_file file;
    lw_buffer decoded; /* the text in UTF-8 where the file's was in single bytes */
    lw_arena *scratch; /* the file's; shapes and names of the board are in the board's */
    lw_board *board;
    lw_status status;
    lw_error *err;
    int64_t unit;       /* nanometres */
    int64_t parts;      /* of the unit that numbers count in: 1 but in sessions */
    int64_t resolution; /* parts of `resolution_unit` that a session counts in */
    int64_t resolution_unit;
    const char *resolution_name;
    bool kicad;                   /* written by KiCad */
    int kicad_version;            /* 0: not known */
    bool rotate_first;            /* components on the back are turned before they are mirrored */
    const lw_sexpr_file *session; /* NULL: the design's own copper */
    dsn_rules rules;              /* of the whole board */
    lw_layers power;              /* layers without tracks */
    LW_LIST(dsn_padstack) padstacks;
    LW_LIST(int32_t) class_via; /* a class's padstack, -1: none */
    LW_LIST(bool) track_fixed;  /* a track's type is "fix" */
    LW_LIST(bool) via_fixed;
    LW_LIST(int32_t) via_stack; /* a via's padstack */
    int32_t via;                /* what classes without one have; -1: none */
    lw_dict *layers, *stacks, *images, *places, *nets, *classes; /* from names to indices */
    lw_dict *pins;                                               /* (component, pin) to a pad */
    uint32_t *same_pin; /* the next pad of the same component and pin, in a ring */
    lw_dict *told;      /* words that were warned of */
    uint32_t warnings;
    uint32_t arc_points;
} dsn_reader;

/* ---- words, numbers and units (dsn_values.c) ---- */

/* A failure at the node, unless there was one before. */
void dsn_fail(dsn_reader *r, const lw_sexpr *node, const char *format, ...) LW_PRINTF(3, 4);
/* After some dozens, further ones are only counted. */
void dsn_warn(dsn_reader *r, const lw_sexpr *node, const char *format, ...) LW_PRINTF(3, 4);
/* Says how many these were, at the end. */
void dsn_warn_of_more(dsn_reader *r);
/* Warns, once a word, that lists of this name are not read. */
void dsn_skip(dsn_reader *r, const lw_sexpr *list);
/* A text for a message: cut to some 60 bytes. */
const char *dsn_brief(dsn_reader *r, const char *text);

/* The word at a place of a list, interned; must be there and be a good name. "" after a failure. */
const char *dsn_name(dsn_reader *r, const lw_sexpr *list, uint32_t place);
const char *dsn_name_of(dsn_reader *r, const lw_sexpr *word);
/* A text that is no name: what is not UTF-8 in it becomes '?'. */
const char *dsn_text_of(dsn_reader *r, const lw_sexpr *word);
/* A length in the units in force. NULL or a list is a failure. */
lw_nm dsn_length(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word);
/* The same, not negative. */
lw_nm dsn_size(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word);
/* Degrees, brought into one turn. */
lw_angle dsn_angle(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *word);
/* Half of a size, never less. */
lw_nm dsn_half(lw_nm size);
/* (unit mm) or (resolution mm 1000) in a list changes the units; returns those before. */
int64_t dsn_enter_unit(dsn_reader *r, const lw_sexpr *list);
typedef void dsn_read_list(dsn_reader *r, const lw_sexpr *list);
/* Reads every list of this name in another, each in the units that it sets. */
void dsn_each(dsn_reader *r, const lw_sexpr *parent, const char *name, dsn_read_list *read);
/* (resolution um 10): numbers count in such parts of the unit. */
void dsn_enter_parts(dsn_reader *r, const lw_sexpr *resolution);
/* Those of the design, and those that its session counts in. */
void dsn_read_units(dsn_reader *r);
/* "on" and "off", "yes" and "no" */
bool dsn_is_off(const lw_sexpr *list, const char *name);

/* ---- shapes (dsn_shape.c) ---- */

/* The first list that is a figure: circle, rect, path, polygon, qarc. NULL: none. */
const lw_sexpr *dsn_figure(const lw_sexpr *list);
/* The same from a node on, itself included. */
const lw_sexpr *dsn_next_figure(const lw_sexpr *node);
/* The layer or layers of a figure: a name, or all ("pcb", "signal"), or those of power. */
lw_layers dsn_layers(dsn_reader *r, const lw_sexpr *figure);
bool dsn_is_everywhere(const lw_sexpr *figure);
/* Points are the board's. A polygon without area is a line or a point. */
lw_shape dsn_shape(dsn_reader *r, const lw_sexpr *figure);
/* Points from a word on, as long as words follow. */
lw_point *dsn_points(dsn_reader *r, const lw_sexpr *list, const lw_sexpr *first, uint32_t *count);
lw_shape dsn_placed(dsn_reader *r, lw_placement placement, lw_shape shape);
lw_shape dsn_grown(lw_shape shape, lw_nm by);

/* ---- rules (dsn_rules.c) ---- */

dsn_rules dsn_no_rules(void);
/* Adds what a list of (rule ...) says. */
void dsn_read_rules(dsn_reader *r, const lw_sexpr *list, dsn_rules *rules);
/* Fills the board's rules and its class 0 from those of the whole board. */
void dsn_apply_rules(dsn_reader *r);
/* What wires and vias keep from areas without copper. */
lw_nm dsn_area_clearance(const dsn_reader *r);
/* What copper keeps from the rim of drills. */
lw_nm dsn_hole_clearance(const dsn_reader *r);
/* The diameter that a via has to count with so that others keep away from its drill. */
lw_nm dsn_via_diameter(const dsn_reader *r, const dsn_padstack *stack, uint32_t class_id);

/* ---- sections ---- */

void dsn_read_layers(dsn_reader *r, const lw_sexpr *structure);
void dsn_read_structure_rules(dsn_reader *r, const lw_sexpr *structure);
/* Outline, keepouts. */
void dsn_read_areas(dsn_reader *r, const lw_sexpr *structure);
/* After the nets. */
void dsn_read_planes(dsn_reader *r, const lw_sexpr *structure);
/* A box around everything, where there is no outline. */
void dsn_finish_outline(dsn_reader *r);
/* Layers of power take no tracks; without a via that can be made there are none. */
void dsn_close_layers(dsn_reader *r);

/* A keepout of an image or of the board; false when the list is none. */
typedef LW_LIST(lw_keepout) dsn_keepouts;
bool dsn_read_keepout(dsn_reader *r, const lw_sexpr *list, dsn_keepouts *out);

void dsn_read_padstacks(dsn_reader *r, const lw_sexpr *library);
void dsn_read_images(dsn_reader *r, const lw_sexpr *library);
void dsn_read_placement(dsn_reader *r, const lw_sexpr *placement);
/* After all components: makes the pads. */
void dsn_place(dsn_reader *r);

/* The first of the named padstacks that joins all layers; the words begin at a node. */
int32_t dsn_find_via(dsn_reader *r, const lw_sexpr *first);
void dsn_read_nets(dsn_reader *r, const lw_sexpr *network);
void dsn_read_classes(dsn_reader *r, const lw_sexpr *network);
/* Rules of single nets, vias of all classes; after dsn_read_classes(). */
void dsn_finish_classes(dsn_reader *r);
/* Keepouts around drilled pads without a net. */
void dsn_guard_holes(dsn_reader *r);

/* With a session only what is fixed. */
void dsn_read_wiring(dsn_reader *r, const lw_sexpr *wiring);
/* A wire or via of this net; other lists are passed over. */
void dsn_read_copper(dsn_reader *r, const lw_sexpr *node, lw_net_id net);
/* The copper of the session; see ses_read.c. */
void dsn_read_session(dsn_reader *r);

/* ---- the whole ---- */

lw_status dsn_read(const char *path, const char *text, size_t size, lw_board **out,
                   lw_error *err) LW_MUST_CHECK;
/* The same with the copper of a session, which is kept as long as this runs; NULL: none. */
lw_status dsn_read_both(const char *path, const char *text, size_t size,
                        const lw_sexpr_file *session, lw_board **out, lw_error *err) LW_MUST_CHECK;
/* Whether a text is a session. */
bool ses_recognise(const char *text, size_t size);
/* Reads a design with the copper of a session. */
lw_status ses_read(const char *path, const char *text, size_t size, const char *session_path,
                   const char *session, size_t session_size, lw_board **out,
                   lw_error *err) LW_MUST_CHECK;
/*
 * Reads once more what a board was made from, for a writer; the reader's board is a second one.
 * Free with dsn_close().
 */
lw_status dsn_open(const char *path, const char *text, size_t size, dsn_reader *r,
                   lw_error *err) LW_MUST_CHECK;
void dsn_close(dsn_reader *r);

lw_status ses_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                    lw_error *err) LW_MUST_CHECK;

#endif
