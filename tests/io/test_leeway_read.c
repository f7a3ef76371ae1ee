#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/nearest.h"
#include "check_leaks.h"
#include "io/leeway_text.h"

static void expect_points(lw_shape shape, uint32_t count, const lw_point *points, lw_nm radius,
                          const char *what)
{
    cr_expect_eq(shape.count, count, "%s: %u points", what, shape.count);
    cr_expect_eq(shape.radius, radius, "%s: radius %d", what, shape.radius);
    for (uint32_t i = 0; i < count && i < shape.count; i++)
        cr_expect(shape.points[i].x == points[i].x && shape.points[i].y == points[i].y,
                  "%s: point %u at %d, %d", what, i, shape.points[i].x, shape.points[i].y);
}

Test(leeway, reads_rules_layers_and_classes)
{
    lw_board *b = parse(complete);
    cr_expect_str_eq(b->name, "all & one");
    cr_expect_eq(b->unit, MM);
    cr_expect_eq(b->layers.count, 3);
    cr_expect_eq(b->layers.at[0].direction, LW_HORIZONTAL);
    cr_expect_eq(b->layers.at[1].direction, LW_VERTICAL);
    cr_expect_eq(b->layers.at[1].number, 2);
    cr_expect_eq(b->layers.at[2].number, 16);
    static const lw_nm kinds[LW_KIND_COUNT][LW_KIND_COUNT] = {
        {210000, 220000, 230000}, {220000, 240000, 260000}, {230000, 260000, 270000}};
    cr_expect_eq(memcmp(kinds, b->rules.clearance, sizeof kinds), 0);
    cr_expect_eq(b->rules.edge, 600000);
    cr_expect_eq(b->rules.hole, 250000);
    cr_expect_eq(b->rules.drill, 350000);
    cr_expect_eq(b->rules.min_width, 200000);
    cr_expect_eq(b->rules.min_drill, 300000);
    cr_expect_eq(b->rules.min_ring, 150000);
    cr_assert_eq(b->classes.count, 2);
    cr_expect_str_eq(b->classes.at[0].name, "default");
    cr_expect_eq(b->classes.at[0].width, 400000);
    cr_expect_eq(b->classes.at[0].clearance, 100000);
    cr_expect_eq(b->classes.at[1].width, 800000);
    cr_expect_eq(b->classes.at[1].via_diameter, 1500000);
    cr_expect_eq(b->classes.at[1].via_drill, 800000);
    static const lw_nm pairs[] = {0, 500000, 500000, 450000};
    cr_expect_eq(memcmp(pairs, b->class_clearance, sizeof pairs), 0);
    lw_board_free(b);
    lw_test_no_leaks();
}

Test(leeway, has_the_defaults_that_the_schema_promises)
{
    lw_board *b = parse("<board xmlns='urn:leeway:board:1'> <outline> <circle x='0' y='0' "
                        "radius='9'/> </outline> <class name='c'/> </board>");
    cr_expect_str_eq(b->name, "t");
    cr_expect_eq(b->layers.count, 2);
    cr_expect_str_eq(b->layers.at[1].name, "bottom");
    cr_expect_eq(b->rules.clearance[LW_TRACK][LW_PAD], 300000);
    cr_expect_eq(b->rules.edge, 500000);
    cr_expect_eq(b->rules.hole, 300000);
    cr_expect_eq(b->rules.drill, 300000);
    cr_expect_eq(b->rules.min_width + b->rules.min_drill + b->rules.min_ring, 0);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(b->classes.at[i].width, 400000);
        cr_expect_eq(b->classes.at[i].clearance, 0);
        cr_expect_eq(b->classes.at[i].via_diameter, 1200000);
        cr_expect_eq(b->classes.at[i].via_drill, 600000);
    }
    lw_board_free(b);
    lw_test_no_leaks();
}

