#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check_leaks.h"
#include "io/format.h"
#include "io/kicad.h"
#include "io/leeway.h"
#include "leeway/io.h"
#include "random.h"

#define MM 1000000

/* ---- boards made of parts ---- */

/* The line of the parts is 9. The caller frees the text. */
static char *document(int version, const char *parts)
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

static lw_board *parse_with(const char *text, const char *project)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_kicad_read("x.kicad_pcb", text, strlen(text), "x.kicad_pro", project,
                                     project ? strlen(project) : 0, &board, &err);
    char buffer[1024];
    cr_assert_eq(status, LW_OK, "%s\n%s", lw_error_text(&err, buffer, sizeof buffer), text);
    return board;
}

static lw_board *board_of(int version, const char *parts)
{
    char *text = document(version, parts);
    lw_board *board = parse_with(text, NULL);
    free(text);
    return board;
}

/* A board with one footprint at (10, 20) mm of the file, and what stands in it. */
static lw_board *footprint_of(const char *side, const char *angle, const char *parts)
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

static lw_box copper_box(const lw_pad *pad)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < pad->copper.count; i++)
        box = lw_box_join(box, lw_shape_box(pad->copper.at[i].shape));
    return box;
}

/* Curves may stand out by the error of arcs, and have it in their radius. */
static bool near(lw_nm value, int micrometres)
{
    return abs(value - micrometres * 1000) <= 2 * LW_ARC_ERROR + 1;
}

static void expect_box(lw_box box, const int corners[4], const char *what)
{
    cr_expect(near(box.x1, corners[0]) && near(box.y1, corners[1]) && near(box.x2, corners[2]) &&
                  near(box.y2, corners[3]),
              "%s: %d %d %d %d nm", what, box.x1, box.y1, box.x2, box.y2);
}

static bool copper_holds(const lw_pad *pad, const int point[2])
{
    for (uint32_t i = 0; i < pad->copper.count; i++)
        if (lw_shape_holds(pad->copper.at[i].shape, (lw_point){point[0] * 1000, point[1] * 1000}))
            return true;
    return false;
}

/* ---- pads ---- */

/* Micrometres; y is negated: the footprint is at (10000, -20000). */
static const struct {
    const char *side, *angle, *pad;
    int at[2], box[4], inside[2], outside[2];
    lw_layers layers;
    lw_nm drill;
} pads[] = {
    {"F.Cu",
     "",
     "smd rect (at 1 2) (size 2 1) (layers F.Cu F.Paste F.Mask)",
     {11000, -22000},
     {10000, -22500, 12000, -21500},
     {10001, -22499},
     {12001, -22000},
     1,
     0},
    /* the pad's angle is that on the board */
    {"F.Cu",
     "90",
     "smd rect (at 1 2 90) (size 2 1) (layers F.Cu)",
     {12000, -19000},
     {11500, -20000, 12500, -18000},
     {12000, -18001},
     {12501, -19000},
     1,
     0},
    {"F.Cu",
     "90",
     "smd rect (at 1 2) (size 2 1) (layers F.Cu)",
     {12000, -19000},
     {11000, -19500, 13000, -18500},
     {12999, -19000},
     {12000, -18499},
     1,
     0},
    /* on the back the file has it mirrored already */
    {"B.Cu",
     "",
     "smd rect (at 1 2) (size 2 1) (layers B.Cu)",
     {11000, -22000},
     {10000, -22500, 12000, -21500},
     {10001, -22499},
     {12001, -22000},
     2,
     0},
    {"B.Cu",
     "90",
     "smd rect (at 1 2 90) (size 2 1) (layers B.Cu)",
     {12000, -19000},
     {11500, -20000, 12500, -18000},
     {12000, -18001},
     {12501, -19000},
     2,
     0},
    {"B.Cu",
     "-45",
     "connect circle (at 0 0) (size 2 2) (layers F.Cu)",
     {10000, -20000},
     {9000, -21000, 11000, -19000},
     {10700, -19300},
     {10800, -19200},
     1,
     0},
    {"F.Cu",
     "",
     "thru_hole oval (at 0 0) (size 3 2) (drill oval 1.5 1) (layers *.Cu *.Mask)",
     {10000, -20000},
     {8500, -21000, 11500, -19000},
     {11400, -20000},
     {11400, -19200},
     3,
     MM},
    /* the offset turns with the pad; its place is that of the drill */
    {"F.Cu",
     "",
     "thru_hole rect (at 0 0 90) (size 2 1) (drill 0.8 (offset 0.5 0)) (layers *.Cu)",
     {10000, -20000},
     {9500, -20500, 10500, -18500},
     {10000, -18501},
     {10000, -20501},
     3,
     800000},
    {"F.Cu",
     "",
     "smd rect (at 0 0) (size 2 1) (drill (offset 0.5 0)) (layers F.Cu)",
     {10500, -20000},
     {9500, -20500, 11500, -19500},
     {11499, -20000},
     {9499, -20000},
     1,
     0},
    {"F.Cu",
     "",
     "smd roundrect (at 0 0) (size 2 1) (layers F.Cu) (roundrect_rratio 0.25)",
     {10000, -20000},
     {9000, -20500, 11000, -19500},
     {10900, -19600},
     {10950, -19550},
     1,
     0},
    {"F.Cu",
     "",
     "smd trapezoid (at 0 0) (size 4 2) (rect_delta 0.5 0 ) (layers F.Cu)",
     {10000, -20000},
     {8000, -21250, 12000, -18750},
     {8100, -18800},
     {11900, -19200},
     1,
     0},
    {"F.Cu",
     "",
     "smd trapezoid (at 0 0) (size 4 2) (rect_delta 0 1 ) (layers F.Cu)",
     {10000, -20000},
     {7500, -21000, 12500, -19000},
     {7600, -20990},
     {7600, -19100},
     1,
     0},
    {"F.Cu",
     "",
     "smd roundrect (at 0 0) (size 2 2) (layers F.Cu) (roundrect_rratio 0) (chamfer_ratio 0.25) "
     "(chamfer top_left)",
     {10000, -20000},
     {9000, -21000, 11000, -19000},
     {9010, -20990},
     {9200, -19200},
     1,
     0},
    {"F.Cu",
     "",
     "smd roundrect (at 0 0) (size 2 2) (layers F.Cu) (roundrect_rratio 0.25) "
     "(chamfer_ratio 0.25) (chamfer bottom_right)",
     {10000, -20000},
     {9000, -21000, 11000, -19000},
     {9160, -19160},
     {10800, -20800},
     1,
     0},
    {"F.Cu",
     "",
     "smd custom (at 0 0) (size 1 1) (layers F.Cu) (options (clearance outline) (anchor circle)) "
     "(primitives (gr_poly (pts (xy 0 0) (xy 2 0) (xy 2 1)) (width 0)))",
     {10000, -20000},
     {9500, -21000, 12000, -19500},
     {11900, -20900},
     {10600, -20600},
     1,
     0},
    {"F.Cu",
     "",
     "smd custom (at 0 0 90) (size 1 1) (layers F.Cu) (options (anchor rect)) "
     "(primitives (gr_line (start 0 0) (end 3 0) (width 0.4)))",
     {10000, -20000},
     {9500, -20500, 10500, -16800},
     {10190, -17000},
     {10210, -17000},
     1,
     0},
};

