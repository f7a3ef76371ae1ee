/*
 * The board: layers, rules, outline, parts, nets and the copper that is there.
 *
 * A board is made by a reader (io.h), never changes afterwards and owns everything it points to.
 * Things refer to each other by index. Names are interned UTF-8: equal names are equal pointers
 * within one board. Copper that a run adds or takes away stands beside the board, in lw_routes.
 */
#ifndef LEEWAY_BOARD_H
#define LEEWAY_BOARD_H

#include "leeway/geom.h"

typedef int32_t lw_net_id;
#define LW_NO_NET (-1)

/** A set of copper layers: bit i is layer i, 0 is the top, layer_count - 1 the bottom. */
typedef uint32_t lw_layers;
#define LW_MAX_LAYERS 32
#define LW_LAYER(i)   ((lw_layers)1 << (i))

/** What the clearance table tells apart. */
typedef enum lw_kind { LW_TRACK, LW_VIA, LW_PAD, LW_KIND_COUNT } lw_kind;

typedef struct lw_layer {
    const char *name;
    int32_t number; /**< of the file's own numbering (EAGLE: 1 to 16) */
    enum { LW_ANY_WAY, LW_HORIZONTAL, LW_VERTICAL } direction; /**< preferred */
    lw_span source; /**< of the name, where a format writes it into copper; else empty */
} lw_layer;

/** A net class. Class 0 is the default one; copper without a net has its rules. */
typedef struct lw_class {
    const char *name;
    lw_nm width;     /**< of tracks that are routed */
    lw_nm neck;      /**< of tracks next to a pad, at least; 0: as all others */
    lw_nm clearance; /**< to any other net, at least */
    lw_nm via_diameter;
    lw_nm via_drill;
} lw_class;

typedef struct lw_rules {
    lw_nm clearance[LW_KIND_COUNT][LW_KIND_COUNT]; /**< symmetric */
    lw_nm edge;                                    /**< copper to outline and cut-outs */
    lw_nm hole;                                    /**< copper to a hole without copper */
    lw_nm drill;                                   /**< hole to hole, of any two, also of one net */
    lw_nm min_width;                               /**< what the judge accepts of a track */
    lw_nm min_drill;
    lw_nm min_ring; /**< copper around the drill of a via */
} lw_rules;

/** A shape on some layers. */
typedef struct lw_copper {
    lw_layers layers;
    lw_shape shape;
} lw_copper;

/* ---- packages: what is drawn once and placed by elements; package coordinates ---- */

typedef struct lw_package_pad {
    const char *name;
    lw_point at;     /**< centre: of the drill, or of the smd; where a track ends */
    lw_nm drill;     /**< 0: no hole */
    lw_nm clearance; /**< to other nets, at least; 0: what classes and rules say */
    LW_LIST(lw_copper)
    copper; /**< layers as seen from the top side; a mirrored element swaps them */
    lw_span source;
} lw_package_pad;

typedef struct lw_hole {
    lw_shape shape; /**< a point with a radius, or a slot */
    bool milled;    /**< a contour to be milled, not a drill */
    lw_span source;
} lw_hole;

/** A keepout blocks what `tracks` and `vias` say inside the shape on the layers. */
typedef struct lw_keepout {
    lw_layers layers;
    lw_shape shape;
    LW_LIST(lw_shape) windows; /**< filled polygons inside which nothing is blocked */
    bool tracks, vias;
    lw_span source;
} lw_keepout;

/** What is only drawn. */
typedef enum lw_ink { LW_SILK, LW_DOCUMENT, LW_INK_COUNT } lw_ink;

typedef struct lw_drawing {
    lw_ink ink;
    bool bottom; /**< on the bottom side */
    lw_shape shape;
} lw_drawing;

typedef struct lw_text {
    lw_ink ink;
    bool bottom;
    lw_placement placement; /**< of its anchor */
    lw_nm height;
    uint8_t align_x,
        align_y; /**< 0 left/bottom, 1 centre, 2 right/top: which point of the text the anchor is */
    const char
        *text; /**< one or more lines; in packages ">NAME" and ">VALUE" stand for the element's */
} lw_text;

/** Copper drawn without a pad or net of its own (lettering, antennas, closed jumpers). */
typedef struct lw_plain_copper {
    lw_copper copper;
    LW_LIST(lw_net_id)
    nets; /**< nets whose pads it touches: those may touch it; all others keep clear */
    lw_span source;
} lw_plain_copper;

typedef struct lw_package {
    const char *name;
    LW_LIST(lw_package_pad) pads;
    LW_LIST(lw_hole) holes;
    LW_LIST(lw_plain_copper) copper;
    LW_LIST(lw_keepout) keepouts;
    LW_LIST(lw_shape) outline; /**< open lines that belong to the board's outline */
    LW_LIST(lw_drawing) drawings;
    LW_LIST(lw_text) texts;
} lw_package;

