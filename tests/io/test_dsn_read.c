#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/dsn_make.h"

static void expect_error(const char *what, const char *text, const char *expected)
{
    lw_board *board;
    lw_error err = {0};
    char buffer[1024];
    cr_expect_eq(lw_board_parse("x.dsn", text, strlen(text), &board, &err), LW_ERR_INPUT, "%s",
                 what);
    cr_expect_null(board);
    cr_expect_str_eq(lw_error_text(&err, buffer, sizeof buffer), expected, "%s:\n%s\n%s", what,
                     buffer, expected);
}

#define LIBRARY_OF(image)                                                                          \
    (parts)                                                                                        \
    {                                                                                              \
        .placement = U1, .images = "(image I " image ")" SMD VIA                                   \
    }

Test(dsn, mistakes_are_named_with_their_place)
{
    const struct {
        parts parts;
        const char *message;
    } table[] = {
        {{.head = "(resolution furlong 10)"},
         "x.dsn:2:1: error: the unit \"furlong\" is none of um, mm, cm, mil and inch"},
        {{.head = "(resolution um 0)"},
         "x.dsn:2:1: error: the resolution \"0\" is no number of parts from 1"},
        {{.structure = "(layer A) (layer A)"}, "x.dsn:3:22: error: layer \"A\" is there twice"},
        {{.structure = "(layer)"}, "x.dsn:3:12: error: (layer ...) has no name"},
        {{.structure = "(layer \x81)"},
         "x.dsn:3:19: error: the name is not UTF-8 or has a control character in it"},
        {{.structure = ""}, "x.dsn:1:1: error: the design has no layers"},
        {{.structure = "(layer A) (boundary (path pcb 0 1 2 3))"},
         "x.dsn:3:32: error: (path ...) has an x without a y"},
        {{.structure = "(layer A) (boundary (path pcb 0))"},
         "x.dsn:3:32: error: (path ...) has no points"},
        {{.structure = "(layer A) (boundary (path pcb x 0 0))"},
         "x.dsn:3:42: error: \"x\" is not a number"},
        {{.structure = "(layer A) (boundary (circle pcb -1))"},
         "x.dsn:3:44: error: -1 is negative"},
        {{.structure = "(layer A) (boundary (rect pcb 0 0 1e9 5))"},
         "x.dsn:3:46: error: 1e9 is beyond 1 m"},
        {{.structure = "(layer A) (boundary (rect pcb 0 0 1 5 6 7))"},
         "x.dsn:3:32: error: a rectangle has two corners, not 3"},
        {{.structure = "(layer A) (keepout (rect B 0 0 1 5))"},
         "x.dsn:3:31: error: there is no layer \"B\""},
        {{.structure = "(layer A) (rule (width))"},
         "x.dsn:3:28: error: (width ...) lacks a number"},
        {LIBRARY_OF("(pin Smd 1 0)"),
         "x.dsn:5:19: error: a pin has a padstack, a name and a place"},
        {LIBRARY_OF("(pin None 1 0 0)"), "x.dsn:5:19: error: there is no padstack \"None\""},
        {LIBRARY_OF("(pin Smd (rotate x) 1 0 0)"), "x.dsn:5:36: error: \"x\" is no angle"},
        {{.placement = U1}, "x.dsn:4:12: error: there is no image \"I\""},
        {{.placement = U1 U1, .images = THREE_PINS},
         "x.dsn:4:69: error: component \"U1\" is there twice"},
        {{.placement = "(component I (place U1 0 0 top 0))", .images = THREE_PINS},
         "x.dsn:4:25: error: the side \"top\" is neither front nor back"},
        {{.placement = "(component I (place U1 999999 0 front 0))", .images = THREE_PINS},
         "x.dsn:4:25: error: component \"U1\" reaches beyond 1 m from the origin"},
        {{.placement = U1,
          .images = THREE_PINS,
          .network = "(net A (pins U1-1)) (net B (pins U1-1))"},
         "x.dsn:6:43: error: pin \"U1.1\" is in net \"A\" already"},
        {{.wiring = "(via None 0 0 (net A))"}, "x.dsn:7:9: error: there is no padstack \"None\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        parts p = table[i].parts;
        if (p.structure && !p.images)
            p.images = "";
        char *text = document(p);
        expect_error(table[i].message, text, table[i].message);
        free(text);
    }
    expect_error("cut off", "(pcb x (structure",
                 "x.dsn:1:8: error: the list \"structure\" is not closed");
    lw_test_no_leaks();
}

Test(dsn, what_is_not_understood_is_told_once)
{
    lw_board *board = board_of((parts){
        .structure = TWO_LAYERS FRAME
        "(via \"Via[0-1]_800:400_um\") (magic 1) (magic 2) (control (via_at_smd off))",
    });
    expect_warning(board, "(magic ...) is not read");
    cr_expect_eq(board->warnings.at[0].line, 3);
    lw_board_free(board);
    /* Many are only counted. */
    lw_buffer wiring = {0};
    for (int i = 0; i < 1000; i++)
        lw_buffer_text(&wiring, "(wire (path F.Cu 1 0 0 1 1) (net N))");
    board = board_of((parts){.wiring = wiring.at});
    cr_expect_eq(board->warnings.count, 51);
    cr_expect_str_eq(board->warnings.at[50].text, "and 950 warnings more");
    lw_board_free(board);
    lw_buffer_free(&wiring);
    lw_test_no_leaks();
}

/* Design and session in the bytes of Windows: "K\xE4" is Kae as one letter, 0x80 the euro. */
Test(dsn, names_in_single_bytes_come_back_as_they_were)
{
    char *text = document((parts){.placement = "(component I (place \xB5"
                                               "1 10000 20000 front 0))",
                                  .images = THREE_PINS,
                                  .network = "(net \"K\xE4 \x80\" (pins \xB5"
                                             "1-1 \xB5"
                                             "1-2))"});
    lw_board *board = parse(text), *both;
    expect_warning(board, NULL);
    cr_expect_str_eq(board->nets.at[0].name, "K\xC3\xA4 \xE2\x82\xAC");
    cr_expect_str_eq(board->elements.at[0].name, "\xC2\xB5"
                                                 "1");
    cr_expect_eq(board->nets.at[0].pads.count, 2);
    lw_routes *routes = lw_routes_new(board);
    *lw_list_add(routes->arena, &routes->tracks) =
        (lw_track){.net = 0, .width = 250000, .ends = {{10 * MM, 20 * MM}, {10 * MM, 22 * MM}}};
    char *session = session_of(board, routes);
    cr_expect(strstr(session, "(net \"K\xE4 \x80\""), "%s", session);
    cr_expect(strstr(session, "(place \xB5"
                              "1 "),
              "%s", session);
    cr_assert_eq(
        ses_read("x.dsn", text, strlen(text), "x.ses", session, strlen(session), &both, NULL),
        LW_OK);
    cr_expect_eq(both->tracks.count, 1);
    free(session);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_board_free(both);
    free(text);
    lw_test_no_leaks();
}
