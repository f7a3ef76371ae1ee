/* EAGLE boards made of parts, and what is asked of them. */
#ifndef LW_TEST_IO_EAGLE_MAKE_H
#define LW_TEST_IO_EAGLE_MAKE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "io/eagle.h"
#include "io/format.h"
#include "leeway/io.h"

#define MM 1000000

typedef struct parts {
    const char *rules, *plain, *packages, *classes, *elements, *signals;
} parts;

static const char *const frame = "<rectangle x1=\"0\" y1=\"0\" x2=\"40\" y2=\"30\" layer=\"20\"/>";

static inline const char *or_nothing(const char *text)
{
    return text ? text : "";
}

/* Each part has a line to itself: rules are line 5, plain 6, packages 7, classes 8, elements 9,
 * signals 10. The caller frees the text. */
static inline char *document(parts p)
{
    lw_buffer out = {0};
    lw_buffer_print(&out,
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                    "<!DOCTYPE eagle SYSTEM \"eagle.dtd\">\n"
                    "<eagle version=\"7.5.0\"><drawing>\n"
                    "<board>\n"
                    "<designrules name=\"d\">%s</designrules>\n"
                    "<plain>%s</plain>\n"
                    "<libraries><library name=\"L\"><packages>%s</packages></library></libraries>\n"
                    "<classes>%s</classes>\n"
                    "<elements>%s</elements>\n"
                    "<signals>%s</signals>\n"
                    "</board>\n"
                    "</drawing></eagle>\n",
                    or_nothing(p.rules), p.plain ? p.plain : frame, or_nothing(p.packages),
                    or_nothing(p.classes), or_nothing(p.elements), or_nothing(p.signals));
    return out.at;
}

static inline lw_board *parse(const char *text)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.brd", text, strlen(text), &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s", lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static inline lw_board *board_of(parts p)
{
    char *text = document(p);
    lw_board *board = parse(text);
    free(text);
    return board;
}

static inline lw_box copper_box(const lw_pad *pad, uint32_t layer)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if (pad->copper.at[i].layers & LW_LAYER(layer))
            box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

static inline bool copper_holds(const lw_pad *pad, uint32_t layer, lw_nm x, lw_nm y)
{
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if ((pad->copper.at[i].layers & LW_LAYER(layer)) &&
            lw_shape_holds(pad->copper.at[i].shape, (lw_point){x, y}))
            return true;
    return false;
}

/* Corners in micrometres. */
#define expect_box(what, box, left, low, right, high)                                              \
    cr_expect(near((box).x1, left) && near((box).y1, low) && near((box).x2, right) &&              \
                  near((box).y2, high),                                                            \
              "%s: %d %d %d %d nm", what, (box).x1, (box).y1, (box).x2, (box).y2)

/* Curves may stand out by the error of arcs, and have it in their radius. */
static inline bool near(lw_nm value, int micrometres)
{
    return abs(value - micrometres * 1000) <= 2 * LW_ARC_ERROR + 1;
}

#define ELEMENT_AT(rot)                                                                            \
    "<element name=\"U1\" library=\"L\" package=\"P\" value=\"V\" x=\"10\" y=\"10\" rot=\"" rot    \
    "\"/>"

static const char two_pads[] = "<package name=\"P\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.8\"/>"
                               "<pad name=\"2\" x=\"5\" y=\"0\" drill=\"0.8\"/></package>";

static inline void expect_error(const char *what, const char *text, size_t size,
                                const char *expected)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    lw_status status = lw_board_parse("x.brd", text, size, &board, &err);
    cr_expect_eq(status, LW_ERR_INPUT, "%s: status %d", what, status);
    cr_expect_null(board, "%s", what);
    lw_error_text(&err, buffer, sizeof buffer);
    cr_expect_str_eq(buffer, expected, "%s:\n%s\n%s", what, buffer, expected);
}

static inline char *write_text(const lw_board *board, const lw_routes *routes)
{
    lw_buffer out = {0};
    lw_error err = {0};
    cr_assert_eq(lw_format_eagle.write(board, routes, &out, &err), LW_OK, "%s", err.text);
    return out.at;
}

#endif
