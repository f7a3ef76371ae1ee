#include <criterion/criterion.h>
#include <stdlib.h>

#include "check_leaks.h"
#include "io/kicad_make.h"

Test(kicad, outlines_close_whatever_they_are_drawn_with)
{
    static const struct {
        const char *parts;
        int box[4];
        uint32_t loops;
    } cases[] = {
        {"(gr_line (start 0 0) (end 10 0) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 10 0) (end 10 5) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 10 5.04) (end 0 0) (layer Edge.Cuts) (width 0.1))",
         {0, -5040, 10000, 0},
         1},
        {"(gr_rect (start 11 2) (end 1 7) (layer Edge.Cuts) (stroke (width 1) (type solid)))",
         {1000, -7000, 11000, -2000},
         1},
        {"(gr_circle (center 5 5) (end 8 9) (layer Edge.Cuts) (width 0.1) (fill none))"
         "(gr_circle (center 5 5) (end 6 5) (layer Edge.Cuts) (width 0.1) (fill solid))",
         {0, -10000, 10000, 0},
         2},
        /* centre, begin, clockwise angle */
        {"(gr_arc (start 5 5) (end 10 5) (angle 180) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 0 5) (end 10 5) (layer Edge.Cuts) (width 0.1))",
         {0, -10000, 10000, -5000},
         1},
        {"(gr_arc (start 5 5) (end 10 5) (angle -180) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 0 5) (end 10 5) (layer Edge.Cuts) (width 0.1))",
         {0, -5000, 10000, 0},
         1},
        {"(gr_arc (start 5 5) (end 10 5) (angle 360) (layer Edge.Cuts) (width 0.1))",
         {0, -10000, 10000, 0},
         1},
        /* three points */
        {"(gr_arc (start 10 5) (mid 5 10) (end 0 5) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 0 5) (end 10 5) (layer Edge.Cuts) (width 0.1))",
         {0, -10000, 10000, -5000},
         1},
        {"(gr_arc (start 5 0) (mid 5 10) (end 5 0) (layer Edge.Cuts) (width 0.1))",
         {0, -10000, 10000, 0},
         1},
        {"(gr_poly (pts (xy 0 0) (xy 4 0) (xy 4 3)) (layer Edge.Cuts) (width 0.1) (fill solid))",
         {0, -3000, 4000, 0},
         1},
        {"(gr_poly (pts (arc (start 10 5) (mid 5 10) (end 0 5)) (xy 0 0)) (layer Edge.Cuts))",
         {0, -10000, 10000, 0},
         1},
        {"(gr_curve (pts (xy 0 0) (xy 0 4) (xy 6 4) (xy 6 0)) (layer Edge.Cuts) (width 0.1))"
         "(gr_line (start 0 0) (end 6 0) (layer Edge.Cuts) (width 0.1))",
         {0, -3000, 6000, 0},
         1},
        {"(module X (layer B.Cu) (at 10 20 90)"
         "(fp_line (start -2 -1) (end 2 -1) (layer Edge.Cuts) (width 0.1))"
         "(fp_line (start 2 -1) (end 2 3) (layer Edge.Cuts) (width 0.1))"
         "(fp_line (start 2 3) (end -2 -1) (layer Edge.Cuts) (width 0.1)))",
         {9000, -22000, 13000, -18000},
         1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = board_of(20171130, cases[i].parts);
        cr_expect_eq(board->outline.count, cases[i].loops, "%s", cases[i].parts);
        cr_expect_eq(board->warnings.count, 0, "%s: %s", cases[i].parts,
                     board->warnings.count ? board->warnings.at[0].text : "");
        expect_box(lw_board_box(board), cases[i].box, cases[i].parts);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, rounded_corners_of_a_rectangle_are_off_the_board)
{
    lw_board *board =
        board_of(20250901, "(gr_rect (start 0 0) (end 10 10) (radius 2) (layer \"Edge.Cuts\"))");
    cr_assert_eq(board->outline.count, 1);
    lw_shape loop = board->outline.at[0];
    static const struct {
        int x, y;
        bool on;
    } points[] = {{500, -500, false},  {600, -600, true},  {9500, -500, false},  {9400, -600, true},
                  {500, -9500, false}, {600, -9400, true}, {9500, -9500, false}, {5, -5000, true}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        cr_expect_eq(lw_polygon_holds(loop.points, loop.count,
                                      (lw_point){points[i].x * 1000, points[i].y * 1000}),
                     points[i].on, "%d %d", points[i].x, points[i].y);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, arcs_through_three_points_turn_the_right_way)
{
    static const struct {
        lw_point a, middle, b;
        int degrees;
    } cases[] = {
        {{1000000, 0}, {0, 1000000}, {-1000000, 0}, 180},
        {{-1000000, 0}, {0, 1000000}, {1000000, 0}, -180},
        {{1000000, 0}, {-707107, 707107}, {0, -1000000}, 270},
        {{0, -1000000}, {-707107, 707107}, {1000000, 0}, -270},
        {{1000000, 0}, {707107, 707107}, {0, 1000000}, 90},
        {{0, 0}, {500000, 0}, {1000000, 0}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_angle curve = lw_kicad_curve(cases[i].a, cases[i].middle, cases[i].b);
        cr_expect(abs(curve - cases[i].degrees * LW_DEGREE) < 200, "%zu: %d", i, curve);
    }
}

Test(kicad, lines_on_the_margin_are_edges)
{
    lw_board *board =
        board_of(20171130, "(gr_rect (start 0 0) (end 50 50) (layer Edge.Cuts) (width 0.1))"
                           "(gr_line (start 5 5) (end 9 5) (layer Margin) (width 0.1))"
                           "(module X (layer F.Cu) (at 20 20 90)"
                           "(fp_line (start 0 0) (end 3 0) (layer Margin) (width 0.1)))");
    cr_assert_eq(board->edges.count, 2);
    expect_box(lw_shape_box(board->edges.at[0]), (int[]){20000, -20000, 20000, -17000}, "part");
    expect_box(lw_shape_box(board->edges.at[1]), (int[]){5000, -5000, 9000, -5000}, "board");
    lw_board_free(board);
    lw_test_no_leaks();
}
