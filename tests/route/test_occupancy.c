#include "route/occupancy.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/io.h"

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
