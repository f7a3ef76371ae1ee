#include <criterion/criterion.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "draw/picture.h"

Test(draw, the_same_board_gives_the_same_bytes_later_and_in_any_locale)
{
    lw_board *board = small_board();
    lw_draw_options options = lw_draw_options_default();
    lw_buffer first[LW_PICTURE_COUNT];
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++)
        first[picture] = drawn(board, &options, picture);
    sleep(1); /* a date in the file would show now */
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        cr_log_info("no locale with a decimal comma here");
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
        lw_buffer again = drawn(board, &options, picture);
        cr_expect(again.count == first[picture].count &&
                      memcmp(again.at, first[picture].at, again.count) == 0,
                  "picture %d", (int)picture);
        lw_buffer_free(&again);
        lw_buffer_free(&first[picture]);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, a_hundred_thousand_tracks_are_drawn)
{
    lw_board *board = small_board();
    for (int i = 0; i < 100000; i++) {
        lw_track *track = lw_list_add(board->arena, &board->tracks);
        *track = (lw_track){.net = 1, .layer = (uint32_t)i & 1, .width = MM(0.02)};
        track->ends[0] = (lw_point){MM(0.06) * (i % 300), MM(0.025) * (i / 300)};
        track->ends[1] = (lw_point){track->ends[0].x + MM(0.03), track->ends[0].y};
    }
    lw_draw_options options = lw_draw_options_default();
    for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
        lw_buffer file = drawn(board, &options, picture);
        cr_expect(file.count > 10000);
        lw_buffer_free(&file);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, tiny_and_empty_boards_are_pictures_too)
{
    lw_board *board = lw_board_new("empty.xml", "", 0);
    board->name = "";
    lw_list_add(board->arena, &board->layers)->name = "top";
    lw_board_finish(board);
    lw_draw_options options = lw_draw_options_default();
    for (lw_theme theme = 0; theme < LW_THEME_COUNT; theme++)
        for (lw_picture picture = 0; picture < LW_PICTURE_COUNT; picture++) {
            options.theme = theme;
            lw_buffer file = drawn(board, &options, picture);
            cr_expect(file.count > 0);
            lw_buffer_free(&file);
        }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, wrong_options_and_paths_are_refused)
{
    lw_board *board = small_board();
    static const struct {
        lw_draw_options options;
        const char *path;
        lw_status status;
    } cases[] = {
        {{.theme = 7, .highlight = LW_NO_NET}, "/tmp/never", LW_ERR_OPTION},
        {{.layers = LW_LAYER(2), .highlight = LW_NO_NET}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = 2}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = -2}, "/tmp/never", LW_ERR_OPTION},
        {{.highlight = 1}, "/nowhere/at/all.svg", LW_ERR_WRITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error err = {0};
        cr_expect_eq(lw_draw(board, NULL, NULL, &cases[i].options, LW_SVG, cases[i].path, &err),
                     cases[i].status, "%zu: %s", i, err.text);
        cr_expect(*err.text != '\0');
        cr_expect_neq(access("/tmp/never", F_OK), 0);
    }
    lw_board_free(board);
    lw_test_no_leaks();
}

Test(draw, themes_have_names)
{
    cr_expect_str_eq(lw_theme_name(LW_THEME_LIGHT), "light");
    cr_expect_str_eq(lw_theme_name(LW_THEME_DARK), "dark");
    cr_expect_str_eq(lw_theme_name(LW_THEME_PRINT), "print");
    cr_expect_null(lw_theme_name(LW_THEME_COUNT));
}
