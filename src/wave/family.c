#include "leeway/family.h"

#include <stdlib.h>
#include <string.h>
#include "wave/attempt.h"

/* In the order in which they are taught. */
static const struct {
    lw_algorithm about;
    lw_attempt_function *attempt;
} family[] = {
    {{"lee", "Lee's wave", "Lee 1961", "labels 0, 1, 2 ... outward, then back along falling labels",
      LW_PROMISE_STEPS, true},
     lw_lee},
    {{"double", "Lee's wave from both ends", "Pohl 1971",
      "two waves; the one with the smaller frontier moves on, until they touch", LW_PROMISE_STEPS,
      true},
     lw_lee_double},
    {{"akers-123", "Akers' code 1,2,3", "Akers 1967",
      "Lee's wave, but with labels 1, 2, 3, 1, 2, 3 ...: 3 bits a cell", LW_PROMISE_STEPS, true},
     lw_akers_123},
    {{"akers-1122", "Akers' code 1,1,2,2", "Akers 1967",
      "Lee's wave, but with labels 1, 1, 2, 2, 1, 1 ...: 2 bits a cell", LW_PROMISE_STEPS, true},
     lw_akers_1122},
    {{"akers-1221", "The code 1,2,2,1", "after Akers 1967",
      "Akers' 1, 1, 2, 2 begun one place later: as good", LW_PROMISE_STEPS, true},
     lw_akers_1221},
    {{"direction", "Coding by direction", "Rubin 1974",
      "each cell notes where the wave came from: 3 bits, and a way back without a search",
      LW_PROMISE_STEPS, true},
     lw_direction},
    {{"breadth", "Breadth first, with a queue", "Moore 1959",
      "the cells of a step are taken first come, first served", LW_PROMISE_STEPS, true},
     lw_breadth},
    {{"breadth-set", "Breadth first, with a set", "Moore 1959",
      "the cells of a step are taken in any order: the same labels", LW_PROMISE_STEPS, true},
     lw_breadth_set},
    {{"depth", "Depth first", "Trémaux 1882",
      "on to any neighbour not yet visited, else one back: a way, not the shortest",
      LW_PROMISE_NONE, true},
     lw_depth},
    {{"sweep", "Sweeps in one direction", "Rosenfeld and Pfaltz 1966",
      "row by row, each cell takes its neighbours' least label + 1, until nothing changes",
      LW_PROMISE_STEPS, true},
     lw_sweep},
    {{"sweep-4", "Sweeps in four directions", "Zhao 2005",
      "the same with four alternating directions", LW_PROMISE_STEPS, true},
     lw_sweep_4},
    {{"bresenham", "The straight line", "Bresenham 1965",
      "a line on the grid; fails at the first obstacle", LW_PROMISE_NONE, false},
     lw_bresenham},
    {{"greedy", "Greedy", "Finn 1987",
      "to the neighbour nearest to the target; fails in a dead end", LW_PROMISE_NONE, false},
     lw_greedy},
    {{"greedy-round", "Greedy around obstacles", "Lumelsky and Stepanov 1987",
      "greedy, and with a hand on the obstacle around it: a way, not the shortest", LW_PROMISE_NONE,
      true},
     lw_greedy_round},
    {{"weighted", "Weighted wave", "Dijkstra 1959, Dial 1969",
      "always goes on from the cheapest cell; back by the smallest sum of value and step",
      LW_PROMISE_COSTS, true},
     lw_weighted_run},
    {{"weighted-value", "Weighted wave, back by value", "a common mistake",
      "the same values, but back to the neighbour of the smallest: a dearer path", LW_PROMISE_NONE,
      true},
     lw_weighted_value},
    {{"valuation", "One valuation, many targets", "Dijkstra 1959",
      "values every cell once, then answers any number of targets", LW_PROMISE_COSTS, true},
     lw_valuation_run},
    {{"graph", "The wave over a graph", "Dijkstra 1959",
      "the map as adjacency lists: the wave needs no rows and columns", LW_PROMISE_COSTS, true},
     lw_graph_run},
    {{"best-first", "Best first", "Doran and Michie 1966",
      "always goes on from the cell that seems nearest to the target", LW_PROMISE_NONE, true},
     lw_best_first},
    {{"astar", "A*", "Hart, Nilsson and Raphael 1968",
      "the weighted wave aimed: value and estimate of what is left together", LW_PROMISE_COSTS,
      true},
     lw_astar},
    {{"hadlock", "Hadlock's detours", "Hadlock 1977",
      "labels with detours instead of lengths: straight ahead until hindered", LW_PROMISE_STEPS,
      true},
     lw_hadlock},
    {{"soukup", "Soukup's wave", "Soukup 1978",
      "Lee's wave, but lines are run towards the target wherever they lead nearer", LW_PROMISE_NONE,
      true},
     lw_soukup},
    {{"mikami", "Mikami and Tabuchi's lines", "Mikami and Tabuchi 1968",
      "lines from both ends, through all cells of lines, until two meet", LW_PROMISE_NONE, true},
     lw_mikami},
    {{"hightower", "Hightower's escape points", "Hightower 1969",
      "lines from both ends, through one escape point after the other", LW_PROMISE_NONE, false},
     lw_hightower},
    {{"iterative", "Iterative deepening A*", "Korf 1985",
      "depth first within a bound that rises: remembers its path and no more", LW_PROMISE_COSTS,
      true},
     lw_iterative},
    {{"bends", "Weighted wave with bends", "Dijkstra 1959, on states",
      "a state is a cell and the step that led to it, so bends cost right", LW_PROMISE_BENDS, true},
     lw_bends},
    {{"bends-naive", "Bends without their state", "a common mistake",
      "adds bends to the one way that each cell keeps: a dearer path", LW_PROMISE_NONE, true},
     lw_bends_naive},
};

