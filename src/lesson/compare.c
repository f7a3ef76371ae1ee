#include "leeway/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"
#include "leeway/valuation.h"
#include "lesson/note.h"

enum { LIMIT_LEAST = 1000000, LIMIT_FOR_CELL = 10 };

/* ---- a panel of the figure ---- */

/* What the observer keeps. */
typedef struct compare_watch {
    const lw_compare_options *options;
    size_t size;
    uint8_t *state, *wave; /* a cell; NULL: nothing is drawn */
    uint64_t *value;
} compare_watch;

static void watch(void *context, const lw_deed_told *told)
{
    compare_watch *watcher = context;
    if (told->deed == LW_DEED_LABEL) {
        watcher->state[told->cell] = LW_CELL_WAITING;
        watcher->wave[told->cell] = told->wave;
        watcher->value[told->cell] = told->value;
    } else if (told->deed == LW_DEED_DONE) {
        watcher->state[told->cell] = LW_CELL_DONE;
    } else if (told->deed == LW_DEED_FORGET) {
        memset(watcher->state, LW_CELL_UNTOUCHED, watcher->size);
    }
}

static void close_watch(compare_watch *watcher)
{
    free(watcher->state);
    free(watcher->wave);
    free(watcher->value);
}

static bool open_watch(compare_watch *watcher)
{
    watcher->state = lw_try_alloc(watcher->size, 1);
    watcher->wave = lw_try_alloc(watcher->size, 1);
    watcher->value = lw_try_alloc(watcher->size, sizeof *watcher->value);
    if (watcher->state && watcher->wave && watcher->value)
        return true;
    close_watch(watcher);
    return false;
}

static bool ask(void *context)
{
    const compare_watch *watcher = context;
    return watcher->options->stop && watcher->options->stop(watcher->options->context);
}

static void draw(const lw_lesson *lesson, const lw_contender *contender,
                 const compare_watch *watcher)
{
    char note[128], vias[32] = "";
    const lw_trial *trial = &contender->trial;
    unsigned long long labelled = trial->counts.labelled;
    if (lesson->map->layers > 1)
        snprintf(vias, sizeof vias, ", %u via%s", trial->path.vias,
                 trial->path.vias == 1 ? "" : "s");
    if (trial->outcome == LW_FOUND)
        snprintf(note, sizeof note, "%u step%s%s, %llu cells labelled", trial->path.steps,
                 trial->path.steps == 1 ? "" : "s", vias, labelled);
    else
        snprintf(note, sizeof note, "%s, %llu cells labelled", lw_outcome_name(trial->outcome),
                 labelled);
    lw_figure_add(watcher->options->figure,
                  &(lw_panel){.title = contender->algorithm->title,
                              .note = note,
                              .map = lesson->map,
                              .state = watcher->state,
                              .wave = watcher->wave,
                              .value = watcher->value,
                              .notes = lw_writes_notes(contender->algorithm),
                              .path = trial->cells,
                              .path_count = trial->count,
                              .from = lesson->from,
                              .to = lesson->to});
}

/* ---- many targets ---- */

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Of targets that cannot all be reached the first that cannot counts. */
static void add_path(lw_trial *sum, const lw_trial *one)
{
    if (sum->outcome == LW_FOUND)
        sum->outcome = one->outcome;
    sum->optimal &= one->optimal;
    sum->path.legal &= one->path.legal;
    sum->path.cost += one->path.cost;
    sum->path.steps += one->path.steps;
    sum->path.diagonals += one->path.diagonals;
    sum->path.bends += one->path.bends;
    sum->path.vias += one->path.vias;
}

static void add_counts(lw_trial_counts *sum, const lw_trial_counts *one)
{
    sum->labelled += one->labelled;
    sum->expanded += one->expanded;
    sum->steps += one->steps;
    sum->frontier = larger(sum->frontier, one->frontier);
    sum->bits = (uint32_t)larger(sum->bits, one->bits);
}

/* A wave for each. */
static lw_status try_each(const lw_map *map, const lw_query *first,
                          const lw_compare_options *options, lw_contender *contender, lw_error *err)
{
    lw_trial *sum = &contender->trial;
    lw_status status = lw_algorithm_try(contender->algorithm, map, first, sum, err);
    for (size_t i = 0; i < options->also_count && !status && sum->outcome == LW_FOUND; i++) {
        lw_trial one;
        lw_query query = *first;
        query.to = options->also[i];
        status = lw_algorithm_try(contender->algorithm, map, &query, &one, err);
        if (status)
            break;
        add_path(sum, &one);
        add_counts(&sum->counts, &one.counts);
        lw_trial_free(&one);
    }
    return status;
}

/* One wave, whose values answer for all. */
static lw_status value_once(const lw_map *map, const lw_query *query,
                            const lw_compare_options *options, lw_trial *sum, lw_error *err)
{
    lw_valuation *kept;
    lw_status status = lw_valuation_new(map, query, &kept, err);
    if (status == LW_ERR_MEMORY) {
        sum->outcome = LW_TOO_LARGE;
        return LW_OK;
    }
    if (status)
        return status;
    *sum = lw_valuation_path(kept, query->to);
    for (size_t i = 0; i < options->also_count; i++) {
        lw_trial one = lw_valuation_path(kept, options->also[i]);
        add_path(sum, &one);
        lw_trial_free(&one);
    }
    if (sum->outcome != LW_FOUND && !lw_valuation_complete(kept))
        sum->outcome = LW_GAVE_UP;
    sum->counts = lw_valuation_counts(kept);
    lw_valuation_free(kept);
    return LW_OK;
}

