#include "board/planes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include "base/heap.h"
#include "check_leaks.h"
#include "grid/brute.h"

#define MM 1000000

/* Half the copper that must lead through, 0.25 mm wide as the tracks of the board's class. */
#define HALF 125000

static void add_plane(lw_board *board, lw_net_id net, lw_layers layers, lw_box box, bool cutout)
{
    const lw_point corners[] = {
        {box.x1, box.y1}, {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}};
    *lw_list_add(board->arena, &board->pours) =
        (lw_pour){.net = net,
                  .layers = layers,
                  .shape = make_shape(board, corners, 4, true, 0),
                  .cutout = cutout,
                  .plane = !cutout};
}

static void add_wall(lw_board *board, uint32_t layer, lw_point a, lw_point b)
{
    *lw_list_add(board->arena, &board->tracks) =
        (lw_track){.net = 1, .layer = layer, .width = 200000, .ends = {a, b}};
}

/* Three layers; net 0 has a plane from (1, 1) to (19, 9) mm in the middle, net 1 whatever else. */
static lw_board *plane_board(void)
{
    lw_board *board = make_board(3, 2, 20 * MM, 10 * MM);
    add_plane(board, 0, LW_LAYER(1), (lw_box){MM, MM, 19 * MM, 9 * MM}, false);
    return board;
}

static uint32_t count_islands(lw_board *board)
{
    lw_board_finish(board);
    lw_item_list items = lw_items_new(board, NULL);
    lw_planes *planes = lw_planes_new(board, &items);
    uint32_t count = lw_planes_of_net(planes, 0).count;
    cr_expect_eq(count, lw_planes_count(planes) - lw_planes_of_net(planes, 1).count);
    lw_planes_free(planes);
    lw_items_free(&items);
    lw_board_free(board);
    return count;
}

Test(planes, are_cut_by_tracks_from_side_to_side)
{
    lw_board *board = plane_board();
    cr_expect_eq(count_islands(board), 1);
    board = plane_board();
    add_wall(board, 1, (lw_point){10 * MM, 0}, (lw_point){10 * MM, 10 * MM});
    cr_expect_eq(count_islands(board), 2);
    board = plane_board();
    add_wall(board, 0, (lw_point){10 * MM, 0}, (lw_point){10 * MM, 10 * MM});
    cr_expect_eq(count_islands(board), 1, "another layer");
    board = plane_board();
    add_wall(board, 1, (lw_point){10 * MM, 0}, (lw_point){10 * MM, 8 * MM});
    cr_expect_eq(count_islands(board), 1, "there is a way around");
    lw_test_no_leaks();
}

/* Between two ends of tracks with 0.1 mm of radius each the plane needs 0.2 mm to either and 0.25
 * mm for itself: 0.85 mm between their centres, and up to two cells of 0.05 mm more to be seen. */
Test(planes, need_room_for_copper_and_clearance_to_both_sides)
{
    for (int open = 0; open < 2; open++) {
        lw_board *board = plane_board();
        lw_nm gap = open ? 960000 : 840000;
        add_wall(board, 1, (lw_point){10 * MM, 0}, (lw_point){10 * MM, 5 * MM});
        add_wall(board, 1, (lw_point){10 * MM, 5 * MM + gap}, (lw_point){10 * MM, 10 * MM});
        cr_expect_eq(count_islands(board), open ? 1 : 2);
    }
    lw_test_no_leaks();
}

Test(planes, leave_out_cut_outs_and_smaller_planes)
{
    lw_board *board = plane_board();
    add_plane(board, LW_NO_NET, LW_LAYER(1), (lw_box){9 * MM, 0, 11 * MM, 10 * MM}, true);
    cr_expect_eq(count_islands(board), 2);
    board = plane_board();
    add_plane(board, 1, LW_LAYER(1), (lw_box){9 * MM, 0, 11 * MM, 10 * MM}, false);
    cr_expect_eq(count_islands(board), 2);
    board = plane_board();
    add_plane(board, 1, LW_LAYER(1), (lw_box){0, 0, 20 * MM, 10 * MM}, false);
    cr_expect_eq(count_islands(board), 1, "the larger one gives way");
    lw_test_no_leaks();
}

static lw_layers reach(const lw_board *board, lw_net_id net, lw_point at)
{
    lw_item_list items = lw_items_new(board, NULL);
    lw_planes *planes = lw_planes_new(board, &items);
    lw_layers layers = lw_planes_reach(planes, net, lw_board_layers(board), at);
    lw_planes_free(planes);
    lw_items_free(&items);
    return layers;
}

