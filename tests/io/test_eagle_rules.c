#include <criterion/criterion.h>
#include <stdio.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/eagle_make.h"

Test(eagle, rules_have_units_and_defaults)
{
    lw_board *board = board_of((parts){.rules = "<param name=\"mdWireWire\" value=\"8mil\"/>"
                                                "<param name=\"mdWirePad\" value=\"0.2mm\"/>"
                                                "<param name=\"mdWireVia\" value=\"250mic\"/>"
                                                "<param name=\"mdPadPad\" value=\"0.01inch\"/>"
                                                "<param name=\"mdViaVia\" value=\"0.3\"/>"
                                                "<param name=\"mdDrill\" value=\"0mil\"/>"
                                                "<param name=\"msWidth\" value=\"6mil\"/>"
                                                "<param name=\"rlMinViaOuter\" value=\"7mil\"/>"
                                                "<param name=\"whatever\" value=\"blue\"/>"});
    const lw_rules *rules = &board->rules;
    const struct {
        const char *name;
        lw_nm is, expected;
    } table[] = {
        {"mdWireWire", rules->clearance[LW_TRACK][LW_TRACK], 203200},
        {"mdWirePad", rules->clearance[LW_TRACK][LW_PAD], 200000},
        {"mdWirePad, other way", rules->clearance[LW_PAD][LW_TRACK], 200000},
        {"mdWireVia", rules->clearance[LW_TRACK][LW_VIA], 250000},
        {"mdWireVia, other way", rules->clearance[LW_VIA][LW_TRACK], 250000},
        {"mdPadPad", rules->clearance[LW_PAD][LW_PAD], 254000},
        {"mdViaVia", rules->clearance[LW_VIA][LW_VIA], 300000},
        {"mdPadVia, usual", rules->clearance[LW_PAD][LW_VIA], 203200},
        {"mdCopperDimension, usual", rules->edge, 1016000},
        {"mdCopperDimension to holes", rules->hole, 1016000},
        {"mdDrill", rules->drill, 0},
        {"msWidth", rules->min_width, 152400},
        {"msDrill, usual", rules->min_drill, 609600},
        {"rlMinViaOuter", rules->min_ring, 177800},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(table[i].is, table[i].expected, "%s: %d", table[i].name, table[i].is);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, restring_lies_between_its_limits_and_given_diameters_only_enlarge)
{
    const eagle_ring ring = {.least = 250000, .share = 250000, .most = 500000};
    const struct {
        lw_nm drill, given, diameter;
    } table[] = {
        {500000, 0, 1000000},        /* a quarter is 0.125: the least, 0.25 */
        {1200000, 0, 1800000},       /* 0.3 */
        {4000000, 0, 5000000},       /* 1.0: the most, 0.5 */
        {1200000, 1000000, 1800000}, /* smaller than the rule */
        {1200000, 3000000, 3000000},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect_eq(lw_eagle_diameter(ring, table[i].drill, table[i].given), table[i].diameter,
                     "drill %d", table[i].drill);
}

Test(eagle, classes_may_be_sparse_or_missing)
{
    lw_board *board = board_of(
        (parts){.rules = "<param name=\"msWidth\" value=\"0.2mm\"/>"
                         "<param name=\"msDrill\" value=\"0.35mm\"/>"
                         "<param name=\"rlMinViaOuter\" value=\"0.25mm\"/>"
                         "<param name=\"rlMinViaInner\" value=\"0.3mm\"/>",
                .classes = "<class number=\"3\" name=\"power\" width=\"0.8\" drill=\"0.6\">"
                           "<clearance class=\"0\" value=\"0.5\"/>"
                           "<clearance class=\"3\" value=\"0.4\"/>"
                           "<clearance class=\"7\" value=\"0.9\"/></class>",
                .signals = "<signal name=\"A\"/><signal name=\"B\" class=\"3\"/>"
                           "<signal name=\"C\" class=\"5\"/>"});
    cr_assert_eq(board->classes.count, 3);
    const struct {
        const char *name;
        lw_nm width, drill, diameter;
    } table[] = {
        {"default", 200000, 350000, 950000}, /* rings inside are 0.3, wider than outside */
        {"power", 800000, 600000, 1200000},
        {"class5", 200000, 350000, 950000},
    };
    for (uint32_t i = 0; i < 3; i++) {
        const lw_class *class = &board->classes.at[i];
        cr_expect_str_eq(class->name, table[i].name);
        cr_expect_eq(class->width, table[i].width, "%s: %d", class->name, class->width);
        cr_expect_eq(class->via_drill, table[i].drill, "%s: %d", class->name, class->via_drill);
        cr_expect_eq(class->via_diameter, table[i].diameter, "%s: %d", class->name,
                     class->via_diameter);
        cr_expect_eq(board->nets.at[i].class_id, i);
    }
    const lw_nm matrix[9] = {0, 500000, 0, 500000, 400000, 0, 0, 0, 0};
    cr_expect_arr_eq(board->class_clearance, matrix, sizeof matrix);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 1), 500000);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 0, LW_TRACK, 2), 203200);
    cr_expect_eq(lw_clearance(board, LW_TRACK, 1, LW_TRACK, 2), 400000);
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(eagle, a_width_that_is_a_placeholder_gives_a_sensible_track)
{
    lw_board *board = board_of((parts){.rules = "<param name=\"msWidth\" value=\"0.0051mm\"/>"});
    cr_expect_eq(board->rules.min_width, 5100);
    cr_expect_eq(board->classes.at[0].width, 200000);
    lw_board_free(board);
}

