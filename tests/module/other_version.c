/* A module of another version. */
const struct {
    const char *version;
} lw_xml_trees = {"0.0.0"};
