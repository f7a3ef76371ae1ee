#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "board/make.h"
#include "check_leaks.h"
#include "random.h"

enum { MAX_LINES = 12, MAX_POINTS = 7 };

typedef struct drawn_line {
    uint32_t count;
    lw_point points[MAX_POINTS];
} drawn_line;

/* "0,0 100,0 100,100" */
static const char *text_of(lw_shape shape, char *text)
{
    int n = 0;
    for (uint32_t i = 0; i < shape.count; i++)
        n += sprintf(text + n, "%s%d,%d", i ? " " : "", shape.points[i].x, shape.points[i].y);
    return text;
}

/*
 * A square of 100 with its corners at 0 is drawn in most cases. Loops run counter-clockwise from
 * the leftmost point; expected loops first, then NULL, then expected edges.
 */
static const struct {
    const char *name;
    lw_nm snap;
    bool lenient;
    bool closed;
    drawn_line lines[MAX_LINES];
    const char *loops[4], *edges[4];
    lw_outline_fault fault;
} cases[] = {
    {"nothing", 0, false, true, {{0}}, {0}, {0}, {{0, 0}, {0, 0}}},
    {"four lines in any order and direction",
     0,
     false,
     true,
     {{2, {{0, 0}, {100, 0}}},
      {2, {{100, 100}, {0, 100}}},
      {2, {{100, 100}, {100, 0}}},
      {2, {{0, 100}, {0, 0}}}},
     {"0,0 100,0 100,100 0,100"},
     {0},
     {{0, 0}, {0, 0}}},
    {"clockwise is turned round",
     0,
     false,
     true,
     {{4, {{100, 0}, {0, 0}, {0, 100}, {100, 100}}}, {2, {{100, 100}, {100, 0}}}},
     {"0,0 100,0 100,100 0,100"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a line drawn twice and lines without length",
     0,
     false,
     true,
     {{2, {{5, 5}, {5, 5}}},
      {2, {{0, 0}, {100, 0}}},
      {2, {{100, 0}, {0, 0}}},
      {3, {{0, 0}, {0, 0}, {0, 0}}},
      {4, {{100, 0}, {100, 100}, {0, 100}, {0, 0}}}},
     {"0,0 100,0 100,100 0,100"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a ring drawn twice, in other pieces",
     0,
     false,
     true,
     {{5, {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}}, {5, {{9, 9}, {9, 0}, {0, 0}, {0, 9}, {9, 9}}}},
     {"0,0 9,0 9,9 0,9"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a board with a cut-out",
     0,
     false,
     true,
     {{5, {{40, 40}, {60, 40}, {60, 60}, {40, 60}, {40, 40}}},
      {3, {{0, 0}, {100, 0}, {100, 100}}},
      {3, {{100, 100}, {0, 100}, {0, 0}}}},
     {"40,40 60,40 60,60 40,60", "0,0 100,0 100,100 0,100"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a gap as wide as allowed",
     5,
     false,
     true,
     {{4, {{0, 0}, {100, 0}, {100, 100}, {0, 100}}}, {2, {{3, 96}, {0, 0}}}},
     {"0,0 100,0 100,100 0,100 3,96"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a gap that is too wide",
     4,
     false,
     false,
     {{4, {{0, 0}, {100, 0}, {100, 100}, {0, 100}}}, {2, {{3, 96}, {0, 0}}}},
     {0},
     {0},
     {{0, 100}, {3, 96}}},
    {"a gap that is closed because there is no ring",
     0,
     true,
     false,
     {{4, {{0, 0}, {100, 0}, {100, 100}, {0, 100}}}, {2, {{3, 96}, {0, 0}}}},
     {"0,0 100,0 100,100 0,100 3,96"},
     {0},
     {{0, 100}, {3, 96}}},
    {"exact ends before near ones",
     9,
     false,
     true,
     {{2, {{0, 0}, {50, 0}}},
      {2, {{50, 0}, {53, 0}}},
      {3, {{53, 0}, {53, 50}, {0, 50}}},
      {2, {{0, 50}, {0, 0}}}},
     {"0,0 50,0 53,0 53,50 0,50"},
     {0},
     {{0, 0}, {0, 0}}},
    {"the nearest end before a near one",
     20,
     false,
     true,
     {{4, {{0, 0}, {0, 100}, {100, 100}, {100, 0}}},
      {4, {{90, -4}, {90, -90}, {10, -90}, {10, -4}}},
      {2, {{4, -2}, {6, -2}}},
      {2, {{96, -2}, {94, -2}}}},
     {"0,0 4,-2 6,-2 10,-4 10,-90 90,-90 90,-4 94,-2 96,-2 100,0 100,100 0,100"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a line that leads nowhere",
     0,
     false,
     false,
     {{5, {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}}}, {2, {{100, 0}, {150, 7}}}},
     {0},
     {0},
     {{100, 0}, {150, 7}}},
    {"a line that leads nowhere, leniently",
     0,
     true,
     false,
     {{5, {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}}},
      {2, {{100, 0}, {150, 7}}},
      {2, {{150, 7}, {170, 7}}},
      {2, {{300, 7}, {370, 7}}}},
     {"0,0 100,0 100,100 0,100"},
     {"100,0 150,7", "150,7 170,7", "300,7 370,7"},
     {{100, 0}, {170, 7}}},
    {"gaps around a cut-out, leniently",
     0,
     true,
     false,
     {{3, {{0, 0}, {0, 100}, {100, 100}}},
      {3, {{7, 0}, {100, 0}, {100, 90}}},
      {5, {{40, 40}, {60, 40}, {60, 60}, {40, 60}, {40, 40}}}},
     {"0,0 7,0 100,0 100,90 100,100 0,100", "40,40 60,40 60,60 40,60"},
     {0},
     {{0, 0}, {7, 0}}},
    {"a board divided in two",
     0,
     false,
     false,
     {{4, {{50, 0}, {0, 0}, {0, 100}, {50, 100}}},
      {4, {{50, 0}, {100, 0}, {100, 100}, {50, 100}}},
      {2, {{50, 0}, {50, 100}}}},
     {0},
     {0},
     {{50, 0}, {50, 100}}},
    {"a board divided in two, leniently",
     0,
     true,
     false,
     {{4, {{50, 0}, {0, 0}, {0, 100}, {50, 100}}},
      {4, {{50, 0}, {100, 0}, {100, 100}, {50, 100}}},
      {2, {{50, 0}, {50, 100}}}},
     {"0,0 50,0 100,0 100,100 50,100 0,100"},
     {"50,0 50,100"},
     {{50, 0}, {50, 100}}},
    {"a cut-out that is reached by a line there and back",
     0,
     false,
     true,
     {{5, {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}}},
      {2, {{0, 0}, {40, 40}}},
      {5, {{40, 40}, {60, 40}, {60, 60}, {40, 60}, {40, 40}}},
      {2, {{40, 40}, {0, 0}}}},
     {"0,0 100,0 100,100 0,100", "40,40 60,40 60,60 40,60"},
     {"0,0 40,40"},
     {{0, 0}, {40, 40}}},
    {"two squares that share a corner",
     0,
     false,
     true,
     {{5, {{0, 0}, {50, 0}, {50, 50}, {0, 50}, {0, 0}}},
      {3, {{50, 50}, {90, 50}, {90, 90}}},
      {3, {{90, 90}, {50, 90}, {50, 50}}}},
     {"0,0 50,0 50,50 0,50", "50,50 90,50 90,90 50,90"},
     {0},
     {{0, 0}, {0, 0}}},
    {"a single line",
     0,
     true,
     false,
     {{2, {{0, 0}, {100, 0}}}},
     {0},
     {"0,0 100,0"},
     {{0, 0}, {100, 0}}},
    {"a short line within reach of itself",
     500,
     true,
     false,
     {{2, {{0, 0}, {100, 0}}}},
     {0},
     {"0,0 100,0"},
     {{0, 0}, {100, 0}}},
    {"an open arc within reach of itself",
     20,
     false,
     true,
     {{5, {{0, 0}, {50, -50}, {100, 0}, {50, 50}, {0, 20}}}},
     {"0,0 50,-50 100,0 50,50 0,20"},
     {0},
     {{0, 0}, {0, 0}}},
    {"two lines beside each other",
     0,
     true,
     false,
     {{2, {{0, 0}, {100, 0}}}, {2, {{100, 30}, {0, 30}}}},
     {"0,0 100,0 100,30 0,30"},
     {0},
     {{0, 0}, {0, 30}}},
    {"a line there and back",
     0,
     true,
     true,
     {{3, {{0, 0}, {100, 0}, {0, 0}}}},
     {0},
     {"0,0 100,0"},
     {{0, 0}, {0, 0}}},
};

static uint32_t fill_lines(const drawn_line *drawn, lw_shape *lines)
{
    uint32_t count = 0;
    while (count < MAX_LINES && drawn[count].count > 0) {
        lines[count] = (lw_shape){drawn[count].points, drawn[count].count, false, 0};
        count++;
    }
    return count;
}

static void expect_shapes(const char *name, const char *what, const lw_shape *shapes,
                          uint32_t count, const char *const expected[4])
{
    char text[500];
    uint32_t i = 0;
    for (; i < count && i < 4 && expected[i]; i++)
        cr_expect_str_eq(text_of(shapes[i], text), expected[i], "%s: %s %u is %s", name, what, i,
                         text);
    cr_expect(i == count && (i == 4 || !expected[i]), "%s: %u %ss", name, count, what);
}

Test(outline, is_joined_from_lines)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_shape lines[MAX_LINES];
        uint32_t count = fill_lines(cases[i].lines, lines);
        lw_board *board = make_board(2);
        lw_outline_fault fault;
        bool closed = lw_outline_join(board, lines, count, cases[i].snap, cases[i].lenient, &fault);
        cr_expect_eq(closed, cases[i].closed, "%s", cases[i].name);
        expect_shapes(cases[i].name, "loop", board->outline.at, board->outline.count,
                      cases[i].loops);
        expect_shapes(cases[i].name, "edge", board->edges.at, board->edges.count, cases[i].edges);
        const lw_outline_fault *f = &cases[i].fault;
        cr_expect(fault.end.x == f->end.x && fault.end.y == f->end.y &&
                      fault.other.x == f->other.x && fault.other.y == f->other.y,
                  "%s: fault at %d,%d and %d,%d", cases[i].name, fault.end.x, fault.end.y,
                  fault.other.x, fault.other.y);
        for (uint32_t k = 0; k < board->outline.count; k++)
            cr_expect(board->outline.at[k].filled);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(outline, has_the_largest_radius_of_its_lines)
{
    lw_board *board = make_board(1);
    lw_point low[] = {{0, 0}, {5, -3}, {9, 0}}, high[] = {{9, 0}, {5, 3}, {0, 0}};
    lw_shape lines[] = {{low, 3, false, 0}, {high, 3, false, LW_ARC_ERROR}};
    cr_expect(lw_outline_join(board, lines, 2, 0, false, NULL));
    cr_assert_eq(board->outline.count, 1);
    cr_expect_eq(board->outline.at[0].radius, LW_ARC_ERROR);
    lw_board_free(board);
}

Test(outline, takes_polygons_as_they_are)
{
    lw_board *board = make_board(1);
    lw_point square[] = {{9, 0}, {9, 9}, {0, 9}, {0, 0}};
    lw_shape polygon = {square, 4, true, 0};
    char text[100];
    cr_expect(lw_outline_join(board, &polygon, 1, 0, false, NULL));
    cr_assert_eq(board->outline.count, 1);
    cr_expect_str_eq(text_of(board->outline.at[0], text), "0,0 9,0 9,9 0,9");
    lw_board_free(board);
}

static void shuffle(lw_shape *lines, uint32_t count, uint64_t *state)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)random_between(state, 0, i - 1);
        lw_shape line = lines[i - 1];
        lines[i - 1] = lines[k];
        lines[k] = line;
    }
}

