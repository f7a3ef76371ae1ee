/* What a comparison came to: for people, and for programs. */
#ifndef LW_CLI_COMPARE_TABLE_H
#define LW_CLI_COMPARE_TABLE_H

#include "cli.h"

typedef struct compare_table {
    const cli_task *task;
    const lw_comparison *comparison;
    const char *path;    /* of the file */
    uint32_t memory;     /* megabytes that each might take */
    const int32_t *also; /* other targets */
    uint32_t also_count;
} compare_table;

void compare_print(const compare_table *table);
/* CLI_GO_ON, or what failed. */
int compare_write_csv(const compare_table *table, const char *path);
int compare_write_json(const compare_table *table, const char *path);

#endif
