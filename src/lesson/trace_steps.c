/*
 * Within a step the order of cells does not matter, and steps that write nothing may be there or
 * not. The step that finds the way may be made to its end or left at once. So of its labels only
 * the target's, if it gets one, has to be there, and the others have to be such as the step could
 * give to cells beside those that wait.
 *
 * On a graph, textbooks look at one vertex after the other: a step may come in several parts.
 */
#include "lesson/trace_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lw_status lw_trace_steps_open(lw_trace_steps *steps, const lw_record *record, int32_t goal,
                              bool backward, lw_error *err)
{
    *steps = (lw_trace_steps){.record = record,
                              .backward = backward,
                              .goal = goal,
                              .frames = record->frame_count - (record->trial.outcome == LW_FOUND),
                              .arena = lw_arena_new()};
    return lw_playback_open(&steps->before, record, err);
}

void lw_trace_steps_close(lw_trace_steps *steps)
{
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

static void put_in_order(const lw_trace_steps *steps, lw_trace_labels *labels)
{
    if (labels->count > 0)
        qsort(labels->at, labels->count, sizeof *labels->at, by_cell);
    if (steps->record->algorithm->promise == LW_PROMISE_COSTS)
        keep_least(labels);
}

static lw_trace_labels labels_of(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    lw_trace_labels labels = {0};
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++) {
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
    return steps->record->trial.outcome == LW_FOUND && frame > 0 && frame + 1 == steps->frames;
}

/* How labels that its cells get beside the target's are reckoned. */
typedef enum late_labels {
    LATE_ANY,    /* not at all: they depend on more than the cells that wait */
    LATE_SAME,   /* all of a step are the same */
    LATE_WEIGHED /* what the cell has that the wave comes from, and the step's cost */
} late_labels;

static late_labels late_labels_of(const lw_algorithm *algorithm)
{
    static const struct {
        const char *name;
        late_labels labels;
    } table[] = {
        {"lee", LATE_SAME},         {"double", LATE_SAME},      {"akers-123", LATE_SAME},
        {"akers-1122", LATE_SAME},  {"akers-1221", LATE_SAME},  {"breadth", LATE_SAME},
        {"breadth-set", LATE_SAME}, {"weighted", LATE_WEIGHED}, {"weighted-value", LATE_WEIGHED},
        {"graph", LATE_WEIGHED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, algorithm->name) == 0)
            return table[i].labels;
    return LATE_ANY;
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
    late_step late = {.kind = late_labels_of(record->algorithm),
                      .most = frame->step,
                      .value = own->count > 0 ? (uint64_t)own->at[0].value : frame->step};
    for (uint32_t i = frame->first; i < frame[1].first; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed != LW_DEED_DONE)
            continue;
        late.wave = deed->wave;
        late.most = deed->value > late.most ? deed->value : late.most;
    }
    return late;
}

/* The step from a cell that waits may have labelled it so. */
static bool may_lead(const lw_trace_steps *steps, const late_step *late, int32_t from,
                     uint64_t cost, const lw_trace_label *label)
{
    const lw_playback *before = &steps->before;
    uint64_t value = before->value[from];
    if (before->state[from] != LW_CELL_WAITING || before->wave[from] != late->wave)
        return false;
    return late->kind == LATE_SAME ? label->value == (int64_t)late->value
                                   : value <= late->most && label->value == (int64_t)(value + cost);
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
    uint8_t state = before->state[label->cell];
    bool had = state != LW_CELL_UNTOUCHED && before->wave[label->cell] == label->wave;
    bool better = late->kind == LATE_WEIGHED && state == LW_CELL_WAITING &&
                  label->value < (int64_t)before->value[label->cell];
    return late->kind == LATE_ANY ||
           (label->wave == late->wave && (!had || better) && may_come(steps, late, label));
}

/* What the step has to label, and whatever else the trace may have of it. */
static lw_trace_labels due_of(const lw_trace_steps *steps, const lw_trace_labels *own,
                              const lw_trace_labels *theirs)
{
    late_step late = late_step_of(steps, own);
    lw_trace_labels due = {0};
    for (uint32_t i = 0; i < own->count; i++)
        if (is_goal(steps, &own->at[i]))
            *lw_list_add(steps->arena, &due) = own->at[i];
    bool set = due.count > 0;
    for (uint32_t i = 0; i < theirs->count; i++) {
        const lw_trace_label *label = &theirs->at[i];
        bool again = i > 0 && by_cell(label - 1, label) == 0;
        if (!again && !(set && is_goal(steps, label)) &&
            (find(own, label) || may_be(steps, &late, label)))
            *lw_list_add(steps->arena, &due) = *label;
    }
    put_in_order(steps, &due);
    return due;
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

/* The first place where two lists in order differ; false where there is none. */
static bool differ(const lw_trace_steps *steps, const lw_trace_labels *theirs,
                   const lw_trace_labels *due, char *text, size_t size)
{
    uint32_t i = 0;
    while (i < theirs->count && i < due->count && by_cell(&theirs->at[i], &due->at[i]) == 0)
        i++;
    const lw_trace_label *a = i < theirs->count ? &theirs->at[i] : NULL;
    const lw_trace_label *b = i < due->count ? &due->at[i] : NULL;
    if (!a && !b)
        return false;
    if (a && b && a->cell != b->cell) {
        bool first = a->cell < b->cell;
        a = first ? a : NULL;
        b = first ? NULL : b;
    }
    tell(steps, a, b, text, size);
    return true;
}

/* ---- step by step ---- */

static bool writes(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++)
        if (record->deeds[i].deed == LW_DEED_LABEL)
            return true;
    return false;
}

