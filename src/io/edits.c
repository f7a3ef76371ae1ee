#include "io/edits.h"

#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

lw_edits lw_edits_new(const lw_board *board)
{
    bool carriage = memmem(board->source, board->source_size, "\r\n", 2) != NULL;
    return (lw_edits){.board = board, .newline = carriage ? "\r\n" : "\n"};
}

void lw_edits_add(lw_edits *edits, uint32_t begin, uint32_t end, const char *text)
{
    if (edits->list.count == edits->list.room) {
        edits->list.room = edits->list.room ? 2 * edits->list.room : 64;
        edits->list.at = lw_realloc(edits->list.at, edits->list.room, sizeof *edits->list.at);
    }
    uint32_t order = edits->list.count++;
    edits->list.at[order] = (lw_edit){.begin = begin, .end = end, .text = text, .order = order};
}

static lw_span with_line(const lw_board *board, lw_span span)
{
    const char *text = board->source;
    uint32_t begin = span.begin, end = span.end;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        begin--;
    while (end < board->source_size && strchr(" \t\r", text[end]) && text[end] != '\0')
        end++;
    bool alone =
        (begin == 0 || text[begin - 1] == '\n') && end < board->source_size && text[end] == '\n';
    return alone ? (lw_span){begin, end + 1} : span;
}

void lw_edits_cut(lw_edits *edits, lw_span span)
{
    if (span.begin == span.end)
        return;
    lw_span whole = with_line(edits->board, span);
    lw_edits_add(edits, whole.begin, whole.end, "");
}

void lw_edits_cut_gone(lw_edits *edits, const lw_routes *routes)
{
    const lw_board *board = edits->board;
    if (!routes)
        return;
    for (uint32_t i = 0; i < board->tracks.count && routes->track_gone; i++)
        if (routes->track_gone[i])
            lw_edits_cut(edits, board->tracks.at[i].source);
    for (uint32_t i = 0; i < board->vias.count && routes->via_gone; i++)
        if (routes->via_gone[i])
            lw_edits_cut(edits, board->vias.at[i].source);
}

void lw_edits_make(lw_edits *edits, lw_buffer *out)
{
    lw_splice(out, edits->board->source, edits->board->source_size, edits->list.at,
              edits->list.count);
    free(edits->list.at);
    edits->list.at = NULL;
}

lw_status lw_edits_refuse_other(const lw_board *board, lw_format format, const char *title,
                                lw_error *err)
{
    if (board->format == format)
        return LW_OK;
    return lw_fail(err, LW_ERR_OPTION, board->path, 0, 0,
                   "only what was read as %s can be written as it; write leeway-xml (.xml)", title);
}

void lw_edits_via_ends(const lw_board *board, const lw_via *via, uint32_t *first, uint32_t *last)
{
    *first = 0;
    *last = board->layers.count - 1;
    while (*first < *last && !(via->layers & LW_LAYER(*first)))
        (*first)++;
    while (*last > *first && !(via->layers & LW_LAYER(*last)))
        (*last)--;
}
