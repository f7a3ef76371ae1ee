/*
 * Programs cut their steps as it suits them: textbooks look at one cell or vertex after the other,
 * or print a whole sweep. So a step may come in several parts, and its labels in any order; frames
 * that are parts of one step of A* or of a sweep are put together. Steps that write nothing may be
 * there or not. The step that finds the way may be made to its end or left at once: of its labels
 * only the target's, if it gets one, has to be there, and the others have to be such as the step
 * could give to cells beside those that wait.
 */
#include "lesson/trace_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/heap.h"

/* How labels that its cells get beside the target's are reckoned. */
typedef enum late_labels {
    LATE_ANY,     /* not at all: they depend on more than the cells that wait */
    LATE_SAME,    /* all of a step are the same */
    LATE_COUNTED, /* the same, and one more behind them: the next step may have begun, as in a
                     program that stops when it takes the target from its queue */
    LATE_WEIGHED  /* what the cell has that the wave comes from, and the step's cost */
} late_labels;

typedef struct manner {
    const char *name;
    late_labels late;
    bool to_end;   /* it does not stop where it comes to the target */
    bool in_parts; /* frames with one number are parts of a step */
} manner;

static manner manner_of(const lw_algorithm *algorithm)
{
    static const manner table[] = {{"lee", LATE_COUNTED, false, false},
                                   {"double", LATE_SAME, false, false},
                                   {"akers-123", LATE_SAME, false, false},
                                   {"akers-1122", LATE_SAME, false, false},
                                   {"akers-1221", LATE_SAME, false, false},
                                   {"breadth", LATE_COUNTED, false, false},
                                   {"breadth-set", LATE_COUNTED, false, false},
                                   {"sweep", LATE_ANY, true, true},
                                   {"sweep-4", LATE_ANY, true, true},
                                   {"weighted", LATE_WEIGHED, false, false},
                                   {"weighted-value", LATE_WEIGHED, false, false},
                                   {"valuation", LATE_WEIGHED, true, false},
                                   {"graph", LATE_WEIGHED, false, false},
                                   {"astar", LATE_WEIGHED, false, true}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, algorithm->name) == 0)
            return table[i];
    return (manner){algorithm->name, LATE_ANY, false, false};
}

lw_status lw_trace_steps_open(lw_trace_steps *steps, const lw_record *record, int32_t goal,
                              bool backward, lw_error *err)
{
    size_t cells =
        (size_t)(record->graph ? record->graph->count : lw_map_size(record->lesson->map));
    *steps = (lw_trace_steps){.record = record,
                              .backward = backward,
                              .goal = goal,
                              .frames = record->frame_count - (record->trial.outcome == LW_FOUND),
                              .arena = lw_arena_new(),
                              .told = lw_try_alloc(cells, sizeof *steps->told)};
    if (!steps->told)
        return lw_fail(err, LW_ERR_MEMORY, "", 0, 0, "no memory to grade the trace");
    return lw_playback_open(&steps->before, record, err);
}

void lw_trace_steps_close(lw_trace_steps *steps)
{
    free(steps->told);
    lw_playback_close(&steps->before);
    lw_arena_free(steps->arena);
}

/* ---- labels ---- */

static int by_cell(const void *a, const void *b)
{
    const lw_trace_label *x = a, *y = b;
    if (x->cell != y->cell)
        return (x->cell > y->cell) - (x->cell < y->cell);
    if (x->wave != y->wave)
        return (x->wave > y->wave) - (x->wave < y->wave);
    return (x->value > y->value) - (x->value < y->value);
}

/* Where steps are weighed, how often a value gets better within a step depends on the order in
 * which cells are looked at; what it is in the end does not. */
static void keep_least(lw_trace_labels *labels)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < labels->count; i++)
        if (kept == 0 || labels->at[i].cell != labels->at[kept - 1].cell ||
            labels->at[i].wave != labels->at[kept - 1].wave)
            labels->at[kept++] = labels->at[i];
    labels->count = kept;
}

