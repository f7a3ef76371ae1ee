/*
 * A chain is a way of tracks of one width between places that stay where they are: pads, vias,
 * forks. Its pieces are numbered as in the run's routes, and a chain never gets more of them, so
 * they are changed in place; those that are no longer needed have no length, and go in the end.
 */
#include "route/smooth.h"

#include <stdlib.h>
#include "base/heap.h"
#include "geom/index.h"
#include "geom/point.h"

enum {
    WINDOW = 12, /* pieces that are replaced at once, at most */
    SLACK = 4,   /* nm: lengths are rounded */
    FIXED = -1
};

#define IS_VIA (UINT32_C(1) << 31)

typedef struct lw_smoother {
    lw_table *table;
    lw_routes *routes;
    lw_index *index; /* of tracks, and of vias with IS_VIA; boxes of before may be there as well */
    lw_nm reach;
    lw_arena *arena;
    uint32_t first, end;    /* the net's tracks */
    int32_t (*partners)[2]; /* by track of the net and its end: which goes on there, or FIXED */
    bool *done;
    lw_line_ends tips;        /* of the net's tracks */
    LW_LIST(lw_point) points; /* of the chain */
    LW_LIST(uint32_t) pieces; /* between them */
} lw_smoother;

/* ---- chains ---- */

static void add_tip(lw_smoother *s, lw_point at, uint32_t layer, uint32_t piece)
{
    *lw_list_add(s->arena, &s->tips) = (lw_line_end){at, layer, piece};
}

static void find_tips(lw_smoother *s, const lw_party *party)
{
    s->tips.count = 0;
    for (uint32_t i = s->first; i < s->end; i++) {
        const lw_track *track = &s->routes->tracks.at[i];
        add_tip(s, track->ends[0], track->layer, i);
        add_tip(s, track->ends[1], track->layer, i);
    }
    for (uint32_t i = 0; i < s->routes->vias.count; i++)
        for (uint32_t layer = 0; layer < (uint32_t)s->table->terrain.layers; layer++)
            if (s->routes->vias.at[i].net == party->net)
                add_tip(s, s->routes->vias.at[i].at, layer, LW_END_FIXED);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            add_tip(s, party->entries.at[i].stub[0],
                    lw_lattice_layer(s->table->run->lattice, party->entries.at[i].node),
                    LW_END_FIXED);
    lw_ends_sort(&s->tips);
}

static void pair_up(lw_smoother *s, const lw_line_end *a, const lw_line_end *b)
{
    const lw_track *one = &s->routes->tracks.at[a->line], *other = &s->routes->tracks.at[b->line];
    if (a->line == b->line || one->width != other->width)
        return;
    s->partners[a->line - s->first][lw_same_point(one->ends[1], a->at)] = (int32_t)b->line;
    s->partners[b->line - s->first][lw_same_point(other->ends[1], b->at)] = (int32_t)a->line;
}

static void find_partners(lw_smoother *s)
{
    for (uint32_t i = s->first; i < s->end; i++)
        s->partners[i - s->first][0] = s->partners[i - s->first][1] = FIXED;
    for (uint32_t i = 0, k; i < s->tips.count; i = k) {
        for (k = i + 1; k < s->tips.count && lw_ends_meet(&s->tips.at[i], &s->tips.at[k]); k++)
            ;
        if (k - i == 2 && s->tips.at[i + 1].line != LW_END_FIXED)
            pair_up(s, &s->tips.at[i], &s->tips.at[i + 1]);
    }
}

/* The chain that begins with a track at its fixed end. */
static void follow(lw_smoother *s, uint32_t piece, int end)
{
    s->points.count = s->pieces.count = 0;
    *lw_list_add(s->arena, &s->points) = s->routes->tracks.at[piece].ends[end];
    for (;;) {
        lw_point far = s->routes->tracks.at[piece].ends[!end];
        s->done[piece - s->first] = true;
        *lw_list_add(s->arena, &s->pieces) = piece;
        *lw_list_add(s->arena, &s->points) = far;
        int32_t next = s->partners[piece - s->first][!end];
        if (next == FIXED)
            return;
        piece = (uint32_t)next;
        end = lw_same_point(s->routes->tracks.at[piece].ends[1], far);
    }
}

