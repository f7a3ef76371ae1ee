#include "io/xml.h"

#include <string.h>
#include <strings.h>
#include "base/buffer.h"
#include "base/fail.h"
#include "base/plain.h"
#include "io/xml_tree.h"
#include "leeway/io.h"

/*
 * A scanner walks the text first: it checks encoding, nesting, quotes, entities and limits and
 * notes where each element lies. Only a text that passes goes to libxml2, which so never meets an
 * internal subset, an entity to expand, or a count that makes it slow; it checks the rest (names,
 * double attributes, namespaces) and builds the tree. Both see the same elements in the same
 * order, and that is how the marks find their nodes.
 */

typedef struct mark {
    uint32_t begin, content_begin, content_end, end;
} mark;

/* Line and column of every BLOCK-th byte, so that a place is found without reading from the top. */
typedef struct lw_xml_block {
    int line, column;
} lw_xml_block;

enum { BLOCK = 4096, BOM = 3 };

typedef struct scanner {
    const lw_xml *xml;
    lw_error *err;
    const char *text;
    uint32_t at, size;
    const char *doctype; /* the root that may have one */
    bool doctype_seen;
    bool root_seen;
    uint32_t open[LW_XML_DEPTH]; /* indexes of marks */
    uint32_t depth;
    uint32_t nodes;
    LW_LIST(mark) marks;
} scanner;

/* ---- places ---- */

static bool starts_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

static uint32_t bom_size(const char *text, size_t size)
{
    return size >= BOM && memcmp(text, "\xEF\xBB\xBF", BOM) == 0 ? BOM : 0;
}

static void step_place(char byte, int *line, int *column)
{
    if (byte == '\n') {
        ++*line;
        *column = 1;
    } else if (starts_character(byte)) {
        ++*column;
    }
}

static void index_places(lw_xml *xml)
{
    xml->blocks = LW_NEW_MANY(xml->arena, lw_xml_block, xml->size / BLOCK + 1);
    int line = 1, column = 1;
    uint32_t begin = bom_size(xml->text, xml->size);
    for (uint32_t i = 0; i <= xml->size; i++) {
        if (i % BLOCK == 0)
            xml->blocks[i / BLOCK] = (lw_xml_block){line, column};
        if (i >= begin && i < xml->size)
            step_place(xml->text[i], &line, &column);
    }
}

void lw_xml_place(const lw_xml *xml, uint32_t offset, int *line, int *column)
{
    if (offset > xml->size)
        offset = (uint32_t)xml->size;
    const lw_xml_block *block = &xml->blocks[offset / BLOCK];
    *line = block->line;
    *column = block->column;
    uint32_t i = offset / BLOCK * BLOCK;
    for (i = i ? i : bom_size(xml->text, xml->size); i < offset; i++)
        step_place(xml->text[i], line, column);
}

LW_PRINTF(4, 5)
static lw_status fail_at(const lw_xml *xml, uint32_t offset, lw_error *err, const char *format, ...)
{
    int line, column;
    lw_xml_place(xml, offset, &line, &column);
    va_list args;
    va_start(args, format);
    lw_fail_args(err, LW_ERR_INPUT, xml->source, line, column, format, args);
    va_end(args);
    return LW_ERR_INPUT;
}

/* ---- characters and encoding ---- */

#define SAVE_AS_UTF8 "save the file with the encoding UTF-8"

/* Where the first character is that lw_xml_is_text() does not take; size when there is none. */
static size_t find_fault(const char *chars, size_t size, const char *but)
{
    const unsigned char *text = (const unsigned char *)chars;
    for (size_t i = 0; i < size;) {
        uint32_t length = lw_utf8_length(chars + i, size - i);
        if (length == 0 || (text[i] < 0x20 && (text[i] == 0 || !strchr(but, text[i]))))
            return i;
        i += length;
    }
    return size;
}

bool lw_xml_is_text(const char *text, size_t size, const char *but)
{
    return find_fault(text, size, but) == size;
}

