/*
 * Writes a Specctra session: the copper of a board that was read from a design. Programs take the
 * session's copper for all there is, so copper that was kept is written as well; but not what is of
 * type "fix", which they keep themselves.
 *
 * Places of components and names of padstacks are those of the design, which is read once more for
 * them. Coordinates are whole numbers of the design's resolution, in its sense of y.
 */
#include "io/dsn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "base/number.h"
#include "geom/point.h"
#include "io/latin.h"

__extension__ typedef __int128 wide;

typedef struct writer {
    const lw_board *board;
    const lw_routes *routes;
    dsn_reader *design;
    lw_buffer *out;
    lw_buffer *nets; /* the copper of each; empty where there is none */
    bool *used;      /* padstacks of vias */
} writer;

/* ---- words ---- */

static bool is_plain(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (unsigned char)c >= 0x80 || (c && strchr("_.+/~", c));
}

/* Quoted unless it is all letters, digits and the like. */
static void put_name(const writer *w, lw_buffer *out, const char *name)
{
    const char *c = name;
    while (is_plain(*c))
        c++;
    char quote[2] = {*name && !*c ? '\0' : w->design->file.quote, '\0'};
    lw_buffer_print(out, "%s%s%s", quote, name, quote);
}

/* A length in parts of the resolution, rounded. */
static int64_t parts(const writer *w, int64_t nanometres, int64_t scale)
{
    wide unit = w->design->resolution_unit;
    wide value = (wide)nanometres * w->design->resolution * scale;
    wide half = value < 0 ? -unit / 2 : unit / 2;
    return (int64_t)((value + half) / unit);
}

static void put_point(const writer *w, lw_buffer *out, lw_point p)
{
    lw_buffer_print(out, "%lld %lld", (long long)parts(w, p.x, 1), (long long)parts(w, p.y, 1));
}

static void put_resolution(const writer *w, lw_buffer *out)
{
    lw_buffer_print(out, "    (resolution %s %lld)\n", w->design->resolution_name,
                    (long long)w->design->resolution);
}

/* ---- placement ---- */

/* Components must not move, so their places have as many digits as they need. */
static void put_exactly(const writer *w, lw_nm value)
{
    enum { DIGITS = 10000 };
    char number[LW_NUMBER_ROOM];
    lw_buffer_print(w->out, " %s", lw_print_fixed(parts(w, value, DIGITS), DIGITS, number));
}

static void put_place(const writer *w, const lw_element *element, lw_angle angle)
{
    char number[LW_NUMBER_ROOM];
    lw_buffer_text(w->out, "      (place ");
    put_name(w, w->out, element->name);
    put_exactly(w, element->placement.at.x);
    put_exactly(w, element->placement.at.y);
    lw_buffer_print(w->out, " %s %s)\n", element->placement.mirrored ? "back" : "front",
                    lw_print_fixed(angle, LW_DEGREE, number));
}

/* The angle as the design has it, whose components are mirrored before they are turned. */
static lw_angle design_angle(const writer *w, const lw_element *element)
{
    lw_angle angle = element->placement.angle;
    bool turned = element->placement.mirrored && !w->design->rotate_first && angle > 0;
    return turned ? 360 * LW_DEGREE - angle : angle;
}

static void put_placement(const writer *w)
{
    const lw_board *board = w->design->board;
    lw_buffer_text(w->out, "  (placement\n");
    put_resolution(w, w->out);
    for (uint32_t i = 0; i < board->elements.count; i++) {
        const lw_element *element = &board->elements.at[i];
        bool first = i == 0 || board->elements.at[i - 1].package != element->package;
        if (first) {
            lw_buffer_text(w->out, i > 0 ? "    )\n    (component " : "    (component ");
            put_name(w, w->out, board->packages.at[element->package].name);
            lw_buffer_text(w->out, "\n");
        }
        put_place(w, element, design_angle(w, element));
    }
    lw_buffer_text(w->out, board->elements.count > 0 ? "    )\n  )\n" : "  )\n");
}

/* ---- padstacks ---- */