Test(planes, reach_what_lies_in_them)
{
    lw_board *board = plane_board();
    make_round_pad(board, 1, 7, (lw_point){5 * MM, 5 * MM}, MM / 2, MM);
    make_round_pad(board, 0, 7, (lw_point){15 * MM, 5 * MM}, MM / 2, MM);
    lw_board_finish(board);
    cr_expect_eq(reach(board, 0, (lw_point){10 * MM, 5 * MM}), 2);
    cr_expect_eq(reach(board, 0, (lw_point){15 * MM, 5 * MM}), 2, "its own pad is no obstacle");
    cr_expect_eq(reach(board, 0, (lw_point){5 * MM, 5 * MM}), 0, "another net's is one");
    cr_expect_eq(reach(board, 0, (lw_point){MM / 2, 5 * MM}), 0, "beside it");
    cr_expect_eq(reach(board, 0, (lw_point){30 * MM, -5 * MM}), 0, "far from it");
    cr_expect_eq(reach(board, 1, (lw_point){10 * MM, 5 * MM}), 0, "a net without a plane");
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- against a finer grid, measured point by point ---- */

enum { FINE = 25000, SIDE = 120 };

static lw_point fine_point(int32_t i)
{
    return (lw_point){MM + i % SIDE * FINE, MM + i / SIDE * FINE};
}

/* Marks the points that have so much room, and numbers those that hang together by steps to 4 or 8
 * sides. */
static void number_points(const lw_board *board, const lw_item_list *items, lw_nm room, int sides,
                          uint32_t *number)
{
    lw_shape plane = board->pours.at[0].shape;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        lw_point at = fine_point(i);
        lw_shape point = {&at, 1, false, 0};
        number[i] = UINT32_MAX;
        for (uint32_t k = 0; k < plane.count; k++) {
            lw_point side[2] = {plane.points[k], plane.points[(k + 1) % plane.count]};
            if (lw_shape_closer(point, (lw_shape){side, 2, false, 0}, room))
                number[i] = 0;
        }
        if (!lw_polygon_holds(plane.points, plane.count, at))
            number[i] = 0;
        for (uint32_t k = 0; k < items->count; k++)
            if (items->at[k].net == 1 && lw_shape_closer(point, items->at[k].shape, 200000 + room))
                number[i] = 0;
    }
    static const int dx[] = {1, -1, 0, 0, 1, 1, -1, -1}, dy[] = {0, 0, 1, -1, 1, -1, 1, -1};
    int32_t *queue = lw_alloc(SIDE * SIDE, sizeof *queue);
    uint32_t next = 1;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        if (number[i] != UINT32_MAX)
            continue;
        int32_t count = 0;
        number[queue[count++] = i] = next;
        for (int32_t k = 0; k < count; k++)
            for (int d = 0; d < sides; d++) {
                int x = queue[k] % SIDE + dx[d], y = queue[k] / SIDE + dy[d];
                if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || number[y * SIDE + x] != UINT32_MAX)
                    continue;
                number[queue[count++] = y * SIDE + x] = next;
            }
        next++;
    }
    free(queue);
}

typedef struct lw_found {
    uint32_t island;
    bool any;
} lw_found;

static void note(void *context, uint32_t island)
{
    *(lw_found *)context = (lw_found){island, true};
}

static lw_board *random_board(uint64_t *seed)
{
    lw_board *board = make_board(1, 2, 6 * MM, 6 * MM);
    *lw_list_add(board->arena, &board->pours) =
        (lw_pour){.net = 0,
                  .layers = 1,
                  .shape = make_polygon(board, (lw_point){2500000, 2500000},
                                        pick(seed, MM, 1500000), 3 + next_random(seed) % 6,
                                        (lw_angle)(next_random(seed) % 90) * LW_DEGREE, 0),
                  .plane = true};
    for (int i = 0; i < 3; i++) {
        lw_point a = {pick(seed, MM, 4 * MM), pick(seed, MM, 4 * MM)};
        lw_point b = {pick(seed, MM, 4 * MM), pick(seed, MM, 4 * MM)};
        add_wall(board, 0, a, i == 0 ? a : b);
    }
    lw_board_finish(board);
    return board;
}

Test(planes, join_what_a_finer_grid_joins_and_nothing_else)
{
    uint64_t seed = 1;
    uint32_t *may = lw_alloc(SIDE * SIDE, sizeof *may), *must = lw_alloc(SIDE * SIDE, sizeof *must);
    uint32_t several = 0;
    for (int round = 0; round < 40; round++) {
        lw_board *board = random_board(&seed);
        lw_item_list items = lw_items_new(board, NULL);
        lw_planes *planes = lw_planes_new(board, &items);
        number_points(board, &items, HALF - FINE, 8, may);
        number_points(board, &items, HALF + 100000, 4, must);
        uint32_t count = lw_planes_of_net(planes, 0).count;
        several += count > 1;
        /* By island and by number: the first of the other that was met. */
        uint32_t *first_may = lw_alloc((size_t)count + 1, sizeof *first_may);
        uint32_t *first_island = lw_alloc(SIDE * SIDE + 1, sizeof *first_island);
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            lw_found found = {0};
            lw_planes_touch_hole(planes, 0, fine_point(i), note, &found);
            if (found.any) {
                uint32_t *first = &first_may[found.island];
                cr_assert_neq(may[i], 0, "round %d, point %d has no room", round, i);
                cr_assert(*first == 0 || *first == may[i], "round %d, point %d", round, i);
                *first = may[i];
            }
            if (must[i] != 0) {
                uint32_t *first = &first_island[must[i]];
                cr_assert(found.any, "round %d, point %d has room", round, i);
                cr_assert(*first == 0 || *first == found.island + 1, "round %d, point %d", round,
                          i);
                *first = found.island + 1;
            }
        }
        free(first_may);
        free(first_island);
        lw_planes_free(planes);
        lw_items_free(&items);
        lw_board_free(board);
    }
    cr_expect_gt(several, 5);
    free(may);
    free(must);
    lw_test_no_leaks();
}
