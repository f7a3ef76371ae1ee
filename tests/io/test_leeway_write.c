#include <criterion/criterion.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/leeway_text.h"

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
