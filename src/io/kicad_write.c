/*
 * Writes a board of KiCad by splicing copper into the text it was read from: what was ripped up is
 * cut out, new tracks and vias go where the old ones stand, in the manner of the file's format.
 * Every other byte stays. Copper that was poured stays as it was, too; KiCad fills zones again.
 */
#include "base/number.h"
#include "io/edits.h"
#include "io/kicad.h"

#define MM 1000000

typedef struct writer {
    const lw_board *board;
    lw_buffer added;
    const char *newline;
    bool tall;      /* a line for each value, as since 8 */
    const char *id; /* the name of an item's identity; NULL: there is none */
    size_t begin;   /* of the item */
} writer;

static int64_t version_of(const lw_board *board)
{
    lw_sexpr_file file;
    int64_t version = 0;
    if (!lw_sexpr_parse(board->path, board->source, board->source_size, LW_SEXPR_KICAD, &file,
                        NULL)) {
        version = lw_kicad_version(file.root);
        lw_sexpr_free(&file);
    }
    return version;
}

/* ---- one item ---- */

static void begin_item(writer *w, const char *name)
{
    lw_buffer_print(&w->added, "%s(", w->tall ? "\t" : "  ");
    w->begin = w->added.count;
    lw_buffer_text(&w->added, name);
}

static void begin_value(writer *w, const char *name)
{
    if (w->tall)
        lw_buffer_print(&w->added, "%s\t\t(%s", w->newline, name);
    else
        lw_buffer_print(&w->added, " (%s", name);
}

static void add_length(writer *w, lw_nm value)
{
    char number[LW_NUMBER_ROOM];
    lw_buffer_print(&w->added, " %s", lw_print_length(value, MM, number));
}

static void end_value(writer *w)
{
    lw_buffer_text(&w->added, ")");
}

static void add_size(writer *w, const char *name, lw_nm size)
{
    begin_value(w, name);
    add_length(w, size);
    end_value(w);
}

static void add_point(writer *w, const char *name, lw_point point)
{
    begin_value(w, name);
    add_length(w, point.x);
    add_length(w, -point.y);
    end_value(w);
}

/* As the file itself spells it. */
static void add_source(writer *w, lw_span span)
{
    lw_buffer_text(&w->added, " ");
    lw_buffer_add(&w->added, w->board->source + span.begin, span.end - span.begin);
}

static void add_net(writer *w, lw_net_id net)
{
    begin_value(w, "net");
    add_source(w, w->board->nets.at[net].source);
    end_value(w);
}

/* FNV-1a */
static uint64_t hash(const char *bytes, size_t count, uint64_t seed)
{
    uint64_t value = 14695981039346656037u ^ seed;
    for (size_t i = 0; i < count; i++)
        value = (value ^ (unsigned char)bytes[i]) * 1099511628211u;
    return value;
}

/* The identity is made of what the item says, so that equal routes give equal files. */
static void end_item(writer *w)
{
    if (w->id) {
        const char *item = w->added.at + w->begin;
        size_t count = w->added.count - w->begin;
        uint64_t a = hash(item, count, 0), b = hash(item, count, 0x9E3779B97F4A7C15u);
        const char *quote = w->tall ? "\"" : "";
        begin_value(w, w->id);
        lw_buffer_print(&w->added, " %s%08x-%04x-4%03x-%04x-%012llx%s", quote, (unsigned)(a >> 32),
                        (unsigned)(a >> 16 & 0xFFFF), (unsigned)(a & 0xFFF),
                        (unsigned)(b >> 50 | 0x8000), (unsigned long long)(b & 0xFFFFFFFFFFFFu),
                        quote);
        end_value(w);
    }
    if (w->tall)
        lw_buffer_print(&w->added, "%s\t", w->newline);
    lw_buffer_print(&w->added, ")%s", w->newline);
}

/* ---- tracks and vias ---- */

static void add_piece(writer *w, const lw_track *track, lw_point a, lw_point b)
{
    begin_item(w, "segment");
    add_point(w, "start", a);
    add_point(w, "end", b);
    add_size(w, "width", track->width);
    begin_value(w, "layer");
    add_source(w, w->board->layers.at[track->layer].source);
    end_value(w);
    add_net(w, track->net);
    end_item(w);
}

/* Arcs are written as the lines that they were checked as. */
static void add_track(writer *w, const lw_track *track)
{
    if (!track->arc)
        add_piece(w, track, track->ends[0], track->ends[1]);
    for (uint32_t i = 0; track->arc && i + 1 < track->arc_count; i++)
        add_piece(w, track, track->arc[i], track->arc[i + 1]);
}

static void add_via(writer *w, const lw_via *via)
{
    const lw_board *board = w->board;
    uint32_t first, last;
    lw_edits_via_ends(board, via, &first, &last);
    bool through = first == 0 && last == board->layers.count - 1;
    begin_item(w, through ? "via" : "via blind");
    add_point(w, "at", via->at);
    add_size(w, "size", via->diameter);
    add_size(w, "drill", via->drill);
    begin_value(w, "layers");
    add_source(w, board->layers.at[first].source);
    add_source(w, board->layers.at[last].source);
    end_value(w);
    add_net(w, via->net);
    end_item(w);
}

static void add_copper(writer *w, const lw_routes *routes)
{
    for (uint32_t i = 0; i < routes->tracks.count; i++)
        add_track(w, &routes->tracks.at[i]);
    for (uint32_t i = 0; i < routes->vias.count; i++)
        add_via(w, &routes->vias.at[i]);
}

lw_status lw_kicad_write(const lw_board *board, const lw_routes *routes, lw_buffer *out,
                         lw_error *err)
{
    lw_status status = lw_edits_refuse_other(board, LW_FORMAT_KICAD, "KiCad", err);
    if (status)
        return status;
    lw_edits edits = lw_edits_new(board);
    int64_t version = version_of(board);
    writer w = {
        .board = board,
        .newline = edits.newline,
        .tall = version >= KICAD_FORMAT_UUID,
        .id = version >= KICAD_FORMAT_UUID ? "uuid"
              : version >= KICAD_FORMAT_6  ? "tstamp"
                                           : NULL,
    };
    lw_edits_cut_gone(&edits, routes);
    uint32_t place = board->nets.count ? board->nets.at[0].insert_at : 0;
    if (place > 0 && board->source[place - 1] != '\n')
        lw_buffer_text(&w.added, w.newline);
    if (routes)
        add_copper(&w, routes);
    if (routes && routes->tracks.count + routes->vias.count > 0)
        lw_edits_add(&edits, place, place, w.added.at);
    lw_edits_make(&edits, out);
    lw_buffer_free(&w.added);
    return LW_OK;
}
