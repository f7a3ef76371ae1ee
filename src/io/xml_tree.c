#include "io/xml_tree.h"

#include <libxml/parser.h>
#include <string.h>
#include "base/fail.h"

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlError *error_pointer;
#endif

typedef struct first_error {
    const lw_xml *xml;
    lw_error *err;
    lw_status status;
} first_error;

static void on_error(void *data, error_pointer error)
{
    xmlParserCtxt *ctxt = data;
    first_error *first = ctxt->_private;
    if (error->level < XML_ERR_ERROR || first->status)
        return;
    if (error->code == XML_ERR_NO_MEMORY) {
        first->status = lw_fail(first->err, LW_ERR_MEMORY, first->xml->source, 0, 0,
                                "not enough memory for the document");
        return;
    }
    const char *message = error->message ? error->message : "it is not well-formed XML";
    first->status = lw_fail(first->err, LW_ERR_INPUT, first->xml->source, error->line, error->int2,
                            "%.*s", (int)strcspn(message, "\n"), message);
}

static int parse_options(void)
{
    int options = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
    return options;
}

static lw_status not_well_formed(const lw_xml *xml, lw_error *err)
{
    int line, column;
    lw_xml_place(xml, 0, &line, &column);
    return lw_fail(err, LW_ERR_INPUT, xml->source, line, column, "this is not well-formed XML");
}

lw_status lw_xml_tree_new(lw_xml *xml, lw_error *err)
{
    first_error first = {.xml = xml, .err = err};
    xmlParserCtxt *ctxt = xmlNewParserCtxt();
    if (!ctxt)
        return lw_fail(err, LW_ERR_MEMORY, xml->source, 0, 0, "not enough memory");
    ctxt->_private = &first;
#if LIBXML_VERSION >= 21300
    xmlCtxtSetErrorHandler(ctxt, on_error, ctxt);
#else
    ctxt->sax->serror = on_error;
#endif
    xml->doc = xmlCtxtReadMemory(ctxt, xml->text, (int)xml->size, NULL, NULL, parse_options());
    xmlFreeParserCtxt(ctxt);
    xml->root = xml->doc ? xmlDocGetRootElement(xml->doc) : NULL;
    if (!first.status && !xml->root)
        first.status = not_well_formed(xml, err);
    return first.status;
}

void lw_xml_tree_free(lw_xml *xml)
{
    xmlFreeDoc(xml->doc);
}
