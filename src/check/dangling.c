/*
 * New copper leads somewhere: each end of a new track joins other copper of its net (or a jumper,
 * or a pour that counts), a new via joins copper on two layers. What joins is what connect.c
 * counts.
 */
#include "check/judge.h"

static bool is_of_net(const lw_judge *judge, const lw_item *item, lw_net_id net)
{
    if (item->kind != LW_ITEM_COPPER)
        return item->net == net;
    const lw_plain_copper *copper = &judge->board->copper.at[item->index];
    for (uint32_t i = 0; i < copper->nets.count; i++) {
        if (copper->nets.at[i] == net)
            return true;
    }
    return false;
}

static lw_layers poured_layers(lw_judge *judge, const lw_item *item, lw_point at)
{
    lw_layers layers = lw_planes_reach(judge->planes, item->net, item->layers, at);
    lw_numbers pours = lw_links_pours(judge->links, item->net);
    for (uint32_t i = 0; judge->pours && i < pours.count && lw_judge_work(judge, 1); i++)
        layers |= lw_pour_reach(judge->links, pours.at[i], item->layers & ~layers, at);
    return layers;
}

static lw_layers jumper_layers(lw_judge *judge, const lw_item *item, lw_shape end)
{
    lw_numbers jumpers = lw_links_jumpers(judge->links, item->net);
    for (uint32_t i = 0; i < jumpers.count && lw_judge_work(judge, 1); i++) {
        const lw_jumper *jumper = &judge->board->jumpers.at[jumpers.at[i]];
        if (lw_shape_holds(end, jumper->ends[0]) || lw_shape_holds(end, jumper->ends[1]))
            return item->layers;
    }
    return 0;
}

/* Layers on which something of the item's net overlaps the disc, a part of the item. */
static lw_layers joined_layers(lw_judge *judge, uint32_t number, lw_shape disc)
{
    const lw_item *item = &judge->items.at[number];
    lw_layers layers =
        jumper_layers(judge, item, disc) | poured_layers(judge, item, disc.points[0]);
    lw_cursor cursor = lw_index_find(judge->copper.index, lw_shape_box(disc));
    for (uint32_t k;
         (item->layers & ~layers) && lw_judge_work(judge, 1) && lw_index_next(&cursor, &k);) {
        const lw_piece *piece = &judge->copper.list.at[k];
        const lw_item *other = &judge->items.at[piece->item];
        if (judge->objects[piece->item] != judge->objects[number] &&
            is_of_net(judge, other, item->net) && (other->layers & item->layers & ~layers) &&
            lw_overlap(disc, piece->shape))
            layers |= other->layers & item->layers;
    }
    return layers;
}

static void judge_track(lw_judge *judge, uint32_t number)
{
    const lw_track *track = lw_judge_track(judge, &judge->items.at[number]);
    bool has_length = track->ends[0].x != track->ends[1].x || track->ends[0].y != track->ends[1].y;
    for (int i = 0; i < 2; i++) {
        lw_shape end = lw_disc(&track->ends[i], track->width / 2);
        if (!has_length || (!joined_layers(judge, number, end) && !judge->full)) {
            lw_judge_one(judge, LW_RULE_DANGLING, number, track->ends[i], 0, 0);
            return;
        }
    }
}

static void judge_via(lw_judge *judge, uint32_t number)
{
    const lw_item *via = &judge->items.at[number];
    lw_layers layers = joined_layers(judge, number, via->shape);
    if (!(layers & (layers - 1)) && !judge->full)
        lw_judge_one(judge, LW_RULE_DANGLING, number, via->at, 0, 0);
}

void lw_judge_dangling(lw_judge *judge)
{
    for (uint32_t i = 0; i < judge->items.count && !judge->full; i++) {
        const lw_item *item = &judge->items.at[i];
        if (item->kind == LW_ITEM_TRACK && lw_judge_new(judge, item))
            judge_track(judge, i);
        else if (item->kind == LW_ITEM_VIA && lw_judge_new(judge, item))
            judge_via(judge, i);
    }
}
