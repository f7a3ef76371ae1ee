#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/fail.h"
#include "base/heap.h"
#include "base/names.h"
#include "check_leaks.h"

Test(heap, answers_null_where_a_size_cannot_be)
{
    cr_expect_null(lw_try_alloc(SIZE_MAX / 2, 3));
    cr_expect_null(lw_try_alloc(SIZE_MAX, 1));
    unsigned char *block = lw_try_alloc(3, 100);
    cr_assert_not_null(block);
    for (int i = 0; i < 300; i++)
        cr_expect_eq(block[i], 0);
    free(block);
    free(lw_try_alloc(0, 8));
}

Test(arena, gives_zeroed_aligned_blocks_that_do_not_overlap)
{
    enum { COUNT = 3000 };
    lw_arena *arena = lw_arena_new();
    for (int round = 0; round < 3; round++) {
        static unsigned char *block[COUNT];
        for (size_t i = 0; i < COUNT; i++) {
            size_t size = i % 7 == 0 ? i * 40 : i % 100;
            block[i] = lw_arena_alloc(arena, size, 1);
            cr_assert_eq((uintptr_t)block[i] % _Alignof(max_align_t), 0);
            for (size_t k = 0; k < size; k++)
                cr_assert_eq(block[i][k], 0, "block %zu is not zeroed", i);
            memset(block[i], (int)(i & 0xff), size);
        }
        for (size_t i = 0; i < COUNT; i++) {
            size_t size = i % 7 == 0 ? i * 40 : i % 100;
            for (size_t k = 0; k < size; k++)
                cr_assert_eq(block[i][k], i & 0xff, "block %zu was written by another", i);
        }
        lw_arena_reset(arena);
    }
    lw_arena_free(arena);
    lw_arena_free(NULL);
    lw_test_no_leaks();
}

Test(arena, copies_and_prints_text)
{
    lw_arena *arena = lw_arena_new();
    cr_expect_str_eq(lw_arena_text(arena, "abcdef", 3), "abc");
    cr_expect_str_eq(lw_arena_text(arena, "", 0), "");
    cr_expect_str_eq(lw_arena_print(arena, "%s-%d", "net", 12), "net-12");
    const int numbers[] = {3, 1, 4};
    cr_expect_arr_eq(lw_arena_copy(arena, numbers, 3, sizeof *numbers), numbers, sizeof numbers);
    lw_arena_copy(arena, NULL, 0, 8);
    lw_arena_free(arena);
}

Test(arena, grows_lists_and_zeroes_what_is_added)
{
    lw_arena *arena = lw_arena_new();
    typedef struct pair {
        int a, b;
    } pair;
    LW_LIST(pair) list = {0};
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(lw_list_add(arena, &list)->b, 0);
        list.at[i].a = i;
        list.at[i].b = -i;
    }
    cr_assert_eq(list.count, 1000);
    for (int i = 0; i < 1000; i++)
        cr_assert(list.at[i].a == i && list.at[i].b == -i);
    list.count = 10;
    cr_expect_eq(lw_list_add(arena, &list)->a, 0, "an item that is reused is zeroed as well");
    lw_arena_free(arena);
    lw_test_no_leaks();
}

Test(names, are_equal_pointers_for_equal_text)
{
    lw_arena *arena = lw_arena_new();
    lw_names *names = lw_names_new(arena);
    enum { COUNT = 20000 };
    static const char *first[COUNT];
    char text[64];
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "%s%d", i % 2 ? "N$" : "a rather longer name of net ", i);
        first[i] = lw_intern(names, text);
        cr_assert_str_eq(first[i], text);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "%s%d!", i % 2 ? "N$" : "a rather longer name of net ", i);
        cr_assert_null(lw_interned(names, text, strlen(text)));
        cr_assert_eq(lw_interned(names, text, strlen(text) - 1), first[i]);
        cr_assert_eq(lw_intern_n(names, text, strlen(text) - 1), first[i]);
    }
    cr_expect_eq(lw_intern(names, ""), lw_intern_n(names, "x", 0));
    cr_expect_neq(lw_intern(names, "a"), lw_intern(names, "A"));
    char bytes[] = {'a', 0, 'b'};
    cr_expect_neq(lw_intern_n(names, bytes, 3), lw_intern(names, "a"));
    lw_arena_free(arena);
    lw_test_no_leaks();
}