Test(leeway, reads_parts_and_places_them)
{
    lw_board *b = parse(complete);
    cr_assert_eq(b->pads.count, 10);
    cr_expect_eq(b->elements.at[1].first_pad, 5);
    cr_expect_str_eq(b->elements.at[0].value, "x");
    const lw_pad *one = &b->pads.at[0];
    expect_points(one->copper.at[0].shape, 1, (lw_point[]){{13 * MM, 10 * MM}}, 800000, "1");
    cr_expect_eq(one->layers, 7);
    cr_expect_eq(one->drill, 800000);
    cr_expect_str_eq(lw_net_name(b, one->net), "GND");
    /* 1 by 2 turned by 90 degrees, corners of half of half of 1 */
    expect_points(
        b->pads.at[2].copper.at[0].shape, 4,
        (lw_point[]){
            {15750000, 12750000}, {15750000, 13250000}, {14250000, 13250000}, {14250000, 12750000}},
        250000, "A");
    cr_expect_eq(b->pads.at[2].layers, 1);
    cr_expect_eq(b->pads.at[3].layers, 4);
    /* MR90 takes (x, y) to (y, x), and the top to the bottom. */
    cr_expect(b->pads.at[5].at.x == 30 * MM && b->pads.at[5].at.y == 8 * MM);
    cr_expect_eq(b->pads.at[7].layers, 4);
    cr_expect(b->pads.at[7].at.x == 33 * MM && b->pads.at[7].at.y == 10 * MM);
    cr_expect_eq(b->pads.at[9].copper.at[0].layers, 4);
    cr_expect_eq(b->pads.at[9].copper.at[1].layers, 3);
    /* the wire of copper begins on pad 2 and belongs to it */
    cr_expect_eq(b->pads.at[1].copper.count, 2);
    cr_expect_eq(b->copper.count, 1);
    lw_board_free(b);
    lw_test_no_leaks();
}

Test(leeway, reads_the_outline_and_what_is_on_the_board)
{
    lw_board *b = parse(complete);
    cr_assert_eq(b->outline.count, 3);
    lw_shape rectangle = b->outline.at[1];
    cr_expect_eq(b->outline.at[0].radius, LW_ARC_ERROR); /* the cut-out's circle */
    expect_points(rectangle, 4,
                  (lw_point[]){{60 * MM, 0}, {70 * MM, 0}, {70 * MM, 10 * MM}, {60 * MM, 10 * MM}},
                  0, "rectangle");
    cr_expect_eq(b->outline.at[2].count, 5); /* joined last; the line has a corner between */
    cr_expect_eq(b->edges.count, 1);
    cr_expect_eq(b->edges.at[0].radius, 50000);
    cr_assert_eq(b->holes.count, 5);
    cr_expect_eq(b->holes.at[2].shape.radius, 1600000);
    cr_expect(b->holes.at[3].milled && b->holes.at[3].shape.count == 2);
    cr_expect(!b->holes.at[4].milled && b->holes.at[4].shape.filled);
    cr_assert_eq(b->keepouts.count, 4);
    cr_expect_eq(b->keepouts.at[1].layers, 1, "a mirrored part's bottom is the top");
    cr_expect_eq(b->keepouts.at[2].layers, 3);
    cr_expect(!b->keepouts.at[2].tracks && b->keepouts.at[2].vias);
    cr_expect_eq(b->keepouts.at[3].windows.count, 1);
    cr_assert_eq(b->texts.count, 3);
    cr_expect_str_eq(b->texts.at[1].text, "U 2");
    cr_expect_str_eq(b->texts.at[2].text, "two\nlines <");
    cr_expect(b->texts.at[2].bottom && b->texts.at[2].align_x == 2 && b->texts.at[2].align_y == 2);
    cr_assert_eq(b->drawings.count, 7);
    cr_expect_eq(b->drawings.at[2].shape.radius, 75000, "the usual pen");
    cr_expect_eq(b->drawings.at[3].shape.radius, 75000 + LW_ARC_ERROR);
    cr_expect_eq(b->drawings.at[4].ink, LW_DOCUMENT);
    cr_expect(b->drawings.at[5].bottom);
    lw_board_free(b);
    lw_test_no_leaks();
}

Test(leeway, reads_copper)
{
    lw_board *b = parse(complete);
    cr_assert_eq(b->tracks.count, 2);
    cr_expect(b->tracks.at[0].locked && b->tracks.at[0].width == 500000 && !b->tracks.at[0].arc);
    cr_expect_eq(b->tracks.at[1].width, 800000, "that of its class");
    cr_expect_eq(b->tracks.at[1].curve, -90 * LW_DEGREE);
    cr_expect_gt(b->tracks.at[1].arc_count, 5);
    cr_assert_eq(b->vias.count, 2);
    cr_expect(b->vias.at[0].layers == 7 && b->vias.at[0].diameter == 1500000 &&
              b->vias.at[0].drill == 800000);
    cr_expect(b->vias.at[1].layers == 6 && b->vias.at[1].locked);
    cr_assert_eq(b->pours.count, 2);
    cr_expect(b->pours.at[0].cutout && b->pours.at[0].net == LW_NO_NET);
    cr_expect(b->pours.at[1].layers == 5 && b->pours.at[1].net == 0);
    cr_expect_eq(b->jumpers.count, 1);
    cr_expect_eq(b->nets.count, 3);
    cr_expect_eq(b->nets.at[2].pads.count, 0);
    cr_expect_eq(b->warnings.count, 0);
    lw_board_free(b);
    lw_test_no_leaks();
}

