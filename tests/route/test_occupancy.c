#include "route/occupancy.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/io.h"
#include "random.h"

/* A bare board of 10 by 10 mm with so many nets, all of one class. */
static lw_board *board_of(uint32_t nets, const char *rules)
{
    static char text[1 << 16];
    int at = snprintf(text, sizeof text,
                      "<board xmlns=\"urn:leeway:board:1\" name=\"b\" units=\"mm\">"
                      "<rules %s/><outline><rectangle x1=\"0\" y1=\"0\" x2=\"10\" y2=\"10\"/>"
                      "</outline>",
                      rules);
    for (uint32_t i = 0; i < nets; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "<net name=\"n%u\"/>", i);
    at += snprintf(text + at, sizeof text - (size_t)at, "</board>");
    lw_board *board;
    lw_error err;
    cr_assert_eq(lw_board_parse("b.xml", text, (size_t)at, &board, &err), LW_OK, "%s", err.text);
    return board;
}

static lw_lattice *lattice_of(const lw_board *board, lw_nm pitch)
{
    lw_grid_options options = lw_grid_options_default();
    options.pitch = pitch;
    lw_lattice *lattice;
    lw_routes *routes = lw_routes_new(board);
    cr_assert_eq(lw_lattice_new(board, routes, &options, &lattice, NULL), LW_OK);
    lw_routes_free(routes);
    return lattice;
}

