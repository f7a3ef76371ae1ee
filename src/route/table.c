#include "route/table.h"

#include <string.h>

static uint32_t random_below(lw_table *table, uint32_t limit)
{
    table->random = table->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((table->random >> 33) % limit);
}

void lw_table_open_tolls(lw_table *table, double present)
{
    table->hard = false;
    for (int i = 0; i < 256; i++)
        table->toll[i] = (uint32_t)(LW_TOLL_ONE * (1 + present * i));
}

void lw_table_close_tolls(lw_table *table)
{
    table->hard = true;
    memset(table->toll, 0, sizeof table->toll);
    table->toll[0] = LW_TOLL_ONE;
}

void lw_table_report(lw_table *table, uint32_t contested, uint32_t open, double present)
{
    lw_run *run = table->run;
    lw_progress *progress = &run->progress;
    progress->round++;
    if (!run->options->progress)
        return;
    progress->contested = contested;
    progress->open = open;
    progress->present = present;
    progress->vias = 0;
    progress->length = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        lw_wiring_vias(table, &table->parties[i]);
        progress->vias += table->vias.count;
        progress->length += lw_party_length(table, &table->parties[i]);
    }
    run->options->progress(run->options->context, progress);
}

void lw_table_shuffle(lw_table *table, uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = random_below(table, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}
