#include "wave/directed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include "check_leaks.h"
#include "random.h"

/* A field by chance: prices 1 .. 9 or closed, a rim around. */
typedef struct priced_field {
    lw_priced f;
    uint32_t *price;
    int32_t cols, rows, nodes;
} priced_field;

static priced_field field_of(uint64_t *seed)
{
    static const uint32_t prices[] = {0, 1, 2, 5, 20};
    priced_field p = {.cols = (int32_t)random_between(seed, 1, 7),
                      .rows = (int32_t)random_between(seed, 1, 7)};
    p.f = (lw_priced){.stride = p.cols + 2,
                      .plane = (p.cols + 2) * (p.rows + 2),
                      .layers = (int32_t)random_between(seed, 1, 3),
                      .least = 1,
                      .most = 9,
                      .bend = prices[random_between(seed, 0, 4)],
                      .via = prices[random_between(seed, 0, 4)]};
    p.nodes = p.f.plane * p.f.layers;
    p.price = calloc((size_t)p.nodes, sizeof *p.price);
    p.f.price = p.price;
    int64_t dear = random_between(seed, 1, 9), clutter = random_between(seed, 0, 4);
    for (int32_t layer = 0; layer < p.f.layers; layer++)
        for (int32_t row = 1; row <= p.rows; row++)
            for (int32_t col = 1; col <= p.cols; col++)
                p.price[layer * p.f.plane + row * p.f.stride + col] =
                    random_between(seed, 0, 9) < clutter ? 0
                                                         : (uint32_t)random_between(seed, 1, dear);
    return p;
}

static lw_stand stand_by_chance(uint64_t *seed, const priced_field *p)
{
    lw_stand stand;
    stand.place = (int32_t)(random_between(seed, 1, p->rows) * p->f.stride +
                            random_between(seed, 1, p->cols));
    stand.first = (int32_t)random_between(seed, 0, p->f.layers - 1);
    stand.last = (int32_t)random_between(seed, stand.first, p->f.layers - 1);
    return stand;
}

enum { MOVES = 6, NONE = 6, NEVER = 1 << 30 };

/* Whether a path may go by `next` after `last`, and what that costs beside the node. */
static int64_t extra(const lw_priced *f, int last, int next)
{
    bool in_layer = next < 4;
    if (!in_layer)
        return last >= 4 && last < NONE && last != next ? NEVER : f->via;
    return last < 4 && last != next ? f->bend : 0;
}

/* Costs of all states, node * 7 + move, until nothing changes any more. */
static int64_t brute(const priced_field *p, const lw_errand *errand)
{
    const lw_priced *f = &p->f;
    const int32_t step[MOVES] = {1, f->stride, -1, -f->stride, f->plane, -f->plane};
    int64_t *cost = malloc((size_t)p->nodes * 7 * sizeof *cost);
    for (int32_t i = 0; i < p->nodes * 7; i++)
        cost[i] = NEVER;
    for (int32_t layer = errand->from.first; layer <= errand->from.last; layer++) {
        int32_t node = errand->from.place + layer * f->plane;
        if (f->price[node] > 0)
            cost[node * 7 + NONE] = f->price[node];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t node = 0; node < p->nodes; node++)
            for (int last = 0; last <= NONE; last++)
                for (int next = 0; next < MOVES && cost[node * 7 + last] < NEVER; next++) {
                    int32_t to = node + step[next];
                    if (to < 0 || to >= p->nodes || f->price[to] == 0)
                        continue;
                    int64_t sum = cost[node * 7 + last] + extra(f, last, next) + f->price[to];
                    if (sum < cost[to * 7 + next]) {
                        cost[to * 7 + next] = sum;
                        changed = true;
                    }
                }
    }
    int64_t least = NEVER;
    for (int32_t layer = errand->to.first; layer <= errand->to.last; layer++)
        for (int last = 0; last <= NONE; last++) {
            int64_t c = cost[(errand->to.place + layer * f->plane) * 7 + last];
            least = c < least ? c : least;
        }
    free(cost);
    return least;
}

