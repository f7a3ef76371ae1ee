#include "route/web.h"

#include <stdlib.h>
#include "base/heap.h"
#include "base/union.h"

bool lw_web_new(lw_web *web, size_t nodes, int32_t plane)
{
    *web = (lw_web){.plane = plane};
    web->vertex_of = lw_try_alloc(nodes, sizeof *web->vertex_of);
    return web->vertex_of;
}

void lw_web_free(lw_web *web)
{
    free(web->vertex_of);
    free(web->nodes);
    free(web->parent);
    free(web->size);
}

size_t lw_web_size(size_t nodes)
{
    return nodes * sizeof *((lw_web *)NULL)->vertex_of;
}

static uint32_t add_vertex(lw_web *web, int32_t node)
{
    if (web->count == web->room) {
        web->room = web->room ? web->room * 2 : 1024;
        web->nodes = lw_realloc(web->nodes, web->room, sizeof *web->nodes);
        web->parent = lw_realloc(web->parent, web->room, sizeof *web->parent);
        web->size = lw_realloc(web->size, web->room, sizeof *web->size);
    }
    web->nodes[web->count] = node;
    web->parent[web->count] = web->count;
    web->size[web->count] = node >= 0;
    return web->count++;
}

uint32_t lw_web_node(lw_web *web, int32_t node)
{
    if (web->vertex_of[node] == 0)
        web->vertex_of[node] = (int32_t)add_vertex(web, node);
    return (uint32_t)web->vertex_of[node];
}

uint32_t lw_web_find(lw_web *web, uint32_t vertex)
{
    return lw_union_root(web->parent, vertex);
}

void lw_web_join(lw_web *web, uint32_t a, uint32_t b)
{
    a = lw_web_find(web, a);
    b = lw_web_find(web, b);
    if (lw_union_join(web->parent, a, b))
        web->size[a < b ? a : b] += web->size[a < b ? b : a];
}

/* The islands that an edge reaches, as bits. */
static uint8_t shores_of(const lw_party *party, int32_t plane, lw_edge edge)
{
    bool via = edge.a / plane != edge.b / plane;
    return via && party->shores.at ? party->shores.at[edge.a % plane] : 0;
}

void lw_web_join_edge(lw_web *web, lw_edge edge)
{
    const lw_shores *shores = &web->party->shores;
    uint32_t vertex = lw_web_node(web, edge.a);
    uint8_t reached = shores_of(web->party, web->plane, edge);
    lw_web_join(web, vertex, lw_web_node(web, edge.b));
    for (uint32_t i = 0; i < shores->count; i++)
        if (reached >> i & 1)
            lw_web_join(web, vertex, shores->thing[i]);
}

void lw_web_open(lw_web *web, const lw_party *party)
{
    web->party = party;
    web->count = 0;
    for (uint32_t i = 0; i < party->things; i++)
        add_vertex(web, -1);
    for (uint32_t i = 0; i < party->entries.count; i++)
        web->size[party->entries.at[i].thing]++;
    /* What is joined to a plane waits for the others to come to it. */
    for (uint32_t i = 0; i < party->shores.count; i++)
        web->size[party->shores.thing[i]] += party->entries.count + 1;
    for (uint32_t i = 0; i < party->things; i++)
        lw_web_join(web, i, party->groups.parent[i]);
    for (uint32_t i = 0; i < party->edge_count; i++)
        lw_web_join_edge(web, party->edges[i]);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            lw_web_join(web, party->entries.at[i].thing,
                        lw_web_node(web, party->entries.at[i].node));
}

void lw_web_close(lw_web *web)
{
    for (uint32_t i = web->party->things; i < web->count; i++)
        web->vertex_of[web->nodes[i]] = 0;
    web->party = NULL;
}

uint32_t lw_web_groups(lw_web *web, const lw_party *party)
{
    uint32_t count = 0;
    uint32_t *seen = lw_alloc((size_t)web->count + 1, sizeof *seen);
    for (uint32_t i = 0; i < party->turns; i++) {
        uint32_t root = lw_web_find(web, party->turn[i]);
        count += seen[root]++ == 0;
    }
    free(seen);
    return count;
}