static bool keeps_least(const lw_trace_steps *steps)
{
    const lw_algorithm *algorithm = steps->record->algorithm;
    return algorithm->promise == LW_PROMISE_COSTS || manner_of(algorithm).late == LATE_WEIGHED;
}

static void put_in_order(const lw_trace_steps *steps, lw_trace_labels *labels)
{
    if (labels->count > 0)
        qsort(labels->at, labels->count, sizeof *labels->at, by_cell);
    if (keeps_least(steps))
        keep_least(labels);
}

/* Behind the last frame of the step that is due. */
static uint32_t end_of_step(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record_frame *frames = steps->record->frames;
    uint32_t end = frame + 1;
    while (manner_of(steps->record->algorithm).in_parts && end < steps->frames &&
           frames[end].step == frames[frame].step)
        end++;
    return end;
}

static lw_trace_labels labels_of(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    uint32_t end = record->frames[end_of_step(steps, frame)].first;
    lw_trace_labels labels = {0};
    for (uint32_t i = record->frames[frame].first; i < end; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed == LW_DEED_LABEL)
            *lw_list_add(steps->arena, &labels) =
                (lw_trace_label){deed->cell, deed->wave, (int64_t)deed->value};
    }
    put_in_order(steps, &labels);
    return labels;
}

static const lw_trace_label *find(const lw_trace_labels *labels, const lw_trace_label *label)
{
    return labels->count == 0 ? NULL
                              : bsearch(label, labels->at, labels->count, sizeof *label, by_cell);
}

static bool is_goal(const lw_trace_steps *steps, const lw_trace_label *label)
{
    return label->cell == steps->goal && label->wave == 0;
}

/* ---- the step that finds the way ---- */

static bool finds_way(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    uint32_t end = end_of_step(steps, frame);
    return record->trial.outcome == LW_FOUND && (end > 1 || record->graph) &&
           end == steps->frames && !manner_of(record->algorithm).to_end;
}

/* What is known of the step that finds the way. */
typedef struct late_step {
    late_labels kind;
    uint8_t wave;   /* that moves on */
    uint64_t most;  /* value of the cells that it looks at */
    uint64_t value; /* of its labels, where all are the same */
} late_step;

static late_step late_step_of(const lw_trace_steps *steps, const lw_trace_labels *own)
{
    const lw_record *record = steps->record;
    const lw_record_frame *frame = &record->frames[steps->frame];
    uint32_t end = record->frames[end_of_step(steps, steps->frame)].first;
    late_step late = {.kind = manner_of(record->algorithm).late,
                      .most = frame->step,
                      .value = own->count > 0 ? (uint64_t)own->at[0].value : frame->step};
    for (uint32_t i = frame->first; i < end; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed != LW_DEED_DONE)
            continue;
        late.wave = deed->wave;
        late.most = deed->value > late.most ? deed->value : late.most;
    }
    return late;
}

static uint8_t state_before(const lw_trace_steps *steps, int32_t cell)
{
    return steps->frame > 0 ? steps->before.state[cell] : LW_CELL_UNTOUCHED;
}

/* Whether a label may come from one of the same step. */
static bool may_follow(const late_step *late, int64_t from, uint64_t cost, int64_t value)
{
    return late->kind == LATE_WEIGHED
               ? (uint64_t)value == (uint64_t)from + cost
               : late->kind == LATE_COUNTED && from == (int64_t)late->value && value == from + 1;
}

