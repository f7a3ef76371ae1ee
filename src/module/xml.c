#include "module/module.h"

const lw_xml_module lw_xml_trees = {
    .version = LW_VERSION,
    .tree_new = lw_xml_tree_new,
    .tree_free = lw_xml_tree_free,
};
