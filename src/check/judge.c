#include <stdlib.h>
#include "check/judge.h"

/* Objects are numbered by kind, then apart for board and routes, then by index. */
static void number_objects(lw_judge *judge)
{
    uint32_t count[LW_ITEM_KIND_COUNT][2] = {{0}};
    count[LW_ITEM_PAD][0] = judge->board->pads.count; /* also those without copper */
    for (uint32_t i = 0; i < judge->items.count; i++) {
        const lw_item *item = &judge->items.at[i];
        uint32_t *most = &count[item->kind][item->added];
        *most = item->index + 1 > *most ? item->index + 1 : *most;
    }
    for (int kind = 0; kind < LW_ITEM_KIND_COUNT; kind++) {
        for (int added = 0; added < 2; added++) {
            judge->first[kind][added] = judge->object_count;
            judge->object_count += count[kind][added];
        }
    }
    judge->objects = LW_NEW_MANY(judge->arena, uint32_t, judge->items.count);
    for (uint32_t i = 0; i < judge->items.count; i++) {
        const lw_item *item = &judge->items.at[i];
        judge->objects[i] = judge->first[item->kind][item->added] + item->index;
    }
}

void lw_judge_open(lw_judge *judge, const lw_board *board, const lw_routes *routes,
                   const lw_check_options *options)
{
    *judge = (lw_judge){
        .board = board,
        .routes = routes,
        .pours = options->pours,
        .solution = options->solution,
        .neck_width = options->neck_width,
        .nets = options->nets,
    };
    judge->arena = lw_arena_new();
    judge->links = lw_links_new(board);
    judge->items = lw_items_new(board, routes);
    judge->planes = lw_planes_new(board, &judge->items);
    number_objects(judge);
    judge->copper =
        lw_pieces_new(judge, LW_KIND_SET(LW_ITEM_PAD) | LW_KIND_SET(LW_ITEM_TRACK) |
                                 LW_KIND_SET(LW_ITEM_VIA) | LW_KIND_SET(LW_ITEM_COPPER));
}

void lw_judge_close(lw_judge *judge)
{
    lw_pieces_free(&judge->copper);
    lw_planes_free(judge->planes);
    lw_items_free(&judge->items);
    lw_links_free(judge->links);
    lw_arena_free(judge->arena);
}

static void cut(lw_judge *judge, lw_pieces *pieces, uint32_t item)
{
    lw_shape shape = judge->items.at[item].shape;
    if (shape.filled || shape.count <= 2) {
        *lw_list_add(judge->arena, &pieces->list) = (lw_piece){item, shape};
        return;
    }
    for (uint32_t i = 0; i + 1 < shape.count; i++) {
        lw_shape segment = {.points = shape.points + i, .count = 2, .radius = shape.radius};
        *lw_list_add(judge->arena, &pieces->list) = (lw_piece){item, segment};
    }
}

lw_pieces lw_pieces_new(lw_judge *judge, unsigned kinds)
{
    lw_pieces pieces = {0};
    for (uint32_t i = 0; i < judge->items.count; i++) {
        if (kinds & LW_KIND_SET(judge->items.at[i].kind))
            cut(judge, &pieces, i);
    }
    lw_pieces_index(judge, &pieces);
    return pieces;
}

void lw_pieces_index(lw_judge *judge, lw_pieces *pieces)
{
    pieces->boxes = LW_NEW_MANY(judge->arena, lw_box, pieces->list.count);
    for (uint32_t i = 0; i < pieces->list.count; i++)
        pieces->boxes[i] = lw_shape_box(pieces->list.at[i].shape);
    lw_box world = lw_box_empty();
    for (uint32_t i = 0; i < pieces->list.count; i++)
        world = lw_box_join(world, pieces->boxes[i]);
    pieces->index = lw_index_new(world, pieces->list.count);
    for (uint32_t i = 0; i < pieces->list.count; i++)
        lw_index_add(pieces->index, i, pieces->boxes[i]);
}

void lw_pieces_free(lw_pieces *pieces)
{
    lw_index_free(pieces->index);
}

const lw_track *lw_judge_track(const lw_judge *judge, const lw_item *item)
{
    return item->added ? &judge->routes->tracks.at[item->index]
                       : &judge->board->tracks.at[item->index];
}

const lw_via *lw_judge_via(const lw_judge *judge, const lw_item *item)
{
    return item->added ? &judge->routes->vias.at[item->index] : &judge->board->vias.at[item->index];
}

bool lw_judge_new(const lw_judge *judge, const lw_item *item)
{
    if (judge->routes || !judge->has_base)
        return item->added;
    return item->kind == LW_ITEM_TRACK ? !judge->old_tracks[item->index]
                                       : item->kind == LW_ITEM_VIA && !judge->old_vias[item->index];
}

static uint32_t blame(const lw_judge *judge, uint32_t item)
{
    static const uint8_t rank[LW_ITEM_KIND_COUNT] = {
        [LW_ITEM_TRACK] = 0, [LW_ITEM_VIA] = 1,  [LW_ITEM_PAD] = 2,    [LW_ITEM_COPPER] = 3,
        [LW_ITEM_HOLE] = 4,  [LW_ITEM_EDGE] = 5, [LW_ITEM_KEEPOUT] = 6};
    const lw_item *at = &judge->items.at[item];
    return rank[at->kind] + (lw_judge_new(judge, at) ? 0 : LW_ITEM_KIND_COUNT);
}

