/*
 * The judge of field problems. It walks along each path and looks at the problem alone; who was at
 * a cell before is remembered, and whose pins are where is looked up in a list of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include "base/arena.h"
#include "base/fail.h"
#include "base/heap.h"
#include "leeway/problem.h"

const char *lw_path_rule_name(lw_path_rule rule)
{
    static const char *const names[] = {"ends",  "outside", "blocked", "gap",     "via",
                                        "twice", "overlap", "count",   "unknown", "again"};
    return rule < LW_PATH_RULE_COUNT ? names[rule] : "";
}

static const char *file_fault_text(const lw_path_fault *fault, char *buffer, size_t size)
{
    const char *name = lw_path_rule_name(fault->rule);
    if (fault->rule == LW_PATH_COUNT)
        snprintf(buffer, size, "%s: the file announces %u nets, which is not how many it has", name,
                 fault->other);
    else if (fault->rule == LW_PATH_VIA)
        snprintf(buffer, size, "%s: net %u ends with a via, behind which there is no cell", name,
                 fault->other);
    else
        snprintf(buffer, size, "%s: %s net %u%s", name,
                 fault->rule == LW_PATH_AGAIN ? "here is" : "there is no", fault->other,
                 fault->rule == LW_PATH_AGAIN ? " a second time" : "");
    return buffer;
}

const char *lw_path_fault_text(const lw_problem *problem, const lw_path_fault *fault, char *buffer,
                               size_t size)
{
    static const char *const texts[] = {
        [LW_PATH_ENDS] = "does not lead from one of its pins to the other",
        [LW_PATH_OUTSIDE] = "leaves the field",
        [LW_PATH_BLOCKED] = "comes to a cell that is blocked or another net's pin",
        [LW_PATH_GAP] = "jumps to a cell that is not beside the one before",
        [LW_PATH_VIA] = "changes the layer without a via, or has a via where it does not",
        [LW_PATH_TWICE] = "comes to a cell twice",
        [LW_PATH_OVERLAP] = "comes to a cell of net",
    };
    if (fault->net == LW_NO_WISH)
        return file_fault_text(fault, buffer, size);
    char other[24] = "";
    if (fault->rule == LW_PATH_OVERLAP)
        snprintf(other, sizeof other, " %u", problem->nets.at[fault->other].number);
    snprintf(buffer, size, "%s: net %u %s%s at layer %d, x %d, y %d",
             lw_path_rule_name(fault->rule), problem->nets.at[fault->net].number,
             texts[fault->rule], other, fault->cell.layer + 1, fault->cell.x, fault->cell.y);
    return buffer;
}

/* A net's claim to a place as its pin. */
typedef struct lw_claim {
    size_t place; /* y * cols + x */
    int32_t layer;
    uint32_t net;
} lw_claim;

typedef struct lw_trial {
    const lw_problem *problem;
    lw_solution_report *report;
    lw_claim *claims; /* in order of places */
    size_t claim_count;
    uint32_t *visitor; /* a cell: the last net that came, from 1 */
} lw_trial;

static void note(lw_trial *trial, lw_path_fault fault)
{
    lw_solution_report *report = trial->report;
    report->violations++;
    report->by_rule[fault.rule]++;
    if (report->faults.count < LW_PATH_FAULTS_MOST)
        *lw_list_add(report->arena, &report->faults) = fault;
}

static void blame(lw_trial *trial, lw_path_rule rule, uint32_t net, uint32_t other,
                  lw_path_cell cell)
{
    note(trial, (lw_path_fault){rule, net, other, cell});
}

/* ---- pins ---- */

