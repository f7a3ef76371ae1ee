/*
 * A student's way, graded. It is walked along cell by cell, and each cell is judged by the map
 * alone. A drawing does not say in which order its cells are walked: the way is the shortest one
 * that the marked cells have, and what lies beside it is stray.
 */
#include "lesson/way.h"

#include <stdlib.h>
#include "base/fail.h"
#include "base/heap.h"
#include "leeway/io.h"

const char *lw_verdict_name(lw_verdict verdict)
{
    static const char *const names[] = {"right", "incomplete", "wrong"};
    return verdict < LW_VERDICT_COUNT ? names[verdict] : "";
}

bool lw_map_has(const lw_map *map, lw_map_spot at)
{
    return at.x >= 0 && at.x < map->cols && at.y >= 0 && at.y < map->rows && at.layer >= 0 &&
           at.layer < map->layers;
}

static int32_t cell_of(const lw_map *map, const lw_mark *mark)
{
    return lw_map_cell(map, mark->at.x, mark->at.y, mark->at.layer);
}

/* ---- the order of a drawing ---- */

typedef struct drawing {
    const lw_lesson *lesson;
    lw_way *way;
    uint32_t *mark;  /* a cell: the index of its mark, + 1 */
    int32_t *before; /* a mark: the one before it, or itself at the start; -1: not reached */
    uint32_t *queue; /* of marks */
    uint32_t reached;
} drawing;

/* Labels marks as a wave through them does. */
static void flood(drawing *d, const lw_marks *marks)
{
    const lw_map *map = d->lesson->map;
    uint32_t start = d->mark[d->lesson->from] - 1;
    for (uint32_t i = 0; i < marks->count; i++)
        d->before[i] = -1;
    d->before[start] = (int32_t)start;
    d->queue[d->reached++] = start;
    for (uint32_t first = 0; first < d->reached; first++) {
        lw_map_step steps[LW_MAP_STEPS_MOST];
        int32_t cell = cell_of(map, &marks->at[d->queue[first]]);
        int count = map->cost[cell] ? lw_map_steps(map, cell, steps) : 0;
        for (int i = 0; i < count; i++) {
            uint32_t mark = d->mark[steps[i].cell];
            if (mark == 0 || d->before[mark - 1] >= 0)
                continue;
            d->before[mark - 1] = (int32_t)d->queue[first];
            d->queue[d->reached++] = mark - 1;
        }
    }
}

/* The marks that lead to one, from the start. */
static lw_marks trace_back(const drawing *d, const lw_marks *marks, uint32_t last)
{
    lw_marks way = {0}, turned = {0};
    for (uint32_t i = last;; i = (uint32_t)d->before[i]) {
        *lw_list_add(d->way->arena, &turned) = marks->at[i];
        if (d->before[i] == (int32_t)i)
            break;
    }
    for (uint32_t i = turned.count; i-- > 0;)
        *lw_list_add(d->way->arena, &way) = turned.at[i];
    return way;
}

/* Marks beside the way. */
static void blame_rest(drawing *d, const lw_marks *marks, const lw_marks *way)
{
    const lw_map *map = d->lesson->map;
    for (uint32_t i = 0; i < way->count; i++)
        d->mark[cell_of(map, &way->at[i])] = 0;
    d->mark[d->lesson->from] = d->mark[d->lesson->to] = 0; /* marked or not */
    for (uint32_t i = 0; i < marks->count; i++) {
        int32_t cell = cell_of(map, &marks->at[i]);
        if (d->mark[cell])
            lw_way_blame(d->way, map->cost[cell] ? LW_WAY_STRAY : LW_WAY_BLOCKED, &marks->at[i]);
    }
}

/* The way that the marks are; where they do not lead to the target, as far as they lead. */
static lw_marks find_order(drawing *d, const lw_marks *marks)
{
    flood(d, marks);
    uint32_t target = d->mark[d->lesson->to] - 1;
    bool found = d->before[target] >= 0;
    bool empty = !found && d->reached == 1 && marks->count <= 2;
    lw_marks way = {0};
    if (!empty)
        way = trace_back(d, marks, found ? target : d->queue[d->reached - 1]);
    blame_rest(d, marks, &way);
    return way;
}

