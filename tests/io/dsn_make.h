/* Designs made of parts, and what is asked of their boards. */
#ifndef LW_TEST_IO_DSN_MAKE_H
#define LW_TEST_IO_DSN_MAKE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "io/dsn.h"
#include "io/format.h"
#include "leeway/io.h"

#define MM 1000000
#define UM 1000

typedef struct parts {
    const char *head, *structure, *placement, *images, *network, *wiring;
} parts;

#define KICAD      "(parser (string_quote \") (host_cad \"KiCad's Pcbnew\") (host_version \"9.0.6\"))"
#define OTHER_CAD  "(parser (host_cad X)) (resolution um 10)"
#define TWO_LAYERS "(layer F.Cu (type signal)) (layer B.Cu (type signal)) "
#define FRAME      "(boundary (rect pcb 0 0 50000 40000)) "
#define VIA        "(padstack \"Via[0-1]_800:400_um\" (shape (circle F.Cu 800)) (shape (circle B.Cu 800)))"
#define ROUND      "(padstack Round (shape (circle F.Cu 1600)) (shape (circle B.Cu 1600)) (attach off))"
#define SMD        "(padstack Smd (shape (rect F.Cu -500 -250 500 250)))"

static inline const char *or_else(const char *text, const char *usual)
{
    return text ? text : usual;
}

/* Each part has a line to itself: head is line 2, structure 3, placement 4, images 5, network 6,
 * wiring 7. The caller frees the text. */
static inline char *document(parts p)
{
    lw_buffer out = {0};
    lw_buffer_print(&out,
                    "(pcb x.dsn\n%s\n(structure %s)\n(placement %s)\n(library %s)\n(network "
                    "%s)\n(wiring %s)\n)\n",
                    or_else(p.head, KICAD " (resolution um 10) (unit um)"),
                    or_else(p.structure, TWO_LAYERS FRAME
                            "(via \"Via[0-1]_800:400_um\") (rule (width 250) (clearance 200))"),
                    or_else(p.placement, ""), or_else(p.images, VIA), or_else(p.network, ""),
                    or_else(p.wiring, ""));
    return out.at;
}

static inline lw_board *parse(const char *text)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.dsn", text, strlen(text), &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s:\n%s", text, lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static inline lw_board *board_of(parts p)
{
    char *text = document(p);
    lw_board *board = parse(text);
    free(text);
    return board;
}

static inline lw_box box_of_pad(const lw_pad *pad)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

static inline bool is_box(lw_box box, int left, int low, int right, int high)
{
    return box.x1 == left * UM && box.y1 == low * UM && box.x2 == right * UM && box.y2 == high * UM;
}

static inline bool is_point(lw_point p, int x, int y)
{
    return p.x == x * UM && p.y == y * UM;
}

/* Whether the board warns of nothing but what the text is a part of. */
static inline void expect_warning(const lw_board *board, const char *text)
{
    cr_assert_eq(board->warnings.count, text ? 1 : 0, "%u warnings: %s", board->warnings.count,
                 board->warnings.count ? board->warnings.at[0].text : text);
    if (text)
        cr_expect(strstr(board->warnings.at[0].text, text), "%s", board->warnings.at[0].text);
}

#define THREE_PINS "(image I (pin Smd 1 0 0) (pin Smd 2 0 2000) (pin Smd 3 0 4000))" SMD VIA
#define U1         "(component I (place U1 10000 20000 front 0))"

static inline char *session_of(const lw_board *board, const lw_routes *routes)
{
    lw_buffer out = {0};
    lw_error err = {0};
    cr_assert_eq(lw_format_dsn.write(board, routes, &out, &err), LW_OK, "%s", err.text);
    return out.at;
}

#endif
