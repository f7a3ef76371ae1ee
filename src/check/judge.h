/*
 * What the rules of the judge share: the items of a board with its routes, cut into pieces that a
 * box index finds again, and the list of what was found wrong.
 */
#ifndef LW_CHECK_JUDGE_H
#define LW_CHECK_JUDGE_H

#include "base/arena.h"
#include "board/links.h"
#include "board/planes.h"
#include "geom/index.h"
#include "leeway/check.h"

#define LW_NO_ITEM UINT32_MAX

/* A board of a million faults is not searched to its end. Faults that a run made and those that it
 * found there are counted apart, so that the latter never hide the former. */
#define LW_HITS_MAX 200000

/* Nor is one where too much lies at one place: so many things may a rule look at and pairs of sides
 * measure, and so many more an item. Real boards take some thirty an item. */
#define LW_WORK_MOST     100000000
#define LW_WORK_FOR_ITEM 100

/* A shape, or one segment of a long open line: a whole outline in one box would be near everything.
 */
typedef struct lw_piece {
    uint32_t item;
    lw_shape shape;
} lw_piece;

/* Pieces of some kinds of items, in the order of the items. */
typedef struct lw_pieces {
    LW_LIST(lw_piece) list;
    lw_box *boxes;
    lw_index *index;
} lw_pieces;

/* Something wrong between two shapes, or with one (b is LW_NO_ITEM). Of two, a is the one that came
 * later: new copper, then tracks, vias, pads. */
typedef struct lw_hit {
    lw_rule rule;
    uint32_t a, b;               /* items */
    uint32_t object_a, object_b; /* and their objects */
    lw_layers layers;
    lw_point at;
    lw_nm actual, required;
} lw_hit;

typedef struct lw_judge {
    const lw_board *board;
    const lw_routes *routes; /* or NULL */
    bool pours;
    bool solution;               /* as in lw_check_options */
    lw_nm neck_width;            /* likewise */
    const bool *nets;            /* likewise */
    bool has_base;               /* an earlier state of the board is known, without routes */
    bool *old_tracks, *old_vias; /* which of the board it had */
    lw_arena *arena;             /* scratch, freed with the judge */
    lw_links *links;
    lw_item_list items;
    lw_planes *planes;                     /* NULL: the board has none */
    uint32_t *objects;                     /* of each item: shapes of one pad are one object */
    uint32_t first[LW_ITEM_KIND_COUNT][2]; /* first object of a kind, [1] of the added ones */
    uint32_t object_count;
    lw_pieces copper; /* pads, tracks, vias, plain copper */
    LW_LIST(lw_hit) hits;
    uint32_t hits_of[2]; /* old and new ones */
    bool cut_short;      /* some old ones were left out, or the search has stopped */
    uint64_t work;       /* on the rule under way */
    bool unfinished;     /* a rule was too much work */
    bool full;           /* new ones are too many, or the work: the search for more stops */
} lw_judge;

#define LW_KIND_SET(kind) (1u << (kind))

/* One step of a comparison for qsort(). */
#define LW_COMPARE(a, b)                                                                           \
    do {                                                                                           \
        if ((a) != (b))                                                                            \
            return (a) < (b) ? -1 : 1;                                                             \
    } while (0)

void lw_judge_open(lw_judge *judge, const lw_board *board, const lw_routes *routes,
                   const lw_check_options *options);
/* Tells which copper of the board alone is new: what `base` does not have. */
void lw_judge_compare(lw_judge *judge, const lw_board *base);
void lw_judge_close(lw_judge *judge);
/* All rules; leaves one hit for every pair of objects, the worst. */
void lw_judge_faults(lw_judge *judge);

/* Their index knows them by number. lw_pieces_free() */
lw_pieces lw_pieces_new(lw_judge *judge, unsigned kinds);
/* Boxes and index of a list that was filled by hand. */
void lw_pieces_index(lw_judge *judge, lw_pieces *pieces);
void lw_pieces_free(lw_pieces *pieces);

/* Whether the item is the first of its object: what does not depend on the shape is told once. */
static inline bool lw_item_is_first(const lw_judge *judge, uint32_t item)
{
    return item == 0 || judge->objects[item] != judge->objects[item - 1];
}

/* Whether it is known to be new: of the routes, or not on the base. */
bool lw_judge_new(const lw_judge *judge, const lw_item *item);
/* Whether it is copper that counts as this run's: new, or any track or via where nothing is known.
 */
bool lw_judge_made(const lw_judge *judge, const lw_item *item);
/* Counts work on the rule under way; whether to go on with it. */
static inline bool lw_judge_work(lw_judge *judge, uint64_t amount)
{
    judge->work += amount;
    if (judge->work > LW_WORK_MOST + (uint64_t)LW_WORK_FOR_ITEM * judge->items.count)
        judge->full = judge->unfinished = true;
    return !judge->full;
}

/* Whether two pieces are nearer than that: work. */
static inline bool lw_judge_near(lw_judge *judge, const lw_piece *a, const lw_piece *b,
                                 lw_nm required)
{
    lw_judge_work(judge, (uint64_t)a->shape.count * b->shape.count);
    return lw_shape_closer(a->shape, b->shape, required);
}

/* Whether a fault of these two would be kept; saves measuring when it would not. */
bool lw_judge_wants(const lw_judge *judge, const lw_item *a, const lw_item *b);
/* Records two shapes that are nearer than `required`; items a and b, the layers are the common
 * ones. */
void lw_judge_pair(lw_judge *judge, lw_rule rule, const lw_piece *a, const lw_piece *b,
                   lw_nm required);
void lw_judge_one(lw_judge *judge, lw_rule rule, uint32_t item, lw_point at, lw_nm actual,
                  lw_nm required);

/* The rules. */
void lw_judge_clearance(lw_judge *judge);
void lw_judge_bounds(lw_judge *judge);
void lw_judge_holes(lw_judge *judge);
void lw_judge_keepouts(lw_judge *judge);
void lw_judge_sizes(lw_judge *judge);
void lw_judge_dangling(lw_judge *judge);

/* Fills the reports of the nets and the ratsnest. */
void lw_judge_nets(lw_judge *judge, lw_report *report);

/* A point on a net; points of one group are joined already. */
typedef struct lw_anchor {
    lw_point at;
    uint32_t group;
} lw_anchor;

/* Appends the shortest lines that join all groups (0 .. groups - 1) of a net; reorders the anchors.
 */
void lw_ratsnest(lw_arena *scratch, lw_net_id net, lw_anchor *anchors, uint32_t count,
                 uint32_t groups, lw_report *report);

const lw_track *lw_judge_track(const lw_judge *judge, const lw_item *item);
const lw_via *lw_judge_via(const lw_judge *judge, const lw_item *item);
/* Whether the shapes share more than a point or line. (Two polygons without a radius that touch
 * count, too: their distance is 0 in either case.) */
static inline bool lw_overlap(lw_shape a, lw_shape b)
{
    return lw_shape_closer(a, b, a.radius || b.radius ? 0 : 1);
}

static inline lw_shape lw_disc(const lw_point *at, lw_nm radius)
{
    return (lw_shape){.points = at, .count = 1, .radius = radius};
}

#endif