typedef struct lw_element {
    const char *name;
    const char *value; /**< "" when there is none */
    uint32_t package;
    lw_placement placement; /**< mirrored: on the bottom side */
    uint32_t first_pad;     /**< its pads are board->pads[first_pad ..], in the package's order */
    lw_span source;
} lw_element;

/* ---- the board itself; board coordinates ---- */

typedef struct lw_pad {
    uint32_t element;
    const char *name;
    lw_net_id net; /**< LW_NO_NET: connected to nothing */
    lw_point at;
    lw_nm drill;               /**< 0: surface mounted */
    lw_nm clearance;           /**< to other nets, at least; 0: what classes and rules say */
    lw_layers layers;          /**< where it has copper */
    LW_LIST(lw_copper) copper; /**< one shape or more; together they are the pad */
} lw_pad;

typedef struct lw_net {
    const char *name;
    uint32_t class_id;
    LW_LIST(uint32_t) pads; /**< ascending, each once */
    lw_span source;         /**< of the whole element; KiCad: of what copper names it by */
    uint32_t insert_at;     /**< offset in the source text where new copper goes */
} lw_net;

/** A wire on one copper layer. */
typedef struct lw_track {
    lw_net_id net;
    uint32_t layer;
    lw_nm width;
    lw_point ends[2];
    const lw_point *arc; /**< NULL for a straight one; else all points, ends included */
    uint32_t arc_count;
    lw_angle curve; /**< 0 for a straight one */
    bool locked;
    lw_span source; /**< empty for a new one */
} lw_track;

/** A plated hole that joins layers. */
typedef struct lw_via {
    lw_net_id net;
    lw_point at;
    lw_nm diameter; /**< of the circle around it when the file has it square or octagonal */
    lw_nm drill;
    lw_layers layers;
    bool locked;
    lw_span source;
} lw_via;

/** A copper area that is poured again after routing. */
typedef struct lw_pour {
    lw_net_id net;
    lw_layers layers;
    lw_shape shape;
    bool cutout; /**< an area that is never poured */
    bool plane; /**< the file gives the area to the net: other nets' tracks should leave it whole */
    lw_span source;
} lw_pour;

/** A bridge of insulated wire: joins what lies at its ends. */
typedef struct lw_jumper {
    lw_net_id net;
    lw_point ends[2];
    lw_span source;
} lw_jumper;

typedef enum lw_format {
    LW_FORMAT_XML,
    LW_FORMAT_EAGLE,
    LW_FORMAT_SPECCTRA, /**< designs (.dsn) are read, sessions (.ses) written */
    LW_FORMAT_KICAD,
    LW_FORMAT_COUNT
} lw_format;

/** Something worth telling that is no error (an open outline that was closed, an unknown
 * attribute). */
typedef struct lw_warning {
    int line, column; /**< 0: of the whole file */
    const char *text;
} lw_warning;

typedef struct lw_board {
    const char *name;
    const char *units; /**< of the file: "mm", "mil", "in", "um", "cell" */
    int64_t unit;      /**< nanometres of one such unit */
    bool y_down;       /**< y grows downwards in the file; see lw_board_file_y() */
    LW_LIST(lw_layer) layers;
    lw_rules rules;
    LW_LIST(lw_class) classes; /**< at least one */
    lw_nm pad_clearance;       /**< the largest that a pad asks for by itself */
    lw_nm *class_clearance;    /**< classes.count² values: what a pair of classes asks for, 0 if
                                  nothing */
    /** Closed loops, filled polygons, radius = LW_ARC_ERROR where they stand for arcs; a point is
     * on the board when it lies in an odd number of them. */
    LW_LIST(lw_shape) outline;
    /** Lines that copper keeps away from like from the outline, but that close no loop. */
    LW_LIST(lw_shape) edges;
    LW_LIST(lw_package) packages;
    LW_LIST(lw_element) elements;
    LW_LIST(lw_pad) pads;
    LW_LIST(lw_hole) holes;
    LW_LIST(lw_keepout) keepouts;
    LW_LIST(lw_plain_copper) copper;
    LW_LIST(lw_net) nets;
    LW_LIST(lw_track) tracks;
    LW_LIST(lw_via) vias;
    LW_LIST(lw_pour) pours;
    LW_LIST(lw_jumper) jumpers;
    LW_LIST(lw_drawing) drawings;
    LW_LIST(lw_text) texts;
    LW_LIST(lw_span) airwires; /**< of the source: drawn hints, replaced when the net is routed */
    LW_LIST(lw_warning) warnings;
    lw_format format;
    const char *path;        /**< as given */
    const char *beside_path; /**< of what was read with it, KiCad's project; NULL: nothing */
    const char *source;      /**< the text it was read from, spans refer to it */
    bool latin; /**< the file has a byte a letter, code page 1252; the source is UTF-8 */
    size_t source_size;
    struct lw_arena *arena; /**< owns all of the above */
    struct lw_names *names;
} lw_board;

/** NULL is fine. */
LW_API void lw_board_free(lw_board *board);