bool lw_judge_made(const lw_judge *judge, const lw_item *item)
{
    if (judge->routes || judge->has_base)
        return lw_judge_new(judge, item);
    return item->kind == LW_ITEM_TRACK || item->kind == LW_ITEM_VIA;
}

bool lw_judge_wants(const lw_judge *judge, const lw_item *a, const lw_item *b)
{
    return judge->hits_of[lw_judge_made(judge, a) || lw_judge_made(judge, b)] < LW_HITS_MAX;
}

static void add_hit(lw_judge *judge, lw_hit hit)
{
    const lw_item *a = &judge->items.at[hit.a];
    const lw_item *b = hit.b == LW_NO_ITEM ? a : &judge->items.at[hit.b];
    bool made = lw_judge_made(judge, a) || lw_judge_made(judge, b);
    if (++judge->hits_of[made] >= LW_HITS_MAX) {
        judge->cut_short = true;
        judge->full = judge->full || made;
        return;
    }
    hit.object_a = judge->objects[hit.a];
    hit.object_b = hit.b == LW_NO_ITEM ? LW_NO_ITEM : judge->objects[hit.b];
    *lw_list_add(judge->arena, &judge->hits) = hit;
}

static bool goes_first(const lw_judge *judge, uint32_t a, uint32_t b)
{
    uint32_t x = blame(judge, a), y = blame(judge, b);
    return x != y ? x < y : judge->objects[a] < judge->objects[b];
}

/* The middle of the way from rim to rim; of the overlap, when the shapes overlap. */
static lw_point middle(lw_gap gap, lw_nm radius_a, lw_nm radius_b)
{
    int64_t all = 2 * ((int64_t)radius_a + radius_b + gap.distance);
    int64_t part = 2 * (int64_t)radius_a + gap.distance;
    if (all <= 0)
        return gap.a;
    part = part < 0 ? 0 : part > all ? all : part;
    return (lw_point){(lw_nm)(gap.a.x + ((int64_t)gap.b.x - gap.a.x) * part / all),
                      (lw_nm)(gap.a.y + ((int64_t)gap.b.y - gap.a.y) * part / all)};
}

void lw_judge_pair(lw_judge *judge, lw_rule rule, const lw_piece *a, const lw_piece *b,
                   lw_nm required)
{
    if (goes_first(judge, b->item, a->item)) {
        const lw_piece *later = a;
        a = b;
        b = later;
    }
    lw_gap gap = lw_shape_gap(a->shape, b->shape);
    add_hit(judge,
            (lw_hit){.rule = rule,
                     .a = a->item,
                     .b = b->item,
                     .layers = judge->items.at[a->item].layers & judge->items.at[b->item].layers,
                     .at = middle(gap, a->shape.radius, b->shape.radius),
                     .actual = gap.distance,
                     .required = required});
}

void lw_judge_one(lw_judge *judge, lw_rule rule, uint32_t item, lw_point at, lw_nm actual,
                  lw_nm required)
{
    add_hit(judge, (lw_hit){.rule = rule,
                            .a = item,
                            .b = LW_NO_ITEM,
                            .layers = judge->items.at[item].layers,
                            .at = at,
                            .actual = actual,
                            .required = required});
}

static int by_pair(const void *a, const void *b)
{
    const lw_hit *x = a, *y = b;
    LW_COMPARE(x->rule, y->rule);
    LW_COMPARE(x->object_a, y->object_a);
    LW_COMPARE(x->object_b, y->object_b);
    LW_COMPARE(x->actual, y->actual);
    LW_COMPARE(x->at.x, y->at.x);
    LW_COMPARE(x->at.y, y->at.y);
    LW_COMPARE(x->a, y->a);
    LW_COMPARE(x->b, y->b);
    return 0;
}

static void merge_hits(lw_judge *judge)
{
    uint32_t kept = 0;
    lw_hit *hits = judge->hits.at;
    if (judge->hits.count)
        qsort(hits, judge->hits.count, sizeof *hits, by_pair);
    for (uint32_t i = 0; i < judge->hits.count; i++) {
        lw_hit *last = kept ? &hits[kept - 1] : NULL;
        if (!last || last->rule != hits[i].rule || last->object_a != hits[i].object_a ||
            last->object_b != hits[i].object_b)
            hits[kept++] = hits[i];
        else if (last->actual == hits[i].actual)
            last->layers |= hits[i].layers;
    }
    judge->hits.count = kept;
}

void lw_judge_faults(lw_judge *judge)
{
    void (*const rules[])(lw_judge *) = {lw_judge_clearance, lw_judge_bounds, lw_judge_holes,
                                         lw_judge_keepouts,  lw_judge_sizes,  lw_judge_dangling};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        judge->work = 0;
        judge->full = judge->hits_of[true] >= LW_HITS_MAX;
        rules[i](judge);
    }
    judge->cut_short |= judge->unfinished;
    merge_hits(judge);
}
