/* Random boards, judged a second time by brute force. */
#include "scene.h"
#include "brute.h"

typedef struct lw_dice {
    uint64_t state;
} lw_dice;

static uint32_t roll(lw_dice *dice, uint32_t sides)
{
    dice->state = dice->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(dice->state >> 33) % sides;
}

static lw_point somewhere(lw_dice *dice, lw_nm step, uint32_t cells)
{
    lw_nm x = (lw_nm)roll(dice, cells) * step;
    return P(x, (lw_nm)roll(dice, cells) * step);
}

static lw_net_id some_net(lw_dice *dice)
{
    return (lw_net_id)roll(dice, NET_COUNT);
}

static lw_layers some_layers(lw_dice *dice)
{
    return 1 + roll(dice, 7);
}

static void some_pad(lw_board *board, lw_dice *dice, lw_nm step, uint32_t cells)
{
    lw_point at = somewhere(dice, step, cells);
    lw_net_id net = roll(dice, 8) ? some_net(dice) : LW_NO_NET;
    uint32_t pad =
        bare_pad(board, net, at, roll(dice, 3) ? 0 : 100000 + 2 * (lw_nm)roll(dice, 50000));
    if (board->pads.at[pad].drill) {
        pad_shape(board, pad, lw_board_layers(board),
                  shape_of(board, &at, 1, false, 150000 + (lw_nm)roll(dice, 100000)));
        return;
    }
    for (uint32_t shapes = 1 + roll(dice, 2); shapes--;) {
        lw_point points[4];
        uint32_t count = 1 + roll(dice, 4);
        for (uint32_t i = 0; i < count; i++) /* a star around the middle: never crosses itself */
            points[i] = P(at.x + (i == 0 || i == 3 ? 1 : -1) * (lw_nm)roll(dice, 300000),
                          at.y + (i < 2 ? 1 : -1) * (lw_nm)roll(dice, 300000));
        pad_shape(board, pad, some_layers(dice),
                  shape_of(board, points, count, count > 2, (lw_nm)roll(dice, 100000)));
    }
}

static lw_track some_track(lw_dice *dice, lw_nm step, uint32_t cells)
{
    lw_point a = somewhere(dice, step, cells), b = somewhere(dice, step, cells);
    b = P(a.x + (b.x - a.x) / 4, a.y + (b.y - a.y) / 4);
    return track_of(some_net(dice), roll(dice, 3), 100000 + 2 * (lw_nm)roll(dice, 50000), a, b);
}

static lw_via some_via(lw_dice *dice, lw_nm step, uint32_t cells)
{
    return (lw_via){.net = some_net(dice),
                    .at = somewhere(dice, step, cells),
                    .diameter = 300000 + 2 * (lw_nm)roll(dice, 100000),
                    .drill = 100000 + 2 * (lw_nm)roll(dice, 50000),
                    .layers = roll(dice, 2) ? 7 : 3};
}

/* Things lie on multiples of `step` within `cells` steps: a coarse step makes things meet. */
static lw_board *random_board(lw_dice *dice, uint32_t things, lw_nm step, uint32_t cells)
{
    lw_board *board = bare_board(3);
    lw_nm side = step * (lw_nm)cells;
    outline_of(board,
               (lw_point[]){P(step, step), P(side / 2, side / 4), P(side, 0), P(side - step, side),
                            P(side / 2, side - step), P(0, side)},
               6);
    outline_of(board,
               (lw_point[]){P(side / 2, side / 2), P(side / 2 + 4 * step, side / 2),
                            P(side / 2, side / 2 + 3 * step)},
               3);
    for (int i = 0; i < LW_KIND_COUNT; i++) {
        for (int j = 0; j <= i; j++)
            board->rules.clearance[i][j] = board->rules.clearance[j][i] = (lw_nm)roll(dice, 300000);
    }
    board->rules.edge = (lw_nm)roll(dice, 400000);
    board->rules.hole = (lw_nm)roll(dice, 400000);
    board->rules.drill = (lw_nm)roll(dice, 400000);
    board->rules.min_width = 150000;
    board->rules.min_drill = 150000;
    board->rules.min_ring = 100000;
    for (uint32_t i = 0; i < things; i++) {
        switch (roll(dice, 6)) {
        case 0:
        case 1:
            some_pad(board, dice, step, cells);
            break;
        case 2:
            old_via(board, some_via(dice, step, cells));
            break;
        case 3:
            if (roll(dice, 4) == 0)
                add_hole(board, somewhere(dice, step, cells), (lw_nm)roll(dice, 500000),
                         roll(dice, 2));
            break;
        default:
            old_track(board, some_track(dice, step, cells));
        }
    }
    return board;
}

