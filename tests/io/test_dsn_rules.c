#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/heap.h"
#include "check_leaks.h"
#include "io/dsn_make.h"

Test(dsn, clearances_have_types)
{
    lw_board *board = board_of((parts){
        .head = OTHER_CAD,
        .structure = TWO_LAYERS FRAME
        "(via \"Via[0-1]_800:400_um\") (rule (clear 60 (type wire_via))) (rule (width 100) "
        "(clearance 90)) (rule (clearance 50 (type smd_smd)) (clearance 30 (type via_via)) "
        "(clearance 110 (type default_boundary)) (clearance 40 (type pin_wire smd_wire)) "
        "(clearance 70 (type odd_odder)))",
    });
    const lw_rules *rules = &board->rules;
    const struct {
        const char *name;
        lw_nm is, expected;
    } table[] = {
        {"wire to wire", rules->clearance[LW_TRACK][LW_TRACK], 90},
        {"wire to via", rules->clearance[LW_TRACK][LW_VIA], 60},
        {"via to wire", rules->clearance[LW_VIA][LW_TRACK], 60},
        {"via to via", rules->clearance[LW_VIA][LW_VIA], 30},
        {"wire to pin and smd", rules->clearance[LW_TRACK][LW_PAD], 40},
        {"pins keep the general one", rules->clearance[LW_PAD][LW_PAD], 90},
        {"pin to via", rules->clearance[LW_PAD][LW_VIA], 90},
        {"edge", rules->edge, 110},
        {"hole", rules->hole, 90},
        {"drill", rules->drill, 90},
        {"width", board->classes.at[0].width, 100},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, table[i].expected * UM, "%s: %d", table[i].name, table[i].is);
    expect_warning(board, "clearances of type \"odd_odder\" are not read");
    lw_board_free(board);
    board = board_of((parts){0});
    cr_expect_eq(board->rules.hole, 250 * UM, "KiCad's");
    cr_expect_eq(board->rules.drill, 250 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

static const char *const three_nets =
    "(net A (pins U1-1)) (net B (pins U1-2)) (net \"C C\" (pins U1-3))";

static lw_board *classes_of(const char *network)
{
    char *text = lw_alloc(2000, 1);
    snprintf(text, 2000, "%s %s", three_nets, network);
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS "(padstack \"Via[0-1]_600:300_um\" (shape (circle signal 600)))"
                             "(padstack Blind (shape (circle F.Cu 500)))",
        .network = text,
    });
    free(text);
    return board;
}

static lw_nm tracks_apart(const lw_board *board, const char *a, const char *b)
{
    return lw_clearance(board, LW_TRACK, lw_net_class(board, lw_board_net(board, a)), LW_TRACK,
                        lw_net_class(board, lw_board_net(board, b)));
}

