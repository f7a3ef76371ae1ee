/*
 * The course of a judgement: items, faults, nets, sums.
 */
#include <stdlib.h>
#include "check/judge.h"

static const char *const rule_names[LW_RULE_COUNT] = {
    [LW_RULE_SHORT] = "short",       [LW_RULE_CLEARANCE] = "clearance",
    [LW_RULE_EDGE] = "edge",         [LW_RULE_OUTSIDE] = "outside",
    [LW_RULE_HOLE] = "hole",         [LW_RULE_HOLE_TO_HOLE] = "hole-to-hole",
    [LW_RULE_KEEPOUT] = "keepout",   [LW_RULE_WIDTH] = "width",
    [LW_RULE_DRILL] = "drill",       [LW_RULE_RING] = "ring",
    [LW_RULE_DANGLING] = "dangling",
};

const char *lw_rule_name(lw_rule rule)
{
    return rule_names[rule];
}

lw_check_options lw_check_options_default(void)
{
    return (lw_check_options){0};
}

/* ---- faults ---- */

/* Items of edges may have points of their own, which go with the list of items. */
static lw_item keep(const lw_judge *judge, uint32_t number, lw_arena *arena)
{
    lw_item item = judge->items.at[number];
    if (item.kind == LW_ITEM_EDGE)
        item.shape.points =
            lw_arena_copy(arena, item.shape.points, item.shape.count, sizeof *item.shape.points);
    return item;
}

static lw_violation violation_of(const lw_judge *judge, const lw_hit *hit, lw_arena *arena)
{
    lw_violation fault = {.rule = hit->rule,
                          .a = judge->items.at[hit->a],
                          .b = {.kind = LW_ITEM_KIND_COUNT, .net = LW_NO_NET},
                          .layers = hit->layers,
                          .at = hit->at,
                          .actual = hit->actual,
                          .required = hit->required};
    if (fault.rule == LW_RULE_CLEARANCE && fault.actual <= 0)
        fault.rule = LW_RULE_SHORT;
    fault.preexisting = !lw_judge_made(judge, &fault.a);
    if (hit->b != LW_NO_ITEM) {
        fault.b = keep(judge, hit->b, arena);
        fault.preexisting = fault.preexisting && !lw_judge_made(judge, &fault.b);
    }
    return fault;
}

static int compare_items(const lw_item *a, const lw_item *b)
{
    LW_COMPARE(a->kind, b->kind);
    LW_COMPARE(a->added, b->added);
    LW_COMPARE(a->index, b->index);
    return 0;
}

static int by_rule_and_place(const void *a, const void *b)
{
    const lw_violation *x = a, *y = b;
    LW_COMPARE(x->rule, y->rule);
    LW_COMPARE(x->at.x, y->at.x);
    LW_COMPARE(x->at.y, y->at.y);
    int order = compare_items(&x->a, &y->a);
    return order ? order : compare_items(&x->b, &y->b);
}

static void report_faults(const lw_judge *judge, lw_report *report)
{
    for (uint32_t i = 0; i < judge->hits.count; i++) {
        lw_violation fault = violation_of(judge, &judge->hits.at[i], report->arena);
        *lw_list_add(report->arena, &report->faults) = fault;
        if (fault.preexisting) {
            report->preexisting++;
        } else {
            report->violations++;
            report->by_rule[fault.rule]++;
        }
    }
    if (report->faults.count)
        qsort(report->faults.at, report->faults.count, sizeof *report->faults.at,
              by_rule_and_place);
    report->cut_short = judge->cut_short;
    report->unfinished = judge->unfinished;
}

/* ---- sums ---- */

static int64_t track_length(const lw_track *track)
{
    return track->arc ? lw_line_length(track->arc, track->arc_count)
                      : lw_distance(track->ends[0], track->ends[1]);
}

/* A net's own vias and length are those that a run made, when there was one. */
static void count_copper(const lw_judge *judge, lw_report *report)
{
    for (uint32_t i = 0; i < judge->items.count; i++) {
        const lw_item *item = &judge->items.at[i];
        bool counts = item->net != LW_NO_NET && lw_judge_made(judge, item);
        if (item->kind == LW_ITEM_VIA) {
            report->vias++;
            if (counts)
                report->nets[item->net].vias++;
        } else if (item->kind == LW_ITEM_TRACK) {
            const lw_track *track = lw_judge_track(judge, item);
            int64_t length = track_length(track);
            lw_nm width = judge->board->classes.at[lw_net_class(judge->board, item->net)].width;
            report->tracks++;
            report->necks += item->added && track->width < width;
            report->length += length;
            if (counts)
                report->nets[item->net].length += length;
        }
    }
    report->jumpers = judge->board->jumpers.count;
}

lw_status lw_check(const lw_board *board, const lw_routes *routes, const lw_check_options *options,
                   lw_report **out, lw_error *err)
{
    (void)err;
    lw_judge judge;
    lw_check_options defaults = lw_check_options_default();
    lw_judge_open(&judge, board, routes, options ? options : &defaults);
    if (!routes && options && options->base)
        lw_judge_compare(&judge, options->base);
    lw_arena *arena = lw_arena_new();
    lw_report *report = LW_NEW(arena, lw_report);
    report->arena = arena;
    report->nets = LW_NEW_MANY(arena, lw_net_report, board->nets.count);
    lw_judge_faults(&judge);
    report_faults(&judge, report);
    lw_judge_nets(&judge, report);
    count_copper(&judge, report);
    lw_judge_close(&judge);
    *out = report;
    return LW_OK;
}

void lw_report_free(lw_report *report)
{
    if (report)
        lw_arena_free(report->arena);
}
