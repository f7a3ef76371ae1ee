#include <criterion/criterion.h>
#include <stdio.h>

#include "check_leaks.h"
#include "io/dsn_make.h"

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
