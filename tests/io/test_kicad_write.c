#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/kicad_make.h"

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
