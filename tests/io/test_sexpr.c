#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "check_leaks.h"
#include "io/sexpr.h"

/* ---- a tree as text: lists in (), words in <>, quoted ones in "", glued ones behind + ---- */

static void print(char *out, size_t room, const lw_sexpr *node)
{
    for (; node; node = node->next) {
        size_t length = strlen(out);
        snprintf(out + length, room - length, "%s%s%s", node->glued ? "+" : "",
                 node->list     ? "("
                 : node->quoted ? "\""
                                : "<",
                 node->list ? "" : node->text);
        if (node->list)
            print(out, room, node->first);
        length = strlen(out);
        snprintf(out + length, room - length, "%s", node->list ? ")" : node->quoted ? "\"" : ">");
    }
}

static void check_tree(const char *text, lw_sexpr_dialect dialect, const char *expected)
{
    char is[512] = "", message[1024];
    lw_sexpr_file file;
    lw_error err = {0};
    lw_status status = lw_sexpr_parse("x", text, strlen(text), dialect, &file, &err);
    cr_assert_eq(status, LW_OK, "%s: %s", text, lw_error_text(&err, message, sizeof message));
    print(is, sizeof is, file.root);
    cr_expect_str_eq(is, expected, "%s:\n%s\n%s", text, is, expected);
    lw_sexpr_free(&file);
}

