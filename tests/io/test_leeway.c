#include <criterion/criterion.h>
#include <dirent.h>
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "check_leaks.h"
#include "dump.h"
#include "io/leeway.h"
#include "random.h"

#define MM 1000000

static lw_board *parse_text(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("t.xml", text, size, &board, &err);
    cr_assert_eq(status, LW_OK, "%d:%d: %s\n%.*s", err.line, err.column, err.text,
                 size < 4000 ? (int)size : 0, text);
    return board;
}

static lw_board *parse(const char *text)
{
    return parse_text(text, strlen(text));
}

/* Everything that the vocabulary has. */
static const char complete[] =
    "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!-- a comment -->\n"
    "<board xmlns='urn:leeway:board:1' xmlns:o='urn:other' name='all &amp; one' units='mm'>\n"
    "  <layers>\n"
    "    <layer name='top' direction='horizontal'/>\n"
    "    <layer name='inner' direction='vertical'/>\n"
    "    <layer name='bottom' number='16'/>\n"
    "  </layers>\n"
    "  <rules width='0.4' clearance='0.3' edge='0.6' hole='0.25' via='1.2' drill='0.6'\n"
    "         hole-to-hole='0.35' min-width='0.2' min-drill='0.3' min-ring='0.15'\n"
    "         track-track='0.21' track-via='0.22' track-pad='0.23' via-via='0.24' via-pad='0.26'\n"
    "         pad-pad='0.27' o:note='x'/>\n"
    "  <class name='power' width='0.8' clearance='0.4' via='1.5' drill='0.8'>\n"
    "    <clearance class='default' value='0.5'/>\n"
    "    <clearance class='power' value='0.45'/>\n"
    "  </class>\n"
    "  <class name='default' clearance='0.1'/>\n"
    "  <outline>\n"
    "    <wire x1='0' y1='0' x2='50' y2='0'/>\n"
    "    <wire x1='50' y1='30' x2='50' y2='0'/>\n"
    "    <wire x1='50' y1='30' x2='0' y2='30'/>\n"
    "    <line> <vertex x='0' y='30'/> <vertex x='0' y='20'/> <vertex x='0' y='0'/> </line>\n"
    "    <cutout> <circle x='40' y='5' radius='2'/> </cutout>\n"
    "    <rectangle x1='60' y1='0' x2='70' y2='10'/>\n"
    "  </outline>\n"
    "  <edge width='0.1'> <vertex x='45' y='1'/> <vertex x='45' y='29'/> </edge>\n"
    "  <hole x='3' y='3' drill='3.2'/>\n"
    "  <slot x1='10' y1='25' x2='12' y2='25' width='1'/>\n"
    "  <slot milled='no'> <rectangle x1='20' y1='25' x2='22' y2='26'/> </slot>\n"
    "  <keepout layers='top inner' blocks='vias'>\n"
    "    <polygon> <vertex x='30' y='20'/> <vertex x='34' y='20'/> <vertex x='32' y='23'/> "
    "</polygon>\n"
    "    <circle x='30' y='25' radius='1'/>\n"
    "    <window> <rectangle x1='31' y1='20' x2='32' y2='21'/> </window>\n"
    "  </keepout>\n"
    "  <copper layers='bottom'> <wire x1='35' y1='28' x2='38' y2='28' width='0.5'/> </copper>\n"
    "  <pour layers='inner' cutout='yes'> <vertex x='1' y='15'/> <vertex x='2' y='15'/> "
    "<vertex x='2' y='16'/> </pour>\n"
    "  <text x='1' y='28' size='1.5' rot='R90' align='top-right' side='bottom'>two\nlines &lt;"
    "</text>\n"
    "  <wire x1='1' y1='1' x2='2' y2='2'/>\n"
    "  <circle x='5' y='10' radius='1'/>\n"
    "  <rectangle x1='1' y1='5' x2='2' y2='6' ink='document'/>\n"
    "  <polygon width='0.2' side='bottom'> <vertex x='1' y='7'/> <vertex x='2' y='7'/> <vertex "
    "x='2' y='8'/> </polygon>\n"
    "  <line> <vertex x='1' y='9'/> <vertex x='2' y='9'/> <vertex x='2' y='9.5'/> </line>\n"
    "  <package name='mix'>\n"
    "    <pad name='1' x='-2' y='0' drill='0.8' diameter='1.6'/>\n"
    "    <pad name='2' x='2' y='0' drill='0.8' diameter='1.6' shape='octagon' rot='R22.5'/>\n"
    "    <smd name='A' x='0' y='3' dx='1' dy='2' roundness='50' rot='R90'/>\n"
    "    <smd name='B' x='0' y='-3' dx='1' dy='2' layer='bottom'/>\n"
    "    <pad name='odd' x='4' y='0' drill='0.5'> <circle x='0' y='0' radius='1' layers='top'/> "
    "<polygon layers='bottom inner'> <vertex x='-1' y='-1'/> <vertex x='1' y='-1'/> <vertex x='0' "
    "y='1'/> </polygon> </pad>\n"
    "    <hole x='0' y='0' drill='0.5'/>\n"
    "    <keepout layers='bottom'> <circle x='0' y='0' radius='0.6'/> </keepout>\n"
    "    <wire x1='-1' y1='-1' x2='1' y2='-1' width='0.2'/>\n"
    "    <text x='0' y='1' size='1'>&gt;NAME</text>\n"
    "    <copper layers='top'> <wire x1='2' y1='0' x2='2' y2='2' width='0.3'/> </copper>\n"
    "  </package>\n"
    "  <element name='U1' package='mix' value='x' x='15' y='10'/>\n"
    "  <element name='U 2' package='mix' x='30' y='10' rot='MR90'/>\n"
    "  <net name='GND' class='power'>\n"
    "    <contactref element='U1' pad='1'/>\n"
    "    <contactref element='U 2' pad='1'/>\n"
    "    <wire x1='13' y1='10' x2='13' y2='14' width='0.5' layer='top' locked='yes'/>\n"
    "    <wire x1='13' y1='14' x2='15' y2='16' layer='top' curve='-90'/>\n"
    "    <via x='15' y='16'/>\n"
    "    <via x='16' y='18' drill='0.3' diameter='0.7' layers='inner bottom' locked='yes'/>\n"
    "    <polygon layers='top bottom' width='0.25'> <vertex x='1' y='20'/> <vertex x='9' y='20' "
    "curve='90'/> <vertex x='9' y='24'/> </polygon>\n"
    "    <jumper x1='5' y1='20' x2='10' y2='20'/>\n"
    "  </net>\n"
    "  <net name='B&quot;'>\n"
    "    <contactref element='U1' pad='A'/>\n"
    "    <contactref element='U 2' pad='A'/>\n"
    "  </net>\n"
    "  <o:more> <o:thing x='1'/> <board xmlns='urn:other'/> </o:more>\n"
    "  <net name='none'/>\n"
    "</board>\n";

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

