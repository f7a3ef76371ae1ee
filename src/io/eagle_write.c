/*
 * Writes an EAGLE board by splicing copper into the document it was read from: what was ripped up
 * is cut out with its line, new wires and vias go before the end of their signal, one a line as
 * EAGLE has them. Every other byte stays.
 */
#include "base/heap.h"
#include "base/number.h"
#include "io/eagle.h"
#include "io/edits.h"

#include <stdlib.h>

#define MM 1000000

typedef struct writer {
    const lw_board *board;
    const lw_routes *routes;
    lw_edits edits;
    lw_buffer *added; /* new copper, a buffer a net; empty where there is none */
} writer;

static void add_attribute(lw_buffer *out, const char *name, lw_nm value)
{
    char number[LW_NUMBER_ROOM];
    lw_buffer_print(out, " %s=\"%s\"", name, lw_print_length(value, MM, number));
}

static void add_track(writer *w, const lw_track *track)
{
    lw_buffer *out = &w->added[track->net];
    lw_buffer_text(out, "<wire");
    add_attribute(out, "x1", track->ends[0].x);
    add_attribute(out, "y1", track->ends[0].y);
    add_attribute(out, "x2", track->ends[1].x);
    add_attribute(out, "y2", track->ends[1].y);
    add_attribute(out, "width", track->width);
    lw_buffer_print(out, " layer=\"%d\"", w->board->layers.at[track->layer].number);
    if (track->curve) {
        char number[LW_NUMBER_ROOM];
        lw_buffer_print(out, " curve=\"%s\"", lw_print_fixed(track->curve, LW_DEGREE, number));
    }
    lw_buffer_print(out, "/>%s", w->edits.newline);
}

static void add_via(writer *w, const lw_via *via)
{
    const lw_board *board = w->board;
    uint32_t first, last;
    lw_edits_via_ends(board, via, &first, &last);
    /* A hole through a board of one layer is drilled through all the same. */
    bool through = board->layers.count == 1;
    lw_buffer *out = &w->added[via->net];
    lw_buffer_text(out, "<via");
    add_attribute(out, "x", via->at.x);
    add_attribute(out, "y", via->at.y);
    lw_buffer_print(out, " extent=\"%d-%d\"", through ? 1 : board->layers.at[first].number,
                    through ? EAGLE_LAYERS : board->layers.at[last].number);
    add_attribute(out, "drill", via->drill);
    add_attribute(out, "diameter", via->diameter);
    lw_buffer_print(out, "/>%s", w->edits.newline);
}

/* Puts a net's new copper before its end tag; <signal .../> is opened for it. */
static void insert(writer *w, const lw_net *net, lw_buffer *added)
{
    const lw_board *board = w->board;
    uint32_t at = net->insert_at;
    if (board->source[at] != '/') {
        lw_edits_add(&w->edits, at, at, added->at);
        return;
    }
    lw_buffer whole = {0};
    lw_buffer_print(&whole, ">%s%s</signal>", w->edits.newline, added->at);
    lw_buffer_free(added);
    *added = whole;
    lw_edits_add(&w->edits, at, net->source.end, added->at);
}

/* Airwires of nets that got copper are out of date; EAGLE draws new ones with RATSNEST. Both lists
 * are in the order of the text. */
static void cut_airwires(writer *w)
{
    const lw_board *board = w->board;
    uint32_t net = 0;
    for (uint32_t i = 0; i < board->airwires.count; i++) {
        lw_span span = board->airwires.at[i];
        while (net < board->nets.count && board->nets.at[net].source.end <= span.begin)
            net++;
        if (net < board->nets.count && w->added[net].count > 0)
            lw_edits_cut(&w->edits, span);
    }
}

static void collect_edits(writer *w)
{
    const lw_board *board = w->board;
    const lw_routes *routes = w->routes;
    lw_edits_cut_gone(&w->edits, routes);
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        add_track(w, &routes->tracks.at[i]);
    for (uint32_t i = 0; i < routes->vias.count; i++)
        add_via(w, &routes->vias.at[i]);
    cut_airwires(w);
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (w->added[i].count > 0)
            insert(w, &board->nets.at[i], &w->added[i]);
}

lw_status lw_eagle_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                         lw_error *err)
{
    lw_status status = lw_edits_refuse_other(board, LW_FORMAT_EAGLE, "EAGLE", err);
    if (status)
        return status;
    writer w = {
        .board = board,
        .edits = lw_edits_new(board),
        .routes = routes,
        .added = lw_alloc((size_t)board->nets.count + 1, sizeof(lw_buffer)),
    };
    if (routes)
        collect_edits(&w);
    lw_edits_make(&w.edits, out);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_buffer_free(&w.added[i]);
    free(w.added);
    return LW_OK;
}