static bool writes_goal(const lw_trace_steps *steps, uint32_t frame)
{
    const lw_record *record = steps->record;
    for (uint32_t i = record->frames[frame].first; i < record->frames[frame + 1].first; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        if (deed->deed == LW_DEED_LABEL && deed->cell == steps->goal && deed->wave == 0)
            return true;
    }
    return false;
}

/* Holds the labels of the step that is due against the algorithm's, and goes on. */
static bool take_whole(lw_trace_steps *steps, const lw_trace_labels *theirs, char *text,
                       size_t size)
{
    lw_trace_labels due = labels_of(steps, steps->frame);
    if (finds_way(steps, steps->frame)) {
        lw_playback_go(&steps->before, steps->frame - 1);
        due = due_of(steps, &due, theirs);
    }
    if (differ(steps, theirs, &due, text, size))
        return false;
    steps->frame++;
    steps->right++;
    return true;
}

/* ---- a step in parts ---- */

/* Each label is looked at once: there may be as many parts as labels. */
struct lw_trace_part {
    lw_trace_labels own;  /* all that the step labels, in order */
    bool *is_told;        /* of those */
    uint32_t missing;     /* of those that have to be told */
    lw_trace_labels told; /* so far */
    late_step late;
};

static lw_trace_part *begin_parts(lw_trace_steps *steps)
{
    lw_trace_part *part = LW_NEW(steps->arena, lw_trace_part);
    part->own = labels_of(steps, steps->frame);
    part->is_told = LW_NEW_MANY(steps->arena, bool, part->own.count);
    part->late = late_step_of(steps, &part->own);
    for (uint32_t i = 0; i < part->own.count; i++)
        part->missing += !finds_way(steps, steps->frame) || is_goal(steps, &part->own.at[i]);
    if (steps->frame > 0)
        lw_playback_go(&steps->before, steps->frame - 1);
    return part;
}

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
        return steps->record->algorithm->promise == LW_PROMISE_COSTS ||
               !part->is_told[own - part->own.at];
    bool known = finds_way(steps, steps->frame) || of_cell(&part->own, label);
    return steps->frame > 0 && known && may_be(steps, &part->late, label);
}

static void note_told(lw_trace_steps *steps, lw_trace_part *part, const lw_trace_label *label)
{
    const lw_trace_label *own = find(&part->own, label);
    *lw_list_add(steps->arena, &part->told) = *label;
    if (!own || part->is_told[own - part->own.at])
        return;
    part->is_told[own - part->own.at] = true;
    part->missing -= !finds_way(steps, steps->frame) || is_goal(steps, own);
}

static bool take_part(lw_trace_steps *steps, const lw_trace_labels *theirs, char *text, size_t size)
{
    lw_trace_part *part = steps->part ? steps->part : begin_parts(steps);
    bool right = true;
    steps->part = part;
    for (uint32_t i = 0; i < theirs->count; i++) {
        const lw_trace_label *label = &theirs->at[i], *own = of_cell(&part->own, label);
        bool fits = belongs(steps, part, label);
        if (!fits && own && !finds_way(steps, steps->frame)) {
            tell(steps, label, own->value == label->value ? NULL : own, text, size);
            return false;
        }
        right = right && fits;
        note_told(steps, part, label);
    }
    if (right && part->missing > 0)
        return true;
    steps->part = NULL;
    put_in_order(steps, &part->told);
    return take_whole(steps, &part->told, text, size);
}

bool lw_trace_steps_take(lw_trace_steps *steps, lw_trace_labels *theirs, char *text, size_t size)
{
    if (theirs->count == 0)
        return true;
    while (steps->frame < steps->frames && !finds_way(steps, steps->frame) &&
           !writes(steps, steps->frame))
        steps->frame++;
    if (steps->frame >= steps->frames) {
        snprintf(text, size, "the algorithm has ended before this step");
        return false;
    }
    put_in_order(steps, theirs);
    return steps->record->graph ? take_part(steps, theirs, text, size)
                                : take_whole(steps, theirs, text, size);
}

uint32_t lw_trace_steps_left(const lw_trace_steps *steps)
{
    uint32_t left = 0;
    for (uint32_t frame = steps->frame; frame < steps->frames; frame++)
        left += finds_way(steps, frame) ? writes_goal(steps, frame) : writes(steps, frame);
    return left;
}
