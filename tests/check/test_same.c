/* Whether a routed board is the board that was given. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/leeway.h"

static const char *const given =
    "<board xmlns='urn:leeway:board:1' name='b' units='mm'>\n"
    "<layers><layer name='top'/></layers><rules width='0.4' clearance='0.3'/>\n"
    "<outline><rectangle x1='0' y1='0' x2='20' y2='10'/></outline>\n"
    "<package name='P'><pad name='1' x='0' y='0' drill='0.8' diameter='1.6'/></package>\n"
    "<element name='A' package='P' x='5' y='5'/>\n"
    "<element name='B' package='P' x='15' y='5'/>\n"
    "<net name='N'><contactref element='A' pad='1'/><contactref element='B' pad='1'/></net>\n"
    "</board>\n";

static lw_board *board_of(const char *text)
{
    lw_board *board;
    lw_error err = {0};
    cr_assert_eq(lw_board_parse("board", text, strlen(text), &board, &err), LW_OK, "%s", err.text);
    return board;
}

/* The board with one stretch of text in place of another. */
static lw_board *changed(const char *from, const char *to)
{
    char text[2048];
    const char *at = strstr(given, from);
    cr_assert_not_null(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - given), given, to, at + strlen(from));
    return board_of(text);
}

Test(same, tells_what_was_changed)
{
    static const char *const cases[][3] = {
        {"name='b'", "name='c'", ""},
        {"</net>", "<wire x1='5' y1='5' x2='15' y2='5' width='0.4' layer='top'/></net>", ""},
        {"<element name='A' package='P' x='5' y='5'/>\n"
         "<element name='B' package='P' x='15' y='5'/>",
         "<element name='B' package='P' x='15' y='5'/>"
         "<element name='A' package='P' x='5' y='5'/>",
         ""},
        {"x='15'", "x='14'", "pad B.1 was moved"},
        {"<contactref element='B' pad='1'/>", "", "pad B.1 is of net N, not of (no net)"},
        {"</package>", "<pad name='2' x='2' y='0' drill='0.8' diameter='1.6'/></package>",
         "pad A.2 was added;pad B.2 was added"},
        {"clearance='0.3'", "clearance='0.25'",
         "the clearance of the rules is 0.3 mm, not 0.25 mm"},
        {"clearance='0.3'", "clearance='0.35'", ""},
        {"x2='20'", "x2='21'", "the outline was changed"},
        {"</layers>", "<layer name='bottom'/></layers>",
         "there are 1 copper layers, not 2;pad A.1 is another one;pad B.1 is another one"},
    };
    lw_board *board = board_of(given);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_board *other = changed(cases[i][0], cases[i][1]);
        lw_differences *differences = lw_board_differences(board, other);
        const char *wanted = cases[i][2];
        uint32_t count = *wanted != '\0';
        for (const char *at = wanted; *at != '\0'; at++)
            count += *at == ';';
        cr_expect_eq(differences->count, count, "%s: %u", cases[i][1], differences->count);
        if (*wanted != '\0' && differences->count > 0) {
            const char *text = differences->list.at[0].text;
            cr_expect_eq(strncmp(text, wanted, strcspn(wanted, ";")), 0, "%s", text);
        }
        lw_differences_free(differences);
        lw_board_free(other);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

/* Of a part that is left out the other board has no place. */
Test(same, misses_pads)
{
    lw_board *board = changed("<element name='B' package='P' x='15' y='5'/>\n",
                              "<element name='B' package='P' x='15' y='5'/>\n"
                              "<element name='C' package='P' x='10' y='5'/>\n");
    lw_board *other = board_of(given);
    lw_differences *differences = lw_board_differences(board, other);
    cr_assert_eq(differences->count, 1);
    cr_expect_str_eq(differences->list.at[0].text, "pad C.1 is not there");
    cr_expect_eq(differences->list.at[0].source.begin, differences->list.at[0].source.end);
    lw_differences_free(differences);
    lw_board_free(other);
    lw_board_free(board);
    lw_test_no_leaks();
}
