#include <string.h>

#include "base/number.h"
#include "io/leeway.h"

void leeway_print_length(lw_buffer *out, const lw_board *board, const char *name, lw_nm value)
{
    char number[LW_NUMBER_ROOM];
    lw_buffer_print(out, " %s=\"%s\"", name, lw_print_length(value, board->unit, number));
}

void leeway_print_escaped(lw_buffer *out, const char *text)
{
    static const struct {
        char c;
        const char *entity;
    } escapes[] = {{'&', "&amp;"},  {'<', "&lt;"},  {'>', "&gt;"},  {'"', "&quot;"},
                   {'\n', "&#10;"}, {'\t', "&#9;"}, {'\r', "&#13;"}};
    for (; *text; text++) {
        const char *entity = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
            if (*text == escapes[i].c)
                entity = escapes[i].entity;
        lw_buffer_add(out, entity ? entity : text, entity ? strlen(entity) : 1);
    }
}

void leeway_print_name(lw_buffer *out, const char *attribute, const char *text)
{
    lw_buffer_print(out, " %s=\"", attribute);
    leeway_print_escaped(out, text);
    lw_buffer_text(out, "\"");
}

void leeway_print_track(lw_buffer *out, const lw_board *board, const char *const *layers,
                        const lw_track *track)
{
    lw_buffer_text(out, "wire");
    leeway_print_length(out, board, "x1", track->ends[0].x);
    leeway_print_length(out, board, "y1", track->ends[0].y);
    leeway_print_length(out, board, "x2", track->ends[1].x);
    leeway_print_length(out, board, "y2", track->ends[1].y);
    if (track->curve) {
        char number[LW_NUMBER_ROOM];
        lw_buffer_print(out, " curve=\"%s\"", lw_print_fixed(track->curve, LW_DEGREE, number));
    }
    leeway_print_length(out, board, "width", track->width);
    leeway_print_name(out, "layer", layers[track->layer]);
    lw_buffer_text(out, track->locked ? " locked=\"yes\"/>" : "/>");
}

void leeway_print_layers(lw_buffer *out, const lw_board *board, const char *const *names,
                         lw_layers layers)
{
    if (layers == lw_board_layers(board)) {
        lw_buffer_text(out, " layers=\"all\"");
        return;
    }
    const char *before = " layers=\"";
    for (uint32_t i = 0; i < board->layers.count; i++) {
        if (!(layers & LW_LAYER(i)))
            continue;
        lw_buffer_text(out, before);
        leeway_print_escaped(out, names[i]);
        before = " ";
    }
    lw_buffer_text(out, "\"");
}

lw_nm leeway_via_diameter(lw_nm diameter)
{
    return diameter > 2 ? diameter : 2;
}

lw_nm leeway_via_drill(lw_nm diameter, lw_nm drill)
{
    lw_nm most = leeway_via_diameter(diameter) - 1;
    return drill < 1 ? 1 : drill < most ? drill : most;
}

void leeway_print_via(lw_buffer *out, const lw_board *board, const char *const *layers,
                      const lw_via *via)
{
    lw_buffer_text(out, "via");
    leeway_print_length(out, board, "x", via->at.x);
    leeway_print_length(out, board, "y", via->at.y);
    leeway_print_length(out, board, "drill", leeway_via_drill(via->diameter, via->drill));
    leeway_print_length(out, board, "diameter", leeway_via_diameter(via->diameter));
    if (via->layers != lw_board_layers(board))
        leeway_print_layers(out, board, layers, via->layers);
    lw_buffer_text(out, via->locked ? " locked=\"yes\"/>" : "/>");
}