/* ---- other ways ---- */

static bool keeps_clear(const lw_smoother *s, const lw_track *track)
{
    const lw_board *board = s->table->run->board;
    lw_shape shape = lw_track_shape(track);
    uint32_t class_id = lw_net_class(board, track->net);
    lw_cursor near = lw_index_find(s->index, lw_box_grow(lw_shape_box(shape), s->reach));
    for (uint32_t id; lw_index_next(&near, &id);) {
        bool is_via = id & IS_VIA;
        const lw_via *via = is_via ? &s->routes->vias.at[id & ~IS_VIA] : NULL;
        const lw_track *other = is_via ? NULL : &s->routes->tracks.at[id];
        lw_net_id net = is_via ? via->net : other->net;
        if (net == track->net || (!is_via && other->layer != track->layer))
            continue;
        lw_shape theirs = is_via ? lw_via_shape(via) : lw_track_shape(other);
        lw_nm keep = lw_clearance(board, LW_TRACK, class_id, is_via ? LW_VIA : LW_TRACK,
                                  lw_net_class(board, net));
        if (lw_shape_closer(shape, theirs, keep > 1 ? keep : 1))
            return false;
    }
    return true;
}

static bool is_legal(const lw_smoother *s, lw_point a, lw_point b)
{
    lw_track track = s->routes->tracks.at[s->pieces.at[0]];
    track.ends[0] = a;
    track.ends[1] = b;
    return lw_lattice_track_fits(s->table->run->lattice, track.net, track.layer, a, b,
                                 track.width) &&
           keeps_clear(s, &track);
}

/* A way of one or two pieces. */
typedef struct lw_detour {
    lw_point at[3];
    uint32_t pieces;
} lw_detour;

static int64_t length_of(const lw_point *points, uint32_t pieces)
{
    int64_t length = 0;
    for (uint32_t i = 0; i < pieces; i++)
        length += lw_distance(points[i], points[i + 1]);
    return length;
}

/* Whether a track turns by more than a right angle. */
static bool is_sharp(lw_point a, lw_point b, lw_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.x - b.x) +
               ((int64_t)b.y - a.y) * ((int64_t)c.y - b.y) <
           0;
}

static bool is_smoother(const lw_smoother *s, const lw_detour *way, uint32_t from, uint32_t to)
{
    const lw_point *p = s->points.at;
    int64_t before = length_of(p + from, to - from), now = length_of(way->at, way->pieces);
    if (now >= before - SLACK && (now > before + SLACK || way->pieces >= to - from))
        return false;
    if (from > 0 && is_sharp(p[from - 1], p[from], way->at[1]))
        return false;
    if (to + 1 < s->points.count && is_sharp(way->at[way->pieces - 1], p[to], p[to + 1]))
        return false;
    for (uint32_t i = 0; i < way->pieces; i++)
        if (!is_legal(s, way->at[i], way->at[i + 1]))
            return false;
    return true;
}

static void take(lw_smoother *s, const lw_detour *way, uint32_t from, uint32_t to)
{
    uint32_t gone = to - from - way->pieces;
    for (uint32_t i = 1; i < way->pieces; i++)
        s->points.at[from + i] = way->at[i];
    for (uint32_t i = to; i < s->points.count; i++)
        s->points.at[i - gone] = s->points.at[i];
    s->points.count -= gone;
}

