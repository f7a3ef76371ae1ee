/*
 * tests/invalid/<mistake>/ holds one wrong board or field problem (with its board.nl beside it)
 * and, in the file `expected`, the message that its reader must give.
 */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check_leaks.h"
#include "io/problem.h"
#include "leeway/io.h"

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int is_board(const struct dirent *entry)
{
    return is_visible(entry) && strcmp(entry->d_name, "expected") != 0 &&
           strcmp(entry->d_name, "board.nl") != 0;
}

static void path_of(char path[1024], const char *folder, const char *name)
{
    snprintf(path, 1024, "%.700s/%.300s", folder, name);
}

static void read_file(const char *folder, const char *name, char **text, size_t *size)
{
    char path[1024];
    path_of(path, folder, name);
    cr_assert_eq(lw_file_read(path, 1 << 20, text, size, NULL), LW_OK, "%s", path);
}

static lw_status read_problem(const char *folder, const char *name, const char *text, size_t size,
                              lw_error *err)
{
    char *nets = NULL;
    lw_problem_text both = {.name = name, .text = text, .size = size, .nets_name = "board.nl"};
    if (strstr(name, ".grid"))
        read_file(folder, both.nets_name, &nets, &both.nets_size);
    both.nets = nets;
    lw_problem *problem;
    lw_status status = lw_problem_parse(&both, &problem, err);
    cr_expect_null(problem, "%s", folder);
    free(nets);
    return status;
}

static lw_status read_board(const char *folder, const char *name, const char *text, size_t size,
                            lw_error *err)
{
    lw_board *board;
    lw_status status = lw_board_parse(name, text, size, &board, err);
    cr_expect_null(board, "%s", folder);
    return status;
}

static void check_folder(const char *folder)
{
    struct dirent **boards;
    cr_assert_eq(scandir(folder, &boards, is_board, alphasort), 1, "%s: one board", folder);
    char *text, *expected, message[1024];
    size_t size, expected_size;
    read_file(folder, boards[0]->d_name, &text, &size);
    read_file(folder, "expected", &expected, &expected_size);
    expected[strcspn(expected, "\n")] = '\0';
    lw_error err = {0};
    lw_problem_format format;
    lw_status status = lw_problem_recognise(text, size, &format)
                           ? read_problem(folder, boards[0]->d_name, text, size, &err)
                           : read_board(folder, boards[0]->d_name, text, size, &err);
    cr_expect_eq(status, LW_ERR_INPUT, "%s", folder);
    cr_expect_str_eq(lw_error_text(&err, message, sizeof message), expected, "%s:\n%s\n%s", folder,
                     message, expected);
    free(expected);
    free(text);
    free(boards[0]);
    free(boards);
}

Test(invalid, every_mistake_has_its_message)
{
    char root[1024], folder[1024];
    path_of(root, getenv("LEEWAY_SOURCE"), "tests/invalid");
    struct dirent **mistakes;
    int count = scandir(root, &mistakes, is_visible, alphasort);
    cr_assert_geq(count, 90, "%s", root);
    for (int i = 0; i < count; i++) {
        path_of(folder, root, mistakes[i]->d_name);
        check_folder(folder);
        free(mistakes[i]);
    }
    free(mistakes);
    lw_test_no_leaks();
}
