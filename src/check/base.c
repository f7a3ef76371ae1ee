/*
 * Which tracks and vias of a board an earlier state of it had as well. They are compared by what
 * they are, net and layers by name: sorted once, then looked up.
 */
#include <stdlib.h>
#include <string.h>
#include "check/judge.h"

typedef struct lw_known {
    const char *net;  /* "" for none */
    lw_layers layers; /* of the judged board */
    lw_point ends[2]; /* the lesser first; a via's are the same */
    lw_nm size, drill;
    lw_angle curve; /* from the first to the second */
} lw_known;

typedef struct lw_known_list {
    lw_known *at;
    uint32_t count;
} lw_known_list;

static int compare_points(lw_point a, lw_point b)
{
    LW_COMPARE(a.x, b.x);
    LW_COMPARE(a.y, b.y);
    return 0;
}

static int compare_known(const void *a, const void *b)
{
    const lw_known *x = a, *y = b;
    for (int i = 0; i < 2; i++) {
        int order = compare_points(x->ends[i], y->ends[i]);
        if (order)
            return order;
    }
    LW_COMPARE(x->layers, y->layers);
    LW_COMPARE(x->size, y->size);
    LW_COMPARE(x->drill, y->drill);
    LW_COMPARE(x->curve, y->curve);
    return strcmp(x->net, y->net);
}

static const char *name_of(const lw_board *board, lw_net_id net)
{
    return net == LW_NO_NET ? "" : board->nets.at[net].name;
}

/* Drawn from either end, a track is the same. */
static lw_known of_track(const lw_board *board, const lw_track *track, lw_layers layers)
{
    bool turned = compare_points(track->ends[0], track->ends[1]) > 0;
    return (lw_known){.net = name_of(board, track->net),
                      .layers = layers,
                      .ends = {track->ends[turned], track->ends[!turned]},
                      .size = track->width,
                      .drill = -1,
                      .curve = turned ? -track->curve : track->curve};
}

static lw_known of_via(const lw_board *board, const lw_via *via, lw_layers layers)
{
    return (lw_known){.net = name_of(board, via->net),
                      .layers = layers,
                      .ends = {via->at, via->at},
                      .size = via->diameter,
                      .drill = via->drill};
}

/* Layers of the base, by name, on the judged board. */
static lw_layers translate(const lw_board *base, const lw_board *board, lw_layers layers)
{
    lw_layers out = 0;
    for (uint32_t i = 0; i < base->layers.count; i++) {
        for (uint32_t k = 0; (layers & LW_LAYER(i)) && k < board->layers.count; k++) {
            if (strcmp(base->layers.at[i].name, board->layers.at[k].name) == 0)
                out |= LW_LAYER(k);
        }
    }
    return out;
}

static lw_known_list all_of(const lw_judge *judge, const lw_board *base)
{
    lw_known_list all = {
        LW_NEW_MANY(judge->arena, lw_known, (size_t)base->tracks.count + base->vias.count), 0};
    for (uint32_t i = 0; i < base->tracks.count; i++) {
        const lw_track *track = &base->tracks.at[i];
        all.at[all.count++] =
            of_track(base, track, translate(base, judge->board, LW_LAYER(track->layer)));
    }
    for (uint32_t i = 0; i < base->vias.count; i++) {
        const lw_via *via = &base->vias.at[i];
        all.at[all.count++] = of_via(base, via, translate(base, judge->board, via->layers));
    }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, compare_known);
    return all;
}

static bool holds(lw_known_list all, lw_known known)
{
    return all.count && bsearch(&known, all.at, all.count, sizeof *all.at, compare_known);
}

void lw_judge_compare(lw_judge *judge, const lw_board *base)
{
    const lw_board *board = judge->board;
    lw_known_list all = all_of(judge, base);
    judge->old_tracks = LW_NEW_MANY(judge->arena, bool, board->tracks.count);
    judge->old_vias = LW_NEW_MANY(judge->arena, bool, board->vias.count);
    for (uint32_t i = 0; i < board->tracks.count; i++) {
        const lw_track *track = &board->tracks.at[i];
        judge->old_tracks[i] = holds(all, of_track(board, track, LW_LAYER(track->layer)));
    }
    for (uint32_t i = 0; i < board->vias.count; i++) {
        const lw_via *via = &board->vias.at[i];
        judge->old_vias[i] = holds(all, of_via(board, via, via->layers));
    }
    judge->has_base = true;
}