void lw_party_add_edge(lw_party *party, int32_t a, int32_t b)
{
    if (party->edge_count == party->edge_room) {
        party->edge_room = party->edge_room ? party->edge_room * 2 : 64;
        party->edges = lw_realloc(party->edges, party->edge_room, sizeof *party->edges);
    }
    party->edges[party->edge_count++] = (lw_edge){a, b};
}

/* ---- pruning ---- */

typedef struct lw_pruning {
    lw_party *party;
    lw_web *web;
    uint32_t *degree; /* by vertex: edges and used entries */
    uint32_t
        *sum;   /* by vertex: exclusive or of its edges' numbers, the last one when there is one */
    bool *held; /* by vertex: a used entry is there, or a plane */
} lw_pruning;

static void drop_edge(lw_pruning *p, uint32_t edge)
{
    const lw_edge *e = &p->party->edges[edge];
    int32_t nodes[2] = {e->a, e->b};
    for (int i = 0; i < 2; i++) {
        uint32_t v = (uint32_t)p->web->vertex_of[nodes[i]];
        p->degree[v]--;
        p->sum[v] ^= edge;
    }
}

/* Follows a loose end until something else begins. */
static void drop_from(lw_pruning *p, bool *gone, uint32_t vertex)
{
    while (p->degree[vertex] == 1 && !p->held[vertex]) {
        uint32_t edge = p->sum[vertex];
        const lw_edge *e = &p->party->edges[edge];
        int32_t next = p->web->nodes[vertex] == e->a ? e->b : e->a;
        gone[edge] = true;
        drop_edge(p, edge);
        vertex = (uint32_t)p->web->vertex_of[next];
    }
}

static void release_entries(lw_pruning *p)
{
    lw_party *party = p->party;
    uint32_t *users = lw_alloc((size_t)p->web->count + 1, sizeof *users);
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            users[p->web->vertex_of[party->entries.at[i].node]]++;
    for (uint32_t i = 0; i < party->entries.count; i++) {
        if (!party->used[i])
            continue;
        uint32_t v = (uint32_t)p->web->vertex_of[party->entries.at[i].node];
        if (p->degree[v] == 0 && users[v] < 2)
            party->used[i] = false;
    }
    free(users);
}

void lw_party_prune(lw_party *party, lw_web *web)
{
    lw_web_open(web, party);
    lw_pruning p = {party, web, lw_alloc((size_t)web->count + 1, sizeof(uint32_t)),
                    lw_alloc((size_t)web->count + 1, sizeof(uint32_t)),
                    lw_alloc((size_t)web->count + 1, sizeof(bool))};
    bool *gone = lw_alloc((size_t)party->edge_count + 1, sizeof *gone);
    for (uint32_t i = 0; i < party->edge_count; i++) {
        int32_t nodes[2] = {party->edges[i].a, party->edges[i].b};
        for (int k = 0; k < 2; k++) {
            p.degree[web->vertex_of[nodes[k]]]++;
            p.sum[web->vertex_of[nodes[k]]] ^= i;
        }
    }
    for (uint32_t i = 0; i < party->entries.count; i++)
        if (party->used[i])
            p.held[web->vertex_of[party->entries.at[i].node]] = true;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (shores_of(party, web->plane, party->edges[i]))
            p.held[web->vertex_of[party->edges[i].b]] = true;
    for (uint32_t v = party->things; v < web->count; v++)
        drop_from(&p, gone, v);
    release_entries(&p);
    lw_web_close(web);
    uint32_t count = 0;
    for (uint32_t i = 0; i < party->edge_count; i++)
        if (!gone[i])
            party->edges[count++] = party->edges[i];
    party->edge_count = count;
    free(p.degree);
    free(p.sum);
    free(p.held);
    free(gone);
}