Test(leeway, reads_lengths_in_any_unit)
{
    static const struct {
        const char *board, *length;
        lw_nm nm;
    } cases[] = {
        {"", "1.5", 1500000},
        {"units='mm'", "-0.000001", -1},
        {"units='mil'", "100", 2540000},
        {"units='in'", "0.1", 2540000},
        {"units='um'", "25.4", 25400},
        {"units='cell'", "2", 2540000},
        {"units='cell' cell='2.54mm'", "2", 5080000},
        {"units='cell' cell='100mil'", ".5", 1270000},
        {"units='cell'", "1.5mm", 1500000},
        {"units='in'", "10mil", 254000},
        {"", "0.5in", 12700000},
        {"", " 250um ", 250000},
        {"", "1.5e1", 15000000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "<board xmlns='urn:leeway:board:1' %s><outline><circle x='0' y='0' "
                 "radius='50mm'/></outline><hole x='%s' y='0' drill='1'/></board>",
                 cases[i].board, cases[i].length);
        lw_board *b = parse(text);
        cr_expect_eq(b->holes.at[0].shape.points[0].x, cases[i].nm, "%s: %d", cases[i].length,
                     b->holes.at[0].shape.points[0].x);
        lw_board_free(b);
    }
    lw_test_no_leaks();
}

Test(leeway, knows_the_shapes_of_pads)
{
    static const struct {
        const char *pad;
        uint32_t count;
        lw_point points[8];
        lw_nm radius;
    } cases[] = {
        {"<pad drill='1' diameter='2'", 1, {{0, 0}}, MM},
        {"<pad drill='1' diameter='2' shape='square'",
         4,
         {{-MM, -MM}, {MM, -MM}, {MM, MM}, {-MM, MM}},
         0},
        {"<pad drill='1' diameter='2' shape='long'", 2, {{-MM, 0}, {MM, 0}}, MM},
        {"<pad drill='1' diameter='2' shape='long' elongation='50'",
         2,
         {{-MM / 2, 0}, {MM / 2, 0}},
         MM},
        {"<pad drill='1' diameter='2' shape='offset' rot='R90'", 2, {{0, 0}, {0, 2 * MM}}, MM},
        {"<pad drill='1' diameter='2' shape='octagon'",
         8,
         {{MM, -414214},
          {MM, 414214},
          {414214, MM},
          {-414214, MM},
          {-MM, 414214},
          {-MM, -414214},
          {-414214, -MM},
          {414214, -MM}},
         0},
        {"<pad drill='1' dx='4' dy='2' shape='rectangle' roundness='100'",
         2,
         {{-MM, 0}, {MM, 0}},
         MM},
        {"<smd dx='2' dy='2' roundness='100'", 1, {{0, 0}}, MM},
        {"<smd dx='2' dy='4' roundness='100'", 2, {{0, -MM}, {0, MM}}, MM},
        {"<smd dx='4' dy='2' roundness='50'",
         4,
         {{-1500000, -500000}, {1500000, -500000}, {1500000, 500000}, {-1500000, 500000}},
         500000},
        {"<smd dx='4' dy='2' rot='R270'",
         4,
         {{-MM, 2 * MM}, {-MM, -2 * MM}, {MM, -2 * MM}, {MM, 2 * MM}},
         0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "<board xmlns='urn:leeway:board:1'><outline><circle x='0' y='0' radius='50'/>"
                 "</outline><package name='P'>%s name='1' x='0' y='0'/></package>"
                 "<element name='E' package='P' x='0' y='0'/></board>",
                 cases[i].pad);
        lw_board *b = parse(text);
        expect_points(b->pads.at[0].copper.at[0].shape, cases[i].count, cases[i].points,
                      cases[i].radius, cases[i].pad);
        lw_board_free(b);
    }
    lw_test_no_leaks();
}