Test(occupancy, never_takes_a_node_of_many_nets_for_a_free_one)
{
    enum { NETS = 600 };
    lw_board *board = board_of(NETS, "width=\"0.2\" clearance=\"0.2\"");
    lw_lattice *lattice = lattice_of(board, 500000);
    lw_occupancy *occupancy = lw_occupancy_new(board, lattice);
    lw_point middle = {5000000, 5000000};
    int32_t node = lw_lattice_node(lattice, middle, 0);
    lw_reach run = {node, node};
    lw_stamp_copper copper = {.runs = &run, .run_count = 1};
    static lw_stamps stamps[NETS];
    const lw_cell *cell = &lw_occupancy_cells(occupancy, 0)[node];
    for (uint32_t i = 0; i < NETS; i++) {
        lw_occupancy_put(occupancy, (lw_net_id)i, &copper, &stamps[i]);
        cr_expect_eq(cell->count, i + 1 < 255 ? i + 1 : 255, "%u nets count %u", i + 1,
                     cell->count);
    }
    for (uint32_t i = NETS; i-- > 0;) {
        lw_occupancy_take(occupancy, &stamps[i]);
        cr_expect_eq(cell->count, i < 255 ? i : 255, "%u nets count %u", i, cell->count);
    }
    lw_occupancy_free(occupancy);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Tracks of 0.5 mm on a lattice of 0.5 mm touch when they lie side by side. */
Test(occupancy, takes_a_touch_for_too_near_where_no_clearance_is_asked_for)
{
    lw_board *board = board_of(2, "width=\"0.5\" clearance=\"0\"");
    lw_lattice *lattice = lattice_of(board, 500000);
    lw_occupancy *occupancy = lw_occupancy_new(board, lattice);
    lw_point middle = {5000000, 5000000};
    int32_t node = lw_lattice_node(lattice, middle, 0);
    lw_reach run = {node, node};
    lw_stamp_copper copper = {.runs = &run, .run_count = 1};
    lw_stamps stamps = {0};
    const lw_cell *cells = lw_occupancy_cells(occupancy, 0);
    lw_occupancy_put(occupancy, 0, &copper, &stamps);
    cr_expect_eq(cells[node + 1].count, 1);
    cr_expect_eq(cells[node + 2].count, 0);
    lw_occupancy_take(occupancy, &stamps);
    lw_occupancy_free(occupancy);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Distance of a point to a segment, in plain floating point. */
static double distance_to(lw_point p, lw_point a, lw_point b)
{
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, l2 = dx * dx + dy * dy;
    double t = l2 > 0 ? (((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy) / l2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* Between two parallel stubs at the least distance nodes would seem taken by the one for the other;
 * the stub itself is measured, so a wire is near to it when its nodes are, and not before. */
Test(occupancy, finds_wires_near_a_stub_by_their_distance)
{
    lw_board *board = board_of(2, "width=\"0.25\" clearance=\"0.2\" via=\"0.6\" drill=\"0.3\"");
    lw_lattice *lattice = lattice_of(board, 100000);
    lw_occupancy *occupancy = lw_occupancy_new(board, lattice);
    lw_arena *arena = lw_arena_new();
    uint64_t seed = 20;
    int near = 0, far = 0;
    for (int round = 0; round < 4000; round++) {
        lw_point a = {(lw_nm)random_between(&seed, 4000000, 6000000),
                      (lw_nm)random_between(&seed, 4000000, 6000000)};
        lw_point b = {a.x + (lw_nm)random_between(&seed, -600000, 600000),
                      a.y + (lw_nm)random_between(&seed, -600000, 600000)};
        lw_nm width = round % 3 ? 250000 : 130000; /* a neck is nearer */
        lw_stub_line stub = {a, b, 0, width};
        lw_point at = {(lw_nm)random_between(&seed, 3000000, 7000000),
                       (lw_nm)random_between(&seed, 3000000, 7000000)};
        int32_t node = lw_lattice_node(lattice, at, 0);
        at = lw_lattice_point(lattice, node);
        bool via = round % 2;
        lw_reach run = {node, node};
        lw_stamp_copper copper = {.runs = &run, .run_count = !via, .vias = &node, .via_count = via};
        lw_stamps stamps = {0};
        lw_occupancy_put(occupancy, 0, &copper, &stamps);
        lw_surrounding around = lw_occupancy_around(occupancy, 0, &stub, 1, arena);
        bool found = lw_occupancy_wired(occupancy, &around, 1) > 0;
        double keep = (via ? 500000 : 325000) + width / 2, apart = distance_to(at, a, b);
        if (apart < keep - 1)
            cr_assert(found, "round %d: at %.0f nm", round, apart);
        if (apart > keep + 12000) /* what the middle of a diagonal step may be nearer */
            cr_assert(!found, "round %d: at %.0f nm", round, apart);
        near += found;
        far += !found;
        lw_occupancy_hide(occupancy, &stamps);
        cr_assert_eq(lw_occupancy_wired(occupancy, &around, 1), 0);
        lw_occupancy_show(occupancy, &stamps);
        lw_occupancy_take(occupancy, &stamps);
        cr_assert_eq(lw_occupancy_wired(occupancy, &around, 1), 0);
    }
    cr_expect(near > 200 && far > 200, "%d near, %d far", near, far);
    lw_arena_free(arena);
    lw_occupancy_free(occupancy);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* What a stub is near to among wirings of so many nodes, straight on in a direction. */
static bool is_near(lw_occupancy *o, const lw_surrounding *around, int32_t node, int32_t step,
                    int32_t steps)
{
    lw_reach run = {node, node + step * steps};
    lw_stamp_copper copper = {.runs = &run, .run_count = 1};
    lw_stamps stamps = {0};
    lw_occupancy_put(o, 0, &copper, &stamps);
    bool near = lw_occupancy_wired(o, around, 1) > 0;
    lw_occupancy_take(o, &stamps);
    return near;
}

/* Tracks of 0.2 mm that keep 0.2 mm fit on every second line of 0.2 mm, and so do their stubs. */
Test(occupancy, lets_a_stub_come_as_near_to_a_wire_as_the_rules_do)
{
    lw_board *board = board_of(2, "width=\"0.2\" clearance=\"0.2\"");
    lw_lattice *lattice = lattice_of(board, 200000);
    lw_occupancy *occupancy = lw_occupancy_new(board, lattice);
    lw_arena *arena = lw_arena_new();
    int32_t node = lw_lattice_node(lattice, (lw_point){5000000, 5000000}, 0);
    int32_t stride = lw_lattice_field(lattice, 0, 1).stride;
    lw_point end = lw_lattice_point(lattice, node);
    lw_stub_line stub = {{end.x + 100000, end.y + 100000}, end, 0, 200000};
    lw_surrounding around = lw_occupancy_around(occupancy, 0, &stub, 1, arena);
    for (int32_t row = -4; row <= 0; row++) {
        cr_expect(!is_near(occupancy, &around, node - 2 + row * stride, stride, 4), "row %d", row);
        cr_expect(is_near(occupancy, &around, node - 1 + row * stride, stride, 4), "row %d", row);
    }
    lw_arena_free(arena);
    lw_occupancy_free(occupancy);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Least distance of two straight lines, from points along one of them. */
static double least_distance(lw_point a, lw_point b, lw_point c, lw_point d)
{
    enum { PARTS = 2000 };
    double least = INFINITY;
    for (int i = 0; i <= PARTS; i++) {
        lw_point at = {(lw_nm)(a.x + (int64_t)(b.x - a.x) * i / PARTS),
                       (lw_nm)(a.y + (int64_t)(b.y - a.y) * i / PARTS)};
        least = fmin(least, distance_to(at, c, d));
    }
    return least;
}

/* However coarse the lattice is: 0.3 mm is less than one of its steps. */
Test(occupancy, finds_every_step_that_passes_a_stub_too_closely)
{
    lw_board *board = board_of(2, "width=\"0.15\" clearance=\"0.15\"");
    lw_lattice *lattice = lattice_of(board, 330000);
    lw_occupancy *occupancy = lw_occupancy_new(board, lattice);
    lw_arena *arena = lw_arena_new();
    int32_t stride = lw_lattice_field(lattice, 0, 1).stride;
    const int32_t steps[] = {1, stride, stride + 1, stride - 1};
    uint64_t seed = 3;
    int near = 0, missed = 0;
    for (int round = 0; round < 4000; round++) {
        lw_point a = {(lw_nm)random_between(&seed, 4700000, 5300000),
                      (lw_nm)random_between(&seed, 4700000, 5300000)};
        lw_point b = {a.x + (lw_nm)random_between(&seed, -500000, 500000),
                      a.y + (lw_nm)random_between(&seed, -500000, 500000)};
        lw_point at = {(lw_nm)random_between(&seed, 4000000, 6000000),
                       (lw_nm)random_between(&seed, 4000000, 6000000)};
        int32_t node = lw_lattice_node(lattice, at, 0), step = steps[round % 4];
        double apart = least_distance(lw_lattice_point(lattice, node),
                                      lw_lattice_point(lattice, node + step), a, b);
        if (apart > 300000 - 10)
            continue;
        lw_stub_line stub = {a, b, 0, 150000};
        lw_surrounding around = lw_occupancy_around(occupancy, 0, &stub, 1, arena);
        near++;
        missed += !is_near(occupancy, &around, node, step, 1);
    }
    cr_expect(near > 200, "%d", near);
    cr_expect_eq(missed, 0, "%d of %d", missed, near);
    lw_arena_free(arena);
    lw_occupancy_free(occupancy);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}