static int by_place(const void *a, const void *b)
{
    const lw_claim *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static size_t place_of(const lw_problem *problem, int32_t x, int32_t y)
{
    return lw_problem_cell(problem, x, y, 0);
}

static void collect_claims(lw_trial *trial)
{
    const lw_problem *problem = trial->problem;
    trial->claims = lw_alloc((size_t)problem->nets.count * 2, sizeof *trial->claims);
    for (uint32_t i = 0; i < problem->nets.count; i++)
        for (int p = 0; p < 2; p++) {
            lw_pin pin = problem->nets.at[i].pin[p];
            trial->claims[trial->claim_count++] =
                (lw_claim){place_of(problem, pin.x, pin.y), pin.layer, i};
        }
    if (trial->claim_count > 0)
        qsort(trial->claims, trial->claim_count, sizeof *trial->claims, by_place);
}

/* The first claim that is not before the place. */
static size_t first_claim(const lw_trial *trial, size_t place)
{
    size_t low = 0, high = trial->claim_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (trial->claims[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef enum lw_pin_relation { NO_PIN, OWN_PIN, FOREIGN_PIN } lw_pin_relation;

static lw_pin_relation pin_at(const lw_trial *trial, lw_path_cell cell, uint32_t net)
{
    size_t place = place_of(trial->problem, cell.x, cell.y);
    lw_pin_relation relation = NO_PIN;
    for (size_t i = first_claim(trial, place);
         i < trial->claim_count && trial->claims[i].place == place; i++) {
        const lw_claim *claim = &trial->claims[i];
        if (claim->layer != LW_EVERY_LAYER && claim->layer != cell.layer)
            continue;
        if (claim->net == net)
            return OWN_PIN;
        relation = FOREIGN_PIN;
    }
    return relation;
}

static bool is_at(lw_pin pin, lw_path_cell cell)
{
    return pin.x == cell.x && pin.y == cell.y &&
           (pin.layer == LW_EVERY_LAYER || pin.layer == cell.layer);
}

/* ---- a path ---- */

static bool is_inside(const lw_problem *problem, lw_path_cell cell)
{
    return cell.x >= 0 && cell.x < problem->cols && cell.y >= 0 && cell.y < problem->rows &&
           cell.layer >= 0 && cell.layer < problem->layers;
}

static void judge_cell(lw_trial *trial, uint32_t net, lw_path_cell cell)
{
    const lw_problem *problem = trial->problem;
    lw_path_sum *sum = &trial->report->paths[net];
    sum->cells++;
    if (!is_inside(problem, cell)) {
        sum->cost++;
        blame(trial, LW_PATH_OUTSIDE, net, 0, cell);
        return;
    }
    size_t at = lw_problem_cell(problem, cell.x, cell.y, cell.layer);
    sum->cost += problem->cost[at] ? problem->cost[at] : 1;
    lw_pin_relation relation = pin_at(trial, cell, net);
    if (relation == FOREIGN_PIN || (relation == NO_PIN && problem->cost[at] == 0))
        blame(trial, LW_PATH_BLOCKED, net, 0, cell);
    uint32_t visitor = trial->visitor[at];
    if (visitor == net + 1)
        blame(trial, LW_PATH_TWICE, net, 0, cell);
    else if (visitor > 0 && relation == NO_PIN)
        blame(trial, LW_PATH_OVERLAP, net, visitor - 1, cell);
    trial->visitor[at] = net + 1;
}

/* A step in a layer, as a unit vector; 0, 0 for none. */
typedef struct lw_heading {
    int64_t dx, dy;
} lw_heading;

static lw_heading judge_step(lw_trial *trial, uint32_t net, lw_path_cell from, lw_path_cell to,
                             lw_heading before)
{
    lw_path_sum *sum = &trial->report->paths[net];
    lw_heading step = {(int64_t)to.x - from.x, (int64_t)to.y - from.y};
    int32_t climb = to.layer - from.layer;
    bool still = step.dx == 0 && step.dy == 0;
    if (to.via != (climb != 0))
        blame(trial, LW_PATH_VIA, net, 0, to);
    if (climb != 0) {
        sum->vias++;
        sum->cost += trial->problem->via;
        if (!still || llabs(climb) != 1)
            blame(trial, LW_PATH_GAP, net, 0, to);
        return (lw_heading){0, 0};
    }
    if (llabs(step.dx) + llabs(step.dy) > 1)
        blame(trial, LW_PATH_GAP, net, 0, to);
    bool turns = step.dx != before.dx || step.dy != before.dy;
    if (turns && !still && (before.dx != 0 || before.dy != 0)) {
        sum->bends++;
        sum->cost += trial->problem->bend;
    }
    return step;
}

static void judge_ends(lw_trial *trial, uint32_t net, const lw_path *path)
{
    const lw_pin *pin = trial->problem->nets.at[net].pin;
    lw_path_cell first = path->cells[0], last = path->cells[path->count - 1];
    bool right = (is_at(pin[0], first) && is_at(pin[1], last)) ||
                 (is_at(pin[1], first) && is_at(pin[0], last));
    if (!right)
        blame(trial, LW_PATH_ENDS, net, 0,
              is_at(pin[0], first) || is_at(pin[1], first) ? last : first);
}

static void judge_path(lw_trial *trial, uint32_t net, const lw_path *path)
{
    lw_heading heading = {0, 0};
    if (path->count == 0)
        return;
    trial->report->routed++;
    judge_ends(trial, net, path);
    if (path->cells[0].via)
        blame(trial, LW_PATH_VIA, net, 0, path->cells[0]);
    for (uint32_t i = 0; i < path->count; i++) {
        if (i > 0)
            heading = judge_step(trial, net, path->cells[i - 1], path->cells[i], heading);
        judge_cell(trial, net, path->cells[i]);
    }
}

static void add_up(lw_solution_report *report)
{
    for (uint32_t i = 0; i < report->nets; i++) {
        report->sum.cost += report->paths[i].cost;
        report->sum.cells += report->paths[i].cells;
        report->sum.bends += report->paths[i].bends;
        report->sum.vias += report->paths[i].vias;
    }
}

lw_status lw_solution_check(const lw_problem *problem, const lw_solution *solution,
                            lw_solution_report **out, lw_error *err)
{
    lw_trial trial = {.problem = problem};
    *out = NULL;
    trial.visitor =
        lw_try_alloc(lw_problem_cell(problem, 0, 0, problem->layers), sizeof *trial.visitor);
    if (!trial.visitor)
        return lw_fail(err, LW_ERR_MEMORY, problem->path, 0, 0, "no memory for the judge");
    lw_arena *arena = lw_arena_new();
    trial.report = LW_NEW(arena, lw_solution_report);
    trial.report->arena = arena;
    trial.report->nets = problem->nets.count;
    trial.report->paths = LW_NEW_MANY(arena, lw_path_sum, problem->nets.count);
    collect_claims(&trial);
    for (uint32_t i = 0; i < solution->faults.count; i++)
        note(&trial, solution->faults.at[i]);
    for (uint32_t i = 0; i < problem->nets.count; i++)
        judge_path(&trial, i, &solution->paths[i]);
    add_up(trial.report);
    free(trial.claims);
    free(trial.visitor);
    *out = trial.report;
    return LW_OK;
}

void lw_solution_report_free(lw_solution_report *report)
{
    if (report)
        lw_arena_free(report->arena);
}
