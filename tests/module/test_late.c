#include "module/module.h"

#include <criterion/criterion.h>
#include <string.h>
#include "check_leaks.h"

Test(late, refuses_a_module_of_another_version)
{
    lw_xml xml = {.source = "board.xml"};
    lw_error err = {0};
    cr_expect_eq(lw_xml_tree_new(&xml, &err), LW_ERR_READ);
    cr_expect_str_eq(err.source, "board.xml");
    cr_expect_str_eq(err.text, "leeway-xml.so is of version 0.0.0, leeway of " LW_VERSION);
    cr_expect_null(xml.doc);
    cr_expect_eq(lw_xml_tree_new(&xml, NULL), LW_ERR_READ);
    lw_xml_tree_free(&xml);
    lw_test_no_leaks();
}

/* Each of the functions says so, and leaves its picture as it was. */
Test(late, refuses_a_module_without_a_table)
{
    lw_draw_options options = lw_draw_options_default();
    lw_maze_saving saving = {0};
    lw_buffer out = {0};
    for (int i = 0; i < 4; i++) {
        lw_error err = {0};
        lw_status status = i == 0   ? lw_render(NULL, &options, LW_SVG, &out, &err)
                           : i == 1 ? lw_render_pages(NULL, 0, LW_THEME_LIGHT, &out, &err)
                           : i == 2 ? lw_render_ready(&err)
                                    : lw_maze_render(NULL, &saving, LW_SVG, &out, &err);
        cr_expect_eq(status, LW_ERR_WRITE, "function %d", i);
        cr_expect_str_empty(err.source);
        cr_expect(strstr(err.text, "a part of leeway cannot be loaded: ") == err.text, "%s",
                  err.text);
        cr_expect_not_null(strstr(err.text, "lw_pictures"), "%s", err.text);
        cr_expect_eq(out.count, 0);
    }
    lw_test_no_leaks();
}
