#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "check_leaks.h"
#include "io/xml.h"
#include "random.h"

static lw_status parse(const char *text, lw_xml *xml, lw_error *err)
{
    *err = (lw_error){0};
    return lw_xml_parse("t.xml", text, strlen(text), "eagle", xml, err);
}

/* The first element of that name, in the order of start tags. */
static xmlNode *find(xmlNode *node, const char *name)
{
    if (strcmp((const char *)node->name, name) == 0)
        return node;
    for (xmlNode *child = xmlFirstElementChild(node); child; child = xmlNextElementSibling(child)) {
        xmlNode *found = find(child, name);
        if (found)
            return found;
    }
    return NULL;
}

/* Each text has one element <x>; its bytes, and those between its tags, are given again. */
Test(xml, knows_the_bytes_of_every_element)
{
    static const struct {
        const char *text, *whole, *content;
        bool empty;
    } cases[] = {
        {"<x/>", "<x/>", "", true},
        {"<x></x>", "<x></x>", "", false},
        {"<a><x>t</x></a>", "<x>t</x>", "t", false},
        {"<a>\n  <x  b='1'\n c=\"2\" />\n</a>", "<x  b='1'\n c=\"2\" />", "", true},
        {"<a><b/><x><b/>t<b></b></x ><b/></a>", "<x><b/>t<b></b></x >", "<b/>t<b></b>", false},
        {"<a><x b='>' c=\"/>\">></x></a>", "<x b='>' c=\"/>\">></x>", ">", false},
        {"<a><!-- <x> --><x><!-- </x> --></x></a>", "<x><!-- </x> --></x>", "<!-- </x> -->", false},
        {"<a><![CDATA[<x>]]><x><![CDATA[</x>]]></x></a>", "<x><![CDATA[</x>]]></x>",
         "<![CDATA[</x>]]>", false},
        {"<?p <x> ?><a><?p?><x><?p </x> ?></x></a><?p?>", "<x><?p </x> ?></x>", "<?p </x> ?>",
         false},
        {"<a b='\xC3\xA4\xE2\x82\xAC'>\xF0\x9F\x98\x80<x b='\xC3\xA4'>\xC3\xB6</x></a>",
         "<x b='\xC3\xA4'>\xC3\xB6</x>", "\xC3\xB6", false},
        {"<a>\r\n<x>\r\n</x>\r\n</a>\r\n", "<x>\r\n</x>", "\r\n", false},
        {"\xEF\xBB\xBF<a><x/></a>", "<x/>", "", true},
        {"\xEF\xBB\xBF<?xml version='1.0' encoding='utf-8'?><a><x/></a>", "<x/>", "", true},
        {"<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n<a><x>&lt;x/></x></a>", "<x>&lt;x/></x>",
         "&lt;x/>", false},
        {"<!DOCTYPE eagle SYSTEM \"eagle.dtd\">\n<eagle><x/></eagle>", "<x/>", "", true},
        {"<p:a xmlns:p='u'><p:b/><x>1</x></p:a>", "<x>1</x>", "1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_xml xml;
        lw_error err;
        const char *text = cases[i].text;
        cr_assert_eq(parse(text, &xml, &err), LW_OK, "%s: %s", text, err.text);
        xmlNode *x = find(xml.root, "x");
        lw_span span = lw_xml_span(x);
        uint32_t end = lw_xml_content_end(x);
        cr_expect_eq(span.end - span.begin, strlen(cases[i].whole), "%s", text);
        cr_expect_eq(strncmp(text + span.begin, cases[i].whole, strlen(cases[i].whole)), 0, "%s",
                     text);
        if (!cases[i].empty)
            cr_expect(text[end] == '<' && end >= strlen(cases[i].content) &&
                          !strncmp(text + end - strlen(cases[i].content), cases[i].content,
                                   strlen(cases[i].content)),
                      "%s", text);
        else
            cr_expect_eq(strncmp(text + end, "/>", 2), 0, "%s", text);
        lw_xml_free(&xml);
    }
    lw_test_no_leaks();
}

Test(xml, knows_every_element_of_a_large_document)
{
    lw_buffer text = {0};
    lw_buffer_text(&text, "<a>\n");
    for (int i = 0; i < 70000; i++)
        lw_buffer_print(&text, "<e n='%d'>%s</e>\n", i, i % 3 ? "\xC3\xA4" : "");
    lw_buffer_text(&text, "</a>");
    lw_xml xml;
    lw_error err = {0};
    cr_assert_eq(lw_xml_parse("t.xml", text.at, text.count, NULL, &xml, &err), LW_OK, "%s",
                 err.text);
    int i = 0;
    for (xmlNode *e = lw_xml_first(&xml, xml.root); e; e = lw_xml_next(&xml, e), i++) {
        char start[32];
        int length = snprintf(start, sizeof start, "<e n='%d'>", i);
        lw_span span = lw_xml_span(e);
        cr_assert(!strncmp(text.at + span.begin, start, (size_t)length));
        cr_assert(!strncmp(text.at + span.end - 4, "</e>", 4));
        int line, column;
        lw_xml_place(&xml, lw_xml_content_end(e), &line, &column);
        cr_assert_eq(line, i + 2);
        cr_assert_eq(column, length + 1 + (i % 3 ? 1 : 0)); /* in characters */
    }
    cr_expect_eq(i, 70000);
    lw_xml_free(&xml);
    lw_buffer_free(&text);
    lw_test_no_leaks();
}

Test(xml, says_where_an_attribute_stands)
{
    static const char text[] = "<a>\n <b name='x'\n\t key = \"1=2\" k='>'/></a>";
    static const struct {
        const char *attribute;
        int line, column;
    } cases[] = {{NULL, 2, 2}, {"name", 2, 5}, {"key", 3, 3}, {"k", 3, 15}, {"absent", 2, 2}};
    lw_xml xml;
    lw_error err;
    cr_assert_eq(parse(text, &xml, &err), LW_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error at = {0};
        cr_expect_eq(lw_xml_fail(&xml, find(xml.root, "b"), cases[i].attribute, &at, "no"),
                     LW_ERR_INPUT);
        cr_expect_eq(at.line, cases[i].line);
        cr_expect_eq(at.column, cases[i].column, "%s: %d", cases[i].attribute, at.column);
    }
    lw_xml_free(&xml);
    lw_test_no_leaks();
}

/* 511 bytes are room for 255 letters of two. */
Test(xml, cuts_messages_between_letters)
{
    char name[601];
    for (int i = 0; i < 300; i++)
        memcpy(name + 2 * i, "\u00e9", 3);
    lw_xml xml;
    lw_error err, at = {0};
    cr_assert_eq(parse("<a/>", &xml, &err), LW_OK);
    cr_expect_eq(lw_xml_fail(&xml, xml.root, NULL, &at, "%s", name), LW_ERR_INPUT);
    cr_expect_eq(strlen(at.text), 510);
    cr_expect_eq(memcmp(at.text, name, 510), 0, "%s", at.text);
    lw_xml_free(&xml);
    lw_test_no_leaks();
}

Test(xml, resolves_references_in_values)
{
    lw_xml xml;
    lw_error err;
    cr_assert_eq(parse("<a v='&lt;&amp;&gt;&quot;&apos;&#176;&#x2126;\n.' e=''>"
                       "x<b>&amp;y</b><![CDATA[&z]]></a>",
                       &xml, &err),
                 LW_OK);
    cr_expect_str_eq(lw_xml_get(xml.root, "v"), "<&>\"'\xC2\xB0\xE2\x84\xA6 .");
    cr_expect_str_eq(lw_xml_get(xml.root, "e"), "");
    cr_expect_null(lw_xml_get(xml.root, "w"));
    cr_expect_str_eq(lw_xml_content(xml.root, xml.arena), "x&y&z");
    lw_xml_free(&xml);
    lw_test_no_leaks();
}

Test(xml, walks_only_its_own_namespace)
{
    lw_xml xml;
    lw_error err;
    cr_assert_eq(parse("<a xmlns='u' xmlns:o='v' xmlns:s='u'><o:b/><b n='1'/>t<s:b n='2'/>"
                       "<c/><b xmlns='' n='3'/></a>",
                       &xml, &err),
                 LW_OK);
    xmlNode *b = lw_xml_child(&xml, xml.root, "b");
    cr_expect_str_eq(lw_xml_get(b, "n"), "1");
    b = lw_xml_sibling(&xml, b, "b");
    cr_expect_str_eq(lw_xml_get(b, "n"), "2");
    cr_expect_null(lw_xml_sibling(&xml, b, "b"));
    cr_expect(lw_xml_is(&xml, lw_xml_next(&xml, b), "c"));
    lw_xml_free(&xml);
    lw_test_no_leaks();
}

/* A text and what its message says; the place is part of it. */
Test(xml, refuses_what_is_dangerous_or_broken)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "t.xml:1:1: error: the file is empty: there is no element in it"},
        {" \n<!-- -->", "t.xml:2:9: error: the file is empty: there is no element in it"},
        {"hello", "t.xml:1:1: error: this is not XML: text before the first element"},
        {"<a>",
         "t.xml:1:4: error: the file ends inside <a>, opened in line 1: it has been cut off"},
        {"<a><b></a>", "t.xml:1:7: error: </a> does not close <b>, opened in line 1"},
        {"<a/><b/>", "t.xml:1:5: error: a second element behind the end of the document"},
        {"<a/>x", "t.xml:1:5: error: text behind the end of the document"},
        {"</a>", "t.xml:1:1: error: </a> closes nothing"},
        {"<a b=1/>", "t.xml:1:6: error: the value of attribute \"b\" needs quotes"},
        {"<a b/>", "t.xml:1:4: error: attribute \"b\" has no value"},
        {"<a b='1'c='2'/>",
         "t.xml:1:9: error: \"c\" follows without a blank; is a closing quote missing before "
         "it?"},
        {"<a b='1' b='2'/>", "t.xml:1:10: error: attribute \"b\" stands here twice"},
        {"<a b='<'/>", "t.xml:1:7: error: a '<' in the value of attribute \"b\": write it as "
                       "\"&lt;\", or the closing ' is missing"},
        {"<a>1 < 2</a>", "t.xml:1:6: error: a lone '<': write it as \"&lt;\", or the name of the "
                         "element is missing"},
        {"<a>R & D</a>", "t.xml:1:6: error: a lone '&': write it as \"&amp;\""},
        {"<a b='&x;'/>",
         "t.xml:1:7: error: entity \"&x;\" is not allowed, only &lt; &gt; &amp; &quot; &apos; and "
         "numbers (&#176;)"},
        {"<a><!-- </a>", "t.xml:1:4: error: this comment has no end (\"-->\")"},
        {"<a><![CDATA[ </a>", "t.xml:1:4: error: this CDATA section has no end (\"]]>\")"},
        {"<a><!ELEMENT b></a>", "t.xml:1:4: error: \"<!\" is out of place"},
        {"<!DOCTYPE svg><a/>",
         "t.xml:1:1: error: this DOCTYPE is not allowed; it must read <!DOCTYPE eagle SYSTEM "
         "\"eagle.dtd\">"},
        {"<!DOCTYPE eagle [<!ENTITY x 'y'>]><eagle/>",
         "t.xml:1:1: error: this DOCTYPE is not allowed; it must read <!DOCTYPE eagle SYSTEM "
         "\"eagle.dtd\">"},
        {"<!DOCTYPE eagle SYSTEM 'a' [<!ENTITY x 'y'>]><eagle/>",
         "t.xml:1:1: error: this DOCTYPE is not allowed; it must read <!DOCTYPE eagle SYSTEM "
         "\"eagle.dtd\">"},
        {"<!DOCTYPE eagle PUBLIC 'a' 'b'><eagle/>",
         "t.xml:1:1: error: this DOCTYPE is not allowed; it must read <!DOCTYPE eagle SYSTEM "
         "\"eagle.dtd\">"},
        {"<eagle><!DOCTYPE eagle SYSTEM 'a'></eagle>",
         "t.xml:1:8: error: a DOCTYPE is not allowed here; delete it"},
        {"<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
         "t.xml:1:31: error: encoding \"ISO-8859-1\" is not read; save the file with the encoding "
         "UTF-8"},
        {"<a>\n\xE4</a>",
         "t.xml:2:1: error: byte 0xE4 is not UTF-8; save the file with the encoding UTF-8"},
        {"<a>\xC0\x80</a>",
         "t.xml:1:4: error: byte 0xC0 is not UTF-8; save the file with the encoding UTF-8"},
        {"<a>\xED\xA0\x80</a>",
         "t.xml:1:4: error: byte 0xED is not UTF-8; save the file with the encoding UTF-8"},
        {"<a>\xF4\x90\x80\x80</a>",
         "t.xml:1:4: error: byte 0xF4 is not UTF-8; save the file with the encoding UTF-8"},
        {"\xFF\xFE<",
         "t.xml:1:1: error: the text is UTF-16; save the file with the encoding UTF-8"},
        {"<a>\x01</a>", "t.xml:1:4: error: control character 0x01 is not allowed in XML"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_xml xml;
        lw_error err;
        char message[1024];
        cr_expect_eq(parse(cases[i].text, &xml, &err), LW_ERR_INPUT, "%s", cases[i].text);
        cr_expect_str_eq(lw_error_text(&err, message, sizeof message), cases[i].message);
        cr_expect_null(xml.doc);
    }
    lw_test_no_leaks();
}

