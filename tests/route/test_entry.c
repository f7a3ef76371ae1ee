#include "route/entry.h"

#include <criterion/criterion.h>
#include "check_leaks.h"
#include "grid/brute.h"

#define MM 1000000

enum { PITCH = 250000, ROW = 3, OTHERS = 40 };

/*
 * Three pads of 1.5 x 0.3 mm, 0.5 mm apart, among many that hold the lattice to multiples of the
 * pitch. A track of 0.2 mm that keeps 0.2 mm leaves the middle one straight, and may turn aside
 * only beyond the ends of its neighbours.
 */
static lw_board *row_at(lw_point middle)
{
    lw_board *board = make_board(1, ROW + 1, 20 * MM, 20 * MM);
    board->classes.at[0].width = 200000;
    for (lw_net_id i = 0; i < ROW; i++)
        make_rectangle_pad(board, i, 1, (lw_point){middle.x, middle.y + (i - 1) * 500000},
                           3 * MM / 2, 300000);
    for (int i = 0; i < OTHERS; i++)
        make_round_pad(board, ROW, 1, (lw_point){2 * MM + i * 2 * PITCH % (16 * MM), 15 * MM}, 0,
                       300000);
    lw_board_finish(board);
    return board;
}

static lw_lattice *lattice_over(const lw_board *board)
{
    lw_lattice *lattice;
    lw_grid_options options = lw_grid_options_default();
    options.pitch = PITCH;
    cr_assert_eq(lw_lattice_new(board, NULL, &options, &lattice, NULL), LW_OK);
    return lattice;
}

/* To both sides of the second pad; neck: 0, there is none. */
static lw_entries entries_of_middle(const lw_lattice *lattice, const lw_board *board, lw_nm width,
                                    lw_nm neck, lw_arena *arena)
{
    lw_gate gate = {
        .both_sides = true,
        .net = 1,
        .width = width,
        .neck = neck,
        .anchor = board->pads.at[1].at,
        .copper = &board->pads.at[1].copper.at[0].shape,
        .copper_count = 1,
    };
    lw_field field = lw_lattice_field(lattice, 1, 1);
    lw_entries entries = {0};
    lw_entries_of_gate(lattice, &field, &gate, arena, &entries);
    return entries;
}

/* Ends beyond the left end of the pad, below and above its axis. */
static void count_ways_west(const lw_lattice *lattice, const lw_board *board, uint32_t count[2])
{
    lw_point middle = board->pads.at[1].at;
    lw_arena *arena = lw_arena_new();
    lw_entries entries = entries_of_middle(lattice, board, 200000, 0, arena);
    count[0] = count[1] = 0;
    for (uint32_t i = 0; i < entries.count; i++) {
        lw_point at = lw_lattice_point(lattice, entries.at[i].node);
        if (at.x < middle.x - 3 * MM / 4 && at.y != middle.y)
            count[at.y > middle.y]++;
    }
    lw_arena_free(arena);
}

Test(entry, leaves_a_pad_to_both_sides_of_its_axis)
{
    for (int dx = 0; dx < PITCH; dx += PITCH / 5)
        for (int dy = 2 * PITCH / 5; dy <= 3 * PITCH / 5; dy += PITCH / 5) {
            lw_board *board = row_at((lw_point){8 * MM + dx, 8 * MM + dy});
            lw_lattice *lattice = lattice_over(board);
            uint32_t count[2];
            count_ways_west(lattice, board, count);
            cr_expect(count[0] == 2 && count[1] == 2, "%d, %d: %u below, %u above", dx, dy,
                      count[0], count[1]);
            lw_lattice_free(lattice);
            lw_board_free(board);
        }
    lw_test_no_leaks();
}

/*
 * Pads of 0.2 x 1 mm, 0.4 mm apart, and tracks of 0.3 mm. A neck of 0.2 mm may widen at the pads'
 * ends, but then the neighbour's has to be longer to get by: it may, by 1.5 mm and half the width.
 */
Test(entry, offers_necks_that_are_longer_than_they_must_be)
{
    lw_board *board = make_board(1, ROW, 20 * MM, 20 * MM);
    board->classes.at[0].width = 300000;
    for (lw_net_id i = 0; i < ROW; i++)
        make_rectangle_pad(board, i, 1, (lw_point){10 * MM + (i - 1) * 400000, 10 * MM}, 200000,
                           MM);
    lw_board_finish(board);
    lw_lattice *lattice = lattice_over(board);
    lw_arena *arena = lw_arena_new();
    lw_entries entries = entries_of_middle(lattice, board, 300000, 200000, arena);
    uint32_t south[3] = {0}; /* by thirds of the reach */
    for (uint32_t i = 0; i < entries.count; i++) {
        lw_point at = lw_lattice_point(lattice, entries.at[i].node);
        int32_t beyond = 10 * MM - MM / 2 - at.y;
        cr_expect_leq(beyond, 1500000 + 150000);
        cr_expect_eq(entries.at[i].width, 200000);
        if (beyond > 0)
            south[beyond < 500000 ? 0 : beyond < 1000000 ? 1 : 2]++;
    }
    for (int i = 0; i < 3; i++)
        cr_expect_gt(south[i], 0, "third %d", i);
    lw_arena_free(arena);
    lw_lattice_free(lattice);
    lw_board_free(board);
    lw_test_no_leaks();
}
