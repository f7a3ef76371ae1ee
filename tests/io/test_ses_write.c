#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/dsn_make.h"
#include "io/format.h"

/* The part of a session from a word to the end, blanks and line ends made one blank. */
static char *squeezed(const char *text, const char *from)
{
    lw_buffer out = {0};
    bool blank = false;
    for (const char *c = strstr(text, from); c && *c; c++) {
        if (blank && *c != ' ' && *c != '\n')
            lw_buffer_text(&out, *c == ')' ? "" : " ");
        blank = *c == ' ' || *c == '\n';
        if (!blank)
            lw_buffer_add(&out, c, 1);
    }
    return out.at;
}

static void expect_session(const lw_board *board, const lw_routes *routes, const char *from,
                           const char *expected)
{
    char *text = session_of(board, routes);
    char *is = squeezed(text, from);
    cr_expect(is && strncmp(is, expected, strlen(expected)) == 0, "\n%s\n%s", is, expected);
    free(is);
    free(text);
}

Test(ses, a_session_has_places_padstacks_wires_and_vias)
{
    lw_board *board = board_of((parts){
        .placement = "(component I (place U1 10000.05 -20000 front 12.5) (place \"U 2\" 1 2 back "
                     "-90)) (component I (place U3 0 0 back 0))",
        .images = THREE_PINS,
        .network = "(net \"A (1)\" (pins U1-1)) (net B (pins U1-2)) (net C)",
    });
    lw_routes *routes = lw_routes_new(board);
    const lw_track tracks[] = {
        {.net = 1, .layer = 0, .width = 250000, .ends = {{0, 0}, {100, 0}}},   /* 1 part long */
        {.net = 1, .layer = 0, .width = 250000, .ends = {{100, 0}, {120, 0}}}, /* 0 parts */
        {.net = 1, .layer = 0, .width = 250000, .ends = {{120, 0}, {-250, 350}}},
        {.net = 1, .layer = 1, .width = 250000, .ends = {{7, 7}, {8, 8}}}, /* nothing at all */
        {.net = 0, .layer = 1, .width = 250000, .ends = {{1000, 0}, {2000, 0}}},
    };
    for (size_t i = 0; i < sizeof tracks / sizeof *tracks; i++)
        *lw_list_add(routes->arena, &routes->tracks) = tracks[i];
    *lw_list_add(routes->arena, &routes->vias) =
        (lw_via){.net = 1, .at = {5000, -6049}, .diameter = 800000, .drill = 400000, .layers = 3};
    expect_session(
        board, routes, "(session",
        "(session x.ses (base_design x.dsn) (placement (resolution um 10) (component I "
        "(place U1 100000.5 -200000 front 12.5) (place \"U 2\" 10 20 back 270) (place U3 0 0 back "
        "0))) (was_is) (routes (resolution um 10) (parser (host_cad \"Leeway\") (host_version ");
    expect_session(board, routes, "(library_out",
                   "(library_out (padstack \"Via[0-1]_800:400_um\" (shape (circle F.Cu 8000 0 0)) "
                   "(shape (circle B.Cu 8000 0 0)) (attach off))) (network_out (net \"A (1)\" "
                   "(wire (path B.Cu 2500 10 0 20 0))) (net B (wire (path F.Cu 2500 0 0 1 0 -3 4)) "
                   "(via \"Via[0-1]_800:400_um\" 50 -60))))");
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, kept_copper_is_written_and_fixed_copper_is_not)
{
    static const char wiring[] =
        "(wire (path F.Cu 250 0 0 10 0 10 10) (net A) (type protect))"
        "(wire (path F.Cu 250 50 0 60 0) (net A) (type fix))"
        "(wire (path F.Cu 250 70 0 80 0) (net A) (type route))"
        "(via Blind 9 9 (net A)) (via \"Via[0-1]_800:400_um\" 5 5 (net A) (type fix))";
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS "(padstack Blind (shape (circle B.Cu 300)))",
        .network = "(net A (pins U1-1))",
        .wiring = wiring,
    });
    expect_session(board, NULL, "(library_out",
                   "(library_out (padstack Blind (shape (circle B.Cu 3000 0 0)) (attach off))) "
                   "(network_out (net A (wire (path F.Cu 2500 0 0 100 0 100 100) (type protect)) "
                   "(wire (path F.Cu 2500 700 0 800 0)) (via Blind 90 90))))");
    lw_routes *ripped = lw_routes_rip_up(board);
    expect_session(board, ripped, "(library_out",
                   "(library_out) (network_out (net A (wire (path F.Cu 2500 0 0 100 0 100 100) "
                   "(type protect)))))");
    lw_routes_free(ripped);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, coordinates_are_parts_of_the_resolution)
{
    static const struct {
        const char *head, *path;
    } table[] = {
        {"(resolution um 10)", "(path A 2540 0 0 10 -25)"},
        {"(resolution mil 1000) (unit um)", "(path A 10000 0 0 39 -100)"},
        {"(resolution mm 1000000) (unit um)", "(path A 254000 0 0 1000 -2540)"},
        {"(resolution inch 1000) (unit um)", "(path A 10 0 0"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_board *board = board_of((parts){
            .head = table[i].head,
            .structure = "(layer A) " FRAME,
            .images = "",
            .network = "(net N)",
            .wiring = "(wire (path A 254 0 0 1 -2.54 2540 2540) (net N))",
        });
        char *text = session_of(board, NULL), *is = squeezed(text, "(path"), expected[64];
        snprintf(expected, sizeof expected, "%.*s", (int)strcspn(table[i].path, ")"),
                 table[i].path);
        cr_expect(strncmp(is, expected, strlen(expected)) == 0, "%s:\n%s", table[i].head, is);
        free(is);
        free(text);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(ses, another_quote_is_kept)
{
    lw_board *board = board_of((parts){
        .head = "(parser (string_quote ')) (resolution um 10)",
        .structure = "(layer 'A B') " FRAME,
        .images = "",
        .network = "(net 'x\"y z')",
        .wiring = "(wire (path 'A B' 254 0 0 1 0) (net 'x\"y z'))",
    });
    expect_session(board, NULL, "(network_out",
                   "(network_out (net 'x\"y z' (wire (path 'A B' 2540 0 0 10 0))))))");
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(ses, a_board_of_another_format_cannot_be_written)
{
    lw_board *board = board_of((parts){0});
    board->format = LW_FORMAT_XML;
    lw_buffer out = {0};
    lw_error err = {0};
    cr_expect_eq(lw_format_dsn.write(board, NULL, &out, &err), LW_ERR_OPTION);
    cr_expect_str_eq(err.text, "cannot be written as Specctra: a session belongs to the design "
                               "(.dsn) that it was made from");
    lw_buffer_free(&out);
    lw_board_free(board);
}