static lw_status check_characters(const scanner *s)
{
    const unsigned char *text = (const unsigned char *)s->text;
    if (s->size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return fail_at(s->xml, 0, s->err, "the text is UTF-16; " SAVE_AS_UTF8);
    size_t fault = find_fault(s->text, s->size, "\t\n\r");
    if (fault == s->size)
        return LW_OK;
    if (text[fault] < 0x20)
        return fail_at(s->xml, (uint32_t)fault, s->err,
                       "control character 0x%02X is not allowed in XML", text[fault]);
    return fail_at(s->xml, (uint32_t)fault, s->err, "byte 0x%02X is not UTF-8; " SAVE_AS_UTF8,
                   text[fault]);
}

/* ---- the scanner ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool looking_at(const scanner *s, const char *word)
{
    size_t length = strlen(word);
    return s->size - s->at >= length && memcmp(s->text + s->at, word, length) == 0;
}

static char here(const scanner *s)
{
    return s->at < s->size ? s->text[s->at] : '\0';
}

static void skip_blanks(scanner *s)
{
    while (s->at < s->size && is_blank(s->text[s->at]))
        s->at++;
}

static lw_span scan_name(scanner *s)
{
    lw_span name = {s->at, s->at};
    while (s->at < s->size && !is_blank(s->text[s->at]) && !strchr("<>/=\"'&?!", s->text[s->at]))
        s->at++;
    name.end = s->at;
    return name;
}

/* Names in messages are cut to a length that leaves room for the sentence. */
static int shown(lw_span name)
{
    uint32_t length = name.end - name.begin;
    return (int)(length < 80 ? length : 80);
}

#define SHOW(s, name) shown(name), (s)->text + (name).begin

static lw_span open_name(const scanner *s)
{
    scanner copy = *s;
    copy.at = s->marks.at[s->open[s->depth - 1]].begin + 1;
    return scan_name(&copy);
}

static int open_line(const scanner *s)
{
    int line, column;
    lw_xml_place(s->xml, s->marks.at[s->open[s->depth - 1]].begin, &line, &column);
    return line;
}

static lw_status cut_off(const scanner *s)
{
    if (s->depth == 0)
        return fail_at(s->xml, s->size, s->err, "the file ends too early: it has been cut off");
    lw_span name = open_name(s);
    return fail_at(s->xml, s->size, s->err,
                   "the file ends inside <%.*s>, opened in line %d: it has been cut off",
                   SHOW(s, name), open_line(s));
}

/* Moves behind `end`. */
static lw_status skip_to(scanner *s, const char *end, const char *what)
{
    const char *found = memmem(s->text + s->at, s->size - s->at, end, strlen(end));
    if (!found)
        return fail_at(s->xml, s->at, s->err, "this %s has no end (\"%s\")", what, end);
    s->at = (uint32_t)(found - s->text) + (uint32_t)strlen(end);
    return LW_OK;
}

static lw_status check_reference(const scanner *s, uint32_t at, uint32_t end)
{
    static const char *const known[] = {"lt", "gt", "amp", "quot", "apos"};
    const char *name = s->text + at + 1;
    size_t room = end - at - 1;
    const char *semicolon = memchr(name, ';', room < 80 ? room : 80);
    size_t length = semicolon ? (size_t)(semicolon - name) : 0;
    if (length == 0 || memchr(name, ' ', length) || memchr(name, '\n', length))
        return fail_at(s->xml, at, s->err, "a lone '&': write it as \"&amp;\"");
    if (name[0] == '#')
        return LW_OK;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == length && memcmp(known[i], name, length) == 0)
            return LW_OK;
    return fail_at(
        s->xml, at, s->err,
        "entity \"&%.*s;\" is not allowed, only &lt; &gt; &amp; &quot; &apos; and numbers "
        "(&#176;)",
        (int)length, name);
}

static lw_status check_references(const scanner *s, uint32_t begin, uint32_t end)
{
    lw_status status = LW_OK;
    while (!status && begin < end) {
        const char *found = memchr(s->text + begin, '&', end - begin);
        if (!found)
            break;
        begin = (uint32_t)(found - s->text);
        status = check_reference(s, begin, end);
        begin++;
    }
    return status;
}

