#include "route/branches.h"

#include <stdlib.h>
#include "base/heap.h"
#include "base/union.h"

/* What a vertex of the web knows of the edges that meet there. */
typedef struct lw_meeting {
    uint32_t count; /* more than two: the wiring forks or reaches a pad */
    uint32_t edge;  /* the first one */
} lw_meeting;

static lw_meeting *meetings_of(const lw_web *web, const lw_party *party)
{
    lw_meeting *meetings = lw_alloc((size_t)web->count + 1, sizeof *meetings);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            meetings[web->vertex_of[party->entries.at[i].node]].count = 3;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        lw_meeting *ends[2] = {&meetings[web->vertex_of[party->edges[i].a]],
                               &meetings[web->vertex_of[party->edges[i].b]]};
        for (int k = 0; k < 2; k++)
            if (ends[k]->count++ == 0)
                ends[k]->edge = i;
    }
    return meetings;
}

lw_branches lw_branches_new(lw_table *table, const lw_party *party)
{
    lw_branches branches = {.of = lw_alloc((size_t)party->edge_count + 1, sizeof *branches.of)};
    uint32_t *parent = lw_alloc((size_t)party->edge_count + 1, sizeof *parent);
    lw_web *web = &table->web;
    lw_web_open(web, party);
    lw_meeting *meetings = meetings_of(web, party);
    for (uint32_t i = 0; i < party->edge_count; i++)
        parent[i] = i;
    for (uint32_t i = 0; i < party->edge_count; i++) {
        const lw_meeting *ends[2] = {&meetings[web->vertex_of[party->edges[i].a]],
                                     &meetings[web->vertex_of[party->edges[i].b]]};
        for (int k = 0; k < 2; k++)
            if (ends[k]->count == 2)
                lw_union_join(parent, i, ends[k]->edge);
    }
    lw_web_close(web);
    for (uint32_t i = 0; i < party->edge_count; i++) {
        uint32_t root = lw_union_root(parent, i);
        branches.of[i] = root == i ? branches.count++ : branches.of[root];
    }
    free(meetings);
    free(parent);
    return branches;
}

void lw_branches_free(lw_branches *branches)
{
    free(branches->of);
    *branches = (lw_branches){0};
}