/* ---- splicing ---- */

#define HEAD                                                                                       \
    "<board xmlns='urn:leeway:board:1'>\n<outline><circle x='0' y='0' radius='9'/></outline>\n"
#define WIRE "<wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4.5\" width=\"0.25\" layer=\"top\"/>"
#define VIA  "<via x=\"3\" y=\"4.5\" drill=\"0.6\" diameter=\"1.2\"/>"

/* All copper that is not locked goes, a wire and a via come to the first net. */
static void add_copper(lw_routes *routes)
{
    *lw_list_add(routes->arena, &routes->tracks) =
        (lw_track){.ends = {{MM, 2 * MM}, {3 * MM, 4500000}}, .width = 250000};
    *lw_list_add(routes->arena, &routes->vias) =
        (lw_via){.at = {3 * MM, 4500000}, .drill = 600000, .diameter = 1200000, .layers = 3};
}

Test(leeway, puts_copper_into_the_very_document)
{
    static const struct {
        const char *before, *after;
    } cases[] = {
        {HEAD "<net name='A'/></board>",
         HEAD "<net name='A'>\n  " WIRE "\n  " VIA "\n</net></board>"},
        {HEAD "  <net name='A' />\n</board>",
         HEAD "  <net name='A'>\n    " WIRE "\n    " VIA "\n  </net>\n</board>"},
        {HEAD "  <net name='A'> <o:x xmlns:o='o'/> </net>\n</board>",
         HEAD "  <net name='A'> <o:x xmlns:o='o'/>\n    " WIRE "\n    " VIA "\n  </net>\n</board>"},
        {HEAD "\t<net name='A'>\n\t</net>\n</board>",
         HEAD "\t<net name='A'>\n\t  " WIRE "\n\t  " VIA "\n\t</net>\n</board>"},
        {HEAD " <net name='A'>\n     <!-- no copper yet -->\n </net></board>",
         HEAD " <net name='A'>\n     <!-- no copper yet -->\n     " WIRE "\n     " VIA
              "\n </net></board>"},
        {HEAD "<net name='A'>\n  <wire x1='0' y1='0' x2='1' y2='1' layer='top'/>\n  <via x='1' "
              "y='1'/>  \n  <!-- x --> <via x='2' y='2'/>\n  <via x='3' y='3' "
              "locked='yes'/>\n</net></board>",
         HEAD "<net name='A'>\n  <!-- x --> \n  <via x='3' y='3' locked='yes'/>\n  " WIRE "\n  " VIA
              "\n</net></board>"},
        {HEAD "<net name='A'>\r\n  <via x='1' y='1'/>\r\n</net>\r\n</board>",
         HEAD "<net name='A'>\r\n  " WIRE "\r\n  " VIA "\r\n</net>\r\n</board>"},
        {"<l:board xmlns:l='urn:leeway:board:1'><l:outline><l:circle x='0' y='0' "
         "radius='9'/></l:outline><l:net name='A'/></l:board>",
         "<l:board xmlns:l='urn:leeway:board:1'><l:outline><l:circle x='0' y='0' "
         "radius='9'/></l:outline><l:net name='A'>\n  <l:" /* WIRE behind its '<' */
         "wire x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4.5\" width=\"0.25\" layer=\"top\"/>\n  <l:"
         "via x=\"3\" y=\"4.5\" drill=\"0.6\" diameter=\"1.2\"/>\n</l:net></l:board>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *board = parse(cases[i].before);
        lw_routes *routes = lw_routes_rip_up(board);
        lw_buffer out = {0};
        add_copper(routes);
        cr_expect_eq(leeway_write(board, routes, &out, NULL), LW_OK);
        cr_expect_str_eq(out.at, cases[i].after, "%s\n----\n%s", out.at, cases[i].after);
        lw_board *again = parse_text(out.at, out.count);
        cr_expect_eq(again->vias.count, i == 5 ? 2 : 1);
        lw_board_free(again);
        lw_buffer_free(&out);
        lw_routes_free(routes);
        lw_board_free(board);
    }
    lw_test_no_leaks();
}

Test(leeway, leaves_every_byte_when_there_is_no_new_copper)
{
    lw_board *board = parse(complete);
    lw_routes *routes = lw_routes_new(board);
    lw_buffer out = {0};
    cr_expect_eq(leeway_write(board, NULL, &out, NULL), LW_OK);
    cr_expect_eq(leeway_write(board, routes, &out, NULL), LW_OK);
    cr_expect_eq(out.count, 2 * (sizeof complete - 1));
    cr_expect(!memcmp(out.at, complete, sizeof complete - 1));
    cr_expect(!memcmp(out.at + sizeof complete - 1, complete, sizeof complete - 1));
    lw_buffer_free(&out);
    lw_routes_free(routes);
    lw_board_free(board);
    lw_test_no_leaks();
}

/* ---- the schema ---- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlError *error_pointer;
#endif

static void on_schema_error(void *text, error_pointer error)
{
    char *why = text;
    if (!*why)
        snprintf(why, 2000, "%d: %s", error->line, error->message);
}

static xmlSchema *load_schema(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/boards/leeway.xsd", getenv("LEEWAY_SOURCE"));
    xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(path);
    xmlSchema *schema = xmlSchemaParse(parser);
    xmlSchemaFreeParserCtxt(parser);
    cr_assert_not_null(schema);
    return schema;
}

static bool fits(xmlSchema *schema, const char *text, size_t size, char why[2000])
{
    why[0] = '\0';
    xmlDoc *doc =
        xmlReadMemory(text, (int)size, "t.xml", NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
    if (!doc)
        return false;
    xmlSchemaValidCtxt *valid = xmlSchemaNewValidCtxt(schema);
    xmlSchemaSetValidStructuredErrors(valid, on_schema_error, why);
    bool good = xmlSchemaValidateDoc(valid, doc) == 0;
    xmlSchemaFreeValidCtxt(valid);
    xmlFreeDoc(doc);
    return good;
}

/* ---- documents made anew ---- */

/* Makes the board's document anew, holds it against the schema and reads it: the same board. */
static void make_and_read(lw_board *board, xmlSchema *schema, const char *what)
{
    lw_buffer made = {0};
    char why[2000];
    leeway_make(board, NULL, &made);
    cr_expect(fits(schema, made.at, made.count, why), "%s: %s", what, why);
    lw_board *again;
    lw_error err = {0};
    lw_status status = lw_board_parse("again.xml", made.at, made.count, &again, &err);
    cr_assert_eq(status, LW_OK, "%s: %d:%d: %s", what, err.line, err.column, err.text);
    char *before = dump_board(board), *after = dump_board(again);
    const char *difference = dump_difference(before, after);
    cr_expect_null(difference, "%s: %.300s\n----\n%.300s", what, difference,
                   dump_difference(after, before));
    free(before);
    free(after);
    lw_board_free(again);
    lw_buffer_free(&made);
}

static int is_xml(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".xml") == 0;
}