Test(leeway, understands_top_and_bottom_of_other_names)
{
    static const char format[] =
        "<board xmlns='urn:leeway:board:1'><layers>%s</layers><outline><circle x='0' y='0' "
        "radius='9'/></outline><keepout layers='%s'><circle x='0' y='0' radius='1'/></keepout>"
        "</board>";
    static const struct {
        const char *layers, *list;
        lw_layers set; /* 0: refused */
    } cases[] = {
        {"<layer name='F.Cu'/><layer name='In1'/><layer name='B.Cu'/>", "top", 1},
        {"<layer name='F.Cu'/><layer name='In1'/><layer name='B.Cu'/>", "In1\n bottom", 6},
        {"<layer name='F.Cu'/><layer name='In1'/><layer name='B.Cu'/>", "all", 7},
        {"<layer name='bottom'/>", "bottom", 1},
        {"<layer name='bottom'/>", "top", 0},
        {"<layer name='top'/>", "bottom", 0},
        {"<layer name='copper'/>", "top bottom", 1},
        {"<layer name='a'/>", " ", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[700];
        snprintf(text, sizeof text, format, cases[i].layers, cases[i].list);
        lw_board *b;
        lw_status status = lw_board_parse("t", text, strlen(text), &b, NULL);
        cr_expect_eq(status, cases[i].set ? LW_OK : LW_ERR_INPUT, "%s", cases[i].layers);
        if (b)
            cr_expect_eq(b->keepouts.at[0].layers, cases[i].set, "%s", cases[i].list);
        lw_board_free(b);
    }
    lw_test_no_leaks();
}

Test(leeway, tells_unknown_words_of_later_versions)
{
    lw_board *b = parse("<board xmlns='urn:leeway:board:1' version='2' flex='yes'>\n"
                        "<outline><circle x='0' y='0' radius='9' glow='1'/></outline>\n"
                        "<glue x='1'><wire/></glue></board>");
    cr_assert_eq(b->warnings.count, 3);
    cr_expect_str_eq(b->warnings.at[0].text, "<board> has no attribute \"flex\"");
    cr_expect_str_eq(b->warnings.at[1].text, "<circle> has no attribute \"glow\"");
    cr_expect_eq(b->warnings.at[1].line, 2);
    cr_expect_eq(b->warnings.at[1].column, 41);
    cr_expect_str_eq(b->warnings.at[2].text, "<glue> is not known inside <board>");
    cr_expect_eq(b->drawings.count, 0);
    lw_board_free(b);
    lw_buffer many = {0};
    lw_buffer_text(&many, "<board xmlns='urn:leeway:board:1' version='9'><outline><circle x='0' "
                          "y='0' radius='9'/></outline>");
    for (int i = 0; i < 1000; i++)
        lw_buffer_text(&many, "<glue/>");
    lw_buffer_text(&many, "</board>");
    b = parse_text(many.at, many.count);
    cr_expect_eq(b->warnings.count, 40);
    cr_expect_str_eq(b->warnings.at[39].text, "more unknown words are not told");
    lw_board_free(b);
    lw_buffer_free(&many);
    lw_test_no_leaks();
}

Test(leeway, finds_the_word_that_was_meant)
{
    static const struct {
        const char *word, *hint;
    } cases[] = {{"powr", "; did you mean \"power\"?"},
                 {"pwoer", "; did you mean \"power\"?"},
                 {"POWER", "; did you mean \"power\"?"},
                 {"grnd", "; did you mean \"gnd\"?"},
                 {"signal", ""},
                 {"", ""},
                 {"xy", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_nearest nearest = lw_nearest_to(cases[i].word);
        char hint[100];
        lw_nearest_try(&nearest, "clock");
        lw_nearest_try(&nearest, "power");
        lw_nearest_try(&nearest, "gnd");
        cr_expect_str_eq(lw_nearest_hint(&nearest, hint, sizeof hint), cases[i].hint);
    }
}

Test(leeway, calls_a_board_like_its_file)
{
    static const struct {
        const char *path, *name;
    } cases[] = {{"blinker.xml", "blinker"},   {"a/b.c/d.e.xml", "d.e"}, {"-", "board"},
                 {"/dev/stdin", "stdin"},      {".xml", ".xml"},         {"", "board"},
                 {"\xC3\xA4.xml", "\xC3\xA4"}, {"\xE4.xml", "board"},    {"a\nb.xml", "board"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_arena *arena = lw_arena_new();
        cr_expect_str_eq(lw_name_of_file(lw_names_new(arena), cases[i].path), cases[i].name);
        lw_arena_free(arena);
    }
}