Test(dict, maps_pairs_of_names_to_numbers)
{
    lw_arena *arena = lw_arena_new();
    lw_names *names = lw_names_new(arena);
    lw_dict *dict = lw_dict_new(arena);
    const char *a = lw_intern(names, "a"), *b = lw_intern(names, "b");
    cr_expect_eq(lw_dict_get(dict, a, NULL), -1);
    cr_expect(lw_dict_put(dict, a, NULL, 1));
    cr_expect(lw_dict_put(dict, a, b, 2));
    cr_expect(lw_dict_put(dict, b, a, 3));
    cr_expect_not(lw_dict_put(dict, a, b, 9));
    cr_expect_eq(lw_dict_get(dict, a, NULL), 1);
    cr_expect_eq(lw_dict_get(dict, a, b), 2);
    cr_expect_eq(lw_dict_get(dict, b, a), 3);
    cr_expect_eq(lw_dict_get(dict, b, NULL), -1);
    for (int i = 0; i < 20000; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        cr_assert(lw_dict_put(dict, lw_intern(names, text), a, i));
    }
    for (int i = 0; i < 20000; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        cr_assert_eq(lw_dict_get(dict, lw_intern(names, text), a), i);
        cr_assert_eq(lw_dict_get(dict, lw_intern(names, text), b), -1);
    }
    lw_arena_free(arena);
    lw_test_no_leaks();
}

Test(buffer, grows_and_stays_terminated)
{
    lw_buffer buffer = {0};
    lw_buffer_add(&buffer, NULL, 0);
    cr_expect_str_eq(buffer.at, "");
    for (int i = 0; i < 1000; i++)
        lw_buffer_print(&buffer, "%03d", i);
    lw_buffer_text(&buffer, "end");
    cr_expect_eq(buffer.count, 3003);
    cr_expect_eq(strlen(buffer.at), 3003);
    cr_expect_eq(strncmp(buffer.at + 3 * 512, "512", 3), 0);
    lw_buffer_free(&buffer);
    cr_expect_null(buffer.at);
    lw_buffer_free(&buffer);
    lw_test_no_leaks();
}