static lw_status scan_text(scanner *s)
{
    uint32_t begin = s->at;
    const char *next = memchr(s->text + begin, '<', s->size - begin);
    s->at = next ? (uint32_t)(next - s->text) : s->size;
    if (s->depth > 0)
        return check_references(s, begin, s->at);
    for (uint32_t i = begin; i < s->at; i++)
        if (!is_blank(s->text[i]))
            return fail_at(s->xml, i, s->err,
                           s->root_seen ? "text behind the end of the document"
                                        : "this is not XML: text before the first element");
    return LW_OK;
}

/* A quoted value; `at` is on its quote. */
static lw_status scan_value(scanner *s, lw_span name)
{
    char quote = here(s);
    if (quote != '"' && quote != '\'')
        return s->at == s->size
                   ? cut_off(s)
                   : fail_at(s->xml, s->at, s->err, "the value of attribute \"%.*s\" needs quotes",
                             SHOW(s, name));
    uint32_t begin = ++s->at;
    const char *end = memchr(s->text + begin, quote, s->size - begin);
    uint32_t stop = end ? (uint32_t)(end - s->text) : s->size;
    const char *angle = memchr(s->text + begin, '<', stop - begin);
    if (angle)
        return fail_at(s->xml, (uint32_t)(angle - s->text), s->err,
                       "a '<' in the value of attribute \"%.*s\": write it as \"&lt;\", or the "
                       "closing %c is missing",
                       SHOW(s, name), quote);
    if (!end)
        return cut_off(s);
    s->at = stop + 1;
    return check_references(s, begin, stop);
}

/* The attributes of a start tag so far. */
typedef struct attributes {
    lw_span names[LW_XML_ATTRIBUTES];
    uint32_t count;
} attributes;

static bool same_name(const scanner *s, lw_span a, lw_span b)
{
    uint32_t length = a.end - a.begin;
    return length == b.end - b.begin && memcmp(s->text + a.begin, s->text + b.begin, length) == 0;
}

static bool is_double(const scanner *s, const attributes *seen, lw_span name)
{
    for (uint32_t i = 0; i < seen->count; i++)
        if (same_name(s, seen->names[i], name))
            return true;
    return false;
}

static lw_status scan_attribute(scanner *s, attributes *seen, bool blank_before)
{
    uint32_t begin = s->at;
    lw_span name = scan_name(s);
    if (name.end == name.begin)
        return fail_at(s->xml, begin, s->err, "'%c' is out of place in this tag", s->text[begin]);
    if (!blank_before)
        return fail_at(s->xml, begin, s->err,
                       "\"%.*s\" follows without a blank; is a closing quote missing before it?",
                       SHOW(s, name));
    if (is_double(s, seen, name))
        return fail_at(s->xml, begin, s->err, "attribute \"%.*s\" stands here twice",
                       SHOW(s, name));
    seen->names[seen->count++] = name;
    s->nodes++;
    skip_blanks(s);
    if (s->at == s->size)
        return cut_off(s);
    if (here(s) != '=')
        return fail_at(s->xml, begin, s->err, "attribute \"%.*s\" has no value", SHOW(s, name));
    s->at++;
    skip_blanks(s);
    return scan_value(s, name);
}

static lw_status open_element(scanner *s, uint32_t begin)
{
    if (s->depth == 0 && s->root_seen)
        return fail_at(s->xml, begin, s->err, "a second element behind the end of the document");
    if (s->depth == LW_XML_DEPTH)
        return fail_at(s->xml, begin, s->err, "elements are nested more than %d deep",
                       LW_XML_DEPTH);
    s->root_seen = true;
    s->open[s->depth++] = s->marks.count;
    *lw_list_add(s->xml->arena, &s->marks) = (mark){.begin = begin};
    return LW_OK;
}

