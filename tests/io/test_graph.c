/* Edge lists: what is read, and what is said of mistakes. */
#include <criterion/criterion.h>
#include <string.h>
#include "check_leaks.h"
#include "leeway/graph.h"

static lw_graph *read_text(const char *text)
{
    lw_graph *graph;
    lw_error err = {0};
    cr_assert_eq(lw_graph_parse("g.txt", text, strlen(text), &graph, &err), LW_OK, "%s", err.text);
    return graph;
}

static uint64_t cost_of_arc(const lw_graph *graph, const char *from, const char *to)
{
    int32_t a = lw_graph_vertex(graph, from), b = lw_graph_vertex(graph, to);
    cr_assert(a >= 0 && b >= 0);
    for (size_t i = graph->first[a]; i < graph->first[a + 1]; i++)
        if (graph->arcs[i].to == b)
            return graph->arcs[i].cost;
    return UINT64_MAX;
}

Test(graph, reads_names_costs_and_comments)
{
    lw_graph *graph = read_text("\xEF\xBB\xBF# tube\nBank Oval 7 # slow\r\n\n"
                                "\tBank  M\xC3\xBCnchen\nOval A-1 0");
    cr_assert_eq(graph->count, 4);
    cr_expect_str_eq(graph->name[0], "Bank");
    cr_expect_str_eq(graph->name[1], "Oval");
    cr_expect_str_eq(graph->name[2], "M\xC3\xBCnchen");
    cr_expect_str_eq(graph->name[3], "A-1");
    cr_expect_eq(graph->first[4], 6);
    cr_expect_eq(cost_of_arc(graph, "Bank", "Oval"), 7);
    cr_expect_eq(cost_of_arc(graph, "Oval", "Bank"), 7);
    cr_expect_eq(cost_of_arc(graph, "M\xC3\xBCnchen", "Bank"), 1);
    cr_expect_eq(cost_of_arc(graph, "Oval", "A-1"), 0);
    cr_expect_eq(cost_of_arc(graph, "Bank", "A-1"), UINT64_MAX);
    cr_expect_eq(lw_graph_vertex(graph, "bank"), -1);
    lw_graph_free(graph);
    lw_test_no_leaks();
}

Test(graph, keeps_arcs_in_the_order_of_the_file_and_edges_that_are_there_twice)
{
    lw_graph *graph = read_text("b a 3\nb c\na b 2\n");
    cr_assert_eq(graph->first[1] - graph->first[0], 3); /* b: to a, c, a */
    cr_expect_eq(graph->arcs[0].to, 1);
    cr_expect_eq(graph->arcs[0].cost, 3);
    cr_expect_eq(graph->arcs[1].to, 2);
    cr_expect_eq(graph->arcs[2].to, 1);
    cr_expect_eq(graph->arcs[2].cost, 2);
    lw_graph_free(graph);
    lw_test_no_leaks();
}

Test(graph, of_an_empty_file_has_no_vertex)
{
    lw_graph *graph = read_text("# nothing\n\n");
    cr_expect_eq(graph->count, 0);
    cr_expect_eq(lw_graph_vertex(graph, "a"), -1);
    lw_graph_free(graph);
    lw_graph_free(NULL);
    lw_test_no_leaks();
}

Test(graph, says_where_a_mistake_is)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"a b\n  c\n", "g.txt:2:3: error: \"c\" stands alone: an edge has two ends"},
        {"a b # c\nc # d", "g.txt:2:1: error: \"c\" stands alone: an edge has two ends"},
        {"a b\nb b 2", "g.txt:2:3: error: \"b\" is joined with itself"},
        {"a b 1.5", "g.txt:1:5: error: \"1.5\" is not the cost: not a whole number"},
        {"a b -1", "g.txt:1:5: error: the cost is -1, not from 0 to 1000000000"},
        {"a b 99999999999", "g.txt:1:5: error: the cost is 99999999999, not from 0 to 1000000000"},
        {"a b 1 c", "g.txt:1:7: error: \"c\" is more than belongs in this line"},
        {"a b\x01", "g.txt:1:3: error: \"b?\" has a control character in it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_graph *graph;
        lw_error err = {0};
        char text[512];
        cr_expect_eq(lw_graph_parse("g.txt", cases[i].text, strlen(cases[i].text), &graph, &err),
                     LW_ERR_INPUT);
        cr_expect_null(graph);
        cr_expect_str_eq(lw_error_text(&err, text, sizeof text), cases[i].error);
    }
    lw_test_no_leaks();
}

Test(graph, of_a_text_with_zero_bytes_is_refused)
{
    static const char text[] = "a\0x b";
    lw_graph *graph;
    lw_error err = {0};
    cr_expect_eq(lw_graph_parse("g.txt", text, sizeof text - 1, &graph, &err), LW_ERR_INPUT);
    cr_expect_eq(err.column, 1);
    lw_test_no_leaks();
}

Test(graph, any_beginning_of_a_file_is_read_or_refused_with_a_place)
{
    static const char text[] = "one two 12\n# three\nthree one\ttwo\nfour five 6 # x\n";
    for (size_t size = 0; size < sizeof text; size++) {
        lw_graph *graph;
        lw_error err = {0};
        lw_status status = lw_graph_parse("g.txt", text, size, &graph, &err);
        cr_expect_eq(status == LW_OK, graph != NULL);
        cr_expect(status == LW_OK || (err.line > 0 && err.column > 0), "%zu", size);
        lw_graph_free(graph);
    }
    lw_test_no_leaks();
}

Test(graph, is_recognised_by_its_lines_or_by_its_name)
{
    static const struct {
        const char *name, *text;
        bool is;
    } cases[] = {
        {"-", "A B 3\nB C\n", true},
        {"-", "# roads\n\nBonn K\xC3\xB6ln 27\nK\xC3\xB6ln Aachen 70\n", true},
        {"-", "not XML\n", false},
        {"roads.edges", "1 2 3\n2 3 1\n", true},
        {"roads.edges", "A\n", true},
        {"roads.EDGES", "", true},
        {"-", "1 2 3\n2 3 1\n", false}, /* a course's grid */
        {"-", "", false},
        {"-", "# nothing\n", false},
        {"-", "A B C\n", false},
        {"-", "A B 3 4\n", false},
        {"-", "A\n", false},
        {"-", "..x..\nS...T\n", false},
        {"-", "S  T\n.  .\n", false}, /* a maze */
        {"s.edges", "S T 4\nS t 2\n", true},
        {"-", "<board a=\"b\"\n", false},
        {"-", "(pcb board\n", false},
        {"-", "A B\x01 3\n", false},
        {"edges", "A\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(lw_graph_recognise(cases[i].name, cases[i].text, strlen(cases[i].text)),
                     cases[i].is, "case %zu", i);
}

Test(graph, that_cannot_be_opened_is_an_error)
{
    lw_graph *graph;
    lw_error err = {0};
    cr_expect_eq(lw_graph_read("/nowhere/g.txt", &graph, &err), LW_ERR_READ);
    cr_expect_null(graph);
}