/* ---- faults ---- */

/* What a fault is called by both judges. */
typedef struct verdict {
    uint32_t rule, kind_a, a, kind_b, b;
} verdict;

typedef struct verdicts {
    verdict *at;
    size_t count;
} verdicts;

static void tell(verdicts *list, lw_rule rule, const lw_item *a, const lw_item *b)
{
    if (b && (a->kind > b->kind || (a->kind == b->kind && a->index > b->index))) {
        const lw_item *first = b;
        b = a;
        a = first;
    }
    list->at = realloc(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] =
        (verdict){rule, a->kind, a->index, b ? b->kind : 99, b ? b->index : 0};
}

static int by_all(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(verdict));
}

static void sort(verdicts *list, bool unique)
{
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, by_all);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!unique || kept == 0 || by_all(&list->at[kept - 1], &list->at[i]))
            list->at[kept++] = list->at[i];
    }
    list->count = kept;
}

static bool is_copper(const lw_item *item)
{
    return item->kind == LW_ITEM_PAD || item->kind == LW_ITEM_TRACK || item->kind == LW_ITEM_VIA;
}

/* The lowest of the gaps of all pairs of shapes of two things on common layers. */
static real least_gap(lw_item_list items, const lw_item *a, const lw_item *b)
{
    real least = INFINITY;
    for (uint32_t i = 0; i < items.count; i++) {
        const lw_item *x = &items.at[i];
        for (uint32_t j = 0; j < items.count && x->kind == a->kind && x->index == a->index; j++) {
            const lw_item *y = &items.at[j];
            if (y->kind == b->kind && y->index == b->index && (x->layers & y->layers))
                least = fminl(least, brute_gap(x->shape, y->shape));
        }
    }
    return least;
}

static bool is_off_board(const lw_board *board, lw_point at)
{
    bool inside = false;
    for (uint32_t i = 0; i < board->outline.count; i++) {
        lw_shape spot = {.points = &at, .count = 1}, loop = board->outline.at[i];
        loop.filled = false;
        if (brute_gap(spot, loop) <= 0)
            return false;
        lw_point side[2] = {loop.points[loop.count - 1], loop.points[0]};
        if (brute_gap(spot, (lw_shape){.points = side, .count = 2}) <= 0)
            return false;
        loop.filled = true;
        inside ^= brute_inside(at, loop);
    }
    return !inside;
}

static bool item_is_off_board(const lw_board *board, const lw_item *item)
{
    if (item->kind == LW_ITEM_TRACK)
        return is_off_board(board, item->shape.points[0]) ||
               is_off_board(board, item->shape.points[1]);
    return is_off_board(board, item->at);
}

static real drill_gap(const lw_item *a, const lw_item *b)
{
    lw_shape x = {.points = &a->at, .count = 1, .radius = a->drill / 2};
    lw_shape y = {.points = &b->at, .count = 1, .radius = b->drill / 2};
    return brute_gap(a->kind == LW_ITEM_HOLE ? a->shape : x,
                     b->kind == LW_ITEM_HOLE ? b->shape : y);
}

static bool is_drilled(const lw_board *board, const lw_item *item)
{
    if (item->kind == LW_ITEM_HOLE)
        return !board->holes.at[item->index].milled;
    return (item->kind == LW_ITEM_PAD || item->kind == LW_ITEM_VIA) && item->drill;
}

static void judge_pair_by_force(const lw_board *board, lw_item_list items, const lw_item *a,
                                const lw_item *b, verdicts *out)
{
    bool both_drilled = is_drilled(board, a) && is_drilled(board, b);
    bool same_depth = a->kind != LW_ITEM_VIA || b->kind != LW_ITEM_VIA || (a->layers & b->layers);
    if (both_drilled && same_depth && drill_gap(a, b) < board->rules.drill)
        tell(out, LW_RULE_HOLE_TO_HOLE, a, b);
    if (is_copper(b) && !is_copper(a)) {
        const lw_item *swap = a;
        a = b;
        b = swap;
    }
    if (!is_copper(a))
        return;
    if (is_copper(b)) {
        bool apart = a->net != b->net ||
                     (a->net == LW_NO_NET && a->kind == LW_ITEM_PAD && b->kind == LW_ITEM_PAD);
        real gap = apart ? least_gap(items, a, b) : INFINITY;
        if (gap < 1) /* what a nanometre cannot tell apart touches */
            tell(out, LW_RULE_SHORT, a, b);
        else if (gap < board->rules.clearance[lw_item_clearance_kind(a->kind)]
                                             [lw_item_clearance_kind(b->kind)])
            tell(out, LW_RULE_CLEARANCE, a, b);
    } else if (b->kind == LW_ITEM_HOLE && least_gap(items, a, b) < board->rules.hole) {
        tell(out, LW_RULE_HOLE, a, b);
    } else if (b->kind == LW_ITEM_EDGE && !item_is_off_board(board, a) &&
               least_gap(items, a, b) < board->rules.edge) {
        tell(out, LW_RULE_EDGE, a, b);
    }
}

