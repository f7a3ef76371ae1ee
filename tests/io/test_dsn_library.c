#include <criterion/criterion.h>
#include <stdio.h>

#include "check_leaks.h"
#include "io/dsn_make.h"

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