Test(leeway, makes_documents_that_read_back_as_the_same_board)
{
    xmlSchema *schema = load_schema();
    char folder[900], path[1300];
    lw_board *board = parse(complete);
    make_and_read(board, schema, "the complete one");
    lw_board_free(board);
    snprintf(folder, sizeof folder, "%s/boards", getenv("LEEWAY_SOURCE"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_xml, alphasort);
    cr_expect_gt(count, 0);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        lw_error err = {0};
        cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %d: %s", path, err.line,
                     err.text);
        make_and_read(board, schema, path);
        lw_board_free(board);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
    lw_test_no_leaks();
}

/* Boards of other formats have vias that this one refuses. */
Test(leeway, writes_no_via_that_it_would_not_read)
{
    static const struct {
        lw_nm diameter, drill, diameter_after, drill_after;
    } table[] = {
        {600000, 300000, 600000, 300000}, {600000, 0, 600000, 1}, {300000, 300000, 300000, 299999},
        {300000, 500000, 300000, 299999}, {1, 1, 2, 1},           {0, 0, 2, 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_board *board = parse(complete), *again;
        lw_class *class = &board->classes.at[0];
        lw_via *via = &board->vias.at[0];
        class->via_diameter = via->diameter = table[i].diameter;
        class->via_drill = via->drill = table[i].drill;
        lw_buffer made = {0};
        lw_error err = {0};
        leeway_make(board, NULL, &made);
        cr_assert_eq(lw_board_parse("again.xml", made.at, made.count, &again, &err), LW_OK,
                     "%zu: %d: %s", i, err.line, err.text);
        cr_expect_eq(again->vias.at[0].diameter, table[i].diameter_after, "%zu", i);
        cr_expect_eq(again->vias.at[0].drill, table[i].drill_after, "%zu", i);
        cr_expect_eq(again->classes.at[0].via_diameter, table[i].diameter_after, "%zu", i);
        cr_expect_eq(again->classes.at[0].via_drill, table[i].drill_after, "%zu", i);
        lw_board_free(again);
        lw_board_free(board);
        lw_buffer_free(&made);
    }
    lw_test_no_leaks();
}

Test(leeway, holds_its_own_boards_against_the_schema)
{
    xmlSchema *schema = load_schema();
    char folder[900], path[1300], why[2000];
    cr_expect(fits(schema, complete, sizeof complete - 1, why), "%s", why);
    snprintf(folder, sizeof folder, "%s/boards", getenv("LEEWAY_SOURCE"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_xml, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        char *text;
        size_t size;
        cr_assert_eq(lw_file_read(path, 1 << 24, &text, &size, NULL), LW_OK);
        cr_expect(fits(schema, text, size, why), "%s: %s", path, why);
        free(text);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
    lw_test_no_leaks();
}

/* Mistakes that a schema can see, it sees. */
Test(leeway, has_a_schema_that_refuses_mistakes)
{
    static const char *const mistakes[] = {"attribute-missing",
                                           "cell-without-unit",
                                           "class-twice",
                                           "clearance-negative",
                                           "curve-full-turn",
                                           "element-twice",
                                           "element-undeclared",
                                           "keepout-blocks-nothing",
                                           "layer-twice",
                                           "layers-none",
                                           "name-empty",
                                           "name-of-10-kilobytes",
                                           "net-twice",
                                           "number-decimal-comma",
                                           "number-empty",
                                           "number-hexadecimal",
                                           "number-infinite",
                                           "number-nan",
                                           "package-twice",
                                           "package-undeclared",
                                           "pad-in-two-nets",
                                           "pad-shape-unknown",
                                           "pad-twice",
                                           "pad-twice-in-net",
                                           "rotation-unknown",
                                           "text-out-of-place",
                                           "units-unknown",
                                           "unknown-attribute",
                                           "unknown-element",
                                           "version-zero",
                                           "number-with-wrong-unit"};
    xmlSchema *schema = load_schema();
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char path[1024], why[2000];
        snprintf(path, sizeof path, "%s/tests/invalid/%s/board.xml", getenv("LEEWAY_SOURCE"),
                 mistakes[i]);
        char *text;
        size_t size;
        cr_assert_eq(lw_file_read(path, 1 << 24, &text, &size, NULL), LW_OK, "%s", path);
        cr_expect(!fits(schema, text, size, why), "%s", mistakes[i]);
        free(text);
    }
    xmlSchemaFree(schema);
}

static int is_eagle(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".brd") == 0;
}

Test(leeway, makes_documents_of_real_eagle_boards)
{
    char folder[900], path[1300];
    snprintf(folder, sizeof folder, "%s/eagle", getenv("LEEWAY_BOARDS"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_eagle, alphasort);
    if (count <= 0)
        cr_skip_test("no boards in %s", folder);
    xmlSchema *schema = load_schema();
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        lw_board *board;
        lw_error err = {0};
        cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %s", path, err.text);
        make_and_read(board, schema, boards[i]->d_name);
        lw_board_free(board);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
}

/* ---- hostile input ---- */

Test(leeway, survives_being_cut_anywhere)
{
    for (size_t size = 0; size + 2 < sizeof complete; size++) {
        char *text = malloc(size + 1); /* not one byte more */
        memcpy(text, complete, size);
        lw_board *board;
        lw_error err = {0};
        cr_expect_eq(lw_board_parse("t", text, size, &board, &err), LW_ERR_INPUT, "%zu", size);
        cr_expect(*err.text);
        cr_expect_null(board);
        free(text);
    }
    lw_test_no_leaks();
}

Test(leeway, survives_random_damage)
{
    static const char bytes[] = "<>/='\"&-.0123456789eERMx \n\xC3\xA4\x01";
    char *text = malloc(sizeof complete);
    uint64_t state = 7;
    uint32_t good = 0;
    for (int round = 0; round < 6000; round++) {
        memcpy(text, complete, sizeof complete);
        for (int64_t n = random_between(&state, 1, 3); n > 0; n--)
            text[random_between(&state, 0, sizeof complete - 2)] =
                bytes[random_between(&state, 0, sizeof bytes - 2)];
        lw_board *board;
        lw_error err = {0};
        lw_status status = lw_board_parse("t", text, sizeof complete - 1, &board, &err);
        cr_expect(status == LW_OK ? board != NULL : *err.text != '\0');
        if (board) {
            lw_buffer out = {0};
            lw_routes *routes = lw_routes_rip_up(board);
            good++;
            cr_expect_eq(leeway_write(board, routes, &out, NULL), LW_OK);
            leeway_make(board, routes, &out);
            lw_routes_free(routes);
            lw_buffer_free(&out);
        }
        lw_board_free(board);
    }
    free(text);
    cr_expect(good > 100 && good < 5900, "%u", good);
    lw_test_no_leaks();
}

/* Small files that ask for much. */
Test(leeway, bounds_what_a_document_may_ask_for)
{
    lw_buffer text = {0};
    lw_error err = {0};
    lw_board *board;
    lw_buffer_text(&text, "<board xmlns='urn:leeway:board:1'><outline><circle x='0' y='0' "
                          "radius='900'/></outline><package name='P'>");
    for (int i = 0; i < 3000; i++)
        lw_buffer_print(&text, "<smd name='%d' x='0' y='0' dx='1' dy='1'/>", i);
    lw_buffer_text(&text, "</package>");
    for (int i = 0; i < 3000; i++)
        lw_buffer_print(&text, "<element name='%d' package='P' x='0' y='0'/>", i);
    lw_buffer_text(&text, "</board>");
    cr_expect_eq(lw_board_parse("t", text.at, text.count, &board, &err), LW_ERR_INPUT);
    cr_expect(strstr(err.text, "have too many pads and figures"), "%s", err.text);
    text.count = 0;
    lw_buffer_text(&text, "<board xmlns='urn:leeway:board:1'>");
    for (int i = 0; i < 20000; i++)
        lw_buffer_text(&text, "<circle x='0' y='0' radius='999'/>");
    lw_buffer_text(&text, "</board>");
    err = (lw_error){0};
    cr_expect_eq(lw_board_parse("t", text.at, text.count, &board, &err), LW_ERR_INPUT);
    cr_expect_str_eq(err.text, "too many and too large arcs");
    lw_buffer_free(&text);
    lw_test_no_leaks();
}