static lw_status scan_start_tag(scanner *s)
{
    uint32_t begin = s->at++;
    lw_span name = scan_name(s);
    if (name.end == name.begin)
        return s->at == s->size ? cut_off(s)
                                : fail_at(s->xml, begin, s->err,
                                          "a lone '<': write it as \"&lt;\", or the name of the "
                                          "element is missing");
    lw_status status = open_element(s, begin);
    attributes seen;
    seen.count = 0;
    while (!status) {
        uint32_t before = s->at;
        skip_blanks(s);
        if (s->at == s->size)
            return cut_off(s);
        if (here(s) == '>' || looking_at(s, "/>"))
            break;
        if (seen.count == LW_XML_ATTRIBUTES)
            return fail_at(s->xml, begin, s->err, "<%.*s> has more than %d attributes",
                           SHOW(s, name), LW_XML_ATTRIBUTES);
        status = scan_attribute(s, &seen, s->at > before);
    }
    if (status)
        return status;
    mark *m = &s->marks.at[s->open[s->depth - 1]];
    bool empty = here(s) == '/';
    m->content_end = s->at;
    s->at += empty ? 2 : 1;
    m->content_begin = s->at;
    if (empty) {
        m->end = s->at;
        s->depth--;
    }
    return LW_OK;
}

static lw_status scan_end_tag(scanner *s)
{
    uint32_t begin = s->at;
    s->at += 2;
    lw_span name = scan_name(s);
    skip_blanks(s);
    if (s->at == s->size)
        return cut_off(s);
    if (s->depth == 0)
        return fail_at(s->xml, begin, s->err, "</%.*s> closes nothing", SHOW(s, name));
    lw_span open = open_name(s);
    if (!same_name(s, name, open))
        return fail_at(s->xml, begin, s->err, "</%.*s> does not close <%.*s>, opened in line %d",
                       SHOW(s, name), SHOW(s, open), open_line(s));
    if (here(s) != '>')
        return fail_at(s->xml, s->at, s->err, "'%c' is out of place in this tag", here(s));
    mark *m = &s->marks.at[s->open[--s->depth]];
    m->content_end = begin;
    m->end = ++s->at;
    return LW_OK;
}

/* <!DOCTYPE eagle SYSTEM "eagle.dtd"> and nothing more: no PUBLIC, no internal subset. */
static lw_status scan_doctype(scanner *s)
{
    uint32_t begin = s->at;
    if (!s->doctype || s->root_seen || s->doctype_seen)
        return fail_at(s->xml, begin, s->err, "a DOCTYPE is not allowed here; delete it");
    s->doctype_seen = true;
    s->at += (uint32_t)strlen("<!DOCTYPE");
    skip_blanks(s);
    lw_span name = scan_name(s);
    bool good = name.end - name.begin == strlen(s->doctype) &&
                memcmp(s->text + name.begin, s->doctype, strlen(s->doctype)) == 0;
    skip_blanks(s);
    if (good && looking_at(s, "SYSTEM")) {
        s->at += (uint32_t)strlen("SYSTEM");
        skip_blanks(s);
        char quote = here(s);
        good = quote == '"' || quote == '\'';
        const char *end = good ? memchr(s->text + s->at + 1, quote, s->size - s->at - 1) : NULL;
        s->at = end ? (uint32_t)(end - s->text) + 1 : s->size;
        skip_blanks(s);
    }
    if (!good || here(s) != '>')
        return fail_at(s->xml, begin, s->err,
                       "this DOCTYPE is not allowed; it must read <!DOCTYPE %s SYSTEM \"%s.dtd\">",
                       s->doctype, s->doctype);
    s->at++;
    return LW_OK;
}

static lw_status scan_markup(scanner *s)
{
    if (++s->nodes > LW_XML_NODES)
        return fail_at(s->xml, s->at, s->err, "more than %d elements and attributes", LW_XML_NODES);
    if (looking_at(s, "<!--"))
        return skip_to(s, "-->", "comment");
    if (looking_at(s, "<?"))
        return skip_to(s, "?>", "processing instruction");
    if (looking_at(s, "<![CDATA[") && s->depth > 0)
        return skip_to(s, "]]>", "CDATA section");
    if (looking_at(s, "<!DOCTYPE"))
        return scan_doctype(s);
    if (looking_at(s, "<!"))
        return fail_at(s->xml, s->at, s->err, "\"<!\" is out of place");
    return looking_at(s, "</") ? scan_end_tag(s) : scan_start_tag(s);
}

