/* KiCad boards made of parts, and what is asked of them. */
#ifndef LW_TEST_IO_KICAD_MAKE_H
#define LW_TEST_IO_KICAD_MAKE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "io/kicad.h"
#include "leeway/io.h"

#define MM 1000000

/* The line of the parts is 9. The caller frees the text. */
static inline char *document(int version, const char *parts)
{
    lw_buffer out = {0};
    lw_buffer_print(&out,
                    "(kicad_pcb (version %d) (host pcbnew \"test\")\n"
                    "  (layers\n"
                    "    (0 F.Cu signal)\n"
                    "    (31 B.Cu signal)\n"
                    "    (44 Edge.Cuts user)\n"
                    "  )\n"
                    "  (net 0 \"\")\n"
                    "  (net 1 GND) (net 2 \"VCC 5\")\n"
                    "%s\n"
                    ")\n",
                    version, parts);
    return out.at;
}

static inline lw_board *parse_with(const char *text, const char *project)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_kicad_read("x.kicad_pcb", text, strlen(text), "x.kicad_pro", project,
                                     project ? strlen(project) : 0, &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s\n%s", lw_error_text(&err, buffer, sizeof buffer), text);
    return board;
}

static inline lw_board *board_of(int version, const char *parts)
{
    char *text = document(version, parts);
    lw_board *board = parse_with(text, NULL);
    free(text);
    return board;
}

/* A board with one footprint at (10, 20) mm of the file, and what stands in it. */
static inline lw_board *footprint_of(const char *side, const char *angle, const char *parts)
{
    char whole[4000];
    snprintf(whole, sizeof whole,
             "(module R_0603 (layer %s) (at 10 20 %s)\n"
             "  (fp_text reference R1 (at 0 0) (layer F.SilkS) (effects (font (size 1 1))))\n"
             "  (fp_text value 4k7 (at 0 2) (layer F.Fab) (effects (font (size 1 1))))\n"
             "  %s)",
             side, angle, parts);
    return board_of(20171130, whole);
}

static inline lw_box copper_box(const lw_pad *pad)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

/* Curves may stand out by the error of arcs, and have it in their radius. */
static inline bool near(lw_nm value, int micrometres)
{
    return abs(value - micrometres * 1000) <= 2 * LW_ARC_ERROR + 1;
}

static inline void expect_box(lw_box box, const int corners[4], const char *what)
{
    cr_expect(near(box.x1, corners[0]) && near(box.y1, corners[1]) && near(box.x2, corners[2]) &&
                  near(box.y2, corners[3]),
              "%s: %d %d %d %d nm", what, box.x1, box.y1, box.x2, box.y2);
}

static inline bool copper_holds(const lw_pad *pad, const int point[2])
{
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if (lw_shape_holds(pad->copper.at[i].shape, (lw_point){point[0] * 1000, point[1] * 1000}))
            return true;
    return false;
}

static inline bool tells(const lw_board *board, const char *warning)
{
    bool told = false;
    for (uint32_t i = 0; i < board->warnings.count; i++)
        told |= strcmp(board->warnings.at[i].text, warning) == 0;
    return told;
}

#define CLASSES                                                                                    \
    "(setup (trace_min 0.3) (via_min_size 0.9) (via_min_drill 0.45))"                              \
    "(net_class Default \"\" (clearance 0.22) (trace_width 0.35) (via_dia 1) (via_drill 0.5)"      \
    " (add_net GND))"                                                                              \
    "(net_class Wide \"\" (clearance 0.15) (trace_width 0.1) (via_dia 0.4) (via_drill 0.2)"        \
    " (add_net \"VCC 5\"))"

#define ONE "  (segment (start 0 0) (end 1 1) (width 0.2) (layer F.Cu) (net 1) (status 0))\n"
#define TWO "  (segment (start 5 5) (end 6 6) (width 0.2) (layer F.Cu) (net 1) (status 0))\n"
#define ZONE                                                                                       \
    "  (zone (net 1) (net_name A) (layer F.Cu) (polygon (pts (xy 0 0) (xy 1 0) (xy 1 1))))\n"

#define BY_NAME                                                                                    \
    "(kicad_pcb (version 20250909)\n"                                                              \
    "\t(layers (0 \"F.Cu\" signal) (2 \"B.Cu\" signal))\n"                                         \
    "\t(footprint \"X\" (layer \"F.Cu\") (at 0 0) (property \"Reference\" \"U1\" (at 0 0) (layer " \
    "\"F.SilkS\"))\n"                                                                              \
    "\t\t(pad \"1\" smd rect (at 0 0) (size 1 1) (layers \"F.Cu\") (net \"A \\\"B\\\"\"))\n"       \
    "\t\t(pad \"2\" smd rect (at 5 0) (size 1 1) (layers \"F.Cu\") (net \"\")))\n"                 \
    "\t(segment (start 0 0) (end 3 0) (width 0.2) (layer \"F.Cu\") (net \"C\"))\n"

#endif