static void put_figure(const writer *w, lw_shape shape, const char *layer)
{
    lw_buffer *out = w->out;
    long long width = (long long)parts(w, 2 * (int64_t)shape.radius, 1);
    lw_buffer_print(out, "          (%s ",
                    shape.count == 1 ? "circle"
                    : shape.filled   ? "polygon"
                                     : "path");
    put_name(w, out, layer);
    lw_buffer_print(out, " %lld", width);
    for (uint32_t i = 0; i < shape.count; i++) {
        lw_buffer_text(out, " ");
        put_point(w, out, shape.points[i]);
    }
    lw_buffer_text(out, ")\n");
}

/* A shape a layer, as KiCad counts them: fewer than layers make a blind via. */
static void put_padstack(const writer *w, const dsn_padstack *stack)
{
    const lw_board *board = w->board;
    lw_buffer_text(w->out, "      (padstack ");
    put_name(w, w->out, stack->name);
    lw_buffer_text(w->out, "\n");
    for (uint32_t layer = 0; layer < board->layers.count; layer++) {
        for (uint32_t i = 0; i < stack->copper.count; i++) {
            if (!(stack->copper.at[i].layers & LW_LAYER(layer)))
                continue;
            lw_buffer_text(w->out, "        (shape\n");
            put_figure(w, stack->copper.at[i].shape, board->layers.at[layer].name);
            lw_buffer_text(w->out, "        )\n");
        }
    }
    lw_buffer_text(w->out, "        (attach off)\n      )\n");
}

static void put_library(const writer *w)
{
    lw_buffer_text(w->out, "    (library_out\n");
    for (uint32_t i = 0; i < w->design->padstacks.count; i++)
        if (w->used[i])
            put_padstack(w, &w->design->padstacks.at[i]);
    lw_buffer_text(w->out, "    )\n");
}

/* ---- tracks ---- */

/* A path that grows segment by segment. */
typedef struct path {
    const lw_track *track; /* the first; NULL: none is open */
    lw_point end;
    lw_point written; /* the last point that was */
    lw_buffer points; /* a line each */
    uint32_t count;
} path;

/* Points that are the same at this resolution are one. */
static void add_point(const writer *w, path *p, lw_point point)
{
    p->end = point;
    if (p->count > 0 && parts(w, point.x, 1) == parts(w, p->written.x, 1) &&
        parts(w, point.y, 1) == parts(w, p->written.y, 1))
        return;
    lw_buffer_text(&p->points, "            ");
    put_point(w, &p->points, point);
    lw_buffer_text(&p->points, "\n");
    p->written = point;
    p->count++;
}

static void end_path(const writer *w, path *p)
{
    if (p->track && p->count > 1) {
        lw_buffer *out = &w->nets[p->track->net];
        lw_buffer_text(out, "        (wire\n          (path ");
        put_name(w, out, w->board->layers.at[p->track->layer].name);
        lw_buffer_print(out, " %lld\n", (long long)parts(w, p->track->width, 1));
        lw_buffer_add(out, p->points.at, p->points.count);
        lw_buffer_print(out, "          )\n%s        )\n",
                        p->track->locked ? "          (type protect)\n" : "");
    }
    lw_buffer_free(&p->points);
    *p = (path){0};
}

static bool goes_on(const path *p, const lw_track *track)
{
    const lw_track *first = p->track;
    return first && first->net == track->net && first->layer == track->layer &&
           first->width == track->width && first->locked == track->locked &&
           lw_same_point(p->end, track->ends[0]);
}

static void add_track(const writer *w, path *p, const lw_track *track)
{
    if (!goes_on(p, track)) {
        end_path(w, p);
        p->track = track;
        add_point(w, p, track->ends[0]);
    }
    for (uint32_t i = 0; i < track->arc_count; i++)
        add_point(w, p, track->arc[i]);
    add_point(w, p, track->ends[1]);
}

static void collect_tracks(writer *w)
{
    const lw_board *board = w->board;
    path p = {0};
    for (uint32_t i = 0; i < board->tracks.count; i++)
        if (!w->design->track_fixed.at[i] &&
            !(w->routes && w->routes->track_gone && w->routes->track_gone[i]))
            add_track(w, &p, &board->tracks.at[i]);
    end_path(w, &p);
    for (uint32_t i = 0; w->routes && i < w->routes->tracks.count; i++)
        add_track(w, &p, &w->routes->tracks.at[i]);
    end_path(w, &p);
}

