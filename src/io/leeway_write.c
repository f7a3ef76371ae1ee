/*
 * Writes copper into the very document that a board was read from. What was ripped up is cut out
 * with its line, new wires and vias go before the end of their net, one a line and indented like
 * what stands there; every other byte stays.
 */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
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
    LW_LIST(lw_edit) edits;
    addition *added; /* one a net */
    const char *newline;
    const char *layers[LW_MAX_LAYERS]; /* their names */
} splicer;

static void add_edit(splicer *s, uint32_t begin, uint32_t end, const char *text)
{
    if (s->edits.count == s->edits.room) {
        s->edits.room = s->edits.room ? 2 * s->edits.room : 64;
        s->edits.at = lw_realloc(s->edits.at, s->edits.room, sizeof *s->edits.at);
    }
    s->edits.at[s->edits.count] =
        (lw_edit){.begin = begin, .end = end, .text = text, .order = s->edits.count};
    s->edits.count++;
}

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

/* The element, with its line when it has that to itself. */
static void cut(splicer *s, lw_span span)
{
    const lw_board *board = s->board;
    uint32_t begin = before_blanks(board, span.begin), end = span.end;
    while (end < board->source_size && (is_blank(board->source[end]) || board->source[end] == '\r'))
        end++;
    bool alone =
        begins_line(board, begin) && end < board->source_size && board->source[end] == '\n';
    if (alone)
        add_edit(s, begin, end + 1, NULL);
    else
        add_edit(s, span.begin, span.end, NULL);
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
        lw_buffer_text(out, s->newline);
    add_span(out, s->board, a->place.indent);
    lw_buffer_text(out, a->place.more);
    lw_buffer_text(out, "<");
    add_span(out, s->board, a->prefix);
    return out;
}

static void end_element(splicer *s, lw_net_id id)
{
    if (!s->added[id].place.breaks_line)
        lw_buffer_text(&s->added[id].text, s->newline);
}

static void insert(splicer *s, addition *a)
{
    const place *p = &a->place;
    if (p->breaks_line) {
        lw_buffer_text(&a->text, s->newline);
        add_span(&a->text, s->board, p->indent);
    }
    if (p->opens) {
        lw_buffer_text(&a->text, "</");
        add_span(&a->text, s->board, a->prefix);
        lw_buffer_text(&a->text, "net>");
    }
    add_edit(s, p->begin, p->end, a->text.at);
}

static void collect(splicer *s, const lw_routes *routes)
{
    const lw_board *board = s->board;
    for (uint32_t i = 0; i < board->tracks.count && routes->track_gone; i++)
        if (routes->track_gone[i])
            cut(s, board->tracks.at[i].source);
    for (uint32_t i = 0; i < board->vias.count && routes->via_gone; i++)
        if (routes->via_gone[i])
            cut(s, board->vias.at[i].source);
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
        .added = lw_alloc((size_t)board->nets.count + 1, sizeof(addition)),
        .newline = memmem(board->source, board->source_size, "\r\n", 2) ? "\r\n" : "\n",
    };
    for (uint32_t i = 0; i < board->layers.count; i++)
        s.layers[i] = board->layers.at[i].name;
    if (routes)
        collect(&s, routes);
    lw_splice(out, board->source, board->source_size, s.edits.at, s.edits.count);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_buffer_free(&s.added[i].text);
    free(s.added);
    free(s.edits.at);
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