/* The step from a cell that waits, or that got its label in this step, may have labelled it so. */
static bool may_lead(const lw_trace_steps *steps, const late_step *late, int32_t from,
                     uint64_t cost, const lw_trace_label *label)
{
    const lw_playback *before = &steps->before;
    const lw_trace_told *told = &steps->told[from];
    uint64_t value = before->value[from];
    if (told->frame == steps->frame + 1 && may_follow(late, told->value, cost, label->value))
        return true;
    if (state_before(steps, from) != LW_CELL_WAITING || before->wave[from] != late->wave)
        return false;
    return late->kind == LATE_WEIGHED
               ? value <= late->most && label->value == (int64_t)(value + cost)
               : label->value == (int64_t)late->value;
}

/* Whether a cell that waits is beside it, and can have given it the label. */
static bool may_come(const lw_trace_steps *steps, const late_step *late,
                     const lw_trace_label *label)
{
    const lw_graph *graph = steps->record->graph;
    if (graph) {
        for (size_t i = graph->first[label->cell]; i < graph->first[label->cell + 1]; i++)
            if (may_lead(steps, late, graph->arcs[i].to, graph->arcs[i].cost, label))
                return true;
        return false;
    }
    const lw_map *map = steps->record->lesson->map;
    lw_map_step step[LW_MAP_STEPS_MOST];
    int count = map->cost[label->cell] == 0 ? 0
                : steps->backward           ? lw_map_steps(map, label->cell, step)
                                            : lw_map_steps_to(map, label->cell, step);
    for (int i = 0; i < count; i++)
        if (may_lead(steps, late, step[i].cell, step[i].cost, label))
            return true;
    return false;
}

static bool may_be(const lw_trace_steps *steps, const late_step *late, const lw_trace_label *label)
{
    const lw_playback *before = &steps->before;
    uint8_t state = state_before(steps, label->cell);
    bool had = state != LW_CELL_UNTOUCHED && before->wave[label->cell] == label->wave;
    bool better = late->kind == LATE_WEIGHED && state == LW_CELL_WAITING &&
                  label->value < (int64_t)before->value[label->cell];
    return late->kind == LATE_ANY ||
           (label->wave == late->wave && (!had || better) && may_come(steps, late, label));
}

/* ---- what is wrong ---- */

static const char *place_text(const lw_trace_steps *steps, int32_t cell, char text[64])
{
    if (steps->record->graph) {
        snprintf(text, 64, "%.60s", steps->record->graph->name[cell]);
        return text;
    }
    const lw_map *map = steps->record->lesson->map;
    lw_map_spot at = lw_map_place(map, cell);
    if (map->layers > 1)
        snprintf(text, 64, "layer %d, %d,%d", at.layer + 1, at.x, at.y);
    else
        snprintf(text, 64, "%d,%d", at.x, at.y);
    return text;
}

static const char *wave_text(const lw_trace_label *label)
{
    return label->wave > 0 ? "as of the wave from the target" : "as of the wave from the start";
}

static void tell(const lw_trace_steps *steps, const lw_trace_label *theirs,
                 const lw_trace_label *own, char *text, size_t size)
{
    char place[64];
    place_text(steps, theirs ? theirs->cell : own->cell, place);
    if (theirs && own && theirs->wave != own->wave)
        snprintf(text, size,
                 "step %u: %s is labelled %s, and has to be %s (the fifth number of a label is 1 "
                 "of the wave from the target)",
                 steps->frame, place, wave_text(theirs), wave_text(own));
    else if (theirs && own)
        snprintf(text, size, "step %u: %s is labelled %lld, and has to be %lld", steps->frame,
                 place, (long long)theirs->value, (long long)own->value);
    else if (theirs)
        snprintf(text, size, "step %u: %s is labelled %lld, and gets no %slabel in this step",
                 steps->frame, place, (long long)theirs->value,
                 finds_way(steps, steps->frame) ? "such " : "");
    else
        snprintf(text, size, "step %u: %s is not labelled, and has to be %lld", steps->frame, place,
                 (long long)own->value);
}