/* libxml2 has the last word; only that there is an error with a line is the same in all versions.
 */
Test(xml, leaves_the_rest_to_the_parser)
{
    static const char *const cases[] = {"<a>]]></a>",
                                        "<a>&#0;</a>",
                                        "<a>&#x110000;</a>",
                                        "<1/>",
                                        "<o:a/>",
                                        "<a><?xml?></a>",
                                        "<a><!-- -- --></a>",
                                        "<a>\xEF\xBF\xBF</a>",
                                        "<?xml encoding='UTF-8'?><a/>"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_xml xml;
        lw_error err;
        cr_expect_eq(parse(cases[i], &xml, &err), LW_ERR_INPUT, "%s", cases[i]);
        cr_expect_eq(err.line, 1, "%s", cases[i]);
        cr_expect(*err.text && !strchr(err.text, '\n'), "%s", cases[i]);
    }
    lw_test_no_leaks();
}

Test(xml, stops_at_its_limits)
{
    static const struct {
        int depth, attributes;
        lw_status status;
        const char *text;
    } cases[] = {
        {LW_XML_DEPTH, 0, LW_OK, ""},
        {LW_XML_DEPTH + 1, 0, LW_ERR_INPUT, "elements are nested more than 64 deep"},
        {100000, 0, LW_ERR_INPUT, "elements are nested more than 64 deep"},
        {1, LW_XML_ATTRIBUTES, LW_OK, ""},
        {1, LW_XML_ATTRIBUTES + 1, LW_ERR_INPUT, "<e> has more than 64 attributes"},
        {1, 100000, LW_ERR_INPUT, "<e> has more than 64 attributes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_buffer text = {0};
        lw_error err = {0};
        lw_xml xml;
        for (int d = 1; d < cases[i].depth; d++)
            lw_buffer_text(&text, "<e>");
        lw_buffer_text(&text, "<e");
        for (int a = 0; a < cases[i].attributes; a++)
            lw_buffer_print(&text, " a%d=''", a);
        lw_buffer_text(&text, "/>");
        for (int d = 1; d < cases[i].depth; d++)
            lw_buffer_text(&text, "</e>");
        cr_expect_eq(lw_xml_parse("t", text.at, text.count, NULL, &xml, &err), cases[i].status);
        cr_expect_str_eq(err.text, cases[i].text);
        lw_xml_free(&xml);
        lw_buffer_free(&text);
    }
    lw_test_no_leaks();
}

Test(xml, refuses_nul_bytes_and_takes_texts_without_an_end)
{
    lw_xml xml;
    lw_error err = {0};
    cr_expect_eq(lw_xml_parse("t", "<a>\0</a>", 8, NULL, &xml, &err), LW_ERR_INPUT);
    cr_expect_str_eq(err.text, "control character 0x00 is not allowed in XML");
    char *text = malloc(4); /* not one byte more */
    memcpy(text, "<a/>", 4);
    cr_expect_eq(lw_xml_parse("t", text, 4, NULL, &xml, NULL), LW_OK);
    lw_xml_free(&xml);
    free(text);
    lw_test_no_leaks();
}

Test(xml, survives_random_damage)
{
    static const char seed[] =
        "<?xml version='1.0'?><!DOCTYPE eagle SYSTEM \"eagle.dtd\"><eagle a='1' b=\"&amp;\"><!-- c "
        "--><d>t&#9;<e/></d><![CDATA[x]]><?p q?>\xC3\xA4</eagle>";
    static const char bytes[] = "<>/='\"&;!?-[]ab \n\x80\xC3";
    uint64_t state = 1;
    uint32_t good = 0;
    for (int round = 0; round < 20000; round++) {
        char text[sizeof seed];
        memcpy(text, seed, sizeof seed);
        for (int64_t n = random_between(&state, 1, 4); n > 0; n--)
            text[random_between(&state, 0, sizeof seed - 2)] =
                bytes[random_between(&state, 0, sizeof bytes - 2)];
        lw_xml xml;
        lw_error err;
        lw_status status = parse(text, &xml, &err);
        good += status == LW_OK;
        cr_expect(status == LW_OK || *err.text);
        lw_xml_free(&xml);
    }
    cr_expect(good > 100 && good < 19000, "%u", good);
    lw_test_no_leaks();
}