Test(dsn, classes_have_width_clearance_and_via)
{
    lw_board *board = classes_of(
        "(class kicad_default A none (rule (width 300))) (class wide B \"C C\" (circuit (use_via "
        "Blind \"Via[0-1]_600:300_um\")) (rule (width 500) (clearance 400)))");
    cr_assert_eq(board->classes.count, 2);
    cr_expect_str_eq(board->classes.at[0].name, "kicad_default");
    cr_expect_str_eq(board->classes.at[1].name, "wide");
    cr_expect_eq(lw_net_class(board, lw_board_net(board, "A")), 0);
    cr_expect_eq(lw_net_class(board, lw_board_net(board, "C C")), 1);
    cr_expect_eq(board->classes.at[0].width, 300 * UM);
    cr_expect_eq(board->classes.at[1].width, 500 * UM);
    cr_expect_eq(board->classes.at[0].via_diameter, 800 * UM);
    cr_expect_eq(board->classes.at[0].via_drill, 400 * UM);
    cr_expect_eq(board->classes.at[1].via_diameter, 600 * UM);
    cr_expect_eq(board->classes.at[1].via_drill, 300 * UM);
    cr_expect_eq(tracks_apart(board, "A", "A"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "A", "B"), 400 * UM);
    expect_warning(board, NULL);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, rules_of_single_layers_are_told_to_be_unread)
{
    static const char *const classes[][2] = {
        {"(class a A (layer_rule F.Cu (rule (width 300))))", "(layer_rule ...) is not read"},
        {"(class a A (circuit (use_layer F.Cu) (use_via \"Via[0-1]_600:300_um\")))",
         "(use_layer ...) is not read"},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        lw_board *board = classes_of(classes[i][0]);
        expect_warning(board, classes[i][1]);
        lw_board_free(board);
    }
    lw_board *board = board_of(
        (parts){.structure = "(layer F.Cu (type signal) (rule (width 300))) (layer B.Cu) " FRAME
                             "(via \"Via[0-1]_800:400_um\")"});
    expect_warning(board, "rules of layer \"F.Cu\" alone are not read");
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, a_class_may_have_less_clearance_than_the_board)
{
    lw_board *board =
        classes_of("(class fine A (rule (clearance 100))) (class usual B (rule (width 300)))");
    cr_expect_eq(tracks_apart(board, "A", "A"), 100 * UM);
    cr_expect_eq(tracks_apart(board, "A", "B"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "A", "C C"), 200 * UM);
    cr_expect_eq(tracks_apart(board, "B", "B"), 200 * UM);
    lw_board_free(board);
    board = classes_of("(class one A) (class two B) (class_class (classes one two) (rule "
                       "(clearance 900)))");
    cr_expect_eq(tracks_apart(board, "A", "B"), 900 * UM);
    cr_expect_eq(tracks_apart(board, "B", "A"), 900 * UM);
    cr_expect_eq(tracks_apart(board, "A", "A"), 200 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(dsn, a_net_may_have_rules_of_its_own)
{
    lw_board *board = board_of((parts){
        .placement = U1,
        .images = THREE_PINS,
        .network = "(net A (pins U1-1) (rule (width 700))) (net B (pins U1-2) (rule (width 700)))"
                   "(net C (pins U1-3) (rule (width 700) (clearance 500))) (class K B)",
    });
    cr_expect_eq(board->classes.at[lw_net_class(board, 0)].width, 700 * UM);
    cr_expect_eq(lw_net_class(board, 0), lw_net_class(board, 1), "the same rules are shared");
    cr_expect_neq(lw_net_class(board, 0), lw_net_class(board, 2));
    cr_expect_eq(tracks_apart(board, "A", "C"), 500 * UM);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* KiCad keeps 0.25 mm from the rim of a drill: what the ring and the clearance do not give, the
 * via counts with. */
Test(dsn, vias_keep_the_drill_clear)
{
    static const struct {
        const char *head, *name;
        int clearance;
        lw_nm diameter, drill;
    } table[] = {
        {NULL, "Via[0-1]_600:400_um", 150, 600000, 400000}, /* 100 + 150 */
        {NULL, "Via[0-1]_600:400_um", 100, 700000, 400000}, /* 100 + 100 < 250 */
        {NULL, "Via[0-1]_600:550.5_um", 200, 650500, 550500},
        {NULL, "Via", 200, 600000, 360000},
        {OTHER_CAD, "Via[0-1]_600:400_um", 100, 600000, 400000},
        {OTHER_CAD, "Round$300", 100, 600000, 300000},
        {OTHER_CAD, "Round$900", 100, 600000, 360000}, /* larger than the copper: no drill */
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char structure[300], library[300];
        snprintf(structure, sizeof structure, TWO_LAYERS FRAME "(via \"%s\") (rule (clearance %d))",
                 table[i].name, table[i].clearance);
        snprintf(library, sizeof library, "(padstack \"%s\" (shape (circle signal 600)))",
                 table[i].name);
        lw_board *board =
            board_of((parts){.head = table[i].head, .structure = structure, .images = library});
        const lw_class *class = &board->classes.at[0];
        cr_expect_eq(class->via_diameter, table[i].diameter, "%s: %d", table[i].name,
                     class->via_diameter);
        cr_expect_eq(class->via_drill, table[i].drill, "%s: %d", table[i].name, class->via_drill);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(dsn, without_a_via_through_all_layers_none_is_placed)
{
    static const char *const vias[] = {"", "(via None)", "(via Blind)"};
    for (size_t i = 0; i < sizeof vias / sizeof *vias; i++) {
        char structure[300];
        snprintf(structure, sizeof structure, TWO_LAYERS FRAME "%s", vias[i]);
        lw_board *board = board_of((parts){.structure = structure,
                                           .images = "(padstack Blind (shape (circle F.Cu 500)))"});
        cr_assert_eq(board->keepouts.count, 1, "%s", vias[i]);
        cr_expect(!board->keepouts.at[0].tracks && board->keepouts.at[0].vias);
        cr_expect_eq(board->keepouts.at[0].layers, 3);
        cr_expect_geq(board->warnings.count, 1);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}