/* The first place where two lists in order differ. */
static void tell_difference(const lw_trace_steps *steps, const lw_trace_labels *theirs,
                            const lw_trace_labels *due, char *text, size_t size)
{
    uint32_t i = 0;
    while (i < theirs->count && i < due->count && by_cell(&theirs->at[i], &due->at[i]) == 0)
        i++;
    const lw_trace_label *a = i < theirs->count ? &theirs->at[i] : NULL;
    const lw_trace_label *b = i < due->count ? &due->at[i] : NULL;
    if (a && b && a->cell != b->cell) {
        bool first = a->cell < b->cell;
        a = first ? a : NULL;
        b = first ? NULL : b;
    }
    tell(steps, a, b, text, size);
}

/* ---- a step, in parts ---- */

/* Each label is looked at once: there may be as many parts as labels. */
struct lw_trace_part {
    lw_trace_labels own;  /* all that the step labels, in order */
    bool *is_told;        /* of those */
    uint32_t missing;     /* of those that have to be told */
    lw_trace_labels told; /* so far */
    int line;             /* of the last part, 0 before the first */
    bool finds;           /* the way: it is open to the end of the trace */
    late_step late;
};

static int by_cell_alone(const void *a, const void *b)
{
    const lw_trace_label *x = a, *y = b;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static const lw_trace_label *of_cell(const lw_trace_labels *labels, const lw_trace_label *label)
{
    return labels->count == 0
               ? NULL
               : bsearch(label, labels->at, labels->count, sizeof *label, by_cell_alone);
}

/* Whether the step may label so. A value that gets better within the step belongs to it as well. */
static bool belongs(const lw_trace_steps *steps, const lw_trace_part *part,
                    const lw_trace_label *label)
{
    const lw_trace_label *own = find(&part->own, label);
    if (own)
        return keeps_least(steps) || !part->is_told[own - part->own.at];
    bool known = part->finds || of_cell(&part->own, label);
    return known && may_be(steps, &part->late, label);
}

/* A label that the step gives, but of another value, or a second time. */
static bool clashes(const lw_trace_part *part, const lw_trace_label *label)
{
    const lw_trace_label *same = find(&part->own, label), *own = of_cell(&part->own, label);
    return same || (own && !part->is_told[own - part->own.at]);
}

static void note_told(lw_trace_steps *steps, lw_trace_part *part, const lw_trace_label *label)
{
    const lw_trace_label *own = find(&part->own, label);
    *lw_list_add(steps->arena, &part->told) = *label;
    if (!own || part->is_told[own - part->own.at])
        return;
    part->is_told[own - part->own.at] = true;
    part->missing -= !part->finds || is_goal(steps, own);
}

/* The first label that has to be told and was not. */
static const lw_trace_label *first_missing(const lw_trace_steps *steps, const lw_trace_part *part)
{
    for (uint32_t i = 0; i < part->own.count; i++)
        if (!part->is_told[i] && (!part->finds || is_goal(steps, &part->own.at[i])))
            return &part->own.at[i];
    return NULL;
}

/* What is wrong with labels of which one does not belong to the step, and in which line: where none
 * of them does, something is missing in the last one that had labels of it. */
static void find_fault(lw_trace_steps *steps, lw_trace_part *part, const lw_trace_labels *theirs,
                       const lw_trace_label *odd, bool none_fits, char *text, size_t size)
{
    const lw_trace_label *own = of_cell(&part->own, odd), *missing = first_missing(steps, part);
    if (part->finds) {
        tell(steps, odd, is_goal(steps, odd) ? own : NULL, text, size);
    } else if (clashes(part, odd)) {
        tell(steps, odd, find(&part->own, odd) ? NULL : own, text, size);
    } else if (none_fits && part->line > 0 && missing) {
        steps->line = part->line;
        tell(steps, NULL, missing, text, size);
    } else {
        for (uint32_t i = 0; i < theirs->count; i++)
            *lw_list_add(steps->arena, &part->told) = theirs->at[i];
        put_in_order(steps, &part->told);
        tell_difference(steps, &part->told, &part->own, text, size);
    }
}

static bool take(lw_trace_steps *steps, lw_trace_part *part, const lw_trace_labels *theirs,
                 char *text, size_t size)
{
    const lw_trace_label *odd = NULL;
    uint32_t fit = 0;
    for (uint32_t i = 0; i < theirs->count; i++)
        steps->told[theirs->at[i].cell] = (lw_trace_told){steps->frame + 1, theirs->at[i].value};
    for (uint32_t i = 0; i < theirs->count; i++) {
        const lw_trace_label *label = &theirs->at[i];
        if (belongs(steps, part, label))
            fit++;
        else if (!odd || (!clashes(part, odd) && clashes(part, label)))
            odd = label;
    }
    if (odd) {
        find_fault(steps, part, theirs, odd, fit == 0, text, size);
        return false;
    }
    for (uint32_t i = 0; i < theirs->count; i++)
        note_told(steps, part, &theirs->at[i]);
    part->line = steps->line;
    return true;
}

static void go_on(lw_trace_steps *steps)
{
    steps->part = NULL;
    steps->frame = end_of_step(steps, steps->frame);
    steps->right++;
}

static bool writes(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    uint32_t end = record->frames[end_of_step(steps, frame)].first;
    for (uint32_t i = record->frames[frame].first; i < end; i++)
        if (record->deeds[i].deed == LW_DEED_LABEL)
            return true;
    return false;
}

static bool writes_goal(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    uint32_t end = record->frames[end_of_step(steps, frame)].first;
    for (uint32_t i = record->frames[frame].first; i < end; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed == LW_DEED_LABEL && deed->cell == steps->goal && deed->wave == 0)
            return true;
    }
    return false;
}

