/*
 * Writes copper into the very document that a board was read from. What was ripped up is cut out
 * with its line, new wires and vias go before the end of their net, one a line and indented like
 * what stands there; every other byte stays.
 */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "io/edits.h"
#include "io/leeway.h"

/* Where new copper of a net goes, and how its lines begin. */
typedef struct place {
    uint32_t begin, end; /* replaced by the new lines */
    lw_span indent;      /* blanks of the source before each line */
    const char *more;    /* blanks behind those */
    bool opens;          /* <net .../> becomes <net ...> ... </net> */
    bool breaks_line;    /* what follows comes on a line of its own, indented like the net */
} place;

/* No text editor's line; looking for its begin each time would take ages. */
enum { LONG_LINE = 4096 };

typedef struct addition {
    lw_buffer text;
    place place;
    lw_span prefix; /* "lw:" of a document that names its elements so, else empty */
} addition;

typedef struct splicer {
    const lw_board *board;
    lw_edits edits;
    addition *added;                   /* one a net */
    const char *layers[LW_MAX_LAYERS]; /* their names */
} splicer;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Where the blanks before an offset begin. */
static uint32_t before_blanks(const lw_board *board, uint32_t at)
{
    while (at > 0 && is_blank(board->source[at - 1]))
        at--;
    return at;
}

static bool begins_line(const lw_board *board, uint32_t at)
{
    return at == 0 || board->source[at - 1] == '\n';
}

/* ---- the place of new copper ---- */

/* The blanks that the line of an offset begins with; none of a line without end. */
static lw_span indent_of_line(const lw_board *board, uint32_t at)
{
    uint32_t begin = at, most = at > LONG_LINE ? at - LONG_LINE : 0;
    while (begin > most && !begins_line(board, begin))
        begin--;
    lw_span indent = {begin, begin};
    if (!begins_line(board, begin))
        return (lw_span){at, at};
    while (indent.end < board->source_size && is_blank(board->source[indent.end]))
        indent.end++;
    return indent;
}

static place place_of(const lw_board *board, const lw_net *net)
{
    uint32_t at = net->insert_at, begin = before_blanks(board, at);
    place p = {begin, at, indent_of_line(board, net->source.begin), "  ", false, true};
    if (board->source[at] == '/') {
        p.opens = true;
        p.end = net->source.end;
        return p;
    }
    if (!begins_line(board, begin))
        return p;
    /* The end tag has its own line: new lines go before it, indented like the line above. */
    lw_span above = indent_of_line(board, begin - 1);
    p = (place){begin, begin, above, "", false, false};
    if (above.begin <= net->source.begin) {
        p.indent = indent_of_line(board, net->source.begin);
        p.more = "  ";
    }
    return p;
}

static lw_span prefix_of(const lw_board *board, const lw_net *net)
{
    uint32_t begin = net->source.begin + 1, end = begin;
    while (!strchr(": \t\r\n/>", board->source[end]))
        end++;
    return (lw_span){begin, board->source[end] == ':' ? end + 1 : begin};
}

static void add_span(lw_buffer *out, const lw_board *board, lw_span span)
{
    lw_buffer_add(out, board->source + span.begin, span.end - span.begin);
}

/* ---- splicing ---- */

/* Begins a line for one more element of the net: its indent, '<' and prefix. */
static lw_buffer *begin_element(splicer *s, lw_net_id id)
{
    addition *a = &s->added[id];
    lw_buffer *out = &a->text;
    if (out->count == 0) {
        a->place = place_of(s->board, &s->board->nets.at[id]);
        a->prefix = prefix_of(s->board, &s->board->nets.at[id]);
        lw_buffer_text(out, a->place.opens ? ">" : "");
    }
    if (a->place.breaks_line)
        lw_buffer_text(out, s->edits.newline);
    add_span(out, s->board, a->place.indent);
    lw_buffer_text(out, a->place.more);
    lw_buffer_text(out, "<");
    add_span(out, s->board, a->prefix);
    return out;
}

static void end_element(splicer *s, lw_net_id id)
{
    if (!s->added[id].place.breaks_line)
        lw_buffer_text(&s->added[id].text, s->edits.newline);
}

static void insert(splicer *s, addition *a)
{
    const place *p = &a->place;
    if (p->breaks_line) {
        lw_buffer_text(&a->text, s->edits.newline);
        add_span(&a->text, s->board, p->indent);
    }
    if (p->opens) {
        lw_buffer_text(&a->text, "</");
        add_span(&a->text, s->board, a->prefix);
        lw_buffer_text(&a->text, "net>");
    }
    lw_edits_add(&s->edits, p->begin, p->end, a->text.at);
}

static void collect(splicer *s, const lw_routes *routes)
{
    const lw_board *board = s->board;
    lw_edits_cut_gone(&s->edits, routes);
    for (uint32_t i = 0; i < routes->tracks.count; i++) {
        const lw_track *track = &routes->tracks.at[i];
        leeway_print_track(begin_element(s, track->net), board, s->layers, track);
        end_element(s, track->net);
    }
    for (uint32_t i = 0; i < routes->vias.count; i++) {
        const lw_via *via = &routes->vias.at[i];
        leeway_print_via(begin_element(s, via->net), board, s->layers, via);
        end_element(s, via->net);
    }
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (s->added[i].text.count > 0)
            insert(s, &s->added[i]);
}

static void splice(const lw_board *board, const lw_routes *routes, lw_buffer *out)
{
    splicer s = {
        .board = board,
        .edits = lw_edits_new(board),
        .added = lw_alloc((size_t)board->nets.count + 1, sizeof(addition)),
    };
    for (uint32_t i = 0; i < board->layers.count; i++)
        s.layers[i] = board->layers.at[i].name;
    if (routes)
        collect(&s, routes);
    lw_edits_make(&s.edits, out);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_buffer_free(&s.added[i].text);
    free(s.added);
}

lw_status leeway_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                       lw_error *err)
{
    (void)err; /* every board can be said in this format */
    if (board->format == LW_FORMAT_XML)
        splice(board, routes, out);
    else
        leeway_make(board, routes, out);
    return LW_OK;
}