Test(kicad, pads_have_the_shape_and_place_that_the_file_says)
{
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++) {
        char text[600];
        snprintf(text, sizeof text, "(pad 1 %s (net 1 GND))", pads[i].pad);
        lw_board *board = footprint_of(pads[i].side, pads[i].angle, text);
        cr_assert_eq(board->pads.count, 1, "%s", text);
        const lw_pad *pad = &board->pads.at[0];
        cr_expect(pad->at.x == pads[i].at[0] * 1000 && pad->at.y == pads[i].at[1] * 1000,
                  "%s: at %d %d", text, pad->at.x, pad->at.y);
        expect_box(copper_box(pad), pads[i].box, text);
        cr_expect(copper_holds(pad, pads[i].inside), "%s: inside", text);
        cr_expect(!copper_holds(pad, pads[i].outside), "%s: outside", text);
        cr_expect_eq(pad->layers, pads[i].layers, "%s: layers %u", text, pad->layers);
        cr_expect_eq(pad->drill, pads[i].drill, "%s: drill %d", text, pad->drill);
        cr_expect_eq(pad->net, 0, "%s", text);
        cr_expect_str_eq(board->elements.at[0].name, "R1");
        cr_expect_str_eq(board->elements.at[0].value, "4k7");
        cr_expect_eq(board->elements.at[0].placement.mirrored, *pads[i].side == 'B');
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

static bool tells(const lw_board *board, const char *warning)
{
    bool told = false;
    for (uint32_t i = 0; i < board->warnings.count; i++)
        told |= strcmp(board->warnings.at[i].text, warning) == 0;
    return told;
}

Test(kicad, what_has_no_copper_is_a_hole_or_nothing)
{
    static const struct {
        const char *pad;
        uint32_t pads, holes;
        int box[4];
    } cases[] = {
        {"np_thru_hole circle (at 0 0) (size 3 3) (drill 3) (layers *.Cu *.Mask)",
         0,
         1,
         {8500, -21500, 11500, -18500}},
        {"np_thru_hole oval (at 0 0 90) (size 3 2) (drill oval 3 2) (layers *.Cu)",
         0,
         1,
         {9000, -21500, 11000, -18500}},
        {"np_thru_hole circle (at 0 0) (size 1 1) (drill 1) (layers F.Mask)",
         0,
         1,
         {9500, -20500, 10500, -19500}},
        {"np_thru_hole circle (at 0 0) (size 3 3) (drill 2) (layers *.Cu)", 1, 0, {0}},
        {"thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Mask)",
         0,
         1,
         {9500, -20500, 10500, -19500}},
        {"smd rect (at 0 0) (size 1 1) (layers F.Paste)", 0, 0, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, "(pad \"\" %s (net 1 GND))", cases[i].pad);
        lw_board *board = footprint_of("F.Cu", "", text);
        cr_expect_eq(board->pads.count, cases[i].pads, "%s", text);
        cr_expect_eq(board->holes.count, cases[i].holes, "%s", text);
        if (board->holes.count == 1)
            expect_box(lw_shape_box(board->holes.at[0].shape), cases[i].box, text);
        cr_expect_eq(tells(board, "pad \"\": without copper it is in no net"),
                     board->holes.count > 0, "%s", text);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* Holes keep 0.25 mm: a ring of 0.1 mm leaves 0.15 mm to ask for. */
Test(kicad, pads_ask_for_what_they_and_their_holes_need)
{
    static const struct {
        const char *parts;
        lw_nm clearance;
    } cases[] = {
        {"(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))", 0},
        {"(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (clearance 0.5))", 500000},
        {"(clearance 0.4) (pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))", 400000},
        {"(clearance 0.4) (pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (clearance 0.3))",
         300000},
        {"(pad 1 thru_hole circle (at 0 0) (size 1 1) (drill 0.8) (layers *.Cu))", 150000},
        {"(pad 1 thru_hole circle (at 0 0) (size 2 2) (drill 0.8) (layers *.Cu))", 0},
        {"(pad 1 thru_hole rect (at 0 0) (size 3 1) (drill 0.8) (layers *.Cu) (clearance 0.1))",
         150000},
        {"(pad 1 thru_hole rect (at 0 0) (size 1 2) (drill 0.6 (offset 0 -0.6)) (layers *.Cu))",
         150000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = footprint_of("F.Cu", "", cases[i].parts);
        lw_nm is = board->pads.at[0].clearance;
        cr_expect_eq(is > 0 ? is : 0, cases[i].clearance, "%s: %d", cases[i].parts, is);
        cr_expect_eq(board->pad_clearance, cases[i].clearance, "%s", cases[i].parts);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, a_hole_is_kept_clear_where_its_pad_has_no_copper)
{
    lw_board *board = footprint_of(
        "B.Cu", "", "(pad 1 thru_hole circle (at 1 0) (size 2 2) (drill 1) (layers B.Cu))");
    cr_assert_eq(board->keepouts.count, 1);
    const lw_keepout *keepout = &board->keepouts.at[0];
    cr_expect_eq(keepout->layers, LW_LAYER(0));
    cr_expect(keepout->tracks && keepout->vias);
    expect_box(lw_shape_box(keepout->shape), (int[]){10250, -20750, 11750, -19250}, "hole");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* It is kept, for its net ends there; as a document of Leeway's own as well. */
Test(kicad, a_pad_that_its_drill_takes_away_is_told_and_kept)
{
    static const struct {
        const char *pad;
        lw_nm drill;
        bool told;
    } cases[] = {
        {"thru_hole circle (at 0 0) (size 2 2) (drill 3)", 3 * MM, true},
        {"thru_hole rect (at 0 0) (size 2 2) (drill 3)", 3 * MM, true},
        {"thru_hole oval (at 0 0 90) (size 3 2) (drill 2.5)", 5 * MM / 2, true},
        {"thru_hole oval (at 0 0) (size 3 3) (drill oval 4 2)", 2 * MM, false},
        {"thru_hole circle (at 0 0) (size 2 2) (drill 2)", 2 * MM, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "(pad 1 %s (layers *.Cu))", cases[i].pad);
        lw_board *board = footprint_of("F.Cu", "", text), *again;
        cr_assert_eq(board->pads.count, 1, "%s", text);
        cr_expect_eq(board->pads.at[0].drill, cases[i].drill, "%s", text);
        cr_expect_eq(tells(board, "pad \"1\": its drill is larger than its copper"), cases[i].told,
                     "%s", text);
        lw_buffer made = {0};
        lw_error err = {0};
        leeway_make(board, NULL, &made);
        lw_status status = lw_board_parse("again.xml", made.at, made.count, &again, &err);
        cr_assert_eq(status, LW_OK, "%s: %s", text, err.text);
        cr_expect_eq(again->pads.at[0].drill, cases[i].drill, "%s", text);
        lw_buffer_free(&made);
        lw_board_free(again);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, names_that_come_again_are_told_apart)
{
    lw_board *board = board_of(20171130, "(module X (layer F.Cu) (at 0 0)"
                                         "(fp_text reference R1 (at 0 0) (layer F.SilkS))"
                                         "(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu))"
                                         "(pad 1 smd rect (at 2 0) (size 1 1) (layers F.Cu))"
                                         "(pad \"\" smd rect (at 4 0) (size 1 1) (layers F.Cu))"
                                         "(pad 1 smd rect (at 6 0) (size 1 1) (layers F.Cu)))"
                                         "(module X (layer F.Cu) (at 9 0)"
                                         "(fp_text reference R1 (at 0 0) (layer F.SilkS)))"
                                         "(module X (layer F.Cu) (at 9 9))"
                                         "(module X (layer F.Cu) (at 9 18))");
    static const char *const pad_names[] = {"1", "1@1", "@1", "1@2"};
    static const char *const elements[] = {"R1", "R1@1", "@1", "@2"};
    for (uint32_t i = 0; i < 4; i++) {
        cr_expect_str_eq(board->pads.at[i].name, pad_names[i]);
        cr_expect_str_eq(board->elements.at[i].name, elements[i]);
    }
    cr_expect_eq(board->packages.count, 3, "%u", board->packages.count);
    cr_expect_eq(board->elements.at[2].package, board->elements.at[3].package);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- outlines ---- */

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

/* ---- classes and rules ---- */

#define CLASSES                                                                                    \
    "(setup (trace_min 0.3) (via_min_size 0.9) (via_min_drill 0.45))"                              \
    "(net_class Default \"\" (clearance 0.22) (trace_width 0.35) (via_dia 1) (via_drill 0.5)"      \
    " (add_net GND))"                                                                              \
    "(net_class Wide \"\" (clearance 0.15) (trace_width 0.1) (via_dia 0.4) (via_drill 0.2)"        \
    " (add_net \"VCC 5\"))"

Test(kicad, boards_before_6_hold_their_classes)
{
    lw_board *board = board_of(20171130, CLASSES);
    cr_assert_eq(board->classes.count, 2);
    const lw_class *usual = &board->classes.at[0], *wide = &board->classes.at[1];
    cr_expect_str_eq(usual->name, "Default");
    cr_expect(usual->width == 350000 && usual->clearance == 220000 &&
              usual->via_diameter == 1000000 && usual->via_drill == 500000);
    cr_expect_str_eq(wide->name, "Wide");
    /* no finer than the rules of the whole board */
    cr_expect(wide->width == 300000 && wide->clearance == 150000 && wide->via_diameter == 900000 &&
              wide->via_drill == 450000);
    cr_expect_eq(board->nets.at[0].class_id, 0);
    cr_expect_eq(board->nets.at[1].class_id, 1);
    cr_expect_eq(board->rules.min_width, 300000);
    cr_expect_eq(board->rules.min_drill, 450000);
    cr_expect_eq(board->rules.edge, 220000);
    cr_expect_eq(board->rules.hole, 250000);
    cr_expect_eq(board->rules.drill, 250000);
    /* (0.9 - 0.45) / 2 = 0.225 around the hole, 0.25 wanted */
    cr_expect_eq(board->rules.clearance[LW_VIA][LW_TRACK], 25000);
    cr_expect_eq(board->rules.clearance[LW_TRACK][LW_PAD], 0);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, without_a_project_new_boards_have_the_usual_rules)
{
    static const struct {
        int version;
        lw_nm width, via, drill;
        uint32_t warnings;
    } cases[] = {{4, 250000, 800000, 400000, 1}, /* of the outline */
                 {20171130, 250000, 800000, 400000, 1},
                 {20211014, 250000, 800000, 400000, 2},
                 {20240108, 200000, 600000, 300000, 2},
                 {30000101, 200000, 600000, 300000, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board =
            board_of(cases[i].version, "(segment (start 1 1) (end 2 2) (width 0.2) (layer F.Cu))");
        const lw_class *class = &board->classes.at[0];
        cr_expect(class->width == cases[i].width && class->via_diameter == cases[i].via &&
                      class->via_drill == cases[i].drill && class->clearance == 200000,
                  "%d", cases[i].version);
        cr_expect_eq(board->warnings.count, cases[i].warnings, "%d", cases[i].version);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

#define NETS                                                                                       \
    "(net 3 /A1) (net 4 /A2) (net 5 /B1) (net 6 BOTH) (net 7 LISTED) (net 8 PLAIN) (net 9 OLD)"

static const char *const project =
    "{\"board\": {\"design_settings\": {\"rules\": {\"min_clearance\": 0.12,"
    " \"min_copper_edge_clearance\": 0.5, \"min_hole_clearance\": 0.3, \"min_hole_to_hole\": 0.35,"
    " \"min_track_width\": 0.19999999999999998, \"min_through_hole_diameter\": 0.25,"
    " \"min_via_annular_width\": 0.1, \"min_via_diameter\": 0.5}}},"
    " \"net_settings\": {\"classes\": ["
    "  {\"name\": \"fast\", \"track_width\": 0.15, \"priority\": 1},"
    "  {\"name\": \"Default\", \"clearance\": 0.1, \"track_width\": 0.25, \"via_diameter\": 0.6,"
    "   \"via_drill\": 0.3, \"nets\": []},"
    "  {\"name\": \"power\", \"clearance\": 0.3, \"track_width\": 0.8, \"via_diameter\": null,"
    "   \"priority\": 0, \"nets\": [\"OLD\", \"NOT THERE\"]}],"
    " \"netclass_assignments\": {\"LISTED\": [\"fast\", \"power\"], \"PLAIN\": \"fast\"},"
    " \"netclass_patterns\": [{\"netclass\": \"fast\", \"pattern\": \"/A?\"},"
    "  {\"netclass\": \"fast\", \"pattern\": \"B*H\"},"
    "  {\"netclass\": \"power\", \"pattern\": \"BOTH\"},"
    "  {\"netclass\": \"power\", \"pattern\": \"OL\"},"
    "  {\"netclass\": \"gone\", \"pattern\": \"*\"}]}}";

Test(kicad, the_project_says_classes_and_rules)
{
    char *text = document(20221018, NETS);
    lw_board *board = parse_with(text, project);
    cr_assert_eq(board->classes.count, 3);
    static const struct {
        const char *name;
        lw_nm width, clearance, via, drill;
    } classes[] = {{"Default", 250000, 120000, 600000, 300000},
                   {"fast", 200000, 120000, 600000, 300000},
                   {"power", 800000, 300000, 600000, 300000}};
    for (uint32_t i = 0; i < 3; i++) {
        const lw_class *class = &board->classes.at[i];
        cr_expect_str_eq(class->name, classes[i].name);
        cr_expect(class->width == classes[i].width && class->clearance == classes[i].clearance &&
                      class->via_diameter == classes[i].via && class->via_drill == classes[i].drill,
                  "%s: %d %d %d %d", class->name, class->width, class->clearance,
                  class->via_diameter, class->via_drill);
    }
    static const struct {
        const char *net;
        uint32_t class_id;
    } nets[] = {{"GND", 0},  {"/A1", 1},    {"/A2", 1},   {"/B1", 0},
                {"BOTH", 2}, {"LISTED", 2}, {"PLAIN", 1}, {"OLD", 2}};
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        cr_expect_eq(lw_net_class(board, lw_board_net(board, nets[i].net)), nets[i].class_id, "%s",
                     nets[i].net);
    const lw_rules *rules = &board->rules;
    cr_expect(rules->edge == 500000 && rules->hole == 300000 && rules->drill == 350000 &&
              rules->min_width == 200000 && rules->min_drill == 250000 &&
              rules->min_ring == 100000);
    cr_expect_eq(rules->clearance[LW_TRACK][LW_TRACK], 120000);
    cr_expect_eq(rules->clearance[LW_PAD][LW_VIA], 150000); /* 0.3 - 0.15 of the ring */
    lw_board_free(board);
    free(text);
    lw_test_no_leaks();
}

Test(kicad, wrong_projects_are_refused_by_their_own_name)
{
    static const struct {
        const char *project, *message;
    } cases[] = {
        {"{\n\"board\": }", "x.kicad_pro:2:10: error: is not a project of KiCad: unexpected token "
                            "near '}'"},
        {"{\"board\": {\"design_settings\": {\"rules\": {\"min_track_width\": -1}}}}",
         "x.kicad_pro: error: \"min_track_width\" is not a length that a board can have"},
        {"{\"net_settings\": {\"classes\": [{\"name\": \"Default\", \"clearance\": \"0.2\"}]}}",
         "x.kicad_pro: error: \"clearance\" is not a length that a board can have"},
    };
    char *text = document(20221018, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board;
        lw_error err = {0};
        char message[1024];
        lw_status status = lw_kicad_read("x.kicad_pcb", text, strlen(text), "x.kicad_pro",
                                         cases[i].project, strlen(cases[i].project), &board, &err);
        cr_expect_eq(status, LW_ERR_INPUT);
        cr_expect_str_eq(lw_error_text(&err, message, sizeof message), cases[i].message, "%s",
                         message);
    }
    /* senseless, but no mistake */
    static const char *const odd[] = {"{}", "[]", "{\"net_settings\": {\"classes\": 7}}",
                                      "{\"net_settings\": {\"netclass_patterns\": [1, null]}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        lw_board_free(parse_with(text, odd[i]));
    free(text);
    lw_test_no_leaks();
}

/* ---- layers and nets ---- */

Test(kicad, layers_stand_in_the_order_of_the_stack)
{
    static const struct {
        const char *layers;
        const char *names[4];
    } cases[] = {
        {"(version 20171130) (layers (31 Sole power) (2 Mid jumper) (0 Face signal) (36 B.SilkS "
         "user))",
         {"Face", "Mid", "Sole"}},
        {"(version 20221018) (layers (0 \"F.Cu\" signal) (2 \"In2.Cu\" power \"Plane\") (1 "
         "\"In1.Cu\" signal) (31 \"B.Cu\" mixed \"F.Cu\"))",
         {"F.Cu", "In1.Cu", "Plane", "F.Cu@1"}},
        {"(version 20241229) (layers (0 \"F.Cu\" signal) (2 \"B.Cu\" signal) (4 \"In1.Cu\" "
         "signal) (6 \"In2.Cu\" signal) (5 \"F.SilkS\" user))",
         {"F.Cu", "In1.Cu", "In2.Cu", "B.Cu"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "(kicad_pcb %s)", cases[i].layers);
        lw_board *board = parse_with(text, NULL);
        for (uint32_t k = 0; k < 4 && cases[i].names[k]; k++)
            cr_expect(k < board->layers.count &&
                          !strcmp(board->layers.at[k].name, cases[i].names[k]),
                      "%s: %u", text, k);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

#define BY_NAME                                                                                    \
    "(kicad_pcb (version 20250909)\n"                                                              \
    "\t(layers (0 \"F.Cu\" signal) (2 \"B.Cu\" signal))\n"                                         \
    "\t(footprint \"X\" (layer \"F.Cu\") (at 0 0) (property \"Reference\" \"U1\" (at 0 0) (layer " \
    "\"F.SilkS\"))\n"                                                                              \
    "\t\t(pad \"1\" smd rect (at 0 0) (size 1 1) (layers \"F.Cu\") (net \"A \\\"B\\\"\"))\n"       \
    "\t\t(pad \"2\" smd rect (at 5 0) (size 1 1) (layers \"F.Cu\") (net \"\")))\n"                 \
    "\t(segment (start 0 0) (end 3 0) (width 0.2) (layer \"F.Cu\") (net \"C\"))\n"

Test(kicad, nets_go_by_name_where_they_have_no_number)
{
    lw_board *board = parse_with(BY_NAME ")", NULL);
    cr_assert_eq(board->nets.count, 2);
    cr_expect_str_eq(board->nets.at[0].name, "A \"B\"");
    cr_expect_str_eq(board->nets.at[1].name, "C");
    cr_expect_eq(board->pads.at[0].net, 0);
    cr_expect_eq(board->pads.at[1].net, LW_NO_NET);
    cr_expect_eq(board->tracks.at[0].net, 1);
    cr_expect_str_eq(board->elements.at[0].name, "U1");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- zones, drawn copper, texts ---- */

Test(kicad, zones_are_pours_or_keepouts)
{
#define SQUARE(a, b)                                                                               \
    "(polygon (pts (xy " a " " a ") (xy " b " " a ") (xy " b " " b ") (xy " a " " b ")))"
    lw_board *board = board_of(
        20211014,
        "(zone (net 2) (net_name \"VCC 5\") (layers F&B.Cu) (hatch edge 0.5)"
        " (fill yes (thermal_gap 0.5)) " SQUARE("0", "10") SQUARE("4", "6") SQUARE(
            "7",
            "8") " (filled_polygon (layer F.Cu) (pts (xy 0 0) (xy 1 1) (xy 1 0))))"
                 "(zone (net 0) (net_name \"\") (layer B.Cu) (keepout (tracks not_allowed) (vias "
                 "allowed)"
                 " (pads allowed) (copperpour not_allowed) (footprints allowed)) " SQUARE(
                     "20",
                     "30") ")"
                           "(zone (net 0) (net_name \"\") (layers *.Cu) (keepout (tracks allowed) "
                           "(vias not_allowed)"
                           " (pads allowed) (copperpour allowed)) " SQUARE(
                               "40",
                               "50") ")"
                                     "(zone (net 1) (layer F.Cu) (attr (teardrop (type "
                                     "padvia))) " SQUARE(
                                         "0",
                                         "1") ")"
                                              "(footprint X (layer F.Cu) (at 100 100 45) (zone "
                                              "(net 0) (layer F.Cu) (keepout"
                                              " (tracks not_allowed) (vias not_allowed)) " SQUARE(
                                                  "60", "70") "))");
    cr_assert_eq(board->pours.count, 2);
    const lw_pour *pour = &board->pours.at[0];
    cr_expect(pour->net == 1 && pour->layers == 3 && !pour->cutout);
    static const struct {
        int x, y;
        bool poured;
    } points[] = {{2000, -2000, true}, {4500, -5500, false},  {7000, -4000, true},
                  {9000, -9000, true}, {11000, -5000, false}, {7700, -7300, false}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        cr_expect_eq(
            lw_shape_holds(pour->shape, (lw_point){points[i].x * 1000, points[i].y * 1000}),
            points[i].poured, "%d %d", points[i].x, points[i].y);
    cr_expect(board->pours.at[1].cutout && board->pours.at[1].layers == 2);
    cr_assert_eq(board->keepouts.count, 3);
    static const struct {
        lw_layers layers;
        bool tracks, vias;
        int box[4];
    } keepouts[] = {{1, true, true, {60000, -70000, 70000, -60000}}, /* footprints are read first */
                    {2, true, false, {20000, -30000, 30000, -20000}},
                    {3, false, true, {40000, -50000, 50000, -40000}}};
    for (size_t i = 0; i < 3; i++) {
        const lw_keepout *keepout = &board->keepouts.at[i];
        cr_expect(keepout->layers == keepouts[i].layers && keepout->tracks == keepouts[i].tracks &&
                      keepout->vias == keepouts[i].vias,
                  "%zu", i);
        expect_box(lw_shape_box(keepout->shape), keepouts[i].box, "keepout");
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, drawn_copper_is_copper_and_silk_is_drawn)
{
    lw_board *board = board_of(
        20211014, "(gr_line (start 0 0) (end 4 0) (layer F.Cu) (width 1))"
                  "(gr_circle (center 10 10) (end 12 10) (layer B.Cu) (width 1) (fill solid))"
                  "(gr_circle (center 20 10) (end 22 10) (layer B.Cu) (width 1) (fill none))"
                  "(gr_text \"AB\" (at 40 10) (layer F.Cu) (effects (font (size 1 1) "
                  "(thickness 0.2))))"
                  "(gr_line (start 0 0) (end 4 0) (layer B.SilkS) (width 0.1))"
                  "(gr_text \"hi\" (at 1 2 90) (layer B.SilkS) (effects (font (size 2 1)) "
                  "(justify left mirror)))"
                  "(gr_line (start 0 0) (end 4 0) (layer Eco1.User) (width 0.1))");
    cr_assert_eq(board->copper.count, 4);
    expect_box(lw_shape_box(board->copper.at[0].copper.shape), (int[]){-500, -500, 4500, 500},
               "line");
    cr_expect(lw_shape_holds(board->copper.at[1].copper.shape, (lw_point){10 * MM, -10 * MM}));
    cr_expect(!lw_shape_holds(board->copper.at[2].copper.shape, (lw_point){20 * MM, -10 * MM}));
    cr_expect_eq(board->copper.at[1].copper.layers, 2);
    /* two letters of a millimetre around the middle */
    cr_expect(lw_shape_holds(board->copper.at[3].copper.shape, (lw_point){39100000, -9500000}));
    cr_expect(lw_shape_holds(board->copper.at[3].copper.shape, (lw_point){40900000, -10500000}));
    cr_assert_eq(board->drawings.count, 1);
    cr_expect(board->drawings.at[0].bottom && board->drawings.at[0].ink == LW_SILK);
    cr_assert_eq(board->texts.count, 1);
    const lw_text *text = &board->texts.at[0];
    cr_expect_str_eq(text->text, "hi");
    cr_expect(text->bottom && text->placement.mirrored && text->height == 2 * MM &&
              text->align_x == 0 && text->align_y == 1 && text->placement.angle == 270 * LW_DEGREE);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* KiCad's check takes letters for copper of no net, whatever lies below them. */
Test(kicad, letters_never_become_part_of_a_pad)
{
    lw_board *board = footprint_of(
        "F.Cu", "90",
        "(fp_text user AB (at 0 0 90) (layer F.Cu) (effects (font (size 1 1) (thickness 0.2))))"
        "(pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (net 1 GND))");
    cr_assert_eq(board->copper.count, 1);
    cr_expect_eq(board->copper.at[0].nets.count, 0);
    cr_expect_eq(board->pads.at[0].copper.count, 1);
    /* the angle of the text is that on the board */
    lw_shape letters = board->copper.at[0].copper.shape;
    cr_expect(lw_shape_holds(letters, (lw_point){9600000, -19100000}));
    cr_expect(lw_shape_holds(letters, (lw_point){10400000, -20900000}));
    cr_expect(!lw_shape_holds(letters, (lw_point){8800000, -20000000}));
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- tracks and vias ---- */

Test(kicad, locks_have_many_spellings)
{
    static const struct {
        const char *words;
        bool locked;
    } cases[] = {{"", false},
                 {"(status 40000)", true},
                 {"(status 400)", false},
                 {"(status 1C0000)", true},
                 {"(status xyz)", false},
                 {"locked", true},
                 {"(locked)", true},
                 {"(locked yes)", true},
                 {"(locked no)", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "(segment %s (start 1 2) (end 3 4) (width 0.25) (layer B.Cu) (net 2))"
                 "(via %s (at 5 6) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 1))"
                 "(arc %s (start 1 0) (mid 0 -1) (end -1 0) (width 0.25) (layer F.Cu) (net 1))",
                 cases[i].words, cases[i].words, cases[i].words);
        lw_board *board = board_of(20221018, text);
        cr_assert(board->tracks.count == 2 && board->vias.count == 1, "%s", text);
        const lw_track *track = &board->tracks.at[0], *arc = &board->tracks.at[1];
        const lw_via *via = &board->vias.at[0];
        cr_expect(track->locked == cases[i].locked && via->locked == cases[i].locked &&
                      arc->locked == cases[i].locked,
                  "%s", cases[i].words);
        cr_expect(track->ends[0].x == 1 * MM && track->ends[0].y == -2 * MM &&
                  track->ends[1].x == 3 * MM && track->ends[1].y == -4 * MM && track->layer == 1 &&
                  track->net == 1 && track->width == 250000);
        cr_expect(via->at.x == 5 * MM && via->at.y == -6 * MM && via->diameter == 800000 &&
                  via->drill == 400000 && via->layers == 3 && via->net == 0);
        cr_expect(arc->arc_count > 2 && abs(arc->curve - 180 * LW_DEGREE) < 100);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, vias_reach_the_layers_that_their_kind_says)
{
    static const struct {
        const char *via;
        lw_layers layers;
        lw_nm drill;
    } cases[] = {
        {"(via (at 0 0) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"B.Cu\") (net 1))", 15, 400000},
        {"(via blind (at 0 0) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"In1.Cu\") (net 1))", 3,
         400000},
        {"(via blind (at 0 0) (size 0.8) (layers \"B.Cu\" \"In1.Cu\") (net 1))", 14, 300000},
        {"(via micro (at 0 0) (size 0.3) (drill 0.1) (layers \"In2.Cu\" \"B.Cu\") (net 1))", 12,
         100000},
        {"(via buried (at 0 0) (size 0.3) (drill 0.1) (layers \"In1.Cu\" \"In2.Cu\") (net 1))", 6,
         100000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "(kicad_pcb (version 20221018) (layers (0 \"F.Cu\" signal) (1 \"In1.Cu\" signal)"
                 "(2 \"In2.Cu\" signal) (31 \"B.Cu\" signal)) (net 0 \"\") (net 1 \"A\") %s)",
                 cases[i].via);
        lw_board *board = parse_with(text, NULL);
        cr_expect_eq(board->vias.at[0].layers, cases[i].layers, "%s", cases[i].via);
        cr_expect_eq(board->vias.at[0].drill, cases[i].drill, "%s", cases[i].via);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* ---- writing ---- */

/* The first track of the board goes, a track and a via of net 1 come. Frees the routes. */
static char *rewritten(const lw_board *board)
{
    lw_routes *routes = lw_routes_new(board);
    if (board->tracks.count > 0) {
        routes->track_gone = LW_NEW_MANY(routes->arena, bool, board->tracks.count);
        routes->track_gone[0] = true;
    }
    *lw_list_add(routes->arena, &routes->tracks) = (lw_track){
        .net = 1, .layer = 1, .width = 250000, .ends = {{1500000, -2000001}, {-3250000, 4000000}}};
    *lw_list_add(routes->arena, &routes->vias) =
        (lw_via){.net = 1, .at = {7 * MM, 0}, .diameter = 800000, .drill = 400000, .layers = 3};
    lw_buffer out = {0};
    cr_assert_eq(lw_kicad_write(board, routes, &out, NULL), LW_OK);
    lw_routes_free(routes);
    return out.at;
}

/* Makes the digits of identities 0, having looked at them. */
static void hide_ids(char *text)
{
    static const char form[] = "hhhhhhhh-hhhh-4hhh-vhhh-hhhhhhhhhhhh";
    for (char *at = text; (at = strpbrk(at, "ut")); at++) {
        if (strncmp(at, "uuid ", 5) != 0 && strncmp(at, "tstamp ", 7) != 0)
            continue;
        char *id = strchr(at, ' ') + 1;
        id += *id == '"';
        for (size_t i = 0; form[i]; i++) {
            bool fits = form[i] == 'h'   ? isxdigit((unsigned char)id[i])
                        : form[i] == 'v' ? strchr("89ab", id[i]) != NULL
                                         : id[i] == form[i];
            cr_expect(fits, "%.36s", id);
            id[i] = form[i] == '-' ? '-' : '0';
        }
    }
}

#define ID "00000000-0000-0000-0000-000000000000"
#define V5_NEW                                                                                     \
    "  (segment (start 1.5 2.000001) (end -3.25 -4) (width 0.25) (layer B.Cu) (net 2))\n"          \
    "  (via (at 7 0) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 2))\n"
#define V6_NEW                                                                                     \
    "  (segment (start 1.5 2.000001) (end -3.25 -4) (width 0.25) (layer \"B.Cu\") (net 2) "        \
    "(tstamp " ID "))\n"                                                                           \
    "  (via (at 7 0) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"B.Cu\") (net 2) (tstamp " ID "))\n"
#define V8_NEW(net)                                                                                \
    "\t(segment\n\t\t(start 1.5 2.000001)\n\t\t(end -3.25 -4)\n\t\t(width 0.25)\n"                 \
    "\t\t(layer \"B.Cu\")\n\t\t(net " net ")\n\t\t(uuid \"" ID "\")\n\t)\n"                        \
    "\t(via\n\t\t(at 7 0)\n\t\t(size 0.8)\n\t\t(drill 0.4)\n\t\t(layers \"F.Cu\" \"B.Cu\")\n"      \
    "\t\t(net " net ")\n\t\t(uuid \"" ID "\")\n\t)\n"

#define V5_HEAD                                                                                    \
    "(kicad_pcb (version 20171130) (host pcbnew \"x\")\n"                                          \
    "  (layers (0 F.Cu signal) (31 B.Cu signal))\n  (net 0 \"\")\n  (net 1 A)\n  (net 2 B)\n"
#define V6_HEAD                                                                                    \
    "(kicad_pcb (version 20211014) (generator pcbnew)\n"                                           \
    "  (layers (0 \"F.Cu\" signal) (31 \"B.Cu\" signal))\n  (net 0 \"\")\n  (net 1 \"A\")\n"       \
    "  (net 2 \"B\")\n"
#define V8_HEAD                                                                                    \
    "(kicad_pcb\n\t(version 20240108)\n\t(layers\n\t\t(0 \"F.Cu\" signal)\n\t\t(31 \"B.Cu\" "      \
    "signal)\n\t)\n\t(net 0 \"\")\n\t(net 1 \"A\")\n\t(net 2 \"B\")\n"
#define ONE "  (segment (start 0 0) (end 1 1) (width 0.2) (layer F.Cu) (net 1) (status 0))\n"
#define TWO "  (segment (start 5 5) (end 6 6) (width 0.2) (layer F.Cu) (net 1) (status 0))\n"
#define ZONE                                                                                       \
    "  (zone (net 1) (net_name A) (layer F.Cu) (polygon (pts (xy 0 0) (xy 1 0) (xy 1 1))))\n"
#define GROUP "  (group \"\" (id 1) (members))\n"

Test(kicad, new_copper_stands_where_copper_stood_and_as_the_format_has_it)
{
    static const struct {
        const char *name, *before, *after;
    } cases[] = {
        {"behind the last track", V5_HEAD ONE TWO "\n" ZONE ")\n",
         V5_HEAD TWO V5_NEW "\n" ZONE ")\n"},
        {"the last track goes", V5_HEAD ONE "\n" ZONE ")\n", V5_HEAD V5_NEW "\n" ZONE ")\n"},
        {"before zones", V5_HEAD ZONE ")\n", V5_HEAD V5_NEW ZONE ")\n"},
        {"before the end", V5_HEAD ")\n", V5_HEAD V5_NEW ")\n"},
        {"before groups", V6_HEAD GROUP ")", V6_HEAD V6_NEW GROUP ")"},
        {"no line of its own", V5_HEAD "(zone (net 1)))", V5_HEAD V5_NEW "(zone (net 1)))"},
        {"all on one line",
         "(kicad_pcb (version 4) (layers (0 F.Cu signal) (31 B.Cu signal)) (net "
         "1 A) (net 2 B))",
         "(kicad_pcb (version 4) (layers (0 F.Cu signal) (31 B.Cu signal)) (net 1 A) (net 2 "
         "B)\n" V5_NEW ")"},
        {"a line for each value",
         V8_HEAD "\t(segment\n\t\t(start 0 0)\n\t\t(end 1 1)\n\t\t(width 0.2)\n\t\t(layer "
                 "\"F.Cu\")\n\t\t(net 1)\n\t\t(uuid \"x\")\n\t)\n\t(embedded_fonts no)\n)\n",
         V8_HEAD V8_NEW("2") "\t(embedded_fonts no)\n)\n"},
        {"nets by name", BY_NAME "\t(embedded_fonts no)\n)\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = parse_with(cases[i].before, NULL);
        char *after = rewritten(board), *again = rewritten(board);
        cr_expect_str_eq(after, again, "%s: twice the same", cases[i].name);
        hide_ids(after);
        if (cases[i].after)
            cr_expect_str_eq(after, cases[i].after, "%s:\n%s", cases[i].name, after);
        else
            cr_expect(strstr(after, V8_NEW("\"C\"") "\t(embedded_fonts no)\n)\n"), "%s", after);
        free(after);
        free(again);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(kicad, line_ends_are_those_of_the_file)
{
    lw_board *board = parse_with("(kicad_pcb (version 4)\r\n  (layers (0 F.Cu signal) (31 B.Cu "
                                 "signal))\r\n  (net 1 A) (net 2 B)\r\n)\r\n",
                                 NULL);
    char *text = rewritten(board);
    size_t lines = 0, returns = 0;
    for (const char *c = text; *c; c++) {
        lines += *c == '\n';
        returns += *c == '\r';
    }
    cr_expect(lines == 6 && returns == 6, "%s", text);
    free(text);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(kicad, identities_differ_and_blind_vias_say_so)
{
    lw_board *board = parse_with("(kicad_pcb (version 20221018) (layers (0 \"F.Cu\" signal) (1 "
                                 "\"In1.Cu\" signal \"Mid\") (31 \"B.Cu\" signal))\n(net 1 \"A\"))",
                                 NULL);
    lw_routes *routes = lw_routes_new(board);
    for (int i = 0; i < 2; i++)
        *lw_list_add(routes->arena, &routes->vias) =
            (lw_via){.at = {i * MM, 0}, .diameter = 800000, .drill = 400000, .layers = 3};
    lw_buffer out = {0};
    cr_assert_eq(lw_kicad_write(board, routes, &out, NULL), LW_OK);
    const char *first = strstr(out.at, "(tstamp "), *second = strstr(first + 1, "(tstamp ");
    cr_expect(strncmp(first, second, 44) != 0);
    cr_expect(strstr(out.at, "(via blind (at 1 0) (size 0.8) (drill 0.4) "
                             "(layers \"F.Cu\" \"In1.Cu\") (net 1)"),
              "%s", out.at);
    lw_buffer_free(&out);
    lw_routes_free(routes);
    board->format = LW_FORMAT_XML;
    cr_expect_eq(lw_kicad_write(board, NULL, &out, NULL), LW_ERR_OPTION);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- damage ---- */

static char *rich_document(void)
{
    lw_buffer parts = {0};
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++)
        lw_buffer_print(&parts, "(module M%zu (layer %s) (at 10 20 %s) (pad 1 %s (net 1 GND)))\n",
                        i, pads[i].side, pads[i].angle, pads[i].pad);
    lw_buffer_text(&parts, CLASSES ONE TWO ZONE
                   "(gr_arc (start 5 5) (end 10 5) (angle 90) (layer Edge.Cuts) (width 0.1))"
                   "(gr_arc (start 10 5) (mid 5 10) (end 0 5) (layer F.Cu) (width 0.1))"
                   "(gr_curve (pts (xy 0 0) (xy 0 4) (xy 6 4) (xy 6 0)) (layer Edge.Cuts))"
                   "(gr_text \"x\\ty\" (at 1 1) (layer F.Cu))"
                   "(via (at 5 6) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 1))");
    char *text = document(20171130, parts.at);
    lw_buffer_free(&parts);
    return text;
}

/* Whatever it is: a board or an error with a text, and nothing lost. */
static bool survives(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.kicad_pcb", text, size, &board, &err);
    cr_assert_eq(status == LW_OK, board != NULL);
    cr_assert(status == LW_OK || (status == LW_ERR_INPUT && *err.text));
    lw_board_free(board);
    return status == LW_OK;
}

Test(kicad, damaged_files_are_read_or_refused)
{
    char *text = rich_document();
    size_t size = strlen(text);
    cr_assert(survives(text, size));
    for (size_t end = 0; end + 2 < size; end += 13)
        cr_expect(!survives(text, end), "cut at %zu", end);
    uint64_t seed = 7;
    static const char bytes[] = "()\" \n-.0e9\\\x80xA1";
    char *copy = malloc(size + 1);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
        memcpy(copy, text, size + 1);
        for (int64_t k = random_between(&seed, 1, 3); k > 0; k--)
            copy[random_between(&seed, 0, (int64_t)size - 1)] =
                bytes[random_between(&seed, 0, (int64_t)sizeof bytes - 2)];
        refused += !survives(copy, size);
    }
    cr_expect(refused > 100 && refused < 1400, "%d", refused);
    free(copy);
    free(text);
    lw_test_no_leaks();
}

Test(kicad, senseless_sizes_are_bounded)
{
    static const char *const parts[] = {
        "(gr_arc (start -900 0) (mid 0 0.000001) (end 900 0) (layer Edge.Cuts))",
        "(gr_arc (start 0 0) (mid 900 900) (end 0.000001 0) (layer F.Cu) (width 1))",
        "(gr_circle (center 900 900) (end -90 0) (layer F.Cu) (width 500))",
        "(gr_curve (pts (xy -999 0) (xy 999 999) (xy -999 -999) (xy 999 0)) (layer Edge.Cuts))",
        "(gr_rect (start -999 -999) (end 999 999) (radius 499) (layer Edge.Cuts))",
        "(gr_text \"WWWWWWWWWWWW\" (at 0 0) (layer F.Cu) (effects (font (size 499 499))))",
        "(module X (layer F.Cu) (at 999 0) (pad 1 thru_hole rect (at 499 499 45) (size 499 499)"
        " (drill 499 (offset 499 499)) (layers F.Cu)))",
        "(module X (layer F.Cu) (at 0 0) (pad 1 smd custom (at 499 499 45) (size 1 1) (layers F.Cu)"
        " (primitives (gr_line (start 249 249) (end -249 249) (width 499)))))",
        "(net_class Default \"\" (clearance 499) (trace_width 499) (via_dia 499) (via_drill 499))",
        "(setup (trace_min 499) (via_min_size 499) (via_min_drill 499))",
        "(via (at 0 0) (size 499) (drill 499) (layers F.Cu B.Cu) (net 1))",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *text = document(20171130, parts[i]);
        survives(text, strlen(text));
        free(text);
    }
    lw_test_no_leaks();
}

/* ---- real boards ---- */

/* The seventh column of the table beside the designs that were exported from the boards. */
static long connections_of(const char *table, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = table; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) != 0 || line[length] != '\t')
            continue;
        for (int column = 0; column < 6; column++)
            line = strchr(line, '\t') + 1;
        return strtol(line, NULL, 10);
    }
    return -1;
}

static void check_board(const char *folder, const char *file, const char *table)
{
    char path[1200], name[300];
    char *text;
    size_t size;
    lw_board *board;
    lw_error err = {0};
    snprintf(path, sizeof path, "%.800s/%.290s", folder, file);
    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".kicad_pcb")), file);
    cr_assert_eq(lw_file_read(path, LW_FILE_LIMIT, &text, &size, &err), LW_OK);
    cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %s", path, err.text);
    cr_expect_eq(board->format, LW_FORMAT_KICAD);
    cr_expect_eq((long)lw_board_connections(board), connections_of(table, name), "%s: %u", file,
                 lw_board_connections(board));
    lw_routes *routes = lw_routes_new(board);
    lw_buffer out = {0};
    cr_assert_eq(lw_kicad_write(board, routes, &out, NULL), LW_OK);
    cr_expect(out.count == size && memcmp(out.at, text, size) == 0, "%s", file);
    lw_buffer_free(&out);
    lw_routes_free(routes);
    lw_board_free(board);
    free(text);
}

static int is_kicad_board(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".kicad_pcb") == 0;
}

Test(kicad, real_boards_have_as_many_connections_as_their_exported_designs, .timeout = 120)
{
    const char *root = getenv("LEEWAY_BOARDS");
    char folder[900], index[900];
    struct dirent **boards;
    snprintf(folder, sizeof folder, "%.700s/kicad", root ? root : "");
    snprintf(index, sizeof index, "%.700s/dsn/INDEX.tsv", root ? root : "");
    int count = root ? scandir(folder, &boards, is_kicad_board, alphasort) : -1;
    char *table;
    size_t size;
    if (count < 0 || lw_file_read(index, 1 << 20, &table, &size, NULL))
        cr_skip_test("LEEWAY_BOARDS has no KiCad boards");
    cr_expect_gt(count, 50);
    for (int i = 0; i < count; i++) {
        check_board(folder, boards[i]->d_name, table);
        free(boards[i]);
    }
    free(boards);
    free(table);
    lw_test_no_leaks();
}
