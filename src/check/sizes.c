/*
 * Tracks are wide enough; vias are drilled wide enough and keep a ring of copper around the drill.
 */
#include "check/judge.h"

static void judge_track(lw_judge *judge, uint32_t number)
{
    const lw_item *item = &judge->items.at[number];
    const lw_track *track = lw_judge_track(judge, item);
    lw_nm required = judge->board->rules.min_width;
    if (item->added) {
        /* What a run lays has the width of its class; what people laid may be thinner. */
        lw_nm width = judge->board->classes.at[lw_net_class(judge->board, track->net)].width;
        required = width > required ? width : required;
    }
    if (track->width < required)
        lw_judge_one(judge, LW_RULE_WIDTH, number, track->ends[0], track->width, required);
}

static void judge_via(lw_judge *judge, uint32_t number)
{
    const lw_rules *rules = &judge->board->rules;
    const lw_via *via = lw_judge_via(judge, &judge->items.at[number]);
    if (via->drill < rules->min_drill)
        lw_judge_one(judge, LW_RULE_DRILL, number, via->at, via->drill, rules->min_drill);
    int64_t rings = (int64_t)via->diameter - via->drill;
    if (rings < 2 * (int64_t)rules->min_ring) {
        lw_nm ring = (lw_nm)((rings - (rings < 0)) / 2);
        lw_judge_one(judge, LW_RULE_RING, number, via->at, ring, rules->min_ring);
    }
}

void lw_judge_sizes(lw_judge *judge)
{
    for (uint32_t i = 0; i < judge->items.count && !judge->full; i++) {
        if (judge->items.at[i].kind == LW_ITEM_TRACK)
            judge_track(judge, i);
        else if (judge->items.at[i].kind == LW_ITEM_VIA)
            judge_via(judge, i);
    }
}
