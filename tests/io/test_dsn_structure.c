#include <criterion/criterion.h>
#include <stdio.h>

#include "check_leaks.h"
#include "io/dsn_make.h"

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

/* ---- keepouts ---- */

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