static lw_status put_in_order(const lw_lesson *lesson, lw_way *way, lw_marks *marks, lw_error *err)
{
    drawing d = {.lesson = lesson, .way = way};
    d.mark = lw_try_alloc((size_t)lw_map_size(lesson->map), sizeof *d.mark);
    d.before = lw_try_alloc(marks->count, sizeof *d.before);
    d.queue = lw_try_alloc(marks->count, sizeof *d.queue);
    lw_status status = LW_OK;
    if (!d.mark || !d.before || !d.queue)
        status = lw_fail(err, LW_ERR_MEMORY, lesson->path, 0, 0, "no memory to grade the way");
    for (uint32_t i = 0; i < marks->count && !status; i++)
        d.mark[cell_of(lesson->map, &marks->at[i])] = i + 1;
    if (!status)
        *marks = find_order(&d, marks);
    free(d.mark);
    free(d.before);
    free(d.queue);
    return status;
}

/* ---- judging ---- */

static bool leads(const lw_map *map, int32_t from, int32_t to)
{
    lw_map_step steps[LW_MAP_STEPS_MOST];
    int count = lw_map_steps(map, from, steps);
    for (int i = 0; i < count; i++)
        if (steps[i].cell == to)
            return true;
    return false;
}

/* The cell, or -1 where it is outside or blocked. */
static int32_t judge_cell(const lw_lesson *lesson, lw_way *way, const lw_mark *mark, lw_walk walk,
                          uint8_t *seen)
{
    if (!lw_map_has(lesson->map, mark->at)) {
        lw_way_blame(way, LW_WAY_OUTSIDE, mark);
        return -1;
    }
    int32_t cell = cell_of(lesson->map, mark);
    if (seen[cell] && walk == LW_WALK_ONCE)
        lw_way_blame(way, LW_WAY_TWICE, mark);
    seen[cell] = 1;
    if (lesson->map->cost[cell])
        return cell;
    lw_way_blame(way, LW_WAY_BLOCKED, mark);
    return -1;
}

static void judge_ends(const lw_lesson *lesson, lw_way *way, const lw_marks *marks,
                       const int32_t *cells)
{
    int32_t first = cells[0], last = cells[marks->count - 1];
    bool begins = first == lesson->from || first == lesson->to;
    bool ends = last == (first == lesson->to ? lesson->from : lesson->to);
    if (!begins)
        lw_way_blame(way, LW_WAY_ENDS, &marks->at[0]);
    if (!ends && (begins || last != lesson->from))
        lw_way_blame(way, LW_WAY_ENDS, &marks->at[marks->count - 1]);
}

/* What steps cost may depend on where they lead. */
static void turn_to_target(const lw_lesson *lesson, int32_t *cells, uint32_t count)
{
    if (cells[0] == lesson->from || cells[0] != lesson->to)
        return;
    for (uint32_t a = 0, b = count; a + 1 < b; a++) {
        int32_t cell = cells[a];
        cells[a] = cells[--b];
        cells[b] = cell;
    }
}

static void judge_marks(const lw_lesson *lesson, lw_way *way, const lw_marks *marks, int32_t *cells,
                        lw_walk walk, uint8_t *seen)
{
    for (uint32_t i = 0; i < marks->count; i++) {
        cells[i] = judge_cell(lesson, way, &marks->at[i], walk, seen);
        bool both = i > 0 && cells[i] >= 0 && cells[i - 1] >= 0 && cells[i] != cells[i - 1];
        if (both && !leads(lesson->map, cells[i - 1], cells[i]))
            lw_way_blame(way, LW_WAY_GAP, &marks->at[i]);
    }
    judge_ends(lesson, way, marks, cells);
    if (way->violations > 0)
        return;
    turn_to_target(lesson, cells, marks->count);
    way->path = lw_map_judge(lesson->map, cells, marks->count);
}