Test(sexpr, lists_and_words_of_specctra)
{
    static const struct {
        const char *text, *tree;
    } table[] = {
        {"()", "()"},
        {" ( a\r\n\tb ) \n", "(<a><b>)"},
        {"\xEF\xBB\xBF(a)", "(<a>)"},
        {"(a(b)(c(d)e))", "(<a>(<b>)(<c>(<d>)<e>))"},
        {"(a \"b c\")", "(<a>\"b c\")"},
        {"(a \"\" \"(b)\")", "(<a>\"\"\"(b)\")"},
        {"(a \"C:\\dir\\\")", "(<a>\"C:\\dir\\\")"},
        {"(a \"5\"x\" \"b\"(c))", "(<a>\"5\"x\"\"b\"(<c>))"},
        {"(a 5\"x)", "(<a><5\"x>)"},
        {"(pins \"J3\"-\"D+\" U1-\"A B\" \"U-1\"-2)",
         "(<pins>\"J3\"+<->+\"D+\"<U1->+\"A B\"\"U-1\"+<-2>)"},
        {"(a (string_quote ') 'b c' \"d e\")", "(<a>(<string_quote><'>)\"b c\"<\"d><e\">)"},
        {"(a (string_quote \") \"b c\")", "(<a>(<string_quote><\">)\"b c\")"},
        {"(a (String_Quote $) $b$)", "(<a>(<String_Quote><$>)\"b\")"},
        {"(a string_quote ')", "(<a><string_quote><'>)"},
        {"(a (string_quote))", "(<a>(<string_quote>))"},
        {"(a \xC3\xA4 # b)", "(<a><\xC3\xA4><#><b>)"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_tree(table[i].text, LW_SEXPR_SPECCTRA, table[i].tree);
    lw_test_no_leaks();
}

Test(sexpr, lists_and_words_of_kicad)
{
    static const struct {
        const char *text, *tree;
    } table[] = {
        {"(a \"b \\\"c\\\" \\\\\")", "(<a>\"b \"c\" \\\")"},
        {"(a \"x\\ny\\tz\\q\")", "(<a>\"x\ny\tzq\")"},
        {"(a \"\\x41\\x4Ag\\101\\060\\0\")", "(<a>\"AJgA0?\")"},
        {"(a \"one\ntwo\")", "(<a>\"one\ntwo\")"},
        {"(a \"b\"c)", "(<a>\"b\"+<c>)"},
        {"(a b-\"c)", "(<a><b-\"c>)"},
        {"(a (string_quote ') 'b)", "(<a>(<string_quote><'>)<'b>)"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_tree(table[i].text, LW_SEXPR_KICAD, table[i].tree);
    lw_test_no_leaks();
}

Test(sexpr, nodes_know_their_bytes_and_their_place)
{
    static const char text[] = "(a\n (\xC3\xA4 \"b\")\n)\n";
    lw_sexpr_file file;
    cr_assert_eq(lw_sexpr_parse("x", text, strlen(text), LW_SEXPR_KICAD, &file, NULL), LW_OK);
    const lw_sexpr *list = lw_sexpr_at(file.root, 1), *quoted = lw_sexpr_at(list, 1);
    const struct {
        const lw_sexpr *node;
        const char *bytes;
        int line, column;
    } table[] = {
        {file.root, "(a\n (\xC3\xA4 \"b\")\n)", 1, 1},
        {file.root->first, "a", 1, 2},
        {list, "(\xC3\xA4 \"b\")", 2, 2},
        {list->first, "\xC3\xA4", 2, 3},
        {quoted, "\"b\"", 2, 5},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_span span = table[i].node->span;
        int line, column;
        cr_expect_eq(span.end - span.begin, strlen(table[i].bytes), "%s", table[i].bytes);
        cr_expect(!memcmp(text + span.begin, table[i].bytes, span.end - span.begin));
        lw_sexpr_place(&file, span.begin, &line, &column);
        cr_expect(line == table[i].line && column == table[i].column, "%s: %d:%d", table[i].bytes,
                  line, column);
    }
    lw_sexpr_free(&file);
    lw_test_no_leaks();
}

Test(sexpr, lists_are_found_by_name)
{
    static const char text[] = "(pcb x (Net 1) net (net 2) ((net)) (NET))";
    lw_sexpr_file file;
    cr_assert_eq(lw_sexpr_parse("x", text, strlen(text), LW_SEXPR_SPECCTRA, &file, NULL), LW_OK);
    cr_expect(lw_sexpr_is(file.root, "PCB"));
    cr_expect_str_eq(lw_sexpr_word(file.root, 1), "x");
    cr_expect_null(lw_sexpr_word(file.root, 2));
    cr_expect_null(lw_sexpr_word(file.root, 7));
    const lw_sexpr *net = lw_sexpr_child(file.root, "net");
    cr_expect_str_eq(lw_sexpr_word(net, 1), "1");
    net = lw_sexpr_sibling(net, "net");
    cr_expect_str_eq(lw_sexpr_word(net, 1), "2");
    net = lw_sexpr_sibling(net, "net");
    cr_expect_null(lw_sexpr_word(net, 1));
    cr_expect_null(lw_sexpr_sibling(net, "net"));
    cr_expect_null(lw_sexpr_child(file.root, "nets"));
    lw_sexpr_free(&file);
    lw_test_no_leaks();
}

/* ---- mistakes ---- */

static void check_mistake(const char *text, size_t size, lw_sexpr_dialect dialect,
                          const char *expected)
{
    char message[1024];
    lw_sexpr_file file;
    lw_error err = {0};
    cr_expect_eq(lw_sexpr_parse("x", text, size, dialect, &file, &err), LW_ERR_INPUT, "%s",
                 expected);
    cr_expect_str_eq(lw_error_text(&err, message, sizeof message), expected);
    lw_sexpr_free(&file);
}

Test(sexpr, mistakes_are_named_with_their_place)
{
    static const struct {
        const char *text;
        lw_sexpr_dialect dialect;
        const char *message;
    } table[] = {
        {"", LW_SEXPR_KICAD, "x:1:1: error: the file is empty"},
        {" \n ", LW_SEXPR_KICAD, "x:2:2: error: the file is empty"},
        {"a", LW_SEXPR_KICAD, "x:1:1: error: the file does not begin with '('"},
        {")", LW_SEXPR_KICAD, "x:1:1: error: the file does not begin with '('"},
        {"(a\n (b (c)", LW_SEXPR_KICAD, "x:2:2: error: the list \"b\" is not closed"},
        {"(", LW_SEXPR_KICAD, "x:1:1: error: the list \"\" is not closed"},
        {"(a)\n b", LW_SEXPR_KICAD, "x:2:2: error: there is something behind the end"},
        {"(a))", LW_SEXPR_KICAD, "x:1:4: error: there is something behind the end"},
        {"(a \"b)\n)", LW_SEXPR_KICAD, "x:1:4: error: the quote is not closed"},
        {"(a \"b)\\", LW_SEXPR_KICAD, "x:1:4: error: the quote is not closed"},
        {"(a\n\"b\n\")", LW_SEXPR_SPECCTRA, "x:2:1: error: the quote is not closed on its line"},
        {"(a \"b\"c)\n", LW_SEXPR_SPECCTRA, "x:1:4: error: the quote is not closed on its line"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_mistake(table[i].text, strlen(table[i].text), table[i].dialect, table[i].message);
    check_mistake("(a\n\0)", 5, LW_SEXPR_KICAD, "x:2:1: error: there is a NUL byte");
    lw_test_no_leaks();
}

static char *repeated(const char *unit, size_t times, const char *tail, size_t *size)
{
    size_t length = strlen(unit);
    char *text = lw_alloc(length * times + strlen(tail) + 1, 1);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, unit, length);
    strcpy(text + times * length, tail);
    *size = strlen(text);
    return text;
}

Test(sexpr, depth_and_counts_are_bounded, .timeout = 120)
{
    size_t size;
    char *deep = repeated("(", 200000, "", &size);
    check_mistake(deep, size, LW_SEXPR_KICAD, "x:1:100: error: lists are nested too deep");
    free(deep);
    char *words = repeated(" a", 1000000, ")", &size);
    words[0] = '(';
    lw_sexpr_file file;
    cr_expect_eq(lw_sexpr_parse("x", words, size, LW_SEXPR_KICAD, &file, NULL), LW_OK);
    lw_sexpr_free(&file);
    free(words);
    lw_test_no_leaks();
}

/* Every beginning of a text and every byte changed: an answer, whatever it is. */
Test(sexpr, damaged_texts_do_no_harm)
{
    static const char text[] = "(pcb \"a b\" (parser (string_quote \")) (pins \"J3\"-\"D+\" U1-\"A "
                               "B\" \"x\\x41\\n\"))";
    static const char bytes[] = "()\"\\-'\n \t\xFF\x01x";
    for (int dialect = LW_SEXPR_KICAD; dialect <= LW_SEXPR_SPECCTRA; dialect++) {
        for (size_t end = 0; end < sizeof text; end++) {
            char *cut = lw_alloc(end + 1, 1);
            for (size_t k = 0; k < sizeof bytes; k++) {
                lw_sexpr_file file;
                memcpy(cut, text, end);
                if (end)
                    cut[(end * 7 + k) % end] = bytes[k];
                lw_status status =
                    lw_sexpr_parse("x", cut, end, (lw_sexpr_dialect)dialect, &file, NULL);
                cr_expect(status == LW_OK || status == LW_ERR_INPUT);
                lw_sexpr_free(&file);
            }
            free(cut);
        }
    }
    lw_test_no_leaks();
}
