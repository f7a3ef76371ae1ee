#include "route/crew.h"

#include <criterion/criterion.h>

#include "check_leaks.h"
#include "route/bench.h"
#include "route/move.h"
#include "route/polish.h"

enum { TASKS = 12 };

static uint32_t hire_all(lw_run *run, uint32_t most)
{
    (void)run;
    return most;
}

static void dismiss(lw_run *run, uint32_t count)
{
    (void)run;
    (void)count;
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * UINT64_C(1099511628211);
}

/* Of all that the searches of a table look at. */
static uint64_t sum_of(lw_table *table)
{
    uint64_t sum = mix(1, table->terrain.via_cost);
    for (uint32_t i = 0; i < table->count; i++) {
        const lw_party *party = &table->parties[i];
        const lw_cell *cells = lw_occupancy_cells(table->occupancy, party->class_id);
        const lw_cell *vias = lw_occupancy_vias(table->occupancy, party->class_id);
        for (int32_t k = 0; k < table->terrain.plane * table->terrain.layers; k++)
            sum = mix(sum, cells[k].count);
        for (int32_t k = 0; k < table->terrain.plane; k++)
            sum = mix(sum, vias[k].count);
        for (uint32_t k = 0; k < party->edge_count; k++)
            sum = mix(mix(sum, (uint64_t)party->edges[k].a), (uint64_t)party->edges[k].b);
        for (uint32_t k = 0; k < party->entries.count; k++)
            sum = mix(sum, party->used[k]);
        sum = mix(sum, party->open);
    }
    return sum;
}

typedef struct lw_sums {
    uint64_t before[TASKS], after[TASKS];
} lw_sums;

static void look_and_shove(lw_table *table, void *context, uint32_t number)
{
    lw_sums *sums = context;
    lw_move move = {.number = number % table->count, .limit = UINT64_MAX};
    sums->before[number] = sum_of(table);
    lw_move_shove(table, &move);
    sums->after[number] = sum_of(table);
    lw_move_free(&move);
}

static void expect_all(const lw_sums *sums, uint64_t sum)
{
    for (int i = 0; i < TASKS; i++) {
        cr_expect_eq(sums->before[i], sum, "task %d", i);
        cr_expect_eq(sums->after[i], sum, "task %d", i);
    }
}

Test(crew, shows_every_task_the_same_table)
{
    uint64_t state = 3;
    lw_bench bench;
    lw_sums sums;
    bench_open(&bench, random_board(&state));
    bench.run.hire = hire_all;
    bench.run.dismiss = dismiss;
    wire_in_turn(&bench);
    lw_crew *crew = lw_crew_new(&bench.table, 3);
    cr_assert_not_null(crew);
    uint64_t first = sum_of(&bench.table);
    lw_crew_run(crew, &bench.table, TASKS, look_and_shove, &sums);
    expect_all(&sums, first);
    lw_occupancy_take(bench.table.occupancy, &bench.table.parties[0].stamps);
    bench.table.parties[0].edge_count = 0;
    lw_party_put(&bench.table, &bench.table.parties[0]);
    uint64_t second = sum_of(&bench.table);
    cr_expect_neq(first, second);
    lw_crew_run(crew, &bench.table, TASKS, look_and_shove, &sums);
    expect_all(&sums, second);
    lw_crew_free(crew);
    bench_close(&bench);
    lw_test_no_leaks();
}

Test(crew, is_none_without_threads_or_memory)
{
    lw_bench bench;
    bench_open(&bench, corridor(2));
    cr_expect_null(lw_crew_new(&bench.table, 3));
    bench.run.hire = hire_all;
    bench.run.dismiss = dismiss;
    size_t mine = lw_lattice_memory(bench.run.lattice);
    bench.options.memory_limit = 2 * mine - 1;
    cr_expect_null(lw_crew_new(&bench.table, 3));
    bench.options.memory_limit = 3 * mine - 1;
    bench.run.beside = mine;
    cr_expect_null(lw_crew_new(&bench.table, 3));
    bench.options.memory_limit = 3 * mine;
    lw_crew *crew = lw_crew_new(&bench.table, 3);
    cr_expect_not_null(crew);
    lw_crew_free(crew);
    bench_close(&bench);
    lw_test_no_leaks();
}

static uint64_t polished(uint64_t seed, bool helped, uint64_t *expanded)
{
    lw_bench bench;
    bench_open(&bench, random_board(&seed));
    if (helped) {
        bench.run.hire = hire_all;
        bench.run.dismiss = dismiss;
    }
    wire_in_turn(&bench);
    lw_table_polish(&bench.table, 3, 10000000);
    uint64_t sum = sum_of(&bench.table);
    *expanded = bench.table.expanded;
    bench_close(&bench);
    return sum;
}

Test(crew, polishes_to_the_same_result_as_one_thread)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        uint64_t alone, together;
        cr_expect_eq(polished(seed, false, &alone), polished(seed, true, &together));
        cr_expect_eq(alone, together, "board %d", (int)seed);
    }
    lw_test_no_leaks();
}
