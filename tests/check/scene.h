/*
 * A board to lay things on, piece by piece. Lengths are nanometres; MM(1) is one millimetre.
 * The board is a square from (0, 0) to (100 mm, 100 mm) unless `outline_of` says otherwise.
 */
#ifndef LW_TEST_CHECK_SCENE_H
#define LW_TEST_CHECK_SCENE_H

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "board/build.h"
#include "leeway/check.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#define no_leaks() cr_assert(__lsan_do_recoverable_leak_check() == 0)
#else
#define no_leaks() ((void)0)
#endif

#define MM(x)   ((lw_nm)((x)*1000000.0 + ((x) < 0 ? -0.5 : 0.5)))
#define P(x, y) ((lw_point){(x), (y)})

enum { GND, VCC, SIG, NET_COUNT };

static inline lw_shape shape_of(lw_board *board, const lw_point *points, uint32_t count,
                                bool filled, lw_nm radius)
{
    lw_point *copy = lw_arena_copy(board->arena, points, count, sizeof *points);
    return (lw_shape){.points = copy, .count = count, .filled = filled, .radius = radius};
}

static inline void outline_of(lw_board *board, const lw_point *points, uint32_t count)
{
    *lw_list_add(board->arena, &board->outline) = shape_of(board, points, count, true, 0);
}

static inline void net_of(lw_board *board, const char *name)
{
    lw_net *net = lw_list_add(board->arena, &board->nets);
    net->name = lw_intern(board->names, name);
}

/* Layers, nets and one part, but no outline. */
static inline lw_board *bare_board(uint32_t layers)
{
    lw_board *board = lw_board_new("test", "", 0);
    for (uint32_t i = 0; i < layers; i++) {
        lw_layer *layer = lw_list_add(board->arena, &board->layers);
        layer->name = i == 0            ? "top"
                      : i + 1 == layers ? "bottom"
                                        : lw_arena_print(board->arena, "inner%u", i);
    }
    net_of(board, "GND");
    net_of(board, "VCC");
    net_of(board, "SIG");
    lw_package *package = lw_list_add(board->arena, &board->packages);
    package->name = lw_intern(board->names, "P");
    lw_element *element = lw_list_add(board->arena, &board->elements);
    element->name = lw_intern(board->names, "U1");
    element->value = lw_intern(board->names, "");
    return board;
}

static inline lw_board *new_board(uint32_t layers)
{
    lw_board *board = bare_board(layers);
    outline_of(board, (lw_point[]){P(0, 0), P(MM(100), 0), P(MM(100), MM(100)), P(0, MM(100))}, 4);
    return board;
}

static inline void all_clearances(lw_board *board, lw_nm clearance)
{
    for (int i = 0; i < LW_KIND_COUNT; i++) {
        for (int j = 0; j < LW_KIND_COUNT; j++)
            board->rules.clearance[i][j] = clearance;
    }
}

/* A pad without copper yet; its number. */
static inline uint32_t bare_pad(lw_board *board, lw_net_id net, lw_point at, lw_nm drill)
{
    uint32_t number = board->pads.count;
    lw_pad *pad = lw_list_add(board->arena, &board->pads);
    pad->name = lw_intern(board->names, lw_arena_print(board->arena, "%u", number + 1));
    pad->net = net;
    pad->at = at;
    pad->drill = drill;
    if (net != LW_NO_NET)
        *lw_list_add(board->arena, &board->nets.at[net].pads) = number;
    return number;
}

static inline void pad_shape(lw_board *board, uint32_t number, lw_layers layers, lw_shape shape)
{
    lw_pad *pad = &board->pads.at[number];
    pad->layers |= layers;
    *lw_list_add(board->arena, &pad->copper) = (lw_copper){layers, shape};
}

static inline uint32_t round_pad(lw_board *board, lw_net_id net, lw_point at, lw_nm radius,
                                 lw_layers layers)
{
    uint32_t number = bare_pad(board, net, at, 0);
    pad_shape(board, number, layers, shape_of(board, &at, 1, false, radius));
    return number;
}

static inline uint32_t drilled_pad(lw_board *board, lw_net_id net, lw_point at, lw_nm radius,
                                   lw_nm drill)
{
    uint32_t number = bare_pad(board, net, at, drill);
    pad_shape(board, number, lw_board_layers(board), shape_of(board, &at, 1, false, radius));
    return number;
}

static inline uint32_t box_pad(lw_board *board, lw_net_id net, lw_point low, lw_point high,
                               lw_layers layers)
{
    lw_point at = {low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2};
    uint32_t number = bare_pad(board, net, at, 0);
    lw_point corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    pad_shape(board, number, layers, shape_of(board, corners, 4, true, 0));
    return number;
}

static inline lw_track track_of(lw_net_id net, uint32_t layer, lw_nm width, lw_point a, lw_point b)
{
    return (lw_track){.net = net, .layer = layer, .width = width, .ends = {a, b}};
}

static inline lw_via via_of(const lw_board *board, lw_net_id net, lw_point at, lw_nm diameter,
                            lw_nm drill)
{
    return (lw_via){.net = net,
                    .at = at,
                    .diameter = diameter,
                    .drill = drill,
                    .layers = lw_board_layers(board)};
}

static inline void old_track(lw_board *board, lw_track track)
{
    *lw_list_add(board->arena, &board->tracks) = track;
}

static inline void old_via(lw_board *board, lw_via via)
{
    *lw_list_add(board->arena, &board->vias) = via;
}

static inline void new_track(lw_routes *routes, lw_track track)
{
    *lw_list_add(routes->arena, &routes->tracks) = track;
}

static inline void new_via(lw_routes *routes, lw_via via)
{
    *lw_list_add(routes->arena, &routes->vias) = via;
}

static inline void add_hole(lw_board *board, lw_point at, lw_nm radius, bool milled)
{
    *lw_list_add(board->arena, &board->holes) =
        (lw_hole){.shape = shape_of(board, &at, 1, false, radius), .milled = milled};
}

static inline lw_keepout *add_keepout(lw_board *board, lw_layers layers, const lw_point *points,
                                      uint32_t count, bool tracks, bool vias)
{
    lw_keepout *keepout = lw_list_add(board->arena, &board->keepouts);
    *keepout = (lw_keepout){.layers = layers,
                            .shape = shape_of(board, points, count, true, 0),
                            .tracks = tracks,
                            .vias = vias};
    return keepout;
}

static inline lw_report *judge_with(const lw_board *board, const lw_routes *routes, bool pours)
{
    lw_check_options options = lw_check_options_default();
    options.pours = pours;
    lw_report *report = NULL;
    cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
    return report;
}

static inline lw_report *judge(const lw_board *board, const lw_routes *routes)
{
    return judge_with(board, routes, false);
}

/* The rules that are broken, old and new, as "clearance edge edge"; in the order of the report. */
static inline const char *broken(const lw_board *board, const lw_routes *routes, char buffer[256])
{
    lw_report *report = judge(board, routes);
    buffer[0] = '\0';
    for (uint32_t i = 0; i < report->faults.count; i++) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, 256 - used, "%s%s", used ? " " : "",
                 lw_rule_name(report->faults.at[i].rule));
    }
    lw_report_free(report);
    return buffer;
}

#define expect_broken(board, routes, rules, ...)                                                   \
    do {                                                                                           \
        char told_[256];                                                                           \
        broken((board), (routes), told_);                                                          \
        cr_expect_str_eq(told_, (rules), __VA_ARGS__);                                             \
    } while (0)

#endif