/** All copper layers. */
LW_API lw_layers lw_board_layers(const lw_board *board);
/** The box of the outline (and of the edges and pads where there is no loop). */
LW_API lw_box lw_board_box(const lw_board *board);
/** Turns a y of the board, which grows upwards, into that of its file, and back: people and
 * programs are told places as their file has them. */
LW_API int64_t lw_board_file_y(const lw_board *board, int64_t y);
/** LW_NO_NET when there is none of that name. */
LW_API lw_net_id lw_board_net(const lw_board *board, const char *name);
/** "U1.7", written into buffer. */
LW_API const char *lw_pad_name(const lw_board *board, uint32_t pad, char *buffer, size_t size);
/** "(no net)" for LW_NO_NET. */
LW_API const char *lw_net_name(const lw_board *board, lw_net_id net);
/** Class of a net; class 0 for LW_NO_NET. */
LW_API uint32_t lw_net_class(const lw_board *board, lw_net_id net);
/** Sum over the nets of pads to be joined - 1. */
LW_API uint32_t lw_board_connections(const lw_board *board);
/** The pad's copper on a layer is `copper.at[i].layers` having it; whether it has any. */
LW_API bool lw_pad_on(const lw_pad *pad, uint32_t layer);
/** Valid as long as the track is. */
LW_API lw_shape lw_track_shape(const lw_track *track);
LW_API lw_shape lw_via_shape(const lw_via *via);

/**
 * Where a pad cannot be left in full width, a track of its net may be as narrow as this. It widens
 * no farther from the pad's copper than LW_NECK_REACH and half its full width.
 *
 * @param asked  what to use instead of the class's own least; 0: nothing. It counts no less than
 *               the board's least width, and no more than the width of the class.
 */
LW_API lw_nm lw_neck_width(const lw_board *board, uint32_t class_id, lw_nm asked);
#define LW_NECK_REACH 1500000

/**
 * The clearance that copper of two different nets keeps: the largest of the table of kinds, of both
 * classes' own and of what the pair of classes asks for. The one place that knows; what an item
 * asks for by itself (lw_item) comes to it.
 */
LW_API lw_nm lw_clearance(const lw_board *board, lw_kind kind_a, uint32_t class_a, lw_kind kind_b,
                          uint32_t class_b);
/** The same with the largest answer over all kinds, classes and pads: the reach of spatial queries.
 */
LW_API lw_nm lw_clearance_most(const lw_board *board);

/* ---- routes: what a run adds to a board and takes away ---- */

typedef struct lw_routes {
    LW_LIST(lw_track) tracks;
    LW_LIST(lw_via) vias;
    bool *track_gone; /**< board->tracks.count flags: ripped up by this run; NULL: none is */
    bool *via_gone;
    struct lw_arena *arena;
} lw_routes;

/** No copper added or taken away. */
LW_API lw_routes *lw_routes_new(const lw_board *board);
/** All copper that is not locked taken away. */
LW_API lw_routes *lw_routes_rip_up(const lw_board *board);
/** The same copper added and taken away. */
LW_API lw_routes *lw_routes_copy(const lw_board *board, const lw_routes *routes);
LW_API void lw_routes_free(lw_routes *routes);

/* ---- items: everything on a board that copper meets, in one enumeration ---- */

typedef enum lw_item_kind {
    LW_ITEM_PAD,   /**< index into pads; one item a shape */
    LW_ITEM_TRACK, /**< into board->tracks, or routes->tracks when `added` */
    LW_ITEM_VIA,
    LW_ITEM_COPPER, /**< plain copper */
    LW_ITEM_HOLE,   /**< without copper */
    /** One segment of a loop of the outline (index: the loop) or of an edge line (index:
     * outline.count + the line). */
    LW_ITEM_EDGE,
    LW_ITEM_KEEPOUT,
    LW_ITEM_KIND_COUNT
} lw_item_kind;

typedef struct lw_item {
    lw_item_kind kind;
    uint32_t index;
    bool added;       /**< of routes, not of the board */
    lw_net_id net;    /**< LW_NO_NET where there is none */
    lw_layers layers; /**< holes and edges: all */
    lw_shape shape;
    lw_nm drill;     /**< of pads and vias; 0 without */
    lw_nm clearance; /**< that a pad asks for by itself */
    lw_point at;     /**< centre of pads and vias */
} lw_item;

typedef struct lw_item_list {
    const lw_item *at;
    uint32_t count;
    struct lw_arena *arena;
} lw_item_list;

/**
 * All items of a board with its routes (NULL: as it is), copper that is gone left out, in a fixed
 * order. The caller frees the list with lw_items_free(). Shapes point into board and routes, which
 * must outlive it and not grow meanwhile.
 */
LW_API lw_item_list lw_items_new(const lw_board *board, const lw_routes *routes);
LW_API void lw_items_free(lw_item_list *items);
/** Clearance kind of an item: tracks and plain copper LW_TRACK, vias LW_VIA, pads LW_PAD. */
LW_API lw_kind lw_item_clearance_kind(lw_item_kind kind);

#endif