/* Straight, or with the diagonal part first or last. */
static bool replace(lw_smoother *s, uint32_t from, uint32_t to)
{
    lw_point a = s->points.at[from], b = s->points.at[to];
    lw_nm dx = b.x - a.x, dy = b.y - a.y, part = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    lw_point slant = {dx < 0 ? -part : part, dy < 0 ? -part : part};
    lw_detour ways[] = {{{a, {a.x + slant.x, a.y + slant.y}, b}, 2},
                        {{a, {b.x - slant.x, b.y - slant.y}, b}, 2}};
    if (lw_same_point(a, b))
        return false;
    if (part == 0 || abs(dx) == abs(dy))
        ways[0] = ways[1] = (lw_detour){{a, b}, 1};
    for (int i = 0; i < 2; i++)
        if (is_smoother(s, &ways[i], from, to)) {
            take(s, &ways[i], from, to);
            return true;
        }
    return false;
}

static bool replace_any(lw_smoother *s)
{
    for (uint32_t from = 0; from + 2 < s->points.count; from++) {
        uint32_t last = s->points.count - 1;
        for (uint32_t to = last < from + WINDOW ? last : from + WINDOW; to >= from + 2; to--)
            if (replace(s, from, to))
                return true;
    }
    return false;
}

static void write_back(lw_smoother *s)
{
    for (uint32_t i = 0; i < s->pieces.count; i++) {
        uint32_t id = s->pieces.at[i];
        lw_track *track = &s->routes->tracks.at[id];
        bool spare = i + 1 >= s->points.count;
        track->ends[0] = s->points.at[spare ? 0 : i];
        track->ends[1] = s->points.at[spare ? 0 : i + 1];
        if (!spare)
            lw_index_add(s->index, id, lw_shape_box(lw_track_shape(track)));
    }
}

static void smooth_chain(lw_smoother *s, uint32_t piece, int end)
{
    bool any = false;
    follow(s, piece, end);
    while (s->points.count > 2 && replace_any(s))
        any = true;
    if (any)
        write_back(s);
}

static void smooth_net(lw_smoother *s, const lw_party *party)
{
    lw_nm width = party->width;
    find_tips(s, party);
    find_partners(s);
    for (uint32_t i = s->first; i < s->end; i++)
        s->done[i - s->first] = s->routes->tracks.at[i].width != width; /* necks stay */
    for (uint32_t i = s->first; i < s->end; i++)
        for (int end = 0; end < 2; end++)
            if (!s->done[i - s->first] && s->partners[i - s->first][end] == FIXED)
                smooth_chain(s, i, end);
}

/* ---- all nets ---- */

static void index_copper(lw_smoother *s)
{
    const lw_routes *routes = s->routes;
    s->index =
        lw_index_new(lw_board_box(s->table->run->board), routes->tracks.count + routes->vias.count);
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        lw_index_add(s->index, i, lw_shape_box(lw_track_shape(&routes->tracks.at[i])));
    for (uint32_t i = 0; i < routes->vias.count; i++)
        lw_index_add(s->index, i | IS_VIA, lw_shape_box(lw_via_shape(&routes->vias.at[i])));
}

static void drop_spare_tracks(lw_routes *routes)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        if (!lw_same_point(routes->tracks.at[i].ends[0], routes->tracks.at[i].ends[1]))
            routes->tracks.at[count++] = routes->tracks.at[i];
    routes->tracks.count = count;
}

void lw_table_smooth(lw_table *table)
{
    lw_routes *routes = table->run->routes;
    lw_smoother s = {
        .table = table,
        .routes = routes,
        .reach = lw_clearance_most(table->run->board) + 1,
        .arena = lw_arena_new(),
    };
    s.end = table->run->before->tracks.count;
    s.partners = lw_alloc((size_t)routes->tracks.count + 1, sizeof *s.partners);
    s.done = lw_alloc((size_t)routes->tracks.count + 1, sizeof *s.done);
    index_copper(&s);
    for (uint32_t i = 0; i < table->count; i++) {
        s.first = s.end; /* they stand in the order of the parties */
        while (s.end < routes->tracks.count &&
               routes->tracks.at[s.end].net == table->parties[i].net)
            s.end++;
        smooth_net(&s, &table->parties[i]);
    }
    drop_spare_tracks(routes);
    lw_index_free(s.index);
    lw_arena_free(s.arena);
    free(s.partners);
    free(s.done);
}
