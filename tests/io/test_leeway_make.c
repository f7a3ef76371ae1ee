#include <criterion/criterion.h>
#include <dirent.h>
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "check_leaks.h"
#include "io/dump.h"
#include "io/leeway_text.h"

/* ---- the schema ---- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlError *error_pointer;
#endif

static void on_schema_error(void *text, error_pointer error)
{
    char *why = text;
    if (!*why)
        snprintf(why, 2000, "%d: %s", error->line, error->message);
}

static xmlSchema *load_schema(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/boards/leeway.xsd", getenv("LEEWAY_SOURCE"));
    xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(path);
    xmlSchema *schema = xmlSchemaParse(parser);
    xmlSchemaFreeParserCtxt(parser);
    cr_assert_not_null(schema);
    return schema;
}

static bool fits(xmlSchema *schema, const char *text, size_t size, char why[2000])
{
    why[0] = '\0';
    xmlDoc *doc =
        xmlReadMemory(text, (int)size, "t.xml", NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
    if (!doc)
        return false;
    xmlSchemaValidCtxt *valid = xmlSchemaNewValidCtxt(schema);
    xmlSchemaSetValidStructuredErrors(valid, on_schema_error, why);
    bool good = xmlSchemaValidateDoc(valid, doc) == 0;
    xmlSchemaFreeValidCtxt(valid);
    xmlFreeDoc(doc);
    return good;
}

/* ---- documents made anew ---- */

/* Makes the board's document anew, holds it against the schema and reads it: the same board. */
static void make_and_read(lw_board *board, xmlSchema *schema, const char *what)
{
    lw_buffer made = {0};
    char why[2000];
    leeway_make(board, NULL, &made);
    cr_expect(fits(schema, made.at, made.count, why), "%s: %s", what, why);
    lw_board *again;
    lw_error err = {0};
    lw_status status = lw_board_parse("again.xml", made.at, made.count, &again, &err);
    cr_assert_eq(status, LW_OK, "%s: %d:%d: %s", what, err.line, err.column, err.text);
    char *before = dump_board(board), *after = dump_board(again);
    const char *difference = dump_difference(before, after);
    cr_expect_null(difference, "%s: %.300s\n----\n%.300s", what, difference,
                   dump_difference(after, before));
    free(before);
    free(after);
    lw_board_free(again);
    lw_buffer_free(&made);
}

static int is_xml(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".xml") == 0;
}

Test(leeway, makes_documents_that_read_back_as_the_same_board)
{
    xmlSchema *schema = load_schema();
    char folder[900], path[1300];
    lw_board *board = parse(complete);
    make_and_read(board, schema, "the complete one");
    lw_board_free(board);
    snprintf(folder, sizeof folder, "%s/boards", getenv("LEEWAY_SOURCE"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_xml, alphasort);
    cr_expect_gt(count, 0);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        lw_error err = {0};
        cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %d: %s", path, err.line,
                     err.text);
        make_and_read(board, schema, path);
        lw_board_free(board);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
    lw_test_no_leaks();
}

/* Boards of other formats have vias that this one refuses. */
Test(leeway, writes_no_via_that_it_would_not_read)
{
    static const struct {
        lw_nm diameter, drill, diameter_after, drill_after;
    } table[] = {
        {600000, 300000, 600000, 300000}, {600000, 0, 600000, 1}, {300000, 300000, 300000, 299999},
        {300000, 500000, 300000, 299999}, {1, 1, 2, 1},           {0, 0, 2, 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lw_board *board = parse(complete), *again;
        lw_class *class = &board->classes.at[0];
        lw_via *via = &board->vias.at[0];
        class->via_diameter = via->diameter = table[i].diameter;
        class->via_drill = via->drill = table[i].drill;
        lw_buffer made = {0};
        lw_error err = {0};
        leeway_make(board, NULL, &made);
        cr_assert_eq(lw_board_parse("again.xml", made.at, made.count, &again, &err), LW_OK,
                     "%zu: %d: %s", i, err.line, err.text);
        cr_expect_eq(again->vias.at[0].diameter, table[i].diameter_after, "%zu", i);
        cr_expect_eq(again->vias.at[0].drill, table[i].drill_after, "%zu", i);
        cr_expect_eq(again->classes.at[0].via_diameter, table[i].diameter_after, "%zu", i);
        cr_expect_eq(again->classes.at[0].via_drill, table[i].drill_after, "%zu", i);
        lw_board_free(again);
        lw_board_free(board);
        lw_buffer_free(&made);
    }
    lw_test_no_leaks();
}

Test(leeway, holds_its_own_boards_against_the_schema)
{
    xmlSchema *schema = load_schema();
    char folder[900], path[1300], why[2000];
    cr_expect(fits(schema, complete, sizeof complete - 1, why), "%s", why);
    snprintf(folder, sizeof folder, "%s/boards", getenv("LEEWAY_SOURCE"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_xml, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        char *text;
        size_t size;
        cr_assert_eq(lw_file_read(path, 1 << 24, &text, &size, NULL), LW_OK);
        cr_expect(fits(schema, text, size, why), "%s: %s", path, why);
        free(text);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
    lw_test_no_leaks();
}

/* Mistakes that a schema can see, it sees. */
Test(leeway, has_a_schema_that_refuses_mistakes)
{
    static const char *const mistakes[] = {"attribute-missing",
                                           "cell-without-unit",
                                           "class-twice",
                                           "clearance-negative",
                                           "curve-full-turn",
                                           "element-twice",
                                           "element-undeclared",
                                           "keepout-blocks-nothing",
                                           "layer-twice",
                                           "layers-none",
                                           "name-empty",
                                           "name-of-10-kilobytes",
                                           "net-twice",
                                           "number-decimal-comma",
                                           "number-empty",
                                           "number-hexadecimal",
                                           "number-infinite",
                                           "number-nan",
                                           "package-twice",
                                           "package-undeclared",
                                           "pad-in-two-nets",
                                           "pad-shape-unknown",
                                           "pad-twice",
                                           "pad-twice-in-net",
                                           "rotation-unknown",
                                           "text-out-of-place",
                                           "units-unknown",
                                           "unknown-attribute",
                                           "unknown-element",
                                           "version-zero",
                                           "number-with-wrong-unit"};
    xmlSchema *schema = load_schema();
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char path[1024], why[2000];
        snprintf(path, sizeof path, "%s/tests/invalid/%s/board.xml", getenv("LEEWAY_SOURCE"),
                 mistakes[i]);
        char *text;
        size_t size;
        cr_assert_eq(lw_file_read(path, 1 << 24, &text, &size, NULL), LW_OK, "%s", path);
        cr_expect(!fits(schema, text, size, why), "%s", mistakes[i]);
        free(text);
    }
    xmlSchemaFree(schema);
}

static int is_eagle(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".brd") == 0;
}

Test(leeway, makes_documents_of_real_eagle_boards)
{
    char folder[900], path[1300];
    snprintf(folder, sizeof folder, "%s/eagle", getenv("LEEWAY_BOARDS"));
    struct dirent **boards;
    int count = scandir(folder, &boards, is_eagle, alphasort);
    if (count <= 0)
        cr_skip_test("real boards are not here");
    xmlSchema *schema = load_schema();
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]->d_name);
        lw_board *board;
        lw_error err = {0};
        cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %s", path, err.text);
        make_and_read(board, schema, boards[i]->d_name);
        lw_board_free(board);
        free(boards[i]);
    }
    free(boards);
    xmlSchemaFree(schema);
}
