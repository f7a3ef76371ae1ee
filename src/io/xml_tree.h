/* What libxml2 is called for. */
#ifndef LW_IO_XML_TREE_H
#define LW_IO_XML_TREE_H

#include "io/xml.h"

/* Builds the tree of xml->text, which the scanner has passed. */
lw_status lw_xml_tree_new(lw_xml *xml, lw_error *err) LW_MUST_CHECK;
/* NULL is fine in place of the tree. */
void lw_xml_tree_free(lw_xml *xml);

#endif
