#include <criterion/criterion.h>

#include "check_leaks.h"
#include "io/dsn_make.h"

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