Test(eagle, layer_setups_name_the_copper_layers)
{
    static const struct {
        const char *setup;
        int count, numbers[6];
    } table[] = {
        {"(1*16)", 2, {1, 16}},
        {"1", 1, {1}},
        {"16", 1, {16}},
        {"(1+16)", 2, {1, 16}},
        {"(1*2+15*16)", 4, {1, 2, 15, 16}},
        {"(1+2*16)", 3, {1, 2, 16}},
        {"[2:1+((2*3)+(14*15))+16:15]", 6, {1, 2, 3, 14, 15, 16}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char rules[200];
        snprintf(rules, sizeof rules, "<param name=\"layerSetup\" value=\"%s\"/>", table[i].setup);
        lw_board *board = board_of((parts){.rules = rules});
        cr_expect_eq(board->layers.count, (uint32_t)table[i].count, "%s", table[i].setup);
        for (uint32_t k = 0; k < board->layers.count && k < (uint32_t)table[i].count; k++)
            cr_expect_eq(board->layers.at[k].number, table[i].numbers[k], "%s", table[i].setup);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(eagle, an_inner_layer_that_is_not_active_is_none_unless_it_has_copper)
{
    static const struct {
        const char *layers, *copper;
        uint32_t count;
    } table[] = {
        {"<layer number=\"2\" name=\"GND\" active=\"no\"/>", "", 2},
        {"<layer number=\"2\" name=\"GND\" active=\"yes\"/>", "", 3},
        {"<layer number=\"2\" name=\"GND\"/>", "", 3},
        {"<layer number=\"1\" name=\"A\" active=\"no\"/><layer number=\"16\" name=\"B\" "
         "active=\"no\"/>",
         "", 3},
        {"<layer number=\"2\" name=\"GND\" active=\"no\"/>",
         "<signal name=\"A\"><wire x1=\"1\" y1=\"1\" x2=\"5\" y2=\"1\" width=\"0.3\" "
         "layer=\"2\"/></signal>",
         3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_buffer text = {0};
        lw_buffer_print(&text,
                        "<eagle version=\"7.5.0\"><drawing><layers>%s</layers><board>"
                        "<designrules><param name=\"layerSetup\" value=\"(1+2*16)\"/></designrules>"
                        "<plain>%s</plain><signals>%s</signals></board></drawing></eagle>",
                        table[i].layers, frame, table[i].copper);
        lw_board *board = parse(text.at);
        cr_expect_eq(board->layers.count, table[i].count, "%u", (unsigned)i);
        lw_board_free(board);
        lw_buffer_free(&text);
    }
}

Test(eagle, copper_on_a_layer_without_setup_makes_the_layer)
{
    lw_board *board =
        board_of((parts){.signals = "<signal name=\"A\"><wire x1=\"1\" y1=\"1\" x2=\"2\" y2=\"1\" "
                                    "width=\"0.3\" layer=\"3\"/></signal>"});
    cr_assert_eq(board->layers.count, 3);
    cr_expect_str_eq(board->layers.at[0].name, "Top");
    cr_expect_str_eq(board->layers.at[1].name, "Route3");
    cr_expect_str_eq(board->layers.at[2].name, "Bottom");
    cr_expect_eq(board->tracks.at[0].layer, 1);
    cr_assert_eq(board->warnings.count, 1);
    cr_expect_eq(board->warnings.at[0].line, 10);
    lw_board_free(board);
}
