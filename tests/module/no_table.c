/* A module that has not what is looked for. */
const char *const lw_other_table = "0.0.0";
