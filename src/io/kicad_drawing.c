/* What is drawn on the board itself: its outline, copper without pads, pictures, texts. */
#include <string.h>
#include "io/kicad.h"

static void add_copper(kicad_reader *r, const lw_sexpr *node, lw_layers layers, lw_shape shape)
{
    lw_plain_copper *copper = lw_list_add(r->board->arena, &r->board->copper);
    *copper = (lw_plain_copper){.copper = {layers, shape}, .source = node->span};
    lw_net_id net = lw_kicad_net(r, node);
    if (net != LW_NO_NET)
        *lw_list_add(r->board->arena, &copper->nets) = net;
}

static void read_text(kicad_reader *r, const lw_sexpr *node, const char *layer, lw_layers copper)
{
    const char *words = lw_sexpr_word(node, 1);
    lw_text text;
    if (!words || !*words || lw_kicad_flag(node, "hide"))
        return;
    text = lw_kicad_text(r, node, lw_intern(r->board->names, words), LW_NM_MAX);
    if (copper)
        *lw_list_add(r->board->arena, &r->letters) = (lw_plain_copper){
            .copper = {copper, lw_kicad_text_area(r, node, &text)}, .source = node->span};
    else if (lw_kicad_ink(layer, &text.ink, &text.bottom))
        *lw_list_add(r->board->arena, &r->board->texts) = text;
}

void lw_kicad_read_drawing(kicad_reader *r, const lw_sexpr *node)
{
    const lw_sexpr *list = lw_sexpr_child(node, "layer");
    const char *layer = list ? lw_sexpr_word(list, 1) : NULL;
    lw_layers copper = lw_kicad_layers(r, node);
    lw_drawing drawing = {0};
    if (!layer && !copper)
        return;
    if (lw_sexpr_is(node, "gr_text")) {
        read_text(r, node, layer ? layer : "", copper);
    } else if (lw_kicad_is_text_box(node)) {
        if (copper && lw_kicad_figure(r, node, LW_NM_MAX, &drawing.shape))
            *lw_list_add(r->board->arena, &r->letters) =
                (lw_plain_copper){.copper = {copper, drawing.shape}, .source = node->span};
    } else if (copper) {
        if (lw_kicad_figure(r, node, LW_NM_MAX, &drawing.shape))
            add_copper(r, node, copper, drawing.shape);
    } else if (strcmp(layer, "Edge.Cuts") == 0) {
        if (lw_kicad_contour(r, node, LW_NM_MAX, &drawing.shape))
            *lw_list_add(r->file->arena, &r->outline) = drawing.shape;
    } else if (strcmp(layer, "Margin") == 0) {
        if (lw_kicad_contour(r, node, LW_NM_MAX, &drawing.shape))
            *lw_list_add(r->board->arena, &r->margin) = drawing.shape;
    } else if (lw_kicad_ink(layer, &drawing.ink, &drawing.bottom)) {
        if (lw_kicad_figure(r, node, LW_NM_MAX, &drawing.shape))
            *lw_list_add(r->board->arena, &r->board->drawings) = drawing;
    }
}