/* The next step that labels a cell, or false. */
static bool begin_step(lw_trace_steps *steps)
{
    while (steps->frame < steps->frames && !finds_way(steps, steps->frame) &&
           !writes(steps, steps->frame))
        steps->frame = end_of_step(steps, steps->frame);
    if (steps->frame >= steps->frames)
        return false;
    lw_trace_part *part = steps->part = LW_NEW(steps->arena, lw_trace_part);
    part->finds = finds_way(steps, steps->frame);
    part->own = labels_of(steps, steps->frame);
    part->is_told = LW_NEW_MANY(steps->arena, bool, part->own.count);
    part->late = late_step_of(steps, &part->own);
    for (uint32_t i = 0; i < part->own.count; i++)
        part->missing += !part->finds || is_goal(steps, &part->own.at[i]);
    if (steps->frame > 0)
        lw_playback_go(&steps->before, steps->frame - 1);
    return true;
}

bool lw_trace_steps_take(lw_trace_steps *steps, int line, lw_trace_labels *theirs, char *text,
                         size_t size)
{
    steps->line = line;
    if (theirs->count == 0)
        return true;
    if (!steps->part && !begin_step(steps)) {
        snprintf(text, size, "the algorithm has ended before this step");
        return false;
    }
    put_in_order(steps, theirs);
    if (!take(steps, steps->part, theirs, text, size))
        return false;
    if (!steps->part->finds && steps->part->missing == 0)
        go_on(steps);
    return true;
}

bool lw_trace_steps_end(lw_trace_steps *steps, char *text, size_t size)
{
    if (steps->part && steps->part->missing > 0) {
        steps->line = steps->part->line;
        tell(steps, NULL, first_missing(steps, steps->part), text, size);
        return false;
    }
    if (steps->part)
        go_on(steps);
    return true;
}

uint32_t lw_trace_steps_left(const lw_trace_steps *steps)
{
    uint32_t left = 0;
    for (uint32_t frame = steps->frame; frame < steps->frames; frame = end_of_step(steps, frame))
        left += finds_way(steps, frame) ? writes_goal(steps, frame) : writes(steps, frame);
    return left;
}
