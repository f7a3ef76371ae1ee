/*
 * XML read safely through libxml2, with the exact place of each element in the text.
 *
 * Only UTF-8. Refused with one clear error: entities beyond the five, DOCTYPE (unless `doctype`
 * names the one allowed root), depth over 256, NUL bytes. The tree is libxml2's; each element's
 * _private leads to its span.
 */
#ifndef LW_IO_XML_H
#define LW_IO_XML_H

#include <libxml/tree.h>
#include "base/arena.h"
#include "leeway/base.h"

typedef struct lw_xml {
    xmlDoc *doc;
    xmlNode *root;
    const char *source; /* name for messages */
    const char *text;
    size_t size;
    lw_arena *arena;
} lw_xml;

lw_status lw_xml_parse(const char *source, const char *text, size_t size, const char *doctype,
                       lw_xml *out, lw_error *err) LW_MUST_CHECK;
void lw_xml_free(lw_xml *xml);

/* From '<' of the start tag to behind '>' of the end tag. */
lw_span lw_xml_span(const xmlNode *node);
/* Where the end tag begins; for an empty element <x/> the offset of "/>". */
uint32_t lw_xml_content_end(const xmlNode *node);
bool lw_xml_is_empty_tag(const xmlNode *node); /* written as <x/> */

/* Line and column, both from 1 and columns in characters, of a byte of the text. */
void lw_xml_place(const lw_xml *xml, uint32_t offset, int *line, int *column);

/* LW_ERR_INPUT at the element, or at its attribute `attribute` when not NULL. */
lw_status lw_xml_fail(const lw_xml *xml, const xmlNode *node, const char *attribute, lw_error *err,
                      const char *format, ...) LW_PRINTF(5, 6);

/* The attribute's text, owned by the tree, or NULL. */
const char *lw_xml_get(const xmlNode *node, const char *attribute);

#endif
