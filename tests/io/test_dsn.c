#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/heap.h"
#include "check_leaks.h"
#include "io/dsn.h"
#include "io/format.h"
#include "leeway/io.h"
#include "random.h"

#define MM 1000000
#define UM 1000

/* ---- designs made of parts ---- */

typedef struct parts {
    const char *head, *structure, *placement, *images, *network, *wiring;
} parts;

#define KICAD      "(parser (string_quote \") (host_cad \"KiCad's Pcbnew\") (host_version \"9.0.6\"))"
#define TWO_LAYERS "(layer F.Cu (type signal)) (layer B.Cu (type signal)) "
#define FRAME      "(boundary (rect pcb 0 0 50000 40000)) "
#define VIA        "(padstack \"Via[0-1]_800:400_um\" (shape (circle F.Cu 800)) (shape (circle B.Cu 800)))"
#define ROUND      "(padstack Round (shape (circle F.Cu 1600)) (shape (circle B.Cu 1600)) (attach off))"
#define SMD        "(padstack Smd (shape (rect F.Cu -500 -250 500 250)))"

static const char *or_else(const char *text, const char *usual)
{
    return text ? text : usual;
}

/* Each part has a line to itself: head is line 2, structure 3, placement 4, library 5, network 6,
 * wiring 7. The caller frees the text. */
static char *document(parts p)
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

static lw_board *parse(const char *text)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.dsn", text, strlen(text), &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s:\n%s", text, lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static lw_board *board_of(parts p)
{
    char *text = document(p);
    lw_board *board = parse(text);
    free(text);
    return board;
}

static lw_box box_of_pad(const lw_pad *pad)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

static bool is_box(lw_box box, int left, int low, int right, int high)
{
    return box.x1 == left * UM && box.y1 == low * UM && box.x2 == right * UM && box.y2 == high * UM;
}

static bool is_point(lw_point p, int x, int y)
{
    return p.x == x * UM && p.y == y * UM;
}

/* Whether the board warns of nothing but what the text is a part of. */
static void expect_warning(const lw_board *board, const char *text)
{
    cr_assert_eq(board->warnings.count, text ? 1 : 0, "%u warnings: %s", board->warnings.count,
                 board->warnings.count ? board->warnings.at[0].text : text);
    if (text)
        cr_expect(strstr(board->warnings.at[0].text, text), "%s", board->warnings.at[0].text);
}

/* ---- units and layers ---- */

