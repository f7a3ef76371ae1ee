/*
 * XML read safely through libxml2, with the exact place of each element in the text.
 *
 * Only UTF-8. Refused with one clear error before libxml2 sees the text: entities beyond the five,
 * DOCTYPE (unless `doctype` names the one allowed root), wrong nesting, NUL bytes, and more than
 * the limits below. The tree is libxml2's; each element's _private leads to its span.
 */
#ifndef LW_IO_XML_H
#define LW_IO_XML_H

#include <stdarg.h>
#include <libxml/tree.h>
#include "base/arena.h"
#include "leeway/base.h"

#define LW_XML_DEPTH      64      /* elements inside each other */
#define LW_XML_ATTRIBUTES 64      /* of one element */
#define LW_XML_NODES      8000000 /* elements, attributes, comments ... of a document */

typedef struct lw_xml {
    xmlDoc *doc;
    xmlNode *root;
    const char *source; /* name for messages */
    const char *text;   /* not owned: as given to lw_xml_parse() */
    size_t size;
    lw_arena *arena;
    struct lw_xml_block *blocks; /* for lw_xml_place() */
} lw_xml;

/* The offset behind what stands before DOCTYPE and root: byte order mark, blanks, <?...?>,
 * comments. For guesses at a format. */
size_t lw_xml_skip_prolog(const char *text, size_t size);

/* Whether it is valid UTF-8 without control characters, but for those that `but` lists. */
bool lw_xml_is_text(const char *text, size_t size, const char *but);

/* `source` and `text` must outlive `out`. On failure `out` holds nothing; freeing it is fine. */
lw_status lw_xml_parse(const char *source, const char *text, size_t size, const char *doctype,
                       lw_xml *out, lw_error *err) LW_MUST_CHECK;
void lw_xml_free(lw_xml *xml);

/* From '<' of the start tag to behind '>' of the end tag. */
lw_span lw_xml_span(const xmlNode *node);
/* Where the end tag begins; for an empty element <x/> the offset of "/>". */
uint32_t lw_xml_content_end(const xmlNode *node);

/* Line and column, both from 1 and columns in characters, of a byte of the text. */
void lw_xml_place(const lw_xml *xml, uint32_t offset, int *line, int *column);
/* Place of an element, or of its attribute when `attribute` is not NULL and there. */
void lw_xml_node_place(const lw_xml *xml, const xmlNode *node, const char *attribute, int *line,
                       int *column);

/* LW_ERR_INPUT at the element, or at its attribute `attribute` when not NULL. */
lw_status lw_xml_fail(const lw_xml *xml, const xmlNode *node, const char *attribute, lw_error *err,
                      const char *format, ...) LW_PRINTF(5, 6);
lw_status lw_xml_fail_args(const lw_xml *xml, const xmlNode *node, const char *attribute,
                           lw_error *err, const char *format, va_list args) LW_PRINTF(5, 0);

/* The text of the attribute (of no namespace), owned by the tree, or NULL. */
const char *lw_xml_get(const xmlNode *node, const char *attribute);

/* Whether the node is an element of that name, of the namespace of the document's root. */
bool lw_xml_is(const lw_xml *xml, const xmlNode *node, const char *name);
/* First child element, and the next one beside, of the root's namespace; NULL at the end. */
xmlNode *lw_xml_first(const lw_xml *xml, const xmlNode *parent);
xmlNode *lw_xml_next(const lw_xml *xml, const xmlNode *node);
/* The same, of one name. */
xmlNode *lw_xml_child(const lw_xml *xml, const xmlNode *parent, const char *name);
xmlNode *lw_xml_sibling(const lw_xml *xml, const xmlNode *node, const char *name);
/* All text inside the element, copied to the arena. */
const char *lw_xml_content(const xmlNode *node, lw_arena *arena);

#endif