/* Time is what is tested here: anything quadratic would take minutes. */
Test(outline, is_joined_from_a_hundred_thousand_lines, .timeout = 120)
{
    enum { COUNT = 100000 };
    static lw_point points[COUNT][2];
    static lw_shape lines[COUNT];
    uint64_t state = 1;
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            double angle = 6.283185307179586 * ((i + k) % COUNT) / COUNT;
            points[i][k] = (lw_point){(lw_nm)lround(5e8 * cos(angle)) + (lw_nm)k * 3,
                                      (lw_nm)lround(5e8 * sin(angle))};
        }
        lines[i] = (lw_shape){points[i], 2, false, 0};
    }
    shuffle(lines, COUNT, &state);
    lw_board *board = make_board(1);
    cr_expect(lw_outline_join(board, lines, COUNT, 1000, false, NULL));
    cr_assert_eq(board->outline.count, 1);
    cr_expect_eq(board->outline.at[0].count, 2 * COUNT);
    lw_board_free(board);
}

/* Nothing is known of what comes out of a heap of lines, but it comes out soon and is no wilder
 * than what went in. */
Test(outline, survives_heaps_of_lines, .timeout = 240)
{
    enum { COUNT = 20000 };
    static lw_point points[COUNT][3];
    static lw_shape lines[COUNT];
    static const struct {
        lw_nm range, snap;
    } heaps[] = {{3, 0}, {50, 0}, {1000, 100}, {100000, 1000000000}, {1000000000, 10000}};
    uint64_t state = 2;
    for (int round = 0; round < 20; round++) {
        lw_nm range = heaps[round % 5].range;
        uint32_t count = round < 10 ? COUNT : (uint32_t)random_between(&state, 1, 60);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < 3; k++)
                points[i][k] = (lw_point){(lw_nm)random_between(&state, -range, range),
                                          (lw_nm)random_between(&state, -range, range)};
            lines[i] = (lw_shape){points[i], (uint32_t)random_between(&state, 1, 3), false, 0};
        }
        lw_board *board = make_board(1);
        lw_outline_join(board, lines, count, heaps[round % 5].snap, round / 5 % 2, NULL);
        for (uint32_t i = 0; i < board->outline.count; i++) {
            lw_shape loop = board->outline.at[i];
            cr_assert(loop.filled && loop.count >= 3);
            cr_assert(lw_polygon_area2(loop.points, loop.count) > 0);
            lw_box box = lw_shape_box(loop);
            cr_assert(box.x1 >= -range && box.x2 <= range && box.y1 >= -range && box.y2 <= range);
        }
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