size_t lw_algorithm_count(void)
{
    return sizeof family / sizeof *family;
}

const lw_algorithm *lw_algorithm_at(size_t index)
{
    return &family[index].about;
}

const lw_algorithm *lw_algorithm_named(const char *name)
{
    for (size_t i = 0; i < lw_algorithm_count(); i++)
        if (strcmp(family[i].about.name, name) == 0)
            return &family[i].about;
    return NULL;
}

const char *lw_outcome_name(lw_outcome outcome)
{
    static const char *const names[LW_OUTCOME_COUNT] = {
        [LW_FOUND] = "found",     [LW_UNREACHABLE] = "unreachable", [LW_FAILED] = "failed",
        [LW_GAVE_UP] = "gave up", [LW_TOO_LARGE] = "too large",     [LW_UNFIT] = "does not fit"};
    return names[outcome];
}

/* What the path really is; and the observer sees it. */
static void finish(lw_attempt *attempt, const lw_algorithm *algorithm)
{
    lw_trial *trial = attempt->trial;
    trial->path = lw_map_judge(attempt->map, trial->cells, trial->count);
    trial->optimal = (int)algorithm->promise > (int)lw_map_demands(attempt->map);
    lw_attempt_tell_path(attempt);
}

/* What a walker walked before it failed is no path. */
static void drop_path(lw_trial *trial)
{
    free(trial->cells);
    trial->cells = NULL;
    trial->count = 0;
}

static bool is_free(const lw_map *map, int32_t cell)
{
    return map->cost[cell] != 0;
}

lw_status lw_algorithm_try(const lw_algorithm *algorithm, const lw_map *map, const lw_query *query,
                           lw_trial *trial, lw_error *err)
{
    *trial = (lw_trial){.outcome = LW_UNREACHABLE};
    lw_status status = lw_attempt_may(map, query, err);
    if (status)
        return status;
    if (!is_free(map, query->from) || !is_free(map, query->to))
        return LW_OK;
    lw_attempt attempt = {
        .map = map, .query = query, .trial = trial, .from = query->from, .to = query->to};
    size_t index = 0;
    while (&family[index].about != algorithm)
        index++;
    family[index].attempt(&attempt);
    lw_attempt_end(&attempt);
    if (trial->outcome == LW_FOUND)
        finish(&attempt, algorithm);
    else
        drop_path(trial);
    return LW_OK;
}

void lw_trial_free(lw_trial *trial)
{
    free(trial->cells);
    *trial = (lw_trial){0};
}