/* What the path costs, or -1 when it is none from here to there without a node twice. */
static int64_t cost_of(const priced_field *p, const lw_errand *errand, const lw_trail *trail)
{
    const lw_priced *f = &p->f;
    const int32_t step[MOVES] = {1, f->stride, -1, -f->stride, f->plane, -f->plane};
    int32_t first = trail->nodes[0], end = trail->nodes[trail->count - 1];
    int64_t cost = f->price[first];
    int last = NONE;
    if (first % f->plane != errand->from.place || end % f->plane != errand->to.place ||
        first / f->plane < errand->from.first || first / f->plane > errand->from.last ||
        end / f->plane < errand->to.first || end / f->plane > errand->to.last)
        return -1;
    for (uint32_t i = 1; i < trail->count; i++) {
        int next = 0;
        while (next < MOVES && trail->nodes[i] - trail->nodes[i - 1] != step[next])
            next++;
        if (next == MOVES || f->price[trail->nodes[i]] == 0)
            return -1;
        cost += extra(f, last, next) + f->price[trail->nodes[i]];
        last = next;
        for (uint32_t k = 0; k < i; k++)
            if (trail->nodes[k] == trail->nodes[i])
                return -1;
    }
    return cost;
}

Test(directed, finds_the_cheapest_path_of_random_fields)
{
    uint64_t seed = 1;
    int found = 0, cut = 0;
    for (int round = 0; round < 4000; round++) {
        priced_field p = field_of(&seed);
        lw_directed *space = lw_directed_new(&p.f);
        for (int i = 0; i < 4; i++) {
            lw_errand errand = {.from = stand_by_chance(&seed, &p),
                                .to = stand_by_chance(&seed, &p),
                                .most = UINT32_MAX};
            int64_t least = brute(&p, &errand);
            lw_trail trail = lw_directed_find(space, &p.f, &errand);
            cr_assert_eq(trail.count > 0, least < NEVER, "round %d.%d", round, i);
            if (trail.count == 0)
                continue;
            found++;
            cr_assert_eq(trail.cost, least, "round %d.%d: %u, not %lld", round, i, trail.cost,
                         (long long)least);
            int64_t cost = cost_of(&p, &errand, &trail);
            bool loops_pay = p.f.bend > 2 * (p.f.via + p.f.least);
            cr_assert(cost == least || (loops_pay && cost > least), "round %d.%d: %lld, not %lld",
                      round, i, (long long)cost, (long long)least);
            cut += cost > least;
        }
        lw_directed_free(space);
        free(p.price);
    }
    cr_expect_gt(found, 8000);
    cr_expect_lt(cut, found / 100);
    lw_test_no_leaks();
}

Test(directed, a_limit_of_cost_keeps_only_dearer_paths_away)
{
    uint64_t seed = 2;
    for (int round = 0; round < 500; round++) {
        priced_field p = field_of(&seed);
        lw_directed *space = lw_directed_new(&p.f);
        lw_errand errand = {.from = stand_by_chance(&seed, &p),
                            .to = stand_by_chance(&seed, &p),
                            .most = UINT32_MAX};
        lw_trail any = lw_directed_find(space, &p.f, &errand);
        if (any.count > 0) {
            errand.most = any.cost;
            cr_assert_gt(lw_directed_find(space, &p.f, &errand).count, 0, "round %d", round);
            errand.most = any.cost - 1;
            cr_assert_eq(lw_directed_find(space, &p.f, &errand).count, 0, "round %d", round);
        }
        lw_directed_free(space);
        free(p.price);
    }
    lw_test_no_leaks();
}

static bool always(void *context)
{
    ++*(int *)context;
    return true;
}

Test(directed, stops_when_asked)
{
    int32_t side = 400, asked = 0;
    lw_priced f = {
        .stride = side + 2, .plane = (side + 2) * (side + 2), .layers = 1, .least = 1, .most = 1};
    uint32_t *price = calloc((size_t)f.plane, sizeof *price);
    f.price = price;
    for (int32_t row = 1; row <= side; row++)
        for (int32_t col = 1; col <= side; col++)
            price[row * f.stride + col] = 1;
    /* The target is walled in, so all else is searched. */
    int32_t target = side * f.stride + side;
    price[target - 1] = price[target - f.stride] = 0;
    lw_directed *space = lw_directed_new(&f);
    lw_errand errand = {.from = {f.stride + 1, 0, 0},
                        .to = {target, 0, 0},
                        .most = UINT32_MAX,
                        .stop = always,
                        .context = &asked};
    lw_trail trail = lw_directed_find(space, &f, &errand);
    cr_expect(trail.stopped);
    cr_expect_eq(trail.count, 0);
    cr_expect_eq(asked, 1);
    lw_directed_free(space);
    free(price);
    lw_test_no_leaks();
}