static void judge_one_by_force(const lw_board *board, const lw_item *item, verdicts *out)
{
    if (is_copper(item) && item_is_off_board(board, item))
        tell(out, LW_RULE_OUTSIDE, item, NULL);
    if (item->kind == LW_ITEM_TRACK && board->tracks.at[item->index].width < board->rules.min_width)
        tell(out, LW_RULE_WIDTH, item, NULL);
    if (item->kind != LW_ITEM_VIA)
        return;
    const lw_via *via = &board->vias.at[item->index];
    if (via->drill < board->rules.min_drill)
        tell(out, LW_RULE_DRILL, item, NULL);
    if ((via->diameter - via->drill) / 2.0 < board->rules.min_ring)
        tell(out, LW_RULE_RING, item, NULL);
}

static verdicts judge_by_force(const lw_board *board)
{
    verdicts out = {0};
    lw_item_list items = lw_items_new(board, NULL);
    for (uint32_t i = 0; i < items.count; i++) {
        judge_one_by_force(board, &items.at[i], &out);
        for (uint32_t j = 0; j < i; j++) {
            if (items.at[i].kind != items.at[j].kind || items.at[i].index != items.at[j].index)
                judge_pair_by_force(board, items, &items.at[i], &items.at[j], &out);
        }
    }
    lw_items_free(&items);
    sort(&out, true);
    return out;
}

static verdicts verdicts_of(const lw_report *report)
{
    verdicts out = {0};
    for (uint32_t i = 0; i < report->faults.count; i++) {
        const lw_violation *fault = &report->faults.at[i];
        tell(&out, fault->rule, &fault->a, fault->b.kind == LW_ITEM_KIND_COUNT ? NULL : &fault->b);
    }
    sort(&out, false);
    return out;
}

Test(check, every_pair_is_judged_as_by_brute_force)
{
    size_t told[LW_RULE_COUNT] = {0};
    for (uint64_t seed = 1; seed <= 120; seed++) {
        lw_dice dice = {seed};
        lw_nm step = seed % 3 ? 50000 : 12347;
        lw_board *board = random_board(&dice, 60, step, 10000000 / (uint32_t)step);
        lw_report *report = judge(board, NULL);
        verdicts got = verdicts_of(report), expected = judge_by_force(board);
        cr_expect_eq(got.count, expected.count, "board %d: %zu faults instead of %zu", (int)seed,
                     got.count, expected.count);
        for (size_t i = 0; i < got.count && i < expected.count; i++) {
            verdict *x = &got.at[i], *y = &expected.at[i];
            cr_assert(by_all(x, y) == 0, "board %d: %u %u.%u %u.%u instead of %u %u.%u %u.%u",
                      (int)seed, x->rule, x->kind_a, x->a, x->kind_b, x->b, y->rule, y->kind_a,
                      y->a, y->kind_b, y->b);
            told[x->rule]++;
        }
        free(got.at);
        free(expected.at);
        lw_report_free(report);
        lw_board_free(board);
    }
    for (lw_rule rule = 0; rule < LW_RULE_COUNT; rule++) {
        if (rule != LW_RULE_KEEPOUT && rule != LW_RULE_DANGLING)
            cr_expect_gt(told[rule], 5, "rule %s was put to the test", lw_rule_name(rule));
    }
    no_leaks();
}

/* ---- connectivity ---- */

static bool is_joined(const lw_item *a, const lw_item *b)
{
    if (a->kind == b->kind && a->index == b->index)
        return true;
    real gap = brute_gap(a->shape, b->shape);
    bool flat = a->shape.radius == 0 && b->shape.radius == 0;
    return (a->layers & b->layers) && (gap < 0 || (flat && gap < 1));
}

/* Groups of pads of a net by flooding over all of its items. */
static uint32_t flood(const lw_item *items, uint32_t count, lw_net_id net)
{
    bool *seen = calloc(count, sizeof *seen);
    uint32_t *queue = malloc(count * sizeof *queue), groups = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (seen[i] || items[i].net != net || items[i].kind != LW_ITEM_PAD)
            continue;
        uint32_t head = 0, tail = 0;
        groups++;
        queue[tail++] = i;
        seen[i] = true;
        while (head < tail) {
            const lw_item *at = &items[queue[head++]];
            for (uint32_t j = 0; j < count; j++) {
                if (!seen[j] && items[j].net == net && is_copper(&items[j]) &&
                    is_joined(at, &items[j])) {
                    seen[j] = true;
                    queue[tail++] = j;
                }
            }
        }
    }
    free(queue);
    free(seen);
    return groups;
}

