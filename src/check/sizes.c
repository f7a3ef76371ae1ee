/*
 * Tracks are wide enough; vias are drilled wide enough and keep a ring of copper around the drill.
 */
#include "check/judge.h"

static bool near_own_pad(const lw_judge *judge, const lw_track *track, const lw_point *end)
{
    lw_nm width = judge->board->classes.at[lw_net_class(judge->board, track->net)].width;
    lw_shape zone = lw_disc(end, LW_NECK_REACH + width / 2);
    lw_cursor cursor = lw_index_find(judge->copper.index, lw_shape_box(zone));
    for (uint32_t k; lw_index_next(&cursor, &k);) {
        const lw_piece *piece = &judge->copper.list.at[k];
        const lw_item *item = &judge->items.at[piece->item];
        if (item->kind == LW_ITEM_PAD && item->net == track->net &&
            (item->layers & LW_LAYER(track->layer)) && lw_shape_closer(zone, piece->shape, 1))
            return true;
    }
    return false;
}

/* What a run lays has the width of its class, or that of a neck next to a pad, and so has what a
 * solution lays; what people laid otherwise may be thinner. */
static lw_nm required_width(lw_judge *judge, const lw_item *item, const lw_track *track)
{
    uint32_t class_id = lw_net_class(judge->board, track->net);
    lw_nm least = judge->board->rules.min_width;
    lw_nm width = judge->board->classes.at[class_id].width;
    bool laid = item->added || (judge->solution && lw_judge_new(judge, item));
    if (!laid || width <= least)
        return least;
    lw_nm neck = lw_neck_width(judge->board, class_id, judge->neck_width);
    bool is_neck = track->width < width && track->width >= neck &&
                   near_own_pad(judge, track, &track->ends[0]) &&
                   near_own_pad(judge, track, &track->ends[1]);
    return is_neck ? neck : width;
}

static void judge_track(lw_judge *judge, uint32_t number)
{
    const lw_item *item = &judge->items.at[number];
    const lw_track *track = lw_judge_track(judge, item);
    lw_nm required = required_width(judge, item, track);
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
