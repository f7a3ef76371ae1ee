#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/leeway_text.h"
#include "random.h"

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
