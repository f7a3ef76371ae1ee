#include "route/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include "base/heap.h"
#include "route/state.h"

/* One thread and its twin of the table, which the thread makes when the first batch begins. */
typedef struct lw_hand {
    lw_crew *crew;
    pthread_t thread;
    lw_route_options options; /* those of the run, but for whom to ask whether to stop */
    lw_run run;
    lw_table table;
    bool ready; /* it has a twin */
} lw_hand;

struct lw_crew {
    lw_table *table;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t begun, ended;
    lw_task *task; /* NULL: the crew is dismissed */
    void *context;
    uint32_t batch;         /* number of the one that is under way */
    uint32_t next, count;   /* of its tasks */
    uint32_t apart;         /* hands whose twins do not equal the table yet */
    uint32_t busy;          /* hands that are not done with the batch */
    uint64_t expanded;      /* by the table before the batch */
    uint64_t expanded_more; /* by the tasks done */
    bool stopped;
    lw_hand *hands;
    uint32_t hand_count;
    uint32_t hired; /* that many threads were asked for */
};

/* ---- twins ---- */

static bool asks_crew(void *context)
{
    lw_crew *crew = context;
    pthread_mutex_lock(&crew->lock);
    bool stopped = crew->stopped;
    pthread_mutex_unlock(&crew->lock);
    return stopped;
}

static void make_twin(lw_hand *hand)
{
    lw_crew *crew = hand->crew;
    hand->options = *crew->table->run->options;
    hand->options.stop = asks_crew;
    hand->options.progress = NULL;
    hand->options.context = crew;
    hand->run = *crew->table->run;
    hand->run.options = &hand->options;
    hand->ready = lw_table_twin(&hand->table, crew->table, &hand->run);
}

/* ---- tasks ---- */

/* The next task, or `count`. The lock is held. */
static uint32_t take_task(lw_crew *crew)
{
    return crew->next < crew->count ? crew->next++ : crew->count;
}

/* The lock is held, but not while a task is done. Every task finds the same count of nodes, so that
 * none sees what others have spent. */
static void work(lw_crew *crew, lw_table *table)
{
    for (uint32_t number; (number = take_task(crew)) < crew->count;) {
        pthread_mutex_unlock(&crew->lock);
        table->expanded = crew->expanded;
        crew->task(table, crew->context, number);
        pthread_mutex_lock(&crew->lock);
        crew->expanded_more += table->expanded - crew->expanded;
        crew->stopped = crew->stopped || table->run->stopped;
    }
}

/* The table is not touched before all are done with this. */
static void follow_table(lw_hand *hand)
{
    if (!hand->ready)
        make_twin(hand);
    if (hand->ready)
        lw_table_follow(&hand->table, hand->crew->table);
}

static void *serve(void *context)
{
    lw_hand *hand = context;
    lw_crew *crew = hand->crew;
    uint32_t batch = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->batch == batch)
            pthread_cond_wait(&crew->begun, &crew->lock);
        batch = crew->batch;
        if (!crew->task)
            break;
        pthread_mutex_unlock(&crew->lock);
        follow_table(hand);
        pthread_mutex_lock(&crew->lock);
        if (--crew->apart == 0)
            pthread_cond_broadcast(&crew->begun);
        while (crew->apart > 0)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (hand->ready)
            work(crew, &hand->table);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->ended);
    }
    pthread_mutex_unlock(&crew->lock);
    if (hand->ready)
        lw_table_close_twin(&hand->table);
    return NULL;
}

/* The lock is held. */
static void begin(lw_crew *crew, uint32_t count, lw_task *task, void *context)
{
    crew->task = task;
    crew->context = context;
    crew->count = count;
    crew->next = 0;
    crew->expanded = crew->table->expanded;
    crew->expanded_more = 0;
    crew->apart = crew->busy = crew->hand_count;
    crew->batch++;
    pthread_cond_broadcast(&crew->begun);
}

/* Meanwhile the caller is asked whether to stop. */
static void await(lw_crew *crew)
{
    enum { NOW_AND_THEN = 20000000, SECOND = 1000000000 }; /* ns */
    while (crew->busy > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += NOW_AND_THEN;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        pthread_cond_timedwait(&crew->ended, &crew->lock, &until);
        pthread_mutex_unlock(&crew->lock);
        bool stopped = lw_run_stop_asked(crew->table->run);
        pthread_mutex_lock(&crew->lock);
        crew->stopped = crew->stopped || stopped;
    }
}

static void do_alone(lw_table *table, uint32_t count, lw_task *task, void *context)
{
    uint64_t before = table->expanded, more = 0;
    for (uint32_t i = 0; i < count; i++) {
        table->expanded = before;
        task(table, context, i);
        more += table->expanded - before;
    }
    table->expanded = before + more;
}

void lw_crew_run(lw_crew *crew, lw_table *table, uint32_t count, lw_task *task, void *context)
{
    if (!crew || count < 2) {
        do_alone(table, count, task, context);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    begin(crew, count, task, context);
    while (crew->apart > 0)
        pthread_cond_wait(&crew->begun, &crew->lock);
    work(crew, table);
    await(crew);
    table->expanded = crew->expanded + crew->expanded_more;
    pthread_mutex_unlock(&crew->lock);
}

/* ---- the crew ---- */

static void dismiss(lw_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->task = NULL;
    crew->batch++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->hand_count; i++)
        pthread_join(crew->hands[i].thread, NULL);
}

/* For how many twins there is memory, `most` at most. */
static uint32_t twins_most(const lw_run *run, uint32_t most)
{
    size_t limit = run->options->memory_limit, mine = lw_lattice_memory(run->lattice);
    size_t taken = mine + run->beside;
    size_t room = taken < limit ? (limit - taken) / mine : 0;
    return room < most ? (uint32_t)room : most;
}

lw_crew *lw_crew_new(lw_table *table, uint32_t most)
{
    lw_run *run = table->run;
    uint32_t count = run->hire ? run->hire(run, twins_most(run, most)) : 0;
    if (count == 0)
        return NULL;
    lw_crew *crew = lw_alloc(1, sizeof *crew);
    crew->table = table;
    crew->hired = count;
    crew->hands = lw_alloc(count, sizeof *crew->hands);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    for (uint32_t i = 0; i < count; i++) {
        lw_hand *hand = &crew->hands[crew->hand_count];
        hand->crew = crew;
        crew->hand_count += pthread_create(&hand->thread, NULL, serve, hand) == 0;
    }
    return crew;
}

void lw_crew_free(lw_crew *crew)
{
    if (!crew)
        return;
    dismiss(crew);
    crew->table->run->dismiss(crew->table->run, crew->hired);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew->hands);
    free(crew);
}
