/* Faults of a way: their names, how they are told, and how they count. */
#include <stdio.h>
#include "lesson/way.h"

const char *lw_way_rule_name(lw_way_rule rule)
{
    static const char *const names[] = {"ends",  "outside", "blocked", "gap",
                                        "twice", "stray",   "changed"};
    return rule < LW_WAY_RULE_COUNT ? names[rule] : "";
}

const char *lw_way_fault_text(const lw_lesson *lesson, const lw_way_fault *fault, char *buffer,
                              size_t size)
{
    static const char *const texts[] = {
        [LW_WAY_ENDS] = "is where it ends, not at an end of the task",
        [LW_WAY_OUTSIDE] = "is outside of the map",
        [LW_WAY_BLOCKED] = "is blocked",
        [LW_WAY_GAP] = "is no step away from the cell before",
        [LW_WAY_TWICE] = "is there a second time",
        [LW_WAY_STRAY] = "is marked, but not on the way",
        [LW_WAY_CHANGED] = "is not as on the map",
    };
    char layer[24] = "";
    if (lesson->map->layers > 1)
        snprintf(layer, sizeof layer, "layer %d, ", fault->at.layer + 1);
    snprintf(buffer, size, "%s: %s%d,%d %s", lw_way_rule_name(fault->rule), layer, fault->at.x,
             fault->at.y, texts[fault->rule]);
    return buffer;
}

void lw_way_blame(lw_way *way, lw_way_rule rule, const lw_mark *mark)
{
    way->by_rule[rule]++;
    way->violations += rule != LW_WAY_ENDS;
    if (way->faults.count < LW_WAY_FAULTS_MOST)
        *lw_list_add(way->arena, &way->faults) =
            (lw_way_fault){rule, mark->at, mark->line, mark->column};
}