static bool keeps_values(const lw_algorithm *algorithm)
{
    return strcmp(algorithm->name, "valuation") == 0;
}

/* ---- the contest ---- */

static lw_status run(const lw_lesson *lesson, compare_watch *watcher, uint64_t limit,
                     lw_contender *contender, lw_error *err)
{
    lw_query query = {.from = lesson->from,
                      .to = lesson->to,
                      .limit = limit,
                      .memory = watcher->options->memory,
                      .stop = ask,
                      .observe = watcher->state ? watch : NULL,
                      .context = watcher};
    if (watcher->state)
        memset(watcher->state, LW_CELL_UNTOUCHED, watcher->size);
    const lw_compare_options *options = watcher->options;
    lw_status status = options->also_count && keeps_values(contender->algorithm)
                           ? value_once(lesson->map, &query, options, &contender->trial, err)
                           : try_each(lesson->map, &query, options, contender, err);
    if (!status && watcher->state)
        draw(lesson, contender, watcher);
    return status;
}

static void judge(lw_comparison *comparison)
{
    comparison->best = UINT64_MAX;
    for (size_t i = 0; i < comparison->count; i++) {
        const lw_trial *trial = &comparison->contenders[i].trial;
        if (trial->outcome != LW_FOUND)
            continue;
        comparison->found++;
        comparison->proved |= trial->optimal;
        if (trial->path.cost < comparison->best)
            comparison->best = trial->path.cost;
    }
    for (size_t i = 0; i < comparison->count; i++) {
        lw_contender *contender = &comparison->contenders[i];
        const lw_trial *trial = &contender->trial;
        if (trial->outcome != LW_FOUND)
            continue;
        contender->excess = trial->path.cost - comparison->best;
        contender->merit = contender->excess ? LW_MERIT_DEARER
                           : trial->optimal  ? LW_MERIT_OPTIMAL
                                             : LW_MERIT_EQUAL;
    }
}

/* Of all algorithms those that are taken; NULL: each. */
static lw_comparison *enter(int32_t cells, const lw_compare_options *options,
                            bool (*takes)(const lw_algorithm *))
{
    lw_comparison *comparison = lw_alloc(1, sizeof *comparison);
    uint64_t limit = (uint64_t)cells * LIMIT_FOR_CELL;
    comparison->limit = options->limit ? options->limit : limit > LIMIT_LEAST ? limit : LIMIT_LEAST;
    size_t count = options->algorithms ? options->count : lw_algorithm_count();
    comparison->contenders = lw_alloc(count, sizeof *comparison->contenders);
    for (size_t i = 0; i < count; i++) {
        const lw_algorithm *algorithm =
            options->algorithms ? options->algorithms[i] : lw_algorithm_at(i);
        if (options->algorithms || !takes || takes(algorithm))
            comparison->contenders[comparison->count++].algorithm = algorithm;
    }
    return comparison;
}

/* The comparison, unless it failed. */
static lw_status conclude(lw_status status, lw_comparison *comparison, lw_comparison **out)
{
    if (status) {
        lw_comparison_free(comparison);
        return status;
    }
    judge(comparison);
    *out = comparison;
    return LW_OK;
}

lw_status lw_compare(const lw_lesson *lesson, const lw_compare_options *options,
                     lw_comparison **out, lw_error *err)
{
    compare_watch watcher = {.options = options, .size = (size_t)lw_map_size(lesson->map)};
    lw_status status = LW_OK;
    *out = NULL;
    if (options->figure && !open_watch(&watcher))
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory for the figure");
    lw_comparison *comparison = enter(lw_map_size(lesson->map), options, NULL);
    for (size_t i = 0; i < comparison->count && !status; i++)
        status = run(lesson, &watcher, comparison->limit, &comparison->contenders[i], err);
    close_watch(&watcher);
    return conclude(status, comparison, out);
}

lw_status lw_compare_graph(const lw_graph *graph, int32_t from, int32_t to,
                           const lw_compare_options *options, lw_comparison **out, lw_error *err)
{
    lw_status status = LW_OK;
    lw_comparison *comparison = enter(graph->count, options, lw_graph_takes);
    compare_watch watcher = {.options = options};
    lw_query query = {.from = from,
                      .to = to,
                      .limit = comparison->limit,
                      .memory = options->memory,
                      .stop = ask,
                      .context = &watcher};
    *out = NULL;
    for (size_t i = 0; i < comparison->count && !status; i++) {
        lw_contender *contender = &comparison->contenders[i];
        status = lw_graph_try(graph, contender->algorithm, &query, &contender->trial, err);
    }
    return conclude(status, comparison, out);
}

void lw_comparison_free(lw_comparison *comparison)
{
    if (!comparison)
        return;
    for (size_t i = 0; i < comparison->count; i++)
        lw_trial_free(&comparison->contenders[i].trial);
    free(comparison->contenders);
    free(comparison);
}