/* ---- vias ---- */

static void add_via(writer *w, const lw_via *via, int32_t stack)
{
    lw_buffer *out = &w->nets[via->net];
    w->used[stack] = true;
    lw_buffer_text(out, "        (via ");
    put_name(w, out, w->design->padstacks.at[stack].name);
    lw_buffer_text(out, " ");
    put_point(w, out, via->at);
    lw_buffer_text(out, via->locked ? "\n          (type protect)\n        )\n" : "\n        )\n");
}

static void collect_vias(writer *w)
{
    const lw_board *board = w->board;
    for (uint32_t i = 0; i < board->vias.count; i++)
        if (!w->design->via_fixed.at[i] &&
            !(w->routes && w->routes->via_gone && w->routes->via_gone[i]))
            add_via(w, &board->vias.at[i], w->design->via_stack.at[i]);
    for (uint32_t i = 0; w->routes && i < w->routes->vias.count; i++) {
        const lw_via *via = &w->routes->vias.at[i];
        int32_t stack = w->design->class_via.at[lw_net_class(board, via->net)];
        if (stack >= 0)
            add_via(w, via, stack);
    }
}

/* ---- the whole ---- */

static void put_nets(const writer *w)
{
    lw_buffer_text(w->out, "    (network_out\n");
    for (uint32_t i = 0; i < w->board->nets.count; i++) {
        if (w->nets[i].count == 0)
            continue;
        lw_buffer_text(w->out, "      (net ");
        put_name(w, w->out, w->board->nets.at[i].name);
        lw_buffer_text(w->out, "\n");
        lw_buffer_add(w->out, w->nets[i].at, w->nets[i].count);
        lw_buffer_text(w->out, "      )\n");
    }
    lw_buffer_text(w->out, "    )\n");
}

static void put_title(const writer *w)
{
    char file[300];
    snprintf(file, sizeof file, "%.250s.ses", w->board->name);
    lw_buffer_text(w->out, "(session ");
    put_name(w, w->out, file);
    snprintf(file, sizeof file, "%.250s.dsn", w->board->name);
    lw_buffer_text(w->out, "\n  (base_design ");
    put_name(w, w->out, file);
    lw_buffer_text(w->out, ")\n");
}

static void put_session(writer *w)
{
    put_title(w);
    put_placement(w);
    lw_buffer_text(w->out, "  (was_is\n  )\n  (routes\n");
    put_resolution(w, w->out);
    lw_buffer_print(
        w->out, "    (parser\n      (host_cad \"Leeway\")\n      (host_version \"%s\")\n    )\n",
        lw_version());
    put_library(w);
    put_nets(w);
    lw_buffer_text(w->out, "  )\n)\n");
}

static void write_session(const lw_board *board, const lw_routes *routes, dsn_reader *design,
                          lw_buffer *out)
{
    writer w = {
        .board = board,
        .routes = routes,
        .design = design,
        .out = out,
        .nets = lw_alloc((size_t)board->nets.count + 1, sizeof(lw_buffer)),
        .used = lw_alloc((size_t)design->padstacks.count + 1, sizeof(bool)),
    };
    collect_tracks(&w);
    collect_vias(&w);
    put_session(&w);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_buffer_free(&w.nets[i]);
    free(w.nets);
    free(w.used);
}

lw_status ses_write(const lw_board *board, const lw_routes *routes, lw_buffer *out, lw_error *err)
{
    if (board->format != LW_FORMAT_SPECCTRA)
        return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                       "cannot be written as Specctra: a session belongs to the design (.dsn) that "
                       "it was made from");
    if (board->beside_path)
        return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                       "a design with the copper of a session cannot be written");
    dsn_reader design;
    lw_status status = dsn_open(board->path, board->source, board->source_size, &design, err);
    if (status)
        return status;
    lw_buffer text = {0};
    write_session(board, routes, &design, board->latin ? &text : out);
    if (board->latin)
        lw_latin_encode(text.at, text.count, out);
    lw_buffer_free(&text);
    dsn_close(&design);
    return LW_OK;
}
