/* From overlaps to a legal state. */
#include "route/table.h"

/* Takes back what is in conflict and joins what can be joined without. */
static void settle(lw_table *table, const uint32_t *order)
{
    for (int pass = 0; pass < 3; pass++) {
        bool any = false;
        for (uint32_t i = 0; i < table->count; i++) {
            lw_party *party = &table->parties[order[i]];
            if (lw_party_contested(table, party) ||
                (pass == 0 && party->open && !table->run->stopped)) {
                if (lw_run_stop_asked(table->run))
                    lw_party_retreat(table, party);
                else
                    lw_party_reroute(table, party);
                any = true;
            }
        }
        if (!any)
            break;
    }
}

/* Until exact geometry agrees; an entry is banned once, so this ends. */
void lw_table_legalise(lw_table *table, const uint32_t *order)
{
    lw_table_close_tolls(table);
    do
        settle(table, order);
    while (lw_table_ban_near_stubs(table) > 0);
}