Test(splice, applies_edits_in_any_order)
{
    static const struct {
        lw_edit edits[4];
        size_t count;
        const char *result;
    } cases[] = {
        {{{0}}, 0, "0123456789"},
        {{{3, 3, "abc", 0}}, 1, "012abc3456789"},
        {{{10, 10, "end", 0}, {0, 0, "begin", 0}}, 2, "begin0123456789end"},
        {{{3, 5, "", 0}}, 1, "01256789"},
        {{{3, 5, NULL, 0}}, 1, "01256789"},
        {{{8, 9, "B", 0}, {1, 2, "A", 0}}, 2, "0A234567B9"},
        {{{5, 5, "2", 2}, {5, 5, "3", 3}, {5, 5, "1", 1}}, 3, "0123412356789"},
        {{{5, 5, "b", 0}, {5, 5, "a", 0}}, 2, "01234ab56789"},
        {{{2, 6, "", 0}, {4, 8, "", 0}}, 2, "0189"},
        {{{4, 5, "", 0}, {2, 8, "", 0}}, 2, "0189"},
        {{{2, 8, "", 0}, {4, 4, "kept", 0}}, 2, "01kept89"},
        {{{5, 7, "", 1}, {5, 5, "x", 0}}, 2, "01234x789"},
        {{{0, 10, "all", 0}}, 1, "all"},
        {{{8, 99, "", 0}, {99, 99, "x", 0}}, 2, "01234567x"},
        {{{6, 2, "y", 0}}, 1, "012345y6789"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_buffer out = {0};
        lw_edit edits[4];
        memcpy(edits, cases[i].edits, sizeof edits);
        lw_splice(&out, "0123456789", 10, edits, cases[i].count);
        cr_expect_str_eq(out.at, cases[i].result, "case %zu is %s", i, out.at);
        lw_buffer_free(&out);
    }
    lw_test_no_leaks();
}

Test(fail, keeps_the_first_failure)
{
    lw_error err = {0};
    char text[800];
    cr_expect_eq(lw_fail(&err, LW_ERR_INPUT, "amp.xml", 41, 7, "pad %s", "U1.7"), LW_ERR_INPUT);
    cr_expect_eq(lw_fail(&err, LW_ERR_READ, "b.xml", 1, 1, "other"), LW_ERR_READ);
    cr_expect_str_eq(lw_error_text(&err, text, sizeof text), "amp.xml:41:7: error: pad U1.7");
    cr_expect_eq(lw_fail(NULL, LW_ERR_WRITE, NULL, 0, 0, "x"), LW_ERR_WRITE);
}

Test(fail, leaves_out_what_is_not_known)
{
    static const struct {
        const char *source;
        int line, column;
        const char *text;
    } cases[] = {
        {"a.xml", 3, 0, "a.xml:3: error: no"},
        {"a.xml", 0, 5, "a.xml: error: no"},
        {"", 3, 4, "3:4: error: no"},
        {NULL, 0, 0, "error: no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error err = {0};
        char text[800];
        lw_fail(&err, LW_ERR_INPUT, cases[i].source, cases[i].line, cases[i].column, "no");
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), cases[i].text);
        lw_error_text(&err, text, 4);
        cr_expect(strlen(text) == 3 && !strncmp(text, cases[i].text, 3));
    }
}

Test(fail, tames_names_from_strangers)
{
    lw_error err = {0};
    lw_fail(&err, LW_ERR_INPUT, "a\nb", 0, 0, "net '%s'",
            "\033[2J\x7f\xc2\x9b \xc3\xa4 \xe2\x82\xac");
    cr_expect_str_eq(err.source, "a?b");
    cr_expect_str_eq(err.text, "net '?[2J??? \xc3\xa4 \xe2\x82\xac'");
}

Test(fail, shows_no_bytes_that_are_no_text)
{
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"1\x89\x32", "1?2"},         /* a byte of C1 alone: some terminals obey it */
        {"\x9b[2J", "?[2J"},          /* likewise */
        {"\xe4\xf6", "??"},           /* Latin-1 */
        {"\xc3", "?"},                /* cut off */
        {"\xc0\xaf", "??"},           /* longer than need be */
        {"\xed\xa0\x80", "???"},      /* half of a pair */
        {"\xf4\x90\x80\x80", "????"}, /* beyond the last character */
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"\xc2\xa0\xc3\xa4", "\xc2\xa0\xc3\xa4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error err = {0};
        lw_fail(&err, LW_ERR_INPUT, cases[i].from, 0, 0, "%s", cases[i].from);
        cr_expect_str_eq(err.text, cases[i].to, "case %zu: %s", i, err.text);
        cr_expect_str_eq(err.source, cases[i].to, "case %zu: %s", i, err.source);
    }
}

Test(fail, cuts_long_text_between_characters)
{
    for (int shift = 0; shift < 4; shift++) {
        char text[2001], path[2001];
        for (int i = 0; i < 500; i++)
            memcpy(text + 4 * i, "\xf0\x9f\x98\x80", 4);
        text[2000] = '\0';
        strcpy(path, text);
        strcpy(path + 1900 - shift, "/board.xml");
        lw_error err = {0};
        lw_fail(&err, LW_ERR_INPUT, path, 0, 0, "%.*s%s", shift, "abc", text);
        cr_expect_eq(strlen(err.text), (size_t)(508 + shift), "shift %d: %zu", shift,
                     strlen(err.text));
        size_t length = strlen(err.source);
        cr_expect_str_eq(err.source + length - 10, "/board.xml");
        cr_expect(length > 250 && ((unsigned char)err.source[0] & 0xC0) != 0x80);
    }
}
