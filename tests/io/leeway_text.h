/* Documents of Leeway, and what is asked of their boards. */
#ifndef LW_TEST_IO_LEEWAY_TEXT_H
#define LW_TEST_IO_LEEWAY_TEXT_H

#include <criterion/criterion.h>
#include <string.h>

#include "io/leeway.h"
#include "leeway/io.h"

#define MM 1000000

static inline lw_board *parse_text(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("t.xml", text, size, &board, &err);
    cr_assert_eq(status, LW_OK, "%d:%d: %s\n%.*s", err.line, err.column, err.text,
                 size < 4000 ? (int)size : 0, text);
    return board;
}

static inline lw_board *parse(const char *text)
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

#endif
