/* A board as text, a line a thing: two boards are the same when their texts are. */
#ifndef LW_TEST_IO_DUMP_H
#define LW_TEST_IO_DUMP_H

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "leeway/board.h"

static inline void dump_shape(lw_buffer *out, lw_shape shape)
{
    lw_buffer_print(out, " %s r%d", shape.filled ? "filled" : "open", shape.radius);
    for (uint32_t i = 0; i < shape.count; i++)
        lw_buffer_print(out, " %d,%d", shape.points[i].x, shape.points[i].y);
}

static inline void dump_copper(lw_buffer *out, lw_copper copper)
{
    lw_buffer_print(out, " on %x", copper.layers);
    dump_shape(out, copper.shape);
}

static inline void dump_placement(lw_buffer *out, lw_placement p)
{
    lw_buffer_print(out, " at %d,%d turned %d%s", p.at.x, p.at.y, p.angle,
                    p.mirrored ? " mirrored" : "");
}

static inline void dump_rules(lw_buffer *out, const lw_board *board)
{
    const lw_rules *r = &board->rules;
    lw_buffer_print(out, "units %s %lld\nrules %d %d %d %d %d %d\n", board->units,
                    (long long)board->unit, r->edge, r->hole, r->drill, r->min_width, r->min_drill,
                    r->min_ring);
    for (int a = 0; a < LW_KIND_COUNT; a++)
        for (int b = 0; b < LW_KIND_COUNT; b++)
            lw_buffer_print(out, "kinds %d %d: %d\n", a, b, r->clearance[a][b]);
    for (uint32_t i = 0; i < board->layers.count; i++) {
        const lw_layer *l = &board->layers.at[i];
        lw_buffer_print(out, "layer %s %d %d\n", l->name, l->number, (int)l->direction);
    }
    for (uint32_t i = 0; i < board->classes.count; i++) {
        const lw_class *c = &board->classes.at[i];
        lw_buffer_print(out, "class %s %d %d %d %d:", c->name, c->width, c->clearance,
                        c->via_diameter, c->via_drill);
        for (uint32_t k = 0; k < board->classes.count; k++)
            lw_buffer_print(out, " %d", board->class_clearance[i * board->classes.count + k]);
        lw_buffer_text(out, "\n");
    }
}

static inline void dump_parts(lw_buffer *out, const lw_board *board)
{
    for (uint32_t i = 0; i < board->elements.count; i++) {
        const lw_element *e = &board->elements.at[i];
        lw_buffer_print(out, "element %s %s %s %u", e->name, board->packages.at[e->package].name,
                        e->value, e->first_pad);
        dump_placement(out, e->placement);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->pads.count; i++) {
        const lw_pad *p = &board->pads.at[i];
        lw_buffer_print(out, "pad %u %s net %s at %d,%d drill %d on %x", p->element, p->name,
                        lw_net_name(board, p->net), p->at.x, p->at.y, p->drill, p->layers);
        for (uint32_t k = 0; k < p->copper.count; k++)
            dump_copper(out, p->copper.at[k]);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->nets.count; i++) {
        const lw_net *n = &board->nets.at[i];
        lw_buffer_print(out, "net %s %u:", n->name, n->class_id);
        for (uint32_t k = 0; k < n->pads.count; k++)
            lw_buffer_print(out, " %u", n->pads.at[k]);
        lw_buffer_text(out, "\n");
    }
}

static inline void dump_bare(lw_buffer *out, const lw_board *board)
{
    for (uint32_t i = 0; i < board->outline.count; i++) {
        lw_buffer_text(out, "outline");
        dump_shape(out, board->outline.at[i]);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->edges.count; i++) {
        lw_buffer_text(out, "edge");
        dump_shape(out, board->edges.at[i]);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->holes.count; i++) {
        lw_buffer_print(out, "hole %d", board->holes.at[i].milled);
        dump_shape(out, board->holes.at[i].shape);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->keepouts.count; i++) {
        const lw_keepout *k = &board->keepouts.at[i];
        lw_buffer_print(out, "keepout %x %d %d", k->layers, k->tracks, k->vias);
        dump_shape(out, k->shape);
        for (uint32_t w = 0; w < k->windows.count; w++)
            dump_shape(out, k->windows.at[w]);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->drawings.count; i++) {
        lw_buffer_print(out, "drawing %d %d", (int)board->drawings.at[i].ink,
                        board->drawings.at[i].bottom);
        dump_shape(out, board->drawings.at[i].shape);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->texts.count; i++) {
        const lw_text *t = &board->texts.at[i];
        lw_buffer_print(out, "text %d %d %d %d %d", (int)t->ink, t->bottom, t->height, t->align_x,
                        t->align_y);
        dump_placement(out, t->placement);
        for (const char *c = t->text; *c; c++)
            lw_buffer_print(out, *c == '\n' ? "\\n" : "%c", *c);
        lw_buffer_text(out, "\n");
    }
}

static inline void dump_conductors(lw_buffer *out, const lw_board *board)
{
    for (uint32_t i = 0; i < board->copper.count; i++) {
        const lw_plain_copper *c = &board->copper.at[i];
        lw_buffer_text(out, "copper");
        for (uint32_t k = 0; k < c->nets.count; k++)
            lw_buffer_print(out, " %s", lw_net_name(board, c->nets.at[k]));
        dump_copper(out, c->copper);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->tracks.count; i++) {
        const lw_track *t = &board->tracks.at[i];
        lw_buffer_print(out, "track %s %u %d curve %d %d", lw_net_name(board, t->net), t->layer,
                        t->width, t->curve, t->locked);
        dump_shape(out, lw_track_shape(t));
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->vias.count; i++) {
        const lw_via *v = &board->vias.at[i];
        lw_buffer_print(out, "via %s %d,%d %d %d %x %d\n", lw_net_name(board, v->net), v->at.x,
                        v->at.y, v->diameter, v->drill, v->layers, v->locked);
    }
    for (uint32_t i = 0; i < board->pours.count; i++) {
        const lw_pour *p = &board->pours.at[i];
        lw_buffer_print(out, "pour %s %x %d", lw_net_name(board, p->net), p->layers, p->cutout);
        dump_shape(out, p->shape);
        lw_buffer_text(out, "\n");
    }
    for (uint32_t i = 0; i < board->jumpers.count; i++) {
        const lw_jumper *j = &board->jumpers.at[i];
        lw_buffer_print(out, "jumper %s %d,%d %d,%d\n", lw_net_name(board, j->net), j->ends[0].x,
                        j->ends[0].y, j->ends[1].x, j->ends[1].y);
    }
}

static inline int dump_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines in an order of their own: lists may come in another one from another format. */
static inline char *dump_board(const lw_board *board)
{
    lw_buffer text = {0}, sorted = {0};
    dump_rules(&text, board);
    dump_parts(&text, board);
    dump_bare(&text, board);
    dump_conductors(&text, board);
    size_t count = 0;
    char **lines = malloc(text.count * sizeof *lines);
    for (char *line = strtok(text.at, "\n"); line; line = strtok(NULL, "\n"))
        lines[count++] = line;
    qsort(lines, count, sizeof *lines, dump_compare);
    for (size_t i = 0; i < count; i++)
        lw_buffer_print(&sorted, "%s\n", lines[i]);
    free(lines);
    lw_buffer_free(&text);
    return sorted.at;
}

/* The first line that differs, for messages. */
static inline const char *dump_difference(const char *a, const char *b)
{
    const char *line = a;
    for (; *a && *a == *b; a++, b++)
        line = *a == '\n' ? a + 1 : line;
    return *a || *b ? line : NULL;
}

#endif