Test(check, nets_are_joined_as_by_flooding)
{
    uint32_t open = 0, joined = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        lw_dice dice = {seed * 77};
        lw_nm step = seed % 3 ? 100000 : 12347;
        lw_board *board =
            random_board(&dice, 10 + roll(&dice, 300), step, 8000000 / (uint32_t)step);
        lw_report *report = judge(board, NULL);
        lw_item_list items = lw_items_new(board, NULL);
        uint32_t sum = 0;
        for (lw_net_id net = 0; net < NET_COUNT; net++) {
            uint32_t groups = flood(items.at, items.count, net);
            cr_expect_eq(report->nets[net].groups, groups, "board %d, net %d: %u not %u", (int)seed,
                         net, report->nets[net].groups, groups);
            sum += groups ? groups - 1 : 0;
            joined += report->nets[net].pads - groups;
        }
        cr_expect_eq(report->open, sum);
        cr_expect_eq(report->ratsnest.count, sum, "a line for each open connection");
        open += sum;
        lw_items_free(&items);
        lw_report_free(report);
        lw_board_free(board);
    }
    cr_expect_gt(open, 500);
    cr_expect_gt(joined, 500);
    no_leaks();
}

/* ---- ratsnest ---- */

/* Length of the least tree over all pads, by Prim. */
static real least_tree(const lw_board *board, lw_net_id net)
{
    uint32_t count = board->nets.at[net].pads.count;
    real *away = malloc(count * sizeof *away), sum = 0;
    for (uint32_t i = 0; i < count; i++)
        away[i] = INFINITY;
    for (uint32_t done = 0, at = 0; done + 1 < count; done++) {
        lw_point p = board->pads.at[board->nets.at[net].pads.at[at]].at;
        away[at] = -1;
        uint32_t next = 0;
        for (uint32_t i = 0; i < count; i++) {
            lw_point q = board->pads.at[board->nets.at[net].pads.at[i]].at;
            if (away[i] >= 0)
                away[i] = fminl(away[i], hypotl((real)p.x - q.x, (real)p.y - q.y));
            if (away[i] >= 0 && (away[next] < 0 || away[i] < away[next]))
                next = i;
        }
        sum += away[next];
        at = next;
    }
    free(away);
    return sum;
}

Test(check, the_ratsnest_is_as_short_as_can_be)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        lw_dice dice = {seed * 13};
        uint32_t cells = seed % 2 ? 12 : 1000; /* the coarse ones have many equal lengths */
        lw_board *board = new_board(1);
        for (uint32_t i = roll(&dice, 200); i--;)
            round_pad(board, GND, somewhere(&dice, MM(1), cells), 1000, LW_LAYER(0));
        lw_report *report = judge(board, NULL);
        real length = 0;
        for (uint32_t i = 0; i < report->ratsnest.count; i++) {
            lw_ratline line = report->ratsnest.at[i];
            length += hypotl((real)line.a.x - line.b.x, (real)line.a.y - line.b.y);
        }
        cr_expect_float_eq((double)length, (double)least_tree(board, GND), 1.0, "board %d",
                           (int)seed);
        lw_report_free(report);
        lw_board_free(board);
    }
}

/* ---- the same bytes ---- */

Test(check, the_report_is_the_same_twice)
{
    lw_dice dice = {5};
    lw_board *board = random_board(&dice, 300, 50000, 300);
    lw_report *a = judge(board, NULL), *b = judge(board, NULL);
    cr_assert_gt(a->faults.count, 100);
    cr_assert_eq(a->faults.count, b->faults.count);
    for (uint32_t i = 0; i < a->faults.count; i++) {
        char x[300], y[300];
        lw_violation_text(board, &a->faults.at[i], x, sizeof x);
        lw_violation_text(board, &b->faults.at[i], y, sizeof y);
        cr_expect_str_eq(x, y);
        cr_expect(i == 0 || a->faults.at[i - 1].rule <= a->faults.at[i].rule, "sorted by rule");
    }
    cr_assert_eq(a->ratsnest.count, b->ratsnest.count);
    if (a->ratsnest.count)
        cr_expect_arr_eq(a->ratsnest.at, b->ratsnest.at,
                         a->ratsnest.count * sizeof *a->ratsnest.at);
    lw_report_free(a);
    lw_report_free(b);
    lw_board_free(board);
}