static lw_status judge(const lw_lesson *lesson, lw_way *way, const lw_marks *marks, lw_walk walk,
                       lw_error *err)
{
    if (marks->count == 0)
        return LW_OK;
    int32_t *cells = lw_try_alloc(marks->count, sizeof *cells);
    uint8_t *seen = lw_try_alloc((size_t)lw_map_size(lesson->map), 1);
    lw_status status = LW_OK;
    if (cells && seen)
        judge_marks(lesson, way, marks, cells, walk, seen);
    else
        status = lw_fail(err, LW_ERR_MEMORY, lesson->path, 0, 0, "no memory to grade the way");
    free(cells);
    free(seen);
    return status;
}

/* ---- the best ---- */

static lw_status find_best(const lw_lesson *lesson, lw_way *way, lw_error *err)
{
    lw_trial trial;
    lw_query query = {.from = lesson->from, .to = lesson->to};
    lw_status status =
        lw_algorithm_try(lw_algorithm_named("bends"), lesson->map, &query, &trial, err);
    if (status)
        return status;
    way->outcome = trial.outcome;
    way->best = trial.path.cost;
    lw_trial_free(&trial);
    return LW_OK;
}

static void reach_verdict(lw_way *way)
{
    bool none = way->count == 0, no_way = way->outcome == LW_UNREACHABLE;
    bool joined = none ? no_way : way->by_rule[LW_WAY_ENDS] == 0;
    way->verdict = way->violations > 0 ? LW_VERDICT_WRONG
                   : joined            ? LW_VERDICT_RIGHT
                                       : LW_VERDICT_INCOMPLETE;
    if (way->verdict == LW_VERDICT_RIGHT && !none && way->outcome == LW_FOUND)
        way->excess = way->path.cost - way->best;
}

static lw_status grade(const lw_lesson *lesson, lw_way *way, const lw_marks *marks, lw_walk walk,
                       lw_error *err)
{
    way->count = marks->count;
    lw_status status = judge(lesson, way, marks, walk, err);
    if (!status)
        status = find_best(lesson, way, err);
    if (!status)
        reach_verdict(way);
    return status;
}

static lw_status read(const lw_lesson *lesson, const lw_lesson_text *text, lw_way *way,
                      lw_marks *marks, lw_error *err)
{
    way->drawn = !lw_way_is_list(lesson, text);
    lw_status status = way->drawn ? lw_way_read_drawing(lesson, text, way, marks, err)
                                  : lw_way_read_cells(text, way, marks, err);
    return !status && way->drawn ? put_in_order(lesson, way, marks, err) : status;
}

lw_way *lw_way_new(void)
{
    lw_arena *arena = lw_arena_new();
    lw_way *way = LW_NEW(arena, lw_way);
    way->arena = arena;
    return way;
}

static lw_status hand_out(lw_status status, lw_way *way, lw_way **out)
{
    *out = status ? NULL : way;
    if (status)
        lw_way_free(way);
    return status;
}

lw_status lw_way_of_marks(const lw_lesson *lesson, const lw_marks *marks, lw_walk walk,
                          lw_way **out, lw_error *err)
{
    lw_way *way = lw_way_new();
    return hand_out(grade(lesson, way, marks, walk, err), way, out);
}

lw_status lw_way_parse(const lw_lesson *lesson, const char *name, const char *text, size_t size,
                       lw_way **out, lw_error *err)
{
    lw_way *way = lw_way_new();
    lw_marks marks = {0};
    lw_lesson_text from = lw_text_of(name, text, size);
    lw_status status = read(lesson, &from, way, &marks, err);
    if (!status)
        status = grade(lesson, way, &marks, LW_WALK_ONCE, err);
    return hand_out(status, way, out);
}

void lw_way_free(lw_way *way)
{
    if (way)
        lw_arena_free(way->arena);
}