/* Whatever way the rings are cut, turned and shuffled, they come back. */
Test(outline, finds_the_rings_that_were_cut_up)
{
    uint64_t state = 3;
    for (int round = 0; round < 300; round++) {
        static lw_point corners[20][12];
        static lw_shape lines[400];
        uint32_t rings = (uint32_t)random_between(&state, 1, 20), count = 0;
        lw_board *board = make_board(1);
        for (uint32_t r = 0; r < rings; r++) {
            for (uint32_t i = 0; i < 12; i++) {
                double angle = 0.5235987755982988 * i, size = 100 + 5.0 * (i % 3);
                corners[r][i] =
                    (lw_point){(lw_nm)(1000.0 * r + size * cos(angle)), (lw_nm)(size * sin(angle))};
            }
            for (uint32_t i = 0, step; i < 12; i += step) {
                step = (uint32_t)random_between(&state, 1, 12 - i < 5 ? 12 - i : 5);
                lw_point piece[12];
                bool back = random_next(&state) % 2;
                for (uint32_t k = 0; k <= step; k++)
                    piece[k] = corners[r][(i + (back ? step - k : k)) % 12];
                lines[count++] = make_shape(board, piece, step + 1, false, 0);
                if (random_next(&state) % 8 == 0)
                    lines[count] = lines[count - 1], count++;
            }
        }
        shuffle(lines, count, &state);
        cr_assert(lw_outline_join(board, lines, count, 0, false, NULL));
        cr_assert_eq(board->outline.count, rings);
        cr_assert_eq(board->edges.count, 0);
        for (uint32_t i = 0; i < rings; i++) {
            uint32_t r = (uint32_t)(board->outline.at[i].points[0].x + 500) / 1000;
            cr_assert_eq(board->outline.at[i].count, 12);
            cr_assert_eq(lw_polygon_area2(board->outline.at[i].points, 12),
                         lw_polygon_area2(corners[r], 12));
        }
        lw_board_free(board);
    }
}