/* The XML declaration, when there is one, may name UTF-8 or its part ASCII. */
static lw_status scan_declaration(scanner *s)
{
    if (!looking_at(s, "<?xml") || s->size - s->at < 6 || !is_blank(s->text[s->at + 5]))
        return LW_OK;
    uint32_t begin = s->at;
    lw_status status = skip_to(s, "?>", "XML declaration");
    if (status)
        return status;
    const char *key = memmem(s->text + begin, s->at - begin, "encoding", 8);
    if (!key)
        return LW_OK;
    scanner value = *s;
    value.at = (uint32_t)(key - s->text) + 8;
    while (value.at < s->at && (is_blank(here(&value)) || strchr("='\"", here(&value))))
        value.at++;
    lw_span name = scan_name(&value);
    static const char *const good[] = {"UTF-8", "UTF8", "US-ASCII", "ASCII"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (strlen(good[i]) == name.end - name.begin &&
            strncasecmp(good[i], s->text + name.begin, strlen(good[i])) == 0)
            return LW_OK;
    return fail_at(s->xml, name.begin, s->err, "encoding \"%.*s\" is not read; " SAVE_AS_UTF8,
                   SHOW(s, name));
}

static lw_status scan(scanner *s)
{
    lw_status status = check_characters(s);
    s->at = bom_size(s->text, s->size);
    if (!status)
        status = scan_declaration(s);
    while (!status && s->at < s->size)
        status = here(s) == '<' ? scan_markup(s) : scan_text(s);
    if (status)
        return status;
    if (!s->root_seen)
        return fail_at(s->xml, s->size, s->err, "the file is empty: there is no element in it");
    return s->depth > 0 ? cut_off(s) : LW_OK;
}

static bool starts_with(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size >= length && memcmp(text, start, length) == 0;
}

size_t lw_xml_skip_prolog(const char *text, size_t size)
{
    size_t at = bom_size(text, size);
    for (;;) {
        while (at < size && is_blank(text[at]))
            at++;
        const char *close = NULL;
        if (starts_with(text + at, size - at, "<?"))
            close = "?>";
        else if (starts_with(text + at, size - at, "<!--"))
            close = "-->";
        else
            return at;
        const char *end = memmem(text + at, size - at, close, strlen(close));
        if (!end)
            return size;
        at = (size_t)(end - text) + strlen(close);
    }
}

/* ---- the tree ---- */

static xmlNode *element_at(xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

/* The next element in the order of start tags, or NULL. */
static xmlNode *following(xmlNode *node, const xmlNode *root)
{
    xmlNode *next = element_at(node->children);
    while (!next && node != root) {
        next = element_at(node->next);
        node = node->parent;
    }
    return next;
}

static lw_status hand_out_marks(lw_xml *xml, const scanner *s, lw_error *err)
{
    uint32_t i = 0;
    for (xmlNode *node = xml->root; node; node = following(node, xml->root), i++) {
        if (i == s->marks.count)
            break;
        node->_private = &s->marks.at[i];
    }
    return i == s->marks.count ? LW_OK : fail_at(xml, 0, err, "this is not well-formed XML");
}

lw_status lw_xml_parse(const char *source, const char *text, size_t size, const char *doctype,
                       lw_xml *out, lw_error *err)
{
    *out = (lw_xml){.source = source, .text = text, .size = size};
    if (size > LW_FILE_LIMIT)
        return lw_fail(err, LW_ERR_INPUT, source, 0, 0, "the file is larger than %u MB",
                       (unsigned)(LW_FILE_LIMIT >> 20));
    out->arena = lw_arena_new();
    index_places(out);
    scanner s = {.xml = out, .err = err, .text = text, .size = (uint32_t)size, .doctype = doctype};
    lw_status status = scan(&s);
    if (!status)
        status = lw_xml_tree_new(out, err);
    if (!status)
        status = hand_out_marks(out, &s, err);
    if (status)
        lw_xml_free(out);
    return status;
}

void lw_xml_free(lw_xml *xml)
{
    if (xml->doc)
        lw_xml_tree_free(xml);
    lw_arena_free(xml->arena);
    xml->doc = NULL;
    xml->root = NULL;
    xml->arena = NULL;
    xml->blocks = NULL;
}

/* ---- asking the tree ---- */

lw_span lw_xml_span(const xmlNode *node)
{
    const mark *m = node->_private;
    return (lw_span){m->begin, m->end};
}

uint32_t lw_xml_content_end(const xmlNode *node)
{
    return ((const mark *)node->_private)->content_end;
}

/* Where the attribute's name begins in the start tag; the element's begin when it is not there. */
static uint32_t attribute_offset(const lw_xml *xml, const xmlNode *node, const char *attribute)
{
    const mark *m = node->_private;
    scanner s = {.xml = xml, .text = xml->text, .at = m->begin + 1, .size = m->content_begin};
    scan_name(&s);
    for (skip_blanks(&s); here(&s) != '>' && here(&s) != '/'; skip_blanks(&s)) {
        lw_span name = scan_name(&s);
        if (name.end - name.begin == strlen(attribute) &&
            memcmp(s.text + name.begin, attribute, strlen(attribute)) == 0)
            return name.begin;
        skip_blanks(&s);
        s.at++;
        skip_blanks(&s);
        if (scan_value(&s, name))
            break;
    }
    return m->begin;
}

void lw_xml_node_place(const lw_xml *xml, const xmlNode *node, const char *attribute, int *line,
                       int *column)
{
    uint32_t offset = attribute ? attribute_offset(xml, node, attribute) : lw_xml_span(node).begin;
    lw_xml_place(xml, offset, line, column);
}

lw_status lw_xml_fail_args(const lw_xml *xml, const xmlNode *node, const char *attribute,
                           lw_error *err, const char *format, va_list args)
{
    int line, column;
    lw_xml_node_place(xml, node, attribute, &line, &column);
    return lw_fail_args(err, LW_ERR_INPUT, xml->source, line, column, format, args);
}

lw_status lw_xml_fail(const lw_xml *xml, const xmlNode *node, const char *attribute, lw_error *err,
                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lw_status status = lw_xml_fail_args(xml, node, attribute, err, format, args);
    va_end(args);
    return status;
}

/* References are resolved while parsing, so a value is one text node or none. */
const char *lw_xml_get(const xmlNode *node, const char *attribute)
{
    for (const xmlAttr *a = node->properties; a; a = a->next)
        if (!a->ns && strcmp((const char *)a->name, attribute) == 0)
            return a->children ? (const char *)a->children->content : "";
    return NULL;
}

static bool is_own(const lw_xml *xml, const xmlNode *node)
{
    const xmlNs *home = xml->root->ns, *ns = node->ns;
    return home && ns ? strcmp((const char *)home->href, (const char *)ns->href) == 0
                      : !home && !ns;
}

bool lw_xml_is(const lw_xml *xml, const xmlNode *node, const char *name)
{
    return is_own(xml, node) && strcmp((const char *)node->name, name) == 0;
}

static xmlNode *own(const lw_xml *xml, xmlNode *node)
{
    while (node && !is_own(xml, node))
        node = element_at(node->next);
    return node;
}

xmlNode *lw_xml_first(const lw_xml *xml, const xmlNode *parent)
{
    return own(xml, element_at(parent->children));
}

xmlNode *lw_xml_next(const lw_xml *xml, const xmlNode *node)
{
    return own(xml, element_at(node->next));
}

static xmlNode *named(const lw_xml *xml, xmlNode *node, const char *name)
{
    while (node && strcmp((const char *)node->name, name) != 0)
        node = lw_xml_next(xml, node);
    return node;
}

xmlNode *lw_xml_child(const lw_xml *xml, const xmlNode *parent, const char *name)
{
    return named(xml, lw_xml_first(xml, parent), name);
}

xmlNode *lw_xml_sibling(const lw_xml *xml, const xmlNode *node, const char *name)
{
    return named(xml, lw_xml_next(xml, node), name);
}

static void add_text(lw_buffer *text, const xmlNode *node)
{
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE)
        lw_buffer_text(text, (const char *)node->content);
    if (node->type == XML_ELEMENT_NODE)
        for (const xmlNode *child = node->children; child; child = child->next)
            add_text(text, child);
}

const char *lw_xml_content(const xmlNode *node, lw_arena *arena)
{
    lw_buffer text = {0};
    add_text(&text, node);
    const char *copy = lw_arena_text(arena, text.count ? text.at : "", text.count);
    lw_buffer_free(&text);
    return copy;
}
