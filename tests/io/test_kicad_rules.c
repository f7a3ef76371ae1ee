#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "check_leaks.h"
#include "io/kicad_make.h"

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

/* A pattern that names a bus is that of its wires, whichever end comes first; one of a better class
 * outdoes what a net was given. */
Test(kicad, patterns_name_buses_and_go_by_priority)
{
    static const char *const head =
        "{\"net_settings\": {\"classes\": [{\"name\": \"Default\"},"
        " {\"name\": \"a\", \"priority\": 1}, {\"name\": \"b\", \"priority\": 0}],"
        " \"netclass_assignments\": {\"BOTH\": [\"a\"], \"OLD\": [\"b\"]},"
        " \"netclass_patterns\": [{\"netclass\": \"a\", \"pattern\": \"/A[2..1]\"},"
        " {\"netclass\": \"b\", \"pattern\": \"BOTH\"},"
        " {\"netclass\": \"a\", \"pattern\": \"OLD\"}";
    static const struct {
        const char *net;
        uint32_t class_id;
    } nets[] = {{"/A1", 1}, {"/A2", 1}, {"/B1", 0}, {"BOTH", 2}, {"OLD", 2}};
    char *text = document(20241229, NETS), made[1000];
    snprintf(made, sizeof made, "%s]}}", head);
    lw_board *board = parse_with(text, made);
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        cr_expect_eq(lw_net_class(board, lw_board_net(board, nets[i].net)), nets[i].class_id, "%s",
                     nets[i].net);
    cr_expect_eq(board->warnings.count, 0);
    lw_board_free(board);
    static const char *const odd[] = {"/A[1..999999]", "/A[12]", "/A[-1..2]", "/A[1..2",
                                      "/A[1..x]"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        snprintf(made, sizeof made, "%s, {\"netclass\": \"a\", \"pattern\": \"%s\"}]}}", head,
                 odd[i]);
        board = parse_with(text, made);
        cr_expect_eq(board->warnings.count, 1, "%s", odd[i]);
        lw_board_free(board);
    }
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