Test(dsn, lengths_are_in_the_unit_of_the_file_or_the_section)
{
    static const struct {
        const char *head, *boundary, *units;
        lw_nm width;
    } table[] = {
        {"(resolution um 10)", "(rect pcb 0 0 1000.5 1)", "um", 1000500},
        {"(resolution um 10) (unit mm)", "(rect pcb 0 0 1.5 1)", "mm", 1500000},
        {"(unit mil)", "(rect pcb 0 0 10 1)", "mil", 254000},
        {"(resolution MIL 1000)", "(rect pcb -1e1 0 0 1)", "mil", 254000},
        {"(resolution cm 1)", "(rect pcb 0 0 .5 1)", "cm", 5000000},
        {"", "(rect pcb 0 0 2 1)", "in", 50800000},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char structure[200];
        snprintf(structure, sizeof structure, "(layer A) (boundary %s)", table[i].boundary);
        lw_board *board =
            board_of((parts){.head = table[i].head, .structure = structure, .images = ""});
        lw_box box = lw_board_box(board);
        cr_expect_eq(box.x2 - box.x1, table[i].width, "%s: %d", table[i].head, box.x2 - box.x1);
        cr_expect_str_eq(board->units, table[i].units);
        cr_expect_eq(board->format, LW_FORMAT_SPECCTRA);
        lw_board_free(board);
    }
    lw_board *board = board_of((parts){
        .structure = "(unit mm) (layer A) (boundary (rect pcb 0 0 50 40))",
        .placement = "(unit mil) (component I (place U1 100 200 front 0))",
        .images = "(image I (unit inch) (pin P 1 0.5 0)) (padstack P (shape (circle A 600)))",
    });
    cr_expect(is_point(board->elements.at[0].placement.at, 2540, 5080));
    cr_expect(is_point(board->pads.at[0].at, 2540 + 12700, 5080));
    cr_expect_eq(board->pads.at[0].copper.at[0].shape.radius, 300 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, layers_have_names_ways_and_types)
{
    lw_board *board = board_of((parts){
        .structure =
            "(layer Top (type signal) (direction horizontal)) (layer \"Inner 1\" (type "
            "power)) (layer \xC3\x9Cnten (type mixed) (direction vertical)) " FRAME "(via V)",
        .images = "(padstack V (shape (circle signal 800)))",
    });
    cr_assert_eq(board->layers.count, 3);
    cr_expect_str_eq(board->layers.at[0].name, "Top");
    cr_expect_str_eq(board->layers.at[1].name, "Inner 1");
    cr_expect_str_eq(board->layers.at[2].name, "\xC3\x9Cnten");
    cr_expect_eq(board->layers.at[0].direction, LW_HORIZONTAL);
    cr_expect_eq(board->layers.at[1].direction, LW_ANY_WAY);
    cr_expect_eq(board->layers.at[2].direction, LW_VERTICAL);
    /* A layer of power takes vias, but no tracks. */
    cr_assert_eq(board->keepouts.count, 1);
    cr_expect_eq(board->keepouts.at[0].layers, LW_LAYER(1));
    cr_expect(board->keepouts.at[0].tracks && !board->keepouts.at[0].vias);
    cr_expect(is_box(lw_shape_box(board->keepouts.at[0].shape), -1000, -1000, 51000, 41000));
    expect_warning(board, NULL);
    lw_board_free(board);
    board = board_of((parts){.structure = "(layer A (type jumper)) " FRAME, .images = ""});
    expect_warning(board, "layer \"A\" of type \"jumper\" is routed like any other");
    lw_board_free(board);
    board = board_of((parts){.structure = "(layer A (type power)) " FRAME, .images = ""});
    expect_warning(board, "all layers are of type \"power\"");
    cr_expect_eq(board->keepouts.count, 0);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- outline ---- */

Test(dsn, boundaries_become_the_outline)
{
    static const struct {
        const char *structure;
        uint32_t loops, keepouts;
        int box[4];
        const char *warning;
    } table[] = {
        {"(boundary (path pcb 0 0 0 10 0 10 20 0 20 0 0))", 1, 0, {0, 0, 10, 20}, NULL},
        {"(boundary (path pcb 0 0 0 10 0 10 20 0 20))",
         1,
         0,
         {0, 0, 10, 20},
         "the boundary is not closed at x 0, y 0"},
        {"(boundary (polygon pcb 5 0 0 10 0 10 20))", 1, 0, {0, 0, 10, 20}, NULL},
        {"(boundary (rect pcb 10 20 0 0))", 1, 0, {0, 0, 10, 20}, NULL},
        {"(boundary (circle pcb 100 50 60))", 1, 0, {0, 10, 100, 110}, NULL},
        {"(boundary (path pcb 0 0 0 10 0 10 10) (path pcb 0 10 10 0 10 0 0))",
         1,
         0,
         {0, 0, 10, 10},
         NULL},
        {"(boundary (qarc pcb 0 100 0 0 100 0 0) (path pcb 0 0 100 0 0 100 0))",
         1,
         0,
         {0, 0, 100, 100},
         NULL},
        {"(boundary (rect pcb 0 0 90 90) (rect pcb 20 20 30 30))", 2, 0, {0, 0, 90, 90}, NULL},
        {"(boundary (rect pcb 0 0 90 90)) (boundary (rect pcb 20 20 30 30))",
         2,
         0,
         {0, 0, 90, 90},
         NULL},
        {"(boundary (rect pcb 0 0 90 90)) (boundary (path signal 0 0 0 90 0 90 90 0 90 0 0))",
         1,
         0,
         {0, 0, 90, 90},
         NULL},
        {"(boundary (rect pcb 0 0 90 90)) (boundary (rect signal 5 5 80 80))",
         1,
         0,
         {5, 5, 80, 80},
         NULL},
        {"(boundary (rect pcb 0 0 90 90)) (keepout \"\" (polygon signal 0 20 20 30 20 30 30))",
         2,
         0,
         {0, 0, 90, 90},
         NULL},
        {"(boundary (rect pcb 0 0 90 90)) (keepout \"\" (polygon A 0 20 20 30 20 30 30))",
         1,
         1,
         {0, 0, 90, 90},
         NULL},
        {"(boundary (ellipse pcb 0 0 90 90))",
         0,
         0,
         {0, 0, 0, 0},
         "a boundary without a known figure is not read"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char structure[300];
        snprintf(structure, sizeof structure, "(layer A) %s", table[i].structure);
        lw_board *board = board_of((parts){.structure = structure, .images = ""});
        const int *box = table[i].box;
        cr_expect_eq(board->outline.count, table[i].loops, "%s: %u", structure,
                     board->outline.count);
        cr_expect_eq(board->keepouts.count, table[i].keepouts, "%s", structure);
        cr_expect(table[i].loops == 0 ||
                      is_box(lw_board_box(board), box[0], box[1], box[2], box[3]),
                  "%s", structure);
        expect_warning(board, table[i].warning);
        lw_board_free(board);
    }
    lw_board *board = board_of((parts){
        .structure = "(layer A) (rule (clearance 200))",
        .placement = "(component I (place U1 10000 20000 front 0))",
        .images = "(image I (pin P 1 0 0)) (padstack P (shape (circle A 600)))",
    });
    expect_warning(board, "the design has no boundary; the box around everything is taken");
    cr_expect(is_box(lw_board_box(board), 9450, 19450, 10550, 20550));
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- padstacks, pins, components ---- */

Test(dsn, padstacks_have_every_figure_on_their_layers)
{
    static const struct {
        const char *shapes;
        uint32_t pieces;
        lw_layers layers;
        int box[4];
        lw_nm drill;
    } table[] = {
        {"(shape (circle F.Cu 1000))", 1, 1, {-500, -500, 500, 500}, 0},
        {"(shape (circ B.Cu 1000 100 -200))", 1, 2, {-400, -700, 600, 300}, 0},
        {"(shape (rect F.Cu -300 -400 300 400))", 1, 1, {-300, -400, 300, 400}, 0},
        {"(shape (rect F.Cu 300 400 -300 -400))", 1, 1, {-300, -400, 300, 400}, 0},
        {"(shape (path F.Cu 600 -500 0 500 0))", 1, 1, {-800, -300, 800, 300}, 0},
        {"(shape (polygon F.Cu 100 0 0 200 0 0 200 0 0))", 1, 1, {-50, -50, 250, 250}, 0},
        {"(shape (polygon F.Cu 100 0 0 200 0))", 1, 1, {-50, -50, 250, 50}, 0},
        {"(shape (circle signal 1000))", 1, 3, {-500, -500, 500, 500}, 600 * UM},
        {"(shape (circle F.Cu 1000)) (shape (circle B.Cu 1000))",
         1,
         3,
         {-500, -500, 500, 500},
         600 * UM},
        {"(shape (circle F.Cu 1000)) (shape (rect B.Cu -300 -300 300 300))",
         2,
         3,
         {-500, -500, 500, 500},
         360 * UM},
        {"(shape (circle F.Cu 1000)) (shape (circle B.Cu 1000)) (hole 700)",
         1,
         3,
         {-500, -500, 500, 500},
         700 * UM},
        {"(shape (circle F.Cu 1000)) (hole (circle signal 300))",
         1,
         1,
         {-500, -500, 500, 500},
         300 * UM},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char library[400];
        snprintf(library, sizeof library, "(image I (pin P 1 0 0)) (padstack P %s)" VIA,
                 table[i].shapes);
        lw_board *board = board_of((parts){
            .placement = "(component I (place U1 10000 20000 front 0))", .images = library});
        const lw_pad *pad = &board->pads.at[0];
        const int *box = table[i].box;
        cr_expect_eq(pad->copper.count, table[i].pieces, "%s: %u", library, pad->copper.count);
        cr_expect_eq(pad->layers, table[i].layers, "%s: %u", library, pad->layers);
        cr_expect_eq(pad->drill, table[i].drill, "%s: %d", library, pad->drill);
        cr_expect(
            is_box(box_of_pad(pad), 10000 + box[0], 20000 + box[1], 10000 + box[2], 20000 + box[3]),
            "%s", library);
        expect_warning(board, NULL);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* A pin at (1000, 200), 1000 long along x; where it lies once placed at (10000, 20000). */
Test(dsn, components_turn_and_lie_on_either_side)
{
    static const struct {
        const char *control, *pin, *place;
        int at[2], box[4];
        lw_layers layers;
    } table[] = {
        {"", "", "front 0", {11000, 20200}, {10500, 19950, 11500, 20450}, 1},
        {"", "", "front 90", {9800, 21000}, {9550, 20500, 10050, 21500}, 1},
        {"", "", "Front -90", {10200, 19000}, {9950, 18500, 10450, 19500}, 1},
        {"", "", "front 450.0", {9800, 21000}, {9550, 20500, 10050, 21500}, 1},
        {"", "(rotate 90)", "front 0", {11000, 20200}, {10750, 19700, 11250, 20700}, 1},
        {"", "(rotate 90)", "front 90", {9800, 21000}, {9300, 20750, 10300, 21250}, 1},
        /* Mirrored to (-1000, 200), then turned. */
        {"", "", "back 0", {9000, 20200}, {8500, 19950, 9500, 20450}, 2},
        {"", "", "back 90", {9800, 19000}, {9550, 18500, 10050, 19500}, 2},
        {"", "", "back 180", {11000, 19800}, {10500, 19550, 11500, 20050}, 2},
        {"", "", "back 270", {10200, 21000}, {9950, 20500, 10450, 21500}, 2},
        {"", "(rotate 90)", "back 0", {9000, 20200}, {8750, 19700, 9250, 20700}, 2},
        /* Turned to (-200, 1000), then mirrored. */
        {"(place_control (flip_style rotate_first))",
         "",
         "back 90",
         {10200, 21000},
         {9950, 20500, 10450, 21500},
         2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char placement[200], library[200];
        snprintf(placement, sizeof placement, "%s (component I (place U1 10000 20000 %s (PN 7)))",
                 table[i].control, table[i].place);
        snprintf(library, sizeof library, "(image I (pin Smd %s 1 1000 200))" SMD VIA,
                 table[i].pin);
        lw_board *board = board_of((parts){.placement = placement, .images = library});
        const lw_pad *pad = &board->pads.at[0];
        const int *box = table[i].box;
        cr_expect(is_point(pad->at, table[i].at[0], table[i].at[1]), "%s %s", table[i].place,
                  table[i].pin);
        cr_expect(is_box(box_of_pad(pad), box[0], box[1], box[2], box[3]), "%s %s", table[i].place,
                  table[i].pin);
        cr_expect_eq(pad->layers, table[i].layers, "%s", table[i].place);
        cr_expect_str_eq(board->elements.at[0].value, "7");
        expect_warning(board, NULL);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(dsn, two_padstacks_of_one_name_give_their_copper_to_the_same_pins)
{
    lw_board *board = board_of((parts){
        .placement = "(component I (place U1 0 0 front 0))",
        .images = "(image I (pin P 1 0 0)) (padstack P (shape (rect F.Cu -1 -1 5 1)))"
                  "(padstack P (shape (rect F.Cu -5 -1 1 1)))"
                  "(padstack P (shape (rect F.Cu -1 -1 5 1)))" VIA,
    });
    cr_expect_eq(board->warnings.count, 2);
    cr_expect(is_box(box_of_pad(&board->pads.at[0]), -5, -1, 5, 1));
    lw_board_free(board);
    board = board_of((parts){.images = "(padstack P (shape (circle F.Cu 5)))"
                                       "(padstack P (shape (circle F.Cu 5)))" VIA});
    expect_warning(board, NULL);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- keepouts ---- */

#define OTHER_CAD "(parser (host_cad X)) (resolution um 10)"
#define KICAD_5                                                                                    \
    "(parser (host_cad \"KiCad's Pcbnew\") (host_version \"(5.1.6)-1\")) (resolution um 10)"

Test(dsn, keepouts_have_kinds_layers_and_a_margin)
{
    static const struct {
        const char *head, *keepout;
        bool tracks, vias;
        lw_layers layers;
        int box[4];
    } table[] = {
        {NULL, "(keepout \"\" (polygon F.Cu 0 0 0 9 0 9 9))", true, true, 1, {0, 0, 9, 9}},
        {NULL, "(wire_keepout (rect B.Cu 0 0 9 9))", true, false, 2, {0, 0, 9, 9}},
        {NULL, "(via_keepout a (rect signal 0 0 9 9))", false, true, 3, {0, 0, 9, 9}},
        {NULL,
         "(keepout \"\" (circle F.Cu 100 9 9)) (keepout \"\" (circle B.Cu 100 9 9))",
         true,
         true,
         3,
         {-41, -41, 59, 59}},
        /* Before version 7 KiCad wrote the hole alone. */
        {KICAD_5, "(keepout \"\" (circle F.Cu 100 9 9))", true, true, 1, {-291, -291, 309, 309}},
        {KICAD_5, "(keepout \"\" (rect F.Cu 0 0 9 9))", true, true, 1, {0, 0, 9, 9}},
        /* Others ask for the clearance of areas. */
        {OTHER_CAD, "(keepout (rect F.Cu 0 0 9 9))", true, true, 1, {-300, -300, 309, 309}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char structure[400];
        const int *box = table[i].box;
        snprintf(structure, sizeof structure,
                 TWO_LAYERS FRAME "(via \"Via[0-1]_800:400_um\") (rule (clearance 200) (clearance "
                                  "300 (type area_wire))) %s",
                 table[i].keepout);
        lw_board *board = board_of((parts){.head = table[i].head, .structure = structure});
        cr_assert_eq(board->keepouts.count, 1, "%s", table[i].keepout);
        const lw_keepout *keepout = &board->keepouts.at[0];
        cr_expect(keepout->tracks == table[i].tracks && keepout->vias == table[i].vias, "%s",
                  table[i].keepout);
        cr_expect_eq(keepout->layers, table[i].layers, "%s", table[i].keepout);
        cr_expect(is_box(lw_shape_box(keepout->shape), box[0], box[1], box[2], box[3]), "%s",
                  table[i].keepout);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(dsn, keepouts_of_images_go_with_the_component_and_have_windows)
{
    lw_board *board = board_of((parts){
        .placement = "(component I (place U1 1000 2000 back 0))",
        .images = "(image I (keepout \"\" (rect F.Cu 100 0 300 50) (window (rect F.Cu 110 10 120 "
                  "20)) (window (circle F.Cu 3))))" VIA,
    });
    cr_assert_eq(board->keepouts.count, 1);
    const lw_keepout *keepout = &board->keepouts.at[0];
    cr_expect(is_box(lw_shape_box(keepout->shape), 700, 2000, 900, 2050));
    cr_expect_eq(keepout->layers, 2);
    cr_assert_eq(keepout->windows.count, 1);
    cr_expect(is_box(lw_shape_box(keepout->windows.at[0]), 880, 2010, 890, 2020));
    expect_warning(board, "a window that is no polygon is not read");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- rules and classes ---- */

Test(dsn, clearances_have_types)
{
    lw_board *board = board_of((parts){
        .head = OTHER_CAD,
        .structure = TWO_LAYERS FRAME
        "(via \"Via[0-1]_800:400_um\") (rule (clear 60 (type wire_via))) (rule (width 100) "
        "(clearance 90)) (rule (clearance 50 (type smd_smd)) (clearance 30 (type via_via)) "
        "(clearance 110 (type default_boundary)) (clearance 40 (type pin_wire smd_wire)) "
        "(clearance 70 (type odd_odder)))",
    });
    const lw_rules *rules = &board->rules;
    const struct {
        const char *name;
        lw_nm is, expected;
    } table[] = {
        {"wire to wire", rules->clearance[LW_TRACK][LW_TRACK], 90},
        {"wire to via", rules->clearance[LW_TRACK][LW_VIA], 60},
        {"via to wire", rules->clearance[LW_VIA][LW_TRACK], 60},
        {"via to via", rules->clearance[LW_VIA][LW_VIA], 30},
        {"wire to pin and smd", rules->clearance[LW_TRACK][LW_PAD], 40},
        {"pins keep the general one", rules->clearance[LW_PAD][LW_PAD], 90},
        {"pin to via", rules->clearance[LW_PAD][LW_VIA], 90},
        {"edge", rules->edge, 110},
        {"hole", rules->hole, 90},
        {"drill", rules->drill, 90},
        {"width", board->classes.at[0].width, 100},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, table[i].expected * UM, "%s: %d", table[i].name, table[i].is);
    expect_warning(board, "clearances of type \"odd_odder\" are not read");
    lw_board_free(board);
    board = board_of((parts){0});
    cr_expect_eq(board->rules.hole, 250 * UM, "KiCad's");
    cr_expect_eq(board->rules.drill, 250 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

static const char *const three_nets =
    "(net A (pins U1-1)) (net B (pins U1-2)) (net \"C C\" (pins U1-3))";
#define THREE_PINS "(image I (pin Smd 1 0 0) (pin Smd 2 0 2000) (pin Smd 3 0 4000))" SMD VIA
#define U1         "(component I (place U1 10000 20000 front 0))"

static lw_board *classes_of(const char *network)
{
    char *text = lw_alloc(2000, 1);
    snprintf(text, 2000, "%s %s", three_nets, network);
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS "(padstack \"Via[0-1]_600:300_um\" (shape (circle signal 600)))"
                             "(padstack Blind (shape (circle F.Cu 500)))",
        .network = text,
    });
    free(text);
    return board;
}

static lw_nm tracks_apart(const lw_board *board, const char *a, const char *b)
{
    return lw_clearance(board, LW_TRACK, lw_net_class(board, lw_board_net(board, a)), LW_TRACK,
                        lw_net_class(board, lw_board_net(board, b)));
}

Test(dsn, classes_have_width_clearance_and_via)
{
    lw_board *board = classes_of(
        "(class kicad_default A none (rule (width 300))) (class wide B \"C C\" (circuit (use_via "
        "Blind \"Via[0-1]_600:300_um\")) (rule (width 500) (clearance 400)))");
    cr_assert_eq(board->classes.count, 2);
    cr_expect_str_eq(board->classes.at[0].name, "kicad_default");
    cr_expect_str_eq(board->classes.at[1].name, "wide");
    cr_expect_eq(lw_net_class(board, lw_board_net(board, "A")), 0);
    cr_expect_eq(lw_net_class(board, lw_board_net(board, "C C")), 1);
    cr_expect_eq(board->classes.at[0].width, 300 * UM);
    cr_expect_eq(board->classes.at[1].width, 500 * UM);
    cr_expect_eq(board->classes.at[0].via_diameter, 800 * UM);
    cr_expect_eq(board->classes.at[0].via_drill, 400 * UM);
    cr_expect_eq(board->classes.at[1].via_diameter, 600 * UM);
    cr_expect_eq(board->classes.at[1].via_drill, 300 * UM);
    cr_expect_eq(tracks_apart(board, "A", "A"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "A", "B"), 400 * UM);
    expect_warning(board, NULL);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, a_class_may_have_less_clearance_than_the_board)
{
    lw_board *board =
        classes_of("(class fine A (rule (clearance 100))) (class usual B (rule (width 300)))");
    cr_expect_eq(tracks_apart(board, "A", "A"), 100 * UM);
    cr_expect_eq(tracks_apart(board, "A", "B"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "A", "C C"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "B", "B"), 200 * UM);
    lw_board_free(board);
    board = classes_of("(class one A) (class two B) (class_class (classes one two) (rule "
                       "(clearance 900)))");
    cr_expect_eq(tracks_apart(board, "A", "B"), 900 * UM);
    cr_expect_eq(tracks_apart(board, "B", "A"), 900 * UM);
    cr_expect_eq(tracks_apart(board, "A", "A"), 200 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, a_net_may_have_rules_of_its_own)
{
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS,
        .network = "(net A (pins U1-1) (rule (width 700))) (net B (pins U1-2) (rule (width 700)))"
                   "(net C (pins U1-3) (rule (width 700) (clearance 500))) (class K B)",
    });
    cr_expect_eq(board->classes.at[lw_net_class(board, 0)].width, 700 * UM);
    cr_expect_eq(lw_net_class(board, 0), lw_net_class(board, 1), "the same rules are shared");
    cr_expect_neq(lw_net_class(board, 0), lw_net_class(board, 2));
    cr_expect_eq(tracks_apart(board, "A", "C"), 500 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* KiCad keeps 0.25 mm from the rim of a drill: what the ring and the clearance do not give, the
 * via counts with. */
Test(dsn, vias_keep_the_drill_clear)
{
    static const struct {
        const char *head, *name;
        int clearance;
        lw_nm diameter, drill;
    } table[] = {
        {NULL, "Via[0-1]_600:400_um", 150, 600000, 400000}, /* 100 + 150 */
        {NULL, "Via[0-1]_600:400_um", 100, 700000, 400000}, /* 100 + 100 < 250 */
        {NULL, "Via[0-1]_600:550.5_um", 200, 650500, 550500},
        {NULL, "Via", 200, 600000, 360000},
        {OTHER_CAD, "Via[0-1]_600:400_um", 100, 600000, 400000},
        {OTHER_CAD, "Round$300", 100, 600000, 300000},
        {OTHER_CAD, "Round$900", 100, 600000, 360000}, /* larger than the copper: no drill */
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char structure[300], library[300];
        snprintf(structure, sizeof structure, TWO_LAYERS FRAME "(via \"%s\") (rule (clearance %d))",
                 table[i].name, table[i].clearance);
        snprintf(library, sizeof library, "(padstack \"%s\" (shape (circle signal 600)))",
                 table[i].name);
        lw_board *board =
            board_of((parts){.head = table[i].head, .structure = structure, .images = library});
        const lw_class *class = &board->classes.at[0];
        cr_expect_eq(class->via_diameter, table[i].diameter, "%s: %d", table[i].name,
                     class->via_diameter);
        cr_expect_eq(class->via_drill, table[i].drill, "%s: %d", table[i].name, class->via_drill);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(dsn, without_a_via_through_all_layers_none_is_placed)
{
    static const char *const vias[] = {"", "(via None)", "(via Blind)"};
    for (size_t i = 0; i < sizeof vias / sizeof *vias; i++) {
        char structure[300];
        snprintf(structure, sizeof structure, TWO_LAYERS FRAME "%s", vias[i]);
        lw_board *board = board_of((parts){.structure = structure,
                                           .images = "(padstack Blind (shape (circle F.Cu 500)))"});
        cr_assert_eq(board->keepouts.count, 1, "%s", vias[i]);
        cr_expect(!board->keepouts.at[0].tracks && board->keepouts.at[0].vias);
        cr_expect_eq(board->keepouts.at[0].layers, 3);
        cr_expect_geq(board->warnings.count, 1);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* ---- nets ---- */

Test(dsn, pins_are_named_with_and_without_quotes)
{
    static const char *const names[] = {
        "\"U 1\"-\"A B\"", "\"U 1\"-2", "\"U-1\"-3", "U-1-3",      "\"U-1-3\"", "R-\"A B\"", "R-2",
        "\"R\"-\"3-4\"",   "R-3-4",     "\"R-2\"",   "\xC3\x9C-2",
    };
    static const char *const pads[] = {"U 1.A B", "U 1.2", "U-1.3", "U-1.3", "U-1.3",     "R.A B",
                                       "R.2",     "R.3-4", "R.3-4", "R.2",   "\xC3\x9C.2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char network[200], name[64];
        snprintf(network, sizeof network, "(net \"N 1\" (pins %s))", names[i]);
        lw_board *board = board_of((parts){
            .placement = "(component I (place \"U 1\" 0 0 front 0) (place U-1 9000 0 front 0) "
                         "(place R 18000 0 front 0) (place \xC3\x9C 27000 0 front 0))",
            .images = "(image I (pin Smd \"A B\" 0 0) (pin Smd 2 0 2000) (pin Smd 3 0 4000) (pin "
                      "Smd 3-4 0 6000))" SMD VIA,
            .network = network,
        });
        expect_warning(board, NULL);
        cr_assert_eq(board->nets.at[0].pads.count, 1, "%s", names[i]);
        cr_expect_str_eq(lw_pad_name(board, board->nets.at[0].pads.at[0], name, sizeof name),
                         pads[i], "%s: %s", names[i], name);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(dsn, nets_take_pins_from_all_their_lists)
{
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = "(image I (pin Smd 1 0 0) (pin Smd 2 0 2000) (pin Smd 3 0 4000) (pin Smd 3 0 "
                  "6000) (pin Smd 4 0 8000))" SMD VIA,
        .network = "(net A (pins U1-1 U1-2) (order U1-1 U1-2)) (net A (fromto U1-2 U1-3))",
    });
    /* Both pins of the name 3 are of the net, 4 is of none. */
    cr_assert_eq(board->nets.count, 1);
    cr_expect_eq(board->nets.at[0].pads.count, 4);
    cr_expect_eq(board->pads.at[4].net, LW_NO_NET);
    expect_warning(board, "nets are joined in any order");
    lw_board_free(board);
    board = board_of((parts){.placement = U1,
                             .images = THREE_PINS,
                             .network = "(net A (pins U1-1 U9-\"1 2\" U1-7)) (net B (pins U1-2))"});
    expect_warning(board, "net \"A\": 2 of its pins are not there, U9-\"1 2\" the first");
    cr_expect_eq(board->nets.at[0].pads.count, 1);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* A hole may stand in the file as a pad; of no net it is kept clear as a drill, 250 um here. */
Test(dsn, copper_keeps_away_from_drilled_pads_without_a_net)
{
    lw_board *board = board_of((parts){
        .placement = U1,
        .images =
            "(image I (pin Round 1 0 0) (pin Round 2 0 3000) (pin Smd 3 0 6000))" ROUND SMD VIA,
        .network = "(net A (pins U1-1))",
    });
    cr_assert_eq(board->keepouts.count, 1);
    cr_expect(is_box(lw_shape_box(board->keepouts.at[0].shape), 10000 - 1050, 23000 - 1050,
                     10000 + 1050, 23000 + 1050));
    cr_expect_eq(board->keepouts.at[0].layers, 3);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- wiring and planes ---- */

Test(dsn, wires_and_vias_that_are_there_are_tracks_and_vias)
{
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS,
        .network = "(net A (pins U1-1))",
        .wiring = "(wire (path B.Cu 251 0 0 100 0 100 0 100 50) (net A) (type protect))"
                  "(wire (path F.Cu 250 7 7 7 7) (net A) (type route))"
                  "(wire (path F.Cu 250 0 900 100 900) (type fix))"
                  "(wire (polygon F.Cu 0 0 800 9 800 9 809) (net A))"
                  "(via \"Via[0-1]_800:400_um\" 5000 6000 7000 8000 (net A) (type fix))"
                  "(via \"Via[0-1]_800:400_um\" 9000 9000)",
    });
    cr_assert_eq(board->tracks.count, 3);
    const lw_track *track = board->tracks.at;
    cr_expect(is_point(track[0].ends[0], 0, 0) && is_point(track[0].ends[1], 100, 0));
    cr_expect(is_point(track[1].ends[0], 100, 0) && is_point(track[1].ends[1], 100, 50));
    cr_expect(is_point(track[2].ends[0], 7, 7) && is_point(track[2].ends[1], 7, 7));
    cr_expect_eq(track[0].layer, 1);
    cr_expect_eq(track[0].width, 251 * UM);
    cr_expect(track[0].locked && track[1].locked && !track[2].locked);
    cr_assert_eq(board->vias.count, 2);
    cr_expect(is_point(board->vias.at[1].at, 7000, 8000));
    cr_expect_eq(board->vias.at[0].diameter, 800 * UM);
    cr_expect_eq(board->vias.at[0].drill, 400 * UM);
    cr_expect(board->vias.at[0].locked);
    /* The wire without a net, the polygon, the via without a net. */
    cr_assert_eq(board->copper.count, 3);
    expect_warning(board, NULL);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, planes_are_pours)
{
    lw_board *board = board_of((parts){
        .structure = TWO_LAYERS FRAME
        "(via \"Via[0-1]_800:400_um\") (plane A (polygon B.Cu 0 0 0 90 0 90 90) (window (rect B.Cu "
        "80 10 85 20))) (plane @:no_net_0 (rect F.Cu 0 0 9 9)) (plane B (rect F.Cu 0 0 9 9))",
        .placement = U1,
        .images = THREE_PINS,
        .network = "(net A (pins U1-1))",
    });
    cr_assert_eq(board->pours.count, 4);
    const lw_pour *pour = board->pours.at;
    cr_expect(pour[0].net == 0 && pour[0].layers == 2 && pour[0].plane && !pour[0].cutout);
    cr_expect(is_box(lw_shape_box(pour[0].shape), 0, 0, 90, 90));
    cr_expect(pour[1].cutout && !pour[1].plane && pour[1].layers == 2);
    cr_expect(pour[2].net == LW_NO_NET && pour[3].net == LW_NO_NET);
    expect_warning(board, "plane of a net \"B\" that has no pins");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- mistakes ---- */

static void expect_error(const char *what, const char *text, const char *expected)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    cr_expect_eq(lw_board_parse("x.dsn", text, strlen(text), &board, &err), LW_ERR_INPUT, "%s",
                 what);
    cr_expect_null(board);
    cr_expect_str_eq(lw_error_text(&err, buffer, sizeof buffer), expected, "%s:\n%s\n%s", what,
                     buffer, expected);
}

#define LIBRARY_OF(image)                                                                          \
    (parts)                                                                                        \
    {                                                                                              \
        .placement = U1, .images = "(image I " image ")" SMD VIA                                   \
    }

Test(dsn, mistakes_are_named_with_their_place)
{
    const struct {
        parts parts;
        const char *message;
    } table[] = {
        {{.head = "(resolution furlong 10)"},
         "x.dsn:2:1: error: the unit \"furlong\" is none of um, mm, cm, mil and inch"},
        {{.head = "(resolution um 0)"},
         "x.dsn:2:1: error: the resolution \"0\" is no number of parts from 1"},
        {{.structure = "(layer A) (layer A)"}, "x.dsn:3:22: error: layer \"A\" is there twice"},
        {{.structure = "(layer)"}, "x.dsn:3:12: error: (layer ...) has no name"},
        {{.structure = "(layer \x81)"},
         "x.dsn:3:19: error: the name is not UTF-8 or has a control character in it"},
        {{.structure = ""}, "x.dsn:1:1: error: the design has no layers"},
        {{.structure = "(layer A) (boundary (path pcb 0 1 2 3))"},
         "x.dsn:3:32: error: (path ...) has an x without a y"},
        {{.structure = "(layer A) (boundary (path pcb 0))"},
         "x.dsn:3:32: error: (path ...) has no points"},
        {{.structure = "(layer A) (boundary (path pcb x 0 0))"},
         "x.dsn:3:42: error: \"x\" is not a number"},
        {{.structure = "(layer A) (boundary (circle pcb -1))"},
         "x.dsn:3:44: error: -1 is negative"},
        {{.structure = "(layer A) (boundary (rect pcb 0 0 1e9 5))"},
         "x.dsn:3:46: error: 1e9 is beyond 1 m"},
        {{.structure = "(layer A) (boundary (rect pcb 0 0 1 5 6 7))"},
         "x.dsn:3:32: error: a rectangle has two corners, not 3"},
        {{.structure = "(layer A) (keepout (rect B 0 0 1 5))"},
         "x.dsn:3:31: error: there is no layer \"B\""},
        {{.structure = "(layer A) (rule (width))"},
         "x.dsn:3:28: error: (width ...) lacks a number"},
        {LIBRARY_OF("(pin Smd 1 0)"),
         "x.dsn:5:19: error: a pin has a padstack, a name and a place"},
        {LIBRARY_OF("(pin None 1 0 0)"), "x.dsn:5:19: error: there is no padstack \"None\""},
        {LIBRARY_OF("(pin Smd (rotate x) 1 0 0)"), "x.dsn:5:36: error: \"x\" is no angle"},
        {{.placement = U1}, "x.dsn:4:12: error: there is no image \"I\""},
        {{.placement = U1 U1, .images = THREE_PINS},
         "x.dsn:4:69: error: component \"U1\" is there twice"},
        {{.placement = "(component I (place U1 0 0 top 0))", .images = THREE_PINS},
         "x.dsn:4:25: error: the side \"top\" is neither front nor back"},
        {{.placement = "(component I (place U1 999999 0 front 0))", .images = THREE_PINS},
         "x.dsn:4:25: error: component \"U1\" reaches beyond 1 m from the origin"},
        {{.placement = U1,
          .images = THREE_PINS,
          .network = "(net A (pins U1-1)) (net B (pins U1-1))"},
         "x.dsn:6:43: error: pin \"U1.1\" is in net \"A\" already"},
        {{.wiring = "(via None 0 0 (net A))"}, "x.dsn:7:9: error: there is no padstack \"None\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        parts p = table[i].parts;
        if (p.structure && !p.images)
            p.images = "";
        char *text = document(p);
        expect_error(table[i].message, text, table[i].message);
        free(text);
    }
    expect_error("cut off", "(pcb x (structure",
                 "x.dsn:1:8: error: the list \"structure\" is not closed");
    lw_test_no_leaks();
}

Test(dsn, what_is_not_understood_is_told_once)
{
    lw_board *board = board_of((parts){
        .structure = TWO_LAYERS FRAME
        "(via \"Via[0-1]_800:400_um\") (magic 1) (magic 2) (control (via_at_smd off))",
    });
    expect_warning(board, "(magic ...) is not read");
    cr_expect_eq(board->warnings.at[0].line, 3);
    lw_board_free(board);
    /* Many are only counted. */
    lw_buffer wiring = {0};
    for (int i = 0; i < 1000; i++)
        lw_buffer_text(&wiring, "(wire (path F.Cu 1 0 0 1 1) (net N))");
    board = board_of((parts){.wiring = wiring.at});
    cr_expect_eq(board->warnings.count, 51);
    cr_expect_str_eq(board->warnings.at[50].text, "and 950 warnings more");
    lw_board_free(board);
    lw_buffer_free(&wiring);
    lw_test_no_leaks();
}

/* ---- sessions ---- */

static char *session_of(const lw_board *board, const lw_routes *routes)
{
    lw_buffer out = {0};
    lw_error err = {0};
    cr_assert_eq(lw_format_dsn.write(board, routes, &out, &err), LW_OK, "%s", err.text);
    return out.at;
}

/* The part of a session from a word to the end, blanks and line ends made one blank. */
static char *squeezed(const char *text, const char *from)
{
    lw_buffer out = {0};
    bool blank = false;
    for (const char *c = strstr(text, from); c && *c; c++) {
        if (blank && *c != ' ' && *c != '\n')
            lw_buffer_text(&out, *c == ')' ? "" : " ");
        blank = *c == ' ' || *c == '\n';
        if (!blank)
            lw_buffer_add(&out, c, 1);
    }
    return out.at;
}

static void expect_session(const lw_board *board, const lw_routes *routes, const char *from,
                           const char *expected)
{
    char *text = session_of(board, routes);
    char *is = squeezed(text, from);
    cr_expect(is && strncmp(is, expected, strlen(expected)) == 0, "\n%s\n%s", is, expected);
    free(is);
    free(text);
}

Test(ses, a_session_has_places_padstacks_wires_and_vias)
{
    lw_board *board = board_of((parts){
        .placement = "(component I (place U1 10000.05 -20000 front 12.5) (place \"U 2\" 1 2 back "
                     "-90)) (component I (place U3 0 0 back 0))",
        .images = THREE_PINS,
        .network = "(net \"A (1)\" (pins U1-1)) (net B (pins U1-2)) (net C)",
    });
    lw_routes *routes = lw_routes_new(board);
    const lw_track tracks[] = {
        {.net = 1, .layer = 0, .width = 250000, .ends = {{0, 0}, {100, 0}}},   /* 1 part long */
        {.net = 1, .layer = 0, .width = 250000, .ends = {{100, 0}, {120, 0}}}, /* 0 parts */
        {.net = 1, .layer = 0, .width = 250000, .ends = {{120, 0}, {-250, 350}}},
        {.net = 1, .layer = 1, .width = 250000, .ends = {{7, 7}, {8, 8}}}, /* nothing at all */
        {.net = 0, .layer = 1, .width = 250000, .ends = {{1000, 0}, {2000, 0}}},
    };
    for (size_t i = 0; i < sizeof tracks / sizeof *tracks; i++)
        *lw_list_add(routes->arena, &routes->tracks) = tracks[i];
    *lw_list_add(routes->arena, &routes->vias) =
        (lw_via){.net = 1, .at = {5000, -6049}, .diameter = 800000, .drill = 400000, .layers = 3};
    expect_session(
        board, routes, "(session",
        "(session x.ses (base_design x.dsn) (placement (resolution um 10) (component I "
        "(place U1 100000.5 -200000 front 12.5) (place \"U 2\" 10 20 back 270) (place U3 0 0 back "
        "0))) (was_is) (routes (resolution um 10) (parser (host_cad \"Leeway\") (host_version ");
    expect_session(board, routes, "(library_out",
                   "(library_out (padstack \"Via[0-1]_800:400_um\" (shape (circle F.Cu 8000 0 0)) "
                   "(shape (circle B.Cu 8000 0 0)) (attach off))) (network_out (net \"A (1)\" "
                   "(wire (path B.Cu 2500 10 0 20 0))) (net B (wire (path F.Cu 2500 0 0 1 0 -3 4)) "
                   "(via \"Via[0-1]_800:400_um\" 50 -60))))");
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, kept_copper_is_written_and_fixed_copper_is_not)
{
    static const char wiring[] =
        "(wire (path F.Cu 250 0 0 10 0 10 10) (net A) (type protect))"
        "(wire (path F.Cu 250 50 0 60 0) (net A) (type fix))"
        "(wire (path F.Cu 250 70 0 80 0) (net A) (type route))"
        "(via Blind 9 9 (net A)) (via \"Via[0-1]_800:400_um\" 5 5 (net A) (type fix))";
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS "(padstack Blind (shape (circle B.Cu 300)))",
        .network = "(net A (pins U1-1))",
        .wiring = wiring,
    });
    expect_session(board, NULL, "(library_out",
                   "(library_out (padstack Blind (shape (circle B.Cu 3000 0 0)) (attach off))) "
                   "(network_out (net A (wire (path F.Cu 2500 0 0 100 0 100 100) (type protect)) "
                   "(wire (path F.Cu 2500 700 0 800 0)) (via Blind 90 90))))");
    lw_routes *ripped = lw_routes_rip_up(board);
    expect_session(board, ripped, "(library_out",
                   "(library_out) (network_out (net A (wire (path F.Cu 2500 0 0 100 0 100 100) "
                   "(type protect)))))");
    lw_routes_free(ripped);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, coordinates_are_parts_of_the_resolution)
{
    static const struct {
        const char *head, *path;
    } table[] = {
        {"(resolution um 10)", "(path A 2540 0 0 10 -25)"},
        {"(resolution mil 1000) (unit um)", "(path A 10000 0 0 39 -100)"},
        {"(resolution mm 1000000) (unit um)", "(path A 254000 0 0 1000 -2540)"},
        {"(resolution inch 1000) (unit um)", "(path A 10 0 0"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_board *board = board_of((parts){
            .head = table[i].head,
            .structure = "(layer A) " FRAME,
            .images = "",
            .network = "(net N)",
            .wiring = "(wire (path A 254 0 0 1 -2.54 2540 2540) (net N))",
        });
        char *text = session_of(board, NULL), *is = squeezed(text, "(path"), expected[64];
        snprintf(expected, sizeof expected, "%.*s", (int)strcspn(table[i].path, ")"),
                 table[i].path);
        cr_expect(strncmp(is, expected, strlen(expected)) == 0, "%s:\n%s", table[i].head, is);
        free(is);
        free(text);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(ses, another_quote_is_kept)
{
    lw_board *board = board_of((parts){
        .head = "(parser (string_quote ')) (resolution um 10)",
        .structure = "(layer 'A B') " FRAME,
        .images = "",
        .network = "(net 'x\"y z')",
        .wiring = "(wire (path 'A B' 254 0 0 1 0) (net 'x\"y z'))",
    });
    expect_session(board, NULL, "(network_out",
                   "(network_out (net 'x\"y z' (wire (path 'A B' 2540 0 0 10 0))))))");
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, a_board_of_another_format_cannot_be_written)
{
    lw_board *board = board_of((parts){0});
    board->format = LW_FORMAT_XML;
    lw_buffer out = {0};
    lw_error err = {0};
    cr_expect_eq(lw_format_dsn.write(board, NULL, &out, &err), LW_ERR_OPTION);
    cr_expect_str_eq(err.text, "cannot be written as Specctra: a session belongs to the design "
                               "(.dsn) that it was made from");
    lw_buffer_free(&out);
    lw_board_free(board);
}

/* ---- strangers' files ---- */

/* Loads it or says why not; what loads can be written, and what is written can be read. */
static void survive(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_format_dsn.read("x.dsn", text, size, &board, &err);
    cr_assert((status == LW_OK) == (board != NULL));
    cr_assert(status == LW_OK || *err.text);
    if (board) {
        lw_sexpr_file session;
        char *written = session_of(board, NULL);
        cr_expect_eq(
            lw_sexpr_parse("x.ses", written, strlen(written), LW_SEXPR_SPECCTRA, &session, &err),
            LW_OK, "%s:\n%s", err.text, written);
        lw_sexpr_free(&session);
        free(written);
    }
    lw_board_free(board);
}

static void damage(const char *text, size_t size, int times)
{
    static const char likely[] = "0123456789()\"-. e\nE";
    uint64_t state = 1;
    char *copy = lw_alloc(size + 1, 1);
    for (int i = 0; i < times; i++) {
        memcpy(copy, text, size);
        size_t length = i % 3 == 0 ? random_next(&state) % size : size;
        for (uint64_t flips = 1 + random_next(&state) % 4; flips > 0 && i % 3 != 0; flips--) {
            uint64_t random = random_next(&state);
            copy[random_next(&state) % size] =
                i % 3 == 1 ? likely[random % (sizeof likely - 1)] : (char)random;
        }
        copy[length] = '\0';
        survive(copy, length);
    }
    free(copy);
}

Test(dsn, damaged_files_do_no_harm, .timeout = 280)
{
    char *text = document((parts){
        .structure = TWO_LAYERS
        "(boundary (qarc pcb 0 1000 0 0 1000 0 0) (path pcb 0 0 1000 0 0 1000 0)) (via "
        "\"Via[0-1]_800:400_um\") (rule (width 25) (clearance 20 (type smd_pin)) (clearance 10)) "
        "(keepout \"\" (polygon signal 0 1 1 9 1 9 9)) (plane A (rect F.Cu 0 0 9 9) (window (rect "
        "F.Cu 1 1 2 2)))",
        .placement = "(component I (place U1 10 20 back 33.3 (PN 7)) (place U2 1 2 front 0))",
        .images = "(image I (outline (path signal 12 0 0 5 5)) (pin Smd (rotate 45) 1 0 0) (pin "
                  "Round 2 0 2) (keepout \"\" (circle F.Cu 5 1 1)))" SMD ROUND VIA,
        .network = "(net A (pins U1-1 \"U2\"-2)) (net \"B C\" (pins U2-\"1\" U1-2)) (class k A "
                   "(circuit (use_via \"Via[0-1]_800:400_um\")) (rule (width 30) (clearance 5)))"
                   "(class_class (classes k k) (rule (clearance 7)))",
        .wiring = "(wire (path F.Cu 25 0 0 10 0 10 10) (net A) (type protect)) (via "
                  "\"Via[0-1]_800:400_um\" 9 9 (net \"B C\") (type fix))",
    });
    damage(text, strlen(text), 3000);
    free(text);
    lw_test_no_leaks();
}

Test(dsn, damaged_sessions_do_no_harm, .timeout = 280)
{
    static const char session[] =
        "(session x.ses (base_design x.dsn) (routes (resolution um 10) (parser (host_cad \"L\")) "
        "(library_out) (network_out (net A (wire (path F.Cu 250 0 0 100 0 100 -1e2)) (via "
        "\"Via[0-1]_800:400_um\" 90 90 (type protect))))))";
    char *design =
        document((parts){.network = "(net A)", .wiring = "(wire (path F.Cu 9 0 0 1 0))"});
    char text[sizeof session];
    uint64_t state = 1;
    for (size_t i = 0; i < 4 * sizeof session; i++) {
        lw_board *board;
        memcpy(text, session, sizeof session);
        size_t size = i < sizeof session ? i : sizeof session - 1;
        for (int k = 0; i >= sizeof session && k < 3; k++)
            text[random_next(&state) % size] = "() \"90-.eA"[random_next(&state) % 10];
        text[size] = '\0';
        lw_status status =
            ses_read("x.dsn", design, strlen(design), "x.ses", text, size, &board, NULL);
        cr_expect_eq(status == LW_OK, board != NULL);
        cr_expect(!board || board->nets.count == 1);
        lw_board_free(board);
    }
    free(design);
    lw_test_no_leaks();
}

/* ---- real boards ---- */

/* NULL where they are not. */
static char *boards_file(const char *folder, const char *name, size_t *size)
{
    const char *root = getenv("LEEWAY_BOARDS");
    char path[1000], *text;
    snprintf(path, sizeof path, "%.600s/%.100s/%.200s", root ? root : "", folder, name);
    if (!root || lw_file_read(path, LW_FILE_LIMIT, &text, size, NULL))
        return NULL;
    return text;
}

static uint32_t on_the_back(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->elements.count; i++)
        count += board->elements.at[i].placement.mirrored;
    return count;
}

static uint32_t nets_of_two(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        count += board->nets.at[i].pads.count > 1;
    return count;
}

static uint32_t pins_of(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->nets.count; i++)
        if (board->nets.at[i].pads.count > 1)
            count += board->nets.at[i].pads.count;
    return count;
}

static uint32_t drilled(const lw_board *board)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->pads.count; i++)
        count += board->pads.at[i].drill > 0;
    return count;
}

static void expect_numbers(const char *name, const lw_board *board, char *const columns[])
{
    const struct {
        const char *what;
        int column;
        uint32_t is;
    } table[] = {
        {"layers", 3, board->layers.count},       {"nets of two pins", 4, nets_of_two(board)},
        {"pins of them", 5, pins_of(board)},      {"connections", 6, lw_board_connections(board)},
        {"components", 7, board->elements.count}, {"of them on the back", 8, on_the_back(board)},
        {"pads", 9, board->pads.count},           {"drilled pads", 10, drilled(board)},
        {"classes", 13, board->classes.count},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, (uint32_t)atoi(columns[table[i].column]), "%s: %u %s, not %s",
                     name, table[i].is, table[i].what, columns[table[i].column]);
    lw_box box = lw_board_box(board);
    cr_expect_float_eq((box.x2 - box.x1) / 1e6, atof(columns[14]), 0.011, "%s", name);
    cr_expect_float_eq((box.y2 - box.y1) / 1e6, atof(columns[15]), 0.011, "%s", name);
}

static lw_board *load(const char *name, const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    cr_expect_eq(lw_board_parse(name, text, size, &board, &err), LW_OK, "%s",
                 lw_error_text(&err, buffer, sizeof buffer));
    return board;
}

static void expect_board(char *line)
{
    char *columns[32] = {0}, name[200];
    int count = 0;
    for (char *field; count < 32 && (field = strsep(&line, "\t"));)
        columns[count++] = field;
    cr_assert_geq(count, 20, "a line of the index");
    snprintf(name, sizeof name, "%.190s.dsn", columns[0]);
    size_t size;
    char *text = boards_file("dsn", name, &size);
    cr_assert_not_null(text, "%s", name);
    lw_board *board = load(name, text, size);
    expect_numbers(name, board, columns);
    lw_board_free(board);
    survive(text, size);
    damage(text, size, 6);
    free(text);
}

Test(dsn, real_boards_load_with_all_they_hold, .timeout = 280)
{
    size_t size;
    char *index = boards_file("dsn", "INDEX.tsv", &size);
    if (!index)
        cr_skip_test("LEEWAY_BOARDS has no Specctra boards");
    char *rest = index;
    strsep(&rest, "\n"); /* headings */
    int boards = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (*line) {
            expect_board(line);
            boards++;
        }
    }
    cr_expect_geq(boards, 100);
    free(index);
    lw_test_no_leaks();
}

Test(dsn, odd_real_boards_load_or_say_why_not, .timeout = 280)
{
    /* Planes, fixed wires, odd names, units of mils, quotes inside references. */
    static const char *const names[] = {
        "issue143-rpi_splitter.dsn",
        "issue145-smoothieboard.dsn",
        "issue289-autorouter_pcb_fht-vga_2024-03-25.dsn",
        "issue313-fasttest.dsn",
        "issue732-royalblue54l-feather.dsn",
        "issue756-minimal-hang.dsn",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        char *text = boards_file("dsn-reports", names[i], &size);
        if (!text)
            cr_skip_test("LEEWAY_BOARDS has no Specctra boards");
        survive(text, size);
        lw_board *board = load(names[i], text, size);
        cr_expect_gt(board->layers.count, 1);
        lw_board_free(board);
        free(text);
    }
    size_t size;
    char *text = boards_file("dsn-reports", "issue006-lpc18xx_43xx_sch.dsn", &size);
    cr_assert_not_null(text);
    lw_board *board;
    lw_error err = {0};
    cr_expect_eq(lw_board_parse("x.dsn", text, size, &board, &err), LW_ERR_INPUT);
    cr_expect(strstr(err.text, "this is no board that can be read") == err.text, "%s", err.text);
    free(text);
    lw_test_no_leaks();
}
